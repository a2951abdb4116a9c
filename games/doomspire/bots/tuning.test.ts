import { describe, expect, it } from 'vitest';
import { actionsOf, playGame } from '../../../agents/bots/testing/play.js';
import { movedBot } from '../../../agents/bots/testing/weighed.js';
import { game } from '../game.js';
import { bots } from './index.js';

const mixed = () => bots.mixed!.create();

describe.each(['rulebook', 'airef'])('tuned bots of edition %s', (edition) => {
  const short = { edition, roundCap: 12 };

  it('play as before while nothing has moved', () => {
    const bot = mixed();
    const same = movedBot(bot, 'same', 0);
    expect(actionsOf(game, [same, bot, bot, bot], 'same', short)).toEqual(
      actionsOf(game, [bot, bot, bot, bot], 'same', short),
    );
  });

  it('choose legally wherever their weights go', () => {
    for (const by of [0.3, 3, 100]) {
      const agents = [0, 1, 2, 3].map((seat) => movedBot(mixed(), `wild ${seat}`, by));
      // An illegal choice is thrown.
      expect(playGame(game, agents, `wild ${by}`, short).over).toBe(true);
    }
  });
});
