/**
 * What a seat sees, as numbers. Nothing is hidden in this game, so only the order of the seats depends on who looks:
 * me first, then the others in the order they play after me.
 */
import type { ObservationPiece } from '../../game.js';
import { bestLevel, countItems } from './rules/items.js';
import { placeOf } from './rules/order.js';
import * as S from './state.js';
import { MAX_SEATS, NOWHERE, type Position, promptNames, SQUADS, TILES } from './state.js';
import { cityStrength, heroStrength, power } from './strength.js';

const plane = (name: string, n: number, about: string): ObservationPiece => ({ name, shape: [n, 10, 10], about });
const vector = (name: string, shape: number[], about: string): ObservationPiece => ({ name, shape, about });

export const observation: readonly ObservationPiece[] = [
  plane('tokens', 3, 'Item, resource and monster tokens on each tile / 4.'),
  plane('mines', 5, 'Mines of nobody, me, +1, +2, +3.'),
  plane('city owners', 4, 'Cities of me, +1, +2, +3.'),
  plane('cities', 5, 'Tier / 4; rampart levels / 2; Mercenary Camp; under siege; mercenaries / 10.'),
  plane('armories', 3, 'Level of the best main hand, off hand, amulet in the armory / 5.'),
  plane('heroes', 8, 'First and second hero of me, +1, +2, +3.'),
  plane(
    'tile in question',
    1,
    'The tile the pending decision is about: of the hero at hand, or of the city that builds.',
  ),
  plane('defence', 1, 'Mean roll of the strongest squad that defends a city, or of a hero outside one / 40.'),
  plane('reach', 1, 'Movement points that entering a tile costs the hero that moves / 20; 0 where it cannot go.'),
  vector('seats', [4, 5], 'Of each seat: treasury / 20; is out (or absent); has grace; cities / 4; mines / 6.'),
  vector(
    'hero facts',
    [8, 9],
    'Of each hero: in play; movement points / 20; mercenaries / 10; purse / 20; level of its best main hand, off hand, amulet / 5; items it does not use / 5; has acted today.',
  ),
  vector('day', [1], 'Day / the last day.'),
  vector('prompt', [13], 'The pending decision, one-hot in the order of the prompts; last: over.'),
  vector('actor', [4], 'The seat that decides, one-hot.'),
  vector('turn position', [4], 'My place in the order of today, one-hot.'),
  vector('attackers', [5], 'Soldiers in each of the three squads of the attacker / 10; its hero; always 0.'),
  vector('defenders', [5], 'Soldiers in each of the three squads of the defender / 10; its hero; its city.'),
  vector('foe', [6], 'Who is fought: nobody, monsters, guardians, guardians of a rival, hero, city; one-hot.'),
  vector('bribe left', [1], 'Monsters that may still be bribed / 12.'),
  vector('token type', [3], 'Token to be placed: resource, item, monster; one-hot.'),
  vector('hero at hand', [2], 'Which of the hero’s player’s two heroes is at hand, one-hot.'),
  vector('building used', [1], '1: the city at hand has had its building of the day.'),
  vector('garrison left', [1], 'Garrison actions left / the most there are.'),
  vector('entering covers', [1], '1: entering its tile still pays for an interaction of the hero at hand.'),
  vector('power', [1], 'Mean roll of the hero at hand and its mercenaries together / 40.'),
];

/** The pieces that are planes of the board. */
export const boardPlanes = observation.filter((piece) => piece.shape.length === 3).map((piece) => piece.name);

// Where each piece begins.
const starts: number[] = [];
let size = 0;
for (const piece of observation) {
  starts.push(size);
  size += piece.shape.reduce((product, n) => product * n, 1);
}
/** Number of values. */
export const OBSERVATION_SIZE = size;
const TOKENS = starts[0]!;
const MINES = starts[1]!;
const OWNERS = starts[2]!;
const CITIES = starts[3]!;
const ARMORIES = starts[4]!;
const HEROES = starts[5]!;
const QUESTION = starts[6]!;
const DEFENCE_OF = starts[7]!;
const REACH = starts[8]!;
const SEATS = starts[9]!;
const HERO_FACTS = starts[10]!;
const DAY = starts[11]!;
const PROMPT = starts[12]!;
const ACTOR = starts[13]!;
const POSITION = starts[14]!;
const ATTACK = starts[15]!;
const DEFENCE = starts[16]!;
const FOE = starts[17]!;
const BRIBE = starts[18]!;
const TOKEN = starts[19]!;
const AT_HAND = starts[20]!;
const BUILT = starts[21]!;
const GARRISON = starts[22]!;
const COVERED = starts[23]!;
const POWER = starts[24]!;

/** Tile the pending decision is about, -1 none. */
function tileInQuestion(s: Position): number {
  if (s.over) return -1;
  if (s.prompt === S.P.BUILD) return s.cursor - 2;
  const hero = s.hand;
  return hero < 0 ? -1 : s.heroTile[hero]!;
}

