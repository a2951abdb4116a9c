import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadGame, loadGames } from '../env/load-game.js';
import { scratch } from '../test/scratch.js';
import { findLadder, type Ladder, readLadder, rungOf, rungText } from './ladder.js';
import { ratingText } from './player-file/provenance.js';
import { agentParts, createAgent, trainedAgent } from './spec/load.js';
import { ladderOf as madeLadder } from './testing/ladder-of.js';

const folder = scratch('tabletop-ladder');

const ticTacToe = await loadGame('tic-tac-toe');
const { game } = ticTacToe;

/** A ladder on which one agent plays all levels. */
const ladderOf = (agent: string): Ladder => madeLadder(game, [agent], () => ({ mean: 100.4, low: 80, high: 120 }));

function fileOf(ladder: unknown): string {
  const file = path.join(folder, `${Math.random()}.json`);
  writeFileSync(file, typeof ladder === 'string' ? ladder : JSON.stringify(ladder));
  return file;
}

const load = (spec: string) => createAgent(spec, ticTacToe);

describe('a level as an agent', () => {
  it('is played by the agent of its rung', async () => {
    const file = fileOf(ladderOf('scripted:perfect'));
    const agent = await load(`level:3?ladder=${file}`);
    expect(agent.name).toBe(`level:3?ladder=${file}`);
    expect(await agentParts(`level:3?ladder=${file}`, ticTacToe)).toEqual([
      { agent: 'scripted:perfect', how: 'itself' },
    ]);
    expect(await trainedAgent(`level:3?ladder=${file}`, ticTacToe)).toBeUndefined();
  });

  it('has the training of that agent', async () => {
    const doomspire = await loadGame('doomspire');
    const ladder = { ...ladderOf('player?difficulty=0.5'), game: 'doomspire', version: doomspire.game.version };
    const found = await trainedAgent(`level:3?ladder=${fileOf(ladder)}`, doomspire);
    expect(found).toMatchObject({ game: { id: 'doomspire' }, follows: true });
  });

  it.each(['level', 'level:0', 'level:11', 'level:2.5', 'level:x', 'level:1?ladder', 'level:1?temperature=1'])(
    'is refused as %s',
    async (spec) => {
      await expect(load(spec)).rejects.toThrow(/^agent level.*(level|ladder)/);
    },
  );

  it.each([
    ['cmd:rm', 'runs code of its own'],
    ['file:x.mjs', 'runs code of its own'],
    ['onnx:x.onnx', 'runs code of its own'],
    ['level:2', 'stands for another agent'],
    ['scripted:nobody', "no bot 'nobody'"],
  ])('plays no %s', async (agent, why) => {
    await expect(load(`level:1?ladder=${fileOf(ladderOf(agent))}`)).rejects.toThrow(why);
  });
});

describe('a ladder of a file', () => {
  it.each([
    ['{', 'is damaged or is no ladder'],
    ['{}', 'is no ladder (format'],
    [{ ...ladderOf('random'), game: 'kuhn' }, 'is a ladder of kuhn, not of tic-tac-toe'],
    [
      { ...ladderOf('random'), version: '0' },
      'was measured with tic-tac-toe version 0, but the rules here are version',
    ],
    [{ ...ladderOf('random'), rungs: ladderOf('random').rungs.slice(1) }, 'is no ladder (rungs'],
    [{ ...ladderOf('random'), rungs: ladderOf('random').rungs.reverse() }, 'is no ladder (rungs.0.level: wanted 1)'],
    [{ ...ladderOf('random'), formatVersion: 2 }, 'is no ladder (formatVersion'],
  ])('is refused: %s', (content, why) => {
    const text = typeof content === 'string' ? content : JSON.stringify(content);
    expect(() => readLadder(text, 'a.json', game)).toThrow(why);
  });

  it('that is not there is one line, and so is a game without one', async () => {
    expect(() => rungOf(1, ticTacToe, path.join(folder, 'none.json'))).toThrow(/none\.json/);
    const alone = await loadGame('invalid-actions');
    expect(() => rungOf(1, alone)).toThrow('no ladder is shipped for invalid-actions: measure one');
  });
});

const all = (await loadGames()).flatMap((pack) => (pack.ladder ? [[pack.game.id, pack] as const] : []));

describe('the ladders that are shipped', () => {
  it('are there', () => {
    expect(all.map(([id]) => id)).toContain('tic-tac-toe');
  });

  it.each(all)('that of %s fits the rules of today, and every agent on it plays', async (id, own) => {
    const ladder = findLadder(own)!;
    expect(ladder.command).toMatch(new RegExp(`^tabletop ladder ${id} `));
    const ratings = ladder.rungs.map(({ rating }) => rating.mean);
    expect([...ratings].sort((a, b) => a - b)).toEqual(ratings);
    expect(ladder.candidates.find(({ agent }) => agent === 'random')?.rating.mean).toBe(0);
    for (const { level } of ladder.rungs) await createAgent(`level:${level}`, { ...own, options: ladder.options });
  });
});

it('says a rating with its interval, and the anchor without', () => {
  const [rung] = ladderOf('random').rungs;
  expect(rungText(rung!)).toBe('rating 100 [80, 120], random');
  expect(ratingText({ mean: 0, low: 0, high: 0 })).toBe('0');
});
