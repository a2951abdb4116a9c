/**
 * Big Pig (pig.ts) without the kit: every method of the contract written out, as for an engine of one's own.
 *
 * Rules. On your turn roll one die or two. A 1 loses the points of this turn and ends it; everything else is added to
 * them, a double of two dice twice. Then roll again, or hold: the turn's points become yours and the turn ends. Whoever
 * holds with `target` points or more wins; after `rounds` rounds the game is cut and ranked by points.
 */

import {
  type Agent,
  type Chance,
  type Game,
  type GamePackage,
  hashBytes,
  type Rng,
  type State,
  Trace,
} from 'tabletop-gym';
import { z } from 'zod';

const Options = z.strictObject({
  players: z.int().min(2).max(4).default(2).describe('Number of players'),
  target: z.int().min(10).max(100).default(50).describe('Points that win'),
  rounds: z.int().min(1).max(200).default(10).describe('Rounds after which the game is cut'),
  askForced: z.boolean().default(false).describe('Ask for decisions with one legal answer too'),
});
type Options = z.infer<typeof Options>;

// Action ids, prompts and streams of chance. These numbers are in every trained policy: changing one is a new version.
const HOLD = 0;
const ROLL_ONE = 1;
const ROLL_TWO = 2;
const START = 0;
const PUSH = 1;
const SETUP = 0; // stream 0; stream 1 + s is the dice of seat s

// The position: one small array, so that a copy is one memory move. These are its cells.
const PLAYERS = 0;
const TARGET = 1;
const ROUNDS = 2;
const ASK = 3;
const STARTER = 4; // the seat that began
const ACTOR = 5; // the seat whose turn it is; -1 when over
const ROUND = 6; // from 1
const TURN = 7; // points of this turn, not yet held
const CAPPED = 8; // 1 when the game was cut
const SCORE = 9; // 4 cells, one a seat
const CELLS = 13;

const MAX_SEATS = 4;
const MAGIC = 0x5049; // "PI": first word of a saved position

// Rare rules that a check should have seen.
const trace = new Trace();
const BUST = trace.add('bust', 'double', 'target', 'round cap');
const DOUBLE = BUST + 1;
const HIT = BUST + 2;
const CAP = BUST + 3;

export class PigState implements State {
  readonly cells = new Int16Array(CELLS);

  get players(): number {
    return this.cells[PLAYERS]!;
  }
  get actor(): number {
    return this.cells[ACTOR]!;
  }
  get round(): number {
    return this.cells[ROUND]!;
  }
  get over(): boolean {
    return this.actor < 0;
  }
  get truncated(): boolean {
    return this.cells[CAPPED] === 1;
  }
  get prompt(): number {
    if (this.over) return -1;
    return this.cells[TURN] === 0 ? START : PUSH;
  }

  /** Whether holding now would win: then there is nothing else to do. */
  private get wins(): boolean {
    return this.cells[SCORE + this.actor]! + this.cells[TURN]! >= this.cells[TARGET]!;
  }

  legal(mask: Uint8Array): number {
    const wins = !this.over && this.wins;
    mask[HOLD] = this.prompt === PUSH ? 1 : 0;
    mask[ROLL_ONE] = mask[ROLL_TWO] = this.over || wins ? 0 : 1;
    return mask[HOLD]! + 2 * mask[ROLL_ONE]!;
  }

  apply(action: number, chance: Chance): void {
    this.play(action, chance);
    // The only forced decision of this game: hold when it wins.
    if (!this.cells[ASK] && !this.over && this.wins) this.play(HOLD, chance);
  }

  private play(action: number, chance: Chance): void {
    const { cells } = this;
    const seat = this.actor;
    if (action === HOLD) {
      cells[SCORE + seat]! += cells[TURN]!;
      if (cells[SCORE + seat]! >= cells[TARGET]!) {
        trace.reached(HIT);
        cells[ACTOR] = -1;
        cells[TURN] = 0;
      } else this.endTurn();
      return;
    }
    // Both dice are always drawn, so that this seat's chance stays the same when its choices differ.
    const first = 1 + chance.draw(1 + seat, 6);
    const second = 1 + chance.draw(1 + seat, 6);
    if (first === 1 || (action === ROLL_TWO && second === 1)) {
      trace.reached(BUST);
      this.endTurn();
    } else if (action === ROLL_ONE) cells[TURN]! += first;
    else {
      if (first === second) trace.reached(DOUBLE);
      cells[TURN]! += (first + second) * (first === second ? 2 : 1);
    }
  }

