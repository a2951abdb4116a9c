/**
 * Games that a value network plays against itself, in which every action is judged by the positions that it leads to
 * (agents/afterstates/own-turn.ts), and what they teach: of each seat's own afterstates what every seat may expect there, as
 * lambda-returns (Sutton and Barto, 2nd edition, 12.1). Games follow from the seed of their shard and the weights.
 */
import { z } from 'zod';
import { AfterstateAgent } from '../../agents/afterstates/afterstate-agent.js';
import { type AfterstateSearch, OwnTurn } from '../../agents/afterstates/own-turn.js';
import { Spread } from '../../agents/afterstates/spread.js';
import { ValueNetwork } from '../../agents/afterstates/value-network.js';
import {
  furtherHeads,
  type Head,
  type NetworkShape,
  VALUE,
  viewWeights,
  widthOf,
} from '../../agents/network/network.js';
import { AuxiliaryTargets } from '../../agents/policy/auxiliary.js';
import type { Agent } from '../../env/agent.js';
import { createRng, SeededChance } from '../../env/chance.js';
import { endless } from '../../env/endless.js';
import type { Game, State } from '../../env/game.js';
import { illegalAction, isLegal } from '../../env/illegal-action.js';
import type { Observer } from '../../env/observer.js';
import { type OutcomeRule, Outcomes } from '../../env/outcomes.js';
import { LiveView } from '../../env/view.js';
import { count, floats } from '../schedule.js';
import { BOT, drawSeats, LEARNER, SNAPSHOT, seatMixSchema } from './opponents.js';

/** Which games to play. Plain data. */
export const afterstateOrderSchema = z.strictObject({
  /** Seeds of the shards. */
  shards: z.array(z.string().max(4000)).max(10_000),
  /** Samples of an action that draws luck, or shows what was hidden. */
  samples: z.int().min(1).max(1000),
  /** Positions of the own turn that are followed at each step. */
  beam: count,
  /** A shard ends with the game that brings it to so many rows. */
  rows: z.int().positive(),
  lambda: z.number(),
  /** Where places count, what is left of what a seat may get above the last place, for each of its decisions till then. */
  gamma: z.number(),
  /** Of the choice between actions, in units of `spread`. */
  temperature: z.number(),
  /** Mean of best minus mean value in earlier games; 0: unknown. */
  spread: z.number(),
  /** Who sits in the seats; those that learn are the acting weights. */
  mix: seatMixSchema,
  /** Where the snapshots of the mix are kept. */
  slots: z.array(z.strictObject({ id: count, slot: count })).max(1000),
});

/** Which games to play: see `afterstateOrderSchema`. */
export type AfterstateOrder = z.infer<typeof afterstateOrderSchema>;

const integers: z.ZodType<Int32Array> = z.instanceof(Int32Array);
const numbers: z.ZodType<Float32Array> = z.instanceof(Float32Array);

/** What a shard brought. N: rows, V: values of a row, E: numbers in all observations that are not zero. */
const afterstateShardSchema = z.strictObject({
  shard: count,
  games: count,
  /** [N + 1] where the entries of each row begin. */
  start: integers,
  /** [E] the column, and the number there. */
  index: integers,
  value: floats,
  /** [N, V] what each seat got or may expect, the row's own first; NaN: there is no such seat. */
  targets: numbers,
  /** By auxiliary head, [N, its width]: what became of the game, as the row's seat sees it. */
  foreseen: z.record(z.string(), numbers),
  /** [N] what the network expected for the row's own seat. */
  expected: floats,
  decisions: count,
  /** The seats that made them, of all games. */
  seats: count,
  judged: count,
  truncated: count,
  /** Decisions at which values were compared, and the sum of best minus mean value. */
  compared: count,
  spread: z.number(),
  /** Sum of the outcomes of seat 0. */
  first: z.number(),
});

/** What a shard brought: see `afterstateShardSchema`. */
export type AfterstateShard = z.infer<typeof afterstateShardSchema>;

/** Whether a shard that came from elsewhere is one of this network: as many numbers as there must be, each in its place. */
export function fitsShard({ start, index, value, targets, expected, foreseen }: AfterstateShard, shape: NetworkShape) {
  const rows = expected.length;
  return (
    start.length === rows + 1 &&
    start[0] === 0 &&
    start.every((entry, row) => row === 0 || entry >= start[row - 1]!) &&
    start[rows] === index.length &&
    index.length === value.length &&
    index.every((column) => column >= 0 && column < shape.inputs) &&
    targets.length === rows * widthOf(shape, VALUE) &&
    furtherHeads(shape).every(({ name, width }) => foreseen[name]?.length === rows * width)
  );
}

