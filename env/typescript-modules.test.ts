/** Modules in TypeScript, loaded by the built program's Node: nothing here takes the types out but what is tested. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { root } from '../test/paths.js';

const loader = pathToFileURL(path.join(root, 'dist/env/typescript-modules.js')).href;
const made: string[] = [];
afterAll(() => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
});

/**
 * Runs a module in a Node that loads TypeScript.
 * @param files text by path
 * @param code lines of a JavaScript module in the same folder; what it gives to `tell` comes back
 */
function run(files: Record<string, string>, code: string, place = tmpdir()): unknown {
  mkdirSync(place, { recursive: true });
  const folder = mkdtempSync(path.join(place, 'tabletop-typescript-'));
  made.push(folder);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
  const head = `import { loadTypescript } from '${loader}';
    loadTypescript();
    const tell = (value) => console.log(JSON.stringify(value));\n`;
  writeFileSync(path.join(folder, 'main.mjs'), head + code);
  const { stdout, stderr } = spawnSync(process.execPath, ['main.mjs'], { cwd: folder, encoding: 'utf8' });
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}

describe('TypeScript', () => {
  it('may use enums, namespaces, parameter properties, and import types without saying so', () => {
    const files = {
      'kinds.ts': `export enum Kind { A = 1, B }
        export interface Thing { kind: Kind }
        export namespace Sizes { export const small = Kind.B + 1 }
        export class Pair { constructor(private readonly left: number) {} get twice() { return 2 * this.left } }`,
      'game.ts': `import { Kind, Pair, Sizes, Thing } from './kinds.js';
        const thing: Thing = { kind: Kind.B };
        export const all = [thing.kind, Sizes.small, new Pair(4).twice] satisfies number[];`,
    };
    expect(run(files, "tell((await import('./game.ts')).all)")).toEqual([2, 3, 8]);
  });

  it('is found under its own name, its built name, without an ending and as a folder, before what was built of it', () => {
    const files = {
      'rules/index.ts': "export * from './deck';\nexport { where } from '..';",
      'rules/deck.ts': "export const deck: string = 'deck';",
      'rules/deck.js': "export const deck = 'stale';",
      'index.ts': "export const where: string = 'index';",
      'more.mts': "export const more: string = 'more';",
      'plain.js': "export const plain = 'plain';",
      'game.ts': `import { deck, where } from './rules';
        import { deck as built } from './rules/deck.js';
        import { deck as exact } from './rules/deck.ts';
        import { more } from './more.mjs';
        import { plain } from './plain.js';
        export const all: string[] = [deck, built, exact, where, more, plain];`,
    };
    expect(run(files, "tell((await import('./game.ts')).all)")).toEqual([
      ...['deck', 'deck', 'deck', 'index', 'more', 'plain'],
    ]);
  });

  it('gets this package and its zod where nobody has installed them, and what is installed first', () => {
    const game = {
      'game.ts': `import { TurnEnv } from 'tabletop-gym';
        import { positions } from 'tabletop-gym/kit';
        import { z } from 'zod';
        export const all = [typeof TurnEnv, typeof positions, typeof z.object];`,
    };
    const code = "tell((await import('./game.ts')).all)";
    expect(run(game, code)).toEqual(['function', 'function', 'function']);
    const zod = { 'node_modules/zod/index.js': "exports.z = { object: 'theirs' };" };
    expect(run({ ...game, ...zod }, code)).toEqual(['function', 'function', 'string']);
  });

  it('imports JSON, with its attribute and without', () => {
    const files = {
      'cards.json': '[3, 4]',
      'coins.json': '[5]',
      'game.ts': `import cards from './cards.json' with { type: 'json' };
        import coins from './coins.json';
        export const all: number[] = [...cards, ...coins];`,
    };
    expect(run(files, "tell((await import('./game.ts')).all)")).toEqual([3, 4, 5]);
  });

  it('can be loaded again under another query, with what it imports', () => {
    const files = { 'part.ts': 'export const one: number = 1;', 'game.ts': "export { one } from './part.js';" };
    const code = "tell([await import('./game.ts'), await import('./game.ts?2')].map(({ one }) => one))";
    expect(run(files, code)).toEqual([1, 1]);
  });

  it('may be named .tsx, as long as it holds no JSX', () => {
    const files = {
      'deck.tsx': 'export const deck = <T,>(of: T): T[] => [of];',
      'page.tsx': 'export const page = <b>deck</b>;',
      'game.tsx': `import { deck } from './deck';
        import { deck as built } from './deck.js';
        export const all: string[] = [...deck('one'), ...built('two')];`,
    };
    expect(run(files, "tell((await import('./game.tsx')).all)")).toEqual(['one', 'two']);
    const refused = "await import('./page.tsx').catch((error) => tell(error.message))";
    expect(run(files, refused)).toMatch(/page\.tsx:1: .*JSX is not supported/);
  });

  it('is loaded by a thread that sets it up too', () => {
    const files = {
      'part.ts': 'export enum One { A = 7 }',
      'game.ts': "import { One } from './part.js';\nexport const one: number = One.A;",
      'thread.mjs': `import { parentPort } from 'node:worker_threads';
        import { loadTypescript } from '${loader}';
        loadTypescript();
        parentPort.postMessage((await import('./game.ts')).one);`,
    };
    const code = `import { Worker } from 'node:worker_threads';
      const thread = new Worker(new URL('thread.mjs', import.meta.url));
      const inThread = await new Promise((resolve, reject) => thread.once('message', resolve).once('error', reject));
      tell([(await import('./game.ts')).one, inThread]);`;
    expect(run(files, code)).toEqual([7, 7]);
  });

  it('imports a folder of a package that names no exports, as bundlers do', () => {
    const files = {
      'node_modules/old/package.json': '{ "name": "old" }',
      'node_modules/old/core/package.json': '{ "main": "../built/core.js" }',
      'node_modules/old/built/core.js': "exports.core = 'core';",
      'node_modules/new/package.json': '{ "name": "new", "exports": { "./core": "./core.mjs" } }',
      'node_modules/new/core/package.json': '{ "main": "../wrong.js" }',
      'node_modules/new/core.mjs': "export const core = 'exported';",
      'game.ts': `import { core } from 'old/core';
        import { core as other } from 'new/core';
        export const all: string[] = [core, other];`,
    };
    expect(run(files, "tell((await import('./game.ts')).all)")).toEqual(['core', 'exported']);
  });

  it('imports tabletop-gym by name inside a clone', () => {
    const files = {
      'game.ts': "import { TurnEnv } from 'tabletop-gym';\nexport const kind: string = typeof TurnEnv;",
    };
    expect(run(files, "tell((await import('./game.ts')).kind)", path.join(root, 'runs'))).toBe('function');
  });
});

