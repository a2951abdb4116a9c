/** Games in the terminal, with scripted input: what is printed, taking back, saving and going on. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { rivals } from '../../agents/panel.js';
import { loadGame } from '../../env/load-game.js';
import { PERSON } from '../../export/web/players.js';
import { readSaved } from '../../export/web/saved.js';
import { GameTable } from '../../export/web/table.js';
import { LoadedPlayers } from './seating.js';
import { playOn } from './session.js';
import { movesText, newLines, numbered, withWords } from './words.js';

interface Setup {
  options?: object;
  /** Seats of people; default: the first. */
  people?: number[];
  saved?: string;
  columns?: number;
}

/** A table of a game, and a way to play at it: lines typed, text printed. */
async function sit(id: string, { options: given = {}, people = [0], saved, columns = 100 }: Setup = {}) {
  const loaded = await loadGame(id);
  const { game } = loaded;
  const options = game.options.parse(given);
  const opponent = rivals(loaded)[0] ?? 'random';
  const players = new LoadedPlayers({ ...loaded, options, otherOptions: true }, opponent);
  await players.load(opponent);
  const seats = Array.from({ length: game.players(options) }, (_, seat) => (people.includes(seat) ? PERSON : opponent));
  const table =
    saved === undefined
      ? GameTable.begin(game, players, { options, seed: '5', seats })
      : GameTable.resume(game, players, readSaved(game, saved));
  const type = async (...lines: string[]): Promise<string> => {
    let printed = '';
    await playOn(table, players.create(opponent)!, {
      answers: lines[Symbol.iterator]() as unknown as AsyncIterator<string>,
      print: async (text) => {
        printed += text;
        return true;
      },
      thinking: { of: (_, think) => think() },
      wipes: false,
      columns,
      goOn: (file) => `tabletop play --continue ${file}`,
      signal: new AbortController().signal,
    });
    return printed;
  };
  return { game, table, players, type };
}

const longest = (text: string): string => text.split('\n').reduce((a, b) => (b.length > a.length ? b : a), '');

