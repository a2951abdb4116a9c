/**
 * What a knight has before it: the worth of coming to each tile of the board, and how strongly the places farther off
 * draw it, as a field that falls off with every step.
 */

import {
  BEAR,
  KIND_DOOMSPIRE,
  KIND_HOME,
  KIND_MERCENARY,
  KIND_RESOURCE,
  KIND_SPECIAL,
  KIND_STARRED,
  KIND_TEMPLE,
  KIND_TIER,
  KIND_TRADER,
} from '../data.js';
import { COAST, NEIGHBOURS, NONE, REGION, ZONE_DISTANCE } from '../geometry.js';
import { lowest } from '../read.js';
import { winsDuel } from '../rules/duel.js';
import { barredHome, strife } from '../rules/territory.js';
import { ABSENT, ON_TILE, type Position } from '../state.js';
import { drawWorth, fightWorth } from './cards.js';
import { beatsMonster, bonusOf, duelLead, ITEM_POINTS, strengthAt, supportAt } from './odds.js';
import type { Reading } from './reading.js';

/** Worth of a move that wins the game. */
export const WIN = 1000;
/**
 * The neighbour of each tile on one side, itself at the edge of the board: `spread` spends most of its time on them.
 */
const [NORTH, EAST, SOUTH, WEST] = [0, 1, 2, 3].map((side) =>
  Uint8Array.from({ length: 64 }, (_, t) => (NEIGHBOURS[t * 4 + side] === NONE ? t : NEIGHBOURS[t * 4 + side]!)),
) as [Uint8Array, Uint8Array, Uint8Array, Uint8Array];
/** A field so low that nothing is drawn there. */
const NOWHERE = -1e6;

/** Worth of impressing the dragon now with one of my knights, which is certain to. */
export function impressWorth(r: Reading, mine: number): number {
  const { w } = r;
  const left = r.stacksLeft;
  if (mine >= left) return WIN;
  // Nobody waits for ever for somebody else to make the second impression.
  const patience = Math.max(0, Math.min(1, (w.waitUntil - r.round) / 8));
  return (left === 2 ? w.impress2 : w.impress) - patience * w.risk * r.danger(left - 1) + (1 - patience) * w.hurry;
}

/** Value of a battle between knights for the attacker; `mine` may be the attacked one too. */
export function duelWorth(r: Reading, knight: number, rival: number, tile: number): number {
  const { s, w } = r;
  const other = (rival / 3) | 0;
  const p = winsDuel(Math.round(duelLead(s, knight, rival, tile)));
  const loot = s.resources[other * 4 + 3]! > 0 ? r.gain[3]! : r.gain[0]!;
  const close = r.progress[other]! > w.closeRival || r.ready[other] ? w.knockback * r.progress[other]! : 0;
  const prize = r.fame + loot + w.duel + (r.toSpire(tile) <= 4 ? close : close * w.knockbackFar);
  return p * prize - (1 - p) * (defeatAt(r, tile) + w.duelFame * r.fame + w.duel);
}

/** What losing a fight on a tile costs. */
export const defeatAt = (r: Reading, tile: number): number =>
  r.w.defeat + r.w.defeatStep * r.toHome(tile) + r.steady[0]!;

/** Value of taking a tile from its owner, before the cost. */
export function conquestWorth(r: Reading, tile: number): number {
  const owner = r.s.owner[tile]!;
  return r.tileWorth(tile) * (1 + r.w.rivalTile * (owner <= 4 ? r.progress[owner - 1]! : 0));
}

/**
 * Worth of what a knight may do by choice on a tile when nothing else happens there; `here`: it stands there already.
 */
export function actsWorth(r: Reading, tile: number, here = false): number {
  const { s, w, seat } = r;
  const n = s.tables.numbers;
  const kind = s.kind[tile]!;
  const owner = s.owner[tile]!;
  if (owner === 0) return KIND_RESOURCE[kind] && s.flags[seat]! < n.flags ? r.tileWorth(tile) : 0;
  if (owner === seat + 1) return 0;
  if (!strife(s) || r.guarded(tile)) return 0;
  let worth = 0;
  if (s.might[seat]! >= n.conquerMight && s.flags[seat]! < n.flags)
    worth = conquestWorth(r, tile) - r.might + w.conquest;
  // Edition airef: fame conquers as well as might.
  if (s.tables.airef && s.fame[seat]! >= n.conquerFame && s.flags[seat]! < n.flags)
    worth = Math.max(worth, conquestWorth(r, tile) - n.conquerFame * fameLoss(r) + w.conquest);
  // A knight that stands there already blockades without a die.
  if (here) return worth;
  const block = r.yieldsOf(tile, r.gain) + w.blockade + (KIND_STARRED[kind] ? w.blockadeStar * r.star : 0);
  return Math.max(worth, block);
}

