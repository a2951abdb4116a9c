import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { ScriptedPlayer } from '../../agents/bots/scripted-player.js';
import type { BatchPolicy } from '../../agents/network/batch-policy.js';
import { initialWeights, type NetworkShape, POLICY, VALUE, widthOf } from '../../agents/network/network.js';
import { advisedObserver } from '../../agents/policy/advice.js';
import { networkFor } from '../../agents/policy/policy.js';
import { RandomAgent } from '../../agents/random.js';
import { game as pig } from '../../docs/examples/pig.js';
import type { View } from '../../env/agent.js';
import { createRng } from '../../env/chance.js';
import type { AuxiliaryTarget, Game, State } from '../../env/game.js';
import { rowSizes } from './columns.js';
import { ENDED, OPEN } from './gae.js';
import type { SeatMix } from './opponents.js';
import { Rollout, type RolloutSetup, type RolloutState, rowsNeeded } from './rollout.js';
import type { ImitationOrder, RolloutOrder } from './rollout-order.js';
import { Rows, rowMemory } from './rows.js';

const SEATS = 3;
/** Who acts when: one seat twice in a row, one skipped, one that acts once and is out. */
const TURNS = [0, 0, 1, 2, 0, 1, 1, 0];
/** What decision t gives seat s. */
const gain = (t: number, s: number) => ((t + 1) * (s + 2)) % 7;

/** A game whose every reward is known: only the order of turns matters, actions do not. */
class TurnsState implements State {
  t = 0;
  readonly players = SEATS;
  readonly prompt = 0;
  readonly round = 1;
  get actor() {
    return this.over ? -1 : TURNS[this.t]!;
  }
  get over() {
    return this.t === TURNS.length;
  }
  get truncated() {
    return false;
  }
  legal(mask: Uint8Array) {
    return mask.fill(this.over ? 0 : 1).length * (this.over ? 0 : 1);
  }
  apply() {
    this.t++;
  }
  observe(seat: number, out: Float32Array, offset: number) {
    out[offset] = this.t;
    out[offset + 1] = seat;
  }
  rewards(out: Float64Array) {
    for (let s = 0; s < SEATS; s++) out[s] = gain(this.t - 1, s);
  }
  places(out: Uint8Array) {
    out.set([0, 1, 2]);
  }
  ending = () => '';
  copyFrom(other: this) {
    this.t = other.t;
  }
  clone(): this {
    const copy = new TurnsState();
    copy.t = this.t;
    return copy as this;
  }
  save = () => Uint8Array.of(this.t);
  load(bytes: Uint8Array) {
    this.t = bytes[0]!;
  }
  hash = () => this.t;
  resample() {}
  actionText = String;
  text = String;
}

/** The same, always cut at its last turn. */
class CutTurnsState extends TurnsState {
  override get truncated() {
    return this.over;
  }
  override clone(): this {
    const copy = new CutTurnsState();
    copy.t = this.t;
    return copy as this;
  }
}

const turns: Game = {
  id: 'turns',
  version: '1',
  title: 'Turns',
  summary: '',
  seats: { min: SEATS, max: SEATS },
  information: 'perfect',
  utility: 'general',
  scoring: 'rewards',
  actions: 2,
  observation: [{ name: 'all', shape: [2], about: '' }],
  prompts: ['turn'],
  streams: [],
  options: z.object({}),
  players: () => SEATS,
  maxDecisions: () => TURNS.length,
  newState: () => new TurnsState(),
};

const cutTurns: Game = { ...turns, newState: () => new CutTurnsState() };
const limitedTurns: Game = { ...cutTurns, timeLimit: true };

/** What the fake network expects the k-th seat, counted from `seat`, to get after t decisions. */
const expected = (t: number, seat: number, k: number) => Math.sin(t + 10 * k + 3 * seat);

