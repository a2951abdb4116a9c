/**
 * The slow second opinion: every legal action of a position, found from the rulebook alone in plain code. It shares
 * nothing with the masks in rules/ (it may only read fields, tables and action ids), so that the two can be compared.
 * Not for play: it allocates freely.
 */
import * as A from './actions.js';
import * as D from './data.js';
import * as S from './state.js';
import { OP, P, type Position } from './state.js';

const RESOURCES = [0, 1, 2, 3];
const SEATS = [0, 1, 2, 3];
const FOLLOWERS = [0, 1, 2, 3, 4, 5, 6, 7];
const ALL_TILES = Array.from({ length: 64 }, (_, t) => t);
/** Corner tile of each seat. */
const CORNERS = [0, 7, 63, 56];
/** The ten unordered pairs in the order of the action ids: ff fw fo fg ww wo wg oo og gg. */
const PAIRS = RESOURCES.flatMap((a) => RESOURCES.filter((b) => b >= a).map((b) => [a, b] as const));

/**
 * Legal actions of the pending decision.
 * @returns action ids, ascending; empty when the game is over
 */
export function enumerate(s: Position): number[] {
  if (s.over) return [];
  const rule = rules[s.prompt];
  if (!rule) throw new Error(`enumerate: no rule for prompt ${s.prompt}`);
  return [...new Set(rule(s, s.actor))].sort((a, b) => a - b);
}

// --- board ----------------------------------------------------------------------------------------------------

/** Tiles one orthogonal step away. */
function besides(tile: number): number[] {
  const row = Math.floor(tile / 8);
  const column = tile % 8;
  const out: number[] = [];
  if (row > 0) out.push(tile - 8);
  if (column < 7) out.push(tile + 1);
  if (row < 7) out.push(tile + 8);
  if (column > 0) out.push(tile - 1);
  return out;
}

const near8 = (a: number, b: number): boolean =>
  a !== b && Math.abs(Math.floor(a / 8) - Math.floor(b / 8)) <= 1 && Math.abs((a % 8) - (b % 8)) <= 1;

const manhattan = (a: number, b: number): number =>
  Math.abs(Math.floor(a / 8) - Math.floor(b / 8)) + Math.abs((a % 8) - (b % 8));

/** Action id of a tile as `seat` sees the board: turned until its home is north-west. */
function tileId(seat: number, tile: number): number {
  let row = Math.floor(tile / 8);
  let column = tile % 8;
  for (let turn = 0; turn < seat; turn++) [row, column] = [7 - column, row];
  return A.TILE + row * 8 + column;
}

const zoneId = (seat: number, zone: number): number => A.ZONE + ((zone - seat + 4) % 4);
const playerId = (seat: number, other: number): number => A.PLAYER + ((other - seat + 4) % 4);
const knightId = (seat: number, knight: number): number =>
  A.KNIGHT + ((Math.floor(knight / 3) - seat + 4) % 4) * 3 + (knight % 3);

/** The zone whose L of seven tiles (four along each edge, the corner shared) the tile belongs to; -1 inland. */
function zoneAt(tile: number): number {
  const row = Math.floor(tile / 8);
  const column = tile % 8;
  if (row > 0 && row < 7 && column > 0 && column < 7) return -1;
  const north = row < 4;
  const west = column < 4;
  if (north) return west ? 0 : 1;
  return west ? 3 : 2;
}

const zoneSteps = (a: number, b: number): number => [0, 1, 2, 1][(b - a + 4) % 4]!;

// --- players and pieces ---------------------------------------------------------------------------------------

const seatOf = (knight: number): number => Math.floor(knight / 3);
const onBoard = (s: Position, knight: number): boolean => s.knightTile[knight] !== S.ABSENT;
const knightsOf = (s: Position, seat: number): number[] =>
  [0, 1, 2].map((i) => seat * 3 + i).filter((k) => onBoard(s, k));
const knightsAt = (s: Position, tile: number): number[] =>
  Array.from({ length: 12 }, (_, k) => k).filter((k) => s.knightTile[k] === tile);
const has = (s: Position, seat: number, r: number): number => s.resources[seat * 4 + r]!;
const held = (s: Position, seat: number): number[] => RESOURCES.filter((r) => has(s, seat, r) > 0);
const conceded = (s: Position, seat: number): boolean => s.concededOrder[seat]! > 0;
const stillIn = (s: Position): number[] => SEATS.filter((seat) => !conceded(s, seat));
const peace = (s: Position): boolean => s.round <= s.tables.numbers.peacefulRounds;
const flagsOf = (s: Position, seat: number): number =>
  ALL_TILES.filter((t) => s.owner[t] === seat + 1 && t !== CORNERS[seat]).length;
