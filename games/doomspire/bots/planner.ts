/** One decision of a scripted bot: every legal answer to the pending prompt gets a worth, the best is given. */
import * as A from '../actions.js';
import * as D from '../data.js';
import { COAST_ZONE, TO_ABSOLUTE, TO_RELATIVE } from '../geometry.js';
import { optionsSchema } from '../options.js';
import { diceCount, diceSum, knightCount, smallestDie } from '../read.js';
import { winsDuel } from '../rules/duel.js';
import { canPay, priceRow } from '../rules/pieces.js';
import { BONUS_POINTS, total } from '../rules/strength.js';
import * as S from '../state.js';
import { AGAINST, P, PAIR_FIRST, PAIR_SECOND } from '../state.js';
import { fleeCost, pileWorth, spoils } from './cards.js';
import { Moves, NOTHING } from './moves.js';
import { beatsMonster, duelLead, ITEM_POINTS, strengthAt } from './odds.js';
import type { Weights } from './plans.js';
import {
  actsWorth,
  challengeWorth,
  conquestWorth,
  defeatAt,
  duelWorth,
  fameLoss,
  goldLoss,
  impressWorth,
  WIN,
} from './prospects.js';
import { Reading } from './reading.js';

/** A position as 32-bit words. */
const wordViews = new WeakMap<S.Position, Uint32Array>();
function words(s: S.Position): Uint32Array {
  let view = wordViews.get(s);
  if (!view) wordViews.set(s, (view = new Uint32Array(s.bytes.buffer, s.bytes.byteOffset, s.bytes.length >> 2)));
  return view;
}
/** The bits that tell one movement decision from the next: all but the choices that make up one move. */
const COMPARED = ((): Uint32Array => {
  const compared = new S.Position(optionsSchema.parse({}));
  compared.bytes.fill(0xff);
  const choices = { prompt: 0, focusKnight: 0, focusTile: 0, count: 0, die: 0, unit: 0, boatTarget: 0, passenger: 0 };
  Object.assign(compared, choices).legalActions.fill(0);
  return words(compared);
})();
const WORDS = COMPARED.length;

/** Added to builds that beat the smallest die, which come before all dice. */
const BUILDS_FIRST = 100;
/** What an item must be worth to be picked up. */
const PICKED_UP = 0.2;
/** Worth of sailing without a passenger: better than nothing at all, worse than anything that gains something. */
const EMPTY = -1e8;
/** How far what the planner never does at the menu lies below ending the turn: trades, drops, dismissals; giving up. */
const ASIDE = 3;
const GIVEN_UP = 50;

/** A gain as a worth: what wins is worth `WIN`, what gains nothing lies below all else. */
const bounded = (gain: number): number =>
  gain <= NOTHING ? -WIN : gain <= EMPTY ? -WIN / 2 : Math.max(-WIN / 4, Math.min(WIN, gain));

/** The largest gain of a resource that is not among these bits, at least `least`. */
function mostGained(gain: Float64Array, without: number, least: number): number {
  let most = least;
  for (let r = 0; r < 4; r++) if (!(without & (1 << r))) most = Math.max(most, gain[r]!);
  return most;
}

/** What worths are made of, in this order; see `Planner.actionValues`. */
export const parts = ['arriving', 'next', 'pull', 'steps', 'movement', 'harvest'] as const;
const [ARRIVING, NEXT, PULL, STEPS, MOVEMENT, HARVEST] = parts.map((_, i) => i) as [
  number,
  number,
  number,
  number,
  number,
  number,
];

export class Planner {
  readonly parts = parts;
  readonly reading = new Reading();
  private readonly moves = new Moves();

  constructor(readonly weights: Weights) {}

  /** The action chosen for the seat that acts. */
  choose(s: S.Position): number {
    const n = s.count;
    const legal = s.legalActions;
    if (n === 1) return legal[0]!;
    return this.best(this.look(s));
  }

