/**
 * Before any test: what tests run as a built program must be built from the present sources. Threads are started from there
 * as well then (env/thread.ts). SKIP_BUILD=1 leaves that out, for tests that start no command.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

export default function build(): void {
  if (process.env.SKIP_BUILD) return;
  process.env.TABLETOP_BUILT = '1';
  const built = statSync(path.join(root, 'dist/cli/main.js'), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (newestSource() < built) return;
  // As `npm run build` does it.
  const tsc = ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'];
  const script = (name: string) => [`scripts/${name}.mjs`];
  const after = ['embed-libraries', 'copy-declarations', 'copy-game-files', 'bundle-page', 'make-executable'].map(
    script,
  );
  for (const step of [script('clear-dist'), tsc, ...after])
    execFileSync(process.execPath, step, { cwd: root, stdio: 'inherit' });
}

/** Other than the types of players, which the build writes. */
function newestSource(): number {
  let newest = 0;
  for (const folder of ['env', 'checkpoints', 'agents', 'games', 'eval', 'export', 'training', 'queue', 'cli'])
    for (const file of readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }))
      if (/\.(tsx?|mjs|json|css)$/.test(file) && !/\.test\.ts$|(^|\/)testing\//.test(file))
        newest = Math.max(newest, statSync(path.join(root, folder, file)).mtimeMs);
  return newest;
}
