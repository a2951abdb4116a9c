import { expect, it } from 'vitest';
import type { LevelSeat } from './level-seat.js';
import { personaName, personaText } from './personas.js';

it('has a name for each level, in the order of strength', () => {
  const names = Array.from({ length: 10 }, (_, i) => personaName(i + 1));
  expect(new Set(names).size).toBe(10);
  expect([...names].sort()).toEqual(names);
});

const returns = { winWeight: 0.8, capped: 'half' as const };

it.each<[string, LevelSeat]>([
  ['any legal move', { kind: 'random' }],
  ['blocks', { kind: 'scripted', name: 'tactical' }],
  ['plays as the bot plain', { kind: 'scripted', name: 'plain' }],
  ['blocks; any move in 30 % of its decisions', { kind: 'scripted', name: 'tactical', mistakes: 0.3 }],
  ['blocks; takes moves that it likes nearly as well too', { kind: 'scripted', name: 'tactical', temperature: 3 }],
  ['has learned by playing itself', { kind: 'trained', settings: { topK: 1 } }],
  ['has learned by playing itself; held back', { kind: 'trained', settings: { difficulty: 0.25 } }],
  ['has learned by playing itself; held back', { kind: 'trained', settings: { level: 3 } }],
  [
    'plays 40 games in its head before each move',
    { kind: 'search', plan: { simulations: 40, rollout: 'random', returns } },
  ],
])('says what it does: %s', (text, seat) => {
  expect(personaText(seat, (bot) => (bot === 'tactical' ? 'blocks' : ''))).toBe(text);
});
