import { describe, expect, it } from 'vitest';
import { at, board, city, hero, item, legal, moving, play } from '../../../test/fuzzy-knights/fixture.js';
import * as A from './actions.js';
import * as S from './state.js';
import { tileName } from './text.js';

function field() {
  const s = board({ players: 3 });
  city(s, 0, at(0, 0), { tier: 2, ramparts: 1, camp: true, mercs: 5, armory: [item(1, 4)] });
  city(s, 1, at(9, 9));
  city(s, 2, at(0, 9), { ramparts: 2, tier: 4 });
  hero(s, 0, at(4, 4), { mercs: 7, purse: 10, items: [item(0, 2)] });
  s.resource[at(2, 0)] = 2;
  s.item[at(2, 0)] = 1;
  s.mine[at(3, 0)] = S.NEUTRAL_MINE;
  s.derive();
  return s;
}

describe('text', () => {
  it('names tiles by column and row', () => {
    expect([tileName(0), tileName(9), tileName(99), tileName(at(3, 0))]).toEqual(['a1', 'j1', 'j10', 'd1']);
  });

  it('shows the board, the players and whose hero moves', () => {
    const s = field();
    moving(s, 0, 12);
    const text = s.text(0);
    expect(text).toContain('Day 2 of at most 60. Order: A C B');
    expect(text).toMatch(/^ 1 {2}A2#c {2}\. {11}m-/m);
    expect(text).toMatch(/^ {16}i\$2$/m);
    expect(text).toContain('A (you): treasury 0, 1 city, 0 mines');
    expect(text).toContain('hero A1 on e5: 7 mercenaries; purse 10; Uncommon main hand; 12 movement points left');
    expect(text).toContain('city a1: Villa; Ramparts; Mercenary Camp; 5 mercenaries; armory: Epic off hand');
    expect(text).toContain('Hero A1 moves: 12 points, 6 garrison actions left');
    expect(s.text(1)).toContain('B (you)');
  });

  it('says what actions do', () => {
    const s = field();
    hero(s, 2, at(5, 4), { mercs: 2 });
    s.monster[at(5, 4)] = 2;
    city(s, 1, at(4, 5));
    city(s, 2, at(4, 3), { ramparts: 1 });
    moving(s, 0, 20);
    const said = legal(s).map((action) => s.actionText(action));
    expect(new Set(said).size).toBe(said.length);
    expect(s.actionText(at(5, 4))).toBe('go to f5 for 3 points: meet 2 monster tokens, then attack hero B1');
    expect(s.actionText(at(4, 5))).toBe('go to e6 for 1 point: assault the city of B');
    expect(s.actionText(at(4, 3))).toBe('besiege the city of C on e4');
    expect(s.actionText(A.END)).toBe('end the activation of A1');
    play(s, at(4, 5));
    expect(s.actionText(A.SPLIT + 2)).toBe('split 7 mercenaries into 5 + 1 + 1');
    play(s, A.SPLIT + 2);
    expect(s.actionText(A.SQUAD + 4)).toBe('attack the city');
    expect(s.text(0)).toContain('Battle of hero A1 (5 + 1 + 1 + hero) against city (city), round 1');
  });

  it('tells who is out, and the final places', () => {
    const s = board();
    city(s, 0, at(0, 0));
    city(s, 1, at(1, 0));
    hero(s, 0, at(2, 0));
    moving(s, 0, 5);
    play(s, at(1, 0));
    play(s, A.SQUAD + 4, 6, 6, 1, 1, 1);
    expect(s.text(0)).toContain('B: out since day 2');
    expect(s.text(0)).toContain('The game is over (last player). Places: A 1, B 2');
  });
});
