/** What afterstate learning learns where the truth is known, and does not where nothing can be learned. */
import { describe, expect, it } from 'vitest';
import { AfterstateAgent } from '../../agents/afterstates/afterstate-agent.js';
import { ValueNetwork } from '../../agents/afterstates/value-network.js';
import { chooseEngine } from '../../agents/network/engines/engines.js';
import { initialWeights, VALUE, type Weights } from '../../agents/network/network.js';
import { valueNetworkFor } from '../../agents/policy/value-shape.js';
import { RandomAgent } from '../../agents/random.js';
import { createRng, shuffle } from '../../env/chance.js';
import { gameObserver } from '../../env/observer.js';
import { AfterstateSelfPlay } from '../collect/afterstate-play.js';
import { createLearner } from '../learn/create-learner.js';
import { parseConfig } from '../run/config.js';
import { prepare } from '../run/prepare.js';
import { game, kept } from '../testing/solved-tic-tac-toe.js';

const shape = valueNetworkFor(game, [96, 32]);
const setup = {
  ...{ observer: gameObserver(game), samples: 1, beam: 0 },
  outcomes: { winWeight: 0, capped: 'half', lead: null } as const,
};

interface Learning {
  updates: number;
  /** What came of games is given to other positions. */
  blind?: boolean;
  seed?: string;
}

/** Trains a network, and tells how well it plays. */
async function learned({ updates, blind = false, seed = 'tic-tac-toe' }: Learning): Promise<number> {
  const rng = createRng(seed);
  const learner = await createLearner(chooseEngine('auto'), shape, initialWeights(shape, rng));
  const network = (weights: Weights) => new ValueNetwork(shape, weights);
  for (let update = 0; update < updates; update++) {
    const play = new AfterstateSelfPlay({
      ...{ ...setup, game, variants: [game.options.parse({})], stopped: () => false },
      snapshot: () => new Float32Array(0),
      makeAgent: () => new RandomAgent(),
      network: network(learner.weights()),
    });
    const mix = { bots: [], snapshots: 0, pool: [], teacher: 0 };
    const order = {
      samples: 2,
      rows: 1000,
      beam: 0,
      lambda: 0.7,
      gamma: 1,
      temperature: 1,
      spread: 0,
      mix,
      slots: [],
      shards: [`update ${update}`],
    };
    const { start, index, value, targets } = play.play(order).shards[0]!;
    const rows = start.length - 1;
    const observation = new Float32Array(rows * shape.inputs);
    for (let row = 0; row < rows; row++)
      for (let k = start[row]!; k < start[row + 1]!; k++) observation[row * shape.inputs + index[k]!] = value[k]!;
    const mixed = Int32Array.from({ length: rows }, (_, row) => row);
    if (blind) shuffle(mixed, rng);
    const taught = targets.map((_, i) => targets[2 * mixed[i >> 1]! + (i & 1)]!);
    const nothing = { mask: new Uint8Array(0), action: new Int32Array(0) };
    learner.take({ rows, observation, ...nothing, targets: { [VALUE]: taught } });
    const all = Int32Array.from({ length: rows }, (_, row) => row);
    shuffle(all, rng);
    const parts = Array.from({ length: Math.floor(rows / 128) }, (_, i) => all.subarray(128 * i, 128 * (i + 1)));
    const loss = { name: 'values', settings: { weights: {} } } as const;
    await learner.pass({ parts, loss, learningRate: 2e-3 * (1 - update / updates), gradientNorm: 1 });
    await learner.finish();
  }
  const agent = new AfterstateAgent({ ...setup, network: network(learner.weights()) });
  learner.dispose();
  return kept(agent);
}

describe('tic-tac-toe from nothing but its rules', () => {
  it('is played as it is solved, but for a few positions', async () => {
    expect(await learned({ updates: 150 })).toBeGreaterThan(0.95);
  });

  it('is not learned from what came of other games', async () => {
    const sums = { untrained: 0, blind: 0, trained: 0 };
    const seeds = ['tic-tac-toe', 'a', 'b', 'c'];
    for (const seed of seeds) {
      sums.untrained += (await learned({ updates: 0, seed })) / seeds.length;
      sums.blind += (await learned({ updates: 50, blind: true, seed })) / seeds.length;
      sums.trained += (await learned({ updates: 50, seed })) / seeds.length;
    }
    // Three quarters are right by chance, or because an action wins at once: that is seen without a network.
    expect(sums.blind).toBeLessThan(sums.untrained + 0.02);
    expect(sums.trained).toBeGreaterThan(sums.untrained + 0.1);
  });
});

it.each([
  ['islebound', 8],
  ['crown-of-ash', 8],
  ['doomspire', 0],
  ['fuzzy-knights', 0],
  ['connect-four', 0],
])('in %s an own turn is searched with %i positions at a step', async (id, beam) => {
  const { spec } = await prepare(parseConfig({ game: id, phases: [{ algorithm: 'afterstate', decisions: 1000 }] }));
  expect(spec.afterstates?.beam).toBe(beam);
});
