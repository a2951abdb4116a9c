/** Masks, enumerator and bookkeeping in games stirred up at the start, where late rules are soon met. Plain games: test/fuzz. */
import { describe, expect, it } from 'vitest';
import { createRng, type SeededChance } from '../../env/chance.js';
import { DIE, DONE, doomspireActions, MENU } from './actions.js';
import { enumerate } from './enumerate.js';
import { type DoomspireState, game } from './game.js';
import { violations } from './invariants.js';
import type { DoomspireOptionsInput } from './options.js';
import { P } from './state.js';
import { stirred } from './test/stir.js';

const mask = new Uint8Array(game.actions);
const seen = new Set<string>();
let compared = 0;

/** Compares in every position of a randomly played game, at most 200 decisions. */
function follow(s: DoomspireState, chance: SeededChance, seed: string): void {
  const rng = createRng(seed);
  for (let d = 0; !s.over && d < 200; d++) {
    const n = s.legal(mask);
    const legal = [...mask.keys()].filter((a) => mask[a] === 1);
    const wanted = enumerate(s);
    expect(violations(s)).toEqual([]);
    if (wanted.join() !== legal.join()) {
      const words = (list: number[], others: number[]) =>
        list.filter((a) => !others.includes(a)).map((a) => `${a} ${s.actionText(a)}`);
      throw new Error(
        `${seed}, decision ${d}, ${game.prompts[s.prompt]}: engine only [${words(legal, wanted)}], ` +
          `enumerator only [${wanted.filter((a) => !legal.includes(a))}]`,
      );
    }
    seen.add(game.prompts[s.prompt]!);
    compared++;
    let action = legal[rng.int(n)]!;
    // Turns that are not ended at once, and what is rarely offered at all, meet more of the rules.
    if (s.prompt === P.MENU && (action === DONE || action === MENU + 3)) action = legal[rng.int(n)]!;
    const rare = legal.find((a) => ['BOW', 'BONUS'].includes(doomspireActions.parse(a).name));
    if (rare !== undefined && rng.int(2)) action = s.prompt === P.BONUS ? legal[rng.int(n - 1)]! : rare;
    s.apply(action, chance);
  }
  if (s.over) expect(enumerate(s)).toEqual([]);
}

const rich = { numbers: { startResources: [9, 9, 9, 9] as [number, number, number, number], peacefulRounds: 0 } };
const airefRich = { numbers: { startResources: [9, 9, 9, 9] as [number, number, number, number] } };
const sets: [string, DoomspireOptionsInput][] = [
  ['rulebook', {}],
  ['everything asked', { askForced: true }],
  ['rich', { components: rich }],
  ['conceding, owner stars', { conceding: 'any', blockadeStars: 'owner' }],
  [
    'house rules',
    { exploreUnit: 'square', impressReward: 'choice', cardAfterFlight: true, doomspireStops: false, trading: false },
  ],
  ['airef', { edition: 'airef' }],
  [
    'airef with everything',
    { edition: 'airef', askForced: true, encounters: true, conceding: 'any', components: airefRich },
  ],
];

describe('masks and enumerator', () => {
  it.each(sets)('agree in games stirred up: %s', (name, options) => {
    for (let i = 0; i < 90; i++) {
      const seed = `${name}/stirred ${i}`;
      const { s, chance } = stirred(options, seed);
      follow(s, chance, seed);
    }
  });
  it('were compared on 20,000 positions and all prompts', () => {
    expect(compared).toBeGreaterThan(20_000);
    expect(game.prompts.filter((p) => !seen.has(p))).toEqual([]);
  });
  it('differ when a mask is wrong', () => {
    const { s, chance } = stirred({}, 'wrong');
    while (s.prompt !== P.MENU || enumerate(s)[0]! >= DIE + 3) s.apply(enumerate(s)[0]!, chance);
    s.dice.fill(0);
    s.legal(mask);
    const legal = [...mask.keys()].filter((a) => mask[a] === 1);
    expect(legal.filter((a) => !enumerate(s).includes(a)).length).toBeGreaterThan(0);
    expect(legal.filter((a) => !enumerate(s).includes(a)).every((a) => a >= DIE && a < DIE + 3)).toBe(true);
  });
});
