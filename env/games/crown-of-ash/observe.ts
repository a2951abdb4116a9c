/**
 * The observation: 1,323 numbers as one seat may know the position, seats turned so that it comes first. The pieces and
 * their order are a promise to trained policies; README.md lists them index by index.
 */
import { observationOf } from '../kit/pieces.js';
import { CARDS, FATES, FIGHTERS, MARKET, REGIONS, SEATS, SLOTS, TILES } from './data.js';
import { knownCards, laidBy, sentHidden } from './rules/secrets.js';
import * as S from './state.js';
import { AT, COMMITTED, IN_GRAVE, IN_HAND, KING, NONE, type Position } from './state.js';

/** Which seat this is from the viewer on, who is 0. */
const after = (seats: number, viewer: number, seat: number): number =>
  seat >= viewer ? seat - viewer : seat - viewer + seats;
const bits = (set: number): number => (set & 1) + ((set >> 1) & 1) + ((set >> 2) & 1) + ((set >> 3) & 1) + (set >> 4);

/** Site that the pending decision is about, 7 none. */
function pendingSite({ site, tasks }: Position): number {
  if (site >= 0) return site;
  const task = tasks[0];
  return task === S.TASK.place || task === S.TASK.start || task === S.TASK.casualty ? tasks[2]! : 7;
}

