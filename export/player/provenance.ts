/** Says truly what is in a file: facts of the run it comes from, facts of the export, and what its maker states. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { z } from 'zod';
import {
  type PlayerTraining,
  type Provenance,
  statedProvenanceSchema,
} from '../../agents/player-file/provenance-schema.js';
import { policyFile } from '../../agents/policy/policy.js';
import type { LookaheadStrength } from '../../agents/search/lookahead.js';
import { readCheckpoint } from '../../checkpoints/format.js';
import { textLines } from '../../checkpoints/lines.js';
import { readText } from '../../checkpoints/read-text.js';
import { runOf } from '../../checkpoints/run.js';
import { issueText } from '../../env/checked.js';
import { UserError } from '../../env/user-error.js';

const count = z.int().nonnegative();

/**
 * What is written into a file: what is stated, with the facts of the export itself.
 * @param stated plain JSON
 * @param inside spec of the scripted player whose code goes into the file
 * @throws UserError when what is stated is not as `statedProvenanceSchema` asks, or is not true of the file
 */
export function trueProvenance(
  stated: Record<string, unknown>,
  inside: string | undefined,
  lookahead: LookaheadStrength | undefined,
): Provenance {
  const parsed = statedProvenanceSchema.safeParse(stated);
  if (!parsed.success) throw new UserError(`provenance: ${issueText(parsed.error, 'the object')}`);
  const said = parsed.data.training ?? {};
  const scriptedPlayerInside = inside ?? null;
  const search = lookahead ? { ...lookahead } : null;
  const is = { scriptedPlayerInside, search };
  for (const key of ['scriptedPlayerInside', 'search'] as const)
    if (said[key] !== undefined && !equal(said[key], is[key]))
      throw new UserError(
        `provenance: training.${key} is ${JSON.stringify(said[key])}, but ${JSON.stringify(is[key])} in this export`,
      );
  return { ...stated, training: { ...said, ...is } as PlayerTraining };
}

function equal(a: unknown, b: unknown): boolean {
  const sorted = (value: unknown) => (value && typeof value === 'object' ? Object.entries(value).sort() : value);
  return JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
}

/** What a training checkpoint counts; a policy that was saved alone has none of it. */
const checkpointSchema = z.object({
  policy: z.object({ plan: z.object({ bot: z.string() }).optional(), advisorWeights: z.unknown().optional() }),
  training: z
    .object({
      config: z.object({
        phases: z.array(
          z.object({ algorithm: z.string(), agent: z.string().nullish(), policyWeight: z.number().optional() }),
        ),
      }),
      phases: z.array(z.object({ decisions: count, games: count, updates: count })),
      decisions: count,
    })
    .optional(),
});

const configSchema = z.looseObject({
  /** The checkpoint that a run began with, if it began with another run's weights. */
  from: z.looseObject({ source: z.string(), sha256: z.string() }).nullish(),
  /** Training of the advisor's weights, before this run or in the run that it names. */
  bot: z.looseObject({}).nullish(),
  advisor: z.string().nullish(),
  seed: z.union([z.string(), z.number()]).optional(),
  preset: z.string().optional(),
});

const lineSchema = z.looseObject({ decisions: z.number(), kind: z.string() });

/**
 * What is known of the training of a policy, from its checkpoint and the run that it lies in: imitation, PPO,
 * evolution, seed, and what the run reported on the way. No path gets into it.
 * @param path of a checkpoint or a run
 * @throws UserError when there is no such policy
 */
export function runProvenance(path: string): Record<string, unknown> {
  const file = policyFile(path);
  const { training, policy } = readCheckpoint(file, checkpointSchema);
  if (!training) return {};
  const run = runOf(file);
  const config = run ? configSchema.safeParse(jsonOf(run.configFile)).data : undefined;
  const { decisions } = training;
  const { from } = config ?? {};
  const facts = learned(training, policy.plan?.bot ?? null);
  // A bot inside whose weights were trained is a part of what was learned; one that came with the source is told there.
  if (policy.advisorWeights !== undefined && !from) facts.evolution = advisorTraining(run?.path, config);
  // The last report is of the best checkpoint, where there is one.
  const best = basename(file) === 'best.tgym' || !run?.best();
  const reports = (run ? reportsOf(run.metricsFile) : [])
    .filter((line) => (line.name === 'end' ? best : line.decisions <= decisions))
    .map(({ name, seed, against }) => ({ name, seed, against }));
  return {
    ...(config?.preset !== undefined && { preset: config.preset }),
    ...(config?.seed !== undefined && { seed: config.seed }),
    checkpoint: { file: basename(file), decisions },
    training: from ? withSource(facts, sourceTraining(run!.path, from)) : facts,
    // What was learned since then, whatever is known of the source.
    ...(from && { beganWith: { sha256: from.sha256 }, since: facts }),
    ...(reports.length > 0 && { reports }),
  };
}

type Learned = Pick<PlayerTraining, 'imitation' | 'ppo' | 'evolution' | 'expertIteration' | 'afterstate'>;

