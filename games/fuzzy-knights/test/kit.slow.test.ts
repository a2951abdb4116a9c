/** Fuzzy Knights under the conformance kit, with each number of players and each switch. */
import { describe, expect, it } from 'vitest';
import { createRng, SeededChance } from '../../../env/chance.js';
import { checkGame } from '../../../env/conformance/index.js';
import { type Game, observationSize } from '../../../env/game.js';
import { hiddenFields, leaks, redrawn } from '../../../env/kit/secrets.js';
import { LiveView } from '../../../env/view.js';
import { type BlockName, fuzzyActions } from '../actions.js';
import { bots as scripted } from '../bots/index.js';
import { ITEM_KINDS } from '../data.js';
import { type FuzzyState, game } from '../game.js';
import type { FuzzyOptionsInput } from '../options.js';
import { prompts } from '../rules/engine.js';
import { fields, promptNames } from '../state.js';
import { positions } from './fixture.js';

const sets: [string, FuzzyOptionsInput][] = [
  ['2 players', { players: 2 }],
  ['3 players', { players: 3 }],
  ['4 players', { maxDays: 20 }],
  ['everything asked', { players: 3, askForced: true, maxDays: 20 }],
  [
    'rotating order, tokens may be declined',
    { players: 2, rotateOrderDaily: true, tokenMayDecline: true, maxDays: 20 },
  ],
  [
    'other tables',
    {
      players: 2,
      maxDays: 20,
      components: { setup: { startCoins: 60 }, cities: { movement: [2, 6, 4], campCost: 2 } },
    },
  ],
];

describe('the conformance kit', () => {
  it.each(sets)('passes with %s', async (_name, options) => {
    const report = await checkGame(game as unknown as Game<unknown, FuzzyState>, {
      games: 2,
      states: 50,
      options,
      bots: scripted,
    });
    expect(report.checks.filter((check) => !check.passed)).toEqual([]);
  });
});

const fieldOf = (s: FuzzyState, name: string) => (s as unknown as Record<string, number | boolean | Uint8Array>)[name]!;

/** Gives an entry of a field another value. */
function change(s: FuzzyState, name: string, k: number): void {
  const value = fieldOf(s, name);
  if (typeof value === 'object') value[k] = fields[name as keyof typeof fields].flag ? 1 - value[k]! : value[k]! + 1;
  else Object.assign(s, { [name]: typeof value === 'boolean' ? !value : value === 1 ? 0 : 1 });
}

describe('the fields', () => {
  it('hide nothing: there is nothing to leak and nothing to redraw', () => {
    const rng = createRng('hidden');
    positions({ players: 3, maxDays: 10 }, 1, 19, (s) => {
      for (let seat = 0; seat < s.players; seat++) {
        expect(hiddenFields(s, seat)).toEqual([]);
        expect(redrawn(s, seat, rng)).toEqual([]);
        expect(leaks(s, seat, rng, { size: observationSize(game), actions: game.actions })).toEqual([]);
      }
    });
  });

  it('all show in what a seat sees, but for those that follow from others or that no later decision depends on', () => {
    const follow = ['step', 'pos', 'cursor', 'battle', 'foeHero', 'foeMercs'];
    const without = ['over', 'truncated', 'finalPlaces', 'rounds', 'spare'];
    const told = Object.entries(fields)
      .filter(([, { derived }]) => !derived)
      .map(([name]) => name);
    const asked = told.filter((name) => !follow.includes(name) && !without.includes(name));
    /** Entries of each field whose change every seat saw. */
    const seen = new Map(asked.map((name) => [name, new Set<number>()]));
    const ofEachKind = ['items', 'armory'];
    /** Nothing more is asked of a field of which an entry was seen, or of these two of a kind that was. */
    const sawEnough = (name: string, entries: ReadonlySet<number>, k: number) =>
      ofEachKind.includes(name) ? [...entries].some((one) => (one - k) % ITEM_KINDS === 0) : entries.size > 0;
    const sights = (s: FuzzyState) =>
      [0, 1, 2].map((seat) => {
        const out = new Float32Array(observationSize(game));
        s.observe(seat, out, 0);
        return Buffer.from(out.buffer).toString('latin1');
      });
    const chance = new SeededChance('facts', game.streams);
    const bots = Object.values(scripted).map(({ create }) => create());
    const view = new LiveView(game);
    const s = game.newState(game.options.parse({ players: 3 }), chance);
    for (let i = 0; !s.over; i++) {
      if (i % 23 === 0) {
        const before = sights(s);
        for (const [name, entries] of seen) {
          const value = fieldOf(s, name);
          const size = typeof value === 'object' ? value.length : 1;
          for (let k = 0; k < size; k++) {
            if (sawEnough(name, entries, k)) continue;
            const other = s.clone();
            change(other, name, k);
            if (sights(other).every((sight, seat) => sight !== before[seat])) entries.add(k);
          }
        }
      }
      s.apply(bots[s.actor]!.act(view.show(s)), chance);
    }
    expect([...seen].filter(([, entries]) => entries.size === 0).map(([name]) => name)).toEqual([]);
    for (const name of ofEachKind)
      expect(new Set([...seen.get(name)!].map((k) => k % ITEM_KINDS)).size, name).toBe(ITEM_KINDS);
  });

  it('are in their ranges in whole games, and a saved position that is not is refused', () => {
    positions({ players: 4, maxDays: 20 }, 2, 5, (s) => expect(s.outOfRange()).toBe(''));
    const s = game.newState(game.options.parse({}), new SeededChance('range', game.streams));
    const bad = s.clone();
    bad.heroTile[3] = 120;
    expect(() => s.load(bad.save())).toThrow('not a saved position of Fuzzy Knights: heroTile.3 is 120, wanted 0..99');
  });
});

describe('the prompts', () => {
  it('list actions of their own blocks only, and use them all', () => {
    const met = promptNames.map(() => new Set<string>());
    const look = (s: FuzzyState) => {
      for (const action of s.legalActions.subarray(0, s.count)) met[s.prompt]!.add(fuzzyActions.parse(action).name);
    };
    positions({ players: 3, maxDays: 40, askForced: true, components: { setup: { startCoins: 40 } } }, 2, 1, look);
    positions({ players: 2, maxDays: 30, tokenMayDecline: true }, 4, 1, look);
    positions({ players: 2, maxDays: 20, components: { setup: { startCoins: 6, cityIncome: 0 } } }, 12, 1, look);
    for (const [prompt, { uses }] of prompts.entries()) {
      const extra = [...met[prompt]!].filter((name) => !uses.includes(name as BlockName));
      expect([promptNames[prompt], extra]).toEqual([promptNames[prompt], []]);
      if (met[prompt]!.size > 0) expect([...met[prompt]!].sort()).toEqual([...uses].sort());
    }
    expect(promptNames.filter((_, prompt) => met[prompt]!.size === 0 && promptNames[prompt] !== 'DISMISS')).toEqual([]);
  });
});
