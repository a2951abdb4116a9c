import type { Evaluate } from '../../../env/judges.js';
import { cappedWorths } from '../../../env/returns.js';
import { UserError } from '../../../env/user-error.js';
import { loadPolicy, policyEvaluate } from '../../policy/policy.js';
import { UNIFORM } from '../../search/opponents.js';
import { searchDefaults } from '../../search/search.js';
import { plannedSearch, type SearchPlan } from '../../search/search-plan.js';
import { botNamed, opponentBots, opponentsOption, opponentsParts, playerParts } from '../bots.js';
import { budgetOf } from '../budget.js';
import {
  needed,
  numberOption,
  type Option,
  oneOf,
  type ParsedSpec,
  textOption,
  wholeOption,
  wordOr,
} from '../grammar.js';
import { type AgentContext, playingKind, playingOf } from '../kind.js';
import { policyParts } from '../policies.js';

/** Options that shape the tree: of no use to a search that looks ahead. */
const treeOptions = ['exploration', 'widening', 'depth', 'evaluation'] as const;

const evaluation: Option<string> = {
  read(text, where) {
    if (text === '') throw new UserError(`${where} needs the path of a run or a checkpoint`);
    return text;
  },
  local: 'a search that a policy judges for does not travel',
};

export const search = playingKind({
  kind: 'search',
  spec: 'search:<n>, search:<n>ms',
  about: 'search: n simulations or milliseconds a move',
  options: {
    rollout: textOption,
    opponents: opponentsOption,
    rounds: wordOr({ all: Infinity }, wholeOption(1, 1e6)),
    // How much better another action must be than the bot's; Infinity where a tree is wanted instead.
    margin: wordOr({ none: Infinity }, numberOption(0)),
    depth: wordOr({ all: Infinity }, wholeOption(0, 1e9)),
    exploration: numberOption(0),
    evaluation,
    widening: numberOption(0.01),
    win: numberOption(0, 1),
    capped: oneOf(cappedWorths),
  },
  travels: 'nothing',
  load(parsed, context) {
    const { spec } = parsed;
    const plan = searchPlan(parsed, context);
    const judge = evaluationOf(parsed, context);
    const bots = botsOf(spec, plan, context);
    return () => plannedSearch(spec, plan, bots, judge);
  },
  parts: ({ options }, context) => [
    ...playerParts(rolloutOf(options, context), 'plays its simulations', context),
    ...opponentsParts(options.opponents, context),
    ...(options.evaluation === undefined ? [] : policyParts(options.evaluation, context)),
  ],
});

/** What a spec of a search means for a game. @throws UserError when its options do not go together, or not with the game */
export function searchPlan(parsed: ParsedSpec<typeof search.options>, context: AgentContext): SearchPlan {
  const { spec, options } = parsed;
  const budget = budgetOf(parsed, needed(parsed, 'a number of simulations or a time'));
  const { search: usual = {}, evaluate } = context;
  const { returns } = searchDefaults;
  const worth = { winWeight: options.win ?? returns.winWeight, capped: options.capped ?? returns.capped };
  const rollout = rolloutOf(options, context);
  // Positions that a policy judges are not played on, unless that is wanted.
  const judged = options.evaluation !== undefined;
  const rounds = options.rounds ?? (judged ? undefined : usual.rounds) ?? Infinity;
  const depth = options.depth ?? (judged && rounds === Infinity ? 0 : Infinity);
  for (const [name, limit] of Object.entries({ rounds, depth }))
    if (limit < Infinity && !judged && !evaluate)
      throw new UserError(
        `agent ${spec}: ${context.game.id} has no evaluation of unfinished positions; leave out ${name}`,
      );
  const tree = treeOptions.find((name) => options[name] !== undefined);
  const margin = options.margin ?? (tree || rollout === UNIFORM ? Infinity : (usual.margin ?? Infinity));
  if (margin < Infinity && tree)
    throw new UserError(`agent ${spec}: margin looks ahead without a tree; leave it out, or leave out ${tree}`);
  if (margin < Infinity && rollout === UNIFORM)
    throw new UserError(`agent ${spec}: margin needs the choice of a bot to keep to; name one as rollout`);
  const { opponents, exploration, widening } = options;
  // What is not limited is left out: plain data has no infinity.
  const limits = Object.entries({ rounds, depth, margin }).filter(([, limit]) => limit < Infinity);
  return { ...budget, rollout, opponents, ...Object.fromEntries(limits), exploration, widening, returns: worth };
}

/** The bots that a plan names. @throws UserError when the game has no such bot */
function botsOf(spec: string, { rollout, opponents }: SearchPlan, context: AgentContext) {
  return {
    ...(opponents && opponentBots(opponents, `agent ${spec}`, context)),
    ...(rollout !== UNIFORM && { [rollout]: botNamed(rollout, `agent ${spec}: rollout`, context) }),
  };
}

/** What judges unfinished positions: the policy that is named, or the game's own evaluation. */
function evaluationOf(
  { spec, options }: { spec: string; options: { evaluation?: string | undefined } },
  context: AgentContext,
): Evaluate | undefined {
  if (options.evaluation === undefined) return context.evaluate;
  const policy = loadPolicy(options.evaluation, context, playingOf(context));
  try {
    return policyEvaluate(context.game, policy);
  } catch (error) {
    throw error instanceof UserError ? new UserError(`agent ${spec}: evaluation: ${error.message}`) : error;
  }
}

/**
 * Name of the bot that plays the rollouts of a search, for its own seat at least; or `random`. Random play may never end a
 * game, and does not show how good a position is: bots where there are any.
 */
function rolloutOf({ rollout }: { rollout?: string | undefined }, context: AgentContext): string {
  return rollout ?? context.search?.rollout ?? Object.keys(context.bots ?? {})[0] ?? UNIFORM;
}
