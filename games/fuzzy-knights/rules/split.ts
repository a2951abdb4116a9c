/** The seven ways to divide n mercenaries among three squads (decision 18). */
import { BATTLE, FOE, type Position } from '../state.js';
import { tileAtHand } from './board.js';

/** Mercenaries of the side that is to split. */
export function splitMercs(s: Position): number {
  if (s.battle === BATTLE.attacker) return s.mercs[s.hand]!;
  const own = s.foeHero < 0 ? 0 : s.mercs[s.foeHero]!;
  return s.foe === FOE.city ? own + s.cityMercs[tileAtHand(s)]! : own;
}

/** Sizes of the three squads of n mercenaries under a template. */
export const splitOf = (n: number, template: number): number[] => [0, 1, 2].map((part) => splitPart(n, template, part));

/** Size of squad `part` (0-2) of n mercenaries under a template. */
export function splitPart(n: number, template: number, part: number): number {
  const first = part === 0;
  switch (template) {
    case 0:
      return first ? n : 0;
    case 1:
      return first ? n - 1 : part === 1 ? 1 : 0;
    case 2:
      return first ? n - 2 : 1;
    case 3:
      return first ? (n + 1) >> 1 : part === 1 ? n >> 1 : 0;
    case 4: {
      const third = Math.floor(n / 3);
      return first ? n - third : part === 1 ? third : 0;
    }
    case 5:
      return Math.floor((n + 2 - part) / 3);
    default:
      return first ? n - 2 * (n >> 2) : n >> 2;
  }
}

/**
 * Whether a template gives what no earlier one gives. All but one give squads in falling order, so they are compared
 * slot by slot; of two mercenaries only the first two templates differ.
 */
export function splitDiffers(n: number, template: number): boolean {
  if (n <= 2) return template < n;
  const a = splitPart(n, template, 0);
  const b = splitPart(n, template, 1);
  for (let earlier = 0; earlier < template; earlier++)
    if (splitPart(n, earlier, 0) === a && splitPart(n, earlier, 1) === b) return false;
  return true;
}
