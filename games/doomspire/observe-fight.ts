/** The battle under way, this seat's side first (the attacker's for one who watches). */
import { rowOf } from './observe-row.js';
import { strengthBefore } from './rules/strength.js';
import { AGAINST, type Position } from './state.js';

const [SIDE, SIDE_SIZE] = rowOf({ dice: 1, strength: 1, support: 1, bonuses: 1, witch: 1 });
const [FIGHT, FIGHT_SIZE] = rowOf({
  against: 3,
  attacks: 1,
  attacked: 1,
  watches: 1,
  sides: 2 * SIDE_SIZE,
  lead: 1,
  chance: 1,
  shot: 1,
  thugs: 1,
  block: 1,
  whose: 1,
  result: 3,
  flee: 1,
  godmother: 1,
});

export const fightPieces = {
  fight: [
    [FIGHT_SIZE],
    'Against a monster, knight, dragon; this seat attacks, is attacked, watches; own side (the attacker’s for those who watch), then the other: dice / 6, strength without dice / 20, support / 6, bonuses chosen / 6, witch / 3; totals’ difference / 10 within 1; chance that the own side wins as it stands; bow shot; thugs; block; whose bonus (-1 the other side); won, lost, got away; flee roll / 3; godmother paid already.',
  ],
} as const;

/** Chance that 2D3 + d beats 2D3, ties rolled again, for d = -4..4. */
const KNIGHT_ODDS = ((): Float32Array => {
  const ways = [0, 0, 1, 2, 3, 2, 1];
  return Float32Array.from({ length: 9 }, (_, i) => {
    let win = 0;
    let lose = 0;
    for (let a = 2; a <= 6; a++)
      for (let b = 2; b <= 6; b++) {
        const n = ways[a]! * ways[b]!;
        if (a + i - 4 > b) win += n;
        else if (a + i - 4 < b) lose += n;
      }
    return win / (win + lose);
  });
})();

/** Chance that the own side wins as it stands. @param lead how far it is ahead, dice included once they are rolled */
function chanceToWin(s: Position, lead: number): number {
  const rolled = s.fightRolls > 0;
  const { fightKind: kind } = s;
  if (kind === AGAINST.monster || (kind === AGAINST.dragon && s.tables.airef))
    return rolled ? (lead >= 0 ? 1 : 0) : lead >= -1 ? 1 : lead <= -4 ? 0 : (4 + lead) / 3;
  if (rolled) return lead > 0 ? 1 : lead < 0 ? 0 : 0.5;
  return KNIGHT_ODDS[lead > 4 ? 8 : lead < -4 ? 0 : lead + 4]!;
}

/** @param at where its piece begins in `out` */
export function writeFight(s: Position, seat: number, out: Float32Array, at: number): void {
  const { fightKind: kind, fightAttacker: attacker, fightDefender: defender } = s;
  out[at + FIGHT.against + kind - 1] = 1;
  const attacks = ((attacker / 3) | 0) === seat;
  const attacked = kind === AGAINST.knights && ((defender / 3) | 0) === seat;
  out[at + (attacks ? FIGHT.attacks : attacked ? FIGHT.attacked : FIGHT.watches)] = 1;
  const me = attacked ? 1 : 0; // the fields of the two sides lie beside each other
  const rolled = s.fightRolls > 0;
  let lead = 0;
  for (let side = 0; side < 2; side++) {
    const who = side ^ me;
    const dice = s.fightDice[who]!;
    const base = rolled ? s.fightBase[who]! : strengthBefore(s, who);
    const help = s.fightHelp[who]!;
    const extra = s.fightBonus[who]!;
    const to = at + FIGHT.sides + side * SIDE_SIZE;
    out[to + SIDE.dice] = dice / 6;
    out[to + SIDE.strength] = base < 40 ? base / 20 : 2;
    out[to + SIDE.support] = help < 12 ? help / 6 : 2;
    out[to + SIDE.bonuses] = extra < 12 ? extra / 6 : 2;
    out[to + SIDE.witch] = s.fightWitch[who]! / 3;
    lead += (side ? -1 : 1) * (dice + base + help + extra);
  }
  out[at + FIGHT.lead] = lead > 10 ? 1 : lead < -10 ? -1 : lead / 10;
  out[at + FIGHT.chance] = chanceToWin(s, lead);
  if (s.fightShot) out[at + FIGHT.shot] = 1;
  if (s.fightEvent) out[at + FIGHT.thugs] = 1;
  if (s.fightBlock) out[at + FIGHT.block] = 1;
  out[at + FIGHT.whose] = s.fightSide === me ? 1 : -1;
  const result = s.fightResult;
  if (result > 0) out[at + FIGHT.result + result - 1] = 1;
  out[at + FIGHT.flee] = s.fightFlee / 3;
  if ((s.fightGodmothers >> seat) & 1) out[at + FIGHT.godmother] = 1;
}
