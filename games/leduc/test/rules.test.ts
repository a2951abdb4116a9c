/** The rules of Leduc poker by example, and what its bots do. */
import { expect, it } from 'vitest';
import { createAgent } from '../../../agents/spec/load.js';
import { ScriptedChance, SeededChance } from '../../../env/chance.js';
import type { Game } from '../../../env/game.js';
import { loadGame } from '../../../env/load-game.js';
import { TurnEnv } from '../../../env/turn-env.js';
import { play, rewards } from '../../../test/by-text.js';
import { game } from '../game.js';

// J1 J2 Q1 Q2 K1 K2 in this order.
it.each([
  ['a fold loses the ante', [0, 4], 'check, raise to 3, fold', [-1, 1], 'fold'],
  ['two raises a round', [4, 0], 'raise to 3, raise to 5, fold', [-3, 3], 'fold'],
  ['a pair beats a king', [0, 3, 0], 'check, check, check, raise to 5, call 4', [5, -5], 'showdown'],
  ['the higher card, nobody paired', [4, 0, 1], 'check, check, check, check', [1, -1], 'showdown'],
  ['equal ranks split', [4, 4, 0], 'raise to 3, call 2, check, check', [0, 0], 'split'],
  [
    'the most that can be lost',
    [4, 0, 3],
    'raise to 3, raise to 5, call 2, raise to 9, raise to 13, call 4',
    [13, -13],
    'showdown',
  ],
])('%s', (_, draws, texts, won, ending) => {
  const state = play(game as Game, {}, draws, texts);
  expect(rewards(state)).toEqual(won.map((chips) => chips + 0));
  expect(state.ending()).toBe(ending);
});

it('turns the card only after the first round, and raises twice a round at most', () => {
  const first = play(game as Game, {}, [0, 0], 'raise to 3, raise to 5');
  expect(() => play(game as Game, {}, [0, 0], 'raise to 3, raise to 5, raise to 7')).toThrow(/not legal/);
  expect(() => play(game as Game, {}, [0, 0], 'fold')).toThrow(/not legal/);
  expect((first.view!(0) as { table: unknown }).table).toBeNull();
  const second = play(game as Game, {}, [0, 0, 2], 'raise to 3, raise to 5, call 2');
  expect(second).toMatchObject({ round: 2, actor: 0 });
  expect((second.view!(0) as { table: unknown }).table).toBe(4);
});

it('has bots that do what their plans say', async () => {
  const text = async (spec: string, draws: number[], texts: string) => {
    const env = new TurnEnv(game);
    env.start({ chance: new ScriptedChance(draws, new SeededChance(1, game.streams)) });
    for (const word of texts.split(',').filter(Boolean))
      env.play([0, 1, 2].find((a) => env.mask[a] === 1 && env.state.actionText(a) === word.trim())!);
    const agent = await createAgent(spec, await loadGame('leduc'));
    agent.reset(1);
    return env.state.actionText(agent.act(env.view()));
  };
  expect(await text('scripted:always-fold', [4, 0], 'raise to 3')).toBe('fold');
  expect(await text('scripted:sound', [0, 4], 'raise to 3')).toBe('raise to 5');
  expect(await text('scripted:sound', [4, 0], 'raise to 3')).toBe('fold');
});
