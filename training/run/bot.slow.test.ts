import { cpSync, existsSync, readFileSync, renameSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadPolicy } from '../../agents/policy/policy.js';
import { createAgent } from '../../agents/spec/load.js';
import { RunDirectory } from '../../checkpoints/run.js';
import { loadGame } from '../../env/load-game.js';
import { UserError } from '../../env/user-error.js';
import { exportPolicy } from '../../export/player/index.js';
import { scratch } from '../../test/scratch.js';
import { presetConfig } from '../presets/index.js';
import { type Config, type ConfigInput, parseConfig } from './config.js';
import { mergeConfig } from './merge-config.js';
import { rateRun } from './rate.js';
import { resume } from './resume.js';
import { train } from './train.js';

const folder = scratch('bot');
const inFolder = (...names: string[]) => path.join(folder, ...names);

const module = path.resolve('docs/examples/eleven-peaks.ts');
const evaluation = { every: 1, blocks: 2, reportBlocks: 0 };
const evolution = { algorithm: 'evolution' as const, decisions: 1500, pairs: 4, gamesEach: 2, noise: 0.5 };

/** The weights of `careful`, then a small network that it advises. */
function configOf(over: ConfigInput = {}): Config {
  const own: ConfigInput = {
    ...{ minutes: 0, workers: 0, games: 4, decisionsPerUpdate: 128, checkpointEvery: 1, evaluation },
    network: { trunk: [8], actions: 4 },
    advisor: 'scripted:careful',
    bot: { minutes: 0, evaluation, phases: [{ ...evolution, learningRate: 0.3 }] },
    phases: [
      { algorithm: 'imitation', agent: 'scripted:careful', temperature: 0.3, decisions: 256 },
      { algorithm: 'ppo', decisions: 512 },
    ],
  };
  const generic = presetConfig({ id: 'eleven-peaks', source: module, presets: undefined }, 'standard');
  return parseConfig(mergeConfig(mergeConfig(generic, own), over));
}
const bytes = (run: string) => readFileSync(RunDirectory.open(run).latest()!.file);

/** Stops a run after so many updates. */
function stopAfter(updates: number) {
  const stop = new AbortController();
  let seen = 0;
  return { signal: stop.signal, callbacks: { onUpdate: () => void (++seen === updates && stop.abort()) } };
}

