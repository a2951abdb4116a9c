/** A battle in words. */
import * as N from './names.js';
import { strengthBefore, total } from './rules/strength.js';
import { AGAINST, type Position } from './state.js';

/** The battle under way, as far as it has come; empty without one. */
export function fight(s: Position): string {
  const kind = s.fightKind;
  if (kind === AGAINST.none) return '';
  const foes = ['', `the ${N.monsterName(s.fightMonster)}`, `knight ${N.knightName(s.fightDefender)}`];
  const battle = `knight ${N.knightName(s.fightAttacker)} against ${foes[kind] ?? 'the dragon'}`;
  if (s.fightRolls > 0) return `${battle}, ${total(s, 0)} to ${total(s, 1)}`;
  if (kind === AGAINST.dragon && !s.tables.airef) return battle;
  const [own, their] = [strengthBefore(s, 0), strengthBefore(s, 1)];
  return `${battle}, ${kind === AGAINST.knights ? `${own} to ${their} before two dice each` : `${own} + one die to ${their}`}`;
}
