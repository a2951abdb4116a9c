import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { UserError } from '../env/user-error.js';
import { RunLock } from './lock.js';

const built = fileURLToPath(new URL('../dist/checkpoints/lock.js', import.meta.url));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lock-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const locks = () => readdirSync(folder).sort();
const write = (number: number, holder: unknown) =>
  writeFileSync(join(folder, `lock-${number}.json`), typeof holder === 'string' ? holder : JSON.stringify(holder));

/** A lock as this process would have made it. */
function own(): Record<string, unknown> {
  const lock = RunLock.take(folder);
  const text = readFileSync(join(folder, locks()[0]!), 'utf8');
  lock.release();
  return JSON.parse(text) as Record<string, unknown>;
}

/** The id of a process that has ended. */
const endedProcess = () => spawnSync(process.execPath, ['-e', '']).pid;

it('is there while it is held, and keeps others out', () => {
  const lock = RunLock.take(folder);
  expect(locks()).toEqual(['lock-1.json']);
  expect(() => RunLock.take(folder)).toThrow(UserError);
  expect(() => RunLock.take(folder)).toThrow(
    new RegExp(
      `is being written by process ${process.pid} on .+ since \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d UTC: wait`,
    ),
  );
  // Alive without doubt: nothing to override.
  expect(() => RunLock.take(folder, true)).toThrow(UserError);
  expect(RunLock.holder(folder)).toMatch(/^process \d+ on /);
  lock.check();
  lock.release();
  lock.release();
  expect(locks()).toEqual([]);
  expect(RunLock.holder(folder)).toBeNull();
  expect(() => lock.check()).toThrow(/lock of this process is gone/);
  RunLock.take(folder).release();
});

it('of a dead process is taken over, also when its id was given again', () => {
  const mine = own();
  write(1, { ...mine, pid: endedProcess() });
  RunLock.take(folder).release();
  expect(locks()).toEqual([]);
  // The parent of this process is alive, but began at another time.
  write(1, { ...mine, pid: process.ppid, started: 'once' });
  const lock = RunLock.take(folder);
  expect(locks()).toEqual(['lock-2.json']);
  lock.release();
  write(4, { ...mine, boot: 'the one before' });
  RunLock.take(folder).release();
  expect(locks()).toEqual([]);
});

it.each([
  ['another host', { host: 'elsewhere' }],
  ['a container beside this one', { space: 'pid:[1]' }],
])('of %s is taken over only when told to', (_, differing) => {
  write(1, { ...own(), pid: endedProcess(), ...differing });
  expect(() => RunLock.take(folder)).toThrow(/cannot be checked from here.* --take-lock/);
  expect(locks()).toEqual(['lock-1.json']);
  const lock = RunLock.take(folder, true);
  expect(locks()).toEqual(['lock-2.json']);
  lock.release();
});

it.each(['', '{"pid": 1}', 'nonsense'])('that says %j is of nobody knows whom', (text) => {
  write(1, text);
  expect(() => RunLock.take(folder)).toThrow(/lock-1\.json cannot be read/);
  RunLock.take(folder, true).release();
  expect(locks()).toEqual([]);
});

it('that is a folder is refused, and not taken over', () => {
  mkdirSync(join(folder, 'lock-3.json'));
  for (const force of [false, true])
    expect(() => RunLock.take(folder, force)).toThrow(/lock-3\.json is a folder, no lock: remove/);
  expect(locks()).toEqual(['lock-3.json']);
});

it('notices that it was taken away, and leaves the next one alone', () => {
  const lock = RunLock.take(folder);
  rmSync(join(folder, 'lock-1.json'));
  expect(() => lock.check()).toThrow(/two processes do not write one run/);
  const next = RunLock.take(folder);
  lock.release();
  expect(locks()).toEqual(['lock-1.json']);
  next.release();
});

it('means nothing in a copy of the folder', () => {
  const copy = `${folder}-copy`;
  mkdirSync(copy);
  const lock = RunLock.take(folder);
  cpSync(folder, copy, { recursive: true });
  RunLock.take(copy).release();
  lock.release();
  RunLock.take(copy).release();
  rmSync(copy, { recursive: true });
});

it('is given back at exit, and left behind by a kill', async () => {
  const script = `import { RunLock } from ${JSON.stringify(built)}; RunLock.take(${JSON.stringify(folder)});`;
  const node = (end: string) => spawn(process.execPath, ['--input-type=module', '-e', `${script} ${end}`]);
  const ended = (child: ReturnType<typeof node>) => new Promise((done) => child.on('exit', (code) => done(code)));
  expect(await ended(node('process.exit(7);'))).toBe(7);
  expect(locks()).toEqual([]);
  expect(await ended(node('throw new Error("nobody catches it");'))).toBe(1);
  expect(locks()).toEqual([]);

  const child = node('console.log("held"); setInterval(() => {}, 1000);');
  const gone = ended(child);
  await new Promise((held) => child.stdout.once('data', held));
  expect(() => RunLock.take(folder)).toThrow(`process ${child.pid}`);
  child.kill('SIGKILL');
  await gone;
  expect(locks()).toEqual(['lock-1.json']);
  RunLock.take(folder).release();
  expect(locks()).toEqual([]);
});

it('keeps out other threads of the same process', async () => {
  const lock = RunLock.take(folder);
  const code = `import(${JSON.stringify(built)}).then(({ RunLock }) => {
    const { parentPort } = require('node:worker_threads');
    try { RunLock.take(${JSON.stringify(folder)}); parentPort.postMessage('taken'); }
    catch (error) { parentPort.postMessage(error.message); }
  });`;
  const told = await new Promise<string>((done) => new Worker(code, { eval: true }).once('message', done));
  expect(told).toContain(`process ${process.pid}`);
  lock.release();
});

it('goes to exactly one of many that come at once, where a dead one was left', async () => {
  // Each waits for the moment, tries, says what came of it and stays alive until all have tried.
  const code = `import { RunLock } from ${JSON.stringify(built)};
    process.stdin.once('data', () => {
      try { RunLock.take(process.argv[1]); console.log('taken'); } catch (error) { console.log('refused'); }
    });
    process.stdin.on('end', () => process.exit());
    console.log('ready');`;
  const many = 4;
  const mine = own();
  for (let round = 0; round < 5; round++) {
    if (round > 0) write(1 + (round % 2), { ...mine, pid: endedProcess() });
    const children = Array.from({ length: many }, () =>
      spawn(process.execPath, ['--input-type=module', '-e', code, folder], { stdio: ['pipe', 'pipe', 'inherit'] }),
    );
    const line = (child: (typeof children)[number]) =>
      new Promise<string>((done) => child.stdout.once('data', (text) => done(String(text).trim())));
    await Promise.all(children.map(line));
    const results = children.map(line);
    for (const child of children) child.stdin.write('go\n');
    expect((await Promise.all(results)).sort()).toEqual([...Array(many - 1).fill('refused'), 'taken']);
    const exits = children.map((child) => new Promise((done) => child.on('exit', done)));
    for (const child of children) child.stdin.end();
    await Promise.all(exits);
    expect(locks()).toEqual([]);
  }
});
