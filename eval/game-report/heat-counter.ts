/** Counts over games where on its board a game happens: what choices are about, and where pieces stand. */
import type { Game, State } from '../../env/game.js';
import type { SceneBoard } from '../../env/scene.js';
import type { HeatCounts, HeatMap } from './heat.js';

/** The board that is counted: the first one on which something can be chosen; null: the picture has none. */
function boardOf(game: Game, state: State): SceneBoard | null {
  const parts = game.drawing?.scene(state, Math.max(0, state.actor)).parts ?? [];
  const boards = parts.filter((part): part is SceneBoard => part.kind === 'board');
  return boards.find(({ places }) => places.some(({ id }) => id !== undefined)) ?? null;
}

/** The board that games of this position are counted on, without what stands on it; null: there is none. */
export function emptyBoard(game: Game, state: State): SceneBoard | null {
  const board = boardOf(game, state);
  return board && { ...board, places: board.places.map(({ tokens: _, marked: __, ...place }) => place) };
}

/** Counts one game after another. */
export class HeatCounter {
  /** Where the game has no board: nothing. */
  readonly counts: HeatCounts = { games: 0, choices: 0, rounds: 0, places: Object.create(null) };
  /** The board of the first position, without what stands on it. */
  private board: SceneBoard | null = null;
  /** Names of the places by their ids, as they were drawn last. */
  private names = new Map<string, string>();
  private round = -1;

  constructor(private readonly game: Game) {}

  /** What was counted, and the board to draw it on; null where the game has none. */
  get report(): HeatMap | null {
    return this.board && { ...this.counts, board: this.board };
  }

  /** Before an action is played. */
  look(state: State, action: number): void {
    if (state.round !== this.round) {
      this.round = state.round;
      this.counts.rounds++;
      this.stand(state, 'pieces');
    }
    const { drawing } = this.game;
    if (!drawing || !this.board) return;
    this.counts.choices++;
    for (const id of new Set(drawing.concerns(state, action))) this.add(this.names.get(id), 'choices', 1);
  }

  /** At the end of a game. */
  end(state: State): void {
    this.counts.games++;
    this.stand(state, 'ends');
    this.round = -1;
  }

  private stand(state: State, what: 'pieces' | 'ends'): void {
    const board = boardOf(this.game, state);
    if (!board) return;
    this.board ??= emptyBoard(this.game, state);
    this.names = new Map(board.places.flatMap(({ id, name }) => (id === undefined ? [] : [[id, name] as const])));
    for (const { name, tokens = [] } of board.places) this.add(name, what, tokens.length);
  }

  private add(name: string | undefined, what: 'choices' | 'pieces' | 'ends', n: number): void {
    if (name === undefined || n === 0) return;
    const place = (this.counts.places[name] ??= { choices: 0, pieces: 0, ends: 0 });
    place[what] += n;
  }
}
