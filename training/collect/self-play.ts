/**
 * Games that a search guided by the policy plays against itself, for expert iteration
 * (training/algorithms/expert-iteration.ts). They come in shards: so many whole games of one seed, side by side, so
 * that the positions which their searches ask about are judged together. A shard follows from its seed and the weights
 * alone, wherever it is played.
 */
import { z } from 'zod';
import type { BatchPolicy } from '../../agents/network/batch-policy.js';
import { MaskedDistribution } from '../../agents/network/masked.js';
import { POLICY, VALUE, type Weights, widthOf } from '../../agents/network/network.js';
import { randomAction } from '../../agents/random.js';
import { GuidedSearch } from '../../agents/search/guided-search.js';
import { createRng, type Rng, SeededChance } from '../../env/chance.js';
import { endless } from '../../env/endless.js';
import { writeFinite } from '../../env/finite.js';
import type { Game, State } from '../../env/game.js';
import type { Observer } from '../../env/observer.js';
import type { ReturnRule } from '../../env/returns.js';
import { LiveView } from '../../env/view.js';
import { count, floats } from '../schedule.js';

/** How a decision is searched. */
const selfPlaySearchSchema = z.strictObject({
  /** Simulations of a decision that is learned from. */
  simulations: z.int().positive(),
  /** Simulations of the others. */
  fastSimulations: z.int().positive(),
  /** Share of decisions that are learned from. */
  learned: z.number(),
  /** Most actions looked at. */
  considered: z.int().positive(),
  /** How much values count against the policy. */
  valueScale: z.number(),
  /** Most decisions at the beginning of a game that are any legal action; each game draws how many. */
  opening: count,
});

/** How a decision is searched: see `selfPlaySearchSchema`. */
type SelfPlaySearch = z.infer<typeof selfPlaySearchSchema>;

/** Which games to play. Plain data. */
export const selfPlayOrderSchema = selfPlaySearchSchema.extend({
  /** Seed of each shard. */
  shards: z.array(z.string().max(4000)).min(1).max(100_000),
  /** Games of each. */
  games: z.int().positive().max(100_000),
});

/** Which games to play: see `selfPlayOrderSchema`. */
export type SelfPlayOrder = z.infer<typeof selfPlayOrderSchema>;

const integers: z.ZodType<Int32Array> = z.instanceof(Int32Array);
/** One game and what its searches found. Plain data; not to be changed. */
export const searchedGameSchema = z.strictObject({
  /** Seed of its chance. */
  seed: z.string(),
  /** Action ids in their order, those without a choice too. */
  actions: integers,
  /** Which of them are learned from: places in `actions`, ascending. */
  searched: integers,
  /** The improved policy of each: probabilities of its legal actions by ascending id, one decision behind the other. */
  policies: floats,
  /** [searched, players] what each seat may expect there, by the search. */
  values: floats,
});

/** One game and what its searches found: see `searchedGameSchema`. */
export type SearchedGame = z.infer<typeof searchedGameSchema>;

/** What shards brought. */
export const selfPlayResultSchema = z.strictObject({
  /** The games of each, with its place in the order. */
  shards: z.array(z.strictObject({ shard: count, games: z.array(searchedGameSchema) })),
  /** Decisions between at least two actions, and what was spent on them. */
  decisions: z.number(),
  simulations: z.number(),
  /** Positions judged, and in how many batches. */
  judged: z.number(),
  batches: z.number(),
});

/** What shards brought: see `selfPlayResultSchema`. */
export type SelfPlayResult = z.infer<typeof selfPlayResultSchema>;

/** What the games are played with. */
export interface SelfPlaySetup {
  game: Game;
  /** Checked. */
  options: unknown;
  players: number;
  observer: Observer;
  returns: ReturnRule;
  policy: BatchPolicy;
  /** Whether to give up. */
  stopped(): boolean;
}

/** A game under way. */
class Match {
  private readonly game: Game;
  /** Decisions that no game exceeds. */
  private readonly most: number;
  private readonly chance: SeededChance;
  private readonly state: State;
  private readonly view: LiveView;
  private readonly search: GuidedSearch;
  private readonly rng: Rng;
  private readonly actions: number[] = [];
  private readonly searched: number[] = [];
  private readonly policies: number[] = [];
  private readonly values: number[] = [];
  private readonly improved: Float32Array;
  private readonly expected: Float64Array;
  private thinking = false;
  /** Whether the decision under way is learned from. */
  private learned = false;
  private readonly spent: (done: number) => number;
  private budget = 1;
  /** Decisions to come that are any legal action. */
  private opening: number;
  decisions = 0;
  simulations = 0;

  constructor(
    readonly seed: string,
    { game, options, players, returns }: SelfPlaySetup,
    private readonly how: SelfPlaySearch,
  ) {
    this.game = game;
    this.most = game.maxDecisions(options);
    this.chance = dealOf(game, seed);
    this.state = game.newState(options, this.chance);
    this.view = new LiveView(game);
    const { considered, valueScale } = how;
    this.search = new GuidedSearch(game, players, { returns, considered, valueScale });
    this.rng = createRng(`${seed}/search`);
    this.opening = this.rng.int(how.opening + 1);
    this.improved = new Float32Array(game.actions);
    this.expected = new Float64Array(players);
    this.spent = (done) => done / this.budget;
  }

  /** Plays on until a position must be judged. @returns it; null when the game is over */
  next(): State | null {
    const { state, search, view } = this;
    for (;;) {
      if (!this.thinking) {
        if (state.over) return null;
        view.show(state);
        if (view.legal === 1 || this.opening > 0) {
          if (view.legal > 1) this.opening--;
          this.apply(randomAction(view.mask, view.legal, this.rng));
          continue;
        }
        this.begin();
      }
      const asked = search.next(this.spent);
      if (asked) return asked;
      this.decide();
    }
  }

