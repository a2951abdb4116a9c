/** Games of boardgame.io as people write them: each plays, or one line says why not. */
import { cpSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { furnish, missing } from '../boardgame-io/host.js';
import { type Case, operate, type Step, tiny } from '../operator/operate.js';

/** A folder of somebody who has both packages, with the games of the folder beside this file. */
const withBoth: Step = {
  before(folder) {
    furnish(folder);
    cpSync(fileURLToPath(new URL('boardgame.io', import.meta.url)), folder, { recursive: true });
  },
};
const few = ['--workers', '0'];
const train = (game: string, ...words: string[]) => [
  'train',
  game,
  '--run',
  'r',
  '--decisions',
  '300',
  ...tiny,
  ...words,
];

interface Validator {
  validate(view: unknown): object;
}

const list: Case[] = [
  {
    name: 'an event that the framework refuses is an error, named once',
    steps: [
      withBoth,
      {
        run: ['evaluate', 'random', '--game', './event.ts', '--blocks', '1', ...few],
        exit: 2,
        err: /event: ai.enumerate lists endTurn \[\] for player \d, but the game refuses it \(the event changes nothing\)/,
      },
      { run: ['check', './event.ts', '--games', '2'], exit: 1, out: /FAIL [^\n]*lists endTurn/ },
    ],
  },
  {
    name: 'a game from before 0.50 is told the signature of today',
    steps: [
      withBoth,
      {
        run: ['check', './old.ts'],
        exit: 2,
        err: /old: setup takes \(ctx\): since boardgame.io 0.50 moves and hooks take \(\{ G, ctx, playerID, random, events \}, \.\.\.\)/,
      },
    ],
  },
  {
    name: 'a game whose actions do not depend on G passes the check, prints to standard error, and refuses a wrong G by field',
    steps: [
      withBoth,
      {
        run: ['check', './pig.ts', '--games', '3', '--json'],
        err: /^rolled \d$/m,
        after: (_, { stdout }) => expect(JSON.parse(stdout)).toMatchObject({ passed: true }),
      },
      { run: train('./pig.ts') },
      {
        run: ['export', 'r', '--game', './pig.ts', '--out', 'player.mjs'],
        async after(folder) {
          const { validate } = (await import(pathToFileURL(path.join(folder, 'player.mjs')).href)) as Validator;
          const ctx = {
            ...{ numPlayers: 2, playOrder: ['0', '1'], playOrderPos: 0, currentPlayer: '0', turn: 1 },
            ...{ phase: null, activePlayers: null },
          };
          const view = (G: object) => ({ seat: 0, options: { askForced: false }, decisions: 0, G, ctx });
          expect(validate(view({ held: [3, 4], pot: 5 }))).toMatchObject({ valid: true });
          expect(validate(view({ wrong: true }))).toEqual({ valid: false, error: 'view.G.held: missing' });
          expect(validate(view({ held: { wrong: true }, pot: 5 }))).toEqual({
            valid: false,
            error: 'view.G.held: a list wanted',
          });
        },
      },
    ],
  },
  {
    name: 'a game for one player learns its score, or one line says how to give it',
    files: { 'unscored.ts': "import { unscored } from './solo.ts';\nexport const game = unscored();\n" },
    steps: [
      withBoth,
      {
        run: ['check', './unscored.ts'],
        exit: 2,
        err: /solo: one player alone has nobody to beat: give rewards, such as/,
      },
      { run: ['check', './solo.ts', '--games', '3'] },
      { run: train('./solo.ts') },
    ],
  },
  {
    name: 'a game that lists one move at a time asks nobody: training says so',
    steps: [withBoth, { run: train('./one-move.ts'), exit: 2, err: /one-move: nobody who learns is ever asked/ }],
  },
];

describe.skipIf(missing)('a game of boardgame.io', () => {
  it.each(list)('$name', (one) => operate(one));
});
