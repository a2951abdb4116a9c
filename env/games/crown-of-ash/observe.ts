/**
 * The observation: 1,323 numbers as one seat may know the position, seats turned so that it comes first. The pieces and
 * their order are a promise to trained policies; README.md lists them index by index.
 */
import type { ObservationPiece } from '../../game.js';
import { FIGHTERS } from './data.js';
import * as S from './state.js';
import { COMMITTED, IN_GRAVE, IN_HAND, KING, LOCATIONS, NONE, type Position } from './state.js';

export const observation: readonly ObservationPiece[] = [
  { name: 'phase', shape: [12], about: 'One-hot kind of decision in the order of the prompts, then over.' },
  { name: 'seat to act', shape: [4], about: 'One-hot, me first.' },
  { name: 'round', shape: [4], about: 'One-hot round.' },
  { name: 'seats', shape: [3], about: 'One-hot number of seats: 2, 3, 4.' },
  { name: 'AI seat', shape: [5], about: 'One-hot seat of the AI, me first, then none.' },
  {
    name: 'turn order',
    shape: [4, 5],
    about: 'For each place of the order: one-hot seat, me first, then not decided.',
  },
  {
    name: 'players',
    shape: [4, 17],
    about:
      'Me first: points/100, gold/20, bone, ash, sulphur, blood each /10, minions/4, fighters in hand/20, in the graveyard/20, combat cards in hand/5, refresh space used, one-hot card on top of the discard (0, 1, 3, 4, die, none).',
  },
  {
    name: 'regions',
    shape: [6, 33],
    about: 'One-hot owner (me first, none), one-hot top tile (24, none), covered tiles/4, gather and combat minions/2.',
  },
  { name: 'citadel', shape: [7], about: 'One-hot holder (King, then seats, me first); left and right flank used.' },
  { name: 'market', shape: [4, 25], about: 'For each place: one-hot tile, then empty.' },
  {
    name: 'fighters',
    shape: [36, 23],
    about:
      'Where each fighter is, one-hot: unseen, slots 6, hands 4, regions 6, Citadel, graveyards 4 (seats me first), sent into the battle. Hidden attackers count as in the hand.',
  },
  { name: 'decks', shape: [5], about: 'Fighter decks I, II, III each /8; tile stack/20; tiles set aside/20.' },
  { name: 'own cards', shape: [5], about: 'My combat hand: 0, 1, 3, 4, die.' },
  { name: 'own fate', shape: [7], about: 'My fate card, one-hot; the seventh is spare.' },
  {
    name: 'pending',
    shape: [24],
    about:
      'One-hot site (regions, Citadel, none) and flank of the decision; wild resources left/4; fighters sent/3; one-hot card I have laid (5, none); fighter chosen last (id+1)/36; owed bone, ash, sulphur, blood each /6.',
  },
  {
    name: 'turn',
    shape: [4],
    about: 'One-hot seat whose turn it is, me first; zeros in the set-up and between rounds.',
  },
  { name: 'raise slot', shape: [6], about: 'One-hot slot of the fighter being paid for.' },
  { name: 'AI track', shape: [3], about: 'One-hot tier that the AI raises next; zeros without AI.' },
  { name: 'AI cards', shape: [5], about: 'Action cards left in the AI deck.' },
  {
    name: 'memory',
    shape: [3, 5],
    about: "The other seats' combat hands, in turn after me; zeros without the option memoryAid.",
  },
];

// Where the pieces begin.
const ACTOR = 12;
const ROUND = 16;
const SEATS = 20;
const AI = 23;
const ORDER = 28;
const PLAYERS = 48;
const REGIONS = 116;
const CITADEL = 314;
const MARKET = 321;
const FIGHTER = 421;
const DECKS = 1249;
const OWN_CARDS = 1254;
const OWN_FATE = 1259;
const PENDING = 1266;
const TURN = 1290;
const SLOT = 1294;
const TRACK = 1300;
const AI_CARDS = 1303;
const MEMORY = 1308;
/** Number of values. */
export const OBSERVED = 1323;

const places = new Uint8Array(LOCATIONS);

/** Site that the pending decision is about, 7 none. */
export function pendingSite(s: Position): number {
  const { tasks } = s;
  if (s.site >= 0) return s.site;
  const task = s.taskCount > 0 ? tasks[0]! : 0;
  return task === S.TASK_PLACE || task === S.TASK_START || task === S.TASK_CASUALTY ? tasks[2]! : 7;
}

/** Whether the fighters sent into the battle are hidden from a seat. */
export const sentHidden = (s: Position, viewer: number): boolean => s.attacker !== viewer && s.attacker !== s.ai;

