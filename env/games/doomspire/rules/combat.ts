/**
 * Battles: against a monster, between knights, against the dragon. One procedure: flee or fight, roll, support of
 * others (before the roll in edition airef), paid bonuses, result. What follows for the traveller is up to whoever started it (`OUTCOME`).
 */

import * as D from '../data.js';
import { lowest, totalResources } from '../read.js';
import type { Chance, Position } from '../state.js';
import * as S from '../state.js';
import { AGAINST_DRAGON, AGAINST_MONSTER, BETWEEN_KNIGHTS } from './battle.js';
import { leaveBeaten, startLose, startRetreat } from './flight.js';
import { carries, destroyItem, gainItem, pieceOfKind, removeFollower, stealable } from './items.js';
import { decision } from './landmarks.js';
import { ask, dragonMight, gain, gainFame, lose, loseFame, removeMonster, sendHome } from './pieces.js';
import {
  autoBonus,
  BONUS_BLADE,
  BONUS_MERCENARY,
  BONUS_POINTS,
  BONUS_ROBE,
  BONUS_RUSTY,
  BONUS_TROLLSBANE,
  fighter,
  foeMight,
  godmotherBeside,
  lead,
  mostBonus,
  strengthBefore,
  supporters,
} from './strength.js';

const STEP_FLEE = 0;
const STEP_ROLL = 1;
const STEP_SUPPORT = 2;
const STEP_BONUS = 3;
const STEP_RESULT = 4;
const STEP_LOOTED = 5;
const STEP_HAND_OVER = 6;
const STEP_AWAY = 7;
/** Edition airef: others say whether they support before anything is rolled. */
const STEP_SUPPORT_FIRST = 8;

const d3 = (chance: Chance, stream: number): number => chance.draw(stream, 3) + 1;

