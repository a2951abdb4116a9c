/**
 * A movement turn: what each die could do with each knight and boat, against the harvest it would bring. Also the
 * assault: when enough knights can reach the dragon this turn to take all stacks that are left, nothing else counts.
 */

import { BOW_ITEM, KIND_DOOMSPIRE, KIND_HOME, KIND_TIER, MULE } from '../data.js';
import { COAST, COAST_ZONE, NEIGHBOURS, NONE, ZONE_DISTANCE } from '../geometry.js';
import { lowest } from '../read.js';
import { barredHome, strife } from '../rules/territory.js';
import { ABSENT, type Position } from '../state.js';
import { fightWorth } from './cards.js';
import { bonusOf, supportAt } from './odds.js';
import { defeatAt, Ground, Prospects } from './prospects.js';
import type { Reading } from './reading.js';

/** Nothing can be done, or nothing worth it. */
export const NOTHING = -1e9;

export class Moves {
  /** Gain of moving each knight (0-2) to each tile: `[knight * 64 + tile]`; NOTHING where it cannot go. */
  readonly gain = new Float64Array(3 * 64);
  /** Steps from each knight to each tile: `[knight * 64 + tile]`, 9 out of reach. */
  readonly steps = new Uint8Array(3 * 64);
  private readonly ground = new Ground();
  private readonly prospects = [0, 1, 2].map(() => new Prospects(this.ground));
  /** Whether `prospects` of each knight (0-2) are of this look. */
  private readonly looked = new Uint8Array(3);
  /** Impressions my knights can make this turn, at most the stacks left. */
  impressions = 0;
  /** First move of an assault that wins the game: die and knight (0-2), 0 and -1 without one. */
  assaultDie = 0;
  assaultKnight = -1;
  /** Boat (0-1) that the first move goes by, -1 on foot; where it lands the knight. */
  assaultBoat = -1;
  assaultLanding = -1;
  /** Best landing of each knight by boat with each die, `NONE` without: `[knight * 4 + die]`; and the boat. */
  private readonly rideTile = new Uint8Array(12);
  private readonly rideBoat = new Uint8Array(12);
  /** `bestDrop` of each knight and zone since the last look, `[knight * 4 + zone]`, and whether it is known. */
  private readonly drops = new Float64Array(12);
  private readonly dropped = new Uint8Array(12);
  /** What each knight gains most with each die on foot, and where: `[knight * 4 + die]`. */
  private readonly bestGains = new Float64Array(12);
  private readonly bestTiles = new Uint8Array(12);
  private readonly queue = new Uint8Array(64);
  private readonly dice = new Uint8Array(4);
  private r!: Reading;

  /** Looks at everything for the seat that moves; with `only` (0-2) at nothing but that knight. */
  look(r: Reading, only = -1): this {
    this.r = r;
    const { s, seat, w } = r;
    this.dropped.fill(0);
    this.looked.fill(0);
    this.bestGains.fill(NOTHING);
    this.ground.begin(r);
    this.readAssault();
    for (let i = 0; i < 3; i++) {
      const k = seat * 3 + i;
      const at = i * 64;
      this.gain.fill(NOTHING, at, at + 64);
      this.steps.fill(9, at, at + 64);
      if (s.knightTile[k] === ABSENT || s.halted[k] || s.acted[k] || (only >= 0 && i !== only)) continue;
      const here = s.knightTile[k]!;
      const p = this.before(i);
      const reached = this.reach(k, i);
      const held = w.approach * p.field[here]!;
      for (let j = 0; j < reached; j++) {
        const t = this.queue[j]!;
        let gain = p.arrive[t]! + w.after * p.next(t, w.decay) - w.stay * held;
        if (t === here) {
          if (p.arrive[t]! <= 0) continue;
        } else {
          const closer = w.approach * p.field[t]! - held;
          if (closer > gain && !forced(s, t, k)) gain = closer;
        }
        this.gain[at + t] = gain;
        this.offer(i, t, gain);
      }
    }
    return this;
  }