  /**
   * What each legal action is worth, in units of the weights within -`WIN` and `WIN`: `choose` takes the largest, or
   * one of them. At the menu ending the turn is worth the threshold that a die must gain.
   * @param out by action id; written for legal actions
   * @param parts `[action * 6 + part]`, zeros before. For destinations, boat drops and knights (their best
   *   destination): what acting there brings (arriving), what may follow it (next), how much closer it comes to what
   *   draws the knight (pull), steps / 3. For dice: what the best unit gains (movement), what the die would harvest
   *   (harvest), as of tiles that are harvested.
   */
  actionValues(s: S.Position, out: Float64Array, parts?: Float32Array): void {
    const r = this.look(s);
    const { prompt, count: n, legalActions: legal } = s;
    const chosen = n === 1 ? legal[0]! : this.best(r);
    for (let i = 0; i < n; i++) {
      const a = legal[i]!;
      let worth = bounded(this.worth(r, prompt, a));
      if (prompt === P.HARVEST && worth > BUILDS_FIRST) worth += this.mostHarvested(r) - BUILDS_FIRST;
      out[a] = worth;
      if (parts) this.writeParts(r, prompt, a, parts);
    }
    // Some choices are made by a rule: the next move of an assault is as good as won, and what a rule passes over is
    // worth no more than what it takes.
    const most = this.storms(prompt) === chosen ? WIN : out[chosen]!;
    out[chosen] = most;
    for (let i = 0; i < n; i++) if (out[legal[i]!]! > most) out[legal[i]!] = most;
  }

  /** Reads the pending prompt. */
  private look(s: S.Position): Reading {
    const { prompt } = s;
    const moving = prompt >= P.MENU && prompt <= P.BOATDROP;
    if (moving && prompt > P.MENU && this.goesOn(s)) {
      this.reading.s = s;
      return this.reading;
    }
    this.known = 0;
    const r = this.reading.read(s, s.actor, this.weights);
    if (moving) {
      const only = prompt === P.DEST ? s.unit : prompt === P.BOATDROP ? s.passenger - r.seat * 3 : -1;
      this.moves.look(r, only);
      if (only < 0) this.remember(s);
    }
    return r;
  }

  private best(r: Reading): number {
    const { s } = r;
    const { prompt, count: n, legalActions: legal } = s;
    const storm = this.storms(prompt);
    let best = legal[0]!;
    if (storm >= 0) {
      for (let i = 0; i < n; i++) if (legal[i] === storm) return storm;
      // Others stand in the way of the knight: any unit will do.
      if (prompt === P.UNIT) return best;
    }
    if (prompt === P.MENU) return this.menu(r);
    let bestWorth = -Infinity;
    for (let i = 0; i < n; i++) {
      const worth = this.worth(r, prompt, legal[i]!);
      if (worth > bestWorth) {
        bestWorth = worth;
        best = legal[i]!;
      }
    }
    return best;
  }

  // What was seen at the menu still holds while one move is put together: die, unit, destination. It is looked at anew
  // when anything else has changed, so that a bot acts on the position alone.

  private readonly seen = new Uint32Array(WORDS);
  /** Whether `reading` and `moves` are of the position in `seen`: 1 or 0. */
  private known = 0;

  private remember(s: S.Position): void {
    this.seen.set(words(s));
    this.known = 1;
  }
  /** Whether nothing but the choices of this move differs from what was remembered. */
  private goesOn(s: S.Position): boolean {
    if (this.known === 0) return false;
    const now = words(s);
    const { seen } = this;
    for (let i = 0; i < WORDS; i++) if (((now[i]! ^ seen[i]!) & COMPARED[i]!) !== 0) return false;
    return true;
  }

  // --- movement -------------------------------------------------------------------------------------------------

