/**
 * The losses of the table on a tape, forward only: their gradients follow. Each is the same function as its closed form
 * (losses.ts, ppo-loss.ts, imitation-loss.ts), which its tests compare it with.
 */

import type { Tape, Value } from '../../../agents/network/graph/tape.js';
import { ILLEGAL_LOGIT } from '../../../agents/network/masked.js';
import { type Head, type NetworkShape, POLICY } from '../../../agents/network/network.js';
import type { NamedLoss } from '../loss-table.js';
import type { HeadWeights } from '../losses.js';

/** Columns of some rows. */
export interface TapeRows {
  /** [rows, actions]: 1 for legal. */
  mask?: Value | undefined;
  /** [rows, 1], the action's number. */
  action?: Value | undefined;
  /** [rows, 1], for PPO. */
  logProb?: Value | undefined;
  advantage?: Value | undefined;
  /** By head: [rows, width], 0 where nothing is to be learned. */
  targets: ReadonlyMap<string, Value>;
  /** By head with squared error: [rows, width], what each number counts: 1 / numbers of the row that have a target, or 0. */
  shares: ReadonlyMap<string, Value | undefined>;
}

/** What losses are told beside their settings, [1] each: they count in place of the numbers in the settings. */
export interface TapeNumbers {
  clip: Value;
  entropy: Value;
}

/** A loss of some rows. */
export interface TapeLoss {
  /** Sum over the rows, [1]. */
  loss: Value;
  /** What is reported: sums over the rows, [1] each. */
  sums: Readonly<Record<string, Value>>;
}

/**
 * Puts down a loss.
 * @param outputs of all heads, [rows, width]
 * @param told what changes from update to update
 */
export function tapeLoss(
  tape: Tape,
  shape: Pick<NetworkShape, 'heads'>,
  loss: NamedLoss,
  rows: TapeRows,
  outputs: ReadonlyMap<string, Value>,
  told: TapeNumbers,
): TapeLoss {
  const others = shape.heads.filter(({ name }) => name !== POLICY);
  switch (loss.name) {
    case 'ppo': {
      const { weights, only } = loss.settings;
      const moves = !only || only.includes('trunk');
      return together(tape, [
        ppoTerms(tape, moves, rows, outputs.get(POLICY)!, told),
        headTerms(tape, others, weights, rows, outputs),
      ]);
    }
    case 'imitation': {
      const { weights } = loss.settings;
      return together(tape, [
        imitationTerms(tape, weights[POLICY] ?? 1, rows, outputs.get(POLICY)!),
        headTerms(tape, others, weights, rows, outputs),
      ]);
    }
    case 'values':
      return headTerms(tape, shape.heads, loss.settings.weights, rows, outputs);
  }
}

function together(tape: Tape, parts: readonly TapeLoss[]): TapeLoss {
  const [first, ...others] = parts.map(({ loss }) => loss);
  return {
    loss: others.reduce((sum, one) => tape.add(sum, one), first!),
    sums: Object.assign({}, ...parts.map(({ sums }) => sums)),
  };
}

/** A choice among legal actions. */
interface Choice {
  /** [rows, actions], 0 for illegal ones. */
  logs: Value;
  /** [rows, actions]: logits, `ILLEGAL_LOGIT` for illegal actions; and the largest of each row [rows, 1]. */
  logits: Value;
  largest: Value;
}

/** @param mask undefined: everything is legal */
function choice(tape: Tape, given: Value, mask: Value | undefined): Choice {
  const logits = mask
    ? tape.where(tape.compare('Greater', mask, tape.number(0.5)), given, tape.number(ILLEGAL_LOGIT))
    : given;
  const largest = tape.rowMax(logits);
  const shifted = tape.subtract(logits, largest);
  // Of illegal actions e^-1e9, which is 0.
  const logs = tape.subtract(shifted, tape.log(tape.rowSum(tape.exp(shifted))));
  return { logs: mask ? tape.times(logs, mask) : logs, logits, largest };
}

/** [rows, actions]: 1 for the row's action. */
function chosen(tape: Tape, action: Value, actions: number): Value {
  const ids = tape.numbers(
    `0..${actions - 1}`,
    Float32Array.from({ length: actions }, (_, i) => i),
  );
  return tape.indicator(tape.compare('Equal', action, ids));
}

function ppoTerms(
  tape: Tape,
  moves: boolean,
  { mask, action, logProb, advantage }: TapeRows,
  given: Value,
  { clip, entropy }: TapeNumbers,
): TapeLoss {
  const policy = moves ? given : tape.still(given);
  const { logs } = choice(tape, policy, mask);
  const taken = tape.rowSum(tape.times(logs, chosen(tape, action!, given.dims[1] as number)));
  const logRatio = tape.subtract(taken, logProb!);
  const ratio = tape.exp(logRatio);
  const one = tape.number(1);
  // Nothing comes back where the clipped term is the smaller one: it does not move.
  const kept = tape.still(ratio);
  const [most, least] = [tape.add(one, clip), tape.subtract(one, clip)];
  const [high, low] = [tape.compare('Greater', kept, most), tape.compare('Greater', least, kept)];
  const clipped = tape.where(high, most, tape.where(low, least, kept));
  const [free, bound] = [tape.times(ratio, advantage!), tape.times(clipped, advantage!)];
  const surrogate = tape.where(tape.compare('Greater', tape.still(free), bound), bound, free);
  const policyLoss = tape.times(tape.total(surrogate), tape.number(-1));
  // Of illegal actions ln p is 0 here.
  const spread = tape.times(tape.total(tape.times(tape.exp(logs), logs)), tape.number(-1));
  const kl = tape.total(tape.subtract(tape.subtract(ratio, one), logRatio));
  return {
    loss: tape.subtract(policyLoss, tape.times(spread, entropy)),
    sums: { policyLoss, entropy: spread, kl, clipped: tape.total(tape.add(tape.indicator(high), tape.indicator(low))) },
  };
}

function imitationTerms(tape: Tape, weight: number, { mask, action, targets }: TapeRows, given: Value): TapeLoss {
  const { logs, logits, largest } = choice(tape, given, mask);
  const own = chosen(tape, action!, given.dims[1] as number);
  const wanted = targets.get(POLICY) ?? own;
  const policyLoss = tape.times(tape.total(tape.times(logs, wanted)), tape.number(-1));
  const ofAction = tape.rowSum(tape.times(tape.still(logits), own));
  const right = tape.total(tape.indicator(tape.compare('Equal', ofAction, largest)));
  return { loss: tape.times(policyLoss, tape.number(weight)), sums: { policyLoss, right } };
}

/** The loss that each head declares, of those with targets. */
function headTerms(
  tape: Tape,
  heads: readonly Head[],
  weights: HeadWeights,
  { mask, targets, shares }: TapeRows,
  outputs: ReadonlyMap<string, Value>,
): TapeLoss {
  const sums: Record<string, Value> = {};
  let loss = tape.number(0);
  for (const { name, loss: kind, masked } of heads) {
    const target = targets.get(name);
    if (!target) continue;
    const y = outputs.get(name)!;
    const own =
      kind === 'squared-error'
        ? tape.total(tape.times(tape.square(tape.subtract(y, target)), shares.get(name)!))
        : tape.times(tape.total(tape.times(choice(tape, y, masked ? mask : undefined).logs, target)), tape.number(-1));
    sums[`${name}Loss`] = own;
    loss = tape.add(loss, tape.times(own, tape.number(weights[name] ?? 1)));
  }
  return { loss, sums };
}
