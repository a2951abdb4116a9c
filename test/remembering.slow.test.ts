/** Runs whose network has a memory, and what is made of them. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { filePlayer, importPlayer } from '../agents/player-file/file-player.js';
import { loadPolicy } from '../agents/policy/policy.js';
import { loadAgent } from '../agents/spec/load.js';
import type { Agent } from '../env/agent.js';
import { loadGame } from '../env/load-game.js';
import { TurnEnv } from '../env/turn-env.js';
import { loadAnalysts } from '../eval/analysis/load-analysts.js';
import { playMatch } from '../eval/match.js';
import { exportToBoardgameIo } from '../export/boardgame-io/index.js';
import { exportPolicy } from '../export/player/index.js';
import { branchConfig, readSource } from '../training/run/branch.js';
import { type ConfigInput, parseConfig } from '../training/run/config.js';
import { presetGame } from '../training/run/preset-game.js';
import { resume } from '../training/run/resume.js';
import { train } from '../training/run/train.js';
import type { TrainProgress } from '../training/run/watch.js';
import { made, newRuns, everything as plain } from '../training/testing/small-runs.js';
import { pig, recall as recallFile } from './paths.js';

const newRun = newRuns('tabletop-remembering');
const folder = mkdtempSync(path.join(tmpdir(), 'remembering-'));
const memory = { memory: ['scores', 'turn'], memoryDecisions: 3, memoryUnits: 5 };

const everything: ConfigInput = {
  ...plain,
  network: { trunk: [8], ...memory },
  evaluation: { against: ['random'], every: 2, blocks: 2, reportBlocks: 0 },
  phases: [
    { algorithm: 'imitation', agent: 'scripted:bold', decisions: 700 },
    {
      algorithm: 'ppo',
      decisions: 1600,
      minibatch: 100,
      opponents: [{ agent: 'random', share: 0.2 }],
      snapshots: { share: 0.3, every: 1, poolSize: 3 },
    },
  ],
};

/** Recall with two cards, learned by PPO. */
const recall = (network: ConfigInput['network']): ConfigInput => ({
  game: recallFile,
  options: { cards: 2 },
  workers: 0,
  decisionsPerUpdate: 2048,
  network: { trunk: [32], ...network },
  evaluation: { against: [], every: 0, reportBlocks: 0 },
  phases: [{ algorithm: 'ppo', decisions: 130_000, learningRate: 5e-3, minibatch: 256, entropy: 0.01 }],
});

/** Which share of 200 questions the likeliest answers are right of. */
async function right(runDir: string): Promise<number> {
  const loaded = await loadGame(recallFile);
  const agent = (await loadAgent(`policy:${runDir}?argmax`, { ...loaded, options: { cards: 2 } }))();
  const env = new TurnEnv(loaded.game, { options: { cards: 2 } });
  const games = Array.from({ length: 200 }, (_, i) => playMatch(env, [agent], `asked/${i}`).returns[0]!);
  return games.reduce((a, b) => a + b, 0) / games.length;
}

describe('what was seen once and is asked for later', () => {
  it('is told by a network that remembers, and guessed by one that does not', async () => {
    const [with_, without] = [newRun(), newRun()];
    await train(parseConfig(recall({ memory: ['all'], memoryDecisions: 2, memoryUnits: 16 })), { runDir: with_ });
    await train(parseConfig(recall({})), { runDir: without });
    expect(await right(with_)).toBeGreaterThan(0.95);
    expect(await right(without)).toBeLessThan(0.4);
  });
});

describe('a run that remembers', () => {
  it.each([0, 2])('makes the same bytes whether it was stopped or not, with %s threads', async (workers) => {
    const config = parseConfig({ ...everything, workers });
    const [whole, stopped] = [newRun(), newRun()];
    await train(config, { runDir: whole });
    for (const [phase, update] of [
      ['imitation', 1],
      ['ppo', 3],
    ] as const) {
      const controller = new AbortController();
      const onUpdate = (at: TrainProgress) => {
        if (at.phase === phase && at.update === update) controller.abort();
      };
      const how = { callbacks: { onUpdate }, signal: controller.signal };
      await (phase === 'imitation' ? train(config, { runDir: stopped, ...how }) : resume(stopped, how));
    }
    await resume(stopped);
    expect(made(stopped)).toEqual(made(whole));
  });

  it('goes through expert iteration and evolution, and is where a new run begins', async () => {
    const searched: ConfigInput = {
      ...everything,
      phases: [
        { algorithm: 'expert-iteration', decisions: 200, simulations: 8, fastSimulations: 2, shards: 1, games: 4 },
      ],
    };
    const contested: ConfigInput = {
      ...everything,
      phases: [{ algorithm: 'evolution', decisions: 2000, pairs: 2, gamesEach: 2 }],
    };
    for (const config of [searched, contested]) {
      const runDir = newRun();
      await train(parseConfig(config), { runDir });
      const { shape } = loadPolicy(runDir, await loadGame(pig));
      expect(shape.memory).toMatchObject({ decisions: 3, units: 5, piece: { name: 'memory' } });
      const branch = branchConfig(readSource(runDir), presetGame(await loadGame(pig)));
      expect(branch.network).toMatchObject(memory);
    }
  });
});