  /** The first move of an assault that wins the game, as answer to a prompt of the movement turn; -1 none. */
  private storms(prompt: number): number {
    if (prompt < P.MENU || prompt > P.BOATDROP) return -1;
    const { moves } = this;
    const { s, seat } = this.reading;
    if (moves.assaultKnight < 0) return -1;
    if (prompt === P.MENU) return A.DIE + moves.assaultDie - 1;
    if (moves.assaultDie !== s.die) return -1;
    const boat = moves.assaultBoat;
    if (prompt === P.UNIT) return A.UNIT + (boat >= 0 ? 3 + boat : moves.assaultKnight);
    if (prompt === P.DEST) {
      if (boat >= 0 || moves.assaultKnight !== s.unit) return -1;
      const tile = moves.assaultTile(s.unit, s.die);
      return tile < 0 ? -1 : A.TILE + TO_RELATIVE[seat * 64 + tile]!;
    }
    if (boat < 0 || s.unit !== 3 + boat) return -1;
    if (prompt === P.BOATZONE) return A.ZONE + ((COAST_ZONE[moves.assaultLanding]! - seat) & 3);
    if (prompt === P.PASSENGER) return A.UNIT + moves.assaultKnight;
    return prompt === P.BOATDROP ? A.TILE + TO_RELATIVE[seat * 64 + moves.assaultLanding]! : -1;
  }

  /** The choice at the menu: the die that gains most, else something to pick up, else nothing. */
  private menu(r: Reading): number {
    const { s, seat } = r;
    const { legalActions } = s;
    const n = s.count;
    let best = A.DONE;
    let bestGain = r.w.threshold;
    r.readHarvest();
    for (let v = 1; v <= 3; v++) {
      if (s.dice[seat * 3 + v - 1] === 0) continue;
      const gain = this.dieGain(r, v);
      if (gain > bestGain) {
        bestGain = gain;
        best = A.DIE + v - 1;
      }
    }
    if (best !== A.DONE) for (let i = 0; i < n; i++) if (legalActions[i] === best) return best;
    for (let i = 0; i < n; i++) {
      const op = legalActions[i]! - A.ITEMOP;
      if (op >= 0 && op < 3 && this.bestItemOn(r, seat * 3 + op) > PICKED_UP) return A.ITEMOP + op;
    }
    return A.DONE;
  }
  /** What a die gains: the best it can be spent on against what it would harvest. `readHarvest` comes first. */
  private dieGain(r: Reading, die: number): number {
    return this.moves.worthOfDie(die) - r.w.harvest * this.harvestOf(r, die);
  }
  private harvestOf(r: Reading, die: number): number {
    if (r.s.tables.airef) return this.keptDie(r, die);
    const sum = diceSum(r.s, r.seat);
    return r.harvest(sum) - r.harvest(sum - die);
  }
  /** The same choices as `menu` makes, as worths. */
  private menuWorth(r: Reading, a: number): number {
    const { threshold } = r.w;
    if (a === A.DONE) return threshold;
    if (a < A.DIE + 3) return this.dieGain(r, a - A.DIE + 1);
    if (a >= A.ITEMOP && a < A.ITEMOP + 3) {
      const item = this.bestItemOn(r, r.seat * 3 + a - A.ITEMOP);
      return threshold + Math.min(PICKED_UP, item - PICKED_UP);
    }
    return threshold - (a === A.MENU + 3 ? GIVEN_UP : ASIDE);
  }

  /** What an answer to a prompt of the movement turn gains. */
  private moveWorth(r: Reading, prompt: number, a: number): number {
    const { s, seat } = r;
    const { moves } = this;
    const { die } = s;
    switch (prompt) {
      case P.MENU:
        return this.menuWorth(r, a);
      case P.UNIT:
        if (a >= A.UNIT + 5) return moves.worthOfBow(a - A.UNIT - 5);
        return a >= A.UNIT + 3 ? moves.worthOfBoat(a - A.UNIT - 3, die) : moves.worthOfKnight(a - A.UNIT, die);
      case P.DEST:
        return moves.gain[s.unit * 64 + TO_ABSOLUTE[seat * 64 + a - A.TILE]!]!;
      case P.BOWTARGET:
        return moves.worthOfShot(s.unit, TO_ABSOLUTE[seat * 64 + a - A.TILE]!);
      case P.BOATZONE:
        return moves.worthOfZone(s.unit - 3, (a - A.ZONE + seat) & 3, die);
      case P.PASSENGER:
        return a === A.DONE ? EMPTY : moves.worthOfCarrying(s.unit - 3, s.boatTarget, a - A.UNIT, die);
      default:
        return moves.worthOfDrop(s.passenger - seat * 3, TO_ABSOLUTE[seat * 64 + a - A.TILE]!);
    }
  }

