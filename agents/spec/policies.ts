/** What the kinds of agents that play by a trained policy share. */
import { UserError } from '../../env/user-error.js';
import { deviceProblem } from '../deferred/device-networks.js';
import { loadPolicy, NO_PROBABILITIES, type Policy } from '../policy/policy.js';
import { botParts } from './bots.js';
import { flagOption, needed, numberOption, type ParsedSpec } from './grammar.js';
import { type AgentContext, type Part, playingOf } from './kind.js';

/** How an agent takes an action of its distribution. */
export const drawingOptions = { argmax: flagOption, temperature: numberOption(0.001) };

/** @throws UserError when both are given */
export function drawingOf(parsed: ParsedSpec<typeof drawingOptions>): {
  argmax: boolean;
  temperature: number | undefined;
} {
  const { argmax = false, temperature } = parsed.options;
  if (argmax && temperature !== undefined)
    throw new UserError(`agent ${parsed.spec}: argmax and temperature exclude each other`);
  return { argmax, temperature };
}

/** @param path of the policy. @throws UserError where it has no action probabilities, saying what plays it */
export function refuseAfterstates({ spec }: ParsedSpec, { afterstates }: Policy, path: string): void {
  if (afterstates)
    throw new UserError(
      `agent ${spec}: ${NO_PROBABILITIES}; play it as policy:${path}, or as policy+search:100:${path} to search deeper`,
    );
}

/** What stands before and after the colon in `16:runs/a`. @param amount what is counted, for errors */
export function amountAndPath(parsed: ParsedSpec, amount: string): [amount: string, path: string] {
  const what = needed(parsed, `a number of ${amount} and a run or a checkpoint`);
  const colon = what.indexOf(':');
  if (colon < 0 || colon === what.length - 1)
    throw new UserError(`agent ${parsed.spec} needs the path of a run or a checkpoint: ${parsed.form}`);
  return [what.slice(0, colon), what.slice(colon + 1)];
}

/** What follows the colon where the path is another one: `16:` stays before it. */
export const amountAt = ({ what }: ParsedSpec, file: string): string => `${what.slice(0, what.indexOf(':'))}:${file}`;

/** Scripted players that are part of a policy. @param path of a run or a checkpoint */
export function policyParts(path: string, context: AgentContext): Part[] {
  const { advisor, plan } = loadPolicy(path, context, playingOf(context));
  return [
    ...(advisor ? botParts(advisor.spec, 'its advisor', context) : []),
    ...(plan ? botParts(plan.bot, 'its weights were trained from this', context) : []),
  ];
}

/**
 * A policy whose network is to lie on a device.
 * @param path of a run or a checkpoint
 * @throws UserError as `loadPolicy`, and when its network cannot lie there
 */
export function policyForDevice({ spec }: ParsedSpec, path: string, context: AgentContext): Policy {
  const policy = loadPolicy(path, context, playingOf(context));
  const problem = deviceProblem(policy);
  if (problem) throw new UserError(`agent ${spec}: ${problem}: use --device cpu`);
  return policy;
}
