/** The AI deck: every step of every card, its raises, its choice of fighters, its points. */
import { describe, expect, it } from 'vitest';
import { RecordingChance, SeededChance } from '../../../env/chance.js';
import * as A from '../actions.js';
import type { CrownState } from '../game.js';
import { game } from '../game.js';
import type { CrownOptionsInput } from '../options.js';
import * as S from '../state.js';
import { AT, IN_GRAVE, IN_HAND, NONE } from '../state.js';
import {
  arm,
  at,
  goods,
  guard,
  legal,
  luck,
  offer,
  play,
  prompt,
  sell,
  settle,
  table,
  turnOf,
} from '../test/fixture.js';
import { sendStrongest } from './gains.js';

const WARPATH = 0;
const SIEGE = 1;
const HARVEST = 2;
const REBUILD = 3;
const LEVY = 4;
const AI = 2;

/** Two agents and the AI; no region is anybody's, so that a test can say whose. */
function wild(options: CrownOptionsInput = {}): CrownState {
  const s = table({ players: 2, ai: 'easy', ...options });
  for (let r = 0; r < 6; r++) {
    for (let f = 0; f < 36; f++) if (s.loc[f] === AT + r) s.loc[f] = IN_HAND + s.owner[r]!;
    s.owner[r] = NONE;
    s.tile[r] = NONE;
  }
  for (let seat = 0; seat < 3; seat++) s.handSize[seat] = at(s, IN_HAND + seat).length;
  return s;
}

/** The AI's turn with this card and region. */
function turn(s: CrownState, card: number, region: number): number {
  s.actionDeck[0] = card;
  s.actionsLeft = 1;
  const before = s.vp[AI]!;
  turnOf(s, AI, luck(region));
  return s.vp[AI]! - before;
}

describe('Warpath', () => {
  it('attacks the region of an agent with the strongest two', () => {
    const s = wild();
    settle(s, 3, 1, 4);
    arm(s, AI, 12, 14, 20);
    turn(s, WARPATH, 3);
    expect(prompt(s)).toBe('CARD_DEF');
    expect(s.actor).toBe(1);
    // Bone 2 and bone 4 are seven, ash 2 and bone 4 are six.
    expect(at(s, S.COMMITTED)).toEqual([12, 20]);
    expect(s.combat[3]).toBe(1);
  });

  it('uses the region that is its own, and amends', () => {
    const s = wild();
    settle(s, 3, AI, 5);
    arm(s, AI, 12, 14, 20);
    expect(turn(s, WARPATH, 3)).toBe(2);
    expect(at(s, AT + 3)).toEqual([12, 20]);
    expect(s.gather[3]).toBe(1);
  });

  it('without fighters goes to the closest structure and raises', () => {
    const s = wild();
    settle(s, 3, 1, 4);
    arm(s, AI);
    offer(s, 1, 12);
    const raised = s.slots[1]!;
    expect(turn(s, WARPATH, 3)).toBe(2);
    expect(goods(s, 1)).toEqual([1, 0, 0, 0]);
    expect(s.loc[raised]).toBe(IN_HAND + AI);
    expect(s.cube).toBe(1);
  });

  it('with all combat spaces used goes on too', () => {
    const s = wild();
    settle(s, 3, 1, 4);
    arm(s, AI, 20);
    s.combat[3] = 2;
    turn(s, WARPATH, 3);
    expect(s.gather[3]).toBe(1);
    expect(at(s, S.COMMITTED)).toEqual([]);
  });

  it('falls through an uncontrolled region without a structure (decision 18)', () => {
    const s = wild();
    settle(s, 5, 1, 4);
    expect(turn(s, WARPATH, 3)).toBe(2);
    expect(s.gather[5]).toBe(1);
  });
});

describe('Siege', () => {
  it('attacks the Citadel on the best free flank with the strongest three (decision 21)', () => {
    for (const [left, right, flank] of [
      [0, 0, 0],
      [1, 0, 1],
      [1, 1, 2],
    ] as const) {
      const s = wild();
      guard(s, S.CITADEL, AI);
      s.holder = 0;
      guard(s, S.CITADEL, 0, 14);
      arm(s, AI, 12, 13, 20, 16);
      s.flanks.set([left, right]);
      turn(s, SIEGE, 3);
      expect(prompt(s)).toBe('CARD_DEF');
      expect(s.flank).toBe(flank);
      expect(at(s, S.COMMITTED)).toEqual([12, 13, 20]);
    }
  });

  it('attacks the region when it holds the Citadel', () => {
    const s = wild();
    settle(s, 3, 0, 4);
    arm(s, AI, 12);
    turn(s, SIEGE, 3);
    expect([prompt(s), s.actor, s.site]).toEqual(['CARD_DEF', 0, 3]);
  });

  it('else goes to the closest structure', () => {
    const s = wild();
    settle(s, 4, AI, 5);
    expect(turn(s, SIEGE, 3)).toBe(2);
    expect(s.gather[4]).toBe(1);
  });
});

