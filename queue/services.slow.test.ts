/** Every service by the bytes, schemas and files that travel: the same results as threads give, and nothing that was not asked. */
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { checkModule } from '../env/conformance/check-module.js';
import { checkNames } from '../env/conformance/names.js';
import { loadGame } from '../env/load-game.js';
import { UserError } from '../env/user-error.js';
import { evaluate } from '../eval/evaluate.js';
import { gameReport } from '../eval/game-report/report.js';
import { tournament } from '../eval/tournament.js';
import { bundleGame } from '../export/player/game-module.js';
import { scratch } from '../test/scratch.js';
import { openShards } from '../training/collect/shard-service.js';
import { presetConfig } from '../training/presets/index.js';
import { type ConfigInput, parseConfig } from '../training/run/config.js';
import { mergeConfig } from '../training/run/merge-config.js';
import { prepare } from '../training/run/prepare.js';
import { presetGame } from '../training/run/preset-game.js';
import { train } from '../training/run/train.js';
import { pack, sha256 } from './codec.js';
import { LoopbackFleet } from './testing/loopback-fleet.js';

const folder = scratch('tabletop-services');

const shipped = fileURLToPath(new URL('../games/fuzzy-knights/player-fast.mjs', import.meta.url));
const ownGame = fileURLToPath(new URL('../docs/examples/eleven-peaks.ts', import.meta.url));

/** Times are never the same twice. */
const timeless = (result: unknown) =>
  JSON.stringify(result, (key, value) => (key === 'milliseconds' ? undefined : value));

describe('games', () => {
  it('are the same in an evaluation', async () => {
    const request = { game: 'tic-tac-toe', agent: 'search:20', against: ['scripted:perfect'], blocks: 7, seed: 3 };
    const fleet = new LoopbackFleet();
    const there = await evaluate({ ...request, fleet });
    expect(timeless(there)).toBe(timeless(await evaluate({ ...request, workers: 0 })));
    // Three of games, and one that finds out whether they differ by themselves.
    expect(fleet.jobs).toBe(4);
  });

  it('are the same in a tournament and in a report, with their detail', async () => {
    const agents = ['random', 'scripted:honest', 'scripted:captain'];
    const cup = { game: 'kuhn', agents: agents.slice(0, 2), blocks: 6, seed: 1 };
    expect(timeless(await tournament({ ...cup, fleet: new LoopbackFleet() }))).toBe(
      timeless(await tournament({ ...cup, workers: 0 })),
    );
    const many = { game: 'islebound', agents: ['random'], games: 3, seed: 1 };
    expect(timeless(await gameReport({ ...many, fleet: new LoopbackFleet(1) }))).toBe(
      timeless(await gameReport({ ...many, workers: 0 })),
    );
  });

  it('are the same with a shipped player by its file, whose code is the package’s', async () => {
    const request = { game: 'fuzzy-knights', agent: `file:${shipped}`, against: ['random'], blocks: 1, seed: 1 };
    expect(timeless(await evaluate({ ...request, fleet: new LoopbackFleet(1, [sha256(readFileSync(shipped))]) }))).toBe(
      timeless(await evaluate({ ...request, workers: 0 })),
    );
  }, 60_000);

  it('end with the same line where an agent cannot play', async () => {
    const request = { game: 'kuhn', agent: 'scripted:honest', against: ['scripted:nobody'], blocks: 2, seed: 1 };
    const here = await evaluate({ ...request, workers: 0 }).catch((error) => error.message);
    await expect(evaluate({ ...request, fleet: new LoopbackFleet() })).rejects.toThrow(here);
  });
});

