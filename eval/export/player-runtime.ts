/**
 * What an exported player does: reads a view JSON with the game's own rules, asks the network, draws an action. It and
 * all it imports end up in the exported file, so nothing here may need Node or a browser.
 */

import { Inference } from '../../agents/network/inference.js';
import { POLICY, VALUE, widthOf } from '../../agents/network/network.js';
import type {
  ActSettings,
  PlayerAnswer,
  PlayerMeta,
  PlayerModule,
  ViewCheck,
} from '../../agents/player-file/player-module.js';
import { ActorCritic } from '../../agents/policy/actor-critic.js';
import { type Advisor, policyObserver } from '../../agents/policy/advice.js';
import { lookaheadPolicy } from '../../agents/policy/policy-agent.js';
import type { LookaheadAgent } from '../../agents/search/lookahead.js';
import type { Agent } from '../../env/agent.js';
import { createRng } from '../../env/chance.js';
import type { Game, State } from '../../env/game.js';
import { LiveView } from '../../env/view.js';
import { keepTop, strength, weaken } from './difficulty.js';
import { decodeWeights } from './network-data.js';
import { describe, Match, resume } from './player-match.js';
import { type Opinion, runVectors, type Vectors } from './self-test.js';

/** What the exporter writes into the file beside the code. */
export interface PlayerData {
  meta: PlayerMeta;
  /** `encodeWeights`, base64. */
  weights: string;
  vectors: Vectors;
}

/**
 * The exported module's functions.
 * @param advisor whose choice the network is shown; plays turns on for a player that looks ahead, and has a share in judging
 *   where they lead
 * @param bots by name: those that play the other seats when it looks ahead, where it says so
 */
export function createPlayer(
  game: Game,
  data: PlayerData,
  advisor?: Advisor,
  bots: Readonly<Record<string, () => Agent>> = {},
): PlayerModule {
  const { meta } = data;
  const shape = meta.network;
  const [actions, valued] = [widthOf(shape, POLICY), widthOf(shape, VALUE)];
  const network = new Inference(shape, decodeWeights(shape, fromBase64(data.weights), meta.weights));
  const actorCritic = () => new ActorCritic(network, policyObserver(game, shape, advisor));
  const policy = actorCritic();
  if (actions !== game.actions) throw new Error(`this network does not fit ${game.id} version ${game.version}`);
  const mask = new Uint8Array(actions);
  const p = new Float64Array(actions);
  const ahead = meta.lookahead && lookaheadPolicy(actorCritic, advisor, { ...meta.lookahead, name: 'player' }, bots);
  const view = new LiveView(game);

  /** What the seat to act would do; its probabilities are in `p`. */
  function think(state: State, temperature: number): { legal: number; ids: Int32Array } {
    state.legal(mask);
    const distribution = policy.decide(state, mask, temperature);
    p.set(distribution.probabilities);
    return distribution;
  }

  /** Looks ahead; nothing is left to draw then. */
  function lookAhead(agent: LookaheadAgent, state: State, settings: ActSettings): PlayerAnswer {
    agent.reset(settings.random ? settings.random() * 2 ** 32 : (settings.seed ?? state.hash()));
    const before = agent.simulations;
    const pick = agent.act(view.show(state));
    const probabilities = Array.from(view.mask.keys())
      .filter((action) => view.mask[action] === 1)
      .map((action) => ({ action, text: state.actionText(action), p: action === pick ? 1 : 0 }));
    return { ...describe(game, state, pick), probabilities, simulations: agent.simulations - before };
  }

  function choose(state: State, settings: ActSettings): PlayerAnswer {
    const d = strength(settings.difficulty);
    if (ahead && d === 1 && settings.topK === undefined) return lookAhead(ahead, state, settings);
    const { legal: n, ids } = think(state, meta.temperature);
    weaken(p, n, d);
    if (settings.topK !== undefined) keepTop(p, n, settings.topK);
    // Without a source of luck the position itself is the seed: the same view, the same answer.
    const random = settings.random ?? generator(settings.seed ?? state.hash());
    let left = random();
    let pick = -1;
    for (let k = 0; k < n; k++) {
      if (p[k] === 0) continue;
      pick = k;
      left -= p[k]!;
      if (left < 0) break;
    }
    const probabilities = Array.from({ length: n }, (_, k) => {
      const action = ids[k]!;
      return { action, text: state.actionText(action), p: p[k]! };
    });
    return { ...describe(game, state, ids[pick]!), probabilities };
  }

  function judge(state: State): Opinion {
    const { legal, ids } = think(state, 1);
    return {
      observation: policy.observation,
      features: policy.features?.subarray(0, legal * policy.observer.actions!.size),
      legal: [...ids.subarray(0, legal)],
      probabilities: [...p.subarray(0, legal)],
      values: [...policy.values],
    };
  }

  const validate = (view: unknown): ViewCheck => {
    try {
      const { state, seat } = read(game, view);
      const legal = state.over ? 0 : state.legal(mask);
      const prompt = game.prompts[state.prompt] ?? '';
      return { valid: true, seat, actor: state.actor, prompt, legal, over: state.over };
    } catch (error) {
      return { valid: false, error: (error as Error).message };
    }
  };

  return {
    game: {
      id: game.id,
      version: game.version,
      title: game.title,
      summary: game.summary,
      players: game.seats,
      actions: game.actions,
      prompts: game.prompts,
    },
    meta,
    validate,

    act(view, settings = {}) {
      const { state, seat } = read(game, view);
      if (state.over) throw new Error('view: the game is over, there is nothing to choose');
      if (seat !== state.actor)
        throw new Error(`view.seat: this is what seat ${seat} sees, but seat ${state.actor} is to act`);
      return choose(state, settings);
    },

    evaluate(view) {
      const { state, seat } = read(game, view);
      const { players } = state;
      if (valued < players) throw new Error(`view: a game of ${players} seats; this network judges up to ${valued}`);
      const out = new Float64Array(players);
      policy.look(state, seat);
      policy.bySeat(seat, players, out);
      return [...out];
    },

    encode(view) {
      const { state, seat } = read(game, view);
      policy.observer.write(state, seat, policy.observation, 0);
      return policy.observation.slice();
    },

    viewOf(state, seat = state.actor) {
      if (typeof state?.view !== 'function') throw new Error('viewOf: a position of the game wanted');
      return state.view(seat);
    },

    newGame: (seed, options = meta.options) => new Match(game, choose, seed, options),
    resumeGame: (saved) => resume(game, choose, saved),
    selfTest: () => runVectors(game, data.vectors, judge),
  };
}