describe('a run that trains its advisor first', () => {
  beforeAll(async () => {
    await train(configOf(), { runDir: inFolder('whole') });
  });

  it('leaves a policy that the trained bot advises, and the run of that bot', async () => {
    const loaded = await loadGame(module);
    const { advisor } = loadPolicy(inFolder('whole'), loaded);
    const { plan, weights } = loadPolicy(inFolder('whole', 'bot'), loaded);
    expect(plan).toMatchObject({ bot: 'scripted:careful' });
    expect(weights['plan.bias']!.some((x) => x !== 0)).toBe(true);
    expect(advisor).toMatchObject({ spec: 'scripted:careful', tuned: { weights, parameters: plan!.parameters } });
  });

  it.each([1, 3, 8])('goes on to the same bytes after a stop at update %i, wherever that is', async (updates) => {
    const run = inFolder(`stopped ${updates}`);
    const stopped = await train(configOf(), { runDir: run, ...stopAfter(updates) });
    expect(stopped).toMatchObject({ finished: false, runDir: run });
    if (!existsSync(path.join(run, 'metrics.jsonl'))) {
      const said =
        /has no checkpoint yet: it trains the weights of its bot first\. .+bot is a run with those; train it/;
      expect(() => RunDirectory.open(run).preferred()).toThrow(said);
      await expect(rateRun(run, { deals: 2, seed: 1 })).rejects.toThrow(said);
    }
    const result = await resume(run);
    expect(result).toMatchObject({ finished: true, runDir: run });
    expect(bytes(run).equals(bytes(inFolder('whole')))).toBe(true);
  });

  it.each([
    ['advisor', 1, 1],
    ['scripted:careful', 0, 0.99],
  ])('begins as the trained bot, not as the bot was written: agrees with %s', async (agent, least, most) => {
    const run = inFolder(`imitates ${agent}`);
    const config = configOf({
      ...{ bot: null, advisor: `policy:${inFolder('whole', 'bot')}` },
      network: { trunk: [8], actions: 4, adviceTemperature: 0.3 },
      phases: [{ algorithm: 'imitation', agent, policyWeight: 0, decisions: 256 }],
    });
    await train(config, { runDir: run });
    const accuracies = readFileSync(path.join(run, 'metrics.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).imitation_accuracy as number | undefined)
      .filter((accuracy) => accuracy !== undefined);
    // The policy is the trained bot, whatever values are learned.
    expect(accuracies).toHaveLength(2);
    for (const accuracy of accuracies) {
      expect(accuracy).toBeGreaterThanOrEqual(least);
      expect(accuracy).toBeLessThanOrEqual(most);
    }
    // It imitated nobody.
    const { training } = await exportPolicy({ policy: run, format: 'js', out: inFolder('begun.mjs') });
    expect(training).toMatchObject({ imitation: null, evolution: { of: 'scripted:careful' } });
  });

  it('can name a run that is there, also once both have moved', async () => {
    const own = configOf({ bot: null, advisor: `policy:${inFolder('whole', 'bot')}` });
    await train(own, { runDir: inFolder('named') });
    const loaded = await loadGame(module);
    const weights = (run: string) => loadPolicy(inFolder(run), loaded).weights;
    expect(weights('named')).toEqual(weights('whole'));
    expect(JSON.parse(readFileSync(inFolder('named', 'config.json'), 'utf8')).advisor).toMatch(
      /^policy:\.\.\/whole\/bot\//,
    );
    cpSync(inFolder('named'), inFolder('away', 'named'), { recursive: true });
    renameSync(inFolder('whole', 'bot'), inFolder('bot away'));
    try {
      await resume(inFolder('away', 'named'), {
        changes: { 'ppo.decisions': 640, 'ppo.learningRate': 1e-4 },
        game: module,
      });
      expect((await createAgent(`policy:${inFolder('away', 'named')}`, loaded)).name).toMatch(/named$/);
    } finally {
      renameSync(inFolder('bot away'), inFolder('whole', 'bot'));
    }
  });

  it('is exported with the weights of its bot, and says how they were trained', async () => {
    const out = inFolder('player.mjs');
    const { training, checked } = await exportPolicy({ policy: inFolder('whole'), format: 'js', out });
    expect(training).toMatchObject({
      scriptedPlayerInside: 'scripted:careful',
      imitation: { of: 'scripted:careful', decisions: 256 },
      evolution: { of: 'scripted:careful' },
      ppo: { decisions: 512 },
    });
    expect(checked.maxError).toBeLessThan(1e-6);
  });

  it('passes its advisor on to a run that begins with its weights', async () => {
    const config = configOf({ bot: null, phases: [{ algorithm: 'ppo', decisions: 128 }] });
    await train(config, { runDir: inFolder('branch'), from: inFolder('whole') });
    const loaded = await loadGame(module);
    const tuned = (run: string) => loadPolicy(inFolder(run), loaded).advisor!.tuned;
    expect(tuned('branch')).toEqual(tuned('whole'));
  });
});

describe('refused before anything is made', () => {
  it.each<[string, ConfigInput, string | undefined, RegExp]>([
    [
      'a bot without an advisor',
      { advisor: null },
      undefined,
      /^bot: it trains the weights of the advisor; set advisor/,
    ],
    ['settings that are none', { bot: { minuts: 3 } }, undefined, /minuts/],
    [
      'a network as advisor',
      { bot: null, advisor: 'policy:whole' },
      undefined,
      /is a network, and only a bot can advise/,
    ],
    ['a run that is not there', { bot: null, advisor: 'policy:nowhere' }, undefined, /nowhere/],
    ['a bot beside weights to begin with', {}, 'whole', /bot: with --from the advisor is that of the source/],
    [
      'another advisor than that of the weights',
      { bot: null, advisor: null },
      'whole',
      /has the advisor scripted:careful with trained weights, the config no advisor/,
    ],
  ])('%s', async (_, over, from, message) => {
    const advisor = over.advisor?.replace(/^policy:(.*)/, (_all, run: string) => `policy:${inFolder(run)}`);
    const config = () => configOf({ ...over, ...(advisor !== undefined && { advisor }) });
    const attempt = async () =>
      train(config(), { runDir: inFolder('refused'), ...(from !== undefined && { from: inFolder(from) }) });
    await expect(attempt()).rejects.toThrow(message);
    await expect(attempt()).rejects.toThrow(UserError);
    expect(existsSync(inFolder('refused'))).toBe(false);
  });
});
