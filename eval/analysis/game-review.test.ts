/** A whole game judged: every move, none that is good called a mistake, the same by the same seed. */
import { describe, expect, it } from 'vitest';
import { RandomAgent } from '../../agents/random.js';
import { type Chance, SeededChance } from '../../env/chance.js';
import type { Game, State } from '../../env/game.js';
import { loadGame } from '../../env/load-game.js';
import type { Analysts } from './analysts.js';
import { GameReview, type PlayedGame } from './game-review.js';
import { loadAnalysts } from './load-analysts.js';
import { accuracyOf, momentsOf, turnsOf } from './moments.js';
import { sure } from './position.js';

async function played(name: string, actions: (state: State, made: number) => number, most: number) {
  const pack = await loadGame(name);
  const { game } = pack;
  const options = game.options.parse({});
  const chance = new SeededChance('7', game.streams);
  const state = game.newState(options, chance);
  const none = () => Array.from({ length: state.players }, () => 0);
  const all: { positions: State[]; gained: number[][]; moves: { seat: number; action: number }[] } = {
    ...{ positions: [state.clone()], gained: [none()], moves: [] },
  };
  while (!state.over && all.moves.length < most) {
    const action = actions(state, all.moves.length);
    all.moves.push({ seat: state.actor, action });
    state.apply(action, chance);
    all.positions.push(state.clone());
    all.gained.push(none());
  }
  const game1: PlayedGame = all;
  // Small, and yet as in a game that nobody has solved.
  const fast = await loadAnalysts({ rollout: 'random', thinker: 'random' }, { ...pack, options }, state.players);
  const analysts = { ...fast, exact: () => null };
  return { game: game1, review: (settings = {}) => new GameReview(game, game1, analysts, settings) };
}

describe('a review', () => {
  it('judges every move with a choice, comes in slices, and is the same by the same seed', async () => {
    const mask = new Uint8Array(9);
    const { game, review } = await played(
      'tic-tac-toe',
      (state) => {
        state.legal(mask.fill(0));
        return mask.indexOf(1);
      },
      20,
    );
    const choices = game.positions.filter((state) => !state.over && state.legal(mask.fill(0)) > 1).length;
    const [whole, sliced, other] = [review(), review(), review({ seed: '8' })];
    whole.work(() => true);
    let slices = 0;
    while (!sliced.finished) {
      let left = 200;
      sliced.work(() => left-- > 0);
      slices++;
    }
    other.work(() => true);
    const told = (one: GameReview) =>
      JSON.stringify(one.judged().map(({ at, behind, mistake, regret }) => [at, behind, mistake, regret]));
    expect(slices).toBeGreaterThan(10);
    expect(whole.judged()).toHaveLength(choices);
    expect(whole.progress).toBe(1);
    expect(told(sliced)).toBe(told(whole));
    expect(told(other)).not.toBe(told(whole));
    // A mistake is one at its own stated interval too.
    for (const { mistake, behind } of whole.judged()) if (mistake) expect(behind!.low).toBeGreaterThan(0);
  });

  it('cuts play-outs where the game says so, and to the end where it is told to', async () => {
    const pack = await loadGame('doomspire');
    const seats = 4;
    const usual = await loadAnalysts({ thinker: 'random' }, pack, seats);
    expect(usual.cut).toMatchObject({ rounds: 2, error: 0.05 });
    expect((await loadAnalysts({ thinker: 'random', rounds: Infinity }, pack, seats)).cut).toBeNull();
    const islebound = await loadGame('islebound');
    expect((await loadAnalysts({}, islebound, 4)).cut).toBeNull();
    await expect(loadAnalysts({ rounds: 2 }, islebound, 4)).rejects.toThrow('islebound has no evaluation');
  });
});

describe('moments', () => {
  const turns = turnsOf([
    { seat: 0, round: 1 },
    { seat: 0, round: 1 },
    { seat: 1, round: 1 },
    { seat: 1, round: 2 },
  ]);

  it('are turns over which chances moved for sure, the largest first', () => {
    expect(turns).toEqual([
      { from: 0, to: 2, seat: 0, round: 1 },
      { from: 2, to: 3, seat: 1, round: 1 },
      { from: 3, to: 4, seat: 1, round: 2 },
    ]);
    const unsure = { mean: 0.9, low: 0.3, high: 1 };
    const points = [
      { at: 0, chances: [sure(0.5), sure(0.5)] },
      { at: 2, chances: [sure(0.4), sure(0.6)] },
      { at: 3, chances: [sure(0.7), sure(0.3)] },
      { at: 4, chances: [unsure, { mean: 0.1, low: 0, high: 0.7 }] },
    ];
    expect(momentsOf(turns, points, 5).map(({ from, whose }) => [from, whose])).toEqual([
      [2, 1],
      [0, 0],
    ]);
    expect(momentsOf(turns, points.slice(1), 5)).toHaveLength(1);
  });

  it('count good moves and what was lost', () => {
    const judged = [
      { seat: 0, mistake: false, regret: 0 },
      { seat: 0, mistake: true, regret: 0.2 },
      { seat: 0, mistake: false, regret: 0.01 },
    ];
    const [own, other] = accuracyOf(judged, 2, 0.02, 1);
    expect(own).toMatchObject({ seat: 0, judged: 3, good: 2, mistakes: 1 });
    expect(own!.loss!.mean).toBeCloseTo(0.07);
    // Of so few moves no interval is told.
    expect(own!.loss).toMatchObject({ low: Number.NaN, high: Number.NaN });
    const of = (...regrets: number[]) =>
      accuracyOf(
        regrets.map((regret) => ({ seat: 0, mistake: true, regret })),
        1,
        0.02,
        1,
      )[0]!.loss!;
    // Student's interval would begin below nothing lost, and end above all that there is.
    expect(of(0, 0, 0, 0, 0.2).low).toBe(0);
    expect(of(1, 1, 1, 1, 0.2).high).toBe(1);
    expect(other).toEqual({ seat: 1, judged: 0, good: 0, mistakes: 0, loss: null });
  });
});

