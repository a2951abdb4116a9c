/** A hint knows what its seat knows, and nothing else. */
import { describe, expect, it } from 'vitest';
import { RandomAgent } from '../../agents/random.js';
import { createRng, SeededChance } from '../../env/chance.js';
import type { State } from '../../env/game.js';
import { loadGame } from '../../env/load-game.js';
import { LiveView } from '../../env/view.js';
import { Hint } from './hint.js';
import { Players } from './players.js';
import { analysedGame } from './testing/analysed-game.js';
import { handlersOf } from './worker.js';

const setting = { options: {}, seed: null, trained: null, rollout: null, levels: [], unseated: [], opponent: null };

/** Goes on for so many decisions. */
const steps = (count: number) => () => --count > 0;

async function hints(name: string) {
  const { game, options, analysts } = await analysedGame(name);
  const hint = (state: State) => new Hint(game, state, analysts);
  /** The position after so many random moves, at a real choice. */
  const reached = (moves: number, seed: string): State => {
    const chance = new SeededChance(seed, game.streams);
    const state = game.newState(options, chance);
    const agent = new RandomAgent();
    agent.reset(seed);
    const view = new LiveView(game);
    for (let made = 0; !state.over; made++) {
      view.show(state);
      if (made >= moves && view.legal > 1) break;
      state.apply(agent.act(view), chance);
    }
    return state;
  };
  return { game, hint, reached };
}

describe('a hint', () => {
  it.each([
    ['leduc', 1],
    ['kuhn', 0],
    ['doomspire', 60],
    ['crown-of-ash', 20],
    ['islebound', 20],
  ])('is the same whatever lies hidden: %s', async (name, moves) => {
    const { hint, reached } = await hints(name);
    let different = 0;
    for (const seed of ['1', '2', '3']) {
      const state = reached(moves, seed);
      if (state.over) continue;
      const told = JSON.stringify(hint(state).look(steps(400)));
      const other = state.clone();
      const rng = createRng(`other ${seed}`);
      for (let tries = 0; tries < 20 && other.hash() === state.hash(); tries++) other.resample(state.actor, rng);
      if (other.hash() !== state.hash()) different++;
      expect(JSON.stringify(hint(other).look(steps(400)))).toBe(told);
    }
    // Else it was not tried.
    expect(different).toBeGreaterThan(0);
  });

  it('names what wins, by how much, and that it is certain', async () => {
    const { game, hint } = await hints('tic-tac-toe');
    const chance = new SeededChance('1', game.streams);
    const state = game.newState({}, chance);
    // O must stop X in the upper row.
    for (const action of [0, 4, 1]) state.apply(action, chance);
    const report = hint(state).look(steps(1));
    expect(report).toMatchObject({ exact: true, finished: true, earns: false, best: { text: 'c3' } });
    expect(report.best!.result!.mean).toBe(0.5);
    expect(report.best!.things.length).toBeGreaterThan(0);
    expect(report.next!.lead).toEqual({ mean: 0.5, low: 0.5, high: 0.5 });
  });

  it('gets surer, with an interval, and ends', async () => {
    const { hint, reached } = await hints('islebound');
    const asked = hint(reached(60, '4'));
    const early = asked.look(steps(1500));
    const late = asked.look(() => true);
    expect(late.finished).toBe(true);
    expect(late.playOuts).toBeGreaterThan(early.playOuts);
    const { mean, low, high } = late.best!.result!;
    expect(low).toBeLessThanOrEqual(mean);
    expect(high).toBeGreaterThanOrEqual(mean);
    expect(high - low).toBeLessThan(0.25);
  });

  it('is for the person whose turn it is', async () => {
    const { game, bots = {} } = await loadGame('leduc');
    const makers = Object.fromEntries(
      Object.entries(bots).map(([bot, made]) => [bot, { create: typeof made === 'function' ? made : made.create }]),
    );
    const handlers = handlersOf(game, new Players(game, makers), setting);
    const { begin, hint, take, choose } = handlers;
    const refused = 'a hint is for the person whose turn it is';
    const shown = await begin({ options: {}, seed: '1', seats: ['person', 'person'] });
    // Nobody has the device yet.
    expect(shown.passing).toBe(true);
    await expect(hint(1)).rejects.toThrow(refused);
    await take(null);
    const first = await hint(1);
    expect(first.best).not.toBeNull();
    await choose({ action: first.best!.action, moves: 0 });
    await expect(hint(1)).rejects.toThrow(refused);
    await begin({ options: {}, seed: '1', seats: ['random', 'random'] });
    await expect(hint(1)).rejects.toThrow(refused);
  });
});
