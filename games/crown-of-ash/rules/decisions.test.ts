/** The numbered decisions that no other test is about, and each sub-decision's options. */
import { describe, expect, it } from 'vitest';
import { SeededChance } from '../../../env/chance.js';
import * as A from '../actions.js';
import { game } from '../game.js';
import * as S from '../state.js';
import { AT, IN_GRAVE, IN_HAND, KING, NONE } from '../state.js';
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
  put,
  sell,
  settle,
  table,
  turnOf,
} from '../test/fixture.js';
import { endRound } from './ending.js';

const start = (options: object, seed = 'x') =>
  game.newState(game.options.parse(options), new SeededChance(seed, game.streams));

describe('set-up', () => {
  it('decision 3: seats choose the first guards, by seat and region; off: the lowest id', () => {
    const chance = new SeededChance('x', game.streams);
    const s = game.newState(game.options.parse({ players: 2, askForced: true }), chance);
    const asked: number[][] = [];
    while (prompt(s) === 'PLACE') {
      asked.push([s.actor, s.tasks[2]!, legal(s).length]);
      s.apply(legal(s)[0]!, chance);
    }
    expect(asked.map(([seat]) => seat)).toEqual([0, 0, 1, 1]);
    expect(asked[0]![1]).toBeLessThan(asked[1]![1]!);
    expect(asked.map(([, , n]) => n)).toEqual([2, 1, 2, 1]);
    const off = start({ players: 4, startChoice: false });
    expect(prompt(off)).toBe('TURN_ACTION');
    for (let seat = 0; seat < 4; seat++) expect(off.loc[seat * 3]).toBeGreaterThanOrEqual(AT);
  });

  it('the King has the Citadel; tiles and fighters on offer are of their tiers', () => {
    const s = start({ players: 4 });
    expect(s.holder).toBe(KING);
    expect([...s.slots].map((f) => s.tables.tier[f])).toEqual([1, 1, 2, 2, 3, 3]);
    expect([...s.market].every((t) => s.tables.tileTier[t] === 1)).toBe(true);
    expect([...s.gold]).toEqual([2, 2, 2, 2]);
    // Tier II comes when tier I is used up.
    expect([...s.stack].map((t) => s.tables.tileTier[t]!)).toEqual([
      2, 2, 2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0,
    ]);
  });

  it.each([
    [2, 4],
    [3, 3],
    [4, 4],
  ])('%i seats begin with %i regions in all, colours as seats (decision 19)', (players, regions) => {
    const s = start({ players });
    expect([...s.owner].filter((seat) => seat !== NONE)).toHaveLength(regions);
    for (let seat = 0; seat < players; seat++) expect(s.loc[seat * 3 + 2]).toBe(IN_HAND + seat);
  });
});

describe('gathering', () => {
  it('decision 4: the crypt needs an own region or a dead fighter', () => {
    const s = table({ players: 3 });
    settle(s, 2, 1, 15);
    turnOf(s, 0);
    expect(legal(s)).not.toContain(A.GATHER + 2);
    put(s, 12, IN_GRAVE);
    turnOf(s, 0);
    expect(legal(s)).toContain(A.GATHER + 2);
    s.owner[2] = 0;
    put(s, 12, IN_HAND);
    turnOf(s, 0);
    expect(legal(s)).toContain(A.GATHER + 2);
  });

  it('the crypt brings one fighter back or none; then its owner amends with it', () => {
    const s = table({ players: 3 });
    settle(s, 2, 0, 15);
    arm(s, 0);
    put(s, 12, IN_GRAVE);
    turnOf(s, 0);
    play(s, [A.GATHER + 2]);
    expect(prompt(s)).toBe('RESURRECT');
    expect(legal(s)).toEqual(expect.arrayContaining([A.FIGHTER + 12, A.DONE]));
    play(s, [A.FIGHTER + 12]);
    expect(prompt(s)).toBe('PLACE');
    play(s, [A.FIGHTER + 12, A.DONE]);
    expect(at(s, AT + 2)).toEqual([12]);
  });

  it('a wild tax is the decision of its owner', () => {
    const s = table({ players: 3 });
    settle(s, 2, 1, 12);
    turnOf(s, 0);
    play(s, [A.GATHER + 2, A.WILD, A.WILD + 3]);
    expect([prompt(s), s.actor]).toEqual(['WILD', 1]);
    play(s, [A.WILD + 1]);
    expect([goods(s, 0), goods(s, 1)]).toEqual([
      [1, 0, 0, 1],
      [0, 1, 0, 0],
    ]);
    expect([prompt(s), s.actor]).toEqual(['RAISE', 0]);
  });

  it('a wild gain and a wild tax of one gather are two decisions, and no seat is taxed by itself', () => {
    const s = table({ players: 3 });
    settle(s, 2, 0, 13);
    turnOf(s, 0);
    play(s, [A.GATHER + 2, A.WILD, A.WILD]);
    expect(goods(s, 0)).toEqual([2, 0, 0, 0]);
    expect(prompt(s)).toBe('PLACE');
  });
});

