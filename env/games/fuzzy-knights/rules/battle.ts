/**
 * Battles: the side that entered attacks with all its squads, a squad falls in each round. Rulebook, Battle; decisions
 * 10, 15-20. Ends in `win` or `lose`; what happens then is told to `after`.
 */
import type { Chance } from '../../../chance.js';
import { RETREAT, SPLIT, SQUAD } from '../actions.js';
import * as S from '../state.js';
import { type Position, SQUAD_CITY, SQUAD_HERO } from '../state.js';
import { conquer, die, faint, settle, stand } from './deaths.js';
import { rollDice, rollTable } from './dice.js';
import { bestLevel } from './items.js';
import * as L from './landmarks.js';
import { reached } from './landmarks.js';
import { ask, splitMercs } from './masks.js';
import { splitPart } from './split.js';

/** Starts a battle of the hero at hand. @param size number of monsters or guardians */
export function startBattle(s: Position, foe: number, size: number): void {
  const { g } = s;
  const t = s.heroTile[g[S.HERO_AT_HAND]!]!;
  reached(L.FOUGHT + foe - 1);
  g[S.STEP] = S.STEP_BATTLE;
  g[S.FOE] = foe;
  g[S.FOE_SIZE] = size;
  g[S.FOE_HERO] = -1;
  g[S.FOE_MERCS] = 0;
  g[S.ROUNDS] = 0;
  s.attack.fill(0);
  s.defence.fill(0);
  s.attack[SQUAD_HERO] = 1;
  if (foe < S.FOE_HERO_ALONE) {
    s.defence[0] = (size + 1) >> 1;
    s.defence[1] = size >> 1;
  } else {
    const hero = s.heroAt[t]! - 1;
    if (hero >= 0 && hero !== g[S.HERO_AT_HAND]) {
      g[S.FOE_HERO] = hero;
      g[S.FOE_MERCS] = s.mercs[hero]!;
      s.defence[SQUAD_HERO] = 1;
    }
    if (foe === S.FOE_CITY) s.defence[SQUAD_CITY] = 1;
  }
  g[S.BATTLE] = S.BATTLE_SPLIT_ATTACKER;
}

/** Goes on with the battle until somebody has to choose, or it is over; true when a decision was opened. */
export function fight(s: Position): boolean {
  const { g } = s;
  const attacker = g[S.HERO_AT_HAND]! >> 1;
  if (g[S.BATTLE] === S.BATTLE_SPLIT_ATTACKER) {
    const n = splitMercs(s);
    if (n >= 2) {
      ask(s, S.P_SPLIT, attacker);
      return true;
    }
    split(s, 0);
  }
  if (g[S.BATTLE] === S.BATTLE_SPLIT_DEFENDER) {
    const n = g[S.FOE]! < S.FOE_HERO_ALONE ? 0 : splitMercs(s);
    if (n >= 2) {
      if (s.mercs[g[S.HERO_AT_HAND]!]! >= 2) reached(L.BOTH_SPLIT);
      ask(
        s,
        S.P_SPLIT,
        g[S.FOE] === S.FOE_CITY ? s.cityOwner[s.heroTile[g[S.HERO_AT_HAND]!]!]! - 1 : g[S.FOE_HERO]! >> 1,
      );
      return true;
    }
    split(s, 0);
  }
  ask(s, g[S.BATTLE] === S.BATTLE_SACRIFICE ? S.P_SACRIFICE : S.P_TARGET, attacker);
  return true;
}

/** Answers SPLIT. */
export function chooseSplit(s: Position, action: number): void {
  reached(L.SPLIT_CHOSEN + action - SPLIT);
  split(s, action - SPLIT);
}

function split(s: Position, template: number): void {
  const { g } = s;
  const attacking = g[S.BATTLE] === S.BATTLE_SPLIT_ATTACKER;
  if (attacking || g[S.FOE]! >= S.FOE_HERO_ALONE) {
    const n = splitMercs(s);
    const squads = attacking ? s.attack : s.defence;
    for (let part = 0; part < 3; part++) squads[part] = splitPart(n, template, part);
  }
  g[S.BATTLE] = attacking ? S.BATTLE_SPLIT_DEFENDER : S.BATTLE_TARGET;
}

/** Answers TARGET: a squad, or RETREAT. */
export function chooseTarget(s: Position, action: number, chance: Chance): void {
  const { g } = s;
  const hero = g[S.HERO_AT_HAND]!;
  if (action === RETREAT) {
    const armed = soldiers(s.attack) > 0;
    reached(armed ? L.RETREAT_WITH : L.RETREAT_ALONE);
    lose(s, armed);
    return;
  }
  const target = action - SQUAD;
  const stream = S.S_BATTLE + (hero >> 1);
  g[S.ROUNDS]!++;
  let sum = 0;
  for (let squad = 0; squad < S.SQUADS; squad++) sum += rollSquad(s, chance, stream, s.attack, squad, hero, false);
  const other = rollSquad(s, chance, stream, s.defence, target, g[S.FOE_HERO]!, g[S.FOE]! < S.FOE_HERO_ALONE);
  if (sum > other) {
    s.defence[target] = 0;
    if (!anySquad(s.defence)) win(s);
    return;
  }
  let only = -1;
  for (let squad = 0; squad < S.SQUADS; squad++)
    if (s.attack[squad]! > 0) {
      if (only >= 0) {
        g[S.BATTLE] = S.BATTLE_SACRIFICE;
        return;
      }
      only = squad;
    }
  lose(s, false);
}

