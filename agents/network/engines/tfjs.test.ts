import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { UserError } from '../../../env/user-error.js';
import { loadTfjs, tfjsReport } from './tfjs.js';

it('loads WebAssembly on request and leaves no listener for uncaught errors behind', async () => {
  const count = () => process.listenerCount('uncaughtException') + process.listenerCount('unhandledRejection');
  const before = count();
  const { tf, backend } = await loadTfjs('wasm');
  expect(backend).toBe('wasm');
  expect(tf.getBackend()).toBe('wasm');
  expect(count()).toBe(before);
});

it('refuses a backend that does not exist', async () => {
  await expect(loadTfjs('gpu')).rejects.toThrow(UserError);
  await expect(loadTfjs('gpu')).rejects.toThrow("TABLETOP_TFJS is 'gpu'; it may be 'node', 'wasm' or unset");
});

it('reports every backend with a reason, without changing the one in use', async () => {
  const { tf } = await loadTfjs('wasm');
  const lines = await tfjsReport();
  expect(lines.map((line) => line.backend)).toEqual(['tensorflow', 'wasm']);
  expect(lines[1]).toMatchObject({ name: 'tfjs', available: true });
  for (const { reason } of lines) expect(reason).not.toMatch(/^$|\n/);
  expect(tf.getBackend()).toBe('wasm');
  if (lines[0]!.available) expect((await loadTfjs('node')).tf.getBackend()).toBe('tensorflow');
  else await expect(loadTfjs('node')).rejects.toThrow(lines[0]!.reason);
});

it('says nothing while it loads', () => {
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
  const script = `import(${JSON.stringify(new URL('./tfjs.ts', import.meta.url).href)})
    .then(({ loadTfjs }) => loadTfjs())
    .then(({ tf }) => tf.matMul([[1]], [[1]]).dataSync());`;
  const out = execFileSync('sh', ['-c', '"$0" --import "$1" -e "$2" 2>&1', process.execPath, tsx, script]);
  expect(out.toString()).toBe('');
});
