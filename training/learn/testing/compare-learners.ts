/** Shows two learners the same batches, and expects the same of them. */
import { expect } from 'vitest';
import { type NetworkShape, VALUE, weightShapes } from '../../../agents/network/network.js';
import { createRng } from '../../../env/chance.js';
import type { Decisions } from '../../collect/batch.js';
import { imitate } from '../imitation.js';
import type { Learner } from '../learner.js';
import { ppoUpdate } from '../ppo.js';
import { someBatch, update } from './batches.js';

/**
 * Five updates of PPO, of the value head alone among them, and two of imitation; then statistics, weights and moments are
 * compared. Both are disposed of.
 * @param reference what is expected
 */
export async function compareLearners(shape: NetworkShape, reference: Learner, learner: Learner): Promise<void> {
  const batch = someBatch(shape, 50);
  const both = [reference, learner];
  for (const one of both) expect(one.save().steps).toEqual({ trunk: 0, [VALUE]: 0 });
  const only = [VALUE];
  const changes = [{ only }, {}, { gradientNorm: Infinity }, { only }, {}];
  for (const [i, change] of changes.entries()) {
    const [a, b] = both.map((one) => ppoUpdate(one, batch, { ...update, ...change }, createRng(i)));
    const [wanted, got] = [await a!, await b!];
    expect(Object.keys(got).sort()).toEqual(Object.keys(wanted).sort());
    for (const [key, value] of Object.entries(wanted)) expect(got[key as keyof typeof got], key).toBeCloseTo(value, 3);
  }
  const lesson: Decisions = { ...batch, targets: {} };
  for (const taught of [batch, lesson]) {
    const [a, b] = both.map((one) => imitate(one, taught, update, createRng('i')));
    const [wanted, got] = [await a!, await b!];
    expect(got.loss).toBeCloseTo(wanted.loss, 3);
    expect(got.accuracy).toBe(wanted.accuracy);
  }
  const [wanted, got] = [reference.save(), learner.save()];
  expect(got.steps).toEqual(wanted.steps);
  for (const part of ['weights', 'firstMoments', 'secondMoments'] as const)
    for (const { name } of weightShapes(shape))
      for (const [i, x] of wanted[part][name]!.entries())
        expect(Math.abs(got[part][name]![i]! - x), `${part} ${name}`).toBeLessThan(2e-3);
  for (const one of both) one.dispose();
}
