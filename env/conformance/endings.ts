/** Rewards, places, lengths and ends, and whether every seat gets its turn. */

import type { Agent } from '../agent.js';
import { createRng } from '../chance.js';
import { Env } from '../env.js';
import { defaultReturns, placeReturns } from '../returns.js';
import { TurnEnv } from '../turn-env.js';
import { UserError } from '../user-error.js';
import { RUNNING, VectorEnv } from '../vector-env.js';
import { Fault, fail, hold, notFinite } from './fault.js';
import { difference, observe, type Position, pick, Trial } from './trial.js';

const CLOSE = 1e-6;

/** Rewards are written and finite, and add up to the returns the game declares. */
export function rewards(trial: Trial): number {
  const { game } = trial;
  const byPlaces = game.scoring === 'places';
  let total = new Float64Array(0);
  let last = new Float64Array(0);
  let begun = 0;
  let count = 0;
  trial.play({
    begin({ state }) {
      begun++;
      total = new Float64Array(state.players);
      last = new Float64Array(state.players);
    },
    played({ state }) {
      last.fill(Number.NaN);
      state.rewards(last);
      for (let seat = 0; seat < last.length; seat++) {
        if (!Number.isFinite(last[seat]!))
          throw new Fault(`the reward of seat ${seat} is ${last[seat]} (or not written)`, notFinite('reward'));
        hold(
          !byPlaces || last[seat] === 0,
          () => `the game is scored by places, but seat ${seat} got a reward of ${last[seat]}`,
        );
        total[seat]! += last[seat]!;
      }
    },
    end({ state }) {
      count++;
      const places = new Uint8Array(state.players);
      state.places(places);
      if (byPlaces) placeReturns(places, state.truncated, defaultReturns, total);
      const sum = total.reduce((a, b) => a + b, 0);
      hold(
        game.utility === 'general' || Math.abs(sum) < CLOSE * Math.max(1, ...total.map(Math.abs)),
        () => `the game declares zero-sum, but the rewards of all seats add up to ${sum}`,
      );
      if (byPlaces || game.utility === 'general') return;
      for (let a = 0; a < places.length; a++)
        for (let b = 0; b < places.length; b++)
          hold(
            places[a]! >= places[b]! || total[a]! >= total[b]! - CLOSE,
            () => `seat ${a} is placed before seat ${b}, but its rewards add up to less`,
          );
    },
  });
  // Where a game does not end, an environment may wait for a seat's turn without end: `length` says that.
  if (count < begun) return count;
  sameInTurnEnv(trial);
  sameInVectorEnv(trial);
  for (let seat = 0; seat < trial.game.seats.max; seat++) sameInEnv(trial, seat);
  return count;
}

/** The environment of all seats hands out the same sums. */
function sameInTurnEnv(trial: Trial): void {
  const { game } = trial;
  trial.play({
    games: trial.variants.length,
    begin({ options, rng }) {
      const env = new TurnEnv(game, { options });
      env.start({ seed: `${trial.seed}/sums` });
      const sum = new Float64Array(env.state.players);
      const own = new Float64Array(env.state.players);
      const step = new Float64Array(env.state.players);
      const bound = game.maxDecisions(options as never);
      while (!env.over && env.decisions < bound) {
        env.play(pick(env.mask, rng.int(env.legal)));
        env.state.rewards(step);
        for (let seat = 0; seat < sum.length; seat++) {
          sum[seat]! += env.rewards[seat]!;
          own[seat]! += step[seat]!;
        }
      }
      if (env.over && game.scoring === 'places') placeReturns(env.places(), env.state.truncated, defaultReturns, own);
      const seat = sum.findIndex((value, i) => Math.abs(value - own[i]!) > CLOSE);
      hold(seat < 0, () => `seat ${seat} got ${sum[seat]} in TurnEnv, its return is ${own[seat]}`);
    },
  });
}

/** So does that of many games side by side, in each of them. */
function sameInVectorEnv(trial: Trial): void {
  const { game } = trial;
  trial.play({
    games: trial.variants.length,
    begin({ options, rng }) {
      const env = new VectorEnv({ game, options: options as never, games: 2, seed: `${trial.seed}/sums` });
      for (let i = 0; i < env.size; i++) {
        const turns = new TurnEnv(game, { options: options as never });
        turns.start({ seed: env.episodeSeed(i, 0) });
        const sum = new Float64Array(env.players);
        const own = new Float64Array(env.players);
        const mask = env.mask.subarray(i * env.actions, (i + 1) * env.actions);
        while (env.ended[i] === RUNNING) {
          const action = pick(mask, rng.int(env.legal[i]!));
          env.stepGame(i, action);
          turns.play(action);
          for (let seat = 0; seat < env.players; seat++) {
            sum[seat]! += env.rewards[i * env.players + seat]!;
            own[seat]! += turns.rewards[seat]!;
          }
        }
        hold(turns.over, () => 'a game ends in VectorEnv that goes on in TurnEnv');
        const seat = sum.findIndex((value, s) => Math.abs(value - own[s]!) > CLOSE);
        hold(seat < 0, () => `seat ${seat} got ${sum[seat]} in VectorEnv, its return is ${own[seat]}`);
      }
    },
  });
}

