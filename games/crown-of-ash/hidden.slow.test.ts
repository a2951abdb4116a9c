/** What is hidden stays hidden: from observation, mask, text, player JSON and redrawn positions, until it is revealed. */
import { describe, expect, it } from 'vitest';
import { createRng, type Rng, SeededChance } from '../../env/chance.js';
import { observationSize } from '../../env/game.js';
import { hiddenFields, leaks, redrawn } from '../../env/kit/secrets.js';
import * as A from './actions.js';
import { type CrownState, game } from './game.js';
import type { CrownOptionsInput } from './options.js';
import { L_CARD_LOST, L_CARD_WON, trace } from './rules/landmarks.js';
import { COMMITTED, IN_HAND, NONE } from './state.js';
import { arm, at, begins, guard, legal, luck, play, prompt, seen, settle, table, turnOf } from './test/fixture.js';

/** All that a seat is shown. */
const shown = (s: CrownState, seat: number): unknown[] => [
  [...seen(s, seat)],
  s.text(seat),
  s.view(seat),
  s.actor,
  s.prompt,
  s.actor === seat ? legal(s).map((a) => [a, s.actionText(a), s.actionJson(a)]) : [],
];

/** A battle at the defender's card: seat 0 attacks seat 1 with these fighters and this card. */
function battle(fighters: readonly number[], card: number, options: CrownOptionsInput = {}): CrownState {
  const s = table({ players: 3, ...options });
  settle(s, 2, 1, 4);
  guard(s, 2, 1, 21);
  arm(s, 0, 12, 13, 14, 31);
  turnOf(s, 0);
  play(s, [A.ATTACK + 2, ...fighters.map((f) => A.FIGHTER + f)]);
  if (fighters.length < 2) play(s, [A.DONE]);
  play(s, [A.CARD + card]);
  expect([prompt(s), s.actor]).toEqual(['CARD_DEF', 1]);
  return s;
}

describe('a battle between agents', () => {
  it('lies face down: fighters and card of the attacker change nothing for the others', () => {
    const a = battle([12, 31], 3);
    const b = battle([13, 14], 0);
    for (const seat of [1, 2]) expect(shown(a, seat)).toEqual(shown(b, seat));
    expect(shown(a, 0)).not.toEqual(shown(b, 0));
  });

  it('shows the number of fighters', () => {
    const one = battle([31], 3);
    const two = battle([12, 31], 3);
    expect(seen(one, 1)).not.toEqual(seen(two, 1));
    expect(one.text(1)).toContain('1 face down');
  });

  it('is hidden while fighters are being chosen too', () => {
    const states = [12, 31].map((f) => {
      const s = table({ players: 3 });
      settle(s, 2, 1, 4);
      arm(s, 0, 12, 13, 14, 31);
      turnOf(s, 0);
      play(s, [A.ATTACK + 2, A.FIGHTER + f]);
      expect(prompt(s)).toBe('ATTACK_SELECT');
      return s;
    });
    expect(shown(states[0]!, 1)).toEqual(shown(states[1]!, 1));
  });

  it('is all open once it is decided', () => {
    const s = battle([12, 31], 3);
    play(s, [A.CARD + 1]);
    expect(s.top[0]).toBe(3);
    const LOC = begins('fighters');
    const place = seen(s, 1)
      .slice(LOC + 31 * 23, LOC + 32 * 23)
      .indexOf(1);
    expect(place).toBe(s.loc[31]);
  });

  it('shows the fighters of the AI', () => {
    const s = table({ players: 1, ai: 'easy' });
    settle(s, 2, 0, 4);
    arm(s, 1, 20);
    s.actionDeck[0] = 0;
    s.actionsLeft = 1;
    turnOf(s, 1, luck(2));
    expect(s.text(0)).toContain('sent: bone 4 #20');
    expect(JSON.stringify(s.view(0))).toContain('"battle"');
  });
});

