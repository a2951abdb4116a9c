/** What must hold in every position, whatever was played; used by tests, long runs and the reader of views. */
import { heroesOf } from './rules/board.js';
import { countItems } from './rules/items.js';
import * as S from './state.js';
import { HEROES, MAX_SEATS, NOWHERE, type Position, SQUADS, TILES } from './state.js';

/** Everything that is wrong with a position, in words; empty when all is well. */
export function violations(s: Position): string[] {
  const out = s.outOfRange();
  if (out) return [out];
  const wrong: string[] = [];
  const hand = s.hand;
  const tile = hand < 0 ? -1 : s.heroTile[hand]!;
  const on = new Uint8Array(TILES);
  for (let hero = 0; hero < HEROES; hero++) {
    const t = s.heroTile[hero]!;
    const seat = hero >> 1;
    if (t === NOWHERE) {
      if (s.purse[hero] || s.mercs[hero] || s.movement[hero] || s.covered[hero] || countItems(s.items, hero))
        wrong.push(`hero ${hero} is not in play but has something`);
      continue;
    }
    on[t]!++;
    if (s.out[seat] === 1) wrong.push(`seat ${seat} is out but has a hero`);
    if (hero !== hand && (s.movement[hero] || s.covered[hero])) wrong.push(`hero ${hero} has movement out of its turn`);
    if (hero !== hand && s.cityOwner[t] !== 0 && s.cityOwner[t] !== seat + 1)
      wrong.push(`hero ${hero} stands in a foreign city`);
  }
  const cities = new Uint8Array(MAX_SEATS);
  const mines = new Uint8Array(MAX_SEATS);
  for (let t = 0; t < TILES; t++) {
    // Who attacks stands on the tile of whom it attacks until that is settled.
    if (on[t]! > (t === tile && s.arriving ? 2 : 1)) wrong.push(`${on[t]} heroes on tile ${t}`);
    const owner = s.cityOwner[t]! - 1;
    if (owner >= 0) {
      if (owner >= s.players || s.out[owner] === 1) wrong.push(`city on tile ${t} belongs to nobody in the game`);
      else cities[owner]!++;
      if (s.tier[t] === 0) wrong.push(`tier of the city on tile ${t}`);
    } else if (s.tier[t] || s.ramparts[t] || s.camp[t] || s.besieged[t] || s.founded[t] || s.cityMercs[t])
      wrong.push(`buildings without a city on tile ${t}`);
    else if (countItems(s.armory, t) > 0) wrong.push(`armory without a city on tile ${t}`);
    const mine = s.mine[t]! - S.OWN_MINE;
    if (mine >= 0) {
      if (mine >= s.players || s.out[mine] === 1) wrong.push(`mine on tile ${t} belongs to nobody in the game`);
      else mines[mine]!++;
      if (owner >= 0) wrong.push(`mine and city on tile ${t}`);
    }
    const here = s.heroAt[t]! - 1;
    if ((on[t] === 0) !== here < 0 || (here >= 0 && s.heroTile[here] !== t)) wrong.push(`hero on tile ${t} miscounted`);
    const barred = here >= 0 || s.monster[t] !== 0 ? 15 : owner >= 0 ? 15 & ~(1 << owner) : 0;
    if (s.blocked[t] !== barred) wrong.push(`who can pass tile ${t} is not up to date`);
  }
  let left = 0;
  for (let seat = 0; seat < MAX_SEATS; seat++) {
    if (cities[seat] !== s.cities[seat]) wrong.push(`cities of seat ${seat} miscounted`);
    if (mines[seat] !== s.mines[seat]) wrong.push(`mines of seat ${seat} miscounted`);
    const heroes = heroesOf(s, seat);
    if (s.out[seat] === 1) {
      if (cities[seat]! + mines[seat]! + heroes + s.treasury[seat]! + s.grace[seat]! > 0)
        wrong.push(`seat ${seat} is out but has something`);
      continue;
    }
    left++;
    if (s.day === 0) continue;
    if (cities[seat] === 0 && heroes === 0) wrong.push(`seat ${seat} has neither city nor hero`);
    if ((s.grace[seat] === 1) !== (cities[seat] === 0)) wrong.push(`grace of seat ${seat}`);
  }
  if (s.over ? !s.truncated && left !== 1 : left < 2) wrong.push(`${left} players left`);
  if ((s.battle === 0) !== (s.foe === 0)) wrong.push('half a battle');
  for (let i = 0; i < SQUADS; i++)
    if (s.battle === 0 && (s.attack[i] || s.defence[i])) wrong.push('squads without a battle');
  const listed = new Uint8Array(S.ACTIONS);
  for (let i = 0; i < s.count; i++) {
    const action = s.legalActions[i]!;
    if (listed[action]++) wrong.push(`action ${action} listed twice`);
  }
  if (s.over !== s.actor < 0 || s.over !== s.prompt < 0) wrong.push('actor or prompt after the end');
  if (!s.over && s.out[s.actor] === 1) wrong.push(`seat ${s.actor} is out but acts`);
  return wrong;
}
