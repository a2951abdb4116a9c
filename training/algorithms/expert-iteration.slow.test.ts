import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadPolicy } from '../../agents/policy/policy.js';
import { createAgent } from '../../agents/spec/load.js';
import { RunDirectory } from '../../checkpoints/run.js';
import { UserError } from '../../env/user-error.js';
import { scratch } from '../../test/scratch.js';
import { type ConfigInput, parseConfig } from '../run/config.js';
import { mergeConfig } from '../run/merge-config.js';
import { resume } from '../run/resume.js';
import { train } from '../run/train.js';
import { decisive, game, kept, worth } from '../testing/solved-tic-tac-toe.js';

const folder = scratch('expert-iteration');
const inFolder = (name: string) => path.join(folder, name);

/** A run whose phase is one of expert iteration with these settings. */
const configOf = (game: string, phase: object, over: ConfigInput = {}) =>
  parseConfig(
    mergeConfig(
      {
        game,
        workers: 0,
        network: { trunk: [64], actions: 0 },
        evaluation: { every: 0, reportBlocks: 0 },
        checkpointEvery: 1000,
      },
      { ...over, phases: [{ algorithm: 'expert-iteration', ...phase }] },
    ),
  );

/** What foreseeing the winner cost in each update of a run, in nats. */
function lossesOf(run: string): number[] {
  const lines = readFileSync(path.join(inFolder(run), 'metrics.jsonl'), 'utf8')
    .trim()
    .split('\n');
  return lines.flatMap((line) => JSON.parse(line).winner_loss ?? []);
}

describe('tic-tac-toe', () => {
  /** Share of the positions that matter in which the policy, without search, keeps what they are worth. */
  async function share(phase: object, name: string, over?: ConfigInput): Promise<number> {
    await train(configOf('tic-tac-toe', phase, over), { runDir: inFolder(name) });
    return kept(await createAgent(`policy:${inFolder(name)}?argmax`, { game }));
  }
  const learning = {
    ...{ shards: 2, games: 32, simulations: 48, fastSimulations: 12, learned: 0.5, opening: 6 },
    ...{ learningRate: { from: 3e-3, to: 3e-4 }, minibatch: 64 },
  };

  it('is solved: whoever plays best draws', () => {
    expect(worth).toBe(0);
    expect(decisive.length).toBeGreaterThan(2000);
  });

  it('is played well without search after searches have taught it', async () => {
    const foresees = { network: { trunk: [64], auxiliary: ['winner'] } };
    expect(await share({ ...learning, decisions: 15_000 }, 'learned', foresees)).toBeGreaterThan(0.8);
    // Who knows nothing of the winner says ln 2.
    expect(lossesOf('learned').at(-1)).toBeLessThan(0.9 * Math.LN2);
  });

  it('is not, where games begin with nobody erring', async () => {
    expect(await share({ ...learning, opening: 0, decisions: 5000 }, 'narrow')).toBeLessThan(0.6);
  });

  it('is not, where nothing is learned of what was searched', async () => {
    expect(await share({ ...learning, decisions: 1000, learningRate: 0 }, 'unlearned')).toBeLessThan(0.6);
  });
});

describe.each(['connect-four', 'kuhn', 'docs/examples/pig.ts'])('a run of %s', (game) => {
  const small = {
    shards: 3,
    games: 2,
    simulations: 8,
    fastSimulations: 4,
    learned: 0.5,
    window: 2,
    learningRate: 1e-3,
  };
  const name = path.basename(game);
  const config = (decisions: number, over: ConfigInput = {}) => configOf(game, { ...small, decisions }, over);
  const weights = (run: string) => loadPolicy(inFolder(`${name} ${run}`)).weights;
  const bytes = (run: string) => readFileSync(RunDirectory.open(inFolder(`${name} ${run}`)).latest()!.file);
  let decisions: number;

  beforeAll(async () => {
    decisions = 2 * (await train(config(1), { runDir: inFolder(`${name} one`) })).decisions;
    await train(config(3.5 * decisions), { runDir: inFolder(`${name} whole`) });
  });

  it('ends with the same weights after a pause, with worker threads, and again', async () => {
    await train(config(1.5 * decisions), { runDir: inFolder(`${name} paused`) });
    await resume(inFolder(`${name} paused`), { changes: { 'expert-iteration.decisions': 3.5 * decisions } });
    await train(config(3.5 * decisions, { workers: 2 }), { runDir: inFolder(`${name} threads`) });
    await train(config(3.5 * decisions), { runDir: inFolder(`${name} again`) });
    expect(weights('paused')).toEqual(weights('whole'));
    expect(weights('threads')).toEqual(weights('whole'));
    expect(bytes('again').equals(bytes('whole'))).toBe(true);
  });

  it('learns to foresee how games end beside it, and goes on exactly', async () => {
    const auxiliary = game === 'connect-four' ? ['winner', 'discs'] : ['winner', 'places'];
    const foresees = (of: number) => config(of, { network: { trunk: [64], auxiliary } });
    await train(foresees(3.5 * decisions), { runDir: inFolder(`${name} foresees`) });
    await train(foresees(1.5 * decisions), { runDir: inFolder(`${name} foresees paused`) });
    await resume(inFolder(`${name} foresees paused`), { changes: { 'expert-iteration.decisions': 3.5 * decisions } });
    expect(weights('foresees paused')).toEqual(weights('foresees'));
    expect(lossesOf(`${name} foresees`).length).toBeGreaterThan(2);
  });
});

it('refuses a discount, and fast searches that are not', async () => {
  const begin = (phase: object, over: ConfigInput = {}) =>
    train(configOf('kuhn', phase, over), { runDir: inFolder('refused') });
  await expect(begin({}, { gamma: 0.9 })).rejects.toThrow(/^gamma: .*set gamma to 1/);
  await expect(begin({ fastSimulations: 100 })).rejects.toThrow(/fastSimulations: .*set it to at most that/);
  await expect(begin({ fastSimulations: 100 })).rejects.toThrow(UserError);
});
