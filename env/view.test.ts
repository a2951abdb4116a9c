import { expect, it } from 'vitest';
import { game } from '../docs/examples/pig.js';
import { createRng, SeededChance } from './chance.js';
import { LiveView } from './view.js';

const chance = new SeededChance(3, game.streams);
const state = () => game.newState(game.options.parse({ players: 3 }), chance);

it('shows the pending decision to the seat that takes it', () => {
  const position = state();
  const view = new LiveView(game).show(position);
  expect(view.seat).toBe(position.actor);
  expect(view.prompt).toBe('start');
  expect([...view.mask]).toEqual([0, 1, 1]);
  expect(view.legal).toBe(2);
  expect(view.actionText(1)).toBe('roll one die');
  expect(view.text()).toContain('(you)');
});

it('writes the observation anew for each decision', () => {
  const position = state();
  const view = new LiveView(game).show(position);
  const before = [...view.observation()];
  while (position.prompt !== 1) position.apply(1, chance);
  expect([...view.show(position).observation()]).not.toEqual(before);
});

it('samples copies only, into a given state where there is one', () => {
  const position = state();
  const hash = position.hash();
  const view = new LiveView(game).show(position);
  const into = state();
  const sample = view.sample(createRng(1), into);
  expect(sample).toBe(into);
  sample.apply(1, chance);
  view.sample(createRng(1)).apply(2, chance);
  expect(position.hash()).toBe(hash);
  // The live state is in none of its properties.
  expect(Object.values(view)).not.toContain(position);
});

it('refuses to show a finished game', () => {
  const position = state();
  while (!position.over) position.apply(position.prompt === 0 ? 2 : 0, chance);
  expect(() => new LiveView(game).show(position)).toThrow('the game is over');
});
