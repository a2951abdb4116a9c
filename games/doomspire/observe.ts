/**
 * What one seat sees, as numbers for a learner: the board turned so that its home is north-west, the others as +1, +2, +3
 * clockwise. Public facts only. Most values are zero most of the time, which is what makes a sparse first layer cheap,
 * so anything that starts out full (decks, stock, hidden squares) is told by what is gone from it.
 */
import { observationOf } from '../../env/kit/pieces.js';
import { TILE, UNIT } from './actions.js';
import * as D from './data.js';
import { COAST_ZONE, NONE, REGION, SLOT_TILES, TIER1_SLOTS, TIER2_SLOTS, TO_RELATIVE } from './geometry.js';
import { CARD_GROUP, cardPieces, countsOf, writeCards, writeOdds, writeShares } from './observe-cards.js';
import { rivalPieces, writeRivals } from './observe-rivals.js';
import { after, bitCount, knightCount, lowest, relativeKnight } from './read.js';
import { winsDuel } from './rules/duel.js';
import { capacity } from './rules/items.js';
import { pileTop } from './rules/pieces.js';
import { strengthBefore, supporters } from './rules/strength.js';
import { protectedTiles } from './rules/territory.js';
import * as S from './state.js';
import { ABSENT, NEUTRAL, OP, P, PAIR_FIRST, PAIR_SECOND, type Position, resourceNames } from './state.js';

/** Where each piece begins, counted from the start of the observation. */
type Starts = Readonly<
  Record<
    | keyof typeof boardPieces
    | keyof typeof worldPieces
    | keyof typeof seatPieces
    | keyof typeof knightPieces
    | keyof typeof decisionPieces,
    number
  >
>;

/** Values of a seat, of an own knight, of another's. */
const PLAYER = 28;
const MINE = 57;
const OTHER = 8;
/** Where the automatic bonus of a knight stands; behind it its optional bonus, of others' knights the worth of their items. */
const bonusAt = (own: number, others: number, k: number, seat: number): number => {
  const place = relativeKnight(k, seat);
  return place < 3 ? own + place * MINE + 46 : others + (place - 3) * OTHER + 4;
};

/** How much an item is wanted, about; distinct, so that kinds can be told apart. */
const ITEM_WORTH = Float32Array.from([
  0.2, 0.25, 0.12, 0.15, 0.3, 0.32, 0.35, 0.14, 0.05, 0.4, 0.55, 0.42, 0.6, 1, 0.22, 0.8, 0.7, 0.5, 0.28,
]);
const STONE_WORTH = 0.3;

/** What a knight may add once a battle at a price: by item kind, by follower. */
const optionOf: Readonly<Record<number, number>> = { [D.RUSTY]: 2, [D.ROBE]: 2, [D.TROLLSBANE]: 1, [D.BLACK_BLADE]: 5 };
const ITEM_OPTION = Uint8Array.from(D.itemKinds, (_, kind) => optionOf[kind] ?? 0);

/** Worth of the items lying on a tile. */
function findsOn(s: Position, tile: number): number {
  let sum = s.sword[tile] ? STONE_WORTH : 0;
  if (s.tileItems[tile])
    for (let p = 0; p < s.itemPlace.length; p++)
      if (s.itemPlace[p] === S.ON_TILE + tile) sum += ITEM_WORTH[s.itemKind[p]!]!;
  return Math.min(sum, 1.5);
}

/** Whether a tile is protected by a seat. @param guards what `protectedTiles` found */
const guarded = (guards: Int32Array, owner: number, tile: number): number =>
  (guards[tile < 32 ? owner : 4 + owner]! >>> tile) & 1;

// --- the board -------------------------------------------------------------------------------------------------

const boardPieces = {
  yields: [
    [4, 8, 8],
    'What each explored tile yields of food, wood, ore, gold, in halves; planes are rows of eight from the north, the home of this seat in the north-west.',
  ],
  'cards of tier 1 and 3': [
    [8, 8],
    'Tokens left, in halves, on tiles whose cards are tier 1, and in the central four tier 3; a tenth more on an oasis.',
  ],
  'cards of tier 2': [[8, 8], 'Tokens left, in halves, on tiles whose cards are tier 2; a tenth more on an oasis.'],
  'monsters and finds': [
    [8, 8],
    'Might of the monster / 10 plus a thousandth of its number (which tells kinds of equal might apart), halved while it sleeps; where there is none, minus the worth of the items lying there (a sword in a stone 0.3).',
  ],
  owners: [
    [8, 8],
    'Own tile 1 when protected by an own knight, 0.75 open, 0.5 blockaded. Of +1, +2, +3: -1, -0.95, -0.9 when open, -0.5, -0.45, -0.4 when protected; neutral -0.8.',
  ],
  'rival knights': [
    [8, 8],
    '0.5 plus (might + bonus of what it carries) / 40 of the strongest rival knight there, 0.25 more for each other one.',
  ],
  'legal tiles': [[8, 8], '1 on tiles that this seat may choose in the pending decision.', [0, 1]],
} as const;