/** What shards brought. */
export const afterstateResultSchema = z.strictObject({ shards: z.array(afterstateShardSchema) });

/** What shards brought: see `afterstateResultSchema`. */
export type AfterstateResult = z.infer<typeof afterstateResultSchema>;

/** What the games are played with. */
export interface AfterstateSetup extends AfterstateSearch {
  game: Game;
  /** Checked options; each game draws one of them, from its seed. At least one. */
  variants: readonly unknown[];
  observer: Observer;
  network: ValueNetwork;
  outcomes: OutcomeRule;
  /** Flat weights of a snapshot. */
  snapshot(slot: number): Float32Array;
  makeAgent(agent: number): Agent;
  /** Whether to give up. */
  stopped(): boolean;
}

/** Weight of what earlier games say of the spread, in decisions. */
const EARLIER = 256;

/** In place of a row: the game was over. */
const ENDED = -1;

/** A decision of a seat. */
interface Decided {
  /** The row of what came of it. */
  row: number;
  /** What every seat earned between the row before and this decision. */
  before: Float64Array;
  /** What every seat earned by it. */
  earned: Float64Array;
  /** What the seat might expect of its best action; NaN: the actions were not judged. */
  best: number;
}

/** Rows of one seat in the game under way. */
class Trajectory {
  readonly decided: Decided[] = [];
  /** What every seat earned since the last row, or decision. */
  open: Float64Array;

  constructor(private readonly players: number) {
    this.open = new Float64Array(players);
  }

  /** Hands over what was earned since it was last asked for. */
  taken(): Float64Array {
    const { open } = this;
    this.open = new Float64Array(this.players);
    return open;
  }
}

/** What games with one set of options are played with. */
class Table {
  readonly players: number;
  readonly turn: OwnTurn;
  readonly rewards: Float64Array;
  readonly outcomes: Outcomes;
  readonly seats: Int32Array;

  constructor(
    readonly options: unknown,
    setup: AfterstateSetup,
  ) {
    const { game } = setup;
    const players = game.players(options as never);
    this.players = players;
    this.turn = new OwnTurn({ ...setup, players });
    this.rewards = new Float64Array(players);
    this.outcomes = new Outcomes(game, players, setup.outcomes);
    this.seats = new Int32Array(players);
  }
}

/** Plays shards. Belongs to one thread. */
export class AfterstateSelfPlay {
  private readonly tables: readonly Table[];
  private readonly view: LiveView;
  private readonly foreseen: AuxiliaryTargets;
  /** Opponents by who they are and where they sit, and the snapshots among them. */
  private readonly others = new Map<string, Agent>();
  private slots: AfterstateOrder['slots'] = [];

  constructor(private readonly setup: AfterstateSetup) {
    const { game, variants } = setup;
    this.tables = variants.map((options) => new Table(options, setup));
    this.view = new LiveView(game);
    this.foreseen = new AuxiliaryTargets(game, setup.network.shape);
  }

  play(order: AfterstateOrder): AfterstateResult {
    this.slots = order.slots;
    for (const { turn } of this.tables) {
      turn.samples = order.samples;
      turn.beam = order.beam;
    }
    for (const name of this.others.keys()) if (Number(name.split('/')[0]) >= SNAPSHOT) this.others.delete(name);
    return { shards: order.shards.map((seed, shard) => this.playShard(seed, shard, order)) };
  }

  /** Somebody else at the table, ready for a new game. */
  private other(who: number, seat: number, seed: string): Agent {
    const { setup } = this;
    const name = `${who}/${seat}`;
    let agent = this.others.get(name);
    if (!agent) {
      if (who >= SNAPSHOT) {
        const { slot } = this.slots.find(({ id }) => id === who - SNAPSHOT)!;
        const { shape } = setup.network;
        agent = new AfterstateAgent({
          ...setup,
          samples: this.tables[0]!.turn.samples,
          beam: this.tables[0]!.turn.beam,
          network: new ValueNetwork(shape, viewWeights(shape, setup.snapshot(slot))),
        });
      } else agent = setup.makeAgent(who - BOT);
      this.others.set(name, agent);
    }
    agent.reset(`${seed}/agent ${seat}`);
    return agent;
  }