describe('a policy that remembers', async () => {
  const runDir = newRun();
  await train(parseConfig(everything), { runDir });
  const loaded = await loadGame(pig);
  const { options } = loadPolicy(runDir);

  /** Actions of a game between an agent and itself. */
  async function played(spec: string, seed: string): Promise<number[]> {
    const file = spec.startsWith('file:') && spec.slice('file:'.length);
    const create = async () =>
      file ? filePlayer(file, loaded.game, { topK: 1 }) : (await loadAgent(spec, { ...loaded, options }))();
    const actions: number[] = [];
    const witness = (_: TurnEnv, action: number) => void actions.push(action);
    const agents: Agent[] = await Promise.all(Array.from({ length: 3 }, create));
    playMatch(new TurnEnv(loaded.game, { options: options as never }), agents, seed, { witness });
    return actions;
  }

  it('plays the same from its file and its model, whose own tests pass', async () => {
    const out = path.join(folder, 'player.mjs');
    const result = await exportPolicy({ policy: runDir, game: pig, format: 'js', out, weights: 'float32' });
    expect(result.checked.positions).toBeGreaterThan(10);
    expect((await importPlayer(out)).selfTest()).toMatchObject({ passed: true });
    const model = path.join(folder, 'player.onnx');
    await exportPolicy({ policy: runDir, game: pig, format: 'onnx', out: model, weights: 'float32' });
    let decisions = 0;
    for (let seed = 0; seed < 8; seed++) {
      const own = await played(`policy:${runDir}?argmax`, `${seed}`);
      decisions += own.length;
      expect(await played(`file:${out}`, `${seed}`)).toEqual(own);
      expect(await played(`onnx:${model}?argmax`, `${seed}`)).toEqual(own);
    }
    expect(decisions).toBeGreaterThan(20);
  });

  it('is asked with the views of earlier decisions', async () => {
    const out = path.join(folder, 'asked.mjs');
    await exportPolicy({ policy: runDir, game: pig, format: 'js', out });
    const player = await importPlayer(out);
    const match = player.newGame('asked');
    const views: unknown[] = [];
    for (let decision = 0; decision < 4; decision++) {
      const view = match.view();
      expect(player.act(view, { before: views, seed: 1 })).toEqual(match.act({ seed: 1 }));
      views.push(view);
      const { actor } = match;
      match.play();
      // The rival's decisions are not its own.
      while (!match.over && match.actor !== actor) match.play();
      if (match.over) break;
    }
    expect(views.length).toBeGreaterThan(2);
    const last = views.at(-1) as { seat: number };
    expect([...player.encode(last, { before: views.slice(0, -1) })]).not.toEqual([...player.encode(last)]);
    expect(() => player.act(last, { before: [{}] })).toThrow(/^before\.0: view/);
    expect(() => player.act(last, { before: [{ ...last, seat: 1 - last.seat }] })).toThrow(/^before\.0: /);
    expect(() => player.act(last, { before: 'no' as never })).toThrow('before: a list of views wanted');
  });

  it('searches, and is refused where single positions are judged', async () => {
    expect((await played(`policy+search:16:${runDir}`, 'tree')).length).toBeGreaterThan(10);
    expect((await played(`policy+lookahead:8:${runDir}`, 'ahead')).length).toBeGreaterThan(10);
    const agent = (await loadAgent(`policy:${runDir}`, { ...loaded, options }))();
    expect(agent.probabilities).toBeUndefined();
    await expect(loadAgent(`search:20?evaluation=${runDir}`, { ...loaded, options })).rejects.toThrow(
      'this policy remembers earlier decisions, and judges no single positions',
    );
    await expect(exportToBoardgameIo({ policy: runDir, game: pig }, () => '')).rejects.toThrow(
      'remembers its earlier decisions',
    );
    const context = { ...loaded, options };
    for (const named of [{ thinker: `policy:${runDir}` }, { rollout: `policy:${runDir}` }])
      await expect(loadAnalysts(named, context, 3)).rejects.toThrow('remembers its earlier decisions, and an analysis');
    await expect(
      train(parseConfig({ game: pig, network: memory, phases: [{ algorithm: 'afterstate' }] }), { runDir: newRun() }),
    ).rejects.toThrow('network.memory: a policy of afterstates reads the observation as it is; leave it empty');
  });
});
