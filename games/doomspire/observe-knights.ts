/** The knights: the own ones in full, of the others' what matters in a battle. */
import { UNIT } from './actions.js';
import * as D from './data.js';
import { COAST_ZONE, NONE, TO_RELATIVE } from './geometry.js';
import { guarded, type Reading } from './observe-reading.js';
import { rowOf, type Starts } from './observe-row.js';
import { bitCount, lowest } from './read.js';
import { capacity } from './rules/items.js';
import { ABSENT, type Position } from './state.js';

const [MINE, MINE_SIZE] = rowOf({
  present: 1,
  acted: 1,
  row: 8,
  column: 8,
  items: D.itemKinds.length,
  followers: 8,
  slots: 1,
  bonus: 1,
  optional: 1,
  choosable: 1,
  unclaimed: 1,
  own: 1,
  open: 1,
  tokens: 1,
  temple: 1,
  trader: 1,
  camp: 1,
  boat: 1,
});
const [OTHER, OTHER_SIZE] = rowOf({
  present: 1,
  row: 1,
  column: 1,
  acted: 1,
  bonus: 1,
  optional: 1,
  worth: 1,
  followers: 1,
});

export const knightPieces = {
  'own knights': [
    [3, MINE_SIZE],
    'Of each own knight on the board: 1; 1 when it has acted (0.5 when it only has picked something up); row and column one-hot (8 + 8); its items (19 kinds) and followers (8); free item slots / 4; automatic bonus / 6; optional bonus / 6; 1 when it may be chosen as unit now; its tile: unclaimed resource, own, open tile of another, tokens in halves, temple, trader, mercenary camp; own boat in reach.',
  ],
  'others’ knights': [
    [9, OTHER_SIZE],
    'Of each knight of +1, +2, +3 on the board: 1; row / 7; column / 7; has acted; automatic bonus / 6; optional bonus / 6; worth of its items; followers / 2.',
  ],
} as const;

export const writeKnights =
  ({ 'own knights': OWN, 'others’ knights': OTHERS }: Starts<typeof knightPieces>) =>
  (s: Position, seen: Reading, seat: number, out: Float32Array, offset: number): void => {
    const turned = seat * 64;
    for (let i = 0; i < 3; i++) {
      const k = seat * 3 + i;
      const tile = s.knightTile[k]!;
      if (tile === ABSENT) continue;
      const at = offset + OWN + i * MINE_SIZE;
      const r = TO_RELATIVE[turned + tile]!;
      out[at + MINE.present] = 1;
      out[at + MINE.acted] = s.acted[k] ? 1 : s.halted[k] ? 0.5 : 0;
      out[at + MINE.row + (r >> 3)] = 1;
      out[at + MINE.column + (r & 7)] = 1;
      for (let left = s.knightItems[k]!; left; left &= left - 1) {
        const kind = s.itemKind[lowest(left)]!;
        out[at + MINE.items + kind]! += 1;
      }
      const followers = s.followerBits[k]!;
      if (followers) for (let f = 0; f < 8; f++) if ((followers >> f) & 1) out[at + MINE.followers + f] = 1;
      out[at + MINE.slots] = (capacity(s, k) - s.slotsFilled[k]!) / 4;
      out[at + MINE.bonus] = seen.bonus[k]! / 6;
      out[at + MINE.optional] = seen.optional[k]! / 6;
      const kind = s.kind[tile]!;
      const owner = s.owner[tile]! - 1;
      if (owner < 0) {
        if (D.KIND_RESOURCE[kind]) out[at + MINE.unclaimed] = 1;
        else if (kind === D.KIND_TEMPLE) out[at + MINE.temple] = 1;
        else if (kind === D.KIND_TRADER) out[at + MINE.trader] = 1;
        else if (kind === D.KIND_MERCENARY) out[at + MINE.camp] = 1;
      } else if (owner === seat) out[at + MINE.own] = 1;
      else if (guarded(seen.guards, owner, tile) === 0) out[at + MINE.open] = 1;
      if (s.tokens[tile]) out[at + MINE.tokens] = s.tokens[tile]! / 2;
      const zone = COAST_ZONE[tile]!;
      if (zone !== NONE && (s.boatZone[seat * 2] === zone || s.boatZone[seat * 2 + 1] === zone))
        out[at + MINE.boat] = 1;
    }
    if (s.actor === seat) {
      const { legalActions } = s;
      for (let i = 0, n = s.count; i < n; i++) {
        const unit = legalActions[i]! - UNIT;
        if (unit >= 0 && unit < 3) out[offset + OWN + unit * MINE_SIZE + MINE.choosable] = 1;
      }
    }
    for (let i = 0; i < 9; i++) {
      const k = ((seat + 1 + ((i / 3) | 0)) & 3) * 3 + (i % 3);
      const tile = s.knightTile[k]!;
      if (tile === ABSENT) continue;
      const at = offset + OTHERS + i * OTHER_SIZE;
      const r = TO_RELATIVE[turned + tile]!;
      out[at + OTHER.present] = 1;
      out[at + OTHER.row] = (r >> 3) / 7;
      out[at + OTHER.column] = (r & 7) / 7;
      if (s.acted[k]) out[at + OTHER.acted] = 1;
      out[at + OTHER.bonus] = seen.bonus[k]! / 6;
      out[at + OTHER.optional] = seen.optional[k]! / 6;
      out[at + OTHER.worth] = Math.min(seen.worth[k]!, 2);
      const f = s.followerBits[k]!;
      if (f) out[at + OTHER.followers] = bitCount(f) / 2;
    }
  };
