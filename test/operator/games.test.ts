/** What the games with hidden cards, rivals and maps print, and what a report of them says. */
import { expect } from 'vitest';
import { type Case, cases, pig, readJson, type Step } from './operate.js';

/** Every line of a board fits 100 columns; the decisions told between boards are indented and begin with the seat. */
function narrow(_folder: string, { stdout }: { stdout: string }): void {
  const boards = stdout.split('\n').filter((line) => !/^ {2}seat \d \(/.test(line));
  expect(boards.length).toBeGreaterThan(20);
  for (const line of boards) expect(line.length, line).toBeLessThanOrEqual(100);
}

const show = (game: string, ...words: string[]): Pick<Step, 'run'> => ({
  run: ['play', game, '--watch', '--seed', '1', ...words],
});

/** What `--json` printed, by way of a file. */
const report = (game: string, ...words: string[]): Pick<Step, 'shell'> => ({
  shell: `tabletop report ${[game, ...words].join(' ')} --agents random --workers 0 --json >report.json`,
});

/** The one level of that report. */
const levelOf = (folder: string) => (readJson(folder, 'report.json').levels as Record<string, unknown>[])[0]!;

const ownGame = (extra: string): Case['files'] => ({
  'own.ts': `import { bots, game as pig, PigState } from ${JSON.stringify(pig.replace('pig.ts', 'pig-by-hand.ts'))};
${extra}
export { bots };
`,
});

cases([
  {
    name: 'a report of a game with an AI beside the players says how often it was ahead',
    steps: [
      {
        run: [
          'report',
          'crown-of-ash',
          '--agents',
          'random',
          '--options',
          'players=2,ai=hard',
          '--games',
          '20',
          '--workers',
          '0',
        ],
        out: [/^rival of the rules placed first +\d+\.\d % \[\d+\.\d, \d+\.\d\]$/m, /^turn order +won/m, /^2nd +\d/m],
      },
      {
        ...report('crown-of-ash', '--options', 'players=2,ai=hard', '--games', '20'),
        after: (folder) => {
          const { rivalAhead, seats, byOrder } = levelOf(folder);
          expect(rivalAhead).toEqual({ mean: expect.any(Number), low: expect.any(Number), high: expect.any(Number) });
          expect((rivalAhead as { mean: number }).mean).toBeGreaterThan(0);
          expect(byOrder).toHaveLength((seats as unknown[]).length);
        },
      },
    ],
  },
  {
    name: 'a report of a game alone against a rival says how often that was ahead',
    run: ['report', 'islebound', '--agents', 'random', '--games', '5', '--workers', '0'],
    out: /^rival of the rules placed first +\d/m,
  },
  {
    name: 'a report of a game without such a rival says nothing of one',
    steps: [
      {
        run: [
          'report',
          'crown-of-ash',
          '--agents',
          'random',
          '--options',
          'players=2',
          '--games',
          '3',
          '--workers',
          '0',
        ],
        outNot: /rival/,
      },
      {
        ...report('crown-of-ash', '--options', 'players=2', '--games', '3'),
        after: (folder) => expect(levelOf(folder)).toMatchObject({ rivalAhead: null }),
      },
    ],
  },
  {
    name: 'a report tells seats apart by their place in the turn order, which the anchor of Fuzzy Knights decides',
    run: [
      'report',
      'fuzzy-knights',
      '--agents',
      'random',
      '--options',
      'players=3,maxDays=2',
      '--games',
      '12',
      '--workers',
      '0',
    ],
    out: /^turn order .*\n1st .*\n2nd .*\n3rd .*\n\n/m,
  },
  {
    name: 'a report leaves the turn order out where it is that of the seats',
    steps: [
      { run: ['report', 'kuhn', '--agents', 'random', '--games', '30', '--workers', '0'], outNot: /^turn order/m },
      {
        ...report('kuhn', '--games', '30'),
        after: (folder) => {
          const { seats, byOrder } = levelOf(folder) as Record<string, { winShare: unknown }[]>;
          expect(byOrder!.map(({ winShare }) => winShare)).toEqual(seats!.map(({ winShare }) => winShare));
        },
      },
    ],
  },
  {
    name: 'the board of Crown of Ash fits 100 columns, and the end shows every fate card',
    ...show('crown-of-ash', '--options', 'players=3,ai=hard', '--against', 'scripted:regent'),
    out: [/by its track \[?I/, /Last battle, for [^:]+: \w+ \d+ \(card \w+\) against/, /, set aside|set aside: /],
    after: (folder, printed) => {
      narrow(folder, printed);
      const last = printed.stdout.slice(printed.stdout.lastIndexOf('Round 4 of 4'));
      expect(last.match(/\sfate \w+ and \w+/g)).toHaveLength(3);
      expect(printed.stdout.slice(0, printed.stdout.indexOf('Round 2')).match(/\sfate \w+ and/g)).toHaveLength(1);
    },
  },
  {
    name: 'the AI of Crown of Ash is said to have raised whom it raised, or nobody',
    ...show('crown-of-ash', '--options', 'players=1,ai=hard', '--against', 'scripted:regent'),
    outNot: /closest resource and raised\./,
    out: /the AI|AI deck/,
  },
  {
    name: 'the board of Islebound fits 100 columns and speaks in words',
    ...show('islebound', '--against', 'scripted:mixed'),
    out: [/^ {2}1 {2}3 books +#\d+, renown \d+: /m, /The game is over \([a-z ]+\): you \d+, the rival \d+, /],
    outNot: /gain\.|now\.|end\.\w|\.per\d|build\.cost|befriend\.cost|noToll|strength [-0]/,
    after: narrow,
  },
  {
    name: 'the map of Fuzzy Knights comes with its key and fits 100 columns',
    ...show('fuzzy-knights', '--options', 'players=4,maxDays=6', '--against', 'scripted:marshal'),
    out: [/^Key: .*ramparts/m, /i item, \$ resource, x monster token/],
    after: narrow,
  },
  {
    name: 'who plays Fuzzy Knights is told what the signs mean',
    run: ['play', 'fuzzy-knights', '--against', 'random'],
    input: 'q\n',
    out: /^Key: A2 city of A/m,
  },
  {
    name: 'who plays Kuhn poker is told how many chips were won',
    run: ['play', 'kuhn', '--against', 'scripted:always-bet'],
    input: '2\n2\n2\n',
    out: /The game is over: Blue \(you\) (wins|loses) 2 chips, Orange (wins|loses) 2 chips\.$/m,
  },
  {
    name: 'a game of Leduc poker says at its end how many chips were won',
    ...show('leduc', '--against', 'scripted:always-raise'),
    out: /The game is over: Blue \(you\) (wins|loses) (\d+ chips|nothing), Orange /,
  },
  {
    name: 'a turn that begins with a prompt that is none is found by check',
    files: ownGame("export const game = { ...pig, turnPrompt: 'turn' };"),
    run: ['check', 'own.ts', '--games', '2'],
    exit: 1,
    out: /turnPrompt 'turn' is none of the prompts/,
  },
  {
    name: 'a rival that is said to be ahead in some games and not to exist in others is found by check',
    files: ownGame(`let asked = 0;
class Odd extends PigState {
  rivalAhead() {
    return asked++ < 4 ? false : null;
  }
}
export const game = {
  ...pig,
  newState(options, chance) {
    const state = new Odd();
    state.cells.set(pig.newState(options, chance).cells);
    return state;
  },
};`),
    run: ['check', 'own.ts', '--games', '12', '--options', 'players=2'],
    exit: 1,
    out: /rivalAhead\(\) is null in some games only/,
  },
]);