/** So does that of one seat, though others may act before its first decision. */
function sameInEnv(trial: Trial, seat: number): void {
  const { game } = trial;
  trial.play({
    games: trial.variants.length,
    begin({ options, state: { players }, rng }) {
      if (seat >= players) return;
      const actions: number[] = [];
      const played = (action: number) => {
        actions.push(action);
        return action;
      };
      const opponents = Array.from({ length: players - 1 }, (): Agent => {
        let own = createRng(0);
        return {
          name: 'random',
          reset: (seed) => {
            own = createRng(seed);
            actions.length = 0;
          },
          act: ({ mask, legal }) => played(pick(mask, own.int(legal))),
        };
      });
      const env = new Env(game, { options, opponents, seat });
      let start: ReturnType<Env['reset']>;
      try {
        start = env.reset({ seed: `${trial.seed}/sums` });
      } catch (error) {
        // This seat never decides: `seats` says so.
        if (error instanceof UserError) return;
        throw error;
      }
      let { mask, info } = start;
      let sum = 0;
      for (let over = false; !over; ) {
        const legal = mask.reduce((count, bit) => count + bit, 0);
        const step = env.step(played(pick(mask, rng.int(legal))));
        sum += step.reward;
        over = step.terminated || step.truncated;
        ({ mask, info } = step);
      }
      const turns = new TurnEnv(game, { options });
      turns.start({ seed: info.seed });
      let own = 0;
      for (const action of actions) {
        turns.play(action);
        own += turns.rewards[seat]!;
      }
      hold(Math.abs(sum - own) <= CLOSE, () => `seat ${seat} got ${sum} in Env, its return is ${own}`);
    },
  });
}

/**
 * Places are a ranking: 0 first, those who tie share the better one. A single seat may be behind an AI of the rules; whether
 * that AI is ahead fits the places.
 */
export function places(trial: Trial): number {
  let count = 0;
  const rivals = new Map<unknown, boolean>();
  trial.play({
    end({ state, options }) {
      count++;
      const ranks = new Uint8Array(state.players).fill(255);
      state.places(ranks);
      for (let seat = 0; seat < ranks.length; seat++) {
        const better = ranks.filter((rank) => rank < ranks[seat]!).length;
        hold(
          // A single player has its place among rivals that the rules play: those have places, but no seats.
          ranks.length === 1 ? ranks[seat] !== 255 : ranks[seat] === better,
          () => `places ${[...ranks].join(', ')} are no ranking: ${better} seats are before seat ${seat}`,
        );
      }
      if (!state.rivalAhead) return;
      const ahead = state.rivalAhead();
      hold(
        ahead === null || typeof ahead === 'boolean',
        () => `rivalAhead() is ${ahead}: true, false or null is wanted`,
      );
      hold(
        (rivals.get(options) ?? ahead !== null) === (ahead !== null),
        () => 'rivalAhead() is null in some games only',
      );
      rivals.set(options, ahead !== null);
      hold(
        ahead !== true || ranks.length > 1 || ranks[0]! > 0,
        () => 'rivalAhead() is true, but the one seat is first',
      );
    },
  });
  hold(count > 0, () => 'no game came to an end');
  return count;
}

