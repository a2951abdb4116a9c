/** An agent that plays a table of probabilities. */
import type { View } from '../../env/agent.js';
import { UserError } from '../../env/user-error.js';
import { RulePlayer } from '../bots/rule-player.js';
import { informationKey } from './information-state.js';
import type { SolvedPolicy } from './solved-file.js';

/**
 * Draws its actions from a table. It knows no more than the observation of its seat. Throws a UserError at a position that
 * should be in the table and is not.
 * @param name its spec
 */
export const solvedAgent = (name: string, policy: SolvedPolicy): RulePlayer =>
  new RulePlayer(name, (view, out) => {
    const odds = oddsOf(name, policy, view);
    for (let action = 0, k = 0; action < out.length; action++)
      if (view.mask[action] === 1) out[action] = odds === null ? 1 / view.legal : odds[k++]!;
  });

/** Of the legal actions, ascending; null where they are all alike. */
function oddsOf(name: string, { states, complete, file }: SolvedPolicy, view: View): Float64Array | null {
  const found = states.get(informationKey(view.seat, view.mask, view.observation()));
  if (found) return found;
  if (!complete || view.legal === 1) return null;
  throw new UserError(
    `agent ${name}: a position of seat ${view.seat} is not among the ${states.size} information states of ${file}: solve the game again`,
  );
}
