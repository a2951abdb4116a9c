import { UserError } from '../../../env/user-error.js';
import { policyJudge } from '../../policy/actor-critic.js';
import { actorCritic, loadPolicy, policyFile, trainedPolicy } from '../../policy/policy.js';
import { GuidedAgent } from '../../search/guided-search.js';
import { lookaheadDefaults } from '../../search/lookahead.js';
import { budgetOf } from '../budget.js';
import { numberOption, type ParsedSpec, wholeOption } from '../grammar.js';
import { playingKind, playingOf } from '../kind.js';
import { amountAndPath, amountAt, policyParts, refuseAfterstates } from '../policies.js';

const apart = (parsed: ParsedSpec) => amountAndPath(parsed, 'simulations');

export const policySearch = playingKind({
  kind: 'policy+search',
  spec: 'policy+search:<n>:<run>',
  about: 'tree search guided by a policy; n may be <n>ms',
  options: { exploration: numberOption(0), considered: wholeOption(2, 10_000) },
  travels: 'data',
  load(parsed, context) {
    const { spec, options } = parsed;
    const [amount, path] = apart(parsed);
    const budget = budgetOf(parsed, amount);
    const policy = loadPolicy(path, context, playingOf(context));
    refuseAfterstates(parsed, policy, path);
    if (policy.plan)
      throw new UserError(
        `agent ${spec}: this policy is ${policy.plan.bot} with trained weights, and judges no positions; play it as policy:${path} or policy+lookahead:${lookaheadDefaults.samples}:${path}`,
      );
    // Each player has an actor-critic of its own.
    const judge = () => policyJudge(actorCritic(context.game, policy));
    return () => new GuidedAgent(spec, { ...budget, ...options, judge });
  },
  parts: (parsed, context) => policyParts(apart(parsed)[1], context),
  file: (parsed) => policyFile(apart(parsed)[1]),
  whatAt: amountAt,
  trained: trainedPolicy,
});
