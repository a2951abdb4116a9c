/** What it is worth to hold a region or the Citadel, in victory points until the end. */
import { MINIONS, ROUNDS } from '../data.js';
import { regionVp } from '../rules/pieces.js';
import { CITADEL, KING, type Position } from '../state.js';
import type { Reading } from './reading.js';

/** What a site gives its holder a round besides what the Citadel gives. */
export const siteVp = (s: Position, site: number): number => (site === CITADEL ? 0 : regionVp(s, site));

/** What a site gives me from now on, if I guard it with `strength`. @param worth points a round (`siteVp`) */
export function siteValue(r: Reading, worth: number, site: number, strength: number): number {
  const { s, w, me } = r;
  const citadel = site === CITADEL;
  const chance = citadel ? w.siege : w.threat;
  let now = 1;
  let later = 1;
  for (let seat = 0; seat < s.seats; seat++) {
    if (seat === me) continue;
    const force = citadel ? r.three[seat]! : r.two[seat]!;
    const p = chance * r.odds.of(force - strength);
    now *= (1 - p) ** r.turns[seat]!;
    // By the next round the others have their dead back, and a fighter more.
    later *= (1 - chance * r.odds.of(force + w.growth - strength)) ** MINIONS;
  }
  let sum = 0;
  let held = now;
  for (let round = r.now; round < ROUNDS; round++) {
    sum += held * (citadel ? s.tables.components.citadelVp[round]! : worth);
    held *= later;
  }
  return sum * (citadel ? w.citadel : w.land);
}

/** What a site gives from now on to a holder whom nobody attacks. */
export function undisturbed(r: Reading, worth: number, site: number): number {
  const { s, w } = r;
  if (site !== CITADEL) return r.left * worth * w.land;
  let sum = 0;
  for (let round = r.now; round < ROUNDS; round++) sum += s.tables.components.citadelVp[round]!;
  return sum * w.citadel;
}

/** What winning a site is worth for what its holder loses; the guards apart. */
export function prize(r: Reading, site: number): number {
  const { s, me } = r;
  const owner = site === CITADEL ? s.holder : s.owner[site]!;
  if (owner === me || owner === KING) return 0;
  return lossOf(r, siteVp(s, site), site, owner);
}

/** What a site is worth to a holder that is not me: as much as it would be for me with average guards. */
function lossOf(r: Reading, worth: number, site: number, holder: number): number {
  const { s, w } = r;
  let sum = 0;
  let held = w.holds;
  for (let round = r.now; round < ROUNDS; round++) {
    sum += held * (site === CITADEL ? s.tables.components.citadelVp[round]! : worth);
    held *= w.stays;
  }
  return ((sum * w.hurt * 2) / s.seats) * rivalry(r, holder);
}

/** How much more another seat's loss is worth than that of a seat with as many points as all have in the mean. */
export function rivalry(r: Reading, seat: number): number {
  const { vp, seats } = r.s;
  let sum = 0;
  for (let other = 0; other < seats; other++) sum += vp[other]!;
  return Math.max(0, 1 + (r.w.deny * (vp[seat]! - sum / seats)) / 10);
}