/**
 * What was learned in the phases of a run, those of one algorithm together.
 * @param bot whose weights are trained; null: a network's are
 */
function learned(
  { config, phases }: NonNullable<z.infer<typeof checkpointSchema>['training']>,
  bot: string | null,
): Learned {
  const of = (algorithm: string) =>
    phases.flatMap((phase, i) =>
      config.phases[i]?.algorithm === algorithm && phase.decisions > 0 ? [{ ...phase, ...config.phases[i] }] : [],
    );
  const sum = (
    some: { decisions: number; games: number; updates: number }[],
    what: 'decisions' | 'games' | 'updates',
  ) => some.reduce((total, one) => total + one[what], 0);
  // Without weight the policy imitated nobody.
  const imitated = of('imitation').filter(({ policyWeight }) => policyWeight !== 0);
  const [played, evolved] = [of('ppo'), of('evolution')];
  const [searched, valued] = [of('expert-iteration'), of('afterstate')];
  const sums = (some: Parameters<typeof sum>[0]) => ({
    games: sum(some, 'games'),
    decisions: sum(some, 'decisions'),
    updates: sum(some, 'updates'),
  });
  const [first] = imitated;
  const same = imitated.every(({ agent }) => agent === first?.agent);
  return {
    imitation: first
      ? {
          of: same ? (first.agent ?? null) : null,
          games: sum(imitated, 'games'),
          decisions: sum(imitated, 'decisions'),
        }
      : null,
    ppo: played.length > 0 ? { decisions: sum(played, 'decisions'), updates: sum(played, 'updates') } : null,
    evolution: evolved.length > 0 ? { of: bot, ...sums(evolved) } : null,
    ...(searched.length > 0 && { expertIteration: sums(searched) }),
    ...(valued.length > 0 && { afterstate: sums(valued) }),
  };
}

/** What a run's source had learned; nothing where that checkpoint is not there any more, or another one by now. */
function sourceTraining(run: string, { source, sha256 }: { source: string; sha256: string }): Learned {
  const file = resolve(run, source);
  if (!existsSync(file) || createHash('sha256').update(readFileSync(file)).digest('hex') !== sha256) return {};
  return (runProvenance(file).training ?? {}) as Learned;
}

/** How a run's advisor was trained; undefined where that is not known any more. */
function advisorTraining(
  run: string | undefined,
  config: z.infer<typeof configSchema> | undefined,
): Learned['evolution'] {
  if (run === undefined) return undefined;
  const { bot, advisor } = config ?? {};
  const path = bot ? join(run, 'bot') : resolve(run, (advisor ?? '').replace(/^policy:/, ''));
  if (!bot && !advisor?.startsWith('policy:')) return undefined;
  return existsSync(path) ? ((runProvenance(path).training ?? {}) as Learned).evolution : undefined;
}

type Counts = NonNullable<Learned['expertIteration']>;

/** Both together; left out where it is not known of one of them. */
function withSource(own: Learned, source: Learned): Learned {
  const sum = (a: number | null, b: number | null) => (a === null || b === null ? null : a + b);
  const sums = (a: Counts, b: Counts): Counts => ({
    games: sum(a.games, b.games),
    decisions: sum(a.decisions, b.decisions),
    updates: sum(a.updates, b.updates),
  });
  const imitation = both(own.imitation, source.imitation, (a, b) => ({
    of: a.of === b.of ? a.of : null,
    games: sum(a.games, b.games),
    decisions: sum(a.decisions, b.decisions),
  }));
  const ppo = both(own.ppo, source.ppo, (a, b) => ({
    decisions: sum(a.decisions, b.decisions),
    updates: sum(a.updates, b.updates),
  }));
  const evolution = both(own.evolution, source.evolution, (a, b) => ({
    of: a.of,
    ...sums(a, b),
  }));
  const expertIteration = both(own.expertIteration ?? null, source.expertIteration ?? null, sums);
  const afterstate = both(own.afterstate ?? null, source.afterstate ?? null, sums);
  return {
    ...(imitation !== undefined && { imitation }),
    ...(ppo !== undefined && { ppo }),
    ...(evolution !== undefined && { evolution }),
    ...(expertIteration && { expertIteration }),
    ...(afterstate && { afterstate }),
  };
}

/** @param a,b null: none; undefined: not known */
function both<T>(a: T | null | undefined, b: T | null | undefined, add: (a: T, b: T) => T): T | null | undefined {
  if (a === undefined || b === undefined) return undefined;
  return a && b ? add(a, b) : (a ?? b);
}

/** The reports among a run's metrics. */
function reportsOf(file: string): z.infer<typeof lineSchema>[] {
  const reports: z.infer<typeof lineSchema>[] = [];
  for (const { text } of textLines(file)) {
    const { data } = lineSchema.safeParse(parsed(text));
    if (data?.kind === 'report') reports.push(data);
  }
  return reports;
}

function jsonOf(file: string): unknown {
  return existsSync(file) ? parsed(readText(file)) : undefined;
}

/** A run whose notes are damaged can be exported: what cannot be read is not recorded. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
