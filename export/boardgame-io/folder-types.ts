/** The types of an exported folder. They fit those of boardgame.io without importing them. */
import type { Game } from '../../env/game.js';

/** @returns the text of the declaration file */
export const folderTypes = (
  game: Game,
): string => `/** ${game.title.replaceAll('*/', '')} for boardgame.io, made by tabletop-gym: docs/boardgame.io.md. */

/** What a match begins with: setupData of boardgame.io. */
export interface Settings {
  /** Options of the game; the number of players is that of the match. */
  options?: Record<string, unknown>;
  /** All luck follows from it; default: drawn from boardgame.io's random. */
  seed?: string | number;
}

export interface Result {
  /** The player who came first alone. */
  winner?: string;
  /** Several came first: these. */
  draw?: true;
  winners?: string[];
  /** By player: 0 is first. */
  places: number[];
  ending: string;
  /** It was cut at a cap that is not in the rules. */
  truncated: boolean;
  /** By player, in games that are scored by rewards. */
  rewards?: number[];
  rivalAhead?: boolean;
}

export interface Action {
  /** The id: what the move \`act\` takes. */
  action: number;
  text: string;
  kind: string;
  args: Record<string, unknown>;
}

/** G, as a player sees it. */
export interface G {
  /** The player who is asked; null at the end. */
  actor: string | null;
  prompt: string;
  round: number;
  result: Result | null;
  /** Null for somebody who only watches. */
  seat: number | null;
  view: unknown;
  text: string;
  /** What the player may do now: empty while others are asked. */
  actions: Action[];
}

interface Context {
  G: G;
  ctx: { numPlayers: number; currentPlayer: string };
}

/** A game as boardgame.io takes it. Its one move is \`act\`, with the id of an action. */
export interface HostGame {
  name: string;
  minPlayers: number;
  maxPlayers: number;
  disableUndo: boolean;
  validateSetupData(setupData: unknown, numPlayers: number): string | undefined;
  setup(context: { ctx: Context['ctx']; random: { Number(): number } }, setupData?: unknown): G;
  moves: {
    act: {
      move(context: Context & { playerID: string }, action: number): G | 'INVALID_MOVE';
      client: false;
      redact: boolean;
      undoable: false;
    };
  };
  plugins: { name: string; isInvalid(context: { G: G; ctx: unknown }): string | false }[];
  events: Record<'endTurn' | 'pass' | 'endPhase' | 'setPhase' | 'endGame' | 'endStage' | 'setStage' | 'setActivePlayers', false>;
  turn: {
    order: { first(context: Context): number; next(context: Context): number };
    endIf(context: Context): { next: string } | undefined;
  };
  endIf(context: Context): Result | undefined;
  playerView(context: { G: G; playerID?: string | null }): G;
  ai: { enumerate(G: G, ctx: unknown, playerID: string): { move: string; args: number[] }[] };
}

export interface Bot {
  /** Looks at what playerView shows of the state, and at nothing else. */
  play(
    state: { G: G; ctx: unknown },
    playerID: string,
  ): Promise<{ action: { type: 'MAKE_MOVE'; payload: { type: string; args: number[]; playerID: string } } }>;
}

/** For Client({ game }), Server({ games: [game] }), Simulate({ game }). */
export const game: HostGame;
/** The same with other options, or with a seed. */
export function gameOf(settings: Settings): HostGame;
/** A class for Local({ bots: { 1: botOf() } }). @param spec one of players; default: the first */
export function botOf(spec?: string): new (settings?: unknown) => Bot;
/** Who can play, the strongest first. */
export const players: { spec: string; name: string; about: string }[];
export default game;
`;