const flagLeft = (s: Position, seat: number): boolean => flagsOf(s, seat) < s.tables.numbers.flags;

const piecesAt = (s: Position, place: number): number[] =>
  Array.from({ length: D.PIECES }, (_, p) => p).filter((p) => s.itemPlace[p] === place);
const carriedBy = (s: Position, knight: number): number[] => piecesAt(s, knight + 1);
const lyingOn = (s: Position, tile: number): number[] => piecesAt(s, S.ON_TILE + tile);
const carries = (s: Position, knight: number, kind: number): boolean =>
  carriedBy(s, knight).some((p) => s.itemKind[p] === kind);
const followersOf = (s: Position, knight: number): number[] =>
  FOLLOWERS.filter((f) => s.followerPlace[f] === knight + 1);
const leads = (s: Position, knight: number, follower: number): boolean => s.followerPlace[follower] === knight + 1;
const itemIds = (s: Position, pieces: number[]): number[] => pieces.map((p) => A.ITEM + s.itemKind[p]!);

/** May this knight put this piece down of its own will? */
const loose = (s: Position, piece: number): boolean => s.itemKind[piece] !== D.RING_STUCK || s.ringFreed;

// --- territory ------------------------------------------------------------------------------------------------

const isHomeOf = (s: Position, tile: number): number => {
  const seat = CORNERS.indexOf(tile);
  return seat >= 0 && !conceded(s, seat) ? seat : -1;
};
const special = (s: Position, tile: number): boolean => s.explored[tile] === 1 && D.KIND_SPECIAL[s.kind[tile]!] === 1;
const second = (s: Position): boolean => s.options.edition === 'airef';
/** Do knights of several players stand here side by side? In the second edition Doomspire is such a place too. */
const truce = (s: Position, tile: number): boolean =>
  special(s, tile) || (second(s) && s.explored[tile] === 1 && s.kind[tile] === D.KIND_DOOMSPIRE);

/**
 * The owner has a knight beside it, or one with the staff among the eight tiles around it; in the second edition a warship
 * on its coast will do as well.
 */
function shielded(s: Position, tile: number): boolean {
  const owner = s.owner[tile]! - 1;
  if (owner < 0 || owner > 3) return false;
  const ships = second(s) && (s.buildings[owner]! & S.WARSHIP) !== 0 && zoneAt(tile) >= 0;
  if (ships && [0, 1].some((i) => s.boatZone[owner * 2 + i] === zoneAt(tile))) return true;
  return knightsOf(s, owner).some((k) => {
    const at = s.knightTile[k]!;
    return besides(tile).includes(at) || (carries(s, k, D.STAFF) && near8(tile, at));
  });
}

/** Monster that this knight would have to fight on the tile. */
const awake = (s: Position, tile: number, knight: number): boolean =>
  s.explored[tile] === 1 && s.monster[tile]! > 0 && s.dormant[tile] !== knight + 1;

/** Claim, conquer, revolt, temple, mercenary camp, pull: what the knight may do of its own will on the tile. */
function deeds(s: Position, knight: number, tile: number): number[] {
  const seat = seatOf(knight);
  const { numbers } = s.tables;
  const kind = s.kind[tile]!;
  const owner = s.owner[tile]!;
  const yieldsSomething = D.KIND_RESOURCE[kind] === 1 || kind === D.KIND_HOME;
  const out: number[] = [];
  if (yieldsSomething && owner === 0 && flagLeft(s, seat)) out.push(A.TILEACT);
  if (yieldsSomething && owner !== 0 && owner !== seat + 1 && !peace(s) && !shielded(s, tile)) {
    if (s.might[seat]! >= numbers.conquerMight && flagLeft(s, seat)) out.push(A.TILEACT + 1);
    if (second(s)) {
      if (s.fame[seat]! >= numbers.conquerFame && flagLeft(s, seat)) out.push(A.TILEACT + 2);
    }
    // Only a player can be revolted against, and only a flag can be taken away: neutral tiles and homes are conquered.
    else if (s.fame[seat]! >= numbers.revoltFame && owner !== S.NEUTRAL && kind !== D.KIND_HOME)
      out.push(A.TILEACT + 2);
  }
  if (kind === D.KIND_TEMPLE && s.fame[seat]! >= numbers.templeFame) out.push(A.TILEACT + 3);
  if (kind === D.KIND_MERCENARY && has(s, seat, 3) >= numbers.mercenaryGold) out.push(A.TILEACT + 4);
  if (s.sword[tile] === 1) out.push(A.TILEACT + 5);
  return out;
}

