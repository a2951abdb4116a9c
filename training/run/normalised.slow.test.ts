/** Runs that normalise what the network reads, and the returns its critic is taught. */
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { INPUT_FACTOR, INPUT_MEAN } from '../../agents/network/network.js';
import { actorCritic, loadPolicy } from '../../agents/policy/policy.js';
import { PolicyAgent } from '../../agents/policy/policy-agent.js';
import { readCheckpoint, writeCheckpoint } from '../../checkpoints/format.js';
import { RunDirectory } from '../../checkpoints/run.js';
import { SeededChance } from '../../env/chance.js';
import { loadGame } from '../../env/load-game.js';
import { TurnEnv } from '../../env/turn-env.js';
import { playMatch } from '../../eval/match.js';
import { pig } from '../../test/paths.js';
import { presetConfig } from '../presets/index.js';
import { readTraining } from '../testing/read-training.js';
import { made, newRuns, everything as plain } from '../testing/small-runs.js';
import { branchConfig, readSource } from './branch.js';
import { type Config, type ConfigInput, parseConfig } from './config.js';
import { mergeConfig } from './merge-config.js';
import { presetGame } from './preset-game.js';
import { resume } from './resume.js';
import { trainingCheckpointSchema } from './state.js';
import { train } from './train.js';
import type { TrainProgress } from './watch.js';

const newRun = newRuns('tabletop-normalised');

const cartpole = (name: string) => fileURLToPath(new URL(`../testing/${name}-cartpole.ts`, import.meta.url));

const pole = presetGame(await loadGame('cartpole'));

/** The preset of CartPole, shorter. */
function poleConfig(name: string, over: ConfigInput): Config {
  const game = cartpole(name);
  const preset = presetConfig({ ...pole, source: game }, 'quickstart');
  const ppo = preset.phases[0]!;
  const short: ConfigInput = { game, phases: [{ ...ppo, decisions: 30_000 }] };
  return parseConfig(mergeConfig(mergeConfig(preset, short), over));
}

/** Mean return of the likeliest actions over 20 games. */
async function balanced(name: string, over: ConfigInput): Promise<{ mean: number; runDir: string }> {
  const runDir = newRun();
  await train(poleConfig(name, over), { runDir });
  const loaded = await loadGame(cartpole(name));
  const { game } = loaded;
  const env = new TurnEnv(game);
  const agent = new PolicyAgent(actorCritic(game, loadPolicy(runDir, loaded)), { argmax: true });
  let total = 0;
  for (let i = 0; i < 20; i++) total += playMatch(env, [agent], `judge/${i}`).returns[0]!;
  return { mean: total / 20, runDir };
}

describe('CartPole in units of its own', () => {
  it('is solved where the network normalises what it reads, and not without', async () => {
    const { mean, runDir } = await balanced('unscaled', { network: { normalise: ['all'] } });
    expect(mean).toBeGreaterThanOrEqual(475);
    expect((await balanced('unscaled', {})).mean).toBeLessThan(50);
    // What the policy is normalised by is what was seen: around the origins of the game's units.
    const { weights, shape } = loadPolicy(runDir);
    expect(shape.normalise!.pieces.map(({ name }) => name)).toEqual(['cart and pole', 'time']);
    const origins = [5000, 0, -2000, 0.003, 7];
    const close = [1000, 0.01, 200, 0.01, 1];
    for (const [i, origin] of origins.entries())
      expect(Math.abs(weights[INPUT_MEAN]![i]! - origin)).toBeLessThan(close[i]!);
    expect(Math.min(...weights[INPUT_FACTOR]!)).toBeGreaterThan(0);
  });

  it('is solved at a thousand a push where returns are scaled, and not without', async () => {
    // The usual weight of the value loss, which the preset's makes up for.
    const over = { phases: [{ algorithm: 'ppo', valueWeight: 0.5 }] } as ConfigInput;
    const { mean, runDir } = await balanced('rich', { ...over, normaliseReturns: true });
    expect(mean).toBeGreaterThanOrEqual(475_000);
    expect((await balanced('rich', over)).mean).toBeLessThan(50_000);
    // The critic tells what is to be expected in the game's own returns: about a hundred pushes at gamma 0.99.
    const loaded = await loadGame(cartpole('rich'));
    const { game } = loaded;
    const policy = actorCritic(game, loadPolicy(runDir, loaded));
    policy.look(game.newState(game.options.parse({}), new SeededChance('look', game.streams)));
    expect(policy.values[0]).toBeGreaterThan(50_000);
    expect(policy.values[0]).toBeLessThan(150_000);
  });
});

const everything: ConfigInput = {
  ...plain,
  network: { trunk: [8], normalise: ['all'] },
  normaliseReturns: true,
  evaluation: { against: ['random'], every: 2, blocks: 2, reportBlocks: 0 },
  phases: [
    { algorithm: 'imitation', agent: 'scripted:bold', decisions: 700 },
    {
      algorithm: 'ppo',
      decisions: 1600,
      minibatch: 100,
      opponents: [{ agent: 'random', share: 0.2 }],
      snapshots: { share: 0.3, every: 1, poolSize: 3 },
    },
  ],
};