describe('Harvest', () => {
  it('uses the region, whoever owns it, and does not raise', () => {
    const s = wild();
    settle(s, 3, 0, 12);
    expect(turn(s, HARVEST, 3)).toBe(2);
    expect(s.cube).toBe(0);
    // The tax is a wild resource: the owner is asked.
    expect([prompt(s), s.actor]).toEqual(['WILD', 0]);
    play(s, [A.WILD + 2]);
    expect(goods(s, 0)).toEqual([0, 0, 1, 0]);
  });

  it('with the spaces used goes to the closest clockwise', () => {
    const s = wild();
    settle(s, 3, 0, 4);
    settle(s, 1, 0, 8);
    s.gather[3] = 2;
    expect(turn(s, HARVEST, 3)).toBe(3);
    expect(s.gather[1]).toBe(1);
    expect(s.cube).toBe(1);
  });
});

describe('Rebuild', () => {
  it('builds the right-most tile for free where nobody or itself is, and amends', () => {
    const s = wild();
    sell(s, 3, 8);
    const gold = [...s.gold];
    arm(s, AI, 12, 14, 20);
    expect(turn(s, REBUILD, 3)).toBe(3);
    expect([s.owner[3], s.tile[3], s.covered[3]]).toEqual([AI, 8, 0]);
    expect(at(s, AT + 3)).toEqual([12, 20]);
    expect([...s.gold]).toEqual(gold);
    expect(s.market[3]).not.toBe(8);
    sell(s, 3, NONE === s.market[3] ? 9 : s.market[3]!);
    turn(s, REBUILD, 3);
    expect(s.covered[3]).toBe(1);
  });

  it('takes the next tile where the right-most place is empty', () => {
    const s = wild();
    s.market[3] = NONE;
    const tile = s.market[2]!;
    turn(s, REBUILD, 3);
    expect(s.tile[3]).toBe(tile);
  });

  it('attacks the region of an agent', () => {
    const s = wild();
    settle(s, 3, 0, 4);
    arm(s, AI, 12);
    turn(s, REBUILD, 3);
    expect([prompt(s), s.site]).toEqual(['CARD_DEF', 3]);
  });

  it('with an empty market goes to the closest structure', () => {
    const s = wild();
    s.market.fill(NONE);
    settle(s, 4, 0, 4);
    expect(turn(s, REBUILD, 3)).toBe(2);
    expect(s.gather[4]).toBe(1);
  });
});

describe('Levy', () => {
  it('gathers where it is and amends on its own tile (decision 17), then raises', () => {
    const s = wild();
    settle(s, 3, AI, 16);
    arm(s, AI, 21);
    offer(s, 1, 13);
    expect(turn(s, LEVY, 3)).toBe(4);
    expect(at(s, AT + 3)).toEqual([21]);
    expect(at(s, IN_HAND + AI)).toEqual([13]);
  });

  it('takes the gold space for two points when no structure has room', () => {
    const s = wild();
    settle(s, 3, 0, 4);
    s.gather[3] = 2;
    expect(turn(s, LEVY, 3)).toBe(2);
    expect(s.gold[AI]).toBe(0);
    expect(s.cube).toBe(1);
  });
});

describe('raising', () => {
  it('takes the right-most fighter of the tier of the track, whatever the slot', () => {
    const s = wild();
    const tierOne = [12, 14, 16, 18];
    // Slots 0 and 1 hold tier I; one more stands in slot 4.
    offer(s, 0, tierOne[0]!);
    offer(s, 1, tierOne[1]!);
    s.slots[4] = tierOne[2]!;
    s.loc[tierOne[2]!] = S.IN_SLOT + 4;
    turn(s, LEVY, 3);
    expect(s.loc[16]).toBe(IN_HAND + AI);
    expect(s.loc[14]).toBe(S.IN_SLOT + 1);
  });

  it('moves the cube round the track', () => {
    const s = wild();
    s.cube = 5;
    turn(s, LEVY, 3);
    expect(s.cube).toBe(0);
    expect(at(s, IN_HAND + AI).some((f) => s.tables.tier[f] === 3)).toBe(true);
  });

  it('does nothing when no fighter of the tier is on offer (decision 11)', () => {
    const s = wild();
    s.cube = 5;
    s.slots[4] = NONE;
    s.slots[5] = NONE;
    const before = at(s, IN_HAND + AI);
    turn(s, LEVY, 3);
    expect(at(s, IN_HAND + AI)).toEqual(before);
    expect(s.cube).toBe(5);
  });
});

describe('the strongest set', () => {
  const strongestOf = (most: number, ...fighters: number[]) => {
    const s = wild();
    arm(s, AI, ...fighters);
    sendStrongest(s, AI, most, S.COMMITTED);
    return at(s, S.COMMITTED);
  };
  it('counts the bonus for two and three of a kind', () => {
    expect(strongestOf(2, 14, 18, 19)).toEqual([18, 19]);
    expect(strongestOf(3, 14, 13, 12, 20)).toEqual([12, 13, 20]);
  });
  it('is first in the dictionary among equals', () => {
    expect(strongestOf(2, 12, 14, 16)).toEqual([12, 14]);
    expect(strongestOf(1, 22, 20, 21)).toEqual([20]);
    expect(strongestOf(2, 20, 21, 22, 23)).toEqual([20, 21]);
  });
  it('is smaller where the hand is', () => {
    expect(strongestOf(3, 15)).toEqual([15]);
    expect(strongestOf(3)).toEqual([]);
  });
});

