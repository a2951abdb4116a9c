import { afterEach, describe, expect, it, vi } from 'vitest';
import { bots, game as pig } from '../../docs/examples/pig.js';
import type { Agent, View } from '../../env/agent.js';
import { createRng, type SeededChance } from '../../env/chance.js';
import type { Game, State } from '../../env/game.js';
import type { Evaluate } from '../../env/judges.js';
import { LiveView } from '../../env/view.js';
import { game as cartpole } from '../../games/cartpole/game.js';
import { game as ticTacToe } from '../../games/tic-tac-toe/game.js';
import { RandomAgent } from '../random.js';
import { LookaheadAgent, type LookaheadSettings, lookaheadDefaults, lookaheadJudge } from './lookahead.js';
import { play } from './testing/play.js';

afterEach(() => vi.restoreAllMocks());

/** Always the first legal action; with `last`, the last one. */
const fixed = (last = false): Agent => ({
  name: 'fixed',
  reset() {},
  act: ({ mask }: View) => (last ? mask.lastIndexOf(1) : mask.indexOf(1)),
});

const lookahead = (settings: Partial<LookaheadSettings> & Pick<LookaheadSettings, 'evaluate'>) =>
  new LookaheadAgent('lookahead', { ...lookaheadDefaults, usual: fixed(), rollout: fixed(), ...settings });

const none = { draw: () => 0 } as unknown as Parameters<State['apply']>[1];

/** Exact value of a tic-tac-toe position for the seat to act. */
const known = new Map<number, number>();
function exact(state: State): number {
  const key = state.hash();
  const found = known.get(key);
  if (found !== undefined) return found;
  const mask = new Uint8Array(ticTacToe.actions);
  state.legal(mask);
  let best = -1;
  for (let a = 0; a < mask.length; a++) {
    if (!mask[a]) continue;
    const next = state.clone();
    next.apply(a, none);
    const places = new Uint8Array(2);
    if (next.over) next.places(places);
    const value = next.over ? Math.sign(places[1 - state.actor]! - places[state.actor]!) : -exact(next);
    best = Math.max(best, value);
  }
  known.set(key, best);
  return best;
}
const perfect: Evaluate = (state, out) => {
  out[state.actor] = exact(state);
  out[1 - state.actor] = -exact(state);
};

