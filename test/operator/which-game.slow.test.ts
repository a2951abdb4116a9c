/** Which game is it, and with which options: whatever was trained says so, and nothing is typed twice. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { cases, command, pig, read, readJson, root, type Step, tiny } from './operate.js';
import { kuhn3Run, kuhnRun, pigRun } from './prepared.js';

/** Games are played in this thread: another takes longer to start than so few games. */
const here = ['--workers', '0'];

const airef = path.join(root, 'games/doomspire/player-airef.mjs');
const last = 'ckpt-000000000400.tgym';
/** A module of the user's own that stands where it likes. */
const ownGame = `export { bots, game } from ${JSON.stringify(pig)};\n`;

/** The same game with something else about it. */
function changedGame(fields: string): string {
  return `import { bots, game as pig } from ${JSON.stringify(pig)};\nexport { bots };\nexport const game = { ...pig, ${fields} };\n`;
}

const json = (step: Step, wanted: object): Step => ({
  ...step,
  run: [...step.run!, '--json'],
  after: (_, { stdout }) => expect(JSON.parse(stdout)).toMatchObject(wanted),
});

/** The newest checkpoint of a run. */
function newest(folder: string, run: string): string {
  const names = readdirSync(path.join(folder, run, 'checkpoints')).filter((name) => name.startsWith('ckpt-'));
  return path.join(run, 'checkpoints', names.sort().at(-1)!);
}

