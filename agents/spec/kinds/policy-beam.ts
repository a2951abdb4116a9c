import { UserError } from '../../../env/user-error.js';
import { afterstatePlayer, loadPolicy, policyFile, trainedPolicy } from '../../policy/policy.js';
import { numberOption, type ParsedSpec, wholeOption } from '../grammar.js';
import { playingKind, playingOf } from '../kind.js';
import { amountAndPath, amountAt, policyParts } from '../policies.js';

const apart = (parsed: ParsedSpec) => amountAndPath(parsed, 'positions');

export const policyBeam = playingKind({
  kind: 'policy+beam',
  spec: 'policy+beam:<n>:<run>',
  about: 'a policy of values that looks n positions wide',
  options: { samples: wholeOption(1, 1000), temperature: numberOption(0.001) },
  travels: 'data',
  load(parsed, context) {
    const { spec, options } = parsed;
    const [amount, path] = apart(parsed);
    if (!/^\d+$/.test(amount) || Number(amount) > 1000)
      throw new UserError(
        `agent ${spec}: wanted a width of 0 to 1000 positions (policy+beam:8:<run>), not '${amount}'`,
      );
    const policy = loadPolicy(path, context, playingOf(context));
    const { afterstates } = policy;
    if (!afterstates)
      throw new UserError(
        `agent ${spec}: only a policy trained by afterstate learning searches its own turn; play this one as policy:${path}`,
      );
    const { samples = afterstates.samples, temperature } = options;
    const how = { ...afterstates, samples, beam: Number(amount) };
    return () => afterstatePlayer(context.game, policy, how, { name: spec, temperature });
  },
  parts: (parsed, context) => policyParts(apart(parsed)[1], context),
  file: (parsed) => policyFile(apart(parsed)[1]),
  whatAt: amountAt,
  trained: trainedPolicy,
});
