import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadPolicy } from '../../agents/policy/policy.js';
import { createAgent } from '../../agents/spec/load.js';
import { RunDirectory } from '../../checkpoints/run.js';
import { loadGame, loadGames } from '../../env/load-game.js';
import { UserError } from '../../env/user-error.js';
import { bestResponse, expectedReturns, tabulate } from '../../eval/exact/best-response.js';
import { walkTree } from '../../eval/exact/tree.js';
import { scratch } from '../../test/scratch.js';
import { presetConfig } from '../presets/index.js';
import { type Config, type ConfigInput, parseConfig } from '../run/config.js';
import { mergeConfig } from '../run/merge-config.js';
import { presetGame } from '../run/preset-game.js';
import { resume } from '../run/resume.js';
import { train } from '../run/train.js';

const folder = scratch('evolution');

const inFolder = (name: string) => path.join(folder, name);
const quiet: ConfigInput = {
  minutes: 0,
  workers: 0,
  evaluation: { every: 0, reportBlocks: 0 },
  checkpointEvery: 1000,
};

const known = Object.fromEntries((await loadGames()).map((loaded) => [loaded.game.id, presetGame(loaded)]));

/** A run whose phase is one of evolution with these settings. @param agent whose weights; without it a network */
function configOf(game: string, agent: string | undefined, over: ConfigInput, phase: object): Config {
  const preset = presetConfig(known[game]!, 'evolution', {}, agent);
  const phases = [{ algorithm: 'evolution' as const, ...phase }];
  return parseConfig(mergeConfig(preset, { ...quiet, ...over, phases }));
}

it('teaches a network the best answer to a player of Kuhn poker, which is known', async () => {
  const kuhn = (await loadGame('kuhn')).game;
  const opponents = [{ agent: 'scripted:honest', share: 0, allSeats: 1 }];
  const steps = { noise: 2, learningRate: { from: 0.2, to: 0.04 } };
  const phase = { decisions: 250_000, pairs: 16, gamesEach: 64, opponents, ...steps };
  await train(configOf('kuhn', undefined, { network: { trunk: [16], actions: 0 } }, phase), {
    runDir: inFolder('kuhn'),
  });
  const tree = walkTree(kuhn, kuhn.options.parse({}));
  const honest = tabulate(tree, await createAgent('scripted:honest', await loadGame('kuhn')));
  const policy = tabulate(tree, await createAgent(`policy:${inFolder('kuhn')}`, { game: kuhn }));
  for (const seat of [0, 1]) {
    const met = honest.slice();
    for (const { seat: own, offset, actions } of tree.informationStates)
      if (own === seat) met.set(policy.subarray(offset, offset + actions.length), offset);
    const best = bestResponse(tree, honest, seat).value;
    expect(best).toBeGreaterThan(0.08);
    expect(expectedReturns(tree, met)[seat]).toBeGreaterThan(best - 0.02);
  }
});

describe('the weights of a bot', () => {
  const small = { pairs: 4, gamesEach: 4, noise: 0.3, learningRate: 0.1 };
  const opponents = [{ agent: 'scripted:captain', share: 0.5, allSeats: 0.5 }];
  const snapshots = { share: 0.3, every: 1, poolSize: 2 };
  const config = (decisions: number, over: ConfigInput = {}) =>
    configOf(
      'fuzzy-knights',
      'scripted:marshal',
      { options: { maxDays: 10 }, ...over },
      {
        ...{ ...small, decisions, opponents, snapshots },
      },
    );
  let decisions: number;
  const bytes = (run: string) => readFileSync(RunDirectory.open(inFolder(run)).latest()!.file);

  beforeAll(async () => {
    // Even, so that one and a half times as many are whole.
    decisions = 2 * Math.ceil((await train(config(1), { runDir: inFolder('one') })).decisions / 2);
    await train(config(2.5 * decisions), { runDir: inFolder('whole') });
  });

  it('move, by name, and the policy plays', async () => {
    const knights = await loadGame('fuzzy-knights');
    const { plan, shape, weights } = loadPolicy(inFolder('whole'), knights);
    expect(plan).toMatchObject({ bot: 'scripted:marshal' });
    expect(shape.heads).toMatchObject([{ name: 'plan', width: plan!.parameters.length }]);
    expect(weights['plan.bias']!.some((x) => x !== 0)).toBe(true);
    const agent = await createAgent(`policy:${inFolder('whole')}`, { ...knights, options: { maxDays: 10 } });
    expect(agent.name).toBe(`policy:${inFolder('whole')}`);
  });

  it('are the same bytes after a pause, and with worker threads', async () => {
    await train(config(1.5 * decisions), { runDir: inFolder('paused') });
    await resume(inFolder('paused'), { changes: { 'evolution.decisions': 2.5 * decisions } });
    const state = (run: string) => loadPolicy(inFolder(run)).weights;
    await train(config(2.5 * decisions, { workers: 2 }), { runDir: inFolder('threads') });
    expect(state('paused')).toEqual(state('whole'));
    expect(state('threads')).toEqual(state('whole'));
    await train(config(2.5 * decisions), { runDir: inFolder('again') });
    expect(bytes('again').equals(bytes('whole'))).toBe(true);
  });
});

it('begins as the bot has them, and where nothing is changed nothing is learned', async () => {
  const phase = { pairs: 4, gamesEach: 4, decisions: 1, learningRate: 0 };
  await train(configOf('fuzzy-knights', 'scripted:marshal', {}, phase), { runDir: inFolder('still') });
  for (const tensor of Object.values(loadPolicy(inFolder('still')).weights))
    expect(tensor.every((x) => x === 0)).toBe(true);
});

describe('refused in one line', () => {
  const begin = (over: ConfigInput, agent = 'scripted:marshal', game = 'fuzzy-knights') =>
    train(configOf(game, agent, over, { decisions: 1 }), { runDir: inFolder('refused') });
  it.each<[string, () => Promise<unknown>, RegExp]>([
    ['a bot that is not there', () => begin({}, 'scripted:marshall'), /did you mean scripted:marshal\?/],
    ['a player without weights', () => begin({}, 'scripted:honest', 'kuhn'), /declares no weights/],
    ['a feature that is not there', () => begin({ features: ['moon'] }), /has no feature moon/],
    ['advice for a bot', () => begin({ advisor: 'scripted:marshal' }), /advisor: a bot .* set advisor to null/],
    [
      'gradients of a bot',
      () => train(parseConfig({ ...quiet, game: 'kuhn', agent: 'scripted:nash' }), { runDir: inFolder('refused') }),
      /ppo: the weights of scripted:nash can only be trained by evolution/,
    ],
    [
      'a network without layers',
      () => train(parseConfig({ ...quiet, game: 'kuhn', network: { trunk: [] } }), { runDir: inFolder('refused') }),
      /network\.trunk: a policy network needs a hidden layer/,
    ],
  ])('%s', async (_, attempt, message) => {
    await expect(attempt()).rejects.toThrow(message);
    await expect(attempt()).rejects.toThrow(UserError);
  });
});
