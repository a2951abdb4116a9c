/** The luck of a game that may be taken back: how often it was asked, and copies to try moves with. */
import { type Chance, type Seed, SeededChance } from '../../env/chance.js';
import type { Drawn } from '../../env/scene.js';

/** A source that counts what is drawn from it. */
export class CountedLuck implements Chance {
  /** Outcomes drawn so far. */
  draws = 0;
  /** By stream, what was drawn since it was last emptied. */
  readonly latest = new Map<number, Drawn[]>();
  private readonly source: SeededChance;

  constructor(
    seed: Seed,
    private readonly streams: readonly string[],
  ) {
    this.source = new SeededChance(seed, streams);
  }

  draw(stream: number, n: number): number {
    this.draws++;
    const outcome = this.source.draw(stream, n);
    const drawn = this.latest.get(stream);
    if (drawn) drawn.push({ outcome, of: n });
    else this.latest.set(stream, [{ outcome, of: n }]);
    return outcome;
  }

  /** Makes copies of the luck as it is now, however it goes on. */
  copies(): () => Chance {
    const now = this.source.save();
    return () => {
      const copy = new SeededChance('', this.streams);
      copy.load(now);
      return copy;
    };
  }
}