describe('a run that normalises', () => {
  it.each([0, 2])('makes the same bytes whether it was stopped or not, with %s threads', async (workers) => {
    const config = parseConfig({ ...everything, workers, learnerThreads: Math.max(1, workers) });
    const [whole, stopped] = [newRun(), newRun()];
    await train(config, { runDir: whole });
    for (const [phase, update] of [
      ['imitation', 1],
      ['ppo', 3],
    ] as const) {
      const controller = new AbortController();
      const onUpdate = (at: TrainProgress) => {
        if (at.phase === phase && at.update === update) controller.abort();
      };
      const how = { callbacks: { onUpdate }, signal: controller.signal };
      const result = await (phase === 'imitation' ? train(config, { runDir: stopped, ...how }) : resume(stopped, how));
      expect(result.finished).toBe(false);
    }
    await resume(stopped);
    expect(made(stopped)).toEqual(made(whole));
  });

  it('is one with the same statistics in the main thread and in one other', async () => {
    const [none, one] = [newRun(), newRun()];
    await train(parseConfig({ ...everything, workers: 0 }), { runDir: none });
    await train(parseConfig({ ...everything, workers: 1 }), { runDir: one });
    const [a, b] = [none, one].map((runDir) => loadPolicy(runDir).weights);
    expect(a).toEqual(b);
  });

  it('keeps with each snapshot what it was normalised by', async () => {
    const runDir = newRun();
    await train(parseConfig(everything), { runDir });
    const latest = RunDirectory.open(runDir).latest()!.file;
    const { shape } = loadPolicy(runDir);
    const { memory, inputs } = readTraining(latest, shape);
    const { snapshots } = memory as { snapshots: Float32Array[] };
    const means = snapshots.map((flat) => flat.slice(-2 * shape.inputs, -shape.inputs).join());
    expect(new Set(means).size).toBe(3);
    // Random play before the first rollout, then every row that was learned from.
    expect(inputs!.count).toBeGreaterThan(384 * 6);
  });

  it('is where a new run begins that has its weights', async () => {
    const [source, runDir] = [newRun(), newRun()];
    await train(parseConfig(everything), { runDir: source });
    const config = branchConfig(readSource(source), presetGame(await loadGame(pig)));
    expect(config.network).toMatchObject({ normalise: loadPolicy(source).shape.normalise!.pieces.map((p) => p.name) });
    expect(config.normaliseReturns).toBe(true);
    await train(config, { runDir, from: source });
    const first = RunDirectory.open(runDir).checkpoints()[0]!;
    const { shape, weights } = loadPolicy(source);
    const begun = loadPolicy(first.file).weights;
    if (first.decisions === 0) expect(begun).toEqual(weights);
    expect(readTraining(RunDirectory.open(runDir).latest()!.file, shape).inputs!.count).toBeGreaterThan(100_000);
    const other = { ...config, network: { ...config.network, normalise: [] } };
    await expect(train(other, { runDir: newRun(), from: source })).rejects.toThrow(/has normalise .* leave network/);
  });

  it('is refused with statistics of something else, or a piece that is not there', async () => {
    const runDir = newRun();
    await train(parseConfig({ ...everything, phases: [{ algorithm: 'ppo', decisions: 400 }] }), { runDir });
    const { shape } = loadPolicy(runDir);
    const file = RunDirectory.open(runDir).latest()!.file;
    const edits: [(training: Record<string, unknown>) => void, RegExp][] = [
      [(training) => delete training.inputs, /statistics of its input are missing; continue from another/],
      [(training) => delete training.returns, /its returns are scaled by other settings/],
      [({ inputs }) => ((inputs as { count: number }).count = -1), /training.inputs.count/],
      [
        (training) => {
          training.inputs = (training.returns as { moments: unknown }).moments;
        },
        /have 1 and 1 numbers, wanted \d+/,
      ],
    ];
    for (const [edit, message] of edits) {
      const stored = readCheckpoint(file, trainingCheckpointSchema);
      edit(stored.training);
      const bad = `${newRun()}.tgym`;
      writeCheckpoint(bad, stored);
      expect(() => readTraining(bad, shape)).toThrow(message);
    }
    const odd = parseConfig({ ...everything, network: { normalise: ['hand'] } });
    await expect(train(odd, { runDir: newRun() })).rejects.toThrow(/network.normalise: pig observes no piece hand; it/);
  });
});

it('a first look is of random play, and follows from the seed', async () => {
  const { firstLook } = await import('../collect/first-look.js');
  const { game } = await loadGame('cartpole');
  const look = (seed: string) => firstLook({ game, seed }, 300).observation;
  expect(look('a')).toEqual(look('a'));
  expect(look('a')).not.toEqual(look('b'));
  // Many games, none of them long: the pole is never balanced for long.
  expect(Math.max(...look('a').filter((_, i) => i % 5 === 4))).toBeLessThan(0.2);
});