export const sight = observationOf<Position>()((piece) => [
  piece('phase', [12], 'One-hot kind of decision in the order of the prompts, then over.', (s, _me, out, at) => {
    out[at + (s.over ? S.promptNames.length : s.prompt)] = 1;
  }),
  piece('seat to act', [4], 'One-hot, me first.', (s, me, out, at) => {
    if (!s.over) out[at + after(s.seats, me, s.actor)] = 1;
  }),
  piece('round', [4], 'One-hot round.', (s, _me, out, at) => {
    out[at + s.round - 1] = 1;
  }),
  piece('seats', [3], 'One-hot number of seats: 2, 3, 4.', (s, _me, out, at) => {
    out[at + s.seats - 2] = 1;
  }),
  piece('AI seat', [5], 'One-hot seat of the AI, me first, then none.', (s, me, out, at) => {
    out[at + (s.ai < 0 ? 4 : after(s.seats, me, s.ai))] = 1;
  }),
  piece(
    'turn order',
    [SEATS, 5],
    'For each place of the order: one-hot seat, me first, then not decided.',
    (s, me, out, at) => {
      const { seats } = s;
      for (let i = 0; i < SEATS; i++) {
        const seat = s.order[i]!;
        out[at + i * 5 + (seat === NONE ? 4 : after(seats, me, seat))] = 1;
      }
    },
  ),
  piece(
    'players',
    [SEATS, 17],
    'Me first: points/100, gold/20, bone, ash, sulphur, blood each /10, minions/4, fighters in hand/20, in the graveyard/20, combat cards in hand/5, refresh space used, one-hot card on top of the discard (0, 1, 3, 4, die, none).',
    (s, me, out, from) => {
      const { seats } = s;
      for (let seat = 0; seat < seats; seat++) {
        const at = from + after(seats, me, seat) * 17;
        out[at] = s.vp[seat]! / 100;
        out[at + 1] = s.gold[seat]! / 20;
        for (let k = 0; k < 4; k++) out[at + 2 + k] = s.resources[seat * 4 + k]! / 10;
        out[at + 6] = s.minions[seat]! / 4;
        out[at + 7] = s.handSize[seat]! / 20;
        out[at + 8] = s.graveSize[seat]! / 20;
        out[at + 9] = bits(s.cards[seat]!) / 5;
        out[at + 10] = s.refreshed[seat]!;
        out[at + 11 + (s.top[seat] === NONE ? 5 : s.top[seat]!)] = 1;
      }
    },
  ),
  piece(
    'regions',
    [REGIONS, 33],
    'One-hot owner (me first, none), one-hot top tile (24, none), covered tiles/4, gather and combat minions/2.',
    (s, me, out, at) => {
      const { seats } = s;
      for (let r = 0; r < REGIONS; r++, at += 33) {
        const owner = s.owner[r]!;
        out[at + (owner === NONE ? 4 : after(seats, me, owner))] = 1;
        out[at + 5 + (s.tile[r] === NONE ? TILES : s.tile[r]!)] = 1;
        out[at + 30] = s.covered[r]! / 4;
        out[at + 31] = s.gather[r]! / 2;
        out[at + 32] = s.combat[r]! / 2;
      }
    },
  ),
  piece('citadel', [7], 'One-hot holder (King, then seats, me first); left and right flank used.', (s, me, out, at) => {
    out[at + (s.holder === KING ? 0 : 1 + after(s.seats, me, s.holder))] = 1;
    out[at + 5] = s.flanks[0]!;
    out[at + 6] = s.flanks[1]!;
  }),
  piece('market', [MARKET, 25], 'For each place: one-hot tile, then empty.', (s, _me, out, at) => {
    for (let i = 0; i < MARKET; i++) out[at + i * 25 + (s.market[i] === NONE ? TILES : s.market[i]!)] = 1;
  }),
  piece(
    'fighters',
    [FIGHTERS, S.LOCATIONS],
    'Where each fighter is, one-hot: unseen, slots 6, hands 4, regions 6, Citadel, graveyards 4 (seats me first), sent into the battle. Hidden attackers count as in the hand.',
    (s, me, out, at) => {
      const { loc, seats } = s;
      const sent = sentHidden(s, me) ? IN_HAND + after(seats, me, s.attacker) : COMMITTED;
      for (let f = 0; f < FIGHTERS; f++, at += S.LOCATIONS) {
        let place = loc[f]!;
        if (place >= IN_HAND && place < AT) place = IN_HAND + after(seats, me, place - IN_HAND);
        else if (place === COMMITTED) place = sent;
        else if (place >= IN_GRAVE) place = IN_GRAVE + after(seats, me, place - IN_GRAVE);
        out[at + place] = 1;
      }
    },
  ),
  piece('decks', [5], 'Fighter decks I, II, III each /8; tile stack/20; tiles set aside/20.', (s, _me, out, at) => {
    for (let i = 0; i < 3; i++) out[at + i] = s.deckSize[i]! / 8;
    out[at + 3] = s.stackSize / 20;
    out[at + 4] = s.asideSize / 20;
  }),
  piece('own cards', [CARDS], 'My combat hand: 0, 1, 3, 4, die.', (s, me, out, at) => {
    for (let card = 0; card < CARDS; card++) out[at + card] = (s.cards[me]! >> card) & 1;
  }),
  piece('own fate', [FATES + 1], 'My fate card, one-hot; the seventh is spare.', (s, me, out, at) => {
    out[at + s.fate[me]!] = 1;
  }),
  piece(
    'pending',
    [24],
    'One-hot site (regions, Citadel, none) and flank of the decision; wild resources left/4; fighters sent/3; one-hot card I have laid (5, none); fighter chosen last (id+1)/36; owed bone, ash, sulphur, blood each /6.',
    (s, me, out, at) => {
      out[at + pendingSite(s)] = 1;
      if (s.flank >= 0) out[at + 8 + s.flank] = 1;
      if (s.tasks[0] === S.TASK.wild) out[at + 11] = s.tasks[2]! / 4;
      out[at + 12] = s.sent / 3;
      const laid = laidBy(s, me);
      out[at + 13 + (laid < 0 ? 5 : laid)] = 1;
      if (s.sent === 0 || !sentHidden(s, me)) out[at + 19] = (s.last + 1) / 36;
      for (let k = 0; k < 4; k++) out[at + 20 + k] = s.owed[k]! / 6;
    },
  ),
  piece(
    'turn',
    [4],
    'One-hot seat whose turn it is, me first; zeros in the set-up and between rounds.',
    (s, me, out, at) => {
      if (!s.over && s.stage !== S.STAGE['set-up'] && s.stage !== S.STAGE.order)
        out[at + after(s.seats, me, s.order[s.turn]!)] = 1;
    },
  ),
  piece('raise slot', [SLOTS], 'One-hot slot of the fighter being paid for.', (s, _me, out, at) => {
    if (s.slot >= 0) out[at + s.slot] = 1;
  }),
  {
    pieces: [
      { name: 'AI track', shape: [3], about: 'One-hot tier that the AI raises next; zeros without AI.' },
      { name: 'AI cards', shape: [5], about: 'Action cards left in the AI deck.' },
    ],
    write(s, _me, out, at) {
      if (s.ai < 0) return;
      out[at + s.tables.components.fighterTrack[s.cube]! - 1] = 1;
      for (let i = 0; i < s.actionsLeft; i++) out[at + 3 + s.actionDeck[i]!] = 1;
    },
  },
  piece(
    'memory',
    [3, CARDS],
    "The other seats' combat hands, in turn after me; zeros without the option memoryAid.",
    (s, me, out, at) => {
      if (!s.options.memoryAid) return;
      const { seats } = s;
      for (let seat = 0; seat < seats; seat++) {
        if (seat === me) continue;
        const cards = knownCards(s, seat);
        const to = at + (after(seats, me, seat) - 1) * CARDS;
        for (let card = 0; card < CARDS; card++) out[to + card] = (cards >> card) & 1;
      }
    },
  ),
]);
