/**
 * What every search needs to play a game on from samples of what a seat can know: buffers set up once a game, how what was
 * reached is scored, and when to stop.
 */
import type { Agent, View } from '../../env/agent.js';
import type { Game, State } from '../../env/game.js';
import { isLegal } from '../../env/illegal-action.js';
import { type EndRule, Outcomes } from '../../env/outcomes.js';
import { LiveView } from '../../env/view.js';
import { randomAction } from '../random.js';
import { SearchChance } from './search-chance.js';

/** What a decision may cost: one of them is needed. */
export interface SearchBudget {
  /** Simulations a decision. The same seed and view give the same action. */
  simulations?: number | undefined;
  /** Time a decision instead; then the action depends on the machine. */
  milliseconds?: number | undefined;
}

/** @throws RangeError when there is nothing to spend */
export function checkBudget({ simulations, milliseconds }: SearchBudget): void {
  if (!simulations && !milliseconds) throw new RangeError('a search needs a number of simulations or of milliseconds');
}

/** Starts the clock. @returns the share of the budget that is spent after so many simulations; it is used up at 1 */
export function spending({ simulations = Infinity, milliseconds }: SearchBudget): (done: number) => number {
  if (!milliseconds) return (done) => done / simulations;
  const start = performance.now();
  return (done) => Math.max(done / simulations, (performance.now() - start) / milliseconds);
}

/** Simulations of one game, one after the other. */
export class Simulation {
  readonly mask: Uint8Array;
  readonly chance: SearchChance;
  /** What each seat gets out of the simulation. */
  readonly returns: Float64Array;
  /** What each seat has earned in it so far. */
  protected readonly gained: Float64Array;
  private readonly outcomes: Outcomes;
  private readonly shown: LiveView;
  /** The position it has got to. */
  state: State | undefined;

  constructor(
    readonly game: Game,
    readonly players: number,
    rule: EndRule,
  ) {
    this.mask = new Uint8Array(game.actions);
    this.chance = new SearchChance(game.streams.length);
    this.returns = new Float64Array(players);
    this.gained = new Float64Array(players);
    this.outcomes = new Outcomes(game, players, rule);
    this.shown = new LiveView(game, false);
  }

  /** Whether it was set up for this game. */
  fits(view: View): boolean {
    return this.game === view.game && this.players === view.players;
  }

  /** Begins another simulation, from a sample drawn with `chance`. */
  begin(view: View): State {
    this.gained.fill(0);
    return (this.state = view.sample(this.chance, this.state));
  }

  /** The position as a player is shown it. @param legal number of ones in `mask`, its legal actions */
  show(state: State, legal: number): View {
    return this.shown.show(state, this.mask, legal);
  }

  /**
   * What a player does in the position. Bots that neither draw nor read anything hidden are spared the view and its copy.
   * @param player null: uniform play
   * @param legal number of ones in `mask`, its legal actions
   * @throws Error when the player chooses another action
   */
  ask(player: Agent | null, state: State, legal: number): number {
    const { mask } = this;
    if (legal === 1) return mask.indexOf(1);
    if (!player) return randomAction(mask, legal, this.chance);
    const action = player.choose ? player.choose(state) : player.act(this.show(state, legal));
    if (!isLegal(mask, action)) throw new Error(`rollout player ${player.name} chose the illegal action ${action}`);
    return action;
  }

  /** Plays an action, and adds what it earns. */
  apply(state: State, action: number): void {
    state.apply(action, this.chance);
    const { returns, gained, outcomes } = this;
    if (outcomes.reward === 0) return;
    state.rewards(returns);
    for (let seat = 0; seat < gained.length; seat++) gained[seat]! += outcomes.reward * returns[seat]!;
  }

  /** Ends the simulation: what was earned is added to `returns`, which say what is to come where the game is not over. */
  end(state: State): void {
    const { returns, gained, outcomes } = this;
    if (state.over) outcomes.write(state, returns);
    if (outcomes.reward > 0) for (let seat = 0; seat < gained.length; seat++) returns[seat]! += gained[seat]!;
  }
}