/** Pairs of resources that a seat can hand over, among `types`. */
const payablePairs = (s: Position, seat: number, types: number[]): number[] =>
  PAIRS.flatMap(([a, b], i) =>
    types.includes(a) && types.includes(b) && has(s, seat, a) >= (a === b ? 2 : 1) && has(s, seat, b) >= 1
      ? [A.PAIR + i]
      : [],
  );

/** Resources that may be given one for one: not received in this window, and something else may still be received. */
const oneForOne = (s: Position, seat: number): number[] =>
  held(s, seat)
    .filter((r) => ((s.received >> r) & 1) === 0 && receivable(s, r).length > 0)
    .map((r) => A.RES + r);
const receivable = (s: Position, given: number): number[] =>
  RESOURCES.filter((r) => r !== given && ((s.given >> r) & 1) === 0);

/** Exchanges and purchases at the trader. */
function trader(s: Position, seat: number): number[] {
  const goods = s.tables.itemCost;
  const buys = [...goods.keys()].filter((kind) => s.traderStock[kind]! > 0 && has(s, seat, 3) >= goods[kind]!);
  let exchanges = s.marketDay ? oneForOne(s, seat) : payablePairs(s, seat, RESOURCES);
  if (second(s)) exchanges = RESOURCES.filter((r) => has(s, seat, r) >= 2).map((r) => A.PAIR + [0, 4, 7, 9][r]!);
  return [...exchanges, ...buys.map((kind) => A.ITEM + kind)];
}

/** Is there anything for this knight on the tile where it stands? */
function tileOffers(s: Position, knight: number): boolean {
  const tile = s.knightTile[knight]!;
  if (awake(s, tile, knight)) return true;
  if (D.KIND_TIER[s.kind[tile]!]! > 0 && s.tokens[tile]! > 0) return true;
  if (deeds(s, knight, tile).length > 0) return true;
  if (second(s) && s.kind[tile] === D.KIND_DOOMSPIRE) return true;
  return s.kind[tile] === D.KIND_TRADER && tradeAtAll(s, seatOf(knight));
}

/** A visit to the trader starts with a clean window, whatever was exchanged before. */
function tradeAtAll(s: Position, seat: number): boolean {
  const { itemCost } = s.tables;
  const total = RESOURCES.reduce((sum, r) => sum + has(s, seat, r), 0);
  if (second(s) ? RESOURCES.some((r) => has(s, seat, r) > 1) : total >= (s.marketDay ? 1 : 2)) return true;
  return itemCost.some((cost, kind) => s.traderStock[kind]! > 0 && has(s, seat, 3) >= cost);
}

// --- moving ---------------------------------------------------------------------------------------------------

/** May a knight of `seat` enter the tile at all? */
function mayEnter(s: Position, seat: number, tile: number): boolean {
  const home = isHomeOf(s, tile);
  if (home >= 0 && home !== seat) return false;
  if (truce(s, tile)) return true;
  const others = knightsAt(s, tile);
  if (others.some((k) => seatOf(k) === seat)) return false;
  return others.length === 0 || !peace(s);
}

/** Having entered it, may it go on with the same die? */
function mayGoOn(s: Position, tile: number): boolean {
  if (s.explored[tile] === 0 || s.monster[tile]! > 0) return false;
  return !(s.kind[tile] === D.KIND_DOOMSPIRE && s.options.doomspireStops);
}

/** A tile that a knight cannot stop at only because one of its own stands there. */
const blockedByOwn = (s: Position, seat: number, tile: number): boolean => {
  const home = isHomeOf(s, tile);
  return (home < 0 || home === seat) && !truce(s, tile) && knightsAt(s, tile).some((k) => seatOf(k) === seat);
};

/** Tiles where one die may end. */
function destinations(s: Position, knight: number, die: number): number[] {
  const seat = seatOf(knight);
  const start = s.knightTile[knight]!;
  const steps = leads(s, knight, D.MULE) ? Math.min(die, 2) : die;
  const reached = new Set<number>();
  let front = [start];
  for (let step = 1; step <= steps; step++) {
    const next = new Set<number>();
    for (const from of front)
      for (const to of besides(from)) {
        if (to === start || reached.has(to)) continue;
        if (second(s) && blockedByOwn(s, seat, to) && mayGoOn(s, to)) next.add(to);
        if (!mayEnter(s, seat, to)) continue;
        reached.add(to);
        if (mayGoOn(s, to)) next.add(to);
      }
    front = [...next];
  }
  if (tileOffers(s, knight)) reached.add(start);
  return [...reached];
}

