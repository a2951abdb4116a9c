/**
 * Battles: the side that entered attacks with all its squads, a squad falls in each round. Rulebook, Battle; decisions
 * 10, 15-20.
 */
import type { ActionList } from '../../../env/kit/prompts.js';
import { RETREAT, SPLIT, SQUAD } from '../actions.js';
import { many } from '../names.js';
import {
  BATTLE,
  type Chance,
  FOE,
  FOR,
  foeNames,
  heroNames,
  NEUTRAL_MINE,
  OWN_MINE,
  P,
  type Position,
  SQUAD_CITY,
  SQUAD_HERO,
  SQUADS,
  STEP,
  streamOf,
  tileNames,
} from '../state.js';
import { foreignCity, tileAtHand } from './board.js';
import { conquer, die, faint, settle, stand } from './deaths.js';
import { ask, type FuzzyPrompt, type Step } from './definitions.js';
import { rollDice, rollTable } from './dice.js';
import { bestLevel } from './items.js';
import * as L from './landmarks.js';
import { reached } from './landmarks.js';
import { splitDiffers, splitMercs, splitPart } from './split.js';

/** Starts a battle of the hero at hand. @param size number of monsters or guardians */
export function startBattle(s: Position, foe: number, size: number): void {
  reached(L.FOUGHT + foe - 1);
  clear(s);
  s.step = STEP.battle;
  s.battle = BATTLE.attacker;
  s.foe = foe;
  s.foeSize = size;
  s.attack[SQUAD_HERO] = 1;
  if (foe < FOE.hero) {
    s.defence[0] = (size + 1) >> 1;
    s.defence[1] = size >> 1;
    return;
  }
  meetRival(s);
  if (s.foeHero >= 0) s.defence[SQUAD_HERO] = 1;
  if (foe === FOE.city) s.defence[SQUAD_CITY] = 1;
}

/** Whose hero defends, if one does. */
function meetRival(s: Position): void {
  const hero = s.heroAt[tileAtHand(s)]! - 1;
  if (hero < 0 || hero === s.hand) return;
  s.foeHero = hero;
  s.foeMercs = s.mercs[hero]!;
}

/** No battle. */
function clear(s: Position): void {
  s.foe = FOE.none;
  s.battle = BATTLE.none;
  s.foeHero = -1;
  s.foeSize = s.foeMercs = s.rounds = 0;
  s.attack.fill(0);
  s.defence.fill(0);
}

/** Seat of the defending side. */
const defender = (s: Position): number => (s.foe === FOE.city ? s.cityOwner[tileAtHand(s)]! - 1 : s.foeHero >> 1);

/** Goes on until somebody has to choose. */
const battle: Step = (s) => {
  const attacker = s.hand >> 1;
  if (s.battle === BATTLE.attacker) {
    if (splitMercs(s) >= 2) {
      ask(s, P.SPLIT, attacker);
      return;
    }
    split(s, 0);
  }
  if (s.battle === BATTLE.defender) {
    if (s.foe >= FOE.hero && splitMercs(s) >= 2) {
      if (s.mercs[s.hand]! >= 2) reached(L.BOTH_SPLIT);
      ask(s, P.SPLIT, defender(s));
      return;
    }
    split(s, 0);
  }
  ask(s, s.battle === BATTLE.sacrifice ? P.SACRIFICE : P.TARGET, attacker);
};

function split(s: Position, template: number): void {
  const attacking = s.battle === BATTLE.attacker;
  if (attacking || s.foe >= FOE.hero) {
    const n = splitMercs(s);
    const squads = attacking ? s.attack : s.defence;
    for (let part = 0; part < 3; part++) squads[part] = splitPart(n, template, part);
  }
  s.battle = attacking ? BATTLE.defender : BATTLE.target;
}

/** What is fought, for people. */
function battleText(s: Position): string {
  const side = (squads: Uint16Array) =>
    [0, 1, 2, 3, 4]
      .filter((i) => squads[i]! > 0)
      .map((i) => (i === SQUAD_HERO ? 'hero' : i === SQUAD_CITY ? 'city' : squads[i]))
      .join(' + ') || 'nobody yet';
  const rival = s.foeHero >= 0 ? ` ${heroNames[s.foeHero]}` : '';
  const foe = s.foe === FOE.hero ? `hero${rival}` : `${foeNames[s.foe]}${rival && ` with hero${rival}`}`;
  const atFirst = s.foe < FOE.hero ? `, ${s.foeSize} at first` : '';
  const where = s.arriving ? `, entering ${tileNames[tileAtHand(s)]}` : '';
  return `Battle of hero ${heroNames[s.hand]} (${side(s.attack)})${where} against ${foe} (${side(s.defence)}${atFirst}), round ${s.rounds + 1}`;
}