/** Might, automatic bonuses, own units and witch of one side. */
function base(s: Position, side: number, chance: Chance): number {
  const fight = s.fight;
  const kind = fight[S.FIGHT_KIND]!;
  const knight = fighter(s, side);
  const seat = (knight / 3) | 0;
  const monster = fight[S.FIGHT_MONSTER]!;
  const foe = foeMight(s, side);
  let n = s.might[seat]!;
  if (s.knightItems[knight] !== 0 || s.followerBits[knight] !== 0) n += autoBonus(s, knight, kind, monster, foe);
  if (s.tables.airef) breakRusty(s, knight);
  const units = supporters(s, seat, fight[S.FIGHT_TILE]!, knight);
  if (units > 0) decision(32);
  n += units * s.tables.numbers.supportBonus;
  if (s.followerBits[knight]! & (1 << D.WITCH)) {
    const roll = d3(chance, S.S_CARD);
    fight[S.FIGHT_WITCH_A + side] = roll;
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
  const fight = s.fight;
  const kind = fight[S.FIGHT_KIND]!;
  const attacker = S.S_COMBAT + ((fight[S.FIGHT_ATTACKER]! / 3) | 0);
  fight[S.FIGHT_ROLLS] = 1;
  fight[S.FIGHT_DICE_A] = d3(chance, attacker);
  if (kind !== AGAINST_MONSTER && (kind === BETWEEN_KNIGHTS || !s.tables.airef))
    fight[S.FIGHT_DICE_A]! += d3(chance, attacker);
  fight[S.FIGHT_BASE_A] = base(s, 0, chance);
  if (kind === BETWEEN_KNIGHTS) {
    const defender = S.S_COMBAT + ((fight[S.FIGHT_DEFENDER]! / 3) | 0);
    fight[S.FIGHT_DICE_D] = d3(chance, defender) + d3(chance, defender);
    fight[S.FIGHT_BASE_D] = base(s, 1, chance);
  } else if (kind === AGAINST_DRAGON) {
    decision(38);
    if (!s.tables.airef) fight[S.FIGHT_DICE_D] = d3(chance, S.S_DRAGON) + d3(chance, S.S_DRAGON);
    fight[S.FIGHT_BASE_D] = dragonMight(s);
  } else fight[S.FIGHT_BASE_D] = s.tables.monsterMight[fight[S.FIGHT_MONSTER]!]!;
}

/**
 * Rolls of 2D3 against 2D3 that do not end in a tie, for each lead without dice (-4..4): sums of both sides, packed.
 * A tie that nobody breaks is rerolled until it is one of these, so drawing one of them at once is the same (decision 105).
 */
const untied: Uint8Array[] = [];
for (let d = -4; d <= 4; d++) {
  const rolls: number[] = [];
  for (let i = 0; i < 81; i++) {
    const a = 2 + (i % 3) + (((i / 3) | 0) % 3);
    const b = 2 + (((i / 9) | 0) % 3) + ((i / 27) | 0);
    if (a + d !== b) rolls.push(a * 8 + b);
  }
  untied.push(Uint8Array.from(rolls));
}
function reroll(s: Position, chance: Chance): void {
  const fight = s.fight;
  decision(37);
  decision(105);
  const rolls = untied[lead(s) - fight[S.FIGHT_DICE_A]! + fight[S.FIGHT_DICE_D]! + 4]!;
  const pick = rolls[chance.draw(S.S_COMBAT + ((fight[S.FIGHT_ATTACKER]! / 3) | 0), rolls.length)]!;
  fight[S.FIGHT_ROLLS]!++;
  fight[S.FIGHT_DICE_A] = pick >> 3;
  fight[S.FIGHT_DICE_D] = pick & 7;
}

/** Edition airef: what a side has before the dice, given support included; the witch at her worst. */
function sure(s: Position, side: number): number {
  const before = strengthBefore(s, side);
  if (side === 1 && s.fight[S.FIGHT_KIND] !== BETWEEN_KNIGHTS) return before;
  return before + s.fight[S.FIGHT_HELP_A + side]! - (s.followerBits[fighter(s, side)]! & (1 << D.WITCH) ? 1 : 0);
}
/** How much more than at her worst a witch may bring a side. */
const luck = (s: Position, side: number): number => (s.followerBits[fighter(s, side)]! & (1 << D.WITCH) ? 3 : 0);
/** Least lead before the dice that wins however 2D3 against 2D3 fall. */
const CERTAIN = 5;

/** Edition airef: asks the next other player who can support, unless the battle is won already (decision 80). */
function askSupportFirst(s: Position): boolean {
  const fight = s.fight;
  const between = fight[S.FIGHT_KIND] === BETWEEN_KNIGHTS;
  const first = (fight[S.FIGHT_ATTACKER]! / 3) | 0;
  const second = between ? (fight[S.FIGHT_DEFENDER]! / 3) | 0 : -1;
  const tile = fight[S.FIGHT_TILE]!;
  while (fight[S.FIGHT_ASKED]! < 3) {
    const asked = ++fight[S.FIGHT_ASKED]!;
    const seat = (first + asked) & 3;
    if (seat === second || supporters(s, seat, tile, 31) === 0) continue;
    let open = true;
    if (!between) open = sure(s, 0) + 1 < sure(s, 1);
    else {
      // Won for a side when all who may still speak cannot turn it.
      let others = 0;
      for (let i = asked; i <= 3; i++) {
        const other = (first + i) & 3;
        if (other !== second) others += supporters(s, other, tile, 31) * s.tables.numbers.supportBonus;
      }
      const ahead = sure(s, 0) - sure(s, 1);
      open =
        ahead - others - mostBonus(s, 1) - luck(s, 1) < CERTAIN &&
        ahead + others + mostBonus(s, 0) + luck(s, 0) > -CERTAIN;
    }
    if (!open && !godmotherBeside(s, seat, tile)) {
      decision(35);
      continue;
    }
    decision(80);
    ask(s, between ? S.P_SIDE : S.P_SUPPORT, seat, fight[S.FIGHT_ATTACKER]!, tile);
    return true;
  }
  return false;
}

/** Asks the next other player whose support may matter; whether one was asked. */
function askSupport(s: Position): boolean {
  const fight = s.fight;
  const kind = fight[S.FIGHT_KIND]!;
  const first = (fight[S.FIGHT_ATTACKER]! / 3) | 0;
  const second = kind === BETWEEN_KNIGHTS ? (fight[S.FIGHT_DEFENDER]! / 3) | 0 : -1;
  const tile = fight[S.FIGHT_TILE]!;
  const points = s.tables.numbers.supportBonus;
  while (fight[S.FIGHT_ASKED]! < 3) {
    const asked = ++fight[S.FIGHT_ASKED]!;
    const seat = (first + asked) & 3;
    if (seat === second) continue;
    if (supporters(s, seat, tile, 31) === 0) continue;
    let others = 0;
    for (let i = asked; i <= 3; i++) {
      const other = (first + i) & 3;
      if (other !== second) others += supporters(s, other, tile, 31) * points;
    }
    const ahead = lead(s);
    const high = ahead + others + mostBonus(s, 0);
    let open: boolean;
    if (kind === BETWEEN_KNIGHTS) {
      open = high >= 0 && ahead - others - mostBonus(s, 1) <= 0;
    } else if (kind === AGAINST_DRAGON) open = ahead <= 0 && high >= 0;
    else open = ahead < 0 && high >= 0;
    if (!open && !godmotherBeside(s, seat, tile)) {
      decision(35);
      continue;
    }
    decision(33);
    if (kind === AGAINST_DRAGON) decision(39);
    if (s.g[S.ROUND]! <= s.tables.numbers.peacefulRounds) decision(26);
    ask(s, kind === BETWEEN_KNIGHTS ? S.P_SIDE : S.P_SUPPORT, seat, fight[S.FIGHT_ATTACKER]!, tile);
    return true;
  }
  return false;
}
/** Answer to SUPPORT and SIDE: 0 for the attacker, 1 for the defender, -1 none. */
export function answerSupport(s: Position, side: number, seat: number): void {
  if (side < 0) return;
  const fight = s.fight;
  const tile = fight[S.FIGHT_TILE]!;
  decision(34);
  fight[S.FIGHT_HELP_A + side]! += supporters(s, seat, tile, 31) * s.tables.numbers.supportBonus;
  if (godmotherBeside(s, seat, tile)) {
    fight[S.FIGHT_GODMOTHERS]! |= 1 << seat;
    gainFame(s, seat, 1);
  }
}

/** Whether reaching the other side's total is enough: against monsters, in edition airef against the dragon too. */
const tieWins = (s: Position): boolean =>
  s.fight[S.FIGHT_KIND] === AGAINST_MONSTER || (s.tables.airef && s.fight[S.FIGHT_KIND] === AGAINST_DRAGON);

/** Asks a side that is not ahead whether it pays for a bonus; whether one was asked. */
function askBonus(s: Position): boolean {
  const fight = s.fight;
  const kind = fight[S.FIGHT_KIND]!;
  const ahead = lead(s);
  for (let side = 0; side < 2; side++) {
    if (side === 1 && kind !== BETWEEN_KNIGHTS) break;
    if (fight[S.FIGHT_PASSED]! & (1 << side)) continue;
    const behind = side === 0 ? -ahead : ahead;
    if (tieWins(s) ? behind <= 0 : behind < 0) continue;
    const most = mostBonus(s, side);
    if (most === 0 || most < behind) {
      if (most !== 0) decision(35);
      continue;
    }
    decision(36);
    fight[S.FIGHT_SIDE] = side;
    const knight = fighter(s, side);
    ask(s, S.P_BONUS, (knight / 3) | 0, knight, fight[S.FIGHT_TILE]!);
    return true;
  }
  return false;
}
/** Answer to BONUS; -1 none. */
export function answerBonus(s: Position, bonus: number): void {
  const fight = s.fight;
  const side = fight[S.FIGHT_SIDE]!;
  const knight = fighter(s, side);
  const seat = (knight / 3) | 0;
  if (bonus < 0) {
    fight[S.FIGHT_PASSED]! |= 1 << side;
    return;
  }
  fight[S.FIGHT_PASSED] = 0;
  fight[S.FIGHT_USED_A + side]! |= 1 << bonus;
  fight[S.FIGHT_BONUS_A + side]! += BONUS_POINTS[bonus]!;
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
      ask(s, S.P_SACRIFICE, seat, knight, fight[S.FIGHT_TILE]!);
      break;
    case BONUS_MERCENARY:
      lose(s, seat, 3, 3);
      break;
    default:
      lose(s, seat, 0, 3);
  }
}
/** Answer to SACRIFICE. */
export const answerSacrifice = (s: Position, follower: number): void => removeFollower(s, follower);