describe('redrawn positions', () => {
  it('send any set of so many fighters with any card, equally often', () => {
    const s = battle([12, 31], 3);
    const rng = createRng('sets');
    const sets = new Map<string, number>();
    const cards = new Array<number>(5).fill(0);
    const sample = s.clone();
    const n = 3000;
    for (let i = 0; i < n; i++) {
      sample.copyFrom(s);
      sample.resample(1, rng);
      const sent = at(sample, COMMITTED);
      expect(sent).toHaveLength(2);
      expect([...sent, ...at(sample, IN_HAND)].sort((a, b) => a - b)).toEqual([12, 13, 14, 31]);
      sets.set(sent.join(), (sets.get(sent.join()) ?? 0) + 1);
      cards[sample.cardA]!++;
    }
    expect(sets.size).toBe(6);
    for (const count of sets.values()) expect(Math.abs(count / n - 1 / 6)).toBeLessThan(0.04);
    for (const count of cards) expect(Math.abs(count / n - 1 / 5)).toBeLessThan(0.04);
  });

  it('keep what the seat itself has laid', () => {
    const s = battle([12, 31], 3);
    const sample = s.clone();
    sample.resample(0, createRng(1));
    expect(at(sample, COMMITTED)).toEqual([12, 31]);
    expect(sample.cardA).toBe(3);
    expect(sample.fate[0]).toBe(s.fate[0]);
  });

  it('deal every other fate card equally often', () => {
    const s = table({ players: 4 });
    const counts = new Array<number>(6).fill(0);
    const rng = createRng('fate');
    const sample = s.clone();
    const n = 3000;
    for (let i = 0; i < n; i++) {
      sample.copyFrom(s);
      sample.resample(0, rng);
      expect(new Set(sample.fate).size).toBe(4);
      counts[sample.fate[2]!]!++;
    }
    counts.forEach((count, card) => {
      expect(Math.abs(count / n - (card === s.fate[0] ? 0 : 1 / 5))).toBeLessThan(0.04);
    });
  });

  it('decision 23: hands of cards are what everybody has seen leaves in them', () => {
    const s = table({ players: 3 });
    s.cards[1] = 3;
    s.discard[1] = 28;
    s.top[1] = 2;
    const rng = createRng('hands');
    const sample = s.clone();
    for (let i = 0; i < 100; i++) {
      sample.copyFrom(s);
      sample.resample(0, rng);
      expect([sample.cards[1], sample.discard[1], sample.top[1]]).toEqual([3, 28, 2]);
    }
  });

  it('lay each card that may still be in the hand equally often, and no other', () => {
    const s = battle([12, 31], 3);
    // Seat 0 has played its 1 and its die before.
    s.cards[0] = 0b00101;
    s.discard[0] = 0b10010;
    s.top[0] = 4;
    const rng = createRng('laid');
    const counts = new Array<number>(5).fill(0);
    const sample = s.clone();
    const n = 3000;
    for (let i = 0; i < n; i++) {
      sample.copyFrom(s);
      sample.resample(1, rng);
      const laid = sample.cardA;
      counts[laid]!++;
      expect(sample.cards[0]! | (1 << laid)).toBe(0b01101);
      expect(sample.discard[0]).toBe(0b10010);
    }
    counts.forEach((count, card) => {
      expect(Math.abs(count / n - ((0b01101 >> card) & 1 ? 1 / 3 : 0))).toBeLessThan(0.04);
    });
  });

  it('are uniform over all that agrees with what was seen, counted out exactly', () => {
    const s = battle([12, 31], 3, { players: 2 });
    s.cards[0] = 0b00101;
    s.discard[0] = 0b10010;
    s.top[0] = 4;
    // Decks would be too many orders to count.
    s.deckSize.fill(0);
    s.stackSize = 0;
    // Every way the generator can go, like an odometer.
    const digits: { at: number; of: number }[] = [];
    let next = 0;
    const rng: Rng = {
      ...createRng(0),
      int(n) {
        const digit = (digits[next++] ??= { at: 0, of: n });
        expect(digit.of).toBe(n);
        return digit.at;
      },
    };
    const drawn = new Map<string, number>();
    const sample = s.clone();
    for (let more = true; more; ) {
      next = 0;
      sample.copyFrom(s);
      sample.resample(1, rng);
      const key = [sample.fate[0], at(sample, COMMITTED), sample.cardA].join('/');
      drawn.set(key, (drawn.get(key) ?? 0) + 1);
      more = false;
      for (let i = digits.length - 1; i >= 0 && !more; i--) {
        if (++digits[i]!.at < digits[i]!.of) more = true;
        else digits.pop();
      }
    }
    // Five fate cards, six pairs of four fighters, three cards.
    expect(drawn.size).toBe(5 * 6 * 3);
    expect(new Set(drawn.values()).size).toBe(1);
  });

  it('hold no card that everybody saw since the hand came back, in games of every kind', () => {
    for (const [number, options] of [{ players: 3 }, { players: 4 }, { players: 2, ai: 'hard' }].entries()) {
      const chance = new SeededChance(`seen ${number}`, game.streams);
      const rng = createRng(`seen ${number}`);
      const s = game.newState(game.options.parse({ ...options, askForced: true }), chance);
      // What lies open is kept by an onlooker who reads the texts of the battles, not the discards.
      const played = new Array<Set<number>>(s.seats).fill(null as never).map(() => new Set<number>());
      const sample = s.clone();
      let known = 0;
      while (!s.over) {
        const seat = rng.int(s.players);
        sample.copyFrom(s);
        sample.resample(seat, rng);
        for (let other = 0; other < s.seats; other++) {
          if (other === seat) continue;
          let hand = sample.cards[other]!;
          if (sample.attacker === other && sample.cardA >= 0) hand |= 1 << sample.cardA;
          if (sample.defender === other && sample.cardD >= 0) hand |= 1 << sample.cardD;
          for (const card of played[other]!) expect((hand >> card) & 1, `card ${card} of seat ${other}`).toBe(0);
          known += played[other]!.size;
        }
        // The position drawn goes on as the view tells it.
        expect(sample.view(seat)).toEqual(s.view(seat));
        const actions = legal(s);
        const action = actions[rng.int(actions.length)]!;
        const actor = s.actor;
        if (action === A.REFRESH) played[actor]!.clear();
        const before = cardsPaid();
        s.apply(action, chance);
        // All is asked, so one action decides one battle at most.
        if (cardsPaid() === before) continue;
        const { attacker, defender, cards } = (s.view(0) as { lastBattle: LastBattle }).lastBattle;
        for (const [side, card] of [
          [attacker, cards[0]],
          [defender, cards[1]],
        ] as const) {
          if (side === 'king' || card === null) continue;
          played[side]!.add(card);
          if (played[side]!.size === 5) played[side]!.clear();
        }
      }
      expect(known).toBeGreaterThan(50);
    }
  });

  it('leave fate cards at the end, when all lie open', () => {
    const chance = new SeededChance('end', game.streams);
    const rng = createRng('end');
    const s = game.newState(game.options.parse({ players: 3 }), chance);
    while (!s.over) s.apply(legal(s)[rng.int(legal(s).length)]!, chance);
    const sample = s.clone();
    sample.resample(0, rng);
    expect([...sample.fate]).toEqual([...s.fate]);
  });

  it('with the memory aid hands are known to all, and the laid card is one of the hand', () => {
    const s = battle([12, 31], 3, { memoryAid: true });
    // The laid card of seat 0 is still told with its hand.
    expect((s.view(1) as { players: { cards: number[] }[] }).players[0]!.cards).toEqual([0, 1, 2, 3, 4]);
    const cards = new Set<number>();
    const rng = createRng('memory');
    const sample = s.clone();
    for (let i = 0; i < 100; i++) {
      sample.copyFrom(s);
      sample.resample(1, rng);
      cards.add(sample.cardA);
    }
    expect(cards.size).toBe(5);
  });

  it('keep tier II below tier I in the first stack, and mix a new one', () => {
    const s = table({ players: 3 });
    const rng = createRng('stack');
    const tops = new Set<number>();
    const sample = s.clone();
    for (let i = 0; i < 200; i++) {
      sample.copyFrom(s);
      sample.resample(0, rng);
      for (let t = 0; t < 16; t++) expect(s.tables.tileTier[sample.stack[t]!]).toBe(t < 8 ? 2 : 1);
      tops.add(sample.stack[15]!);
    }
    expect(tops.size).toBe(8);
  });
});