describe('the rest of its rules', () => {
  it.each([
    ['easy', 1],
    ['medium', 2],
    ['hard', 3],
  ] as const)('%s: it holds the Citadel with one fighter of tier %i, has no gold and no fate card', (ai, tier) => {
    const s = table({ players: 1, ai });
    const guards = at(s, AT + S.CITADEL);
    expect(guards.map((f) => s.tables.tier[f])).toEqual([tier]);
    expect([s.holder, s.gold[1], s.fate[1]]).toEqual([1, 0, NONE]);
    expect(s.deckSize[tier - 1]).toBe(5);
  });

  it('is the last in the order of each round', () => {
    const chance = new SeededChance('last', game.streams);
    const s = game.newState(game.options.parse({ players: 3, ai: 'medium' }), chance);
    while (!s.over) {
      if (s.stage !== S.STAGE['set-up']) expect(s.order[3]).toBe(3);
      expect(s.actor).toBeLessThan(3);
      const actions = legal(s);
      s.apply(actions[actions.length >> 1]!, chance);
    }
  });

  it('brings back its strongest fighter, drawn among equals', () => {
    const back = [0, 1].map((drawn) => {
      const s = wild();
      settle(s, 3, AI, 15);
      arm(s, AI, 20, 21, 12);
      for (const f of [20, 21, 12]) {
        s.loc[f] = IN_GRAVE + AI;
        s.handSize[AI]!--;
        s.graveSize[AI]!++;
      }
      s.actionDeck[0] = HARVEST;
      s.actionsLeft = 1;
      turnOf(s, AI, luck(3, drawn));
      return at(s, AT + 3);
    });
    expect(back).toEqual([[20], [21]]);
  });

  it('scores the tax of its own structures', () => {
    const s = wild();
    settle(s, 3, AI, 12);
    turnOf(s, 0);
    const before = s.vp[AI]!;
    play(s, [A.GATHER + 3]);
    expect(s.vp[AI]! - before).toBe(1);
    expect([prompt(s), s.actor]).toEqual(['WILD', 0]);
  });

  it('gives up its weakest fighter, the lower id among equals (decision 12)', () => {
    const s = wild();
    settle(s, 3, AI, 4);
    guard(s, 3, AI, 20, 12, 14);
    arm(s, 0, 18);
    s.combatDeck.set([0, 1, 2, 4, 3]);
    turnOf(s, 0);
    play(s, [A.ATTACK + 3, A.FIGHTER + 18, A.DONE, A.CARD]);
    expect(at(s, AT + 3)).toEqual([14, 20]);
    expect(s.loc[12]).toBe(IN_GRAVE + AI);
  });

  it('shuffles its combat cards when the fifth is used', () => {
    const s = wild();
    settle(s, 3, AI, 4);
    guard(s, 3, AI, 20);
    arm(s, 0, 18);
    s.combatLeft = 1;
    s.combatDeck.set([3, 0, 0, 0, 0]);
    s.cards[AI] = 8;
    s.discard[AI] = 23;
    s.top[AI] = 0;
    turnOf(s, 0);
    const record = new RecordingChance(new SeededChance('five', game.streams));
    play(s, [A.ATTACK + 3, A.FIGHTER + 18, A.DONE], record);
    s.apply(A.CARD + 1, record);
    expect([s.combatLeft, s.cards[AI], s.discard[AI], s.top[AI]]).toEqual([5, 31, 0, NONE]);
    expect([...s.combatDeck].sort()).toEqual([0, 1, 2, 3, 4]);
    expect(record.outcomes).toHaveLength(4);
  });

  it('ranks behind an agent that has as many points and raised fighters (decision 10)', () => {
    const chance = luck();
    const s = table({ players: 1, ai: 'easy' });
    const other = s.tables.fate;
    const kind = [0, 1, 2, 3].find((k) => other[s.fate[0]! * 4 + k] === 0)!;
    arm(s, 0, 12 + kind * 2);
    s.round = 4;
    s.lap = 3;
    s.holder = S.KING;
    s.owner.fill(NONE);
    s.tile.fill(NONE);
    s.gold[0] = 0;
    s.vp.set([20, 19]);
    s.gather.fill(0);
    // The agent's last turn: 2 gold are a point. Then the AI takes 2 at the gold space.
    s.actionDeck[0] = LEVY;
    s.actionsLeft = 1;
    turnOf(s, 0);
    play(s, [A.GOLD], chance);
    while (!s.over) s.apply(A.DONE, chance);
    expect([s.vp[0], s.vp[1]]).toEqual([21, 21]);
    const places = new Uint8Array(1);
    s.places(places);
    expect([...places]).toEqual([0]);
    expect(s.ending()).toBe('tie-break');
  });
});
