/**
 * The demonstration that a browser trains a network: a folder of static files for the site, made of training/demo/ and
 * games/lessons.ts. It brings ONNX Runtime for browsers along, so that the page asks no other host for anything.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { bundleModule } from '../dist/export/player/bundle.js';
import { iconOf } from '../dist/export/web/offline.js';
import { pageBuild, pageStyle } from '../dist/export/web/page-script.js';
import { contentPolicy } from '../dist/export/web/site.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const source = (name) => path.join(root, name);

const title = 'A browser learns a game';
const about = 'A network learns a board game on this page, from nothing but the rules, by WebGPU or WebAssembly.';

/** ONNX Runtime for browsers, with WebGPU and WebAssembly; it looks for the second file beside the first. */
const runtime = ['ort.webgpu.bundle.min.mjs', 'ort-wasm-simd-threaded.asyncify.wasm'];

const worker = `
import ${JSON.stringify(source('export/web/no-eval.ts'))};
import { lessons } from ${JSON.stringify(source('games/lessons.ts'))};
import { serveTraining } from ${JSON.stringify(source('training/demo/worker.ts'))};
const load = () => import(new URL('./${runtime[0]}', import.meta.url).href);
serveTraining(self, lessons, load, navigator.gpu);
`;

const licence = `/*! The demonstration of tabletop-gym (MIT). Contains zod (MIT, (c) 2025 Colin McDonnell) and seedrandom (MIT, (c) 2019 David Bau). */`;

const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${contentPolicy}; connect-src 'self'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${about}">
<title>${title}</title>
<link rel="icon" href="icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="train.css">
<script type="module" src="train.js"></script>
</head>
<body>
<div id="page"><main><h1>${title}</h1><noscript><p>This page learns with a script: switch scripts on.</p></noscript></main></div>
</body>
</html>
`;

/**
 * The files of the folder by name: texts and bytes.
 * @throws Error in one line when ONNX Runtime for browsers is not installed
 */
export async function trainPage() {
  const folder = source('node_modules/onnxruntime-web/dist/');
  const missing = runtime.find((name) => !existsSync(folder + name));
  if (missing) throw new Error(`there is no ${missing} in node_modules/onnxruntime-web/dist: npm ci brings it`);
  const page = await build({ ...pageBuild, entryPoints: [source('training/demo/page/main.tsx')], outdir: '/' });
  return new Map([
    ['index.html', html],
    ['train.js', page.outputFiles[0].text],
    ['train.css', pageStyle() + readFileSync(source('training/demo/page/train.css'), 'utf8')],
    ['worker.js', await bundleModule(worker, 'worker.js', 'training/demo', licence)],
    ['icon.svg', iconOf(title)],
    ...runtime.map((name) => [name, readFileSync(folder + name)]),
  ]);
}
