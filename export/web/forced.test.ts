import { describe, expect, it } from 'vitest';
import type { Game } from '../../env/game.js';
import { loadGame } from '../../env/load-game.js';
import { PERSON, Players } from './players.js';
import { GameTable } from './table.js';

async function played(id: string, moves: number) {
  const { game, bots } = await loadGame(id);
  const players = new Players(game as Game, bots);
  const count = game.players(game.options.parse({}));
  const seats = Array.from({ length: count }, (_, seat) => (seat === 0 ? PERSON : 'random'));
  const table = GameTable.begin(game as Game, players, { options: {}, seed: 'forced', seats });
  table.tellForced();
  for (let i = 0; i < moves && !table.show().over; i++) {
    if (table.step()) continue;
    const all = table.show().groups.flatMap((group) => (group.concedes ? [] : group.moves));
    table.choose(all[(7 * i) % all.length]!.action);
  }
  return table;
}

describe('decisions with one answer', () => {
  it.each(['doomspire', 'crown-of-ash', 'fuzzy-knights'])(
    'are told in the log of %s, after the move before',
    async (id) => {
      const told = (await played(id, 60))
        .logOf(0)
        .flatMap(({ tells }) => tells.filter((tell) => /only one choice/.test(tell)));
      expect(told.length).toBeGreaterThan(0);
      for (const tell of told) expect(tell).toMatch(/^seat \d has only one choice: \S/);
    },
  );

  it('are the same after one has taken a move back and made it again', async () => {
    const table = await played('doomspire', 30);
    for (let i = 0; i < 40; i++) {
      while (table.step());
      const all = table.show().groups.flatMap((group) => (group.concedes ? [] : group.moves));
      table.choose(all[0]!.action);
      if (table.show().canUndo && table.show().asked) break;
    }
    expect(table.show().canUndo).toBe(true);
    const log = table.logOf(0);
    table.undo();
    table.redo();
    expect(table.logOf(0)).toEqual(log);
  });

  it('are none of games that cannot be asked for them', async () => {
    const table = await played('connect-four', 20);
    expect(table.logOf(0).every(({ tells }) => tells.every((tell) => !/only one choice/.test(tell)))).toBe(true);
  });
});
