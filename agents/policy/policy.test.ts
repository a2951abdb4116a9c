import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeCheckpoint } from '../../checkpoints/format.js';
import { RunDirectory } from '../../checkpoints/run.js';
import { game } from '../../docs/examples/pig.js';
import { createRng } from '../../env/chance.js';
import type { Game } from '../../env/game.js';
import { TurnEnv } from '../../env/turn-env.js';
import { UserError } from '../../env/user-error.js';
import { scratch } from '../../test/scratch.js';
import { type Head, initialWeights, type NetworkShape } from '../network/network.js';
import { policyValue } from './actor-critic.js';
import {
  actorCritic,
  loadPolicy,
  networkFor,
  type Policy,
  packPolicy,
  policyFor,
  savePolicy,
  trainedPolicy,
} from './policy.js';
import { PolicyAgent } from './policy-agent.js';

const pig = { game: game as unknown as Game };
const folder = scratch('policy');

/** A policy with opinions: an untrained one is all but uniform. */
function somePolicy(seed: string): Policy {
  const shape = networkFor(game, [8]);
  const weights = initialWeights(shape, createRng(seed));
  weights['policy.kernel']!.forEach((_, i, kernel) => {
    kernel[i]! *= 200;
  });
  return policyFor(game, shape, weights);
}

/** The same game with something else about it. */
const changed = (fields: Partial<Game>): Game => Object.assign(Object.create(game as object), fields) as Game;

describe('a stored policy', () => {
  it('comes back as it was, from a file of its own and from a training checkpoint', () => {
    const policy = somePolicy('a');
    const alone = join(folder, 'alone.tgym');
    savePolicy(alone, policy);
    expect(loadPolicy(alone, pig)).toEqual(policy);
    const training = join(folder, 'training.tgym');
    writeCheckpoint(training, { policy: packPolicy(policy), decisions: 5, rng: { c: 1 } });
    expect(loadPolicy(training, pig)).toEqual(policy);
  });

  it('comes back with heads that nobody here knows of, and is refused with heads that cannot be', () => {
    const shape = networkFor(game, [8]);
    const wide: NetworkShape = { ...shape, heads: [...shape.heads, { name: 'left', width: 1, loss: 'squared-error' }] };
    const policy = policyFor(game, wide, initialWeights(wide, createRng(1)));
    const file = join(folder, 'heads.tgym');
    savePolicy(file, policy);
    expect(loadPolicy(file, pig)).toEqual(policy);
    const stored = packPolicy(policy);
    const { network } = stored;
    const [first, value] = shape.heads as [Head, Head];
    for (const [heads, message] of [
      [[...network.heads, value], /"value" cannot be the name of a head/],
      [[first], /a policy has a masked head policy/],
      [[{ ...first, masked: false }, value], /a policy has a masked head policy/],
      [Array.from({ length: 17 }, (_, i) => ({ ...value, name: `v${i}` })), /heads/],
      [[first, { ...value, width: 2_000_000 }], /width/],
      [[first, { ...value, colour: 'red' }], /colour/],
    ] as const) {
      writeCheckpoint(file, { policy: { ...stored, network: { ...network, heads } } });
      expect(() => loadPolicy(file, pig)).toThrow(message);
    }
  });

  it('carries all options it was trained with, and is refused others unless they are allowed', () => {
    const file = join(folder, 'three.tgym');
    const shape = networkFor(game, [8]);
    savePolicy(file, policyFor(game, shape, initialWeights(shape, createRng(1)), { options: { players: 3 } }));
    expect(loadPolicy(file, pig).options).toEqual(game.options.parse({ players: 3 }));
    expect(trainedPolicy(file)).toEqual({
      game: { id: 'pig', version: '1' },
      options: game.options.parse({ players: 3 }),
    });
    loadPolicy(file, pig, { options: { players: 3, askForced: true } });
    loadPolicy(file, pig, { options: { players: 2 }, otherOptions: true });
    loadPolicy(file, pig, { options: { players: 2 }, otherOptions: ['players'] });
    for (const otherOptions of [undefined, false, ['target']])
      expect(() => loadPolicy(file, pig, { options: { players: 2 }, otherOptions })).toThrow(
        /three\.tgym was trained with players=3, not with players=2: play its own options, or allow others/,
      );
  });

  it('is refused where its options are none of the game', () => {
    const file = join(folder, 'odd.tgym');
    const { options, ...stored } = packPolicy(somePolicy('a'));
    writeCheckpoint(file, { policy: { ...stored, options: { ...options, wings: 2 } } });
    expect(() => loadPolicy(file, pig)).toThrow(/odd\.tgym was trained with options that pig does not have here/);
    writeCheckpoint(file, { policy: stored });
    expect(() => loadPolicy(file, pig)).toThrow(/not of the expected kind or version at policy\.options/);
  });

  it('is the best of a run, else the latest', () => {
    const path = join(folder, 'run');
    const run = RunDirectory.create(path, {});
    expect(() => loadPolicy(path, pig)).toThrow('no checkpoint yet');
    run.save(100, { policy: packPolicy(somePolicy('first')) });
    run.save(200, { policy: packPolicy(somePolicy('second')) });
    expect(loadPolicy(path, pig)).toEqual(somePolicy('second'));
    run.markBest(100);
    expect(loadPolicy(path, pig)).toEqual(somePolicy('first'));
  });

  it.each([
    ['another game', { id: 'chess' }, /plays pig, not chess/],
    ['another version', { version: '99' }, /version .* this is 99; train it again/],
    ['fewer actions', { actions: 2 }, /has 3 actions, pig has 2/],
    [
      'more to see',
      { observation: [...game.observation, { name: 'more', shape: [2], about: '' }] },
      /another observation of pig: there is a piece more now/,
    ],
    [
      'the same size in other pieces',
      { observation: game.observation.map((piece) => ({ ...piece, name: `${piece.name}x` })) },
      /another observation of pig: piece 1 is /,
    ],
  ] as const)('says what differs: %s', (_, fields, message) => {
    const file = join(folder, 'policy.tgym');
    savePolicy(file, somePolicy('a'));
    const load = () => loadPolicy(file, { game: changed(fields as Partial<Game>) });
    expect(load).toThrow(UserError);
    expect(load).toThrow(message);
    expect(load).toThrow(file);
  });

  it('is refused when its tensors do not fit, or when it is none', () => {
    const file = join(folder, 'bad.tgym');
    const stored = packPolicy(somePolicy('a'));
    const attempt = (value: unknown) => {
      writeCheckpoint(file, value);
      return () => loadPolicy(file, pig);
    };
    const { 'value.bias': bias, ...others } = stored.weights;
    expect(attempt({ policy: { ...stored, weights: others } })).toThrow(/bad.tgym: tensor value.bias is missing/);
    expect(attempt({ policy: { ...stored, weights: { ...stored.weights, more: bias } } })).toThrow(/tensor more/);
    expect(attempt({ policy: { ...stored, network: { ...stored.network, trunk: [9] } } })).toThrow(UserError);
    expect(attempt({ policy: { ...stored, network: { ...stored.network, trunk: [-1] } } })).toThrow(UserError);
    expect(attempt({ decisions: 5 })).toThrow(UserError);
    expect(() => loadPolicy(join(folder, 'none.tgym'), pig)).toThrow(UserError);
    writeFileSync(join(folder, 'text'), 'hello');
    expect(() => loadPolicy(join(folder, 'text'), pig)).toThrow(/not a tabletop-gym checkpoint/);
    mkdirSync(join(folder, 'empty'));
    expect(() => loadPolicy(join(folder, 'empty'), pig)).toThrow(/no run at/);
  });
});

