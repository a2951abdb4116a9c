import { UserError } from '../../../env/user-error.js';
import { DeferredPolicy } from '../../deferred/deferred-policy.js';
import { loadPolicy, policyFile, policyPlayer, trainedPolicy } from '../../policy/policy.js';
import { needed, type ParsedSpec } from '../grammar.js';
import { playingKind, playingOf } from '../kind.js';
import { drawingOf, drawingOptions, policyForDevice, policyParts } from '../policies.js';

const pathOf = (parsed: ParsedSpec): string => needed(parsed, 'the path of a run or a checkpoint');

export const policy = playingKind({
  kind: 'policy',
  spec: 'policy:<run>',
  about: 'a trained policy; <run> may be a checkpoint',
  options: drawingOptions,
  travels: 'data',
  load(parsed, context) {
    const path = pathOf(parsed);
    const { argmax, temperature } = drawingOf(parsed);
    const loaded = loadPolicy(path, context, playingOf(context));
    if (loaded.plan && temperature !== undefined)
      throw new UserError(
        `agent ${parsed.spec}: this policy is ${loaded.plan.bot} with trained weights, which draws nothing; leave out temperature`,
      );
    return () => policyPlayer(context.game, loaded, { argmax, temperature, name: parsed.spec });
  },
  loadDeferred(parsed, context, networks) {
    const { argmax, temperature } = drawingOf(parsed);
    const loaded = policyForDevice(parsed, pathOf(parsed), context);
    return () => new DeferredPolicy(parsed.spec, networks.critic(context.game, loaded), { argmax, temperature });
  },
  parts: (parsed, context) => policyParts(pathOf(parsed), context),
  file: (parsed) => policyFile(pathOf(parsed)),
  trained: trainedPolicy,
});