/** Ten decisions between three actions that change nothing but the luck, then somebody wins. */
class Lottery {
  made = 0;
  winner = -1;
  /** By seat, the sum of its actions, which is worth nothing. */
  sums = [0, 0];
  readonly players = 2;
  readonly prompt = 0;
  readonly truncated = false;
  get round() {
    return this.made;
  }
  get actor() {
    return this.made % 2;
  }
  get over() {
    return this.winner >= 0;
  }
  legal(mask: Uint8Array) {
    mask.fill(1);
    return 3;
  }
  apply(action: number, chance: Chance) {
    for (let i = 0; i < action; i++) chance.draw(0, 2);
    this.sums[this.actor]! += action;
    this.made++;
    if (this.made === 10) this.winner = chance.draw(0, 2);
  }
  places(out: Uint8Array) {
    out[this.winner] = 0;
    out[1 - this.winner] = 1;
  }
  observe() {}
  resample() {}
  copyFrom(other: Lottery) {
    this.made = other.made;
    this.winner = other.winner;
    this.sums = [...other.sums];
  }
  clone() {
    const copy = new Lottery();
    copy.copyFrom(this);
    return copy;
  }
}

const lottery = {
  ...{ id: 'lottery', version: '1', actions: 3, prompts: ['luck'], streams: ['luck'], observation: [] },
  ...{ scoring: 'places', utility: 'zero-sum', information: 'perfect', players: () => 2 },
} as unknown as Game;

/** A game of it in which always the same is done, and its review. */
function reviewed(n: number, action: number, cut: Analysts['cut']): GameReview {
  const state = new Lottery();
  const chance = new SeededChance(`lottery ${n}`, ['luck']);
  const positions = [state.clone()];
  const moves = [];
  while (!state.over) {
    moves.push({ seat: state.actor, action });
    state.apply(action, chance);
    positions.push(state.clone());
  }
  const gained = positions.map(() => [0, 0]);
  const analysts: Analysts = {
    ...{ agents: [new RandomAgent(), new RandomAgent()], thinker: 'nobody', exact: () => null, cut },
    opinion: (_, out) => void out.fill(1 / 3),
  };
  const played = { positions: positions as unknown as State[], gained, moves };
  const review = new GameReview(lottery, played, analysts, { seed: String(n) });
  review.work(() => true);
  return review;
}

it('calls a move of a game of luck a mistake in at most one of twenty games, however long it looks at what is unclear', () => {
  const games = 200;
  let marked = 0;
  let longest = 0;
  for (let n = 0; n < games; n++) {
    const judged = reviewed(n, n % 3, null).judged();
    expect(judged).toHaveLength(10);
    if (judged.some(({ mistake }) => mistake)) marked++;
    longest = Math.max(longest, ...judged.map(({ spot }) => spot.found.race.count(n % 3)));
  }
  // Some were looked at for long, and yet: 5 % of 200 games and two standard errors.
  expect(longest).toBeGreaterThan(64);
  expect(marked / games).toBeLessThan(0.081);
});

it('does not believe an evaluation that is wrong: what it calls a mistake is tried to the end of the game', () => {
  const cut: Analysts['cut'] = {
    ...{ rounds: 2, error: 0.02 },
    evaluate: (state, out) => {
      const [first, second] = (state as unknown as Lottery).sums as [number, number];
      out[0] = (first - second) / 20;
      out[1] = -out[0];
    },
  };
  const games = 12;
  let marked = 0;
  let suspected = 0;
  for (let n = 0; n < games; n++) {
    const judged = reviewed(n, 0, cut).judged();
    suspected += judged.filter(({ behind }) => behind && behind.p < 0.05).length;
    if (judged.some(({ mistake }) => mistake)) marked++;
  }
  // It takes nearly all moves for mistakes, and they are none.
  expect(suspected).toBeGreaterThan(5 * games);
  // 5 % of 12 games and two standard errors, about.
  expect(marked).toBeLessThanOrEqual(2);
});
