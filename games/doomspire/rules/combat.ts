/**
 * Battles: against a monster, between knights, against the dragon. One procedure: flee or fight, roll, support of others
 * (before the roll in edition airef), paid bonuses, result. What follows for the traveller is up to whoever started it
 * (`outcome`).
 */

import * as A from '../actions.js';
import * as D from '../data.js';
import { fight as fightText } from '../fight-text.js';
import * as N from '../names.js';
import { lowest, totalResources } from '../read.js';
import * as S from '../state.js';
import { AGAINST, type Chance, P, type Position, STREAM } from '../state.js';
import * as W from '../words.js';
import { addFollowers, addItems, addOwned, yesNo } from './choices.js';
import type { DoomspireProcedure, DoomspirePrompt, Frame, Need } from './definitions.js';
import { untied } from './duel.js';
import { leaveBeaten, startLose, startRetreat } from './flight.js';
import { carries, destroyItem, gainItem, pieceOfKind, removeFollower, stealable } from './items.js';
import { decision } from './landmarks.js';
import { NEED, onBoard } from './needs.js';
import { ask, dragonMight, gain, gainFame, lose, loseFame, removeMonster, sendHome } from './pieces.js';
import { arrivalOf, TURN } from './stack.js';
import {
  autoBonus,
  BONUS_BLADE,
  BONUS_MERCENARY,
  BONUS_POINTS,
  BONUS_ROBE,
  BONUS_RUSTY,
  BONUS_TROLLSBANE,
  canBonus,
  fighter,
  foeMight,
  godmotherBeside,
  lead,
  mostBonus,
  strengthBefore,
  supporters,
} from './strength.js';

const STEP = {
  flee: 0,
  roll: 1,
  support: 2,
  bonus: 3,
  result: 4,
  looted: 5,
  'hand over': 6,
  away: 7,
  /** Edition airef: others say whether they support before anything is rolled. */
  'support first': 8,
};

const d3 = (chance: Chance, stream: number): number => chance.draw(stream, 3) + 1;

/** Might, automatic bonuses, own units and witch of one side. */
function base(s: Position, side: number, chance: Chance): number {
  const kind = s.fightKind;
  const knight = fighter(s, side);
  const seat = (knight / 3) | 0;
  const monster = s.fightMonster;
  const foe = foeMight(s, side);
  let n = s.might[seat]!;
  if (s.knightItems[knight] !== 0 || s.followerBits[knight] !== 0) n += autoBonus(s, knight, kind, monster, foe);
  if (s.tables.airef) breakRusty(s, knight);
  const units = supporters(s, seat, s.fightTile, knight);
  if (units > 0) decision(32);
  n += units * s.tables.numbers.supportBonus;
  if (s.followerBits[knight]! & (1 << D.WITCH)) {
    const roll = d3(chance, STREAM.card);
    s.fightWitch[side] = roll;
    n += roll === 1 ? -1 : roll - 1;
  }
  return n;
}

/** Edition airef: rusty swords have helped in this fight and are gone. */
function breakRusty(s: Position, knight: number): void {
  for (let piece = pieceOfKind(s, knight, D.RUSTY, 0); piece >= 0; piece = pieceOfKind(s, knight, D.RUSTY, 0))
    destroyItem(s, piece);
}

function roll(s: Position, chance: Chance): void {
  const kind = s.fightKind;
  const attacker = STREAM['combat 0'] + ((s.fightAttacker / 3) | 0);
  s.fightRolls = 1;
  s.fightDice[0] = d3(chance, attacker);
  if (kind !== AGAINST.monster && (kind === AGAINST.knights || !s.tables.airef))
    s.fightDice[0]! += d3(chance, attacker);
  s.fightBase[0] = base(s, 0, chance);
  if (kind === AGAINST.knights) {
    const defender = STREAM['combat 0'] + ((s.fightDefender / 3) | 0);
    s.fightDice[1] = d3(chance, defender) + d3(chance, defender);
    s.fightBase[1] = base(s, 1, chance);
  } else if (kind === AGAINST.dragon) {
    decision(38);
    if (!s.tables.airef) s.fightDice[1] = d3(chance, STREAM.dragon) + d3(chance, STREAM.dragon);
    s.fightBase[1] = dragonMight(s);
  } else s.fightBase[1] = s.tables.monsterMight[s.fightMonster]!;
}