/** Tiles beside the archer with something to shoot at. */
function targets(s: Position, archer: number): number[] {
  return besides(s.knightTile[archer]!).filter((tile) => {
    if (s.explored[tile] === 0 || special(s, tile)) return false;
    if (CORNERS.includes(tile) || s.kind[tile] === D.KIND_DOOMSPIRE) return false;
    if (s.monster[tile]! > 0) return true;
    return !peace(s) && knightsAt(s, tile).some((k) => seatOf(k) !== seatOf(archer));
  });
}

const mayUseDie = (s: Position, knight: number): boolean =>
  onBoard(s, knight) && s.acted[knight] === 0 && s.halted[knight] === 0;

/** Coastal tiles of zone `to` where a boat may put the knight down. */
function drops(s: Position, knight: number, to: number): number[] {
  const seat = seatOf(knight);
  return ALL_TILES.filter((tile) => {
    if (zoneAt(tile) !== to || tile === s.knightTile[knight] || !mayEnter(s, seat, tile)) return false;
    if (s.acted[knight] === 0) return true;
    // It has interacted: nothing may be forced on it there.
    const rival = !truce(s, tile) && knightsAt(s, tile).length > 0;
    const card = D.KIND_TIER[s.kind[tile]!]! > 0 && s.tokens[tile]! > 0;
    return !rival && !card && s.monster[tile] === 0 && s.explored[tile] === 1;
  });
}

/** Knights that the boat can carry to zone `to` with this die. */
function passengers(s: Position, seat: number, from: number, to: number, die: number): number[] {
  return knightsOf(s, seat).filter((k) => {
    const pier = zoneAt(s.knightTile[k]!);
    if (pier < 0 || s.halted[k] === 1) return false;
    if (second(s)) return s.acted[k] === 0 && dropsOnWay(s, k, from, to, die).length > 0;
    return zoneSteps(from, pier) + zoneSteps(pier, to) <= die && drops(s, k, to).length > 0;
  });
}

/** Second edition: coastal tiles where a knight may get off a boat that goes from one zone to another by way of its pier. */
function dropsOnWay(s: Position, knight: number, from: number, to: number, die: number): number[] {
  const pier = zoneAt(s.knightTile[knight]!);
  const onWay = SEATS.filter((q) => zoneSteps(from, pier) + zoneSteps(pier, q) + zoneSteps(q, to) <= die);
  return onWay.flatMap((q) => drops(s, knight, q));
}

/** Zones where a boat may end. */
const boatZones = (s: Position, seat: number, from: number, die: number): number[] =>
  SEATS.filter((to) => (to === from ? passengers(s, seat, from, to, die).length > 0 : zoneSteps(from, to) <= die));

/** UNIT and BOW ids for a die. */
function units(s: Position, seat: number, die: number): number[] {
  const out: number[] = [];
  for (const i of [0, 1, 2]) {
    const k = seat * 3 + i;
    if (!mayUseDie(s, k)) continue;
    if (destinations(s, k, die).length > 0) out.push(A.UNIT + i);
    if (carries(s, k, D.BOW_ITEM) && targets(s, k).length > 0) out.push(A.BOW + i);
  }
  for (const i of [0, 1]) {
    const zone = s.boatZone[seat * 2 + i]!;
    if (zone !== S.ABSENT && boatZones(s, seat, zone, die).length > 0) out.push(A.UNIT + 3 + i);
  }
  return out;
}

// --- items in the turn menu -----------------------------------------------------------------------------------

/**
 * Pieces that the knight may pick up, each once a turn. Full hands do not matter: things may be dropped at any time to
 * make room, and what was picked up may be the thing that goes. The ghost guards its blade.
 */
const pickable = (s: Position, knight: number): number[] =>
  lyingOn(s, s.knightTile[knight]!).filter((p) => (s.itemTouched[p]! & S.PICKED) === 0 && !guarded(s, p, knight));
const guarded = (s: Position, piece: number, knight: number): boolean =>
  s.itemKind[piece] === D.BLACK_BLADE && s.monster[s.knightTile[knight]!] === D.GHOST + 1;
