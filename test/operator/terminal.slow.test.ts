/** Pipes, terminals, folders that cannot be written, signals: what a command does when its surroundings do not play along. */
import { spawn, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { constants, tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { type Case, cases, main, read, readJson, tiny, tinyBut } from './operate.js';
import { kuhnRun } from './prepared.js';

const program = fileURLToPath(new URL('../../agents/outside/testing/program.mjs', import.meta.url));

/** Runs a line with the exit codes of all parts of its pipes as its last word. */
const codes = (line: string) => `${line}; echo "codes \${PIPESTATUS[*]}" >&2`;

cases([
  {
    name: 'a reader that wants nothing ends a list quietly',
    shell: codes('tabletop games | true'),
    err: /^codes 0 0\n$/,
  },
  {
    name: 'a reader that wants one line ends a shown game quietly',
    shell: codes('tabletop play doomspire --watch --against random | head -1'),
    err: /^codes 0 0\n$/,
  },
  {
    name: 'a full disk behind standard output is one line',
    shell: 'tabletop games >/dev/full',
    exit: 2,
    err: /^tabletop: cannot write standard output: the disk is full[^\n]*\n$/,
  },
  {
    name: 'a full disk behind a game that is watched is one line too',
    shell: 'tabletop play kuhn --watch >/dev/full',
    exit: 2,
    err: /^tabletop: [^\n]*disk is full[^\n]*\n$/,
  },
  {
    name: 'standard error that is full or closed changes nothing',
    steps: [
      { shell: 'tabletop report kuhn --agents random --games 4 --workers 0 2>/dev/full', out: /4 games/ },
      { shell: 'tabletop report kuhn --agents random --games 4 --workers 0 2>&-', out: /4 games/ },
      { shell: 'tabletop games >&-', exit: 0 },
    ],
  },
  {
    name: 'a game that is watched and recorded is recorded whole, though its reader left',
    steps: [
      {
        shell: codes('tabletop play kuhn --watch --against random --save game.json --seed 3 | head -1'),
        err: /codes 0 0/,
      },
      { run: ['replay', 'game.json'], out: /every position agrees[\s\S]*The game is over/ },
      { shell: codes('tabletop replay game.json --show | head -1'), err: /^codes 0 0\n$/ },
    ],
    there: ['game.json'],
  },
  {
    name: 'training goes on to its end though nobody reads what it prints',
    steps: [
      {
        shell: codes(`tabletop train kuhn --decisions 200 --run r ${tiny.map((word) => `'${word}'`).join(' ')} | true`),
        err: /codes 0 0\n$/,
      },
      { run: ['evaluate', 'policy:r', '--game', 'kuhn', '--blocks', '2'], out: /4 games/ },
    ],
    there: ['r/summary.html'],
  },
  {
    name: 'JSON larger than a pipe arrives whole, also at a slow reader',
    shell: `tabletop exploit random --game kuhn --json | (sleep 0.5; cat) >small.json; tabletop play doomspire --options roundCap=14 --against random --watch | (sleep 0.5; cat) >large.txt`,
    after: (folder) => {
      readJson(folder, 'small.json');
      const text = read(folder, 'large.txt');
      expect(text.length).toBeGreaterThan(1 << 16);
      expect(text).toMatch(/The game is over/);
    },
  },
  {
    name: 'an evaluation in a folder where runs is a file plays without keeping games, and says so',
    files: { runs: 'a file' },
    steps: [
      {
        run: ['evaluate', 'random', '--game', 'kuhn', '--blocks', '4', '--workers', '0'],
        out: /8 games/,
        err: /^games are not kept[^\n]*--state[^\n]*\n$/,
      },
      {
        run: ['tournament', 'kuhn', '--agents', 'random,scripted:nash', '--blocks', '2', '--workers', '0'],
        err: /^games are not kept[^\n]*\n$/,
      },
    ],
  },
  {
    name: 'games kept for a program that has changed since are dropped, and said so',
    files: { 'bot.mjs': readFileSync(program, 'utf8') },
    steps: [
      {
        shell: 'tabletop evaluate "cmd:node bot.mjs" --game kuhn --blocks 4 --workers 0 >/dev/full',
        exit: 2,
      },
      {
        before: (folder) => appendFileSync(path.join(folder, 'bot.mjs'), '// better'),
        run: ['evaluate', 'cmd:node bot.mjs', '--game', 'kuhn', '--blocks', '4', '--workers', '0'],
        out: /8 games/,
        err: /^the games kept of an earlier run are dropped: a file that an agent plays by has changed$/m,
      },
    ],
    gone: ['runs/unfinished'],
  },
  {
    name: 'games of an evaluation whose result could not be printed are kept',
    steps: [
      {
        shell: 'tabletop evaluate random --game kuhn --blocks 4 --workers 0 >/dev/full',
        exit: 2,
        after: (folder) => expect(readdirSync(path.join(folder, 'runs/unfinished')).length).toBe(1),
      },
      { run: ['evaluate', 'random', '--game', 'kuhn', '--blocks', '4', '--workers', '0'], out: /8 games/ },
    ],
    gone: ['runs/unfinished'],
  },
  {
    name: 'a short evaluation leaves no folder behind',
    run: ['evaluate', 'random', '--game', 'kuhn', '--blocks', '2', '--workers', '0'],
    gone: ['runs'],
  },
  ...(
    [
      ['--state of an evaluation', ['evaluate', 'random', '--game', 'kuhn', '--blocks', '1', '--state']],
      ['--save of a game', ['play', 'kuhn', '--watch', '--save']],
      ['--out of an export', ['export', 'run', '--out']],
    ] satisfies [string, string[]][]
  ).map(
    ([name, words]): Case => ({
      name: `${name} below a file or with a name too long is refused, by the name that was typed, before anything is played`,
      files: { f: 'a file' },
      folders: { run: kuhnRun },
      steps: ['f/x.mjs', `${'x'.repeat(300)}.mjs`].map((file) => ({
        run: [...words, file],
        exit: 2,
        err: new RegExp(`^tabletop: cannot write ${file}: [^\\n]*(not a folder|too long)[^\\n]*\\n$`),
        errNot: /\.tmp|lstat|open '/,
        outNot: /seat 0/,
        seconds: 20,
      })),
    }),
  ),
  {
    name: 'a name that just fits is written, though a temporary one is longer',
    folders: { run: kuhnRun },
    run: ['play', 'kuhn', '--watch', '--against', 'random', '--save', `${'x'.repeat(250)}.json`],
    there: [`${'x'.repeat(250)}.json`],
  },
  {
    name: 'play deals anew each time, says by which seed, and a seed deals the same again',
    steps: [
      { run: ['play', 'kuhn', '--against', 'random', '--save', 'a.json'], input: 'q\n', out: /^seed \d+ / },
      { run: ['play', 'kuhn', '--against', 'random', '--save', 'b.json'], input: 'q\n', out: /^seed \d+ / },
      {
        run: ['replay', 'a.json'],
        out: /seed \d+/,
        after: (folder, { stdout }) => {
          const [a, b] = [readJson(folder, 'a.json').seed, readJson(folder, 'b.json').seed];
          expect(a).not.toBe(b);
          expect(stdout).toContain(`seed ${a}`);
        },
      },
      { run: ['play', 'kuhn', '--seed', '77', '--save', 'c.json'], input: 'q\n', out: /^seed 77 / },
      { run: ['replay', 'c.json', '--json'], out: /"seed": "77"/ },
    ],
  },
  {
    name: 'the events of a run have the real clock',
    folders: { run: kuhnRun },
    steps: [
      {
        shell: 'ls run/events',
        out: /tfevents/,
        before: (folder) => {
          const [name] = readdirSync(path.join(folder, 'run/events'));
          // The head of a record, then the key of the time.
          const began = readFileSync(path.join(folder, 'run/events', name!)).readDoubleLE(12 + 1);
          expect(Math.abs(Date.now() / 1000 - began)).toBeLessThan(3600);
        },
      },
      {
        // A run that is over adds nothing to them.
        shell: 'cp run/events/* before; tabletop train --resume run && cmp before run/events/*',
      },
    ],
  },
  {
    name: 'the summary of a run has round ticks and charts that fit a phone',
    run: [
      ...['train', 'kuhn', '--decisions', '1000', '--run', 'r'],
      ...tinyBut('evaluation.every=1', 'evaluation.blocks=4', 'evaluation.reportBlocks=4'),
    ],
    after: (folder) => {
      const page = read(folder, 'r/summary.html');
      expect(page).not.toMatch(/<svg width=/);
      expect(page).toContain('parity: 50.0 %');
      expect(page).toMatch(/class="area"/);
      const ticks = [...page.matchAll(/<text y="0\.\d+em"[^>]*>(-?[\d.]+)(?: %|[kM])?</g)].map((match) => match[1]!);
      expect(ticks.length).toBeGreaterThan(10);
      // No more than two digits that say something.
      for (const tick of ticks) expect(tick.replace('.', '').replace(/^-?0*/, '')).toMatch(/^\d{0,2}0*$/);
      const titles = [...page.matchAll(/<figcaption>([^<]*)</g)].map((match) => match[1]);
      expect(new Set(titles).size).toBe(titles.length);
    },
  },
  {
    name: 'play understands help',
    run: ['play', 'kuhn', '--against', 'random'],
    input: 'help\nq\n',
    out: /> {3}1\.\.2 +choose that move/,
  },
  {
    name: 'a saved game goes on, with whom it was played or with others, and a wrong file is refused in a line',
    files: { 'no.json': '{"format":"something"}' },
    steps: [
      {
        run: ['play', 'connect-four', '--against', 'random', '--seed', '4'],
        input: '4\nsave game.json\nq\n',
        out: /saved to game\.json/,
      },
      {
        run: ['play', '--continue', 'game.json', '--save', 'more.json'],
        input: '4\nq\n',
        out: [
          /^seed 4, 2 moves so far\nYou are Red X\. Yellow O: random\.$/m,
          /play --continue more\.json continues it/,
        ],
      },
      { run: ['replay', 'more.json', '--json'], out: /"decisions": 4,/ },
      {
        run: ['play', '--continue', 'more.json', '--seat', '1', '--against', 'scripted:careful'],
        exit: 2,
        err: /no bot 'careful'/,
      },
      { run: ['play', '--continue', 'more.json', '--watch'], out: /The game is over/ },
      { run: ['play', '--continue', 'no.json'], exit: 2, err: /^tabletop: no\.json is not a replay/ },
      { run: ['play', '--continue', 'none.json'], exit: 2, err: /none\.json/ },
      { run: ['play', 'kuhn', '--continue', 'game.json'], exit: 2, err: /belongs to connect-four, not to kuhn/ },
      { run: ['play', '--continue', 'game.json', '--seed', '3'], exit: 2, err: /--seed is that of the saved game/ },
      { run: ['play'], exit: 2, err: /name a game/ },
    ],
  },
  {
    name: 'a game that was played is analysed in a table or as an object, and positions as lines of JSON',
    files: { 'no.json': '{}' },
    steps: [
      { run: ['play', 'tic-tac-toe', '--watch', '--against', 'random', '--seed', '1', '--save', 'game.json'] },
      {
        run: ['analyze', '--replay', 'game.json', '--play-outs', '100'],
        out: [
          /^ move {2}who +X +O +95 % +loss +95 % {2}played$/m,
          /^X: \d mistakes? in \d moves that were judged, \d of them good, /m,
        ],
      },
      {
        run: ['analyze', '--replay', 'game.json', '--play-outs', '32', '--json'],
        out: /"agent": "scripted:perfect"/,
      },
      {
        run: ['analyze', 'tic-tac-toe', '--play-outs', '50'],
        input: '{"id":"a","replay":{"seed":"1","actions":[4]}}\n{"id":"b"}\nnothing\n',
        out: [
          /^\{"id":"a","turnNumber":1,.*"text":"\w\d"/m,
          /^\{"id":"b","error":"[^"]*"\}$/m,
          /^\{"error":"no valid JSON/m,
        ],
      },
      { run: ['analyze', 'tic-tac-toe', '--json'], exit: 2, err: /--json is for --replay/ },
      { run: ['analyze', '--replay', 'no.json'], exit: 2, err: /^tabletop: no\.json is not a replay/ },
      { run: ['analyze', 'kuhn', '--replay', 'game.json'], exit: 2, err: /of tic-tac-toe, not of kuhn/ },
      { run: ['analyze', 'kuhn', '--agent', 'nobody'], exit: 2, err: /unknown agent 'nobody'/ },
    ],
  },
  {
    name: 'too many opponents are counted in words that make sense',
    steps: [
      {
        run: ['play', 'kuhn', '--against', 'random,random'],
        exit: 2,
        err: /^tabletop: --against names 2 agents: give 1\n$/,
      },
      {
        run: ['play', 'doomspire', '--against', 'random,random'],
        exit: 2,
        err: /--against names 2 agents: give 1 for all, or 3, separated by commas/,
      },
    ],
  },
  {
    name: 'an empty name of a game shows no path',
    run: ['report', ''],
    exit: 2,
    err: /^tabletop: [^/]*doomspire/,
    errNot: /node_modules|\/tmp|file:/,
  },
  ...(
    [
      ['doomspire', { roundCap: 3, components: { numbers: { costs: { knight: [1, 0, 0, 0] } } } }],
      ['crown-of-ash', { components: { numbers: { startGold: 7 } } }],
      ['islebound', { components: { numbers: { humanCoins: 60 } } }],
      ['fuzzy-knights', { maxDays: 2, components: { setup: { tokensPerPlayer: { mine: 2 } } } }],
    ] as const
  ).map(
    ([game, options]): Case => ({
      name: `one number in the tables of ${game} is replaced alone, in reports, replays and the command that says it again`,
      steps: [
        {
          run: [
            ...['report', game, '--agents', 'random', '--games', '2', '--workers', '0', '--json'],
            ...['--options', JSON.stringify(options)],
          ],
          after: (folder, { stdout }) => {
            const { command } = JSON.parse(stdout) as { command: string };
            expect(command).toContain(JSON.stringify(options));
            writeFileSync(path.join(folder, 'again.sh'), command);
          },
        },
        { shell: '. ./again.sh', out: /2 games/ },
        {
          run: [
            ...['play', game, '--watch', '--against', 'random', '--save', 'game.json'],
            ...['--options', JSON.stringify(options)],
          ],
        },
        { run: ['replay', 'game.json'], out: /every position agrees/ },
      ],
    }),
  ),
  {
    name: 'replaced numbers are checked together with those that stay',
    steps: [
      {
        run: ['report', 'fuzzy-knights', '--options', '{"components":{"setup":{"tokensPerPlayer":{"mine":20}}}}'],
        exit: 2,
        err: /components\.setup\.tokensPerPlayer/,
      },
      {
        run: ['report', 'doomspire', '--options', '{"components":{"numbers":{"costs":{"castle":[1,0,0,0]}}}}'],
        exit: 2,
        err: /costs[^\n]*castle/,
      },
      {
        run: ['report', 'doomspire', '--options', '{"components":{"numbers":{"costs":{"knight":[1,0]}}}}'],
        exit: 2,
        err: /components\.numbers\.costs\.knight/,
      },
    ],
  },
  {
    name: 'a module without a game is told so',
    files: { 'none.mjs': 'export default {};\n', 'half.mjs': 'export const game = { id: "half" };\n' },
    steps: [
      { run: ['report', './none.mjs'], exit: 2, err: /none\.mjs exports no game: write export default \{ game \}/ },
      { run: ['report', './half.mjs'], exit: 2, err: /half\.mjs[^\n]*version/ },
    ],
  },
]);

const scratch = <T>(use: (folder: string) => T): T => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tabletop-terminal-'));
  const done = () => rmSync(folder, { recursive: true, force: true });
  const result = use(folder);
  if (result instanceof Promise) return result.finally(done) as T;
  done();
  return result;
};

/** A program started in `folder` and sent a signal. @param when after so much of standard error, or milliseconds */
function signalled(folder: string, words: string[], signal: NodeJS.Signals, when: RegExp | number) {
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    const child = spawn(process.execPath, [main, ...words], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
    let [stdout, stderr, sent] = ['', '', false];
    const send = () => {
      if (!sent) child.kill(signal);
      sent = true;
    };
    child.stdout.on('data', (text) => {
      stdout += text;
    });
    child.stderr.on('data', (text) => {
      stderr += text;
      if (when instanceof RegExp && when.test(stderr)) send();
    });
    if (typeof when === 'number') setTimeout(send, when);
    // As shells count: a command whose threads are in native code ends by the signal itself.
    child.on('exit', (code, by) => resolve({ code: code ?? 128 + constants.signals[by!], stdout, stderr }));
  });
}

const endless = ['evaluate', 'random', '--game', 'kuhn', '--blocks', '1000000', '--workers', '0'];

it('Ctrl-C before the first game claims no file', () =>
  scratch(async (folder) => {
    const words = ['evaluate', 'search:1000000', '--game', 'doomspire', '--blocks', '4', '--workers', '1'];
    // A busy machine may load the program for longer, and then there is another line.
    let { code, stderr } = await signalled(folder, words, 'SIGINT', 2500);
    for (const after of [6000, 15_000])
      if (stderr === 'tabletop: stopped by SIGINT\n')
        ({ code, stderr } = await signalled(folder, words, 'SIGINT', after));
    expect(code).toBe(130);
    expect(stderr).toMatch(/tabletop: stopped after 0 of 16 games \(nothing was kept\)\n$/);
    expect(existsSync(path.join(folder, 'runs'))).toBe(false);
  }));

it('Ctrl-C after some games names a file that is there', () =>
  scratch(async (folder) => {
    const { code, stderr } = await signalled(folder, endless, 'SIGINT', /of 2000000 games/);
    expect(code).toBe(130);
    const file = /kept in (\S+),/.exec(stderr)?.[1];
    expect(existsSync(path.join(folder, file!))).toBe(true);
  }));

it.each(['SIGINT', 'SIGTERM'] as const)('%s while the program loads is one line, and ends it', (signal) =>
  scratch((folder) => {
    // Sends itself the signal as soon as it takes signals, which it does before it loads the rest.
    const sends = `const on = process.on;
      process.on = function (name, listener) {
        if (name === 'SIGTERM') setImmediate(() => process.kill(process.pid, '${signal}'));
        return on.call(this, name, listener);
      };`;
    const { signal: by, stderr } = spawnSync(
      process.execPath,
      ['--import', `data:text/javascript,${encodeURIComponent(sends)}`, main, ...endless],
      { cwd: folder, encoding: 'utf8' },
    );
    expect({ by, stderr }).toEqual({ by: signal, stderr: `tabletop: stopped by ${signal}\n` });
  }),
);

it('a signal that comes while a command that leaves signals to the system begins is not lost', () =>
  scratch((folder) => {
    // Sent in the turn of the event loop in which the command has been loaded.
    const sends = `const later = setImmediate;
      let sent = false;
      globalThis.setImmediate = (...args) => {
        if (!sent && process.argv[2] === 'bench') process.kill(process.pid, 'SIGTERM');
        sent = true;
        return later(...args);
      };`;
    const { signal, stderr } = spawnSync(
      process.execPath,
      ['--import', `data:text/javascript,${encodeURIComponent(sends)}`, main, 'bench', 'env', 'kuhn'],
      { cwd: folder, encoding: 'utf8', timeout: 60_000, killSignal: 'SIGKILL' },
    );
    expect({ signal, stderr }).toEqual({ signal: 'SIGTERM', stderr: 'tabletop: stopped by SIGTERM\n' });
  }));

it('SIGTERM stops training with a checkpoint and exit code 143', () =>
  scratch(async (folder) => {
    const words = ['train', 'kuhn', '--decisions', '100000000', '--run', 'r', ...tiny];
    const { code, stdout } = await signalled(folder, words, 'SIGTERM', /decisions/);
    expect(code).toBe(143);
    expect(stdout).toContain('continue with: tabletop train --resume r');
  }));

/** Whether `script` gives a terminal here. */
const terminal = spawnSync('script', ['-qec', 'true', '/dev/null']).status === 0;
if (!terminal) console.warn('skipped: no `script` (util-linux) that gives a pseudo-terminal');
/** What a command writes to a terminal of so many columns. */
function onTerminal(columns: number, words: string[], env: Record<string, string> = {}): string {
  return scratch((folder) => {
    const line = `stty cols ${columns}; '${process.execPath}' '${main}' ${words.join(' ')} >out`;
    const { NO_COLOR: _, ...inherited } = process.env;
    const { stdout } = spawnSync('script', ['-qec', line, '/dev/null'], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...inherited, TERM: 'xterm', SHELL: '/bin/bash', ...env },
    });
    return stdout;
  });
}
/** Before each rewritten line. */
const erased = '\x1b[2K';
const training = (minutes: number) => [
  ...['train', 'kuhn', '--minutes', `${minutes}`, '--run', 'r'],
  ...tiny.map((word) => `'${word}'`),
];

