/**
 * The package as others get it: packed, installed into an empty folder from the npm registry alone, run and imported
 * there.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gameIds } from '../env/load-game.js';
import { typed } from './operator/lean.js';
import { root } from './operator/operate.js';

const base = mkdtempSync(path.join(tmpdir(), 'tabletop-package-'));
let packed: string;
/** What is in it. */
const unpacked = path.join(base, 'package');

const env = {
  ...typed(),
  // ONNX Runtime's installer asks another host. Here it cannot have it: its own variable for a proxy, which npm does not
  // read, points to where nobody answers.
  GLOBAL_AGENT_HTTPS_PROXY: 'http://127.0.0.1:9',
  GLOBAL_AGENT_HTTP_PROXY: 'http://127.0.0.1:9',
};

function run(cwd: string, command: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, env, encoding: 'utf8', maxBuffer: 1 << 28 });
  return { status, stdout, stderr };
}
/** As `npx tabletop` runs it; starting npm takes longer than most commands do. */
const tabletop = (cwd: string, ...args: string[]) => run(cwd, path.join(cwd, 'node_modules/.bin/tabletop'), ...args);

/** An empty project in which the package is installed. @returns its folder, and what npm said */
function project(name: string, ...flags: string[]) {
  const folder = path.join(base, name);
  mkdirSync(folder);
  writeFileSync(path.join(folder, 'package.json'), '{ "name": "somebody-else", "private": true, "type": "module" }');
  return { folder, npm: install(folder, ['npm'], ...flags, packed) };
}
const install = (folder: string, [npm, ...first]: [string, ...string[]], ...words: string[]) =>
  run(folder, npm, ...first, 'install', '--prefer-offline', '--no-audit', '--no-fund', ...words);

const asked = run(base, 'npm', 'view', 'zod', 'version', '--fetch-retries=0', '--fetch-timeout=20000');
const unreachable = asked.status === 0 ? '' : `no npm registry answers: ${asked.stderr.trim().split('\n')[0]}`;
if (unreachable) console.log(`the package is not installed into an empty folder: ${unreachable}`);

beforeAll(() => {
  const { stdout } = run(root, 'npm', 'pack', '--json', '--ignore-scripts', '--pack-destination', base);
  packed = path.join(base, (JSON.parse(stdout) as [{ filename: string }])[0].filename);
  execFileSync('tar', ['xzf', packed, '-C', base]);
}, 120_000);
afterAll(() => rmSync(base, { recursive: true, force: true }));

const tiny = [
  ...['--workers', '1', '--set', 'network.trunk=[8]', '--set', 'decisionsPerUpdate=300', '--set', 'games=4'],
  ...[
    '--set',
    'phases=[{"name":"ppo","algorithm":"ppo"}]',
    '--set',
    'evaluation.reportBlocks=0',
    '--set',
    'evaluation.every=0',
  ],
];

/** What stays in the repository: pages may link to it. */
const repositoryPages = /^(bench\/|docs\/gallery|CONTRIBUTING\.md$)/;

