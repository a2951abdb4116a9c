import { describe, expect, it } from 'vitest';
import { createRng } from '../../env/chance.js';
import type { Game } from '../../env/game.js';
import { loadGame } from '../../env/load-game.js';
import { ForcedMoves } from './forced.js';
import { CountedLuck } from './luck.js';
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

  it.each(['doomspire', 'crown-of-ash', 'fuzzy-knights', 'islebound'])(
    'of %s leave the game beside it where the game is, move by move',
    async (id) => {
      const game = (await loadGame(id)).game as Game;
      const options = game.options.parse({});
      const forced = ForcedMoves.of(game, options, 'beside')!;
      const luck = new CountedLuck('beside', game.streams);
      const state = game.newState(options, luck);
      const rng = createRng('beside');
      const mask = new Uint8Array(game.actions);
      for (let move = 0; move < 200 && !state.over; move++) {
        state.legal(mask);
        const legal = [...mask.keys()].filter((action) => mask[action] === 1 && !game.concedes?.(action));
        const action = legal[rng.int(legal.length)]!;
        state.apply(action, luck);
        forced.play(action, null, move);
        expect(forced.at(state), `move ${move}`).toBe(true);
      }
    },
  );
});
