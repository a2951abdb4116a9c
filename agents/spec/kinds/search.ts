import type { Evaluate } from '../../../env/judges.js';
import { cappedWorths } from '../../../env/returns.js';
import { UserError } from '../../../env/user-error.js';
import { loadPolicy, policyEvaluate } from '../../policy/policy.js';
import { LookaheadAgent } from '../../search/lookahead.js';
import { simulatedOpponents, UNIFORM } from '../../search/opponents.js';
import { SearchAgent, searchDefaults } from '../../search/search.js';
import { botNamed, opponentBots, opponentsOption, opponentsParts, playerParts } from '../bots.js';
import { budgetOf } from '../budget.js';
import { needed, numberOption, type Option, oneOf, textOption, wholeOption, wordOr } from '../grammar.js';
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
    const { spec, options } = parsed;
    const budget = budgetOf(parsed, needed(parsed, 'a number of simulations or a time'));
    const { search: usual = {} } = context;
    const judge = evaluationOf(parsed, context);
    const { returns } = searchDefaults;
    const worth = { winWeight: options.win ?? returns.winWeight, capped: options.capped ?? returns.capped };
    const rollout = rolloutOf(options, context);
    const bot = rollout === UNIFORM ? undefined : botNamed(rollout, `agent ${spec}: rollout`, context);
    const { opponents: weights } = options;
    const opponents = weights && simulatedOpponents(weights, opponentBots(weights, `agent ${spec}`, context));
    // Positions that a policy judges are not played on, unless that is wanted.
    const judged = options.evaluation !== undefined;
    const rounds = options.rounds ?? (judged ? undefined : usual.rounds) ?? Infinity;
    const depth = options.depth ?? (judged && rounds === Infinity ? 0 : Infinity);
    for (const [name, limit] of Object.entries({ rounds, depth }))
      if (limit < Infinity && !judge)
        throw new UserError(
          `agent ${spec}: ${context.game.id} has no evaluation of unfinished positions; leave out ${name}`,
        );
    const evaluate = rounds < Infinity || depth < Infinity ? judge : undefined;
    const settings = { ...budget, opponents, rounds, evaluate, returns: worth };

    const tree = treeOptions.find((name) => options[name] !== undefined);
    const margin = options.margin ?? (tree || !bot ? Infinity : (usual.margin ?? Infinity));
    if (margin === Infinity) {
      const { exploration, widening } = options;
      return () => new SearchAgent(spec, { ...settings, exploration, widening, rollout: bot, depth });
    }
    if (tree)
      throw new UserError(`agent ${spec}: margin looks ahead without a tree; leave it out, or leave out ${tree}`);
    if (!bot) throw new UserError(`agent ${spec}: margin needs the choice of a bot to keep to; name one as rollout`);
    return () => new LookaheadAgent(spec, { ...settings, margin, usual: bot(), rollout: bot() });
  },
  parts: ({ options }, context) => [
    ...playerParts(rolloutOf(options, context), 'plays its simulations', context),
    ...opponentsParts(options.opponents, context),
    ...(options.evaluation === undefined ? [] : policyParts(options.evaluation, context)),
  ],
});

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
