/**
 * A position as plain JSON, and back. Nothing is hidden, so all seats get the same but for `seat`. What follows from
 * other fields (the step of the day, who is next, who can pass where) is not written; reading works it out, checks every
 * field and then the position as a whole.
 */
import { z } from 'zod';
import * as A from './actions.js';
import { tokenNames } from './data.js';
import { violations } from './invariants.js';
import { type FuzzyOptions, optionsSchema } from './options.js';
import { canAct, canFound, maySiege } from './rules/board.js';
import { listActions, splitMercs } from './rules/masks.js';
import { placeOf } from './rules/order.js';
import { splitPart } from './rules/split.js';
import * as S from './state.js';
import { HEROES, NOWHERE, type Position, promptNames, TILES } from './state.js';
import { heroName, tileName } from './text.js';

const tileNames = Array.from({ length: TILES }, (_, t) => tileName(t));
const heroNames = Array.from({ length: HEROES }, (_, hero) => heroName(hero));
const count = z.int().min(0).max(20_000);
const seatNumber = z.int().min(0).max(3);
const tileId = z.enum(tileNames);
const heroId = z.enum(heroNames);
const few = z.int().min(0).max(255);
const kinds = z.array(z.array(few).length(5)).length(3);
const squads = z.array(count).length(5);

const heroSchema = z.strictObject({
  tile: tileId,
  mercenaries: count,
  purse: count,
  movement: z.int().min(0).max(200),
  entryCovers: z.boolean(),
  acted: z.boolean(),
  items: kinds,
});
const citySchema = z.strictObject({
  owner: seatNumber,
  tier: z.int().min(1).max(4),
  ramparts: z.int().min(0).max(2),
  camp: z.boolean(),
  underSiege: z.boolean(),
  foundedToday: z.boolean(),
  mercenaries: count,
  armory: kinds,
});
const tileSchema = z.strictObject({
  tile: tileId,
  items: count.optional(),
  resources: count.optional(),
  monsters: count.optional(),
  mine: z.union([seatNumber, z.literal('neutral')]).optional(),
  city: citySchema.optional(),
});
/** What a view looks like; every field is checked when it is read. */
export const viewSchema = z.strictObject({
  game: z.literal('fuzzy-knights'),
  format: z.literal(1),
  seat: seatNumber,
  options: optionsSchema,
  day: z.int().min(0).max(100),
  anchor: seatNumber,
  prompt: z
    .strictObject({
      kind: z.enum(promptNames),
      seat: seatNumber,
      hero: heroId.nullable(),
      city: tileId.nullable(),
      builtToday: z.boolean(),
      token: z.enum(tokenNames),
      entering: z.boolean(),
      bribeLeft: z.int().min(0).max(250),
      garrisonLeft: z.int().min(0).max(20),
    })
    .nullable(),
  battle: z
    .strictObject({
      foe: z.enum(S.foeNames),
      size: z.int().min(0).max(250),
      rounds: z.int().min(0).max(8),
      attackers: squads,
      defenders: squads,
    })
    .nullable(),
  players: z
    .array(
      z.strictObject({
        treasury: z.int().min(0).max(1_000_000),
        outSince: z.int().min(0).max(100).nullable(),
        grace: z.boolean(),
        heroes: z.array(heroSchema.nullable()).length(2),
      }),
    )
    .min(2)
    .max(4),
  tiles: z.array(tileSchema).max(TILES),
  end: z.strictObject({ truncated: z.boolean(), places: z.array(z.int().min(0).max(3)).min(2).max(4) }).nullable(),
});
/** A view in JSON. */
export type FuzzyView = z.output<typeof viewSchema>;

const kindsOf = (counts: Uint8Array, owner: number): number[][] =>
  [0, 1, 2].map((type) => [...counts.subarray(owner * 15 + type * 5, owner * 15 + type * 5 + 5)]);

