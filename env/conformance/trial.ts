/**
 * What all checks share: which games are played, how their choices are made, and how a failure is told. Every check
 * sees the same games.
 */
import type { Agent } from '../agent.js';
import { createRng, type Rng, SeededChance } from '../chance.js';
import { sumIsFinite } from '../finite.js';
import { type Game, observationSize, type State } from '../game.js';
import { isLegal } from '../illegal-action.js';
import type { PositionBlock } from '../kit/position.js';
import { LiveView } from '../view.js';
import { Fault, fail, faultOf, hold, notFinite } from './fault.js';
import { OwnLuck, withoutOwnLuck } from './own-luck.js';
import type { Whereabouts } from './whereabouts.js';

/** The chance of a game of the trial. */
class CountedChance extends SeededChance {
  /** Outcomes drawn so far. */
  draws = 0;
  override draw(stream: number, n: number): number {
    this.draws++;
    return super.draw(stream, n);
  }
}

/** One position of a game of the trial. `state` and `chance` are live: checks change copies only. */
export interface Position {
  state: State;
  chance: CountedChance;
  options: unknown;
  /** Legal actions, found with `State.legal`. */
  mask: Uint8Array;
  legal: number;
  /** Seed of the game. */
  seed: string;
  /** Decisions so far. */
  step: number;
  /** The bot that chose last; empty where chance did. */
  bot: string;
  /** The check's own luck, apart from that of the game and of its choices. */
  rng: Rng;
}

export interface Visits {
  /** A game begins; nothing has been chosen. */
  begin?(position: Position): void;
  /** Before every decision, or before some of them (`sampled`). */
  visit?(position: Position): void;
  /** Before an action is played. @returns whether to leave the game there */
  chosen?(position: Position, action: number): boolean;
  /** After an action was played. */
  played?(position: Position, action: number): void;
  /** The game is over. */
  end?(position: Position): void;
  /** Visit about `Trial.states` positions in all, evenly spread, instead of every one. */
  sampled?: boolean;
  /** Play only the first this many games. */
  games?: number;
}

/** Everything a check needs. */
export class Trial {
  readonly size: number;
  /** Decisions of all games together, once `measure` has played them. */
  decisions = 0;

  constructor(
    readonly game: Game,
    /** Options, one set after the other. */
    readonly variants: readonly unknown[],
    readonly games: number,
    readonly seed: string,
    /** About how many positions the costly checks look at. */
    readonly states: number,
    readonly bots: readonly (() => Agent)[],
    /** Where to write how far it is. */
    private readonly whereabouts?: Whereabouts,
  ) {
    this.size = observationSize(game);
  }

  options(index: number): unknown {
    return this.variants[index % this.variants.length];
  }

  seedOf(index: number): string {
    return `${this.seed}/${index}`;
  }

  /**
   * Plays one game up to a decision, which is chosen but not played.
   * @returns its position there, undefined when the game ends before; and the decisions up to it, in words
   */
  playTo(index: number, step: number): { position: Position | undefined; moves: string[] } {
    let at: Position | undefined;
    const moves: string[] = [];
    const visit = (position: Position) => {
      if (position.step === step) at = position;
    };
    const chosen = ({ state }: Position, action: number) => {
      moves.push(`${moves.length}: seat ${state.actor} ${actionWords(state, action)}`);
      return at !== undefined;
    };
    try {
      withoutOwnLuck(() => this.playOne(index, { visit, chosen }, 1));
    } catch (error) {
      // Nobody could choose there: the position is what was wanted all the same.
      if (!at) throw error;
    }
    return { position: at, moves };
  }

  /** The game with a seed, as `seedOf` gives it. */
  indexOf(seed: string): number {
    return Number(seed.slice(seed.lastIndexOf('/') + 1));
  }

  /** Plays all games; what goes wrong is told with options, seed and step. @returns number of visits */
  play(visits: Visits): number {
    const stride = visits.sampled ? Math.max(1, Math.floor(this.decisions / this.states)) : 1;
    let count = 0;
    const games = Math.min(visits.games ?? this.games, this.games);
    return withoutOwnLuck(() => {
      for (let index = 0; index < games; index++) count += this.playOne(index, visits, stride);
      return count;
    });
  }

  private playOne(index: number, visits: Visits, stride: number): number {
    const { game, whereabouts } = this;
    const options = this.options(index);
    const seed = this.seedOf(index);
    const bound = game.maxDecisions(options as never);
    const chance = new CountedChance(seed, game.streams);
    const rng = createRng(`${seed}/check`);
    const choose = this.chooser(index);
    const mask = new Uint8Array(game.actions);
    const position = { chance, options, mask, rng, seed, bot: '', legal: 0, step: 0 } as unknown as Position;
    let count = 0;
    let asked = -1;
    let next = stride > 1 ? rng.int(stride) : 0;
    try {
      whereabouts?.at(index, 0, 'newState');
      const state = (position.state = game.newState(options as never, chance));
      visits.begin?.(position);
      // The bound is checked by its own check; here it only keeps an endless game from hanging the others.
      for (; !state.over && position.step <= bound; position.step++) {
        asked = state.prompt;
        position.legal = state.legal(mask);
        if (position.legal === 0) fail('no action is legal though the game is not over');
        if (position.step >= next) {
          whereabouts?.at(index, position.step, 'the check');
          visits.visit?.(position);
          count++;
          next += stride;
        }
        whereabouts?.at(index, position.step, 'a bot');
        const action = choose(position);
        if (visits.chosen?.(position, action)) return count;
        whereabouts?.at(index, position.step, 'apply');
        try {
          state.apply(action, chance);
        } catch (error) {
          throw faultOf(error, `legal action ${action} (${actionWords(state, action)}) threw`);
        }
        visits.played?.(position, action);
      }
      position.legal = state.legal(mask);
      if (state.over) visits.end?.(position);
    } catch (error) {
      const fault = faultOf(error);
      if (fault.address) throw fault;
      const { state, step } = position;
      const prompt = state && !state.over ? `, prompt ${promptName(game, asked)}` : '';
      const where = `options ${JSON.stringify(options)}, seed ${seed}, step ${step}${prompt}`;
      const placed = new Fault(`${fault.message} (${where})`, fault.same);
      placed.address = { options, seed, step };
      throw placed;
    }
    return count;
  }