  private endTurn(): void {
    const { cells } = this;
    cells[TURN] = 0;
    cells[ACTOR] = (this.actor + 1) % this.players;
    if (this.actor !== cells[STARTER]) return;
    if (this.round < cells[ROUNDS]!) cells[ROUND]!++;
    else {
      trace.reached(CAP);
      cells[ACTOR] = -1;
      cells[CAPPED] = 1;
    }
  }

  observe(seat: number, out: Float32Array, offset: number): void {
    const { cells, players } = this;
    out.fill(0, offset, offset + OBSERVED);
    for (let i = 0; i < players; i++) {
      const other = (seat + i) % players; // "me" first, then in turn order
      out[offset + i] = cells[SCORE + other]! / 100;
      out[offset + 4 + i] = 1;
      if (other === this.actor) out[offset + 8 + i] = 1;
      if (other === cells[STARTER]) out[offset + 12 + i] = 1;
    }
    out[offset + 16] = cells[TURN]! / 100;
    out[offset + 17] = cells[TARGET]! / 100;
    out[offset + 18] = (cells[ROUNDS]! - this.round) / 100;
  }

  rewards(out: Float64Array): void {
    out.fill(0); // scored by places
  }

  places(out: Uint8Array): void {
    for (let i = 0; i < this.players; i++) {
      let better = 0;
      for (let j = 0; j < this.players; j++) if (this.cells[SCORE + j]! > this.cells[SCORE + i]!) better++;
      out[i] = better;
    }
  }

  ending(): string {
    return this.over ? (this.truncated ? 'round cap' : 'target') : '';
  }

  copyFrom(other: this): void {
    this.cells.set(other.cells);
  }

  clone(): this {
    const copy = new (this.constructor as new () => this)();
    copy.copyFrom(this);
    return copy;
  }

  save(): Uint8Array {
    return new Uint8Array(Int16Array.of(MAGIC, ...this.cells).buffer);
  }

  load(bytes: Uint8Array): void {
    if (bytes.length !== 2 * (CELLS + 1)) throw new Error(`not a Pig position: ${bytes.length} bytes`);
    const words = new Int16Array(Uint8Array.from(bytes).buffer);
    if (words[0] !== MAGIC) throw new Error('not a Pig position: wrong first word');
    const cells = words.subarray(1);
    const wrong = fault(cells);
    if (wrong) throw new Error(`not a Pig position: ${wrong}`);
    this.cells.set(cells);
  }

  hash(): number {
    return hashBytes(new Uint8Array(this.cells.buffer));
  }

  resample(_seat: number, _rng: Rng): void {
    // Nothing is hidden in this game.
  }

  actionText(action: number): string {
    if (action === HOLD) return `hold ${this.cells[TURN]} points`;
    return action === ROLL_ONE ? 'roll one die' : 'roll two dice';
  }

  actionJson(action: number): { kind: string; args: Record<string, unknown> } {
    return action === HOLD ? { kind: 'hold', args: {} } : { kind: 'roll', args: { dice: action } };
  }

  text(seat: number): string {
    const lines = [`Round ${this.round} of ${this.cells[ROUNDS]}, ${this.cells[TARGET]} points win`];
    for (let i = 0; i < this.players; i++) {
      const turn = i === this.actor ? `, ${this.cells[TURN]} this turn` : '';
      lines.push(`  seat ${i}${i === seat ? ' (you)' : ''}: ${this.cells[SCORE + i]}${turn}`);
    }
    return lines.join('\n');
  }

  view(seat: number): unknown {
    const { cells } = this;
    return {
      seat,
      options: { players: this.players, target: cells[TARGET], rounds: cells[ROUNDS], askForced: cells[ASK] === 1 },
      starter: cells[STARTER],
      actor: this.actor,
      round: this.round,
      turn: cells[TURN],
      capped: this.truncated,
      scores: [...cells.subarray(SCORE, SCORE + this.players)],
    };
  }
}