/** The position as `seat` sees it. */
export function view(s: Position, seat: number): FuzzyView {
  const hand = s.hand;
  const tiles: FuzzyView['tiles'] = [];
  for (let t = 0; t < TILES; t++) {
    const tile: FuzzyView['tiles'][number] = { tile: tileNames[t]! };
    if (s.item[t]! > 0) tile.items = s.item[t]!;
    if (s.resource[t]! > 0) tile.resources = s.resource[t]!;
    if (s.monster[t]! > 0) tile.monsters = s.monster[t]!;
    if (s.mine[t]! > 0) tile.mine = s.mine[t] === S.NEUTRAL_MINE ? 'neutral' : s.mine[t]! - S.OWN_MINE;
    if (s.cityOwner[t]! > 0)
      tile.city = {
        owner: s.cityOwner[t]! - 1,
        tier: s.tier[t]!,
        ramparts: s.ramparts[t]!,
        camp: s.camp[t] === 1,
        underSiege: s.besieged[t] === 1,
        foundedToday: s.founded[t] === 1,
        mercenaries: s.cityMercs[t]!,
        armory: kindsOf(s.armory, t),
      };
    if (Object.keys(tile).length > 1) tiles.push(tile);
  }
  return {
    game: 'fuzzy-knights',
    format: 1,
    seat,
    options: s.options,
    day: s.day,
    anchor: s.anchor,
    prompt: s.over
      ? null
      : {
          kind: promptNames[s.prompt]!,
          seat: s.actor,
          hero: hand < 0 ? null : heroNames[hand]!,
          city: s.prompt === S.P.BUILD ? tileNames[s.cursor - 2]! : null,
          builtToday: s.built,
          token: tokenNames[s.token]!,
          entering: s.arriving,
          bribeLeft: s.bribeLeft,
          garrisonLeft: s.garrisonLeft,
        },
    battle:
      s.foe === S.FOE.none
        ? null
        : {
            foe: S.foeNames[s.foe]!,
            size: s.foeSize,
            rounds: s.rounds,
            attackers: [...s.attack.subarray(0, 5)],
            defenders: [...s.defence.subarray(0, 5)],
          },
    players: Array.from({ length: s.players }, (_, p) => ({
      treasury: s.treasury[p]!,
      outSince: s.out[p] === 1 ? s.outDay[p]! : null,
      grace: s.grace[p] === 1,
      heroes: [p * 2, p * 2 + 1].map((hero) =>
        s.heroTile[hero] === NOWHERE
          ? null
          : {
              tile: tileNames[s.heroTile[hero]!]!,
              mercenaries: s.mercs[hero]!,
              purse: s.purse[hero]!,
              movement: s.movement[hero]!,
              entryCovers: s.covered[hero] === 1,
              acted: s.done[hero] === 1,
              items: kindsOf(s.items, hero),
            },
      ),
    })),
    tiles,
    end: s.over ? { truncated: s.truncated, places: [...s.finalPlaces.subarray(0, s.players)] } : null,
  };
}

/** The step of the day that asks each decision. */
const stepOf = [
  S.STEP.capitals,
  S.STEP.pay,
  S.STEP.build,
  S.STEP.found,
  S.STEP.tokens,
  S.STEP.turns,
  S.STEP.activate,
  S.STEP.move,
  S.STEP.bribe,
  S.STEP.battle,
  S.STEP.battle,
  S.STEP.battle,
];

/**
 * The position of a view.
 * @throws Error naming the first wrong field
 */