function squadText(squads: Uint16Array, squad: number, word: string): string {
  if (squad === SQUAD_HERO) return 'the hero';
  if (squad === SQUAD_CITY) return 'the city';
  return `squad ${squad + 1} (${many(squads[squad]!, word)})`;
}

/** Lists the squads that are left. @returns how many */
function listSquads(squads: Uint16Array, list: ActionList): number {
  let n = 0;
  for (let squad = 0; squad < SQUADS; squad++) if (squads[squad]! > 0) list[n++] = SQUAD + squad;
  return n;
}

const SPLIT_UP: FuzzyPrompt = {
  step: STEP.battle,
  ask: (s) => `${battleText(s)}. How are mercenaries split into squads?`,
  uses: ['SPLIT'],
  legal(s, _seat, list) {
    const mercs = splitMercs(s);
    let n = 0;
    for (let template = 0; template < 7; template++) if (splitDiffers(mercs, template)) list[n++] = SPLIT + template;
    return n;
  },
  answer(s, _seat, action) {
    reached(L.SPLIT_CHOSEN + action - SPLIT);
    split(s, action - SPLIT);
  },
  complete(s, seat) {
    s.battle = seat === s.hand >> 1 ? BATTLE.attacker : BATTLE.defender;
    const fault = battleFault(s);
    if (fault) return fault;
    if (s.battle === BATTLE.defender && (s.foe < FOE.hero || seat !== defender(s)))
      return 'that seat is not in the battle';
    return splitMercs(s) < 2 ? 'nothing to split' : '';
  },
};

/** Each round: which squad all the attacker's squads roll against. */
const TARGET: FuzzyPrompt = {
  step: STEP.battle,
  ask: (s) => `${battleText(s)}. Which squad is attacked?`,
  uses: ['SQUAD', 'RETREAT'],
  words: {
    SQUAD: (s, { squad }) => `attack ${squadText(s.defence, squad, s.foe < FOE.hero ? 'monster' : 'mercenary')}`,
  },
  kinds: { SQUAD: 'target' },
  legal(s, _seat, list) {
    const n = listSquads(s.defence, list);
    list[n] = RETREAT;
    return n + 1;
  },
  answer(s, _seat, action, chance) {
    if (action === RETREAT) {
      const armed = soldiers(s.attack) > 0;
      reached(armed ? L.RETREAT_WITH : L.RETREAT_ALONE);
      lose(s, armed);
      return;
    }
    const target = action - SQUAD;
    s.rounds++;
    let sum = 0;
    for (let squad = 0; squad < SQUADS; squad++) sum += rollSquad(s, chance, true, squad);
    if (sum > rollSquad(s, chance, false, target)) {
      s.defence[target] = 0;
      if (squadsLeft(s.defence) === 0) win(s);
    } else if (squadsLeft(s.attack) > 1) s.battle = BATTLE.sacrifice;
    else lose(s, false);
  },
  complete(s) {
    s.battle = BATTLE.target;
    return battleFault(s);
  },
};

/** After a round that failed: which squad of the attacker falls. */
const SACRIFICE: FuzzyPrompt = {
  step: STEP.battle,
  ask: (s) => `${battleText(s)}. Which squad falls?`,
  uses: ['SQUAD'],
  words: { SQUAD: (s, { squad }) => `lose ${squadText(s.attack, squad, 'mercenary')}` },
  kinds: { SQUAD: 'sacrifice' },
  legal: (s, _seat, list) => listSquads(s.attack, list),
  answer(s, _seat, action) {
    s.attack[action - SQUAD] = 0;
    s.battle = BATTLE.target;
  },
  complete(s) {
    s.battle = BATTLE.sacrifice;
    return battleFault(s);
  },
};

/** Sum of the dice of a squad of the attacker or the defender; 0 where it is no more. */
function rollSquad(s: Position, chance: Chance, attacks: boolean, squad: number): number {
  const n = attacks ? s.attack[squad]! : s.defence[squad]!;
  if (n === 0) return 0;
  const { cities, encounters, itemDice } = s.tables;
  const stream = streamOf(FOR.battle, s.hand >> 1);
  if (squad === SQUAD_CITY) return rollTable(chance, stream, cities.cityRoll);
  if (squad !== SQUAD_HERO)
    return rollDice(chance, stream, n, attacks || s.foe >= FOE.hero ? cities.mercenaryDie : encounters.monsterDie);
  const hero = attacks ? s.hand : s.foeHero;
  let sum = rollTable(chance, stream, cities.heroRoll);
  for (let type = 0; type < 3; type++)
    sum += rollTable(chance, stream, itemDice, (type * 6 + bestLevel(s.items, hero, type)) * 3);
  return sum;
}