cases([
  {
    name: 'a policy of three seats is evaluated at three seats',
    folders: { run: kuhn3Run },
    steps: [
      json({ run: ['evaluate', 'policy:run', '--game', 'kuhn', '--blocks', '2', ...here] }, { players: 3, games: 6 }),
      json(
        { run: ['evaluate', 'policy:run', '--blocks', '2', ...here], errNot: /warning/ },
        { game: 'kuhn', players: 3 },
      ),
    ],
  },
  {
    name: 'a player of the older edition plays that edition',
    run: ['report', 'doomspire', '--agents', `file:${airef}?difficulty=0.9`, '--games', '2', '--workers', '0'],
    out: /--options '\{"edition":"airef"\}'/,
    errNot: /warning/,
    seconds: 120,
  },
  {
    name: 'a policy of two seats is refused where four are wanted',
    folders: { run: kuhnRun },
    run: ['evaluate', 'policy:run', '--game', 'kuhn', '--against', 'random,random,random'],
    exit: 2,
    err: /kuhn has 2 seats here, as the agent was trained: give 1 opponent, not 3/,
  },
  {
    name: 'other options than those of the policy are played when they are typed, with a warning',
    folders: { run: kuhn3Run },
    steps: [
      json(
        {
          run: ['evaluate', 'policy:run', '--options', 'players=2', '--blocks', '2', ...here],
          err: /^warning: policy:run was trained with players=3, not with players=2, and may play worse\n/,
        },
        { players: 2, command: expect.stringContaining(`'{"players":2}'`) },
      ),
      json(
        { run: ['evaluate', 'policy:run', '--options', 'askForced=true', '--blocks', '1', ...here], errNot: /warning/ },
        { players: 3 },
      ),
    ],
  },
  {
    name: 'the command that a result prints makes it again',
    folders: { run: kuhn3Run },
    shell:
      'tabletop evaluate policy:run --blocks 2 > a; tail -n 1 a | cut -d " " -f 2- > again; source ./again > b && cmp <(grep -v " ms per decision" a) <(grep -v " ms per decision" b)',
  },
  {
    name: 'policies that want different options are refused, and say which want what',
    folders: { two: kuhnRun, three: kuhn3Run },
    steps: [
      ...[
        ['evaluate', 'policy:two', '--against', 'policy:three'],
        ['tournament', 'kuhn', '--agents', 'policy:two,policy:three'],
        ['report', 'kuhn', '--agents', 'policy:two,policy:three'],
      ].map((run) => ({
        run,
        exit: 2,
        err: /different options of kuhn: policy:two with players=2; policy:three with players=3; choose with --options/,
      })),
      {
        run: [
          'tournament',
          'kuhn',
          '--agents',
          'policy:two,policy:three',
          '--options',
          'players=3',
          '--blocks',
          '2',
          ...here,
        ],
        err: /^warning: policy:two was trained with players=2, not with players=3/,
        out: /3 players/,
      },
    ],
  },
  {
    name: 'policies of different games are refused, and so is another game than theirs',
    folders: { kuhn: kuhnRun, pig: pigRun },
    steps: [
      {
        run: ['evaluate', 'policy:kuhn', '--against', 'policy:pig'],
        exit: 2,
        err: /policy:kuhn plays kuhn, policy:pig plays pig: name agents of one game/,
      },
      { run: ['evaluate', 'policy:kuhn', '--game', 'leduc'], exit: 2, err: /policy:kuhn plays kuhn, not leduc/ },
    ],
  },
  {
    name: 'every command that plays a policy plays its options',
    folders: { run: kuhn3Run },
    steps: [
      json({ run: ['tournament', 'kuhn', '--agents', 'policy:run,random', '--blocks', '2', ...here] }, { players: 3 }),
      json({ run: ['report', 'kuhn', '--agents', 'policy:run', '--games', '3', ...here] }, { players: 3 }),
      json({ run: ['exploit', 'policy:run', '--game', 'kuhn'] }, { players: 3 }),
      { run: ['play', 'kuhn', '--against', 'policy:run', '--watch'], out: /Green/ },
      {
        run: ['play', 'kuhn', '--against', 'policy:run', '--watch', '--save', 'game.json'],
        out: /Green \(policy:run\)/,
      },
      json({ run: ['replay', 'game.json'] }, { verified: true, places: [{}, {}, {}].map(() => expect.any(Number)) }),
    ],
  },
  {
    name: 'a player beside a policy of other options is refused in play too',
    folders: { two: kuhnRun, three: kuhn3Run },
    run: ['play', 'kuhn', '--against', 'policy:two,policy:three', '--watch'],
    exit: 2,
    err: /policy:two with players=2; policy:three with players=3/,
  },
  {
    name: 'an opponent to train against that was trained with other options is refused before anything starts',
    folders: { three: kuhn3Run },
    run: ['train', 'kuhn', ...tiny, '--run', 'out', '--set', 'evaluation.against=policy:three'],
    exit: 2,
    err: /was trained with players=3, not with players=2/,
    gone: ['out'],
  },
  {
    name: 'a checkpoint of a run is exported as the run is, with its options and provenance',
    folders: { run: kuhn3Run },
    steps: [
      { run: ['export', 'run', '--out', 'a.mjs'] },
      {
        run: ['export', `run/checkpoints/${last}`, '--out', 'b.mjs'],
        before: (folder) => expect(newest(folder, 'run')).toBe(`run/checkpoints/${last}`),
        after: (folder) => {
          expect(read(folder, 'b.mjs') === read(folder, 'a.mjs')).toBe(true);
          expect(/"?config"?:\{"?game"?:"kuhn"/.test(read(folder, 'b.mjs'))).toBe(true);
        },
      },
      json({ run: ['evaluate', 'file:b.mjs', '--blocks', '2', ...here] }, { players: 3 }),
    ],
  },
  {
    name: 'a policy that left its run still knows its game and options',
    folders: { run: kuhn3Run },
    steps: [
      { shell: `mv run/checkpoints/${last} mine.tgym && rm -r run` },
      json({ run: ['evaluate', 'policy:mine.tgym', '--blocks', '1', ...here] }, { game: 'kuhn', players: 3 }),
      json({ run: ['export', 'mine.tgym'] }, { path: expect.stringMatching(/kuhn\.mjs$/) }),
      json({ run: ['evaluate', 'file:kuhn.mjs', '--blocks', '1', ...here] }, { game: 'kuhn', players: 3 }),
    ],
    there: ['kuhn.mjs'],
  },
  {
    name: 'a run of a game of its own is evaluated and exported without naming the game',
    folders: { run: pigRun },
    steps: [
      json({ run: ['evaluate', 'policy:run', '--blocks', '2', ...here] }, { game: 'pig', games: 4 }),
      { run: ['export', 'run'], out: /run\/exports\/pig\.mjs/ },
      json({ run: ['evaluate', 'file:run/exports/pig.mjs', '--blocks', '2', ...here] }, { game: 'pig', games: 4 }),
    ],
  },
  {
    name: 'what training prints to do next works as it is printed, for a game of its own too',
    files: { 'my game.ts': ownGame },
    run: ['train', './my game.ts', ...tiny, '--decisions', '200', '--run', 'run'],
    after: (folder, { stdout }) => {
      const lines = stdout.split('\n').filter((line) => /^(next:| {5}) tabletop /.test(line));
      expect(lines).toHaveLength(2);
      for (const line of lines) {
        const { status, stderr } = command(folder, { shell: line.slice(6) });
        expect([line, status, stderr.replace(/^.*games(, .*)?\n/gm, '')]).toEqual([line, 0, '']);
      }
    },
  },
  {
    name: 'a player or a checkpoint of a game of its own that left its run asks for the module',
    folders: { run: pigRun },
    files: { 'pig.ts': ownGame },
    steps: [
      { run: ['export', 'run', '--out', 'mine.mjs'] },
      {
        run: ['evaluate', 'file:mine.mjs', '--blocks', '1', ...here],
        exit: 2,
        err: /mine\.mjs plays pig, a game of a module of its own: name its path with --game/,
      },
      { run: ['evaluate', 'file:mine.mjs', '--blocks', '1', '--game', './pig.ts'], out: /pig 1, 2 players/ },
      {
        before: (folder) =>
          writeFileSync(path.join(folder, 'x.tgym'), readFileSync(path.join(folder, newest(folder, 'run')))),
        run: ['export', 'x.tgym'],
        exit: 2,
        err: /x\.tgym plays pig, a game of a module of its own: name its path with --game/,
      },
    ],
    gone: ['pig.mjs'],
  },
  {
    name: 'the module of a run that is not there any more is asked for',
    files: { 'pig.ts': ownGame },
    steps: [
      { run: ['train', './pig.ts', ...tiny, '--decisions', '200', '--run', 'run'] },
      {
        shell: 'mv pig.ts elsewhere.ts; tabletop evaluate policy:run --blocks 1',
        exit: 2,
        err: /^tabletop: the game module .*pig\.ts of the run .*run does not exist: name it with --game\n$/,
      },
      { run: ['evaluate', 'policy:run', '--blocks', '1', '--game', './elsewhere.ts'], out: /pig 1, 2 players/ },
    ],
  },
  {
    name: 'a game of its own is measured against the bots of its module',
    folders: { run: pigRun },
    before: (folder) =>
      expect(readJson(folder, 'run/config.json')).toMatchObject({
        evaluation: { against: ['random', 'scripted:cautious', 'scripted:bold'] },
      }),
  },
  {
    name: 'start makes the bot of a large game stronger, and measures it against that bot',
    run: ['start', '--game', 'islebound', '--minutes', '0.02', '--run', 'run'],
    seconds: 240,
    out: [
      /training the weights of scripted:mixed by evolution/,
      /50 games against the same deals of scripted:mixed/,
      /run\/exports\/islebound\.mjs/,
    ],
  },
  {
    name: 'start names whom it measured against, and what it suggests works as typed',
    files: { 'my game.ts': ownGame },
    run: ['start', '--game', './my game.ts', '--minutes', '0.03', '--run', 'run'],
    seconds: 240,
    out: [
      /games against 1 x random/,
      /games against 1 x scripted:cautious/,
      /1 x scripted:bold/,
      /scripted:cautious the others/,
    ],
    outNot: /strongest/,
    after: (folder, { stdout }) => {
      const suggested = stdout.split('\n').filter((line) => line.startsWith('  npx tabletop '));
      expect(suggested).toHaveLength(4);
      for (const line of suggested) {
        const words = line.replace(/^ +npx /, '').replace(/ {3}.*/, '');
        const more = / train /.test(words) ? [...tiny, '--decisions', '100'] : [];
        const quoted = more.map((word) => `'${word}'`).join(' ');
        const { status, stderr } = command(folder, { shell: `${words} ${quoted}`, input: 'q\n' });
        expect([line, status, stderr.match(/^tabletop: .*/m)]).toEqual([line, 0, null]);
      }
    },
  },
  {
    name: 'play says how to see the game of a module of its own again',
    files: { 'my game.ts': ownGame },
    run: ['play', './my game.ts', '--watch', '--against', 'random', '--save', 'game.json'],
    out: /; tabletop replay game\.json --game '\.\/my game\.ts' shows it/,
    after: (folder, { stdout }) =>
      expect(command(folder, { shell: /; (tabletop replay .*) shows it/.exec(stdout)![1]! }).status).toBe(0),
  },
  {
    name: 'people may concede against a shipped player, which is not another game; an edition has its own player',
    steps: [
      { run: ['play', 'doomspire'], input: 'q\n', errNot: /warning/ },
      { run: ['play', 'doomspire', '--options', 'edition=airef'], input: 'q\n', errNot: /warning/ },
      {
        run: ['play', 'doomspire', '--options', 'trackMax=30'],
        input: 'q\n',
        err: /^warning: player was trained with trackMax=20, not with trackMax=30/m,
      },
    ],
  },
  {
    name: 'saved games are those of the options that were played, however they were said',
    steps: [
      { run: ['evaluate', 'random', '--game', 'kuhn', '--blocks', '3', '--state', 's.json'] },
      {
        run: ['evaluate', 'random', '--game', 'kuhn', '--blocks', '4', '--state', 's.json', '--options', 'players=2'],
        after: (folder) =>
          expect(readJson(folder, 's.json').settings).toMatchObject({ options: { players: 2, askForced: false } }),
      },
      {
        run: ['evaluate', 'random', '--game', 'kuhn', '--state', 's.json', '--options', 'players=3'],
        exit: 2,
        err: /s\.json holds games with another options/,
      },
    ],
  },
  {
    name: 'check says which export needs parseView',
    files: { 'plain.ts': changedGame('parseView: undefined') },
    run: ['check', './plain.ts', '--games', '2'],
    out: /player JSON: not checked: the game ships no parseView\(\), which a player file needs \(export --format js/,
  },
  {
    name: 'start refuses a game without parseView before it trains',
    files: { 'plain.ts': changedGame('parseView: undefined') },
    run: ['start', '--game', './plain.ts'],
    exit: 2,
    err: /pig has no Game\.parseView, which a player file needs/,
    gone: ['runs'],
  },
  {
    name: 'check prints what was never reached',
    run: ['check', pig, '--games', '1', '--options', 'target=100,rounds=1'],
    out: /never reached,.*\n(.*\n)* {2}landmarks: .*target/,
  },
  {
    name: 'check ends with the check, the seed and the step of an endless apply',
    files: {
      'endless.ts': changedGame(`newState(options, chance) {
        const state = pig.newState(options, chance);
        let moves = 0;
        const apply = state.apply.bind(state);
        return Object.assign(state, { apply: (action, luck) => { if (moves++ === 3) for (;;); apply(action, luck); } });
      }`),
    },
    run: ['check', './endless.ts', '--games', '2', '--seconds', '1'],
    exit: 1,
    out: [
      /FAIL {2}length: apply did not come back for 1 seconds.* \(options \{.*\}, seed 1\/0, step 3\)/,
      /does not pass/,
    ],
    seconds: 30,
  },
  {
    name: 'check ends with an endless bot or set-up too, and goes on for a slow one',
    files: {
      'bot.ts': `${changedGame('').replace('export { bots };\n', '').replace('import { bots, ', 'import { ')}export const bots = { mad: () => ({ name: 'mad', reset() {}, act() { for (;;); } }) };\n`,
      'setup.ts': changedGame('newState() { for (;;); }'),
      // It computes nothing, and so has ten times as long.
      'wait.ts': changedGame('newState() { Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0); }'),
      'slow.ts': changedGame(
        'newState(options, chance) { let x = 1; for (let i = 0; i < 3e6; i++) x = (x * 31 + i) % 1009; return x < 0 ? null : pig.newState(options, chance); }',
      ),
    },
    steps: [
      {
        run: ['check', './bot.ts', '--games', '2', '--seconds', '1'],
        exit: 1,
        out: /FAIL {2}length: a bot did not come back/,
      },
      { run: ['check', './setup.ts', '--games', '2', '--seconds', '1'], exit: 1, out: /newState did not come back/ },
      { run: ['check', './wait.ts', '--games', '2', '--seconds', '0.3'], exit: 1, out: /newState did not come back/ },
      {
        run: ['check', './slow.ts', '--games', '1', '--options', 'rounds=1', '--seconds', '10'],
        outNot: /did not come back/,
      },
    ],
  },
]);