describe('lookahead', () => {
  it('never loses at tic-tac-toe when the judge is exact, however bad the usual player', () => {
    const random = new RandomAgent();
    const agent = lookahead({ samples: 4, rounds: 0, margin: 0.5, evaluate: perfect });
    let won = 0;
    for (let i = 0; i < 40; i++) {
      const seat = i % 2;
      const { places } = play(ticTacToe, seat === 0 ? [agent, random] : [random, agent], `deal ${i}`);
      expect(places[seat]).toBe(0);
      if (places[1 - seat] === 1) won++;
    }
    // Its usual player, the first free square, wins about half.
    expect(won).toBeGreaterThan(30);
  });

  it('keeps to the usual player where nothing is better by the margin', () => {
    const blind: Evaluate = (_state, out) => out.fill(0);
    for (const settings of [
      { evaluate: blind, margin: 2 },
      { evaluate: perfect, margin: 2 },
    ]) {
      const agent = lookahead({ ...settings, samples: 4, usual: fixed(true) });
      const watch = (who: Agent, action: number, view: View) => {
        if (who === agent) expect(action).toBe(view.mask.lastIndexOf(1));
      };
      for (let i = 0; i < 5; i++) play(ticTacToe, [agent, new RandomAgent()], `deal ${i}`, watch);
    }
  });

  it('departs the less the larger the margin', () => {
    // What Big Pig is about: points banked so far.
    const points: Evaluate = (state, out) => {
      const view = JSON.parse(JSON.stringify(state.view!(0))) as { scores: number[] };
      const total = view.scores.reduce((sum, score) => sum + score, 0);
      view.scores.forEach((score, i) => {
        out[i] = (2 * score - total) / 100;
      });
    };
    const usual = () => bots.cautious!();
    const departures = (margin: number) => {
      const agent = lookahead({ samples: 32, margin, usual: usual(), rollout: usual(), evaluate: points });
      const same = usual();
      let count = 0;
      const watch = (who: Agent, action: number, view: View) => {
        if (who === agent && action !== same.act(view)) count++;
      };
      for (let i = 0; i < 10; i++) play(pig, [agent, usual()], `game ${i}`, watch);
      return count;
    };
    const counts = [0.005, 0.02, 3].map(departures);
    expect(counts[0]).toBeGreaterThan(counts[1]!);
    expect(counts[1]).toBeGreaterThan(counts[2]!);
    expect(counts[2]).toBe(0);
  });

  it('acts the same for the same seed', () => {
    const actions = (seed: string) => {
      const seen: number[] = [];
      const agent = lookahead({ samples: 8, margin: 0, evaluate: (_s, out) => out.fill(0), usual: new RandomAgent() });
      play(pig, [agent, new RandomAgent()], seed, (who, action) => who === agent && seen.push(action));
      return seen;
    };
    expect(actions('a')).toEqual(actions('a'));
    expect(actions('a')).not.toEqual(actions('b'));
  });

  it('looks ahead where rewards come along the way and nobody else plays', () => {
    const observation = new Float32Array(4);
    const upright: Evaluate = (state, out) => {
      state.observe(0, observation, 0);
      out[0] = 10 - Math.abs(observation[2]! + 0.5 * observation[3]!);
    };
    const length = (agent: Agent) => play(cartpole, [agent], 'pole').decisions;
    expect(length(fixed())).toBeLessThan(12);
    expect(length(lookahead({ samples: 4, margin: 0, evaluate: upright }))).toBeGreaterThan(60);
  });

  it('believes what comes of an action rather than what it promises', () => {
    // Against the first free square; the judge is exact where the seat is to act again, and sees ghosts where it just has.
    let salt = '';
    const ghosts: Evaluate = (state, out) => {
      const ghost = createRng(`${salt}/${state.hash()}`).uniform() * 2 - 1;
      out[0] = state.actor === 0 ? exact(state) : ghost;
      out[1] = -out[0];
    };
    const lost = (rounds: number) => {
      let count = 0;
      for (let i = 0; i < 30; i++) {
        salt = `ghosts ${i}`;
        const agent = lookahead({ samples: 4, rounds, margin: 0.05, usual: fixed(true), evaluate: ghosts });
        if (play(ticTacToe, [agent, fixed()], `deal ${i}`).places[0] === 1) count++;
      }
      return count;
    };
    expect(lost(2)).toBe(0);
    expect(lost(0)).toBeGreaterThan(3);
  });

  it('finds what pays only later', () => {
    // Exact where the seat is to act again; right after its own move everything looks the same.
    const late: Evaluate = (state, out) => {
      out[1] = state.actor === 1 ? exact(state) : 0;
      out[0] = -out[1];
    };
    const places = (agent: Agent) => play(ticTacToe, [fixed(), agent], 'late').places;
    const ahead = (rounds: number) =>
      lookahead({ samples: 4, rounds, margin: 0.05, usual: fixed(true), evaluate: late });
    expect(places(fixed(true))).toEqual([0, 1]);
    expect(places(ahead(0))).toEqual([0, 1]);
    expect(places(ahead(2))).not.toEqual([0, 1]);
  });

  /** Departs whenever it can; counts what it asks. */
  const counting = (settings: Partial<LookaheadSettings>) => {
    const count = { asked: 0 };
    const evaluate: Evaluate = (state, out) => {
      count.asked++;
      out.fill(0);
      out[1 - state.actor] = createRng(state.hash()).uniform();
    };
    const agent = lookahead({ samples: undefined, rounds: 0, margin: 0, evaluate, ...settings });
    const view = new LiveView(ticTacToe).show(ticTacToe.newState(ticTacToe.options.parse({}), none as SeededChance));
    agent.reset(1);
    return { count, act: () => agent.act(view) };
  };

  it('keeps to its number of simulations, however few', () => {
    for (const simulations of [2, 5, 17, 30, 100, 1000]) {
      const { act, count } = counting({ simulations });
      for (let i = 0; i < 20; i++) {
        count.asked = 0;
        act();
        // Each simulation that is not over is judged once; none is over after two marks.
        expect(count.asked).toBeLessThanOrEqual(simulations);
        if (simulations >= 100) expect(count.asked).toBeGreaterThan(simulations * 0.9);
      }
    }
  });

  it('keeps to its time', () => {
    // A clock that moves on by a tenth of a millisecond whenever it is read.
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now++ / 10);
    const { act, count } = counting({ milliseconds: 30 });
    act();
    expect(count.asked).toBeGreaterThan(100);
    expect(now).toBeLessThan(330);
  });

  it('plays on to the end where nobody can judge', () => {
    const agent = lookahead({ samples: 4, margin: 0, evaluate: undefined });
    let won = 0;
    for (let i = 0; i < 20; i++) {
      const { places } = play(ticTacToe, [agent, fixed()], `deal ${i}`);
      if (places[1] === 1) won++;
    }
    expect(won).toBe(20);
  });

  it('judges by the mean of two, by their shares', () => {
    const head: Evaluate = (state, out) => out.forEach((_, seat) => (out[seat] = seat === state.actor ? 0.5 : -0.5));
    const advisor = (evaluate?: Evaluate) => ({ spec: 'scripted:fixed', create: fixed, evaluate });
    const other = advisor((state, out) => out.forEach((_, seat) => (out[seat] = seat === state.actor ? -0.1 : 0.1)));
    const state = ticTacToe.newState(ticTacToe.options.parse({}), none as SeededChance);
    const judged = (share: number) => {
      const out = new Float64Array(2);
      lookaheadJudge(head, other, share)(state, out);
      return [...out];
    };
    expect(judged(0)).toEqual([0.5, -0.5]);
    expect(judged(1)).toEqual([expect.closeTo(-0.1, 12), expect.closeTo(0.1, 12)]);
    expect(judged(0.25)).toEqual([expect.closeTo(0.35, 12), expect.closeTo(-0.35, 12)]);
    // Without a share nobody asks for one.
    expect(lookaheadJudge(head, undefined, 0)).toBe(head);
    expect(() => lookaheadJudge(head, undefined, 0.5)).toThrow(/without an advisor this policy has no evaluation/);
    expect(() => lookaheadJudge(head, advisor(), 0.5)).toThrow(/its advisor scripted:fixed has no evaluation/);
  });

  it('does not first do what makes no difference', () => {
    // Action 0 changes nothing, 1 and 2 end the turn, 1 well: after 0 who plays on ends it well too.
    const turn = () => {
      let worth = 0;
      const state = {
        players: 2,
        round: 0,
        actor: 0,
        prompt: 0,
        over: false,
        legal: (mask: Uint8Array) => mask.fill(1).length,
        apply(action: number) {
          if (action === 0) return;
          worth = action === 1 ? 1 : 0;
          state.actor = 1;
        },
        worth: () => worth,
      };
      return state;
    };
    const game = { actions: 3, streams: [], prompts: ['turn'], scoring: 'places', observation: [] } as unknown as Game;
    const always = (action: number): Agent => ({ name: 'always', reset() {}, act: () => action });
    const view = { game, players: 2, seat: 0, legal: 3, mask: Uint8Array.of(1, 1, 1), sample: turn };
    const evaluate: Evaluate = (state, out) => {
      out[0] = (state as unknown as ReturnType<typeof turn>).worth();
    };
    const choice = (usual: number) =>
      lookahead({ samples: 8, rounds: 0, usual: always(usual), rollout: always(1), evaluate }).act(
        view as unknown as View,
      );
    expect(choice(2)).toBe(1);
    // What is usual needs no reason.
    expect(choice(1)).toBe(1);
    expect(choice(0)).toBe(0);
  });

  it('refuses too few samples, and fewer rounds than none', () => {
    expect(() => lookahead({ samples: 3, evaluate: perfect })).toThrow(/at least 4/);
    expect(() => lookahead({ rounds: -1, evaluate: perfect })).toThrow(/at least 0/);
    expect(() => lookahead({ samples: undefined, evaluate: perfect })).toThrow(/of simulations or of milliseconds/);
  });
});
