import { describe, expect, it } from 'vitest';
import { RecordingChance, SeededChance } from '../../env/chance.js';
import { loadGame } from '../../env/load-game.js';
import { formatReplay, recordReplay } from '../../env/replay.js';
import { TurnEnv } from '../../env/turn-env.js';
import { PERSON, Players } from './players.js';
import { Review, readReplay } from './review.js';
import { GameTable } from './table.js';

/** A game that bots have played to its end, or as far as that. */
async function played(name: string, seats: string[], most = 5000, seed = '3') {
  const { game, bots } = await loadGame(name);
  const players = new Players(game, bots);
  const table = GameTable.begin(game, players, { options: {}, seed, seats });
  while (table.moves < most && table.step());
  const review = new Review(game, readReplay(game, table.save()), (spec) => players.name(spec));
  return { game, players, table, review };
}

describe('walking through a game', () => {
  it('shows each position as it was, with the move that followed', async () => {
    const { table, review } = await played('connect-four', ['random', 'random']);
    const end = table.show();
    expect(review.last).toBe(end.moves);
    const last = review.look(review.last, 0);
    expect(last).toMatchObject({ at: end.moves, last: end.moves, next: null, goesOn: false });
    expect(last.shown).toMatchObject({ text: end.text, over: end.over, log: end.log.map(({ text }) => ({ text })) });
    const first = review.look(0, null);
    expect(first).toMatchObject({ next: { seat: 0, text: end.log[0]!.text }, goesOn: true });
    expect(first.shown).toMatchObject({ moves: 0, log: [], over: null, asked: false, groups: [] });
    expect(() => review.look(review.last + 1, null)).toThrow(/^there is no position after/);
    expect(() => review.look(0, 7)).toThrow('there is no seat 7');
  });

  it('tells what came of each move, as the seat saw it that looks on', async () => {
    const { table, review } = await played('doomspire', Array(4).fill('scripted:merchant'), 60);
    const tells = (at: number) => review.look(at, 0).shown.log.map((line) => line.tells);
    // Asked for backwards and forwards, it is the same as it was at the table.
    const whole = table.show().log.map((line) => line.tells);
    for (const at of [table.moves, 5, 30, table.moves]) expect(tells(at)).toEqual(whole.slice(0, at));
  });

  it('hides nothing: each seat as it sees it, and by itself the one that is to move', async () => {
    const { review } = await played('kuhn', ['random', 'random']);
    for (const seat of [0, 1]) expect(review.look(0, seat).shown.text).toContain(`seat ${seat} (you)`);
    const { shown } = review.look(1, null);
    expect(shown.viewer).toBe(shown.actor);
    expect(shown.log.every(({ text }) => text !== null)).toBe(true);
  });

  it('adds up what was earned, where a game is scored by rewards', async () => {
    const { review } = await played('kuhn', ['random', 'random']);
    const end = review.gained.at(-1)!;
    expect(end[0]! + end[1]!).toBeCloseTo(0);
    expect(Math.abs(end[0]!)).toBeGreaterThan(0);
    expect(review.gained[0]).toEqual([0, 0]);
  });

  it('walks through a game with dice from outside, which cannot be gone on with', async () => {
    const { game } = await loadGame('docs/examples/pig.ts');
    const chance = new RecordingChance(new SeededChance('1', game.streams));
    const env = new TurnEnv(game);
    env.start({ chance });
    const actions: number[] = [];
    while (!env.over && actions.length < 20) {
      actions.push(env.mask.indexOf(1));
      env.play(actions.at(-1)!);
    }
    const text = formatReplay(recordReplay(game, { options: {}, outcomes: chance.outcomes, actions }));
    const review = new Review(game, readReplay(game, text), String);
    expect(review.look(3, null)).toMatchObject({ last: actions.length, goesOn: false });
    expect(() => review.upTo(3)).toThrow('this game cannot be gone on with from here');
    expect(readReplay(game, review.text)).toEqual(readReplay(game, text));
  });

  it('refuses what is damaged, or of another game', async () => {
    const { game, table } = await played('connect-four', ['random', 'random']);
    const good = JSON.parse(table.save());
    const open = (text: string) => new Review(game, readReplay(game, text), String);
    expect(() => open('{')).toThrow(/^the file is not a replay/);
    expect(() => open(JSON.stringify({ ...good, game: 'chess' }))).toThrow(/^the file belongs to chess/);
    const wrong = JSON.stringify({ ...good, actions: good.actions.map(() => 99) });
    expect(() => open(wrong)).toThrow(/^this replay differs from the game at step 1: action 99/);
  });
});

describe('a what-if game', () => {
  it('begins at any position with a person at the seat to act, and ends as it did where nothing else is tried', async () => {
    const { game, players, review } = await played('connect-four', ['random', 'random']);
    const table = GameTable.whatIf(game, players, review.upTo(4));
    expect(table.show()).toMatchObject({ moves: 4, asked: true, actor: 0, open: true });
    expect(table.show().seats.map(({ spec }) => spec)).toEqual([PERSON, 'random']);
    for (const { seat, action } of review.moves.slice(4)) {
      if (seat === 0) table.choose(action);
      else table.step();
    }
    expect(table.show().over).toEqual(review.look(review.last, null).shown.over);
  });

  it('hands over no device, tells all, and takes back any move: luck, and what came before it', async () => {
    const { game, players, review } = await played('doomspire', Array(4).fill('random'), 40);
    const table = GameTable.whatIf(game, players, review.upTo(30));
    for (let seat = 0; seat < 4; seat++) table.seat(seat, PERSON);
    for (let i = 0; i < 25; i++) {
      const shown = table.show();
      expect(shown).toMatchObject({ passing: false, asked: true, canUndo: true });
      table.choose(shown.groups[0]!.moves[0]!.action);
    }
    expect(table.show().log.every(({ text }) => text !== null)).toBe(true);
    for (let moves = table.moves; moves > 0; moves--) {
      table.undo();
      expect(table.moves).toBe(moves - 1);
    }
    expect(table.show().canUndo).toBe(false);
    expect(() => table.undo()).toThrow(/^this cannot be taken back/);
  });

  it('takes back the answers of bots too', async () => {
    const { game, players, review } = await played('connect-four', ['random', 'random']);
    const table = GameTable.whatIf(game, players, review.upTo(4));
    const before = table.show();
    table.choose(before.groups[0]!.moves[0]!.action);
    table.step();
    table.undo();
    expect(table.show()).toEqual({ ...before, canRedo: true });
  });
});
