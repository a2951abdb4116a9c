/** The worked examples of the rulebook and of the numbered decisions, T1-T21. */
import { describe, expect, it } from 'vitest';
import { SeededChance } from '../../../env/chance.js';
import * as A from '../actions.js';
import { game } from '../game.js';
import * as S from '../state.js';
import { AT, IN_GRAVE, IN_HAND } from '../state.js';
import {
  arm,
  at,
  begins,
  goods,
  guard,
  legal,
  luck,
  offer,
  play,
  prompt,
  put,
  seen,
  settle,
  table,
  turnOf,
} from '../test/fixture.js';
import { endRound, fatePoints, goodsPoints } from './ending.js';
import { regionVp, strength } from './pieces.js';

const [CARD_0, CARD_1, , CARD_4, CARD_DIE] = [0, 1, 2, 3, 4].map((card) => A.CARD + card) as [
  number,
  number,
  number,
  number,
  number,
];

describe('strength', () => {
  // Tables with attack values of the examples: fighters 12, 13, 29 are bone 2, 3, 6.
  const one = { components: { fighters: fightersWith(12, 1) } };

  it('T1: 1 and 3 of a kind are 5', () => {
    const s = table(one);
    guard(s, S.CITADEL, 0, 12, 13);
    expect(strength(s, AT + S.CITADEL)).toBe(5);
  });

  it('T2: 1, 3 and 6 of a kind are 12', () => {
    const s = table(one);
    guard(s, S.CITADEL, 0, 12, 13, 29);
    expect(strength(s, AT + S.CITADEL)).toBe(12);
  });

  it('T2: two pairs do not exist among three; different kinds give nothing', () => {
    const s = table(one);
    guard(s, S.CITADEL, 0, 12, 14, 16);
    expect(strength(s, AT + S.CITADEL)).toBe(1 + 2 + 2);
  });
});

/** The fighters with another attack for one of them. */
function fightersWith(id: number, attack: number) {
  const list = structuredClone(table().tables.components.fighters);
  list[id]!.attack = attack;
  return list;
}

