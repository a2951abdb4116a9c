/**
 * The observation: 1,432 numbers with what one seat may know of the position, seats turned so that it comes first. The
 * pieces and their order are fixed in trained policies.
 */
import { observationOf } from '../../env/kit/pieces.js';
import { CARDS, FATES, FIGHTERS, MARKET, REGIONS, SEATS, SLOTS, STARTING_TILES, TILES } from './data.js';
import { laidBy, sentHidden } from './rules/secrets.js';
import * as S from './state.js';
import { COMMITTED, IN_GRAVE, IN_HAND, KING, NONE, type Position } from './state.js';

/** Which seat this is from the viewer on, who is 0. */
const after = (seats: number, viewer: number, seat: number): number =>
  seat >= viewer ? seat - viewer : seat - viewer + seats;
const bits = (set: number): number => (set & 1) + ((set >> 1) & 1) + ((set >> 2) & 1) + ((set >> 3) & 1) + (set >> 4);

/** Tiles that are built from the market; the starting tiles lie in regions from the first. */
const BUILT = TILES - STARTING_TILES;

/** Site that the pending decision is about, 7 none. */
function pendingSite({ site, tasks }: Position): number {
  if (site >= 0) return site;
  const task = tasks[0];
  return task === S.TASK.place || task === S.TASK.start || task === S.TASK.casualty ? tasks[2]! : 7;
}

/** `[seats * 4 + viewer][place]`: the place of a fighter with the seats turned so that the viewer comes first. */
const turned = Array.from({ length: (SEATS + 1) * SEATS }, (_, i) => {
  const seats = Math.floor(i / SEATS);
  return Uint8Array.from({ length: S.LOCATIONS }, (_, place) => {
    for (const first of [IN_HAND, IN_GRAVE])
      if (place >= first && place < first + seats) return first + after(seats, i % SEATS, place - first);
    return place;
  });
});

