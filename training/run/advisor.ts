/** Who advises the policy of a run: a scripted player as it was written, or with the weights that training gave it. */
import { relative, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Tuned } from '../../agents/bots/scripted-player.js';
import { loadPolicy, policyFile, type StoredPolicy } from '../../agents/policy/policy.js';
import { packTuned, unpackTuned } from '../../agents/policy/stored-tuned.js';
import type { GamePackage } from '../../env/game-package.js';
import { UserError } from '../../env/user-error.js';

/** Says in a config that the advisor is a bot with trained weights: `policy:<run>`. */
export const TRAINED = 'policy:';

/** The advisor of a run: a scripted player as it was written, or with the weights that training gave it. */
export interface NamedAdvisor {
  /** `scripted:<name>`; null for none. */
  spec: string | null;
  /** Where they are not those that it was written with. */
  weights?: Tuned | undefined;
}

/**
 * @param advisor as a config names it: `scripted:<name>`, or `policy:<run or checkpoint>` of a bot whose weights were trained; null: none
 * @param folder that paths begin at
 * @throws UserError when there is no such policy, it is a network, or it does not fit the game
 */
export function namedAdvisor(advisor: string | null, pack: GamePackage, folder = '.'): NamedAdvisor {
  if (!advisor?.startsWith(TRAINED)) return { spec: advisor };
  const { plan, shape, weights } = loadPolicy(resolve(folder, advisor.slice(TRAINED.length)), pack);
  if (!plan)
    throw new UserError(
      `advisor ${advisor}: it is a network, and only a bot can advise; name one whose weights were trained (train --agent)`,
    );
  const { bot, features, parameters } = plan;
  return { spec: bot, weights: { features, parameters, shape, weights } };
}

/** The same name in a run's own config, where a path begins at the run. */
export function placedAdvisor(advisor: string | null, runDir: string): string | null {
  if (!advisor?.startsWith(TRAINED)) return advisor;
  const path = relative(runDir, policyFile(advisor.slice(TRAINED.length)));
  return TRAINED + path.replaceAll('\\', '/');
}

/** That of a stored policy. @throws UserError when its weights are damaged */
export const advisorIn = ({ advisor, advisorWeights }: StoredPolicy): NamedAdvisor => ({
  spec: advisor ?? null,
  weights: advisorWeights && unpackTuned(advisorWeights),
});

/** Whether two are the same one, with the same weights. */
export function sameAdvisor(one: NamedAdvisor, other: NamedAdvisor): boolean {
  const stored = ({ weights }: NamedAdvisor) => weights && packTuned(weights);
  return one.spec === other.spec && isDeepStrictEqual(stored(one), stored(other));
}
