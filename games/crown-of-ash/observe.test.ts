/** What an observation tells, piece by piece, and that nothing hidden gets into it. */
import { describe, expect, it } from 'vitest';
import { createRng, SeededChance } from '../../env/chance.js';
import { observationSize } from '../../env/game.js';
import * as A from './actions.js';
import { type CrownState, game } from './game.js';
import type { CrownOptionsInput } from './options.js';
import * as S from './state.js';
import { arm, begins, guard, legal, luck, play, prompt, settle, table, turnOf } from './test/fixture.js';

/** The numbers of one piece as a seat sees them. */
function told(s: CrownState, seat: number, name: string): number[] {
  const out = new Float32Array(observationSize(game));
  s.observe(seat, out, 0);
  const at = begins(name);
  const size = game.observation.find((piece) => piece.name === name)!.shape.reduce((a, b) => a * b, 1);
  return [...out.subarray(at, at + size)].map((value) => Math.round(value * 1e4) / 1e4);
}
/** Where a piece is not zero. */
const ones = (s: CrownState, seat: number, name: string): number[] =>
  told(s, seat, name).flatMap((value, i) => (value === 0 ? [] : [i]));

describe('the layout', () => {
  it('has no number that never moves but those of rare tiles and tasks, longer tracks and starting fighters in slots', () => {
    const least = new Float32Array(observationSize(game)).fill(Infinity);
    const most = new Float32Array(observationSize(game)).fill(-Infinity);
    const out = new Float32Array(observationSize(game));
    everyGame(6, (s) => {
      for (let seat = 0; seat < s.players; seat++) {
        s.observe(seat, out, 0);
        for (let i = 0; i < out.length; i++) {
          least[i] = Math.min(least[i]!, out[i]!);
          most[i] = Math.max(most[i]!, out[i]!);
        }
      }
    });
    const still = game.observation.filter(({ name, shape }) => {
      const at = begins(name);
      const size = shape.reduce((a, b) => a * b, 1);
      return least.subarray(at, at + size).some((value, i) => value === most[at + i]);
    });
    expect(still.map(({ name }) => name).sort()).toEqual(['AI cube', 'fighters', 'market', 'regions', 'waiting']);
  });
});

const kinds: CrownOptionsInput[] = [
  { players: 2 },
  { players: 3 },
  { players: 4 },
  { players: 1, ai: 'hard' },
  { players: 2, ai: 'easy', askForced: true },
  { players: 3, ai: 'medium', memoryAid: true },
];
/** Shows all positions of games of random players, the end among them. */
function everyGame(games: number, look: (s: CrownState) => void): void {
  for (const [number, options] of kinds.entries())
    for (let g = 0; g < games; g++) {
      const chance = new SeededChance(`observe ${number} ${g}`, game.streams);
      const rng = createRng(`observe ${number} ${g}`);
      const s = game.newState(game.options.parse(options), chance);
      for (look(s); !s.over; look(s)) s.apply(s.legalActions[rng.int(s.count)]!, chance);
    }
}

describe('fates', () => {
  it('are not told before the end, and all of them then', () => {
    let ends = 0;
    everyGame(1, (s) => {
      for (let seat = 0; seat < s.players; seat++) {
        const shown = s.over ? s.players - 1 : 0;
        expect(ones(s, seat, 'fates')).toHaveLength(shown);
        if (shown === 0) continue;
        ends++;
        const next = (seat + 1) % s.seats;
        if (next < s.players) expect(ones(s, seat, 'fates')[0]).toBe(s.fate[next]);
      }
    });
    expect(ends).toBeGreaterThan(0);
  });
});

/** Seat 0 has played all but its 4; the attack on the region of seat 1 is its fifth. */
function fifth(): CrownState {
  const s = table({ players: 3 });
  settle(s, 2, 1, 4);
  guard(s, 2, 1, 21);
  arm(s, 0, 12, 31);
  s.cards[0] = 1 << 3;
  s.discard[0] = 0b10111;
  s.top[0] = 0;
  turnOf(s, 0);
  play(s, [A.ATTACK + 2, A.FIGHTER + 31, A.DONE, A.CARD + 3]);
  return s;
}

