import { describe, expect, it } from 'vitest';
import { bots, game } from '../docs/examples/pig.js';
import type { Agent } from '../env/agent.js';
import { createRng, type Rng } from '../env/chance.js';
import { TurnEnv } from '../env/turn-env.js';
import { UserError } from '../env/user-error.js';
import { firstShares, placesByScore, playMatch } from './match.js';
import { rotations } from './table.js';

function chooser(): Agent {
  let rng: Rng = createRng(0);
  return {
    name: 'chooser',
    reset: (seed) => {
      rng = createRng(seed);
    },
    act: (view) => {
      let skip = rng.int(view.legal);
      return view.mask.findIndex((legal) => legal === 1 && skip-- === 0);
    },
  };
}

const env = (players: number) => new TurnEnv(game, { options: { players } });

describe('playMatch', () => {
  it('plays to the end and says how it went', () => {
    const agents = [bots.bold!(), bots.cautious!(), chooser()];
    const result = playMatch(env(3), agents, 'a', true);
    expect(result.agents).toEqual(['bold', 'cautious', 'chooser']);
    expect(result.places).toHaveLength(3);
    expect(result.places).toContain(0);
    expect(result.ending).toBe(result.truncated ? 'round cap' : 'target');
    expect(result.decisions).toBeGreaterThan(5);
    expect(result.rounds).toBeGreaterThan(0);
    expect(result.returns.reduce((a, b) => a + b)).toBeCloseTo(0, 12);
    expect(result.prompts!.reduce((sum, [, decisions]) => sum + decisions, 0)).toBe(result.decisions);
    for (const [, decisions, options] of result.prompts!) expect(options).toBeGreaterThanOrEqual(2 * decisions);
  });

  it('is the same for the same seed, and another for another', () => {
    const play = (seed: string) => playMatch(env(2), [chooser(), chooser()], seed);
    expect(play('x')).toEqual(play('x'));
    const distinct = new Set(Array.from({ length: 10 }, (_, i) => JSON.stringify(play(String(i)))));
    expect(distinct.size).toBeGreaterThan(5);
  });

  it('keeps the luck of a seat when equal agents change places', () => {
    const one = playMatch(env(2), [chooser(), chooser()], 'pair');
    const agents = [chooser(), chooser()].reverse();
    expect(playMatch(env(2), agents, 'pair')).toEqual(one);
  });

  it('turns whatever an agent throws into one line', () => {
    const broken: Agent = { name: 'file:x.mjs', reset() {}, act: () => JSON.parse('{') as number };
    const call = () => playMatch(env(2), [broken, broken], 1);
    expect(call).toThrow(UserError);
    expect(call).toThrow(/^agent file:x\.mjs failed in \S+ \(seat \d, decision 0, seed 1\/deal\): [^\n]*$/);
  });

  it('refuses illegal actions by name, and a wrong number of agents', () => {
    const illegal: Agent = { name: 'cheat', reset() {}, act: () => 99 };
    expect(() => playMatch(env(2), [illegal, illegal], 1)).toThrow(/agent cheat failed .*action 99 is not legal/);
    expect(() => playMatch(env(2), [chooser()], 1)).toThrow('2 seats');
  });
});

describe('places and shares', () => {
  it('ranks scores with shared places', () => {
    expect(placesByScore([3, 5, 3, 1])).toEqual([1, 0, 1, 3]);
    expect(firstShares([0, 0, 2])).toEqual([0.5, 0.5, 0]);
    expect(firstShares([1])).toEqual([0]);
  });

  it('rotations seat each agent once in each seat', () => {
    const block = rotations([0, 1, 2, 3]);
    for (let seat = 0; seat < 4; seat++) expect(new Set(block.map((game) => game[seat])).size).toBe(4);
    for (const game of block) expect([...game].sort()).toEqual([0, 1, 2, 3]);
  });
});
