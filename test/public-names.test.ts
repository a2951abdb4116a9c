/** What the package offers: few names, each explained. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const json = (file: string) => JSON.parse(readFileSync(path.join(root, file), 'utf8'));

interface Entry {
  types: string;
  default: string;
}
const entries = Object.entries(json('package.json').exports as Record<string, Entry | string>).filter(
  (entry): entry is [string, Entry] => typeof entry[1] === 'object' && !entry[0].includes('*'),
);
/** The source of each subpath. */
const sources = new Map(entries.map(([name, { types }]) => [name, types.replace(/^\.\/dist\/(.*)\.d\.ts$/, '$1.ts')]));

const { options } = ts.parseJsonConfigFileContent(json('tsconfig.json'), ts.sys, root);
const program = ts.createProgram(
  [...sources.values()].map((file) => path.join(root, file)),
  options,
);
const checker = program.getTypeChecker();
/** Each public name, with what it stands for. */
const names = [...sources.values()].flatMap((file) => {
  const module = checker.getSymbolAtLocation(program.getSourceFile(path.join(root, file))!)!;
  return checker.getExportsOfModule(module).map((symbol) => {
    const alias = (symbol.flags & ts.SymbolFlags.Alias) !== 0;
    return { file, name: symbol.name, symbol: alias ? checker.getAliasedSymbol(symbol) : symbol };
  });
});

/** The comment of a name; a function's overloads may have one each. */
function comment(symbol: ts.Symbol): string {
  const text = ts.displayPartsToString(symbol.getDocumentationComment(checker));
  const tags = symbol.getJsDocTags(checker).map((tag) => ts.displayPartsToString(tag.text));
  return [text, ...tags].join('\n').trim();
}

describe('the public names', () => {
  it('come from one public.ts a subpath', () => {
    for (const [subpath, file] of sources) expect(file, subpath).toMatch(/(^|\/)public\.ts$/);
    for (const [subpath, entry] of entries) expect(entry.default, subpath).toBe(entry.types.replace(/\.d\.ts$/, '.js'));
  });

  it('are at most 150, no two of them the same', () => {
    const all = names.map(({ name }) => name);
    expect(all.length).toBeGreaterThan(100);
    expect(all.length).toBeLessThanOrEqual(150);
    expect(all.filter((name, i) => all.indexOf(name) !== i)).toEqual([]);
  });

  it('have the name that they are declared by', () => {
    expect(names.filter(({ name, symbol }) => symbol.name !== name).map(({ name }) => name)).toEqual([]);
  });

  it('are explained by a comment of their own, which refers to no other', () => {
    const bad = names.filter(({ symbol }) => {
      const text = comment(symbol);
      return text.length < 20 || /head of the file|^The same\b/i.test(text);
    });
    expect(bad.map(({ file, name }) => `${file}: ${name}`)).toEqual([]);
  });

  it('are all in the API reference', () => {
    expect(json('typedoc.json').entryPoints).toEqual([...sources.values()]);
  });
});
