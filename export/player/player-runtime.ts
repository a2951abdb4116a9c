/**
 * What an exported player does: reads a view JSON with the game's own rules, asks what chooses in it, draws an action.
 * It and all it imports end up in the exported file, so nothing here may need Node or a browser.
 */

import { History, Memory, remembering, withHistory } from '../../agents/memory/history.js';
import { Inference } from '../../agents/network/inference.js';
import { POLICY, widthOf } from '../../agents/network/network.js';
import type {
  ActSettings,
  LegalAction,
  PlayerAnswer,
  PlayerMeta,
  PlayerModule,
  ViewCheck,
} from '../../agents/player-file/player-module.js';
import { ActorCritic } from '../../agents/policy/actor-critic.js';
import { type Advisor, policyObserver } from '../../agents/policy/advice.js';
import { lookaheadBot, lookaheadPolicy } from '../../agents/policy/policy-agent.js';
import type { LookaheadAgent } from '../../agents/search/lookahead.js';
import type { Agent } from '../../env/agent.js';
import { createRng } from '../../env/chance.js';
import type { Game, State } from '../../env/game.js';
import { LiveView } from '../../env/view.js';
import { decodeWeights } from '../network/network-data.js';
import { advance } from './advance.js';
import type { valuesChooser } from './afterstate-chooser.js';
import { BotChooser } from './bot-chooser.js';
import type { Chooser } from './chooser.js';
import { keepTop, strength } from './difficulty.js';
import { NetworkChooser } from './network-chooser.js';
import { describePlayer } from './player-description.js';
import { resolveStrength } from './player-level.js';
import { describe, Match, resume } from './player-match.js';
import { openWorker } from './player-worker.js';
import { runVectors, type Vectors } from './self-test.js';
import { checkedSettings } from './settings.js';

/** What the exporter writes into the file beside the code. */
export interface PlayerData {
  meta: PlayerMeta;
  /** `encodeWeights`, base64. */
  weights: string;
  /** The same of the advisor's, in 32 bits, where they were trained. */
  advisorWeights?: string;
  vectors: Vectors;
}

/**
 * The exported module's functions.
 * @param inside the scripted player in the file. Whose choice the network is shown; it plays turns on for a player that
 *   looks ahead, and has a share in judging where they lead. Or, where `meta` has a `plan`, whose weights were trained
 * @param bots by name: those that play the other seats in its lookahead, if it names any
 * @param address of the file, which a worker loads; undefined in a bundle that has none
 * @param values makes what chooses by the values of positions, where `meta` has `afterstates`
 */
