/**
 * How fast a game is on one core under uniform random legal play. A decision counts when it has at least two legal
 * actions; its time includes mask, choice, chance and the resets of finished games.
 */
import { createRng, type Seed, SeededChance } from './chance.js';
import { type Game, observationSize, type State } from './game.js';
import { EMPTY_GAMES, nobodyAsked } from './nobody-asked.js';
import { UserError } from './user-error.js';
import { printable } from './words.js';

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

/** What is being measured, and for how long yet. */
export interface SpeedProgress {
  part: 'rules and masks' | 'with observation';
  /** Decisions, of both parts together. */
  done: number;
  total: number;
  secondsLeft: number;
}

/** How speed is measured. */
export interface SpeedSettings {
  /** Decisions in one timed run. */
  decisions?: number;
  /** The median of so many runs is reported, after one that warms up. */
  runs?: number;
  seed?: Seed;
  /** Called every few thousand decisions. */
  onProgress?: (progress: SpeedProgress) => void;
}

/** Decisions between two looks at the clock. */
const slice = 2000;
/** Milliseconds in which the pace of each part is estimated beforehand. */
const probe = 100;

export function measureSpeed<O>(
  game: Game<O>,
  options: O,
  { decisions = 500_000, runs = 5, seed = 1, onProgress }: SpeedSettings = {},
): Speed {
  const each = decisions * (runs + 1);
  const pace = [false, true].map((observe) => probeSeconds(game, options, seed, observe));
  const tell = (observe: boolean) => (done: number, seconds: number) => {
    pace[Number(observe)] = seconds / done;
    const secondsLeft = (each - done) * pace[Number(observe)]! + (observe ? 0 : each * pace[1]!);
    const part = observe ? 'with observation' : 'rules and masks';
    onProgress?.({ part, done: done + (observe ? each : 0), total: 2 * each, secondsLeft });
  };
  const plain = timed(game, options, decisions, runs, `${seed}/rules`, false, tell(false));
  const observed = timed(game, options, decisions, runs, `${seed}/observed`, true, tell(true));
  return {
    rules: { decisionsPerSecond: plain.decisions, gamesPerSecond: plain.games },
    observed: { decisionsPerSecond: observed.decisions, gamesPerSecond: observed.games },
    copy: { nanoseconds: copyTime(game, options, runs, seed) },
    allocation: { bytesPerDecision: observed.bytes },
    setup: { seed: String(seed), decisionsPerRun: decisions, runs, node: process.version },
  };
}

/** Seconds a decision, roughly. */
function probeSeconds<O>(game: Game<O>, options: O, seed: Seed, observe: boolean): number {
  const play = new RandomPlay(game, options, `${seed}/probe`);
  const out = observe ? new Float32Array(observationSize(game)) : null;
  const start = performance.now();
  // The first ones wait for the compiler: the fastest hundred count.
  let least = Number.POSITIVE_INFINITY;
  for (let now = start; now - start < probe; ) {
    play.run(100, out);
    const then = now;
    now = performance.now();
    least = Math.min(least, now - then);
  }
  return least / 1000 / 100;
}

/** @param tell hears the decisions so far, and the seconds that they took */
function timed<O>(
  game: Game<O>,
  options: O,
  decisions: number,
  runs: number,
  seed: Seed,
  observe: boolean,
  tell: (done: number, seconds: number) => void,
) {
  const rates: { decisions: number; games: number; bytes: number }[] = [];
  const out = new Float32Array(observationSize(game));
  const began = performance.now();
  for (let run = -1; run < runs; run++) {
    const play = new RandomPlay(game, options, `${seed}/${run}`);
    const heap = process.memoryUsage().heapUsed;
    const start = performance.now();
    for (let made = 0; made < decisions; ) {
      const part = Math.min(slice, decisions - made);
      play.run(part, observe ? out : null);
      made += part;
      tell((run + 1) * decisions + made, (performance.now() - began) / 1000);
    }
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

  /** @throws UserError for a game in which nobody is ever asked */
  run(decisions: number, out: Float32Array | null): void {
    const { mask, rng, chance } = this;
    let asked = this.finished;
    for (let made = 0; made < decisions; ) {
      const { state } = this;
      if (state.over) {
        if (++this.finished - asked > EMPTY_GAMES) throw nobodyAsked(this.game, EMPTY_GAMES);
        chance.reseed(`${this.seed}/${++this.episode}`);
        this.state = this.game.newState(this.options, chance);
        continue;
      }
      const legal = state.legal(mask);
      if (out) state.observe(state.actor, out, 0);
      if (legal > 1) {
        made++;
        asked = this.finished;
      }
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

/** Share of the time of random legal play that observations take, 0 to 1, from a short look; 0 where nobody is asked. */
export function observationShare<O>(game: Game<O>, options: O): number {
  const seconds = (observe: boolean) => probeSeconds(game, options, 'look', observe);
  try {
    return Math.max(0, 1 - seconds(false) / seconds(true));
  } catch (error) {
    if (error instanceof UserError) return 0;
    throw error;
  }
}

/**
 * What to say of an observation that takes most of the time.
 * @param of what its share is of
 * @param slowest where that is known, its slowest piece
 */
export function slowObservation(share: number, of: string, slowest?: { name: string; share: number } | null): string {
  const whole = (part: number) => `${Math.round(100 * part)} %`;
  const where = slowest
    ? `, ${whole(slowest.share)} of that ${printable(slowest.name)}`
    : ' (tabletop check names the slowest piece)';
  return `observations take ${whole(share)} of ${of}${where}: docs/add-your-game.md#observation has faster ways to write them`;
}

/** The middle value; the mean of the two middle ones for an even count. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
