/** What a battle is, and how any rule starts one: the battle is noted and its procedure goes on the stack. */
import { AGAINST, OP, type Position } from '../state.js';

/** A battle to be fought: against a monster, another knight or, with neither, the dragon. */
export interface Battle {
  /** Knight that attacks. */
  attacker: number;
  /** Knight that is attacked. */
  defender?: number;
  monster?: number;
  /** Where it is; of a bow shot the tile that is shot at. */
  tile: number;
  /** A bow shot. */
  shot?: boolean;
  /** The monster is not on the tile (thugs). */
  event?: boolean;
  /** The attacker blocks a knight that wanted to pass. */
  block?: boolean;
  /** The ghost guards a black blade that the attacker has just taken. */
  blade?: boolean;
}

/** Starts a battle. Nothing is asked yet. */
export function startFight(s: Position, battle: Battle): void {
  const {
    attacker,
    defender = -1,
    monster = -1,
    tile,
    shot = false,
    event = false,
    block = false,
    blade = false,
  } = battle;
  s.endBattle();
  s.fightKind = defender >= 0 ? AGAINST.knights : monster >= 0 ? AGAINST.monster : AGAINST.dragon;
  s.fightAttacker = attacker;
  s.fightDefender = defender;
  s.fightMonster = monster;
  s.fightTile = tile;
  s.fightShot = shot;
  s.fightEvent = event;
  s.fightBlock = block;
  s.fightBlade = blade;
  s.push(OP.fight, 0, 0, 0, 0);
}