  /** Notes what a tile gains for the dice that reach it; of equals the tile of the smallest number counts. */
  private offer(i: number, tile: number, gain: number): void {
    const { bestTiles, bestGains } = this;
    for (let die = Math.max(1, this.steps[i * 64 + tile]!); die <= 3; die++) {
      const at = i * 4 + die;
      if (gain < bestGains[at]! || (gain === bestGains[at]! && tile > bestTiles[at]!)) continue;
      bestGains[at] = gain;
      bestTiles[at] = tile;
    }
  }

  /** What lies before a knight (0-2) that stands on the board: looked at when it is first asked for. */
  private before(i: number): Prospects {
    const p = this.prospects[i]!;
    if (this.looked[i] === 1) return p;
    this.looked[i] = 1;
    const { r } = this;
    const k = r.seat * 3 + i;
    return p.look(r, k, r.impresses(k) ? Math.max(1, this.impressions) : 1);
  }

  /** Attraction of each tile to a knight of the seat, independent of its dice. */
  drawn(r: Reading, knight: number): Float64Array {
    this.ground.begin(r);
    return this.prospects[0]!.look(r, knight, 1).field;
  }

  // What a gain is made of, for a knight (0-2) and a tile that it may come to.

  /** What acting there brings; 0 for a knight that has acted. */
  arriving(i: number, tile: number): number {
    return this.mayAct(i) ? this.before(i).arrive[tile]! : 0;
  }
  /** What of the next goal counts after acting there. */
  following(i: number, tile: number): number {
    const { w } = this.r;
    return this.mayAct(i) ? w.after * this.before(i).next(tile, w.decay) : 0;
  }
  /** How much stronger the knight is drawn there than where it stands: less than 0 when it goes away. */
  pull(i: number, tile: number): number {
    const { s, seat, w } = this.r;
    const { field } = this.before(i);
    return w.approach * field[tile]! - w.approach * field[s.knightTile[seat * 3 + i]!]!;
  }
  private mayAct(i: number): boolean {
    return this.r.s.acted[this.r.seat * 3 + i] === 0;
  }

  /** Best gain of a knight (0-2) with a die, as its tile; -1 when there is nothing. */
  bestTile(i: number, die: number): number {
    const at = this.spent(i, die);
    return this.bestGains[at] === NOTHING ? -1 : this.bestTiles[at]!;
  }
  worthOfKnight(i: number, die: number): number {
    return this.bestGains[this.spent(i, die)]!;
  }
  /** Place in `bestTiles` of a die: a mule goes two steps with a 3. */
  private spent(i: number, die: number): number {
    const { s, seat } = this.r;
    return i * 4 + (die === 3 && s.followerBits[seat * 3 + i]! & (1 << MULE) ? 2 : die);
  }

