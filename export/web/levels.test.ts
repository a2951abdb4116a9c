import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { findLadder, type Ladder } from '../../agents/ladder.js';
import { importPlayer } from '../../agents/player-file/file-player.js';
import { shippedFiles } from '../../agents/player-file/shipped.js';
import { createAgent } from '../../agents/spec/load.js';
import { ladderOf as madeLadder } from '../../agents/testing/ladder-of.js';
import { gameIds, loadGame } from '../../env/load-game.js';
import { scratch } from '../../test/scratch.js';
import { levelOffered, pageLevels } from './levels.js';
import { Players } from './players.js';
import type { PlayerList } from './saved.js';
import { GameTable } from './table.js';

const packs = await Promise.all(gameIds().map((id) => loadGame(id)));
const withLadders = packs.flatMap(({ game: { id }, ladder }) => (ladder ? [id] : []));

const folder = scratch('tabletop-levels');

const context = await loadGame('connect-four');
const { game } = context;

/** A ladder with these agents on its levels, the last of them on all that are left. */
const ladderOf = (...agents: string[]): Ladder =>
  madeLadder(game, agents, (i) => ({ mean: 100 * i, low: 100 * i - 20, high: 100 * i + 20 }));

/** As the page's script has it. */
const asData = <T>(value: T): T => JSON.parse(JSON.stringify(value));

/** Moves of a game of two, as the page plays it. */
function moves(players: Players, spec: string): string[] {
  const table = GameTable.begin(game, players, { options: {}, seed: 'seven', seats: [spec, spec] });
  while (table.step());
  return table.show().log.map(({ text }) => text!);
}

