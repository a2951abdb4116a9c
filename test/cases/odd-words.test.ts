import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { evaluate } from '../../eval/evaluate.js';
import { fullReport } from '../../eval/game-report/report.js';
import { bundleGame } from '../../export/player/game-module.js';
import { sha256 } from '../../queue/codec.js';
import { LoopbackFleet } from '../../queue/testing/loopback-fleet.js';

const game = fileURLToPath(new URL('odd-words.ts', import.meta.url));
const odd = ['__proto__', 'constructor', 'toString'];
const total = (counts: Record<string, number>) => Object.values(counts).reduce((sum, count) => sum + count);

it('words that every object has are counted as any others, here, in threads and over a queue', async () => {
  const fleet = new LoopbackFleet(3, [sha256(Buffer.from(await bundleGame(game)))]);
  for (const where of [{ workers: 0 }, { workers: 1 }, { fleet }]) {
    const result = await evaluate({ game, agent: 'random', against: ['random'], blocks: 20, seed: 1, ...where });
    expect(Object.keys(result.endings).sort()).toEqual(odd);
    expect(total(result.endings)).toBe(result.games);

    const report = await fullReport({
      game,
      agents: ['random'],
      games: 30,
      seed: 1,
      looks: 2,
      playouts: 4,
      effects: 2,
      ...where,
    });
    expect(Object.keys(report.levels[0]!.endings).sort()).toEqual(odd);
    // MessagePack of the queue gives the first of them another name.
    expect(report.choices.map(({ name }) => name).sort()).toEqual(
      'fleet' in where ? ['__proto_', ...odd.slice(1)] : odd,
    );
  }
});
