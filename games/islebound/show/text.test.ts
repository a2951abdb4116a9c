/** What a person reads. */
import { describe, expect, it } from 'vitest';
import { SeededChance } from '../../../env/chance.js';
import { VISIT } from '../actions.js';
import { BUILDINGS } from '../data.js';
import { game } from '../game.js';
import { buildingText } from '../names.js';
import * as S from '../state.js';
import { arrive, begin, give, own } from '../test/fixture.js';

const ATTACK = 15;

describe('the text', () => {
  it('tells buildings in words, never in names of the tables', () => {
    const s = begin();
    const texts = Array.from({ length: BUILDINGS }, (_, id) => buildingText(s, id));
    for (const text of texts) expect(text).toMatch(/^#\d+, renown \d+: [a-z0-9 ]+$/);
    expect(new Set(texts.map((text) => text.replace(/^#\d+, /, ''))).size).toBe(BUILDINGS);
    expect(texts[0]).toBe('#0, renown 3: 1 more fish in towns that give any');
    expect(texts[17]).toBe('#17, renown 6: sail 1 space farther');
    expect(texts[6]).toBe('#6, renown 4: fees 1 less');
    expect(texts[33]).toBe('#33, renown 11: at the end 1 renown for each 4 coins');
    expect(texts[34]).toBe('#34, renown 12: at the end 1 renown for each building');
  });

  it('asks for no strength below 1', () => {
    const s = arrive(begin(), 'Timber Quay');
    give(s, { human: { pirate: 2 } });
    expect(s.actionText(ATTACK)).toBe('attack Timber Quay (strength 4 needed)');
    s.ability['attack.strength'] = 3;
    expect(s.actionText(ATTACK)).toBe('attack Timber Quay (strength 1 needed, your buildings add 3)');
    s.ability['attack.strength'] = 5;
    expect(s.actionText(ATTACK)).toBe('attack Timber Quay (any force is enough, your buildings add 5)');
    own(s, 'Timber Quay', S.RIVAL);
    expect(s.actionText(ATTACK)).toBe('attack Timber Quay (strength 1 needed, your buildings add 5)');
  });

  it('counts in words', () => {
    const s = arrive(begin(), 'Grotto');
    expect(s.actionText(VISIT)).toBe('visit Grotto for 1 coin');
    expect(s.text(0)).toContain('3 pirates');
  });

  it('tells the result', () => {
    const chance = new SeededChance('end', game.streams);
    const s = game.newState(game.options.parse({}), chance);
    const mask = new Uint8Array(game.actions);
    while (!s.over) {
      s.legal(mask);
      s.apply(mask.indexOf(1), chance);
    }
    expect(s.rivalAhead()).toBe(true);
    expect(s.text(0)).toMatch(/The game is over \([a-z ]+\): you -?\d+, the rival \d+, the rival wins\./);
  });
});