/** Pieces that the knight may put down in the turn menu, each once a turn. */
const droppable = (s: Position, knight: number): number[] =>
  carriedBy(s, knight).filter((p) => (s.itemTouched[p]! & S.DROPPED) === 0 && loose(s, p));

// --- titles ---------------------------------------------------------------------------------------------------

/** Those of `seats` with the highest values, compared one key after the other. */
function best(seats: number[], ...keys: ((seat: number) => number)[]): number[] {
  let left = seats;
  for (const key of keys) {
    const top = Math.max(...left.map(key));
    left = left.filter((seat) => key(seat) === top);
  }
  return left;
}

/** Starred tiles that carry the flag of a seat; a knight standing on one takes no claim away. */
const claimedStars = (s: Position, seat: number): number =>
  ALL_TILES.filter((tile) => s.owner[tile] === seat + 1 && D.KIND_STARRED[s.kind[tile]!] === 1).length;

function tiedForTitle(s: Position): number[] {
  const king = s.king;
  const hand = s.hand;
  const rest = stillIn(s).filter((seat) => seat !== king && seat !== hand);
  if (hand < 0)
    return best(
      rest,
      (seat) => flagsOf(s, seat),
      (seat) => claimedStars(s, seat),
    );
  return best(
    rest,
    (seat) => has(s, seat, 3),
    (seat) => RESOURCES.reduce((sum, r) => sum + has(s, seat, r), 0),
  );
}

// --- the prompts ----------------------------------------------------------------------------------------------

const yesOrNo = (): number[] => [A.YES, A.NO];

/** Nearest own tile without a knight or monster, by Manhattan distance; all that are tied. */
function refuges(s: Position, seat: number, from: number): number[] {
  const free = ALL_TILES.filter((t) => s.owner[t] === seat + 1 && knightsAt(s, t).length === 0 && s.monster[t] === 0);
  const least = Math.min(...free.map((t) => manhattan(from, t)));
  return free.filter((t) => manhattan(from, t) === least);
}

/** Second edition: home, and own tiles at most three steps from it with nobody and no monster on them. */
const shelters = (s: Position, seat: number): number[] =>
  ALL_TILES.filter((t) => {
    if (t === CORNERS[seat]) return true;
    const free = knightsAt(s, t).length === 0 && s.monster[t] === 0;
    return s.owner[t] === seat + 1 && free && manhattan(t, CORNERS[seat]!) <= 3;
  });

function bonuses(s: Position, knight: number): number[] {
  const seat = seatOf(knight);
  const side = s.fightSide;
  const used = (i: number): boolean => ((s.fightUsed[side]! >> i) & 1) === 1;
  const monster = s.fightMonster;
  const troll = s.fightKind === 1 && D.MONSTER_TROLL[monster] === 1;
  const possible = [
    carries(s, knight, D.RUSTY) && !second(s),
    carries(s, knight, D.TROLLSBANE) && troll && s.fame[seat]! >= 1 && !used(1),
    carries(s, knight, D.ROBE) && has(s, seat, 1) >= 3 && !used(2),
    carries(s, knight, D.BLACK_BLADE) && followersOf(s, knight).length > 0 && !used(3),
    leads(s, knight, D.MERCENARY) && has(s, seat, 3) >= 3 && !used(4),
    leads(s, knight, D.BRAWLER) && has(s, seat, 0) >= 3 && !used(5),
  ];
  return possible.flatMap((yes, i) => (yes ? [A.BONUS + i] : []));
}

function cardOptions(s: Position, seat: number): number[] {
  switch (s.card) {
    case D.EVENT_TRIAL: {
      const othersHave = SEATS.some((o) => o !== seat && !conceded(s, o) && held(s, o).length > 0);
      const others = SEATS.some((o) => o !== seat && !conceded(s, o));
      return [
        ...(others && held(s, seat).length > 0 ? [A.OPT] : []),
        ...(s.fame[seat]! >= 1 && othersHave ? [A.OPT + 1] : []),
      ];
    }
    case D.EVENT_BLESSING:
      return [A.OPT, A.OPT + 1];
    case D.TREASURE_SHIELD:
      return has(s, seat, 2) >= 2 ? [A.OPT, A.OPT + 1] : [A.OPT];
    case D.TREASURE_STAFF:
      return [...(s.fame[seat]! >= 2 ? [A.OPT] : []), ...(has(s, seat, 0) >= 2 ? [A.OPT + 1] : []), A.OPT + 2];
    case D.EVENT_MARKET_DAY:
    case D.TREASURE_STONE:
      return yesOrNo();
    case D.EVENT_CURSE:
      return has(s, seat, 3) >= 2 ? yesOrNo() : [A.NO];
    case D.ENCOUNTER_DOG:
      return has(s, seat, 0) >= 2 ? yesOrNo() : [A.NO];
    default:
      throw new Error(`enumerate: card ${s.card} has no options`);
  }
}

