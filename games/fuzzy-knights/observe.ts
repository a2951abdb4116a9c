/**
 * What a seat sees, as 3,529 numbers. Nothing is hidden in this game, so only the order of the seats depends on who looks:
 * me first, then the others in the order they play after me. The pieces and their order are a promise to trained policies.
 */
import { observationOf } from '../../env/kit/pieces.js';
import { ITEM_KINDS } from './data.js';
import { cityAtHand } from './rules/board.js';
import { bestLevel, countItems } from './rules/items.js';
import { placeOf } from './rules/order.js';
import * as S from './state.js';
import {
  HEROES,
  MAX_SEATS,
  NEUTRAL_MINE,
  NOWHERE,
  OWN_MINE,
  P,
  type Position,
  SQUAD_CITY,
  SQUADS,
  TILES,
  WIDTH,
} from './state.js';
import { cityStrength, heroStrength, power } from './strength.js';

const plane = (n: number): readonly number[] => [n, TILES / WIDTH, WIDTH];

/** Which seat this is from the viewer on, who is 0: play goes to lower seats. */
const after = (n: number, viewer: number, seat: number): number => (seat > viewer ? viewer - seat + n : viewer - seat);

/** Number of items beside the best of each type. @param owner hero or tile */
function spares(counts: Uint8Array, owner: number): number {
  let n = countItems(counts, owner);
  for (let type = 0; n > 0 && type < 3; type++) if (bestLevel(counts, owner, type) > 0) n--;
  return n;
}

/** Tile the pending decision is about, -1 none. */
function tileInQuestion(s: Position): number {
  if (s.prompt === P.BUILD) return cityAtHand(s);
  return s.over || s.hand < 0 ? -1 : s.heroTile[s.hand]!;
}

