import { describe, expect, it } from 'vitest';
import { SeededChance } from '../../env/chance.js';
import { observationSize } from '../../env/game.js';
import { ENGAGE, SQUAD } from './actions.js';
import { type FuzzyState, game } from './game.js';
import { sight } from './observe.js';
import * as S from './state.js';
import { at, board, city, hero, item, moving, play } from './test/fixture.js';

/** A piece of what a seat sees, by name. */
function piece(s: FuzzyState, seat: number, name: string): number[] {
  const out = new Float32Array(sight.size);
  s.observe(seat, out, 0);
  let start = 0;
  for (const p of sight.pieces) {
    const size = p.shape.reduce((product, n) => product * n, 1);
    if (p.name === name) return [...out.subarray(start, start + size)].map((x) => Math.round(x * 1000) / 1000);
    start += size;
  }
  throw new Error(`no piece ${name}`);
}

function field() {
  const s = board({ players: 3 });
  city(s, 0, at(0, 0), { tier: 2, ramparts: 1, camp: true, mercs: 5, armory: [item(1, 4)] });
  city(s, 1, at(9, 9));
  city(s, 2, at(0, 9));
  hero(s, 1, at(4, 4), { mercs: 4, purse: 10, items: [item(0, 2), item(0, 1), item(2, 5)] });
  s.item[7] = 2;
  s.resource[8] = 1;
  s.monster[9] = 3;
  s.mine[55] = S.NEUTRAL_MINE;
  s.mine[56] = S.OWN_MINE + 2;
  s.derive();
  return s;
}

