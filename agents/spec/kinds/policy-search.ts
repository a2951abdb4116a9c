import { UserError } from '../../../env/user-error.js';
import { DeferredSearch } from '../../deferred/deferred-search.js';
import { loadPolicy, type Policy, policyFile, policyGuide, trainedPolicy, withMemory } from '../../policy/policy.js';
import { GuidedAgent } from '../../search/guided-search.js';
import { lookaheadDefaults } from '../../search/lookahead.js';
import { budgetOf } from '../budget.js';
import { numberOption, type ParsedSpec, wholeOption } from '../grammar.js';
import { playingKind, playingOf } from '../kind.js';
import { amountAndPath, amountAt, policyForDevice, policyParts } from '../policies.js';

const apart = (parsed: ParsedSpec) => amountAndPath(parsed, 'simulations');

/** @throws UserError for options that only policies of afterstate learning have */
function refuseGuide({ spec, options }: ParsedSpec, { afterstates }: Policy): void {
  const strange = ['temperature', 'samples'].find((name) => options[name] !== undefined);
  if (strange && !afterstates)
    throw new UserError(`agent ${spec}: ${strange} is for policies of afterstate learning; leave it out`);
}

export const policySearch = playingKind({
  kind: 'policy+search',
  spec: 'policy+search:<n>:<run>',
  about: 'tree search guided by a policy; n may be <n>ms',
  options: {
    exploration: numberOption(0),
    considered: wholeOption(2, 10_000),
    temperature: numberOption(0.001),
    samples: wholeOption(1, 1000),
    batch: wholeOption(1, 1024),
  },
  travels: 'data',
  load(parsed, context) {
    const { spec, options } = parsed;
    const [amount, path] = apart(parsed);
    const budget = budgetOf(parsed, amount);
    const policy = loadPolicy(path, context, playingOf(context));
    if (policy.plan)
      throw new UserError(
        `agent ${spec}: this policy is ${policy.plan.bot} with trained weights, and judges no positions; play it as policy:${path} or policy+lookahead:${lookaheadDefaults.samples}:${path}`,
      );
    const { exploration, considered, batch, ...guide } = options;
    refuseGuide(parsed, policy);
    const returns = policy.afterstates?.outcomes;
    // Each player has a judge of its own.
    const judge = (players: number) => policyGuide(context.game, policy, players, guide);
    return () =>
      withMemory(
        context.game,
        policy,
        new GuidedAgent(spec, { ...budget, exploration, considered, returns, batch, judge }),
      );
  },
  loadDeferred(parsed, context, networks) {
    const { spec, options } = parsed;
    const [amount, path] = apart(parsed);
    const budget = budgetOf(parsed, amount);
    const policy = policyForDevice(parsed, path, context);
    const { exploration, considered, batch } = options;
    refuseGuide(parsed, policy);
    const settings = { ...budget, exploration, considered, batch };
    return () => new DeferredSearch(spec, networks.critic(context.game, policy), settings);
  },
  parts: (parsed, context) => policyParts(apart(parsed)[1], context),
  file: (parsed) => policyFile(apart(parsed)[1]),
  whatAt: amountAt,
  trained: trainedPolicy,
});
