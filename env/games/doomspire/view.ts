/**
 * A position as one seat knows it, as plain JSON, and back. Everything public is in it, the pending decision and the
 * procedures under way included, so that the game can go on from it. What nobody knows is told as what is known of it:
 * decks as numbers of unseen cards, face-down tiles as `kind: null`.
 *
 * Reading a view checks every field and then the position as a whole; hidden facts are filled in arbitrarily.
 */

import { z } from 'zod';
import {
  CARD_THEME,
  CARDS,
  CLOUDSLICER,
  cards,
  DECK_SIZE,
  followers,
  HALF_SWORD,
  HOME_TRIOS,
  itemKinds,
  KIND_DOOMSPIRE,
  KIND_TIER,
  monsters,
  PIECE_KIND,
  PIECE_RING,
  PIECE_STONE,
  PIECES,
  PILES,
  RING_DRAGON,
  RING_STUCK,
  TIER1_TRIOS,
  TIER3_TILES,
  TRADER_KINDS,
  TREASURE_STONE,
  themes,
  tileKinds,
} from './data.js';
import { CENTRE, HOME_SEAT, HOME_SLOTS, REGION, SLOT_TILES, TIER1_SLOTS, TIER2_SLOTS } from './geometry.js';
import { violations } from './invariants.js';
import { boatNames, knightNames, tileNames } from './names.js';
import { type DoomspireOptions, optionsSchema } from './options.js';
import { asking } from './rules/engine.js';
import { pileTop, underSword } from './rules/pieces.js';
import * as S from './state.js';
import { ABSENT, GONE, NEUTRAL, ON_TILE, OP, P, type Position, promptNames, UNUSED } from './state.js';
import { stepProblem } from './steps.js';
import { resourceNames, seatNames, zoneNames } from './terms.js';

// --- words for numbers ----------------------------------------------------------------------------------------

/** How one number of a position is written in JSON. */
interface Codec {
  schema: z.ZodType<unknown>;
  write(n: number): unknown;
  read(v: unknown): number;
}
const numberBetween = (min: number, max: number): Codec => ({
  schema: z.int().min(min).max(max),
  write: (n) => n,
  read: (v) => v as number,
});
const yes: Codec = { schema: z.boolean(), write: (n) => n === 1, read: (v) => (v ? 1 : 0) };
/** One of a list of words; `null` for -1. */
function word(list: readonly string[]): Codec {
  const numbers = new Map(list.map((w, i) => [w, i]));
  return {
    schema: z.enum(list).nullable(),
    write: (n) => (n < 0 ? null : list[n]!),
    read: (v) => (v === null ? -1 : numbers.get(v as string)!),
  };
}
/** A number from 0, `null` for -1. */
const orNone = (max: number): Codec => ({
  schema: z.int().min(0).max(max).nullable(),
  write: (n) => (n < 0 ? null : n),
  read: (v) => (v === null ? -1 : (v as number)),
});

const cardIds = cards.map((c) => c.id);
const monsterIds = monsters.map((m) => m.id);
const itemIds = itemKinds.map((k) => k.id);
const followerIds = followers.map((f) => f.id);
const buildingNames = ['market', 'blacksmith', 'fletcher', 'chapel', 'monastery', 'warship'];

const seat = word(seatNames);
const tile = word(tileNames);
const knight = word(knightNames);
const zone = word(zoneNames);
const resource = word(resourceNames);
const card = word(cardIds);