  private playShard(seed: string, shard: number, order: AfterstateOrder): AfterstateShard {
    const { setup, tables } = this;
    const judgedSoFar = () => tables.reduce((sum, { turn }) => sum + turn.judged, 0);
    const rows = new ShardRows(setup.observer.size, setup.network);
    const spread = new Spread(order.spread, order.spread > 0 ? EARLIER : 0);
    const sums = { games: 0, decisions: 0, seats: 0, truncated: 0, first: 0 };
    const judged = judgedSoFar();
    while (rows.count < order.rows) {
      if (setup.stopped()) throw new Error('the games were given up');
      this.playGame(`${seed}/game ${sums.games}`, order, rows, spread, sums);
      // A game in which nobody ever chooses would make this endless.
      if (++sums.games >= order.rows && rows.count === 0) break;
    }
    return {
      shard,
      ...sums,
      ...rows.arrays(),
      judged: judgedSoFar() - judged,
      compared: spread.decisions,
      spread: spread.sum,
    };
  }

  private playGame(
    seed: string,
    { lambda, gamma, temperature, mix }: AfterstateOrder,
    rows: ShardRows,
    spread: Spread,
    sums: { decisions: number; seats: number; truncated: number; first: number },
  ): void {
    const { setup, tables, view } = this;
    const { game, observer, network } = setup;
    const drawn = tables.length > 1 ? createRng(`${seed}/options`).int(tables.length) : 0;
    const { options, players, turn, rewards, outcomes, seats: placed } = tables[drawn]!;
    const chance = new SeededChance(`${seed}/deal`, game.streams);
    const rng = createRng(`${seed}/choices`);
    const state: State = game.newState(options as never, chance);
    const seats = Array.from({ length: players }, () => new Trajectory(players));
    drawSeats(mix, createRng(`${seed}/seats`), players, placed, 0);
    const table = Array.from(placed, (who, seat) => (who === LEARNER ? null : this.other(who, seat, seed)));
    const rewarded = outcomes.reward > 0;
    const began = rows.count;
    const earn = () => {
      state.rewards(rewards);
      for (const { open } of seats) for (let i = 0; i < players; i++) open[i]! += outcomes.reward * rewards[i]!;
    };
    turn.reset();
    observer.reset?.();
    const most = game.maxDecisions(options as never);
    for (let made = 0; !state.over; made++) {
      if (made >= most) throw endless(game, most);
      const seat = state.actor;
      view.show(state);
      if (view.legal === 1) {
        state.apply(view.mask.indexOf(1), chance);
        if (rewarded) earn();
        continue;
      }
      const other = table[seat];
      if (other) {
        const action = other.act(view);
        if (!isLegal(view.mask, action)) throw illegalAction(game, state, view.mask, action, sums.decisions);
        state.apply(action, chance);
        if (rewarded) earn();
        turn.reset();
        continue;
      }
      sums.decisions++;
      let action = turn.planned(view);
      const before = seats[seat]!.taken();
      let best = Number.NaN;
      if (action < 0) {
        const chosen = turn.choose(view, rng, spread, temperature);
        best = turn.values[turn.best]!;
        turn.follow(chosen);
        action = turn.ids[chosen]!;
      }
      state.apply(action, chance);
      if (rewarded) earn();
      const earned = seats[seat]!.taken();
      const row = state.over ? ENDED : rows.add(observer, state, seat);
      seats[seat]!.decided.push({ row, before, earned, best });
    }
    if (state.truncated) sums.truncated++;
    for (const { decided } of seats) if (decided.length > 0) sums.seats++;
    const outcome = new Float64Array(players);
    outcomes.write(state, outcome);
    sums.first += outcome[0]!;
    rows.judge(network, began);
    if (this.foreseen.some) rows.foresee(this.foreseen, state, began);
    for (let seat = 0; seat < players; seat++) {
      const { decided, open } = seats[seat]!;
      if (rewarded && seat === 0)
        sums.first += decided.reduce((sum, { before, earned }) => sum + before[0]! + earned[0]!, open[0]!);
      rows.teach(seats[seat]!, outcome, seat, { lambda, gamma, worst: outcomes.worst });
    }
  }
}

/** What can be foreseen, of all rows. */
type Foreseen = Record<string, Float32Array>;

/** The rows of a shard, most numbers of which are zero. */
class ShardRows {
  count = 0;
  private readonly start: number[] = [0];
  private index = new Int32Array(1024);
  private value = new Float32Array(1024);
  private entries = 0;
  private expected: Float32Array;
  private targets: Float32Array;
  private readonly dense: Float32Array;
  private readonly width: number;
  /** Of each row, who sees it so. */
  private readonly seat: number[] = [];
  private readonly heads: readonly Head[];
  private foreseen: Foreseen;

