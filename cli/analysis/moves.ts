/** A played game analysed, move by move: what each seat could hope for, and which moves were mistakes. */
import { createRng } from '../../env/chance.js';
import type { Game, State } from '../../env/game.js';
import type { Replay } from '../../env/replay.js';
import type { Analysts } from '../../eval/analysis/analysts.js';
import { PlayOuts } from '../../eval/analysis/play-outs.js';
import { PositionAnalysis } from '../../eval/analysis/position.js';
import { type Estimated, isMistake } from '../../eval/analysis/race.js';
import { Review } from '../../export/web/review.js';
import { wrapped } from '../terminal.js';

/** One move of the game. */
interface AnalysedMove {
  /** From 1. */
  move: number;
  seat: number;
  round: number;
  action: number;
  text: string;
  /** Of each seat, before the move: to win. */
  chances: Estimated[];
  /** What each seat will have earned, as it looks before the move; null where the game is scored by places. */
  earned: Estimated[] | null;
  /** What it cost against the best move, in chance to win or in what is earned; null for the best move itself. */
  loss: Estimated | null;
  /** The loss is more than twice its standard error. */
  mistake: boolean;
  /** The best of the others; null for the best move itself. */
  better: { action: number; text: string } | null;
  playOuts: number;
}

/** All moves of a game. */
export interface AnalysedGame {
  game: string;
  version: string;
  /** What the seats are called. */
  seats: string[];
  /** Moves of the whole game. */
  moves: AnalysedMove[];
}

export interface MovesSettings {
  /** Of each move, one of the two. */
  playOuts?: number | undefined;
  milliseconds?: number | undefined;
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
  analysts: Analysts,
  { playOuts = Infinity, milliseconds = Infinity, seed = '0', seat, anyVersion, onProgress }: MovesSettings,
): Promise<AnalysedGame> {
  const review = new Review(game, replay, String, anyVersion);
  const { positions, gained } = review;
  const first = positions[0]!;
  const playing = new PlayOuts(game, analysts.agents);
  const asked = review.moves.flatMap((move, at) => (seat === undefined || seat === move.seat ? [at] : []));
  const moves: AnalysedMove[] = [];
  for (const at of asked) {
    const { action } = review.moves[at]!;
    const luck = createRng(`${seed}/${at}`).int(2 ** 31);
    const found = new PositionAnalysis(game, { state: positions[at]!, gained: gained[at]! }, analysts, luck, [action]);
    const until = milliseconds === Infinity ? Infinity : performance.now() + milliseconds;
    for (const work = found.work(playing, playOuts); !work.next().done && performance.now() < until; )
      onProgress?.(moves.length, asked.length);
    moves.push(moveOf(at, action, found));
    onProgress?.(moves.length, asked.length);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return { game: game.id, version: game.version, seats: namesOf(game, first), moves };
}

function moveOf(at: number, action: number, found: PositionAnalysis): AnalysedMove {
  const { state } = found.beginning;
  const behind = found.behind(action);
  return {
    move: at + 1,
    seat: state.actor,
    round: state.round,
    action,
    text: state.actionText(action),
    chances: found.chances(),
    earned: found.earned(),
    loss: behind && { mean: behind.mean, error: behind.error },
    mistake: isMistake(behind),
    better: behind && { action: behind.leader, text: state.actionText(behind.leader) },
    playOuts: found.playOuts,
  };
}

const namesOf = (game: Game, state: State): string[] => {
  const drawn = game.drawing?.scene(state, state.actor).seats;
  return Array.from({ length: state.players }, (_, seat) =>
    (drawn?.[seat]?.name ?? `seat ${seat}`).replace(/ \(you\)/, ''),
  );
};

/** A table for people, a line a move. */
export function movesTable({ seats, moves }: AnalysedGame, columns: number): string {
  const earns = moves.some(({ earned }) => earned !== null);
  const hope = (value: number) => (earns ? value.toFixed(2) : (100 * value).toFixed(0));
  const lost = (value: number) => (earns ? value.toFixed(2) : (100 * value).toFixed(1));
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
    const hopes = move.earned ?? move.chances;
    const own = hopes[move.seat]!;
    const front = line(
      String(move.move),
      seats[move.seat]!,
      seats.map((_, seat) => hope(hopes[seat]!.mean)),
      hope(own.error),
      move.loss ? lost(move.loss.mean) : '',
      move.loss ? lost(move.loss.error) : '',
    );
    const words = move.mistake ? `?? ${move.text}; better: ${move.better!.text}` : move.text;
    return wrapped(front + words, columns, front.length);
  });
  const mistakes = seats.map((name, seat) => {
    const own = moves.filter((move) => move.seat === seat);
    return `${name} ${own.filter((move) => move.mistake).length} of ${own.length}`;
  });
  const what = earns
    ? 'Expected earnings of each seat before each move, with the standard error of the mover.'
    : "Chances to win in percent before each move, with the standard error of the mover's.";
  return [
    `${head}played`,
    ...told,
    '',
    ...wrapped(
      `${what} Loss: the cost of the move against the best other one${earns ? '' : ', in percent'}, with its standard error; ` +
        'none for moves that seem best. ??: the loss is more than twice that error. All numbers are counted ' +
        'from playouts by bots: chances are those among them.',
      columns,
    ),
    ...wrapped(`Mistakes: ${mistakes.join(', ')}.`, columns),
  ].join('\n');
}