describe('JavaScript', () => {
  it('may be an ES module where package.json calls .js files CommonJS, beside such as are', () => {
    const files = {
      'package.json': '{ "type": "commonjs" }',
      'node_modules/old/package.json': '{ "name": "old", "type": "commonjs", "main": "./index.js" }',
      'node_modules/old/index.js': "exports.old = 'old';",
      'script.js': "exports.script = require('./plain.cjs');\nreturn;",
      'plain.cjs': "module.exports = 'plain';",
      'cards.json': '["card"]',
      'rules.js': `import { script } from './script.js';
        import { old } from 'old';
        import cards from './cards.json';
        export default [script, old, ...cards];`,
      'game.js': "import rules from './rules';\nexport const all = rules;",
      'typed.ts': "import rules from './rules.js';\nexport const all: string[] = rules;",
    };
    const all = ['plain', 'old', 'card'];
    expect(run(files, "tell((await import('./game.js')).all)")).toEqual(all);
    expect(run(files, "tell((await import('./typed.ts')).all)")).toEqual(all);
  });
});

describe('what is wrong is told with file and line', () => {
  const message = "await import('./game.ts').then(() => tell('loaded'), (error) => tell(error.message))";

  it.each([
    ['a syntax error', 'export const one: number = 1;\nexport const = 3;\n', /game\.ts:2: \S/],
    ['a file that ends too early', 'export const one: number = 1;\nexport const two = {\n', /game\.ts:\d: \S/],
    ['a decorator', 'const d = (_: unknown) => {};\n\n@d\nexport class A {}\n', /game\.ts:3: decorators are not/],
    [
      'a decorated method',
      'const d = (_: unknown) => {};\nclass A {\n  @d m() {}\n}\n',
      /game\.ts:3: decorators are not/,
    ],
  ])('%s', (_, text, told) => {
    expect(run({ 'game.ts': text }, message)).toMatch(told);
  });

  it('a module that is not there, by the name that was written', () => {
    expect(run({ 'game.ts': "import './rules.js';" }, message)).toMatch(/rules\.js/);
  });

  it('an error thrown as it runs, where the source has it', () => {
    const text =
      'interface A {\n  a: number;\n}\nenum K { A }\nexport const k = (a: A): never => {\n  throw new Error(K[a.a]);\n};\nk({ a: 0 });\n';
    const code = "await import('./game.ts').catch((error) => tell(error.stack.split('\\n').slice(0, 3)))";
    expect(run({ 'game.ts': text }, code)).toEqual([
      'Error: A',
      expect.stringMatching(/game\.ts:6:\d+\)$/),
      expect.stringMatching(/game\.ts:8:\d+\)$/),
    ]);
  });
});