/** A tile yields at most two resources: which, by kind; 255 none. */
const yielded = D.tileKinds.map((_, kind) => [0, 1, 2, 3].filter((r) => D.KIND_YIELD[kind * 4 + r]! > 0));
const YIELD_FIRST = Uint8Array.from(yielded, ([first]) => first ?? 255);
const YIELD_SECOND = Uint8Array.from(yielded, ([, second]) => second ?? 255);

/** Index of a tile among the inner sixteen, 255 outside; among the central four. */
const INNER_AT = new Uint8Array(64).fill(255);
const CENTRE_AT = new Uint8Array(64).fill(255);
{
  let inner = 0;
  let centre = 0;
  for (let t = 0; t < 64; t++) {
    if (REGION[t]! >= 2) INNER_AT[t] = inner++;
    if (REGION[t] === 3) CENTRE_AT[t] = centre++;
  }
}
/** Slot (0-11) of a tile as a place of temple, trader or mercenary camp: each has its own square within its trio. */
const SPECIAL_AT = new Uint8Array(3 * 64).fill(255);
const SPECIAL_KINDS = [D.KIND_TEMPLE, D.KIND_TRADER, D.KIND_MERCENARY] as const;
SPECIAL_KINDS.forEach((kind, i) => {
  const square = D.TIER1_TRIOS.indexOf(kind) % 3;
  for (let slot = TIER1_SLOTS; slot < TIER2_SLOTS; slot++)
    SPECIAL_AT[i * 64 + SLOT_TILES[slot * 3 + square]!] = slot - TIER1_SLOTS;
});
/** 0 temple, 1 trader, 2 mercenary camp, 3 cards are drawn there, 255 anything else: by tile kind. */
const CARD_TILE = 3;
const SPECIAL_OF = new Uint8Array(64).fill(255);
SPECIAL_KINDS.forEach((kind, i) => {
  SPECIAL_OF[kind] = i;
});
const OASIS_MARK = new Float32Array(64);
D.KIND_TIER.forEach((tier, kind) => {
  if (tier > 0) SPECIAL_OF[kind] = CARD_TILE;
  if (D.KIND_OASIS[kind]) OASIS_MARK[kind] = 0.1;
});

/** The planes; on the way counts what each seat harvests and its starred tiles, where `writeSeats` scales it. */
const writeBoard =
  ({
    yields: YIELDS,
    'cards of tier 1 and 3': CARDS_13,
    'cards of tier 2': CARDS_2,
    'monsters and finds': MONSTERS,
    owners: OWNERS,
    'rival knights': RIVALS,
    'legal tiles': LEGAL,
    doomspire: SPIRE,
    explored: EXPLORED,
    'special tiles': SPECIALS,
    'own knights': OWN,
    players: PLAYERS,
    'others’ knights': OTHERS,
  }: Starts) =>
  (s: Position, guards: Int32Array, seat: number, out: Float32Array, offset: number): void => {
    const { kind, explored, owner, monster, tokens, knightsOn, tables, tileItems, sword } = s;
    const { threat } = countsOf(s);
    const turned = seat * 64;
    const ownKnights = 7 << (seat * 3);
    const strife = s.round > tables.numbers.peacefulRounds;
    const forBlockader = s.options.blockadeStars === 'blockader';
    const neutral = NEUTRAL - 1;
    for (let t = 0; t < 64; t++) {
      if (!explored[t]) continue;
      const r = offset + TO_RELATIVE[turned + t]!;
      const k = kind[t]!;
      if (INNER_AT[t] !== 255) out[offset + EXPLORED + INNER_AT[r - offset]!] = 1;
      const here = knightsOn[t]!;
      const first = YIELD_FIRST[k]!;
      if (first !== 255) {
        const second = YIELD_SECOND[k]!;
        const n1 = D.KIND_YIELD[k * 4 + first]!;
        const n2 = second === 255 ? 0 : D.KIND_YIELD[k * 4 + second]!;
        out[r + YIELDS + first * 64] = n1 / 2;
        if (n2) out[r + YIELDS + second * 64] = n2 / 2;
        const holder = owner[t]! - 1;
        if (holder >= 0) {
          const guard = holder < 4 && guarded(guards, holder, t) === 1;
          // A knight of somebody else on an unprotected tile takes its harvest, and its star where the option says so.
          const intruders = holder < 4 ? here & ~(7 << (holder * 3)) : here;
          const blocked = intruders !== 0 && !guard && strife;
          const taker = blocked ? (lowest(intruders) / 3) | 0 : holder;
          if (taker < 4) {
            const at = offset + PLAYERS + after(seat, taker) * PLAYER + 21;
            out[at + first]! += n1;
            if (n2) out[at + second]! += n2;
          }
          const counts = forBlockader ? taker : holder;
          if (D.KIND_STARRED[k] && counts < 4) out[offset + PLAYERS + after(seat, counts) * PLAYER + 15]! += 1;
          if (holder === seat) out[r + OWNERS] = blocked ? 0.5 : guard ? 1 : 0.75;
          else if (holder === neutral) out[r + OWNERS] = -0.8;
          else out[r + OWNERS] = (guard ? -0.5 : -1) + (after(seat, holder) - 1) * 0.05;
        }
      } else {
        const special = SPECIAL_OF[k]!;
        if (special === CARD_TILE) {
          const left = tokens[t]! / 2 + OASIS_MARK[k]!;
          if (left > 0) out[r + (D.KIND_TIER[k] === 2 ? CARDS_2 : CARDS_13)] = left;
        } else if (special < 3) {
          const slot = SPECIAL_AT[special * 64 + r - offset]!;
          if (slot !== 255) out[offset + SPECIALS + special * 12 + slot] = 1;
        } else if (k === D.KIND_DOOMSPIRE && CENTRE_AT[r - offset] !== 255)
          out[offset + SPIRE + CENTRE_AT[r - offset]!] = 1;
      }
      const m = monster[t]!;
      if (m) out[r + MONSTERS] = s.dormant[t] ? threat[m]! / 2 : threat[m]!;
      else if (tileItems[t] || sword[t]) out[r + MONSTERS] = -findsOn(s, t);
      const rivals = here & ~ownKnights;
      if (rivals !== 0) {
        let best = 0;
        let n = 0;
        for (let left = rivals; left; left &= left - 1) {
          const knight = lowest(left);
          const strength = s.might[(knight / 3) | 0]! + out[offset + bonusAt(OWN, OTHERS, knight, seat)]!;
          if (strength > best) best = strength;
          n++;
        }
        out[r + RIVALS] = 0.5 + Math.min(best, 40) / 40 + (n - 1) * 0.25;
      }
    }
    if (s.actor === seat) {
      const { legalActions } = s;
      for (let i = 0, n = s.count; i < n; i++) {
        const a = legalActions[i]!;
        if (a < TILE + 64) out[offset + LEGAL + a - TILE] = 1;
        else if (a >= UNIT && a < UNIT + 3) out[offset + OWN + (a - UNIT) * MINE + 48] = 1;
      }
    }
  };

