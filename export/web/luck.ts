/** The luck of a game that is looked at while it is played: what is drawn, how often, and copies to try moves with. */
import { type Chance, type Seed, SeededChance } from '../../env/chance.js';
import type { Drawn } from '../../env/scene.js';

/** Notes what is drawn from another source. */
export class NotedLuck implements Chance {
  /** Outcomes drawn so far. */
  draws = 0;
  /** By stream, what was drawn since it was last emptied. */
  readonly latest = new Map<number, Drawn[]>();

  constructor(private readonly from: Chance) {}

  draw(stream: number, n: number): number {
    this.draws++;
    const outcome = this.from.draw(stream, n);
    const drawn = this.latest.get(stream);
    if (drawn) drawn.push({ outcome, of: n });
    else this.latest.set(stream, [{ outcome, of: n }]);
    return outcome;
  }
}

/** A source with a seed that counts what is drawn from it. */
export class CountedLuck extends NotedLuck {
  private readonly source: SeededChance;

  constructor(
    seed: Seed,
    private readonly streams: readonly string[],
  ) {
    const source = new SeededChance(seed, streams);
    super(source);
    this.source = source;
  }

  /** Makes copies of chance in its current state. */
  copies(): () => Chance {
    const now = this.source.save();
    return () => {
      const copy = new SeededChance('', this.streams);
      copy.load(now);
      return copy;
    };
  }
}