/** Every game ends within `maxDecisions`. */
export function length(trial: Trial): { count: number; detail: string } {
  const { game } = trial;
  const endings = new Map<string, number>();
  let longest = 0;
  let share = 0;
  let count = 0;
  // Positions since another seat was to act or chance was drawn, by hash: the steps at which they came up.
  const since = new Map<number, number>();
  let turn = '';
  trial.play({
    begin({ options }) {
      const bound = game.maxDecisions(options as never);
      hold(Number.isInteger(bound) && bound > 0, () => `maxDecisions() is ${bound}: a whole number > 0 is wanted`);
    },
    visit({ state, chance: { draws }, seed, step }) {
      if (turn !== (turn = `${seed} ${state.actor} ${draws}`)) since.clear();
      const hash = state.hash();
      const before = since.get(hash);
      since.set(hash, step);
      if (before === undefined) return;
      const moves = trial.playTo(trial.indexOf(seed), step).moves.slice(before, step);
      fail(
        `seat ${state.actor} can go round for ever without an end: the position of step ${before} is back (${moves.join('; ')})`,
      );
    },
    played({ options, step, state }) {
      const bound = game.maxDecisions(options as never);
      hold(
        step < bound,
        () =>
          `decision ${step + 1} was taken, maxDecisions() is ${bound}: the bound is too small, or the game has no end that such play reaches: give the rules a cap (over and truncated)`,
      );
      if (!state.over) return;
      count++;
      endings.set(state.ending(), 1 + (endings.get(state.ending()) ?? 0));
      longest = Math.max(longest, step + 1);
      share = Math.max(share, (step + 1) / bound);
    },
  });
  const met = [...endings].map(([ending, games]) => `${ending} ${games}`).join(', ');
  const detail = `longest game ${longest} decisions, at most ${(100 * share).toFixed(0)} % of maxDecisions; endings: ${met}`;
  return { count, detail };
}

/** At the end the mask is empty and nobody acts; before it nothing says so. */
export function ends(trial: Trial): number {
  const { game } = trial;
  let count = 0;
  trial.play({
    visit({ state }) {
      hold(!state.truncated, () => 'truncated is true though the game is not over');
      hold(state.ending() === '', () => `ending() is '${state.ending()}' though the game is not over`);
    },
    end({ state, mask }) {
      count++;
      mask.fill(7);
      const legal = state.legal(mask);
      hold(legal === 0, () => `the game is over, legal() returns ${legal}`);
      hold(
        mask.every((value) => value === 0),
        () => 'the game is over, the mask is not empty',
      );
      hold(
        state.actor === -1,
        () => `the game is over, actor is ${state.actor}: where a rule ends it, nobody is asked any more (-1)`,
      );
      hold(state.prompt === -1, () => `the game is over, prompt is ${state.prompt}`);
      hold(state.ending() !== '', () => 'the game is over, ending() is empty');
      for (let seat = 0; seat < state.players; seat++)
        hold(state.text(seat) !== '' && observe(trial, state, seat).length > 0, () => 'the end is not shown');
    },
  });
  trial.play({
    games: Math.min(trial.variants.length, 4),
    begin({ options, rng }) {
      const env = new TurnEnv(game, { options });
      env.start({ seed: `${trial.seed}/end` });
      const bound = game.maxDecisions(options as never);
      while (!env.over && env.decisions < bound) env.play(pick(env.mask, rng.int(env.legal)));
      if (!env.over) return;
      let refused = false;
      try {
        env.play(0);
      } catch {
        refused = true;
      }
      hold(refused, () => 'a finished game can be stepped in TurnEnv');
    },
  });
  return count;
}

/** Games that a seat may stay away from before it counts as one that is never asked. */
const ENOUGH = 24;

/** Every seat comes to act, and every seat sees the game from its own side. */
export function seats(trial: Trial): number | string {
  const { game } = trial;
  let looked = 0;
  let apart = 0;
  const acted = whoActs(trial, ({ state, step }) => {
    if (step % 8 !== 0 || state.players < 2) return;
    looked++;
    if (difference(observe(trial, state, 0), observe(trial, state, 1)) >= 0) apart++;
  });
  const { count, seen } = acted;
  if (seen.size === 0)
    fail(
      'nobody was ever asked: every game was over before its first decision, so there is nothing to play or to learn',
    );
  if (game.seats.max === 1) return 'the game has one seat';
  for (const [players, few] of seen) {
    if (few.seats.size === players) continue;
    // Short games may end before somebody's turn: some more of them.
    const more = new Trial(game, few.options, ENOUGH, `${trial.seed}/seats`, trial.states, trial.bots);
    const all = whoActs(more).seen.get(players)?.seats;
    for (let seat = 0; seat < players; seat++)
      if (!few.seats.has(seat) && !all?.has(seat)) fail(`seat ${seat} of ${players} never came to act`);
  }
  hold(looked === 0 || apart > 0, () => 'all seats always see the same: the observation has no "me"');
  return count;
}

/** The seats that came to act, by the number of players, and the options of those games. */
function whoActs(trial: Trial, look?: (position: Position) => void) {
  const seen = new Map<number, { seats: Set<number>; options: unknown[] }>();
  const count = trial.play({
    visit(position) {
      const { state, options } = position;
      const { players } = state;
      let game = seen.get(players);
      if (!game) seen.set(players, (game = { seats: new Set(), options: [] }));
      game.seats.add(state.actor);
      if (!game.options.includes(options)) game.options.push(options);
      look?.(position);
    },
  });
  return { count, seen };
}
