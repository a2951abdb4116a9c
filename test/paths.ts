/** Where tests find things in the clone. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The clone. */
export const root = fileURLToPath(new URL('..', import.meta.url));
/** The built program. */
export const main = path.join(root, 'dist/cli/main.js');
/** A game of one file, with bots and a JSON view: the first of docs/add-your-game.md. */
export const pig = path.join(root, 'docs/examples/pig.ts');
/** A game that nobody plays well without a memory. */
export const recall = path.join(root, 'docs/examples/recall.ts');

/** The players that games ship, as paths below the clone. */
export function shippedPlayers(): string[] {
  const files = readdirSync(path.join(root, 'games'), { recursive: true, encoding: 'utf8' });
  return files.filter((file) => /^[^/]+\/player[^/]*\.mjs$/.test(file)).map((file) => `games/${file}`);
}

/**
 * The source of `pig` with its imports as paths into the clone, so that it can be changed and lie anywhere.
 * @param from which modules it imports: the built ones, or the sources, which tests share their games with
 */
export function pigSource(from: 'built' | 'ts'): string {
  const at = (file: string) => `'${path.join(root, from === 'built' ? `dist/${file}.js` : `${file}.ts`)}'`;
  return readFileSync(pig, 'utf8')
    .replace("'zod'", `'${path.join(root, 'node_modules/zod/index.js')}'`)
    .replace("'tabletop-gym'", at('env/public'))
    .replace("'tabletop-gym/kit'", at('env/kit/public'));
}
