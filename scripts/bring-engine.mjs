/**
 * Runs after npm has changed node_modules of the clone (package.json, `dependencies`), the build done: an engine to train
 * with is there, whatever became of ONNX Runtime's own installer, and without the binaries of other systems. Where the
 * registry cannot be reached, or no engine is wanted, training is refused with the command that installs one.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const omitted = `${process.env.npm_config_omit ?? ''}`.split(/[\s,]+/).includes('optional');
const main = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
if (!omitted) spawnSync(process.execPath, [main, 'doctor', '--install', '--trim'], { stdio: 'inherit' });