it.skipIf(!terminal)('at 80 columns the progress of training begins with the time left and fits', () => {
  const written = onTerminal(80, training(0.05));
  const lines = written
    .split(/[\r\n]+/)
    .map((line) => line.replace(erased, ''))
    .filter((line) => line.includes('decisions'));
  expect(lines.length).toBeGreaterThan(3);
  for (const line of lines) expect(line.length).toBeLessThan(80);
  // Not from the first update on: that says nothing yet.
  expect(lines.at(-1)).toMatch(/^\d+s left \| ppo \d+%/);
});

it.skipIf(!terminal)('NO_COLOR and a dumb terminal get lines without control characters', () => {
  for (const env of [{ NO_COLOR: '1' }, { TERM: 'dumb' }] as Record<string, string>[]) {
    const written = onTerminal(80, training(0.02), env);
    expect(written).toMatch(/decisions/);
    expect(written).not.toContain('\x1b');
    expect(written.split('\n').filter((line) => line.includes('ppo')).length).toBeLessThan(5);
  }
});

it.skipIf(!terminal)('an opponent that thinks for long says so', () => {
  const play = ['play', 'kuhn', '--watch', '--against', 'search:300ms'];
  expect(onTerminal(80, play)).toMatch(/Orange \(search[^)]*\) is thinking \.\.\./);
  expect(onTerminal(80, play, { NO_COLOR: '1' })).not.toContain('thinking');
});

