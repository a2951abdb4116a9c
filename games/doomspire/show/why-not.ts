/** Why an action cannot be chosen just now. Nothing hidden is read. */
import { type BlockName, doomspireActions, tileOf } from '../actions.js';
import * as D from '../data.js';
import { DISTANCE, HOME_SEAT, NONE } from '../geometry.js';
import * as N from '../names.js';
import { diceCount } from '../read.js';
import { BUILDING } from '../rules/harvest.js';
import { reaches, ready, stepsOf } from '../rules/movement.js';
import { canPay, priceRow } from '../rules/pieces.js';
import { strife } from '../rules/territory.js';
import { ABSENT, NEUTRAL, P, type Position } from '../state.js';

type Args = Record<string, number>;
type Why = (s: Position, args: Args) => string | null;

const [FLETCHER, MONASTERY] = [5, 7];

/** What a seat has of each resource. */
const purse = (s: Position): string => `you have ${N.amounts(s.resources, s.actor * 4)}`;
const gold = (s: Position): number => s.resources[s.actor * 4 + 3]!;

/** Knights of the seat to act that may still have a die spent on them. */
const movers = (s: Position): number[] => [0, 1, 2].map((i) => s.actor * 3 + i).filter((knight) => ready(s, knight));

/** Why no knight of this seat may stop on a tile, however near; null where one may. */
function barred(s: Position, tile: number): string | null {
  const home = HOME_SEAT[tile]!;
  if (s.kind[tile] === D.KIND_HOME && home !== NONE && home !== s.actor && s.concededOrder[home] === 0)
    return `nobody but ${N.seatName(home)} enters this home`;
  if (s.knightsOn[tile] === 0 || s.tables.peaceful[s.kind[tile]!] !== 0) return null;
  if (s.knightsOn[tile]! & (7 << (s.actor * 3))) return 'a knight of yours stands there';
  return strife(s)
    ? null
    : `knights of different players keep apart until round ${s.tables.numbers.peacefulRounds + 1}`;
}

/** A tile that no knight walks to with the dice that are left. */
function outOfReach(s: Position, tile: number): string | null {
  if (diceCount(s, s.actor) === 0) return 'you have no dice left this turn';
  const knights = movers(s);
  if (knights.length === 0) return 'your knights have all acted this turn';
  const closed = barred(s, tile);
  if (closed) return closed;
  const dice = [1, 2, 3].filter((die) => s.dice[s.actor * 3 + die - 1]! > 0);
  if (knights.some((k) => s.knightTile[k] === tile)) return null;
  const near = knights.some((k) => dice.some((die) => reaches(s, k, s.actor, die, tile)));
  return near ? null : 'none of your knights gets there on foot with the dice that are left';
}

/** A tile that the chosen knight does not reach with the chosen die. */
function notFrom(s: Position, tile: number): string | null {
  const knight = s.focusKnight;
  if (s.knightTile[knight] === tile) return 'the knight stands there, and has nothing to do';
  const closed = barred(s, tile);
  if (closed) return closed;
  const steps = stepsOf(s, knight, s.die);
  const away = DISTANCE[s.knightTile[knight]! * 64 + tile]!;
  return away > steps ? `it is ${away} steps away, this die gives ${steps}` : 'something on the way stops the knight';
}

function unit(s: Position, i: number): string | null {
  if (i >= 3) return null;
  const knight = s.actor * 3 + i;
  if (s.knightTile[knight] === ABSENT) return null;
  if (s.acted[knight]) return 'this knight has acted this turn';
  if (s.halted[knight]) return 'this knight has stopped for this turn';
  return 'this die takes the knight nowhere';
}

function build(s: Position, what: number): string | null {
  const row = priceRow(s, s.actor, what);
  const have = s.buildings[s.actor]!;
  if (what === FLETCHER && s.tables.airef) return null;
  if (have & BUILDING[what]!) return 'you have it';
  if (what === MONASTERY && !(have & BUILDING[what - 1]!)) return 'it needs a chapel first';
  if (!canPay(s, s.actor, s.tables.buildCost, row)) return `it costs ${N.cost(s.tables.buildCost, row)}; ${purse(s)}`;
  return 'you have all of them';
}

