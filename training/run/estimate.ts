/** What a run would take, before it begins: `train --dry-run`. */
import { UserError } from '../../env/user-error.js';
import { botConfig } from './bot.js';
import type { Config } from './config.js';
import { estimateMemory, type MemoryEstimate } from './memory.js';
import { prepare } from './prepare.js';
import { measureLoop } from './speed.js';

/** Time and memory of a run. */
export interface TrainingEstimate {
  /** Minutes of the whole run; null while unknown. */
  minutes: number | null;
  /** How `minutes` was found, and what it leaves out. */
  how: string;
  /** Measured for it: learned decisions a second, learning included; null if a budget was enough. */
  decisionsPerSecond: number | null;
  memory: MemoryEstimate;
}

/** Decisions of one measured update, at most. */
const SAMPLE = 4096;

/**
 * Includes the training of the advisor's weights, if these are trained first.
 * @throws UserError as `train` does
 */
export async function estimateTraining(config: Config, signal?: AbortSignal): Promise<TrainingEstimate> {
  const bot = await botConfig(config);
  const own = await estimateRun(config, signal);
  if (!bot) return own;
  const first = await estimateRun(bot, signal);
  const minutes = own.minutes === null || first.minutes === null ? null : first.minutes + own.minutes;
  const memory = first.memory.bytes > own.memory.bytes ? first.memory : own.memory;
  return { ...own, minutes, how: `the bot: ${first.how}; the policy: ${own.how}`, memory };
}

/**
 * The time is a budget in minutes, or measured for the last phase: two small updates of the loop in a folder that is
 * taken away again, of which the second counts, with the policy in all seats.
 * @throws UserError as `train` does
 */
async function estimateRun(config: Config, signal?: AbortSignal): Promise<TrainingEstimate> {
  const { spec } = await prepare(config);
  const memory = estimateMemory(config, spec.shape, spec.players);
  const { minutes, phases, decisionsPerUpdate } = config;
  const counted = phases.at(-1)!;
  const budget = minutes > 0 ? minutes : sumOf(phases.map((phase) => phase.minutes || Infinity));
  const known = budget < Infinity;
  if (counted.decisions === 0 || counted.algorithm !== 'ppo') {
    const unknown =
      counted.decisions === 0
        ? 'some phases have a budget in decisions, others in minutes'
        : `the speed of ${counted.algorithm} is not measured before it trains`;
    const how = known ? 'the budget' : unknown;
    return { minutes: known ? budget : null, how, decisionsPerSecond: null, memory };
  }
  // Weights to begin with are as fast as any others.
  const small = { ...config, from: null, decisionsPerUpdate: Math.min(decisionsPerUpdate, SAMPLE) };
  const { decisionsPerSecond } = await measureLoop(small, 2, signal ? { signal } : {});
  if (!(decisionsPerSecond > 0)) throw new UserError('the measurement was too short to compute a speed');
  const before = phases.slice(0, -1);
  const measured = counted.decisions / decisionsPerSecond / 60 + sumOf(before.map((phase) => phase.minutes));
  const unknown = before.filter((phase) => phase.minutes === 0).map((phase) => phase.name);
  const left = [...unknown, 'opponents', 'evaluation'].join(', ');
  const how = `${decisionsPerSecond} decisions per second, measured now in one update; without ${left}`;
  if (budget < measured) return { minutes: budget, how: 'the budget', decisionsPerSecond, memory };
  return { minutes: measured, how, decisionsPerSecond, memory };
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);
