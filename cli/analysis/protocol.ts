/**
 * What `tabletop analyze` is asked and what it answers, one JSON object a line (docs/analyze.md). Names are those of KataGo's
 * analysis engine where they mean the same.
 */
import { z } from 'zod';
import { parseJson } from '../../env/json.js';
import { UserError } from '../../env/user-error.js';
import type { PositionAnalysis } from '../../eval/analysis/position.js';
import { mistakesOf } from '../../eval/analysis/race.js';
import type { Estimate } from '../../eval/statistics.js';

/** Longest line that is read. */
export const MOST_CHARACTERS = 4_000_000;
/** Positions that may wait. */
export const MOST_WAITING = 10_000;

const id = z.string().min(1).max(200);
const action = z.int().min(0);

/** A game by how it was played. A saved replay is one too; what else it says is checked. */
const gameSchema = z.strictObject({
  seed: z.string().max(1000).optional(),
  outcomes: z.array(z.int().min(0)).max(1_000_000).optional(),
  options: z.record(z.string(), z.unknown()).optional(),
  actions: z.array(action).max(1_000_000),
});

const querySchema = z.strictObject({
  id,
  replay: z.union([gameSchema, z.looseObject({ format: z.string() })]).optional(),
  view: z.record(z.string(), z.unknown()).optional(),
  analyzeTurns: z.array(z.int().min(0)).min(1).max(MOST_WAITING).optional(),
  playOuts: z.int().min(16).max(10_000_000).optional(),
  milliseconds: z.number().min(1).max(3_600_000).optional(),
  seed: z.string().max(1000).optional(),
  reportDuringSearchEvery: z.number().min(0.01).max(3600).optional(),
  priority: z.int().optional(),
  compare: z.array(action).max(100).optional(),
});

const commandSchema = z.discriminatedUnion('action', [
  z.strictObject({
    id,
    action: z.literal('terminate'),
    terminateId: id,
    turnNumbers: z.array(z.int().min(0)).max(MOST_WAITING).optional(),
  }),
  z.strictObject({ id, action: z.literal('terminate_all') }),
  z.strictObject({ id, action: z.literal('query_version') }),
]);

export type Query = z.infer<typeof querySchema>;
export type Command = z.infer<typeof commandSchema>;

/** A line that cannot be answered; what of it is known goes back with it. */
export class Refused extends UserError {
  constructor(
    message: string,
    readonly id?: string,
    readonly field?: string,
  ) {
    super(message);
  }
}

/** @throws Refused when it is no query */
export function parseLine(line: string): Query | Command {
  let json: unknown;
  try {
    json = parseJson(line);
  } catch (error) {
    throw new Refused(`no valid JSON: ${shortened((error as Error).message)}`);
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json)) throw new Refused('wanted a JSON object');
  const known = id.safeParse((json as { id?: unknown }).id);
  const own = known.success ? known.data : undefined;
  const schema = 'action' in json ? commandSchema : querySchema;
  const parsed = schema.safeParse(json);
  if (!parsed.success) {
    const { path, message } = parsed.error.issues[0]!;
    const field = path.length > 0 ? String(path[0]) : undefined;
    throw new Refused(`${path.length > 0 ? `${path.join('.')}: ` : ''}${shortened(message)}`, own, field);
  }
  const query = parsed.data;
  if ('action' in query) return query;
  if ((query.replay === undefined) === (query.view === undefined))
    throw new Refused('give replay or view, one of the two', own);
  if (query.playOuts !== undefined && query.milliseconds !== undefined)
    throw new Refused('give playOuts or milliseconds, one of the two', own);
  if (query.view && query.analyzeTurns) throw new Refused('a view is one position', own, 'analyzeTurns');
  return query;
}

const shortened = (text: string): string => {
  const line = text.split('\n')[0]!;
  return line.length > 300 ? `${line.slice(0, 297)}...` : line;
};

/** The analysis of a position as it is told. @param earns results are what is earned, not chances */
export function told(found: PositionAnalysis, earns: boolean): object {
  const { state } = found.beginning;
  const actions = found.actions();
  const behind = actions.map(({ action }) => found.behind(action));
  const mistakes = mistakesOf(behind);
  return {
    seat: state.actor,
    exact: found.exact !== null,
    playOuts: found.playOuts,
    sameGame: found.alike,
    seats: seatsTold(state.players, found.chances(), found.earned()),
    actions: actions.map(({ action, p, n, result, running }, order) => ({
      action,
      ...state.actionJson?.(action),
      text: state.actionText(action),
      order,
      visits: n,
      running,
      probability: rounded(p),
      chance: earns ? null : estimate(result),
      earns: earns ? estimate(result) : null,
      loss: estimate(behind[order]!),
      mistake: mistakes[order]!,
    })),
  };
}

/** What each seat may hope for. */
export function seatsTold(
  players: number,
  chances: readonly Estimate[] | null,
  earned: readonly Estimate[] | null,
): object[] {
  return Array.from({ length: players }, (_, seat) => ({
    seat,
    chance: estimate(chances?.[seat] ?? null),
    earns: estimate(earned?.[seat] ?? null),
  }));
}

/** Null of so few play-outs that nothing can be said of how far it may be off. */
const estimate = (value: Estimate | null) =>
  value && Number.isFinite(value.low)
    ? { mean: rounded(value.mean), low: rounded(value.low), high: rounded(value.high) }
    : null;

/** More digits would say nothing. */
const rounded = (value: number): number => Number(value.toPrecision(6));
