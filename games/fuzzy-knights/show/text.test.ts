import { describe, expect, it } from 'vitest';
import * as A from '../actions.js';
import * as S from '../state.js';
import { at, board, city, hero, item, legal, moving, play } from '../test/fixture.js';

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
    expect([0, 9, 99, at(3, 0)].map((t) => S.tileNames[t])).toEqual(['a1', 'j1', 'j10', 'd1']);
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

  it('explains its map', () => {
    const text = field().text(0);
    const key = text.slice(text.indexOf('Key: '));
    for (const part of ['A2 city of A', '## fortifications', 'c camp', '! under siege', "m- nobody's mine", '@A1 hero'])
      expect(key).toContain(part);
    for (const part of ['i item', '$ resource', 'x monster token']) expect(key).toContain(part);
    expect(text).not.toMatch(/^ {2}\* /m);
  });

  it('keeps lines within 100 columns, and lists what a tile has no room for below the map', () => {
    const s = field();
    for (const t of [at(4, 4), at(9, 0)]) {
      s.item[t] = 21;
      s.resource[t] = 12;
      s.monster[t] = 11;
    }
    s.besieged[at(0, 9)] = 1;
    s.camp[at(0, 9)] = 1;
    for (let type = 0; type < 3; type++) for (let level = 0; level < 5; level++) s.items[type * 5 + level] = 11;
    s.derive();
    const text = s.text(0);
    for (const line of text.split('\n')) expect(line.length, line).toBeLessThanOrEqual(100);
    expect(text).toMatch(/@A1\*/);
    expect(text).toMatch(/^ {2}\* {2}j1: 21 item tokens, 12 resource tokens, 11 monster tokens;/m);
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
    expect(s.text(0)).toContain('Battle of hero A1 (5 + 1 + 1 + hero), entering e6 against city (city), round 1');
  });

  it('says who is fought, how many there were, and whether the hero is entering', () => {
    const s = field();
    hero(s, 2, at(5, 4));
    s.monster[at(4, 4)] = 1;
    s.founded[at(0, 9)] = 1;
    moving(s, 0, 20);
    expect(s.text(0)).toContain('city a10: Castle; Fortifications; founded today');
    play(s, A.ENGAGE, 3, 3, 2);
    play(s, A.SPLIT);
    expect(s.text(0)).toContain('Battle of hero A1 (7 + hero) against monsters (3 + 2, 5 at first), round 1');
    const other = field();
    hero(other, 2, at(5, 4));
    other.monster[at(5, 4)] = 1;
    moving(other, 0, 20);
    play(other, at(5, 4), 8, 3, 2);
    expect(other.text(0)).toContain('5 monsters may be bribed by hero A1, entering f5');
    play(other, A.END);
    play(other, A.SPLIT);
    expect(other.text(0)).toContain('Battle of hero A1 (7 + hero), entering f5 against hero B1 (hero), round 1');
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
