/**
 * Where luck comes from. A state never holds a generator: whoever steps it passes a `Chance`, so a planner that
 * copies a state cannot see the future. Every roll names the stream it draws from (a purpose, often with a seat:
 * "deck", "dice 2"); all streams come from one seed and do not disturb each other, so two games with the same seed
 * stay comparable after their choices differ.
 */
import seedrandom from 'seedrandom';

/** Source of the random outcomes of a game. */
export interface Chance {
  /**
   * A uniform integer in 0..n-1.
   * @param stream index into the game's `streams`
   * @param n number of equally likely outcomes, >= 1
   */
  draw(stream: number, n: number): number;
}

/** A seed: any text or number. `1` and `'1'` are the same seed. */
export type Seed = string | number;

/** A private generator, for agents, schedules and shuffles outside the rules. */
export interface Rng {
  /** Uniform in [0, 1). */
  uniform(): number;
  /** Uniform integer in 0..n-1. */
  int(n: number): number;
  /** Everything needed to go on later from here; plain JSON. */
  save(): RngState;
  /** Goes on from a saved place. */
  load(state: RngState): void;
}

/** A normal number, mean 0 and variance 1 (Box-Muller; 1 - uniform is never 0). */
export function gaussian(rng: Pick<Rng, 'uniform'>): number {
  return Math.sqrt(-2 * Math.log(1 - rng.uniform())) * Math.cos(2 * Math.PI * rng.uniform());
}

/** What can be shuffled. */
interface Items<T> {
  [i: number]: T;
  readonly length: number;
}

/**
 * Puts `n` items from `from` on in a random order, in place (Fisher-Yates); every order is equally likely. Draws n - 1
 * numbers.
 */
export function shuffle<T>(items: Items<T>, rng: Rng, from = 0, n = items.length - from): void {
  for (let i = n - 1; i > 0; i--) {
    const j = from + rng.int(i + 1);
    const swapped = items[from + i]!;
    items[from + i] = items[j]!;
    items[j] = swapped;
  }
}

/**
 * Puts `n` items from `from` on in a random order, in place, drawing from a stream of chance: the shuffle of rules.
 * Every order is equally likely; draws n - 1 numbers.
 * @param stream index into the game's `streams`
 */
export function shuffleBy<T>(chance: Chance, stream: number, items: Items<T>, from = 0, n = items.length - from): void {
  for (let i = n - 1; i > 0; i--) {
    const j = from + chance.draw(stream, i + 1);
    const swapped = items[from + i]!;
    items[from + i] = items[j]!;
    items[j] = swapped;
  }
}

/** Saved place of one generator (Alea's four words). */
export interface RngState {
  c: number;
  s0: number;
  s1: number;
  s2: number;
}

type Alea = (() => number) & { state(): object };

function alea(seed: string, state?: RngState): Alea {
  return seedrandom.alea(seed, { state: state ?? true } as unknown as { state: true }) as unknown as Alea;
}

/** A generator for anything outside the rules (Alea); equal seeds give equal numbers on every machine. */
export function createRng(seed: Seed): Rng {
  let next = alea(String(seed));
  return {
    uniform: () => next(),
    int: (n) => Math.floor(next() * n),
    save: () => next.state() as RngState,
    load: (state) => {
      next = alea('', { ...state });
    },
  };
}

/** Saved place of every stream of a `SeededChance`; `null` where nothing was drawn yet. */
export interface ChanceState {
  seed: string;
  streams: (RngState | null)[];
}

/**
 * The usual chance of a game: one generator a stream, each derived from the seed and the stream's name, so that equal
 * seeds mean equal luck.
 */
export class SeededChance implements Chance {
  private seed: string;
  private readonly generators: (Alea | null)[];

  constructor(
    seed: Seed,
    private readonly names: readonly string[],
  ) {
    this.seed = String(seed);
    this.generators = names.map(() => null);
  }

  draw(stream: number, n: number): number {
    // Made on first use: many games never touch most of their streams.
    const generator = this.generators[stream] ?? this.start(stream);
    return Math.floor(generator() * n);
  }

  private start(stream: number): Alea {
    if (!(stream in this.generators)) throw new RangeError(`chance stream ${stream} is not one of the game's streams`);
    return (this.generators[stream] = alea(`${this.seed}/${this.names[stream]}`));
  }

  /** Whether anything was drawn since it was seeded. */
  get drawn(): boolean {
    return this.generators.some((generator) => generator !== null);
  }

  /** Starts over as if made anew with this seed. */
  reseed(seed: Seed): void {
    this.seed = String(seed);
    this.generators.fill(null);
  }

  save(): ChanceState {
    return { seed: this.seed, streams: this.generators.map((g) => (g ? (g.state() as RngState) : null)) };
  }

  load(state: ChanceState): void {
    const { length } = this.generators;
    if (state.streams.length !== length)
      throw new RangeError(`${state.streams.length} streams of chance were saved, the game has ${length}`);
    this.seed = state.seed;
    for (let i = 0; i < length; i++) {
      const saved = state.streams[i]!;
      this.generators[i] = saved ? alea('', { ...saved }) : null;
    }
  }
}

/**
 * Outcomes given by the caller, in the order they are drawn: fixed dice for tests, replays and physical games.
 * @throws RangeError when an outcome is out of range, or the script runs out with nothing to draw from instead
 */
export class ScriptedChance implements Chance {
  private at = 0;

  constructor(
    private readonly outcomes: readonly number[],
    /** What to draw from when the script has run out; without it running out is an error. */
    private readonly rest?: Chance,
  ) {}

  draw(stream: number, n: number): number {
    if (this.at >= this.outcomes.length) {
      if (this.rest) return this.rest.draw(stream, n);
      throw new RangeError(`scripted chance ran out after ${this.at} outcomes (stream ${stream}, ${n} wanted)`);
    }
    const outcome = this.outcomes[this.at]!;
    if (!Number.isInteger(outcome) || outcome < 0 || outcome >= n)
      throw new RangeError(`scripted outcome ${this.at} is ${outcome}, wanted 0..${n - 1} (stream ${stream})`);
    this.at++;
    return outcome;
  }

  /** How many outcomes of the script were used. */
  get used(): number {
    return this.at;
  }
}

/** Records every outcome drawn from another source, so that a game can be replayed without its seed (`recordReplay`). */
export class RecordingChance implements Chance {
  readonly outcomes: number[] = [];

  constructor(private readonly source: Chance) {}

  draw(stream: number, n: number): number {
    const outcome = this.source.draw(stream, n);
    this.outcomes.push(outcome);
    return outcome;
  }
}

/**
 * Every combination of outcomes of one step, one after the other, for exact tools:
 * `do { copy; step(copy, chance); use(chance.probability) } while (chance.next())`.
 */
export class EnumeratingChance implements Chance {
  private readonly outcomes: number[] = [];
  private readonly sizes: number[] = [];
  private at = 0;

  draw(_stream: number, n: number): number {
    if (this.at === this.outcomes.length) {
      this.outcomes.push(0);
      this.sizes.push(n);
    }
    return this.outcomes[this.at++]!;
  }

  /** Probability of the combination that the last step drew. */
  get probability(): number {
    return this.sizes.reduce((p, n) => p / n, 1);
  }

  /** Moves on to the next combination; false when all have been seen (and then starts over). */
  next(): boolean {
    this.at = 0;
    while (this.outcomes.length > 0) {
      const last = this.outcomes.length - 1;
      if (++this.outcomes[last]! < this.sizes[last]!) return true;
      this.outcomes.pop();
      this.sizes.pop();
    }
    return false;
  }
}