function cardPlayers(s: Position, seat: number): number[] {
  const card = s.card;
  let choice: number[];
  if (card < 0) choice = tiedForTitle(s);
  else if (card === D.EVENT_PESTS) choice = stillIn(s);
  else if (card === D.EVENT_TRIAL)
    choice = stillIn(s).filter((o) => o !== seat && (s.cardOption === 0 || held(s, o).length > 0));
  else throw new Error(`enumerate: card ${card} names no player`);
  return choice.map((o) => playerId(seat, o));
}

function cardResources(s: Position, seat: number): number[] {
  if (s.card === D.EVENT_CROWS) return [A.RES, A.RES + 1, A.RES + 2];
  const payer = s.cardOption === 0 ? seat : s.cardPlayer;
  return held(s, payer).map((r) => A.RES + r);
}

function cardKnights(s: Position, seat: number): number[] {
  const mine = s.focusKnight;
  if (s.card === D.TREASURE_RING) {
    const all = SEATS.flatMap((o) => knightsOf(s, o)).filter((k) => k !== mine);
    const allowed = all.filter((k) => seatOf(k) === seat || isHomeOf(s, s.knightTile[k]!) !== seatOf(k));
    return allowed.map((k) => knightId(seat, k));
  }
  // The beggar goes over to another knight on the tile that has room for a follower.
  const room = knightsAt(s, s.focusTile).filter(
    (k) => k !== mine && followersOf(s, k).length < s.tables.numbers.followers,
  );
  return [...room.map((k) => knightId(seat, k)), A.DONE];
}

function cardTiles(s: Position, seat: number): number[] {
  const notHome = (t: number): boolean => s.kind[t] !== D.KIND_HOME;
  if (s.card === D.EVENT_RAID)
    return ALL_TILES.filter((t) => s.owner[t] === seat + 1 && notHome(t)).map((t) => tileId(seat, t));
  const foreign = ALL_TILES.filter((t) => s.owner[t]! > 0 && s.owner[t] !== seat + 1 && notHome(t));
  return [...(flagLeft(s, seat) ? foreign.map((t) => tileId(seat, t)) : []), A.DONE];
}

function menu(s: Position, seat: number): number[] {
  const out = [A.DONE];
  for (const die of [1, 2, 3])
    if (s.dice[seat * 3 + die - 1]! > 0 && units(s, seat, die).length > 0) out.push(A.DIE + die - 1);
  const mine = knightsOf(s, seat);
  for (const k of mine) {
    if (pickable(s, k).length > 0) out.push(A.ITEMOP + (k % 3));
    if (droppable(s, k).length > 0) out.push(A.ITEMOP + 3 + (k % 3));
  }
  const partners = stillIn(s).some((o) => o !== seat);
  if (s.options.trading && !peace(s) && !s.offered && partners && held(s, seat).length > 0) out.push(A.MENU);
  if (mine.some((k) => leads(s, k, D.BEGGAR)) && has(s, seat, 3) >= 1) out.push(A.MENU + 1);
  if (mine.some((k) => followersOf(s, k).some((f) => f !== D.BEGGAR))) out.push(A.MENU + 2);
  const { conceding } = s.options;
  if (conceding === 'any' || (conceding === 'knightless' && mine.length === 0)) out.push(A.MENU + 3);
  return out;
}

function offer(s: Position, seat: number): number[] {
  const partner = s.partner;
  if (partner < 0)
    return stillIn(s)
      .filter((o) => o !== seat)
      .map((o) => playerId(seat, o));
  if (s.give < 0) return held(s, seat).map((r) => A.RES + r);
  return [
    ...held(s, partner)
      .filter((r) => r !== s.give)
      .map((r) => A.RES + r),
    A.DONE,
  ];
}

