/**
 * A position as one seat knows it, as plain JSON, and back. Everything public is in it, the pending decision and the
 * procedures under way included, so that the game can go on from it. What nobody knows is told as what is known of it:
 * decks as numbers of unseen cards, face-down tiles as `kind: null`.
 *
 * Reading a view checks every part and then the position as a whole; hidden facts are filled in arbitrarily.
 */
import { z } from 'zod';
import {
  fail,
  type Json,
  jsonOf,
  object,
  optional,
  orNull,
  part,
  spare,
  spareIn,
  spares,
  type ViewColumn,
  viewOf,
} from '../../../env/kit/json.js';
import { argumentFault, checkAsked, checkSteps } from '../asked.js';
import * as D from '../data.js';
import { deriveCounts, deriveStack, deriveSteps, NOT_TOLD } from '../derived.js';
import { CENTRE, REGION } from '../geometry.js';
import { layDeck, layHidden } from '../hidden.js';
import { keepInStep, violations } from '../invariants.js';
import { type DoomspireOptions, optionsSchema } from '../options.js';
import { asking } from '../rules/engine.js';
import { pileTop, underSword } from '../rules/pieces.js';
import * as S from '../state.js';
import { ABSENT, fields, GONE, ON_TILE, type Position, UNUSED } from '../state.js';

const { one, some, entry, list, row, rows } = jsonOf<Position>()(fields);
const n = (max: number) => z.int().min(0).max(max);
const three = [0, 1, 2] as const;
const buildingNames = ['market', 'blacksmith', 'fletcher', 'chapel', 'monastery', 'warship'] as const;
const cardIds = D.cards.map(({ id }) => id);
const itemIds = D.itemKinds.map(({ id }) => id);

/** What a host may not know: how the words go on. */
const unknown = (what: string, otherwise: string): string => `${what}. Left out: ${otherwise}.`;
/** Says which row it is; they come in a fixed order. */
const label = <T extends string | number>(names: readonly T[]): ViewColumn<Position, T> => ({
  schema: z.literal(names),
  write: (_, row) => names[row]!,
  read(_, row, json, path) {
    if (json !== names[row]) fail(path, `wanted ${names[row]}`);
  },
});
/** Food, wood, ore, gold. */
const amounts = (field: 'resources' | 'stackContents', max: number) => ({
  schema: z.strictObject({ food: n(max), wood: n(max), ore: n(max), gold: n(max) }),
  write: ({ [field]: amount }: Position, row: number) => ({
    food: amount[row * 4]!,
    wood: amount[row * 4 + 1]!,
    ore: amount[row * 4 + 2]!,
    gold: amount[row * 4 + 3]!,
  }),
  read: (s: Position, row: number, json: Record<(typeof S.resourceNames)[number], number>) =>
    s[field].set(
      S.resourceNames.map((name) => json[name]),
      row * 4,
    ),
});

/** Kinds that a piece of an item can be: two change theirs. */
function forms(piece: number): readonly number[] {
  if (piece === D.PIECE_RING) return [D.RING_STUCK, D.RING_DRAGON];
  return piece === D.PIECE_STONE ? [D.HALF_SWORD, D.CLOUDSLICER] : [D.PIECE_KIND[piece]!];
}

/** Where an item or follower is. */
const place = (field: 'itemPlace' | 'followerPlace', onTiles: readonly string[]): ViewColumn<Position, string> => ({
  schema: z.enum(['unused', ...S.knightNames, ...onTiles, 'gone']),
  write({ [field]: places }, row) {
    const at = places[row]!;
    if (at === UNUSED) return 'unused';
    return at === GONE ? 'gone' : at >= ON_TILE ? S.tileNames[at - ON_TILE]! : S.knightNames[at - 1]!;
  },
  read(s, row, json) {
    const knight = S.knightNames.indexOf(json);
    const inPlay = knight >= 0 ? knight + 1 : ON_TILE + S.tileNames.indexOf(json);
    s[field][row] = json === 'unused' ? UNUSED : json === 'gone' ? GONE : inPlay;
  },
});
/** A mark on an item, left out where it has none. */
const touched = (bit: number, about: string) => ({
  schema: z.literal(true).optional().describe(about),
  write: (s: Position, piece: number) => (s.itemTouched[piece]! & bit ? (true as const) : undefined),
  read(s: Position, piece: number, json?: true) {
    if (json) s.itemTouched[piece]! |= bit;
  },
});

