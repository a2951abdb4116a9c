import { expect, it } from 'vitest';
import { game as connectFour } from '../games/connect-four/game.js';
import { SeededChance } from './chance.js';
import { promptWords, questionWords } from './words.js';

it('names prompts and kinds of action in words', () => {
  expect(promptWords('PLACE_TOKEN')).toBe('place token');
  expect(promptWords('recruitHero')).toBe('recruit hero');
  expect(promptWords('drop')).toBe('drop');
});

it('asks in the words of the game, whole', () => {
  const state = connectFour.newState(connectFour.options.parse({}), new SeededChance(1, connectFour.streams));
  const { guide: _, ...silent } = connectFour;
  expect(questionWords(silent, state, 'You are X')).toBe('What do you do?');
  expect(questionWords(silent, state, 'You are X\nwhich column?\n')).toBe('Which column?');
  // Not the last line of what was wrapped.
  expect(questionWords(connectFour, state, 'You are X\nsomething: in which\ncolumn?')).toBe('Which column?');
});