/** Groups of fields: which each is (of a list: where in it), and how it is written. */
type Field = keyof typeof S.fields;
type Fields = Record<string, readonly [field: Field, codec: Codec, at?: number]>;
const groups = {
  round: {
    number: ['round', numberBetween(1, 1000)],
    phase: ['phase', word(S.phaseNames)],
    firstPlayer: ['firstPlayer', seat],
    turnsBegun: ['turnsBegun', numberBetween(0, 4)],
    mover: ['mover', seat],
    foodPerExtraDie: ['tax', numberBetween(1, 120)],
    taxDoubles: ['taxDoubles', yes],
    marketDay: ['marketDay', yes],
  },
  end: {
    over: ['over', yes],
    truncated: ['truncated', yes],
    how: ['end', word(S.endings)],
    king: ['king', seat],
    hand: ['hand', seat],
    conceded: ['conceded', numberBetween(0, 3)],
  },
  hoard: {
    found: ['spireRevealed', yes],
    impressions: ['impressions', numberBetween(0, 3)],
    stacksLeft: ['stacksLeft', numberBetween(0, 3)],
    explored: ['reveals', numberBetween(0, 16)],
    resourcesToChoose: ['rewardOwed', numberBetween(0, 2)],
  },
  turn: {
    die: ['die', numberBetween(0, 3)],
    unit: ['unit', orNone(4)],
    boatTo: ['boatTarget', zone],
    passenger: ['passenger', knight],
    itemOperation: ['itemOperation', orNone(5)],
    offered: ['offered', yes],
    partner: ['partner', seat],
    give: ['give', resource],
    want: ['want', resource],
    exchange: ['exchange', orNone(13)],
    given: ['given', numberBetween(0, 15)],
    received: ['received', numberBetween(0, 15)],
    power: ['power', numberBetween(0, 12)],
    used: ['used', numberBetween(0, 7)],
    outcome: ['outcome', numberBetween(0, 3)],
    lastCard: ['lastCard', card],
  },
  card: {
    card: ['card', card],
    knight: ['cardKnight', knight],
    tile: ['cardTile', tile],
    option: ['cardOption', orNone(3)],
    player: ['cardPlayer', seat],
    roll: ['cardRoll', numberBetween(0, 6)],
    replies: ['cardReplies', numberBetween(0, 8)],
    boat: ['cardBoat', word(boatNames)],
    gain: ['cardGain', orNone(PIECES - 1)],
  },
  prompt: {
    name: ['prompt', word(promptNames)],
    actor: ['actor', seat],
    knight: ['focusKnight', knight],
    tile: ['focusTile', tile],
  },
} satisfies Record<string, Fields>;
const strength = numberBetween(-60, 400);
const fightFields = {
  kind: ['fightKind', word(S.fightKinds)],
  attacker: ['fightAttacker', knight],
  defender: ['fightDefender', knight],
  monster: ['fightMonster', word(monsterIds)],
  tile: ['fightTile', tile],
  bowShot: ['fightShot', yes],
  event: ['fightEvent', yes],
  block: ['fightBlock', yes],
  attackerDice: ['fightDice', numberBetween(0, 6), 0],
  defenderDice: ['fightDice', numberBetween(0, 6), 1],
  attackerBase: ['fightBase', strength, 0],
  defenderBase: ['fightBase', strength, 1],
  attackerSupport: ['fightHelp', strength, 0],
  defenderSupport: ['fightHelp', strength, 1],
  attackerBonus: ['fightBonus', strength, 0],
  defenderBonus: ['fightBonus', strength, 1],
  attackerUsed: ['fightUsed', numberBetween(0, 63), 0],
  defenderUsed: ['fightUsed', numberBetween(0, 63), 1],
  asked: ['fightAsked', numberBetween(0, 3)],
  side: ['fightSide', numberBetween(0, 1)],
  result: ['fightResult', numberBetween(0, 3)],
  fleeRoll: ['fightFlee', numberBetween(0, 3)],
  attackerWitch: ['fightWitch', numberBetween(0, 3), 0],
  defenderWitch: ['fightWitch', numberBetween(0, 3), 1],
  godmothers: ['fightGodmothers', numberBetween(0, 15)],
  passed: ['fightPassed', numberBetween(0, 3)],
  blade: ['fightBlade', yes],
  rolls: ['fightRolls', numberBetween(0, 20000)],
} satisfies Fields;

function writeFields(fields: Fields, s: Position): Record<string, unknown> {
  const write = ([field, codec, at]: Fields[string]) => {
    const value = s[field];
    return codec.write(Number(typeof value === 'object' ? value[at!] : value));
  };
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, write(field)]));
}
function readFields(fields: Fields, values: Record<string, unknown>, s: Position): void {
  for (const [name, [field, codec, at]] of Object.entries(fields)) {
    const value = codec.read(values[name]);
    const list = s[field];
    if (typeof list === 'object') list[at!] = value;
    else Object.assign(s, { [field]: codec === yes ? value === 1 : value });
  }
}
const fieldsSchema = (fields: Fields) =>
  z.strictObject(Object.fromEntries(Object.entries(fields).map(([name, [, codec]]) => [name, codec.schema])));

// --- schema ---------------------------------------------------------------------------------------------------

const byte = (max: number) => z.int().min(0).max(max);
const wares = z.strictObject({
  food: byte(65535),
  wood: byte(65535),
  ore: byte(65535),
  gold: byte(65535),
});
/** Dice showing 1, 2, 3. */
const dice = z.tuple([byte(4), byte(4), byte(4)]);
const places: string[] = [...knightNames, ...tileNames, 'unused', 'gone'];
const owners: string[] = [...seatNames, 'neutral'];

const tileSchema = z.strictObject({
  at: z.enum(tileNames),
  kind: z.enum(tileKinds).nullable(),
  owner: z.enum(owners).optional(),
  monster: z.enum(monsterIds).optional(),
  monsterIsCard: z.literal(true).optional(),
  sleepsFor: z.enum(knightNames).optional(),
  tokens: byte(255).optional(),
  sword: z.literal(true).optional(),
  harvestBy: z.enum(seatNames).optional(),
  harvested: z.literal(true).optional(),
});
const knightSchema = z.strictObject({
  tile: z.enum(tileNames).nullable(),
  acted: z.boolean(),
  stays: z.boolean(),
});
const playerSchema = z.strictObject({
  seat: z.enum(seatNames),
  fame: byte(250),
  might: byte(250),
  resources: wares,
  buildings: z.array(z.enum(buildingNames)).max(6),
  impressions: byte(3),
  conceded: byte(3),
  knights: z.array(knightSchema).length(3),
  boats: z.array(z.enum(zoneNames).nullable()).length(2),
  dice,
  rolled: dice,
  extraDice: byte(3).nullable(),
});
const deckSchema = z.strictObject({
  tier: byte(3),
  cards: byte(DECK_SIZE),
  top: z.enum(themes).nullable(),
  unseen: z.record(z.string(), z.int().min(1).max(DECK_SIZE)),
  discard: z.array(z.enum(cardIds)).max(DECK_SIZE),
  piles: z
    .array(
      z.strictObject({
        cards: byte(DECK_SIZE),
        top: z.enum(themes).nullable(),
        sword: z.literal(true).optional(),
        under: z.enum(themes).optional(),
      }),
    )
    .length(PILES)
    .optional(),
});
const frameSchema = z.strictObject({
  procedure: z.enum(S.procedureNames),
  step: z.int().min(0).max(1023),
  arguments: z.array(z.int().min(-1).max(255)).length(4),
});

