/** A position and its actions in words, for people. */
import { wrap } from '../wrap.js';
import * as A from './actions.js';
import { ITEM_KINDS, itemTypeNames, rarities, tokenNames } from './data.js';
import { splitMercs } from './rules/masks.js';
import { seatAt } from './rules/order.js';
import { endings } from './rules/ranking.js';
import { splitPart } from './rules/split.js';
import * as S from './state.js';
import { HEROES, NOWHERE, type Position, TILES, WIDTH } from './state.js';

export const seatNames = ['A', 'B', 'C', 'D'] as const;

/** Columns a-j from the west, rows 1-10 from the north. */
export function tileName(t: number): string {
  return `${'abcdefghij'[t % WIDTH]}${Math.floor(t / WIDTH) + 1}`;
}

/** `A1` is the first hero of seat 0. */
export function heroName(hero: number): string {
  return `${seatNames[hero >> 1]}${(hero & 1) + 1}`;
}

const many = (n: number, word: string): string =>
  `${n} ${n === 1 ? word : word === 'mercenary' ? 'mercenaries' : `${word}s`}`;

/** What a legal action means here; no two of one position share a text. */
export function actionText(s: Position, action: number): string {
  const prompt = s.prompt;
  const hero = s.hand;
  const seat = s.actor;
  if (action < A.TILE + TILES) return tileText(s, action - A.TILE);
  if (action >= A.SPLIT && action < A.SPLIT + 7) {
    const n = splitMercs(s);
    const parts = [0, 1, 2].map((part) => splitPart(n, action - A.SPLIT, part)).filter((part) => part > 0);
    return `split ${many(n, 'mercenary')} into ${parts.join(' + ')}`;
  }
  if (action >= A.SQUAD && action < A.SQUAD + S.SQUADS) {
    const squad = action - A.SQUAD;
    return prompt === S.P.TARGET
      ? `attack ${squadText(s.defence, squad, s.foe < S.FOE.hero ? 'monster' : 'mercenary')}`
      : `lose ${squadText(s.attack, squad, 'mercenary')}`;
  }
  switch (action) {
    case A.END:
      return [
        '',
        '',
        `do no more in ${tileName(Math.max(0, s.cursor - 2))}`,
        'found no city',
        'place no token',
        'use no hero today',
        '',
        `end the activation of ${heroName(Math.max(0, hero))}`,
        'send the rest away',
      ][prompt]!;
    case A.HERO:
    case A.HERO + 1: {
      const one = seat * 2 + action - A.HERO;
      return `${prompt === S.P.DISMISS ? 'do not pay' : 'use'} hero ${heroName(one)} on ${tileName(s.heroTile[one]!)}`;
    }
    case A.PICK_ITEM:
      return 'pick up an item for 1 point';
    case A.PICK_RESOURCE:
      return 'open a resource token for 1 point';
    case A.CAPTURE:
      return `capture the mine for ${s.covered[hero] === 1 ? 'no' : '1'} point`;
    case A.ENGAGE:
      return 'take on a monster token here for 1 point';
    case A.FOUND:
      return `hero ${heroName(hero)} becomes mayor of a new city on ${tileName(s.heroTile[hero]!)}`;
    case A.BUILD_TIER: {
      const next = s.tier[s.cursor - 2]! + 1;
      return `build ${s.tables.cities.tiers[next - 1]!.name} for ${s.tables.tierCost[next]}`;
    }
    case A.BUILD_RAMPARTS: {
      const next = s.ramparts[s.cursor - 2]! + 1;
      return `build ${s.tables.cities.ramparts[next - 1]!.name} for ${s.tables.rampartCost[next]}`;
    }
    case A.BUILD_CAMP:
      return `build Mercenary Camp for ${s.tables.cities.campCost}`;
    case A.RECRUIT_HERO:
      return `recruit a hero for ${s.tables.cities.heroCost}`;
    case A.RECRUIT_MERC:
      return `recruit 1 mercenary for ${s.tables.cities.mercenaryCost}`;
    case A.RECRUIT_MERCS:
      return `recruit 5 mercenaries for ${5 * s.tables.cities.mercenaryCost}`;
    case A.TAKE:
      return 'take 1 mercenary from the city';
    case A.TAKE + 1:
      return 'take 5 mercenaries from the city';
    case A.TAKE + 2:
      return `take all mercenaries (${s.cityMercs[s.heroTile[hero]!]}) from the city`;
    case A.LEAVE:
      return 'leave 1 mercenary in the city';
    case A.LEAVE + 1:
      return 'leave 5 mercenaries in the city';
    case A.LEAVE + 2:
      return `leave all mercenaries (${s.mercs[hero]}) in the city`;
    case A.ARMORY_EQUIP:
      return 'take better items from the armory';
    case A.ARMORY_STORE:
      return 'put all items into the armory';
    case A.COINS_IN:
      return `put ${many(s.purse[hero]!, 'coin')} into the treasury`;
    case A.COINS_OUT:
      return 'take 5 coins from the treasury';
    case A.COINS_OUT + 1:
      return `take the whole treasury (${s.treasury[seat]})`;
    case A.BRIBE_ONE:
      return `bribe a monster for ${s.tables.encounters.bribeCost}`;
    case A.RETREAT:
      return 'retreat: the hero and its army are lost';
    case A.ROLL:
      return 'roll for movement';
    default:
      return `action ${action}`;
  }
}

function squadText(squads: Uint16Array, squad: number, word: string): string {
  if (squad === S.SQUAD_HERO) return 'the hero';
  if (squad === S.SQUAD_CITY) return 'the city';
  return `squad ${squad + 1} (${many(squads[squad]!, word)})`;
}