/** The position behind a view and the seat it was taken for. @throws Error that begins with the path of what is wrong */
function read(game: Game, view: unknown): { state: State; seat: number } {
  const problem = notPlain(view, 'view');
  if (problem) throw new Error(problem);
  if (typeof view !== 'object' || view === null || Array.isArray(view))
    throw new Error(
      `view: an object wanted, not ${view === null ? 'null' : Array.isArray(view) ? 'a list' : typeof view}`,
    );
  let state: State;
  try {
    state = game.parseView!(view);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new Error(/^view\b/.test(message) ? message : `view.${message}`);
  }
  const seat = (view as { seat?: unknown }).seat ?? state.actor;
  if (typeof seat !== 'number' || !Number.isInteger(seat) || seat < 0 || seat >= state.players)
    throw new Error(`view.seat: 0 to ${state.players - 1} wanted, not ${String(seat)}`);
  return { state, seat };
}

/** The first thing that JSON cannot hold, or undefined: such values would be lost on the way to a server. */
function notPlain(value: unknown, path: string): string | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return undefined;
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : `${path}: ${value} is not a JSON number`;
  if (typeof value !== 'object') return `${path}: ${typeof value} is not JSON`;
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) {
      const problem = notPlain(value[i], `${path}.${i}`);
      if (problem) return problem;
    }
    return undefined;
  }
  if (ArrayBuffer.isView(value)) return `${path}: a typed array is not JSON, use a list`;
  for (const key in value) {
    const problem = notPlain((value as Record<string, unknown>)[key], `${path}.${key}`);
    if (problem) return problem;
  }
  return undefined;
}

function generator(seed: string | number): () => number {
  const rng = createRng(seed);
  return () => rng.uniform();
}

function fromBase64(text: string): Uint8Array {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}
