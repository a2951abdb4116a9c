import { describe, expect, it } from 'vitest';
import { initialWeights } from '../../agents/network/network.js';
import { loadPolicy } from '../../agents/policy/policy.js';
import { valueNetworkFor } from '../../agents/policy/value-shape.js';
import { createAgent } from '../../agents/spec/load.js';
import { createRng } from '../../env/chance.js';
import { loadGame } from '../../env/load-game.js';
import { UserError } from '../../env/user-error.js';
import { pig } from '../../test/paths.js';
import type { AfterstateOrder } from '../collect/afterstate-play.js';
import { type ConfigInput, parseConfig } from '../run/config.js';
import { mergeConfig } from '../run/merge-config.js';
import { prepare } from '../run/prepare.js';
import { resume } from '../run/resume.js';
import { train } from '../run/train.js';
import { made, newRuns } from '../testing/small-runs.js';
import { AfterstateAlgorithm, type AfterstateCollector, type AfterstateTools, afterstate } from './afterstate.js';
import type { Moment } from './algorithm.js';

const newRun = newRuns('afterstate');

/** Others at some tables. */
const crowd = {
  opponents: [{ agent: 'random', share: 0.1, allSeats: 0.1 }],
  snapshots: { share: 0.2, every: 2, poolSize: 2 },
};

const configOf = (over: ConfigInput = {}, phase: object = {}) =>
  parseConfig(
    mergeConfig(
      {
        game: pig,
        options: { players: 3, rounds: 4 },
        workers: 0,
        learnerThreads: 1,
        decisionsPerUpdate: 300,
        network: { trunk: [16], auxiliary: ['winner'] },
        evaluation: { against: ['random', 'scripted:bold'], temperature: 0, every: 3, blocks: 2, reportBlocks: 2 },
        checkpointEvery: 2,
      },
      { ...over, phases: [{ algorithm: 'afterstate', decisions: 2400, shards: 3, beam: 2, ...crowd, ...phase }] },
    ),
  );

describe('a run of afterstate learning', () => {
  it('goes on from a run of its own, and says of another what they do not share', async () => {
    const [values, choices] = [newRun(), newRun()];
    const few = { decisions: 300 };
    await train(configOf({}, few), { runDir: values });
    const ppo = (over: ConfigInput = {}) =>
      parseConfig(
        mergeConfig({ ...configOf({}, few), network: { trunk: [16] }, ...over } as ConfigInput, {
          phases: [{ algorithm: 'ppo', ...few }],
        }),
      );
    await train(ppo(), { runDir: choices });
    await train(configOf({}, few), { runDir: newRun(), from: values });
    await expect(train(ppo(), { runDir: newRun(), from: values })).rejects.toThrow(
      /this policy judges positions and has no probabilities of actions, which ppo trains; go on with --algorithm afterstate/,
    );
    await expect(train(configOf({}, few), { runDir: newRun(), from: choices })).rejects.toThrow(
      /this policy has probabilities of actions, and afterstate learns values of positions/,
    );
  });

  it('draws a number of players for each game, of those that it is given', async () => {
    const run = newRun();
    const { reports } = await train(configOf({ options: { players: [2, 3], rounds: 4 } }, { opponents: [] }), {
      runDir: run,
    });
    expect(Object.keys(reports.end!.against)).toEqual([
      ...['random, 2 players', 'random, 3 players'],
      ...['scripted:bold, 2 players', 'scripted:bold, 3 players'],
    ]);
    const again = newRun();
    await train(configOf({ workers: 2, options: { players: [2, 3], rounds: 4 } }, { opponents: [] }), {
      runDir: again,
    });
    const { game } = await loadGame(pig);
    for (const players of [2, 3]) loadPolicy(run, { game }, { options: { players, rounds: 4 } });
    const [alone, threaded] = [run, again].map((dir) => loadPolicy(dir, { game }).weights);
    expect(threaded).toEqual(alone);
  });

  it('goes on after it was stopped as if it had not been, in threads too', async () => {
    const [whole, stopped, threaded] = [newRun(), newRun(), newRun()];
    await train(configOf(), { runDir: whole });
    const wanted = made(whole);
    const controller = new AbortController();
    let updates = 0;
    const onUpdate = () => {
      if (++updates === 4) controller.abort();
    };
    const first = await train(configOf(), { runDir: stopped, callbacks: { onUpdate }, signal: controller.signal });
    expect(first.finished).toBe(false);
    expect((await resume(stopped)).finished).toBe(true);
    expect(made(stopped)).toEqual(wanted);
    // Which thread plays a shard changes nothing.
    await train(configOf({ workers: 2, games: 8 }), { runDir: threaded });
    const policies = [whole, threaded].map((run) => loadPolicy(run).weights);
    expect(policies[1]).toEqual(policies[0]);
  });

  it('makes a policy that plays, and knows how it was trained', async () => {
    const run = newRun();
    await train(configOf({}, { playSamples: 3, lead: 0.2 }), { runDir: run });
    const policy = loadPolicy(run);
    expect(policy.afterstates).toMatchObject({ samples: 3, beam: 2, outcomes: { lead: { weight: 0.2 } } });
    expect(policy.shape.heads.map(({ name }) => name)).toEqual(['value', 'winner']);
    const { spec } = await prepare(configOf({}, { playSamples: 3, lead: 0.2 }));
    expect(policy.afterstates).toEqual(spec.afterstates);
    const pack = await loadGame(pig);
    const agent = await createAgent(`policy:${run}`, { ...pack, options: { players: 3, rounds: 4 } });
    expect(agent.actionValues).toBeDefined();
  });
});

