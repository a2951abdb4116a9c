import { describe, expect, it } from 'vitest';
import type { Rng } from '../../env/chance.js';
import { observationSize } from '../../env/game.js';
import { cards, itemKinds, KIND_MERCENARY, KIND_TEMPLE, KIND_TIER, KIND_TRADER, PIECE_BLADE } from './data.js';
import { type DoomspireState, game } from './game.js';
import { TO_ABSOLUTE } from './geometry.js';
import { sight } from './observe.js';
import type { DoomspireView } from './show/view.js';
import * as S from './state.js';
import { ABSENT, NEUTRAL, OP, P } from './state.js';
import { playSampled } from './test/sampled-positions.js';
import { stirred } from './test/stir.js';

/** Where a piece starts. */
function start(name: string): number {
  let at = 0;
  for (const piece of sight.pieces) {
    if (piece.name === name) return at;
    at += piece.shape.reduce((a, b) => a * b, 1);
  }
  throw new Error(`no piece ${name}`);
}
/** Where two observations differ first, -1 nowhere. */
const difference = (a: Float32Array, b: Float32Array): number => a.findIndex((x, i) => x !== b[i]);
const seen = (s: DoomspireState, seat: number): Float32Array => {
  const out = new Float32Array(sight.size).fill(99);
  sight.observe(s, seat, out, 0);
  return out;
};

/**
 * The same position a quarter turn clockwise: what was north-west is north-east. Only what can be observed is turned.
 */
function quarterTurn(s: DoomspireState): DoomspireState {
  const to = s.clone();
  const tile = (t: number) => TO_ABSOLUTE[64 + t]!;
  const seat = (p: number) => (p + 1) & 3;
  const knight = (k: number) => (k + 3) % 12;
  for (let t = 0; t < 64; t++) {
    const n = tile(t);
    for (const field of ['kind', 'explored', 'monster', 'monsterCard', 'tokens', 'sword', 'tileItems'] as const)
      to[field][n] = s[field][t]!;
    const o = s.owner[t]!;
    to.owner[n] = o === 0 || o === NEUTRAL ? o : seat(o - 1) + 1;
    to.dormant[n] = s.dormant[t] ? knight(s.dormant[t]! - 1) + 1 : 0;
    to.knightsOn[n] = ((s.knightsOn[t]! << 3) | (s.knightsOn[t]! >> 9)) & 4095;
  }
  for (let k = 0; k < 12; k++) {
    to.knightTile[knight(k)] = s.knightTile[k] === ABSENT ? ABSENT : tile(s.knightTile[k]!);
    for (const field of ['acted', 'halted', 'eaten', 'followerBits', 'slotsFilled', 'knightItems'] as const)
      to[field][knight(k)] = s[field][k]!;
  }
  for (let p = 0; p < s.itemPlace.length; p++) {
    const place = s.itemPlace[p]!;
    to.itemPlace[p] =
      place >= 1 && place <= 12
        ? knight(place - 1) + 1
        : place >= S.ON_TILE && place < S.ON_TILE + 64
          ? S.ON_TILE + tile(place - S.ON_TILE)
          : place;
    to.itemOwner[p] = s.itemOwner[p] === 0 ? 0 : seat(s.itemOwner[p]! - 1) + 1;
  }
  for (let f = 0; f < 8; f++) {
    const place = s.followerPlace[f]!;
    to.followerPlace[f] = place >= 1 && place <= 12 ? knight(place - 1) + 1 : place;
  }
  for (let p = 0; p < 4; p++) {
    for (const field of ['fame', 'might', 'buildings', 'stacks', 'concededOrder', 'extraDice', 'flags'] as const)
      to[field][seat(p)] = s[field][p]!;
    for (let i = 0; i < 4; i++) to.resources[seat(p) * 4 + i] = s.resources[p * 4 + i]!;
    for (let i = 0; i < 3; i++) to.dice[seat(p) * 3 + i] = s.dice[p * 3 + i]!;
    for (let b = 0; b < 2; b++) {
      const zone = s.boatZone[p * 2 + b]!;
      to.boatZone[seat(p) * 2 + b] = zone === ABSENT ? ABSENT : (zone + 1) & 3;
    }
  }
  const seats = ['firstPlayer', 'mover', 'actor', 'king', 'hand', 'partner', 'cardPlayer', 'boatTarget'] as const;
  const knights = ['focusKnight', 'passenger', 'cardKnight'] as const;
  const tiles = ['focusTile', 'cardTile'] as const;
  for (const field of seats) if (s[field] >= 0) to[field] = seat(s[field]);
  for (const field of knights) if (s[field] >= 0) to[field] = knight(s[field]);
  for (const field of tiles) if (s[field] >= 0) to[field] = tile(s[field]);
  if (s.cardBoat >= 0) to.cardBoat = (s.cardBoat + 2) & 7;
  if (s.fightKind) {
    to.fightAttacker = knight(s.fightAttacker);
    if (s.fightKind === 2) to.fightDefender = knight(s.fightDefender);
    to.fightTile = tile(s.fightTile);
    const paid = s.fightGodmothers;
    to.fightGodmothers = ((paid << 1) | (paid >> 3)) & 15;
  }
  const top = (s.depth - 1) * S.FRAME;
  if (top >= 0 && s.frames[top] === OP.walk) {
    to.frames[top + 2] = knight(s.frames[top + 2]!);
    to.frames[top + 5] = tile(s.frames[top + 5]!);
  }
  return to;
}

