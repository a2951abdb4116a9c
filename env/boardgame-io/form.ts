/** What the author of a game says beside the game itself, and which games of the framework are refused. */
import type { z } from 'zod';
import type { Game, ObservationPiece } from '../game.js';
import { UserError } from '../user-error.js';
import type { BoardgameIo, BoardgameIoGame, Ctx, Named } from './framework.js';
import type { RandomApi } from './luck.js';
import { oldSignature } from './signature.js';

/** One action: a move with its arguments, or an event. */
export type HostChoice =
  | { readonly move: string; readonly args?: readonly unknown[] }
  | { readonly event: string; readonly args?: readonly unknown[] };

/** A position as a player sees it: after the game's `playerView`. */
export interface Seen<G> {
  readonly G: G;
  readonly ctx: Ctx;
  /** Whose view it is. */
  readonly playerID: string;
}

/** A piece of the observation with what writes it. */
interface SeenPiece<G> extends ObservationPiece {
  /** @param seen `seats` are the players' ids, "me" first, then in turn order */
  values(seen: Seen<G> & { readonly seats: readonly string[] }): ArrayLike<number>;
}

/** What `fromBoardgameIo` needs beside the game. */
export interface BoardgameIoForm<G extends object>
  extends Pick<Game, 'id'>,
    Partial<Pick<Game, 'version' | 'summary'>> {
  /** The package: `import * as boardgameio from 'boardgame.io/internal'`. */
  readonly boardgameio: BoardgameIo;
  /** Default: the game's `name`. */
  readonly title?: string;
  /** How many can play. Default: the game's `minPlayers` and `maxPlayers`. */
  readonly seats?: number | { readonly min: number; readonly max: number };
  /** Every action that may ever be listed by `ai.enumerate`, in a fixed order: their places are the action ids. */
  readonly actions: readonly HostChoice[];
  /** What policies see. Who is asked what is added. */
  readonly observation: readonly SeenPiece<G>[];
  /** After so many decisions the game is cut. */
  readonly maxDecisions: number;
  /** Options of the game, each with a default and a description: `setup` gets them as `setupData`. */
  readonly options?: Readonly<Record<string, z.ZodType>>;
  /**
   * Completes what a player sees to a whole `G`, drawing what it cannot know uniformly among what agrees with what it has
   * seen. Needed where the game has a `playerView`. What it is handed is its own to change.
   */
  readonly fillIn?: (seen: Seen<G> & { readonly random: RandomApi }) => G;
  /**
   * Places of the players: 0 is first, those who tie share the better place. Default: those of `rewards` if it is given, else
   * of `gameover`, which is `{ winner }`, `{ winners }` or `{ draw: true }`; all share the first place in a game that was cut.
   */
  readonly places?: (end: { readonly G: G; readonly ctx: Ctx; readonly gameover: unknown }) => readonly number[];
  /**
   * Scores the game by rewards: how much each player has earned so far, which every action may raise or lower. Needed by games
   * for one player; for those who win or lose together it is one number for all.
   */
  readonly rewards?: (now: { readonly G: G; readonly ctx: Ctx; readonly gameover: unknown }) => readonly number[];
  /** What an action means, for people. Default: its name and arguments. */
  readonly words?: (choice: HostChoice, seen: Seen<G>) => string;
  /** The position for people, as a player sees it. Default: `G` as JSON. */
  readonly text?: (seen: Seen<G>) => string;
}

/** The events that the framework knows. */
const events = ['endTurn', 'pass', 'endPhase', 'setPhase', 'endGame', 'endStage', 'setStage', 'setActivePlayers'];

/** Names of the moves declared anywhere in the game. */
function movesOf({ moves, turn, phases = {} }: Named): Set<string> {
  const turns = [turn, ...Object.values(phases).map((phase) => phase.turn)];
  const staged = turns.flatMap((one) => Object.values(one?.stages ?? {}).map((stage) => stage.moves));
  const all = [moves, ...Object.values(phases).map((phase) => phase.moves), ...staged];
  return new Set(all.flatMap((some) => Object.keys(some ?? {})));
}

/** @throws UserError when the game is of a form that is not supported, or what is said of it does not fit it */
export function checkForm<G extends object>(game: BoardgameIoGame<G>, form: BoardgameIoForm<G>): void {
  const refuse = (why: string): never => {
    throw new UserError(`${form.id}: ${why} (docs/boardgame.io.md)`);
  };
  const { InitializeGame, CreateGameReducer } = form.boardgameio ?? {};
  if (typeof InitializeGame !== 'function' || typeof CreateGameReducer !== 'function')
    refuse('boardgameio has no InitializeGame and CreateGameReducer: hand over boardgame.io/internal of version 0.50');
  if ('processMove' in game || 'flow' in game)
    refuse('the game was processed by boardgame.io already: hand it over as it was written');
  const old = oldSignature(game);
  if (old) refuse(old);
  if (game.plugins && game.plugins.length > 0)
    refuse('plugins are not supported, since a position is G and ctx alone: keep in G what they keep');
  if (typeof game.ai?.enumerate !== 'function')
    refuse('the game has no ai.enumerate, which lists what a player may do: write it');
  if (game.playerView && !form.fillIn)
    refuse('the game hides something (playerView): fillIn is missing, which resamples what a player cannot know');
  if (!game.playerView && form.fillIn) refuse('fillIn is given, but the game has no playerView: nothing is hidden');
  if (form.actions.length === 0) refuse('actions is empty: list every move with its arguments');
  const moves = movesOf(game as Named);
  for (const choice of form.actions) {
    if ('move' in choice && !moves.has(choice.move))
      refuse(`actions has the move ${choice.move}, which the game does not declare`);
    if (!('event' in choice)) continue;
    if (!events.includes(choice.event))
      refuse(`actions has the event ${choice.event}, which is no event of boardgame.io: ${events.join(', ')}`);
    if (game.events?.[choice.event] === false)
      refuse(`actions has the event ${choice.event}, which the game has turned off (events)`);
  }
  if (!Number.isInteger(form.maxDecisions) || form.maxDecisions < 1)
    refuse(`maxDecisions is ${form.maxDecisions}, wanted a whole number from 1`);
}

/** How many can play. @throws UserError when nobody says it, or one player alone has nothing to earn */
export function seatsOf<G extends object>(
  game: BoardgameIoGame<G>,
  { id, seats, rewards }: BoardgameIoForm<G>,
): { min: number; max: number } {
  const given = typeof seats === 'number' ? { min: seats, max: seats } : seats;
  const { min = game.minPlayers, max = game.maxPlayers } = given ?? {};
  if (min === undefined || max === undefined)
    throw new UserError(
      `${id}: seats is missing, and the game has no minPlayers and maxPlayers (docs/boardgame.io.md)`,
    );
  if (min === 1 && !rewards)
    throw new UserError(
      `${id}: one player alone has nobody to beat: give rewards, such as ({ gameover }) => [gameover?.score ?? 0], or seats from 2 (docs/boardgame.io.md)`,
    );
  return { min, max };
}
