/**
 * What is used of the package boardgame.io, by its shape: the package itself is handed in by the module of the game, so that
 * nobody else needs it. Version 0.50.
 */

/** Where a match stands, as the framework keeps it. */
export interface Ctx {
  numPlayers: number;
  playOrder: string[];
  playOrderPos: number;
  currentPlayer: string;
  turn: number;
  phase: string | null;
  activePlayers: Record<string, string | null> | null;
  _activePlayersNumMoves?: Record<string, number> | undefined;
  gameover?: unknown;
}

/** A whole state of the framework. */
export interface HostState {
  G: object;
  ctx: Ctx;
  plugins: object;
  transients?: { error?: { type: string; payload?: unknown } };
}

/** A move or an event of a player. */
export interface HostAction {
  type: 'MAKE_MOVE' | 'GAME_EVENT';
  payload: { type: string; args: unknown[]; playerID: string };
}

/** The package, as a game's module has it: `import * as boardgameio from 'boardgame.io/internal'`. */
export interface BoardgameIo {
  InitializeGame: (match: never) => unknown;
  CreateGameReducer: (match: never) => unknown;
}

/** The same, as it is called here. */
export interface Framework {
  InitializeGame(match: { game: object; numPlayers: number; setupData: unknown }): HostState;
  CreateGameReducer(match: { game: object }): (state: HostState, action: HostAction) => HostState;
}

/** A game as the framework takes it; `G` is what its `setup` makes. Of the rest no more is said than what is asked here. */
export interface BoardgameIoGame<G extends object> {
  readonly name?: string;
  readonly minPlayers?: number;
  readonly maxPlayers?: number;
  readonly setup?: (...context: never[]) => G;
  readonly validateSetupData?: (setupData: never, numPlayers: number) => string | undefined;
  readonly moves?: object;
  readonly turn?: object;
  readonly phases?: object;
  readonly playerView?: (context: never) => unknown;
  readonly ai?: { readonly enumerate: (G: never, ctx: never, playerID: string) => unknown };
  readonly plugins?: readonly unknown[];
  /** Events that are turned off are `false`. */
  readonly events?: Readonly<Record<string, unknown>>;
}

/** The same, as far as the names of moves, phases and stages are read. */
export interface Named {
  readonly moves?: object;
  readonly turn?: NamedTurn;
  readonly phases?: Readonly<Record<string, { start?: boolean; next?: unknown; moves?: object; turn?: NamedTurn }>>;
}
interface NamedTurn {
  readonly stages?: Readonly<Record<string, { readonly moves?: object }>>;
}
