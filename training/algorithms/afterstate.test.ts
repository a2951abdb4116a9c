import { describe, expect, it } from 'vitest';
import { loadPolicy } from '../../agents/policy/policy.js';
import { createAgent } from '../../agents/spec/load.js';
import { loadGame } from '../../env/load-game.js';
import { UserError } from '../../env/user-error.js';
import { pig } from '../../test/paths.js';
import { type ConfigInput, parseConfig } from '../run/config.js';
import { mergeConfig } from '../run/merge-config.js';
import { prepare } from '../run/prepare.js';
import { resume } from '../run/resume.js';
import { train } from '../run/train.js';
import { made, newRuns } from '../testing/small-runs.js';

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