it('has the page of each game, and no dead link but to measurements, which stay in the repository', () => {
  const pages = readdirSync(unpacked, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));
  for (const game of gameIds()) expect(pages).toContain(path.join('games', game, 'README.md'));
  const dead: string[] = [];
  for (const page of pages) {
    const text = readFileSync(path.join(unpacked, page), 'utf8').replace(/```[\s\S]*?```/g, '');
    for (const [, link] of text.matchAll(/\]\(<?([^)>\s]+)>?[^)]*\)/g)) {
      if (/^([a-z]+:|#)/.test(link!)) continue;
      const target = path.posix.join(path.dirname(page), decodeURIComponent(link!.replace(/#.*$/, '')));
      const from = repositoryPages.test(target) ? root : unpacked;
      if (!existsSync(path.join(from, target))) dead.push(`${page}: ${link}`);
    }
  }
  expect(dead).toEqual([]);
});

it('holds no source map, and neither tests nor measurements', () => {
  const list = readdirSync(unpacked, { recursive: true, encoding: 'utf8' });
  expect(list.length).toBeGreaterThan(500);
  expect(list.filter((name) => /\.map$|\.test\.|(^|\/)testing\/|^(bench|test)\//.test(name))).toEqual([]);
});

it('has msgpackr in it as plain JavaScript, with its licence, and asks for no package of that name', () => {
  const dist = path.join(unpacked, 'dist');
  const text = readFileSync(path.join(dist, 'msgpackr.js'), 'utf8');
  expect(text).toMatch(/^\/\*! msgpackr \d+\.\d+\.\d+\n\nMIT License\n\nCopyright \(c\) \d+ Kris Zyp\n/);
  expect(text).not.toMatch(/msgpackr-extract|createRequire/);
  expect(readFileSync(path.join(dist, 'checkpoints/format.js'), 'utf8')).toMatch(/from '\.\.\/msgpackr\.js'/);
  for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' }))
    if (/\.(js|d\.ts)$/.test(name))
      expect(readFileSync(path.join(dist, name), 'utf8'), name).not.toMatch(/(from|import\() ?'msgpackr/);
});

it('has what draws charts in it, with the licences of all that is in there, and asks for no package of that name', () => {
  const dist = path.join(unpacked, 'dist');
  const text = readFileSync(path.join(dist, 'plot.js'), 'utf8');
  expect(text).toMatch(/^\/\*! @observablehq\/plot \d+\.\d+\.\d+\n\nCopyright [-\d]+ Observable, Inc\.\n/);
  expect(text).toMatch(/d3-array \d[\s\S]*Copyright [-\d]+ Mike Bostock/);
  expect(text.length).toBeLessThan(400_000);
  expect(readFileSync(path.join(dist, 'eval/charts/chart.js'), 'utf8')).toMatch(/from '\.\.\/\.\.\/plot\.js'/);
  expect(readFileSync(path.join(dist, 'eval/charts/chart.d.ts'), 'utf8')).not.toMatch(/observablehq/);
});

describe.skipIf(unreachable)('with each npm', () => {
  it.each([
    ['npm 10', ['npx', '-y', 'npm@10']],
    ['npm 11', ['npx', '-y', 'npm@11']],
  ] as [string, [string, ...string[]]][])(
    '%s installs it, another package after it, and from the lock file, without a word on standard error',
    (name, npm) => {
      const folder = path.join(base, name);
      mkdirSync(folder);
      writeFileSync(path.join(folder, 'package.json'), '{ "private": true }');
      for (const word of [packed, 'is-number'])
        expect(install(folder, npm, word)).toMatchObject({ status: 0, stderr: '' });
      const [program, ...first] = npm;
      expect(run(folder, program, ...first, 'ci', '--omit=optional')).toMatchObject({ status: 0, stderr: '' });
      const installed = readdirSync(path.join(folder, 'node_modules'));
      expect(installed.filter((found) => found.includes('msgpack'))).toEqual([]);
      expect(run(folder, 'npx', 'tabletop', 'games')).toMatchObject({ status: 0, stderr: '' });
    },
    300_000,
  );
});

describe.skipIf(unreachable)('in an empty folder', () => {
  let folder: string;
  let npm: ReturnType<typeof run>;
  beforeAll(() => {
    ({ folder, npm } = project('whole'));
  }, 300_000);

  it('is installed from the npm registry alone, without a warning', () => {
    expect(npm).toMatchObject({ status: 0, stderr: '' });
    expect(readdirSync(path.join(folder, 'node_modules'))).not.toContain('onnxruntime-node');
  });

  it('runs without a warning', () => {
    const { status, stdout, stderr } = run(folder, 'npx', 'tabletop', 'games', '--json');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({
      games: expect.arrayContaining([expect.objectContaining({ id: 'doomspire' })]),
    });
  });

  it('can be imported, floor by floor', () => {
    writeFileSync(
      path.join(folder, 'use.mjs'),
      `import { TurnEnv } from 'tabletop-gym';
       import { loadGame } from 'tabletop-gym/games';
       import { positions } from 'tabletop-gym/kit';
       import { planBots } from 'tabletop-gym/bots';
       import { createAgent } from 'tabletop-gym/agents';
       import { readCheckpoint } from 'tabletop-gym/checkpoints';
       import { evaluate } from 'tabletop-gym/eval';
       import { train } from 'tabletop-gym/training';
       const { game } = await loadGame('kuhn');
       const env = new TurnEnv(game);
       const agent = await createAgent('random', { game });
       agent.reset(1);
       env.start({ seed: 1 });
       while (!env.over) env.play(agent.act(env.view()));
       console.log(JSON.stringify({ decisions: env.decisions, all: [positions, planBots, readCheckpoint, evaluate, train].every((f) => typeof f === 'function') }));`,
    );
    const { stdout, stderr } = run(folder, process.execPath, 'use.mjs');
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toMatchObject({ decisions: expect.any(Number), all: true });
  });

  it('writes games that depend on the file which it was installed from', () => {
    expect(tabletop(folder, 'new', 'moon')).toMatchObject({ status: 0, stderr: '' });
    const { dependencies } = JSON.parse(readFileSync(path.join(folder, 'moon', 'package.json'), 'utf8'));
    expect(dependencies['tabletop-gym']).toBe(`file:${packed}`);
    rmSync(path.join(folder, 'moon'), { recursive: true });
  });

  it.each(['pig', 'eleven-peaks', 'honey-fair', 'pig-by-hand'])(
    "holds a game of one's own in TypeScript that imports the package: %s",
    (game) => {
      cpSync(path.join(folder, `node_modules/tabletop-gym/docs/examples/${game}.ts`), path.join(folder, `${game}.ts`));
      const { status, stdout, stderr } = tabletop(folder, 'check', `./${game}.ts`, '--games', '1');
      expect(status, stdout + stderr).toBe(0);
    },
  );

  it('says in one line what is missing to train, and what installs it', () => {
    const { status, stderr } = tabletop(folder, 'train', 'kuhn', '--decisions', '600', ...tiny, '--run', 'none');
    expect(status).toBe(2);
    expect(stderr).toBe(
      'tabletop: there is no engine to train with: onnxruntime-node is not installed; `npx tabletop doctor --install` installs it\n',
    );
  });

  it('after `tabletop doctor --install` doctor reports onnx; nothing else has changed, and again nothing does', () => {
    const before = readFileSync(path.join(folder, 'package.json'), 'utf8');
    const lock = readFileSync(path.join(folder, 'package-lock.json'), 'utf8');
    const setup = run(folder, 'npx', 'tabletop', 'doctor', '--install');
    expect(setup.status, setup.stderr).toBe(0);
    expect(setup.stdout).toMatch(
      /^onnx is set up and runs: ONNX Runtime [\d.]+, \d+ MB in node_modules\/onnxruntime-node\n$/,
    );
    const doctor = tabletop(folder, 'doctor', '--json');
    expect(doctor).toMatchObject({ status: 0, stderr: '' });
    expect(JSON.parse(doctor.stdout)).toMatchObject({ engine: 'onnx' });
    expect(tabletop(folder, 'doctor', '--install').stdout).toMatch(/^onnx is there and runs/);
    expect(readFileSync(path.join(folder, 'package.json'), 'utf8')).toBe(before);
    expect(readFileSync(path.join(folder, 'package-lock.json'), 'utf8')).toBe(lock);
    expect(readdirSync(path.join(folder, 'node_modules')).filter((name) => /^\.tabletop/.test(name))).toEqual([]);
  }, 300_000);

  it('takes at most 120 MB with ONNX Runtime', () => {
    expect(megabytes(folder)).toBeLessThan(120);
  });

  it('trains on ONNX Runtime then, and exports a player', () => {
    const trained = tabletop(
      folder,
      ...['train', 'connect-four', '--preset', 'quickstart', '--run', 'run', '--decisions', '600', ...tiny],
    );
    expect(trained.status, trained.stderr).toBe(0);
    expect(trained.stderr).not.toMatch(/setup/);
    const exported = tabletop(folder, 'export', 'run', '--out', 'player.mjs');
    expect(exported.status, exported.stderr).toBe(0);
    expect(run(folder, process.execPath, 'player.mjs', '--self-test').stdout).toMatch(/passed/);
    const played = tabletop(folder, 'evaluate', 'file:player.mjs', '--blocks', '1', '--workers', '0', '--json');
    expect(played.status, played.stderr).toBe(0);
    expect(JSON.parse(played.stdout)).toMatchObject({ games: 2 });
  });
});

describe.skipIf(unreachable)('without optional packages', () => {
  let folder: string;
  beforeAll(() => {
    const { folder: made, npm } = project('lean', '--omit=optional');
    expect(npm).toMatchObject({ status: 0, stderr: '' });
    folder = made;
  }, 300_000);

  it('takes at most 60 MB', () => {
    expect(megabytes(folder)).toBeLessThan(60);
  });

  it('lists, simulates, evaluates with the shipped player, and plays', () => {
    for (const words of [
      ['games'],
      ['report', 'kuhn', '--agents', 'random', '--games', '20', '--workers', '1'],
      ['evaluate', 'player', '--game', 'islebound', '--against', 'random', '--blocks', '2', '--workers', '0'],
      ['play', 'kuhn', '--seed', '1'],
    ]) {
      const { status, stdout, stderr } = tabletop(folder, ...words);
      expect({ words, status, problem: /^tabletop: .*/m.exec(stderr)?.[0] }).toEqual({ words, status: 0 });
      expect(stdout.length).toBeGreaterThan(50);
    }
  });

  it('keeps no engine that does not run here', () => {
    // Without native libraries ONNX Runtime cannot run.
    const setup = run(folder, 'env', 'NODE_OPTIONS=--no-addons', 'npx', 'tabletop', 'doctor', '--install');
    expect(setup.status).toBe(2);
    expect(setup.stderr).toMatch(
      /\ntabletop: [^\n]+ does not run on [^\n]+; nothing was kept; `npm install @tensorflow\/tfjs-node`[^\n]+\n$/,
    );
    const left = readdirSync(path.join(folder, 'node_modules'));
    expect(left.filter((name) => /^\.tabletop|^onnxruntime/.test(name))).toEqual([]);
  }, 300_000);
});

/** What a project's packages take on the disk. */
function megabytes(folder: string): number {
  return Number(execFileSync('du', ['-sm', 'node_modules'], { cwd: folder, encoding: 'utf8' }).split('\t')[0]);
}
