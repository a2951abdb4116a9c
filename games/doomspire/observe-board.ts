/** The board: planes of rows of eight, turned so that the home of the seat is north-west, and where the special tiles are. */
import { TILE } from './actions.js';
import * as D from './data.js';
import { REGION, SLOT_TILES, TIER1_SLOTS, TIER2_SLOTS, TO_RELATIVE } from './geometry.js';
import { countsOf } from './observe-cards.js';
import { findsOn, guarded, type Reading } from './observe-reading.js';
import { rowOf, type Starts } from './observe-row.js';
import { after, lowest } from './read.js';
import { intruder } from './rules/territory.js';
import { NEUTRAL, type Position } from './state.js';

export const boardPieces = {
  yields: [
    [4, 8, 8],
    'What each explored tile yields of food, wood, ore, gold, in halves; planes are rows of eight from the north, the home of this seat in the north-west.',
  ],
  'cards of tier 1 and 3': [
    [8, 8],
    'Tokens left, in halves, on tiles whose cards are tier 1, and in the central four tier 3; a tenth more on an oasis.',
  ],
  'cards of tier 2': [[8, 8], 'Tokens left, in halves, on tiles whose cards are tier 2; a tenth more on an oasis.'],
  'monsters and finds': [
    [8, 8],
    'Might of the monster / 10 plus a thousandth of its number (which tells kinds of equal might apart), halved while it sleeps; where there is none, minus the worth of the items lying there (a sword in a stone 0.3).',
  ],
  owners: [
    [8, 8],
    'Own tile 1 when protected by an own knight, 0.75 open, 0.5 blockaded. Of +1, +2, +3: -1, -0.95, -0.9 when open, -0.5, -0.45, -0.4 when protected; neutral -0.8.',
  ],
  'rival knights': [
    [8, 8],
    '0.5 plus (might + bonus of what it carries) / 40 of the strongest rival knight there, 0.25 more for each other one.',
  ],
  'legal tiles': [[8, 8], '1 on tiles that this seat may choose in the pending decision.'],
} as const;

const [SPIRE, SPIRE_SIZE] = rowOf({ square: 4, impressions: 1, stacks: 1, hoard: 12 });
export const sitePieces = {
  doomspire: [
    [SPIRE_SIZE],
    'Square of Doomspire once revealed, one-hot over the central four (row by row); impressions made / 3; stacks left / 3; resources / 4 in each of the three stacks not taken.',
  ],
  explored: [[16], '1 for each of the inner sixteen squares (row by row) that is explored.'],
  'special tiles': [
    [3, 12],
    'Where temple, trader and mercenary camp are: one-hot over the twelve plains slots, in the order of the slots of the board data, turned.',
  ],
} as const;

/** A tile yields at most two resources: which, by kind; 255 none. */
const yielded = D.tileKinds.map((_, kind) => [0, 1, 2, 3].filter((r) => D.KIND_YIELD[kind * 4 + r]! > 0));
const YIELD_FIRST = Uint8Array.from(yielded, ([first]) => first ?? 255);
const YIELD_SECOND = Uint8Array.from(yielded, ([, second]) => second ?? 255);

/** Index of a tile among the inner sixteen, 255 outside; among the central four. */
const INNER_AT = new Uint8Array(64).fill(255);
const CENTRE_AT = new Uint8Array(64).fill(255);
{
  let inner = 0;
  let centre = 0;
  for (let t = 0; t < 64; t++) {
    if (REGION[t]! >= 2) INNER_AT[t] = inner++;
    if (REGION[t] === 3) CENTRE_AT[t] = centre++;
  }
}
/** Slot (0-11) of a tile as a place of temple, trader or mercenary camp: each has its own square within its trio. */
const SPECIAL_AT = new Uint8Array(3 * 64).fill(255);
const SPECIAL_KINDS = [D.KIND_TEMPLE, D.KIND_TRADER, D.KIND_MERCENARY] as const;
SPECIAL_KINDS.forEach((kind, i) => {
  const square = D.TIER1_TRIOS.indexOf(kind) % 3;
  for (let slot = TIER1_SLOTS; slot < TIER2_SLOTS; slot++)
    SPECIAL_AT[i * 64 + SLOT_TILES[slot * 3 + square]!] = slot - TIER1_SLOTS;
});
/** 0 temple, 1 trader, 2 mercenary camp, 3 cards are drawn there, 255 anything else: by tile kind. */
export const SPECIAL_OF = new Uint8Array(64).fill(255);
export const CARD_TILE = 3;
SPECIAL_KINDS.forEach((kind, i) => {
  SPECIAL_OF[kind] = i;
});
const OASIS_MARK = new Float32Array(64);
D.KIND_TIER.forEach((tier, kind) => {
  if (tier > 0) SPECIAL_OF[kind] = CARD_TILE;
  if (D.KIND_OASIS[kind]) OASIS_MARK[kind] = 0.1;
});

