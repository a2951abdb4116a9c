import { describe, expect, it } from 'vitest';
import type { Game } from '../../env/game.js';
import { loadGame } from '../../env/load-game.js';
import { parseReplay, playReplay } from '../../env/replay.js';
import { PERSON, Players } from './players.js';
import { readSaved } from './saved.js';
import { GameTable } from './table.js';

async function at(name: string, seats: string[], options: object = {}, seed = 'seven') {
  const { game, bots } = await loadGame(name);
  const players = new Players(game, bots);
  return { game: game as Game, players, table: GameTable.begin(game, players, { options, seed, seats }) };
}

const first = (table: GameTable) => table.show().groups[0]!.moves[0]!.action;
const play = (table: GameTable) => {
  while (table.step());
  if (table.show().asked) table.choose(first(table));
};
function toTheEnd(table: GameTable, limit = 5000) {
  for (let i = 0; i < limit && !table.show().over; i++) play(table);
  return table.show();
}

describe('a game against bots', () => {
  it('is played to its end, with a log in words and places', async () => {
    const { table } = await at('connect-four', [PERSON, 'random']);
    const start = table.show();
    expect(start).toMatchObject({ actor: 0, asked: true, passing: false, moves: 0, over: null, canUndo: false });
    expect(start.groups).toEqual([
      { title: '', moves: expect.arrayContaining([{ action: 3, text: 'column 4', things: ['column 4'] }]) },
    ]);
    const end = toTheEnd(table);
    expect(end.over!.places).toHaveLength(2);
    expect(end.log).toHaveLength(end.moves);
    expect(end.log[0]).toEqual({ seat: 0, text: 'column 1', tells: [] });
    expect(end.groups).toEqual([]);
    expect(table.step()).toBe(false);
    expect(() => table.choose(0)).toThrow('it is not your turn');
  });

  it('refuses what is not legal, and seats that do not fit', async () => {
    const { table, game, players } = await at('connect-four', [PERSON, 'random']);
    expect(() => table.choose(99)).toThrow(/^action 99 is not legal/);
    expect(table.show().moves).toBe(0);
    const begin = (seats: string[]) => GameTable.begin(game, players, { options: {}, seed: '1', seats });
    expect(() => begin([PERSON])).toThrow('1 players were named, the game has 2 seats');
    expect(() => begin([PERSON, 'scripted:nobody'])).toThrow('there is no player scripted:nobody here');
    expect(() => table.seat(5, 'random')).toThrow('there is no seat 5');
  });

  it('lets somebody else take over a seat', async () => {
    const { table } = await at('connect-four', [PERSON, 'random']);
    play(table);
    table.seat(0, 'random');
    while (table.step());
    expect(table.show().over).not.toBeNull();
  });
});

describe('taking back', () => {
  it('takes back the answer of a bot too, where everything is seen', async () => {
    const { table } = await at('tic-tac-toe', [PERSON, 'random']);
    const before = table.show();
    table.choose(first(table));
    while (table.step());
    const there = table.show();
    expect(there).toMatchObject({ moves: 2, canUndo: true });
    table.undo();
    expect(table.show()).toEqual({ ...before, canRedo: true });
    expect(() => table.undo()).toThrow(/^this cannot be taken back/);
    // The same move gets the same answer: nothing is gained by asking again.
    table.choose(first(table));
    while (table.step());
    expect(table.show()).toEqual(there);
  });

  it('ends at luck: a roll of Big Pig stays, holding can be taken back until somebody rolls', async () => {
    const { table } = await at('docs/examples/pig.ts', [PERSON, PERSON]);
    table.choose(1);
    expect(table.show().canUndo).toBe(false);
    for (let i = 0; i < 50 && !table.show().groups.some(({ moves }) => moves.some(({ action }) => action === 0)); i++)
      table.choose(1);
    table.choose(0);
    expect(table.show().canUndo).toBe(true);
    table.undo();
    expect(table.show().log.at(-1)!.text).not.toMatch(/^hold/);
    table.choose(0);
    table.choose(1);
    expect(table.show().canUndo).toBe(false);
  });

  it('ends where a bot with hidden cards has answered', async () => {
    const { table } = await at('kuhn', [PERSON, 'random']);
    while (!table.show().asked && !table.show().over) table.step();
    table.choose(first(table));
    while (table.step());
    expect(table.show().canUndo).toBe(false);
  });

  it('ends where something hidden is turned over without any luck', async () => {
    const { table } = await at('doomspire', [PERSON, 'random', 'random', 'random'], {}, '1');
    const ends = new Set<boolean>();
    for (let i = 0; i < 400 && ends.size < 2; i++) {
      while (table.step());
      const shown = table.show();
      if (shown.over) break;
      table.choose(first(table));
      if (table.show().actor === 0) ends.add(table.show().canUndo);
    }
    expect(ends).toEqual(new Set([true, false]));
  });
});