/** Worth of two goods for one at the trader, done up to three times, and of its wares. */
function traderWorth(r: Reading): number {
  const { s, seat } = r;
  let best = 0;
  for (let get = 0; get < 4; get++)
    for (let a = 0; a < 4; a++) {
      if (a === get) continue;
      const pairs = Math.min(3, s.resources[seat * 4 + a]! >> 1);
      const worth = pairs * (r.gain[get]! - 2 * r.loss[a]!);
      if (worth > best) best = worth;
    }
  return best;
}

function specialWorth(r: Reading, kind: number): number {
  const { s, seat } = r;
  const n = s.tables.numbers;
  if (kind === KIND_TEMPLE)
    return s.fame[seat]! >= n.templeFame ? Math.max(0, r.might - n.templeFame * fameLoss(r)) : 0;
  if (kind === KIND_MERCENARY)
    return s.resources[seat * 4 + 3]! >= n.mercenaryGold
      ? Math.max(0, r.might - n.mercenaryGold * goldLoss(r, n.mercenaryGold))
      : 0;
  return kind === KIND_TRADER ? traderWorth(r) : 0;
}

/** Edition airef: value of fighting the dragon: one die, and a loser loses the knight for good. */
export function challengeWorth(r: Reading, knight: number, tile: number): number {
  const { s, w } = r;
  // Before it is revealed its die is as good as a 2.
  const might = s.tables.numbers.dragonMight + (s.dragonDie || 2);
  const p = beatsMonster(strengthAt(s, knight, tile, -2, might) - might);
  return p * w.challenge * WIN - (1 - p) * w.knightLoss;
}

/** What a point of fame is worth when it is given away. */
export function fameLoss(r: Reading): number {
  const { s, seat } = r;
  const fame = s.fame[seat]!;
  const threshold = s.tables.numbers.fameThreshold;
  return fame >= threshold && fame < threshold + 2 && s.resources[seat * 4 + 3]! < s.tables.numbers.goldThreshold
    ? r.w.fameKeep
    : r.fame;
}
/** What a gold is worth when this many are given away. */
export function goldLoss(r: Reading, n: number): number {
  const { s, seat } = r;
  const gold = s.resources[seat * 4 + 3]!;
  const { goldThreshold, fameThreshold } = s.tables.numbers;
  return gold >= goldThreshold && gold - n < goldThreshold && s.fame[seat]! < fameThreshold ? r.w.goldKeep : r.loss[3]!;
}

/** What tiles and cards are worth whichever knight comes, worked out when first asked for: three knights ask. */
export class Ground {
  private r!: Reading;
  /** `actsWorth` of each tile; NaN: not worked out yet. */
  private readonly acts = new Float64Array(64);
  // The last answer of `drawn` for each tier, and what it was asked; a strength of NaN: none yet.
  private readonly draws = new Float64Array(3);
  private readonly strength = new Float64Array(3);
  private readonly defeat = new Float64Array(3);

  /** Forgets all; what follows is of this reading. */
  begin(r: Reading): void {
    this.r = r;
    this.acts.fill(NaN);
    this.strength.fill(NaN);
  }

  /** `actsWorth` of a tile where the knight does not stand yet. */
  actsOn(tile: number): number {
    const known = this.acts[tile]!;
    return Number.isNaN(known) ? (this.acts[tile] = actsWorth(this.r, tile)) : known;
  }

  /** `drawWorth`. */
  drawn(tier: number, strength: number, defeat: number): number {
    if (this.strength[tier] !== strength || this.defeat[tier] !== defeat) {
      this.strength[tier] = strength;
      this.defeat[tier] = defeat;
      this.draws[tier] = drawWorth(this.r, tier, strength, defeat);
    }
    return this.draws[tier]!;
  }
}

