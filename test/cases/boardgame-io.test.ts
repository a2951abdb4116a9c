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
    name: 'one of them whose parameters have other names is told so by what its moves do with them',
    files: {
      'sets.ts':
        "import { raceBy } from './moves.ts';\nexport const game = raceBy('sets', (g, _c, by) => { g.n += by; });\n",
      'writes.ts': "import { raceBy } from './moves.ts';\nexport const game = raceBy('writes', (g) => { g.n = 1; });\n",
      'reads.ts':
        "import { raceBy } from './moves.ts';\nexport const game = raceBy('reads', (state, context, by) => { state.board[by] = context; });\n",
    },
    steps: [
      withBoth,
      {
        run: ['check', './sets.ts', '--games', '2'],
        exit: 1,
        out: /FAIL [^\n]*sets: moves\.add reads 'n' of its first parameter, [^\n]*: since boardgame\.io 0\.50 moves and hooks take \(\{ G, ctx/,
      },
      {
        run: ['check', './writes.ts', '--games', '2'],
        exit: 1,
        out: /FAIL [^\n]*moves\.add sets 'n' of its first parameter/,
      },
      {
        run: ['evaluate', 'random', '--game', './reads.ts', '--blocks', '1', ...few],
        exit: 2,
        err: /reads: moves\.add reads 'board' of its first parameter/,
      },
    ],
  },
  {
    name: 'what the framework only logs of a move is an error',
    files: {
      'phase.ts':
        "import { raceBy } from './moves.ts';\nexport const game = raceBy('phase', ({ G, events }, by) => { G.n += by; events.setPhase('nope'); });\n",
    },
    steps: [
      withBoth,
      {
        run: ['evaluate', 'random', '--game', './phase.ts', '--blocks', '1', ...few],
        exit: 2,
        err: /phase: boardgame\.io says of add \[\d\] of player \d: invalid phase: nope/,
      },
      { run: ['check', './phase.ts', '--games', '2'], exit: 1, out: /FAIL [^\n]*invalid phase: nope/ },
    ],
  },
  {
    name: 'a game that all win or lose together tells what it earns, not what it wins',
    files: {
      'together.ts': `import { fromBoardgameIo } from 'tabletop-gym/boardgame.io';
import * as boardgameio from 'boardgame.io/internal';
const game_ = {
  minPlayers: 2, maxPlayers: 2,
  setup: () => ({ n: 0, turns: 0 }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: { add: ({ G }: { G: { n: number; turns: number } }, by: number) => { G.n += by; G.turns++; } },
  endIf: ({ G }: { G: { n: number; turns: number } }) => (G.turns === 4 ? { won: G.n >= 6 } : undefined),
  ai: { enumerate: () => [1, 2].map((by) => ({ move: 'add', args: [by] })) },
};
export const game = fromBoardgameIo(game_, {
  boardgameio, id: 'together', maxDecisions: 4,
  actions: [1, 2].map((by) => ({ move: 'add', args: [by] })),
  observation: [{ name: 'n', shape: [1], about: 'The sum.', values: ({ G }) => [G.n / 8] }],
  rewards: ({ ctx, gameover }) => Array(ctx.numPlayers).fill((gameover as { won?: boolean })?.won ? 1 : 0),
});
`,
    },
    steps: [
      withBoth,
      { run: ['check', './together.ts', '--games', '3'] },
      {
        run: ['train', './together.ts', '--run', 'r', '--preset', 'ppo', '--decisions', '300', '--workers', '0'],
        err: /decisions: return [01]\.\d\d with random/,
        errNot: /% v random/,
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
          const wrong: [G: object, error: string][] = [
            [{ held: { wrong: true }, pot: 5 }, 'held: a list wanted'],
            [{ held: [3, 4], pot: '5' }, 'pot: a number wanted'],
            [{ held: ['a', 'b'], pot: 5 }, 'held.0: a number wanted'],
            [{ held: [3, 4, 5], pot: 5 }, 'held: 2 entries wanted'],
            [{ held: [3], pot: 5 }, 'held: 2 entries wanted'],
          ];
          for (const [G, error] of wrong) expect(validate(view(G))).toEqual({ valid: false, error: `view.G.${error}` });
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
