/** A played game analysed, move by move: what each seat could hope for, and which moves were mistakes. */
import { type AnalysedAction, type Analysis, type Analyst, analysing, type Estimated } from '../../agents/index.js';
import type { SearchBudget } from '../../agents/search/simulation.js';
import type { Game, State } from '../../env/game.js';
import { playReplay, type Replay } from '../../env/replay.js';
import { LiveView } from '../../env/view.js';
import { wrapped } from '../terminal.js';

/** One move of the game. */
export interface AnalysedMove {
  /** From 1. */
  move: number;
  seat: number;
  round: number;
  action: number;
  text: string;
  /** Of each seat, before the move; null where nothing says who wins. */
  chances: Estimated[] | null;
  /** What each seat could expect, before the move. */
  results: Estimated[] | null;
  /** What it cost against the best move, in expected result; null for the best move itself. */
  loss: Estimated | null;
  /** The loss is more than twice its standard error. */
  mistake: boolean;
  best: { action: number; text: string };
  simulations: number;
}

/** All moves of a game. */
export interface AnalysedGame {
  game: string;
  version: string;
  /** What the seats are called. */
  seats: string[];
  /** The losses are shares of a win, as the chances are: so much of an expected result is a whole win. */
  win: number | null;
  moves: AnalysedMove[];
}

export interface MovesSettings extends SearchBudget {
  seed?: string | undefined;
  /** Only the moves of this seat. */
  seat?: number | undefined;
  anyVersion?: boolean | undefined;
  /** After each move, and now and then within one. */
  onProgress?: ((done: number, total: number) => void) | undefined;
}

/** @throws UserError when the replay is of another game, version or differs from the rules */
export async function analyseReplay(
  game: Game,
  replay: Replay,
  analyst: Analyst,
  { seed = '0', seat, anyVersion, onProgress, ...budget }: MovesSettings,
): Promise<AnalysedGame> {
  const asked: { move: number; state: State; action: number }[] = [];
  playReplay(game, replay, {
    ...(anyVersion && { anyVersion }),
    visit: ({ step, env, action }) => {
      if (action < 0 || (seat !== undefined && env.actor !== seat)) return;
      asked.push({ move: step + 1, state: env.state.clone(), action });
    },
  });
  const moves: AnalysedMove[] = [];
  for (const { move, state, action } of asked) {
    const view = new LiveView(game).show(state);
    const passes = analysing(view, analyst, { ...budget, seed: `${seed}/${move}`, compare: [action] });
    let analysis: Analysis | undefined;
    while (!analysis) {
      const { done, value } = passes.next();
      if (done) analysis = value;
      onProgress?.(moves.length, asked.length);
    }
    moves.push(moveOf(move, state, action, analysis));
    onProgress?.(moves.length, asked.length);
    await new Promise((resolve) => setImmediate(resolve));
  }
  const start = asked[0]?.state;
  const seats = start ? namesOf(game, start) : [];
  return {
    game: game.id,
    version: game.version,
    seats,
    win: game.scoring === 'places' && seats.length > 1 ? seats.length / (seats.length - 1) : null,
    moves,
  };
}

function moveOf(move: number, state: State, action: number, analysis: Analysis): AnalysedMove {
  const { chances, results, best, simulations } = analysis;
  const { loss, mistake }: Pick<AnalysedAction, 'loss' | 'mistake'> = analysis.actions.find(
    (one) => one.action === action,
  )!;
  return {
    move,
    seat: state.actor,
    round: state.round,
    action,
    text: state.actionText(action),
    chances,
    results,
    loss,
    mistake,
    best: { action: best, text: state.actionText(best) },
    simulations,
  };
}

const namesOf = (game: Game, state: State): string[] => {
  const drawn = game.drawing?.scene(state, state.actor).seats;
  return Array.from({ length: state.players }, (_, seat) =>
    (drawn?.[seat]?.name ?? `seat ${seat}`).replace(/ \(you\)/, ''),
  );
};

/** A table for people, a line a move. */
export function movesTable({ seats, win, moves }: AnalysedGame, columns: number): string {
  const chances = moves.every((move) => move.chances !== null);
  const percent = (value: number) => (100 * value).toFixed(0);
  const hope = (one: Estimated) => (chances ? percent(one.mean) : one.mean.toFixed(2));
  const lost = (value: number) => (win === null ? value.toFixed(2) : (100 * (value / win)).toFixed(1));
  const widths = seats.map((name) => Math.max(name.length, 5));
  const who = Math.max(3, ...seats.map((name) => name.length));
  const line = (
    move: string,
    name: string,
    hopes: readonly string[],
    error: string,
    loss: string,
    off: string,
  ): string =>
    `${move.padStart(5)}  ${name.padEnd(who)}  ${hopes.map((text, i) => text.padStart(widths[i]!)).join(' ')} ` +
    `${error.padStart(5)}  ${loss.padStart(6)} ${off.padStart(5)}  `;
  const head = line('move', 'who', seats, '±', 'loss', '±');
  const told = moves.flatMap((move) => {
    const hopes = chances ? move.chances! : (move.results ?? []);
    const own = hopes[move.seat];
    const front = line(
      String(move.move),
      seats[move.seat]!,
      seats.map((_, seat) => (hopes[seat] ? hope(hopes[seat]) : '')),
      own ? hope({ mean: own.error, error: 0 }) : '',
      move.loss ? lost(move.loss.mean) : '',
      move.loss ? lost(move.loss.error) : '',
    );
    const words = move.mistake ? `?? ${move.text}; better: ${move.best.text}` : move.text;
    return wrapped(front + words, columns, front.length);
  });
  const mistakes = seats.map((name, seat) => {
    const own = moves.filter((move) => move.seat === seat);
    return `${name} ${own.filter((move) => move.mistake).length} of ${own.length}`;
  });
  const what = chances
    ? "Chances to win in percent before each move, with the standard error of the mover's."
    : 'What each seat may expect before each move, in points, with the standard error of the mover.';
  return [
    `${head}played`,
    ...told,
    '',
    ...wrapped(
      `${what} Loss: what the move cost against the best one${win === null ? '' : ', in percent'}, with its standard error. ` +
        '??: the loss is more than twice that error. The errors are those of luck: they know nothing of how well positions are judged.',
      columns,
    ),
    ...wrapped(`Mistakes: ${mistakes.join(', ')}.`, columns),
  ].join('\n');
}
