import { describe, expect, it } from 'vitest';
import type { Association } from './associations.js';
import type { Effect } from './effects.js';
import { firstLooks, turnOrderText } from './first-looks.js';
import type { Analysis, Choice, GameReport, Level } from './result.js';
import { skillTexts } from './skill.js';
import { choicesOf, namesOf, thingsOf } from './things.js';
import type { Watched } from './watch.js';

const around = (mean: number, half = 0.05) => ({ mean, low: mean - half, high: mean + half });

const level = {
  ...{ agent: 'greedy', games: 400, placeTests: [], seatTests: [], byOrder: [], seats: [], rounds: { mean: 10 } },
  truncatedShare: around(0, 0),
} as unknown as Level;
const report = { players: 3, parity: 1 / 3, games: 400, levels: [level], skill: [] } as unknown as GameReport;

function looks(analysis: Partial<Analysis>): string[] {
  return firstLooks(report, {
    decided: null,
    choices: [],
    heat: null,
    until: 5,
    associations: [],
    effects: [],
    ...analysis,
  });
}

it('says of the turn order that random moves came first', () => {
  const tests = [{ corrected: 0.001 }] as Level['placeTests'];
  const seats = [0.8, 0.2].map((mean) => ({ winShare: around(mean) })) as Level['seats'];
  const byOrder = seats as unknown as Level['byOrder'];
  const told = (openings: number) => turnOrderText({ ...level, openings, placeTests: tests, byOrder, seats });
  expect(told(2)).toMatch(/^Turn order matters: among greedy, after 2 random first moves, the 1st to move wins 80/);
  expect(told(0)).toMatch(/^Turn order matters: among greedy the 1st to move wins 80/);
});

describe('the largest association', () => {
  const one = (name: string, mean: number, half: number, corrected: number) =>
    ({ name, kind: 'choice', withIt: 0.6, withoutIt: 0.3, difference: around(mean, half), corrected }) as Association;

  it('stands first, by the near end of its interval', () => {
    const [first] = looks({
      associations: [
        one('take white', -0.08, 0.02, 0.0001),
        one('buy card #45', 0.274, 0.12, 0.0006),
        one('buy card #12', 0.4, 0.39, 0.04),
        one('buy card #13', 0.6, 0.7, 0.2),
      ],
    });
    expect(first).toMatch(/^"buy card #45" .* with winning: .* by the end of round 5 .*27\.4 points \[15\.4, 39\.4\]/);
  });
});

describe('an effect', () => {
  const choices = [
    { name: 'take white', seats: 1 },
    { name: 'buy card #45', seats: 0.2 },
  ] as Choice[];
  const headline = (choice: string, mode: Effect['mode'], mean: number) =>
    looks({ choices, effects: [{ choice, mode, deals: 100, difference: around(mean), p: 0, corrected: 0 }] }).find(
      (line) => line.startsWith('A seat that'),
    );

  it('is no finding where a seat is forced to a basic choice, or goes without it', () => {
    expect(headline('take white', 'always', -0.41)).toBeUndefined();
    expect(headline('buy card #45', 'always', -0.41)).toBeUndefined();
    expect(headline('take white', 'never', -0.41)).toBeUndefined();
  });

  it('is one where it wins more, or where a choice that few make is missed', () => {
    expect(headline('take white', 'always', 0.1)).toMatch(
      /always makes .* more often, by 10\.0 .* stronger than greedy/,
    );
    expect(headline('take white', 'never', 0.1)).toMatch(/never makes .* more often, .* would do better without/);
    expect(headline('buy card #45', 'never', -0.1)).toMatch(
      /less often, by 10\.0 points \[5\.0, 15\.0\]: .* worth having/,
    );
  });
});