/** The prospects of one knight. One object serves all knights in turn. */
export class Prospects {
  /** Worth of acting on a tile this turn; only where the knight may act. */
  readonly arrive = new Float64Array(64);
  /** Pull of each tile from where it stands: the best goal from there, less what the way costs. */
  readonly field = new Float64Array(64);
  /** Tile each pull comes from. */
  private readonly source = new Uint8Array(64);
  /** Chance that the knight still stands on a tile after acting there; 0 where it can go no farther. */
  readonly hold = new Float64Array(64);
  /** Tiles a knight can pass, in order, and what is left of a pull there: scratch of `spread`. */
  private readonly open = new Uint8Array(64);
  private readonly pass = new Float64Array(64);
  private readonly draws = new Float64Array(3);
  private readonly draw = new Uint8Array(3);

  /** @param ground shared by the knights of a seat, and begun with the reading that `look` is given */
  constructor(private readonly ground: Ground) {}

  /**
   * @param mine impressions my knights can make this turn, this one's included
   */
  look(r: Reading, knight: number, mine: number): this {
    const { s, seat, w } = r;
    const { arrive, field, source, hold } = this;
    const own = 7 << (seat * 3);
    const peace = !strife(s);
    const here = s.knightTile[knight]!;
    const bonus = bonusOf(s, knight, 0, 99);
    const base = s.might[seat]! + bonus;
    const impresses = r.impresses(knight);
    this.draw.fill(0);
    const gather = impresses ? w.lurk : w.gather * r.progress[seat]! * r.progress[seat]!;
    for (let t = 0; t < 64; t++) {
      let value = 0;
      let pull = 0;
      hold[t] = 0;
      source[t] = t;
      if (s.explored[t] === 0) {
        value = s.tables.numbers.exploreFame * r.fame + w.explore;
        const defeat = defeatAt(r, t);
        if (REGION[t] === 3) {
          const p = r.candidates > 0 ? 1 / r.candidates : 1;
          const dragon = this.dragonWorth(r, knight, t, impresses, mine);
          hold[t] = (1 - p) * w.centreHold;
          value += p * dragon + (p < 1 ? (1 - p) * this.drawAt(2, base, defeat) : 0);
          if (impresses) value += w.scout;
        } else {
          // Seven of the twelve hill tiles are guarded by a bear, three more have cards.
          const strength = base + supportAt(s, seat, t, knight);
          hold[t] = 0.42 + 0.58 * beatsMonster(strength - s.tables.monsterMight[BEAR]!);
          value += 0.58 * fightWorth(r, BEAR, strength, defeat, w.hillPrize);
          value += w.hillCards * this.drawAt(1, base, defeat);
        }
        pull = Math.max(value, REGION[t] === 3 ? gather : 0);
      } else {
        const kind = s.kind[t]!;
        const special = KIND_SPECIAL[kind] === 1;
        const others = special || s.tables.peaceful[kind] === 1 ? 0 : s.knightsOn[t]! & ~(1 << knight);
        if (t !== here && others & own) {
          arrive[t] = NOWHERE;
          field[t] = NOWHERE;
          continue;
        }
        if ((kind === KIND_HOME && barredHome(s, t, seat)) || (others !== 0 && peace)) {
          arrive[t] = NOWHERE;
          field[t] = NOWHERE;
          continue;
        }
        if (kind === KIND_DOOMSPIRE) {
          value = this.dragonWorth(r, knight, t, impresses, mine);
          pull = Math.max(value, gather);
        } else if (s.monster[t] !== 0 && s.dormant[t] !== knight + 1) {
          const monster = s.monster[t]! - 1;
          const might = s.tables.monsterMight[monster]!;
          const strength = strengthAt(s, knight, t, monster, might);
          hold[t] = beatsMonster(strength - might);
          value = fightWorth(r, monster, strength, defeatAt(r, t), this.ground.actsOn(t));
          pull = value;
        } else {
          hold[t] = 1;
          if (others !== 0) {
            value = duelWorth(r, knight, lowest(others), t) + w.afterDuel * this.ground.actsOn(t);
          } else if (special) value = specialWorth(r, kind);
          else {
            const tier = KIND_TIER[kind]!;
            if (tier !== 0) {
              if (s.tokens[t] !== 0) value = this.drawAt(tier - 1, base, defeatAt(r, t));
            } else value = t === here ? actsWorth(r, t, true) : this.ground.actsOn(t);
            if (s.tileItems[t] !== 0) value += w.pickUp * this.itemsOn(r, t);
          }
          pull = Math.max(value, 0);
        }
      }
      arrive[t] = value;
      field[t] = pull;
    }
    hold[here] = 1;
    this.spread(w.decay, w.through);
    if (this.sail(s, seat, w.decay * w.decay)) this.spread(w.decay, w.through);
    return this;
  }

