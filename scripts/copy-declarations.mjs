/** Part of the build: puts the text that the declaration files of players have in common beside the module which reads it. */
import { copyFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..');
const file = 'agents/player-file/player-declarations';
copyFileSync(join(root, `${file}.ts`), join(root, 'dist', `${file}.txt`));