describe('battles', () => {
  it('T3: 6 with a die of 2 beats 3 + 1 of a kind with a die of 2: 8 to 7', () => {
    const s = table({ players: 3, components: { fighters: fightersWith(12, 1) } });
    settle(s, 2, 1, 4);
    arm(s, 0, 31);
    guard(s, 2, 1, 12, 13);
    turnOf(s, 0);
    play(s, [A.ATTACK + 2, A.FIGHTER + 31, A.DONE, CARD_DIE]);
    expect(s.actor).toBe(1);
    play(s, [CARD_DIE], luck(1, 1));
    expect([s.totalA, s.totalD]).toEqual([8, 7]);
    expect(s.owner[2]).toBe(0);
    expect(at(s, AT + 2)).toEqual([31]);
    expect(s.loc[12]).toBe(IN_GRAVE + 1);
    expect(s.loc[13]).toBe(IN_GRAVE + 1);
    expect(s.vp[0]).toBe(1);
    expect(s.gold[1]).toBe(3);
    expect(s.tile[2]).toBe(4);
  });

  it('T4: the defender wins a tie', () => {
    const s = table({ players: 3 });
    settle(s, 2, 1, 4);
    arm(s, 0, 12);
    guard(s, 2, 1, 14);
    turnOf(s, 0);
    play(s, [A.ATTACK + 2, A.FIGHTER + 12, A.DONE, CARD_4, CARD_4]);
    expect([s.totalA, s.totalD]).toEqual([6, 6]);
    expect(s.owner[2]).toBe(1);
    expect(s.loc[12]).toBe(IN_GRAVE);
  });

  it.each([
    ['left', 0, true],
    ['right', 1, false],
    ['front', 2, false],
  ] as const)('T7: 1 + 3 of a kind with card 0 against the King from the %s', (_, flank, wins) => {
    const s = table({ players: 3, components: { fighters: fightersWith(12, 1) } });
    arm(s, 0, 12, 13);
    turnOf(s, 0);
    play(s, [A.ATTACK_CITADEL + flank, A.FIGHTER + 12, A.FIGHTER + 13, A.DONE, CARD_0]);
    expect([s.totalA, s.totalD]).toEqual([6 - flank, 5]);
    expect(s.holder).toBe(wins ? 0 : S.KING);
    expect(at(s, AT + S.CITADEL)).toEqual(wins ? [12, 13] : []);
    expect(s.gold[0]).toBe(wins ? 5 : 2);
  });

  it('T11: an attacker that loses with card 0 gains nothing, the defender chooses one of its two to lose', () => {
    const s = table({ players: 3 });
    settle(s, 2, 1, 4);
    arm(s, 0, 14);
    guard(s, 2, 1, 12, 13);
    const before = [s.gold[0], s.vp[0], ...goods(s, 0)];
    turnOf(s, 0);
    play(s, [A.ATTACK + 2, A.FIGHTER + 14, A.DONE, CARD_0, CARD_1]);
    expect(prompt(s)).toBe('CASUALTY');
    expect(s.actor).toBe(1);
    expect(legal(s)).toEqual([A.FIGHTER + 12, A.FIGHTER + 13]);
    play(s, [A.FIGHTER + 13]);
    expect(at(s, AT + 2)).toEqual([12]);
    expect(s.loc[13]).toBe(IN_GRAVE + 1);
    expect([s.gold[0], s.vp[0], ...goods(s, 0)]).toEqual(before);
  });

  it('T12: with the fifth card used the hand is five again and the discard empty', () => {
    const s = table({ players: 3 });
    arm(s, 0, 12);
    s.cards[0] = 1;
    s.discard[0] = 30;
    s.top[0] = 3;
    turnOf(s, 0);
    play(s, [A.ATTACK_CITADEL, A.FIGHTER + 12, A.DONE, CARD_0]);
    expect(s.cards[0]).toBe(31);
    expect(s.discard[0]).toBe(0);
    expect(s.top[0]).toBe(S.NONE);
  });

  it('T19: the front of the Citadel is attacked twice in a round, the left is not', () => {
    const s = table({ players: 3 });
    arm(s, 0, 12);
    turnOf(s, 0);
    play(s, [A.ATTACK_CITADEL + 2, A.FIGHTER + 12, A.DONE, CARD_1]);
    arm(s, 1, 14);
    turnOf(s, 1);
    expect(legal(s)).toEqual(expect.arrayContaining([A.ATTACK_CITADEL, A.ATTACK_CITADEL + 2]));
    play(s, [A.ATTACK_CITADEL, A.FIGHTER + 14, A.DONE, CARD_1]);
    arm(s, 2, 16);
    turnOf(s, 2);
    expect(legal(s)).not.toContain(A.ATTACK_CITADEL);
    expect(legal(s)).toEqual(expect.arrayContaining([A.ATTACK_CITADEL + 1, A.ATTACK_CITADEL + 2]));
  });

  it('T20: an attacked agent sees the fighters of the AI, not its card', () => {
    const s = table({ players: 1, ai: 'easy' });
    settle(s, 2, 0, 4);
    arm(s, 1, 20);
    s.actionDeck[0] = 0; // Warpath
    s.actionsLeft = 1;
    turnOf(s, 1, luck(2));
    expect(prompt(s)).toBe('CARD_DEF');
    expect(s.actor).toBe(0);
    expect(s.loc[20]).toBe(S.COMMITTED);
    const FIGHTER_20 = begins('fighters') + 20 * 23;
    expect(seen(s, 0)[FIGHTER_20 + S.COMMITTED]).toBe(1);
    // Whatever lies on top of its deck, the agent sees the same.
    const first = seen(s, 0);
    const other = s.clone();
    other.combatDeck.reverse();
    [other.combatDeck[0], other.combatDeck[4]] = [other.combatDeck[4]!, other.combatDeck[0]!];
    expect(seen(other, 0)).toEqual(first);
    expect(other.text(0)).toBe(s.text(0));
  });
});

