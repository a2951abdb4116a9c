/** boardgame.io as its tests have it: installed into hosts/boardgame.io (`npm run setup:boardgame.io`), or not there. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from '../paths.js';

const host = path.join(root, 'hosts/boardgame.io');
const installed = path.join(host, 'node_modules/boardgame.io');

/** Why its tests are skipped; empty where they are not. */
export const missing = existsSync(installed) ? '' : 'boardgame.io is not installed: npm run setup:boardgame.io';
if (missing) console.log(`tests of boardgame.io are skipped: ${missing}`);

/** A part of the package, such as `boardgame.io/client`. */
export const part = (name: string): Record<string, unknown> =>
  createRequire(path.join(host, 'package.json'))(name) as Record<string, unknown>;

/** A folder of somebody who has both packages and the examples; `name` begins its own. */
export function project(name: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), `${name}-`));
  furnish(folder);
  cpSync(path.join(root, 'docs/examples/boardgame.io'), folder, { recursive: true });
  return folder;
}

/** Puts both packages into a folder. */
export function furnish(folder: string): void {
  const modules = path.join(folder, 'node_modules');
  mkdirSync(modules);
  for (const [as, target] of [
    ['boardgame.io', installed],
    ['tabletop-gym', root],
    ['zod', path.join(root, 'node_modules/zod')],
  ] as const)
    symlinkSync(target, path.join(modules, as));
  writeFileSync(path.join(folder, 'package.json'), '{ "private": true, "type": "module" }');
}
