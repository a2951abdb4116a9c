import { cappedWorths } from '../../../env/returns.js';
import { UserError } from '../../../env/user-error.js';
import { DeferredLookahead } from '../../deferred/deferred-lookahead.js';
import {
  loadPolicy,
  policyLookahead as lookaheadPlayer,
  policyFile,
  policyLookaheadProblem,
  trainedPolicy,
} from '../../policy/policy.js';
import { FEWEST_SAMPLES } from '../../search/halving.js';
import { lookaheadDefaults } from '../../search/lookahead.js';
import { simulatedOpponents } from '../../search/opponents.js';
import { opponentBots, opponentsOption, opponentsParts } from '../bots.js';
import { numberOption, oneOf, type ParsedSpec, wholeOption } from '../grammar.js';
import { type AgentContext, playingKind, playingOf } from '../kind.js';
import { amountAndPath, amountAt, policyForDevice, policyParts, refuseAfterstates } from '../policies.js';

const apart = (parsed: ParsedSpec) => amountAndPath(parsed, 'samples');

const strengthOptions = {
  rounds: wholeOption(0, 1000),
  margin: numberOption(0),
  evaluation: numberOption(0, 1),
  opponents: opponentsOption,
  capped: oneOf(cappedWorths),
};

/** How it looks ahead, with the bots that it names, and the path of its policy. @throws UserError where that is wrong */
function strengthOf(parsed: ParsedSpec<typeof strengthOptions>, context: AgentContext) {
  const { spec, kind, options } = parsed;
  const [amount, path] = apart(parsed);
  const samples = Number(amount);
  if (!/^\d+$/.test(amount) || samples < FEWEST_SAMPLES || samples > 10_000)
    throw new UserError(
      `agent ${spec}: wanted ${FEWEST_SAMPLES} to 10000 samples (${kind}:${lookaheadDefaults.samples}:<run>), not '${amount}'`,
    );
  const { rounds = lookaheadDefaults.rounds, margin = lookaheadDefaults.margin } = options;
  const bots = options.opponents && opponentBots(options.opponents, `agent ${spec}`, context);
  const { evaluation, opponents, capped } = options;
  return { path, bots, strength: { samples, rounds, margin, evaluation, opponents, capped, name: spec } };
}

export const policyLookahead = playingKind({
  kind: 'policy+lookahead',
  spec: 'policy+lookahead:<n>:<run>',
  about: 'a policy that looks ahead with n samples',
  options: strengthOptions,
  travels: 'data',
  load(parsed, context) {
    const { spec } = parsed;
    const { path, bots, strength } = strengthOf(parsed, context);
    const policy = loadPolicy(path, context, playingOf(context));
    refuseAfterstates(parsed, policy, path);
    const problem = policyLookaheadProblem(context, policy, strength);
    if (problem) throw new UserError(`agent ${spec}: ${problem}`);
    return () => lookaheadPlayer(context, policy, strength, bots);
  },
  loadDeferred(parsed, context, networks) {
    const { spec } = parsed;
    const { path, bots, strength } = strengthOf(parsed, context);
    const policy = policyForDevice(parsed, path, context);
    const problem = policyLookaheadProblem(context, policy, strength);
    if (problem) throw new UserError(`agent ${spec}: ${problem}`);
    const { samples, rounds, margin, evaluation: share = 0, opponents, capped } = strength;
    const { advisor } = policy;
    const settings = {
      ...{ samples, rounds, margin },
      opponents: opponents && simulatedOpponents(opponents, bots!),
      evaluate: share > 0 ? { share, judge: advisor!.evaluate! } : undefined,
      returns: { ...lookaheadDefaults.returns, ...(capped && { capped }) },
    };
    return () =>
      new DeferredLookahead(spec, {
        ...settings,
        critic: networks.critic(context.game, policy),
        rollout: advisor?.create(),
      });
  },
  parts: (parsed, context) => [
    ...policyParts(apart(parsed)[1], context),
    ...opponentsParts(parsed.options.opponents, context),
  ],
  file: (parsed) => policyFile(apart(parsed)[1]),
  whatAt: amountAt,
  trained: trainedPolicy,
});