describe('amending', () => {
  const ready = () => {
    const s = table({ players: 3 });
    settle(s, 2, 0, 4);
    arm(s, 0, 12, 13, 14);
    guard(s, 2, 0, 13);
    turnOf(s, 0);
    play(s, [A.GATHER + 2]);
    return s;
  };
  it('keeps, withdraws, or chooses anew from region and hand', () => {
    const s = ready();
    expect(legal(s)).toEqual([A.FIGHTER + 12, A.FIGHTER + 13, A.FIGHTER + 14, A.DONE, A.WITHDRAW]);
    const kept = s.clone();
    play(kept, [A.DONE]);
    expect(at(kept, AT + 2)).toEqual([13]);
    play(s, [A.WITHDRAW]);
    expect(at(s, AT + 2)).toEqual([]);
    expect(s.owner[2]).toBe(0);
  });
  it('offers higher ids only for the second fighter, and stops at two', () => {
    const s = ready();
    play(s, [A.FIGHTER + 13]);
    expect(legal(s)).toEqual([A.FIGHTER + 14, A.DONE]);
    play(s, [A.FIGHTER + 14]);
    expect(at(s, AT + 2)).toEqual([13, 14]);
    expect(at(s, IN_HAND)).toEqual([12]);
    expect(prompt(s)).toBe('RAISE');
  });
  it('is skipped where nobody can be placed', () => {
    const s = table({ players: 3 });
    settle(s, 2, 0, 4);
    arm(s, 0);
    turnOf(s, 0);
    play(s, [A.GATHER + 2]);
    expect(prompt(s)).toBe('RAISE');
  });
});

describe('building', () => {
  it('takes an uncontrolled region, fills the market and gains at once', () => {
    const s = table({ players: 3 });
    sell(s, 1, 8);
    const free = [0, 1, 2, 3, 4, 5].find((r) => s.owner[r] === NONE)!;
    s.gold[0] = 3;
    turnOf(s, 0);
    play(s, [A.BUILD + 6 + free]);
    expect([s.owner[free], s.tile[free], s.gold[0]]).toEqual([0, 8, 0]);
    expect(goods(s, 0)).toEqual([2, 0, 1, 0]);
    expect(s.market[1]).not.toBe(8);
    // No fighter stands there: nothing to withdraw.
    expect(prompt(s)).toBe('PLACE');
    expect(legal(s)).not.toContain(A.WITHDRAW);
  });
  it('covers an own tile, and is barred from the regions of others', () => {
    const s = table({ players: 3 });
    sell(s, 1, 8);
    settle(s, 2, 0, 4);
    settle(s, 3, 1, 5);
    s.gold[0] = 3;
    turnOf(s, 0);
    expect(legal(s)).not.toContain(A.BUILD + 6 + 3);
    play(s, [A.BUILD + 6 + 2]);
    expect([s.tile[2], s.covered[2]]).toEqual([8, 1]);
  });
  it('needs the gold', () => {
    const s = table({ players: 3 });
    sell(s, 1, 8);
    s.gold[0] = 2;
    turnOf(s, 0);
    expect(legal(s).filter((a) => a >= A.BUILD + 6 && a < A.BUILD + 12)).toEqual([]);
  });
  it('draws from the tiles set aside when the stack is empty', () => {
    const s = table({ players: 3 });
    s.aside.set(s.stack.subarray(0, 3));
    s.asideSize = 3;
    s.stackSize = 0;
    s.stack.fill(0);
    sell(s, 1, s.market[1]!);
    s.gold[0] = 9;
    turnOf(s, 0);
    play(s, [legal(s).find((a) => a >= A.BUILD)!]);
    expect([s.stackSize, s.asideSize, s.mixed]).toEqual([2, 0, true]);
    expect([...s.market]).not.toContain(NONE);
  });
});