describe('a game of one’s own', () => {
  const request = { game: ownGame, agents: ['random'], games: 4, seed: 2 };

  it('is played where its module is allowed', async () => {
    const allowed = [sha256(Buffer.from(await bundleGame(ownGame)))];
    expect(timeless(await gameReport({ ...request, fleet: new LoopbackFleet(2, allowed) }))).toBe(
      timeless(await gameReport({ ...request, workers: 0 })),
    );
  });

  it('is the same where it lies in no project, and has this package lent', async () => {
    const alone = path.join(folder, 'alone.ts');
    copyFileSync(ownGame, alone);
    expect(sha256(Buffer.from(await bundleGame(alone)))).toBe(sha256(Buffer.from(await bundleGame(ownGame))));
  });

  it('is not executed elsewhere, and its hash is named', async () => {
    const hash = sha256(Buffer.from(await bundleGame(ownGame)));
    await expect(gameReport({ ...request, fleet: new LoopbackFleet() })).rejects.toThrow(`--allow-modules ${hash}`);
  });

  it('is not executed by being sent', async () => {
    const mark = path.join(folder, 'executed');
    const module = path.join(folder, 'evil.mjs');
    writeFileSync(module, `import { writeFileSync } from 'node:fs';\nwriteFileSync(${JSON.stringify(mark)}, '');\n`);
    const fleet = new LoopbackFleet();
    const setup = { game: { module: { name: 'evil.mjs', bytes: readFileSync(module) } }, agents: [] };
    const { bytes } = pack(setup);
    fleet.cache.put(sha256(bytes), bytes);
    const calls = pack({ shared: {}, calls: [{ seed: '1', seatings: [] }] }).bytes;
    const said = await fleet.do({ service: 'match', method: 'play', setup: sha256(bytes), calls, careful: false });
    expect(said).toEqual({ unable: expect.stringContaining('does not run evil.mjs') });
    expect(existsSync(mark)).toBe(false);
  });
});

describe('what nobody asked', () => {
  const ask = async (service: string, method: string, setup: unknown, call: unknown) => {
    const fleet = new LoopbackFleet();
    const { bytes } = pack(setup);
    fleet.cache.put(sha256(bytes), bytes);
    const calls = pack({ shared: {}, calls: [call] }).bytes;
    return fleet.do({ service, method, setup: sha256(bytes), calls, careful: false });
  };
  const kuhn = { id: 'kuhn' };
  const block = { seed: '1', seatings: [[0, 0]] };
  const wrong: [what: string, said: RegExp, ...asked: Parameters<typeof ask>][] = [
    ['an unknown service', /no service/, 'shell', 'run', {}, {}],
    ['a name that objects have', /no service/, 'constructor', 'name', {}, {}],
    ['an unknown method', /no method/, 'match', 'constructor', { game: kuhn, agents: [{ spec: 'random' }] }, block],
    ['a setup of another form', /setup is none/, 'match', 'play', { game: 'kuhn' }, block],
    ['a path for a game', /no game/, 'match', 'play', { game: { id: '/tmp/x.mjs' }, agents: [] }, block],
    ['a program', /program of this machine/, 'match', 'play', { game: kuhn, agents: [{ spec: 'cmd:ls' }] }, block],
    ['a kind of agent that is none', /unknown agent/, 'match', 'play', { game: kuhn, agents: [{ spec: 'no' }] }, block],
    ['a file of this machine', /did not come/, 'match', 'play', { game: kuhn, agents: [{ spec: 'file:/x' }] }, block],
    ['a ladder', /ladder/, 'match', 'play', { game: kuhn, agents: [{ spec: 'level:1?ladder=/x' }] }, block],
    [
      'a name with folders',
      /setup is none/,
      'match',
      'play',
      {
        ...{ game: kuhn, agents: [{ spec: 'policy:x', file: { name: '../../x', bytes: new Uint8Array(1) } }] },
      },
      block,
    ],
    [
      'a policy that is none',
      /x is no checkpoint|not a checkpoint|checkpoint/,
      'match',
      'play',
      {
        ...{ game: kuhn, agents: [{ spec: 'policy:x', file: { name: 'x', bytes: new Uint8Array(100) } }] },
      },
      block,
    ],
    ['a call of another form', /call is none/, 'match', 'play', { game: kuhn, agents: [{ spec: 'random' }] }, {}],
  ];
  it.each(wrong)('is refused: %s', async (_, text, ...asked) => {
    expect(await ask(...asked)).toEqual({ error: expect.stringMatching(text), user: true });
  });
});

