import { describe, expect, it } from 'vitest';
import { playGame } from '../../../agents/bots/testing/play.js';
import { checkFeatures } from '../../../agents/bots/testing/weighed.js';
import { RandomAgent } from '../../../agents/random.js';
import { type CrownState, game } from '../game.js';
import type { CrownOptionsInput } from '../options.js';
import { features } from './features.js';
import { bots } from './index.js';

const { names } = features;
const create = (name: string) => bots[name]!.create();
const kinds: CrownOptionsInput[] = [{ players: 2 }, { players: 3 }, { players: 4 }, { players: 2, ai: 'hard' }];

describe('the features of the bots', () => {
  it('stay from -1 to 1, move, and say the same whatever is hidden', () => {
    const called = Object.keys(bots);
    const visit = (look: (state: CrownState) => void) => {
      for (const options of kinds)
        for (let g = 0; g < 3; g++) {
          const agents = Array.from({ length: options.players! }, (_, seat) =>
            g === 2 ? new RandomAgent() : create(called[(g + seat) % called.length]!),
          );
          playGame(game, agents, `features ${g}`, options, look);
        }
    };
    checkFeatures(features, visit, { moves: 0.8 });
  });

  it('say who is ahead, who holds the Citadel and how much time is left', () => {
    const s = game.newState(game.options.parse({ players: 2, startChoice: false }), {
      draw: () => 0,
    } as never);
    const read = () => {
      const out = new Float32Array(names.length);
      features.write(s, 0, out);
      return Object.fromEntries(names.map((name, i) => [name, out[i]!]));
    };
    expect(read()).toMatchObject({ round: -1, turns: 1, lead: 0, seats: -1, citadel: 0, cards: 1 });
    s.vp[1] = 10;
    s.holder = 1;
    s.round = 4;
    s.minions[0] = 1;
    s.cards[0] = 1;
    const late = read();
    expect(late).toMatchObject({ round: 1, turns: -0.5, lead: -0.5, citadel: -1 });
    expect(late.cards).toBeCloseTo(-0.6);
    expect(late.income).toBeLessThan(0);
  });
});
