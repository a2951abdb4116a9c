/** What a battle is, and how any rule starts one: the battle is noted and its procedure goes on the stack. */
import type { Position } from '../state.js';
import * as S from '../state.js';

export const AGAINST_MONSTER = 1;
export const BETWEEN_KNIGHTS = 2;
export const AGAINST_DRAGON = 3;

/** A battle to be fought: against a monster, another knight or, with neither, the dragon. */
export interface Battle {
  /** Knight that attacks. */
  attacker: number;
  /** Knight that is attacked. */
  defender?: number;
  monster?: number;
  /** Where it is; of a bow shot the tile that is shot at. */
  tile: number;
  /** 1: a bow shot. */
  shot?: number;
  /** 1: the monster is not on the tile (thugs). */
  event?: number;
  /** 1: the attacker blocks a knight that wanted to pass. */
  block?: number;
  /** 1: the ghost guards a black blade that the attacker has just taken. */
  blade?: number;
}

/** Starts a battle. Nothing is asked yet. */
export function startFight(s: Position, battle: Battle): void {
  const { attacker, defender = -1, monster = -1, tile, shot = 0, event = 0, block = 0, blade = 0 } = battle;
  const { fight } = s;
  fight.fill(0);
  fight[S.FIGHT_KIND] = defender >= 0 ? BETWEEN_KNIGHTS : monster >= 0 ? AGAINST_MONSTER : AGAINST_DRAGON;
  fight[S.FIGHT_ATTACKER] = attacker;
  fight[S.FIGHT_DEFENDER] = defender;
  fight[S.FIGHT_MONSTER] = monster;
  fight[S.FIGHT_TILE] = tile;
  fight[S.FIGHT_SHOT] = shot;
  fight[S.FIGHT_EVENT] = event;
  fight[S.FIGHT_BLOCK] = block;
  fight[S.FIGHT_BLADE] = blade;
  s.push(S.OP_FIGHT, 0, 0, 0, 0);
}
