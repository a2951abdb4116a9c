/** What a structure is worth, with the guards it calls for. */
import { FIGHTERS } from '../data.js';
import { regionVp } from '../rules/pieces.js';
import { itemsValue } from './gathering.js';
import { handOf, strengthAt } from './hands.js';
import type { Parts } from './parts.js';
import type { Reading } from './reading.js';
import { siteValue, undisturbed } from './sites.js';

const list = new Int8Array(FIGHTERS);

export function buildValue(r: Reading, tile: number, region: number): number {
  const { s, me, w } = r;
  const own = s.owner[region] === me;
  const after = builtVp(r, tile, region, own);
  const items = builtItems(r, tile);
  let value: number;
  if (own) {
    const guard = strengthAt(s, region);
    const before = siteValue(r, regionVp(s, region), region, guard);
    value = siteValue(r, after, region, guard) - before + amendValue(r, region, after);
  } else value = garrison(r, region, after);
  // Spent gold is lost for the points at the end too, in every round.
  return value * w.build + items - s.tables.tileCost[tile]! * r.goldWorth - w.buildWait * r.later;
}
/** The terms of `buildValue`. */
export function explainBuild(r: Reading, tile: number, region: number, out: Parts): void {
  const { s, me, w } = r;
  const own = s.owner[region] === me;
  const before = own ? undisturbed(r, regionVp(s, region), region) : 0;
  const gain = undisturbed(r, builtVp(r, tile, region, own), region) - before;
  out.gain = gain * w.build + builtItems(r, tile);
  out.cost = -s.tables.tileCost[tile]! * r.goldWorth - w.buildWait * r.later;
}

/** What a region is worth a round with this tile on top. */
function builtVp(r: Reading, tile: number, region: number, own: boolean): number {
  const { s } = r;
  const t = s.tables;
  return t.tileVp[tile]! + (own ? (s.covered[region]! + 1) * t.numbers.coveredTileVp : 0);
}

/** What a tile gives at once, its price being paid. */
const builtItems = (r: Reading, tile: number): number =>
  itemsValue(r, tile, r.s.gold[r.me]! - r.s.tables.tileCost[tile]!);

/** What may be gained by posting other fighters in a region of mine. @param worth its points a round */
export function amendValue(r: Reading, region: number, worth: number): number {
  const { s, me } = r;
  if (s.handSize[me] === 0) return 0;
  const now = siteValue(r, worth, region, strengthAt(s, region));
  return Math.max(0, garrison(r, region, worth) - now - r.w.amend);
}

/** What a region is worth with the best guard from my hand, its absence counted. */
function garrison(r: Reading, region: number, worth: number): number {
  const { s, me } = r;
  const n = handOf(s, me, list);
  const { attack } = s.tables;
  let best = siteValue(r, worth, region, 0);
  for (let i = 0; i < n; i++) {
    const a = list[i]!;
    const one = siteValue(r, worth, region, attack[a]!) - attack[a]! * r.keep;
    if (one > best) best = one;
  }
  return best;
}