it('the market does not tell what comes next', () => {
  const s = table({ players: 4 });
  const other = s.clone();
  other.stack.subarray(8, 16).reverse();
  other.decks.subarray(0, s.deckSize[0]).reverse();
  for (let seat = 0; seat < 4; seat++) expect(shown(s, seat)).toEqual(shown(other, seat));
});

it('no field shows what it hides, and all that is hidden is redrawn', () => {
  const rng = createRng('secrets');
  const chance = new SeededChance('secrets', game.streams);
  const s = game.newState(game.options.parse({ players: 2, ai: 'easy' }), chance);
  const sizes = { size: observationSize(game), actions: game.actions };
  const moved = new Set<string>();
  // A third of the positions, of all kinds: each costs a tenth of a second and more.
  for (let n = 0; !s.over; n++) {
    for (const seat of n % 3 === 0 ? [0, 1] : []) {
      expect(leaks(s, seat, rng, sizes)).toEqual([]);
      for (const name of redrawn(s, seat, rng)) moved.add(name);
    }
    const actions = legal(s);
    s.apply(actions[rng.int(actions.length)]!, chance);
  }
  expect(hiddenFields(s, 0)).toEqual(['fate', 'decks', 'stack', 'actionDeck', 'combatDeck']);
  expect([...moved]).toEqual(expect.arrayContaining(hiddenFields(s, 0)));
});