describe('structures and goods', () => {
  it('T5: a tile of 3 points over 0, 1 and 2 others is worth 3, 4, 5', () => {
    const s = table({ players: 3 });
    for (const covered of [0, 1, 2]) {
      settle(s, 2, 0, 4, covered);
      expect(regionVp(s, 2)).toBe(3 + covered);
    }
  });

  it('T8: the owner of Start A gathers bone and blood, pays no tax and may amend', () => {
    const s = table({ players: 3 });
    settle(s, 0, 0, 0);
    turnOf(s, 0);
    play(s, [A.GATHER]);
    expect(goods(s, 0)).toEqual([1, 0, 0, 1]);
    expect(prompt(s)).toBe('PLACE');
    expect(s.actor).toBe(0);
  });

  it('T9: another seat gathers both there, the owner gets a bone', () => {
    const s = table({ players: 3 });
    settle(s, 0, 0, 0);
    turnOf(s, 1);
    play(s, [A.GATHER]);
    expect(goods(s, 1)).toEqual([1, 0, 0, 1]);
    expect(goods(s, 0)).toEqual([1, 0, 0, 0]);
    expect(prompt(s)).not.toBe('PLACE');
  });

  it('T10: 7 bone, 2 ash, 3 sulphur, 0 blood and 5 gold are 5 points at the end', () => {
    const s = table();
    s.resources.set([7, 2, 3, 0]);
    s.gold[0] = 5;
    expect(goodsPoints(s, 0)).toBe(5);
  });

  it('T6: raised tiers I, I, III, I, I of the fate kinds are 7', () => {
    const s = table({ players: 3 });
    s.fate[0] = 0; // bone and ash
    for (const f of [12, 13, 29, 14, 15]) put(s, f, IN_HAND);
    put(s, 34, IN_HAND); // blood: not on the card
    expect(fatePoints(s, 0, true)).toBe(7);
    expect(fatePoints(s, 0, false)).toBe(3);
  });

  it('T13: with decks I and II empty a slot of tier I is filled from III', () => {
    const s = table({ players: 3 });
    s.deckSize[0] = s.deckSize[1] = 0;
    offer(s, 0, s.slots[0]!);
    s.resources.set([9, 9, 9, 9]);
    turnOf(s, 0);
    play(s, [A.GOLD, A.RAISE]);
    play(s, [A.PAY_REST]);
    expect(s.tables.tier[s.slots[0]!]).toBe(3);
  });

  it('T18: one gather minion fills a region for two seats, two for three', () => {
    for (const [players, legalAgain] of [
      [2, false],
      [3, true],
    ] as const) {
      const s = table({ players });
      settle(s, 0, 0, 0);
      s.gather[0] = 1;
      turnOf(s, 1);
      expect(legal(s).includes(A.GATHER)).toBe(legalAgain);
      s.gather[0] = 2;
      turnOf(s, 1);
      expect(legal(s)).not.toContain(A.GATHER);
    }
  });
});

describe('the AI and the order', () => {
  it('T14: sixteen turns shuffle the action deck four times', () => {
    for (const seed of ['a', 'b', 'c']) {
      const chance = new SeededChance(seed, game.streams);
      const s = game.newState(game.options.parse({ players: 1, ai: 'medium' }), chance);
      while (!s.over) s.apply(legal(s)[0]!, chance);
      expect(s.shuffles).toBe(4);
    }
  });

  it('T15: the AI gathers two bone and a sulphur of an agent: 3 points, and the tax', () => {
    const s = table({ players: 2, ai: 'easy' });
    settle(s, 2, 0, 8);
    s.actionDeck[0] = 2; // Harvest
    s.actionsLeft = 1;
    const before = s.vp[2]!;
    turnOf(s, 2, luck(2));
    expect(s.vp[2]! - before).toBe(3);
    expect(goods(s, 0)).toEqual([1, 0, 0, 0]);
    expect(s.gather[2]).toBe(1);
  });

  it('T16: the AI that wins with card 0 gains 3 points', () => {
    const s = table({ players: 2, ai: 'easy' });
    settle(s, 2, 2, 4);
    guard(s, 2, 2, 28, 29);
    arm(s, 0, 12);
    s.combatDeck.set([1, 2, 3, 4, 0]);
    const before = s.vp[2]!;
    turnOf(s, 0);
    play(s, [A.ATTACK + 2, A.FIGHTER + 12, A.DONE, CARD_1]);
    expect(s.owner[2]).toBe(2);
    expect(s.vp[2]! - before).toBe(3);
    expect(s.top[2]).toBe(0);
  });

  it('T17: 9, 9 and 12 points, structures 4, 2 and 5: the second agent decides', () => {
    const s = table({ players: 3 });
    s.owner.fill(S.NONE);
    s.tile.fill(S.NONE);
    settle(s, 0, 0, 8);
    settle(s, 1, 1, 1);
    settle(s, 2, 2, 16);
    // The end of a round adds the structures.
    s.vp.set([5, 7, 7]);
    endRound(s, luck());
    expect([...s.vp]).toEqual([9, 9, 12, 0]);
    expect(s.decider).toBe(1);
  });

  it('T21: a tile of 3 over two others is more than a tile of 4: the other decides', () => {
    const s = table({ players: 2 });
    s.owner.fill(S.NONE);
    s.tile.fill(S.NONE);
    settle(s, 0, 0, 4, 2);
    settle(s, 1, 1, 8);
    s.vp.set([5, 6]);
    endRound(s, luck());
    expect([s.vp[0], s.vp[1]]).toEqual([10, 10]);
    expect(s.decider).toBe(1);
  });
});
