/**
 * What agents spend on their decisions: how many simulations, and how much time. Simulations are the same every time
 * (unless a search has a budget of time); times are not, so they stand apart from the games and in no result that is
 * compared.
 */
import { z } from 'zod';
import type { EffortReport } from '../agents/player-file/provenance-schema.js';
import type { Agent } from '../env/agent.js';

/** What the decisions of one agent cost; plain data. Decisions with one legal action do not count. */
export const effortSchema = z.strictObject({
  decisions: z.int().nonnegative(),
  /** Over all of them; null of an agent that does not simulate, or does not say. */
  simulations: z.int().nonnegative().nullable(),
  /** Decisions that were timed, and what they took together. */
  timed: z.int().nonnegative(),
  milliseconds: z.number().nonnegative(),
  /** How long they took: pairs of a step of the scale (`step`) and a number of decisions. */
  times: z.array(z.tuple([z.int().nonnegative(), z.int().positive()])),
});

/** See `effortSchema`. */
export type Effort = z.infer<typeof effortSchema>;

/** The effort of one agent of a line-up, for reports and for what players state of themselves. */
export type { EffortReport };

/**
 * Reading the clock twice takes a tenth of a microsecond, as long as a random choice. So of agents that do not simulate
 * one decision in so many is timed; a prime, lest it keep step with the kinds of decisions.
 */
const TIMED_EVERY = 31;

/** The scale of times: eight steps a doubling, from 10 ns on. */
const SHORTEST = 1e-5;
const STEPS = 8;
const LAST_STEP = 300;

function step(milliseconds: number): number {
  return Math.min(LAST_STEP, Math.max(0, Math.floor(STEPS * Math.log2(milliseconds / SHORTEST))));
}

/** Middle of a step. @returns milliseconds */
function timeOf(at: number): number {
  return SHORTEST * 2 ** ((at + 0.5) / STEPS);
}

/** Watches the decisions of one agent, in all seats that it has at a table, one at a time. */
export class EffortMeter {
  private decisions = 0;
  private simulations: number | null = null;
  private timed = 0;
  private milliseconds = 0;
  private readonly times = new Uint32Array(LAST_STEP + 1);
  /** Decisions until the next one that is timed. */
  private wait = 0;
  /** When the present decision began; -1 where it is not timed. */
  private began = -1;
  /** The agent's simulations before it; undefined of one that has done none yet. */
  private before: number | undefined;

  /** @param clock whether decisions are timed: not where others are taken in between */
  constructor(private readonly clock = true) {}

  /** Before an agent is asked. Only for decisions with more than one legal action. */
  begin(agent: Pick<Agent, 'simulations'>): void {
    this.decisions++;
    this.before = agent.simulations;
    const timed = this.clock && (--this.wait < 0 || this.before !== undefined);
    if (timed) this.wait = TIMED_EVERY - 1;
    this.began = timed ? performance.now() : -1;
  }

  /** When it has answered. */
  end(agent: Pick<Agent, 'simulations'>): void {
    if (this.began >= 0) {
      const took = performance.now() - this.began;
      this.timed++;
      this.milliseconds += took;
      this.times[step(took)]!++;
    }
    const { simulations } = agent;
    if (simulations !== undefined) this.simulations = (this.simulations ?? 0) + simulations - (this.before ?? 0);
  }

  /** What was spent since the last call. */
  take(): Effort {
    const { decisions, simulations, timed, milliseconds, times } = this;
    const list: Effort['times'] = [];
    if (timed > 0) times.forEach((count, at) => count > 0 && list.push([at, count]));
    this.decisions = this.timed = this.milliseconds = 0;
    this.simulations = null;
    times.fill(0);
    return { decisions, simulations, timed, milliseconds, times: list };
  }
}

/** Two efforts of one agent that was not timed, together. */
export function addUntimed(a: Effort, b: Effort): Effort {
  const simulations =
    a.simulations === null && b.simulations === null ? null : (a.simulations ?? 0) + (b.simulations ?? 0);
  return { decisions: a.decisions + b.decisions, simulations, timed: 0, milliseconds: 0, times: [] };
}

/** Sums efforts up by the specs of their agents, in order of first mention. @param efforts of all blocks, by agent */
export function reportEffort(
  agents: readonly string[],
  efforts: readonly (readonly Effort[] | undefined)[],
): EffortReport[] {
  return [...new Set(agents)].map((agent) => {
    const own = efforts.flatMap((block = []) => block.filter((_, i) => agents[i] === agent));
    const sum = (value: (effort: Effort) => number) => own.reduce((total, effort) => total + value(effort), 0);
    const decisions = sum((effort) => effort.decisions);
    const timed = sum((effort) => effort.timed);
    const simulates = own.some((effort) => effort.simulations !== null);
    return {
      agent,
      decisions,
      simulations: simulates ? sum((effort) => effort.simulations ?? 0) / decisions : null,
      milliseconds:
        timed === 0
          ? null
          : {
              mean: sum((effort) => effort.milliseconds) / timed,
              median: timeBelow(own, 0.5),
              p90: timeBelow(own, 0.9),
            },
    };
  });
}

/** The time below which so large a share of the timed decisions stays. */
function timeBelow(efforts: readonly Effort[], share: number): number {
  const counts = new Float64Array(LAST_STEP + 1);
  let left = 0;
  for (const { times } of efforts)
    for (const [at, count] of times) {
      counts[Math.min(at, LAST_STEP)]! += count;
      left += count * share;
    }
  let at = 0;
  while (at < LAST_STEP && (left -= counts[at]!) > 0) at++;
  return timeOf(at);
}
