import { expect, it } from 'vitest';
import { actorCriticShape, initialWeights, outputsFor, POLICY, VALUE } from '../../agents/network/network.js';
import { createRng } from '../../env/chance.js';
import { type ImitationLossSettings, imitationLoss } from './imitation-loss.js';
import { forgetMoments, type Learner } from './learner.js';
import { WeightsAlone } from './weights-alone.js';

const shape = actorCriticShape({ inputs: 2, actions: 4, values: 1, trunk: [], activation: 'relu' });
const batch = { rows: 1, mask: Uint8Array.of(1, 1, 0, 1), action: Int32Array.of(1), targets: {} };
const distribution = Float32Array.of(0.25, 0.5, 0, 0.25);
const logits = Float32Array.of(0.3, -0.2, 5, 1);

/** Of a target, with one logit moved. */
function loss(
  targets: Record<string, Float32Array>,
  at = 0,
  by = 0,
  settings: ImitationLossSettings = { weights: {} },
) {
  const moved = logits.slice();
  moved[at]! += by;
  const d = outputsFor(shape, 1);
  const sums = imitationLoss(
    shape,
    { ...batch, targets },
    settings,
    { ...outputsFor(shape, 1), [POLICY]: moved },
    1,
    d,
  );
  return { policyLoss: sums.policyLoss!, right: sums.right!, d: d[POLICY]! };
}

it('is the cross-entropy with a distribution where there is one, and else with the action', () => {
  const sure = loss({});
  const told = loss({ [POLICY]: Float32Array.of(0, 1, 0, 0) });
  expect(told.policyLoss).toBeCloseTo(sure.policyLoss, 6);
  for (const [a, d] of told.d.entries()) expect(d).toBeCloseTo(sure.d[a]!, 6);
  const soft = loss({ [POLICY]: distribution });
  const total = Math.log([0.3, -0.2, 1].reduce((sum, x) => sum + Math.exp(x), 0));
  expect(soft.policyLoss).toBeCloseTo(total - (0.25 * 0.3 + 0.5 * -0.2 + 0.25 * 1), 5);
  for (const a of [0, 1, 3]) {
    const [more, less] = [1e-2, -1e-2].map((by) => loss({ [POLICY]: distribution }, a, by).policyLoss);
    expect(soft.d[a]).toBeCloseTo((more! - less!) / 2e-2, 3);
  }
  expect(soft.d[2]).toBe(0);
  // Right is who takes what the agent took.
  expect(soft.right).toBe(0);
});

it('counts by its weight, and leaves the policy alone without any', () => {
  for (const targets of [{}, { [POLICY]: distribution }] as Record<string, Float32Array>[]) {
    const [plain, half, none] = [1, 0.5, 0].map((weight) => loss(targets, 0, 0, { weights: { [POLICY]: weight } }));
    expect(plain!.d.some((d) => d !== 0)).toBe(true);
    expect([...half!.d]).toEqual([...plain!.d].map((d) => d / 2));
    expect(none!.d.every((d) => d === 0)).toBe(true);
    // What is said of it is without the weight.
    expect(none!.policyLoss).toBe(plain!.policyLoss);
  }
});

it('may begin with fresh moments', () => {
  const plain = new WeightsAlone(shape, initialWeights(shape, createRng(1)));
  const state = plain.save();
  for (const tensor of Object.values(state.firstMoments)) tensor.fill(3);
  let loaded: ReturnType<Learner['save']> | undefined;
  const learner: Pick<Learner, 'save' | 'load'> = {
    save: () => ({ ...state, steps: { trunk: 9, [VALUE]: 7 } }),
    load: (next) => {
      loaded = next;
    },
  };
  forgetMoments(learner as Learner);
  expect(loaded!.steps).toEqual({ trunk: 0, [VALUE]: 0 });
  expect(loaded!.weights).toEqual(plain.weights());
  for (const part of [loaded!.firstMoments, loaded!.secondMoments])
    for (const tensor of Object.values(part)) expect(tensor.every((x) => x === 0)).toBe(true);
});
