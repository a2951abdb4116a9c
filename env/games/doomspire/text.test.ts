import { describe, expect, it } from 'vitest';
import { type Rng, SeededChance } from '../../chance.js';
import { ACTIONS } from './actions.js';
import { type DoomspireState, game } from './game.js';
import { legalOf, playSampled } from './sampled-positions.js';
import { tileName, tileNumber } from './text.js';

describe('texts', () => {
  it('no two legal actions of a position share a text, and none is broken', () => {
    let n = 0;
    for (const options of [
      {},
      { askForced: true, conceding: 'any' as const, impressReward: 'choice' as const },
      { edition: 'airef' as const },
      { edition: 'airef' as const, askForced: true },
    ])
      playSampled('texts', 2, 3, options, (s) => {
        n++;
        const legal = legalOf(s);
        const texts = legal.map((a) => s.actionText(a));
        expect(new Set(texts).size).toBe(legal.length);
        for (const t of texts) expect(t).not.toMatch(/undefined|NaN|null|\n/);
      });
    expect(n).toBeGreaterThan(500);
  });

  it('has words for every action id in every prompt, legal or not', () => {
    playSampled('any', 1, 60, {}, (s) => {
      for (let a = 0; a < ACTIONS; a++) expect(s.actionText(a).length).toBeGreaterThan(0);
    });
  });

  it('fits a terminal of 100 columns and tells nothing that is hidden', () => {
    const show = (s: DoomspireState, rng: Rng): void => {
      const seat = rng.int(4);
      const text = s.text(seat);
      expect(text).not.toMatch(/undefined|NaN/);
      for (const line of text.split('\n').slice(0, 38)) expect(line.length).toBeLessThanOrEqual(100);
      const other = s.clone();
      other.resample(seat, rng);
      expect(other.text(seat)).toBe(text);
    };
    playSampled('board', 2, 23, {}, show);
    playSampled('board', 2, 23, { edition: 'airef' }, show);
  });

  it('names squares from the north-west', () => {
    expect([0, 7, 26, 63].map(tileName)).toEqual(['a1', 'h1', 'c4', 'h8']);
    expect([...Array(64).keys()].every((t) => tileNumber(tileName(t)) === t)).toBe(true);
    expect(tileNumber('i1')).toBe(-1);
  });

  it('shows the start of a game', () => {
    const s = game.newState(game.options.parse({}), new SeededChance('picture', game.streams));
    const text = s.text(0);
    expect(text).toContain('Round 1 of at most 60, movement phase');
    expect(text).toContain('@NW1');
    expect(text).toContain('NW you');
    expect(text).toContain('tier 1 39 cards');
  });
});