it('reports are the same', async () => {
  const request = { game: 'kuhn', agents: ['random', 'scripted:honest'], games: 20, looks: 4, playouts: 3, effects: 1 };
  expect(timeless(await gameReport({ ...request, seed: 1, fleet: new LoopbackFleet() }))).toBe(
    timeless(await gameReport({ ...request, seed: 1, workers: 0 })),
  );
});

it('checks are the same, each a call, and no others than are asked for', async () => {
  const { game, module } = await loadGame('kuhn');
  // Each starts a thread.
  const only = checkNames.filter((_, i) => i % 5 === 0);
  const request = { module, games: 4, states: 100, seed: 1, seconds: 60, only };
  const fleet = new LoopbackFleet(2);
  const { checks, ...report } = await checkModule(game, request, fleet);
  expect({ checks, ...report }).toEqual(await checkModule(game, request));
  expect(checks.map(({ name }) => name)).toEqual(only);
  expect(fleet.jobs).toBe(Math.ceil(only.length / 2));
}, 120_000);

describe('training', () => {
  const quiet: ConfigInput = {
    network: { trunk: [16] },
    minutes: 0,
    workers: 1,
    evaluation: { every: 0, reportBlocks: 0 },
  };
  const runs: [string, string, string, object][] = [
    ['evolution of a bot', 'doomspire', 'evolution', { decisions: 3000, pairs: 3, gamesEach: 2 }],
    [
      'expert iteration',
      'connect-four',
      'expert-iteration',
      { decisions: 60, shards: 3, games: 2, simulations: 8, fastSimulations: 4 },
    ],
    [
      'afterstate learning',
      'connect-four',
      'afterstate',
      { decisions: 6000, shards: 3, snapshots: { share: 0.2, every: 1, poolSize: 2 } },
    ],
  ];
  it.each(runs)(
    '%s ends with the same checkpoint',
    async (name, game, algorithm, phase) => {
      const agent = game === 'doomspire' ? 'scripted:mixed' : undefined;
      const preset = presetConfig(presetGame(await loadGame(game)), algorithm, {}, agent);
      const phases = [{ algorithm, minutes: 0, ...phase }] as never;
      const config = parseConfig(
        mergeConfig(preset, { ...quiet, options: game === 'doomspire' ? { roundCap: 8 } : {}, phases }),
      );
      const checkpoints: string[] = [];
      for (const fleet of [undefined, new LoopbackFleet(1)]) {
        const runDir = path.join(folder, `${name} ${fleet ? 'there' : 'here'}`);
        const { decisions, updates } = await train(config, { runDir, fleet });
        expect(updates).toBeGreaterThan(0);
        const file = path.join(runDir, 'checkpoints', `ckpt-${String(decisions).padStart(12, '0')}.tgym`);
        checkpoints.push(sha256(readFileSync(file)));
        if (fleet) expect(fleet.jobs).toBeGreaterThan(0);
      }
      expect(checkpoints[1]).toBe(checkpoints[0]);
    },
    120_000,
  );

  it('does not go on where networks are computed otherwise', async () => {
    const config = parseConfig(
      presetConfig(presetGame(await loadGame('connect-four')), 'expert-iteration', { network: { trunk: [16] } }),
    );
    const { spec } = await prepare(config);
    await expect(openShards({ spec, arithmetic: '0123456789abcdef' })).rejects.toThrow('computed differently');
  });
});

it('agents that are programs do not travel', async () => {
  const request = { game: 'kuhn', agent: 'cmd:true', against: ['random'], blocks: 1, seed: 1 };
  await expect(evaluate({ ...request, fleet: new LoopbackFleet() })).rejects.toThrow(UserError);
});
