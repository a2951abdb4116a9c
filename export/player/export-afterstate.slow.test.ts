import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { filePlayer, loadPlayer } from '../../agents/player-file/file-player.js';
import { insideText } from '../../agents/player-file/provenance.js';
import { loadPolicy, policyPlayer } from '../../agents/policy/policy.js';
import { createAgent } from '../../agents/spec/load.js';
import { SeededChance } from '../../env/chance.js';
import { loadGame } from '../../env/load-game.js';
import { LiveView } from '../../env/view.js';
import { pig } from '../../test/paths.js';
import { scratch } from '../../test/scratch.js';
import { parseConfig } from '../../training/run/config.js';
import { train } from '../../training/run/train.js';
import type { ExportFormat, ExportSettings } from '../network/export-network.js';
import { exportPolicy } from './index.js';
import { verifyPlayer } from './verify.js';

const folder = scratch('export-afterstate');
const inFolder = (name: string) => join(folder, name);

const learn = (game: string, run: string) =>
  train(
    parseConfig({
      ...{ game, workers: 0, learnerThreads: 1, decisionsPerUpdate: 300, network: { trunk: [16] } },
      evaluation: { against: ['random'], temperature: 0, every: 0, reportBlocks: 0 },
      phases: [{ algorithm: 'afterstate', decisions: 900, shards: 2, beam: 2 }],
    }),
    { runDir: inFolder(run) },
  );

beforeAll(async () => {
  await learn('tic-tac-toe', 'ttt');
  await learn(pig, 'pig');
}, 60_000);

const exported = (
  run: string,
  format: ExportFormat,
  out: string,
  how: Pick<ExportSettings, 'weights' | 'temperature' | 'lookahead'> = {},
) => exportPolicy({ policy: inFolder(run), format, out: inFolder(out), ...how });

describe('a policy that values positions', () => {
  it('becomes one file that plays as it does', async () => {
    const { checked, roundingError } = await exported('ttt', 'js', 'ttt.mjs', { weights: 'float32' });
    expect(checked.positions).toBeGreaterThan(15);
    expect(roundingError).toBe(0);
    const pack = await loadGame('tic-tac-toe');
    const { game } = pack;
    const player = await loadPlayer(inFolder('ttt.mjs'), game);
    expect(player.meta.afterstates).toMatchObject({ samples: 8, beam: 2, spread: expect.any(Number) });
    expect(insideText(player.meta.provenance.training!)).toMatch(
      /PPO: none; values of positions \(afterstate\): \d+ games, [\d,]+ decisions \(3 updates\); search at play time: none$/,
    );
    const policy = policyPlayer(game, loadPolicy(inFolder('ttt'), pack));
    const file = await filePlayer(inFolder('ttt.mjs'), game);
    const view = new LiveView(game);
    for (let deal = 0; deal < 5; deal++) {
      const chance = new SeededChance(deal, game.streams);
      const state = game.newState(game.options.parse({}), chance);
      for (const agent of [policy, file]) agent.reset(deal);
      state.apply(deal, chance);
      while (!state.over) {
        const action = policy.act(view.show(state));
        expect(file.act(view)).toBe(action);
        state.apply(action, chance);
      }
    }
  }, 60_000);

  it('answers a view and a seed always alike, and is checked by what it recorded', async () => {
    await exported('pig', 'js', 'pig.mjs');
    const { game } = await loadGame(pig);
    const player = await loadPlayer(inFolder('pig.mjs'), game);
    const view = player.newGame('a game').view();
    const ask = (seed: string) => player.act(view, { difficulty: 'easy', seed }).action;
    const seeds = Array.from({ length: 40 }, (_, i) => `seed ${i}`);
    expect(seeds.map(ask)).toEqual(seeds.map(ask));
    expect(new Set(seeds.map(ask)).size).toBeGreaterThan(1);
    expect(player.act(view).probabilities.map(({ p }) => p)).toContain(1);
    expect(player.evaluate(view)).toHaveLength(2);
    // A weight of the first layer is another one.
    const text = readFileSync(inFolder('pig.mjs'), 'utf8');
    const weights = /(?<=weights:")[A-Za-z0-9+/]{1000}/.exec(text)![0];
    writeFileSync(inFolder('broken.mjs'), text.replace(weights, `${'PP'.repeat(300)}${weights.slice(600)}`));
    await expect(verifyPlayer(inFolder('broken.mjs'))).rejects.toThrow(/differs from the policy: .*another choice/);
  }, 60_000);

  it.each(['msgpack', 'tfjs', 'onnx'] as const)('becomes a network of values alone: %s', async (format) => {
    const { checked } = await exported('pig', format, `pig.${format}`);
    expect(checked.positions).toBe(40);
  });

  it('is refused where it makes no sense', async () => {
    const ahead = { lookahead: { samples: 8, rounds: 1, margin: 0 } };
    await expect(exported('pig', 'js', 'no.mjs', ahead)).rejects.toThrow(
      /no action probabilities: leave out lookahead/,
    );
    await expect(exported('pig', 'onnx', 'no.onnx', { temperature: 0.5 })).rejects.toThrow(/leave out temperature/);
    await exported('pig', 'onnx', 'values.onnx');
    await expect(createAgent(`onnx:${inFolder('values.onnx')}`, await loadGame(pig))).rejects.toThrow(
      /it values positions and chooses no actions: play its run as policy:<run>, or export it as js$/,
    );
  });
});