/** Writes what `seat` sees. */
export function observe(s: Position, seat: number, out: Float32Array, offset: number): void {
  const { players: n } = s;
  out.fill(0, offset, offset + OBSERVATION_SIZE);
  // Play goes to lower seats, so the one after me is +1.
  const relative = (other: number): number => (other > seat ? seat - other + n : seat - other);
  const { item, resource, monster, mine, cityOwner } = s;
  let at = offset;
  for (let t = 0; t < TILES; t++, at++) {
    if (item[t] !== 0) out[at + TOKENS] = item[t]! / 4;
    if (resource[t] !== 0) out[at + TOKENS + 100] = resource[t]! / 4;
    if (monster[t] !== 0) out[at + TOKENS + 200] = monster[t]! / 4;
    const m = mine[t]!;
    if (m !== 0) out[at + MINES + (m === S.NEUTRAL_MINE ? 0 : 100 + 100 * relative(m - S.OWN_MINE))] = 1;
    const owner = cityOwner[t]!;
    if (owner === 0) continue;
    out[at + OWNERS + 100 * relative(owner - 1)] = 1;
    out[at + CITIES] = s.tier[t]! / 4;
    out[at + CITIES + 100] = s.ramparts[t]! / 2;
    out[at + CITIES + 200] = s.camp[t]!;
    out[at + CITIES + 300] = s.besieged[t]!;
    out[at + CITIES + 400] = s.cityMercs[t]! / 10;
    out[at + DEFENCE_OF] = cityStrength(s, t) / 40;
    for (let type = 0; type < 3; type++) out[at + ARMORIES + 100 * type] = bestLevel(s.armory, t, type) / 5;
  }
  at = offset + SEATS;
  for (let i = 0; i < MAX_SEATS; i++) if (i >= n) out[at + i * 5 + 1] = 1;
  for (let other = 0; other < n; other++) {
    const i = relative(other);
    const seatAt = at + i * 5;
    out[seatAt] = s.treasury[other]! / 20;
    out[seatAt + 1] = s.out[other]!;
    out[seatAt + 2] = s.grace[other]!;
    out[seatAt + 3] = s.cities[other]! / 4;
    out[seatAt + 4] = s.mines[other]! / 6;
    for (let k = 0; k < 2; k++) {
      const hero = other * 2 + k;
      const t = s.heroTile[hero]!;
      if (t === NOWHERE) continue;
      const slot = i * 2 + k;
      out[offset + HEROES + slot * 100 + t] = 1;
      if (cityOwner[t] === 0 && s.heroAt[t] === hero + 1) out[offset + DEFENCE_OF + t] = heroStrength(s, hero) / 40;
      const heroAt = offset + HERO_FACTS + slot * 9;
      out[heroAt] = 1;
      out[heroAt + 1] = s.movement[hero]! / 20;
      out[heroAt + 2] = s.mercs[hero]! / 10;
      out[heroAt + 3] = s.purse[hero]! / 20;
      let spare = countItems(s.items, hero);
      for (let type = 0; spare >= 0 && type < 3; type++) {
        const level = bestLevel(s.items, hero, type);
        out[heroAt + 4 + type] = level / 5;
        if (level > 0) spare--;
      }
      out[heroAt + 7] = spare / 5;
      out[heroAt + 8] = s.done[hero]!;
    }
  }
  out[offset + DAY] = s.day / s.options.maxDays;
  out[offset + POSITION + placeOf(s, seat)] = 1;
  if (s.over) {
    out[offset + PROMPT + promptNames.length] = 1;
    out[offset + FOE] = 1;
    return;
  }
  out[offset + PROMPT + s.prompt] = 1;
  out[offset + ACTOR + relative(s.actor)] = 1;
  const question = tileInQuestion(s);
  if (question >= 0) out[offset + QUESTION + question] = 1;
  for (let i = 0; i < SQUADS; i++) {
    const scale = i < S.SQUAD_HERO ? 10 : 1;
    out[offset + ATTACK + i] = s.attack[i]! / scale;
    out[offset + DEFENCE + i] = s.defence[i]! / scale;
  }
  out[offset + FOE + s.foe] = 1;
  out[offset + BRIBE] = s.bribeLeft / 12;
  if (s.token !== 0) out[offset + TOKEN + s.token - 1] = 1;
  out[offset + BUILT] = s.built ? 1 : 0;
  const most = s.tables.cities.garrisonActions;
  out[offset + GARRISON] = most > 0 ? s.garrisonLeft / most : 0;
  const hero = s.hand;
  if (hero >= 0) {
    out[offset + AT_HAND + (hero & 1)] = 1;
    out[offset + COVERED] = s.covered[hero]!;
    out[offset + POWER] = power(s, hero) / 40;
    // Costs are only up to date while that hero chooses where to go.
    if (s.prompt === S.P.MOVE)
      for (let t = 0; t < TILES; t++) if (s.cost[t] !== 0) out[offset + REACH + t] = s.cost[t]! / 20;
  }
}