it('leaves a place of the market empty when no tile is left at all', () => {
  const s = table({ players: 3 });
  s.stackSize = 0;
  s.stack.fill(0);
  s.gold[0] = 9;
  turnOf(s, 0);
  const build = legal(s).find((a) => a >= A.BUILD && a < A.ATTACK)!;
  const place = Math.floor((build - A.BUILD) / 6);
  play(s, [build]);
  expect(s.market[place]).toBe(NONE);
  turnOf(s, 1);
  s.gold[1] = 9;
  turnOf(s, 1);
  expect(legal(s).some((a) => a >= A.BUILD + 6 * place && a < A.BUILD + 6 * place + 6)).toBe(false);
});

describe('raising', () => {
  it('decision 6: gold covers what is lacking; the rest is chosen', () => {
    const s = table({ players: 3 });
    offer(s, 0, 15); // 1 bone, 2 ash
    s.resources.set([1, 1, 0, 0]);
    s.gold[0] = 1;
    turnOf(s, 0);
    play(s, [A.GOLD, A.RAISE]);
    // One ash lacks: a gold of three is gone.
    expect(s.gold[0]).toBe(2);
    expect(legal(s)).toEqual([A.PAY, A.PAY + 1, A.PAY_REST]);
    play(s, [A.PAY + 1]);
    expect(legal(s)).toEqual([A.PAY, A.PAY_REST]);
    play(s, [A.PAY_REST]);
    expect([s.gold[0], goods(s, 0)]).toEqual([1, [0, 1, 0, 0]]);
    expect(s.loc[15]).toBe(IN_HAND);
    expect(s.slots[0]).not.toBe(15);
  });
  it('decision 6: nothing is asked where there is one way to pay', () => {
    const s = table({ players: 3, askForced: false });
    offer(s, 0, 15);
    s.resources.set([1, 2, 0, 0]);
    s.gold[0] = 0;
    settle(s, 2, 1, 4);
    turnOf(s, 0);
    play(s, [A.GATHER + 2]);
    play(s, [A.RAISE]);
    expect(s.loc[15]).toBe(IN_HAND);
    expect(prompt(s)).toBe('TURN_ACTION');
    expect(goods(s, 0)).toEqual([2, 0, 0, 0]);
  });
  it('is not offered what cannot be paid', () => {
    const s = table({ players: 3 });
    s.resources.fill(0);
    s.gold[0] = 0;
    turnOf(s, 0);
    play(s, [A.GOLD]);
    const affordable = [...s.slots].flatMap((f, slot) => (s.tables.attack[f]! <= 2 ? [A.RAISE + slot] : []));
    expect(legal(s)).toEqual([A.DONE, ...affordable]);
  });
  it.each([
    [0, [1, 2]],
    [2, [0, 2]],
    [4, [1, 0]],
  ])('slot %i is filled from its neighbours in turn', (slot, [next, last]) => {
    const s = table({ players: 3 });
    const tier = s.tables.components.slotTiers[slot]! - 1;
    s.resources.set([9, 9, 9, 9]);
    s.deckSize[tier] = 0;
    for (const expected of [next!, last!]) {
      turnOf(s, 0);
      play(s, [A.GOLD, A.RAISE + slot, A.PAY_REST]);
      expect(s.tables.tier[s.slots[slot]!]).toBe(expected + 1);
      s.deckSize[next!] = 0;
      s.resources.set([9, 9, 9, 9]);
    }
    s.deckSize[last!] = 0;
    turnOf(s, 0);
    play(s, [A.GOLD, A.RAISE + slot, A.PAY_REST]);
    expect(s.slots[slot]).toBe(NONE);
  });
});

