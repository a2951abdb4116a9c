/**
 * The weights of a bot as its planner reads them. Planners read each weight many times a decision, and tuned bots set all
 * of them before it. Both are several times as fast with all numbers in one array as with properties that hold them
 * (bench/results/simulation-cost.md).
 */

const VALUES = Symbol('values');
interface Valued {
  [VALUES]: Float64Array;
}

export class WeightRecord {
  /** What a planner reads: the names of `like`, with these numbers. */
  readonly weights: object;
  /** All numbers, those of lists too, in the order of `parametersOf`; whoever writes any calls `changed` then. */
  readonly values: Float64Array;
  private readonly lists: { list: number[]; at: number }[] = [];

  /** @param like numbers and lists of numbers by name @throws RangeError when anything else is in it */
  constructor(like: object) {
    const entries = Object.entries(like) as [string, number | readonly number[]][];
    const odd = entries.find(([, value]) => [value].flat().some((one) => typeof one !== 'number'));
    if (odd)
      throw new RangeError(`weight ${odd[0]}: a number or a list of numbers wanted, not ${JSON.stringify(odd[1])}`);
    this.values = Float64Array.from(entries.flatMap(([, value]) => value));
    this.weights = Object.defineProperty({}, VALUES, { value: this.values });
    let at = 0;
    for (const [name, value] of entries) {
      if (typeof value === 'number') {
        Object.defineProperty(this.weights, name, { enumerable: true, get: numberAt(at++) });
        continue;
      }
      const list = [...value];
      Object.defineProperty(this.weights, name, { enumerable: true, value: list });
      this.lists.push({ list, at });
      at += list.length;
    }
  }

  /** Lets lists show what was written. */
  changed(): void {
    for (const { list, at } of this.lists) for (let i = 0; i < list.length; i++) list[i] = this.values[at + i]!;
  }
}

/** Getters by place. One for all records: for the engine, those of one game's bots are objects of one kind then. */
const getters: ((this: Valued) => number)[] = [];
function numberAt(i: number): (this: Valued) => number {
  getters[i] ??= function () {
    return this[VALUES][i]!;
  };
  return getters[i];
}