/** What lies open on a tile: left out where it is face down or shows nothing of the kind. */
const open = <J>(
  schema: z.ZodType<J>,
  write: (s: Position, tile: number) => J | undefined,
  read: (s: Position, tile: number, json: J, path: string) => void,
): ViewColumn<Position, J | undefined> => ({
  schema: schema.optional(),
  write: (s, tile) => (s.explored[tile] ? write(s, tile) : undefined),
  read(s, tile, json, path) {
    if (json === undefined) return;
    if (!s.explored[tile]) fail(path, 'nothing is known of a tile that is face down');
    read(s, tile, json, path);
  },
});
const mark = (field: 'monsterCard' | 'sword') =>
  open<true>(
    z.literal(true),
    (s, tile) => (s[field][tile] ? true : undefined),
    (s, tile) => void (s[field][tile] = 1),
  );
/** A number that is one more than that of a name, 0 none. */
const named = (field: 'owner' | 'monster' | 'dormant', names: readonly string[]) =>
  open<string>(
    z.enum(names),
    (s, tile) => names[s[field][tile]! - 1],
    (s, tile, json) => void (s[field][tile] = names.indexOf(json) + 1),
  );

const theme = z.enum(D.themes);
const themeAt = (s: Position, at: number) => D.themes[D.CARD_THEME[s.deckCards[at]!]!]!;
const secretDice = (s: Position) => s.choosingDice && s.options.diceChoice === 'hidden';

/** Laid by `layDeck`. */
const decks = rows(3, {
  tier: label([1, 2, 3]),
  cards: spareIn({
    schema: n(D.DECK_SIZE).describe(unknown('Cards left in the deck', 'as many as are unseen')),
    write: (s: Position, tier) => s.deckSize[tier]!,
  }),
  /** Three decks a tier have three tops, told with each of them. */
  top: spareIn({
    schema: theme
      .nullable()
      .describe(
        unknown('Theme of the top card; null: no card (edition airef: always)', 'the theme of most unseen cards'),
      ),
    write: (s: Position, tier) =>
      s.deckSize[tier] === 0 || s.tables.airef ? null : themeAt(s, tier * D.DECK_SIZE + s.deckSize[tier]! - 1),
  }),
  unseen: spareIn({
    schema: z
      .record(z.string(), z.int().min(1).max(D.DECK_SIZE))
      .describe(unknown('How many of each card lie in the deck, by id', 'all that are not in sight')),
    write(s: Position, tier) {
      const count = new Uint8Array(D.CARDS);
      for (const card of s.deckCards.subarray(tier * D.DECK_SIZE).subarray(0, s.deckSize[tier])) count[card]!++;
      return Object.fromEntries(cardIds.flatMap((id, c) => (count[c] ? [[id, count[c]!]] : [])));
    },
  }),
  discard: spareIn({
    schema: z
      .array(z.enum(cardIds))
      .max(D.DECK_SIZE)
      .describe(unknown('The discard in its order', 'empty, or what `cards` leaves over')),
    write: (s: Position, tier) =>
      Array.from(s.discardCards.subarray(tier * D.DECK_SIZE).subarray(0, s.discardSize[tier]), (c) => cardIds[c]!),
    read(s: Position, tier, json: string[]) {
      s.discardCards.set(
        json.map((id) => cardIds.indexOf(id)),
        tier * D.DECK_SIZE,
      );
      s.discardSize[tier] = json.length;
    },
  }),
  /** Whether the sword in a stone is known to lie on top, and on what. */
  piles: {
    schema: z
      .array(
        z.strictObject({
          cards: n(D.DECK_SIZE),
          top: theme.nullable().optional(),
          sword: z.literal(true).optional(),
          under: theme.optional(),
        }),
      )
      .length(D.PILES)
      .optional()
      .describe(
        unknown(
          'Edition airef: its three decks, `sword` where the sword in a stone is known to be on top, `under` the theme below it',
          'as many cards in each',
        ),
      ),
    write: (s: Position, tier) => {
      if (!s.tables.airef) return undefined;
      return Array.from({ length: D.PILES }, (_, pile) => {
        const cards = s.pileSize[tier * D.PILES + pile]!;
        const under = underSword(s, tier, pile);
        return {
          cards,
          top: cards === 0 ? null : themeAt(s, pileTop(s, tier, pile)),
          ...(s.swordPile === tier * D.PILES + pile + 1 && { sword: true as const }),
          ...(under >= 0 && { under: themeAt(s, under) }),
        };
      });
    },
  },
});
/** The treasure stacks; all taken where they are not told. */
const stacks = rows(3, { taken: 'stackTaken', resources: amounts('stackContents', 48) });
const item = row({
  kind: {
    schema: z.enum(itemIds).describe('What it is.'),
    write: (s: Position, piece) => itemIds[s.itemKind[piece]!]!,
  },
  place: place('itemPlace', S.tileNames),
  dropped: touched(S.DROPPED, 'Dropped in this turn.'),
  picked: touched(S.PICKED, 'Picked up in this turn.'),
  lastHolder: {
    schema: z.enum(S.seatNames).optional().describe('Of the black blade: who had it last.'),
    write: (s: Position, piece) => S.seatNames[s.itemOwner[piece]! - 1],
    read(s: Position, piece, json?: (typeof S.seatNames)[number]) {
      if (json) s.itemOwner[piece] = S.seatNames.indexOf(json) + 1;
    },
  },
});
const followerIds = D.followers.map(({ id }) => id);
const follower = row({
  kind: { schema: z.enum(followerIds).describe('Who it is.'), write: (_: Position, f) => followerIds[f]! },
  place: place('followerPlace', []),
});