/** Values that tell positions and seats apart, and logits that prefer no action. */
function fakePolicy(shape: NetworkShape): BatchPolicy {
  return {
    shape,
    run(rows, observation, { [POLICY]: logits, [VALUE]: values }) {
      logits?.fill(0, 0, rows * widthOf(shape, POLICY));
      const seats = widthOf(shape, VALUE);
      for (let i = 0; i < rows; i++)
        for (let k = 0; k < seats; k++)
          values![i * seats + k] = expected(observation[i * shape.inputs]!, observation[i * shape.inputs + 1]!, k);
    },
    setWeights() {},
    dispose() {},
  };
}

function make(game: Game, games: number, steps: number, over: Partial<RolloutSetup> = {}, auxiliary: string[] = []) {
  const shape = networkFor(game, [8], 'relu', 4, over.observer, undefined, auxiliary);
  const players = game.actions === turns.actions ? SEATS : 2;
  const rows = new Rows(rowMemory(rowSizes(shape, rowsNeeded(games, players, steps), over.observer !== undefined)));
  const weights = initialWeights(shape, createRng('snapshot'));
  const setup: RolloutSetup = {
    game,
    variants: [{}],
    games,
    seed: 's',
    returns: { winWeight: 0, capped: 'half' },
    policy: fakePolicy(shape),
    makeAgent: () => new RandomAgent(),
    snapshotWeights: () => weights,
    rows,
    ...over,
  };
  return { rows, rollout: new Rollout(setup), setup };
}

const selfPlay: SeatMix = { bots: [], snapshots: 0, pool: [], teacher: 0 };
const imitation: ImitationOrder = { agent: 0, temperature: 0 };
const order = (over: Partial<RolloutOrder>): RolloutOrder => ({
  number: 0,
  restart: false,
  steps: 1,
  mix: selfPlay,
  slots: [],
  imitation: null,
  gamma: 1,
  lambda: 1,
  shaping: 0,
  ...over,
});

/** Sum of what seat s gets from decision `from` of its seat up to (not including) decision `to`. */
function between(from: number, to: number, s: number): number {
  let sum = 0;
  for (let t = from; t < to; t++) sum += gain(t, s);
  return sum;
}