export const sight = observationOf<Position>()((piece) => [
  piece.group(
    {
      phase: [[12], 'One-hot kind of decision in the order of the prompts, then over.', [0, 1]],
      'seat to act': [[4], 'One-hot, me first.', [0, 1]],
      round: [[4], 'One-hot round.', [0, 1]],
      seats: [[3], 'One-hot number of seats: 2, 3, 4.', [0, 1]],
      'AI seat': [[SEATS], 'One-hot seat of the AI, in turn after me, then none.', [0, 1]],
      'turn order': [[SEATS, 5], 'For each place of the order: one-hot seat, me first, then not decided.', [0, 1]],
      players: [
        [SEATS, 17],
        'Me first: points/100, gold/20, bone, ash, sulphur, blood each /10, minions/4, fighters in hand/20, in the graveyard/20, combat cards in hand/5, refresh space used, one-hot card on top of the discard (0, 1, 3, 4, die, none).',
      ],
    },
    ({ phase, 'seat to act': actor, round, seats, 'AI seat': ai, 'turn order': order, players }) =>
      (s, me, out, at) => {
        const n = s.seats;
        out[at + phase + (s.over ? S.promptNames.length : s.prompt)] = 1;
        if (!s.over) out[at + actor + after(n, me, s.actor)] = 1;
        out[at + round + s.round - 1] = 1;
        out[at + seats + n - 2] = 1;
        out[at + ai + (s.ai < 0 ? 3 : after(n, me, s.ai) - 1)] = 1;
        for (let i = 0; i < SEATS; i++) {
          const seat = s.order[i]!;
          out[at + order + i * 5 + (seat === NONE ? 4 : after(n, me, seat))] = 1;
        }
        for (let seat = 0; seat < n; seat++) {
          const to = at + players + after(n, me, seat) * 17;
          out[to] = s.vp[seat]! / 100;
          out[to + 1] = s.gold[seat]! / 20;
          for (let k = 0; k < 4; k++) out[to + 2 + k] = s.resources[seat * 4 + k]! / 10;
          out[to + 6] = s.minions[seat]! / 4;
          out[to + 7] = s.handSize[seat]! / 20;
          out[to + 8] = s.graveSize[seat]! / 20;
          out[to + 9] = bits(s.cards[seat]!) / 5;
          out[to + 10] = s.refreshed[seat]!;
          out[to + 11 + (s.top[seat] === NONE ? 5 : s.top[seat]!)] = 1;
        }
      },
  ),
  piece.group(
    {
      regions: [
        [REGIONS, 33],
        'One-hot owner (me first, none), one-hot top tile (24, none), covered tiles/4, gather and combat minions/2.',
      ],
      citadel: [[7], 'One-hot holder (King, then seats, me first); left and right flank used.', [0, 1]],
      market: [[MARKET, BUILT + 1], 'For each place: one-hot tile of those that are built (4-23), then empty.', [0, 1]],
    },
    ({ citadel, market }) =>
      (s, me, out, at) => {
        const n = s.seats;
        for (let r = 0, to = at; r < REGIONS; r++, to += 33) {
          const owner = s.owner[r]!;
          out[to + (owner === NONE ? 4 : after(n, me, owner))] = 1;
          out[to + 5 + (s.tile[r] === NONE ? TILES : s.tile[r]!)] = 1;
          out[to + 30] = s.covered[r]! / 4;
          out[to + 31] = s.gather[r]! / 2;
          out[to + 32] = s.combat[r]! / 2;
        }
        out[at + citadel + (s.holder === KING ? 0 : 1 + after(n, me, s.holder))] = 1;
        out[at + citadel + 5] = s.flanks[0]!;
        out[at + citadel + 6] = s.flanks[1]!;
        for (let i = 0, to = at + market; i < MARKET; i++, to += BUILT + 1)
          out[to + (s.market[i] === NONE ? BUILT : s.market[i]! - STARTING_TILES)] = 1;
      },
  ),
  piece(
    'fighters',
    [FIGHTERS, S.LOCATIONS],
    'Where each fighter is, one-hot: unseen, slots 6, hands 4, regions 6, Citadel, graveyards 4 (seats me first), sent into the battle. Hidden attackers count as in the hand.',
    (s, me, out, at) => {
      const { loc, seats } = s;
      const places = turned[seats * SEATS + me]!;
      const sent = sentHidden(s, me) ? places[IN_HAND + s.attacker]! : COMMITTED;
      for (let f = 0; f < FIGHTERS; f++, at += S.LOCATIONS) {
        const place = loc[f]!;
        out[at + (place === COMMITTED ? sent : places[place]!)] = 1;
      }
    },
  ),
  piece.group(
    {
      decks: [[5], 'Fighter decks I, II, III each /8; tile stack/20; tiles set aside/20.'],
      'own cards': [[CARDS], 'My combat hand: 0, 1, 3, 4, die.', [0, 1]],
      'own fate': [[FATES], 'My fate card, one-hot.', [0, 1]],
      pending: [
        [24],
        'One-hot site (regions, Citadel, none) and flank of the decision; wild resources left/4; fighters sent/3; one-hot card I have laid (5, none); fighter chosen last (id+1)/36; owed bone, ash, sulphur, blood each /6.',
      ],
      turn: [[4], 'One-hot seat whose turn it is, me first; zeros in the set-up and between rounds.', [0, 1]],
      'raise slot': [[SLOTS], 'One-hot slot of the fighter being paid for.', [0, 1]],
      'AI track': [[3], 'One-hot tier that the AI raises next; zeros without AI.', [0, 1]],
      'AI cards': [[5], 'Action cards left in the AI deck.'],
    },
    ({ 'own cards': hand, 'own fate': fate, pending, turn, 'raise slot': slot, 'AI track': track, 'AI cards': ai }) =>
      (s, me, out, at) => {
        const n = s.seats;
        for (let i = 0; i < 3; i++) out[at + i] = s.deckSize[i]! / 8;
        out[at + 3] = s.stackSize / 20;
        out[at + 4] = s.asideSize / 20;
        for (let card = 0; card < CARDS; card++) out[at + hand + card] = (s.cards[me]! >> card) & 1;
        out[at + fate + s.fate[me]!] = 1;
        const to = at + pending;
        out[to + pendingSite(s)] = 1;
        if (s.flank >= 0) out[to + 8 + s.flank] = 1;
        if (s.tasks[0] === S.TASK.wild) out[to + 11] = s.tasks[2]! / 4;
        out[to + 12] = s.sent / 3;
        const laid = laidBy(s, me);
        out[to + 13 + (laid < 0 ? 5 : laid)] = 1;
        if (s.sent === 0 || !sentHidden(s, me)) out[to + 19] = (s.last + 1) / 36;
        for (let k = 0; k < 4; k++) out[to + 20 + k] = s.owed[k]! / 6;
        if (!s.over && s.stage !== S.STAGE['set-up'] && s.stage !== S.STAGE.order)
          out[at + turn + after(n, me, s.order[s.turn]!)] = 1;
        if (s.slot >= 0) out[at + slot + s.slot] = 1;
        if (s.ai >= 0) {
          out[at + track + s.tables.components.fighterTrack[s.cube]! - 1] = 1;
          for (let i = 0; i < s.actionsLeft; i++) out[at + ai + s.actionDeck[i]!] = 1;
        }
      },
  ),
  piece.group(
    {
      'played cards': [
        [SEATS, CARDS],
        'Combat cards that each seat has played since its hand came back, me first; the others are in the hand or laid.',
      ],
      'tile stack': [[BUILT], 'Tiles left in the stack (4-23), whatever their order.'],
      'stack made anew': [[1], 'The stack was made of tiles set aside, so its tiers are mixed.'],
      'tiles set aside': [[BUILT], 'Tiles set aside (4-23).'],
      'AI cube': [[12], "One-hot square of the AI's fighter track on which its cube lies; zeros without AI.", [0, 1]],
      waiting: [
        [22],
        'What waits behind the pending decision: wild resources that each seat will choose (me first)/4, seats that may bring a fighter back, regions whose guards are placed, sites with a casualty, whether the AI raises.',
      ],
      'last battle': [
        [29],
        'The battle fought last: one-hot site, attacker (me first), defender (King, then seats, me first), card of the attacker (5), of the defender (5, none), totals of both /30; zeros before the first.',
      ],
      fates: [[SEATS - 1, FATES], "The other seats' fate cards, in turn after me; zeros until the end."],
    },
    (starts) => (s, me, out, at) => {
      const n = s.seats;
      for (let seat = 0; seat < n; seat++) {
        const to = at + starts['played cards'] + after(n, me, seat) * CARDS;
        for (let card = 0; card < CARDS; card++) out[to + card] = (s.discard[seat]! >> card) & 1;
      }
      const stack = at + starts['tile stack'] - STARTING_TILES;
      for (let i = 0; i < s.stackSize; i++) out[stack + s.stack[i]!] = 1;
      if (s.mixed) out[at + starts['stack made anew']] = 1;
      const aside = at + starts['tiles set aside'] - STARTING_TILES;
      for (let i = 0; i < s.asideSize; i++) out[aside + s.aside[i]!] = 1;
      if (s.ai >= 0) out[at + starts['AI cube'] + s.cube] = 1;
      writeWaiting(s, me, out, at + starts.waiting);
      if (s.toldAttacker !== NONE) writeBattle(s, me, out, at + starts['last battle']);
      if (!s.over) return;
      for (let seat = 0; seat < s.players; seat++)
        if (seat !== me) out[at + starts.fates + (after(n, me, seat) - 1) * FATES + s.fate[seat]!] = 1;
    },
  ),
]);