describe('the pieces', () => {
  it('tell what everybody has seen played, and not what lies face down', () => {
    const s = fifth();
    expect(prompt(s)).toBe('CARD_DEF');
    // 0, 1, 3 and the die of seat 0.
    expect(ones(s, 0, 'played cards')).toEqual([0, 1, 2, 4]);
    expect(ones(s, 1, 'played cards')).toEqual([10, 11, 12, 14]);
    expect(ones(s, 2, 'played cards')).toEqual([5, 6, 7, 9]);
  });

  it('tell the battle fought last, a fifth card among them', () => {
    const s = fifth();
    expect(ones(s, 0, 'last battle')).toEqual([]);
    play(s, [A.CARD + 1]);
    expect(ones(s, 2, 'played cards')).toEqual([11]);
    // Region 2, attacker next after seat 2, defender after it; cards 3 and 1; totals.
    expect(ones(s, 2, 'last battle')).toEqual([2, 7 + 1, 11 + 1 + 2, 16 + 3, 21 + 1, 27, 28]);
    expect(told(s, 2, 'last battle').slice(27)).toEqual(
      [s.totalA / 30, s.totalD / 30].map((x) => Number(x.toFixed(4))),
    );
    expect(ones(s, 0, 'last battle').slice(0, 3)).toEqual([2, 7, 11 + 1 + 1]);
  });

  it('tell of the King that he plays no card', () => {
    const s = table({ players: 2 });
    arm(s, 0, 12, 31);
    turnOf(s, 0);
    play(s, [A.ATTACK_CITADEL + 1, A.FIGHTER + 12, A.DONE, A.CARD + 1]);
    expect(ones(s, 1, 'last battle')).toEqual([6, 7 + 1, 11, 16 + 1, 21 + 5, 27, 28]);
  });

  it('tell which tiles are left in the stack and set aside, and whether it was made anew', () => {
    const s = table({ players: 3 });
    expect(ones(s, 0, 'tile stack')).toHaveLength(16);
    expect(ones(s, 0, 'tiles set aside')).toEqual([]);
    s.stackSize = 2;
    s.stack.set([23, 4]);
    s.asideSize = 2;
    s.aside.set([5, 17]);
    expect(ones(s, 0, 'tile stack')).toEqual([0, 19]);
    expect(ones(s, 0, 'tiles set aside')).toEqual([1, 13]);
    expect(told(s, 0, 'stack made anew')).toEqual([0]);
    s.mixed = true;
    expect(told(s, 0, 'stack made anew')).toEqual([1]);
    s.market.set([4, 23, S.NONE, 9]);
    expect(ones(s, 0, 'market')).toEqual([0, 21 + 19, 42 + 20, 63 + 5]);
  });

  it('tell of the AI its seat and the square of its cube', () => {
    const s = table({ players: 2, ai: 'easy' });
    expect(ones(s, 0, 'AI cube')).toEqual([0]);
    s.cube = 4;
    expect(ones(s, 1, 'AI cube')).toEqual([4]);
    expect([ones(s, 0, 'AI seat'), ones(s, 1, 'AI seat')]).toEqual([[1], [0]]);
    const none = table({ players: 2 });
    expect([ones(none, 0, 'AI seat'), ones(none, 0, 'AI cube')]).toEqual([[3], []]);
  });

  it('tell what waits behind a wild resource or a fighter that comes back, and where', () => {
    const s = table({ players: 2 });
    settle(s, 3, 0, s.tables.crypt);
    arm(s, 0, 12);
    guard(s, 3, 0);
    turnOf(s, 0);
    play(s, [A.GATHER + 3]);
    expect(prompt(s)).toBe('RESURRECT');
    for (const seat of [0, 1]) expect(ones(s, seat, 'waiting')).toEqual([8 + 3]);
    play(s, [A.DONE]);
    expect(prompt(s)).toBe('PLACE');
    expect(ones(s, 0, 'waiting')).toEqual([]);
    // Made by hand: seat 1 chooses three resources and may bring a fighter back, there is a casualty, the AI raises.
    s.queue(S.TASK.wild, 1, 3);
    s.queue(S.TASK.resurrect, 1, 0);
    s.queue(S.TASK.casualty, 0, S.CITADEL);
    s.queue(S.TASK['ai raise'], 1, 0);
    expect(ones(s, 0, 'waiting')).toEqual([1, 5, 20, 21]);
    expect(told(s, 0, 'waiting')[1]).toBe(0.75);
    expect(ones(s, 1, 'waiting')).toEqual([0, 4, 20, 21]);
  });

  it('tell in the set-up which regions are still to be guarded', () => {
    const s = game.newState(game.options.parse({ players: 2, askForced: true }), luck());
    expect(prompt(s)).toBe('PLACE');
    const regions = [0, 1, 2, 3, 4, 5].filter((r) => s.owner[r] !== S.NONE && r !== s.tasks[2]);
    expect(ones(s, 1, 'waiting')).toEqual(regions.map((r) => 8 + r));
    expect(legal(s).length).toBeGreaterThan(0);
  });
});