describe('rollouts', () => {
  it('give every decision what all seats got until the same seat decided again, across the seams', async () => {
    for (const steps of [1, 3, 8, 11]) {
      const { rollout, rows } = make(turns, 2, steps);
      const seen = new Map<number, number>();
      let decisions = 0;
      for (let number = 0; decisions < 160; number++) {
        const { rows: count, stats } = await rollout.play(order({ number, steps }));
        decisions += stats.decisions;
        for (let row = 0; row < count; row++) {
          if (rows.next[row] === OPEN) continue;
          const t = rows.observation[2 * row]!;
          const seat = rows.observation[2 * row + 1]!;
          expect(TURNS[t]).toBe(seat);
          const later = TURNS.indexOf(seat, t + 1);
          for (let k = 0; k < SEATS; k++)
            expect(rows.reward[row * SEATS + k]).toBe(between(t, later < 0 ? TURNS.length : later, (seat + k) % SEATS));
          seen.set(t, (seen.get(t) ?? 0) + 1);
        }
      }
      // Every decision is learned from once; only those of the last game may still wait.
      expect([...seen.keys()].sort()).toEqual(TURNS.map((_, t) => t));
      for (const [t, times] of seen) expect(Math.abs(times - decisions / TURNS.length), `${t}`).toBeLessThanOrEqual(2);
    }
  });

  it('give each game the seats that it draws: absent ones get nothing and have no returns', async () => {
    const variants = [2, 3, 4].map((players) => pig.options.parse({ players, rounds: 3 }));
    const [games, steps] = [6, 40];
    const shape = networkFor(pig, [8]);
    const make = () => {
      const rows = new Rows(rowMemory(rowSizes(shape, rowsNeeded(games, 4, steps), false)));
      const rollout = new Rollout({
        ...{ game: pig, variants, games, seed: 's', returns: { winWeight: 0, capped: 'half' }, rows },
        ...{ policy: fakePolicy(shape), makeAgent: () => new RandomAgent(), snapshotWeights: () => ({}) },
      });
      return { rows, rollout };
    };
    const { rows, rollout } = make();
    const { rows: count, stats } = await rollout.play(order({ steps }));
    expect(stats.games).toBeGreaterThan(6);
    const V = rows.sizes.values;
    const seats = new Set<number>();
    for (let row = 0; row < count; row++) {
      const given = rows.reward.subarray(row * V, (row + 1) * V);
      const present = given.findIndex(Number.isNaN) < 0 ? V : given.findIndex(Number.isNaN);
      seats.add(present);
      expect(given.subarray(present).every(Number.isNaN)).toBe(true);
      if (rows.next[row] === ENDED) expect(given.subarray(0, present).reduce((a, b) => a + b)).toBeCloseTo(0, 5);
    }
    expect([...seats].sort()).toEqual([2, 3, 4]);
    // Saved in the middle, it goes on the same.
    const again = make();
    again.rollout.load(structuredClone(rollout.save()));
    const on = async (one: ReturnType<typeof make>) => {
      const { rows: played } = await one.rollout.play(order({ number: 1, steps }));
      return [...one.rows.observation.subarray(0, played * rows.sizes.observation)];
    };
    expect(await on(again)).toEqual(await on({ rows, rollout }));
  });

  it('make Monte-Carlo returns of the rest of the game where it ends inside, and bootstrap where it does not', async () => {
    const { rollout, rows } = make(turns, 1, 8);
    await rollout.play(order({ steps: 8 }));
    for (const [t, seat] of TURNS.entries())
      for (let k = 0; k < SEATS; k++)
        expect(rows.targets.value![t * SEATS + k]).toBeCloseTo(between(t, TURNS.length, (seat + k) % SEATS), 4);

    const cut = make(turns, 1, 5);
    await cut.rollout.play(order({ steps: 5 }));
    // Seat 0 acted at 0, 1 and 4; decision 4 waits, so its value stands for the rest.
    for (let k = 0; k < SEATS; k++) {
      const rest = expected(4, 0, k);
      expect(cut.rows.targets.value![1 * SEATS + k]).toBeCloseTo(between(1, 4, k) + rest, 4);
      expect(cut.rows.targets.value![0 * SEATS + k]).toBeCloseTo(between(0, 4, k) + rest, 4);
    }
    expect(cut.rows.next[4]).toBe(OPEN);
  });

  it('add the discounted value of what each seat saw last where a limit of time cuts the game', async () => {
    const gamma = 0.9;
    /** From decision t of its seat to the cut, discounted from one decision of that seat to the next. */
    const worth = (t: number, k: number, rest: (seat: number) => number): number => {
      const seat = TURNS[t]!;
      const later = TURNS.indexOf(seat, t + 1);
      const own = (seat + k) % SEATS;
      if (later < 0) return between(t, TURNS.length, own) + gamma * rest(seat);
      return between(t, later, own) + gamma * worth(later, k, rest);
    };
    const check = async (game: Game, rest: (seat: number, k: number) => number) => {
      // Two games a slot, so that the second takes the place of the first while values of that one are still wanted.
      const { rollout, rows } = make(game, 2, 2 * TURNS.length);
      const { rows: count, stats } = await rollout.play(order({ steps: 2 * TURNS.length, gamma }));
      expect([stats.games, count]).toEqual([4, 4 * TURNS.length]);
      for (let row = 0; row < count; row++) {
        const t = rows.observation[2 * row]!;
        for (let k = 0; k < SEATS; k++) {
          const wanted = worth(t, k, (seat) => rest(seat, k));
          expect(rows.targets.value![row * SEATS + k], `decision ${t}, seat ${k}`).toBeCloseTo(wanted, 4);
        }
      }
      return stats;
    };
    const limited = await check(limitedTurns, (seat, k) => expected(TURNS.length, seat, k));
    const final = await check(cutTurns, () => 0);
    await check({ ...turns, timeLimit: true }, () => 0);
    // Returns of games are what was received, and no more.
    expect(limited.truncated).toBe(4);
    expect(limited.returns).toBe(final.returns);
  });

  it('add that value to the right rows across the seams, and when another player makes the last move', async () => {
    const mix: SeatMix = { ...selfPlay, bots: [{ agent: 0, share: 0.5, allSeats: 0 }] };
    const seen = new Set<number>();
    for (const steps of [1, 2, 5]) {
      const { rollout, rows } = make(limitedTurns, 3, steps);
      for (let number = 0; number < 20; number++) {
        const { rows: count } = await rollout.play(order({ number, steps, mix, gamma: 0.5 }));
        for (let row = 0; row < count; row++) {
          if (rows.next[row] !== ENDED) continue;
          const t = rows.observation[2 * row]!;
          const seat = TURNS[t]!;
          for (let k = 0; k < SEATS; k++) {
            const wanted = between(t, TURNS.length, (seat + k) % SEATS) + 0.5 * expected(TURNS.length, seat, k);
            expect(rows.targets.value![row * SEATS + k]).toBeCloseTo(wanted, 4);
          }
          seen.add(t);
        }
      }
    }
    expect([...seen].sort()).toEqual([3, 6, 7]);
  });

  it('tell every decision how its game ended, as its seat sees it, where it ends in the rollout', async () => {
    const end: AuxiliaryTarget = {
      ...{ name: 'end', size: 2, loss: 'squared-error', about: '' },
      write: (state, seat, out, at) => out.set([(state as TurnsState).t, seat], at),
    };
    const told: number[] = [];
    for (const steps of [3, 8, 11]) {
      const { rollout, rows } = make({ ...turns, auxiliary: [end] }, 1, steps, {}, ['end']);
      for (let number = 0; number < 20; number++) {
        const { rows: count } = await rollout.play(order({ number, steps }));
        for (let row = 0; row < count; row++) {
          // A seat's decisions hang together up to its last one in the rollout.
          let last = row;
          while (rows.next[last]! >= 0) last = rows.next[last]!;
          const over = rows.next[last] === ENDED;
          const [t, seat] = rows.observation.subarray(2 * row, 2 * row + 2);
          const target = [...rows.targets.end!.subarray(2 * row, 2 * row + 2)];
          expect(target).toEqual(over ? [TURNS.length, seat] : [Number.NaN, Number.NaN]);
          if (over) told.push(t!);
        }
      }
    }
    const times = (t: number) => told.filter((decision) => decision === t).length;
    // The last decision of a game is always told, the first one where all of the game is played in one rollout.
    expect(times(TURNS.length - 1)).toBe([60, 160, 220].reduce((sum, n) => sum + Math.floor(n / TURNS.length), 0));
    expect(times(0)).toBeGreaterThan(20);
  });

  it('shape up to the last position where a limit of time cuts the game', async () => {
    const potential = (state: State, seat: number) => 0.1 + seat + (state as TurnsState).t / 4;
    const { rollout, rows } = make(limitedTurns, 1, 8, { potential });
    await rollout.play(order({ steps: 8, shaping: 0.5 }));
    for (const [t, seat] of TURNS.entries())
      for (let k = 0; k < SEATS; k++) {
        const plain = between(t, TURNS.length, (seat + k) % SEATS) + expected(TURNS.length, seat, k);
        expect(rows.targets.value![t * SEATS + k]).toBeCloseTo(plain + 0.5 * ((TURNS.length - t) / 4), 4);
      }
  });

  it('learn only from seats of the current policy', async () => {
    const { rollout, rows } = make(pig, 8, 64);
    const mix: SeatMix = {
      bots: [{ agent: 0, share: 0.3, allSeats: 0 }],
      snapshots: 0.3,
      pool: [{ id: 7, weight: 1 }],
      teacher: 0,
    };
    const { rows: count, stats } = await rollout.play(order({ steps: 64, mix, slots: [{ id: 7, slot: 0 }] }));
    expect(stats.decisions).toBe(count);
    expect(stats.decisions).toBe(8 * 64);
    expect(stats.allDecisions).toBeGreaterThan(stats.decisions * 1.3);
    expect(Object.keys(stats.versus).sort()).toEqual(['1007', '2']);
    // The observation is always the deciding seat's own: it is the one to act.
    for (let row = 0; row < count; row++) expect(rows.observation[row * 19 + 8]).toBe(1);
    // Absent seats have nothing to learn.
    expect(rows.targets.value![2]).toBeNaN();
    expect(rows.targets.value![1]).not.toBeNaN();
  });

  it('give zero-sum returns with the right sign to the right seat', async () => {
    const { rollout, rows } = make(pig, 4, 200);
    const { rows: count } = await rollout.play(order({ steps: 200 }));
    let decided = 0;
    for (let row = 0; row < count; row++) {
      const next = rows.next[row]!;
      if (next !== -1) continue;
      const [mine, other] = [rows.targets.value![row * 4]!, rows.targets.value![row * 4 + 1]!];
      expect(mine + other).toBeCloseTo(0, 5);
      // A turn that reaches the target on this roll is the winner's last decision.
      const [me, you, turn] = [0, 1, 16].map((k) => rows.observation[row * 19 + k]!);
      if (me! + turn! > you! + 0.3) decided += Math.sign(mine);
    }
    expect(decided).toBeGreaterThan(5);
  });

  it('shape by potentials that add up to minus the first one, whatever happens between', async () => {
    const potential = (state: State, seat: number) => 0.1 + seat + (state as TurnsState).t / 4;
    const { rollout, rows } = make(turns, 1, 8, { potential });
    await rollout.play(order({ steps: 8, shaping: 0.5 }));
    for (const [t, seat] of TURNS.entries())
      for (let k = 0; k < SEATS; k++) {
        const plain = between(t, TURNS.length, (seat + k) % SEATS);
        expect(rows.targets.value![t * SEATS + k]).toBeCloseTo(plain - 0.5 * (0.1 + ((seat + k) % SEATS) + t / 4), 4);
      }
  });

  it('ask bots that choose by the position without a view', async () => {
    let asked = 0;
    const direct: ScriptedPlayer = {
      name: 'direct',
      reset() {},
      act(view) {
        expect(view.legal).toBe(1);
        return view.mask.indexOf(1);
      },
      choose(state) {
        asked++;
        const mask = new Uint8Array(pig.actions);
        expect(state.legal(mask)).toBeGreaterThan(1);
        return mask.indexOf(1);
      },
    };
    const { rollout } = make(pig, 4, 50, { makeAgent: () => direct });
    const { stats } = await rollout.play(
      order({ steps: 50, mix: { ...selfPlay, bots: [{ agent: 0, share: 0, allSeats: 0.5 }] } }),
    );
    expect(asked).toBeGreaterThan(0);
    expect(asked).toBeLessThanOrEqual(stats.allDecisions - stats.decisions);
  });

  it('label with the imitated agent, whoever plays', async () => {
    const first = { name: 'first', reset() {}, act: (view: { mask: Uint8Array }) => view.mask.indexOf(1) };
    for (const teacher of [0, 1]) {
      const { rollout, rows } = make(pig, 4, 50, { makeAgent: () => first });
      const { rows: count } = await rollout.play(order({ steps: 50, imitation, mix: { ...selfPlay, teacher } }));
      let higher = 0;
      for (let row = 0; row < count; row++) {
        expect(rows.action[row]).toBe(rows.mask.subarray(row * 3, row * 3 + 3).indexOf(1));
        if (rows.observation[row * 19 + 16]! > 0.08) higher++;
      }
      // "first" holds at once, so only a learner that plays itself ever has many points in a turn.
      if (teacher === 1) expect(higher).toBeLessThan(count / 10);
      else expect(higher).toBeGreaterThan(count / 10);
    }
  });

  it.each([
    ['', pig, {}],
    [' of a game with a limit of time', limitedTurns, {}],
    [' where an agent is imitated', pig, { imitation, teacher: 0.7 }],
  ])('go on exactly from a saved state%s', async (_, game, { teacher = 0, ...over }: { teacher?: number }) => {
    const mix: SeatMix = {
      bots: [{ agent: 0, share: 0.2, allSeats: 0 }],
      snapshots: 0.2,
      pool: [{ id: 7, weight: 1 }],
      teacher,
    };
    const told = (number: number) =>
      order({ number, steps: 41, mix, slots: [{ id: 7, slot: 0 }], lambda: 0.9, ...over });
    const one = make(game, 6, 41);
    await one.rollout.play(told(0));
    const saved: RolloutState = structuredClone(one.rollout.save());
    const after = await one.rollout.play(told(1));
    const two = make(game, 6, 41);
    await two.rollout.play(told(0));
    await two.rollout.play(told(5));
    two.rollout.load(saved);
    const again = await two.rollout.play(told(1));
    expect(again.rows).toBe(after.rows);
    const { values } = one.rows.sizes;
    // Waiting decisions have neither target nor advantage yet.
    for (const { rows } of [one, two])
      for (let row = 0; row < after.rows; row++)
        if (rows.next[row] === OPEN) {
          rows.advantage[row] = 0;
          rows.targets.value!.fill(0, row * values, (row + 1) * values);
        }
    for (const name of ['observation', 'mask', 'action', 'logProb', 'target value', 'advantage', 'next']) {
      const [wanted, got] = [one, two].map(({ rows }) => rows.arrays.get(name)!);
      const filled = (after.rows * wanted!.length) / one.rows.sizes.capacity;
      expect(got!.subarray(0, filled), name).toEqual(wanted!.subarray(0, filled));
    }
    expect(two.rollout.save()).toEqual(one.rollout.save());
  });
});