/** The format of a view. Bump the number when a field changes its meaning. */
export const viewSchema = z.strictObject({
  game: z.literal('doomspire'),
  format: z.literal(1),
  seat: z.int().min(0).max(3),
  options: optionsSchema,
  round: fieldsSchema(groups.round),
  prompt: fieldsSchema(groups.prompt),
  players: z.array(playerSchema).length(4),
  tiles: z.array(tileSchema).length(64),
  items: z
    .array(
      z.strictObject({
        kind: z.enum(itemIds),
        place: z.enum(places),
        dropped: z.literal(true).optional(),
        picked: z.literal(true).optional(),
        lastHolder: z.enum(seatNames).optional(),
      }),
    )
    .length(PIECES),
  ringFreed: z.boolean(),
  followers: z.array(z.strictObject({ kind: z.enum(followerIds), place: z.enum(places) })).length(8),
  decks: z.array(deckSchema).length(3),
  hidden: z.array(z.strictObject({ kind: z.enum(tileKinds), tokens: byte(255) })).max(16),
  trader: z.array(byte(60)).length(TRADER_KINDS),
  hoard: fieldsSchema(groups.hoard),
  stacks: z.array(z.strictObject({ taken: z.boolean(), resources: wares })).length(3),
  turn: fieldsSchema(groups.turn),
  card: fieldsSchema(groups.card),
  fight: fieldsSchema(fightFields).nullable(),
  choosingDice: z.boolean(),
  stack: z.array(frameSchema).max(S.STACK_DEPTH),
  dragon: z.strictObject({ die: byte(3), eaten: z.array(z.enum(knightNames)).max(12) }).optional(),
  end: fieldsSchema(groups.end),
  places: z.array(byte(3)).length(4).nullable(),
});
/** A position as one seat knows it. */
export type DoomspireView = z.output<typeof viewSchema>;

// --- writing --------------------------------------------------------------------------------------------------

const amounts = (list: ArrayLike<number>, at: number) => ({
  food: list[at]!,
  wood: list[at + 1]!,
  ore: list[at + 2]!,
  gold: list[at + 3]!,
});
const placeName = (n: number): string =>
  n === UNUSED ? 'unused' : n === GONE ? 'gone' : n >= ON_TILE ? tileNames[n - ON_TILE]! : knightNames[n - 1]!;