describe('levels of a page', () => {
  it('say their ratings, and name those that cannot be seated', async () => {
    const ladder = ladderOf('random', 'search:4', 'search:4?exploration=1', 'policy:run', 'search:8?evaluation=run');
    const { levels, unseated, files } = await pageLevels(ladder, context);
    expect(levels.map(({ spec }) => spec)).toEqual(['level:1', 'level:2', 'level:3']);
    expect(unseated).toHaveLength(7);
    expect(unseated[0]).toBe('level 4 (policy:run: it plays by a run on this machine; export that as a player)');
    expect(unseated[1]).toBe('level 5 (search:8?evaluation=run: a run on this machine judges for it)');
    expect(files.size).toBe(0);
    expect(levels[1]).toEqual({
      spec: 'level:2',
      name: 'Level 2 of 10: Bo',
      about: 'rating 100 [80, 120]',
      seat: {
        kind: 'search',
        plan: { simulations: 4, rollout: 'random', returns: { winWeight: 0.8, capped: 'half' } },
      },
    });
  });

  it('take a measured level of the trained player as it is written', async () => {
    const crown = await loadGame('crown-of-ash');
    const ladder = madeLadder(crown.game, ['player?level=3', 'player?difficulty=easy'], () => ({
      mean: 0,
      low: 0,
      high: 0,
    }));
    const [file] = shippedFiles(crown);
    const { levels, files } = await pageLevels(ladder, crown, file);
    const [first, second] = levels;
    expect(files.size).toBe(0);
    expect(first!.seat).toEqual({ kind: 'trained', settings: { level: 3 } });
    expect(second!.seat).toEqual({ kind: 'trained', settings: { difficulty: 'easy' } });
  });

  it.each([
    ...['random', 'search:4', 'scripted:tactical', 'scripted:tactical?mistakes=0.5'],
    ...['search:8?rollout=tactical&exploration=0.2&widening=2', 'search:40?margin=0.1&rollout=tactical'],
    'search:8?opponents=tactical+random:2&win=1&capped=loss',
  ])('are played by the agent that was measured: %s', async (agent) => {
    const { levels } = await pageLevels(ladderOf(agent), context);
    const players = new Players(game, context.bots, {
      rollout: context.search?.rollout,
      levels: asData(levels),
      opponent: 'level:4',
    });
    expect(players.opponent).toBe('level:4');
    expect(players.name('level:4')).toBe('Level 4 of 10: Dan');
    // The same one where it adapts to who plays.
    expect(players.name('adapts:4')).toBe('Level 4 of 10: Dan');
    expect(players.known('adapts:4')).toBe(true);
    expect(players.known('adapts:11')).toBe(false);
    const measured = [await createAgent(agent, context), await createAgent(agent, context)];
    const seating: PlayerList = {
      ...{ known: () => true, name: (spec) => spec, notes: () => [], opponent: agent },
      create: () => measured.pop()!,
    };
    const table = GameTable.begin(game, seating, { options: {}, seed: 'seven', seats: ['level:4', 'level:4'] });
    while (table.step());
    expect(moves(players, 'level:4')).toEqual(table.show().log.map(({ text }) => text));
  });

  it("cut their simulations by the game's evaluation, and play by a player file of their own", async () => {
    const knights = await loadGame('fuzzy-knights');
    const agents = ['search:6?margin=none&rounds=1', 'search:6', 'player:fast?difficulty=0.5', 'player'];
    const ladder = madeLadder(knights.game, agents, () => ({ mean: 0, low: 0, high: 0 }));
    const [strong, fast] = shippedFiles(knights);
    const { levels, files } = await pageLevels(ladder, knights, strong);
    expect([...files]).toEqual([['player-2.mjs', fast]]);
    const load = async (file?: string) => importPlayer(file === undefined ? strong! : files.get(file)!);
    const players = new Players(knights.game, knights.bots, {
      ...{ load, rollout: knights.search?.rollout, levels: asData(levels) },
      evaluate: knights.evaluate,
    });
    const seats = ['level:1', 'level:2', 'level:3', 'level:4'];
    await players.prepare(seats);
    const play = (seating: PlayerList) => {
      const table = GameTable.begin(knights.game, seating, { options: {}, seed: 'cut', seats });
      for (let i = 0; i < 40; i++) table.step();
      return table.show().log.map(({ text }) => text);
    };
    const measured = await Promise.all(agents.map((agent) => createAgent(agent, knights)));
    const seating: PlayerList = {
      ...{ known: () => true, name: (spec) => spec, notes: () => [], opponent: '' },
      create: (spec) => measured[Number(spec.slice('level:'.length)) - 1]!,
    };
    expect(play(players)).toEqual(play(seating));
  });

  it.each(withLadders)('of the ladder of %s can all be seated', async (id) => {
    const pack = await loadGame(id);
    const { levels, unseated } = await pageLevels(findLadder(pack)!, pack, shippedFiles(pack)[0]);
    expect(unseated).toEqual([]);
    expect(levels).toHaveLength(10);
    // As `play --difficulty n --web` asks for them.
    for (let level = 1; level <= 10; level++) expect(levelOffered(level, levels, pack)).toBe(`level:${level}`);
  });

  it('need the trained player where it plays them', async () => {
    const doomspire = await loadGame('doomspire');
    const ladder = { ...ladderOf('player?difficulty=0.25'), game: 'doomspire', version: doomspire.game.version };
    const { levels } = await pageLevels(ladder, doomspire, shippedFiles(doomspire)[0]);
    expect(levels[0]!.seat).toEqual({ kind: 'trained', settings: { difficulty: 0.25, topK: undefined } });
    const players = new Players(doomspire.game, doomspire.bots, { levels });
    expect(() => players.create('level:1')).toThrow('the trained player is not loaded yet');
  });

  it('that a page begins with must be among them', async () => {
    const file = path.join(folder, 'ladder.json');
    const ladder = ladderOf('random', 'search:4?evaluation=run');
    writeFileSync(file, JSON.stringify(ladder));
    const { levels } = await pageLevels(ladder, context);
    expect(levelOffered(1, levels, context, file)).toBe('level:1');
    expect(() => levelOffered(3, levels, context, file)).toThrow(
      'level 3 of 10 is search:4?evaluation=run, which this page cannot seat: play it in the terminal',
    );
  });
});
