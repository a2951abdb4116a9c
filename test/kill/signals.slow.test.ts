/**
 * SIGTERM, and Ctrl-C as a terminal sends it to all processes of a command, at a random moment, to every command in turn: it ends within seconds, says so in at most a line or two, and
 * leaves files that the next command can use. SIGNALS=200 sends so many.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRng } from '../../env/chance.js';
import { inProcess } from '../operator/in-process.js';
import { main, tinyBut } from '../operator/operate.js';
import { kuhnRun } from '../operator/prepared.js';
import { missing, OwnRedis, tellMissing } from '../queue/own-redis.js';
import { scratch } from '../scratch.js';

/** Milliseconds after which a process that still runs has failed. */
const PATIENCE = 5000;

const folder = scratch('signals');
const stage = path.join(folder, 'stage');
const small = tinyBut('checkpointEvery=2');
const evolving = tinyBut('checkpointEvery=2', 'phases=[{"name":"evolution","algorithm":"evolution"}]');

/** A command, and how to see that what it left is whole. */
interface Trial {
  run: readonly string[];
  /** Milliseconds: the signal comes at a moment before. */
  within?: number;
  /** Files and folders that are there as without a signal, or not at all. */
  whole?: readonly string[];
  /** A command that must work afterwards. @param own its folder */
  next?: (own: string) => readonly string[] | undefined;
}

tellMissing();
const redis = missing ? undefined : await OwnRedis.start();
afterAll(() => redis?.stop());
/** Where there is no Redis nobody answers. */
const queue = ['--queue', redis?.url() ?? 'redis://127.0.0.1:1'];
const games = ['--game', 'kuhn', '--blocks', '20000'];
/** A run goes on where it has a checkpoint. */
const resume = (run: string) => (own: string) => {
  const checkpoints = path.join(own, run, 'checkpoints');
  const left = existsSync(checkpoints) && readdirSync(checkpoints).some((name) => /^[^.].*\.tgym$/.test(name));
  return left ? ['train', '--resume', run] : undefined;
};
const train = (...words: string[]) => ['train', 'kuhn', ...small, ...words, '--run', 't'];