  /** Gain of carrying knight i to a zone with boat b (0-1), over all tiles it may be put on. */
  worthOfCarrying(b: number, zone: number, i: number, die: number): number {
    const { s, seat } = this.r;
    const k = seat * 3 + i;
    const tile = s.knightTile[k]!;
    if (tile === ABSENT || s.halted[k] || (s.acted[k] && s.tables.airef)) return NOTHING;
    const from = COAST_ZONE[tile]!;
    const start = s.boatZone[seat * 2 + b]!;
    if (from === NONE || ZONE_DISTANCE[start * 4 + from]! + ZONE_DISTANCE[from * 4 + zone]! > die) return NOTHING;
    return this.bestDrop(i, zone);
  }
  /** Best gain of putting knight i on a tile of a zone: asked for each die and boat, so it is kept. */
  private bestDrop(i: number, zone: number): number {
    const at = i * 4 + zone;
    if (this.dropped[at] === 1) return this.drops[at]!;
    let best = NOTHING;
    for (let j = zone * 7; j < zone * 7 + 7; j++) best = this.worthOfDrop(i, COAST[j]!, best);
    this.dropped[at] = 1;
    this.drops[at] = best;
    return best;
  }
  /** Gain of putting knight i on a coastal tile; at least `least`, so that nothing worse need be looked at closely. */
  worthOfDrop(i: number, tile: number, least = NOTHING): number {
    const { s, seat, w } = this.r;
    const k = seat * 3 + i;
    const here = s.knightTile[k]!;
    if (tile === here) return least;
    const p = this.before(i);
    const held = w.approach * p.field[here]!;
    const closer = w.approach * p.field[tile]! - held;
    const act = s.acted[k] ? NOTHING : p.arrive[tile]! + w.after * p.next(tile, w.decay) - w.stay * held;
    if ((act <= least && closer <= least) || !enterable(s, tile, seat)) return least;
    if (closer > act && closer > least && !forced(s, tile, k)) return closer;
    return Math.max(act, least);
  }
  /** Best gain of a boat (0-1) with a die. */
  worthOfBoat(b: number, die: number): number {
    const start = this.r.s.boatZone[this.r.seat * 2 + b]!;
    if (start === ABSENT) return NOTHING;
    let best = NOTHING;
    for (let zone = 0; zone < 4; zone++) {
      if (ZONE_DISTANCE[start * 4 + zone]! > die) continue;
      const v = this.worthOfZone(b, zone, die);
      if (v > best) best = v;
    }
    return best;
  }
  worthOfZone(b: number, zone: number, die: number): number {
    let best = NOTHING;
    for (let i = 0; i < 3; i++) {
      const v = this.worthOfCarrying(b, zone, i, die);
      if (v > best) best = v;
    }
    return best;
  }

  /** Gain of shooting with a bow at a tile. */
  worthOfShot(i: number, tile: number): number {
    const { r } = this;
    const { s, seat, w } = r;
    const k = seat * 3 + i;
    const monster = s.monster[tile]! - 1;
    if (monster < 0) return 0.1;
    const strength =
      s.might[seat]! + bonusOf(s, k, monster, s.tables.monsterMight[monster]!) + supportAt(s, seat, tile, k);
    return fightWorth(r, monster, strength, defeatAt(r, s.knightTile[k]!), w.shot);
  }
  /** Best shot of a knight, NOTHING without a bow or a target. */
  worthOfBow(i: number): number {
    const { s, seat } = this.r;
    const k = seat * 3 + i;
    if (s.knightTile[k] === ABSENT || s.acted[k] || s.halted[k] || s.knightItems[k] === 0) return NOTHING;
    let bow = false;
    for (let bits = s.knightItems[k]!; bits; bits &= bits - 1) if (s.itemKind[lowest(bits)] === BOW_ITEM) bow = true;
    if (!bow) return NOTHING;
    let best = NOTHING;
    const here = s.knightTile[k]!;
    for (let j = here * 4; j < here * 4 + 4; j++) {
      const n = NEIGHBOURS[j]!;
      if (n === NONE || s.explored[n] === 0 || s.monster[n] === 0) continue;
      const v = this.worthOfShot(i, n);
      if (v > best) best = v;
    }
    return best;
  }

  /** Best gain of a die over all its uses. */
  worthOfDie(die: number): number {
    let best = NOTHING;
    for (let i = 0; i < 3; i++) {
      const v = this.worthOfKnight(i, die);
      if (v > best) best = v;
      const shot = this.worthOfBow(i);
      if (shot > best) best = shot;
    }
    for (let b = 0; b < 2; b++) {
      const v = this.worthOfBoat(b, die);
      if (v > best) best = v;
    }
    return best;
  }

