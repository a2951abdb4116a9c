/**
 * How fast a game is on one core under uniform random legal play. A decision counts when it has at least two legal
 * actions; its time includes mask, choice, chance and the resets of finished games.
 */
import { createRng, type Seed, SeededChance } from './chance.js';
import { type Game, observationSize, type State } from './game.js';

export interface Speed {
  /** Masks and rules only. */
  rules: { decisionsPerSecond: number; gamesPerSecond: number };
  /** The acting seat's observation written at every decision too. */
  observed: { decisionsPerSecond: number; gamesPerSecond: number };
  /** `copyFrom` of one state into another. */
  copy: { nanoseconds: number };
  /** Bytes a decision that the garbage collector had to take back (whole process, observed loop). */
  allocation: { bytesPerDecision: number };
  /** How it was measured. */
  setup: { seed: string; decisionsPerRun: number; runs: number; node: string };
}

/**
 * @param decisions decisions in one timed run; the median of `runs` runs is reported, after one that warms up
 */
export function measureSpeed<O>(
  game: Game<O>,
  options: O,
  { decisions = 500_000, runs = 5, seed = 1 as Seed } = {},
): Speed {
  const plain = timed(game, options, decisions, runs, `${seed}/rules`, false);
  const observed = timed(game, options, decisions, runs, `${seed}/observed`, true);
  return {
    rules: { decisionsPerSecond: plain.decisions, gamesPerSecond: plain.games },
    observed: { decisionsPerSecond: observed.decisions, gamesPerSecond: observed.games },
    copy: { nanoseconds: copyTime(game, options, runs, seed) },
    allocation: { bytesPerDecision: observed.bytes },
    setup: { seed: String(seed), decisionsPerRun: decisions, runs, node: process.version },
  };
}

function timed<O>(game: Game<O>, options: O, decisions: number, runs: number, seed: Seed, observe: boolean) {
  const rates: { decisions: number; games: number; bytes: number }[] = [];
  const out = new Float32Array(observationSize(game));
  for (let run = -1; run < runs; run++) {
    const play = new RandomPlay(game, options, `${seed}/${run}`);
    const heap = process.memoryUsage().heapUsed;
    const start = performance.now();
    play.run(decisions, observe ? out : null);
    const seconds = (performance.now() - start) / 1000;
    // A collection in between makes the difference negative: such a run says nothing about allocation.
    const bytes = (process.memoryUsage().heapUsed - heap) / decisions;
    if (run >= 0)
      rates.push({ decisions: decisions / seconds, games: play.finished / seconds, bytes: Math.max(0, bytes) });
  }
  return {
    decisions: Math.round(median(rates.map((r) => r.decisions))),
    games: Math.round(median(rates.map((r) => r.games)) * 10) / 10,
    bytes: Math.round(median(rates.map((r) => r.bytes)) * 10) / 10,
  };
}

/** Uniform random legal play without anything around it. */
class RandomPlay<O> {
  finished = 0;
  private episode = 0;
  private readonly rng;
  private readonly mask: Uint8Array;
  private readonly chance: SeededChance;
  private state: State;

  constructor(
    private readonly game: Game<O>,
    private readonly options: O,
    private readonly seed: Seed,
  ) {
    this.rng = createRng(`${seed}/choice`);
    this.mask = new Uint8Array(game.actions);
    this.chance = new SeededChance(`${seed}/0`, game.streams);
    this.state = game.newState(options, this.chance);
  }

  run(decisions: number, out: Float32Array | null): void {
    const { mask, rng, chance } = this;
    for (let made = 0; made < decisions; ) {
      const { state } = this;
      if (state.over) {
        this.finished++;
        chance.reseed(`${this.seed}/${++this.episode}`);
        this.state = this.game.newState(this.options, chance);
        continue;
      }
      const legal = state.legal(mask);
      if (out) state.observe(state.actor, out, 0);
      if (legal > 1) made++;
      let skip = legal > 1 ? rng.int(legal) : 0;
      let action = 0;
      while (mask[action] === 0 || skip-- > 0) action++;
      state.apply(action, chance);
    }
  }
}

function copyTime<O>(game: Game<O>, options: O, runs: number, seed: Seed): number {
  const from = game.newState(options, new SeededChance(seed, game.streams));
  const to = from.clone();
  const copies = 100_000;
  const times: number[] = [];
  for (let run = -1; run < runs; run++) {
    const start = performance.now();
    for (let i = 0; i < copies; i++) to.copyFrom(from);
    if (run >= 0) times.push(((performance.now() - start) * 1e6) / copies);
  }
  return Math.round(median(times) * 10) / 10;
}

/** Milliseconds for which `observationShare` looks. */
const LOOK = 150;

/** Share of the time of random legal play that observations take, 0 to 1, from a short look. */
export function observationShare<O>(game: Game<O>, options: O): number {
  const out = new Float32Array(observationSize(game));
  const mask = new Uint8Array(game.actions);
  const rng = createRng('look');
  const chance = new SeededChance('look', game.streams);
  const begin = performance.now();
  let state: State = game.newState(options, chance);
  let observing = 0;
  let counting = begin;
  for (let now = begin; now < begin + LOOK; ) {
    // The first half only warms up.
    if (now < begin + LOOK / 2) [counting, observing] = [now, 0];
    if (state.over) state = game.newState(options, chance);
    let skip = rng.int(Math.max(1, state.legal(mask)));
    const before = performance.now();
    if (!state.over) state.observe(state.actor, out, 0);
    now = performance.now();
    observing += now - before;
    if (state.over) continue;
    let action = 0;
    while (mask[action] === 0 || skip-- > 0) action++;
    state.apply(action, chance);
  }
  return observing / (performance.now() - counting);
}

/** What to say of an observation that takes most of the time. @param of what its share is of */
export const slowObservation = (share: number, of: string): string =>
  `observations take ${Math.round(100 * share)} % of ${of}: docs/add-your-game.md#observation has faster ways to write them`;

/** The middle value; the mean of the two middle ones for an even count. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
