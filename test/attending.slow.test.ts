/** Runs whose network lets things look at each other, and what is made of them. */
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { filePlayer, importPlayer } from '../agents/player-file/file-player.js';
import { loadPolicy } from '../agents/policy/policy.js';
import { loadAgent } from '../agents/spec/load.js';
import { loadGame } from '../env/load-game.js';
import { TurnEnv } from '../env/turn-env.js';
import { playMatch } from '../eval/match.js';
import { exportPolicy } from '../export/player/index.js';
import { branchConfig, readSource } from '../training/run/branch.js';
import { type ConfigInput, parseConfig } from '../training/run/config.js';
import { mergeConfig } from '../training/run/merge-config.js';
import { presetGame } from '../training/run/preset-game.js';
import { resume } from '../training/run/resume.js';
import { train } from '../training/run/train.js';
import type { TrainProgress } from '../training/run/watch.js';
import { made, newRuns } from '../training/testing/small-runs.js';
import { scratch } from './scratch.js';

const newRun = newRuns('tabletop-attending');
const folder = scratch('tabletop-attending-files');
const network = { trunk: [8], entities: ['mine', 'theirs'], entityUnits: [6], entityAttention: 2, entityHeads: 3 };

/** Each row of the board is a thing of three squares. */
const config: ConfigInput = {
  ...{ game: 'tic-tac-toe', workers: 0, learnerThreads: 1, games: 8, decisionsPerUpdate: 300, checkpointEvery: 2 },
  network,
  evaluation: { against: ['random'], every: 2, blocks: 2, reportBlocks: 0 },
  phases: [{ algorithm: 'ppo', decisions: 1500, minibatch: 100, learningRate: 1e-2 }],
};

describe('a run whose things look at each other', () => {
  it('makes the same bytes whether it was stopped or not', async () => {
    const [whole, stopped] = [newRun(), newRun()];
    const all = parseConfig(config);
    await train(all, { runDir: whole });
    const controller = new AbortController();
    const onUpdate = ({ update }: TrainProgress) => {
      if (update === 3) controller.abort();
    };
    await train(all, { runDir: stopped, callbacks: { onUpdate }, signal: controller.signal });
    await resume(stopped);
    expect(made(stopped)).toEqual(made(whole));
    // Its first step moves what begins as zeros, and the next ones the rest.
    const { weights } = loadPolicy(whole, await loadGame('tic-tac-toe'));
    expect(weights['entities.1.attention.1.output']!.some((x) => x !== 0)).toBe(true);
  });

  it('is where a new run begins, with such a network and no other', async () => {
    const loaded = await loadGame('tic-tac-toe');
    const runDir = newRun();
    await train(parseConfig(config), { runDir });
    const branch = branchConfig(readSource(runDir), presetGame(loaded));
    expect(branch.network).toMatchObject(network);
    const others = [{ entityHeads: 2 }, { entityAttention: 1 }, { entityAttention: 0 }];
    for (const other of others)
      await expect(
        train(parseConfig(mergeConfig(branch, { network: other })), { runDir: newRun(), from: runDir }),
      ).rejects.toThrow(
        /the network of this policy has entities .*"attention":\{"heads":3,"blocks":2\}.*leave network as it is/,
      );
    await train(parseConfig(config), { runDir: newRun(), from: runDir });
  });

  it('plays the same from its file and its model, whose own tests pass', async () => {
    const loaded = await loadGame('tic-tac-toe');
    const runDir = newRun();
    await train(parseConfig(config), { runDir });
    const [out, model] = ['player.mjs', 'player.onnx'].map((name) => path.join(folder, name)) as [string, string];
    for (const [format, file] of [
      ['js', out],
      ['onnx', model],
    ] as const)
      await exportPolicy({ policy: runDir, game: 'tic-tac-toe', format, out: file, weights: 'float32' });
    expect((await importPlayer(out)).selfTest()).toMatchObject({ passed: true });
    const agents = {
      own: async () => (await loadAgent(`policy:${runDir}?argmax`, loaded))(),
      file: async () => filePlayer(out, loaded.game, { topK: 1 }),
      model: async () => (await loadAgent(`onnx:${model}?argmax`, loaded))(),
    };
    const games = [];
    for (const create of Object.values(agents)) {
      const actions: number[] = [];
      const witness = (_: TurnEnv, action: number) => void actions.push(action);
      playMatch(new TurnEnv(loaded.game), [await create(), await create()], 'attending', { witness });
      games.push(actions);
    }
    expect(games[0]!.length).toBeGreaterThan(4);
    expect(games[1]).toEqual(games[0]);
    expect(games[2]).toEqual(games[0]);
  });
});