/** The position as `viewer` knows it. Equal for positions that differ only in what this seat cannot know. */
export function view(s: Position, viewer: number): DoomspireView {
  const choosing = s.choosingDice;
  const secret = choosing && s.options.diceChoice === 'hidden';
  const hidden: { kind: string; tokens: number }[] = [];
  const tiles = tileNames.map((at, t) => {
    if (!s.explored[t]) {
      hidden.push({ kind: tileKinds[s.kind[t]!]!, tokens: s.tokens[t]! });
      return { at, kind: null };
    }
    const out: z.output<typeof tileSchema> = { at, kind: tileKinds[s.kind[t]!]! };
    if (s.owner[t]) out.owner = owners[s.owner[t]! - 1]!;
    if (s.monster[t]) out.monster = monsterIds[s.monster[t]! - 1]!;
    if (s.monsterCard[t]) out.monsterIsCard = true;
    if (s.dormant[t]) out.sleepsFor = knightNames[s.dormant[t]! - 1]!;
    if (s.tokens[t]) out.tokens = s.tokens[t]!;
    if (s.sword[t]) out.sword = true;
    if (s.harvestBy[t]) out.harvestBy = seatNames[(s.harvestBy[t]! - 1) & 3]!;
    if (s.harvestBy[t]! > S.TAKEN) out.harvested = true;
    return out;
  });
  // Which kinds are still face down is known, and how many tokens each has; where they are is not: sorted.
  const order = (x: { kind: string; tokens: number }) => `${x.kind} ${String(x.tokens).padStart(3, '0')}`;
  hidden.sort((a, b) => (order(a) < order(b) ? -1 : order(a) > order(b) ? 1 : 0));
  return {
    game: 'doomspire',
    format: 1,
    seat: viewer,
    options: s.options,
    round: writeFields(groups.round, s),
    prompt: writeFields(groups.prompt, s),
    players: seatNames.map((name, p) => ({
      seat: name,
      fame: s.fame[p]!,
      might: s.might[p]!,
      resources: amounts(s.resources, p * 4),
      buildings: buildingNames.filter((_, b) => (s.buildings[p]! >> b) & 1),
      impressions: s.stacks[p]!,
      conceded: s.concededOrder[p]!,
      knights: [0, 1, 2].map((i) => {
        const k = p * 3 + i;
        return {
          tile: s.knightTile[k] === ABSENT ? null : tileNames[s.knightTile[k]!]!,
          acted: s.acted[k] === 1,
          stays: s.halted[k] === 1,
        };
      }),
      boats: [0, 1].map((b) => (s.boatZone[p * 2 + b] === ABSENT ? null : zoneNames[s.boatZone[p * 2 + b]!]!)),
      dice: [s.dice[p * 3]!, s.dice[p * 3 + 1]!, s.dice[p * 3 + 2]!] as [number, number, number],
      rolled: [s.rolled[p * 3]!, s.rolled[p * 3 + 1]!, s.rolled[p * 3 + 2]!] as [number, number, number],
      extraDice: secret && p !== viewer ? null : s.extraDice[p]!,
    })),
    tiles,
    items: Array.from({ length: PIECES }, (_, p) => ({
      kind: itemIds[s.itemKind[p]!]!,
      place: placeName(s.itemPlace[p]!),
      ...(s.itemTouched[p]! & S.DROPPED ? { dropped: true as const } : {}),
      ...(s.itemTouched[p]! & S.PICKED ? { picked: true as const } : {}),
      ...(s.itemOwner[p] ? { lastHolder: seatNames[s.itemOwner[p]! - 1]! } : {}),
    })),
    ringFreed: s.ringFreed,
    followers: followerIds.map((kind, f) => ({ kind, place: placeName(s.followerPlace[f]!) })),
    decks: [0, 1, 2].map((tier) => {
      const n = s.deckSize[tier]!;
      const base = tier * DECK_SIZE;
      const count = new Uint8Array(CARDS);
      for (let i = 0; i < n; i++) count[s.deckCards[base + i]!]!++;
      return {
        tier: tier + 1,
        cards: n,
        // Three decks a tier have three tops, told with each of them.
        top: n === 0 || s.tables.airef ? null : themes[CARD_THEME[s.deckCards[base + n - 1]!]!]!,
        unseen: Object.fromEntries(cardIds.flatMap((id, c) => (count[c] ? [[id, count[c]!]] : []))),
        discard: Array.from(s.discardCards.subarray(base, base + s.discardSize[tier]!), (c) => cardIds[c]!),
        ...(s.tables.airef ? { piles: pilesOf(s, tier) } : {}),
      };
    }),
    hidden,
    trader: Array.from(s.traderStock),
    hoard: writeFields(groups.hoard, s),
    stacks: [0, 1, 2].map((i) => ({ taken: s.stackTaken[i] === 1, resources: amounts(s.stackContents, i * 4) })),
    turn: writeFields(groups.turn, s),
    card: writeFields(groups.card, s),
    fight: s.fightKind ? writeFields(fightFields, s) : null,
    choosingDice: choosing,
    stack: Array.from({ length: s.depth }, (_, i) => ({
      procedure: S.procedureNames[s.frames[i * S.FRAME]!]!,
      step: s.frames[i * S.FRAME + 1]!,
      arguments: Array.from(s.frames.subarray(i * S.FRAME + 2, i * S.FRAME + 6)),
    })),
    end: writeFields(groups.end, s),
    places: s.over ? Array.from(s.finalPlaces) : null,
    ...(s.tables.airef ? { dragon: { die: s.dragonDie, eaten: knightNames.filter((_, k) => s.eaten[k] === 1) } } : {}),
  };
}
/** The three decks of a tier: cards left, theme on top, whether the sword in a stone is known to lie there and on what. */
const pilesOf = (s: Position, tier: number) =>
  Array.from({ length: PILES }, (_, pile) => {
    const n = s.pileSize[tier * PILES + pile]!;
    const under = underSword(s, tier, pile);
    return {
      cards: n,
      top: n === 0 ? null : themes[CARD_THEME[s.deckCards[pileTop(s, tier, pile)]!]!]!,
      ...(s.swordPile === tier * PILES + pile + 1 ? { sword: true as const } : {}),
      ...(under >= 0 ? { under: themes[CARD_THEME[s.deckCards[under]!]!]! } : {}),
    };
  });

// --- reading --------------------------------------------------------------------------------------------------

/** @throws Error naming the field */
const wrong = (path: string, what: string): never => {
  throw new Error(`${path}: ${what}`);
};

/** Number of a place name in `itemPlace` or `followerPlace`. */
function placeNumber(name: string): number {
  if (name === 'unused') return UNUSED;
  if (name === 'gone') return GONE;
  const k = knightNames.indexOf(name);
  return k >= 0 ? k + 1 : ON_TILE + tileNames.indexOf(name);
}

/** Orders of n things, the first one the identity. */
function permutations(n: number): number[][] {
  if (n === 0) return [[]];
  return permutations(n - 1).flatMap((rest) =>
    Array.from({ length: n }, (_, at) => [...rest.slice(0, at), n - 1, ...rest.slice(at)]),
  );
}

/** The trios must lie in their slots, each once; slots not turned over yet take what is left. */
function layTrios(s: Position, trios: Uint8Array, firstSlot: number, what: string): void {
  const n = trios.length / 3;
  const fits = (slot: number, trio: number): boolean => {
    for (let i = 0; i < 3; i++) {
      const t = SLOT_TILES[(firstSlot + slot) * 3 + i]!;
      if (s.explored[t] && s.kind[t] !== trios[trio * 3 + i]) return false;
    }
    return true;
  };
  // Trios that are face up name themselves, so this tries few orders; with four face down at most 24.
  const used = new Uint8Array(n);
  const of: number[] = [];
  const lay = (slot: number): boolean => {
    if (slot === n) return true;
    for (let trio = 0; trio < n; trio++) {
      if (used[trio] || !fits(slot, trio)) continue;
      used[trio] = 1;
      of[slot] = trio;
      if (lay(slot + 1)) return true;
      used[trio] = 0;
    }
    return false;
  };
  if (!lay(0)) wrong('tiles', `the ${what} are not laid out as the pieces of this game can be`);
  for (let slot = 0; slot < n; slot++)
    for (let i = 0; i < 3; i++) s.kind[SLOT_TILES[(firstSlot + slot) * 3 + i]!] = trios[of[slot]! * 3 + i]!;
}