export function createPlayer(
  game: Game,
  data: PlayerData,
  inside?: Advisor,
  bots: Readonly<Record<string, () => Agent>> = {},
  address: string | undefined = undefined,
  values?: typeof valuesChooser,
): PlayerModule {
  const { meta } = data;
  const { memory: remembered } = meta.network;
  const memory = remembered && new Memory(game, remembered);
  const played = remembering(game, remembered);
  const chooser = chooserOf(game, data, inside, bots, values);
  const { ahead } = chooser;
  const mask = new Uint8Array(game.actions);
  const view = new LiveView(game);

  /** Looks ahead; nothing is left to draw then. */
  function lookAhead(agent: LookaheadAgent, state: State, settings: ActSettings): PlayerAnswer {
    agent.reset(settings.random ? settings.random() * 2 ** 32 : (settings.seed ?? state.hash()));
    agent.milliseconds = settings.milliseconds ?? Infinity;
    const before = agent.simulations;
    const pick = agent.act(view.show(state));
    const probabilities = Array.from(view.mask.keys())
      .filter((action) => view.mask[action] === 1)
      .map((action) => ({ ...describe(game, state, action), p: action === pick ? 1 : 0 }));
    return { ...describe(game, state, pick), probabilities, simulations: agent.simulations - before };
  }

  /** What a choice without looking ahead is drawn from. */
  function weigh(state: State, { difficulty, topK }: ActSettings): LegalAction[] {
    state.legal(mask);
    const { legal: n, ids, probabilities: p } = chooser.decide(state, mask, meta.temperature, strength(difficulty));
    if (topK !== undefined) keepTop(p, n, topK);
    return Array.from({ length: n }, (_, k) => ({ ...describe(game, state, ids[k]!), p: p[k]! }));
  }

  function choose(state: State, asked: ActSettings): PlayerAnswer {
    const settings = resolveStrength(asked, meta.ladder);
    const { milliseconds, topK, attention } = settings;
    if (milliseconds !== undefined && !(typeof milliseconds === 'number' && milliseconds >= 0))
      throw new Error(`milliseconds: a number from 0 wanted, not ${String(milliseconds)}`);
    const looks = ahead && strength(settings.difficulty) === 1 && topK === undefined;
    if (attention !== undefined) checkAttention(attention, ahead !== undefined, looks === true);
    // Without a source of luck the position itself is the seed: the same view, the same answer.
    let source = settings.random;
    const random = () => (source ??= generator(settings.seed ?? state.hash()))();
    if (looks && milliseconds !== 0 && (attention === undefined || random() < attention))
      return lookAhead(ahead, state, settings);
    const probabilities = weigh(state, looks ? { ...settings, topK: 1 } : settings);
    let left = random();
    let pick = probabilities[0]!;
    for (const one of probabilities) {
      if (one.p === 0) continue;
      pick = one;
      left -= one.p;
      if (left < 0) break;
    }
    const { p: _, ...action } = pick;
    return { ...action, probabilities };
  }

  /** The position of a view, and what its seat saw in the views of earlier decisions, where the network remembers. */
  function seen(view: unknown, before: readonly unknown[] = []): { state: State; seat: number } {
    const { state, seat } = read(game, view);
    if (!memory) return { state, seat };
    if (!Array.isArray(before)) throw new Error(`before: a list of views wanted, not ${typeof before}`);
    const history = new History(memory, state.players);
    for (const [i, earlier] of before.entries()) {
      const then = readEarlier(game, earlier, i, seat);
      history.add(seat, memory.of(then, seat));
    }
    return { state: withHistory(state, history), seat };
  }

  /** The position of a view whose seat is to act. */
  function asked(view: unknown, settings: Pick<ActSettings, 'before'> = {}): State {
    const { state, seat } = seen(view, settings.before);
    if (state.over) throw new Error('view: the game is over, there is nothing to choose');
    if (seat !== state.actor)
      throw new Error(`view.seat: this is what seat ${seat} sees, but seat ${state.actor} is to act`);
    return state;
  }

  const validate = (view: unknown): ViewCheck => {
    try {
      const { state, seat } = seen(view);
      const legal = state.over ? 0 : state.legal(mask);
      // A position that a policy cannot be shown is none, also where the game reads it.
      if (!state.over) chooser.encode(state, seat);
      const prompt = game.prompts[state.prompt] ?? '';
      return { valid: true, seat, actor: state.actor, prompt, legal, over: state.over };
    } catch (error) {
      return { valid: false, error: (error as Error).message };
    }
  };

  const module: PlayerModule = {
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

    act(view, given = {}) {
      const settings = checkedSettings(given);
      return choose(asked(view, settings), settings);
    },
    legal(view, given = {}) {
      const settings = checkedSettings(given);
      return weigh(asked(view, settings), resolveStrength(settings, meta.ladder));
    },
    advance: (view, action) => advance(game, asked(view), action, mask),
    describe: () => describePlayer(module.game, meta),
    openWorker: () => openWorker(address),

    evaluate(view, { before } = {}) {
      const { state, seat } = seen(view, before);
      return chooser.evaluate(state, seat);
    },

    encode(view, { before } = {}) {
      const { state, seat } = seen(view, before);
      return chooser.encode(state, seat);
    },

    viewOf(state, seat = state.actor) {
      if (typeof state?.view !== 'function') throw new Error('viewOf: a position of the game wanted');
      return state.view(seat);
    },

    newGame: (seed, options = meta.options) => new Match(played, choose, seed, options),
    resumeGame: (saved) => resume(played, choose, saved),
    selfTest: () =>
      runVectors(
        game,
        data.vectors,
        (view, before) => seen(view, before).state,
        memory !== undefined,
        (state) => {
          state.legal(mask);
          return chooser.judge(state, mask);
        },
      ),
  };
  return module;
}