describe('battles', () => {
  it('ascending choice, two fighters for a region and three for the Citadel', () => {
    const s = table({ players: 3 });
    arm(s, 0, 12, 14, 16, 18);
    turnOf(s, 0);
    play(s, [A.ATTACK_CITADEL]);
    expect(legal(s)).not.toContain(A.DONE);
    play(s, [A.FIGHTER + 12]);
    expect(legal(s)).toEqual([A.FIGHTER + 14, A.FIGHTER + 16, A.FIGHTER + 18, A.DONE]);
    play(s, [A.FIGHTER + 14, A.FIGHTER + 16]);
    expect(prompt(s)).toBe('CARD_ATT');
  });
  it('all attackers move in, the structure stays, both cards lie open', () => {
    const s = table({ players: 3 });
    settle(s, 2, 1, 4, 1);
    arm(s, 0, 31, 30);
    turnOf(s, 0);
    play(s, [A.ATTACK + 2, A.FIGHTER + 30, A.FIGHTER + 31, A.CARD + 2]);
    expect([prompt(s), s.actor]).toEqual(['CARD_DEF', 1]);
    play(s, [A.CARD + 1]);
    expect(at(s, AT + 2)).toEqual([30, 31]);
    expect([s.owner[2], s.tile[2], s.covered[2]]).toEqual([0, 4, 1]);
    expect([s.top[0], s.top[1]]).toEqual([2, 1]);
    expect([s.cards[0], s.cards[1]]).toEqual([27, 29]);
  });
  it('an empty site is worth 0, and its owner still plays a card and wins ties', () => {
    const s = table({ players: 3 });
    settle(s, 2, 1, 4);
    arm(s, 0, 14);
    turnOf(s, 0);
    play(s, [A.ATTACK + 2, A.FIGHTER + 14, A.DONE, A.CARD + 1]);
    const lost = s.clone();
    play(s, [A.CARD + 2]);
    expect([s.totalA, s.totalD, s.owner[2]]).toEqual([3, 3, 1]);
    play(lost, [A.CARD + 1]);
    expect([lost.totalD, lost.owner[2]]).toEqual([1, 0]);
  });
  it('decision 7: rewards of the attacker, then of the defender', () => {
    const s = table({ players: 3 });
    settle(s, 2, 1, 4);
    arm(s, 0, 29);
    turnOf(s, 0);
    play(s, [A.ATTACK + 2, A.FIGHTER + 29, A.DONE, A.CARD + 3, A.CARD + 3]);
    expect([prompt(s), s.actor]).toEqual(['WILD', 0]);
    play(s, [A.WILD]);
    expect([prompt(s), s.actor]).toEqual(['WILD', 1]);
  });
  it('decision 8: card 0 that loses against the King does nothing', () => {
    const s = table({ players: 3 });
    arm(s, 0, 12);
    turnOf(s, 0);
    play(s, [A.ATTACK_CITADEL, A.FIGHTER + 12, A.DONE, A.CARD]);
    expect(s.holder).toBe(KING);
    expect(s.loc[12]).toBe(IN_GRAVE);
    expect(prompt(s)).toBe('RAISE');
  });
  it('a site that its winner empties stays its own', () => {
    const s = table({ players: 3 });
    settle(s, 2, 1, 4);
    arm(s, 0, 29);
    turnOf(s, 0);
    play(s, [A.ATTACK + 2, A.FIGHTER + 29, A.DONE, A.CARD + 1, A.CARD]);
    expect([prompt(s), s.actor]).toEqual(['CASUALTY', 0]);
    play(s, [A.FIGHTER + 29]);
    expect([s.owner[2], at(s, AT + 2).length]).toEqual([0, 0]);
  });
  it('decision 14: flanks are +1, 0 and -1', () => {
    expect([...table().tables.flank]).toEqual([1, 0, -1]);
  });
  it('decision 20: combat has a dashed space too', () => {
    for (const [players, again] of [
      [2, false],
      [4, true],
    ] as const) {
      const s = table({ players });
      settle(s, 2, 1, 4);
      s.combat[2] = 1;
      turnOf(s, 0);
      expect(legal(s).includes(A.ATTACK + 2)).toBe(again);
    }
  });
  it('nobody attacks without fighters, nor what is its own', () => {
    const s = table({ players: 3 });
    settle(s, 2, 0, 4);
    settle(s, 3, 1, 5);
    s.holder = 0;
    turnOf(s, 0);
    const attacks = legal(s).filter((a) => a >= A.ATTACK && a < A.FIGHTER);
    expect(attacks).toContain(A.ATTACK + 3);
    expect(attacks).not.toContain(A.ATTACK + 2);
    expect(attacks.every((a) => a < A.ATTACK_CITADEL)).toBe(true);
    arm(s, 0);
    turnOf(s, 0);
    expect(legal(s).filter((a) => a >= A.ATTACK && a < A.FIGHTER)).toEqual([]);
  });
});

