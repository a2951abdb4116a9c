/** The package as others get it: packed, installed into an empty folder, run and imported there. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
let folder: string;

function npm(cwd: string, ...args: string[]): string {
  return execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'tabletop-package-'));
  const [{ filename }] = JSON.parse(npm(root, 'pack', '--json', '--ignore-scripts', '--pack-destination', folder)) as [
    { filename: string },
  ];
  writeFileSync(path.join(folder, 'package.json'), '{ "name": "somebody-else", "private": true, "type": "module" }');
  npm(folder, 'install', '--prefer-offline', '--no-audit', '--no-fund', path.join(folder, filename));
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('runs', () => {
  const { stdout, status } = spawnSync('npx', ['tabletop', 'games', '--json'], { cwd: folder, encoding: 'utf8' });
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    games: expect.arrayContaining([expect.objectContaining({ id: 'doomspire' })]),
  });
});

it('can be imported, floor by floor', () => {
  writeFileSync(
    path.join(folder, 'use.mjs'),
    `import { TurnEnv } from 'tabletop-gym';
     import { games } from 'tabletop-gym/games';
     import { createAgent } from 'tabletop-gym/agents';
     import { readCheckpoint } from 'tabletop-gym/checkpoints';
     import { evaluate } from 'tabletop-gym/eval';
     import { train } from 'tabletop-gym/training';
     const game = games[0];
     const env = new TurnEnv(game);
     const agent = await createAgent('random', { game });
     agent.reset(1);
     env.start({ seed: 1 });
     while (!env.over) env.play(agent.act(env.view()));
     console.log(JSON.stringify({ decisions: env.decisions, all: [readCheckpoint, evaluate, train].every((f) => typeof f === 'function') }));`,
  );
  const out = execFileSync(process.execPath, ['use.mjs'], { cwd: folder, encoding: 'utf8' });
  expect(JSON.parse(out)).toMatchObject({ decisions: expect.any(Number), all: true });
});

it('exports a player from the installed package', () => {
  const run = (...args: string[]) => spawnSync('npx', ['tabletop', ...args], { cwd: folder, encoding: 'utf8' });
  const trained = run(
    ...['train', 'doomspire', '--preset', 'quickstart', '--run', 'run', '--decisions', '600', '--workers', '1'],
    ...[
      '--set',
      'network.trunk=[8]',
      '--set',
      'decisionsPerUpdate=300',
      '--set',
      'games=4',
      '--set',
      'warmStart.agent=',
    ],
    ...['--set', 'evaluation.reportBlocks=0', '--set', 'evaluation.every=0'],
  );
  expect(trained.status, trained.stderr).toBe(0);
  const exported = run('export', 'run', '--out', 'player.mjs');
  expect(exported.status, exported.stderr).toBe(0);
  expect(execFileSync(process.execPath, ['player.mjs', '--self-test'], { cwd: folder, encoding: 'utf8' })).toMatch(
    /passed/,
  );
  const played = run('evaluate', 'file:player.mjs', '--blocks', '1', '--workers', '0', '--json');
  expect(played.status, played.stderr).toBe(0);
  expect(JSON.parse(played.stdout)).toMatchObject({ games: 4 });
});