// --- round, cards, Doomspire, trader ---------------------------------------------------------------------------

const worldPieces = {
  round: [
    [6],
    'Round / 20 (at most 2); peace (1 in the rounds without strife); phase one-hot: roll, movement, harvest; seats that have begun their turn of it / 4.',
  ],
  seats: [[3, 4], 'One-hot relative seats: first-player token, whose turn it is, who must decide.', [0, 1]],
  tax: [[3], 'Food for an extra die / 4; 1 when it doubles next round; 1 on market day.'],
  doomspire: [
    [18],
    'Square of Doomspire once revealed, one-hot over the central four (row by row); impressions made / 3; stacks left / 3; resources / 4 in each of the three stacks not taken.',
  ],
  explored: [[16], '1 for each of the inner sixteen squares (row by row) that is explored.', [0, 1]],
  'special tiles': [
    [3, 12],
    'Where temple, trader and mercenary camp are: one-hot over the twelve plains slots, in the order of the slots of the board data, turned.',
    [0, 1],
  ],
  'top cards': [
    [3, 3],
    'Theme of the top card of each deck, tiers 1-3: beast, cave, grove. Edition airef: share of the three decks of the tier.',
    [0, 1],
  ],
  'top card odds': [
    [3, 5],
    'For each deck, among its unseen cards of the theme on top: share of monsters, their mean might / 10, shares of events, treasures, encounters. Edition airef: among unseen cards of the tier of any theme on top.',
  ],
  'drawn cards': [
    [3, 4],
    'Share of monsters, events, treasures, encounters of each tier no longer in the deck.',
    [0, 1],
  ],
  sold: [[6], 'Share of each trader item that is not in stock any more.', [0, 1]],
} as const;
// Parts of the piece of Doomspire behind its square: impressions, stacks left, the hoard.
const IMPRESSIONS = 4;
const STACKS = 5;
const HOARD = 6;

