import { expect, it } from 'vitest';
import { commandLine } from '../env/command-line.js';
import { evaluate } from '../eval/evaluate.js';
import { exact } from '../eval/exact/index.js';
import type { OptionsComparison } from '../eval/game-report/compare.js';
import type { GameReport } from '../eval/game-report/result.js';
import { measureLadder } from '../eval/ladder/ladder.js';
import { evaluatePanel } from '../eval/panel.js';
import type { TemperaturesResult } from '../eval/temperatures.js';
import { tournament } from '../eval/tournament.js';
import {
  compareCommand,
  evaluateCommand,
  exactCommand,
  ladderCommand,
  panelCommand,
  reportCommand,
  temperaturesCommand,
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

it('makes tournaments, ladders and exact answers again', async () => {
  const agents = ['random', 'scripted:honest'];
  const cup = await tournament({ game: 'kuhn', agents, blocks: 2, seed: 3, workers });
  expect(tournamentCommand(cup, { blocks: 2, anchor: 'random' })).toBe(
    'tabletop tournament kuhn --agents random,scripted:honest --blocks 2 --seed 3 --anchor random',
  );
  const ladder = await measureLadder({ game: 'kuhn', agents, blocks: 2, seed: 4, workers });
  expect(ladderCommand(ladder, { agents })).toBe(
    'tabletop ladder kuhn --agents random,scripted:honest --blocks 2 --seed 4',
  );
  expect(ladderCommand(ladder, { player: './p q.mjs' })).toBe(
    "tabletop ladder kuhn --player './p q.mjs' --blocks 2 --seed 4",
  );
  const answer = await exact({ game: 'kuhn', policy: 'scripted:nash' });
  const command = 'tabletop exploit scripted:nash --game kuhn';
  expect(exactCommand(answer)).toBe(command);
  expect(Object.keys(withCommand(answer, command)).at(-1)).toBe('command');
});

it('makes evaluations by temperature, reports and comparisons again', () => {
  const repeat = { game: 'kuhn', options: { players: 3 } };
  const seed = '8';
  const temperatures = [{ temperature: 0.5 }, { temperature: 1 }];
  const against = ['random', 'scripted:nash'];
  const soft = { agent: 'scripted:honest', against, temperatures, blocks: 3, seed, repeat };
  expect(temperaturesCommand(soft as unknown as TemperaturesResult)).toBe(
    'tabletop evaluate scripted:honest --game kuhn --temperatures 0.5,1 --against random,scripted:nash --blocks 3 ' +
      `--seed 8 --options '{"players":3}'`,
  );
  const levels = [{ agent: 'random' }, { agent: 'scripted:nash' }];
  const report = { levels, games: 9, seed, options: {} } as unknown as GameReport;
  const again = 'tabletop report kuhn --agents random,scripted:nash --games 9 --seed 8';
  expect(reportCommand(report, 'kuhn')).toBe(again);
  expect(reportCommand(report, 'kuhn', { out: 'r', looks: 1, playouts: 2, effects: 3 })).toBe(
    `${again} --out r --looks 1 --playouts 2 --effects 3`,
  );
  const others = { players: 2 };
  const compared = { agent: 'random', games: 9, seed, otherSeed: seed, ...{ options: { players: 3 }, others } };
  const command = `tabletop report kuhn --agents random --games 9 --seed 8 --compare '{"players":2}'`;
  expect(compareCommand(compared as unknown as OptionsComparison, 'kuhn')).toBe(`${command} --options '{"players":3}'`);
  expect(compareCommand({ ...compared, otherSeed: '9' } as unknown as OptionsComparison, 'kuhn')).toBe(
    `${command} --compare-seed 9 --options '{"players":3}'`,
  );
});