describe('making again what was taken back', () => {
  it('goes step by step both ways, with the answers of bots, until another move is made', async () => {
    const { table } = await at('connect-four', [PERSON, 'random']);
    const shown = [table.show()];
    for (let i = 0; i < 3; i++) {
      table.choose(first(table));
      while (table.step());
      shown.push(table.show());
    }
    for (let i = 2; i >= 0; i--) {
      table.undo();
      expect(table.show()).toEqual({ ...shown[i], canRedo: true });
    }
    for (let i = 1; i <= 3; i++) {
      table.redo();
      expect(table.show()).toEqual({ ...shown[i], canRedo: i < 3 });
    }
    expect(() => table.redo()).toThrow('nothing was taken back');
    table.undo();
    table.choose(6);
    expect(table.show().canRedo).toBe(false);
  });

  it('takes back a chain of decisions as a whole', async () => {
    const { table } = await at('doomspire', [PERSON, 'random', 'random', 'random'], {}, '1');
    for (let i = 0; i < 60; i++) {
      while (table.step());
      const chain = table.chains().find(({ actions, ends }) => actions.length > 2 && ends === 'asked');
      if (!chain) {
        table.choose(first(table));
        continue;
      }
      const before = table.show();
      table.follow(chain.actions);
      const after = table.show();
      expect(after.moves).toBe(before.moves + chain.actions.length);
      table.undo();
      expect(table.show()).toEqual({ ...before, canRedo: true });
      table.redo();
      expect(table.show()).toEqual(after);
      return;
    }
    expect.unreachable();
  });
});

describe('confirming a turn', () => {
  it('lets a turn wait before anybody answers, and be taken back', async () => {
    const { table } = await at('connect-four', [PERSON, 'random']);
    table.confirms = true;
    const start = table.show();
    table.choose(3);
    expect(table.show()).toMatchObject({ confirm: true, asked: false, moves: 1, canUndo: true });
    expect(table.step()).toBe(false);
    expect(() => table.choose(3)).toThrow('it is not your turn');
    table.undo();
    expect(table.show()).toEqual({ ...start, canRedo: true });
    table.redo();
    expect(table.show().confirm).toBe(true);
    table.confirm();
    expect(table.step()).toBe(true);
    expect(table.show()).toMatchObject({ confirm: false, asked: true, moves: 2 });
  });

  it('shows the next person nothing before, and asks nothing where luck has spoken', async () => {
    const { table } = await at('doomspire', [PERSON, PERSON, 'random', 'random'], {}, '1');
    table.confirms = true;
    let waited = 0;
    for (let i = 0; i < 300 && waited < 3; i++) {
      while (table.step());
      if (table.show().passing) table.take();
      const { actor, over } = table.show();
      if (over) break;
      const moves = table.show().groups.flatMap((group) => (group.concedes ? [] : group.moves));
      table.choose(moves.at(-1)!.action);
      const shown = table.show();
      if (!shown.confirm) continue;
      waited++;
      expect(shown).toMatchObject({ viewer: actor, passing: false, asked: false, canUndo: true, groups: [] });
      table.confirm();
      expect(table.show().confirm).toBe(false);
      if (table.show().asked) expect(table.show()).toMatchObject({ passing: true, scene: null });
    }
    expect(waited).toBe(3);
  });
});

describe('several people at one device', () => {
  it('pass it on where something is hidden, and see nothing before', async () => {
    const { table } = await at('kuhn', [PERSON, PERSON]);
    const start = table.show();
    expect(start).toMatchObject({ passing: true, text: '', groups: [], asked: true });
    expect(() => table.choose(0)).toThrow(`hand the device to seat ${start.actor} first`);
    table.take();
    expect(table.show().text).toContain(`seat ${start.actor} (you)`);
    table.choose(first(table));
    expect(table.show()).toMatchObject({ passing: true, text: '', canUndo: false });
    table.take();
    expect(table.show().viewer).not.toBe(start.viewer);
  });

  it('do not where nothing is hidden', async () => {
    const { table } = await at('tic-tac-toe', [PERSON, PERSON]);
    expect(table.show().passing).toBe(false);
    table.choose(0);
    expect(table.show()).toMatchObject({ passing: false, actor: 1, canUndo: true });
  });
});

describe('secrets', () => {
  it('are not told in the log, and are at the end', async () => {
    // In Crown of Ash fighters and cards of an attack lie face down at first.
    const { table } = await at('crown-of-ash', ['random', 'random', 'random', PERSON], {}, '3');
    let hidden = 0;
    for (let i = 0; i < 300 && hidden === 0; i++) {
      if (!table.step()) table.choose(first(table));
      hidden = table.logOf(3).filter(({ text }) => text === null).length;
    }
    expect(hidden).toBeGreaterThan(0);
    const shown = table.show();
    // Most moves are for all to see.
    expect(hidden).toBeLessThan(shown.log.length / 2);
    table.seat(3, 'random');
    while (table.step());
    expect(table.show().log.every(({ text }) => text !== null)).toBe(true);
  });
});

