import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { SeededChance } from '../../env/chance.js';
import { gameIds } from '../../env/load-game.js';
import { UserError } from '../../env/user-error.js';
import type { KuhnState } from '../../games/kuhn/game.js';
import { fuzzGame } from './play.js';
import { readProgress, writeProgress } from './progress.js';
import { report } from './report.js';
import { runFuzz } from './run.js';
import { CLOSELY, type Player, RARELY, type Subject } from './subject.js';
import { fuzzIds, fuzzSubject } from './subjects.js';
import { addFault, addTally, emptyTally } from './tally.js';

const kuhn = (await fuzzSubject('kuhn')) as unknown as Subject<KuhnState>;

function played(subject: Subject<KuhnState>, from: number, to: number) {
  const tally = emptyTally(subject.game);
  for (let number = from; number < to; number++) fuzzGame(subject, 's', number, tally);
  return tally;
}

it('every game of this project can be fuzzed', () => {
  expect([...fuzzIds].sort()).toEqual([...gameIds()].sort());
});

it('an unknown game is refused with the list of the known ones', async () => {
  await expect(fuzzSubject('chess')).rejects.toThrow(UserError);
  await expect(fuzzSubject('chess')).rejects.toThrow('doomspire');
  await expect(fuzzSubject('toString')).rejects.toThrow(UserError);
});

it('tallies of parts add up to the tally of the whole', () => {
  const whole = played(kuhn, 0, 30);
  const parts = played(kuhn, 0, 12);
  addTally(parts, played(kuhn, 12, 30));
  expect(parts).toEqual(whole);
  expect(whole.games).toBe(30);
  expect(whole.deep).toBe(whole.decisions);
  expect(whole.faulty).toBe(0);
});

it('looks closely at the first games, and then at one decision of sixteen', async () => {
  const subject = await fuzzSubject('connect-four');
  const looks = (number: number) => {
    const tally = emptyTally(subject.game);
    fuzzGame(subject, 's', number, tally);
    return { every: tally.decisions, deep: tally.deep };
  };
  const early = looks(CLOSELY - 1);
  expect(early.deep).toBe(early.every);
  let deep = 0;
  for (let number = CLOSELY; number < CLOSELY + 10; number++) {
    const late = looks(number);
    expect(late.deep).toBe(Math.floor(late.every / RARELY));
    deep += late.deep;
  }
  expect(deep).toBeGreaterThan(0);
});

it('workers, their number and a stop in between do not change the tally', async () => {
  const plan = { id: 'kuhn', seed: 's', games: 30, block: 4 };
  const one = emptyTally(kuhn.game);
  const done = new Set<number>();
  const stop = new AbortController();
  await runFuzz({ ...plan, workers: 1, done, tally: one, signal: stop.signal, onBlock: () => stop.abort() });
  expect(one.games).toBe(4);
  await runFuzz({ ...plan, workers: 2, done, tally: one });
  expect(one).toEqual(played(kuhn, 0, 30));
  expect(done.size).toBe(8);
});

const newGame = () => kuhn.game.newState(kuhn.game.options.parse({}), new SeededChance('new', kuhn.game.streams));
/** Does not look at what is legal. */
const wild: Player<KuhnState> = { name: 'wild', choose: () => 99 };

/** Kuhn poker whose positions are spoiled in one way. */
const spoiled = (spoil: (state: KuhnState) => void, more: Partial<Subject<KuhnState>> = {}): Subject<KuhnState> => ({
  ...kuhn,
  ...more,
  game: {
    ...kuhn.game,
    newState(options, chance) {
      const state = kuhn.game.newState(options, chance);
      spoil(state);
      return state;
    },
  },
});