const trials: readonly Trial[] = [
  { run: ['start', '--game', 'kuhn', '--minutes', '0.02', '--run', 't'], within: 4000, next: resume('t') },
  { run: ['games', 'kuhn', '--reference'], within: 800 },
  { run: ['new', 'mine'], within: 800, whole: ['mine'] },
  { run: ['check', 'kuhn'] },
  { run: ['report', 'kuhn', '--games', '200', '--out', 'page'], within: 4000, whole: ['page'] },
  { run: ['report', 'kuhn', '--games', '20000', '--workers', '2'] },
  { run: ['play', 'connect-four', '--watch', '--against', 'search:50', '--seed', '1', '--save', 'g.json'] },
  { run: ['play', 'kuhn'] },
  { run: ['play', 'kuhn', '--web', '--no-open'], within: 4000 },
  { run: ['replay', 'game.json'], within: 800 },
  { run: ['analyze', '--replay', 'game.json'] },
  { run: ['analyze', 'doomspire'] },
  { run: train('--decisions', '30000'), next: resume('t') },
  { run: train('--decisions', '30000', '--workers', '2'), next: resume('t') },
  { run: train('--decisions', '30000', '--workers', '2', '--set', 'learnerThreads=2'), next: resume('t') },
  { run: ['train', 'kuhn', ...evolving, '--decisions', '30000', '--run', 't'], next: resume('t') },
  {
    // Its schedule has ended: without a rate it is refused, after a moment.
    run: ['train', '--resume', 'run', '--decisions', '20000', '--set', 'ppo.learningRate=0.0002'],
    next: resume('run'),
  },
  {
    run: [
      'ablate',
      'kuhn',
      ...small,
      '--vary',
      'ppo.lambda=0.9|0.95',
      '--seeds',
      '1',
      '--decisions',
      '4000',
      '--out',
      'a',
    ],
    next: (own) => (existsSync(path.join(own, 'a/ablation.json')) ? ['ablate', '--resume', 'a'] : undefined),
  },
  { run: ['runs', '.'], within: 800 },
  {
    run: ['runs', 'compare', 'run', 'other', '--blocks', '300', '--workers', '0', '--out', 'c.html'],
    whole: ['c.html'],
  },
  { run: ['runs', 'rate', 'run', '--blocks', '2000'], next: () => ['runs', 'rate', 'run', '--blocks', '20'] },
  { run: ['runs', 'trust', 'run'], within: 800 },
  { run: ['evaluate', 'random', ...games, '--workers', '0', '--out', 'e.json'], whole: ['e.json'] },
  { run: ['evaluate', 'policy:run', ...games, '--workers', '2'] },
  { run: ['evaluate', 'onnx:net.onnx', ...games, '--workers', '1'] },
  { run: ['tournament', 'kuhn', '--agents', 'random,scripted:nash,policy:run', '--blocks', '5000', '--workers', '2'] },
  {
    run: ['ladder', 'kuhn', '--agents', 'random,scripted:nash', '--blocks', '200', '--out', 'l.json'],
    whole: ['l.json'],
  },
  { run: ['exploit', 'random', '--game', 'leduc'], within: 2500 },
  { run: ['exploit', 'policy:run', '--algorithm', 'ppo', '--decisions', '20000', '--run', 'x'], next: resume('x') },
  { run: ['export', 'run', '--out', 'player.mjs'], whole: ['player.mjs'] },
  { run: ['export', 'run', '--format', 'onnx', '--out', 'n.onnx'], whole: ['n.onnx'] },
  { run: ['export', 'run', '--format', 'web', '--out', 'web'], within: 4000, whole: ['web'] },
  { run: ['export', 'kuhn', '--format', 'boardgame.io', '--out', 'bgio'], within: 4000, whole: ['bgio'] },
  { run: ['serve'] },
  { run: ['bench', 'env', 'kuhn'] },
  { run: ['bench', 'train', 'kuhn'] },
  { run: ['doctor'] },
  { run: ['queue', 'work', ...queue, '--cache', 'cache', '--concurrency', '2'] },
  { run: ['queue', 'work', '--queue', 'redis://127.0.0.1:1'] },
  { run: ['queue', 'status', ...queue], within: 1200 },
  { run: ['evaluate', 'random', ...games, ...queue] },
  { run: ['tournament', 'kuhn', '--agents', 'random,scripted:nash', '--blocks', '5000', ...queue] },
  { run: ['report', 'kuhn', '--games', '5000', ...queue] },
  { run: ['exact', 'leduc', '--save', 's.tgym'], whole: ['s.tgym'] },
  { run: ['exact', 'connect-four'] },
  { run: ['export', '--all', '--format', 'web', '--out', 'site', '--games', '2'], within: 6000, whole: ['site'] },
];

const SIGNALS = Number(process.env.SIGNALS ?? trials.length);

beforeAll(async () => {
  mkdirSync(stage);
  for (const name of ['run', 'other']) cpSync(await kuhnRun(), path.join(stage, name), { recursive: true });
  for (const words of [
    ['play', 'kuhn', '--watch', '--seed', '1', '--save', 'game.json'],
    ['export', 'run', '--format', 'onnx', '--out', 'net.onnx'],
  ]) {
    const { status, stderr } = await inProcess(stage, words);
    expect(status, stderr).toBe(0);
  }
}, 120_000);

/** How a process ended, and how many milliseconds after the signal; null: it had ended before. */
interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  took: number | null;
  /** Milliseconds from its start. */
  ms: number;
  err: string;
}

/**
 * Starts a command and sends it signals.
 * @param times milliseconds after its start, or after a file is there
 * @param begun that file
 * @param all its own processes too, as a terminal does
 */
