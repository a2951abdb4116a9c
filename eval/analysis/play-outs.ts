/**
 * Actions played on to the end of the game by fast players, over and over with other luck: what can be expected of them.
 * One decision at a time, so that whoever looks on need not wait for the end.
 */

import { Simulation } from '../../agents/search/simulation.js';
import type { Agent } from '../../env/agent.js';
import { finalPlaces } from '../../env/finished.js';
import type { Game, State } from '../../env/game.js';
import { hashNumbers } from '../../env/hash.js';
import { defaultReturns, firstShares, placesByScore } from '../../env/returns.js';
import { LiveView } from '../../env/view.js';
import type { Cut } from './analysts.js';

/** Where a play-out begins. */
export interface PlayoutStart {
  state: State;
  /** What the seats have earned so far; counts only where a game is scored by rewards. */
  gained: readonly number[];
}

/** How one ended, by seat; or what it is judged to be worth where it was cut. */
export interface End {
  /** What each made of the first place; see `firstShares`. Chances where it was cut. */
  firsts: number[];
  /** What each has earned, from the beginning of the game; zeros where it is scored by places. */
  earned: number[];
  /** Equal for play-outs with the same choices and the same end. */
  played: number;
}

/**
 * Actions of a position played on to the end of the game by fast players, over and over with other luck: what can be
 * expected of them. Works one decision at a time, so that a caller can stop between any two.
 */
export class PlayOuts {
  private readonly simulation: Simulation;
  private readonly redrawn: LiveView;
  private readonly shown: LiveView;
  private readonly judged: Float64Array;

  /**
   * @param agents who play on, one for each seat: each sees what its seat knows
   * @param cut where they end; null: with the game
   */
  constructor(
    private readonly game: Game,
    private readonly agents: readonly Agent[],
    readonly cut: Cut | null = null,
  ) {
    this.judged = new Float64Array(agents.length);
    this.simulation = new Simulation(game, agents.length, defaultReturns);
    this.redrawn = new LiveView(game);
    this.shown = new LiveView(game);
  }

  /**
   * Plays one of them. One at a time: what was begun before can no longer be gone on with.
   * @param action is played first; what the seat to act cannot know is redrawn before
   * @param n number of the play-out: those of the same seed and number have the same draws, whatever action they try
   * @yields after each decision
   */
  *play({ state: from, gained }: PlayoutStart, action: number, seed: number, n: number): Generator<undefined, End> {
    const { simulation, agents, game } = this;
    const { chance, mask } = simulation;
    chance.start(seed, n);
    for (let seat = 0; seat < agents.length; seat++) agents[seat]!.reset(`${seed}/${n}/${seat}`);
    const state = simulation.begin(this.redrawn.show(from));
    simulation.apply(state, action);
    const choices: number[] = [];
    const last = from.round + (this.cut?.rounds ?? Infinity);
    while (!state.over && state.round < last) {
      const legal = state.legal(mask);
      const agent = agents[state.actor]!;
      const next =
        legal === 1
          ? mask.indexOf(1)
          : agent.choose
            ? agent.choose(state)
            : agent.act(this.shown.show(state, mask, legal));
      choices.push(next);
      simulation.apply(state, next);
      yield;
    }
    const ended = (firsts: number[], earned: number[]) => ({
      firsts,
      earned,
      played: hashNumbers([...choices, ...firsts, ...earned]),
    });
    if (!state.over)
      return ended(
        this.judge(state),
        Array.from(gained, () => 0),
      );
    simulation.end(state);
    if (game.scoring === 'rewards') {
      const earned = gained.map((before, seat) => before + simulation.returns[seat]!);
      // One who plays alone has nobody to come out before.
      return ended(firstShares(placesByScore(earned)), earned);
    }
    const places = new Uint8Array(agents.length);
    finalPlaces(state, places);
    return ended(
      firstShares(places),
      gained.map(() => 0),
    );
  }

  /** The chances to be first, of returns by the first place alone (`env/returns.ts`). */
  private judge(state: State): number[] {
    const { judged } = this;
    const n = judged.length;
    this.cut!.evaluate(state, judged);
    const shares = Array.from(judged, (value) => Math.max(0, (1 + (n - 1) * value) / n));
    const total = shares.reduce((sum, share) => sum + share, 0);
    return shares.map((share) => (total > 0 ? share / total : 1 / n));
  }
}
