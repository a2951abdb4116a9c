/** The scripts of bench/ as a person meets them: what they answer to bad input; and the records that they keep. */
import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import type { PlayerMeasurement } from '../agents/player-file/provenance-schema.js';
import { helpText, positiveNumber, readArguments, wholeNumber } from '../bench/command-line.js';
import { remeasured } from '../bench/players-table.js';
import { UserError } from '../env/user-error.js';
import { root } from './paths.js';

function script(name: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', `bench/${name}.ts`, ...args], {
    cwd: root,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

describe('bad input is one line and exit code 2', () => {
  it.each([
    ['an unknown game', 'fuzz', ['chess'], 'cannot fuzz chess: use one of doomspire, '],
    ['no folder to compare with', 'two-builds', ['kuhn', '.'], 'give what to measure, the folder before and'],
    ['a game without settings', 'side-by-side/run', ['--game', 'chess'], '--game chess: there are no settings bench/'],
    ['a folder without a build', 'two-builds', ['kuhn', 'docs', '.'], 'docs: no built checkout there'],
  ])('%s', (_, name, args, words) => {
    const { status, stdout, stderr } = script(name, ...args);
    expect(stderr).toMatch(/^[^\n]+\n$/);
    expect(stderr).toContain(words);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  });

  it('--help prints what the script is for, and its options', () => {
    const { status, stdout, stderr } = script('fuzz', '--help');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/^Long robustness run of a game/);
    expect(stdout).toMatch(/npx tsx bench\/fuzz\.ts <game>/);
    expect(stdout).toMatch(/\n {2}--games <value> +default 1000000\n/);
    expect(stdout).not.toContain('*');
  });
});

describe('arguments', () => {
  const options = { games: { type: 'string' }, json: { type: 'boolean' } } as const;
  const refused = (args: string[], words: string) => {
    expect(() => readArguments(args, options, 1)).toThrow(UserError);
    expect(() => readArguments(args, options, 1)).toThrow(words);
  };

  it('are read', () => {
    const { values, positionals } = readArguments(['kuhn', '--games', '3', '--json'], options, 1);
    expect({ ...values, positionals }).toEqual({ games: '3', json: true, positionals: ['kuhn'] });
  });

  it('are refused in words', () => {
    refused(['--nonsense'], "Unknown option '--nonsense'");
    refused(['--games'], "Option '--games <value>' argument missing");
    refused(['--games', '-3'], "Option '--games' argument is ambiguous (--help lists");
    refused(['--json=no'], "Option '--json' does not take an argument");
    refused(['a', 'b'], "what is 'b' for?");
  });

  it('that are numbers keep within their bounds', () => {
    expect(wholeNumber('n', '3')).toBe(3);
    expect(wholeNumber('n', '0', 0)).toBe(0);
    for (const text of ['', ' ', '0', '-1', '1.5', 'x', 'Infinity'])
      expect(() => wholeNumber('n', text)).toThrow(UserError);
    expect(positiveNumber('x', '0.5', 1)).toBe(0.5);
    for (const text of ['', '0', '-1', '1.5', 'x', 'NaN'])
      expect(() => positiveNumber('x', text, 1)).toThrow(UserError);
    expect(() => positiveNumber('x', 'Infinity')).toThrow(UserError);
  });

  it('are listed with their defaults', () => {
    const text = '/**\n * Head.\n *\n *   npx it\n */\ncode /** other */';
    expect(helpText(text, { ...options, seed: { type: 'string', default: '1' } })).toBe(
      'Head.\n\n  npx it\n\nOptions:\n  --games <value>\n  --json\n  --seed <value>        default 1\n',
    );
    expect(helpText(text, {})).toBe('Head.\n\n  npx it\n');
  });
});

describe('records of players', () => {
  const measured = (against: string, games: number, seed: string, timed = false): PlayerMeasurement => ({
    against: [against],
    games,
    seed,
    winRate: { mean: 0.5, low: 0.4, high: 0.6 },
    parity: 0.25,
    truncatedShare: 0,
    command: 'tabletop evaluate',
    effort: timed ? [] : null,
  });

  it('keep more games when fewer are timed anew, and take times from these alone', () => {
    const before = [measured('a', 400, 'old'), measured('b', 60, 'old', true), measured('c', 1000, 'old', true)];
    const fresh = ['a', 'b', 'c', 'd'].map((name) => measured(name, 60, 'new', true));
    const after = remeasured([...before, measured('e', 10, 'old', true)], fresh);
    expect(after.map(({ against, seed, effort }) => `${against} ${seed}${effort ? ', timed' : ''}`)).toEqual([
      'a old',
      'a new, timed',
      'b new, timed',
      'c old',
      'c new, timed',
      'e old, timed',
      'd new, timed',
    ]);
  });
});
