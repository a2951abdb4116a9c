/**
 * A move that judged play-outs call a mistake, tried once more: it and the better move are played to the end of the game,
 * with luck of its own. What judges play-outs errs, and of many moves those are marked at which it errs most.
 */
import type { PlayOuts, PlayoutStart } from './play-outs.js';
import { type Behind, Race } from './race.js';

/** Pairs of games after which it is looked at whether more are worth it. */
const LOOKS = [32, 64, 128, 256];

export class Trial {
  private readonly race: Race;
  private next = 0;

  /** @param better named by the judged play-outs, whose luck is another one */
  constructor(
    private readonly beginning: PlayoutStart,
    private readonly action: number,
    private readonly better: number,
    private readonly seed: number,
  ) {
    const { actor } = beginning.state;
    const both = [better, action];
    this.race = new Race(both, new Set(both), ({ firsts }) => firsts[actor]!, true);
  }

  /** Play-outs so far. */
  get playOuts(): number {
    return this.race.total;
  }

  /** Of each of the two. */
  get pairs(): number {
    return this.race.count(this.action);
  }

  /** What is known; null: the move does not stay behind, or too little is known. */
  get behind(): Behind | null {
    return this.race.against(this.better, this.action);
  }

  /** What to play next; null: it is settled. @param sure a probability below which nothing more is asked */
  wanted(sure: number): number | null {
    const { action, n } = this.race.next();
    for (; this.next < LOOKS.length; this.next++) {
      if (n < LOOKS[this.next]!) return action;
      const { behind } = this;
      if (!behind || behind.p > 0.2 || behind.p < sure) this.next = LOOKS.length;
    }
    return null;
  }

  /** Plays an action to the end of the game once. @yields after each decision */
  *play(playOuts: PlayOuts, action: number): Generator<undefined, void> {
    this.race.add(action, yield* playOuts.play(this.beginning, action, this.seed, this.race.count(action)));
  }
}
