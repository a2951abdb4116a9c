/** Why an action cannot be chosen just now. Nothing hidden is read. */
import { type BlockName, isleboundActions } from '../actions.js';
import { DISTANCE, leg, PORT } from '../geometry.js';
import { count } from '../names.js';
import {
  buildPrice,
  extraCrew,
  freeCubes,
  friendPrice,
  helpers,
  openEvent,
  ready,
  readyCrew,
  shipSpeed,
  TOO_FAR,
  tollDue,
  visitPrice,
} from '../rules/judgements.js';
import { CREW_ROW, EMPTY, HUMAN, P, type Position } from '../state.js';

type Args = Record<string, number>;
type Why = (s: Position, args: Args) => string | null;

const have = (n: number, name: string): string => `you have ${n === 0 ? 'none' : count(n, name)}`;

const inTown = (s: Position): boolean => s.ship !== PORT;
const red = (s: Position): boolean => s.tables.townRed[s.townAt[s.ship]!] === 1;
const mine = (s: Position): boolean => s.owner[s.ship] === HUMAN;

/** What is missing for the open event of a pile. */
function eventMissing(s: Position, pile: number): string | null {
  const event = openEvent(s, pile);
  if (event === EMPTY) return null;
  const { tables } = s;
  const town = tables.eventTown[event]!;
  if (!inTown(s) || s.townAt[s.ship] !== town) return `it is done in ${tables.townNames[town]}`;
  return 'you lack the goods or the ready crew that it asks for';
}

/** The main action and the free ones, where they can be asked for. */
const here: Partial<Record<BlockName, Why>> = {
  VISIT: (s) => (inTown(s) ? `it costs ${count(visitPrice(s, s.ship), 'coin')}, ${have(s.human.coins, 'coin')}` : null),
  BEFRIEND(s) {
    if (!inTown(s)) return null;
    if (mine(s)) return 'the town is yours already';
    if (red(s)) return 'a town with a red banner is attacked, not befriended';
    const { influence } = s.human;
    return `it costs ${count(friendPrice(s, s.ship), 'cube')}: ${have(influence, 'cube')} on the track, and ready crew saves ${helpers(s)}`;
  },
  ATTACK(s) {
    if (!inTown(s)) return null;
    if (mine(s)) return 'the town is yours already';
    if (!red(s)) return 'a town with a blue banner is befriended, not attacked';
    return freeCubes(s, HUMAN) > 0 ? 'you have no pirate and no serpent to send' : 'you have no cube left to put on it';
  },
  EVENT: (s, { pile }) => eventMissing(s, pile!),
  HUNT: () => 'there are no coins on the treasure map',
  HOME: () => 'your ship is not in the home port',
};

const free: Partial<Record<BlockName, Why>> = {
  EAT_FISH: (s) => (s.human.fish === 0 ? 'you have no fish' : 'all of your crew is ready'),
  BUY_TOKEN(s) {
    if (s.tokensLeft === 0) return null;
    if (s.tokenBought) return 'you have bought one this turn';
    return `it costs ${count(s.tables.numbers.tokenCost, 'coin')}, ${have(s.human.coins, 'coin')}`;
  },
};

/** What other actions lead to. */
const later: Partial<Record<BlockName, Why>> = {
  BUILD: (s, { slot }) => (s.row[slot!] === EMPTY ? null : 'you build where a town says so, or by using the home port'),
  HIRE: (s, { place }) =>
    s.crewRow[place!] === EMPTY ? null : 'crew is hired where a town, a token or a building says so',
  BRAG: () => 'you brag where a town, an event or a building says so',
};

const had: Why = (s) => (inTown(s) ? 'you have had the main action of this turn' : null);

function sail(s: Position, to: number): string | null {
  if (to === s.ship) return 'the ship must leave where it is';
  const { numbers, crewAdminister } = s.tables;
  const extra = extraCrew(s, to);
  const away = DISTANCE[leg(s.home, s.ship, to)]!;
  if (extra === TOO_FAR) return `it is ${count(away, 'space')} away, no ship sails more than ${numbers.maxSpeed}`;
  if (extra > readyCrew(s))
    return `it is ${count(away, 'space')} away: the ship sails ${shipSpeed(s)}, and ${readyCrew(s)} of your crew can row`;
  if (!tollDue(s, to)) return null;
  if (s.human.coins < numbers.tollCoins || ready(s, crewAdminister) === 0)
    return `the way through the rival's region costs ${count(numbers.tollCoins, 'coin')} and a ready member of the crew that administers`;
  return 'nobody is ready to pay the toll and to row as well';
}

function build(s: Position, slot: number): string | null {
  if (s.row[slot] === EMPTY) return null;
  const { bookTokens, maxWood, woodDiscount } = s.tables.numbers;
  const books = bookTokens[slot]!;
  if (s.human.book < books) return `this place asks for ${count(books, 'book')}, ${have(s.human.book, 'book')}`;
  const wood = Math.min(maxWood, s.human.wood);
  return `it costs ${count(buildPrice(s, slot), 'coin')}: ${have(s.human.coins, 'coin')}${wood > 0 ? `, and wood for ${woodDiscount * wood}` : ''}`;
}

/** A member that cannot be used for what is asked. */
const crew =
  (why: string): Why =>
  (s, { place }) =>
    place! >= s.human.crew ? null : s.exhausted[place!] ? 'exhausted' : why;

const useless = { CREW: crew('has no symbol that helps here') };

const byPrompt: Partial<Record<number, Partial<Record<BlockName, Why>>>> = {
  [P.MOVE]: { MOVE: (s, { to }) => sail(s, to!) },
  [P.MAIN]: { ...here, ...free, ...later },
  [P.POST]: { VISIT: had, BEFRIEND: had, ATTACK: had, ...free, ...later },
  [P.BUILD]: { BUILD: (s, { slot }) => build(s, slot!) },
  [P.HIRE]: {
    HIRE: (s, { place }) =>
      place! < CREW_ROW && s.crewRow[place!] !== EMPTY
        ? `the ship has no room: ${s.tables.numbers.maxCrew} are aboard`
        : null,
  },
  [P.EAT]: { CREW: (s, { place }) => (place! < s.human.crew ? 'is ready already' : null) },
  [P.TOLL]: useless,
  [P.SPEED]: useless,
  [P.ADMIN]: useless,
  [P.WORK]: useless,
  [P.EVX]: useless,
  [P.SELL]: { SELL_FISH: () => 'you have no fish', SELL_WOOD: () => 'you have no wood' },
  [P.WOOD]: {
    USE_WOOD: (s) => (s.human.wood === 0 ? 'you have no wood left' : 'no more wood can be used'),
  },
};

export function whyNot(s: Position, action: number): string | null {
  const reasons = byPrompt[s.prompt];
  if (!reasons || s.legalActions.subarray(0, s.count).includes(action)) return null;
  const { name, args } = isleboundActions.parse(action);
  return reasons[name]?.(s, args) ?? null;
}
