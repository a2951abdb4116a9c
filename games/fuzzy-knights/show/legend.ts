/** What the signs and buildings of Fuzzy Knights are, from its tables. */
import type { LegendEntry, LegendSection, SceneToken } from '../../../env/scene.js';
import { itemTypeNames, rarities } from '../data.js';
import { many } from '../names.js';
import type { FuzzyOptions } from '../options.js';
import { Position } from '../state.js';

/** Dice as `[number, sides, bonus]`: `2d6+3`. */
const dice = ([n, sides, bonus]: readonly [number, number, number]): string =>
  `${n}d${sides}${bonus > 0 ? `+${bonus}` : ''}`;
const coins = (n: number): string => many(n, 'coin');

const token = (name: string, shape: SceneToken['shape'], tone: SceneToken['tone'], sign?: string) => ({
  token: { name, shape, tone, ...(sign && { sign }) },
});

export function legend(options: FuzzyOptions): LegendSection[] {
  const { cities, encounters, setup, itemDice } = new Position(options).tables;
  const signs: LegendEntry[] = [
    {
      name: 'city',
      text: `Its owner's letter and its tier; # are ramparts. It pays ${coins(setup.cityIncome)} a day and rolls ${dice(cities.cityRoll)} when it is assaulted.`,
      ...token('city', 'house', 'red', 'A2'),
    },
    {
      name: 'siege',
      text: 'A hero took a level of ramparts off this city today: it does not build tomorrow.',
    },
    {
      name: 'mine',
      text: `Pays ${coins(setup.mineIncome)} a day. Who captures it may meet guardians, and gets ${coins(encounters.captureBonus)}.`,
      also: ["nobody's mine"],
      ...token('mine', 'hexagon', 'grey', 'm'),
    },
    {
      name: 'hero',
      text: `Walks ${dice(cities.movement)} points a day and rolls ${dice(cities.heroRoll)} in battle, items added. Coins in its purse are lost with it.`,
      ...token('hero', 'pawn', 'blue', 'B1'),
    },
    {
      name: 'mercenary',
      text: `Rolls a die of ${cities.mercenaryDie} in battle; costs ${coins(cities.mercenaryCost)}.`,
      also: ['mercenaries'],
    },
    {
      name: 'item token',
      text: 'A hero that picks it up for 1 point draws an item.',
      also: ['item tokens'],
      ...token('item token', 'star', 'teal'),
    },
    {
      name: 'resource token',
      text: `A cache: opened for 1 point, ${dice(encounters.smallCache)} coins, sometimes ${dice(encounters.largeCache)}.`,
      also: ['resource tokens'],
      ...token('resource token', 'disc', 'yellow', '$'),
    },
    {
      name: 'monster token',
      text: `Monsters that fight, take bribes (${coins(encounters.bribeCost)} each) or join; a die decides. Each rolls a die of ${encounters.monsterDie}.`,
      also: ['monster tokens', 'monsters'],
      ...token('monster token', 'diamond', 'brown', 'x'),
    },
    {
      name: 'garrison action',
      text: `What a hero exchanges with its own city: mercenaries, items, coins. It has ${cities.garrisonActions} a day.`,
      also: ['garrison actions'],
    },
    {
      name: 'besiege',
      text: `Takes a level of ramparts off a city on the next tile; it takes ${cities.siegeMovement} points, or the whole roll of the day.`,
    },
  ];
  const buildings: LegendEntry[] = [
    ...cities.tiers.map(({ name, cost, reward }, i) => ({
      name,
      text: `Tier ${i + 1} of a city. It costs ${coins(cost)}; who conquers it gets ${coins(reward)}.`,
    })),
    ...cities.ramparts.map(({ name, cost, needsTier }, i) => ({
      name,
      text: `Level ${i + 1} of the walls: they must be besieged before an assault. ${coins(cost)}, in a city of tier ${needsTier} or more.`,
    })),
    {
      name: 'Mercenary Camp',
      text: `Mercenaries can be recruited here. ${coins(cities.campCost)}.`,
    },
    { name: 'recruit a hero', text: `A hero in this city, two in all. ${coins(cities.heroCost)}.` },
  ];
  const kinds = itemTypeNames.map((name, type): LegendEntry => {
    const rolls = rarities.map((rarity, level) => {
      const at = (type * 6 + level + 1) * 3;
      return `${rarity} ${dice([itemDice[at]!, itemDice[at + 1]!, itemDice[at + 2]!])}`;
    });
    return { name, text: `The best one that a hero has adds to its battles: ${rolls.join(', ')}.` };
  });
  return [
    { title: 'Signs', entries: signs },
    { title: 'What is built', entries: buildings },
    { title: 'Items', entries: kinds },
  ];
}