function reroll(s: Position, chance: Chance): void {
  decision(37);
  decision(105);
  const rolls = untied[lead(s) - s.fightDice[0]! + s.fightDice[1]! + 4]!;
  const pick = rolls[chance.draw(STREAM['combat 0'] + ((s.fightAttacker / 3) | 0), rolls.length)]!;
  s.fightRolls++;
  s.fightDice[0] = pick >> 3;
  s.fightDice[1] = pick & 7;
}

/** Edition airef: what a side has before the dice, given support included; the witch at her worst. */
function sure(s: Position, side: number): number {
  const before = strengthBefore(s, side);
  if (side === 1 && s.fightKind !== AGAINST.knights) return before;
  return before + s.fightHelp[side]! - (s.followerBits[fighter(s, side)]! & (1 << D.WITCH) ? 1 : 0);
}
/** How much more than at her worst a witch may bring a side. */
const luck = (s: Position, side: number): number => (s.followerBits[fighter(s, side)]! & (1 << D.WITCH) ? 3 : 0);
/** Least lead before the dice that wins however 2D3 against 2D3 fall. */
const CERTAIN = 5;

/** Edition airef: whether support may still matter, before the dice (decision 80). `others`: what all still to be asked may add. */
function openBefore(s: Position, others: number): boolean {
  if (s.fightKind !== AGAINST.knights) return sure(s, 0) + 1 < sure(s, 1);
  // Won for a side when all who may still speak cannot turn it.
  const ahead = sure(s, 0) - sure(s, 1);
  return (
    ahead - others - mostBonus(s, 1) - luck(s, 1) < CERTAIN && ahead + others + mostBonus(s, 0) + luck(s, 0) > -CERTAIN
  );
}
/** The same after the dice. */
function openAfter(s: Position, others: number): boolean {
  const ahead = lead(s);
  const high = ahead + others + mostBonus(s, 0);
  if (s.fightKind === AGAINST.knights) return high >= 0 && ahead - others - mostBonus(s, 1) <= 0;
  return (s.fightKind === AGAINST.dragon ? ahead <= 0 : ahead < 0) && high >= 0;
}

/** Asks the next other player whose support may matter; whether one was asked. */
function askSupport(s: Position): boolean {
  const { airef, numbers } = s.tables;
  const between = s.fightKind === AGAINST.knights;
  const first = (s.fightAttacker / 3) | 0;
  const second = between ? (s.fightDefender / 3) | 0 : -1;
  const tile = s.fightTile;
  while (s.fightAsked < 3) {
    const asked = ++s.fightAsked;
    const seat = (first + asked) & 3;
    if (seat === second || supporters(s, seat, tile, 31) === 0) continue;
    let others = 0;
    for (let i = asked; i <= 3; i++) {
      const other = (first + i) & 3;
      if (other !== second) others += supporters(s, other, tile, 31) * numbers.supportBonus;
    }
    if (!(airef ? openBefore(s, others) : openAfter(s, others)) && !godmotherBeside(s, seat, tile)) {
      decision(35);
      continue;
    }
    decision(airef ? 80 : 33);
    if (!airef && s.fightKind === AGAINST.dragon) decision(39);
    if (!airef && s.round <= numbers.peacefulRounds) decision(26);
    ask(s, between ? P.SIDE : P.SUPPORT, seat, s.fightAttacker, tile);
    return true;
  }
  return false;
}
/** A seat's units help a side: 0 the attacker, 1 the defender. */
function support(s: Position, side: number, seat: number): void {
  const tile = s.fightTile;
  decision(34);
  s.fightHelp[side]! += supporters(s, seat, tile, 31) * s.tables.numbers.supportBonus;
  if (godmotherBeside(s, seat, tile)) {
    s.fightGodmothers |= 1 << seat;
    gainFame(s, seat, 1);
  }
}