const soldiers = (squads: Uint16Array): number => squads[0]! + squads[1]! + squads[2]!;
function squadsLeft(squads: Uint16Array): number {
  let n = 0;
  for (let squad = 0; squad < SQUADS; squad++) if (squads[squad]! > 0) n++;
  return n;
}

function close(s: Position): void {
  clear(s);
  s.step = s.arriving ? STEP.arrive : STEP.move;
}

/** The attacker has won. */
function win(s: Position): void {
  const { hand: hero, foe, foeSize: size, foeHero: rival } = s;
  const t = s.heroTile[hero]!;
  reached(L.WON + foe - 1);
  s.mercs[hero] = soldiers(s.attack);
  const fainted = s.attack[SQUAD_HERO] === 0;
  close(s);
  if (foe === FOE.monsters) {
    s.monster[t]!--;
    s.refresh(t);
    s.purse[hero]! += size >> 1;
  } else if (foe === FOE.city) conquer(s, hero);
  else if (foe === FOE.hero) {
    die(s, rival, false);
    stand(s, hero, t);
    settle(s, rival >> 1);
  } else {
    if (foe === FOE.guardians) s.purse[hero]! += size >> 1;
    takeMine(s, hero);
  }
  if (fainted) {
    reached(L.ATTACKER_FAINTS);
    faint(s, hero);
  }
}

/** The attacker dies. @param armed whether mercenaries of it live (only in retreat) */
function lose(s: Position, armed: boolean): void {
  const { hand: hero, foe, foeHero: rival } = s;
  const t = s.heroTile[hero]!;
  let left = soldiers(s.defence);
  const own = Math.min(left, s.foeMercs);
  const fainted = rival >= 0 && s.defence[SQUAD_HERO] === 0;
  if (foe === FOE.city && s.defence[SQUAD_CITY] === 0) reached(L.CITY_RESTORED);
  close(s);
  if (foe >= FOE.hero && rival >= 0) {
    s.mercs[rival] = own;
    left -= own;
  }
  if (foe === FOE.city) s.cityMercs[t] = left;
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
  const before = s.mine[t]! - OWN_MINE;
  if (before >= 0) {
    reached(L.MINE_FROM_RIVAL);
    s.mines[before]!--;
  }
  s.mine[t] = seat + OWN_MINE;
  s.mines[seat]!++;
  s.purse[hero]! += s.tables.encounters.captureBonus;
}

/** Completes a battle read from JSON. @returns why it cannot be fought; empty when it can */
function battleFault(s: Position): string {
  const { hand, foe, attack, defence } = s;
  const t = tileAtHand(s);
  const seat = hand >> 1;
  if (foe === FOE.monsters && s.monster[t] === 0) return 'no monster token on the tile';
  if (foe === FOE.guardians && s.mine[t] !== NEUTRAL_MINE) return 'no neutral mine on the tile';
  if (foe === FOE['guardians of a rival'] && (s.mine[t]! < OWN_MINE || s.mine[t] === OWN_MINE + seat))
    return 'no mine of a rival on the tile';
  if (foe === FOE.city && (!foreignCity(s, t, seat) || s.ramparts[t]! > 0)) return 'no city to assault on the tile';
  if (foe >= FOE.hero) {
    if (!s.arriving) return 'entering: heroes and cities are fought when entered';
    meetRival(s);
  }
  if (foe === FOE.hero && s.foeHero < 0) return 'no hero to fight on the tile';
  if (attack[SQUAD_CITY] !== 0 || attack[SQUAD_HERO]! > 1 || defence[SQUAD_HERO]! > 1 || defence[SQUAD_CITY]! > 1)
    return 'battle: a hero or city squad is 0 or 1, the attacker has no city';
  if (soldiers(attack) > s.mercs[hand]!) return 'battle: more attackers than mercenaries';
  const most = foe < FOE.hero ? s.foeSize : s.foeMercs + (foe === FOE.city ? s.cityMercs[t]! : 0);
  if (soldiers(defence) > most) return 'battle: more defenders than there were';
  if ((defence[SQUAD_HERO] === 1 && s.foeHero < 0) || (defence[SQUAD_CITY] === 1 && foe !== FOE.city))
    return 'battle: a defender that is not there';
  return squadsLeft(attack) === 0 || squadsLeft(defence) === 0 ? 'battle: a side without squads' : '';
}

export const battleSteps = { battle };
export const battlePrompts = { SPLIT: SPLIT_UP, TARGET, SACRIFICE };