function tileText(s: Position, t: number): string {
  const at = tileName(t);
  switch (s.prompt) {
    case S.P.PLACE_CITY:
      return `place the capital on ${at}`;
    case S.P.PLACE_TOKEN:
      return `place the ${tokenNames[s.token]} token on ${at}`;
  }
  const owner = s.cityOwner[t]! - 1;
  const seat = s.actor;
  if (s.prompt === S.P.ROLL || s.cost[t] === 0) return `besiege the city of ${seatNames[owner]} on ${at}`;
  const stages: string[] = [];
  if (s.monster[t]! > 0) stages.push(`meet ${many(s.monster[t]!, 'monster token')}`);
  if (owner >= 0 && owner !== seat) stages.push(`assault the city of ${seatNames[owner]}`);
  else if (s.heroAt[t] !== 0) stages.push(`attack hero ${heroName(s.heroAt[t]! - 1)}`);
  return `go to ${at} for ${many(s.cost[t]!, 'point')}${stages.length ? `: ${stages.join(', then ')}` : ''}`;
}

/** The items of a hero or armory, best first; empty without any. */
function itemsText(counts: Uint8Array, owner: number): string {
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
    land += `${land ? ' ' : ''}m${s.mine[t] === S.NEUTRAL_MINE ? '-' : seatNames[s.mine[t]! - S.OWN_MINE]}`;
  let heroes = '';
  for (let hero = 0; hero < HEROES; hero++) if (s.heroTile[hero] === t) heroes += `@${heroName(hero)}`;
  const tokens: [sign: string, name: string, n: number][] = [
    ['i', 'item', s.item[t]!],
    ['$', 'resource', s.resource[t]!],
    ['x', 'monster', s.monster[t]!],
  ];
  const there = tokens.filter(([, , n]) => n > 0);
  const on = heroes + there.map(([sign, , n]) => `${sign}${n > 1 ? n : ''}`).join('');
  if (on.length <= CELL) return { land, on, rest: '' };
  const rest = there.map(([, name, n]) => many(n, `${name} token`)).join(', ');
  return { land, on: `${heroes}*`, rest: `${tileName(t)}: ${rest}` };
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
    for (let hero = p * 2; hero < p * 2 + 2; hero++)
      if (s.heroTile[hero] !== NOWHERE) out.push(`  ${heroText(s, hero)}`);
    for (let t = 0; t < TILES; t++) if (s.cityOwner[t] === p + 1) out.push(`  ${cityText(s, t)}`);
  }
  const pending = pendingText(s);
  if (pending) out.push('', pending);
  if (s.over) {
    const places = Array.from({ length: s.players }, (_, p) => `${seatNames[p]} ${s.finalPlaces[p]! + 1}`).join(', ');
    out.push('', `The game is over (${endings[s.truncated ? 1 : 0]}). Places: ${places}`);
  }
  return `${out.flatMap((line) => wrap(line)).join('\n')}\n`;
}

function heroText(s: Position, hero: number): string {
  const parts = [
    `hero ${heroName(hero)} on ${tileName(s.heroTile[hero]!)}: ${many(s.mercs[hero]!, 'mercenary')}`,
    `purse ${s.purse[hero]}`,
  ];
  const items = itemsText(s.items, hero);
  if (items) parts.push(items);
  if (s.hand === hero && s.movement[hero]! > 0) parts.push(`${many(s.movement[hero]!, 'movement point')} left`);
  if (s.done[hero] === 1) parts.push('has acted');
  return parts.join('; ');
}

function cityText(s: Position, t: number): string {
  const { tiers, ramparts } = s.tables.cities;
  const parts = [`city ${tileName(t)}: ${tiers[s.tier[t]! - 1]!.name}`];
  if (s.ramparts[t]! > 0) parts.push(ramparts[s.ramparts[t]! - 1]!.name);
  if (s.camp[t]) parts.push('Mercenary Camp');
  if (s.besieged[t]) parts.push('under siege');
  if (s.cityMercs[t]! > 0) parts.push(many(s.cityMercs[t]!, 'mercenary'));
  const items = itemsText(s.armory, t);
  if (items) parts.push(`armory: ${items}`);
  return parts.join('; ');
}

function pendingText(s: Position): string {
  if (s.over) return '';
  const who = seatNames[s.actor];
  switch (s.prompt) {
    case S.P.BUILD:
      return `${who} builds in ${tileName(s.cursor - 2)}${s.built ? ' (has had its building of the day)' : ''}`;
    case S.P.PLACE_TOKEN:
      return `${who} places a ${tokenNames[s.token]} token`;
    case S.P.BRIBE:
      return `${s.bribeLeft} monsters may be bribed by hero ${heroName(s.hand)}`;
    case S.P.MOVE: {
      const garrison = s.garrisonLeft;
      return `Hero ${heroName(s.hand)} moves: ${many(s.movement[s.hand]!, 'point')}, ${many(garrison, 'garrison action')} left`;
    }
    case S.P.SPLIT:
    case S.P.TARGET:
    case S.P.SACRIFICE: {
      const side = (squads: Uint16Array) =>
        [0, 1, 2, 3, 4]
          .filter((i) => squads[i]! > 0)
          .map((i) => (i < 3 ? `${squads[i]}` : i === 3 ? 'hero' : 'city'))
          .join(' + ') || 'nobody yet';
      return `Battle of hero ${heroName(s.hand)} (${side(s.attack)}) against ${S.foeNames[s.foe]} (${side(s.defence)}), round ${s.rounds + 1}`;
    }
    default:
      return '';
  }
}
