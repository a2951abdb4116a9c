import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { UserError } from '../../env/user-error.js';
import { pig } from '../../test/paths.js';
import type { Phase } from '../algorithms/index.js';
import { noStats } from '../collect/rollout-stats.js';
import { type ConfigInput, parseConfig } from './config.js';
import { measureLoop, measureTraining, ppoPhase, speedConfig, timeShares } from './speed.js';

const tiny: ConfigInput = {
  game: pig,
  minutes: 5,
  workers: 0,
  learnerThreads: 1,
  games: 8,
  decisionsPerUpdate: 200,
  network: { trunk: [8], actions: 0 },
  evaluation: { every: 1, blocks: 1, reportBlocks: 1 },
  phases: [
    { algorithm: 'imitation', agent: 'scripted:bold', decisions: 1000 },
    {
      ...{ algorithm: 'ppo', decisions: 0, epochs: 3, minibatch: 64, learningRate: 0.05, targetKl: 1e-9 },
      valueOnlyUpdates: 2,
      opponents: [{ agent: 'scripted:bold', share: 0.5, allSeats: 0.5 }],
      snapshots: { share: 0.5, every: 1 },
    },
  ],
};
const config = parseConfig(tiny);

// Runs of the loop lie in the system's folder for temporary files.
const own = mkdtempSync(path.join(tmpdir(), 'tabletop-test-'));
const before = process.env.TMPDIR;
process.env.TMPDIR = own;
afterAll(() => {
  if (before === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = before;
  rmSync(own, { recursive: true });
});

describe('the speed of training', () => {
  it('is that of the loop with the policy in all seats and all epochs done', async () => {
    const told: string[] = [];
    const { loop, rollout, learner, setup } = await measureTraining(config, 3, {
      onProgress: (what, at, of) => told.push(`${what} ${at}/${of}`),
    });
    // The first update is left out.
    expect(loop.updates.map((one) => one.decisions)).toEqual([200, 200]);
    // The preset's limit on KL would have ended each update after one pass.
    expect(loop.epochs).toBe(3);
    const rates = loop.updates.map((one) => one.decisions / one.seconds);
    expect(loop.decisionsPerSecond).toBe(Math.round((rates[0]! + rates[1]!) / 2));
    for (const { seconds, playSeconds, learnSeconds } of loop.updates)
      expect(playSeconds + learnSeconds).toBeLessThanOrEqual(seconds + 0.001);
    const shares = Object.values(loop.time);
    expect(shares.reduce((a, b) => a + b)).toBeCloseTo(1);
    for (const share of shares) expect(share).toBeGreaterThan(-0.001);
    expect(rollout).toMatchObject({ rollouts: 2 });
    expect(learner).toMatchObject({ updates: 2, steps: 4 });
    expect(learner.rowsPerSecond).toBeCloseTo((1000 * learner.rows) / learner.stepMilliseconds, -1);
    expect(setup).toMatchObject({ updates: 3, players: 2, minibatch: 64, network: { trunk: [8] } });
    for (const part of ['rollout', 'learner', 'loop']) expect(told).toContain(`${part} 3/3`);
    expect(readdirSync(own).filter((name) => name.startsWith('tabletop-'))).toEqual([]);
  });

  it('is not reported when it was stopped', async () => {
    const stop = new AbortController();
    const watch = { signal: stop.signal, onProgress: () => stop.abort() };
    await expect(measureLoop(config, 4, watch)).rejects.toThrow(UserError);
    await expect(measureTraining(config, 4, watch)).rejects.toThrow('stopped');
    expect(readdirSync(own).filter((name) => name.startsWith('tabletop-'))).toEqual([]);
  });

  it('leaves out opponents, imitation and evaluation, and nothing else', () => {
    const { phases, evaluation, ...rest } = speedConfig(config, 3);
    expect(evaluation).toMatchObject({ every: 0, reportBlocks: 0 });
    expect(phases).toHaveLength(1);
    const { opponents, snapshots, decisions, ...ppo } = phases[0] as Extract<Phase, { algorithm: 'ppo' }>;
    expect({ opponents, snapshots, decisions }).toMatchObject({
      ...{ opponents: [], snapshots: { share: { from: 0, to: 0 } }, decisions: 600 },
    });
    const { opponents: _o, snapshots: _s, decisions: _d, ...was } = ppoPhase(config);
    expect(ppo).toEqual({ ...was, targetKl: 1e9, valueOnlyUpdates: 0 });
    const { phases: _p, evaluation: _e, ...asked } = config;
    expect(rest).toEqual({ ...asked, minutes: 0 });
  });

  it('needs an update to count', () => {
    expect(() => speedConfig(config, 1)).toThrow('at least 2');
  });
});

describe('where the time goes', () => {
  const stats = { ...noStats(), totalMs: 4000, observeMs: 400, inferMs: 1600 };

  it('divides what two players took by their own clocks', () => {
    const shares = timeShares({ decisions: 1, seconds: 5, playSeconds: 2.5, learnSeconds: 2 }, stats, 2);
    expect(shares).toEqual({ play: 0.2, observe: 0.04, infer: 0.16, learn: 0.4, rest: expect.closeTo(0.2) });
  });
});
