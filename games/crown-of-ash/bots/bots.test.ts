import { describe, expect, it } from 'vitest';
import { actionsOf, OtherView, playGame } from '../../../agents/bots/testing/play.js';
import { RandomAgent } from '../../../agents/random.js';
import type { State } from '../../../env/game.js';
import { game } from '../game.js';
import { evaluate } from '../index.js';
import { bots } from './index.js';

const names = Object.keys(bots);
const create = (name: string) => bots[name]!.create();

const four = (name: string) => [0, 1, 2, 3].map(() => create(name));
/** Share of first places of a seat. */
function firsts(state: State, seat: number): number {
  const places = new Uint8Array(state.players);
  state.places(places);
  // A single player is second when the AI has won.
  return places[seat] === 0 ? 1 / places.filter((place) => place === 0).length : 0;
}

describe.each(names)('scripted:%s', (name) => {
  it('acts the same whatever it cannot see', () => {
    const view = new OtherView(game);
    const other = create(name);
    let compared = 0;
    for (const options of [{}, { players: 2, ai: 'hard' }] as const)
      playGame(game, four(name), 'c', options, (state, action) => {
        compared++;
        expect(other.act(view.show(state))).toBe(action);
      });
    expect(compared).toBeGreaterThan(200);
  });

  it('beats random players', () => {
    let won = 0;
    for (let i = 0; i < 8; i++) {
      const agents = [0, 1, 2, 3].map((s) => (s === i % 4 ? create(name) : new RandomAgent()));
      won += firsts(playGame(game, agents, `d/${i}`), i % 4);
    }
    expect(won).toBeGreaterThanOrEqual(7);
  });

  it('beats the easy AI more often than not', () => {
    let won = 0;
    for (let i = 0; i < 30; i++) won += firsts(playGame(game, [create(name)], `e/${i}`, { players: 1, ai: 'easy' }), 0);
    expect(won).toBeGreaterThan(15);
  });
});

describe('the bots', () => {
  it('are at least three, the strongest first, each with a plan', () => {
    expect(names.length).toBeGreaterThanOrEqual(3);
    expect(names[0]).toBe('tuned');
    for (const bot of Object.values(bots)) expect(bot.plan.length).toBeGreaterThan(20);
  });

  it('play differently', () => {
    expect(new Set(names.map((name) => actionsOf(game, four(name), 'f').join())).size).toBe(names.length);
  });

  it('the strongest written by hand beats the hard AI', () => {
    let won = 0;
    for (let i = 0; i < 60; i++)
      won += firsts(playGame(game, [create('regent')], `g/${i}`, { players: 1, ai: 'hard' }), 0);
    expect(won).toBeGreaterThan(36);
  });
});

describe('the evaluation', () => {
  it('is a return, zero in sum, and knows who is about to win', () => {
    let right = 0;
    const games = 12;
    for (let i = 0; i < games; i++) {
      let last = new Float64Array(4);
      const end = playGame(game, four('regent'), `h/${i}`, {}, (state) => {
        last = new Float64Array(4);
        evaluate(state, last);
        expect(Math.abs(last.reduce((a, b) => a + b))).toBeLessThan(1e-9);
        for (const value of last) expect(Math.abs(value)).toBeLessThanOrEqual(1);
      });
      right += firsts(end, last.indexOf(Math.max(...last)));
    }
    expect(right).toBeGreaterThanOrEqual(games / 2);
  });
});
