import { expect, it } from 'vitest';
import { RandomAgent } from '../../agents/random.js';
import { loadGame } from '../../env/load-game.js';
import { playReplay, recordReplay } from '../../env/replay.js';
import { TurnEnv } from '../../env/turn-env.js';
import { Retelling } from './retelling.js';

it('tells each decision, what was rolled, what had one answer, and what came of it', async () => {
  const { game } = await loadGame('doomspire');
  const env = new TurnEnv(game);
  env.reset({ seed: '3' });
  const agent = new RandomAgent();
  agent.reset(1);
  const actions: number[] = [];
  while (actions.length < 150 && !env.over) {
    actions.push(env.choiceOf(agent));
    env.play(actions.at(-1)!);
  }
  const replay = recordReplay(game, { options: env.options, seed: '3', actions });
  const telling = new Retelling(game, replay);
  let told = '';
  playReplay(game, replay, {
    luck: (chance) => telling.noting(chance),
    visit: (moment) => {
      told += telling.at(moment);
    },
  });
  expect(told).toMatch(/^\nRound 1 of/);
  expect(told.match(/^ {2}seat \d \w+: /gm)).toHaveLength(150);
  expect(told).toMatch(/^ {6}seat \d has only one choice: /m);
  expect(told).toMatch(/^ {6}\S+ rolls \d/m);
  expect(told).toMatch(/^ {6}Blue NE: \w+ \d+ to \d+$/m);
});