/** What is wrong with these cells; empty when they are a position. */
function fault(cells: Int16Array): string {
  const at = (cell: number) => cells[cell]!;
  const ranges: [name: string, cell: number, min: number, max: number][] = [
    ['players', PLAYERS, 2, MAX_SEATS],
    ['target', TARGET, 10, 100],
    ['rounds', ROUNDS, 1, 200],
    ['askForced', ASK, 0, 1],
    ['starter', STARTER, 0, at(PLAYERS) - 1],
    ['actor', ACTOR, -1, at(PLAYERS) - 1],
    ['round', ROUND, 1, at(ROUNDS)],
    ['turn', TURN, 0, at(TARGET) + 24],
    ['capped', CAPPED, 0, 1],
  ];
  for (let i = 0; i < MAX_SEATS; i++) ranges.push([`scores.${i}`, SCORE + i, 0, i < at(PLAYERS) ? at(TARGET) + 24 : 0]);
  const wrong = ranges.find(([, cell, min, max]) => at(cell) < min || at(cell) > max);
  return wrong ? `${wrong[0]} is ${at(wrong[1])}, wanted ${wrong[2]}..${wrong[3]}` : '';
}

const View = z.strictObject({
  seat: z.int().min(0).max(3),
  options: Options,
  starter: z.int(),
  actor: z.int(),
  round: z.int(),
  turn: z.int(),
  capped: z.boolean(),
  scores: z.array(z.int()).min(2).max(4),
});

function fill(options: Options): PigState {
  const state = new PigState();
  state.cells[PLAYERS] = options.players;
  state.cells[TARGET] = options.target;
  state.cells[ROUNDS] = options.rounds;
  state.cells[ASK] = options.askForced ? 1 : 0;
  state.cells[ROUND] = 1;
  return state;
}

export const game: Game<Options, PigState> = {
  id: 'pig',
  version: '1',
  title: 'Big Pig',
  summary: 'Roll on or hold: a dice race to a number of points',
  seats: { min: 2, max: 4 },
  information: 'perfect',
  utility: 'zero-sum',
  scoring: 'places',
  actions: 3,
  observation: [
    { name: 'scores', shape: [4], about: 'Points held, me first then in turn order, in hundreds.' },
    { name: 'seats', shape: [4], about: '1 for each seat that is in the game.' },
    { name: 'actor', shape: [4], about: '1 for the seat whose turn it is.' },
    { name: 'starter', shape: [4], about: '1 for the seat that began the game.' },
    { name: 'turn', shape: [1], about: 'Points of this turn, not yet held, in hundreds.' },
    { name: 'target', shape: [1], about: 'Points that win, in hundreds.' },
    { name: 'rounds left', shape: [1], about: 'Rounds after this one before the game is cut, in hundreds.' },
  ],
  prompts: ['start', 'push'],
  streams: ['setup', 'dice 0', 'dice 1', 'dice 2', 'dice 3'],
  options: Options,
  trace,

  players: ({ players }) => players,
  // A roll that does not end the turn adds at least 2 points; one more decision holds them.
  maxDecisions: ({ players, target, rounds }) => players * rounds * (Math.ceil(target / 2) + 1),

  newState(options, chance) {
    const state = fill(options);
    state.cells[STARTER] = state.cells[ACTOR] = chance.draw(SETUP, options.players);
    return state;
  },

  enumerate(state) {
    if (state.over) return [];
    const turn = state.cells[TURN]!;
    if (turn === 0) return [ROLL_ONE, ROLL_TWO];
    return state.cells[SCORE + state.actor]! + turn < state.cells[TARGET]! ? [HOLD, ROLL_ONE, ROLL_TWO] : [HOLD];
  },

  parseView(json) {
    const parsed = View.safeParse(json);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      throw new Error(`${issue!.path.join('.') || 'view'}: ${issue!.message}`);
    }
    const view = parsed.data;
    const state = fill(view.options);
    if (view.scores.length !== state.players) throw new Error(`scores: ${state.players} numbers wanted`);
    const { cells } = state;
    cells[STARTER] = view.starter;
    cells[ACTOR] = view.actor;
    cells[ROUND] = view.round;
    cells[TURN] = view.turn;
    cells[CAPPED] = view.capped ? 1 : 0;
    cells.set(view.scores, SCORE);
    const wrong = fault(cells);
    if (wrong) throw new Error(wrong);
    return state;
  },
};

const OBSERVED = 19;

/** Rolls until the turn has `points`, then holds. */
function holdAt(name: string, points: number, roll: number): Agent {
  return {
    name,
    reset() {},
    act(view) {
      const turn = view.observation()[16]! * 100;
      return view.mask[HOLD] && Math.round(turn) >= points ? HOLD : view.mask[roll] ? roll : HOLD;
    },
  };
}

export const bots: Record<string, () => Agent> = {
  cautious: () => holdAt('cautious', 12, ROLL_ONE),
  bold: () => holdAt('bold', 20, ROLL_TWO),
};

export default { game: game as unknown as Game, bots } satisfies GamePackage;