export function parseView<P extends Position>(json: unknown, create: (options: FuzzyOptions) => P): P {
  const parsed = viewSchema.safeParse(json);
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!;
    throw new Error(`${issue.path.join('.') || 'view'}: ${issue.message}`);
  }
  const v = parsed.data;
  const s = create(v.options);
  const n = v.options.players;
  if (v.players.length !== n) throw new Error(`players: ${v.players.length} are told of, options.players is ${n}`);
  if (v.seat >= n) throw new Error(`seat: ${v.seat}, there are ${n} players`);
  if (v.anchor >= n) throw new Error(`anchor: ${v.anchor}, there are ${n} players`);
  if ((v.prompt === null) === (v.end === null)) throw new Error('end: wanted exactly when prompt is null');
  s.day = v.day;
  s.anchor = v.anchor;
  v.players.forEach((player, p) => {
    s.treasury[p] = player.treasury;
    s.out[p] = player.outSince === null ? 0 : 1;
    s.outDay[p] = player.outSince ?? 0;
    s.grace[p] = player.grace ? 1 : 0;
    player.heroes.forEach((one, i) => {
      if (one === null) return;
      const hero = p * 2 + i;
      s.heroTile[hero] = tileNames.indexOf(one.tile);
      s.mercs[hero] = one.mercenaries;
      s.purse[hero] = one.purse;
      s.movement[hero] = one.movement;
      s.covered[hero] = one.entryCovers ? 1 : 0;
      s.done[hero] = one.acted ? 1 : 0;
      s.items.set(one.items.flat(), hero * 15);
    });
  });
  const told = new Set<string>();
  v.tiles.forEach((tile, i) => {
    const t = tileNames.indexOf(tile.tile);
    if (told.has(tile.tile)) throw new Error(`tiles.${i}.tile: ${tile.tile} is told of twice`);
    told.add(tile.tile);
    s.item[t] = tile.items ?? 0;
    s.resource[t] = tile.resources ?? 0;
    s.monster[t] = tile.monsters ?? 0;
    if (tile.mine !== undefined) s.mine[t] = tile.mine === 'neutral' ? S.NEUTRAL_MINE : S.OWN_MINE + tile.mine;
    const { city } = tile;
    if (!city) return;
    s.cityOwner[t] = city.owner + 1;
    s.tier[t] = city.tier;
    s.ramparts[t] = city.ramparts;
    s.camp[t] = city.camp ? 1 : 0;
    s.besieged[t] = city.underSiege ? 1 : 0;
    s.founded[t] = city.foundedToday ? 1 : 0;
    s.cityMercs[t] = city.mercenaries;
    s.armory.set(city.armory.flat(), t * 15);
  });
  if (v.end) {
    s.over = true;
    s.truncated = v.end.truncated;
    s.actor = -1;
    s.prompt = -1;
    if (v.end.places.length !== n) throw new Error(`end.places: ${n} numbers wanted`);
    s.finalPlaces.set(v.end.places);
    if (v.battle) throw new Error('battle: the game is over');
  } else readPrompt(s, v);
  s.derive();
  if (v.prompt) {
    const fault = pendingFault(s);
    if (fault) throw new Error(`prompt: ${fault}`);
    listActions(s);
    if (s.count < (s.options.askForced ? 1 : 2)) throw new Error(`prompt: ${s.count} legal actions`);
  }
  const wrong = violations(s);
  if (wrong.length) throw new Error(`view: ${wrong[0]}`);
  return s;
}

function readPrompt(s: Position, v: FuzzyView): void {
  const p = v.prompt!;
  if (p.seat >= s.players) throw new Error(`prompt.seat: ${p.seat}, there are ${s.players} players`);
  const kind = promptNames.indexOf(p.kind);
  const hand = p.hero === null ? -1 : heroNames.indexOf(p.hero);
  s.prompt = kind;
  s.actor = p.seat;
  s.step = stepOf[kind]!;
  s.hand = hand;
  if (hand >> 1 >= s.players) throw new Error(`prompt.hero: ${p.hero}, there are ${s.players} players`);
  s.pos = placeOf(s, hand < 0 ? p.seat : hand >> 1);
  s.built = p.builtToday;
  s.token = tokenNames.indexOf(p.token);
  s.arriving = p.entering;
  s.bribeLeft = p.bribeLeft;
  s.garrisonLeft = p.garrisonLeft;
  if (kind === S.P.BUILD) {
    if (p.city === null) throw new Error('prompt.city: wanted where a city builds');
    s.cursor = 2 + tileNames.indexOf(p.city);
  } else if (p.city !== null) throw new Error('prompt.city: null is wanted, no city builds');
  if (kind === S.P.FOUND) s.cursor = hand & 1;
  if (!v.battle) return;
  const { battle } = v;
  s.foe = S.foeNames.indexOf(battle.foe);
  s.foeSize = battle.size;
  s.rounds = battle.rounds;
  s.attack.set(battle.attackers);
  s.defence.set(battle.defenders);
  s.battle =
    kind === S.P.TARGET
      ? S.BATTLE.target
      : kind === S.P.SACRIFICE
        ? S.BATTLE.sacrifice
        : p.seat === hand >> 1
          ? S.BATTLE.attacker
          : S.BATTLE.defender;
}