function signalled(
  where: string,
  words: readonly string[],
  name: 'SIGINT' | 'SIGTERM',
  times: readonly number[],
  begun?: string,
  all = false,
): Promise<Ended> {
  const child: ChildProcess = spawn(process.execPath, [main, ...words], { cwd: where, detached: all });
  let err = '';
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  child.stdout!.resume();
  const began = performance.now();
  let sent: number | null = null;
  const timers: NodeJS.Timeout[] = [];
  const send = () => {
    const signals = times.map((time) =>
      setTimeout(() => {
        sent = performance.now();
        try {
          if (all) process.kill(-child.pid!, name);
          else child.kill(name);
        } catch {
          // It has just ended.
        }
      }, time),
    );
    timers.push(
      ...signals,
      setTimeout(() => child.kill('SIGKILL'), Math.max(...times) + PATIENCE),
    );
  };
  if (begun === undefined) send();
  else {
    const looking = setInterval(() => {
      if (!existsSync(path.join(where, begun))) return;
      clearInterval(looking);
      send();
    }, 50);
    timers.push(looking);
  }
  return new Promise((resolve) =>
    child.once('close', (code, signal) => {
      timers.forEach(clearTimeout);
      const now = performance.now();
      resolve({ code, signal, took: sent === null ? null : now - sent, ms: now - began, err });
    }),
  );
}

/** Contents by path below a folder, or of a file. */
function contents(place: string): Record<string, string> {
  if (!statSync(place).isDirectory()) return { '': untimed(readFileSync(place, 'latin1')) };
  const names = readdirSync(place, { recursive: true, encoding: 'utf8' }).sort();
  const files = names.filter((name) => statSync(path.join(place, name)).isFile());
  return Object.fromEntries(files.map((name) => [name, readFileSync(path.join(place, name), 'latin1')]));
}

/** How long decisions took is never the same. */
const untimed = (text: string) => text.replace(/("milliseconds": )\{[^}]*\}/g, '$1{}');

/** What each trial writes when nobody ends it. */
const undisturbed = new Map<Trial, Record<string, Record<string, string>>>();
async function expected(trial: Trial): Promise<Record<string, Record<string, string>>> {
  let made = undisturbed.get(trial);
  if (!made) {
    const own = newFolder();
    const { status, stderr } = await inProcess(own, trial.run);
    expect(status, stderr).toBe(0);
    made = Object.fromEntries(trial.whole!.map((name) => [name, contents(path.join(own, name))]));
    undisturbed.set(trial, made);
  }
  return made;
}

/** Kept to the end: the bundler, which commands in this process leave running, stays in its folder. */
function newFolder(): string {
  const own = mkdtempSync(path.join(folder, 'trial-'));
  cpSync(stage, own, { recursive: true });
  return own;
}

it(
  'every command ends within five seconds of SIGTERM or Ctrl-C, and leaves files whole',
  async () => {
    const rng = createRng('signals');
    // On a busy machine more time goes into loading the program.
    const { ms } = await signalled(stage, ['games'], 'SIGTERM', [60_000]);
    const slower = Math.min(2, Math.max(1, ms / 500));
    const report = { before: 0, after: 0, slowest: 0, resumed: 0, compared: 0 };
    const problems: string[] = [];
    for (let i = 0; i < SIGNALS; i++) {
      const trial = trials[i % trials.length]!;
      const after = 30 + Math.round(slower * rng.int(trial.within ?? 2500));
      const own = newFolder();
      // Each command in turn by the one and by the other.
      const typed = (i + Math.floor(i / trials.length)) % 2 === 1;
      const by = typed ? 'SIGINT' : 'SIGTERM';
      const { code, signal, took, err } = await signalled(own, trial.run, by, [after], undefined, typed);
      const problem = (text: string) =>
        problems.push(`tabletop ${trial.run.join(' ')}, ${by} after ${after} ms: ${text}\n${err}`);
      if (took === null) report.before++;
      else {
        report.after++;
        report.slowest = Math.max(report.slowest, took);
        // Or it was about to end.
        const stopped = code === (typed ? 130 : 143) || signal === by || code === 0;
        if (!stopped) problem(signal === 'SIGKILL' ? 'was killed' : `ended with ${code ?? signal}`);
      }
      if (/bug|^\s+at |Error:/m.test(err)) problem('a stack trace');
      for (const name of trial.whole ?? []) {
        if (!existsSync(path.join(own, name))) continue;
        report.compared++;
        const wanted = (await expected(trial))[name]!;
        const is = contents(path.join(own, name));
        if (JSON.stringify(is) !== JSON.stringify(wanted)) problem(`${name} is torn`);
      }
      const next = trial.next?.(own);
      if (next) {
        report.resumed++;
        const { status, stderr } = await inProcess(own, next);
        if (status !== 0) problem(`tabletop ${next.join(' ')} gives ${status}: ${stderr}`);
      }
      for (const name of readdirSync(own, { recursive: true, encoding: 'utf8' }))
        if (/\.tmp(\.|$)/.test(name)) problem(`${name} is left`);
    }
    console.log(JSON.stringify(report));
    expect(problems).toEqual([]);
  },
  20_000 * SIGNALS,
);

