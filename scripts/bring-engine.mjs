/**
 * Runs after npm has changed node_modules of the clone (package.json, `dependencies`), the build done: an engine to train
 * with is there, whatever became of ONNX Runtime's own installer, and without the binaries of other systems. Where the
 * registry cannot be reached, or no engine is wanted, training is on WebAssembly. Of that engine what nothing here uses is
 * deleted, half of its size: most of what is for browsers, but for what the page that trains a network runs on
 * (train-page.mjs).
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const omitted = `${process.env.npm_config_omit ?? ''}`.split(/[\s,]+/).includes('optional');
const main = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
if (!omitted) spawnSync(process.execPath, [main, 'doctor', '--install', '--trim'], { stdio: 'inherit' });

const web = fileURLToPath(new URL('../node_modules/onnxruntime-web/dist/', import.meta.url));
for (const file of existsSync(web) ? readdirSync(web) : [])
  if (
    !/^ort(\.node\.min\.m?js|-wasm-simd-threaded\.(mjs|wasm)|\.webgpu\.bundle\.min\.mjs|-wasm-simd-threaded\.asyncify\.wasm)$/.test(
      file,
    )
  )
    rmSync(web + file, { recursive: true });