/** Answer FLEE to FIGHT: the roll that decides whether a flight succeeds. In edition airef it always does. */
export function answerFlee(s: Position, chance: Chance): void {
  const fight = s.fight;
  const top = s.top();
  const kind = fight[S.FIGHT_KIND]!;
  if (s.tables.airef) {
    fight[S.FIGHT_RESULT] = 3;
    s.frames[top + 1] = STEP_AWAY;
    // The dragon is let be, a monster costs fame.
    if (kind === AGAINST_DRAGON) return;
    decision(79);
    const knight = fight[S.FIGHT_ATTACKER]!;
    loseFame(s, (knight / 3) | 0, 1);
    sendHome(s, knight);
    return;
  }
  const knight = kind === BETWEEN_KNIGHTS ? fight[S.FIGHT_DEFENDER]! : fight[S.FIGHT_ATTACKER]!;
  const d = d3(chance, S.S_FLEE + ((knight / 3) | 0));
  if (kind === AGAINST_MONSTER) decision(29);
  else decision(30);
  fight[S.FIGHT_FLEE] = d;
  if (d === 1) return;
  fight[S.FIGHT_RESULT] = 3;
  if (d === 3) {
    sendHome(s, knight);
    s.frames[top + 1] = STEP_AWAY;
  } else if (kind === AGAINST_MONSTER) {
    s.frames[top + 1] = STEP_AWAY;
    startLose(s, knight);
    startRetreat(s, knight);
  } else s.frames[top + 1] = STEP_HAND_OVER;
}