const player = (seed: string) => actorCritic(game, somePolicy(seed));

describe('PolicyAgent', () => {
  /** The actions of one game among two such agents. */
  function actions(agent: PolicyAgent, seed: string): number[] {
    const env = new TurnEnv(game);
    env.start({ seed: 'game' });
    agent.reset(seed);
    const taken: number[] = [];
    while (!env.over) {
      const action = agent.act(env.view());
      expect(env.mask[action]).toBe(1);
      taken.push(action);
      env.play(action);
    }
    return taken;
  }

  it('plays whole games, the same ones for the same seed', () => {
    const agent = new PolicyAgent(player('a'));
    expect(agent.name).toBe('policy');
    expect(actions(agent, 'x')).toEqual(actions(new PolicyAgent(player('a')), 'x'));
    expect(actions(agent, 'x')).not.toEqual(actions(agent, 'y'));
  });

  it('draws from the probabilities it states; argmax and temperature change them', () => {
    const env = new TurnEnv(game);
    env.start({ seed: 'game' });
    env.play(1);
    const policy = player('a');
    const stated = (play: ConstructorParameters<typeof PolicyAgent>[1]) => {
      const out = new Float32Array(game.actions).fill(9);
      new PolicyAgent(policy, play).probabilities(env.view(), out);
      return out;
    };
    const plain = stated({});
    expect(plain.reduce((a, b) => a + b)).toBeCloseTo(1, 5);
    plain.forEach((p, a) => {
      expect(p > 0).toBe(env.mask[a] === 1);
    });
    const agent = new PolicyAgent(policy);
    agent.reset('draws');
    const counts = new Float32Array(game.actions);
    for (let i = 0; i < 4000; i++) counts[agent.act(env.view())]! += 1 / 4000;
    plain.forEach((p, a) => {
      expect(Math.abs(counts[a]! - p)).toBeLessThan(0.03);
    });

    const best = plain.indexOf(Math.max(...plain));
    expect([...stated({ argmax: true })]).toEqual([...plain].map((_, a) => (a === best ? 1 : 0)));
    expect(new PolicyAgent(policy, { argmax: true }).act(env.view())).toBe(best);
    expect(stated({ temperature: 0.3 })[best]).toBeGreaterThan(plain[best]! + 0.01);
    expect(stated({ temperature: 3 })[best]).toBeLessThan(plain[best]! - 0.01);
  });

  it('gives its values by seat, from the view of the seat to act', () => {
    const env = new TurnEnv(game, { options: { players: 3 } });
    env.start({ seed: 'game' });
    const policy = player('a');
    const agent = new PolicyAgent(policy);
    const value = policyValue(player('a'));
    const out = new Float64Array(3);
    for (let i = 0; i < 10 && !env.over; i++) {
      agent.act(env.view());
      value(env.state, out);
      for (let seat = 0; seat < 3; seat++) expect(out[(env.actor + seat) % 3]).toBe(policy.values[seat]);
      env.play(env.mask[0] ? 0 : 1);
    }
  });
});