/** A model with the observation of tic-tac-toe and a `Loop` that never ends. */
const loop =
  'CAc6xAIKIQoLb2JzZXJ2YXRpb24KAXMKAWUKAWESAngwIgVTbGljZQqjAQoACgF0CgJ4MBIGbG9naXRzIgRMb29wKokBCgRib2R5Mn4KEQoBYx' +
  'ICY28iCElkZW50aXR5ChEKAXgKA29uZRICeG8iA011bBIBYloLCgFpEgYKBAgHEgBaCwoBYxIGCgQICRIAWhQKAXgSDwoNCAESCQoDEgFyCgII' +
  'CWIMCgJjbxIGCgQICRIAYhUKAnhvEg8KDQgBEgkKAxIBcgoCCAmgAQUSAWcqCBAJKgEBQgF0Kg0QASIEAACAP0IDb25lKgoIARAHOgEAQgFzKg' +
  'oIARAHOgEJQgFlKgoIARAHOgEBQgFhWh4KC29ic2VydmF0aW9uEg8KDQgBEgkKAxIBcgoCCBJiGQoGbG9naXRzEg8KDQgBEgkKAxIBcgoCCAlC' +
  'BAoAEA0=';

it.each([
  [
    'a module that never lets go of the main thread',
    ['train', './loop.mjs'],
    'SIGKILL',
    /it does not stop, so it is killed/,
  ],
  [
    'a model that never answers',
    ['evaluate', 'onnx:loop.onnx', '--game', 'tic-tac-toe', '--workers', '0'],
    'SIGTERM',
    /$/,
  ],
  ['a model in a thread', ['evaluate', 'onnx:loop.onnx', '--game', 'tic-tac-toe', '--workers', '1'], 'SIGTERM', /$/],
] as const)('%s: killed within five seconds, and said in a line', async (_, words, by, says) => {
  const own = newFolder();
  writeFileSync(path.join(own, 'loop.mjs'), "import fs from 'node:fs'; fs.writeFileSync('begun', ''); for (;;);");
  writeFileSync(path.join(own, 'loop.onnx'), Buffer.from(loop, 'base64'));
  // A module must loop when the signal comes: on a slow machine it may just be loading.
  const looping = by === 'SIGKILL';
  const { code, signal, err } = await signalled(
    own,
    words,
    'SIGTERM',
    [looping ? 100 : 4000],
    looping ? 'begun' : undefined,
  );
  expect({ code, signal, err }).toEqual({ code: null, signal: by, err: expect.stringMatching(says) });
  expect(err.trim().split('\n').length).toBeLessThanOrEqual(3);
});

it(
  'Ctrl-C, once or twice, while threads are in native code: no process aborts',
  async () => {
    const rng = createRng('twice');
    const ends: Record<string, number> = {};
    const threads = ['--workers', '2'];
    const commands = [
      ['evaluate', 'onnx:net.onnx', ...games, ...threads],
      train('--decisions', '100000', ...threads),
      ['tournament', 'kuhn', '--agents', 'random,scripted:nash,policy:run', '--blocks', '5000', ...threads],
    ];
    for (let i = 0; i < SIGNALS / 2; i++) {
      const own = newFolder();
      const words = commands[i % commands.length]!;
      const first = 300 + rng.int(1500);
      const times = rng.int(2) === 0 ? [first] : [first, first + rng.int(400)];
      const { code, signal } = await signalled(own, words, 'SIGINT', times);
      const end = String(code ?? signal);
      ends[end] = (ends[end] ?? 0) + 1;
    }
    console.log(JSON.stringify(ends));
    // 0: it had ended.
    expect(Object.keys(ends).filter((end) => !['0', '130', 'SIGINT'].includes(end))).toEqual([]);
  },
  10_000 * SIGNALS,
);