/** Why the pending decision cannot be asked in this position; empty when it can. Completes what the battle needs. */
function pendingFault(s: Position): string {
  const kind = s.prompt;
  const seat = s.actor;
  const hand = s.hand;
  if ((s.day === 0) !== (kind === S.P.PLACE_CITY)) return 'capitals are placed on day 0';
  if ((kind >= S.P.ROLL || kind === S.P.FOUND) !== hand >= 0) return 'hero: wanted exactly where one is at hand';
  if (hand >= 0 && s.heroTile[hand] === NOWHERE) return 'the hero at hand is not in play';
  if (hand >= 0 && kind !== S.P.SPLIT && hand >> 1 !== seat) return 'the hero at hand is of another seat';
  if (kind >= S.P.SPLIT !== (s.foe !== S.FOE.none)) return 'battle: wanted exactly where one is fought';
  if ((kind === S.P.PLACE_TOKEN) !== (s.token !== 0)) return 'token: wanted exactly where one is placed';
  switch (kind) {
    case S.P.BUILD:
      return s.cityOwner[s.cursor - 2] === seat + 1 ? '' : 'the city is not of that seat';
    case S.P.DISMISS:
      return [0, 1].every((i) => s.heroTile[seat * 2 + i] !== NOWHERE) ? '' : 'two heroes wanted';
    case S.P.FOUND:
      return canFound(s, hand) ? '' : 'the hero cannot found a city';
    case S.P.SELECT_HERO:
      return canAct(s, seat * 2) && canAct(s, seat * 2 + 1) ? '' : 'two heroes that can act wanted';
    case S.P.ROLL:
      return maySiege(s, hand) ? '' : 'nothing to besiege';
    case S.P.BRIBE:
      return s.monster[s.heroTile[hand]!]! > 0 ? '' : 'no monster token on the tile';
  }
  return kind >= S.P.SPLIT ? battleFault(s, hand) : '';
}

function battleFault(s: Position, hand: number): string {
  const t = s.heroTile[hand]!;
  const foe = s.foe;
  const rival = s.heroAt[t]! - 1;
  const owner = s.cityOwner[t]! - 1;
  const monsters = foe < S.FOE.hero;
  if (foe === S.FOE.monsters && s.monster[t] === 0) return 'no monster token on the tile';
  if (foe === S.FOE.guardians && s.mine[t] !== S.NEUTRAL_MINE) return 'no neutral mine on the tile';
  if (foe === S.FOE['guardians of a rival'] && (s.mine[t]! < S.OWN_MINE || s.mine[t] === S.OWN_MINE + (hand >> 1)))
    return 'no mine of a rival on the tile';
  if (foe === S.FOE.city && (owner < 0 || owner === hand >> 1 || s.ramparts[t]! > 0))
    return 'no city to assault on the tile';
  if (foe === S.FOE.hero && (rival < 0 || rival === hand)) return 'no hero to fight on the tile';
  if (!monsters && !s.arriving) return 'entering: heroes and cities are fought when entered';
  if (!monsters && rival >= 0 && rival !== hand) {
    s.foeHero = rival;
    s.foeMercs = s.mercs[rival]!;
  }
  const defender = foe === S.FOE.city ? owner : s.foeHero >> 1;
  if (s.prompt === S.P.SPLIT) {
    if (s.actor !== hand >> 1 && (monsters || s.actor !== defender)) return 'that seat is not in the battle';
    if (splitMercs(s) < 2) return 'nothing to split';
  }
  const sum = (list: Uint16Array) => list[0]! + list[1]! + list[2]!;
  const all = (list: Uint16Array) => sum(list) + list[3]! + list[4]!;
  if (s.attack[4] !== 0 || s.attack[3]! > 1 || s.defence[3]! > 1 || s.defence[4]! > 1)
    return 'battle: a hero or city squad is 0 or 1, the attacker has no city';
  if (sum(s.attack) > s.mercs[hand]!) return 'battle: more attackers than mercenaries';
  const most = monsters ? s.foeSize : s.foeMercs + (foe === S.FOE.city ? s.cityMercs[t]! : 0);
  if (sum(s.defence) > most) return 'battle: more defenders than there were';
  if ((s.defence[3] === 1 && s.foeHero < 0) || (s.defence[4] === 1 && foe !== S.FOE.city))
    return 'battle: a defender that is not there';
  if (all(s.attack) === 0 || all(s.defence) === 0) return 'battle: a side without squads';
  return '';
}