/** One pass over the explored tiles; on the way it adds up in `seen` what each seat harvests and its starred tiles. */
export const writeBoard =
  ({
    yields: YIELDS,
    'cards of tier 1 and 3': CARDS_13,
    'cards of tier 2': CARDS_2,
    'monsters and finds': MONSTERS,
    owners: OWNERS,
    'rival knights': RIVALS,
    'legal tiles': LEGAL,
    doomspire: DOOMSPIRE,
    explored: EXPLORED,
    'special tiles': SPECIALS,
  }: Starts<typeof boardPieces & typeof sitePieces>) =>
  (s: Position, seen: Reading, seat: number, out: Float32Array, offset: number): void => {
    const { kind, explored, owner, monster, tokens, knightsOn, tileItems, sword } = s;
    const { guards, income, stars, bonus } = seen;
    const { threat } = countsOf(s);
    const turned = seat * 64;
    const ownKnights = 7 << (seat * 3);
    const forBlockader = s.options.blockadeStars === 'blockader';
    const neutral = NEUTRAL - 1;
    for (let t = 0; t < 64; t++) {
      if (!explored[t]) continue;
      const r = offset + TO_RELATIVE[turned + t]!;
      const k = kind[t]!;
      if (INNER_AT[t] !== 255) out[offset + EXPLORED + INNER_AT[r - offset]!] = 1;
      const here = knightsOn[t]!;
      const first = YIELD_FIRST[k]!;
      if (first !== 255) {
        const second = YIELD_SECOND[k]!;
        const n1 = D.KIND_YIELD[k * 4 + first]!;
        const n2 = second === 255 ? 0 : D.KIND_YIELD[k * 4 + second]!;
        out[r + YIELDS + first * 64] = n1 / 2;
        if (n2) out[r + YIELDS + second * 64] = n2 / 2;
        const holder = owner[t]! - 1;
        if (holder >= 0) {
          const guard = holder < 4 && guarded(guards, holder, t) === 1;
          // A blockader takes the harvest, and the star where the option says so.
          const by = here !== 0 && !guard ? intruder(s, t) : -1;
          const taker = by >= 0 ? by : holder;
          if (taker < 4) {
            income[taker * 4 + first]! += n1;
            if (n2) income[taker * 4 + second]! += n2;
          }
          const counts = forBlockader ? taker : holder;
          if (D.KIND_STARRED[k] && counts < 4) stars[counts]!++;
          if (holder === seat) out[r + OWNERS] = by >= 0 ? 0.5 : guard ? 1 : 0.75;
          else if (holder === neutral) out[r + OWNERS] = -0.8;
          else out[r + OWNERS] = (guard ? -0.5 : -1) + (after(seat, holder) - 1) * 0.05;
        }
      } else {
        const special = SPECIAL_OF[k]!;
        if (special === CARD_TILE) {
          const left = tokens[t]! / 2 + OASIS_MARK[k]!;
          if (left > 0) out[r + (D.KIND_TIER[k] === 2 ? CARDS_2 : CARDS_13)] = left;
        } else if (special < 3) {
          const slot = SPECIAL_AT[special * 64 + r - offset]!;
          if (slot !== 255) out[offset + SPECIALS + special * 12 + slot] = 1;
        } else if (k === D.KIND_DOOMSPIRE && CENTRE_AT[r - offset] !== 255)
          out[offset + DOOMSPIRE + SPIRE.square + CENTRE_AT[r - offset]!] = 1;
      }
      const m = monster[t]!;
      if (m) out[r + MONSTERS] = s.dormant[t] ? threat[m]! / 2 : threat[m]!;
      else if (tileItems[t] || sword[t]) out[r + MONSTERS] = -findsOn(s, t);
      const rivals = here & ~ownKnights;
      if (rivals !== 0) {
        let best = 0;
        let n = 0;
        for (let left = rivals; left; left &= left - 1) {
          const knight = lowest(left);
          const strength = s.might[(knight / 3) | 0]! + bonus[knight]!;
          if (strength > best) best = strength;
          n++;
        }
        out[r + RIVALS] = 0.5 + Math.min(best, 40) / 40 + (n - 1) * 0.25;
      }
    }
    if (s.spireRevealed) {
      const at = offset + DOOMSPIRE;
      out[at + SPIRE.impressions] = s.impressions / 3;
      out[at + SPIRE.stacks] = s.stacksLeft / 3;
      for (let i = 0; i < 12; i++) if (!s.stackTaken[i >> 2]) out[at + SPIRE.hoard + i] = s.stackContents[i]! / 4;
    }
    if (s.actor === seat) {
      const { legalActions } = s;
      for (let i = 0, n = s.count; i < n; i++) {
        const a = legalActions[i]!;
        if (a < TILE + 64) out[offset + LEGAL + a - TILE] = 1;
      }
    }
  };