/** Round, tax, Doomspire, decks, trader. */
const writeWorld = (starts: Starts) => {
  const {
    round: ROUND,
    seats: SEATS,
    tax: TAXES,
    'top cards': THEMES,
    'top card odds': TOP,
    'drawn cards': DRAWN,
    sold: SOLD,
    doomspire: SPIRE,
  } = starts;
  return (s: Position, seat: number, out: Float32Array, offset: number): void => {
    const round = s.round;
    out[offset + ROUND] = round < 40 ? round / 20 : 2;
    if (round <= s.tables.numbers.peacefulRounds) out[offset + ROUND + 1] = 1;
    const phase = s.phase;
    if (phase < 3) out[offset + ROUND + 2 + phase] = 1;
    out[offset + ROUND + 5] = s.turnsBegun / 4;
    out[offset + SEATS + after(seat, s.firstPlayer)] = 1;
    if (s.mover >= 0) out[offset + SEATS + 4 + after(seat, s.mover)] = 1;
    if (s.actor >= 0) out[offset + SEATS + 8 + after(seat, s.actor)] = 1;
    const tax = s.tax / 4;
    out[offset + TAXES] = Math.min(tax, 2);
    if (s.taxDoubles) out[offset + TAXES + 1] = 1;
    if (s.marketDay) out[offset + TAXES + 2] = 1;
    if (s.spireRevealed) {
      out[offset + SPIRE + IMPRESSIONS] = s.impressions / 3;
      out[offset + SPIRE + STACKS] = s.stacksLeft / 3;
      for (let i = 0; i < 12; i++) if (!s.stackTaken[i >> 2]) out[offset + SPIRE + HOARD + i] = s.stackContents[i]! / 4;
    }
    const stock = s.tables.itemStock;
    for (let i = 0; i < D.TRADER_KINDS; i++)
      if (s.traderStock[i]! < stock[i]!) out[offset + SOLD + i] = 1 - s.traderStock[i]! / stock[i]!;

    // One pass over the decks counts what is still unseen. Their order is never looked at but for the theme on top.
    // Counts of the four types are summed side by side in the bytes of one number.
    const { deckCards, deckSize } = s;
    const known = countsOf(s);
    for (let tier = 0; tier < 3; tier++) {
      const n = deckSize[tier]!;
      const start = known.start[tier]!;
      const base = tier * D.DECK_SIZE;
      let all = 0;
      if (s.tables.airef) {
        for (let i = base; i < base + n; i++) all += CARD_GROUP[deckCards[i]!]!;
        let tops = 0;
        for (let pile = 0; pile < D.PILES; pile++) {
          if (s.pileSize[tier * D.PILES + pile] === 0) continue;
          const theme = D.CARD_THEME[deckCards[pileTop(s, tier, pile)]!]!;
          tops |= 1 << theme;
          out[offset + THEMES + tier * 3 + theme]! += 1 / D.PILES;
        }
        writeOdds(s, base, base + n, tops, known.might, out, offset + TOP + tier * 5);
      } else if (n > 0) {
        const theme = D.CARD_THEME[deckCards[base + n - 1]!]!;
        let top = 0;
        let might = 0;
        for (let i = base; i < base + n; i++) {
          const card = deckCards[i]!;
          const one = CARD_GROUP[card]!;
          all += one;
          if (D.CARD_THEME[card] !== theme) continue;
          top += one;
          might += known.might[card]!;
        }
        out[offset + THEMES + tier * 3 + theme] = 1;
        writeShares(top, might, out, offset + TOP + tier * 5);
      }
      for (let i = 0; i < 4; i++) {
        const before = (start >>> (i * 8)) & 255;
        const left = (all >>> (i * 8)) & 255;
        if (before > left) out[offset + DRAWN + tier * 4 + i] = 1 - left / before;
      }
    }
  };
};

// --- the seats ---------------------------------------------------------------------------------------------------

/** Amounts that prices ask for, by resource. */
const thresholds = [
  [1, 2, 3],
  [1, 2, 3, 6, 8],
  [1, 2, 3],
  [1, 2, 3, 6, 9, 12],
];
const STEP_OF = Uint8Array.from(thresholds.flatMap((list, resource) => list.map(() => resource)));
const STEP_AT = Uint8Array.from(thresholds.flat());
const seatPieces = {
  'own purse': [
    [17],
    `1 where this seat has at least: ${thresholds.map((list, r) => `${resourceNames[r]} ${list.join(', ')}`).join('; ')}.`,
  ],
  'own distance': [
    [3],
    'Fame, gold and starred tiles still missing to impress the dragon, as shares of what is asked.',
    [0, 1],
  ],
  'own boats': [[2, 4], 'Zone of each own boat, one-hot, zones counted clockwise from the own corner.', [0, 1]],
  players: [
    [4, PLAYER],
    'Of each seat, own first: fame / 20; might / 10; food, wood, ore, gold / 10 (each at most 2); all together / 40 (at most 2); the six buildings; knights / 3; flags / 10; starred tiles that count now / 4; unspent dice by face 1, 2, 3, in halves; extra dice chosen / 2 (once public); impressions / 3; income of food, wood, ore, gold from tiles that can be harvested / 6; could impress the dragon now; has both rings on one knight; has conceded.',
  ],
  'rival boats': [[3, 4], 'Boats of +1, +2, +3 in each zone, in halves.'],
} as const;

