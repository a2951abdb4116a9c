/**
 * Positions of stirred games (stirred-games.ts) as an evaluation reads them, and who became King: played in processes of
 * their own, handed on chunk by chunk in the order of the games. How many processes there are changes nothing but time.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { evaluationInputs, INPUTS } from '../agents/bots/index.js';
import type { Position } from '../games/doomspire/state.js';
import { gameOptions, playStirred, tableOf } from './stirred-games.js';

/** What is played. */
export interface SamplePlan {
  seed: string;
  games: number;
  /** Games of a chunk. */
  chunk: number;
  /** Scripted bots; each seat gets one of them. */
  bots: string[];
  /** Of the game, as typed. */
  options: string;
  /** Of the moments where another seat begins to play, of which positions are taken. */
  share: number;
}

/** One chunk: `kings[i]` became King after the position of which row i tells, `INPUTS` numbers each. */
export interface Samples {
  rows: Float32Array;
  kings: Int8Array;
}

/** Plays the games of one chunk; those that were cut at the cap have no positions. */
function playChunk({ seed, games, chunk, bots, options: typed, share }: SamplePlan, number: number): Samples {
  const table = tableOf(bots);
  const options = gameOptions(typed);
  const taken: Float32Array[] = [];
  const kings: number[] = [];
  for (let i = number * chunk; i < Math.min(games, (number + 1) * chunk); i++) {
    const own: Float32Array[] = [];
    const take = (s: Position) => {
      const row = new Float32Array(INPUTS);
      evaluationInputs(s, row);
      own.push(row);
    };
    const king = playStirred(`${seed}/${i}`, table, share, take, options);
    if (king < 0) continue;
    taken.push(...own);
    kings.push(...own.map(() => king));
  }
  const rows = new Float32Array(taken.length * INPUTS);
  taken.forEach((row, i) => {
    rows.set(row, i * INPUTS);
  });
  return { rows, kings: Int8Array.from(kings) };
}

/** All chunks in their order. @param workers processes that play ahead of whoever reads */
export async function* stirredSamples(plan: SamplePlan, workers: number): AsyncGenerator<Samples> {
  // Says what is wrong before processes are started.
  tableOf(plan.bots);
  gameOptions(plan.options);
  const chunks = Math.ceil(plan.games / plan.chunk);
  const children: ChildProcess[] = [];
  try {
    const asked: Promise<Samples>[] = [];
    const ask = (number: number): Promise<Samples> => {
      const index = number % workers;
      const child = (children[index] ??= fork(fileURLToPath(import.meta.url), [], { serialization: 'advanced' }));
      return new Promise((resolve, reject) => {
        const answered = ([answer, samples]: [number, Samples]) => {
          if (answer !== number) return;
          child.off('message', answered as (message: unknown) => void);
          child.off('exit', ended);
          resolve(samples);
        };
        const ended = () => reject(new Error('a process that played games ended'));
        child.on('message', answered as (message: unknown) => void);
        child.on('exit', ended);
        child.send([number, plan]);
      });
    };
    for (let number = 0; number < chunks; number++) {
      // Each process has one chunk under way and one to go on with.
      while (asked.length < chunks && asked.length < number + 2 * workers) asked.push(ask(asked.length));
      yield await asked[number]!;
    }
  } finally {
    for (const child of children) child.kill();
  }
}

// The script itself, as it is started above: whoever imports it plays nothing.
if (process.argv[1] === fileURLToPath(import.meta.url))
  process.on('message', ([number, plan]: [number, SamplePlan]) => {
    process.send!([number, playChunk(plan, number)]);
  });
