/** What the signs, tiles, monsters, items and cards of Doomspire are, from its tables. */
import type { LegendEntry, LegendSection } from '../../../env/scene.js';
import * as D from '../data.js';
import * as N from '../names.js';
import type { DoomspireOptions } from '../options.js';
import { Position } from '../state.js';

type Tables = Position['tables'];

const signs = ({ numbers }: Tables): LegendEntry[] => [
  {
    name: 'resources',
    text: 'F is food, W wood, O ore, G gold. A tile gives what its discs show to who harvests it.',
    token: { name: 'food', shape: 'disc', tone: 'green', sign: 'F' },
  },
  {
    name: 'flag',
    text: `Whose tile it is; each player has ${numbers.flags}. With # a knight of another player blockades it.`,
    token: { name: 'flag', shape: 'flag', tone: 'red', sign: 'NW' },
  },
  {
    name: 'adventure token',
    text: 'A card can be drawn there by a knight that stops. Each card takes a token.',
    token: { name: 'adventure token', shape: 'ring', tone: 'purple' },
  },
  {
    name: 'starred',
    text: `The tile counts as a star: ${numbers.starredThreshold} of them impress the dragon.`,
  },
  {
    name: 'unexplored',
    text: `The tile lies face down. A knight that goes there turns it over, for ${numbers.exploreFame} fame.`,
    also: ['not explored'],
  },
  {
    name: 'sword in the stone',
    text: 'A knight that stops there may try to pull it.',
    token: { name: 'sword in the stone', shape: 'star', tone: 'yellow' },
  },
  {
    name: 'warship',
    text: `All boats of who builds it are warships: in the sea beside a coastal tile they support its battles there, +${numbers.supportBonus} each.`,
    also: ['build a warship'],
    token: { name: 'warship', shape: 'boat', tone: 'blue', sign: 'NE^' },
  },
];

function tiles({ numbers, airef }: Tables): LegendEntry[] {
  const { fameThreshold, goldThreshold, starredThreshold, mercenaryGold, templeFame } = numbers;
  return [
    { name: 'adventure', text: 'A knight that stops here draws a card of the number, as long as there are tokens.' },
    { name: 'oasis', text: 'As an adventure tile; some cards bring its tokens back.' },
    { name: 'temple', text: `A knight can pray here: ${templeFame} fame for 1 might.` },
    {
      name: 'trader',
      text: `Two ${airef ? 'alike ' : ''}resources for another one, and items for gold.`,
    },
    { name: 'mercenary camp', text: `A knight can hire here: ${mercenaryGold} gold for 1 might.` },
    {
      name: 'Doomspire',
      text:
        `The dragon is impressed by ${fameThreshold} fame, ${goldThreshold} gold or ${starredThreshold} starred tiles ` +
        `of who comes here; other knights may fight it (might ${numbers.dragonMight} and more).`,
    },
    { name: 'wolf den', text: 'A wolf stands here at the beginning.' },
    { name: 'bear cave', text: 'A bear comes out when it is turned over.' },
  ];
}

function buildings({ numbers, buildCost, useCost, airef }: Tables): LegendEntry[] {
  const cost = (build: number): string => `Costs ${N.cost(buildCost, build)}.`;
  return [
    { name: 'recruit a knight', text: `A further knight at home, up to three. ${cost(0)}` },
    {
      name: 'build a boat',
      text: `A boat in the own sea, up to two; it sails by dice and carries a knight. ${cost(1)}`,
    },
    { name: 'market', text: `In the harvest two of food, wood and ore are sold for 1 gold. ${cost(3)}` },
    { name: 'blacksmith', text: `In the harvest ${N.cost(useCost, 0)} for 1 might. ${cost(4)}` },
    ...(airef ? [] : [{ name: 'fletcher', text: `In the harvest ${N.cost(useCost, 1)} for 1 might. ${cost(5)}` }]),
    { name: 'chapel', text: `${numbers.chapelFame} fame at once. ${cost(6)}` },
    { name: 'monastery', text: `${numbers.monasteryFame} fame at once; it needs a chapel. ${cost(7)}` },
  ];
}

function monsters({ monsterMight, monsterFame, monsterLoot }: Tables): LegendEntry[] {
  return D.monsters.map(({ name, beast, troll }, m) => {
    const kind = beast ? ', a beast' : troll ? ', a troll' : '';
    const gives = [
      ...(monsterFame[m]! > 0 ? [`${monsterFame[m]} fame`] : []),
      ...(N.amounts(monsterLoot, m * 4) === 'nothing' ? [] : [N.amounts(monsterLoot, m * 4)]),
    ];
    return {
      name,
      text: `Might ${monsterMight[m]}${kind}. Who beats it gets ${gives.join(', ') || 'no fame and no loot'}.`,
      token: { name, shape: 'diamond', tone: 'red', sign: `${monsterMight[m]}` },
    };
  });
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

export function legend(options: DoomspireOptions): LegendSection[] {
  const { tables } = new Position(options);
  const items = tables.items.map(({ name, effect, slots, cost }): LegendEntry => {
    const more = [
      slots > 1 && !/slot/.test(effect) ? `fills ${slots} slots` : '',
      cost ? `${cost} gold at the trader` : '',
    ].filter(Boolean);
    return { name: name.replace(/^The /, ''), text: sentence([effect, ...more].join('; ')) };
  });
  const sections = [
    { title: 'Signs', entries: signs(tables) },
    { title: 'Tiles', entries: tiles(tables) },
    { title: 'What is built', entries: buildings(tables) },
    { title: 'Monsters', entries: monsters(tables) },
    { title: 'Items', entries: items },
  ];
  // Monsters are cards too, and many treasures are items.
  const taken = new Set(sections.flatMap(({ entries }) => entries.map(({ name }) => name.toLowerCase())));
  const cards = tables.cards
    .filter(({ name }, card) => !taken.has(name.replace(/^The /i, '').toLowerCase()) && tables.cardCount[card]! > 0)
    .flatMap(({ name, effect }): LegendEntry[] => (effect ? [{ name, text: sentence(effect) }] : []));
  return [...sections, { title: 'Cards', entries: cards }];
}