  /** On the way of an assault: the reachable tile nearest to Doomspire where nothing holds the knight up. */
  assaultTile(i: number, die: number): number {
    const { r } = this;
    const k = r.seat * 3 + i;
    const most = die === 3 && r.s.followerBits[k]! & (1 << MULE) ? 2 : die;
    let best = -1;
    let bestLeft = 99;
    for (let t = 0; t < 64; t++) {
      if (this.steps[i * 64 + t]! > most || t === r.s.knightTile[k]) continue;
      if (t !== r.spire && forced(r.s, t, k)) continue;
      const left = t === r.spire ? -1 : r.toSpire(t);
      if (left < bestLeft) {
        bestLeft = left;
        best = t;
      }
    }
    return best;
  }
  /** The coastal tile of a zone nearest to Doomspire where a passenger is not held up, -1 none. */
  private landing(i: number, zone: number): number {
    const { s, seat } = this.r;
    const k = seat * 3 + i;
    let best = -1;
    let least = 99;
    for (let j = zone * 7; j < zone * 7 + 7; j++) {
      const t = COAST[j]!;
      if (t === s.knightTile[k] || this.r.toSpire(t) >= least) continue;
      if (!enterable(s, t, seat) || forced(s, t, k)) continue;
      least = this.r.toSpire(t);
      best = t;
    }
    return best;
  }

  /** Fills `queue` with the tiles within three steps. @returns how many */
  private reach(k: number, i: number): number {
    const { r, queue, steps } = this;
    const { s, seat } = r;
    const at = i * 64;
    const start = s.knightTile[k]!;
    steps[at + start] = 0;
    queue[0] = start;
    let to = 1;
    for (let from = 0; from < to; from++) {
      const t = queue[from]!;
      const d = steps[at + t]! + 1;
      if (d > 3 || (t !== start && !passable(s, t))) continue;
      for (let j = t * 4; j < t * 4 + 4; j++) {
        const n = NEIGHBOURS[j]!;
        if (n === NONE || steps[at + n]! <= d || !enterable(s, n, seat)) continue;
        steps[at + n] = d;
        queue[to++] = n;
      }
    }
    return to;
  }

  /** Counts the impressions that the dice allow this turn, and finds the first move when they win the game. */
  private readAssault(): void {
    const { r } = this;
    const { s, seat } = r;
    this.impressions = 0;
    this.assaultDie = 0;
    this.assaultKnight = -1;
    this.assaultBoat = -1;
    if (r.spire < 0) return;
    let any = false;
    for (let k = seat * 3; k < seat * 3 + 3; k++)
      if (s.knightTile[k] !== ABSENT && !s.acted[k] && !s.halted[k] && r.impresses(k)) any = true;
    if (!any) return;
    let n = 0;
    for (let face = 0; face < 3; face++) for (let j = s.dice[seat * 3 + face]!; j > 0; j--) this.dice[n++] = face + 1;
    if (n === 0) return;
    for (let i = 0; i < 3; i++) this.readRides(i);
    this.impressions = Math.min(r.stacksLeft, this.storm((1 << n) - 1, n, 0, 0));
    if (this.impressions < r.stacksLeft) {
      this.assaultDie = 0;
      this.assaultKnight = -1;
      this.assaultBoat = -1;
    }
  }

  /** For each die, where a boat could put knight i down nearest to Doomspire: tile, boat and zone. */
  private readRides(i: number): void {
    const { s, seat } = this.r;
    const k = seat * 3 + i;
    this.rideTile.fill(NONE, i * 4, i * 4 + 4);
    const tile = s.knightTile[k]!;
    if (tile === ABSENT || s.acted[k] || s.halted[k]) return;
    const from = COAST_ZONE[tile]!;
    if (from === NONE) return;
    let least = 99;
    for (let die = 1; die <= 3; die++) {
      if (die > 1) {
        this.rideTile[i * 4 + die] = this.rideTile[i * 4 + die - 1]!;
        this.rideBoat[i * 4 + die] = this.rideBoat[i * 4 + die - 1]!;
      }
      for (let b = 0; b < 2; b++) {
        const at = s.boatZone[seat * 2 + b]!;
        if (at === ABSENT) continue;
        for (let zone = 0; zone < 4; zone++) {
          if (ZONE_DISTANCE[at * 4 + from]! + ZONE_DISTANCE[from * 4 + zone]! !== die && die > 1) continue;
          if (ZONE_DISTANCE[at * 4 + from]! + ZONE_DISTANCE[from * 4 + zone]! > die) continue;
          const t = this.landing(i, zone);
          if (t < 0 || this.r.toSpire(t) >= least) continue;
          least = this.r.toSpire(t);
          this.rideTile[i * 4 + die] = t;
          this.rideBoat[i * 4 + die] = b;
        }
      }
    }
  }