describe('watching', () => {
  it('shows the game as any seat sees it', async () => {
    const { table } = await at('kuhn', ['random', 'random']);
    expect(table.show()).toMatchObject({ asked: false, viewer: 0, passing: false });
    table.watch(1);
    expect(table.show().text).toContain('seat 1 (you)');
    while (table.step());
    expect(table.show().over).not.toBeNull();
    const { table: mine } = await at('kuhn', [PERSON, 'random']);
    expect(() => mine.watch(1)).toThrow('only a game without people');
  });
});

describe('saving', () => {
  it('goes on where it was, and ends as it would have', async () => {
    for (const name of ['kuhn', 'connect-four', 'docs/examples/eleven-peaks.ts', 'docs/examples/honey-fair.ts']) {
      const { table, game, players } = await at(name, [PERSON, 'random']);
      play(table);
      play(table);
      const text = table.save();
      const later = GameTable.resume(game, players, readSaved(game, text));
      const { canUndo: _, ...now } = table.show();
      expect(later.show(), name).toMatchObject(now);
      expect(later.save()).toBe(text);
      const { canUndo: __, ...end } = toTheEnd(table);
      expect(toTheEnd(later)).toMatchObject(end);
      expect(playReplay(game, parseReplay(later.save())).over).toBe(true);
    }
  });

  it('refuses what is damaged in one line', async () => {
    const { table, game, players } = await at('connect-four', [PERSON, 'random']);
    play(table);
    const good = JSON.parse(table.save());
    const resume = (text: string) => GameTable.resume(game, players, readSaved(game, text));
    const wrong: [string, RegExp][] = [
      ['', /^the saved game is not a replay: .*no valid JSON/],
      ['{}', /^the saved game is not a replay: its format/],
      [JSON.stringify({ ...good, game: 'chess' }), /^the saved game belongs to chess, not to connect-four$/],
      [JSON.stringify({ ...good, version: '0' }), /version 0 of connect-four/],
      [JSON.stringify({ ...good, actions: [99] }), /^this replay differs from the game at step 1: action 99/],
      [JSON.stringify({ ...good, actions: [1] }), /differs from the game first after step 1/],
      [JSON.stringify({ ...good, checks: '=' }), /^the saved game is a damaged replay: checks/],
      [JSON.stringify({ ...good, options: { no: 1 } }), /connect-four/],
      [JSON.stringify({ ...good, seed: undefined, outcomes: [] }), /instead of a seed/],
    ];
    for (const [text, message] of wrong) {
      expect(() => resume(text), text).toThrow(message);
      try {
        resume(text);
      } catch (error) {
        expect((error as Error).message).not.toContain('\n');
      }
    }
  });

  it('gives seats of unknown players to those known here', async () => {
    const { table, game, players } = await at('connect-four', [PERSON, 'random']);
    const saved = JSON.parse(table.save());
    const seats = (agents?: string[]) =>
      GameTable.resume(game, players, readSaved(game, JSON.stringify({ ...saved, agents })))
        .show()
        .seats.map(({ spec }) => spec);
    expect(seats(['policy:runs/a', PERSON])).toEqual([players.opponent, PERSON]);
    expect(seats()).toEqual([PERSON, players.opponent]);
  });
});

describe('what is shown of a game with a picture', () => {
  it('calls the seats as people want, with what the game calls them, in a saved game too', async () => {
    const { game, players } = await at('connect-four', [PERSON, PERSON]);
    const names = ['  Anna ', ''];
    const table = GameTable.begin(game, players, { options: {}, seed: '1', seats: [PERSON, PERSON], names });
    const called = (of: GameTable) => of.show().seats.map((seat) => seat.called);
    expect(called(table)).toEqual(['Anna (Red X)', 'Yellow O']);
    const again = GameTable.resume(game, players, readSaved(game, table.save()));
    expect(called(again)).toEqual(['Anna (Red X)', 'Yellow O']);
    expect(again.show().names).toEqual(['Anna', '']);
    const pig = await at('docs/examples/pig.ts', [PERSON, 'random']);
    expect(pig.table.show()).toMatchObject({ scene: null, seats: [{ called: 'Seat 0' }, { called: 'Seat 1' }] });
  });

  it('tells what came of a move: dice, what was won and lost, who went where', async () => {
    const { table } = await at('doomspire', ['scripted:mixed', 'scripted:mixed', 'random', 'random'], {}, '4');
    while (table.step());
    const tells = table.show().log.flatMap((line) => line.tells);
    for (const words of [
      /^N[WE] rolls [123]( and [123])* in battle$/,
      /^knight N[WE] \d: \w\d to \w\d$/,
      /fame \d+ to \d+/,
    ])
      expect(
        tells.some((tell) => words.test(tell)),
        String(words),
      ).toBe(true);
  });

  it('draws nothing for the next person before the device is handed over', async () => {
    const { table } = await at('doomspire', [PERSON, PERSON, 'random', 'random'], {}, '1');
    while (!table.show().asked) table.step();
    expect(table.show()).toMatchObject({ passing: true, scene: null });
    table.take();
    const { scene, groups } = table.show();
    expect(scene!.parts[0]).toMatchObject({ kind: 'board', title: 'Island' });
    expect(groups.flatMap(({ moves }) => moves).some(({ things }) => things!.length > 0)).toBe(true);
  });
});