/** Whether reaching the other side's total is enough: against monsters, in edition airef against the dragon too. */
const tieWins = (s: Position): boolean =>
  s.fightKind === AGAINST.monster || (s.tables.airef && s.fightKind === AGAINST.dragon);

/** Asks a side that is not ahead whether it pays for a bonus; whether one was asked. */
function askBonus(s: Position): boolean {
  const kind = s.fightKind;
  const ahead = lead(s);
  for (let side = 0; side < 2; side++) {
    if (side === 1 && kind !== AGAINST.knights) break;
    if (s.fightPassed & (1 << side)) continue;
    const behind = side === 0 ? -ahead : ahead;
    if (tieWins(s) ? behind <= 0 : behind < 0) continue;
    const most = mostBonus(s, side);
    if (most === 0 || most < behind) {
      if (most !== 0) decision(35);
      continue;
    }
    decision(36);
    s.fightSide = side;
    const knight = fighter(s, side);
    ask(s, P.BONUS, (knight / 3) | 0, knight, s.fightTile);
    return true;
  }
  return false;
}
/** The side that was asked pays for a bonus. */
function addBonus(s: Position, bonus: number): void {
  const side = s.fightSide;
  const knight = fighter(s, side);
  const seat = (knight / 3) | 0;
  s.fightPassed = 0;
  s.fightUsed[side]! |= 1 << bonus;
  s.fightBonus[side]! += BONUS_POINTS[bonus]!;
  switch (bonus) {
    case BONUS_RUSTY:
      destroyItem(s, pieceOfKind(s, knight, D.RUSTY, 0));
      break;
    case BONUS_TROLLSBANE:
      loseFame(s, seat, 1);
      break;
    case BONUS_ROBE:
      lose(s, seat, 1, 3);
      break;
    case BONUS_BLADE:
      decision(101);
      ask(s, P.SACRIFICE, seat, knight, s.fightTile);
      break;
    case BONUS_MERCENARY:
      lose(s, seat, 3, 3);
      break;
    default:
      lose(s, seat, 0, 3);
  }
}

/** The roll that decides whether a flight succeeds. In edition airef it always does. */
function flee(s: Position, chance: Chance): void {
  const top = s.top();
  const kind = s.fightKind;
  if (s.tables.airef) {
    s.fightResult = 3;
    s.frames[top + 1] = STEP.away;
    // The dragon is let be, a monster costs fame.
    if (kind === AGAINST.dragon) return;
    decision(79);
    const knight = s.fightAttacker;
    loseFame(s, (knight / 3) | 0, 1);
    sendHome(s, knight);
    return;
  }
  const knight = kind === AGAINST.knights ? s.fightDefender : s.fightAttacker;
  const d = d3(chance, STREAM['flee 0'] + ((knight / 3) | 0));
  if (kind === AGAINST.monster) decision(29);
  else decision(30);
  s.fightFlee = d;
  if (d === 1) return;
  s.fightResult = 3;
  if (d === 3) {
    sendHome(s, knight);
    s.frames[top + 1] = STEP.away;
  } else if (kind === AGAINST.monster) {
    s.frames[top + 1] = STEP.away;
    startLose(s, knight);
    startRetreat(s, knight);
  } else s.frames[top + 1] = STEP['hand over'];
}

/** Whether anything can be taken from a knight and its player. */
function hasLoot(s: Position, knight: number): boolean {
  if (totalResources(s, (knight / 3) | 0) > 0) return true;
  for (let bits = s.knightItems[knight]!; bits; bits &= bits - 1) if (stealable(s, lowest(bits))) return true;
  return false;
}

/** Ends the procedure; the one that started the battle reads the outcome. */
function close(s: Position, outcome: number): void {
  if (!s.fightBlade) s.outcome = outcome;
  s.endBattle();
  s.pop();
}