  /** What the worth of an action is made of; see `worths`. */
  private writeParts(r: Reading, prompt: number, a: number, out: Float32Array): void {
    const { s, seat } = r;
    const { moves } = this;
    const at = a * parts.length;
    if (prompt === P.MENU && a < A.DIE + 3) {
      out[at + MOVEMENT] = bounded(moves.worthOfDie(a - A.DIE + 1));
      out[at + HARVEST] = r.w.harvest * this.harvestOf(r, a - A.DIE + 1);
      return;
    }
    if (prompt === P.HARVEST && a < A.DIE + 3) {
      out[at + HARVEST] = a < A.DIE ? r.yieldsOf(TO_ABSOLUTE[seat * 64 + a]!, r.gain) : r.harvest(a - A.DIE + 1);
      return;
    }
    let knight = -1;
    let tile = -1;
    if (prompt === P.UNIT && a < A.UNIT + 3) {
      knight = a - A.UNIT;
      tile = moves.bestTile(knight, s.die);
    } else if (prompt === P.DEST || prompt === P.BOATDROP) {
      knight = prompt === P.DEST ? s.unit : s.passenger - seat * 3;
      tile = TO_ABSOLUTE[seat * 64 + a - A.TILE]!;
    }
    if (tile < 0) return;
    out[at + ARRIVING] = bounded(moves.arriving(knight, tile));
    out[at + NEXT] = bounded(moves.following(knight, tile));
    out[at + PULL] = bounded(moves.pull(knight, tile));
    if (prompt !== P.BOATDROP) out[at + STEPS] = moves.steps[knight * 64 + tile]! / 3;
  }

  /** Worth of the best item on a knight's tile that it could carry, when it has nothing better to do. */
  private bestItemOn(r: Reading, knight: number): number {
    const { s } = r;
    const tile = s.knightTile[knight]!;
    let best = 0;
    for (let p = 0; p < s.itemPlace.length; p++) {
      if (s.itemPlace[p] !== S.ON_TILE + tile) continue;
      const kind = s.itemKind[p]!;
      const room = s.tables.numbers.items + (s.followerBits[knight]! & (1 << D.MULE) ? 2 : 0);
      if (s.slotsFilled[knight]! + s.tables.itemSlots[kind]! > room) continue;
      best = Math.max(best, ITEM_POINTS[kind]! * r.w.item);
    }
    return best;
  }

  // --- everything else ------------------------------------------------------------------------------------------

