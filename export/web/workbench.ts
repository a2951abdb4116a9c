/**
 * Games of two sets of options, for who changes a game: played here, compared by the estimators of the report
 * (eval/game-report/measures.ts). Knows nothing of pages; several workers share the games.
 */
import type { Agent } from '../../env/agent.js';
import type { Game } from '../../env/game.js';
import { parseOptions } from '../../env/options.js';
import { formatReplay, recordReplay } from '../../env/replay.js';
import { TurnEnv } from '../../env/turn-env.js';
import { UserError } from '../../env/user-error.js';
import type { HeatMap } from '../../eval/game-report/heat.js';
import { HeatCounter } from '../../eval/game-report/heat-counter.js';
import { compareGames, measured } from '../../eval/game-report/measures.js';
import { playGame } from '../../eval/play-game.js';
import type { Compared, Trial, TrialGames, TrialOutcome } from './protocol.js';

/** Who sits at a table of a trial. */
export type Seating = (spec: string) => Agent | null;

/** The games of one set of options, one after the other. */
export class TrialPlays {
  private readonly env: TurnEnv;
  private readonly agents: Agent[];

  /**
   * @param seating makes agents, after they were loaded
   * @throws UserError when the options or the agent are wrong
   */
  constructor(
    game: Game,
    seating: Seating,
    private readonly trial: Trial,
  ) {
    this.env = new TurnEnv(game, { options: parseOptions(game, trial.options) });
    const seats = game.players(this.env.options);
    this.agents = Array.from({ length: seats }, () => {
      const agent = seating(trial.agent);
      if (!agent) throw new UserError('people cannot play all games of a trial: choose an agent');
      return agent;
    });
  }

  /** Plays from a game on. @param going asked after each game */
  play({ from, to }: Pick<TrialGames, 'from' | 'to'>, going: () => boolean): TrialOutcome[] {
    const outcomes: TrialOutcome[] = [];
    for (let i = from; i < to && (i === from || going()); i++) outcomes.push(this.game(i));
    return outcomes;
  }

  /** Where on the board these games happen; null: there is none. */
  heat(game: Game, { from, to }: Pick<TrialGames, 'from' | 'to'>): HeatMap | null {
    const heat = new HeatCounter(game);
    for (let i = from; i < to; i++) {
      this.game(i, (env, action) => heat.look(env.state, action));
      heat.end(this.env.state);
    }
    return heat.report;
  }

  /** One of the games once more, as the text of a replay. */
  replay(game: Game, i: number): string {
    const actions: number[] = [];
    this.game(i, (_, action) => void actions.push(action));
    const played = { options: this.env.options, seed: `${seedOf(this.trial, i)}/deal`, actions };
    return formatReplay(recordReplay(game, { ...played, agents: this.agents.map(() => this.trial.agent) }));
  }

  /** @param witness is shown each decision before it is played */
  private game(i: number, witness?: (env: TurnEnv, action: number) => void): TrialOutcome {
    const settings = { detail: true, witness };
    const { agents: _, ...outcome } = playGame(
      this.env,
      this.agents,
      seedOf(this.trial, i),
      settings,
      (...[, , , call]) => call(),
    );
    return outcome;
  }
}

/** The same deal for both sets. */
const seedOf = ({ seed }: Trial, i: number): string => `${seed}/${i}`;

/**
 * Both sets compared, with an example of each figure.
 * @param first outcomes of at least two deals; `second`: of the same
 * @throws UserError when the sets have different numbers of seats
 */
export function compareTrials(first: readonly TrialOutcome[], second: readonly TrialOutcome[]): Compared[] {
  const [seats, others] = [first, second].map((games) => games[0]!.places.length);
  if (seats !== others) throw new UserError(`one set has ${seats} seats, the other ${others}: they cannot be compared`);
  const values = measured(first, second);
  return compareGames(first, second).map((measure, i) => {
    const { share, first: a, second: b } = values[i]!;
    return {
      ...measure,
      examples: [exampleOf(a, share, measure.first.mean), exampleOf(b, share, measure.second.mean)],
    };
  });
}

/** A game of which a share tells; for other numbers the one that is nearest to their mean. Null: there is none. */
function exampleOf(values: readonly number[], share: boolean, mean: number): number | null {
  if (share) {
    const found = values.findIndex((value) => value > 0);
    return found < 0 ? null : found;
  }
  const off = values.map((value) => Math.abs(value - mean));
  return off.indexOf(Math.min(...off));
}