function runFight(s: Position, chance: Chance): void {
  const top = s.top();
  const f = s.frames;
  const kind = s.fightKind;
  if (f[top + 1] === STEP.flee) {
    f[top + 1] = s.tables.airef ? STEP['support first'] : STEP.roll;
    // Who may get away: whoever meets a monster or is attacked; in edition airef whoever meets a monster or the dragon.
    if (kind !== (s.tables.airef ? AGAINST.knights : AGAINST.dragon)) {
      const knight = kind === AGAINST.knights ? s.fightDefender : s.fightAttacker;
      ask(s, P.FIGHT, (knight / 3) | 0, knight, s.fightTile);
      return;
    }
  }
  if (f[top + 1] === STEP['support first']) {
    if (askSupport(s)) return;
    f[top + 1] = STEP.roll;
  }
  if (f[top + 1] === STEP.roll) {
    roll(s, chance);
    f[top + 1] = s.tables.airef ? STEP.bonus : STEP.support;
  }
  if (f[top + 1] === STEP.support) {
    if (askSupport(s)) return;
    f[top + 1] = STEP.bonus;
  }
  if (f[top + 1] === STEP.bonus) {
    if (askBonus(s)) return;
    f[top + 1] = STEP.result;
  }
  if (f[top + 1] === STEP.result) {
    const ahead = lead(s);
    if (ahead === 0 && !tieWins(s)) {
      reroll(s, chance);
      s.fightPassed = 0;
      f[top + 1] = STEP.bonus;
      return;
    }
    if (kind === AGAINST.dragon) close(s, ahead > 0 || (ahead === 0 && tieWins(s)) ? 1 : 2);
    else if (kind === AGAINST.monster) {
      if (ahead >= 0) beatMonster(s);
      else loseToMonster(s);
    } else beatKnight(s, ahead > 0 ? 0 : 1);
    return;
  }
  if (f[top + 1] === STEP['hand over']) {
    const knight = s.fightDefender;
    if (hasLoot(s, knight)) ask(s, P.HANDOVER, (knight / 3) | 0, knight, s.fightTile);
    else {
      decision(43);
      loseFame(s, (knight / 3) | 0, 1);
      leaveBehind(s, -1);
    }
    return;
  }
  if (f[top + 1] === STEP.looted) {
    // Nobody had anything to take, or the winner has chosen: the loser goes home.
    endLoot(s, -1);
    return;
  }
  close(s, 3);
}

function beatMonster(s: Position): void {
  const knight = s.fightAttacker;
  const seat = (knight / 3) | 0;
  const monster = s.fightMonster;
  const taken = s.fightBlade;
  gainFame(s, seat, s.tables.monsterFame[monster]!);
  for (let r = 0; r < 4; r++) gain(s, seat, r, s.tables.monsterLoot[monster * 4 + r]!);
  if (!s.fightEvent) removeMonster(s, s.fightTile);
  if (monster === D.GHOST) {
    decision(107);
    s.itemOwner[D.PIECE_BLADE] = seat + 1;
  }
  close(s, 1);
  if (taken) gainItem(s, D.PIECE_BLADE, knight);
}
function loseToMonster(s: Position): void {
  const knight = s.fightAttacker;
  const spared = (s.followerBits[knight]! & (1 << D.PRIESTESS)) !== 0;
  close(s, 2);
  // The loss lies above the way out on the stack, so it is asked for first.
  leaveBeaten(s, knight, carries(s, knight, D.HELMET));
  if (!spared) startLose(s, knight);
}
/** Between knights: fame, then loot. */
function beatKnight(s: Position, winner: number): void {
  const winning = fighter(s, winner);
  const losing = fighter(s, 1 - winner);
  s.fightResult = winner === 0 ? 1 : 2;
  if (winner === 1) decision(44);
  gainFame(s, (winning / 3) | 0, s.tables.numbers.winnerFame);
  s.frames[s.top() + 1] = STEP.looted;
  if (!hasLoot(s, losing)) return;
  decision(41);
  const chooser = carries(s, losing, D.HELMET) && !s.tables.airef ? losing : winning;
  ask(s, P.LOOT, (chooser / 3) | 0, losing, s.fightTile);
}
function endLoot(s: Position, piece: number): void {
  const outcome = s.fightResult;
  const winning = outcome === 1 ? s.fightAttacker : s.fightDefender;
  const losing = outcome === 1 ? s.fightDefender : s.fightAttacker;
  if (losing === s.fightDefender && s.knightItems[losing] !== 0) decision(48);
  const helmet = s.tables.airef && carries(s, losing, D.HELMET);
  close(s, outcome);
  if (!helmet) sendHome(s, losing);
  if (piece >= 0) {
    decision(42);
    gainItem(s, piece, winning);
  }
  // Asked first: whatever the gain starts waits below it on the stack.
  if (helmet) leaveBeaten(s, losing, true);
}
/** The flight succeeds, and the attacker gets a piece of what the fleeing knight carried, -1 none. */
function leaveBehind(s: Position, piece: number): void {
  const fleeing = s.fightDefender;
  const attacker = s.fightAttacker;
  close(s, 3);
  // The flight is asked about first; whatever the gain starts waits below it on the stack.
  if (piece >= 0) {
    decision(103);
    gainItem(s, piece, attacker);
  }
  startRetreat(s, fleeing);
}

