/** The luck of a game that may be taken back: how often it was asked, and copies to try moves with. */
import { type Chance, type Seed, SeededChance } from '../../env/chance.js';

/** A source that counts what is drawn from it. */
export class CountedLuck implements Chance {
  /** Outcomes drawn so far. */
  draws = 0;
  private readonly source: SeededChance;

  constructor(
    seed: Seed,
    private readonly streams: readonly string[],
  ) {
    this.source = new SeededChance(seed, streams);
  }

  draw(stream: number, n: number): number {
    this.draws++;
    return this.source.draw(stream, n);
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
