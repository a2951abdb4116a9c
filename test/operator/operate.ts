/**
 * The command line as an operator meets it, case by case: files before, commands, what is printed, files after. Every
 * case has a folder of its own.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { it } from 'vitest';
import { main, pig, root } from '../paths.js';
import { type Ended, inProcess } from './in-process.js';

export { main, pig, root };

/** One command and what must come of it. */
export interface Step {
  /** Words after `tabletop`: run in this process, unless `started` or `env` is given. */
  run?: readonly string[];
  /** Whether `run` starts a process of its own, for what may never end or takes all memory. */
  started?: boolean;
  /** Or a line for bash, in which `tabletop` is the program: for pipes, redirections, `cd`. */
  shell?: string;
  /** What is typed. */
  input?: string;
  /** Of a process of its own. */
  env?: Readonly<Record<string, string>>;
  /** Exit code; default 0. 2 asks for exactly one line, `tabletop: ...`, as the last on standard error. */
  exit?: number;
  /** What standard output must and must not say. */
  out?: RegExp | readonly RegExp[];
  outNot?: RegExp;
  /** What standard error must and must not say. */
  err?: RegExp | readonly RegExp[];
  errNot?: RegExp;
  /** Something done by hand before the command. @param folder of the case */
  before?: (folder: string) => void;
  /** More to hold. @param printed what the command printed */
  after?: (folder: string, printed: { stdout: string; stderr: string }) => void | Promise<void>;
  /** Seconds that the command may take; default 60. A process is killed then. */
  seconds?: number;
}

/** One case: a step, or several. */
export interface Case extends Step {
  /** A sentence: what an operator does, and what must come of it. */
  name: string;
  /** Files before: text by path. */
  files?: Readonly<Record<string, string>>;
  /** Folders before: prepared ones (prepared.ts), by the name they get. */
  folders?: Readonly<Record<string, () => Promise<string>>>;
  steps?: readonly Step[];
  /** Paths that must be there at the end, and such as must not. */
  there?: readonly string[];
  gone?: readonly string[];
}

/** A small network and few games: trained within a second or two. */
export const tiny = [
  ...['--workers', '0', '--set', 'network.trunk=[8]', '--set', 'network.actions=0', '--set', 'games=8'],
  ...['--set', 'decisionsPerUpdate=200', '--set', 'learnerThreads=1', '--set', 'advisor=null'],
  // No imitation.
  ...['--set', 'phases=[{"name":"ppo","algorithm":"ppo"}]'],
  ...['--set', 'evaluation.every=0', '--set', 'evaluation.reportBlocks=0', '--set', 'checkpointEvery=1'],
];

/** `tiny` with some settings in the place of its own. @param settings such as `advisor=scripted:nash` */
export function tinyBut(...settings: string[]): string[] {
  const path = (setting: string) => setting.split('=', 1)[0];
  const instead = new Set(settings.map(path));
  const words = [...tiny];
  for (let i = words.length - 2; i >= 0; i--)
    if (words[i] === '--set' && instead.has(path(words[i + 1]!))) words.splice(i, 2);
  return [...words, ...settings.flatMap((setting) => ['--set', setting])];
}

/** Runs one command in a folder, in a process of its own. */
export function command(folder: string, { run, shell, input, env, seconds = 60 }: Step): Ended {
  const quoted = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`;
  const line = `tabletop() { ${quoted(process.execPath)} ${quoted(main)} "$@"; }\n${shell}`;
  const [program, args] = run ? [process.execPath, [main, ...run]] : ['bash', ['-c', line]];
  const { status, signal, stdout, stderr } = spawnSync(program, args, {
    cwd: folder,
    encoding: 'utf8',
    input: input ?? '',
    env: { ...process.env, ...env },
    timeout: seconds * 1000,
    killSignal: 'SIGKILL',
    maxBuffer: 1 << 28,
  });
  return { status: signal === 'SIGKILL' && status === null ? `killed after ${seconds} s` : status, stdout, stderr };
}

const stepsOf = (one: Case): readonly Step[] => one.steps ?? [one];

/** Makes a test of each case. */
export function cases(list: readonly Case[]): void {
  for (const one of list)
    it(
      one.name,
      () => operate(one),
      stepsOf(one).reduce((sum, step) => sum + (step.seconds ?? 60) * 1000, 60_000),
    );
}

/** Plays a case through in a folder of its own, which goes with the run of tests (test/temporary.ts). @throws Error that says which step failed, and what it printed */
export async function operate(one: Case): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'tabletop-operator-'));
  for (const [name, text] of Object.entries(one.files ?? {})) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
  for (const [name, make] of Object.entries(one.folders ?? {}))
    cpSync(await make(), path.join(folder, name), { recursive: true });
  for (const [i, step] of stepsOf(one).entries()) await take(folder, step, `step ${i + 1}`);
  for (const name of one.there ?? []) if (!existsSync(path.join(folder, name))) throw new Error(`${name} is missing`);
  for (const name of one.gone ?? []) if (existsSync(path.join(folder, name))) throw new Error(`${name} is there`);
}

async function take(folder: string, step: Step, where: string): Promise<void> {
  step.before?.(folder);
  if (!step.run && step.shell === undefined) return;
  const here = step.run && !step.started && !step.env;
  const { status, stdout, stderr } = here ? await inProcess(folder, step.run!, step.input) : command(folder, step);
  const what = `${where}, ${step.shell ?? `tabletop ${step.run!.join(' ')}`}`;
  const fail = (why: string): never => {
    throw new Error(`${what}: ${why}\n--- standard output\n${stdout}\n--- standard error\n${stderr}`);
  };
  const { exit = 0 } = step;
  if (status !== exit) fail(`exit code ${status}, wanted ${exit}`);
  if (exit === 2 && step.run && !/(^|\n)tabletop: [^\n]{10,}\n$/.test(stderr))
    fail('no line `tabletop: ...` at the end');
  if (exit === 2 && (stderr.match(/^tabletop: /gm) ?? []).length > 1 && step.run) fail('more than one line of error');
  if (/^\s+at .+:\d+:\d+\)?$/m.test(stderr)) fail('a stack trace');
  for (const [name, text, wanted] of [
    ['output', stdout, step.out],
    ['error', stderr, step.err],
  ] as const)
    for (const pattern of wanted === undefined ? [] : [wanted].flat())
      if (!pattern.test(text)) fail(`standard ${name} does not say ${pattern}`);
  if (step.outNot?.test(stdout)) fail(`standard output says ${step.outNot}`);
  if (step.errNot?.test(stderr)) fail(`standard error says ${step.errNot}`);
  await step.after?.(folder, { stdout, stderr });
}

/** A file of the case as text. */
export function read(folder: string, name: string): string {
  return readFileSync(path.join(folder, name), 'utf8');
}

/** A file of the case as JSON. */
export function readJson(folder: string, name: string): Record<string, unknown> {
  return JSON.parse(read(folder, name)) as Record<string, unknown>;
}
