/** Random play to the end under many sets of options: nothing throws, everything stays consistent, saving is exact. */
import { describe, expect, it } from 'vitest';
import { createRng, SeededChance } from '../../env/chance.js';
import { DoomspireState, game } from './game.js';
import { violations } from './invariants.js';
import type { DoomspireOptionsInput } from './options.js';

const rich = { numbers: { startResources: [12, 12, 12, 12] as [number, number, number, number] } };
const easy = { numbers: { ...rich.numbers, fameThreshold: 9, peacefulRounds: 0 } };
const sets: [string, number, DoomspireOptionsInput][] = [
  ['rulebook', 4, {}],
  ['rich start', 4, { components: rich }],
  ['easy dragon', 6, { components: easy }],
  [
    'single tiles, choice, open dice',
    4,
    { exploreUnit: 'square', impressReward: 'choice', diceChoice: 'open', components: easy },
  ],
  [
    'conceding, owner stars, drawn titles',
    4,
    { conceding: 'any', blockadeStars: 'owner', titleTies: 'draw', components: easy },
  ],
  [
    'forced asked, no trading, no encounters',
    2,
    { askForced: true, trading: false, encounters: false, components: easy },
  ],
  [
    'cards after flight, doomspire passable',
    3,
    { cardAfterFlight: true, doomspireStops: false, trackMax: 15, components: easy },
  ],
];

describe.each(sets)('random play: %s', (name, games, input) => {
  it('ends, and every position is consistent', () => {
    const options = game.options.parse(input);
    const mask = new Uint8Array(game.actions);
    const other = new DoomspireState(options);
    for (let i = 0; i < games; i++) {
      const chance = new SeededChance(`${name}/${i}`, game.streams);
      const rng = createRng(`${name}/${i}`);
      const s = game.newState(options, chance);
      let decisions = 0;
      while (!s.over) {
        const wrong = violations(s);
        if (wrong.length) throw new Error(`${game.prompts[s.prompt]}: ${wrong.join('; ')}`);
        const n = s.legal(mask);
        expect(n).toBeGreaterThan(options.askForced ? 0 : 1);
        if (decisions % 50 === 0) {
          other.load(s.save());
          expect(other.hash()).toBe(s.hash());
          other.resample(s.actor, rng);
          expect(violations(other)).toEqual([]);
        }
        let k = rng.int(n);
        let a = 0;
        while (mask[a] === 0 || k-- > 0) a++;
        s.apply(a, chance);
        decisions++;
      }
      expect(violations(s)).toEqual([]);
      expect(decisions).toBeLessThan(game.maxDecisions(options));
      expect(s.legal(mask)).toBe(0);
      const places = new Uint8Array(4);
      s.places(places);
      expect([...places].sort()).toEqual([0, 1, 2, 3]);
      expect(s.ending()).not.toBe('');
    }
  }, 60_000);
});

describe('position', () => {
  it('refuses bytes that are no position', () => {
    const s = game.newState(game.options.parse({}), new SeededChance(1, game.streams));
    const before = s.hash();
    const bytes = s.save();
    expect(() => s.load(bytes.subarray(0, bytes.length - 1))).toThrow('length');
    expect(() => s.load(new Uint8Array(20))).toThrow('header');
    bytes[500]! ^= 4;
    expect(() => s.load(bytes)).toThrow('checksum');
    expect(s.hash()).toBe(before);
  });
});