const writeSeats =
  ({
    'own purse': ME,
    'own distance': NEED,
    'own boats': MY_BOATS,
    players: PLAYERS,
    'rival boats': RIVAL_BOATS,
  }: Starts) =>
  (s: Position, seat: number, out: Float32Array, offset: number): void => {
    const numbers = s.tables.numbers;
    const choosing = s.choosingDice && s.options.diceChoice === 'hidden';
    let ownStars = 0;
    for (let rel = 0; rel < 4; rel++) {
      const p = (seat + rel) & 3;
      const at = offset + PLAYERS + rel * PLAYER;
      const r = p * 4;
      const fame = s.fame[p]!;
      const gold = s.resources[r + 3]!;
      out[at] = fame < 40 ? fame / 20 : 2;
      out[at + 1] = s.might[p]! < 20 ? s.might[p]! / 10 : 2;
      let all = 0;
      for (let i = 0; i < 4; i++) {
        const n = s.resources[r + i]!;
        all += n;
        out[at + 2 + i] = n < 20 ? n / 10 : 2;
      }
      out[at + 6] = all < 80 ? all / 40 : 2;
      const buildings = s.buildings[p]!;
      if (buildings) for (let i = 0; i < 6; i++) out[at + 7 + i] = (buildings >> i) & 1;
      const k = p * 3;
      const { dice } = s;
      out[at + 13] = knightCount(s, p) / 3;
      out[at + 14] = s.flags[p]! / 10;
      const starred = out[at + 15]!;
      out[at + 15] = starred / 4;
      if (rel === 0) ownStars = starred;
      out[at + 16] = dice[k]! / 2;
      out[at + 17] = dice[k + 1]! / 2;
      out[at + 18] = dice[k + 2]! / 2;
      if (!choosing || rel === 0) out[at + 19] = s.extraDice[p]! / 2;
      out[at + 20] = s.stacks[p]! / 3;
      for (let i = at + 21; i < at + 25; i++) out[i] = Math.min(out[i]! / 6, 2);
      if (
        fame >= numbers.fameThreshold ||
        gold >= numbers.goldThreshold ||
        starred >= numbers.starredThreshold ||
        out[at + 26] === 1
      )
        out[at + 25] = 1;
      if (s.concededOrder[p]) out[at + 27] = 1;
      for (let b = 0; b < 2; b++) {
        const zone = s.boatZone[p * 2 + b]!;
        if (zone === ABSENT) continue;
        if (rel === 0) out[offset + MY_BOATS + b * 4 + after(seat, zone)] = 1;
        else out[offset + RIVAL_BOATS + (rel - 1) * 4 + after(seat, zone)]! += 0.5;
      }
    }
    const own = seat * 4;
    for (let i = 0; i < STEP_AT.length; i++)
      if (s.resources[own + STEP_OF[i]!]! >= STEP_AT[i]!) out[offset + ME + i] = 1;
    const needFame = numbers.fameThreshold - s.fame[seat]!;
    const needGold = numbers.goldThreshold - s.resources[own + 3]!;
    const needStars = numbers.starredThreshold - ownStars;
    if (needFame > 0) out[offset + NEED] = needFame / numbers.fameThreshold;
    if (needGold > 0) out[offset + NEED + 1] = needGold / numbers.goldThreshold;
    if (needStars > 0) out[offset + NEED + 2] = needStars / numbers.starredThreshold;
  };

// --- the knights -------------------------------------------------------------------------------------------------

const knightPieces = {
  'own knights': [
    [3, MINE],
    'Of each own knight on the board: 1; 1 when it has acted (0.5 when it only has picked something up); row and column one-hot (8 + 8); its items (19 kinds) and followers (8); free item slots / 4; automatic bonus / 6; optional bonus / 6; 1 when it may be chosen as unit now; its tile: unclaimed resource, own, open tile of another, tokens in halves, temple, trader, mercenary camp; own boat in reach.',
  ],
  'others’ knights': [
    [9, OTHER],
    'Of each knight of +1, +2, +3 on the board: 1; row / 7; column / 7; has acted; automatic bonus / 6; optional bonus / 6; worth of its items; followers / 2.',
  ],
} as const;

/** Counts what each knight carries, in points where `bonusAt` says; notes who has both rings. `writeKnights` scales it. */
const countBelongings =
  ({ players: PLAYERS, 'own knights': OWN, 'others’ knights': OTHERS }: Starts) =>
  (s: Position, seat: number, out: Float32Array, offset: number): void => {
    const { itemBonus, airef } = s.tables;
    for (let k = 0; k < 12; k++) {
      if (s.knightTile[k] === ABSENT) continue;
      let sure = 0;
      let may = 0;
      let value = 0;
      const followers = s.followerBits[k]!;
      const carried = s.knightItems[k]!;
      if (carried) {
        let rings = 0;
        for (let left = carried; left; left &= left - 1) {
          const kind = s.itemKind[lowest(left)]!;
          sure += itemBonus[kind]!;
          value += ITEM_WORTH[kind]!;
          if (kind === D.BLACK_BLADE) may += followers ? 5 : 0;
          else if (!airef) may += ITEM_OPTION[kind]!;
          if (kind === D.ONE_RING) rings |= 1;
          else if (kind === D.SECOND_RING) rings |= 2;
        }
        if (rings === 3) out[offset + PLAYERS + after(seat, (k / 3) | 0) * PLAYER + 26] = 1;
      }
      if (followers) {
        if (followers & (1 << D.DOG)) sure += 1;
        if (followers & (1 << D.MERCENARY)) may += 2;
        if (followers & (1 << D.BRAWLER)) may += 2;
      }
      const at = offset + bonusAt(OWN, OTHERS, k, seat);
      out[at] = sure;
      out[at + 1] = may;
      if (((k / 3) | 0) !== seat) out[at + 2] = Math.min(value, 2);
    }
  };