describe('observation', () => {
  it('has at most 1,800 values, all named', () => {
    expect(observationSize(game)).toBe(sight.size);
    expect(sight.size).toBeLessThanOrEqual(1800);
    expect(new Set(sight.pieces.map((p) => p.name)).size).toBe(sight.pieces.length);
    for (const p of sight.pieces) expect(p.about).toMatch(/\.$/);
  });

  it('is the same for a position and its quarter turn, small everywhere, and blind to what is hidden', () => {
    let n = 0;
    const look = (s: DoomspireState, rng: Rng) => {
      n++;
      const seat = n % 3 === 0 ? rng.int(4) : Math.max(0, s.actor);
      const now = seen(s, seat);
      for (let i = 0; i < now.length; i++)
        if (!(now[i]! >= -1.5 && now[i]! <= 3)) throw new Error(`value ${i} is ${now[i]}`);
      expect(difference(seen(quarterTurn(s), (seat + 1) & 3), now)).toBe(-1);
      const other = s.clone();
      other.resample(seat, rng);
      expect(difference(seen(other, seat), now)).toBe(-1);
    };
    playSampled('observed', 4, 7, {}, look);
    playSampled('observed', 3, 11, { edition: 'airef' }, look);
    expect(n).toBeGreaterThan(400);
  });

  it('shows the dragon and the three decks of edition airef', () => {
    const themes = ['beast', 'cave', 'grove'];
    let choices = 0;
    playSampled('airef seen', 3, 3, { edition: 'airef' }, (s) => {
      const out = seen(s, 2);
      expect(out[start('dragon')]).toBeCloseTo(s.dragonDie / 3);
      expect(out.subarray(start('doomspire') + 6, start('doomspire') + 18).every((x) => x === 0)).toBe(true);
      const decks = (s.view(2) as DoomspireView).decks;
      for (let tier = 0; tier < 3; tier++)
        for (let theme = 0; theme < 3; theme++) {
          const n = decks[tier]!.piles!.filter((p) => p.top === themes[theme]).length;
          expect(out[start('top cards') + tier * 3 + theme]).toBeCloseTo(n / 3);
        }
      decks.forEach(({ piles }, tier) => {
        piles!.forEach(({ cards, sword }, pile) => {
          const at = start('decks') + (tier * 3 + pile) * 2;
          expect(out[at]).toBeCloseTo(cards / 10);
          expect(out[at + 1]).toBe(sword ? 1 : 0);
        });
      });
      const choice = out.subarray(start('deck choice'), start('deck choice') + 24);
      if (s.prompt !== P.DECK) expect(choice.every((x) => x === 0)).toBe(true);
      if (s.prompt !== P.DECK) return;
      choices++;
      const tier = KIND_TIER[s.kind[s.focusTile]!]! - 1;
      for (let pile = 0; pile < 3; pile++) {
        const top = decks[tier]!.piles![pile]!.top;
        const shown = themes.map((_, i) => choice[pile * 8 + i]!);
        expect(shown).toEqual(themes.map((t) => (t === top ? 1 : 0)));
        const odds = choice.subarray(pile * 8 + 3, pile * 8 + 8);
        if (top !== null) expect(odds[0]! + odds[2]! + odds[3]! + odds[4]!).toBeCloseTo(1);
      }
    });
    expect(choices).toBeGreaterThan(3);
  });

  it('shows what everybody has with him, all that is known of cards, and more than twenty of anything', () => {
    for (const edition of ['rulebook', 'airef'] as const)
      for (let seed = 0; seed < 6; seed++) {
        const { s } = stirred({ edition, encounters: true }, `belongings ${seed}`);
        s.resources[13] = 27;
        s.itemOwner[PIECE_BLADE] = s.itemPlace[PIECE_BLADE] === S.UNUSED ? 0 : 2;
        const out = seen(s, 2);
        const view = s.view(2) as DoomspireView;
        const at = (name: string, i: number) => out[start(name) + i]!;
        // Knights of +1, +2, +3 of seat 2.
        [9, 10, 11, 0, 1, 2, 3, 4, 5].forEach((knight, i) => {
          for (let kind = 0; kind < itemKinds.length; kind++) {
            const carried = [...s.itemPlace.keys()].filter(
              (p) => s.itemPlace[p] === knight + 1 && s.itemKind[p] === kind,
            );
            expect(at('others’ items', i * itemKinds.length + kind)).toBe(carried.length);
          }
          for (let f = 0; f < 8; f++)
            expect(at('others’ followers', i * 8 + f)).toBe(s.followerPlace[f] === knight + 1 ? 1 : 0);
        });
        const held = s.itemOwner[PIECE_BLADE] !== 0;
        expect([0, 1, 2, 3].map((i) => at('black blade', i))).toEqual([0, 0, 0, held ? 1 : 0]);
        cards.forEach(({ id }, card) => {
          const n = s.tables.cardCount[card]!;
          const unseen = view.decks.reduce((sum, deck) => sum + (deck.unseen[id] ?? 0), 0);
          expect(at('cards gone', card)).toBeCloseTo(n === 0 ? 0 : 1 - unseen / n, 6);
        });
        expect(at('plenty', 5)).toBeCloseTo(7 / 20, 6);
        expect(out.subarray(start('plenty'), start('plenty') + 16).filter((x) => x > 0).length).toBe(1);
      }
  });

  it('shows whom the dragon of edition airef has eaten, and that a new market is shut', () => {
    const { s } = stirred({ edition: 'airef' }, 'eaten');
    s.eaten[4] = 1;
    s.used = 5;
    const out = seen(s, 2);
    expect([...out.subarray(start('knights eaten'), start('knights eaten') + 5)]).toEqual([
      0,
      0,
      0,
      Math.fround(1 / 3),
      1,
    ]);
    expect(out[start('turn so far') + 22]).toBe(1);
    expect(out[start('turn so far') + 23]).toBe(0);
  });

  it('tells others apart from each other', () => {
    playSampled('told', 1, 400, {}, (s) => {
      const before = seen(s, 0);
      for (let p = 1; p < 4; p++) {
        const changed = s.clone();
        changed.fame[p] = (changed.fame[p]! + 1) % 20;
        const after = seen(changed, 0);
        const at = [...after.keys()].filter((i) => after[i] !== before[i]);
        expect(at).toContain(start('players') + p * 28);
      }
    });
  });

  it('knows where temple, trader and mercenary camp are, for every seat', () => {
    playSampled('special', 4, 2000, {}, (s) => {
      for (let seat = 0; seat < 4; seat++) {
        const out = seen(s, seat);
        for (let i = 0; i < 3; i++) {
          const at = start('special tiles') + i * 12;
          expect(out.subarray(at, at + 12).reduce((a, b) => a + b)).toBe(1);
        }
      }
      for (const kind of [KIND_TEMPLE, KIND_TRADER, KIND_MERCENARY]) expect(s.kind).toContain(kind);
    });
  });

  it('shows the dice that others chose only when all have chosen', () => {
    playSampled('dice', 1, 300, {}, (s) => {
      s.choosingDice = true;
      s.extraDice.set([1, 1, 1, 1]);
      const secret = seen(s, 2);
      const at = (rel: number) => start('players') + rel * 28 + 19;
      expect([0, 1, 2, 3].map((rel) => secret[at(rel)])).toEqual([0.5, 0, 0, 0]);
      s.extraDice.set([2, 0, 1, 2]);
      expect(seen(s, 2)).toEqual(secret);
      s.choosingDice = false;
      expect([0, 1, 2, 3].map((rel) => seen(s, 2)[at(rel)])).toEqual([0.5, 1, 1, 0]);
    });
  });

  it('writes every value, at an offset', () => {
    playSampled('offset', 1, 500, {}, (s) => {
      const out = new Float32Array(sight.size + 20).fill(99);
      sight.observe(s, 1, out, 10);
      expect(out.subarray(10, 10 + sight.size)).toEqual(seen(s, 1));
      expect([...out.subarray(0, 10), ...out.subarray(-10)].every((x) => x === 99)).toBe(true);
    });
  });
});