describe('features of actions', () => {
  /** Makes more of later actions. */
  class Weigher extends RandomAgent {
    actionValues(view: View, out: Float64Array) {
      for (let a = 0; a < out.length; a++) out[a] = view.mask[a] === 1 ? a / 4 : -Infinity;
    }
  }
  const told = (number: number) =>
    order({
      number,
      steps: 9,
      mix: { bots: [], snapshots: 0.2, pool: [{ id: 7, weight: 1 }], teacher: 0.5 },
      slots: [{ id: 7, slot: 0 }],
      imitation: { ...imitation, temperature: 0.5 },
    });
  const made = () =>
    make(pig, 4, 9, { observer: advisedObserver(pig, undefined, ['game']), makeAgent: () => new Weigher() });

  it('lie in the rows with what the imitated agent makes of each action, and go on exactly', async () => {
    const one = made();
    const { rows } = one;
    const { actions, features: size = 0 } = rows.sizes;
    expect(size).toBe(pig.actionFeatures!.pieces.reduce((sum, piece) => sum + piece.size, 0));
    const check = (count: number) => {
      for (let row = 0; row < count; row++) {
        const legal = [...Array(actions).keys()].filter((a) => rows.mask[row * actions + a] === 1);
        const wanted = new Float32Array(legal.length * size);
        for (const [k, a] of legal.entries())
          (pig as Game).actionFeatures!.write(undefined as unknown as State, a, wanted, k * size);
        const [from, to] = [rows.first[row]!, rows.first[row + 1]!];
        expect(rows.features.subarray(from * size, to * size)).toEqual(wanted);
        const total = legal.reduce((sum, a) => sum + Math.exp(a / 2), 0);
        for (let a = 0; a < actions; a++) {
          const share = legal.includes(a) ? Math.exp(a / 2) / total : 0;
          expect(rows.targets.policy![row * actions + a]).toBeCloseTo(share, 5);
        }
      }
    };
    check((await one.rollout.play(told(0))).rows);
    const saved: RolloutState = structuredClone(one.rollout.save());
    // What waited stands in front now.
    const after = await one.rollout.play(told(1));
    check(after.rows);
    const two = made();
    two.rollout.load(saved);
    expect((await two.rollout.play(told(1))).rows).toBe(after.rows);
    const filled = ({ first, features, targets, action, logProb }: Rows) => [
      first.subarray(0, after.rows),
      features.subarray(0, rows.first[after.rows]! * size),
      targets.policy!.subarray(0, after.rows * actions),
      action.subarray(0, after.rows),
      logProb.subarray(0, after.rows),
    ];
    expect(filled(two.rows)).toEqual(filled(rows));
    expect(two.rollout.save()).toEqual(one.rollout.save());
  });
});
