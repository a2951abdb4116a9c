/**
 * Whether the code runs in the exported file itself, or in a bundle that a front end has made of it and of more: only the
 * file is a program, and only the file can be loaded in a worker. Part of every exported file.
 */

/** The last line of an exported file; bundlers leave it out, or put other code after it. */
export const LAST_LINE = '// The end of the player.';

/** @param text of the file that an address names */
export const isWhole = (text: string): boolean =>
  text
    .replace(/\s*\/\/# sourceMappingURL=\S*\s*$/, '')
    .trimEnd()
    .endsWith(LAST_LINE);

type Node = { getBuiltinModule?: (name: string) => unknown; versions?: { node?: string } };
interface Files {
  realpathSync(path: string): string;
  readFileSync(file: URL, encoding: 'utf8'): string;
}

/**
 * @param address `import.meta.url` where this code runs; undefined: a bundle in another format
 * @returns null: it cannot be read here
 */
export async function inOwnFile(address: string | undefined): Promise<boolean | null> {
  if (!address) return false;
  try {
    const files = nodeFiles();
    const text = files ? files.readFileSync(new URL(address), 'utf8') : await (await fetch(address)).text();
    return isWhole(text);
  } catch {
    return null;
  }
}

/** Node's files, where it gives them without an import. */
export function nodeFiles(): Files | undefined {
  const { process } = globalThis as unknown as { process?: Node };
  return process?.versions?.node ? (process.getBuiltinModule?.('fs') as Files | undefined) : undefined;
}
