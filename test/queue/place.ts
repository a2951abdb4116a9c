/** What a test of the queue needs around it: a Redis of its own, a network before it, workers, a folder. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type QueueStatus, queueStatus } from '../../queue/status.js';
import { root } from '../paths.js';
import { OwnRedis, type RedisSettings } from './own-redis.js';
import { Program, type ProgramSettings } from './program.js';
import { Network } from './proxy.js';
import { type Result, Running, resultHere, type Work } from './works.js';

export class Place {
  readonly folder = mkdtempSync(path.join(tmpdir(), 'tabletop-queue-'));
  /** As `--queue` wants it: through the proxy. */
  readonly url: string;
  private readonly programs = new Set<Program>();
  private started = 0;

  private constructor(
    readonly redis: OwnRedis,
    readonly proxy: Network,
  ) {
    this.url = redis.url(proxy.port);
  }

  static async make(settings: RedisSettings = {}): Promise<Place> {
    const redis = await OwnRedis.start(settings);
    return new Place(redis, await Network.start(redis.port));
  }

  /** A command with `--queue`. */
  program(words: readonly string[], settings?: ProgramSettings): Program {
    const program = new Program([...words, '--queue', this.url], settings);
    this.programs.add(program);
    return program;
  }

  /** A worker that is ready. @param words more of its command line */
  async worker(words: readonly string[] = [], settings?: ProgramSettings): Promise<Program> {
    const worker = this.startWorker(words, settings);
    await worker.says(/is ready/);
    return worker;
  }

  /** A worker of one job at a time; it may still be loading. */
  startWorker(words: readonly string[] = [], settings?: ProgramSettings): Program {
    // Where a word is given twice, the last counts.
    const own = ['--concurrency', '1', '--name', `w${++this.started}`, '--cache', path.join(this.folder, 'cache')];
    return this.program(['queue', 'work', ...own, ...words], settings);
  }

  /** One of the works, with the queue. */
  work(work: Work, words: readonly string[] = []): Running {
    const running = new Running(work, this.folder, ['--queue', this.url, ...words]);
    this.programs.add(running.program);
    return running;
  }

  /** The result of a work whose command runs in this process: where no process of it is to be hurt. */
  result(work: Work): Promise<Result> {
    return resultHere(work, this.folder, ['--queue', this.url]);
  }

  /** What `queue status` shows. */
  status(): Promise<QueueStatus> {
    return queueStatus(this.url);
  }

  async stop(): Promise<void> {
    await Promise.all([...this.programs].map((program) => program.kill()));
    await this.proxy.stop();
    await this.redis.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/**
 * A game of a user's own in a folder of its own, in which this package is found as if it were installed there. Where
 * the environment names a file as EXECUTED, the module makes it when it is executed.
 * @param setUp a statement for the beginning of each game, which may draw from `chance`
 * @returns the module's path
 */
export function userGame(base: string, setUp = ''): string {
  const folder = mkdtempSync(path.join(base, 'user-'));
  mkdirSync(path.join(folder, 'node_modules'));
  for (const [name, target] of [
    ['tabletop-gym', root],
    ['zod', path.join(root, 'node_modules/zod')],
  ] as const)
    symlinkSync(target, path.join(folder, 'node_modules', name));
  const head =
    "import { writeFileSync } from 'node:fs';\nif (process.env.EXECUTED) writeFileSync(process.env.EXECUTED, '');\n";
  const pig = readFileSync(path.join(root, 'docs/examples/pig.ts'), 'utf8');
  const game = path.join(folder, 'game.ts');
  writeFileSync(game, head + pig.replace('setUp(s, chance) {', `$&\n    ${setUp}`));
  return game;
}

/** What `--allow-modules` must name for a command, from the command's own note; there must be a worker. */
export async function allowance(command: Program): Promise<string> {
  return (await command.says(/--allow-modules ([0-9a-f]{64})/))[1]!;
}

/** This package with one file changed, so that its code is another. @returns its `cli/main.js` */
export function otherBuild(base: string): string {
  const folder = mkdtempSync(path.join(base, 'build-'));
  for (const name of ['dist', 'package.json'])
    cpSync(path.join(root, name), path.join(folder, name), { recursive: true });
  for (const name of ['node_modules']) symlinkSync(path.join(root, name), path.join(folder, name));
  writeFileSync(path.join(folder, 'dist/env/added.js'), '// Another build.\n');
  return path.join(folder, 'dist/cli/main.js');
}
