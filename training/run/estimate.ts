/** What a run would take, before it begins: `train --dry-run`. */
import { UserError } from '../../env/user-error.js';
import { measureLoop } from '../speed/measure.js';
import type { Config } from './config.js';
import { estimateMemory, type MemoryEstimate } from './memory.js';
import { prepare } from './prepare.js';

/** Time and memory of a run. */
export interface TrainingEstimate {
  /** Of the whole run; null while nobody knows. */
  minutes: number | null;
  /** How `minutes` was found, and what it leaves out. */
  how: string;
  /** Measured for it: learned decisions a second, learning included; null where a budget said enough. */
  decisionsPerSecond: number | null;
  memory: MemoryEstimate;
}

/** Decisions of one measured update, at most. */
const SAMPLE = 4096;

/**
 * The time is a budget in minutes, or measured: two small updates of the loop in a folder that is taken away again, of
 * which the second counts, with the policy in all seats.
 * @throws UserError as `train` does
 */
export async function estimateTraining(config: Config, signal?: AbortSignal): Promise<TrainingEstimate> {
  const { shape, crew } = await prepare(config);
  const memory = estimateMemory(config, shape, crew.players);
  const { decisions, minutes, warmStart, decisionsPerUpdate } = config;
  if (decisions === 0) return { minutes, how: 'the budget', decisionsPerSecond: null, memory };
  // Weights to begin with are as fast as any others.
  const small = { ...config, from: null, decisionsPerUpdate: Math.min(decisionsPerUpdate, SAMPLE) };
  const { decisionsPerSecond } = await measureLoop(small, 2, signal ? { signal } : {});
  if (!(decisionsPerSecond > 0)) throw new UserError('the measurement was too short to tell a speed');
  const warm = warmStart.agent === '' ? 0 : warmStart.minutes;
  const measured = decisions / decisionsPerSecond / 60 + warm;
  const left = [
    ...(warmStart.agent !== '' && warmStart.minutes === 0 ? ['the warm start'] : []),
    'opponents',
    'evaluation',
  ].join(', ');
  const rate = `${decisionsPerSecond} decisions a second, measured now in one update; without ${left}`;
  if (minutes > 0 && minutes < measured) return { minutes, how: 'the budget', decisionsPerSecond, memory };
  return { minutes: measured, how: rate, decisionsPerSecond, memory };
}
