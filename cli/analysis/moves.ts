/** A played game analysed, move by move: what each seat could hope for, and which moves were mistakes. */
import { createRng } from '../../env/chance.js';
import type { Game, State } from '../../env/game.js';
import type { Replay } from '../../env/replay.js';
import type { Analysts } from '../../eval/analysis/analysts.js';
import { PlayOuts } from '../../eval/analysis/play-outs.js';
import { PositionAnalysis } from '../../eval/analysis/position.js';
import { type Behind, mistakesOf } from '../../eval/analysis/race.js';
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
  const judged: { move: AnalysedMove; behind: Behind | null }[] = [];
  for (const at of asked) {
    const { action } = review.moves[at]!;
    const luck = createRng(`${seed}/${at}`).int(2 ** 31);
    const found = new PositionAnalysis(game, { state: positions[at]!, gained: gained[at]! }, analysts, luck, [action]);
    const until = milliseconds === Infinity ? Infinity : performance.now() + milliseconds;
    for (const work = found.work(playing, playOuts); !work.next().done && performance.now() < until; )
      onProgress?.(moves.length, asked.length);
    const behind = found.behind(action);
    const move = moveOf(at, action, behind, found);
    moves.push(move);
    if (found.race.actions.length > 1) judged.push({ move, behind });
    onProgress?.(moves.length, asked.length);
    await new Promise((resolve) => setImmediate(resolve));
  }
  const mistakes = mistakesOf(judged.map(({ behind }) => behind));
  for (const [i, { move }] of judged.entries()) move.mistake = mistakes[i]!;
  return { game: game.id, version: game.version, seats: namesOf(game, first), moves };
}

function moveOf(at: number, action: number, behind: Behind | null, found: PositionAnalysis): AnalysedMove {
  const { state } = found.beginning;
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
    mistake: false,
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
export function movesTable({ seats, moves }: AnalysedGame, columns: number): string {
  const earns = moves.some(({ earned }) => earned !== null);
  const number = (value: number) => (earns ? value.toFixed(2) : (100 * value).toFixed(0));
  const interval = (value: Estimate | null | undefined) =>
    value && Number.isFinite(value.low) ? `[${number(value.low)}, ${number(value.high)}]` : '';
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
  const mistakes = seats.map((name, seat) => {
    const own = moves.filter((move) => move.seat === seat);
    return `${name} ${own.filter((move) => move.mistake).length} of ${own.length}`;
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
        `the 5 % level, corrected after Holm for ${moves.length} moves. ` +
        (exact > 0 ? `Exact: ${exact} of ${moves.length} moves, by perfect play of both. ` : '') +
        (exact < moves.length
          ? 'Other numbers are counted from playouts by bots: chances are those among them. '
          : '') +
        (moves.some((move) => move.sameGame && !move.exact)
          ? '(=): all playouts of the best move were the same game, since the bots always choose the same and nothing ' +
            'random or hidden changes it; they say nothing of chances.'
          : ''),
      columns,
    ),
    ...wrapped(`Mistakes: ${mistakes.join(', ')}.`, columns),
  ].join('\n');
}
