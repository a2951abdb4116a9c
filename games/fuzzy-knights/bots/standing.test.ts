import { describe, expect, it } from 'vitest';
import { SeededChance } from '../../../env/chance.js';
import { LiveView } from '../../../env/view.js';
import { game } from '../game.js';
import { NOWHERE, type Position } from '../state.js';
import { power } from '../strength.js';
import { worth } from './evaluate.js';
import { bots } from './index.js';
import { STANDING, standingNames, writeStanding } from './standing.js';

const at = (seat: number, name: (typeof standingNames)[number]) => seat * STANDING + standingNames.indexOf(name);

describe('what the bots of Fuzzy Knights read', () => {
  it('is what is on the board, the seat asked for first, all through a game', () => {
    const chance = new SeededChance('standing', game.streams);
    const state = game.newState(game.options.parse({ players: 3 }), chance);
    const s = state as unknown as Position;
    const seated = [0, 1, 2].map(() => bots.marshal!.create());
    const view = new LiveView(game);
    const [a, b] = [new Float32Array(4 * STANDING + 1).fill(7), new Float32Array(4 * STANDING)];
    let out = 0;
    for (let i = 0; !state.over; i++) {
      view.show(state);
      const bot = seated[state.actor]!;
      if (i % 7 === 0) {
        writeStanding(s, 1, a, 0);
        const total = worth(s, 0) + worth(s, 1) + worth(s, 2);
        let shares = 0;
        for (let k = 0; k < 3; k++) {
          const seat = (1 + k) % 3;
          expect(a[at(k, 'share of all wealth')]).toBeCloseTo(worth(s, seat) / total, 5);
          expect(a[at(k, 'in play')]).toBe(1 - s.out[seat]!);
          expect(a[at(k, 'stronger hero')]! + a[at(k, 'other hero')]!).toBeCloseTo(
            [0, 1].reduce((sum, h) => sum + (s.heroTile[2 * seat + h] === NOWHERE ? 0 : power(s, 2 * seat + h)), 0) /
              40,
            4,
          );
          shares += a[at(k, 'share of all wealth')]!;
          if (s.out[seat] === 1) out++;
        }
        expect(shares).toBeCloseTo(1, 5);
        // A seat that does not play has nothing, and nothing is written behind the last.
        expect(a.subarray(3 * STANDING, 4 * STANDING).every((x) => x === 0)).toBe(true);
        expect(a[4 * STANDING]).toBe(7);
        for (const x of a.subarray(0, 4 * STANDING)) expect(x >= 0 && x < 10).toBe(true);
        bot.reading!.write(view, b, 0);
        writeStanding(s, state.actor, a, 0);
        expect(b).toEqual(a.slice(0, -1));
      }
      state.apply(bot.act(view), chance);
    }
    expect(out).toBeGreaterThan(0);
  });
});