const writeKnights =
  ({ 'own knights': OWN, 'others’ knights': OTHERS }: Starts) =>
  (s: Position, guards: Int32Array, seat: number, out: Float32Array, offset: number): void => {
    const turned = seat * 64;
    for (let i = 0; i < 3; i++) {
      const k = seat * 3 + i;
      const tile = s.knightTile[k]!;
      if (tile === ABSENT) continue;
      const at = offset + OWN + i * MINE;
      const r = TO_RELATIVE[turned + tile]!;
      out[at] = 1;
      out[at + 1] = s.acted[k] ? 1 : s.halted[k] ? 0.5 : 0;
      out[at + 2 + (r >> 3)] = 1;
      out[at + 10 + (r & 7)] = 1;
      for (let left = s.knightItems[k]!; left; left &= left - 1) {
        const kind = s.itemKind[lowest(left)]!;
        out[at + 18 + kind]! += 1;
      }
      const followers = s.followerBits[k]!;
      if (followers) for (let f = 0; f < 8; f++) if ((followers >> f) & 1) out[at + 37 + f] = 1;
      out[at + 45] = (capacity(s, k) - s.slotsFilled[k]!) / 4;
      out[at + 46] = out[at + 46]! / 6;
      out[at + 47] = out[at + 47]! / 6;
      // [at + 48] is written with the legal actions.
      const kind = s.kind[tile]!;
      const owner = s.owner[tile]! - 1;
      if (owner < 0) {
        if (D.KIND_RESOURCE[kind]) out[at + 49] = 1;
        else if (kind === D.KIND_TEMPLE) out[at + 53] = 1;
        else if (kind === D.KIND_TRADER) out[at + 54] = 1;
        else if (kind === D.KIND_MERCENARY) out[at + 55] = 1;
      } else if (owner === seat) out[at + 50] = 1;
      else if (guarded(guards, owner, tile) === 0) out[at + 51] = 1;
      if (s.tokens[tile]) out[at + 52] = s.tokens[tile]! / 2;
      const zone = COAST_ZONE[tile]!;
      if (zone !== NONE && (s.boatZone[seat * 2] === zone || s.boatZone[seat * 2 + 1] === zone)) out[at + 56] = 1;
    }
    for (let i = 0; i < 9; i++) {
      const k = ((seat + 1 + ((i / 3) | 0)) & 3) * 3 + (i % 3);
      const tile = s.knightTile[k]!;
      if (tile === ABSENT) continue;
      const at = offset + OTHERS + i * OTHER;
      const r = TO_RELATIVE[turned + tile]!;
      out[at] = 1;
      out[at + 1] = (r >> 3) / 7;
      out[at + 2] = (r & 7) / 7;
      if (s.acted[k]) out[at + 3] = 1;
      out[at + 4] = out[at + 4]! / 6;
      out[at + 5] = out[at + 5]! / 6;
      const f = s.followerBits[k]!;
      if (f) out[at + 7] = bitCount(f) / 2;
    }
  };

// --- the pending decision ----------------------------------------------------------------------------------------

/** Cards that can be pending while somebody decides. */
const PENDING = [
  D.EVENT_PESTS,
  D.EVENT_MARKET_DAY,
  D.EVENT_THUGS,
  D.EVENT_LANDSLIDE,
  D.EVENT_TRIAL,
  D.EVENT_BLESSING,
  D.EVENT_CURSE,
  D.EVENT_CROWS,
  D.EVENT_RAID,
  D.EVENT_SEA,
  D.TREASURE_SHIELD,
  D.TREASURE_RING,
  D.TREASURE_STONE,
  D.TREASURE_STAFF,
  D.TREASURE_BLADE,
  ...Array.from({ length: D.CARDS - D.ENCOUNTER_FIRST }, (_, i) => D.ENCOUNTER_FIRST + i),
];
const decisionPieces = {
  prompt: [[40], 'The pending decision, one-hot in the order of the prompts P1-P40.', [0, 1]],
  'knights in question': [
    [12],
    'Which knights it is about (the one asked about and its opponent): three own, then those of +1, +2, +3.',
  ],
  'tile in question': [[2, 8], 'Row and column of the tile it is about, one-hot.', [0, 1]],
  'that tile': [
    [15],
    'Yields in halves (4); own; of another and open; of another and protected; unclaimed resource; tokens in halves; card tier / 3; temple; trader; mercenary camp; own supporting units / 3; worth of the items lying there.',
  ],
  'that monster': [
    [9],
    'Of the monster being fought, else of that tile: present; might / 10; fame / 4; food, wood, ore, gold / 3; beast; troll.',
  ],
  'turn so far': [
    [26],
    'Die being spent 1, 2, 3; unit chosen (knights 0-2, boats 0-1); zone the boat goes to (4); passenger (3); item operation (pick up, drop) and its knight (2 + 3); offer made; harvest power left / 6; blacksmith used; fletcher used; goal of the knight that passes: row / 7, column / 7.',
  ],
  trade: [
    [22],
    'Partner (relative seat, one-hot); resource given; resource wanted; resources handed to the trader, in halves (4); given and received in this exchange window, the latter as -1 (4); resources still to choose / 2; Hand of the King is decided.',
  ],
  card: [[PENDING.length], `The card being resolved, one-hot: ${PENDING.map((c) => D.cards[c]!.name).join(', ')}.`],
  'card so far': [
    [13],
    'Option chosen A, B, C; player named (relative seat); dice rolled for it / 6; replies given / 4; zone of the boat asked about.',
  ],
  fight: [
    [27],
    'Against a monster, knight, dragon; this seat attacks, is attacked, watches; own side (the attacker’s for those who watch), then the other: dice / 6, strength without dice / 20, support / 6, bonuses chosen / 6, witch / 3; totals’ difference / 10 within 1; chance that the own side wins as it stands; bow shot; thugs; block; whose bonus (-1 the other side); won, lost, got away; flee roll / 3; godmother paid already.',
  ],
} as const;
const PENDING_AT = new Uint8Array(D.CARDS).fill(255);
PENDING.forEach((card, i) => {
  PENDING_AT[card] = i;
});

