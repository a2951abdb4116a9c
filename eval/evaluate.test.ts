import { appendFileSync, copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { initialWeights } from '../agents/network/network.js';
import { networkFor, policyFor, savePolicy } from '../agents/policy/policy.js';
import { game } from '../docs/examples/pig.js';
import { createRng } from '../env/chance.js';
import { UserError } from '../env/user-error.js';
import { pig } from '../test/paths.js';
import { scratch } from '../test/scratch.js';
import { type EvaluateRequest, evaluate } from './evaluate.js';
import { playBlocks } from './pool.js';
import { evaluateText } from './report.js';
import { rotations } from './table.js';
import { untimed } from './testing/untimed.js';

const folder = scratch('tabletop-eval');

/** A module that exports a game of one seat, as small as one can be: guess five dice, score the right ones. */
const solo = join(folder, 'solo.mts');
writeFileSync(
  solo,
  `import { z } from '${fileURLToPath(import.meta.resolve('zod'))}';
  class S {
    players = 1; at = 0; right = 0; last = 0;
    get actor() { return this.over ? -1 : 0; }
    get prompt() { return this.over ? -1 : 0; }
    get round() { return this.at + 1; }
    get over() { return this.at >= 5; }
    truncated = false;
    legal(mask) { mask.fill(this.over ? 0 : 1); return this.over ? 0 : 6; }
    apply(a, chance) { this.last = chance.draw(0, 6) === a ? 1 : 0; this.right += this.last; this.at++; }
    observe(_s, out, o) { out[o] = this.at; }
    rewards(out) { out[0] = this.last; }
    places(out) { out[0] = 0; }
    ending() { return this.over ? 'dice out' : ''; }
    hash() { return 1; }
    actionText(a) { return 'guess ' + a; }
  }
  export const game = { id: 'solo', version: '1', title: 'Solo', summary: '', seats: { min: 1, max: 1 }, players: () => 1,
    information: 'imperfect', utility: 'general', scoring: 'rewards', actions: 6,
    observation: [{ name: 'at', shape: [1], about: '' }], prompts: ['guess'], streams: ['dice'],
    options: z.object({}), maxDecisions: () => 5, newState: () => new S() };
  export const bots = { three: () => ({ name: 'three', reset() {}, act: () => 3 }) };`,
);

const request: EvaluateRequest = {
  game: pig,
  agent: 'scripted:bold',
  against: ['random'],
  blocks: 30,
  seed: 5,
  workers: 0,
  options: { players: 3, rounds: 10 },
};

describe('evaluate', () => {
  it('plays blocks of all rotations and counts capped wins for nobody', async () => {
    const result = await evaluate(request);
    expect(result).toMatchObject({ game: 'pig', blocks: 30, games: 90, players: 3, seed: '5' });
    expect(result.bySeat.map(({ games }) => games)).toEqual([30, 30, 30]);
    for (const rate of [result.winRate, result.firstRate, result.truncatedShare]) {
      expect(rate.low).toBeLessThanOrEqual(rate.mean);
      expect(rate.high).toBeGreaterThanOrEqual(rate.mean);
    }
    expect(result.winRate.mean).toBeLessThanOrEqual(result.firstRate.mean);
    expect(result.winRate.mean).toBeGreaterThan(1 / 3);
    expect(Object.values(result.endings).reduce((a, b) => a + b)).toBe(90);
    expect(result.endings['round cap'] ?? 0).toBeCloseTo(90 * result.truncatedShare.mean, 9);
    expect(result.repeat).toEqual({ game: pig, options: { players: 3 } });
    expect(evaluateText(result)).toContain('scripted:bold against');
  });

  it('gives exactly parity to an agent against copies of itself', async () => {
    const { firstRate } = await evaluate({ ...request, agent: 'random' });
    expect(firstRate.mean).toBeCloseTo(1 / 3, 12);
  });

  it('gives each seat its own opponent, and sets the players by them', async () => {
    const result = await evaluate({ ...request, options: {}, against: ['random', 'scripted:cautious', 'random'] });
    expect(result.players).toBe(4);
    expect(result.games).toBe(120);
  });

  it('refuses what does not fit, in one line', async () => {
    const wrong = (change: Partial<EvaluateRequest>) => evaluate({ ...request, ...change });
    await expect(wrong({ against: ['random', 'random', 'random'] })).rejects.toThrow(
      /3 seats here: give 1 opponent or 2, not/,
    );
    await expect(wrong({ against: [] })).rejects.toThrow(UserError);
    await expect(wrong({ blocks: 0 })).rejects.toThrow(UserError);
    await expect(wrong({ agent: 'scripted:nobody' })).rejects.toThrow(UserError);
    await expect(wrong({ agent: 'scripted:nobody', workers: 1 })).rejects.toThrow(UserError);
    await expect(wrong({ options: { target: -3 } })).rejects.toThrow(/target/);
  });

  it('stops early when a sequential test is decided', async () => {
    const here = await evaluate({ ...request, blocks: 400, sprt: { elo0: 0, elo1: 50 } });
    expect(here.sprt!.verdict).toBe('stronger');
    expect(here.blocks).toBeLessThan(400);
  });

  it('plays games of one seat, alone and against others on the same deals', async () => {
    const alone = await evaluate({ game: solo, agent: 'scripted:three', against: [], blocks: 60, workers: 0 });
    expect(alone).toMatchObject({ players: 1, games: 60 });
    expect(alone.meanReturn.mean).toBeGreaterThan(0.4);
    expect(alone.meanReturn.mean).toBeLessThan(1.4);
    const same = await evaluate({
      game: solo,
      agent: 'scripted:three',
      against: ['scripted:three'],
      blocks: 20,
      workers: 0,
    });
    expect(same.firstRate.mean).toBe(0.5); // equal deals, equal play: every deal is shared
  });

  it('keeps the blocks of a longer run when a shorter one fills a gap in its file', async () => {
    const state = join(folder, 'longer.json');
    const blocksOf = () => (JSON.parse(readFileSync(state, 'utf8')) as { blocks: [number, unknown][] }).blocks;
    const long = await evaluate({ ...request, blocks: 6, state });
    const whole = readFileSync(state, 'utf8');
    const content = JSON.parse(whole) as { blocks: [number, unknown][] };
    const gap = { ...content, blocks: content.blocks.filter(([index]) => index !== 1) };
    writeFileSync(state, JSON.stringify(gap));

    const seen: number[] = [];
    const short = await evaluate({ ...request, blocks: 3, state, onProgress: ({ done }) => seen.push(done) });
    expect(seen[0]).toBeGreaterThan(6);
    expect(seen.at(-1)).toBe(9);
    expect(untimed(short)).toEqual(untimed(await evaluate({ ...request, blocks: 3 })));
    expect(blocksOf().map(([index]) => index)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(blocksOf()).toEqual(content.blocks);
    expect(untimed(await evaluate({ ...request, blocks: 6, state }))).toEqual(untimed(long));
  });

  it('refuses to go on with another program under the command of the first', async () => {
    const state = join(folder, 'program.json');
    const file = join(folder, 'program.mjs');
    copyFileSync(fileURLToPath(new URL('../agents/outside/testing/program.mjs', import.meta.url)), file);
    const run = (blocks: number) => evaluate({ ...request, agent: `cmd:node ${file}`, blocks, state });
    await run(1);
    appendFileSync(file, '\n// another one');
    await expect(run(2)).rejects.toThrow(/program\.json holds games of another cmd:.*file has changed since/);
  });

  it('refuses to go on with another policy under the name of the first', async () => {
    const state = join(folder, 'policy.json');
    const file = join(folder, 'policy.tgym');
    const shape = networkFor(game, [8]);
    const save = (seed: number) =>
      savePolicy(file, policyFor(game, shape, initialWeights(shape, createRng(seed)), { options: request.options }));
    const run = (blocks: number) => evaluate({ ...request, agent: `policy:${file}`, blocks, state });
    save(1);
    const short = await run(2);
    const whole = readFileSync(state, 'utf8');

    save(2);
    for (const blocks of [2, 3])
      await expect(run(blocks)).rejects.toThrow(/policy\.json holds games of another policy:.*file has changed since/);
    expect(readFileSync(state, 'utf8')).toBe(whole);
    rmSync(file);
    expect(await run(2)).toEqual(short); // nothing to play
    save(1);
    expect((await run(3)).blocks).toBe(3);
    await expect(evaluate({ ...request, agent: `file:${folder}`, state: join(folder, 'x.json') })).rejects.toThrow(
      UserError,
    );
  });

  it('goes on from a state file, and refuses foreign, damaged and other files', async () => {
    const state = join(folder, 'deep', 'evaluate.json');
    const stop = new AbortController();
    const cut = evaluate({
      ...request,
      blocks: 300,
      state,
      signal: stop.signal,
      onProgress: ({ done }) => done > 100 && stop.abort(),
    });
    await expect(cut).rejects.toThrow(/stopped after \d+ of 900 games \(kept in .*evaluate\.json/);
    const kept = (JSON.parse(readFileSync(state, 'utf8')) as { blocks: unknown[] }).blocks.length;
    expect(kept).toBeGreaterThan(30);
    expect(kept).toBeLessThan(300);
    let first = 0;
    const resumed = await evaluate({ ...request, blocks: 300, state, onProgress: ({ done }) => (first ||= done) });
    // What was kept counts, and is not played again.
    expect(first).toBeGreaterThan(kept * 3);
    expect(first).toBeLessThanOrEqual(kept * 3 + 3);
    expect(untimed(resumed)).toEqual(untimed(await evaluate({ ...request, blocks: 300 })));

    await expect(evaluate({ ...request, state, seed: 6 })).rejects.toThrow(/another seed \("5", now "6"\)/);
    const bad = join(folder, 'bad.json');
    for (const text of ['{"format":', '[]', '{"format":"x"}', readFileSync(state, 'utf8').slice(0, -9)]) {
      writeFileSync(bad, text);
      await expect(evaluate({ ...request, state: bad })).rejects.toThrow(UserError);
      expect(readFileSync(bad, 'utf8')).toBe(text);
    }
    await expect(evaluate({ ...request, state: join(bad, 'x', 'y.json') })).rejects.toThrow(UserError);
  });
});

it('says which agent is wrong', async () => {
  const table = { game: 'tic-tac-toe', agents: ['scripted:nobody', 'random'] };
  const blocks = [{ seed: 'b', seatings: rotations([0, 1]) }];
  const playing = playBlocks(table, blocks, { workers: 0 }, () => {});
  await expect(playing).rejects.toThrow(/^agent scripted:nobody: tic-tac-toe has no bot 'nobody'/);
});