const FIGHT: DoomspirePrompt = {
  ask: (s) => `${fightText(s)}: fight or ${s.fightKind === AGAINST.dragon ? 'let it be' : 'flee'}?`,
  uses: ['FIGHT'],
  legal(_s, _seat, list) {
    list[0] = A.FIGHT;
    list[1] = A.FIGHT + 1;
    return 2;
  },
  answer(s, _seat, action, chance) {
    if (action !== A.FIGHT) flee(s, chance);
  },
};

const SUPPORT: DoomspirePrompt = {
  ask: (s) => `${fightText(s)}${W.here(s)}: support it?`,
  uses: ['YESNO'],
  words: W.yesNo(
    (s) => `support knight ${N.knightName(s.focusKnight)}`,
    () => 'stay out of it',
  ),
  legal: (_s, _seat, list) => yesNo(list),
  answer(s, seat, action) {
    if (action === A.YES) support(s, 0, seat);
  },
};

const SIDE: DoomspirePrompt = {
  ask: (s) => `${fightText(s)}${W.here(s)}: support one of them?`,
  uses: ['SIDE', 'DONE'],
  words: W.done('stay out of it'),
  legal(_s, _seat, list) {
    list[0] = A.SIDE;
    list[1] = A.SIDE + 1;
    list[2] = A.DONE;
    return 3;
  },
  answer(s, seat, action) {
    if (action !== A.DONE) support(s, action - A.SIDE, seat);
  },
};

const BONUS: DoomspirePrompt = {
  ask: (s) => `${fightText(s)}: add something?`,
  uses: ['BONUS', 'DONE'],
  words: W.done('add nothing'),
  legal(s, _seat, list) {
    const side = s.fightSide;
    let n = 0;
    for (let b = 0; b < 6; b++) if (canBonus(s, side, b)) list[n++] = A.BONUS + b;
    list[n++] = A.DONE;
    return n;
  },
  answer(s, _seat, action) {
    if (action === A.DONE) s.fightPassed |= 1 << s.fightSide;
    else addBonus(s, action - A.BONUS);
  },
};

/** For the black blade. */
const SACRIFICE: DoomspirePrompt = {
  ask: (s) => `${fightText(s)}: which follower is given up?`,
  uses: ['FOLLOWER'],
  words: W.followers('give up'),
  needs: [NEED.knight],
  legal: (s, _seat, list) => addFollowers(s.followerBits[s.focusKnight]!, list, 0),
  answer: (s, _seat, action) => removeFollower(s, action - A.FOLLOWER),
};

/** A resource passes from the player of one knight to that of another. */
function passResource(s: Position, from: number, to: number, resource: number): void {
  lose(s, (from / 3) | 0, resource, 1);
  gain(s, (to / 3) | 0, resource, 1);
}

