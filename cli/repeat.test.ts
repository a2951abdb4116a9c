import { expect, it } from 'vitest';
import { evaluate, evaluatePanel, exact, measureLadder, simulate, tournament } from '../eval/index.js';
import {
  commandLine,
  evaluateCommand,
  exactCommand,
  ladderCommand,
  panelCommand,
  simulateCommand,
  tournamentCommand,
  withCommand,
  withPanelCommands,
} from './repeat.js';

const workers = 0;

it('quotes words for a shell, and says options last', () => {
  expect(commandLine(['tabletop', 'play', "it's", 'a b', 3], { players: 3 })).toBe(
    `tabletop play 'it'\\''s' 'a b' 3 --options '{"players":3}'`,
  );
});

it('makes an evaluation again, with the game and the options that it was of', async () => {
  const request = { agent: 'scripted:honest', against: ['random'], blocks: 2, seed: 5, workers };
  expect(evaluateCommand(await evaluate({ ...request, game: 'kuhn', options: { players: 3 } }))).toBe(
    `tabletop evaluate scripted:honest --game kuhn --against random --blocks 2 --seed 5 --options '{"players":3}'`,
  );
  const module = 'docs/examples/pig.ts';
  expect(evaluateCommand(await evaluate({ ...request, agent: 'random', game: module }))).toBe(
    `tabletop evaluate random --game ${module} --against random --blocks 2 --seed 5`,
  );
});

it('makes a panel again, and each of its rows', async () => {
  const result = await evaluatePanel({ game: 'kuhn', agent: 'scripted:nash', blocks: 2, seed: 4, workers });
  expect(panelCommand(result)).toBe('tabletop evaluate scripted:nash --game kuhn --panel --blocks 2 --seed 4');
  const { rows, ...whole } = withPanelCommands(result);
  expect(whole).toMatchObject({ command: panelCommand(result), blocks: 2 });
  expect(whole).not.toHaveProperty('repeat');
  expect(rows[0]!.command).toBe(
    `tabletop evaluate scripted:nash --game kuhn --against ${rows[0]!.opponent} --blocks 2 --seed 4`,
  );
});

it('makes tournaments, simulations, ladders and exact answers again', async () => {
  const agents = ['random', 'scripted:honest'];
  const cup = await tournament({ game: 'kuhn', agents, blocks: 2, seed: 3, workers });
  expect(tournamentCommand(cup, { blocks: 2, anchor: 'random' })).toBe(
    'tabletop tournament kuhn --agents random,scripted:honest --blocks 2 --seed 3 --anchor random',
  );
  const games = await simulate({ game: 'kuhn', agents: ['random'], games: 3, seed: 1, workers });
  expect(simulateCommand(games, ['random'])).toBe('tabletop simulate kuhn --agents random --games 3 --seed 1');
  const ladder = await measureLadder({ game: 'kuhn', agents, blocks: 2, seed: 4, workers });
  expect(ladderCommand(ladder, { agents })).toBe(
    'tabletop ladder kuhn --agents random,scripted:honest --blocks 2 --seed 4',
  );
  const answer = await exact({ game: 'kuhn', policy: 'scripted:nash' });
  const command = 'tabletop exact kuhn --policy scripted:nash';
  expect(exactCommand(answer, { policy: 'scripted:nash' })).toBe(command);
  expect(Object.keys(withCommand(answer, command)).at(-1)).toBe('command');
});
