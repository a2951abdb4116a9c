import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Agent } from '../env/agent.js';
import { pig } from '../test/paths.js';
import { scratch } from '../test/scratch.js';
import { EffortMeter, reportEffort } from './effort.js';
import { type EvaluateRequest, evaluate } from './evaluate.js';
import { untimed } from './testing/untimed.js';
import { tournament } from './tournament.js';

const folder = scratch('tabletop-effort');

const agent = (more: Partial<Agent> = {}): Agent => ({ name: 'a', reset() {}, act: () => 0, ...more });

function busy(milliseconds: number): void {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
}

/** One decision. */
function watch(meter: EffortMeter, who: Agent, act: () => void): void {
  meter.begin(who);
  act();
  meter.end(who);
}

describe('a meter', () => {
  it('times one decision in 31, and all of who simulates', () => {
    const meter = new EffortMeter();
    for (let i = 0; i < 70; i++) watch(meter, agent(), () => {});
    expect(meter.take()).toMatchObject({ decisions: 70, timed: 3, simulations: null });
    const searcher = { ...agent(), simulations: 4 };
    for (let i = 0; i < 10; i++)
      watch(meter, searcher, () => {
        searcher.simulations += 3;
      });
    expect(meter.take()).toMatchObject({ decisions: 10, timed: 10, simulations: 30 });
    expect(meter.take()).toEqual({ decisions: 0, simulations: null, timed: 0, milliseconds: 0, times: [] });
  });

  it('learns from the first answer that an agent simulates', () => {
    const meter = new EffortMeter();
    const player: { simulations?: number } & Agent = agent();
    for (const n of [8, 20])
      watch(meter, player, () => {
        player.simulations = n;
      });
    expect(meter.take()).toMatchObject({ decisions: 2, timed: 2, simulations: 20 });
  });

  it('reports mean, median and the slow end', () => {
    const meter = new EffortMeter();
    const searcher = { ...agent(), simulations: 0 };
    for (const ms of [1, 1, 1, 1, 1, 1, 1, 1, 10, 10]) watch(meter, searcher, () => busy(ms));
    const [report] = reportEffort(['a'], [[meter.take()]]);
    const { mean, median, p90 } = report!.milliseconds!;
    // The machine may be busy: nothing is ever faster than it was made to be.
    expect(median).toBeGreaterThan(0.95);
    expect(p90).toBeGreaterThan(9.5);
    expect(mean).toBeGreaterThanOrEqual(2.8);
    expect(median).toBeLessThanOrEqual(p90);
  });
});

describe('a report', () => {
  const effort = { decisions: 4, simulations: 10, timed: 2, milliseconds: 6, times: [[140, 2]] as [number, number][] };

  it('puts agents of the same name together, and knows what it does not know', () => {
    const none = { decisions: 0, simulations: null, timed: 0, milliseconds: 0, times: [] };
    const reports = reportEffort(
      ['a', 'b', 'a'],
      [
        [effort, none, effort],
        [effort, none, none],
      ],
    );
    expect(reports).toEqual([
      {
        agent: 'a',
        decisions: 12,
        simulations: 2.5,
        milliseconds: { mean: 3, median: expect.any(Number), p90: expect.any(Number) },
      },
      { agent: 'b', decisions: 0, simulations: null, milliseconds: null },
    ]);
  });
});

describe('effort of an evaluation', () => {
  const request: EvaluateRequest = {
    game: pig,
    agent: 'search:20?margin=none',
    against: ['random'],
    blocks: 4,
    seed: 5,
    workers: 0,
  };

  it('counts what a search really spends, the same for any number of threads', async () => {
    const here = await evaluate(request);
    const [search, random] = here.effort;
    expect(search).toMatchObject({ agent: request.agent, simulations: 20 });
    expect(random).toMatchObject({ agent: 'random', simulations: null });
    expect(search!.milliseconds!.mean).toBeGreaterThan(random!.milliseconds!.mean);
    expect(untimed(await evaluate({ ...request, workers: 2 }))).toEqual(untimed(here));
  });

  it('is kept beside the games of a state file, and games of before are left out of it', async () => {
    const state = join(folder, 'games.json');
    const whole = await evaluate({ ...request, state });
    // Nothing is played: the times are those of the games.
    expect(await evaluate({ ...request, state })).toEqual(whole);
    const { effort, ...old } = JSON.parse(readFileSync(state, 'utf8')) as { effort: unknown[]; blocks: unknown[] };
    expect(effort).toHaveLength(4);
    writeFileSync(state, JSON.stringify(old));
    const again = await evaluate({ ...request, state });
    expect(again.effort).toMatchObject([{ decisions: 0, milliseconds: null }, { decisions: 0 }]);
    const longer = await evaluate({ ...request, blocks: 5, state });
    expect(longer.effort[0]!.decisions).toBeGreaterThan(0);
    expect(longer.effort[0]!.decisions).toBeLessThan(whole.effort[0]!.decisions);
    expect(longer.effort[0]!.simulations).toBe(20);
  });

  it('is there for every agent of a tournament', async () => {
    const { effort } = await tournament({
      game: pig,
      agents: ['random', 'search:5', 'scripted:bold'],
      blocks: 1,
      workers: 0,
    });
    expect(effort.map((one) => one.agent)).toEqual(['random', 'search:5', 'scripted:bold']);
    for (const one of effort) expect(one.decisions).toBeGreaterThan(0);
  });
});
