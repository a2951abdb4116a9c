/** A played game analysed, move by move: what each seat could hope for, and which moves were mistakes. */
import type { Game, State } from '../../env/game.js';
import type { Replay } from '../../env/replay.js';
import type { Analysts } from '../../eval/analysis/analysts.js';
import { GameReview, type JudgedMove, type Spot } from '../../eval/analysis/game-review.js';
import { type Accuracy, accuracyOf } from '../../eval/analysis/moments.js';
import type { Estimate } from '../../eval/statistics.js';
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
  /** The numbers are exact; else they come from playouts. */
  exact: boolean;
  /** Of each seat, before the move, with the best one: to win. */
  chances: Estimate[];
  /** What each seat will have earned with the best move; null where the game is scored by places. */
  earned: Estimate[] | null;
  /** What it cost against the best move, in chance to win or in what is earned; null for the best move itself. */
  loss: Estimate | null;
  /** It loses, and that is significant among all moves that were analysed. */
  mistake: boolean;
  /** The best of the others; null for the best move itself. */
  better: { action: number; text: string } | null;
  playOuts: number;
  /** All playouts of the best move were the same game, so that they say nothing of chances. */
  sameGame: boolean;
}

/** All moves of a game. */
export interface AnalysedGame {
  game: string;
  version: string;
  /** What the seats are called. */
  seats: string[];
  /** Where playouts were cut and judged by the game's evaluation; null: they went to the end of the game. */
  cut: { rounds: number; error: number } | null;
  /** Moves that were compared with others: among so many a mistake must stand out. */
  judged: number;
  /** How well the seats played. */
  accuracy: Accuracy[];
  /** Moves of the whole game. */
  moves: AnalysedMove[];
}

export interface MovesSettings {
  /** Most playouts of a move. Default: as many as are needed. */
  playOuts?: number | undefined;
  /** Time for all of it, as so much for each move. */
  milliseconds?: number | undefined;
  seed?: string | undefined;
  /** Only the moves of this seat. */
  seat?: number | undefined;
  anyVersion?: boolean | undefined;
  /** Now and then: the share that is done, moves that were judged and mistakes among them so far. */
  onProgress?: ((done: number, judged: number, mistakes: number) => void) | undefined;
}

/** Milliseconds between two looks at what is known. */
const SLICE = 500;

/** @throws UserError when the replay is of another game, version or differs from the rules */
export async function analyseReplay(
  game: Game,
  replay: Replay,
  analysts: Analysts,
  { playOuts, milliseconds = Infinity, seed, seat, anyVersion, onProgress }: MovesSettings,
): Promise<AnalysedGame> {
  const review = new Review(game, replay, String, anyVersion);
  const found = new GameReview(game, review, analysts, { seed, seat, most: playOuts });
  const asked = review.moves.flatMap((move, at) => (seat === undefined || seat === move.seat ? [at] : []));
  const until = milliseconds === Infinity ? Infinity : performance.now() + milliseconds * asked.length;
  while (!found.finished && performance.now() < until) {
    const pause = Math.min(until, performance.now() + SLICE);
    found.work(() => performance.now() < pause);
    const judged = found.judged();
    onProgress?.(found.progress, judged.length, judged.filter(({ mistake }) => mistake).length);
    await new Promise((resolve) => setImmediate(resolve));
  }
  const judged = new Map(found.judged().map((move) => [move.at, move]));
  const accuracy = accuracyOf(
    [...judged.values()].map((move) => ({ ...move, seat: review.moves[move.at]!.seat })),
    review.positions[0]!.players,
    asked.length > 0 ? found.spot(asked[0]!).found.slight : 0,
    game.scoring === 'rewards' ? Infinity : 1,
  );
  return {
    game: game.id,
    version: game.version,
    seats: namesOf(game, review.positions[0]!),
    cut: analysts.cut && { rounds: analysts.cut.rounds, error: analysts.cut.error },
    judged: judged.size,
    accuracy: accuracy.filter((one) => seat === undefined || seat === one.seat),
    moves: asked.map((at) => moveOf(review.moves[at]!.action, found.spot(at), judged.get(at))),
  };
}