/** Kinds of the face-down squares, and their tokens. */
function layHidden(s: Position, hidden: DoomspireView['hidden']): void {
  layTrios(s, HOME_TRIOS, HOME_SLOTS, 'home pieces');
  layTrios(s, TIER1_TRIOS, TIER1_SLOTS, 'plains');
  layTrios(s, s.tables.hillTrios, TIER2_SLOTS, 'hills');
  const centre = permutations(4).find((order) =>
    order.every((tileOf, i) => !s.explored[CENTRE[i]!] || s.kind[CENTRE[i]!] === TIER3_TILES[tileOf]),
  );
  if (!centre) wrong('tiles', 'the four central tiles are not those of this game');
  for (const [i, tileOf] of centre!.entries()) s.kind[CENTRE[i]!] = TIER3_TILES[tileOf]!;
  const left = [...hidden];
  for (let t = 0; t < 64; t++) {
    if (s.explored[t]) continue;
    const at = left.findIndex((x) => x.kind === tileKinds[s.kind[t]!]);
    if (at < 0) wrong('hidden', `does not fit the tiles that are face up: no ${tileKinds[s.kind[t]!]} left`);
    s.tokens[t] = left[at]!.tokens;
    left.splice(at, 1);
  }
  if (left.length > 0) wrong('hidden', `${left[0]!.kind} is face up already`);
}

/** Deals the unseen cards of a tier, which lie in `deckCards`, to its three decks so that their tops are as told. */
function layPiles(
  s: Position,
  tier: number,
  piles: NonNullable<DoomspireView['decks'][number]['piles']>,
  path: string,
): void {
  const base = tier * DECK_SIZE;
  const left = Array.from(s.deckCards.subarray(base, base + s.deckSize[tier]!));
  const take = (fits: (card: number) => boolean): number => {
    const i = left.findIndex(fits);
    return i < 0 ? -1 : left.splice(i, 1)[0]!;
  };
  const tops = piles.map((pile, i) => {
    const where = `${path}.piles.${i}`;
    if ((pile.top === null) !== (pile.cards === 0))
      wrong(`${where}.top`, pile.cards === 0 ? 'must be null' : 'must not be null');
    s.pileSize[tier * PILES + i] = pile.cards;
    if (!pile.sword) {
      if (pile.under !== undefined) wrong(`${where}.under`, 'is known only under a sword in a stone');
      return -1;
    }
    s.swordPile = tier * PILES + i + 1;
    const sword = take((c) => c === TREASURE_STONE);
    if (sword < 0 || themes[CARD_THEME[sword]!] !== pile.top) wrong(`${where}.sword`, 'is not among the unseen cards');
    if ((pile.under === undefined) !== pile.cards < 2)
      wrong(`${where}.under`, pile.cards < 2 ? 'there is nothing under the sword' : 'must be given under a sword');
    return sword;
  });
  piles.forEach((pile, i) => {
    if (tops[i]! >= 0 || pile.top === null) return;
    tops[i] = take((c) => themes[CARD_THEME[c]!] === pile.top);
    if (tops[i]! < 0) wrong(`${path}.piles.${i}.top`, `no unseen card is a ${pile.top} card`);
  });
  const unders = piles.map((pile, i) => {
    if (pile.under === undefined) return -1;
    const card = take((c) => themes[CARD_THEME[c]!] === pile.under);
    if (card < 0) wrong(`${path}.piles.${i}.under`, `no unseen card is a ${pile.under} card`);
    return card;
  });
  if (piles.reduce((sum, pile) => sum + pile.cards, 0) !== s.deckSize[tier])
    wrong(`${path}.piles`, 'have not as many cards as are unseen');
  const dealt = piles.flatMap((pile, i) => {
    if (pile.cards === 0) return [];
    const known = unders[i]! < 0 ? [tops[i]!] : [unders[i]!, tops[i]!];
    return [...left.splice(0, pile.cards - known.length), ...known];
  });
  s.deckCards.set(dealt, base);
}