  constructor(
    private readonly size: number,
    { values: width, shape }: ValueNetwork,
  ) {
    this.width = width;
    this.heads = furtherHeads(shape);
    this.foreseen = Object.fromEntries(this.heads.map((head) => [head.name, new Float32Array(0)]));
    this.dense = new Float32Array(size);
    this.expected = new Float32Array(256 * width);
    this.targets = new Float32Array(256 * width);
  }

  /** @returns number of the row */
  add(observer: Observer, state: State, seat: number): number {
    const { dense, size } = this;
    observer.write(state, seat, dense, 0);
    if (this.entries + size > this.index.length) {
      this.index = grown(this.index, 2 * (this.entries + size));
      this.value = grown(this.value, 2 * (this.entries + size));
    }
    for (let i = 0; i < size; i++) {
      const x = dense[i]!;
      if (x === 0) continue;
      this.index[this.entries] = i;
      this.value[this.entries++] = x;
    }
    this.seat.push(seat);
    this.start.push(this.entries);
    return this.count++;
  }

  /** What the network expects at the rows from `from` on. */
  judge(network: ValueNetwork, from: number): void {
    const { width, start } = this;
    const rows = this.count - from;
    if (this.count * width > this.expected.length) {
      this.expected = grown(this.expected, 2 * this.count * width);
      this.targets = grown(this.targets, 2 * this.count * width);
    }
    network.compareWith(null);
    network.reserve(rows);
    const { observations, stride } = network;
    observations.fill(0, 0, rows * stride);
    for (let row = 0; row < rows; row++)
      for (let k = start[from + row]!; k < start[from + row + 1]!; k++)
        observations[row * stride + this.index[k]!] = this.value[k]!;
    network.run(rows, this.expected.subarray(from * width));
  }

  /** Writes what became of a game to the rows from `from` on. */
  foresee(targets: AuxiliaryTargets, end: State, from: number): void {
    for (const { name, width } of this.heads) this.foreseen[name] = grown(this.foreseen[name]!, this.count * width);
    for (let row = from; row < this.count; row++) targets.write(end, this.seat[row]!, this.foreseen, row);
  }

  /**
   * The lambda-returns of one seat's rows: from the last to the first, what was earned since, and then what the next
   * decision expects, or what came of it. For the seat itself a decision expects what its best action is worth, over all
   * samples of luck, and what came of an action tried in its stead counts too (Peng's Q(lambda), Peng and Williams 1994;
   * Kozuno et al. 2021). Without that (Watkins's Q(lambda)) an outcome reaches five decisions back where each fifth is
   * tried, and games of hundreds are not learned (bench/results/afterstate.md).
   * @param outcome what the game came to, by seat
   * @param rule `gamma`: what is left of a target's height above `worst` for each decision it lies further back
   */
  teach(
    { decided, open }: Trajectory,
    outcome: Float64Array,
    seat: number,
    { lambda, gamma, worst }: { lambda: number; gamma: number; worst: number },
  ): void {
    const { width, expected, targets } = this;
    const players = outcome.length;
    for (let i = 0; i < width; i++) {
      const who = (seat + i) % players;
      let target = open[who]! + outcome[who]!;
      for (let t = decided.length - 1; t >= 0; t--) {
        const { row, before, earned, best } = decided[t]!;
        const at = row * width + i;
        if (row !== ENDED) targets[at] = i < players ? target : Number.NaN;
        const judged = i === 0 && !Number.isNaN(best);
        const next = judged ? best : earned[who]! + (row === ENDED ? target : expected[at]!);
        target = before[who]! + (1 - lambda) * next + lambda * (earned[who]! + target);
        if (gamma < 1) target = worst + gamma * (target - worst);
      }
    }
  }

  arrays() {
    const { count, width, entries } = this;
    return {
      start: Int32Array.from(this.start),
      index: this.index.slice(0, entries),
      value: this.value.slice(0, entries),
      targets: this.targets.slice(0, count * width),
      foreseen: this.foreseen,
      expected: Float32Array.from({ length: count }, (_, row) => this.expected[row * width]!),
    };
  }
}

function grown<T extends Int32Array | Float32Array>(array: T, length: number): T {
  const wider = new (array.constructor as new (length: number) => T)(length);
  wider.set(array);
  return wider;
}