describe('combat cards', () => {
  // What each card pays: [gold, wild, points] for the attacker that wins, that loses.
  it.each([
    [0, [3, 0, 0], [0, 0, 0]],
    [1, [2, 0, 0], [1, 0, 0]],
    [2, [1, 0, 0], [0, 1, 0]],
    [3, [0, 1, 0], [0, 1, 0]],
    [4, [0, 0, 1], [1, 0, 0]],
  ])('card %i', (card, won, lost) => {
    for (const [fighter, expected] of [
      [35, won],
      [12, lost],
    ] as const) {
      const s = table({ players: 3 });
      settle(s, 2, 1, 4);
      guard(s, 2, 1, 21);
      s.gold[0] = s.vp[0] = 0;
      arm(s, 0, fighter);
      // The best card for the weak, the worst against the strong.
      turnOf(s, 0);
      play(s, [A.ATTACK + 2, A.FIGHTER + fighter, A.DONE, A.CARD + card], luck(5));
      play(s, [fighter === 35 ? A.CARD + 1 : A.CARD + 3], luck(5));
      expect(s.owner[2]).toBe(fighter === 35 ? 0 : 1);
      if (prompt(s) === 'WILD' && s.actor === 0) play(s, [A.WILD + 2]);
      expect([s.gold[0], goods(s, 0)[2], s.vp[0]]).toEqual(expected);
    }
  });
});

describe('refreshing', () => {
  it('decision 5: takes back all discarded cards, once a round', () => {
    const s = table({ players: 3 });
    expect(legal(s)).not.toContain(A.REFRESH);
    s.cards[0] = 9;
    s.discard[0] = 22;
    s.top[0] = 4;
    turnOf(s, 0);
    play(s, [A.REFRESH]);
    expect([s.cards[0], s.discard[0], s.top[0]]).toEqual([31, 0, NONE]);
    s.cards[0] = 30;
    s.discard[0] = 1;
    s.top[0] = 0;
    turnOf(s, 0);
    expect(legal(s)).not.toContain(A.REFRESH);
    endRound(s, luck());
    turnOf(s, 0);
    s.order.set([0, 1, 2]);
    turnOf(s, 0);
    expect(legal(s)).toContain(A.REFRESH);
  });
});

describe('the end of a round', () => {
  it('scores regions and the Citadel of the round, brings back minions and dead, clears the market', () => {
    const s = table({ players: 3 });
    settle(s, 2, 0, 4, 2);
    s.holder = 1;
    arm(s, 0);
    const dead = s.graveSize[0]!;
    expect(dead).toBeGreaterThan(0);
    const land = (seat: number) =>
      [0, 1, 2, 3, 4, 5].reduce(
        (n, r) => n + (s.owner[r] === seat ? s.tables.tileVp[s.tile[r]!]! + s.covered[r]! : 0),
        0,
      );
    const expected = [land(0), land(1) + 5, land(2)];
    const market = [...s.market];
    s.minions.fill(0);
    s.gather.fill(1);
    s.flanks.set([1, 1, 3]);
    endRound(s, luck());
    expect([...s.vp.subarray(0, 3)]).toEqual(expected);
    expect([s.graveSize[0], s.minions[0], s.gather[2], s.flanks[2]]).toEqual([0, 4, 0, 0]);
    expect([...s.aside.subarray(0, 4)]).toEqual(market);
    expect([...s.market].some((t) => market.includes(t))).toBe(false);
    expect(s.round).toBe(2);
  });
  it('decision 22: the Citadel is worth 5, 6, 7, 8 for any number of seats, nothing to the King', () => {
    for (const players of [2, 3, 4])
      for (let round = 1; round <= 3; round++) {
        const s = table({ players });
        s.round = round;
        const other = s.clone();
        other.holder = 0;
        endRound(s, luck());
        endRound(other, luck());
        expect(other.vp[0]! - s.vp[0]!).toBe(4 + round);
      }
  });
});

