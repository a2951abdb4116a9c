/**
 * The actions in blocks; tiles are absolute, heroes count within the seat that acts. Their ids are in every trained policy:
 * changing one is a new version of the game.
 */
import { actionsOf, camelCase } from '../../env/kit/actions.js';
import { heroThere, many } from './names.js';
import { cityAtHand, tileAtHand } from './rules/board.js';
import { splitMercs, splitOf } from './rules/split.js';
import { ACTIONS, heroNames, type Position, SQUADS, TILES, tileNames } from './state.js';

/** 1, 5 or all mercenaries. */
const amounts = [1, 5, 'all'] as const;
const some = (amount: number, all: number): string =>
  amount === 2 ? `all mercenaries (${all})` : many(amounts[amount] as number, 'mercenary');
const numberOf = (_s: Position, { amount }: { amount: number }) => ({ number: amounts[amount] });

export const fuzzyActions = actionsOf<Position>()(
  (action) => ({
    /** Place a city or token, move, besiege, as the prompt says. */
    TILE: action(
      { tile: TILES },
      (_, { tile }) => tileNames[tile]!,
      (_, { tile }) => ({ tile: tileNames[tile] }),
    ),
    END: action({}, () => 'end'),
    /** Select or dismiss. */
    HERO: action(
      { hero: 2 },
      (s, { hero }) => heroThere(s, 2 * s.actor + hero),
      (s, { hero }) => ({ hero: heroNames[2 * s.actor + hero] }),
    ),
    PICK_ITEM: action({}, () => 'pick up an item for 1 point'),
    PICK_RESOURCE: action({}, () => 'open a resource token for 1 point'),
    CAPTURE: action({}, (s) => `capture the mine for ${s.covered[s.hand] === 1 ? 'no' : '1'} point`),
    ENGAGE: action({}, () => 'take on a monster token here for 1 point'),
    FOUND: action({}, (s) => `hero ${heroNames[s.hand]} becomes mayor of a new city on ${tileNames[tileAtHand(s)]}`),
    BUILD_TIER: action({}, (s) => {
      const { name, cost } = s.tables.cities.tiers[s.tier[cityAtHand(s)]!]!;
      return `build ${name} for ${cost}`;
    }),
    BUILD_RAMPARTS: action({}, (s) => {
      const { name, cost } = s.tables.cities.ramparts[s.ramparts[cityAtHand(s)]!]!;
      return `build ${name} for ${cost}`;
    }),
    BUILD_CAMP: action({}, (s) => `build Mercenary Camp for ${s.tables.cities.campCost}`),
    RECRUIT_HERO: action({}, (s) => `recruit a hero for ${s.tables.cities.heroCost}`),
    RECRUIT_MERC: action(
      { amount: 2 },
      (s, { amount }) => `recruit ${some(amount, 0)} for ${(amount === 0 ? 1 : 5) * s.tables.cities.mercenaryCost}`,
      numberOf,
    ),
    TAKE: action(
      { amount: 3 },
      (s, { amount }) => `take ${some(amount, s.cityMercs[tileAtHand(s)]!)} from the city`,
      numberOf,
    ),
    LEAVE: action({ amount: 3 }, (s, { amount }) => `leave ${some(amount, s.mercs[s.hand]!)} in the city`, numberOf),
    ARMORY_EQUIP: action({}, () => 'take better items from the armory'),
    ARMORY_STORE: action({}, () => 'put all items into the armory'),
    COINS_IN: action({}, (s) => `put ${many(s.purse[s.hand]!, 'coin')} into the treasury`),
    COINS_OUT: action(
      { all: 2 },
      (s, { all }) => `take ${all ? `the whole treasury (${s.treasury[s.actor]})` : '5 coins from the treasury'}`,
      (_, { all }) => ({ number: all ? 'all' : 5 }),
    ),
    SPLIT: action(
      { template: 7 },
      (s, { template }) => {
        const squads = splitOf(splitMercs(s), template).filter((size) => size > 0);
        return `split ${many(splitMercs(s), 'mercenary')} into ${squads.join(' + ')}`;
      },
      (s, { template }) => ({ squads: splitOf(splitMercs(s), template) }),
    ),
    /** Target or sacrifice. */
    SQUAD: action(
      { squad: SQUADS },
      (_, { squad }) => `squad ${squad + 1}`,
      (_, { squad }) => ({ squad: ['first', 'second', 'third', 'hero', 'city'][squad] }),
    ),
    BRIBE_ONE: action({}, (s) => `bribe a monster for ${s.tables.encounters.bribeCost}`),
    RETREAT: action({}, () => 'retreat: the hero and its army are lost'),
    ROLL: action({}, () => 'roll for movement'),
  }),
  camelCase,
);

/** First id of each block. */
export const { TILE, END, HERO, PICK_ITEM, PICK_RESOURCE, CAPTURE, ENGAGE, FOUND, BUILD_TIER, BUILD_RAMPARTS } =
  fuzzyActions.first;
export const { BUILD_CAMP, RECRUIT_HERO, RECRUIT_MERC, TAKE, LEAVE, ARMORY_EQUIP, ARMORY_STORE, COINS_IN, COINS_OUT } =
  fuzzyActions.first;
export const { SPLIT, SQUAD, BRIBE_ONE, RETREAT, ROLL } = fuzzyActions.first;
/** Five at once. */
export const RECRUIT_MERCS = RECRUIT_MERC + 1;
if (fuzzyActions.count !== ACTIONS)
  throw new Error(`fuzzy-knights has ${fuzzyActions.count} actions: terms.ts says ${ACTIONS}`);
export type BlockName = keyof typeof fuzzyActions.first;