function builds(s: Position, seat: number): number[] {
  const built = (bit: number): boolean => (s.buildings[seat]! & bit) !== 0;
  const boats = [0, 1].filter((i) => s.boatZone[seat * 2 + i] !== S.ABSENT).length;
  // Pieces that can be recruited; the dragon keeps what it eats in the second edition.
  const pieces = [0, 1, 2].filter((i) => !onBoard(s, seat * 3 + i) && s.eaten[seat * 3 + i] === 0);
  const open = [
    pieces.length > 0,
    boats < 2,
    !built(S.WARSHIP),
    !built(S.MARKET),
    !built(S.BLACKSMITH),
    !built(S.FLETCHER) && !second(s),
    !built(S.CHAPEL),
    built(S.CHAPEL) && !built(S.MONASTERY),
  ];
  const { thirdKnight } = s.tables.numbers;
  const paid = (i: number): boolean =>
    i === 0 && second(s) && pieces[0] === 2
      ? RESOURCES.every((r) => has(s, seat, r) >= thirdKnight[r]!)
      : RESOURCES.every((r) => has(s, seat, r) >= s.tables.buildCost[i * 4 + r]!);
  return [...open.flatMap((yes, i) => (yes && paid(i) ? [A.BUILD + i] : [])), A.DONE];
}

function uses(s: Position, seat: number): number[] {
  const can = (i: number, bit: number): boolean =>
    (s.buildings[seat]! & bit) !== 0 &&
    ((s.used >> i) & 1) === 0 &&
    RESOURCES.every((r) => has(s, seat, r) >= s.tables.useCost[i * 4 + r]!);
  return [
    ...(can(0, S.BLACKSMITH) ? [A.USE] : []),
    ...(can(1, S.FLETCHER) ? [A.USE + 1] : []),
    ...((s.buildings[seat]! & S.MARKET) !== 0 && (s.used & 4) === 0 ? payablePairs(s, seat, [0, 1, 2]) : []),
    A.DONE,
  ];
}

/** Items of a knight that may change hands in a fight. */
const takeable = (s: Position, knight: number): number[] =>
  carriedBy(s, knight).filter((p) => s.itemKind[p] !== D.BACKPACK && loose(s, p));

