/**
 * The actions in blocks. Their ids are in every trained policy: changing one is a new version of the game. TILE and ZONE
 * are in the frame of the player who acts (its home is north-west); PLAYER and KNIGHT count seats clockwise from it. A
 * prompt has words of its own where it says more than the block does.
 */
import { actionsOf } from '../../env/kit/actions.js';
import { followers, itemKinds, KIND_TIER } from './data.js';
import { TO_ABSOLUTE } from './geometry.js';
import * as N from './names.js';
import { priceRow } from './rules/pieces.js';
import { ABSENT, type Position } from './state.js';
import * as T from './terms.js';

/** The seat that acts, whose frame ids are in. */
const me = (s: Position): number => Math.max(0, s.actor);
const ownKnight = (s: Position, knight: number): number => me(s) * 3 + knight;

export const tileOf = (s: Position, { tile }: { tile: number }): number => TO_ABSOLUTE[me(s) * 64 + tile]!;
export const zoneOf = (s: Position, { zone }: { zone: number }): string => T.zoneNames[(me(s) + zone) & 3]!;
export const playerOf = (s: Position, { player }: { player: number }): string => N.seatName((me(s) + player) & 3);
const knightOf = (s: Position, { player, knight }: { player: number; knight: number }): number =>
  ((me(s) + player) & 3) * 3 + knight;
/** A knight or boat of the actor. */
export function unitText(s: Position, { unit }: { unit: number }): string {
  if (unit < 3) return `knight ${unit + 1} ${N.whereabouts(s, ownKnight(s, unit))}`;
  const zone = s.boatZone[me(s) * 2 + unit - 3]!;
  return `boat ${unit - 2}${zone === ABSENT ? '' : ` in ${T.zoneNames[zone]}`}`;
}

