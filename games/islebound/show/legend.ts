/** What the signs, towns and cards of Islebound are, from its tables. */
import type { LegendEntry, LegendSection } from '../../../env/scene.js';
import { buildingText, count, townText } from '../names.js';
import type { IsleboundOptions } from '../options.js';
import { Position } from '../state.js';

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

export function legend(options: IsleboundOptions): LegendSection[] {
  const s = new Position(options);
  const { numbers, townNames, townRed, townValue, townFee, buildingCost } = s.tables;
  const { surcharge, tokenCost, tokenValue, bragLead, bragTie, bragTrail, sellPrice, woodDiscount, maxWood } = numbers;
  const signs: LegendEntry[] = [
    {
      name: 'blue banner',
      text: `A town to befriend: its number in cubes from the influence track, ${surcharge} more where the rival has it. Crew that administers saves cubes.`,
      token: { name: 'blue banner', shape: 'flag', tone: 'blue', sign: '4' },
    },
    {
      name: 'red banner',
      text: `A town to attack: the dice of pirates and serpents must show its number, ${surcharge} more where the rival has it.`,
      token: { name: 'red banner', shape: 'shield', tone: 'red', sign: '4' },
    },
    {
      name: 'fee',
      text: 'Coins for visiting a town that nobody has; they go to the treasure map. Your own towns cost nothing.',
      token: { name: 'fee', shape: 'disc', tone: 'yellow', sign: '1' },
    },
    {
      name: 'the rival is near',
      text: `The rival's region: sailing in costs ${count(numbers.tollCoins, 'coin')} and a ready member of the crew that administers.`,
      token: { name: 'the rival is near', shape: 'boat', tone: 'purple', sign: 'R' },
    },
    {
      name: 'event',
      text: 'An open event is done in its town, as the main action: its price for its reward.',
      token: { name: 'event', shape: 'card', tone: 'orange', sign: '7' },
    },
    {
      name: 'treasure map',
      text: 'Holds the fees that were paid. Hunting for treasure takes all of its coins.',
    },
    {
      name: 'renown token',
      text: `Costs ${count(tokenCost, 'coin')}, one a turn; it gives what it shows and is worth ${tokenValue} renown at the end.`,
      also: ['renown tokens'],
    },
    {
      name: 'brag',
      text: `Compares what a reputation card names with the rival: ahead ${bragLead} renown, equal ${bragTie}, behind ${bragTrail}.`,
    },
    { name: 'administer', text: 'A symbol of crew: saves cubes when you befriend, pays tolls and events.' },
    { name: 'work', text: 'A symbol of crew: more goods in towns that name it, and pays events.' },
    { name: 'exhausted', text: 'This member has been used. A rest, the home port or a fish makes it ready again.' },
  ];
  const goods: LegendEntry[] = [
    { name: 'fish', text: `Sold for ${count(sellPrice, 'coin')}, or eaten to make one of the crew ready.` },
    {
      name: 'wood',
      text: `Sold for ${count(sellPrice, 'coin')}, or used to build: ${count(woodDiscount, 'coin')} less each, up to ${maxWood}.`,
    },
    {
      name: 'book',
      text: `Places of the row of buildings ask for ${numbers.bookTokens.join(', ')} books, from the left.`,
      also: ['books'],
    },
    { name: 'pirate', text: `A die of ${numbers.pirateDie.join(' ')} in an attack.`, also: ['pirates'] },
    { name: 'serpent', text: `A die of ${numbers.serpentDie.join(' ')} in an attack.`, also: ['serpents'] },
    {
      name: 'influence',
      text: 'Cubes on the track, which pay for befriending.',
      also: ['cube', 'cubes'],
    },
  ];
  const towns = townNames.map(
    (name, town): LegendEntry => ({
      name,
      text: `${townRed[town] ? 'Red' : 'Blue'} banner ${townValue[town]}, fee ${townFee[town]}. Its action: ${townText(s, town)}.`,
    }),
  );
  const buildings = Array.from(buildingCost, (_, id): LegendEntry => {
    const [number, ...rest] = buildingText(s, id).split(', ');
    return { name: number!, text: sentence(rest.join(', ')) };
  });
  return [
    { title: 'Signs', entries: signs },
    { title: 'Goods', entries: goods },
    { title: 'Towns', entries: towns },
    { title: 'Buildings', entries: buildings },
  ];
}
