import { describe, expect, it } from 'vitest';
import { playGame } from '../../../agents/bots/testing/play.js';
import { checkFeatures } from '../../../agents/bots/testing/weighed.js';
import { SeededChance } from '../../../env/chance.js';
import { type DoomspireState, game } from '../game.js';
import { playSampled } from '../test/sampled-positions.js';
import { features } from './features.js';
import { bots } from './index.js';

describe.each(['rulebook', 'airef'] as const)('the features of edition %s', (edition) => {
  it('are about -1 to 1, each tells something, and nothing hidden, in games of bots and at random', () => {
    const four = Object.keys(bots).slice(0, 4);
    const visit = (look: (s: DoomspireState) => void) => {
      for (const seed of ['a', 'b', 'c', 'd'])
        playGame(
          game,
          four.map((name) => bots[name]!.create()),
          seed,
          { edition },
          look,
        );
      playSampled('features', 4, 7, { edition }, look);
    };
    // One impression ends a game of edition airef.
    checkFeatures(features, visit, { high: 1.5, still: edition === 'rulebook' ? [] : ['stacks gone'] });
  });
});

it('the features stand in a position as counted by hand', () => {
  const s = game.newState(game.options.parse({}), new SeededChance('hand', game.streams));
  s.round = 12;
  s.firstPlayer = 1;
  s.fame.set([3, 0, 15, 6]);
  s.might.set([2, 1, 6, 4]);
  s.resources.set([3, 2, 1, 6], 0);
  const out = new Float32Array(features.names.length);
  features.write(s, 0, out);
  const of = Object.fromEntries(features.names.map((name, i) => [name, out[i]]));
  expect(of).toMatchObject({ round: 0.5, progress: 0, 'rival progress': 1, might: -0.5, 'rival might': 0.5 });
  expect(of['gold before fame']).toBeCloseTo(6 / 12 - 3 / 15, 6);
  expect(of.goods).toBeCloseTo(1 / 5, 6);
  expect(of).toMatchObject({ ready: 0, 'ready rivals': 0.5, 'stacks gone': 0, 'turn order': 1 });
});
