/** Amounts in specs: how long a search may think. */
import { UserError } from '../../env/user-error.js';
import type { SearchBudget } from '../search/simulation.js';
import type { ParsedSpec } from './grammar.js';

/** `400` simulations, `50ms` or `2s`. @throws UserError when it is none of these */
export function budgetOf({ spec, kind }: ParsedSpec, text: string): SearchBudget {
  const found = /^(\d+)(ms|s)?$/.exec(text);
  const amount = Number(found?.[1]);
  if (!found || amount < 1 || amount > 1e9)
    throw new UserError(`agent ${spec}: wanted a number of simulations (${kind}:400) or a time (${kind}:50ms)`);
  return found[2] ? { milliseconds: amount * (found[2] === 's' ? 1000 : 1) } : { simulations: amount };
}