  /** The legal actions of the position that `next` gave. */
  get mask(): Uint8Array {
    return this.search.mask;
  }

  tell(priors: Float32Array, returns: Float64Array): void {
    this.search.tell(priors, returns);
  }

  private begin(): void {
    const { how, rng, view } = this;
    this.learned = rng.uniform() < how.learned;
    this.budget = this.learned ? how.simulations : how.fastSimulations;
    this.search.start(view, rng.int(0x1_0000_0000), rng);
    this.thinking = true;
  }

  private decide(): void {
    const { search, improved, expected, view } = this;
    this.thinking = false;
    this.decisions++;
    this.simulations += search.done;
    if (this.learned) {
      search.teach(improved, expected);
      for (let action = 0; action < improved.length; action++)
        if (view.mask[action] === 1) this.policies.push(improved[action]!);
      this.values.push(...expected);
      this.searched.push(this.actions.length);
    }
    this.apply(search.action);
  }

  private apply(action: number): void {
    if (this.actions.length >= this.most) throw endless(this.game, this.most);
    this.actions.push(action);
    this.state.apply(action, this.chance);
  }

  result(): SearchedGame {
    return {
      seed: this.seed,
      actions: Int32Array.from(this.actions),
      searched: Int32Array.from(this.searched),
      policies: Float32Array.from(this.policies),
      values: Float32Array.from(this.values),
    };
  }
}

/** The luck of a game of self-play. */
export function dealOf(game: Game, seed: string): SeededChance {
  return new SeededChance(`${seed}/deal`, game.streams);
}

/** Plays shards of games of a search against itself. Belongs to one thread. */
export class SelfPlay {
  private readonly distribution: MaskedDistribution;
  private readonly priors: Float32Array;
  private readonly returns: Float64Array;

  constructor(private readonly setup: SelfPlaySetup) {
    const { game, players } = setup;
    this.distribution = new MaskedDistribution(game.actions);
    this.priors = new Float32Array(game.actions);
    this.returns = new Float64Array(players);
  }

  /** Plays the shards of an order, one after the other. @param weights of the policy */
  async play(order: SelfPlayOrder, weights: Weights): Promise<SelfPlayResult> {
    const result: SelfPlayResult = { shards: [], decisions: 0, simulations: 0, judged: 0, batches: 0 };
    for (const [shard, seed] of order.shards.entries()) {
      // Anew for each shard, also where they are the same: otherwise its last bits would follow from the shard before
      // (`BatchPolicy.setWeights`).
      this.setup.policy.setWeights(weights);
      result.shards.push({ shard, games: await this.playShard(seed, order, result) });
    }
    return result;
  }

  private async playShard(seed: string, order: SelfPlayOrder, result: SelfPlayResult): Promise<SearchedGame[]> {
    const { setup } = this;
    const { observer, policy } = setup;
    const matches = Array.from({ length: order.games }, (_, i) => new Match(`${seed}/game ${i}`, setup, order));
    const actions = widthOf(policy.shape, POLICY);
    const values = widthOf(policy.shape, VALUE);
    const size = observer.actions?.size ?? 0;
    const observation = new Float32Array(order.games * observer.size);
    const mask = new Uint8Array(order.games * actions);
    const features = {
      values: new Float32Array(order.games * actions * size),
      first: Int32Array.from({ length: order.games }, (_, row) => row * actions),
    };
    const outputs = {
      [POLICY]: new Float32Array(order.games * actions),
      [VALUE]: new Float32Array(order.games * values),
    };
    let playing = matches;
    while (playing.length > 0) {
      if (setup.stopped()) throw new Error('the games were given up');
      const asked: { match: Match; actor: number }[] = [];
      for (const match of playing) {
        const state = match.next();
        if (!state) continue;
        const row = asked.length;
        writeFinite(observer, state, state.actor, observation, row * observer.size);
        mask.set(match.mask, row * actions);
        if (size > 0)
          observer.actions!.write(
            state,
            match.mask,
            observation,
            row * observer.size,
            features.values,
            row * actions * size,
          );
        asked.push({ match, actor: state.actor });
      }
      playing = asked.map(({ match }) => match);
      if (asked.length === 0) break;
      await policy.run(asked.length, observation, outputs, mask, size > 0 ? features : undefined);
      result.judged += asked.length;
      result.batches++;
      for (const [row, { match, actor }] of asked.entries()) {
        this.distribution.set(outputs[POLICY]!, row * actions, mask, row * actions).write(this.priors);
        for (let i = 0; i < setup.players; i++)
          this.returns[(actor + i) % setup.players] = outputs[VALUE]![row * values + i]!;
        match.tell(this.priors, this.returns);
      }
    }
    for (const { decisions, simulations } of matches) {
      result.decisions += decisions;
      result.simulations += simulations;
    }
    return matches.map((match) => match.result());
  }
}

/** What several orders brought together. */
export interface SelfPlayed extends Omit<SelfPlayResult, 'shards'> {
  /** In the order of the shards. */
  games: SearchedGame[];
}

/** Puts results together, in the order of the shards. */
export function addSelfPlay(parts: readonly SelfPlayResult[]): SelfPlayed {
  const shards = parts.flatMap((part) => part.shards).sort((a, b) => a.shard - b.shard);
  const sum = (key: 'decisions' | 'simulations' | 'judged' | 'batches') =>
    parts.reduce((total, part) => total + part[key], 0);
  return {
    games: shards.flatMap(({ games }) => games),
    decisions: sum('decisions'),
    simulations: sum('simulations'),
    judged: sum('judged'),
    batches: sum('batches'),
  };
}