const parts = {
  round: object({
    number: one('round'),
    ...some('phase', 'firstPlayer'),
    turnsBegun: spare(one('turnsBegun')),
    mover: one('mover'),
    foodPerExtraDie: one('tax'),
    ...spares(some('taxDoubles', 'marketDay')),
  }),
  prompt: object({ name: one('prompt'), actor: one('actor'), knight: one('focusKnight'), tile: one('focusTile') }),
  players: rows(4, {
    seat: label(S.seatNames),
    fame: 'fame',
    might: 'might',
    resources: amounts('resources', 65535),
    buildings: spareIn({
      schema: z.array(z.enum(buildingNames)).max(6).describe('Buildings of this player.'),
      write: (s: Position, seat) => buildingNames.filter((_, b) => (s.buildings[seat]! >> b) & 1),
      read(s: Position, seat, json: (typeof buildingNames)[number][]) {
        for (const name of json) s.buildings[seat]! |= 1 << buildingNames.indexOf(name);
      },
    }),
    impressions: spareIn(entry('stacks')),
    conceded: spareIn(entry('concededOrder')),
    knights: {
      schema: z
        .array(
          z.strictObject({
            tile: z.enum(S.tileNames).nullable().describe('Where it stands; null: not on the board.'),
            acted: z.boolean().optional().describe(fields.acted.about) as unknown as z.ZodType<boolean>,
            stays: z.boolean().optional().describe(fields.halted.about) as unknown as z.ZodType<boolean>,
          }),
        )
        .length(3)
        .describe('Knights 1, 2, 3.'),
      write: (s: Position, seat) =>
        three.map((i) => {
          const at = s.knightTile[seat * 3 + i]!;
          const tile = at === ABSENT ? null : S.tileNames[at]!;
          return { tile, acted: s.acted[seat * 3 + i] === 1, stays: s.halted[seat * 3 + i] === 1 };
        }),
      read(s: Position, seat, json: { tile: string | null; acted: boolean; stays: boolean }[]) {
        for (const [i, { tile, acted, stays }] of json.entries()) {
          const k = seat * 3 + i;
          s.knightTile[k] = tile === null ? ABSENT : S.tileNames.indexOf(tile);
          s.acted[k] = acted ? 1 : 0;
          s.halted[k] = stays ? 1 : 0;
        }
      },
    },
    boats: 'boatZone',
    dice: 'dice',
    rolled: spareIn(entry('rolled')),
    extraDice: spareIn({
      schema: n(3).nullable().describe('Extra dice chosen this round; null while they are secret.'),
      write: (s: Position, seat, viewer) => (secretDice(s) && seat !== viewer ? null : s.extraDice[seat]!),
      read: (s: Position, seat, json: number | null) => void (s.extraDice[seat] = json ?? 0),
    }),
  }),
  tiles: rows(64, {
    at: label(S.tileNames),
    kind: {
      schema: z.enum(D.tileKinds).nullable(),
      write: (s: Position, tile) => (s.explored[tile] ? D.tileKinds[s.kind[tile]!]! : null),
      read(s: Position, tile, json: string | null, path) {
        if (json === null && REGION[tile] === 1) fail(path, 'the plains are face up from the start');
        if (json === null) return;
        s.explored[tile] = 1;
        s.kind[tile] = D.tileKinds.indexOf(json);
      },
    },
    owner: named('owner', [...S.seatNames, 'neutral']),
    monster: named('monster', fields.fightMonster.names!),
    monsterIsCard: mark('monsterCard'),
    sleepsFor: named('dormant', S.knightNames),
    tokens: open(
      n(255),
      (s, tile) => s.tokens[tile] || undefined,
      (s, tile, json) => void (s.tokens[tile] = json),
    ),
    sword: mark('sword'),
    /** Who may take it, or has with the die in hand. */
    harvestBy: open(
      z.enum(S.seatNames),
      ({ harvestBy: by }, tile) => (by[tile] ? S.seatNames[(by[tile]! - 1) & 3] : undefined),
      (s, tile, json) => void (s.harvestBy[tile] = S.seatNames.indexOf(json) + 1),
    ),
    harvested: open<true>(
      z.literal(true),
      (s, tile) => (s.harvestBy[tile]! > S.TAKEN ? true : undefined),
      (s, tile, _, path) => {
        if (!s.harvestBy[tile] || !s.tables.airef) fail(path, 'nobody harvests here');
        s.harvestBy[tile]! += S.TAKEN;
      },
    ),
  }),
  /** In any order: pieces of one kind are alike. */
  items: part(
    z
      .array(item.schema)
      .max(D.PIECES)
      .describe('Items in play. A view has all 24 pieces, one of your own may leave out those that are unused.'),
    (s: Position, viewer) => Array.from({ length: D.PIECES }, (_, piece) => item.write(s, piece, viewer)),
    (s, json, path) => {
      s.itemKind.set(D.PIECE_KIND);
      const left = Array.from({ length: D.PIECES }, (_, piece) => piece);
      for (const [i, entry] of json.entries()) {
        const kind = itemIds.indexOf(entry.kind);
        const at = left.findIndex((piece) => forms(piece).includes(kind));
        if (at < 0) fail(`${path}.${i}.kind`, `there are no more pieces of ${entry.kind}`);
        const [piece] = left.splice(at, 1);
        s.itemKind[piece!] = kind;
        item.read!(s, piece!, entry, `${path}.${i}`);
      }
    },
  ),
  ringFreed: spare(one('ringFreed')),
  followers: part(
    z.array(follower.schema).max(8).describe('Followers in play; those that are unused may be left out.'),
    (s: Position, viewer) => followerIds.map((_, f) => follower.write(s, f, viewer)),
    (s, json, path) => {
      const told = new Set<number>();
      for (const [i, entry] of json.entries()) {
        const f = followerIds.indexOf(entry.kind);
        if (told.has(f)) fail(`${path}.${i}.kind`, `${entry.kind} is told of twice`);
        told.add(f);
        follower.read!(s, f, entry, `${path}.${i}`);
      }
    },
  ),
  decks: spare(decks),
  /** Which kinds are still face down is known, and how many tokens each has; where they are is not: sorted. */
  hidden: spare(
    part(
      z
        .array(z.strictObject({ kind: z.enum(D.tileKinds), tokens: n(255) }))
        .max(16)
        .describe('Kinds that are still face down, with their tokens, sorted; follows from the tiles.'),
      (s: Position) => {
        const faceDown = Array.from(s.explored.keys()).filter((tile) => !s.explored[tile]);
        const order = ({ kind, tokens }: { kind: string; tokens: number }) =>
          `${kind} ${String(tokens).padStart(3, '0')}`;
        return faceDown
          .map((tile) => ({ kind: D.tileKinds[s.kind[tile]!]!, tokens: s.tokens[tile]! }))
          .sort((a, b) => (order(a) < order(b) ? -1 : order(a) > order(b) ? 1 : 0));
      },
    ),
  ),
  trader: spare(list('traderStock')),
  hoard: spare(
    object(
      spares({
        found: one('spireRevealed'),
        ...some('impressions', 'stacksLeft'),
        explored: one('reveals'),
        resourcesToChoose: one('rewardOwed'),
      }),
    ),
  ),
  stacks: spare(stacks),
  turn: spare(
    object(
      spares({
        ...some('die', 'unit'),
        boatTo: one('boatTarget'),
        ...some('passenger', 'itemOperation', 'offered', 'partner', 'give', 'want', 'exchange', 'given', 'received'),
        ...some('power', 'used', 'outcome', 'lastCard'),
      }),
    ),
  ),
  card: spare(
    object(
      spares({
        card: one('card'),
        knight: one('cardKnight'),
        tile: one('cardTile'),
        option: one('cardOption'),
        player: one('cardPlayer'),
        roll: one('cardRoll'),
        replies: one('cardReplies'),
        boat: one('cardBoat'),
        gain: one('cardGain'),
      }),
    ),
  ),
  fight: spare(
    orNull(
      (s: Position) => s.fightKind > 0,
      object({
        kind: one('fightKind'),
        attacker: one('fightAttacker'),
        defender: spare(one('fightDefender')),
        monster: spare(one('fightMonster')),
        tile: one('fightTile'),
        ...spares({
          bowShot: one('fightShot'),
          event: one('fightEvent'),
          block: one('fightBlock'),
          attackerDice: one('fightDice', 0),
          defenderDice: one('fightDice', 1),
          attackerBase: one('fightBase', 0),
          defenderBase: one('fightBase', 1),
          attackerSupport: one('fightHelp', 0),
          defenderSupport: one('fightHelp', 1),
          attackerBonus: one('fightBonus', 0),
          defenderBonus: one('fightBonus', 1),
          attackerUsed: one('fightUsed', 0),
          defenderUsed: one('fightUsed', 1),
          asked: one('fightAsked'),
          side: one('fightSide'),
          result: one('fightResult'),
          fleeRoll: one('fightFlee'),
          attackerWitch: one('fightWitch', 0),
          defenderWitch: one('fightWitch', 1),
          godmothers: one('fightGodmothers'),
          passed: one('fightPassed'),
          blade: one('fightBlade'),
          rolls: one('fightRolls'),
        }),
      }),
    ),
  ),
  choosingDice: spare(one('choosingDice')),
  stack: spare(
    part(
      z
        .array(
          z.strictObject({
            procedure: z.enum(S.procedureNames),
            step: n(1023).optional().describe('Where it is; follows from the prompt.') as unknown as z.ZodType<number>,
            arguments: z
              .array(z.int().min(-1).max(255))
              .length(4)
              .optional()
              .describe('Its arguments, by number; left out: zeros.') as unknown as z.ZodType<number[]>,
          }),
        )
        .max(S.STACK_DEPTH)
        .describe('Procedures under way, the one that asks last; follows from the prompt (not at BLOCK).'),
      (s: Position) =>
        Array.from({ length: s.depth }, (_, i) => {
          const [procedure, step, ...rest] = s.frames.subarray(i * S.FRAME, (i + 1) * S.FRAME);
          return { procedure: S.procedureNames[procedure!]!, step: step!, arguments: rest };
        }),
      (s, json, path) => {
        for (const [i, { procedure, step = NOT_TOLD, arguments: list = [0, 0, 0, 0] }] of json.entries()) {
          if (procedure === 'none') return fail(`${path}.${i}.procedure`, 'must name a procedure');
          for (const [j, value] of list.entries()) {
            const fault = argumentFault(procedure, j, value);
            if (fault) fail(`${path}.${i}.arguments.${j}`, fault);
          }
          s.frames.set([S.OP[procedure], step, ...list], i * S.FRAME);
        }
        s.depth = json.length;
      },
    ),
  ),
  end: spare(
    object({
      ...some('over', 'truncated'),
      how: one('end'),
      ...some('king', 'hand', 'conceded'),
    }),
  ),
  places: spare(orNull((s: Position) => s.over, list('finalPlaces'))),
  dragon: optional(
    (s: Position) => s.tables.airef,
    object({
      die: one('dragonDie'),
      eaten: part(
        z.array(z.enum(S.knightNames)).max(12),
        (s: Position) => S.knightNames.filter((_, k) => s.eaten[k] === 1),
        (s, json) => {
          for (const name of json) s.eaten[S.knightNames.indexOf(name)] = 1;
        },
      ),
    }),
  ),
};
/** A position as one seat knows it. */
export type DoomspireView = Json<typeof parts> & { seat: number; options: DoomspireOptions };

