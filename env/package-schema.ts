/** Checks what a module exports beside its game before anything uses it. */
import { z } from 'zod';

const callable = z.custom((value) => typeof value === 'function', 'expected a function');
const named = <T extends z.ZodType>(values: T) => z.record(z.string(), values).optional();

const schema = z.strictObject({
  game: z.unknown(),
  bots: named(
    z.union([callable, z.looseObject({ plan: z.string(), from: z.string().optional(), create: callable })], {
      error: 'expected a function that makes the bot, or { plan, create }',
    }),
  ),
  evaluate: callable.optional(),
  potential: callable.optional(),
  panel: z.array(z.string()).optional(),
  search: z
    .strictObject({
      rollout: z.string().optional(),
      rounds: z.number().positive().optional(),
      margin: z.number().nonnegative().optional(),
    })
    .optional(),
  analysis: z.strictObject({ rounds: z.number().positive(), error: z.number().min(0).max(1) }).optional(),
  presets: named(z.record(z.string(), z.unknown())),
  ladder: z.string().optional(),
  players: z.array(z.strictObject({ file: z.string(), pace: z.enum(['strong', 'fast']).optional() })).optional(),
  solved: callable.optional(),
  exactValues: callable.optional(),
});

const members = Object.keys(schema.shape);

/**
 * The first thing wrong with a package but for its game, or undefined.
 * @param whole the value is a package and nothing else, so that a member of another name is a mistake; a module that exports
 *   members by name may export more
 */
export function packageProblem(value: Readonly<Record<string, unknown>>, whole: boolean): string | undefined {
  const known = whole ? { ...value } : Object.fromEntries(members.map((member) => [member, value[member]]));
  const issue = schema.safeParse(known).error?.issues[0];
  if (!issue) return undefined;
  const extra = issue.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
  if (extra !== undefined && issue.path.length === 0)
    return `there is no member ${extra} of a game's package; the members are ${members.join(', ')}`;
  return `${issue.path.join('.')}: ${issue.message}`;
}