/** What an action means here, for machines. */
export function actionJson(s: Position, action: number): { kind: string; args: Record<string, unknown> } {
  if (action < A.TILE + TILES) {
    const t = action - A.TILE;
    const siege = s.prompt === S.P.ROLL || (s.prompt === S.P.MOVE && s.cost[t] === 0);
    const kind =
      s.prompt === S.P.PLACE_CITY
        ? 'placeCity'
        : s.prompt === S.P.PLACE_TOKEN
          ? 'placeToken'
          : siege
            ? 'siege'
            : 'moveTo';
    return { kind, args: { tile: tileNames[t]! } };
  }
  if (action >= A.SPLIT && action < A.SPLIT + 7) {
    const n = splitMercs(s);
    return { kind: 'split', args: { squads: [0, 1, 2].map((part) => splitPart(n, action - A.SPLIT, part)) } };
  }
  if (action >= A.SQUAD && action < A.SQUAD + 5)
    return {
      kind: s.prompt === S.P.TARGET ? 'target' : 'sacrifice',
      args: { squad: ['first', 'second', 'third', 'hero', 'city'][action - A.SQUAD] },
    };
  const number = [1, 5, 'all'];
  switch (action) {
    case A.HERO:
    case A.HERO + 1:
      return {
        kind: s.prompt === S.P.DISMISS ? 'dismiss' : 'selectHero',
        args: { hero: heroNames[s.actor * 2 + action - A.HERO]! },
      };
    case A.RECRUIT_MERC:
    case A.RECRUIT_MERCS:
      return { kind: 'recruitMercenaries', args: { number: action === A.RECRUIT_MERC ? 1 : 5 } };
    case A.TAKE:
    case A.TAKE + 1:
    case A.TAKE + 2:
      return { kind: 'take', args: { number: number[action - A.TAKE] } };
    case A.LEAVE:
    case A.LEAVE + 1:
    case A.LEAVE + 2:
      return { kind: 'leave', args: { number: number[action - A.LEAVE] } };
    case A.COINS_OUT:
    case A.COINS_OUT + 1:
      return { kind: 'coinsOut', args: { number: action === A.COINS_OUT ? 5 : 'all' } };
  }
  return { kind: simpleKinds[action] ?? 'none', args: {} };
}

const simpleKinds: Record<number, string> = {
  [A.END]: 'end',
  [A.PICK_ITEM]: 'pickItem',
  [A.PICK_RESOURCE]: 'pickResource',
  [A.CAPTURE]: 'capture',
  [A.ENGAGE]: 'engage',
  [A.FOUND]: 'found',
  [A.BUILD_TIER]: 'buildTier',
  [A.BUILD_RAMPARTS]: 'buildRamparts',
  [A.BUILD_CAMP]: 'buildCamp',
  [A.RECRUIT_HERO]: 'recruitHero',
  [A.ARMORY_EQUIP]: 'armoryEquip',
  [A.ARMORY_STORE]: 'armoryStore',
  [A.COINS_IN]: 'coinsIn',
  [A.BRIBE_ONE]: 'bribeOne',
  [A.RETREAT]: 'retreat',
  [A.ROLL]: 'roll',
};
