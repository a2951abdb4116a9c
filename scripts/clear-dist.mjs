/** Part of the build: empties dist, so that nothing of sources that are gone stays in the package. */
import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..');
rmSync(join(root, 'dist'), { recursive: true, force: true });