export const sight = observationOf<Position>()((piece) => [
  piece.group(
    {
      tokens: [plane(3), 'Item, resource and monster tokens on each tile / 4.'],
      mines: [plane(5), 'Mines of nobody, me, +1, +2, +3.'],
      'city owners': [plane(4), 'Cities of me, +1, +2, +3.'],
      cities: [plane(5), 'Tier / 4; rampart levels / 2; Mercenary Camp; under siege; mercenaries / 10.'],
      armories: [plane(3), 'Level of the best main hand, off hand, amulet in the armory / 5.'],
      heroes: [plane(8), 'First and second hero of me, +1, +2, +3.'],
      'tile in question': [
        plane(1),
        'The tile the pending decision is about: of the hero at hand, or of the city that builds.',
      ],
      defence: [plane(1), 'Mean roll of the strongest squad that defends a city, or of a hero outside one / 40.'],
      reach: [plane(1), 'Movement points that entering a tile costs the hero that moves / 20; 0 where it cannot go.'],
      'spare items': [plane(1), 'Items in the armory beside the best of each type / 5.'],
    },
    ({
      tokens,
      mines,
      'city owners': owners,
      cities,
      armories,
      heroes,
      'tile in question': question,
      defence,
      reach,
      'spare items': spare,
    }) =>
      (s, me, out, at) => {
        const { players: n, item, resource, monster, mine, cityOwner } = s;
        for (let t = 0, to = at; t < TILES; t++, to++) {
          if (item[t] !== 0) out[to + tokens] = item[t]! / 4;
          if (resource[t] !== 0) out[to + tokens + 100] = resource[t]! / 4;
          if (monster[t] !== 0) out[to + tokens + 200] = monster[t]! / 4;
          const m = mine[t]!;
          if (m !== 0) out[to + mines + (m === NEUTRAL_MINE ? 0 : 100 + 100 * after(n, me, m - OWN_MINE))] = 1;
          const owner = cityOwner[t]!;
          if (owner === 0) continue;
          out[to + owners + 100 * after(n, me, owner - 1)] = 1;
          out[to + cities] = s.tier[t]! / 4;
          out[to + cities + 100] = s.ramparts[t]! / 2;
          out[to + cities + 200] = s.camp[t]!;
          out[to + cities + 300] = s.besieged[t]!;
          out[to + cities + 400] = s.cityMercs[t]! / 10;
          out[to + defence] = cityStrength(s, t) / 40;
          for (let type = 0; type < 3; type++) out[to + armories + 100 * type] = bestLevel(s.armory, t, type) / 5;
          out[to + spare] = spares(s.armory, t) / 5;
        }
        for (let hero = 0; hero < 2 * n; hero++) {
          const t = s.heroTile[hero]!;
          if (t === NOWHERE) continue;
          out[at + heroes + (2 * after(n, me, hero >> 1) + (hero & 1)) * 100 + t] = 1;
          if (cityOwner[t] === 0 && s.heroAt[t] === hero + 1) out[at + defence + t] = heroStrength(s, hero) / 40;
        }
        const tile = tileInQuestion(s);
        if (tile >= 0) out[at + question + tile] = 1;
        // Costs are only up to date while that hero chooses where to go.
        if (s.prompt === P.MOVE)
          for (let t = 0; t < TILES; t++) if (s.cost[t] !== 0) out[at + reach + t] = s.cost[t]! / 20;
      },
  ),
  piece.group(
    {
      seats: [[MAX_SEATS, 5], 'Of each seat: treasury / 20; is out (or absent); has grace; cities / 4; mines / 6.'],
      'hero facts': [
        [HEROES, 9],
        'Of each hero: in play; movement points / 20; mercenaries / 10; purse / 20; level of its best main hand, off hand, amulet / 5; items it does not use / 5; has acted today.',
      ],
      'hero items': [[HEROES, ITEM_KINDS], 'Items of each hero by type and rarity / 4.'],
      'armory items': [[MAX_SEATS, ITEM_KINDS], 'Items in the armories of each seat together, by type and rarity / 4.'],
      'founded today': [
        [MAX_SEATS],
        'Cities that each seat founded in this Daybreak / 2; they build nothing more in it.',
      ],
      'out since': [[MAX_SEATS], 'Day on which each seat went out / the last day; 0 in play and absent.'],
    },
    ({
      seats,
      'hero facts': facts,
      'hero items': heroItems,
      'armory items': armoryItems,
      'founded today': founded,
      'out since': since,
    }) =>
      (s, me, out, at) => {
        const n = s.players;
        for (let i = n; i < MAX_SEATS; i++) out[at + seats + i * 5 + 1] = 1;
        for (let seat = 0; seat < n; seat++) {
          const to = at + seats + after(n, me, seat) * 5;
          out[to] = s.treasury[seat]! / 20;
          out[to + 1] = s.out[seat]!;
          out[to + 2] = s.grace[seat]!;
          out[to + 3] = s.cities[seat]! / 4;
          out[to + 4] = s.mines[seat]! / 6;
          out[at + since + after(n, me, seat)] = s.outDay[seat]! / s.options.maxDays;
        }
        for (let t = 0; t < TILES; t++) {
          if (s.cityOwner[t] === 0) continue;
          const place = after(n, me, s.cityOwner[t]! - 1);
          out[at + founded + place]! += s.founded[t]! / 2;
          const to = at + armoryItems + place * ITEM_KINDS;
          for (let kind = 0; kind < ITEM_KINDS; kind++) out[to + kind]! += s.armory[t * ITEM_KINDS + kind]! / 4;
        }
        for (let hero = 0; hero < 2 * n; hero++) {
          if (s.heroTile[hero] === NOWHERE) continue;
          const place = 2 * after(n, me, hero >> 1) + (hero & 1);
          const to = at + facts + place * 9;
          out[to] = 1;
          out[to + 1] = s.movement[hero]! / 20;
          out[to + 2] = s.mercs[hero]! / 10;
          out[to + 3] = s.purse[hero]! / 20;
          for (let type = 0; type < 3; type++) out[to + 4 + type] = bestLevel(s.items, hero, type) / 5;
          out[to + 7] = spares(s.items, hero) / 5;
          out[to + 8] = s.done[hero]!;
          for (let kind = 0; kind < ITEM_KINDS; kind++)
            out[at + heroItems + place * ITEM_KINDS + kind] = s.items[hero * ITEM_KINDS + kind]! / 4;
        }
      },
  ),
  piece.group(
    {
      day: [[1], 'Day / the last day.'],
      prompt: [
        [S.promptNames.length + 1],
        'The pending decision, one-hot in the order of the prompts; last: over.',
        [0, 1],
      ],
      actor: [[4], 'The seat that decides, one-hot.', [0, 1]],
      'turn position': [[4], 'My place in the order of today, one-hot.', [0, 1]],
      attackers: [[SQUAD_CITY], 'Soldiers in each of the three squads of the attacker / 10; its hero.'],
      defenders: [[5], 'Soldiers in each of the three squads of the defender / 10; its hero; its city.'],
      foe: [[6], 'Who is fought: nobody, monsters, guardians, guardians of a rival, hero, city; one-hot.', [0, 1]],
      'horde at first': [
        [1],
        'Monsters or guardians at the beginning of the fight / 10; half of them are paid as coins.',
      ],
      entering: [[1], '1: what is met or fought belongs to entering the tile, and the rest that stands there follows.'],
      'bribe left': [[1], 'Monsters that may still be bribed / 12.'],
      'token type': [[3], 'Token to be placed: resource, item, monster; one-hot.', [0, 1]],
      'hero at hand': [[2], 'Which of the hero’s player’s two heroes is at hand, one-hot.', [0, 1]],
      'building used': [[1], '1: the city at hand has had its building of the day.'],
      'garrison left': [[1], 'Garrison actions left / the most there are.'],
      'entering covers': [[1], '1: entering its tile still pays for an interaction of the hero at hand.'],
      power: [[1], 'Mean roll of the hero at hand and its mercenaries together / 40.'],
    },
    (to) => (s, me, out, at) => {
      out[at + to.day] = s.day / s.options.maxDays;
      out[at + to['turn position'] + placeOf(s, me)] = 1;
      out[at + to.prompt + (s.over ? S.promptNames.length : s.prompt)] = 1;
      out[at + to.foe + s.foe] = 1;
      if (s.over) return;
      out[at + to.actor + after(s.players, me, s.actor)] = 1;
      for (let i = 0; i < SQUADS; i++) {
        const scale = i < S.SQUAD_HERO ? 10 : 1;
        // Who attacks brings no city.
        if (i < SQUAD_CITY) out[at + to.attackers + i] = s.attack[i]! / scale;
        out[at + to.defenders + i] = s.defence[i]! / scale;
      }
      out[at + to['horde at first']] = s.foeSize / 10;
      out[at + to.entering] = s.arriving ? 1 : 0;
      out[at + to['bribe left']] = s.bribeLeft / 12;
      if (s.token !== 0) out[at + to['token type'] + s.token - 1] = 1;
      out[at + to['building used']] = s.built ? 1 : 0;
      const most = s.tables.cities.garrisonActions;
      out[at + to['garrison left']] = most > 0 ? s.garrisonLeft / most : 0;
      const hero = s.hand;
      if (hero < 0) return;
      out[at + to['hero at hand'] + (hero & 1)] = 1;
      out[at + to['entering covers']] = s.covered[hero]!;
      out[at + to.power] = power(s, hero) / 40;
    },
  ),
]);

/** The pieces that are planes of the board. */
export const boardPlanes = sight.pieces.filter(({ shape }) => shape.length === 3).map(({ name }) => name);