  /** What an answer to a prompt is worth; only comparisons within one prompt mean anything. */
  private worth(r: Reading, prompt: number, a: number): number {
    if (prompt >= P.MENU && prompt <= P.BOATDROP) return this.moveWorth(r, prompt, a);
    const { s, seat, w, gain, loss } = r;
    switch (prompt) {
      case P.ROLL:
        return (a - A.DICE) * (w.die * (r.ready[seat] ? w.dieReady : 1) - s.tax * loss[0]!);
      case P.BLOCK:
        return a === A.YES ? this.blockWorth(r) : 0;
      case P.FIGHT:
        return this.fightWorth(r, a === A.FIGHT);
      case P.FLEETILE: {
        const tile = TO_ABSOLUTE[seat * 64 + a]!;
        return r.ready[seat] ? -r.toSpire(tile) : this.moves.drawn(r, s.focusKnight)[tile]!;
      }
      case P.SUPPORT:
        return a === A.YES ? (this.godmother(r) ? r.fame - 0.5 : -1) : 0;
      case P.SIDE:
        return this.sideWorth(r, a);
      case P.BONUS:
        return a === A.DONE ? 0 : this.bonusWorth(r, a - A.BONUS);
      case P.SACRIFICE:
      case P.DISMISS:
        return a === A.FOLLOWER + D.BEGGAR ? 2 : a === A.FOLLOWER + D.GODMOTHER ? 1 : 0;
      case P.LOSE:
        return a === A.DONE ? -fameLoss(r) : -loss[a - A.RES]!;
      case P.HANDOVER:
        return a >= A.ITEM ? -w.item * ITEM_POINTS[a - A.ITEM]! : -loss[a - A.RES]!;
      case P.LOOT:
        return this.lootWorth(r, a);
      case P.OVERFLOW:
        return -ITEM_POINTS[a - A.ITEM]! / s.tables.itemSlots[a - A.ITEM]!;
      case P.TILEACT:
        return this.actWorth(r, a);
      case P.GET:
        return gain[a - A.RES]!;
      case P.STACK: {
        const i = (a - A.STACK) * 4;
        let sum = 0;
        for (let j = 0; j < 4; j++) sum += s.stackContents[i + j]! * gain[j]!;
        return sum;
      }
      case P.CARDOPT:
        return this.optionWorth(r, a);
      case P.CARDPLAYER:
        return this.playerWorth(r, (a - A.PLAYER + seat) & 3);
      case P.CARDRES:
        return this.cardResourceWorth(r, a - A.RES);
      case P.CARDKNIGHT:
        return this.cardKnightWorth(r, a);
      case P.CARDTILE: {
        if (a === A.DONE) return 0;
        const tile = TO_ABSOLUTE[seat * 64 + a]!;
        const owner = s.owner[tile]! - 1;
        if (s.card === D.ENCOUNTER_MONK) return r.tileWorth(tile) + (owner < 4 ? 4 * r.progress[owner]! : 0);
        return -r.tileWorth(tile);
      }
      case P.CARDZONE: {
        let n = 0;
        const zone = (a - A.ZONE + seat) & 3;
        for (let b = 0; b < 8; b++) if (s.boatZone[b] === zone) n += b >> 1 === seat ? 1 : -0.6;
        return n;
      }
      case P.SEAREPLY:
        return a === A.DONE ? 2 * r.fame : w.boat - r.fame;
      case P.MARKETDAY:
        return this.marketDayWorth(r, a);
      case P.ONEFORONE: {
        if (a === A.DONE) return 0.1;
        return mostGained(gain, s.given | (1 << (a - A.RES)), -9) - loss[a - A.RES]!;
      }
      case P.ROOM:
        return a === A.DONE ? 0 : -1;
      case P.HARVEST:
        if (a >= A.DIE) return this.harvestWorth(r, a);
        return r.yieldsOf(TO_ABSOLUTE[seat * 64 + a]!, gain);
      case P.USE:
        return this.useWorth(r, a);
      case P.BUILD:
        return this.buildWorth(r, a);
      case P.ITEMPICK:
        return ITEM_POINTS[a - A.ITEM]!;
      case P.ANSWER: {
        if (a === A.NO) return 0;
        const want = s.want;
        const giver = s.mover;
        const worth = gain[s.give]! - (want >= 0 ? loss[want]! : 0);
        return worth - (r.ready[giver] || r.progress[giver]! > 0.7 ? w.tradeRival : w.trade);
      }
      case P.OFFER:
        return a === A.DONE ? -1 : 0;
      case P.DECK: {
        const tile = s.focusTile;
        const knight = s.focusKnight;
        const strength = strengthAt(s, knight, tile, 0, 99);
        return pileWorth(r, D.KIND_TIER[s.kind[tile]!]! - 1, a - A.DECK, strength, defeatAt(r, tile));
      }
      default:
        return 0;
    }
  }

