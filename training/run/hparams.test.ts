import { expect, it } from 'vitest';
import { hyperparameters, sessionEnd, sessionStart } from './hparams.js';

it('names settings by their phase, and leaves out what is empty or a list of things', () => {
  const config = {
    ...{ game: 'kuhn', from: null, advisor: null, network: { trunk: [64, 64] }, normaliseReturns: false },
    phases: [{ name: 'ppo', algorithm: 'ppo', learningRate: { from: 1, to: 0 }, opponents: [{ agent: 'random' }] }],
  };
  expect(hyperparameters(config)).toEqual({
    ...{ game: 'kuhn', 'network.trunk': '64,64', normaliseReturns: false },
    ...{ 'ppo.algorithm': 'ppo', 'ppo.learningRate.from': 1, 'ppo.learningRate.to': 0 },
  });
});

it('encodes a session byte for byte', () => {
  const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
  // Read back by TensorBoard's hparams plugin as {lr: 0.5, on: true} and as the end with status SUCCESS at 2.
  const [experiment, start] = sessionStart(1, { lr: 0.5, on: true }, ['eval/score']);
  expect(hex(start!)).toBe(
    '0a550a1c5f68706172616d735f2f73657373696f6e5f73746172745f696e666f4a350a330a0768706172616d73122808001a24' +
      '0a0f0a026c72120911000000000000e03f0a080a026f6e1202200129000000000000f03f',
  );
  expect(Buffer.from(experiment!).toString('latin1')).toContain('eval/score');
  expect(hex(sessionEnd(2))).toContain(Buffer.from('_hparams_/session_end_info').toString('hex'));
});