it.each([
  [undefined, 40, 0.8],
  [undefined, 500, 0.98],
  [0.5, 500, 0.5],
])(
  'with lambda %s and %i decisions of a seat in a game, later orders say %f, and search where games are short',
  async (lambda, decisions, later) => {
    const { game } = await loadGame('tic-tac-toe');
    const shape = valueNetworkFor(game, [4], 'relu', []);
    const orders: AfterstateOrder[] = [];
    const nothing = { start: Int32Array.of(0), index: new Int32Array(0), value: new Float32Array(0) };
    const untaught = { targets: new Float32Array(0), expected: new Float32Array(0), foreseen: {} };
    const sums = {
      games: 1,
      decisions: 2 * decisions,
      seats: 2,
      judged: 0,
      truncated: 0,
      compared: 0,
      spread: 0,
      first: 0,
    };
    const afterstates = { samples: 1, beam: 0, outcomes: { winWeight: 0, capped: 'half', lead: null } } as const;
    const spec = { decisionsPerUpdate: 1000, seed: '1', afterstates, laterBeam: { beam: 8, decisions: 50 } };
    const collector: AfterstateCollector = {
      ...{ shape, ahead: false, spec },
      afterstates: async (_, order) => {
        orders.push(order);
        return [{ shard: 0, ...nothing, ...untaught, ...sums }];
      },
      snapshot: () => new Float32Array(0),
      setSnapshot: () => {},
    };
    const weights = initialWeights(shape, createRng(1));
    const algorithm = new AfterstateAlgorithm(afterstate.settings.parse({ lambda, shards: 1 }), {
      ...{ game, collector, rng: createRng(1), firstAgent: 0 },
      learner: { weights: () => weights } as unknown as AfterstateTools['learner'],
    });
    const at: Moment = { update: 0, updates: 0, progress: () => 0 };
    await algorithm.collect(at);
    expect((await algorithm.collect({ ...at, update: 1, updates: 1 })).metrics.lambda).toBeCloseTo(later);
    expect(orders[1]!.lambda).toBeCloseTo(later);
    expect(orders.map(({ beam }) => beam)).toEqual([0, decisions < 50 ? 8 : 0]);
    // Once begun it goes on, also in a run that is resumed.
    expect(algorithm.state().laterBeam).toBe(decisions < 50 ? 8 : null);
  },
);

it('tells how far off values are, by their height', async () => {
  const { game } = await loadGame('tic-tac-toe');
  const shape = valueNetworkFor(game, [4], 'relu', []);
  const ROWS = 200;
  const nothing = {
    start: new Int32Array(ROWS + 1),
    index: new Int32Array(0),
    value: new Float32Array(0),
    foreseen: {},
  };
  const sums = { games: 1, decisions: ROWS, seats: 2, judged: 0, truncated: 0, compared: 0, spread: 0, first: 0 };
  /** What is said of values in -1..1 after which `came` came. */
  const said = async (came: (value: number, row: number) => number) => {
    const expected = Float32Array.from({ length: ROWS }, (_, row) => ((row * 37) % ROWS) / (ROWS / 2) - 1);
    const targets = Float32Array.from({ length: 2 * ROWS }, (_, i) => came(expected[i >> 1]!, i >> 1));
    const afterstates = { samples: 1, beam: 0, outcomes: { winWeight: 0, capped: 'half', lead: null } } as const;
    const collector = {
      ...{ shape, ahead: false, spec: { decisionsPerUpdate: ROWS, seed: '1', afterstates, laterBeam: null } },
      ...{ snapshot: () => new Float32Array(0), setSnapshot: () => {} },
      afterstates: async () => [{ shard: 0, ...nothing, ...sums, expected, targets }],
    };
    const weights = initialWeights(shape, createRng(1));
    const algorithm = new AfterstateAlgorithm(afterstate.settings.parse({ shards: 1 }), {
      ...{ game, collector, rng: createRng(1), firstAgent: 0 },
      learner: { weights: () => weights } as unknown as AfterstateTools['learner'],
    });
    const { metrics } = await algorithm.collect({ update: 0, updates: 0, progress: () => 0 });
    return metrics.calibration_error;
  };
  expect(await said((value) => value)).toBe(0);
  expect(await said((value) => value / 2)).toBeCloseTo(0.25, 2);
  expect(await said((value) => value + 0.2)).toBeCloseTo(0.2, 5);
  // What luck makes of it cancels out.
  expect(await said((value, row) => value + (row % 2 === 0 ? 1 : -1))).toBeLessThan(0.15);
});

