import { describe, expect, it } from 'vitest';
import { parseOptions } from '../../env/options.js';
import componentsJson from './data/components.json' with { type: 'json' };
import { makeTables } from './data.js';
import { game } from './game.js';

type Json = typeof componentsJson;
const refused = (components: unknown): string => {
  try {
    parseOptions(game, { components });
  } catch (error) {
    return (error as Error).message;
  }
  return 'accepted';
};
/** A list of the tables with one change. */
const changed = <K extends keyof Json>(list: K, edit: (list: Json[K]) => void): Record<string, unknown> => {
  const copy = structuredClone(componentsJson[list]);
  edit(copy);
  return { [list]: copy };
};

describe('the component tables', () => {
  const t = makeTables({});

  it('have the printed counts', () => {
    const { fighters, structures, combatCards, fate, actionCards } = t.components;
    expect(fighters.filter((f) => f.tier === 0)).toHaveLength(12);
    for (const tier of [1, 2, 3]) expect(fighters.filter((f) => f.tier === tier)).toHaveLength(8);
    expect([0, 1, 2].map((tier) => structures.filter((s) => s.tier === tier).length)).toEqual([4, 12, 8]);
    expect(structures.filter((s) => s.resurrect)).toHaveLength(1);
    expect(combatCards.map((c) => c.value)).toEqual([0, 1, 3, 4, 'die']);
    expect(fate).toHaveLength(6);
    expect(actionCards).toHaveLength(5);
  });

  it('price fighters at their attack, their own kind most', () => {
    for (const f of t.components.fighters.slice(12)) {
      expect(f.cost.reduce((a, b) => a + b)).toBe(f.attack);
      expect(f.cost[['bone', 'ash', 'sulphur', 'blood'].indexOf(f.kind)]).toBe(Math.max(...f.cost));
    }
  });

  it('tax one item a tile', () => {
    expect([...t.tileTaxItems]).toEqual(new Array(24).fill(1));
  });

  it('take single numbers and whole lists from options', () => {
    const other = makeTables({ numbers: { kingAttack: 9 }, citadelVp: [1, 2, 3, 4] });
    expect(other.numbers.kingAttack).toBe(9);
    expect(other.numbers.startGold).toBe(2);
    expect(other.components.citadelVp).toEqual([1, 2, 3, 4]);
    expect(t.components.citadelVp).toEqual([5, 6, 7, 8]);
  });
});

it.each<[string, Record<string, unknown>, string]>([
  ['a fighter too few', changed('fighters', (l) => l.pop()), 'components.fighters'],
  ['ids out of order', changed('fighters', (l) => l.reverse()), 'ids are 0, 1, 2'],
  ['a wrong tier', changed('fighters', (l) => (l[12]!.tier = 2)), 'fighter 12 has tier 2'],
  ['a wrong colour', changed('fighters', (l) => (l[0]!.colour = 1)), 'fighter 0 has colour 1'],
  ['one fighter of attack 1', changed('fighters', (l) => (l[0]!.attack = 3)), 'colour 0 has fewer than two'],
  ['a free fighter', changed('fighters', (l) => (l[20]!.cost = [0, 0, 0, 0])), 'fighter 20 costs nothing'],
  ['a price without its kind', changed('fighters', (l) => (l[12]!.cost = [0, 2, 0, 0])), 'its own kind (bone)'],
  ['attack 7', changed('fighters', (l) => (l[35]!.attack = 7)), 'components.fighters.35.attack'],
  ['a tile too many', changed('structures', (l) => l.push(structuredClone(l[0]!))), 'components.structures'],
  ['two tiles of a name', changed('structures', (l) => (l[5]!.name = 'Ossuary')), "'Ossuary' stands there twice"],
  ['no tile that resurrects', changed('structures', (l) => delete l[15]!.resurrect), 'exactly one tile must resurrect'],
  ['a tile that does nothing', changed('structures', (l) => (l[4]!.gain = [0, 0, 0, 0])), 'tile 4 must either'],
  ['a free tile', changed('structures', (l) => (l[4]!.cost = 0)), 'tile 4 costs no gold'],
  ['two starting tiles in a region', changed('structures', (l) => (l[1]!.region = 1)), 'all different'],
  ['two cards of a value', changed('combatCards', (l) => (l[1]!.value = 0)), 'the same value'],
  ['one kind twice on a fate card', changed('fate', (l) => (l[0] = ['ash', 'ash'])), 'two different kinds'],
  ['the same pair twice', changed('fate', (l) => (l[1] = ['ash', 'bone'])), 'the same kinds'],
  ['an AI card without an end', changed('actionCards', (l) => l[0]!.steps.pop()), 'Warpath must end with'],
  ['a limit on the front', changed('flanks', (l) => (l[2]!.once = true)), 'only the third flank'],
  ['a slot of tier 4', { slotTiers: [1, 1, 2, 2, 3, 4] }, 'components.slotTiers.5'],
  ['a list of another name', { spells: [] }, 'spells'],
])('a table with %s is refused in words', (_, components, words) => {
  const message = refused(components);
  expect(message).toContain(words);
  expect(message).toContain('crown-of-ash');
});