/** What the pending decision is about. */
const writeDecision = (starts: Starts) => {
  const turn = writeTurn(starts);
  const fight = writeFight(starts);
  const {
    prompt: PROMPT,
    'knights in question': FOCUS_KNIGHT,
    'tile in question': FOCUS_TILE,
    'that tile': LOCAL,
    'that monster': MONSTER,
    card: CARD,
    'card so far': CARD_STATE,
  } = starts;
  return (s: Position, guards: Int32Array, seat: number, out: Float32Array, offset: number): void => {
    out[offset + PROMPT + s.prompt] = 1;
    const knight = s.focusKnight;
    if (knight >= 0) out[offset + FOCUS_KNIGHT + relativeKnight(knight, seat)] = 1;
    const tile = s.focusTile;
    let monster = 0;
    if (tile >= 0) {
      const r = TO_RELATIVE[seat * 64 + tile]!;
      out[offset + FOCUS_TILE + (r >> 3)] = 1;
      out[offset + FOCUS_TILE + 8 + (r & 7)] = 1;
      if (s.explored[tile]) {
        writeTile(s, guards, seat, tile, out, offset + LOCAL);
        monster = s.monster[tile]!;
      }
    }
    turn(s, seat, out, offset);
    const card = s.card;
    if (card >= 0) {
      if (PENDING_AT[card] !== 255) out[offset + CARD + PENDING_AT[card]!] = 1;
      // The sea monsters keep their zone where others keep an option; the boat asked about tells it.
      if (s.cardOption >= 0 && card !== D.EVENT_SEA) out[offset + CARD_STATE + s.cardOption] = 1;
      if (s.cardPlayer >= 0) out[offset + CARD_STATE + 3 + after(seat, s.cardPlayer)] = 1;
      out[offset + CARD_STATE + 7] = s.cardRoll / 6;
      out[offset + CARD_STATE + 8] = s.cardReplies / 4;
      const boat = s.cardBoat;
      if (boat >= 0 && s.boatZone[boat] !== ABSENT) out[offset + CARD_STATE + 9 + after(seat, s.boatZone[boat]!)] = 1;
    }
    if (s.fightKind) {
      fight(s, seat, out, offset);
      if (s.fightKind === 1) monster = s.fightMonster + 1;
    }
    if (monster) {
      const m = monster - 1;
      const at = offset + MONSTER;
      const { monsterLoot, monsterMight, monsterFame } = s.tables;
      out[at] = 1;
      out[at + 1] = monsterMight[m]! / 10;
      out[at + 2] = monsterFame[m]! / 4;
      for (let i = 0; i < 4; i++) out[at + 3 + i] = monsterLoot[m * 4 + i]! / 3;
      out[at + 7] = D.MONSTER_BEAST[m]!;
      out[at + 8] = D.MONSTER_TROLL[m]!;
    }
  };
};

function writeTile(s: Position, guards: Int32Array, seat: number, tile: number, out: Float32Array, at: number): void {
  const kind = s.kind[tile]!;
  for (let i = 0; i < 4; i++) out[at + i] = D.KIND_YIELD[kind * 4 + i]! / 2;
  const owner = s.owner[tile]! - 1;
  if (owner === seat) out[at + 4] = 1;
  else if (owner >= 0) out[at + (guarded(guards, owner, tile) ? 6 : 5)] = 1;
  else if (D.KIND_RESOURCE[kind]) out[at + 7] = 1;
  out[at + 8] = s.tokens[tile]! / 2;
  out[at + 9] = D.KIND_TIER[kind]! / 3;
  const special = SPECIAL_OF[kind]!;
  if (special < 3) out[at + 10 + special] = 1;
  out[at + 13] = supporters(s, seat, tile, 31) / 3;
  out[at + 14] = findsOn(s, tile);
}

