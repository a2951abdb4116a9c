/** The board as a person reads it. */
import { wrap } from '../../../env/kit/wrap.js';
import { ITEM_KINDS, itemTypeNames, rarities } from '../data.js';
import { many } from '../names.js';
import { inPlay } from '../rules/board.js';
import { prompts } from '../rules/engine.js';
import { seatAt } from '../rules/order.js';
import {
  endings,
  HEROES,
  heroNames,
  NEUTRAL_MINE,
  OWN_MINE,
  type Position,
  seatNames,
  TILES,
  tileNames,
} from '../state.js';

/** The items of a hero or armory, best first; empty without any. */
export function itemsText(counts: Uint8Array, owner: number): string {
  const words: string[] = [];
  for (let type = 0; type < 3; type++)
    for (let level = 4; level >= 0; level--) {
      const n = counts[owner * ITEM_KINDS + type * 5 + level]!;
      if (n > 0) words.push(`${n > 1 ? `${n} ` : ''}${rarities[level]} ${itemTypeNames[type]}`);
    }
  return words.join(', ');
}

/** Signs on the map, as its key tells them. */
const KEY = [
  "Key: A2 city of A, tier 2; # ramparts, ## fortifications, c camp, ! under siege; m- nobody's mine,",
  "     mA A's mine; @A1 hero; i item, $ resource, x monster token, i3 three items; * more, see below.",
];
/** Signs of a tile on one line: ten tiles and the numbers of the rows fit 100 columns. */
const CELL = 8;

/** The two lines of a tile on the map: city or mine; hero and tokens. The rest: tokens that find no room there, in words. */
function cell(s: Position, t: number): { land: string; on: string; rest: string } {
  let land = '';
  const owner = s.cityOwner[t]! - 1;
  if (owner >= 0)
    land = `${seatNames[owner]}${s.tier[t]}${'#'.repeat(s.ramparts[t]!)}${s.camp[t] ? 'c' : ''}${s.besieged[t] ? '!' : ''}`;
  if (s.mine[t]! > 0)
    land += `${land ? ' ' : ''}m${s.mine[t] === NEUTRAL_MINE ? '-' : seatNames[s.mine[t]! - OWN_MINE]}`;
  let heroes = '';
  for (let hero = 0; hero < HEROES; hero++) if (s.heroTile[hero] === t) heroes += `@${heroNames[hero]}`;
  const tokens: [sign: string, name: string, n: number][] = [
    ['i', 'item', s.item[t]!],
    ['$', 'resource', s.resource[t]!],
    ['x', 'monster', s.monster[t]!],
  ];
  const there = tokens.filter(([, , n]) => n > 0);
  const on = heroes + there.map(([sign, , n]) => `${sign}${n > 1 ? n : ''}`).join('');
  if (on.length <= CELL) return { land, on, rest: '' };
  const rest = there.map(([, name, n]) => many(n, `${name} token`)).join(', ');
  return { land, on: `${heroes}*`, rest: `${tileNames[t]}: ${rest}` };
}

function mapLines(s: Position): string[] {
  const cells = Array.from({ length: TILES }, (_, t) => cell(s, t));
  const width = Math.max(5, ...cells.flatMap(({ land, on }) => [land.length, on.length])) + 1;
  const out = [`    ${[...'abcdefghij'].map((letter) => letter.padEnd(width)).join('')}`.trimEnd()];
  for (let y = 0; y < 10; y++) {
    const row = cells.slice(y * 10, y * 10 + 10);
    const land = row.map((c) => (c.land || (c.on ? '' : '.')).padEnd(width)).join('');
    const on = row.map((c) => c.on.padEnd(width)).join('');
    out.push(`${String(y + 1).padStart(2)}  ${land}`.trimEnd(), `    ${on}`.trimEnd());
  }
  const rest = cells.map((c) => c.rest).filter(Boolean);
  return [...out, ...KEY, ...(rest.length > 0 ? [`  *  ${rest.join('; ')}`] : [])];
}

/** The position as a seat sees it: nothing is hidden, only `(you)` differs. Lines of 100 columns at most. */
export function boardText(s: Position, seat: number): string {
  const order = Array.from({ length: s.players }, (_, pos) => seatNames[seatAt(s, pos)]).join(' ');
  const out = [`Day ${s.day} of at most ${s.options.maxDays}. Order: ${order}`, '', ...mapLines(s), ''];
  for (let p = 0; p < s.players; p++) {
    const you = p === seat ? ' (you)' : '';
    if (s.out[p] === 1) {
      out.push(`${seatNames[p]}${you}: out since day ${s.outDay[p]}`);
      continue;
    }
    const grace = s.grace[p] ? ', must own a city by the end of its next turn' : '';
    out.push(
      `${seatNames[p]}${you}: treasury ${s.treasury[p]}, ${s.cities[p] === 1 ? '1 city' : `${s.cities[p]} cities`}, ${many(s.mines[p]!, 'mine')}${grace}`,
    );
    for (let hero = p * 2; hero < p * 2 + 2; hero++) if (inPlay(s, hero)) out.push(`  ${heroText(s, hero)}`);
    for (let t = 0; t < TILES; t++) if (s.cityOwner[t] === p + 1) out.push(`  ${cityText(s, t)}`);
  }
  const pending = prompts[s.prompt]?.ask(s);
  if (pending) out.push('', pending);
  if (s.over) {
    const places = Array.from({ length: s.players }, (_, p) => `${seatNames[p]} ${s.finalPlaces[p]! + 1}`).join(', ');
    out.push('', `The game is over (${endings[s.truncated ? 1 : 0]}). Places: ${places}`);
  }
  return `${out.flatMap((line) => wrap(line)).join('\n')}\n`;
}

function heroText(s: Position, hero: number): string {
  const parts = [
    `hero ${heroNames[hero]} on ${tileNames[s.heroTile[hero]!]}: ${many(s.mercs[hero]!, 'mercenary')}`,
    `purse ${s.purse[hero]}`,
  ];
  const items = itemsText(s.items, hero);
  if (items) parts.push(items);
  if (s.hand === hero && s.movement[hero]! > 0) parts.push(`${many(s.movement[hero]!, 'movement point')} left`);
  if (s.done[hero] === 1) parts.push('has acted');
  return parts.join('; ');
}

export function cityText(s: Position, t: number): string {
  const { tiers, ramparts } = s.tables.cities;
  const parts = [`city ${tileNames[t]}: ${tiers[s.tier[t]! - 1]!.name}`];
  if (s.ramparts[t]! > 0) parts.push(ramparts[s.ramparts[t]! - 1]!.name);
  if (s.camp[t]) parts.push('Mercenary Camp');
  if (s.besieged[t]) parts.push('under siege');
  if (s.founded[t]) parts.push('founded today');
  if (s.cityMercs[t]! > 0) parts.push(many(s.cityMercs[t]!, 'mercenary'));
  const items = itemsText(s.armory, t);
  if (items) parts.push(`armory: ${items}`);
  return parts.join('; ');
}
