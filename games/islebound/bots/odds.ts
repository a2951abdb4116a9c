/** Exact probability that an attack with given pirates and serpents reaches a strength; computed when first needed. */
import type { Tables } from '../data.js';

/** Chances of one set of dice. */
export class Odds {
  /** `[pirates * 11 + serpents]`: chance of at least each strength. */
  private readonly atLeast: (Float64Array | undefined)[] = [];

  constructor(private readonly tables: Tables) {}

  /** Chance that the dice alone show `strength` or more. @param pirates, serpents at most 10 together */
  chance(pirates: number, serpents: number, strength: number): number {
    if (strength <= 0) return 1;
    const list = (this.atLeast[pirates * 11 + serpents] ??= this.table(pirates, serpents));
    return strength < list.length ? list[strength]! : 0;
  }

  private table(pirates: number, serpents: number): Float64Array {
    const { pirateDie, serpentDie } = this.tables.numbers;
    const most = pirates * Math.max(...pirateDie) + serpents * Math.max(...serpentDie);
    const exactly = new Float64Array(most + 1);
    // Face by face from the highest, which the serpents take first: how many dice show it, with what chance.
    const walk = (face: number, left: number, serpentsLeft: number, strength: number, chance: number): void => {
      if (left === 0) {
        exactly[strength]! += chance;
        return;
      }
      // The lowest face takes all that is left.
      for (let n = face === 0 ? left : 0; n <= left; n++) {
        const p = face === 0 ? 1 : binomial(left, n) * (1 / (face + 1)) ** n * (face / (face + 1)) ** (left - n);
        const bySerpents = Math.min(n, serpentsLeft);
        const gained = bySerpents * serpentDie[face]! + (n - bySerpents) * pirateDie[face]!;
        walk(face - 1, left - n, serpentsLeft - bySerpents, strength + gained, chance * p);
      }
    };
    walk(5, pirates + serpents, serpents, 0, 1);
    for (let i = most - 1; i >= 0; i--) exactly[i]! += exactly[i + 1]!;
    return exactly;
  }
}

function binomial(n: number, k: number): number {
  let result = 1;
  for (let i = 1; i <= k; i++) result = (result * (n - k + i)) / i;
  return result;
}

const made = new WeakMap<Tables, Odds>();

/** The odds of these tables. */
export function oddsOf(tables: Tables): Odds {
  let odds = made.get(tables);
  if (!odds) made.set(tables, (odds = new Odds(tables)));
  return odds;
}
