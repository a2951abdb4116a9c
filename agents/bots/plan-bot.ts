/**
 * Bots that weigh a position: a plan is a set of weights, and one function of the game turns weights into a chooser.
 * They look at the position through a sample of what is hidden, draw nothing and remember nothing.
 */
import type { View } from '../../env/agent.js';
import { createRng, type Rng, type Seed } from '../../env/chance.js';
import type { State } from '../../env/game.js';
import type { Reading } from '../judges.js';
import type { GamePlayers, PlanWeights, ScriptedPlayer } from './game-players.js';

/** One bot of a game. */
export interface Plan<Weights> {
  /** What it is after, in one line. */
  plan: string;
  /** What it thinks things are worth. */
  weights: Readonly<Weights>;
}

/** The bots of a game by name, the strongest first. */
export type Plans<Weights> = Readonly<Record<string, Plan<Weights>>>;

/** What a bot reads in a position; see `Reading`. */
export interface PlanReading<Position> {
  size: number;
  about: string;
  /** @param seat the one to act, whose numbers come first */
  write(position: Position, seat: number, out: Float32Array, offset: number): void;
}

/** Plays what `choose` says; fit to play rollouts, since it neither draws nor remembers. */
export class PlanBot<Position> implements ScriptedPlayer {
  private readonly rng: Rng = createRng(0);
  private sample: State | undefined;
  readonly reading?: Reading;

  /** @param choose a legal action of a position in which at least two are legal; the same for any two samples */
  constructor(
    readonly name: string,
    private readonly choose: (position: Position) => number,
    reading?: PlanReading<Position>,
  ) {
    if (!reading) return;
    const { size, about } = reading;
    const write = (view: View, out: Float32Array, offset: number) =>
      reading.write(this.look(view), view.seat, out, offset);
    this.reading = { size, about, write };
  }

  reset(_seed: Seed): void {
    this.sample = undefined;
  }

  act(view: View): number {
    if (view.legal === 1) return view.mask.indexOf(1);
    return this.choose(this.look(view));
  }

  private look(view: View): Position {
    this.sample = view.sample(this.rng, this.sample);
    return this.sample as unknown as Position;
  }
}

/**
 * The scripted bots of a game, by name, and what a bot with other weights would choose.
 * @param plans what each bot is after, and its weights
 * @param chooser makes what one bot decides by; called once a bot
 * @param reading what all of them read in a position
 */
export function planBots<Position, Weights extends object>(
  plans: Plans<Weights>,
  chooser: (weights: Readonly<Weights>) => (position: Position) => number,
  reading?: PlanReading<Position>,
): Required<Pick<GamePlayers, 'bots' | 'chooser'>> {
  const bots = Object.entries(plans).map(([name, { plan, weights }]) => [
    name,
    {
      plan,
      weights: weights as unknown as PlanWeights,
      create: () => new PlanBot(`scripted:${name}`, chooser(weights), reading),
    },
  ]);
  return { bots: Object.fromEntries(bots), chooser: chooser as unknown as Required<GamePlayers>['chooser'] };
}