/** A resource or an item for the attacker; then the flight. */
const HANDOVER: DoomspirePrompt = {
  ask: (s) => `${W.knight(s)} flees from another: what does it leave behind?`,
  uses: ['RES', 'ITEM'],
  words: { ...W.resources('hand over'), ...W.items('hand over') },
  needs: [NEED.knight],
  legal: (s, seat, list) => addItems(s, s.focusKnight, stealable, list, addOwned(s, seat, list, 0)),
  answer(s, _seat, action) {
    const fleeing = s.fightDefender;
    if (action < A.ITEM) passResource(s, fleeing, s.fightAttacker, action - A.RES);
    leaveBehind(s, action < A.ITEM ? -1 : pieceOfKind(s, fleeing, action - A.ITEM, 0));
  },
};

/** The winner chooses and may decline, unless the loser's helmet lets that player choose. */
const LOOT: DoomspirePrompt = {
  ask: (s) => `${W.knight(s)} is beaten: what is taken from it?`,
  uses: ['RES', 'ITEM', 'DONE'],
  words: { ...W.resources('take'), ...W.items('take'), ...W.done('take nothing') },
  needs: [NEED.knight],
  legal(s, _seat, list) {
    const losing = s.focusKnight;
    let n = addItems(s, losing, stealable, list, addOwned(s, (losing / 3) | 0, list, 0));
    if (s.tables.airef || !carries(s, losing, D.HELMET)) list[n++] = A.DONE;
    return n;
  },
  answer(s, _seat, action) {
    const won = s.fightResult === 1;
    const winning = won ? s.fightAttacker : s.fightDefender;
    const losing = won ? s.fightDefender : s.fightAttacker;
    if (action < A.ITEM) passResource(s, losing, winning, action - A.RES);
    endLoot(s, action < A.ITEM || action === A.DONE ? -1 : pieceOfKind(s, losing, action - A.ITEM, 0));
  },
};

const needs: readonly Need[] = [
  ['fight', 'must be there', (s) => s.fightKind !== AGAINST.none],
  ['fight.attacker', 'must be a knight on the board', (s) => onBoard(s, s.fightAttacker)],
  [
    'fight.defender',
    'must be a knight on the board',
    (s) => s.fightKind !== AGAINST.knights || onBoard(s, s.fightDefender),
  ],
];
/** What the battle belongs to. */
function below(s: Position): Frame[] {
  const { fightAttacker: attacker, fightDefender: defender, fightTile: tile } = s;
  if (s.fightShot) return [TURN];
  if (s.fightKind === AGAINST.dragon) return [TURN, arrivalOf(attacker, tile), ['doomspire', attacker]];
  if (s.fightEvent) return [TURN, arrivalOf(attacker, tile), ['card']];
  if (s.fightBlock) return [TURN, arrivalOf(defender, tile, S.ARRIVED_BLOCKED)];
  return [TURN, arrivalOf(attacker, tile)];
}

/** The battle. */
const fight: DoomspireProcedure = {
  run: runFight,
  steps: STEP,
  asks: {
    FIGHT: { at: (s) => (s.tables.airef ? STEP['support first'] : STEP.roll) },
    SUPPORT: { at: (s) => (s.tables.airef ? STEP['support first'] : STEP.support) },
    SIDE: { at: (s) => (s.tables.airef ? STEP['support first'] : STEP.support) },
    BONUS: { at: STEP.bonus },
    SACRIFICE: { at: STEP.bonus },
    HANDOVER: { at: STEP['hand over'] },
    LOOT: { at: STEP.looted },
  },
  waits(s, above) {
    if (above === 'overflow') return [STEP.bonus];
    // The flight from a duel is asked about before the battle with the ghost of a blade that was taken there.
    return above === 'retreat' && s.fightBlade ? [STEP.flee, STEP.away] : [STEP.away];
  },
  needs,
  stack: (s) => [...below(s), ['fight']],
};

export const combatProcedures = { fight };
export const combatPrompts = { FIGHT, SUPPORT, SIDE, BONUS, SACRIFICE, HANDOVER, LOOT };