function moveOf(action: number, { at, found }: Spot, judged: JudgedMove | undefined): AnalysedMove {
  const { state } = found.beginning;
  const behind = judged?.behind ?? null;
  return {
    move: at + 1,
    seat: state.actor,
    round: state.round,
    action,
    text: state.actionText(action),
    exact: found.exact !== null,
    chances: found.chances() ?? [],
    earned: found.earned(),
    loss: behind && { mean: behind.mean, low: behind.low, high: behind.high },
    mistake: judged?.mistake ?? false,
    better: behind && { action: behind.leader, text: state.actionText(behind.leader) },
    playOuts: found.playOuts,
    sameGame: found.alike,
  };
}

const namesOf = (game: Game, state: State): string[] => {
  const drawn = game.drawing?.scene(state, state.actor).seats;
  return Array.from({ length: state.players }, (_, seat) =>
    (drawn?.[seat]?.name ?? `seat ${seat}`).replace(/ \(you\)/, ''),
  );
};

/** A table for people, a line a move. */
export function movesTable({ seats, moves, cut, judged, accuracy }: AnalysedGame, columns: number): string {
  const earns = moves.some(({ earned }) => earned !== null);
  const number = (value: number) =>
    earns ? value.toFixed(2) : (100 * value).toFixed(value !== 0 && Math.abs(value) < 0.01 ? 1 : 0);
  const interval = (value: Estimate | null | undefined) =>
    value && Number.isFinite(value.low) && Number.isFinite(value.high)
      ? `[${number(value.low)}, ${number(value.high)}]`
      : '';
  const widths = seats.map((name) => Math.max(name.length, 5));
  const who = Math.max(3, ...seats.map((name) => name.length));
  const off = earns ? 14 : 9;
  const line = (move: string, name: string, hopes: readonly string[], range: string, loss: string, lost: string) =>
    `${move.padStart(5)}  ${name.padEnd(who)}  ${hopes.map((text, i) => text.padStart(widths[i]!)).join(' ')} ` +
    `${range.padStart(off)}  ${loss.padStart(5)} ${lost.padStart(off)}  `;
  const head = line('move', 'who', seats, '95 %', 'loss', '95 %');
  const told = moves.flatMap((move) => {
    const hopes = move.earned ?? move.chances;
    const front = line(
      String(move.move),
      seats[move.seat]!,
      seats.map((_, seat) => (hopes[seat] ? number(hopes[seat].mean) : '')),
      move.exact ? 'exact' : interval(hopes[move.seat]),
      move.loss ? number(move.loss.mean) : '',
      move.exact ? '' : interval(move.loss),
    );
    const same = move.sameGame && !move.exact ? ' (=)' : '';
    const words = move.mistake ? `?? ${move.text}; better: ${move.better!.text}` : move.text;
    return wrapped(`${front}${words}${same}`, columns, front.length);
  });
  const played = accuracy.map(({ seat, judged, good, mistakes, loss }) => {
    const lost = loss
      ? `, ${[`${number(loss.mean)}${earns ? '' : ' %'}`, interval(loss), 'lost a move'].filter(Boolean).join(' ')}`
      : '';
    return `${seats[seat]}: ${mistakes} ${mistakes === 1 ? 'mistake' : 'mistakes'} in ${judged} moves that were judged, ${good} of them good${lost}`;
  });
  const what = earns ? 'Expected earnings of each seat' : 'Chances to win in percent';
  const exact = moves.filter((move) => move.exact).length;
  return [
    `${head}played`,
    ...told,
    '',
    ...wrapped(
      `${what} before each move if the best one is made, with the 95 % interval of the mover's. Loss: the cost of the ` +
        `move against the best other one${earns ? '' : ', in percent'}; none for moves that seem best. ??: it loses at ` +
        `the 5 % level, corrected after Holm for ${judged} moves that were compared. ` +
        (exact > 0 ? `Exact: ${exact} of ${moves.length} moves, by perfect play of both. ` : '') +
        (exact < moves.length
          ? `Other numbers come from playouts by bots${
              cut
                ? `, cut after ${cut.rounds} rounds and judged by the game's evaluation; those that lose more than ${number(cut.error)} % by that were played to the end of the game, which decides what is marked`
                : ''
            }: chances are those among them. `
          : '') +
        (moves.some((move) => move.sameGame && !move.exact)
          ? '(=): all playouts of the best move were the same game, since the bots always choose the same and nothing ' +
            'random or hidden changes it; they say nothing of chances.'
          : ''),
      columns,
    ),
    ...played.flatMap((line) => wrapped(`${line}.`, columns)),
  ].join('\n');
}