  /** Most impressions with the dice in `left` by knights that have not been used; notes the first move of the best. */
  private storm(left: number, n: number, used: number, depth: number): number {
    const { r, rideTile, dice } = this;
    const { s, seat } = r;
    let best = 0;
    for (let i = 0; i < 3; i++) {
      const k = seat * 3 + i;
      if (used & (1 << i) || s.knightTile[k] === ABSENT || s.acted[k] || s.halted[k] || !r.impresses(k)) continue;
      const d = r.toSpire(s.knightTile[k]!);
      for (let set = left; set > 0; set = (set - 1) & left) {
        let sum = 0;
        let largest = 0;
        let smallest = 9;
        for (let j = 0; j < n; j++)
          if (set & (1 << j)) {
            const v = dice[j]!;
            sum += v;
            if (v > largest) largest = v;
            if (v < smallest) smallest = v;
          }
        let first = 0;
        let ride = false;
        if (sum >= d) {
          // No die more than needed.
          if (sum - smallest >= d) continue;
          first = largest;
        } else {
          for (let j = 0; j < n && !first; j++) {
            if (!(set & (1 << j))) continue;
            const t = rideTile[i * 4 + dice[j]!]!;
            if (t !== NONE && sum - dice[j]! >= r.toSpire(t)) first = dice[j]!;
          }
          if (!first) continue;
          ride = true;
        }
        const count = 1 + (depth < 2 ? this.storm(left & ~set, n, used | (1 << i), depth + 1) : 0);
        if (count > best) {
          best = count;
          if (depth === 0) {
            this.assaultDie = first;
            this.assaultKnight = i;
            this.assaultBoat = ride ? this.rideBoat[i * 4 + first]! : -1;
            this.assaultLanding = ride ? rideTile[i * 4 + first]! : -1;
          }
        }
      }
    }
    return best;
  }
}

/** Whether coming to a stop on a tile starts something that cannot be declined. */
function forced(s: Position, tile: number, knight: number): boolean {
  if (s.explored[tile] === 0 || s.kind[tile] === KIND_DOOMSPIRE) return true;
  if (s.monster[tile] !== 0 && s.dormant[tile] !== knight + 1) return true;
  if (s.tokens[tile] !== 0 && KIND_TIER[s.kind[tile]!] !== 0) return true;
  return s.tables.peaceful[s.kind[tile]!] === 0 && (s.knightsOn[tile]! & ~(7 << (((knight / 3) | 0) * 3))) !== 0;
}

/** As the rules have it for open tiles; a tile face down may always be entered. */
function enterable(s: Position, tile: number, seat: number): boolean {
  if (s.explored[tile] === 0) return true;
  const kind = s.kind[tile]!;
  if (s.knightsOn[tile] !== 0 && s.tables.peaceful[kind] === 0) {
    if (s.knightsOn[tile]! & (7 << (seat * 3)) || !strife(s)) return false;
  }
  return kind !== KIND_HOME || !barredHome(s, tile, seat);
}
const passable = (s: Position, tile: number): boolean =>
  s.explored[tile] === 1 && s.monster[tile] === 0 && s.kind[tile] !== KIND_DOOMSPIRE;