  /** Uniform legal choices; with bots, every second game is theirs, with a random choice now and then. */
  private chooser(index: number): (position: Position) => number {
    const rng = createRng(`${this.seedOf(index)}/choices`);
    if (this.bots.length === 0 || index % 2 === 0) return ({ mask, legal }) => pick(mask, rng.int(legal));
    const seats = Array.from({ length: this.game.seats.max }, (_, seat) => {
      const agent = this.bots[(index + seat) % this.bots.length]!();
      agent.reset(`${this.seedOf(index)}/${seat}`);
      return agent;
    });
    const view = new LiveView(this.game);
    return (position) => {
      const { state, mask, legal } = position;
      position.bot = '';
      if (rng.int(20) === 0) return pick(mask, rng.int(legal));
      const { name } = seats[state.actor]!;
      position.bot = name;
      let action: number;
      try {
        action = seats[state.actor]!.act(view.show(state, mask.slice(), legal));
      } catch (error) {
        throw error instanceof OwnLuck
          ? new Fault(`bot ${name}: ${error.message}`, `bot ${name}: ${error.same}`)
          : faultOf(error, `bot ${name} threw`);
      }
      const shown = typeof action === 'number' ? action : JSON.stringify(action);
      hold(isLegal(mask, action), () => `bot ${name} chose action ${shown}, which is not legal`);
      return action;
    };
  }
}

/** Whether a position is made of the kit's fields. */
export const onKit = (state: State): state is State & PositionBlock => 'layout' in state && 'fault' in state;

/** The name of a prompt in a message, or its number where it has none. */
export const promptName = (game: Game, prompt: number): string =>
  game.prompts[prompt] === undefined ? `${prompt}` : `'${game.prompts[prompt]}'`;

/** The text of an action, for a message about a position that may be broken. */
function actionWords(state: State, action: number): string {
  try {
    return state.actionText(action);
  } catch {
    return 'without a text';
  }
}

/** The n-th legal action, counted from 0. */
export function pick(mask: Uint8Array, n: number): number {
  for (let action = 0; action < mask.length; action++) if (mask[action] && n-- === 0) return action;
  return fail(`legal() counts more actions than its mask has ones`);
}

/** The legal actions, ascending. */
export function legalActions(mask: Uint8Array): number[] {
  const actions = [];
  for (let action = 0; action < mask.length; action++) if (mask[action]) actions.push(action);
  return actions;
}

/** What a seat sees. @throws Fault when a number of it is none */
export function observe({ game, size }: Trial, state: State, seat: number): Float32Array {
  const out = new Float32Array(size);
  state.observe(seat, out, 0);
  if (!sumIsFinite(out)) {
    const at = out.findIndex((value) => !Number.isFinite(value));
    const piece = pieceAt(game, at);
    throw new Fault(`seat ${seat}, ${piece} is ${out[at]}`, notFinite(piece.replace(/\[.*/, '')));
  }
  return out;
}

/** First index at which two arrays differ bit for bit; -1 when they are equal. */
export function difference(a: Float32Array | Uint8Array, b: Float32Array | Uint8Array): number {
  for (let i = 0; i < a.length; i++) if (!Object.is(a[i], b[i])) return i;
  return -1;
}

/** Which named piece of the observation an index belongs to. */
export function pieceAt(game: Game, index: number): string {
  let start = 0;
  for (const piece of game.observation) {
    const size = piece.shape.reduce((product, n) => product * n, 1);
    if (index < start + size) return `${piece.name}[${index - start}]`;
    start += size;
  }
  return `value ${index}`;
}

/** Another chance that goes on exactly as this one will. */
export function twin(game: Game, chance: SeededChance): SeededChance {
  const copy = new SeededChance('', game.streams);
  copy.load(chance.save());
  return copy;
}

/**
 * Plays the same choices with the same luck in two states that should be one and the same position, and fails at the
 * first sign that they are not.
 */
export function inStep(trial: Trial, a: State, b: State, chance: SeededChance, rng: Rng, steps: number, of: string) {
  const left = twin(trial.game, chance);
  const right = twin(trial.game, chance);
  const mask = new Uint8Array(trial.game.actions);
  const other = new Uint8Array(trial.game.actions);
  for (let step = 0; ; step++) {
    hold(a.hash() === b.hash(), () => `${of} has another hash${step ? ` ${step} decisions later` : ''}`);
    const legal = a.legal(mask);
    hold(
      b.legal(other) === legal && difference(mask, other) < 0,
      () => `${of} has another mask after ${step} decisions`,
    );
    if (a.over || step === steps) return;
    const action = pick(mask, rng.int(legal));
    a.apply(action, left);
    b.apply(action, right);
  }
}
