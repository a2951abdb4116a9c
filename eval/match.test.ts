import { describe, expect, it } from 'vitest';
import { bots, game } from '../docs/examples/pig.js';
import type { Agent } from '../env/agent.js';
import { createRng, type Rng } from '../env/chance.js';
import { firstShares, placesByScore } from '../env/returns.js';
import { TurnEnv } from '../env/turn-env.js';
import { UserError } from '../env/user-error.js';
import { type CrownState, game as crown } from '../games/crown-of-ash/game.js';
import { type FuzzyState, game as fuzzy } from '../games/fuzzy-knights/game.js';
import { seatAt } from '../games/fuzzy-knights/rules/order.js';
import { playMatch } from './match.js';
import { outcomeSchema } from './outcome.js';
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
    const result = playMatch(env(3), agents, 'a', { detail: true });
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

  it.each([
    [{}, true],
    [{ places: [0, 0] }, true],
    [{ places: [1], returns: [-1] }, true],
    [{ places: [] }, false],
    [{ places: [], returns: [] }, false],
    [{ places: [0, 2] }, false],
    [{ places: [1, 1] }, false],
    [{ returns: [1] }, false],
    [{ returns: [1e308, 0] }, false],
    [{ returns: [Number.NaN, 0] }, false],
    [{ order: [1, 0] }, true],
    [{ order: [-7, 99.5] }, false],
    [{ rounds: -1 }, false],
    [{ more: 1 }, false],
  ])('what is no game is refused: %j', (over, right) => {
    const outcome = { places: [1, 0], returns: [-1, 1], ending: 'x', rounds: 2, decisions: 5, truncated: false };
    expect(outcomeSchema.safeParse({ ...outcome, ...over }).success).toBe(right);
  });

  it('asks an agent whatever other methods it has', () => {
    const own = Object.assign(chooser(), { decide: () => -1, batch: 2 });
    expect(playMatch(env(2), [own, chooser()], 'x')).toEqual(playMatch(env(2), [chooser(), chooser()], 'x'));
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

  it('says in which order the seats had their first turns', () => {
    const starters = new Set<number>();
    for (let i = 0; i < 12; i++) {
      const three = env(3);
      const { order } = playMatch(three, [chooser(), chooser(), chooser()], String(i), { detail: true });
      three.start({ seed: `${i}/deal` });
      const starter = three.state.actor;
      starters.add(starter);
      expect(order).toEqual([starter, (starter + 1) % 3, (starter + 2) % 3]);
    }
    expect(starters.size).toBe(3);
    expect(playMatch(env(3), [chooser(), chooser(), chooser()], 'a')).not.toHaveProperty('order');
  });

  it('reads it from the decisions that begin a turn, where others come before', () => {
    const options = { players: 3, ai: 'easy' as const };
    let other = 0;
    for (let i = 0; i < 6; i++) {
      const table = new TurnEnv(crown, { options });
      const { order } = playMatch(table, [chooser(), chooser(), chooser()], String(i), { detail: true });
      table.start({ seed: `${i}/deal` });
      const again = chooser();
      again.reset('any');
      while (crown.prompts[table.state.prompt] !== 'TURN_ACTION') table.play(again.act(table.view()));
      // Of the position: the order of the first round, the AI last.
      const drawn = [...(table.state as CrownState).order.subarray(0, 3)];
      expect(order).toEqual(drawn);
      if (drawn.join() !== '0,1,2') other++;
    }
    expect(other).toBeGreaterThan(0);
  });

  it('follows Fuzzy Knights from its anchor on, counter-clockwise', () => {
    for (let i = 0; i < 4; i++) {
      const table = new TurnEnv(fuzzy, { options: { players: 4, maxDays: 1 } });
      const { order } = playMatch(table, [chooser(), chooser(), chooser(), chooser()], String(i), { detail: true });
      table.start({ seed: `${i}/deal` });
      expect(order).toEqual([0, 1, 2, 3].map((place) => seatAt(table.state as FuzzyState, place)));
    }
  });

  it('puts seats that never had a turn last, by number', () => {
    const none = new TurnEnv(game, { options: { players: 4, target: 10, rounds: 1 } });
    for (let i = 0; i < 20; i++) {
      const { order } = playMatch(none, [chooser(), chooser(), chooser(), chooser()], String(i), { detail: true });
      expect([...order!].sort()).toEqual([0, 1, 2, 3]);
    }
  });

  it('says whether a side that the rules play came out ahead', () => {
    const counts = { ahead: 0, behind: 0 };
    for (let i = 0; i < 8; i++) {
      const table = new TurnEnv(crown, { options: { players: 1, ai: 'easy' } });
      const { rivalAhead, places } = playMatch(table, [chooser()], String(i), { detail: true });
      expect(places[0]! > 0).toBe(rivalAhead);
      counts[rivalAhead ? 'ahead' : 'behind']++;
    }
    expect(counts.ahead).toBeGreaterThan(0);
    expect(playMatch(env(2), [chooser(), chooser()], 'a', { detail: true })).not.toHaveProperty('rivalAhead');
    const people = new TurnEnv(crown, { options: { players: 2 } });
    expect(playMatch(people, [chooser(), chooser()], 'a', { detail: true })).not.toHaveProperty('rivalAhead');
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
    const digits: Agent = {
      name: 'digits',
      reset() {},
      act: ({ mask }) => String(mask.indexOf(1)) as unknown as number,
    };
    expect(() => playMatch(env(2), [digits, digits], 1)).toThrow(/agent digits failed .*an action is a number/);
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