it('without a terminal there are no control characters', () => {
  scratch((folder) => {
    const { stderr } = spawnSync('bash', ['-c', `'${process.execPath}' '${main}' ${training(0.02).join(' ')}`], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(stderr).toMatch(/decisions/);
    expect(stderr).not.toContain('\x1b');
  });
});

it('the first games give no estimate of the time left', () =>
  scratch(async (folder) => {
    // Some tens of milliseconds a game: far from 5 % when the first line comes, after two seconds.
    const words = ['evaluate', 'search:1000', '--game', 'connect-four', '--blocks', '5000', '--workers', '0'];
    const { stderr } = await signalled(folder, words, 'SIGINT', /of 10000 games/);
    expect(stderr).toMatch(/^\d+ of 10000 games\n/);
  }));

/** A read-only file system: a mount of its own. */
const readOnly = `mount --bind ro ro && mount -o remount,ro,bind ro && cd ro`;
const mounts = spawnSync('unshare', ['-m', 'true']).status === 0;
if (!mounts) console.warn("skipped: no mounts of one's own here, so no read-only folder");
it.skipIf(!mounts)('a read-only folder: evaluations run, a run is refused by its name and reason', () =>
  scratch((folder) => {
    mkdirSync(path.join(folder, 'ro'));
    const inside = (...words: string[]) => {
      const quoted = words.map((word) => `'${word}'`).join(' ');
      const line = `${readOnly} && '${process.execPath}' '${main}' ${quoted}`;
      const { status, stdout, stderr } = spawnSync('unshare', ['-m', 'bash', '-c', line], {
        cwd: folder,
        encoding: 'utf8',
      });
      return { status, stdout, stderr };
    };
    const evaluated = inside('evaluate', 'random', '--game', 'kuhn', '--blocks', '4', '--workers', '0');
    expect(evaluated.stderr).toMatch(/^games are not kept[^\n]*\n$/);
    expect(evaluated).toMatchObject({ status: 0, stdout: expect.stringContaining('8 games') });
    for (const words of [
      ['train', 'kuhn', '--run', 'x', '--decisions', '100', ...tiny],
      ['evaluate', 'random', '--game', 'kuhn', '--blocks', '1', '--state', 'x'],
      ['play', 'kuhn', '--watch', '--save', 'x'],
    ]) {
      const { status, stderr, stdout } = inside(...words);
      expect(stderr).toMatch(/^tabletop: cannot (make the run|write) x: the disk is read-only[^\n]*\n$/);
      expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    }
  }),
);