/** @throws Error when it is no share, or says nothing of a choice that is not looked ahead for anyway */
function checkAttention(attention: number, ahead: boolean, looks: boolean): void {
  if (!(attention >= 0 && attention <= 1))
    throw new Error(`attention: a share from 0 to 1 wanted, not ${String(attention)}`);
  if (!ahead) throw new Error('attention: this player does not look ahead; use difficulty');
  if (!looks) throw new Error('attention: with difficulty or topK it does not look ahead; give one of them');
}

/** What chooses in the file. */
function chooserOf(
  game: Game,
  { meta, weights: packed, advisorWeights }: PlayerData,
  inside: Advisor | undefined,
  bots: Readonly<Record<string, () => Agent>>,
  values: typeof valuesChooser | undefined,
): Chooser {
  const { network: shape, plan, lookahead } = meta;
  const weights = decodeWeights(shape, fromBase64(packed), meta.weights);
  const strength = lookahead && { ...lookahead, name: 'player' };
  if (plan) {
    const { spec, create, evaluate } = inside!;
    const { tuning } = create();
    if (!tuning) throw new Error(`${spec} declares no weights`);
    const tuned = { ...plan, shape, weights };
    const ahead = strength && lookaheadBot(() => tuning.create(tuned, 'player'), evaluate!, strength, bots);
    return new BotChooser(game, tuning, tuned, spec, evaluate, ahead);
  }
  if (meta.afterstates) return values!(game, shape, weights, meta.afterstates);
  if (widthOf(shape, POLICY) !== game.actions)
    throw new Error(`this network does not fit ${game.id} version ${game.version}`);
  const network = new Inference(shape, weights);
  const advisor = advisorWeights === undefined ? inside : trainedAdvisor(inside!, meta.advisorWeights!, advisorWeights);
  const policy = () => new ActorCritic(network, policyObserver(game, shape, advisor));
  return new NetworkChooser(policy(), strength && lookaheadPolicy(policy, advisor, strength, bots));
}

/** The scripted player in the file with the weights in the file. */
function trainedAdvisor(
  { spec, create, ...rest }: Advisor,
  { network: shape, ...told }: NonNullable<PlayerMeta['advisorWeights']>,
  packed: string,
): Advisor {
  const { tuning } = create();
  if (!tuning) throw new Error(`${spec} declares no weights`);
  const tuned = { ...told, shape, weights: decodeWeights(shape, fromBase64(packed), 'float32') };
  return { ...rest, spec, create: () => tuning.create(tuned, spec), tuned };
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

/** The position of an earlier view of a seat. @throws Error that begins with its place in the list */
function readEarlier(game: Game, view: unknown, place: number, wanted: number): State {
  try {
    const { state, seat } = read(game, view);
    if (seat !== wanted) throw new Error(`view.seat: this is what seat ${seat} sees, and seat ${wanted} is asked`);
    return state;
  } catch (error) {
    throw new Error(`before.${place}: ${(error as Error).message}`);
  }
}

/** Views lie flatter than this; what goes deeper may contain itself. */
const DEEPEST = 100;

/** The first thing that JSON cannot hold, or undefined: such values would be lost on the way to a server. */
function notPlain(value: unknown, path: string, depth = 0): string | undefined {
  if (depth > DEEPEST) return 'view: it goes too deep: does a part of it contain itself?';
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return undefined;
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : `${path}: ${value} is not a JSON number`;
  if (typeof value !== 'object') return `${path}: ${typeof value} is not JSON`;
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) {
      const problem = notPlain(value[i], `${path}.${i}`, depth + 1);
      if (problem) return problem;
    }
    return undefined;
  }
  if (ArrayBuffer.isView(value)) return `${path}: a typed array is not JSON, use a list`;
  for (const key in value) {
    const problem = notPlain((value as Record<string, unknown>)[key], `${path}.${key}`, depth + 1);
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