export function observe(s: Position, viewer: number, out: Float32Array, offset: number): void {
  const n = s.seats;
  out.fill(0, offset, offset + OBSERVED);
  const mine = (seat: number) => (seat >= viewer ? seat - viewer : seat - viewer + n);
  const ai = s.ai;
  const over = s.over;

  out[offset + (over ? 11 : s.prompt)] = 1;
  if (!over) out[offset + ACTOR + mine(s.actor)] = 1;
  out[offset + ROUND + s.round - 1] = 1;
  out[offset + SEATS + n - 2] = 1;
  out[offset + AI + (ai < 0 ? 4 : mine(ai))] = 1;
  for (let i = 0; i < 4; i++) {
    const seat = s.order[i]!;
    out[offset + ORDER + i * 5 + (seat === NONE ? 4 : mine(seat))] = 1;
  }

  for (let seat = 0; seat < n; seat++) {
    const at = offset + PLAYERS + mine(seat) * 17;
    out[at] = s.vp[seat]! / 100;
    out[at + 1] = s.gold[seat]! / 20;
    for (let k = 0; k < 4; k++) out[at + 2 + k] = s.resources[seat * 4 + k]! / 10;
    out[at + 6] = s.minions[seat]! / 4;
    out[at + 7] = s.handSize[seat]! / 20;
    out[at + 8] = s.graveSize[seat]! / 20;
    const cards = s.cards[seat]!;
    out[at + 9] = ((cards & 1) + ((cards >> 1) & 1) + ((cards >> 2) & 1) + ((cards >> 3) & 1) + (cards >> 4)) / 5;
    out[at + 10] = s.refreshed[seat]!;
    out[at + 11 + (s.top[seat] === NONE ? 5 : s.top[seat]!)] = 1;
  }

  for (let r = 0; r < 6; r++) {
    const at = offset + REGIONS + r * 33;
    const owner = s.owner[r]!;
    out[at + (owner === NONE ? 4 : mine(owner))] = 1;
    out[at + 5 + (s.tile[r] === NONE ? 24 : s.tile[r]!)] = 1;
    out[at + 30] = s.covered[r]! / 4;
    out[at + 31] = s.gather[r]! / 2;
    out[at + 32] = s.combat[r]! / 2;
  }
  const holder = s.holder;
  out[offset + CITADEL + (holder === KING ? 0 : 1 + mine(holder))] = 1;
  out[offset + CITADEL + 5] = s.flanks[0]!;
  out[offset + CITADEL + 6] = s.flanks[1]!;
  for (let i = 0; i < 4; i++) out[offset + MARKET + i * 25 + (s.market[i] === NONE ? 24 : s.market[i]!)] = 1;

  for (let p = 0; p < LOCATIONS; p++) places[p] = p;
  for (let seat = 0; seat < n; seat++) {
    places[IN_HAND + seat] = IN_HAND + mine(seat);
    places[IN_GRAVE + seat] = IN_GRAVE + mine(seat);
  }
  if (s.attacker >= 0 && sentHidden(s, viewer)) places[COMMITTED] = IN_HAND + mine(s.attacker);
  for (let f = 0, at = offset + FIGHTER; f < FIGHTERS; f++, at += LOCATIONS) out[at + places[s.loc[f]!]!] = 1;

  for (let i = 0; i < 3; i++) out[offset + DECKS + i] = s.deckSize[i]! / 8;
  out[offset + DECKS + 3] = s.stackSize / 20;
  out[offset + DECKS + 4] = s.asideSize / 20;

  for (let card = 0; card < 5; card++) out[offset + OWN_CARDS + card] = (s.cards[viewer]! >> card) & 1;
  out[offset + OWN_FATE + s.fate[viewer]!] = 1;

  const at = offset + PENDING;
  out[at + pendingSite(s)] = 1;
  if (s.flank >= 0) out[at + 8 + s.flank] = 1;
  if (s.taskCount > 0 && s.tasks[0] === S.TASK_WILD) out[at + 11] = s.tasks[2]! / 4;
  out[at + 12] = s.sent / 3;
  const laid = s.attacker === viewer ? s.cardA : s.defender === viewer ? s.cardD : -1;
  out[at + 13 + (laid < 0 ? 5 : laid)] = 1;
  if (s.sent === 0 || !sentHidden(s, viewer)) out[at + 19] = (s.last + 1) / 36;
  for (let k = 0; k < 4; k++) out[at + 20 + k] = s.owed[k]! / 6;

  if (!over && s.stage !== S.STAGE_SETUP && s.stage !== S.STAGE_ORDER) {
    const turn = s.order[s.turn]!;
    out[offset + TURN + mine(turn)] = 1;
  }
  if (s.slot >= 0) out[offset + SLOT + s.slot] = 1;
  if (ai >= 0) {
    out[offset + TRACK + s.tables.components.fighterTrack[s.cube]! - 1] = 1;
    for (let i = 0; i < s.actionsLeft; i++) out[offset + AI_CARDS + s.actionDeck[i]!] = 1;
  }
  if (s.options.memoryAid)
    for (let seat = 0; seat < n; seat++) {
      if (seat === viewer) continue;
      const cards = knownCards(s, seat);
      const to = offset + MEMORY + (mine(seat) - 1) * 5;
      for (let card = 0; card < 5; card++) out[to + card] = (cards >> card) & 1;
    }
}

/** A seat's combat hand as everybody knows it with the memory aid: what is laid face down is still in it. */
export function knownCards(s: Position, seat: number): number {
  const laid = s.attacker === seat ? s.cardA : s.defender === seat ? s.cardD : -1;
  return laid < 0 ? s.cards[seat]! : s.cards[seat]! | (1 << laid);
}