  /** Edition airef: what a die would bring in the harvest: the best tiles, or the build it is the last die for. */
  private keptDie(r: Reading, die: number): number {
    const { s, seat } = r;
    const worth = r.harvest(die);
    if (diceCount(s, seat) > 1 || r.goal < 0) return worth;
    return canPay(s, seat, s.tables.buildCost, priceRow(s, seat, r.goal)) ? Math.max(worth, r.benefit[r.goal]!) : worth;
  }
  /** Edition airef, the menu of the harvest phase: build where it beats the smallest die's harvest, else harvest. */
  private harvestWorth(r: Reading, a: number): number {
    const { s, seat } = r;
    if (a === A.DONE) return 0.05;
    r.readHarvest();
    if (a < A.BUILD) return 0.1 + r.harvest(a - A.DIE + 1);
    const gain = this.buildWorth(r, a) - r.harvest(smallestDie(s, seat));
    return gain > 0 ? BUILDS_FIRST + gain : -1;
  }
  /** The worth of the best die in that menu. */
  private mostHarvested(r: Reading): number {
    let most = 0;
    for (let face = 0; face < 3; face++)
      if (r.s.dice[r.seat * 3 + face] !== 0) most = Math.max(most, this.harvestWorth(r, A.DIE + face));
    return most;
  }

  private godmother(r: Reading): boolean {
    const place = r.s.followerPlace[D.GODMOTHER]!;
    return place >= 1 && place <= 12 && (((place - 1) / 3) | 0) === r.seat;
  }

  /** Stopping a knight that walks past: a free attack. */
  private blockWorth(r: Reading): number {
    const { s } = r;
    return duelWorth(r, s.focusKnight, s.frames[s.top() + 2]!, s.focusTile) - r.w.ambush;
  }

  private fightWorth(r: Reading, stand: boolean): number {
    const { s, w } = r;
    const tile = s.fightTile;
    const knight = s.focusKnight;
    const defeat = defeatAt(r, tile);
    let fight: number;
    if (s.fightKind === AGAINST.dragon) return stand ? challengeWorth(r, knight, tile) : 0;
    if (s.fightKind === AGAINST.monster) {
      const monster = s.fightMonster;
      const might = s.tables.monsterMight[monster]!;
      const p = beatsMonster(strengthAt(s, knight, tile, monster, might) - might);
      fight = p * (spoils(r, monster) + (s.fightEvent ? 0 : actsWorth(r, tile))) - (1 - p) * defeat;
    } else {
      const p = winsDuel(Math.round(duelLead(s, knight, s.fightAttacker, tile)));
      fight = p * (r.fame + r.gain[0]! + w.duel) - (1 - p) * (defeat + w.duelFame * r.fame);
    }
    if (stand) return fight;
    if (s.tables.airef) return -fleeCost(r, defeat);
    return fight / 3 - defeat / 3 - (w.defeat + r.steady[0]! + w.fleeing * defeat) / 3;
  }

  private sideWorth(r: Reading, a: number): number {
    const { s } = r;
    if (a === A.DONE) return this.godmother(r) ? -1 : 0;
    const attacker = r.progress[(s.fightAttacker / 3) | 0]!;
    const defender = r.progress[(s.fightDefender / 3) | 0]!;
    return (a === A.SIDE ? defender - attacker : attacker - defender) - 0.1;
  }

  private bonusWorth(r: Reading, bonus: number): number {
    const { s, w, loss } = r;
    const side = s.fightSide;
    const behind = total(s, 1 - side) - total(s, side) + (s.fightKind === AGAINST.monster ? 0 : 1);
    const cost = [0.8 * w.item, fameLoss(r), 3 * loss[1]!, 0.6 * w.item, 3 * goldLoss(r, 3), 3 * loss[0]!][bonus]!;
    const points = BONUS_POINTS[bonus]!;
    let prize = defeatAt(r, s.fightTile);
    if (s.fightKind === AGAINST.monster) prize += spoils(r, s.fightMonster);
    else if (s.fightKind === AGAINST.knights) prize += 1.5 * r.fame + 2;
    else prize = impressWorth(r, 1) + w.knightLoss;
    const needed = Math.ceil(behind / points);
    return prize - cost * needed + (needed <= 1 ? 0.5 : 0) - 0.01 * cost;
  }

