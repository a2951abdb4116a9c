/** The rules of Kuhn poker by example, and what its bots do. */
import { expect, it } from 'vitest';
import { createAgent } from '../../../agents/spec/load.js';
import { EnumeratingChance, ScriptedChance, SeededChance } from '../../../env/chance.js';
import type { Game } from '../../../env/game.js';
import { loadGame } from '../../../env/load-game.js';
import { TurnEnv } from '../../../env/turn-env.js';
import { places, play, rewards } from '../../../test/by-text.js';
import { game } from '../game.js';

// Draws are places among the cards that are left: J Q K for two players.
it.each([
  ['all pass: the higher card takes the antes', [1, 0], 'pass, pass', [1, -1], 'all passed'],
  ['a bet that is called', [0, 1], 'bet, call', [-2, 2], 'called'],
  ['a bet that is not', [0, 1], 'bet, fold', [1, -1], 'all folded'],
  ['a bet after a pass, called', [2, 1], 'pass, bet, call', [2, -2], 'called'],
  ['a bet after a pass, not called', [2, 1], 'pass, bet, fold', [-1, 1], 'all folded'],
])('%s', (_, draws, texts, won, ending) => {
  const state = play(game as Game, {}, draws, texts);
  expect(rewards(state)).toEqual(won);
  expect(state.ending()).toBe(ending);
});

it('with three players everybody answers a bet once, and folded kings win nothing', () => {
  // 10 J Q K: the king to seat 0, the 10 to seat 1, the queen to seat 2.
  const state = play(game as Game, { players: 3 }, [3, 0, 1], 'pass, bet, call, fold');
  expect(rewards(state)).toEqual([-1, -2, 3]);
  expect(places(state)).toEqual([1, 2, 0]);
  expect(state.text(1)).toMatch(/seat 0: card \? {2}passes, folds\n.*you.*card 10 {2}bets\n.*seat 2: card Q {2}calls/);
});

it('pays nothing before the end', () => {
  const state = play(game as Game, {}, [0, 0], 'pass, bet');
  expect(rewards(state)).toEqual([0, 0]);
  expect(state.actor).toBe(0);
});

it('deals every pair of cards equally often', () => {
  const chance = new EnumeratingChance();
  const deals = new Map<string, number>();
  do {
    const state = game.newState(game.options.parse({}), chance);
    const key = [0, 1].map((seat) => JSON.stringify((state.view(seat) as { cards: unknown[] }).cards[seat])).join();
    deals.set(key, (deals.get(key) ?? 0) + chance.probability);
  } while (chance.next());
  expect(deals.size).toBe(6);
  for (const p of deals.values()) expect(p).toBeCloseTo(1 / 6, 12);
});

it('refuses a view that tells more than the seat can know', () => {
  const view = play(game as Game, {}, [0, 0], 'pass').view!(0) as { cards: (number | null)[] };
  expect(view.cards).toEqual([0, null]);
  expect(() => game.parseView!({ ...view, cards: [0, 1] })).toThrow(/cards\.1: this card is hidden/);
  expect(() => game.parseView!({ ...view, cards: [0, 0] })).toThrow(/cards\.1/);
  expect(() => game.parseView!({ ...view, said: ['pass', 'pass', 'pass'] })).toThrow(/said\.2/);
});

it('has bots that do what their plans say', async () => {
  const text = async (spec: string, draws: number[], texts: string) => {
    const env = new TurnEnv(game);
    env.start({ chance: new ScriptedChance(draws, new SeededChance(1, game.streams)) });
    for (const word of texts.split(',').filter(Boolean))
      env.play([0, 1, 2].find((a) => env.mask[a] === 1 && env.state.actionText(a) === word.trim())!);
    const agent = await createAgent(spec, await loadGame('kuhn'));
    agent.reset(1);
    return env.state.actionText(agent.act(env.view()));
  };
  expect(await text('scripted:nash', [2, 0], 'pass, bet')).toBe('call');
  expect(await text('scripted:nash', [0, 0], 'pass, bet')).toBe('fold');
  expect(await text('scripted:honest', [2, 0], '')).toBe('bet');
});
