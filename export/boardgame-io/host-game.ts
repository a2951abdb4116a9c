/**
 * One of our games as boardgame.io has games. `G` is the public part of a position and, under `secret`, all of it; what
 * a player sees is made by `playerView`. Part of every exported folder: nothing here may need Node, a browser or that
 * package.
 */

import { type Chance, type ChanceState, SeededChance } from '../../env/chance.js';
import { endingOf, finalPlaces } from '../../env/finished.js';
import type { Game, State } from '../../env/game.js';
import { parseOptions } from '../../env/options.js';
import { UserError } from '../../env/user-error.js';
import { describe } from '../player/player-match.js';
import { fromBase64, toBase64 } from './base64.js';

/** What a match begins with. */
export interface HostSettings {
  /** Options of the game. Default: those that were exported. The number of players is that of the match. */
  options?: Record<string, unknown> | undefined;
  /** All luck follows from it, as in `TurnEnv`. Default: drawn from boardgame.io's own `random`. */
  seed?: string | number | undefined;
}

/** How it ended: by the habits of boardgame.io, and by ours. */
export interface HostResult {
  /** The player who came first alone. */
  winner?: string;
  /** Several came first: these. */
  draw?: true;
  winners?: string[];
  /** By player: 0 is first. */
  places: number[];
  /** How, in a word or two. */
  ending: string;
  /** It was cut at a cap that is not in the rules. */
  truncated: boolean;
  /** By player, in games that are scored by rewards. */
  rewards?: number[];
  /** The rules' own rival came out before all players. */
  rivalAhead?: boolean;
}

/** What everybody may know. */
interface Open {
  /** The player who is asked; null at the end. */
  actor: string | null;
  /** What is asked; empty at the end. */
  prompt: string;
  round: number;
  result: HostResult | null;
}

/** `G` as the master has it. */
export interface WholeG extends Open {
  secret: {
    /** The position, in base64. */
    position: string;
    /** Where the generators stand. */
    luck: ChanceState;
    /** Rewards up to now. */
    rewards: number[];
  };
}

/** An action in the form that a player receives. */
interface HostAction {
  action: number;
  text: string;
  kind: string;
  args: Record<string, unknown>;
}

/** `G` as one player sees it. */
export interface SeenG extends Open {
  /** Null for spectators: in games with hidden information they receive nothing else. */
  seat: number | null;
  /** The view JSON (docs/player.md). */
  view: unknown;
  /** The position for people. */
  text: string;
  /** What the player may do now: empty while others are asked. */
  actions: HostAction[];
}

/** What moves and hooks are handed. */
export interface Context {
  G: WholeG | SeenG;
  ctx: { numPlayers: number; currentPlayer: string };
}

/** The framework's state of a match beside `G`. */
export interface MatchContext {
  numPlayers: number;
  currentPlayer: string;
  playOrder: readonly string[];
  activePlayers: object | null;
  phase: string | null;
  gameover?: unknown;
}

const MOVE = 'act';
const INVALID_MOVE = 'INVALID_MOVE';

/**
 * A game in the form of boardgame.io 0.50, with one move: `act`, with the action's id.
 * @param defaults what matches begin with that say nothing else
 */