/** Bump the format when a part changes its meaning. */
export const doomspireView = viewOf(
  { game: 'doomspire', format: 1, options: optionsSchema },
  parts,
  (s: Position, v) => {
    const { airef } = s.tables;
    deriveCounts(s, v);
    if (s.round < 1 || s.round > s.options.roundCap) fail('round.number', `must be 1 to ${s.options.roundCap}`);
    if (s.tax < 1) fail('round.foodPerExtraDie', 'must be at least 1');
    for (let seat = 0; seat < 4; seat++)
      for (const track of ['fame', 'might'] as const)
        if (s[track][seat]! > s.options.trackMax) fail(`players.${seat}.${track}`, `more than ${s.options.trackMax}`);
    if (v.fight) {
      if (v.fight.defender === undefined) s.fightDefender = -1;
      if (v.fight.monster === undefined)
        s.fightMonster = s.fightKind === S.AGAINST.monster ? s.monster[s.fightTile]! - 1 : -1;
      if (s.fightKind === S.AGAINST.none) fail('fight.kind', 'must say against what; without a fight it is null');
      if (s.fightKind === S.AGAINST.knights && s.fightDefender < 0) fail('fight.defender', 'must be a knight');
      if (s.fightKind === S.AGAINST.monster && s.fightMonster < 0) fail('fight.monster', 'must be a monster');
    }
    if (v.dragon === undefined ? airef && s.spireRevealed : !airef)
      fail('dragon', airef ? 'must be given once it is revealed' : 'not in this edition');
    if (((v.places ?? null) === null) === s.over)
      fail('places', s.over ? 'must be given at the end' : 'null before the end');
    if (s.prompt < 0 !== s.over) fail('prompt.name', s.over ? 'must be null at the end' : 'must name what is asked');
    layHidden(s, v.hidden);
    for (let tier = 0; tier < 3; tier++) layDeck(s, tier, v.decks?.[tier] ?? {}, `decks.${tier}`);
    keepInStep(s);
    const found = CENTRE.some((tile) => s.explored[tile] === 1 && s.kind[tile] === D.KIND_DOOMSPIRE);
    if (found !== s.spireRevealed) fail('hoard.found', 'does not agree with the tiles');
    if (!s.over) {
      if (v.stack === undefined) deriveStack(s);
      checkAsked(s);
      deriveSteps(s);
      checkSteps(s);
      asking.list(s);
      if (s.count === 0) fail('prompt', 'nothing is legal here');
    }
    const [first] = violations(s);
    if (first) fail('view', first);
  },
);