  /** Worth of what would follow on a tile after acting on `at`: its pull, unless that comes from `at` itself. */
  next(at: number, decay: number): number {
    let best = 0;
    for (let i = at * 4; i < at * 4 + 4; i++) {
      const n = NEIGHBOURS[i]!;
      if (n === NONE || this.source[n] === at) continue;
      const v = this.field[n]! * decay;
      if (v > best) best = v;
    }
    return best * this.hold[at]!;
  }

  /**
   * Lets every pull spread over the tiles a knight can pass; monsters let it through by their odds. Sweeps go forth
   * (from north and west) and back (from south and east) in turn until nothing changes, six at most. A sweep leaves
   * nothing for another one of its kind, so one that changes nothing is the last.
   */
  private spread(decay: number, through: number): void {
    const { field, hold, source, open, pass } = this;
    let n = 0;
    for (let t = 0; t < 64; t++) {
      const h = hold[t]!;
      if (h === 0) continue;
      open[n++] = t;
      pass[t] = decay * (h === 1 ? 1 : through * h);
    }
    for (let sweep = 0; sweep < 6; sweep++) {
      const back = sweep & 1;
      const rows = back ? SOUTH : NORTH;
      const columns = back ? EAST : WEST;
      let changed = false;
      for (let i = 0; i < n; i++) {
        const t = open[back ? n - 1 - i : i]!;
        const row = rows[t]!;
        const column = columns[t]!;
        const from = field[row]! > field[column]! ? row : column;
        const v = field[from]! * pass[t]!;
        if (from !== t && v > field[t]! + 1e-9) {
          field[t] = v;
          source[t] = source[from]!;
          changed = true;
        }
      }
      if (!changed && sweep > 0) return;
    }
  }

  /** Lets pulls cross the sea: a boat takes a knight along the coast for one die. Whether anything changed. */
  private sail(s: Position, seat: number, pass: number): boolean {
    const { field, hold, source } = this;
    let changed = false;
    for (let b = seat * 2; b < seat * 2 + 2; b++) {
      const at = s.boatZone[b]!;
      if (at === ABSENT) continue;
      for (let goal = 0; goal < 4; goal++) {
        if (ZONE_DISTANCE[at * 4 + goal]! > 1) continue;
        let best = 0;
        let from = 0;
        for (let i = goal * 7; i < goal * 7 + 7; i++)
          if (field[COAST[i]!]! > best) {
            best = field[COAST[i]!]!;
            from = source[COAST[i]!]!;
          }
        best *= pass;
        for (let zone = 0; zone < 4; zone++) {
          if (ZONE_DISTANCE[at * 4 + zone]! + ZONE_DISTANCE[zone * 4 + goal]! > 1) continue;
          for (let i = zone * 7; i < zone * 7 + 7; i++) {
            const t = COAST[i]!;
            if (hold[t]! < 1 || field[t]! >= best) continue;
            field[t] = best;
            source[t] = from;
            changed = true;
          }
        }
      }
    }
    return changed;
  }

  private drawAt(tier: number, strength: number, defeat: number): number {
    if (this.draw[tier] === 0) {
      this.draw[tier] = 1;
      this.draws[tier] = this.ground.drawn(tier, strength, defeat);
    }
    return this.draws[tier]!;
  }

  private itemsOn(r: Reading, tile: number): number {
    let best = 0;
    const { s } = r;
    for (let p = 0; p < s.itemPlace.length; p++)
      if (s.itemPlace[p] === ON_TILE + tile) best = Math.max(best, r.w.item * ITEM_POINTS[s.itemKind[p]!]!);
    return best;
  }

  private dragonWorth(r: Reading, knight: number, tile: number, impresses: boolean, mine: number): number {
    const { s, w } = r;
    if (impresses) return impressWorth(r, mine);
    if (s.tables.airef) return Math.max(0, challengeWorth(r, knight, tile));
    const { dragonMight } = s.tables.numbers;
    const p = winsDuel(Math.floor(strengthAt(s, knight, tile, -2, dragonMight) - dragonMight));
    if (p < w.dragonChance) return -w.knightLoss;
    return p * impressWorth(r, 1) - (1 - p) * w.knightLoss;
  }
}