describe('the turn order', () => {
  it('decision 15: the decider assigns it all, the last place follows by itself', () => {
    const s = table({ players: 4, askForced: true });
    s.vp.set([50, 3, 40, 30]);
    s.lap = 3;
    turnOf(s, 3);
    play(s, [A.GOLD, A.DONE]);
    expect([prompt(s), s.actor]).toEqual(['ORDER', 1]);
    play(s, [A.ORDER + 2, A.ORDER + 0]);
    expect(legal(s)).toEqual([A.ORDER + 1, A.ORDER + 3]);
    play(s, [A.ORDER + 3]);
    expect([...s.order]).toEqual([2, 0, 3, 1]);
    expect([prompt(s), s.actor]).toEqual(['TURN_ACTION', 2]);
  });
  it('decision 9: the AI stays last and never decides, though it has fewest points', () => {
    const s = table({ players: 2, ai: 'easy' });
    s.vp.set([50, 40, 0]);
    s.holder = 0;
    endRound(s, luck());
    expect(s.decider).toBe(1);
    expect(s.order[2]).toBe(2);
  });
  it('one agent has nothing to decide', () => {
    const s = table({ players: 1, ai: 'easy' });
    endRound(s, luck());
    expect([s.stage, s.decider]).toEqual([S.STAGE.turn, -1]);
    expect([...s.order.subarray(0, 2)]).toEqual([0, 1]);
  });
  it('points and structures tied: anyone of the tied, by luck (decision 24)', () => {
    const deciders = [0, 1].map((drawn) => {
      const s = table({ players: 2 });
      s.owner.fill(NONE);
      s.tile.fill(NONE);
      settle(s, 0, 0, 4);
      settle(s, 1, 1, 5);
      s.vp.set([7, 7]);
      endRound(s, luck(drawn));
      return s.decider;
    });
    expect(deciders).toEqual([0, 1]);
  });
});

describe('the end of the game', () => {
  const last = (edit: (s: ReturnType<typeof table>) => void) => {
    const s = table({ players: 3 });
    s.owner.fill(NONE);
    s.tile.fill(NONE);
    s.gold.fill(0);
    s.fate.set([0, 1, 2]);
    s.round = 4;
    edit(s);
    endRound(s, luck());
    const places = new Uint8Array(3);
    s.places(places);
    return { s, places: [...places] };
  };
  it('most points win; the others follow', () => {
    const { s, places } = last((s) => s.vp.set([10, 30, 20]));
    expect(places).toEqual([2, 0, 1]);
    expect(s.ending()).toBe('lands');
    expect(s.over).toBe(true);
  });
  it('the Citadel counts in the last round, and names the ending', () => {
    const { s, places } = last((s) => {
      s.vp.set([10, 30, 23]);
      s.holder = 2;
    });
    expect(s.vp[2]).toBe(31);
    expect(places).toEqual([2, 1, 0]);
    expect(s.ending()).toBe('citadel');
  });
  it('a tie is broken by the other two kinds', () => {
    const { s, places } = last((s) => {
      s.vp.set([10, 10, 10]);
      put(s, 16, IN_HAND); // sulphur: not on bone and ash
    });
    expect(places).toEqual([0, 1, 1]);
    expect(s.ending()).toBe('tie-break');
  });
  it('what stays tied is shared', () => {
    const { s, places } = last((s) => s.vp.set([10, 4, 10]));
    expect(places).toEqual([0, 2, 0]);
    expect(s.ending()).toBe('shared');
  });
});
