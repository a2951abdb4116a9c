import path from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../test/paths.js';
import { UserError } from './user-error.js';
import { fromWrapper, gameFrame, strayMistake, usersMistake } from './user-frame.js';

/** An error with such a stack, the innermost frame first. */
const thrown = (...frames: string[]) =>
  Object.assign(new TypeError('x is null'), {
    stack: ['TypeError: x is null', ...frames.map((at) => `    at ${at}`)].join('\n'),
  });
const kit = `list (${path.join(root, 'env/kit/prompts.ts')}:9:1)`;
const builtKit = `list (file://${path.join(root, 'dist/env/kit/prompts.js')}:9:1)`;
const mine = 'Array.answer (file:///home/me/my%20game.ts:52:54)';

it('finds the innermost line of a game, whatever called it', () => {
  expect(gameFrame(thrown('Array.map (<anonymous>)', mine, kit))).toBe('answer (/home/me/my game.ts:52:54)');
  expect(gameFrame(thrown('node:fs:3:1', 'f (/home/me/node_modules/zod/index.js:1:1)', builtKit, mine))).toBe(
    'answer (/home/me/my game.ts:52:54)',
  );
  expect(gameFrame(thrown(`${path.join(root, 'games/kuhn/game.ts')}:7:3`))).toMatch(/games\/kuhn\/game\.ts:7:3$/);
  expect(gameFrame(thrown(kit))).toBeUndefined();
  expect(gameFrame('text')).toBeUndefined();
  expect(fromWrapper(thrown(`play (${path.join(root, 'env/boardgame-io/rules.ts')}:9:1)`, kit))).toBe(true);
  expect(fromWrapper(thrown(kit))).toBe(false);
});

it('says whose an exception is by the code that threw it', () => {
  expect(usersMistake(thrown(mine, kit))).toBe('TypeError: x is null at answer (/home/me/my game.ts:52:54)');
  expect(usersMistake(new UserError('no such game'))).toBe('no such game');
  expect(usersMistake(thrown(kit, mine))).toBeUndefined();
  expect(usersMistake(thrown(builtKit, mine))).toBeUndefined();
  expect(usersMistake(thrown(`${path.join(root, 'games/kuhn/game.ts')}:7:3`, kit))).toBeUndefined();
  // From a thread the name of the error comes in its stack alone.
  expect(usersMistake(Object.assign(new Error('x is null'), { stack: thrown(mine).stack }))).toMatch(
    /^TypeError: x is null at/,
  );
});

it('takes what nobody awaits, and has no place in a module, for a mistake of modules', () => {
  const depths = thrown('node:internal/fs/promises:9:1', 'f (/home/me/node_modules/zod/index.js:1:1)');
  expect(usersMistake(depths)).toBeUndefined();
  expect(strayMistake(depths)).toMatch(/^a promise of a game, .* nobody awaits it: TypeError: x is null; await it/);
  expect(strayMistake(thrown(mine, kit))).toBe(usersMistake(thrown(mine, kit)));
  expect(strayMistake(thrown(kit))).toBeUndefined();
  // What a machine refuses is told otherwise.
  expect(strayMistake(Object.assign(depths, { code: 'EMFILE' }))).toBeUndefined();
  expect(strayMistake(Object.assign(depths, { code: 'ERR_WORKER_OUT_OF_MEMORY' }))).toBeUndefined();
});