describe('what is printed', () => {
  // Answers far apart in the list, so that a game gets somewhere.
  const answers = Array.from({ length: 20 }, (_, i) => [String(1 + ((i * 7) % 5)), '1']).flat();

  it.each([
    ['doomspire', { conceding: 'off' }],
    ['doomspire', { edition: 'airef', conceding: 'off' }],
    ['crown-of-ash', {}],
    ['islebound', {}],
    ['fuzzy-knights', {}],
    ['kuhn', {}],
    ['leduc', {}],
    ['tic-tac-toe', {}],
    ['connect-four', {}],
    ['cartpole', {}],
    ['invalid-actions', {}],
  ])('%s %j: within 100 columns, advice, help and the position again', async (id, options) => {
    const { type } = await sit(id, { options });
    const printed = await type('?', 'h', 'help', '/zzz', '999', ...answers, '?');
    expect(longest(printed).length, longest(printed)).toBeLessThanOrEqual(100);
    expect(printed).toMatch(/ would: \d+ {2}\S/);
    expect(printed).toContain('list only the moves with these words');
    expect(printed).toContain('no move has these words');
    expect(printed).toMatch(/not one of 1\.\.\d+; help/);
    expect(printed).not.toMatch(/undefined|\[object/);
  });

  it('keeps moves and what happens within a narrower terminal', async () => {
    const { type } = await sit('fuzzy-knights', { columns: 60 });
    const lists = (await type('1', '1')).split('\n').filter((line) => /^ {0,3}\d+ {2}/.test(line));
    expect(lists.length).toBeGreaterThan(10);
    for (const line of lists) expect(line.length).toBeLessThanOrEqual(60);
  });

  it('shows the whole position once a turn, and then what has changed', async () => {
    const { type } = await sit('doomspire');
    const printed = await type('1', '1', '1');
    expect(printed.match(/^Key: /gm)).toHaveLength(1);
    expect(printed).toMatch(/^> Red NW: spend a die of \d$/m);
    expect(printed).toMatch(/^NW: a die of \d: for which unit\?$/m);
    expect(printed).toMatch(/^ {4}knight NW 1: a1 to [a-h]\d$/m);
    expect((await sit('doomspire').then(({ type }) => type('1', '?'))).match(/^Key: /gm)).toHaveLength(2);
  });

  it('groups moves as the page does, under the same names', async () => {
    const { table, type } = await sit('crown-of-ash');
    let printed = await type();
    for (let n = 0; n < 10 && table.show().groups.length < 2; n++) printed = await type('1');
    const { groups, seats } = table.show();
    expect(groups.length).toBeGreaterThan(1);
    for (const { title } of groups) expect(printed).toContain(`\n${title}:\n`);
    for (const { called } of seats.slice(1)) expect(printed).toContain(called);
    expect(printed).toMatch(/^You are Visio\. Nox, Mors and Fortis: scripted:\w+\.$/m);
  });

  it('says who is where, who won and by what', async () => {
    const { type } = await sit('tic-tac-toe');
    const printed = await type(...Array.from({ length: 9 }, () => '1'));
    expect(printed).toMatch(/\nThe game is over \(.+\):\n {2}place 1: /);
  });
});

describe('taking back', () => {
  it('goes back over an opponent whose answer draws no luck', async () => {
    const { table, type } = await sit('connect-four');
    const printed = await type('3', 'undo');
    expect(printed).toMatch(/taken back: 2 of 2 moves/);
    expect(table.moves).toBe(0);
    expect(table.show().asked).toBe(true);
  });

  it('stops at dice, and says so', async () => {
    const { table, type } = await sit('doomspire');
    const printed = await type('1', '1', 'undo', 'u', 'u');
    // Two choices of this turn, not the dice before it.
    expect(printed.match(/taken back: 1 of \d+ moves/g)).toHaveLength(2);
    expect(printed).toContain('this cannot be taken back: dice, cards or another player came after it');
    expect(table.show().asked).toBe(true);
  });

  it('does not take back where something is hidden and others have answered', async () => {
    const { type } = await sit('kuhn');
    expect(await type('1', 'undo')).toMatch(/cannot be taken back|The game is over/);
  });
});

describe('saving', () => {
  it('goes on from a saved game as it would have gone on', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'tabletop-play-'));
    try {
      const file = path.join(folder, 'game.json');
      const first = await sit('doomspire');
      const printed = await first.type('1', '1', 'save', `save ${path.join(folder, 'no/game.json')}`, `save ${file}`);
      expect(printed).toContain('save where? save <file>');
      expect(printed).toMatch(/cannot write .*no\/game\.json/);
      expect(printed).toContain(`saved to ${file}; tabletop play --continue ${file} goes on with it`);
      const second = await sit('doomspire', { saved: readFileSync(file, 'utf8') });
      expect(second.table.moves).toBe(first.table.moves);
      await first.type('1', '1', '1', '2', '1');
      await second.type('1', '1', '1', '2', '1');
      expect(second.table.show().text).toBe(first.table.show().text);
      expect(second.table.save()).toBe(first.table.save());
      writeFileSync(file, 'nothing');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('a saved game may name players, but none that runs a program or code of a file', async () => {
    const { table, players } = await sit('doomspire');
    const saved = JSON.parse(table.save()) as { agents: string[] };
    saved.agents = ['person', 'cmd:touch broken', 'trained:easy', 'scripted:nobody'];
    const { game } = await loadGame('doomspire');
    const notes = await players.loadSaved(readSaved(game, JSON.stringify(saved)));
    expect(notes).toEqual([
      expect.stringMatching(/^scripted:\w+ plays in place of cmd:touch broken: name it with --against/),
      expect.stringMatching(/in place of scripted:nobody: .*nobody/),
    ]);
    expect(players.known('trained:easy')).toBe(true);
    expect(players.known('cmd:touch broken')).toBe(false);
  });
});

it('several people pass the device on where something is hidden', async () => {
  const { type } = await sit('kuhn', { people: [0, 1] });
  const printed = await type('', '1', '', '1');
  expect(printed.match(/take the device and press Enter/g)).toHaveLength(2);
  const before = printed.slice(0, printed.indexOf('take the device'));
  expect(before).not.toMatch(/card [JQK]/);
});

it('numbers moves through all groups, and finds them by words', () => {
  const move = (action: number, text: string) => ({ action, text });
  const groups = numbered([
    { title: 'Go to', moves: [move(7, 'go to a1'), move(9, 'go to b2')] },
    { title: 'Other moves', moves: [move(2, 'end the turn')] },
  ]);
  expect(movesText(groups)).toBe('Go to:\n   1  go to a1\n   2  go to b2\nOther moves:\n   3  end the turn');
  expect(withWords(groups, 'GO b2')).toEqual([{ title: 'Go to', moves: [{ number: 2, action: 9, text: 'go to b2' }] }]);
  expect(withWords(groups, 'other')[0]!.moves[0]!.number).toBe(3);
});

it('tells of a position that was shown what is new before the question', () => {
  expect(newLines('map\nfood 1\nask?', 'map 2\nfood 1\nbattle for b\nwho?')).toEqual(['battle for b', 'who?']);
  expect(newLines('map\nask?', 'map\nask?')).toEqual([]);
});