/** What must be known for each prompt; everything else was checked field by field. */
function checkPrompt(s: Position): void {
  const prompt = s.prompt;
  const need = (ok: boolean, path: string, what: string) => {
    if (!ok) wrong(path, `${what} at prompt ${promptNames[prompt]}`);
  };
  const of = (...list: number[]) => list.includes(prompt);
  const actor = s.actor;
  const focus = s.focusKnight;
  need(actor >= 0, 'prompt.actor', 'must be a seat');
  need(!of(P.DECK) || s.tables.airef, 'prompt.name', 'not in this edition');
  const top = s.depth > 0 ? s.frames[s.top()]! : 0;
  need(top > 0, 'stack', 'must not be empty');
  const ops: Partial<Record<number, readonly number[]>> = {
    [P.ROLL]: [OP.roll],
    [P.BLOCK]: [OP.walk],
    [P.FLEETILE]: [OP.retreat],
    [P.LOSE]: [OP.lose],
    [P.OVERFLOW]: [OP.overflow],
    [P.TILEACT]: [OP.arrive],
    [P.DECK]: [OP.arrive],
    [P.STACK]: [OP.doomspire],
    [P.ONEFORONE]: [OP['exchange window']],
    [P.CARDPLAYER]: [OP.card, OP.titles],
    [P.CARDKNIGHT]: [OP.card, OP.beggar],
    [P.GET]: [OP.arrive, OP.doomspire, OP['exchange window']],
  };
  const allowed =
    ops[prompt] ??
    (of(P.FIGHT, P.SUPPORT, P.SIDE, P.BONUS, P.SACRIFICE, P.HANDOVER, P.LOOT)
      ? [OP.fight]
      : of(P.HARVEST, P.USE, P.BUILD)
        ? [OP.harvest]
        : prompt >= P.CARDOPT && prompt <= P.ROOM
          ? [OP.card]
          : [OP.turn]);
  need(
    allowed.includes(top),
    `stack.${s.depth - 1}.procedure`,
    `must be ${allowed.map((o) => S.procedureNames[o]).join(' or ')}`,
  );
  if (allowed.includes(OP.fight)) {
    const kind = s.fightKind;
    need(kind > 0, 'fight', 'must be there');
    const there = (k: number) => k >= 0 && s.knightTile[k] !== ABSENT;
    need(there(s.fightAttacker), 'fight.attacker', 'must be a knight on the board');
    if (kind === 2) need(there(s.fightDefender), 'fight.defender', 'must be a knight on the board');
    if (kind === 1) need(s.fightMonster >= 0, 'fight.monster', 'must be known');
    need(s.fightTile >= 0, 'fight.tile', 'must be known');
  }
  if (top === OP.card) {
    need(s.card >= 0, 'card.card', 'must be known');
    need(s.cardKnight >= 0, 'card.knight', 'must be known');
    if (prompt === P.CARDRES && s.cardOption !== 0 && cards[s.card]!.id === 'temple-trial')
      need(s.cardPlayer >= 0, 'card.player', 'must be known');
  }
  if (of(P.DEST, P.BOWTARGET, P.BOATDROP, P.TILEACT, P.ITEMPICK, P.BLOCK, P.OVERFLOW, P.DECK)) {
    need(focus >= 0 && ((focus / 3) | 0) === actor, 'prompt.knight', 'must be a knight of the actor');
    need(s.knightTile[focus] !== ABSENT, 'prompt.knight', 'must be on the board');
  }
  if (of(P.SACRIFICE, P.HANDOVER, P.LOOT, P.ROOM)) need(focus >= 0, 'prompt.knight', 'must be known');
  if (of(P.CARDKNIGHT, P.LOSE)) need(focus >= 0, 'prompt.knight', 'must be known');
  if (of(P.DEST, P.BOWTARGET, P.TILEACT, P.ITEMPICK, P.FLEETILE, P.BLOCK, P.DECK))
    need(s.focusTile >= 0, 'prompt.tile', 'must be known');
  if (of(P.DEST, P.BOATZONE, P.PASSENGER, P.BOATDROP)) need(s.die > 0, 'turn.die', 'must be 1 to 3');
  if (of(P.BOATZONE, P.PASSENGER, P.BOATDROP)) {
    need(s.unit >= 3, 'turn.unit', 'must be a boat (3 or 4)');
    need(s.boatZone[actor * 2 + s.unit - 3] !== ABSENT, 'turn.unit', 'must be a boat on the board');
  }
  if (of(P.PASSENGER, P.BOATDROP)) need(s.boatTarget >= 0, 'turn.boatTo', 'must be known');
  if (of(P.BOATDROP)) need(s.passenger === focus, 'turn.passenger', 'must be the knight asked about');
  if (of(P.ITEMPICK)) need(s.itemOperation >= 0, 'turn.itemOperation', 'must be known');
  if (of(P.ANSWER)) {
    need(s.partner === actor, 'turn.partner', 'must be the actor');
    need(s.give >= 0, 'turn.give', 'must be known');
  }
  if (of(P.SEAREPLY))
    need(s.cardBoat >= 0 && s.boatZone[s.cardBoat] !== ABSENT, 'card.boat', 'must be a boat on the board');
  if (of(P.DECK)) need(KIND_TIER[s.kind[s.focusTile]!]! > 0, 'prompt.tile', 'must be one where cards are drawn');
  const turnPrompt = allowed.includes(OP.turn) || allowed.includes(OP.harvest);
  if (turnPrompt) need(s.mover >= 0, 'round.mover', 'must be known');
  if (turnPrompt && !of(P.ANSWER)) need(s.mover === actor, 'round.mover', 'must be the actor');
}

/** What each argument of a procedure may be: k knight, t tile, T tile or none, s seat, n a small number. */
const ARGUMENTS = ['', '', 'kTTt', 'ktnn', '', 'kt', 'sk', 'k', '', 'k', '', 'n', '', 'kt', 's'] as const;

/**
 * A position from its view. What the seat of the view could not know is filled in arbitrarily; its legal actions and
 * observation are those of the position the view was taken of.
 * @param make an empty position with these options
 * @throws Error naming the first field that is wrong
 */
