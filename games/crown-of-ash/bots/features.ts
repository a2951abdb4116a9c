/** Features that the weights of a tuned bot may depend on: numbers of about -1 to 1 that the seat to act can see. */

import type { PlanFeatures } from '../../../agents/bots/tuning.js';
import { FIGHTERS, MINIONS, REGIONS, ROUNDS } from '../data.js';
import { regionVp } from '../rules/pieces.js';
import { AT, COMMITTED, IN_GRAVE, IN_HAND, KING, NONE, type Position } from '../state.js';

const bounded = (value: number) => Math.max(-1, Math.min(1, value));
/** Attack of a seat's fighters in hand, of those in its graveyard; points that it would get if the round ended now. */
const hand = new Float64Array(4);
const grave = new Float64Array(4);
const income = new Float64Array(4);

/** What lies face down in a battle still counts as in the attacker's hand. */
function readFighters({ loc, attacker, tables }: Position): void {
  hand.fill(0);
  grave.fill(0);
  for (let f = 0; f < FIGHTERS; f++) {
    const at = loc[f]!;
    if (at === COMMITTED) hand[attacker]! += tables.attack[f]!;
    else if (at >= IN_GRAVE) grave[at - IN_GRAVE]! += tables.attack[f]!;
    else if (at >= IN_HAND && at < AT) hand[at - IN_HAND]! += tables.attack[f]!;
  }
}

/** @returns number of regions that nobody owns */
function readLand(s: Position): number {
  income.fill(0);
  let open = 0;
  for (let r = 0; r < REGIONS; r++) {
    const owner = s.owner[r]!;
    if (owner === NONE) open++;
    else income[owner]! += regionVp(s, r);
  }
  if (s.holder !== KING) income[s.holder]! += s.tables.components.citadelVp[s.round - 1]!;
  return open;
}

/** First (1) to last (-1) in the turn order; 0 while it is not decided. */
function placeOf({ order, seats }: Position, seat: number): number {
  for (let i = 0; i < seats; i++) if (order[i] === seat) return 1 - (2 * i) / (seats - 1);
  return 0;
}

export const features: PlanFeatures<Position> = {
  names: [
    'round',
    'turns',
    'lead',
    'income',
    'seats',
    'order',
    'force',
    'rivals',
    'fallen',
    'gold',
    'goods',
    'cards',
    'citadel',
    'open',
  ],
  write(s, seat, out) {
    const { seats, vp, holder, cards, resources } = s;
    readFighters(s);
    const open = readLand(s);
    let ahead = Infinity;
    let earns = Infinity;
    let force = 0;
    for (let other = 0; other < seats; other++) {
      if (other === seat) continue;
      ahead = Math.min(ahead, vp[seat]! - vp[other]!);
      earns = Math.min(earns, income[seat]! - income[other]!);
      force = Math.max(force, hand[other]!);
    }
    let held = 0;
    for (let card = 0; card < 5; card++) held += (cards[seat]! >> card) & 1;
    const at = 4 * seat;
    const goods = resources[at]! + resources[at + 1]! + resources[at + 2]! + resources[at + 3]!;
    out[0] = (2 * (s.round - 1)) / (ROUNDS - 1) - 1;
    out[1] = (2 * s.minions[seat]!) / MINIONS - 1;
    // Against the best rival.
    out[2] = bounded(ahead / 20);
    out[3] = bounded(earns / 15);
    out[4] = seats - 3;
    out[5] = placeOf(s, seat);
    out[6] = bounded(hand[seat]! / 10 - 1);
    out[7] = bounded(force / 10 - 1);
    out[8] = bounded(grave[seat]! / 10);
    out[9] = bounded(s.gold[seat]! / 4 - 1);
    out[10] = bounded(goods / 4 - 1);
    out[11] = held / 2.5 - 1;
    out[12] = holder === KING ? 0 : holder === seat ? 1 : -1;
    out[13] = open / 3 - 1;
  },
};
