/**
 * What the weights of a tuned bot may depend on: how the game stands, in a few numbers of about -1 to 1 that lie open
 * on the table. Written before every decision, so nothing here costs more than a look over the board.
 */

import type { PlanFeatures } from '../../../agents/bots/tuning.js';
import { KIND_DOOMSPIRE, KIND_STARRED } from '../data.js';
import { CENTRE, DISTANCE } from '../geometry.js';
import { knightCount } from '../read.js';
import { ABSENT, NEUTRAL, type Position } from '../state.js';

/** Steps that say nothing new: as far as a corner of the island. */
const FAR = 6;

// Flagged tiles of each seat; starred ones among them: of the position that is being written.
const tiles = new Uint8Array(4);
const stars = new Uint8Array(4);
const spires = new Uint8Array(4);

/** Share of a required amount that a seat has, at most 1. */
const share = (have: number, asked: number): number => (have >= asked ? 1 : have / asked);

/** Fame or gold, whichever is farther along, as a share of the required amount, at most 1. */
function progress(s: Position, seat: number): number {
  const { fameThreshold, goldThreshold } = s.tables.numbers;
  return Math.max(share(s.fame[seat]!, fameThreshold), share(s.resources[seat * 4 + 3]!, goldThreshold));
}

const ready = (s: Position, seat: number): boolean =>
  progress(s, seat) >= 1 || stars[seat]! >= s.tables.numbers.starredThreshold;

/** Counts tiles and starred tiles by flag, since blockaders change from move to move. */
function readTiles({ owner, kind }: Position): void {
  tiles.fill(0);
  stars.fill(0);
  for (let t = 0; t < 64; t++) {
    const by = owner[t]!;
    if (by === 0 || by === NEUTRAL) continue;
    tiles[by - 1]!++;
    stars[by - 1]! += KIND_STARRED[kind[t]!]!;
  }
}

/** Fills `spires` with the squares where Doomspire may be. @returns how many */
function readSpires(s: Position): number {
  let n = 0;
  for (let i = 0; i < 4; i++) {
    const t = CENTRE[i]!;
    if (s.spireRevealed ? s.kind[t] === KIND_DOOMSPIRE : s.explored[t] === 0) spires[n++] = t;
  }
  return n;
}

/** From a seat's nearest knight to the nearest of `n` squares, as the crow flies; `FAR` at most. */
function distance(s: Position, seat: number, n: number): number {
  let nearest = FAR;
  for (let k = seat * 3; k < seat * 3 + 3; k++) {
    const from = s.knightTile[k]!;
    if (from === ABSENT) continue;
    for (let i = 0; i < n; i++) nearest = Math.min(nearest, DISTANCE[from * 64 + spires[i]!]!);
  }
  return nearest;
}

export const features: PlanFeatures<Position> = {
  names: [
    'round',
    'progress',
    'rival progress',
    'knights',
    'might',
    'rival might',
    'gold before fame',
    'goods',
    'tiles',
    'stars',
    'ready',
    'ready rivals',
    'stacks gone',
    'turn order',
    'distance',
    'threat',
  ],
  write(s, seat, out) {
    const n = s.tables.numbers;
    readTiles(s);
    const places = readSpires(s);
    let rival = 0;
    let might = 0;
    let able = 0;
    let threat = 0;
    for (let p = 0; p < 4; p++) {
      if (p === seat || s.concededOrder[p] !== 0) continue;
      rival = Math.max(rival, progress(s, p));
      might = Math.max(might, s.might[p]!);
      if (!ready(s, p)) continue;
      able++;
      threat = Math.max(threat, 1 - distance(s, p, places) / FAR);
    }
    const at = seat * 4;
    const { resources } = s;
    const goods = resources[at]! + resources[at + 1]! + resources[at + 2]!;
    const fame = share(s.fame[seat]!, n.fameThreshold);
    const gold = share(resources[at + 3]!, n.goldThreshold);
    const left = s.spireRevealed ? s.stacksLeft : n.impressions;
    let i = 0;
    out[i++] = Math.min(1.5, (s.round - 8) / 8);
    out[i++] = 2 * progress(s, seat) - 1;
    out[i++] = 2 * rival - 1;
    out[i++] = knightCount(s, seat) / 1.5 - 1;
    out[i++] = Math.min(1.5, (s.might[seat]! - 4) / 4);
    out[i++] = Math.min(1.5, (might - 4) / 4);
    out[i++] = gold - fame;
    out[i++] = Math.min(1.5, (goods - 5) / 5);
    out[i++] = Math.min(1.5, (tiles[seat]! - 4) / 4);
    out[i++] = 2 * share(stars[seat]!, n.starredThreshold) - 1;
    out[i++] = ready(s, seat) ? 1 : 0;
    out[i++] = able / 2;
    out[i++] = (n.impressions - left) / 2;
    out[i++] = ((seat - s.firstPlayer) & 3) / 1.5 - 1;
    out[i++] = distance(s, seat, places) / 3 - 1;
    out[i] = threat;
  },
};