export function parseView<P extends Position>(json: unknown, make: (options: DoomspireOptions) => P): P {
  const parsed = viewSchema.safeParse(json);
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!;
    return wrong(issue.path.join('.') || 'view', issue.message);
  }
  const v = parsed.data;
  const s = make(v.options);
  s.bytes.fill(0);
  for (const [name, fields] of Object.entries(groups))
    readFields(fields, v[name as keyof typeof groups] as Record<string, unknown>, s);
  for (const [path, field] of [
    ['round.phase', 'phase'],
    ['round.firstPlayer', 'firstPlayer'],
    ['end.how', 'end'],
  ] as const)
    if (s[field] < 0) wrong(path, 'must not be null');
  if (s.round > v.options.roundCap) wrong('round.number', 'is beyond the round cap');
  if (v.fight) {
    readFields(fightFields, v.fight as Record<string, unknown>, s);
    if (s.fightKind < 1) wrong('fight.kind', 'must name a kind of fight; fight is null where there is none');
    if (s.fightAttacker < 0 || s.fightTile < 0) wrong('fight', 'has no attacker or no tile');
    if (s.fightKind === 2 && s.fightDefender < 0) wrong('fight.defender', 'must be a knight');
    if (s.fightKind === 1 && s.fightMonster < 0) wrong('fight.monster', 'must be a monster');
  }
  s.ringFreed = v.ringFreed;
  s.choosingDice = v.choosingDice;

  v.players.forEach((p, i) => {
    const path = `players.${i}`;
    if (p.seat !== seatNames[i]) wrong(`${path}.seat`, `players come in the order ${seatNames.join(', ')}`);
    if (p.fame > v.options.trackMax) wrong(`${path}.fame`, `more than ${v.options.trackMax}`);
    if (p.might > v.options.trackMax) wrong(`${path}.might`, `more than ${v.options.trackMax}`);
    s.fame[i] = p.fame;
    s.might[i] = p.might;
    resourceNames.forEach((r, j) => {
      s.resources[i * 4 + j] = p.resources[r];
    });
    for (const b of p.buildings) s.buildings[i]! |= 1 << buildingNames.indexOf(b);
    s.stacks[i] = p.impressions;
    s.concededOrder[i] = p.conceded;
    s.extraDice[i] = p.extraDice ?? 0;
    p.knights.forEach((k, j) => {
      const n = i * 3 + j;
      s.knightTile[n] = k.tile === null ? ABSENT : tileNames.indexOf(k.tile);
      if (k.tile !== null) s.knightsOn[s.knightTile[n]!]! |= 1 << n;
      s.acted[n] = k.acted ? 1 : 0;
      s.halted[n] = k.stays ? 1 : 0;
    });
    p.boats.forEach((b, j) => {
      s.boatZone[i * 2 + j] = b === null ? ABSENT : zoneNames.indexOf(b);
    });
    s.dice.set(p.dice, i * 3);
    s.rolled.set(p.rolled, i * 3);
  });

  v.tiles.forEach((t, i) => {
    const path = `tiles.${i}`;
    if (t.at !== tileNames[i]) wrong(`${path}.at`, `tiles come row by row from the north: wanted ${tileNames[i]}`);
    if (t.kind === null) {
      if (Object.keys(t).length > 2) wrong(path, 'nothing is known of a tile that is face down');
      if (REGION[i] === 1) wrong(`${path}.kind`, 'the plains are face up from the start');
      return;
    }
    s.explored[i] = 1;
    s.kind[i] = tileKinds.indexOf(t.kind);
    if (t.owner) s.owner[i] = t.owner === 'neutral' ? NEUTRAL : seatNames.indexOf(t.owner as 'NW') + 1;
    if (t.monster) s.monster[i] = monsterIds.indexOf(t.monster) + 1;
    if (t.monsterIsCard) s.monsterCard[i] = 1;
    if (t.sleepsFor) s.dormant[i] = knightNames.indexOf(t.sleepsFor) + 1;
    if (t.harvestBy) s.harvestBy[i] = seatNames.indexOf(t.harvestBy) + 1 + (t.harvested ? S.TAKEN : 0);
    if (t.harvested && (!t.harvestBy || !s.tables.airef)) wrong(`${path}.harvested`, 'nobody harvests here');
    s.tokens[i] = t.tokens ?? 0;
    s.sword[i] = t.sword ? 1 : 0;
    const o = s.owner[i]!;
    if (o >= 1 && o <= 4 && HOME_SEAT[i] !== o - 1) s.flags[o - 1]!++;
  });
  layHidden(s, v.hidden);

  v.items.forEach((item, p) => {
    const path = `items.${p}`;
    const kind = itemIds.indexOf(item.kind);
    const may =
      p === PIECE_RING ? [RING_STUCK, RING_DRAGON] : p === PIECE_STONE ? [HALF_SWORD, CLOUDSLICER] : [PIECE_KIND[p]!];
    if (!may.includes(kind)) wrong(`${path}.kind`, `this piece is ${may.map((k) => itemIds[k]).join(' or ')}`);
    s.itemKind[p] = kind;
    const place = placeNumber(item.place);
    s.itemPlace[p] = place;
    if (place >= 1 && place <= 12) {
      s.knightItems[place - 1] = s.knightItems[place - 1]! | (1 << p);
      s.slotsFilled[place - 1]! += s.tables.itemSlots[kind]!;
    } else if (place >= ON_TILE && place < ON_TILE + 64) s.tileItems[place - ON_TILE]!++;
    s.itemTouched[p] = (item.dropped ? S.DROPPED : 0) | (item.picked ? S.PICKED : 0);
    if (item.lastHolder) s.itemOwner[p] = seatNames.indexOf(item.lastHolder) + 1;
  });
  v.followers.forEach((f, i) => {
    if (f.kind !== followerIds[i]) wrong(`followers.${i}.kind`, `wanted ${followerIds[i]}`);
    const place = placeNumber(f.place);
    if (place >= ON_TILE && place < ON_TILE + 64) wrong(`followers.${i}.place`, 'a follower does not stand on a tile');
    s.followerPlace[i] = place;
    if (place >= 1 && place <= 12) s.followerBits[place - 1]! |= 1 << i;
  });

  v.decks.forEach((deck, tier) => {
    const path = `decks.${tier}`;
    if (deck.tier !== tier + 1) wrong(`${path}.tier`, 'decks come in the order of their tiers');
    const base = tier * DECK_SIZE;
    let n = 0;
    for (const [id, count] of Object.entries(deck.unseen)) {
      const c = cardIds.indexOf(id);
      if (c < 0 || s.tables.cardTier[c] !== tier) wrong(`${path}.unseen.${id}`, `not a card of tier ${tier + 1}`);
      if (n + count > DECK_SIZE) wrong(`${path}.unseen`, 'more cards than a deck can hold');
      for (let i = 0; i < count; i++) s.deckCards[base + n++] = c;
    }
    if (n !== deck.cards) wrong(`${path}.cards`, `${deck.cards}, but unseen has ${n}`);
    s.deckSize[tier] = n;
    const one = !s.tables.airef;
    if ((deck.piles === undefined) !== one) wrong(`${path}.piles`, one ? 'not in this edition' : 'must be given');
    if ((deck.top === null) !== (n === 0 || !one))
      wrong(`${path}.top`, n === 0 || !one ? 'must be null' : 'must not be null');
    if (deck.piles) layPiles(s, tier, deck.piles, path);
    else if (n > 0) {
      const theme = themes.indexOf(deck.top!);
      const at = s.deckCards.subarray(base, base + n).findIndex((c) => CARD_THEME[c] === theme);
      if (at < 0) wrong(`${path}.top`, `no unseen card is a ${deck.top} card`);
      const swap = s.deckCards[base + n - 1]!;
      s.deckCards[base + n - 1] = s.deckCards[base + at]!;
      s.deckCards[base + at] = swap;
    }
    deck.discard.forEach((id, i) => {
      s.discardCards[base + i] = cardIds.indexOf(id);
    });
    s.discardSize[tier] = deck.discard.length;
  });

  s.traderStock.set(v.trader);
  v.stacks.forEach((stack, i) => {
    s.stackTaken[i] = stack.taken ? 1 : 0;
    resourceNames.forEach((r, j) => {
      if (stack.resources[r] > 48) wrong(`stacks.${i}.resources.${r}`, 'more than the hoard holds');
      s.stackContents[i * 4 + j] = stack.resources[r];
    });
  });
  v.stack.forEach((frame, i) => {
    const op = S.procedureNames.indexOf(frame.procedure);
    if (op === 0) wrong(`stack.${i}.procedure`, 'must name a procedure');
    const kinds = ARGUMENTS[op]!;
    if (op === OP.card && frame.arguments[0]! >= PILES) wrong(`stack.${i}.arguments.0`, 'must be 0 to 2');
    frame.arguments.forEach((a, j) => {
      const kind = kinds[j];
      const max = kind === 'k' ? 11 : kind === 't' || kind === 'T' ? 63 : kind === 's' ? 3 : kind === 'n' ? 31 : 255;
      const min = kind === 'T' || kind === undefined ? -1 : 0;
      if (a < min || a > max) wrong(`stack.${i}.arguments.${j}`, `must be ${min} to ${max}`);
    });
    s.frames.set([op, frame.step, ...frame.arguments], i * S.FRAME);
  });
  s.depth = v.stack.length;
  if ((v.dragon === undefined) === s.tables.airef)
    wrong('dragon', s.tables.airef ? 'must be given' : 'not in this edition');
  if (v.dragon) {
    s.dragonDie = v.dragon.die;
    for (const name of v.dragon.eaten) s.eaten[knightNames.indexOf(name)] = 1;
  }
  if (v.places) {
    if (!s.over) wrong('places', 'null before the end');
    s.finalPlaces.set(v.places);
  } else if (s.over) wrong('places', 'must be given when the game is over');
  if (s.over) {
    if (s.prompt >= 0) wrong('prompt.name', 'must be null when the game is over');
  } else {
    if (s.prompt < 0) wrong('prompt.name', 'must name what is asked');
    checkPrompt(s);
    const problem = stepProblem(s);
    if (problem) {
      const { frame, wanted } = problem;
      const range = wanted.length > 4 ? `${wanted[0]} to ${wanted.at(-1)}` : wanted.join(' or ');
      wrong(`stack.${frame}.step`, `must be ${range || 'that of a walk past the tile asked about'} here`);
    }
  }
  const doomspire = CENTRE.find((t) => s.explored[t] === 1 && s.kind[t] === KIND_DOOMSPIRE);
  if ((doomspire !== undefined) !== s.spireRevealed) wrong('hoard.found', 'does not agree with the tiles');
  if (!s.over) asking.list(s);
  if (!s.over && s.count === 0) wrong('prompt', 'nothing is legal here');
  const [first] = violations(s);
  if (first) wrong('view', first);
  return s;
}
