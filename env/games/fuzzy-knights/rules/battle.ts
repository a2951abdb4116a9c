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
  const t = s.heroTile[s.hand]!;
  reached(L.FOUGHT + foe - 1);
  s.step = S.STEP.battle;
  s.foe = foe;
  s.foeSize = size;
  s.foeHero = -1;
  s.foeMercs = 0;
  s.rounds = 0;
  s.attack.fill(0);
  s.defence.fill(0);
  s.attack[SQUAD_HERO] = 1;
  if (foe < S.FOE.hero) {
    s.defence[0] = (size + 1) >> 1;
    s.defence[1] = size >> 1;
  } else {
    const hero = s.heroAt[t]! - 1;
    if (hero >= 0 && hero !== s.hand) {
      s.foeHero = hero;
      s.foeMercs = s.mercs[hero]!;
      s.defence[SQUAD_HERO] = 1;
    }
    if (foe === S.FOE.city) s.defence[SQUAD_CITY] = 1;
  }
  s.battle = S.BATTLE.attacker;
}

/** Goes on with the battle until somebody has to choose, or it is over; true when a decision was opened. */
export function fight(s: Position): boolean {
  const attacker = s.hand >> 1;
  if (s.battle === S.BATTLE.attacker) {
    const n = splitMercs(s);
    if (n >= 2) {
      ask(s, S.P.SPLIT, attacker);
      return true;
    }
    split(s, 0);
  }
  if (s.battle === S.BATTLE.defender) {
    const n = s.foe < S.FOE.hero ? 0 : splitMercs(s);
    if (n >= 2) {
      if (s.mercs[s.hand]! >= 2) reached(L.BOTH_SPLIT);
      ask(s, S.P.SPLIT, s.foe === S.FOE.city ? s.cityOwner[s.heroTile[s.hand]!]! - 1 : s.foeHero >> 1);
      return true;
    }
    split(s, 0);
  }
  ask(s, s.battle === S.BATTLE.sacrifice ? S.P.SACRIFICE : S.P.TARGET, attacker);
  return true;
}

/** Answers SPLIT. */
export function chooseSplit(s: Position, action: number): void {
  reached(L.SPLIT_CHOSEN + action - SPLIT);
  split(s, action - SPLIT);
}

function split(s: Position, template: number): void {
  const attacking = s.battle === S.BATTLE.attacker;
  if (attacking || s.foe >= S.FOE.hero) {
    const n = splitMercs(s);
    const squads = attacking ? s.attack : s.defence;
    for (let part = 0; part < 3; part++) squads[part] = splitPart(n, template, part);
  }
  s.battle = attacking ? S.BATTLE.defender : S.BATTLE.target;
}

/** Answers TARGET: a squad, or RETREAT. */
export function chooseTarget(s: Position, action: number, chance: Chance): void {
  const hero = s.hand;
  if (action === RETREAT) {
    const armed = soldiers(s.attack) > 0;
    reached(armed ? L.RETREAT_WITH : L.RETREAT_ALONE);
    lose(s, armed);
    return;
  }
  const target = action - SQUAD;
  const stream = S.streamOf(S.FOR.battle, hero >> 1);
  s.rounds++;
  let sum = 0;
  for (let squad = 0; squad < S.SQUADS; squad++) sum += rollSquad(s, chance, stream, s.attack, squad, hero, false);
  const other = rollSquad(s, chance, stream, s.defence, target, s.foeHero, s.foe < S.FOE.hero);
  if (sum > other) {
    s.defence[target] = 0;
    if (!anySquad(s.defence)) win(s);
    return;
  }
  let only = -1;
  for (let squad = 0; squad < S.SQUADS; squad++)
    if (s.attack[squad]! > 0) {
      if (only >= 0) {
        s.battle = S.BATTLE.sacrifice;
        return;
      }
      only = squad;
    }
  lose(s, false);
}

/** Answers SACRIFICE. */
export function chooseSacrifice(s: Position, action: number): void {
  s.attack[action - SQUAD] = 0;
  s.battle = S.BATTLE.target;
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
  s.step = s.arriving ? S.STEP.arrive : S.STEP.move;
  s.foe = S.FOE.none;
  s.battle = S.BATTLE.none;
  s.foeSize = 0;
  s.foeHero = -1;
  s.foeMercs = 0;
  s.rounds = 0;
  s.attack.fill(0);
  s.defence.fill(0);
}

/** The attacker has won. */
function win(s: Position): void {
  const hero = s.hand;
  const t = s.heroTile[hero]!;
  const foe = s.foe;
  const size = s.foeSize;
  const rival = s.foeHero;
  reached(L.WON + foe - 1);
  s.mercs[hero] = soldiers(s.attack);
  const fainted = s.attack[SQUAD_HERO] === 0;
  close(s);
  if (foe === S.FOE.monsters) {
    s.monster[t]!--;
    s.refresh(t);
    s.purse[hero]! += size >> 1;
  } else if (foe === S.FOE.city) conquer(s, hero);
  else if (foe === S.FOE.hero) {
    die(s, rival, false);
    stand(s, hero, t);
    settle(s, rival >> 1);
  } else {
    if (foe === S.FOE.guardians) s.purse[hero]! += size >> 1;
    takeMine(s, hero);
  }
  if (fainted) {
    reached(L.ATTACKER_FAINTS);
    faint(s, hero);
  }
}

/** The attacker dies. @param armed whether mercenaries of it live (only in retreat) */
function lose(s: Position, armed: boolean): void {
  const hero = s.hand;
  const t = s.heroTile[hero]!;
  const foe = s.foe;
  const rival = s.foeHero;
  let left = soldiers(s.defence);
  const own = Math.min(left, s.foeMercs);
  const fainted = rival >= 0 && s.defence[SQUAD_HERO] === 0;
  if (foe === S.FOE.city && s.defence[SQUAD_CITY] === 0) reached(L.CITY_RESTORED);
  close(s);
  if (foe >= S.FOE.hero && rival >= 0) {
    s.mercs[rival] = own;
    left -= own;
  }
  if (foe === S.FOE.city) s.cityMercs[t] = left;
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