/** Whether anything can be taken from a knight and its player. */
function hasLoot(s: Position, knight: number): boolean {
  if (totalResources(s, (knight / 3) | 0) > 0) return true;
  for (let bits = s.knightItems[knight]!; bits; bits &= bits - 1) if (stealable(s, lowest(bits))) return true;
  return false;
}

/** Ends the procedure; the one that started the battle reads the outcome. */
function close(s: Position, outcome: number): void {
  if (s.fight[S.FIGHT_BLADE] === 0) s.g[S.OUTCOME] = outcome;
  s.fight.fill(0);
  s.pop();
}

/** Procedure of all battles. */
export function runFight(s: Position, chance: Chance): void {
  const fight = s.fight;
  const top = s.top();
  const f = s.frames;
  const kind = fight[S.FIGHT_KIND]!;
  if (f[top + 1] === STEP_FLEE) {
    f[top + 1] = s.tables.airef ? STEP_SUPPORT_FIRST : STEP_ROLL;
    // Who may get away: whoever meets a monster or is attacked; in edition airef whoever meets a monster or the dragon.
    if (kind !== (s.tables.airef ? BETWEEN_KNIGHTS : AGAINST_DRAGON)) {
      const knight = kind === BETWEEN_KNIGHTS ? fight[S.FIGHT_DEFENDER]! : fight[S.FIGHT_ATTACKER]!;
      ask(s, S.P_FIGHT, (knight / 3) | 0, knight, fight[S.FIGHT_TILE]!);
      return;
    }
  }
  if (f[top + 1] === STEP_SUPPORT_FIRST) {
    if (askSupportFirst(s)) return;
    f[top + 1] = STEP_ROLL;
  }
  if (f[top + 1] === STEP_ROLL) {
    roll(s, chance);
    f[top + 1] = s.tables.airef ? STEP_BONUS : STEP_SUPPORT;
  }
  if (f[top + 1] === STEP_SUPPORT) {
    if (askSupport(s)) return;
    f[top + 1] = STEP_BONUS;
  }
  if (f[top + 1] === STEP_BONUS) {
    if (askBonus(s)) return;
    f[top + 1] = STEP_RESULT;
  }
  if (f[top + 1] === STEP_RESULT) {
    const ahead = lead(s);
    if (ahead === 0 && !tieWins(s)) {
      reroll(s, chance);
      fight[S.FIGHT_PASSED] = 0;
      f[top + 1] = STEP_BONUS;
      return;
    }
    if (kind === AGAINST_DRAGON) close(s, ahead > 0 || (ahead === 0 && tieWins(s)) ? 1 : 2);
    else if (kind === AGAINST_MONSTER) {
      if (ahead >= 0) beatMonster(s);
      else loseToMonster(s);
    } else beatKnight(s, ahead > 0 ? 0 : 1);
    return;
  }
  if (f[top + 1] === STEP_HAND_OVER) {
    const knight = fight[S.FIGHT_DEFENDER]!;
    if (hasLoot(s, knight)) ask(s, S.P_HANDOVER, (knight / 3) | 0, knight, fight[S.FIGHT_TILE]!);
    else {
      decision(43);
      loseFame(s, (knight / 3) | 0, 1);
      answerHandOver(s, -1, -1);
    }
    return;
  }
  if (f[top + 1] === STEP_LOOTED) {
    // Nobody had anything to take, or the winner has chosen: the loser goes home.
    endLoot(s, -1);
    return;
  }
  close(s, 3);
}