describe('observation', () => {
  it('has the declared size', () => {
    expect(sight.size).toBe(observationSize(game));
    expect(sight.size).toBe(3529);
  });

  it('shows tokens, mines and cities, seats in the order of play', () => {
    const s = field();
    const tokens = piece(s, 0, 'tokens');
    expect([tokens[7], tokens[108], tokens[209]]).toEqual([0.5, 0.25, 0.75]);
    // Seat 2 plays after seat 0, seat 1 after seat 2.
    const mines = piece(s, 0, 'mines');
    expect([mines[55], mines[200 + 56]]).toEqual([1, 1]);
    expect(piece(s, 2, 'mines')[100 + 56]).toBe(1);
    const owners = piece(s, 0, 'city owners');
    expect([owners[0], owners[100 + 90], owners[200 + 99]]).toEqual([1, 1, 1]);
    const cities = piece(s, 1, 'cities');
    expect([0, 1, 2, 3, 4].map((i) => cities[i * 100])).toEqual([0.5, 0.5, 1, 0, 0.5]);
    expect(piece(s, 0, 'armories')[100]).toBe(0.8);
  });

  it('shows heroes, seats and who is absent', () => {
    const s = field();
    s.treasury[0] = 12;
    expect(piece(s, 0, 'seats')).toEqual([0.6, 0, 0, 0.25, 0, 0, 0, 0, 0.25, 0.167, 0, 0, 0, 0.25, 0, 0, 1, 0, 0, 0]);
    expect(piece(s, 0, 'heroes').indexOf(1)).toBe(100 + 44);
    expect(piece(s, 1, 'heroes').indexOf(1)).toBe((2 * 1 + 1) * 100 + 44);
    expect(piece(s, 0, 'hero facts').slice(9, 18)).toEqual([1, 0, 0.4, 0.5, 0.4, 0, 1, 0.2, 0]);
  });

  it('shows what is at hand: reach, defence, power, prompt', () => {
    const s = field();
    hero(s, 2, at(6, 4), { mercs: 6 });
    moving(s, 1, 3);
    const reach = piece(s, 0, 'reach');
    expect([reach[44], reach[45], reach[at(4, 1)], reach[at(4, 0)], reach[at(6, 4)]]).toEqual([0, 0.05, 0.15, 0, 0.1]);
    expect(reach).toEqual(piece(s, 1, 'reach'));
    const defence = piece(s, 0, 'defence');
    expect([defence[0], defence[99], defence[at(6, 4)]]).toEqual([0.438, 0.375, 0.525]);
    // 13 + 6.5 + 10 + 4 * 3.5 of 40.
    expect(piece(s, 0, 'power')).toEqual([1.087]);
    expect(piece(s, 0, 'prompt').indexOf(1)).toBe(S.P.MOVE);
    expect(piece(s, 0, 'actor')).toEqual([1, 0, 0, 0]);
    expect(piece(s, 1, 'actor')).toEqual([0, 1, 0, 0]);
    expect(piece(s, 0, 'tile in question').indexOf(1)).toBe(44);
    expect(piece(s, 0, 'hero at hand')).toEqual([0, 1]);
  });

  it('shows battles, and no costs of an earlier prompt', () => {
    const s = field();
    s.monster[at(5, 4)] = 1;
    s.mercs[1] = 0;
    s.derive();
    moving(s, 1, 3);
    play(s, at(5, 4), 2, 3, 4);
    expect(piece(s, 0, 'attackers')).toEqual([0, 0, 0, 1]);
    expect(piece(s, 0, 'defenders')).toEqual([0.4, 0.3, 0, 0, 0]);
    expect(piece(s, 0, 'foe')).toEqual([0, 1, 0, 0, 0, 0]);
    expect(piece(s, 0, 'horde at first')).toEqual([0.7]);
    expect(Math.max(...piece(s, 0, 'reach'))).toBe(0);
    expect(s.legalActions[0]).toBe(SQUAD);
  });

  it('shows every item, whoever looks', () => {
    const s = field();
    s.armory[15 * at(0, 0) + item(1, 4)] = 3;
    s.armory[15 * at(0, 0) + item(1, 2)] = 1;
    hero(s, 0, at(0, 0), { items: [item(2, 1)] });
    const own = piece(s, 0, 'hero items');
    expect([own[15 + item(0, 1)], own[15 + item(0, 2)], own[15 + item(2, 5)], own[item(2, 1)]]).toEqual([
      0.25, 0.25, 0.25, 0.25,
    ]);
    expect(own.filter((n) => n > 0)).toHaveLength(4);
    // Seat 0 plays second after seat 2.
    expect(piece(s, 2, 'hero items')[(2 * 2 + 1) * 15 + item(2, 5)]).toBe(0.25);
    expect(piece(s, 0, 'armory items').slice(0, 15)).toEqual([0, 0, 0, 0, 0, 0, 0.25, 0, 0.75, 0, 0, 0, 0, 0, 0]);
    expect(piece(s, 2, 'armory items')[2 * 15 + item(1, 4)]).toBe(0.75);
    // Of four off hands one is the best.
    expect(piece(s, 1, 'spare items').flatMap((n, t) => (n > 0 ? [t, n] : []))).toEqual([0, 0.6]);
  });

  it('shows whether a fight belongs to entering', () => {
    const fought = (entered: boolean) => {
      const s = field();
      s.monster[entered ? at(5, 4) : at(4, 4)] = 2;
      s.derive();
      moving(s, 1, 9);
      // Eight or nine on the d10: they may be bribed.
      play(s, entered ? at(5, 4) : ENGAGE, 8, 1, 1);
      expect(piece(s, 0, 'prompt').indexOf(1)).toBe(S.P.BRIBE);
      return piece(s, 1, 'entering');
    };
    expect([fought(true), fought(false)]).toEqual([[1], [0]]);
  });

  it('shows who founded a city today, and since when a seat is out', () => {
    const s = field();
    s.founded[at(9, 9)] = 1;
    expect(piece(s, 0, 'founded today')).toEqual([0, 0, 0.5, 0]);
    s.out[2] = 1;
    s.outDay[2] = 30;
    expect(piece(s, 0, 'out since')).toEqual([0, 0.5, 0, 0]);
    expect(piece(s, 2, 'out since')).toEqual([0.5, 0, 0, 0]);
  });

  it('sees a finished game', () => {
    const s = game.newState(game.options.parse({ maxDays: 1, players: 2 }), new SeededChance(3, game.streams));
    const chance = new SeededChance(4, game.streams);
    while (!s.over) s.apply(s.legalActions[0]!, chance);
    expect(piece(s, 0, 'prompt').indexOf(1)).toBe(12);
    expect(piece(s, 0, 'actor')).toEqual([0, 0, 0, 0]);
  });
});