/** Choices already made on the way to this one. */
const writeTurn =
  ({ 'knights in question': FOCUS_KNIGHT, 'turn so far': TURN, trade: TRADE }: Starts) =>
  (s: Position, seat: number, out: Float32Array, offset: number): void => {
    const at = offset + TURN;
    if (s.die > 0) out[at + s.die - 1] = 1;
    if (s.unit >= 0) out[at + 3 + s.unit] = 1;
    if (s.boatTarget >= 0) out[at + 8 + after(seat, s.boatTarget)] = 1;
    if (s.passenger >= 0) out[at + 12 + (s.passenger % 3)] = 1;
    const operation = s.itemOperation;
    if (operation >= 0) {
      out[at + 15 + (operation < 3 ? 0 : 1)] = 1;
      out[at + 17 + (operation % 3)] = 1;
    }
    if (s.offered) out[at + 20] = 1;
    out[at + 21] = s.power / 6;
    out[at + 22] = s.used & 1;
    out[at + 23] = (s.used >> 1) & 1;
    const top = (s.depth - 1) * S.FRAME;
    if (s.prompt === P.BLOCK && top >= 0 && s.frames[top] === OP.walk) {
      out[offset + FOCUS_KNIGHT + relativeKnight(s.frames[top + 2]!, seat)] = 1;
      const goal = s.frames[top + 5]!;
      if (goal >= 0) {
        const r = TO_RELATIVE[seat * 64 + goal]!;
        out[at + 24] = (r >> 3) / 7;
        out[at + 25] = (r & 7) / 7;
      }
    }
    const trade = offset + TRADE;
    if (s.partner >= 0) out[trade + after(seat, s.partner)] = 1;
    if (s.give >= 0) out[trade + 4 + s.give] = 1;
    if (s.want >= 0) out[trade + 8 + s.want] = 1;
    const exchange = s.exchange;
    if (exchange >= 10) out[trade + 12 + exchange - 10] = 0.5;
    else if (exchange >= 0) {
      out[trade + 12 + PAIR_FIRST[exchange]!]! += 0.5;
      out[trade + 12 + PAIR_SECOND[exchange]!]! += 0.5;
    }
    for (let i = 0; i < 4; i++) {
      if ((s.given >> i) & 1) out[trade + 16 + i] = 1;
      else if ((s.received >> i) & 1) out[trade + 16 + i] = -1;
    }
    out[trade + 20] = s.rewardOwed / 2;
    if (s.hand >= 0) out[trade + 21] = 1;
  };

/** The battle, this seat's side first (the attacker's for one who watches). */
const writeFight =
  ({ 'knights in question': FOCUS_KNIGHT, fight: FIGHT }: Starts) =>
  (s: Position, seat: number, out: Float32Array, offset: number): void => {
    const at = offset + FIGHT;
    const kind = s.fightKind;
    const attacker = s.fightAttacker;
    const defender = s.fightDefender;
    out[at + kind - 1] = 1;
    out[offset + FOCUS_KNIGHT + relativeKnight(attacker, seat)] = 1;
    if (kind === 2 && defender >= 0) out[offset + FOCUS_KNIGHT + relativeKnight(defender, seat)] = 1;
    const attacks = ((attacker / 3) | 0) === seat;
    const attacked = kind === 2 && ((defender / 3) | 0) === seat;
    out[at + (attacks ? 3 : attacked ? 4 : 5)] = 1;
    const me = attacked ? 1 : 0; // the fields of the two sides lie beside each other
    const rolled = s.fightRolls > 0;
    let difference = 0;
    for (let side = 0; side < 2; side++) {
      const who = side ^ me;
      const dice = s.fightDice[who]!;
      const base = rolled ? s.fightBase[who]! : strengthBefore(s, who);
      const help = s.fightHelp[who]!;
      const extra = s.fightBonus[who]!;
      const to = at + 6 + side * 5;
      out[to] = dice / 6;
      out[to + 1] = base < 40 ? base / 20 : 2;
      out[to + 2] = help < 12 ? help / 6 : 2;
      out[to + 3] = extra < 12 ? extra / 6 : 2;
      out[to + 4] = s.fightWitch[who]! / 3;
      difference += (side ? -1 : 1) * (dice + base + help + extra);
    }
    out[at + 16] = difference > 10 ? 1 : difference < -10 ? -1 : difference / 10;
    let chance: number;
    if (kind === 1 || (kind === 3 && s.tables.airef))
      chance = rolled ? (difference >= 0 ? 1 : 0) : difference >= -1 ? 1 : difference <= -4 ? 0 : (4 + difference) / 3;
    else if (rolled) chance = difference > 0 ? 1 : difference < 0 ? 0 : 0.5;
    else chance = winsDuel(difference);
    out[at + 17] = chance;
    if (s.fightShot) out[at + 18] = 1;
    if (s.fightEvent) out[at + 19] = 1;
    if (s.fightBlock) out[at + 20] = 1;
    out[at + 21] = s.fightSide === me ? 1 : -1;
    const result = s.fightResult;
    if (result > 0) out[at + 21 + result] = 1;
    out[at + 25] = s.fightFlee / 3;
    if ((s.fightGodmothers >> seat) & 1) out[at + 26] = 1;
  };

/** All of it: one pass over each part of the position, some of which write into the pieces of another; then what stands alone. */
export const sight = observationOf<Position>()((piece) => [
  piece.group({ ...boardPieces, ...worldPieces, ...seatPieces, ...knightPieces, ...decisionPieces }, (starts) => {
    const belongings = countBelongings(starts);
    const board = writeBoard(starts);
    const world = writeWorld(starts);
    const seats = writeSeats(starts);
    const knights = writeKnights(starts);
    const decision = writeDecision(starts);
    return (s, seat, out, offset) => {
      const guards = protectedTiles(s);
      belongings(s, seat, out, offset);
      board(s, guards, seat, out, offset);
      world(s, seat, out, offset);
      seats(s, seat, out, offset);
      knights(s, guards, seat, out, offset);
      if (s.prompt >= 0) decision(s, guards, seat, out, offset);
    };
  }),
  piece.group(rivalPieces, writeRivals),
  piece.group(cardPieces, writeCards),
]);
