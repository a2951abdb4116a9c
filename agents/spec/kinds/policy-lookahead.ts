import { cappedWorths } from '../../../env/returns.js';
import { UserError } from '../../../env/user-error.js';
import {
  loadPolicy,
  policyLookahead as lookaheadPlayer,
  policyFile,
  policyLookaheadProblem,
  trainedPolicy,
} from '../../policy/policy.js';
import { FEWEST_SAMPLES } from '../../search/halving.js';
import { lookaheadDefaults } from '../../search/lookahead.js';
import { opponentBots, opponentsOption, opponentsParts } from '../bots.js';
import { numberOption, oneOf, type ParsedSpec, wholeOption } from '../grammar.js';
import { playingKind, playingOf } from '../kind.js';
import { amountAndPath, amountAt, policyParts, refuseAfterstates } from '../policies.js';

const apart = (parsed: ParsedSpec) => amountAndPath(parsed, 'samples');

export const policyLookahead = playingKind({
  kind: 'policy+lookahead',
  spec: 'policy+lookahead:<n>:<run>',
  about: 'a policy that looks ahead with n samples',
  options: {
    rounds: wholeOption(0, 1000),
    margin: numberOption(0),
    evaluation: numberOption(0, 1),
    opponents: opponentsOption,
    capped: oneOf(cappedWorths),
  },
  travels: 'data',
  load(parsed, context) {
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
    const strength = { samples, rounds, margin, evaluation, opponents, capped, name: spec };
    const policy = loadPolicy(path, context, playingOf(context));
    refuseAfterstates(parsed, policy, path);
    const problem = policyLookaheadProblem(context, policy, strength);
    if (problem) throw new UserError(`agent ${spec}: ${problem}`);
    return () => lookaheadPlayer(context, policy, strength, bots);
  },
  parts: (parsed, context) => [
    ...policyParts(apart(parsed)[1], context),
    ...opponentsParts(parsed.options.opponents, context),
  ],
  file: (parsed) => policyFile(apart(parsed)[1]),
  whatAt: amountAt,
  trained: trainedPolicy,
});