function beatMonster(s: Position): void {
  const fight = s.fight;
  const knight = fight[S.FIGHT_ATTACKER]!;
  const seat = (knight / 3) | 0;
  const monster = fight[S.FIGHT_MONSTER]!;
  const taken = fight[S.FIGHT_BLADE] === 1;
  gainFame(s, seat, s.tables.monsterFame[monster]!);
  for (let r = 0; r < 4; r++) gain(s, seat, r, s.tables.monsterLoot[monster * 4 + r]!);
  if (fight[S.FIGHT_EVENT] === 0) removeMonster(s, fight[S.FIGHT_TILE]!);
  if (monster === D.GHOST) {
    decision(107);
    s.itemOwner[D.PIECE_BLADE] = seat + 1;
  }
  close(s, 1);
  if (taken) gainItem(s, D.PIECE_BLADE, knight);
}
function loseToMonster(s: Position): void {
  const knight = s.fight[S.FIGHT_ATTACKER]!;
  const spared = (s.followerBits[knight]! & (1 << D.PRIESTESS)) !== 0;
  close(s, 2);
  // The loss lies above the way out on the stack, so it is asked for first.
  leaveBeaten(s, knight, carries(s, knight, D.HELMET));
  if (!spared) startLose(s, knight);
}
/** Between knights: fame, then loot. */
function beatKnight(s: Position, winner: number): void {
  const fight = s.fight;
  const winning = fighter(s, winner);
  const losing = fighter(s, 1 - winner);
  fight[S.FIGHT_RESULT] = winner === 0 ? 1 : 2;
  if (winner === 1) decision(44);
  gainFame(s, (winning / 3) | 0, s.tables.numbers.winnerFame);
  s.frames[s.top() + 1] = STEP_LOOTED;
  if (!hasLoot(s, losing)) return;
  decision(41);
  const chooser = carries(s, losing, D.HELMET) && !s.tables.airef ? losing : winning;
  ask(s, S.P_LOOT, (chooser / 3) | 0, losing, fight[S.FIGHT_TILE]!);
}
/** Whether the winner chooses the loot and may decline it; else the loser's helmet lets that player choose. */
export function mayDeclineLoot(s: Position): boolean {
  const losing = s.fight[S.FIGHT_RESULT] === 1 ? s.fight[S.FIGHT_DEFENDER]! : s.fight[S.FIGHT_ATTACKER]!;
  return s.tables.airef || !carries(s, losing, D.HELMET);
}
/** Answer to LOOT: a resource or an item kind, -1 for not that; both -1 nothing. */
export function answerLoot(s: Position, resource: number, kind: number): void {
  const fight = s.fight;
  const won = fight[S.FIGHT_RESULT] === 1;
  const winning = won ? fight[S.FIGHT_ATTACKER]! : fight[S.FIGHT_DEFENDER]!;
  const losing = won ? fight[S.FIGHT_DEFENDER]! : fight[S.FIGHT_ATTACKER]!;
  if (resource >= 0) {
    lose(s, (losing / 3) | 0, resource, 1);
    gain(s, (winning / 3) | 0, resource, 1);
  }
  endLoot(s, kind >= 0 ? pieceOfKind(s, losing, kind, 0) : -1);
}
function endLoot(s: Position, piece: number): void {
  const fight = s.fight;
  const outcome = fight[S.FIGHT_RESULT]!;
  const winning = outcome === 1 ? fight[S.FIGHT_ATTACKER]! : fight[S.FIGHT_DEFENDER]!;
  const losing = outcome === 1 ? fight[S.FIGHT_DEFENDER]! : fight[S.FIGHT_ATTACKER]!;
  if (losing === fight[S.FIGHT_DEFENDER] && s.knightItems[losing] !== 0) decision(48);
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
/** Answer to HANDOVER: a resource or an item kind for the attacker; then the flight, and what the attacker got. */
export function answerHandOver(s: Position, resource: number, kind: number): void {
  const fight = s.fight;
  const fleeing = fight[S.FIGHT_DEFENDER]!;
  const attacker = fight[S.FIGHT_ATTACKER]!;
  if (resource >= 0) {
    lose(s, (fleeing / 3) | 0, resource, 1);
    gain(s, (attacker / 3) | 0, resource, 1);
  }
  const piece = kind >= 0 ? pieceOfKind(s, fleeing, kind, 0) : -1;
  close(s, 3);
  // The flight is asked about first; whatever the gain starts waits below it on the stack.
  if (piece >= 0) {
    decision(103);
    gainItem(s, piece, attacker);
  }
  startRetreat(s, fleeing);
}