it.each<[string, Subject<KuhnState>]>([
  ['out of order', { ...kuhn, violations: () => ['out of order'] }],
  ['watched', { ...kuhn, watch: () => ({ check: () => ['watched'] }) }],
  ['at the end', { ...kuhn, atEnd: () => ['at the end'] }],
  ['truncated and ending differ', { ...kuhn, cut: 'called' }],
  ['which is not legal', { ...kuhn, draw: (...of) => ({ ...kuhn.draw(...of), players: Array(4).fill(wild) }) }],
  ['mask 0,1, enumerator 0', { ...kuhn, game: { ...kuhn.game, enumerate: () => [0] } }],
  ['1 legal actions', spoiled((s) => (s.legal = (mask) => mask.fill(1).fill(0, 1).indexOf(0)))],
  ['gives another position', spoiled((s) => (s.hash = () => Math.random()))],
  ['two actions share a text', spoiled((s) => (s.actionText = () => 'same'))],
  ['two actions share their JSON', spoiled((s) => (s.actionJson = () => ({ kind: 'same', args: {} })))],
  ['an action is too long', spoiled((s) => (s.actionText = (action) => `${action} ${'-'.repeat(91)}`))],
  ['a line is too long', spoiled((s) => (s.text = () => '-'.repeat(101)))],
  ['a broken text', spoiled((s) => (s.text = () => 'bet undefined'))],
  ['redrawing changed the text', spoiled((s) => (s.text = () => `deck ${s.bytes}`))],
  ['redrawing changed the view', spoiled((s) => (s.view = () => ({ deck: [...s.bytes] })))],
  ['reads back as another', { ...kuhn, game: { ...kuhn.game, parseView: () => newGame() } }],
  ['rewards', spoiled((s) => (s.rewards = (out) => void out.fill(1)))],
  ['nobody is first', spoiled((s) => (s.places = (out) => void out.fill(1)))],
])('a fault is found and told: %s', (words, subject) => {
  const tally = played(subject, 0, 20);
  expect(tally.games).toBe(20);
  expect(tally.faulty).toBeGreaterThan(0);
  expect(tally.faults.join('\n')).toContain(words);
});

it('so many faults are told, all are counted', () => {
  const tally = emptyTally(kuhn.game);
  for (let i = 0; i < 50; i++) addFault(tally, `fault ${i}`);
  const other = structuredClone(tally);
  addTally(other, tally);
  expect(other.faulty).toBe(100);
  expect(other.faults).toEqual(tally.faults);
  expect(tally.faults).toHaveLength(20);
});

it('progress on disk goes on only where it is of the same run', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'fuzz-'));
  try {
    const file = path.join(folder, 'deep', 'kuhn.json');
    const plan = { seed: 's', games: 8, block: 4 };
    const begun = readProgress(file, kuhn.game, plan);
    expect(begun.tally).toEqual(emptyTally(kuhn.game));
    const some = { ...begun, done: [1], seconds: 3, tally: played(kuhn, 4, 8) };
    writeProgress(file, some);
    expect(readProgress(file, kuhn.game, plan)).toEqual(some);
    expect(readProgress(file, kuhn.game, { ...plan, games: 10 }).games).toBe(10);
    const refused = (words: string, game = kuhn.game, other = plan) => {
      expect(() => readProgress(file, game, other)).toThrow(UserError);
      expect(() => readProgress(file, game, other)).toThrow(words);
    };
    refused('seed s, not t', kuhn.game, { ...plan, seed: 't' });
    refused('block 4, not 5', kuhn.game, { ...plan, block: 5 });
    refused('version', { ...kuhn.game, version: 'other' });
    refused('game kuhn', { ...kuhn.game, id: 'leduc' });
    refused('other prompts', { ...kuhn.game, prompts: ['one', 'two', 'three'] });
    refused('a run of 8 games', kuhn.game, { ...plan, games: 7 });
    writeProgress(file, { ...some, games: 7 });
    refused('a run of 7 games', kuhn.game, { ...plan, games: 8 });
    writeFileSync(file, '{');
    refused('not the progress');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('the report names what was never reached', () => {
  const tally = played(kuhn, 0, 40);
  const page = report(kuhn as unknown as Subject, tally, 'the command', 2);
  expect(page).toContain('Command: `the command`');
  expect(page).toContain('| games | 40 |');
  expect(page).toContain('Nothing: all of the below was reached.');
  tally.played[1] = 0;
  addFault(tally, 'game 3: bad');
  const worse = report({ ...kuhn, directed: () => 'tested elsewhere' } as unknown as Subject, tally, 'c', 2);
  expect(worse).toContain('- action 1: tested elsewhere');
  expect(worse).toContain('- game 3: bad');
});
