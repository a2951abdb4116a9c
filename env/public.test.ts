import { build } from 'esbuild';
import { expect, it } from 'vitest';

it('loads no module of Node, so that games that import it fit a browser', async () => {
  const result = await build({
    stdin: { contents: "import * as env from './env/public.js'; globalThis.env = env;", resolveDir: '.' },
    bundle: true,
    format: 'esm',
    platform: 'browser',
    // The random numbers' package looks for Node's crypto and goes without it.
    external: ['crypto'],
    write: false,
    metafile: true,
    logLevel: 'silent',
  });
  const inputs = Object.keys(result.metafile.inputs);
  expect(inputs).toContain('env/vector-env.ts');
  expect(inputs.filter((name) => /conformance\/check-game|^node:/.test(name))).toEqual([]);
  expect(Object.values(result.metafile.inputs).flatMap((input) => input.imports.map((i) => i.path))).not.toContain(
    'node:child_process',
  );
});