  private lootWorth(r: Reading, a: number): number {
    const { s, seat, w, gain, loss } = r;
    if (a === A.DONE) return 0;
    const loser = s.focusKnight;
    const other = (loser / 3) | 0;
    if (other === seat) return a >= A.ITEM ? -w.item * ITEM_POINTS[a - A.ITEM]! : -loss[a - A.RES]!;
    if (a >= A.ITEM) {
      const winner = s.fightResult === 1 ? s.fightAttacker : s.fightDefender;
      const room = s.slotsFilled[winner]! + s.tables.itemSlots[a - A.ITEM]! <= s.tables.numbers.items;
      return room ? w.item * ITEM_POINTS[a - A.ITEM]! : 0.1;
    }
    const n = s.tables.numbers;
    const denies =
      a === A.RES + 3 && s.resources[other * 4 + 3] === n.goldThreshold && s.fame[other]! < n.fameThreshold;
    return gain[a - A.RES]! + (denies ? w.deny : 0);
  }

  private actWorth(r: Reading, a: number): number {
    const { s, seat, w, gain, loss } = r;
    const tile = s.focusTile;
    if (a === A.DONE)
      return s.owner[tile] !== 0 && s.owner[tile] !== seat + 1 ? r.yieldsOf(tile, gain) + w.blockade : 0.001;
    const n = s.tables.numbers;
    switch (a) {
      case A.TILEACT:
        return r.tileWorth(tile) + 0.5;
      case A.TILEACT + 1:
        return conquestWorth(r, tile) - r.might + w.conquest;
      case A.TILEACT + 2:
        if (s.tables.airef) return conquestWorth(r, tile) - n.conquerFame * fameLoss(r) + w.conquest;
        return -r.fame + w.revolt * r.tileWorth(tile);
      case A.TILEACT + 3:
        return r.might - n.templeFame * fameLoss(r);
      case A.TILEACT + 4:
        return r.might - n.mercenaryGold * goldLoss(r, n.mercenaryGold);
      case A.TILEACT + 5:
        return 0.5;
      default:
    }
    if (a >= A.PAIR && a < A.PAIR + 10) {
      const x = PAIR_FIRST[a - A.PAIR]!;
      const y = PAIR_SECOND[a - A.PAIR]!;
      return mostGained(gain, (1 << x) | (1 << y), 0) - loss[x]! - loss[y]! - 0.1;
    }
    if (a >= A.RES && a < A.RES + 4) return mostGained(gain, s.given | (1 << (a - A.RES)), 0) - loss[a - A.RES]! - 0.1;
    if (a >= A.ITEM && a < A.ITEM + 6 && s.kind[tile] === D.KIND_TRADER) {
      const knight = s.focusKnight;
      const price = s.tables.itemCost[a - A.ITEM]!;
      const room = s.slotsFilled[knight]! + s.tables.itemSlots[a - A.ITEM]! <= n.items;
      return room ? w.item * ITEM_POINTS[a - A.ITEM]! - price * goldLoss(r, price) : -1;
    }
    return -1;
  }

  private optionWorth(r: Reading, a: number): number {
    const { s, seat, w, gain, loss } = r;
    const card = s.card;
    const tile = s.cardTile;
    let cheapest = 99;
    for (let j = 0; j < 4; j++) if (s.resources[seat * 4 + j]! > 0) cheapest = Math.min(cheapest, loss[j]!);
    switch (card) {
      case D.ENCOUNTER_DOG:
        return a === A.YES ? w.item - 2 * loss[0]! : -defeatAt(r, Math.max(0, tile));
      case D.EVENT_CURSE: {
        if (a === A.NO) return 0;
        let rivals = 0;
        for (let p = 0; p < 4; p++) if (p !== seat) rivals += Math.min(2, s.might[p]!);
        return r.might * (rivals / 3 - Math.min(2, s.might[seat]!)) - 2 * goldLoss(r, 2);
      }
      case D.EVENT_BLESSING: {
        const n = knightCount(s, seat);
        return a === A.OPT ? (n === 1 ? w.knight : 2 * n * gain[3]!) : n === 1 ? r.might : r.fame;
      }
      case D.EVENT_TRIAL:
        return a === A.OPT ? r.fame - cheapest : gain[3]! - fameLoss(r);
      case D.TREASURE_STONE:
        return a === A.YES ? 1 : 0;
      case D.TREASURE_SHIELD:
        return a === A.OPT ? gain[2]! : r.might - 2 * loss[2]!;
      default:
        if (card < D.CARDS && a === A.OPT) return 0.6 - 2 * fameLoss(r);
        // The staff sold for fame, a market day called, or nothing.
        return a === A.OPT + 1 ? r.fame - 2 * loss[0]! : a === A.NO || a === A.OPT + 2 ? 0 : -0.5;
    }
  }