const rules: Record<number, (s: Position, seat: number) => number[]> = {
  [P.ROLL]: (s, seat) => {
    const { freeDice, maxDice } = s.tables.numbers;
    const allowed = Math.min(1 + knightsOf(s, seat).length, maxDice);
    const tax = s.tax;
    const affordable = Math.floor(has(s, seat, 0) / tax);
    return [0, 1, 2].filter((n) => n <= allowed - freeDice && n <= affordable).map((n) => A.DICE + n);
  },
  [P.MENU]: menu,
  [P.UNIT]: (s, seat) => units(s, seat, s.die),
  [P.DEST]: (s, seat) => destinations(s, seat * 3 + s.unit, s.die).map((t) => tileId(seat, t)),
  [P.BOWTARGET]: (s, seat) => targets(s, s.focusKnight).map((t) => tileId(seat, t)),
  [P.BOATZONE]: (s, seat) => boatZones(s, seat, s.boatZone[seat * 2 + s.unit - 3]!, s.die).map((z) => zoneId(seat, z)),
  [P.PASSENGER]: (s, seat) => {
    const from = s.boatZone[seat * 2 + s.unit - 3]!;
    const to = s.boatTarget;
    const aboard = passengers(s, seat, from, to, s.die).map((k) => A.UNIT + (k % 3));
    return from === to ? aboard : [...aboard, A.DONE];
  },
  [P.BOATDROP]: (s, seat) => {
    const knight = s.passenger;
    const to = s.boatTarget;
    const from = s.boatZone[seat * 2 + s.unit - 3]!;
    const tiles = second(s) ? dropsOnWay(s, knight, from, to, s.die) : drops(s, knight, to);
    return tiles.map((t) => tileId(seat, t));
  },
  [P.BLOCK]: yesOrNo,
  [P.FIGHT]: () => [A.FIGHT, A.FIGHT + 1],
  [P.FLEETILE]: (s, seat) => {
    const helmet = s.frames[s.top() + 4] === 1;
    return (helmet ? shelters(s, seat) : refuges(s, seat, s.focusTile)).map((t) => tileId(seat, t));
  },
  [P.SUPPORT]: yesOrNo,
  [P.SIDE]: () => [A.SIDE, A.SIDE + 1, A.DONE],
  [P.BONUS]: (s) => [...bonuses(s, s.focusKnight), A.DONE],
  [P.SACRIFICE]: (s) => followersOf(s, s.focusKnight).map((f) => A.FOLLOWER + f),
  [P.LOSE]: (s, seat) => [...held(s, seat).map((r) => A.RES + r), ...(second(s) && s.fame[seat]! > 0 ? [A.DONE] : [])],
  [P.HANDOVER]: (s, seat) => [...held(s, seat).map((r) => A.RES + r), ...itemIds(s, takeable(s, s.focusKnight))],
  [P.LOOT]: (s, seat) => {
    const loser = s.focusKnight;
    const goods = [...held(s, seatOf(loser)).map((r) => A.RES + r), ...itemIds(s, takeable(s, loser))];
    return seat === seatOf(loser) ? goods : [...goods, A.DONE];
  },
  [P.OVERFLOW]: (s) =>
    itemIds(
      s,
      carriedBy(s, s.focusKnight).filter((p) => loose(s, p)),
    ),
  [P.TILEACT]: (s, seat) => {
    const knight = s.focusKnight;
    const tile = s.focusTile;
    const frame = s.top();
    // One attempt at the sword an arrival, the one made when its card was drawn included.
    const tried = s.frames[frame] === OP.arrive && (s.frames[frame + 4]! & S.ARRIVED_SWORD_TRIED) !== 0;
    const acts = deeds(s, knight, tile).filter((a) => !(tried && a === A.TILEACT + 5));
    return [...acts, ...(s.kind[tile] === D.KIND_TRADER ? trader(s, seat) : []), A.DONE];
  },
  [P.GET]: (s) => {
    const exchange = s.exchange;
    let types = RESOURCES;
    if (exchange >= 10) types = receivable(s, exchange - 10);
    // Two for one: something other than what was handed over.
    else if (exchange >= 0) types = RESOURCES.filter((r) => !PAIRS[exchange]!.includes(r));
    return types.map((r) => A.RES + r);
  },
  [P.STACK]: (s) => [0, 1, 2].filter((i) => s.stackTaken[i] === 0).map((i) => A.STACK + i),
  [P.CARDOPT]: cardOptions,
  [P.CARDPLAYER]: cardPlayers,
  [P.CARDRES]: cardResources,
  [P.CARDKNIGHT]: cardKnights,
  [P.CARDTILE]: cardTiles,
  [P.CARDZONE]: () => [A.ZONE, A.ZONE + 1, A.ZONE + 2, A.ZONE + 3],
  [P.SEAREPLY]: (s, seat) => {
    const zone = s.boatZone[s.cardBoat]!;
    const away = [(zone + 1) % 4, (zone + 3) % 4].map((z) => zoneId(seat, z));
    return s.fame[seat]! >= 1 ? [...away, A.DONE] : [A.DONE];
  },
  [P.MARKETDAY]: (s, seat) => [
    ...knightsOf(s, seat).map((k) => A.UNIT + (k % 3)),
    ...(has(s, seat, 3) >= 1 ? [A.YES] : []),
  ],
  [P.ONEFORONE]: (s, seat) => [...oneForOne(s, seat), A.DONE],
  [P.ROOM]: (s) => [
    ...followersOf(s, s.focusKnight)
      .filter((f) => f !== D.BEGGAR)
      .map((f) => A.FOLLOWER + f),
    A.DONE,
  ],
  [P.HARVEST]: (s, seat) => {
    const ripe = ALL_TILES.filter((t) => s.harvestBy[t] === seat + 1);
    if (!second(s) || s.power > 0) return ripe.map((t) => tileId(seat, t));
    const dice = [0, 1, 2].filter((i) => s.dice[seat * 3 + i]! > 0);
    return [...(ripe.length > 0 ? dice.map((i) => A.DIE + i) : []), ...builds(s, seat)];
  },
  [P.USE]: uses,
  [P.BUILD]: builds,
  [P.ITEMPICK]: (s, seat) => {
    const operation = s.itemOperation;
    const knight = seat * 3 + (operation % 3);
    return itemIds(s, operation < 3 ? pickable(s, knight) : droppable(s, knight));
  },
  [P.DISMISS]: (s, seat) =>
    knightsOf(s, seat)
      .flatMap((k) => followersOf(s, k))
      .filter((f) => f !== D.BEGGAR)
      .map((f) => A.FOLLOWER + f),
  [P.OFFER]: offer,
  [P.ANSWER]: yesOrNo,
  [P.DECK]: (s) => {
    const tier = D.KIND_TIER[s.kind[s.focusTile]!]! - 1;
    return [0, 1, 2].filter((i) => s.pileSize[tier * 3 + i]! > 0).map((i) => A.DECK + i);
  },
};
