/**
 * Learning a game on a page: the afterstate algorithm of `tabletop train` with its settings, in one thread. Games are played
 * here; gradient steps are the graph of `train --device gpu`, on whatever device it is given.
 */
import { AfterstateAgent } from '../../agents/afterstates/afterstate-agent.js';
import type { AfterstateSearch } from '../../agents/afterstates/own-turn.js';
import { ValueNetwork } from '../../agents/afterstates/value-network.js';
import type { Device } from '../../agents/network/engines/device.js';
import { initialWeights, type NetworkShape, viewWeights } from '../../agents/network/network.js';
import { valueNetworkFor } from '../../agents/policy/value-shape.js';
import { RandomAgent } from '../../agents/random.js';
import type { Agent } from '../../env/agent.js';
import { createRng, type Rng, type Seed } from '../../env/chance.js';
import type { Game } from '../../env/game.js';
import { gameObserver } from '../../env/observer.js';
import { parseOptions } from '../../env/options.js';
import type { OutcomeRule } from '../../env/outcomes.js';
import { firstShares } from '../../env/returns.js';
import { TurnEnv } from '../../env/turn-env.js';
import { playGame } from '../../eval/play-game.js';
import { blockRate, type Estimate, mean } from '../../eval/statistics.js';
import { AfterstateAlgorithm, type AfterstateCollector, afterstate } from '../algorithms/afterstate.js';
import { type AfterstateOrder, AfterstateSelfPlay, type AfterstateShard } from '../collect/afterstate-play.js';
import { AveragedWeights } from '../learn/averaged-weights.js';
import { DeviceLearner } from '../learn/graph/device-learner.js';
import { fromTheRules } from '../presets/afterstate.js';

/** A game to learn, and how. */
export interface Lesson {
  game: Game;
  /** Whom it is measured against, beside random players. */
  rivals: Readonly<Record<string, () => Agent>>;
  /** Random first moves of the games in which it is measured: without luck all others are alike. */
  opening: number;
  /** The learning rate falls until so many decisions were learned from. */
  decisions: number;
}

/** What one update did. */
export interface Update {
  decisions: number;
  games: number;
  loss: number;
}

/** The deals of one measurement, each played from both seats. */
const BLOCKS = 25;

/** Ends are worth what places say: the games of the page tell no leads. */
const outcomes: OutcomeRule = { winWeight: 0.5, capped: 'half', lead: null };
const search: AfterstateSearch = { samples: 1, beam: 0 };

/** Learns one game. Belongs to one thread. */
export class Session {
  readonly shape: NetworkShape;
  private readonly options: unknown;
  private readonly learner: AveragedWeights;
  private readonly algorithm: AfterstateAlgorithm;
  private readonly rng: Rng;
  /** Plays against others. */
  private readonly network: ValueNetwork;
  private updates = 0;
  private decisions = 0;
  private measurements = 0;

  constructor(
    private readonly lesson: Lesson,
    device: Device,
    decisionsPerUpdate: number,
    private readonly seed: Seed,
  ) {
    const { game } = lesson;
    this.options = parseOptions(game, {});
    this.shape = valueNetworkFor(game, fromTheRules(0, []).network!.trunk!);
    this.rng = createRng(`${seed}/learner`);
    const weights = initialWeights(this.shape, createRng(`${seed}/weights`));
    const settings = afterstate.settings.parse({ snapshots: { share: 0 } });
    this.learner = new AveragedWeights(new DeviceLearner(device, this.shape, weights), settings.average);
    this.network = new ValueNetwork(this.shape, weights);
    const collector = new PageCollector(game, this.options, this.shape, {
      ...{ decisionsPerUpdate, seed: `${seed}`, afterstates: { ...search, outcomes }, laterBeam: null },
    });
    this.algorithm = new AfterstateAlgorithm(settings, {
      ...{ game, collector, learner: this.learner, rng: this.rng, firstAgent: 0 },
    });
  }

  /** Plays games and learns from them. @throws DeviceLost when the device fails */
  async update(): Promise<Update> {
    const progress = Math.min(1, this.decisions / this.lesson.decisions);
    const at = { update: this.updates, updates: this.updates, progress: () => progress };
    const experience = await this.algorithm.collect(at);
    const numbers = await this.algorithm.learn(experience, at);
    this.network.setWeights(this.learner.weights());
    this.updates++;
    this.decisions += experience.decisions;
    return { decisions: experience.decisions, games: experience.games, loss: numbers.value_loss! };
  }

  /** The share of games that it wins, a draw being half a game, against each opponent. */
  measure(): { games: number; against: Record<string, Estimate> } {
    const { lesson, options, seed } = this;
    const { game, rivals, opening } = lesson;
    const makers = { random: () => new RandomAgent(), ...rivals };
    const env = new TurnEnv(game, { options });
    const seats = [...Array(game.players(options)).keys()];
    const deals = `${seed}/measurement ${this.measurements++}`;
    const against: Record<string, Estimate> = {};
    for (const [name, make] of Object.entries(makers)) {
      const won = (deal: string, own: number) => {
        const agents = seats.map((seat) => (seat === own ? this.player() : make()));
        const { places } = playGame(env, agents, deal, { opening }, (_agent, _seat, _env, call) => call());
        return firstShares(places)[own]!;
      };
      const blocks = Array.from({ length: BLOCKS }, (_, i) => mean(seats.map((own) => won(`${deals}/${i}`, own))));
      against[name] = blockRate(blocks, BLOCKS * seats.length);
    }
    return { games: BLOCKS * seats.length, against };
  }

  /** Plays with the weights of the last update, whichever that is when it is asked. */
  player(): Agent {
    const { network } = this;
    return new AfterstateAgent({ ...search, outcomes, observer: gameObserver(this.lesson.game), network });
  }

  dispose(): void {
    this.learner.dispose();
  }
}

/** Plays the games to learn from in this thread. */
class PageCollector implements AfterstateCollector {
  readonly ahead = false;
  private readonly network: ValueNetwork;
  private readonly games: AfterstateSelfPlay;
  private readonly snapshots: Float32Array[] = [];

  constructor(
    game: Game,
    options: unknown,
    readonly shape: NetworkShape,
    readonly spec: AfterstateCollector['spec'],
  ) {
    this.network = new ValueNetwork(shape, initialWeights(shape, createRng(0)));
    this.games = new AfterstateSelfPlay({
      ...{ game, variants: [options], observer: gameObserver(game), network: this.network },
      ...{ ...search, outcomes },
      snapshot: (slot) => this.snapshots[slot]!,
      makeAgent: () => new RandomAgent(),
      stopped: () => false,
    });
  }

  async afterstates(acting: Float32Array, order: AfterstateOrder): Promise<AfterstateShard[]> {
    this.network.setWeights(viewWeights(this.shape, acting));
    return this.games.play(order).shards;
  }

  setSnapshot(slot: number, weights: Float32Array): void {
    this.snapshots[slot] = weights.slice();
  }

  snapshot(slot: number): Float32Array {
    return this.snapshots[slot]!.slice();
  }
}