  private playerWorth(r: Reading, player: number): number {
    const { s, seat } = r;
    const card = s.card;
    if (card < 0) return -r.tiles[player]! * 0.1;
    if (player === seat) return -9;
    if (card === D.EVENT_TRIAL && s.cardOption === 0) return -r.progress[player]!;
    const threshold = s.tables.numbers.goldThreshold;
    const broken = card === D.EVENT_TRIAL && s.resources[player * 4 + 3] === threshold ? 2 : 0;
    const has = card === D.EVENT_TRIAL || s.resources[player * 4]! > 0 ? 0.5 : 0;
    return r.progress[player]! + has + broken;
  }

  private cardResourceWorth(r: Reading, resource: number): number {
    const { s, seat, gain, loss } = r;
    if (s.card === D.EVENT_CROWS) {
      let others = 0;
      for (let p = 0; p < 4; p++) if (p !== seat) others += s.resources[p * 4 + resource]!;
      return others / 3 - 1.5 * s.resources[seat * 4 + resource]!;
    }
    return s.cardOption === 0 ? -loss[resource]! : gain[resource]!;
  }

  private cardKnightWorth(r: Reading, a: number): number {
    const { s, seat } = r;
    if (a === A.DONE) return 0;
    const k = (a - A.KNIGHT + seat * 3) % 12;
    if (s.card < 0) return ((k / 3) | 0) === seat ? -1 : 1;
    const knight = s.cardKnight;
    const there = s.knightTile[k]!;
    const here = s.knightTile[knight]!;
    const other = (k / 3) | 0;
    const closer = r.toSpire(here) - r.toSpire(there);
    if (other === seat) return -0.1;
    return closer * (r.progress[seat]! + r.progress[other]!) * 0.5;
  }

  private marketDayWorth(r: Reading, a: number): number {
    const { s, seat, w } = r;
    if (a === A.YES) return -goldLoss(r, 1);
    const k = seat * 3 + a - A.UNIT;
    const tile = s.knightTile[k]!;
    if (s.kind[tile] === D.KIND_TRADER) return 1;
    return -(w.defeat + 0.3 * w.defeatStep * r.toHome(tile)) - (r.ready[seat] ? 6 - r.toSpire(tile) : 0);
  }

  private useWorth(r: Reading, a: number): number {
    const { s, loss, gain } = r;
    if (a === A.DONE) return 0.05;
    if (a >= A.USE && a < A.USE + 2) {
      const cost = s.tables.useCost;
      const i = (a - A.USE) * 4;
      let price = 0;
      for (let j = 0; j < 3; j++) price += cost[i + j]! * loss[j]!;
      return r.might - price - (cost[i + 3]! > 0 ? cost[i + 3]! * goldLoss(r, cost[i + 3]!) : 0);
    }
    return gain[3]! - loss[PAIR_FIRST[a - A.PAIR]!]! - loss[PAIR_SECOND[a - A.PAIR]!]!;
  }

  private buildWorth(r: Reading, a: number): number {
    if (a === A.DONE) return 0.05;
    const b = a - A.BUILD;
    const price = r.s.tables.buildCost[priceRow(r.s, r.seat, b) * 4 + 3]!;
    // Gold that impresses is not built with.
    const guard = price > 0 && goldLoss(r, price) >= 0.8 * r.w.goldKeep ? 30 : 0;
    return r.benefit[b]! - guard;
  }
}