export const doomspireActions = actionsOf<Position>()((action) => ({
  /** Destination, boat drop, harvest, raid, monk, flight, bow target. */
  TILE: action(
    { tile: 64 },
    (s, args) => N.tileText(s, tileOf(s, args)),
    (s, args) => ({ tile: N.tileName(tileOf(s, args)) }),
  ),
  /** Spend a die showing 1, 2, 3. */
  DIE: action(
    { face: 3 },
    (_, { face }) => `spend a die of ${face + 1}`,
    (_, { face }) => ({ value: face + 1 }),
  ),
  /** Knights 0-2, boats 0-1. */
  UNIT: action({ unit: 5 }, unitText, (s, { unit }) =>
    unit < 3 ? { knight: N.knightName(ownKnight(s, unit)) } : { boat: T.boatNames[me(s) * 2 + unit - 3] },
  ),
  /** Shoot with it. */
  BOW: action(
    { knight: 3 },
    (s, { knight }) => `shoot with knight ${knight + 1} ${N.whereabouts(s, ownKnight(s, knight))}`,
    (s, { knight }) => ({ knight: N.knightName(ownKnight(s, knight)) }),
  ),
  /** Boat destination, sea monsters, fleeing boat. */
  ZONE: action(
    { zone: 4 },
    (s, args) => `sail to ${zoneOf(s, args)}`,
    (s, args) => ({ zone: zoneOf(s, args) }),
  ),
  RES: action(
    { resource: 4 },
    (_, { resource }) => N.oneOf(resource),
    (_, { resource }) => ({ resource: T.resourceNames[resource] }),
  ),
  PAIR: action(
    { pair: 10 },
    (_, { pair }) => `exchange ${N.pairName(pair)} for one other`,
    (_, { pair }) => ({ resources: [T.PAIR_FIRST[pair]!, T.PAIR_SECOND[pair]!].map((r) => T.resourceNames[r]) }),
  ),
  /** Kind of item to buy, loot, drop, pick up. */
  ITEM: action(
    { item: 19 },
    (_, { item }) => N.itemName(item),
    (_, { item }) => ({ item: itemKinds[item]!.id }),
  ),
  PLAYER: action({ player: 4 }, playerOf, (s, args) => ({ player: playerOf(s, args) })),
  KNIGHT: action(
    { player: 4, knight: 3 },
    (s, args) => {
      const knight = knightOf(s, args);
      const verb = s.card < 0 ? 'the beggar goes with' : 'change places with';
      return `${verb} knight ${N.knightName(knight)} ${N.whereabouts(s, knight)}`;
    },
    (s, args) => ({ knight: N.knightName(knightOf(s, args)) }),
  ),
  BUILD: action(
    { build: 8 },
    (s, { build }) => {
      const verb = build === 0 ? 'recruit a' : 'build a';
      return `${verb} ${T.buildNames[build]} for ${N.cost(s.tables.buildCost, priceRow(s, me(s), build))}`;
    },
    (_, { build }) => ({ build: T.buildNames[build] }),
  ),
  TILEACT: action(
    { act: 6 },
    (s, { act }) => {
      const { conquerMight, conquerFame, revoltFame, templeFame, mercenaryGold } = s.tables.numbers;
      const where = s.focusTile >= 0 ? N.tileText(s, s.focusTile) : 'this tile';
      const revolt = `start a revolt at ${where} for ${revoltFame} fame`;
      return [
        `claim ${where}`,
        `conquer ${where} for ${conquerMight} might`,
        s.tables.airef ? `conquer ${where} for ${conquerFame} fame` : revolt,
        `pray: ${templeFame} fame for 1 might`,
        `hire: ${mercenaryGold} gold for 1 might`,
        'pull the sword in the stone',
      ][act]!;
    },
    (_, { act }) => ({ act: T.tileActNames[act] }),
  ),
  /** Added to a battle. */
  BONUS: action(
    { bonus: 6 },
    (_, { bonus }) =>
      [
        'break the rusty sword: +2',
        'pay 1 fame for trollsbane: +2',
        'pay 3 wood for the robe: +2',
        'give up a follower for the black blade: +5',
        'pay 3 gold to the mercenary: +2',
        'pay 3 food to the brawler: +2',
      ][bonus]!,
    (_, { bonus }) => ({ bonus: T.bonusNames[bonus] }),
  ),
  USE: action(
    { use: 2 },
    (s, { use }) => `${T.useNames[use]}: ${N.cost(s.tables.useCost, use)} for 1 might`,
    (_, { use }) => ({ building: T.useNames[use] }),
  ),
  /** Fight, flee. */
  FIGHT: action(
    { answer: 2 },
    (s, { answer }) => {
      if (answer === 0) return `fight ${N.opponent(s)}`;
      if (!s.tables.airef) return `flee from ${N.opponent(s)}`;
      return s.fightKind === 3 ? 'let the dragon be' : `flee home from ${N.opponent(s)} for 1 fame`;
    },
    (_, { answer }) => ({ fight: answer === 0 }),
  ),
  /** Yes, no. */
  YESNO: action(
    { answer: 2 },
    (_, { answer }) => (answer === 0 ? 'yes' : 'no'),
    (_, { answer }) => ({ yes: answer === 0 }),
  ),
  /** Support the attacker, the defender. */
  SIDE: action(
    { side: 2 },
    (s, { side }) => {
      const knight = side === 0 ? s.fightAttacker : s.fightDefender;
      return `support the ${side === 0 ? 'attacker' : 'attacked'}, knight ${N.knightName(Math.max(0, knight))}`;
    },
    (_, { side }) => ({ side: side === 0 ? 'attacker' : 'defender' }),
  ),
  /** A, B, C of a card. */
  OPT: action(
    { option: 3 },
    (s, { option }) => N.optionText(s, option),
    (_, { option }) => ({ option: 'ABC'[option] }),
  ),
  /** Treasure stack. */
  STACK: action(
    { stack: 3 },
    (s, { stack }) => `take stack ${stack + 1}: ${N.amounts(s.stackContents, stack * 4)}`,
    (_, { stack }) => ({ stack: stack + 1 }),
  ),
  DICE: action({ extra: 3 }, (s, { extra }) =>
    extra === 0 ? 'no extra die' : `${extra} extra di${extra > 1 ? 'c' : ''}e for ${extra * s.tax} food`,
  ),
  /** Pick up, drop. */
  ITEMOP: action(
    { operation: 2, knight: 3 },
    (s, { operation, knight }) => {
      const verb = operation === 0 ? 'pick something up with' : 'drop something of';
      return `${verb} knight ${knight + 1} ${N.whereabouts(s, ownKnight(s, knight))}`;
    },
    (s, { operation, knight }) => ({
      operation: operation === 0 ? 'pick up' : 'drop',
      knight: N.knightName(ownKnight(s, knight)),
    }),
  ),
  /** Follower to dismiss, give up, make room with. */
  FOLLOWER: action(
    { follower: 8 },
    (_, { follower }) => `dismiss the ${N.followerName(follower)}`,
    (_, { follower }) => ({ follower: followers[follower]!.id }),
  ),
  MENU: action(
    { choice: 4 },
    (_, { choice }) =>
      ['offer a trade', 'pay the beggar off for 1 gold', 'dismiss a follower', 'concede the game'][choice]!,
    (_, { choice }) => ({ choice: T.menuNames[choice] }),
  ),
  /** Which deck a card is drawn from (edition airef). */
  DECK: action(
    { deck: 3 },
    (s, { deck }) => {
      if (!s.tables.airef) return `draw from deck ${deck + 1}`;
      const tile = s.focusTile;
      const tier = (tile >= 0 ? KIND_TIER[s.kind[tile]!]! : 0) - 1;
      return `draw from deck ${deck + 1} (${tier < 0 ? 'unknown' : N.pileWords(s, tier, deck)})`;
    },
    (_, { deck }) => ({ deck: deck + 1 }),
  ),
  /** Pass, finish, none. */
  DONE: action({}, () => 'done'),
  /** Never legal. */
  NONE: action(
    { spare: T.ACTIONS - T.USED_ACTIONS },
    (_, { spare }) => `action ${T.USED_ACTIONS + spare}`,
    (_, { spare }) => ({ id: T.USED_ACTIONS + spare }),
  ),
}));

/** First id of each block. */
export const { TILE, DIE, UNIT, BOW, ZONE, RES, PAIR, ITEM, PLAYER, KNIGHT, BUILD, TILEACT } = doomspireActions.first;
/** Gives the game up. */
export const CONCEDE = doomspireActions.first.MENU + T.menuNames.indexOf('concede');
export const { BONUS, USE, FIGHT, SIDE, OPT, STACK, DICE, ITEMOP, FOLLOWER, MENU } = doomspireActions.first;
export const { DECK, DONE } = doomspireActions.first;
export const YES = doomspireActions.first.YESNO;
export const NO = YES + 1;
if (doomspireActions.first.NONE !== T.USED_ACTIONS)
  throw new Error(`doomspire has ${doomspireActions.first.NONE} actions: terms.ts says ${T.USED_ACTIONS}`);
export type BlockName = keyof typeof doomspireActions.first;