/** The first task asks; what a battle waits for follows from its prompt. */
function writeWaiting({ tasks, taskCount, seats }: Position, me: number, out: Float32Array, at: number): void {
  for (let i = 1; i < taskCount; i++) {
    const task = tasks[3 * i]!;
    const seat = after(seats, me, tasks[3 * i + 1]!);
    const argument = tasks[3 * i + 2]!;
    if (task === S.TASK.wild) out[at + seat]! += argument / 4;
    else if (task === S.TASK.resurrect) out[at + 4 + seat] = 1;
    else if (task === S.TASK.place || task === S.TASK.start) out[at + 8 + argument] = 1;
    else if (task === S.TASK.casualty) out[at + 14 + argument] = 1;
    else if (task === S.TASK['ai raise']) out[at + 21] = 1;
  }
}

function writeBattle(s: Position, me: number, out: Float32Array, at: number): void {
  const { seats, toldDefender: defender } = s;
  out[at + s.toldSite] = 1;
  out[at + 7 + after(seats, me, s.toldAttacker)] = 1;
  out[at + 11 + (defender === KING ? 0 : 1 + after(seats, me, defender))] = 1;
  out[at + 16 + s.toldCardA] = 1;
  out[at + 21 + (s.toldCardD === NONE ? CARDS : s.toldCardD)] = 1;
  out[at + 27] = s.totalA / 30;
  out[at + 28] = s.totalD / 30;
}
