/** Takes turns: every round measures each side once, so that all meet the same load; medians and ratios of them. */
import { median } from '../../env/speed.js';

/** Something that is measured. */
export interface Side {
  name: string;
  /** One round: what was measured in it, one number or several. */
  run(): Promise<number[]>;
}

/** One side's numbers. */
export interface Measured {
  name: string;
  median: number;
  low: number;
  high: number;
  /** How many numbers. */
  n: number;
}

/** How many times as good the first is: the median of the rounds' ratios, and the worst and the best round. */
export interface Ratio {
  ours: string;
  theirs: string;
  ratio: number;
  low: number;
  high: number;
}

export interface Compared {
  rounds: number;
  ours: Measured[];
  theirs: Measured[];
  ratios: Ratio[];
}

/**
 * @param better whether more of what is measured is better, or less; ratios above 1 speak for us either way
 */
export async function compare(
  ours: readonly Side[],
  theirs: readonly Side[],
  rounds: number,
  better: 'more' | 'less',
  progress: (text: string) => void,
): Promise<Compared> {
  const sides = [...ours, ...theirs];
  const all = new Map<Side, number[][]>(sides.map((side) => [side, []]));
  // Turn and turn about: ours, theirs, ours, theirs.
  const order = [...Array(Math.max(ours.length, theirs.length)).keys()]
    .flatMap((i) => [ours[i], theirs[i]])
    .filter((side) => side !== undefined);
  for (let round = 0; round < rounds; round++)
    for (const side of order) {
      progress(`round ${round + 1} of ${rounds}: ${side.name}`);
      all.get(side)!.push(await side.run());
    }
  const measured = (side: Side): Measured => {
    const numbers = all.get(side)!.flat();
    return {
      name: side.name,
      median: median(numbers),
      low: Math.min(...numbers),
      high: Math.max(...numbers),
      n: numbers.length,
    };
  };
  const ratio = (a: Side, b: Side): Ratio => {
    const each = all.get(a)!.map((numbers, round) => {
      const [x, y] = [median(numbers), median(all.get(b)![round]!)];
      return better === 'more' ? x / y : y / x;
    });
    return { ours: a.name, theirs: b.name, ratio: median(each), low: Math.min(...each), high: Math.max(...each) };
  };
  return {
    rounds,
    ours: ours.map(measured),
    theirs: theirs.map(measured),
    ratios: ours.flatMap((a) => theirs.map((b) => ratio(a, b))),
  };
}
