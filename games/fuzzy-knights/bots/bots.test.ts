import { describe, expect, it } from 'vitest';
import { actionsOf, playGame } from '../../../agents/bots/testing/play.js';
import { RandomAgent } from '../../../agents/random.js';
import type { Agent } from '../../../env/agent.js';
import { SeededChance } from '../../../env/chance.js';
import type { State } from '../../../env/game.js';
import { LiveView } from '../../../env/view.js';
import { type FuzzyState, game } from '../game.js';
import { evaluate } from '../index.js';
import type { Position } from '../state.js';
import { worth } from './evaluate.js';
import { bots } from './index.js';
import { planner } from './planner.js';
import { plans } from './plans.js';

const names = Object.keys(bots);
const create = (name: string) => bots[name]!.create();

const play = (agents: Agent[], seed: string, look?: (state: FuzzyState, action: number) => void) =>
  playGame(game, agents, seed, { players: agents.length }, look);
const table = (name: string, seats: number) => Array.from({ length: seats }, () => create(name));
const winner = (state: State): number => {
  const places = new Uint8Array(state.players);
  state.places(places);
  return places.indexOf(0);
};

describe.each(names)('scripted:%s', (name) => {
  it('answers legally and ends games against itself, at every number of seats', () => {
    for (const seats of [2, 3, 4]) expect(play(table(name, seats), `a${seats}`).truncated).toBe(false);
  });

  it('acts the same on any copy, whatever was played before', () => {
    const view = new LiveView(game);
    const other = create(name);
    let compared = 0;
    play(table(name, 3), 'b', (state, action) => {
      compared++;
      expect(other.act(view.show(state))).toBe(action);
    });
    expect(compared).toBeGreaterThan(50);
  });

  it('beats random players', () => {
    let won = 0;
    for (let seat = 0; seat < 4; seat++) {
      const agents = [0, 1, 2, 3].map((s) => (s === seat ? create(name) : new RandomAgent()));
      const end = play(agents, `c/${seat}`);
      if (!end.truncated && winner(end) === seat) won++;
    }
    expect(won).toBe(4);
  });
});

describe('the bots', () => {
  it('are five, the strongest first, each with a plan', () => {
    expect(names).toEqual(['tuned', 'marshal', 'captain', 'raider', 'mayor']);
    for (const bot of Object.values(bots)) expect(bot.plan.length).toBeGreaterThan(20);
  });

  it('play differently', () => {
    const games = names.map((name) => actionsOf(game, table(name, 3), 'd', { players: 3 }).join());
    expect(new Set(games).size).toBe(names.length);
  });

  it('the strongest written by hand wins well over its share against three of the balanced one', () => {
    let won = 0;
    const games = 60;
    const { marshal, captain } = plans;
    const [strong, balanced] = [planner(marshal!.weights), planner(captain!.weights)];
    for (let i = 0; i < games; i++) {
      const chance = new SeededChance(`e/${i >> 2}`, game.streams);
      const state = game.newState(game.options.parse({}), chance);
      while (!state.over) state.apply((state.actor === (i & 3) ? strong : balanced).choose(state), chance);
      if (!state.truncated && winner(state) === (i & 3)) won++;
    }
    expect(won).toBeGreaterThan(games * 0.35);
  });
});

describe('the evaluation', () => {
  it('stays within -1 and 1, ranks those out last, and often knows the winner late in the game', () => {
    let right = 0;
    const games = 12;
    for (let i = 0; i < games; i++) {
      const seen: { out: Float64Array; state: FuzzyState }[] = [];
      const end = play(table('captain', 3), `f/${i}`, (state) => {
        const out = new Float64Array(3);
        evaluate(state, out);
        for (let seat = 0; seat < 3; seat++) {
          expect(Math.abs(out[seat]!)).toBeLessThanOrEqual(1);
          for (let other = 0; other < 3; other++)
            if (state.out[seat] === 1 && state.out[other] === 0) expect(out[seat]).toBeLessThan(out[other]!);
        }
        seen.push({ out, state });
      });
      const late = seen[Math.floor(seen.length * 0.8)]!.out;
      if (late.indexOf(Math.max(...late)) === winner(end)) right++;
    }
    expect(right).toBeGreaterThanOrEqual(games / 2);
  });

  it('counts what a seat owns, nothing once it is out', () => {
    const end = play(table('captain', 2), 'g') as unknown as Position;
    const lost = 1 - winner(end as unknown as State);
    expect(worth(end, lost)).toBe(0);
    expect(worth(end, 1 - lost)).toBeGreaterThan(20);
  });
});