it('learns from positions that are mirrored by chance, where the game may be', async () => {
  const { game } = await loadGame('connect-four');
  const [mirrored] = game.symmetries!;
  const shape = valueNetworkFor(game, [4], 'relu', []);
  const place = mirrored!.observation.findIndex((to, from) => to !== from);
  const ROWS = 64;
  const shard = {
    ...{ shard: 0, games: 1, decisions: ROWS, seats: 2, judged: 0, truncated: 0, compared: 0, spread: 0, first: 0 },
    start: Int32Array.from({ length: ROWS + 1 }, (_, row) => row),
    index: new Int32Array(ROWS).fill(place),
    value: new Float32Array(ROWS).fill(0.5),
    targets: Float32Array.from({ length: 2 * ROWS }, (_, i) => (i % 2 === 0 ? 1 : -1) * (i >> 1)),
    expected: new Float32Array(ROWS),
    foreseen: {},
  };
  const taken: { observation: Float32Array; targets: Float32Array }[] = [];
  const learner = {
    take: ({ observation, targets }: { observation: Float32Array; targets: Record<string, Float32Array> }) =>
      taken.push({ observation: observation.slice(), targets: targets.value!.slice() }),
    pass: async () => ({ sums: {} }),
    finish: async () => {},
  };
  const algorithm = new AfterstateAlgorithm(afterstate.settings.parse({ epochs: 3 }), {
    ...{ game, collector: { shape } as AfterstateCollector, rng: createRng(1), firstAgent: 0 },
    learner: learner as unknown as AfterstateTools['learner'],
  });
  const judged = { shards: [shard], decisions: ROWS, games: 1, metrics: {} };
  await algorithm.learn(judged, { update: 0, updates: 0, progress: () => 0 });
  expect(taken).toHaveLength(3);
  const { inputs } = shape;
  const found = taken.flatMap(({ observation }) =>
    Array.from({ length: ROWS }, (_, row) => observation.subarray(row * inputs, (row + 1) * inputs).indexOf(0.5)),
  );
  const turned = found.filter((at) => at === mirrored!.observation[place]).length;
  expect(turned + found.filter((at) => at === place).length).toBe(3 * ROWS);
  expect(turned / found.length).toBeGreaterThan(0.35);
  expect(turned / found.length).toBeLessThan(0.65);
  // What is learned of a row stays with it.
  for (const { targets } of taken) {
    expect(targets.filter((_, i) => i % 2 === 0).sort()).toEqual(Float32Array.from({ length: ROWS }, (_, row) => row));
    for (let row = 0; row < ROWS; row++) expect(targets[2 * row]).toBe(-targets[2 * row + 1]! || 0);
  }
});

it.each<[string, ConfigInput, object, RegExp]>([
  ['another algorithm', {}, {}, /ppo: a policy of afterstates has no probabilities/],
  ['an advisor', { advisor: 'scripted:bold' }, {}, /advisor: .* set advisor to null/],
  ['a normalised input', { network: { normalise: ['all'] } }, {}, /network.normalise: .* leave it empty/],
  ['a lookahead', { evaluation: { lookahead: 16 } }, {}, /evaluation.lookahead: .* set it to 0/],
  ['a discount', { gamma: 0.9 }, {}, /gamma: .* set gamma to 1/],
])('refuses %s', async (what, over, phase, message) => {
  const config = configOf(over, phase);
  if (what === 'another algorithm')
    config.phases.push(...parseConfig({ game: pig, phases: [{ algorithm: 'ppo' }] }).phases);
  await expect(prepare(config)).rejects.toThrow(message);
  await expect(prepare(config)).rejects.toThrow(UserError);
});
