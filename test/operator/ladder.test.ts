/** A ladder is measured, and says what a difficulty means, in the terminal and in a page. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { cases, pig, read, readJson } from './operate.js';
import { kuhnRun } from './prepared.js';

/** Few games of cheap agents. */
const small = ['--agents', 'scripted:perfect,scripted:perfect?mistakes=0.5', '--blocks', '2', '--workers', '0'];

/** Whoever came out first: all levels are this agent's. */
function everyLevel(folder: string, file: string, agent: string): void {
  const { rungs, ...ladder } = readJson(folder, file) as { rungs: object[] };
  const changed = { ...ladder, rungs: rungs.map((rung) => ({ ...rung, agent })) };
  writeFileSync(path.join(folder, file), JSON.stringify(changed));
}

cases([
  {
    name: 'a ladder is measured, written and played against at a difficulty that says its rating',
    steps: [
      {
        run: ['ladder', 'tic-tac-toe', ...small, '--out', 'made/ladder.json'],
        out: [
          /^Ladder: tic-tac-toe \S+, 2 players, \d+ games; random play has the rating 0$/m,
          /^ +1 {2}random +0 /m,
          /^ +10 {2}scripted:perfect +\d+ \[-?\d+, \d+\]/m,
          /^command: tabletop ladder tic-tac-toe --agents '/m,
        ],
        after: (folder) => {
          const { format, rungs } = readJson(folder, 'made/ladder.json');
          expect(format).toBe('tabletop-ladder');
          expect(rungs).toHaveLength(10);
        },
      },
      {
        run: ['play', 'tic-tac-toe', '--difficulty', '10', '--ladder', 'made/ladder.json', '--save', 'game.json'],
        input: 'q\n',
        out: /^difficulty 10 of 10: rating \d+ \[-?\d+, \d+\], scripted:perfect\nseed /,
        after: (folder) => expect(read(folder, 'game.json')).toContain('level:10?ladder=made/ladder.json'),
      },
      {
        run: ['play', '--continue', 'game.json', '--difficulty', '1', '--ladder', 'made/ladder.json'],
        input: 'q\n',
        out: /^difficulty 1 of 10: rating 0, random\n/,
      },
      {
        run: [
          'evaluate',
          'random',
          '--game',
          'tic-tac-toe',
          '--against',
          'level:10?ladder=made/ladder.json',
          '--blocks',
          '2',
        ],
        out: /4 games/,
      },
    ],
    gone: ['runs'],
  },
  {
    name: 'the ladder that is shipped says what a difficulty means',
    steps: [
      {
        run: ['play', 'tic-tac-toe', '--watch', '--difficulty', '1', '--seed', '3'],
        out: [/^difficulty 1 of 10: rating -?\d+/, /The game is over/],
      },
      { run: ['games', 'tic-tac-toe'], out: /^Ladder \(play --difficulty <level>\):\n {3}1 {2}rating 0, random$/m },
      { run: ['evaluate', 'level:9', '--game', 'tic-tac-toe', '--blocks', '2', '--workers', '0'], out: /level:9/ },
    ],
  },
  {
    name: 'a ladder that does not fit, and a difficulty without one, are one line',
    files: { 'x.json': '{"format": 1}' },
    steps: [
      {
        run: ['play', 'invalid-actions', '--difficulty', '3'],
        exit: 2,
        err: /no ladder is shipped for invalid-actions: measure one/,
      },
      { run: ['play', 'kuhn', '--difficulty', '3', '--ladder', 'x.json'], exit: 2, err: /x\.json is no ladder/ },
      { run: ['play', 'kuhn', '--difficulty', '3', '--ladder', 'none.json'], exit: 2, err: /none\.json/ },
      { run: ['play', 'kuhn', '--difficulty', '11'], exit: 2, err: /--difficulty.*from 1 to 10/ },
      { run: ['play', 'kuhn', '--difficulty', '3', '--against', 'random'], exit: 2, err: /give one of them/ },
      { run: ['play', 'kuhn', '--ladder', 'x.json'], exit: 2, err: /give --difficulty too/ },
      { run: ['ladder', 'kuhn', '--agents', 'random'], exit: 2, err: /no agents but random play/ },
      { run: ['ladder', 'kuhn', '--run', 'none'], exit: 2, err: /none/ },
    ],
    gone: ['runs'],
  },
  {
    name: "a ladder of a game of one's own needs nothing but its module",
    steps: [
      {
        run: ['ladder', pig, '--agents', 'scripted:bold', '--blocks', '1', '--workers', '0', '--out', 'pig.json'],
        out: /^Ladder: pig /,
      },
      {
        run: ['play', pig, '--watch', '--difficulty', '10', '--ladder', 'pig.json'],
        out: /^difficulty 10 of 10: rating -?\d+/,
      },
    ],
  },
  {
    name: 'the checkpoints of a run make a ladder, and an exported player at several difficulties',
    folders: { run: kuhnRun },
    steps: [
      {
        run: ['ladder', 'kuhn', '--agents', 'scripted:nash', '--run', 'run', '--blocks', '1', '--workers', '0'],
        out: /policy:run@\d+ [\s\S]*--agents scripted:nash --run run/,
      },
      { run: ['export', 'run', '--out', 'kuhn.mjs'] },
      {
        run: ['ladder', 'kuhn', '--player', 'kuhn.mjs', '--blocks', '1', '--workers', '0', '--out', 'l.json'],
        out: /^ +1 +file:kuhn\.mjs[\s\S]*On no level: [\s\S]*random 0[\s\S]*tabletop ladder kuhn --player kuhn\.mjs --blocks 1/m,
      },
      {
        run: ['evaluate', 'file:kuhn.mjs?level=3', '--against', 'random', '--blocks', '2'],
        exit: 2,
        err: /levels of this player were not measured/,
      },
      { run: ['export', 'run', '--out', 'graded.mjs', '--ladder', 'l.json'], out: /wrote .*graded\.mjs/ },
      {
        run: ['evaluate', 'file:graded.mjs?level=3', '--against', 'file:graded.mjs?level=10', '--blocks', '2'],
        out: /won/,
      },
      {
        run: ['evaluate', 'file:graded.mjs?level=3&topk=1', '--against', 'random', '--blocks', '2'],
        exit: 2,
        err: /give one of them/,
      },
      {
        run: ['export', 'graded.mjs', '--format', 'web', '--out', 'site'],
        after: (folder) => expect(read(folder, 'site/worker.js')).toMatch(/Level 7 of 10: Greta/),
      },
      {
        run: ['ladder', 'kuhn', '--player', 'kuhn.mjs', '--run', 'run', '--blocks', '1', '--workers', '0'],
        // The bots and searches of the game take part too.
        out: [/Ladder: kuhn [\s\S]*^ +1 +random /m, /scripted:honest/, /search:16/, /policy:run@/, /file:kuhn/],
      },
      {
        run: ['play', 'kuhn', '--difficulty', '10', '--ladder', 'l.json'],
        exit: 2,
        err: /level:10\S* is file:kuhn\.mjs[^\n]*runs code of its own/,
        before: (folder) => everyLevel(folder, 'l.json', 'file:kuhn.mjs'),
      },
    ],
  },
  {
    name: 'a page has the levels of the shipped ladder',
    run: ['export', 'tic-tac-toe', '--format', 'web', '--out', 'site'],
    after: (folder) => {
      const worker = read(folder, 'site/worker.js');
      expect(worker).toContain('Level 7 of 10');
      expect(worker).toMatch(/rating \d+ \[/);
    },
  },
]);