export function hostGame(game: Game, defaults: HostSettings = {}) {
  const { min, max } = game.seats;
  const hides = game.information === 'imperfect';
  let loaded: { position: string; state: State } | undefined;

  /** Only to be read: it is kept for the next who asks. */
  function positionOf({ secret: { position } }: WholeG): State {
    if (loaded?.position === position) return loaded.state;
    const state =
      loaded?.state ?? game.newState(parseOptions(game, defaults.options), new SeededChance('', game.streams));
    loaded = undefined;
    state.load(fromBase64(position));
    loaded = { position, state };
    return state;
  }

  function told(state: State, luck: SeededChance, rewards: number[]): WholeG {
    return {
      actor: state.over ? null : String(state.actor),
      prompt: game.prompts[state.prompt] ?? '',
      round: state.round,
      result: state.over ? resultOf(game, state, rewards) : null,
      secret: { position: toBase64(state.save()), luck: luck.save(), rewards },
    };
  }

  /** @throws UserError when no such match can be played */
  function begin(numPlayers: number, settings: HostSettings, luck: () => string): WholeG {
    const given = { ...defaults.options, ...settings.options };
    const options = parseOptions(game, min < max ? { ...given, players: numPlayers } : given);
    if (game.players(options) !== numPlayers)
      throw new UserError(`${game.title} is for ${game.players(options)} players: numPlayers is ${numPlayers}`);
    const chance = new SeededChance(settings.seed ?? defaults.seed ?? luck(), game.streams);
    const state = game.newState(options, chance);
    return told(state, chance, Array(numPlayers).fill(0));
  }

  const legalActions = (state: State): number[] => {
    const mask = new Uint8Array(game.actions);
    state.legal(mask);
    return [...mask.keys()].filter((action) => mask[action] === 1);
  };

  return {
    name: game.id,
    minPlayers: min,
    maxPlayers: max,
    // Taking back would show what was turned over, and roll the same dice again.
    disableUndo: true,

    validateSetupData(setupData: unknown, numPlayers: number): string | undefined {
      try {
        begin(numPlayers, readSettings(setupData), () => '');
        return undefined;
      } catch (error) {
        return (error as Error).message;
      }
    },

    setup({ ctx, random }: { ctx: Context['ctx']; random: { Number(): number } }, setupData?: unknown): WholeG {
      // Two numbers: one has 32 bits only.
      return begin(ctx.numPlayers, readSettings(setupData), () => `${random.Number()}/${random.Number()}`);
    },

    moves: {
      [MOVE]: {
        move({ G, playerID }: Context & { playerID: string }, action: unknown): WholeG | typeof INVALID_MOVE {
          if (!isWhole(G) || typeof action !== 'number') return INVALID_MOVE;
          const before = positionOf(G);
          if (playerID !== String(before.actor) || !legalActions(before).includes(action)) return INVALID_MOVE;
          const state = before.clone();
          const chance = new SeededChance('', game.streams);
          chance.load(G.secret.luck);
          state.apply(action, chance satisfies Chance);
          const earned = new Float64Array(state.players);
          state.rewards(earned);
          return told(
            state,
            chance,
            G.secret.rewards.map((sum, seat) => sum + earned[seat]!),
          );
        },
        // A client has not got the position.
        client: false,
        // The log is shown to everybody, and an answer may be secret until all have answered.
        redact: hides,
        undoable: false,
      },
    },

    // Who is asked next is for the rules to say: nobody ends a turn or the game. Events that are off are not offered by
    // clients, but played where somebody sends them: what they would change is thrown out.
    plugins: [
      {
        name: 'rules',
        isInvalid: ({ G, ctx }: { G: WholeG | SeenG; ctx: MatchContext }): string | false =>
          ctx.phase === null &&
          ctx.activePlayers === null &&
          ctx.playOrder.length === ctx.numPlayers &&
          (G.actor === null ? ctx.gameover !== undefined : ctx.gameover === undefined && ctx.currentPlayer === G.actor)
            ? false
            : 'the rules say whose turn it is, and when the game is over',
      },
    ],
    events: {
      ...{ endTurn: false, pass: false, endPhase: false, setPhase: false, endGame: false },
      ...{ endStage: false, setStage: false, setActivePlayers: false },
    },
    turn: {
      order: {
        first: ({ G }: Context) => Number(G.actor),
        next: ({ G }: Context) => Number(G.actor),
      },
      endIf: ({ G, ctx }: Context) =>
        G.actor !== null && G.actor !== ctx.currentPlayer ? { next: G.actor } : undefined,
    },
    endIf: ({ G }: Context) => G.result ?? undefined,

    playerView({ G, playerID }: { G: WholeG | SeenG; playerID?: string | null | undefined }): SeenG {
      // Clients apply it again to what they were sent.
      if (!isWhole(G)) return G;
      const state = positionOf(G);
      const { secret: _, ...open } = G;
      const sits = /^\d+$/.test(playerID ?? '') && Number(playerID) < state.players;
      const seat = sits ? Number(playerID) : null;
      if (seat === null && hides) return { ...open, seat, view: null, text: '', actions: [] };
      const asked = !state.over && (seat === null || seat === state.actor);
      const actions = asked ? legalActions(state).map((action) => describe(game, state, action)) : [];
      // Without hidden facts all see the same.
      const eyes = seat ?? Math.max(0, state.actor);
      return { ...open, seat, view: state.view!(eyes), text: state.text(eyes), actions };
    },

    ai: {
      enumerate(G: WholeG | SeenG, _ctx: unknown, playerID: string): { move: string; args: number[] }[] {
        if (G.actor !== playerID) return [];
        const legal = isWhole(G) ? legalActions(positionOf(G)) : G.actions.map(({ action }) => action);
        return legal.map((action) => ({ move: MOVE, args: [action] }));
      },
    },
  };
}

/** The move of an action, in boardgame.io's form. */
export const moveOf = (action: number, playerID: string) => ({
  type: 'MAKE_MOVE' as const,
  payload: { type: MOVE, args: [action], playerID },
});

const isWhole = (G: WholeG | SeenG): G is WholeG => 'secret' in G;

function readSettings(setupData: unknown): HostSettings {
  if (setupData === undefined || setupData === null) return {};
  const { options, seed, ...others } = setupData as Record<string, unknown>;
  const [other] = Object.keys(others);
  if (other !== undefined) throw new UserError(`setupData.${other}: there are options and seed only`);
  if (options !== undefined && (typeof options !== 'object' || options === null))
    throw new UserError('setupData.options: an object wanted');
  if (seed !== undefined && typeof seed !== 'string' && typeof seed !== 'number')
    throw new UserError('setupData.seed: a text or a number wanted');
  return { options: options as HostSettings['options'], seed };
}

function resultOf(game: Game, state: State, rewards: number[]): HostResult {
  const places = new Uint8Array(state.players);
  finalPlaces(state, places);
  const first = [...places.keys()].filter((seat) => places[seat] === 0).map(String);
  const rival = state.rivalAhead?.() === true;
  return {
    ...(rival ? { rivalAhead: true } : first.length === 1 ? { winner: first[0]! } : { draw: true, winners: first }),
    places: [...places],
    ending: endingOf(state),
    truncated: state.truncated,
    ...(game.scoring === 'rewards' && { rewards }),
  };
}