describe('the player JSON', () => {
  const states: CrownState[] = [];
  const chance = new SeededChance('json', game.streams);
  const rng = createRng('json');
  const s = game.newState(game.options.parse({ players: 2, ai: 'medium' }), chance);
  while (!s.over) {
    states.push(s.clone());
    const actions = legal(s);
    s.apply(actions[rng.int(actions.length)]!, chance);
  }

  it('gives a position that can be played on', () => {
    for (const state of states.filter((_, i) => i % 7 === 0)) {
      const read = game.parseView!(JSON.parse(JSON.stringify(state.view(state.actor)))) as CrownState;
      expect(legal(read)).toEqual(legal(state));
      const luck = new SeededChance('on', game.streams);
      while (!read.over) read.apply(legal(read)[0]!, luck);
    }
  });

  it.each<[string, (v: Record<string, never>) => void, string]>([
    ['a fighter in two slots', (v) => fighters(v).fill('slot 1' as never, 0, 2), 'slot'],
    ['a foreign seat', (v) => Object.assign(v, { seat: 3 }), 'seat'],
    ['no gold', (v) => Object.assign((v.players as never[])[0]!, { gold: -1 }), 'players.0.gold'],
    ['a fate card too many', (v) => Object.assign((v.players as never[])[2]!, { fate: 3 }), 'players.2.fate'],
    ['a tile twice', (v) => Object.assign((v.regions as never[])[0]!, { tile: 4, owner: 0 }), 'view'],
    ['another prompt', (v) => Object.assign(v, { prompt: 'PAY' }), 'view'],
    ['an actor that is the AI', (v) => Object.assign(v, { actor: 2 }), 'actor'],
    ['tasks of nobody', (v) => Object.assign(v, { tasks: [{ task: 'none', seat: 0, argument: 0 }] }), 'tasks.0'],
    [
      'a discard that does not leave the hand',
      (v) => Object.assign((v.players as never[])[0]!, { discard: [0], topDiscard: 0 }),
      'players.0.cardsInHand',
    ],
    ['a card discarded twice', (v) => Object.assign((v.players as never[])[1]!, { discard: [2, 2] }), 'discard'],
    [
      'cards that the discard does not leave',
      (v) => Object.assign((v.players as never[])[v.seat as never]!, { cards: [0] }),
      'cards: is not what',
    ],
    [
      'a card of the King',
      (v) =>
        Object.assign(v, { lastBattle: { site: 6, attacker: 0, defender: 'king', totals: [1, 5], cards: [1, 1] } }),
      'lastBattle.cards.1',
    ],
    [
      'a battle of seats that are not there',
      (v) => Object.assign(v, { lastBattle: { site: 6, attacker: 3, defender: 0, totals: [1, 5], cards: [1, 1] } }),
      'lastBattle.attacker',
    ],
    ['a cube off the track', (v) => Object.assign(v.ai, { cube: 9 }), 'view'],
  ])('is refused with %s', (_, harm, words) => {
    const state = states.find((s) => game.prompts[s.prompt] === 'TURN_ACTION' && s.tile[0] !== NONE)!;
    const json = JSON.parse(JSON.stringify(state.view(state.actor))) as Record<string, never>;
    harm(json);
    let message = '';
    try {
      game.parseView!(json);
    } catch (error) {
      message = (error as Error).message;
    }
    expect(message).toContain(words);
  });
});
type LastBattle = { attacker: number; defender: number | 'king'; cards: [number, number | null] };
const landmarks = new Uint32Array(trace.names.length);
trace.into(landmarks);
/** Combat cards that have paid, in this file. */
const cardsPaid = (): number => landmarks.subarray(L_CARD_WON, L_CARD_LOST + 5).reduce((sum, count) => sum + count, 0);
const fighters = (v: Record<string, never>): never[] => v.fighters as unknown as never[];
