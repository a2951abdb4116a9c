import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Ladder } from '../../agents/ladder.js';
import { createAgent } from '../../agents/spec/load.js';
import { ladderOf as madeLadder } from '../../agents/testing/ladder-of.js';
import { loadGame } from '../../env/load-game.js';
import { scratch } from '../../test/scratch.js';
import { levelOffered, pageLevels } from './levels.js';
import { Players } from './players.js';
import { GameTable, type PlayerList } from './table.js';

const folder = scratch('tabletop-levels');

const context = await loadGame('connect-four');
const { game } = context;

/** A ladder with these agents on its levels, the last of them on all that are left. */
const ladderOf = (...agents: string[]): Ladder =>
  madeLadder(game, agents, (i) => ({ mean: 100 * i, low: 100 * i - 20, high: 100 * i + 20 }));

/** Moves of a game of two, as the page plays it. */
function moves(players: Players, spec: string): string[] {
  const table = GameTable.begin(game, players, { options: {}, seed: 'seven', seats: [spec, spec] });
  while (table.step());
  return table.show().log.map(({ text }) => text!);
}

describe('levels of a page', () => {
  it('say their ratings, and leave out who cannot be seated', async () => {
    const ladder = ladderOf('random', 'search:4', 'search:4?exploration=1', 'player', 'scripted:tactical?mistakes=0.5');
    const levels = await pageLevels(ladder, context, false);
    expect(levels.map(({ spec }) => spec)).toEqual([1, 2, 5, 6, 7, 8, 9, 10].map((level) => `level:${level}`));
    expect(levels[1]).toEqual({
      spec: 'level:2',
      name: 'Level 2 of 10',
      about: 'rating 100 [80, 120], search:4',
      seat: { kind: 'search', simulations: 4 },
    });
  });

  it('take a measured level of the trained player as it is written', async () => {
    const crown = await loadGame('crown-of-ash');
    const ladder = madeLadder(crown.game, ['player?level=3', 'player?difficulty=easy'], () => ({
      mean: 0,
      low: 0,
      high: 0,
    }));
    const [first, second] = await pageLevels(ladder, crown, true);
    expect(first!.seat).toEqual({ kind: 'trained', settings: { level: 3 } });
    expect(second!.seat).toEqual({ kind: 'trained', settings: { difficulty: 'easy' } });
  });

  it.each(['random', 'search:4', 'scripted:tactical', 'scripted:tactical?mistakes=0.5'])(
    'are played by the agent that was measured: %s',
    async (agent) => {
      const levels = await pageLevels(ladderOf(agent), context, false);
      const players = new Players(game, context.bots, undefined, context.search?.rollout, levels, 'level:4');
      expect(players.opponent).toBe('level:4');
      expect(players.name('level:4')).toBe('Level 4 of 10');
      const measured = [await createAgent(agent, context), await createAgent(agent, context)];
      const seating: PlayerList = {
        ...{ known: () => true, name: (spec) => spec, notes: () => [], opponent: agent },
        create: () => measured.pop()!,
      };
      const table = GameTable.begin(game, seating, { options: {}, seed: 'seven', seats: ['level:4', 'level:4'] });
      while (table.step());
      expect(moves(players, 'level:4')).toEqual(table.show().log.map(({ text }) => text));
    },
  );

  it('need the trained player where it plays them', async () => {
    const doomspire = await loadGame('doomspire');
    const ladder = { ...ladderOf('player?difficulty=0.25'), game: 'doomspire', version: doomspire.game.version };
    const levels = await pageLevels(ladder, doomspire, true);
    expect(levels[0]!.seat).toEqual({ kind: 'trained', settings: { difficulty: 0.25, topK: undefined } });
    const players = new Players(doomspire.game, doomspire.bots, undefined, null, levels);
    expect(() => players.create('level:1')).toThrow('the trained player is not loaded yet');
  });

  it('that a page begins with must be among them', async () => {
    const file = path.join(folder, 'ladder.json');
    const ladder = ladderOf('random', 'search:4?exploration=1');
    writeFileSync(file, JSON.stringify(ladder));
    const levels = await pageLevels(ladder, context, false);
    expect(levelOffered(1, levels, context, file)).toBe('level:1');
    expect(() => levelOffered(3, levels, context, file)).toThrow(
      'level 3 of 10 is search:4?exploration=1, which this page cannot seat: play it in the terminal',
    );
  });
});
