import { expect, it } from 'vitest';
import { game as connectFour } from '../games/connect-four/game.js';
import { SeededChance } from './chance.js';
import { promptWords, questionWords } from './words.js';

it('names prompts and kinds of action in words', () => {
  expect(promptWords('PLACE_TOKEN')).toBe('place token');
  expect(promptWords('recruitHero')).toBe('recruit hero');
  expect(promptWords('drop')).toBe('drop');
});

it('asks where the position does not', () => {
  const state = connectFour.newState(connectFour.options.parse({}), new SeededChance(1, connectFour.streams));
  expect(questionWords(connectFour, state, 'You are X')).toMatch(/^\w+: what do you do\?$/);
  expect(questionWords(connectFour, state, 'You are X\nwhich column?\n')).toBe('');
});