describe('who wins', () => {
  const share = (mean: number) => ({ winShare: around(mean, 0.04) });
  const shares = (...means: number[]) => means.map(share) as unknown as Level['seats'] & Level['byOrder'];
  const tests = (...ps: number[]) => ps.map((corrected, seat) => ({ seat, place: seat + 1, corrected }));
  const order = (level: Partial<Level>) =>
    turnOrderText({ agent: 'greedy', games: 60, placeTests: tests(1, 1), seatTests: tests(1, 1), ...level } as Level);

  it('is told of the turn order, and of seats where they are something else', () => {
    const alike = { byOrder: shares(0.3, 0.3), seats: shares(0.3, 0.3) };
    expect(order(alike)).toBe(
      'No place in the turn order is significantly better or worse than equal among greedy (60 games).',
    );
    const apart = { byOrder: shares(0.3, 0.3), seats: shares(0.1, 0.5) };
    expect(order(apart)).toMatch(/^No place in the turn order and no seat is/);
    expect(order({ ...apart, seatTests: tests(0.01, 0.01) })).toBe(
      'The seat matters: among greedy seat 1 wins 50.0 % [46.0, 54.0], seat 0 10.0 % [6.0, 14.0]; equal would be 30.0 %.',
    );
    expect(
      order({ ...apart, byOrder: shares(0.4, 0.2), placeTests: tests(0.04, 0.04), seatTests: tests(0, 0) }),
    ).toMatch(
      /^Turn order matters: among greedy the 1st to move wins 40\.0 .* equal would be 30\.0 %\. The seat matters: /,
    );
  });
});

it('a choice that is never made is told by how often it was open', () => {
  const never = (name: string, open: number) => ({ name, open, perGame: 0, seats: 0 }) as Choice;
  const last = (choices: Choice[]) => looks({ choices }).at(-1);
  expect(last([never('wait', 9)])).not.toMatch(/never/);
  expect(last([never('wait', 10)])).toBe('greedy never makes the choice "wait" (10 times), though it was available.');
  expect(last([never('a', 10), never('b', 30)])).toMatch(/2 choices .* "b" \(30 times\), "a" \(10 times\)\.$/);
});

it('where nothing stands out, as in random play of one seat, that is said', () => {
  expect(firstLooks({ ...report, players: 1 }, null)).toEqual(['Nothing stands out in 400 games.']);
});

it('a report says whether the strongest level beats the others', () => {
  const skill = (against: string, mean: number) => ({
    ...{ agent: 'greedy', against, games: 100, result: around(mean), equal: 1 / 3 },
  });
  expect(skillTexts([skill('random', 0.8), skill('meek', 0.5)], report)).toEqual([
    expect.stringMatching(
      /^Skill matters: greedy comes first in 80\.0 % .* against random and 50\.0 % .* against meek, \d+ games each;/,
    ),
  ]);
  expect(skillTexts([skill('random', 0.34), skill('meek', 0.1)], report).map((line) => line.split(':')[0])).toEqual([
    'No difference in skill shows',
    'The levels are not in the order of their strength',
  ]);
  const [chips] = skillTexts([{ ...skill('random', 0.4), equal: 0 }], { ...report, byRewards: true });
  expect(chips).toBe(
    'Skill matters: the mean return of greedy is 0.400 [0.350, 0.450] against random (equal would be 0.000), 100 games.',
  );
  expect(skillTexts([], report)).toEqual([]);
});

it('a single card has a row of its own without a landmark, once enough seats bought it', () => {
  // Each seat buys one card: half of the seats #1, the others each another.
  const watched = Array.from({ length: 40 }, (_, game) => ({
    outcome: {},
    seats: [`buy card #1`, `buy card #${2 + game}`].map((name) => ({
      choices: { [name]: [1] },
      landmarks: {},
      offered: [{ [name]: 2 }, { 'buy card …': 1 }, { 'buy card …': 1 }],
    })),
  })) as unknown as Watched[];
  const names = namesOf(watched);
  expect(thingsOf(watched, names, 5).map(({ name }) => name)).toEqual(['buy card #1', 'buy card …, 2+']);
  expect(choicesOf(watched, names)).toEqual([
    { name: 'buy card …', perGame: 2, games: 1, seats: 1, open: 80, taken: 1 },
    { name: 'buy card #1', perGame: 1, games: 1, seats: 0.5, open: 80, taken: 0.5 },
  ]);
});
