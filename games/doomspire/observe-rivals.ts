/** What a seat sees of the others that their knights and tracks do not show: what each knight has with it, and plenty. */
import * as D from './data.js';
import { after, lowest, relativeKnight } from './read.js';
import { ABSENT, GONE, type Position, UNUSED } from './state.js';

const KINDS = D.itemKinds.length;
const FOLLOWERS = D.followers.length;

export const rivalPieces = {
  'others’ items': [[9, KINDS], 'Of each knight of +1, +2, +3: how many items of each kind it carries (19 kinds).'],
  'others’ followers': [[9, FOLLOWERS], 'Of each knight of +1, +2, +3: its followers.'],
  'black blade': [
    [4],
    'Who held the black blade last (relative seat, one-hot), whose ghost guards it; zeros before, and when it is gone.',
    [0, 1],
  ],
  plenty: [[4, 4], 'Of each seat, own first: food, wood, ore, gold above 20, / 20 (each at most 2).'],
  'knights eaten': [[4], 'Edition airef: of each seat, own first: knights that the dragon has eaten / 3.'],
  'market barred': [
    [1],
    'Edition airef: 1 when the market was built in this phase, so that it cannot be used.',
    [0, 1],
  ],
} as const;

export const writeRivals =
  ({
    'others’ items': ITEMS,
    'others’ followers': COMPANY,
    'black blade': BLADE,
    plenty: PLENTY,
    'knights eaten': EATEN,
    'market barred': BARRED,
  }: Record<keyof typeof rivalPieces, number>) =>
  (s: Position, seat: number, out: Float32Array, offset: number): void => {
    for (let k = 0; k < 12; k++) {
      if (((k / 3) | 0) === seat || s.knightTile[k] === ABSENT) continue;
      const i = relativeKnight(k, seat) - 3;
      for (let left = s.knightItems[k]!; left; left &= left - 1)
        out[offset + ITEMS + i * KINDS + s.itemKind[lowest(left)]!]! += 1;
      for (let left = s.followerBits[k]!; left; left &= left - 1)
        out[offset + COMPANY + i * FOLLOWERS + lowest(left)] = 1;
    }
    const blade = s.itemPlace[D.PIECE_BLADE]!;
    const holder = s.itemOwner[D.PIECE_BLADE]! - 1;
    if (holder >= 0 && blade !== UNUSED && blade !== GONE) out[offset + BLADE + after(seat, holder)] = 1;
    for (let i = 0; i < 16; i++) {
      const n = s.resources[i]!;
      if (n > 20) out[offset + PLENTY + after(seat, i >> 2) * 4 + (i & 3)] = n < 60 ? (n - 20) / 20 : 2;
    }
    if (!s.tables.airef) return;
    for (let k = 0; k < 12; k++) if (s.eaten[k]) out[offset + EATEN + after(seat, (k / 3) | 0)]! += 1 / 3;
    if (s.used & 4) out[offset + BARRED] = 1;
  };