const atHarvest: Why = (s, { build: what }) =>
  (what === FLETCHER && s.tables.airef) || s.buildings[s.actor]! & BUILDING[what!]!
    ? null
    : 'you build in the harvest, after all players have moved';

/** What is done on a tile, where it is a tile for that. */
function act(s: Position, what: number): string | null {
  const tile = s.focusTile;
  const { conquerMight, conquerFame, flags, mercenaryGold, revoltFame, templeFame } = s.tables.numbers;
  const [kind, owner] = [s.kind[tile]!, s.owner[tile]! - 1];
  const [might, fame] = [s.might[s.actor]!, s.fame[s.actor]!];
  if (what === 3 && kind === D.KIND_TEMPLE) return `it costs ${templeFame} fame, you have ${fame}`;
  if (what === 4 && kind === D.KIND_MERCENARY) return `it costs ${mercenaryGold} gold, you have ${gold(s)}`;
  if (what > 2 || D.KIND_SPECIAL[kind] || kind === D.KIND_HOME) return null;
  const full = s.flags[s.actor]! >= flags ? `all of your ${flags} flags are on tiles` : null;
  if (what === 0) return owner < 0 && D.KIND_RESOURCE[kind] ? full : null;
  if (owner < 0 || owner === s.actor) return null;
  if (!strife(s)) return `tiles of others are safe until round ${s.tables.numbers.peacefulRounds + 1}`;
  if (what === 1) {
    if (might < conquerMight) return `it costs ${conquerMight} might, you have ${might}`;
    return full ?? 'its owner protects the tile';
  }
  if (s.tables.airef)
    return fame < conquerFame
      ? `it costs ${conquerFame} fame, you have ${fame}`
      : (full ?? 'its owner protects the tile');
  if (owner + 1 === NEUTRAL) return null;
  return fame < revoltFame ? `it costs ${revoltFame} fame, you have ${fame}` : 'its owner protects the tile';
}

/** The trader's goods. */
function item(s: Position, kind: number): string | null {
  if (s.kind[s.focusTile] !== D.KIND_TRADER || kind >= D.TRADER_KINDS || s.traderStock[kind] === 0) return null;
  return `it costs ${s.tables.itemCost[kind]} gold, you have ${gold(s)}`;
}

const byPrompt: Partial<Record<number, Partial<Record<BlockName, Why>>>> = {
  [P.ROLL]: {
    DICE: (s, { extra }) =>
      `each extra die costs ${s.tax} food; you have ${s.resources[s.actor * 4]} food, and knights for ${extra! - 1} or fewer`,
  },
  [P.MENU]: {
    DIE: (s, { face }) =>
      s.dice[s.actor * 3 + face!] === 0 ? `you have no die of ${face! + 1} left` : 'nobody of yours can use it',
    MENU: (s, { choice }) => {
      if (choice !== 0 || !s.options.trading) return null;
      if (!strife(s)) return `players trade from round ${s.tables.numbers.peacefulRounds + 1} on`;
      return s.offered ? 'you have made an offer this turn' : 'you have nothing to offer';
    },
    BUILD: atHarvest,
    TILE: (s, args) => outOfReach(s, tileOf(s, args as { tile: number })),
  },
  [P.UNIT]: { UNIT: (s, { unit: i }) => unit(s, i!) },
  [P.DEST]: { TILE: (s, args) => notFrom(s, tileOf(s, args as { tile: number })) },
  [P.BOATZONE]: { ZONE: (s) => `a die of ${s.die} does not take the boat there` },
  [P.TILEACT]: { TILEACT: (s, { act: what }) => act(s, what!), ITEM: (s, { item: kind }) => item(s, kind!) },
  [P.HARVEST]: {
    BUILD: (s, { build: what }) => (s.tables.airef ? build(s, what!) : null),
  },
  [P.BUILD]: { BUILD: (s, { build: what }) => build(s, what!) },
};

export function whyNot(s: Position, action: number): string | null {
  const reasons = byPrompt[s.prompt];
  if (!reasons || s.legalActions.subarray(0, s.count).includes(action)) return null;
  const { name, args } = doomspireActions.parse(action);
  return reasons[name]?.(s, args) ?? null;
}