/** Answers SACRIFICE. */
export function chooseSacrifice(s: Position, action: number): void {
  s.attack[action - SQUAD] = 0;
  s.g[S.BATTLE] = S.BATTLE_TARGET;
}

/** Sum of a squad's dice; 0 where it is no more. */
function rollSquad(
  s: Position,
  chance: Chance,
  stream: number,
  squads: Uint16Array,
  squad: number,
  hero: number,
  monsters: boolean,
): number {
  const n = squads[squad]!;
  if (n === 0) return 0;
  const { tables } = s;
  if (squad < SQUAD_HERO)
    return rollDice(chance, stream, n, monsters ? tables.encounters.monsterDie : tables.cities.mercenaryDie);
  if (squad === SQUAD_CITY) return rollTable(chance, stream, tables.cities.cityRoll);
  let sum = rollTable(chance, stream, tables.cities.heroRoll);
  for (let type = 0; type < 3; type++)
    sum += rollTable(chance, stream, tables.itemDice, (type * 6 + bestLevel(s.items, hero, type)) * 3);
  return sum;
}

const soldiers = (squads: Uint16Array): number => squads[0]! + squads[1]! + squads[2]!;
const anySquad = (squads: Uint16Array): boolean => soldiers(squads) + squads[SQUAD_HERO]! + squads[SQUAD_CITY]! > 0;

function close(s: Position): void {
  const { g } = s;
  g[S.STEP] = g[S.ARRIVING] ? S.STEP_ARRIVE : S.STEP_MOVE;
  g[S.FOE] = S.FOE_NONE;
  g[S.BATTLE] = S.BATTLE_NONE;
  g[S.FOE_SIZE] = 0;
  g[S.FOE_HERO] = -1;
  g[S.FOE_MERCS] = 0;
  g[S.ROUNDS] = 0;
  s.attack.fill(0);
  s.defence.fill(0);
}

/** The attacker has won. */
function win(s: Position): void {
  const { g } = s;
  const hero = g[S.HERO_AT_HAND]!;
  const t = s.heroTile[hero]!;
  const foe = g[S.FOE]!;
  const size = g[S.FOE_SIZE]!;
  const rival = g[S.FOE_HERO]!;
  reached(L.WON + foe - 1);
  s.mercs[hero] = soldiers(s.attack);
  const fainted = s.attack[SQUAD_HERO] === 0;
  close(s);
  if (foe === S.FOE_MONSTERS) {
    s.monster[t]!--;
    s.refresh(t);
    s.purse[hero]! += size >> 1;
  } else if (foe === S.FOE_CITY) conquer(s, hero);
  else if (foe === S.FOE_HERO_ALONE) {
    die(s, rival, false);
    stand(s, hero, t);
    settle(s, rival >> 1);
  } else {
    if (foe === S.FOE_GUARDIANS) s.purse[hero]! += size >> 1;
    takeMine(s, hero);
  }
  if (fainted) {
    reached(L.ATTACKER_FAINTS);
    faint(s, hero);
  }
}

/** The attacker dies. @param armed whether mercenaries of it live (only in retreat) */
function lose(s: Position, armed: boolean): void {
  const { g } = s;
  const hero = g[S.HERO_AT_HAND]!;
  const t = s.heroTile[hero]!;
  const foe = g[S.FOE]!;
  const rival = g[S.FOE_HERO]!;
  let left = soldiers(s.defence);
  const own = Math.min(left, g[S.FOE_MERCS]!);
  const fainted = rival >= 0 && s.defence[SQUAD_HERO] === 0;
  if (foe === S.FOE_CITY && s.defence[SQUAD_CITY] === 0) reached(L.CITY_RESTORED);
  close(s);
  if (foe >= S.FOE_HERO_ALONE && rival >= 0) {
    s.mercs[rival] = own;
    left -= own;
  }
  if (foe === S.FOE_CITY) s.cityMercs[t] = left;
  if (fainted) {
    reached(L.DEFENDER_FAINTS);
    faint(s, rival);
  }
  die(s, hero, armed);
  settle(s, hero >> 1);
}

/** A mine becomes the hero's player's, with its bonus. */
export function takeMine(s: Position, hero: number): void {
  const t = s.heroTile[hero]!;
  const seat = hero >> 1;
  const before = s.mine[t]! - S.OWN_MINE;
  if (before >= 0) {
    reached(L.MINE_FROM_RIVAL);
    s.mines[before]!--;
  }
  s.mine[t] = seat + S.OWN_MINE;
  s.mines[seat]!++;
  s.purse[hero]! += s.tables.encounters.captureBonus;
}
