/**
 * Landmarks of a game's rules (cards, items, numbered decisions): what is worth knowing that it was reached, so that tests and
 * long runs leave nothing untried. A trace is off until somebody hands it an array to count into, and costs next to nothing.
 */
export class Trace {
  private readonly list: string[] = [];
  private counts: Uint32Array | undefined;

  /** Names of the landmarks, in the order of their numbers. */
  get names(): readonly string[] {
    return this.list;
  }

  /** Adds landmarks. @returns number of the first; the others follow it */
  add(...names: string[]): number {
    return this.list.push(...names) - names.length;
  }

  /** Adds a landmark for each of these numbers, as `decision 12`. @returns the landmark of each number, `UNKNOWN` for others */
  addNumbered(prefix: string, numbers: readonly number[]): Uint16Array {
    const landmarks = new Uint16Array(Math.max(...numbers) + 1).fill(UNKNOWN);
    for (const n of numbers) landmarks[n] = this.add(`${prefix} ${n}`);
    return landmarks;
  }

  /** Called by the rules: this landmark was reached. A number that is none is counted nowhere. */
  reached(landmark: number): void {
    const { counts } = this;
    if (counts !== undefined) counts[landmark]!++;
  }

  /**
   * Counts from now on what any game in this process reaches, into an array as long as `names`; with undefined, no longer.
   * @returns what was counted into before: give it back when you are done
   */
  into(counts: Uint32Array | undefined): Uint32Array | undefined {
    const before = this.counts;
    this.counts = counts;
    return before;
  }
}

const UNKNOWN = 65535;
