/** Games solved into files, and the files judged as agents. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { writeSolved } from '../../agents/solved/solved-file.js';
import { createAgent } from '../../agents/spec/load.js';
import type { Game } from '../../env/game.js';
import { loadGame } from '../../env/load-game.js';
import { parseOptions } from '../../env/options.js';
import { game as connectFour } from '../../games/connect-four/game.js';
import { game as kuhn } from '../../games/kuhn/game.js';
import { game as leduc } from '../../games/leduc/game.js';
import { game as ticTacToe } from '../../games/tic-tac-toe/game.js';
import { scratch } from '../../test/scratch.js';
import { exploitation, tabulate } from './best-response.js';
import { exact } from './index.js';
import { measured, sampledSolution, solution } from './solution.js';
import { walkTree } from './tree.js';

const folder = scratch('solution');

function solved(game: unknown, given = {}, iterations = 5000) {
  const options = parseOptions(game as Game, given);
  return solution(walkTree(game as Game, options), options, { nashConv: 1e-6, iterations });
}

const sampled = (game: unknown, iterations: number, given = {}, more = {}) => {
  const budget = { iterations, seconds: Infinity, seed: '1', ...more };
  return sampledSolution(game as Game, parseOptions(game as Game, given), budget);
};

it('Leduc poker, as the agent of a file, is at most 0.001 from an equilibrium', async () => {
  const file = join(folder, 'leduc.json');
  const options = parseOptions(leduc as Game, {});
  const tree = walkTree(leduc as Game, options);
  writeSolved(file, solution(tree, options, { nashConv: 9e-4, iterations: 5000 }));
  const agent = await createAgent(`solved:${file}`, await loadGame('leduc'));
  const { nashConv, returns } = exploitation(tree, tabulate(tree, agent));
  expect(nashConv).toBeLessThan(1e-3);
  // The value of the game, as published.
  expect(returns[0]).toBeCloseTo(-0.0856, 3);
});

it('measures the agent of a file as it was measured when it was solved', async () => {
  const file = join(folder, 'kuhn.json');
  const policy = solved(kuhn, {}, 20);
  writeSolved(file, policy);
  expect(policy.nashConv).toBeGreaterThan(1e-3);
  expect((await exact({ game: 'kuhn', policy: `solved:${file}` })).nashConv).toBeCloseTo(policy.nashConv!, 6);
});

it('brings its own options, and refuses others', async () => {
  const file = join(folder, 'three.json');
  const policy = solved(kuhn, { players: 3 });
  // With three seats nothing promises it; in this game it goes there.
  expect(policy.nashConv).toBeLessThan(1e-3);
  writeSolved(file, policy);
  const agent = `solved:${file}`;
  expect((await exact({ game: 'kuhn', policy: agent })).players).toBe(3);
  await expect(exact({ game: 'kuhn', options: { players: 2 }, policy: agent })).rejects.toThrow(
    /was trained with players=3, not with players=2/,
  );
});

it('solves games without hidden information by going back from their ends', () => {
  const { method, nashConv, states } = solved(ticTacToe);
  expect(method).toEqual({ name: 'backward induction', iterations: 0 });
  expect(nashConv).toBe(0);
  expect(states.every(({ probabilities }) => probabilities.includes(1))).toBe(true);
});

it('comes near an equilibrium of Kuhn poker by sampling', async () => {
  const options = parseOptions(kuhn as Game, {});
  const after = async (n: number) => measured(kuhn as Game, options, await sampled(kuhn, n)).nashConv!;
  expect(await after(20_000)).toBeLessThan(0.03);
  expect(await after(100)).toBeGreaterThan(0.1);
});

it('samples games of three seats, and those ranked by places', async () => {
  const options = parseOptions(kuhn as Game, { players: 3 });
  const three = measured(kuhn as Game, options, await sampled(kuhn, 20_000, options as object));
  expect(three.nashConv).toBeLessThan(0.1);
  const states = (await sampled(ticTacToe, 100)).states;
  expect(states.length).toBeGreaterThan(500);
});

it('gives the same policy for the same seed, also when it was interrupted', async () => {
  const file = join(folder, 'sampled.json');
  const whole = await sampled(kuhn, 600);
  expect(await sampled(kuhn, 600, {}, { seed: '2' })).not.toEqual(whole);
  writeSolved(file, await sampled(kuhn, 200));
  expect(await sampled(kuhn, 600, {}, { resume: file })).toEqual(whole);
  await expect(sampled(kuhn, 600, {}, { resume: file, seed: '2' })).rejects.toThrow(/was sampled with the seed 1/);
  await expect(sampled(leduc, 600, {}, { resume: file })).rejects.toThrow(/plays kuhn, not leduc/);
  writeSolved(file, solved(kuhn, {}, 10));
  await expect(sampled(kuhn, 600, {}, { resume: file })).rejects.toThrow(/only a sampled policy can be continued/);
});

it('refuses to sample games in which a seat has too many decisions', async () => {
  await expect(sampled(connectFour, 100)).rejects.toThrow(
    /^connect-four: a seat has too many decisions to try all its actions at each \(about 10\^[\d.]+ ways/,
  );
});
