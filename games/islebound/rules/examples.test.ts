/** The worked examples T1-T25 of the rules. Town i lies at position i unless a test says otherwise. */
import { describe, expect, it } from 'vitest';
import { ScriptedChance } from '../../../env/chance.js';
import { BRAG, BUILD, END, MOVE, VISIT } from '../actions.js';
import { game } from '../game.js';
import * as S from '../state.js';
import {
  arrive,
  begin,
  built,
  cubes,
  give,
  legal,
  openReputation,
  own,
  play,
  rival,
  row,
  rowOf,
} from '../test/fixture.js';
import { humanScore, leader, rivalScore } from './ending.js';
import { rivalTurn } from './rival.js';

describe('the rival moves and hunts', () => {
  it.each([
    [5, 5],
    [6, 0],
    [1, 3],
  ])('T1: from SE, a die of %i leads to region %i', (die, region) => {
    const s = begin();
    s.region = 3;
    rivalTurn(s, new ScriptedChance([die - 1, 2]));
    expect(s.region).toBe(region);
  });

  it('T2: five coins on the map are hunted instead of an action, four are not', () => {
    const s = rival(give(begin(), { treasure: 5 }), 3, 3);
    expect([s.rival.coins, s.treasure, s.rival.pirate]).toEqual([12, 0, 0]);
    const t = rival(give(begin(), { treasure: 4 }), 3, 3);
    expect([t.rival.coins, t.treasure, t.rival.pirate]).toEqual([7, 4, 3]);
  });
});

describe('the rival takes towns', () => {
  it('T3: passes by the dear one that the human owns, takes the free one it can afford', () => {
    // Positions 1 and 2: give the region a blue 3 of the human's and a free blue 4.
    const s = begin();
    [s.townAt[1], s.townAt[0]] = [0, 1];
    cubes(own(s, 1, S.HUMAN), 'RRRR');
    rival(s, 1, 2);
    expect([s.owner[1], s.owner[2]]).toEqual([S.HUMAN, S.RIVAL]);
    expect([s.rival.influence, s.rival.coins]).toEqual([0, 7 + 4]);
  });

  it('T4, T5: three pirates beat a red 5, not one that the human owns', () => {
    const s = rival(give(own(begin(), 'Ratnest', S.HUMAN), { rival: { pirate: 3 } }), 2, 4);
    expect([s.owner[3], s.rival.pirate]).toEqual([S.HUMAN, 3]);
    const t = rival(give(begin(), { rival: { pirate: 3 } }), 2, 4);
    expect([t.owner[3], t.rival.pirate, t.rival.coins]).toEqual([S.RIVAL, 0, 12]);
  });

  it('T6: without a town to befriend it adds a cube', () => {
    const s = rival(begin(), 2, 2);
    expect([s.rival.influence, s.rival.towns]).toEqual([1, 0]);
  });

  it('T12: a track that fills brings an alliance with the dearest blue town, region by region', () => {
    // One empty space: the rival has 4 cubes, 5 after placing; from region E (Exchange 6) on.
    const s = rival(cubes(begin(), 'HHHHHRRRR.'), 2, 1);
    // E: Exchange 6 is too dear. SE: none but red ones. S: Mason Isle 6 too dear, Scribe Hall 4 is not tried.
    // SW: Storyteller Bay 5.
    expect(s.owner[10]).toBe(S.RIVAL);
    expect([s.rival.towns, s.rival.influence, s.rival.coins]).toEqual([1, 0, 12]);
  });
});

describe('the rival builds and buys', () => {
  const slots = (s: ReturnType<typeof begin>, before: number[]) =>
    before.map((id, slot) => (s.building[id] === S.RIVAL ? slot : -1)).filter((slot) => slot >= 0);

  it('T7: the two cheapest, the right one of equals', () => {
    const s = rowOf(begin(), [8, 5, 6, 5, 12]);
    const before = [...s.row];
    rival(s, 3, 5);
    expect(slots(s, before)).toEqual([1, 3]);
    // What is left slides right, new cards come in on the left.
    expect([...s.row].slice(2)).toEqual([before[0], before[2], before[4]]);
    expect(s.row[0]).not.toBe(S.EMPTY);
  });

  it('T8: from four buildings on the cheapest, and a cube', () => {
    const s = rowOf(built(begin(), S.RIVAL, [0, 1, 2, 3]), [8, 5, 6, 5, 12]);
    const before = [...s.row];
    rival(s, 3, 5);
    expect(slots(s, before)).toEqual([3]);
    expect(s.rival.influence).toBe(1);
  });

  it('T9: the dearest, then the treasure', () => {
    const s = give(rowOf(begin(), [9, 4, 9, 3, 5]), { treasure: 3 });
    const before = [...s.row];
    rival(s, 3, 6);
    expect(slots(s, before)).toEqual([2]);
    expect([s.rival.coins, s.treasure]).toEqual([10, 0]);
  });

  it('T10: 15 coins and the seven of Serpent Cove are 22: one token, 15 left', () => {
    const s = give(own(begin(), 'Shipwright Sound', S.RIVAL), { human: { fish: 0 }, rival: { coins: 15, pirate: 4 } });
    const top = s.tokensLeft - 1;
    const fish = [...s.tokens].indexOf(0);
    [s.tokens[top], s.tokens[fish]] = [s.tokens[fish]!, s.tokens[top]!];
    rival(s, 3, 4);
    expect(s.owner[6]).toBe(S.RIVAL);
    expect([s.rival.coins, s.rival.tokens, s.rival.fish, s.rival.pirate]).toEqual([15, 1, 2, 0]);
  });

  it('T11: tokens at 30, 23 and 16', () => {
    const s = give(begin(), { rival: { coins: 30 } });
    // Only fish tokens on top, so that no benefit is coins.
    const top = s.tokensLeft;
    for (let i = 0; i < 3; i++) {
      const at = [...s.tokens].indexOf(i);
      [s.tokens[top - 1 - i], s.tokens[at]] = [s.tokens[at]!, s.tokens[top - 1 - i]!];
    }
    give(s, { treasure: 0 });
    rival(s, 3, 6);
    expect([s.rival.coins, s.rival.tokens, s.rival.fish]).toEqual([9, 3, 6]);
  });
});

describe('brags', () => {
  it.each([
    ['T13', 3, 6, 2],
    ['T14', 2, 3, 3],
    ['trailing', 1, 2, 6],
    ['with nothing', 0, 0, 6],
  ])('%s: with %i fish the human gains %i, the rival %i', (_name, fish, human, other) => {
    const s = openReputation(give(arrive(begin(), 'Storyteller Bay'), { human: { fish: fish } }), 'fish');
    play(s, VISIT, BRAG);
    expect([s.human.renown, s.rival.renown]).toEqual([2 + human, other]);
  });
});

describe('visits and tolls', () => {
  it('T15: the fee of a free town goes on the map', () => {
    const s = play(arrive(begin(), 'Grotto'), VISIT);
    expect([s.treasure, s.human.coins, s.human.fish]).toEqual([1, 6, 4]);
  });

  it("T16: a town of the rival's costs its spoils, paid to the rival", () => {
    const s = play(arrive(own(begin(), 'Serpent Cove', S.RIVAL), 'Serpent Cove'), VISIT);
    expect([s.rival.coins, s.human.coins, s.treasure, s.human.serpent]).toEqual([14, 0, 0, 1]);
  });

  const tired = (s: ReturnType<typeof begin>) => {
    s.exhausted[0] = 1;
    s.exhausted[1] = 1;
    return s;
  };

  it("T17: without a ready administer crew the rival's region is closed", () => {
    const s = give(tired(begin()), { ship: 1, region: 2 });
    expect(legal(s)).toContain(MOVE + 0);
    expect(legal(s)).not.toContain(MOVE + 3);
    s.exhausted[0] = 0;
    expect(legal(give(s, {}))).toContain(MOVE + 3);
  });

  it('T18: no toll when the rival comes to the human', () => {
    const s = rival(give(begin(), { ship: 7 }), 4, 3);
    expect([s.human.coins, s.rival.coins, s.exhausted[0]]).toEqual([7, 7, 0]);
  });

  it('T24: passing through costs too, unless only the destination counts', () => {
    const s = give(tired(begin()), { ship: 0, region: 1 });
    expect(legal(s)).not.toContain(MOVE + 3);
    expect(legal(give(tired(begin({ tollOn: 'destination' })), { ship: 0, region: 1 }))).toContain(MOVE + 3);
  });

  it('T25: a port that is shut in leaves nothing but staying', () => {
    const s = give(begin(), { ship: 12, region: 1, human: { coins: 0 } });
    expect(legal(s)).toEqual([MOVE + 12]);
  });
});

describe('set-up, building, end', () => {
  it('T19: the eighth building in round 17 makes round 18 the last', () => {
    const s = built(begin(), S.HUMAN, [0, 1, 2, 3, 4, 5, 6]);
    arrive(row(give(s, { round: 17, human: { coins: 20 } }), [7, 8, 9, 10, 11]), 'Shipwright Sound');
    play(s, VISIT, BUILD + 4, END, END);
    expect([s.round, s.lastRound, s.over]).toEqual([18, 18, false]);
    arrive(s, 'Grotto');
    play(s, END);
    expect([s.round, s.over, s.ending(), s.truncated]).toEqual([18, true, 'human buildings', false]);
  });

  it('T20: the score of the rival', () => {
    const s = give(begin(), { rival: { coins: 9, tokens: 2, renown: 4, costs: 40, fish: 3, wood: 2 } });
    expect(rivalScore(s)).toBe(69);
    const t = give(begin({ goodsRenown: false, influenceRenown: true }), {
      rival: { coins: 9, fish: 5, influence: 3 },
    });
    expect(rivalScore(t)).toBe(12);
  });

  it('T21: equal scores, more fish and wood win; still equal is a draw', () => {
    const s = give(begin(), { human: { fish: 2, wood: 1 }, rival: { fish: 2, coins: 6 } });
    expect([humanScore(s), rivalScore(s), leader(s)]).toEqual([7, 7, 1]);
    expect(leader(give(s, { human: { fish: 1 } }))).toBe(0);
    expect(leader(give(s, { human: { fish: 0 } }))).toBe(-1);
  });

  it('T22: slot 0 asks for three books, slot 1 spends two', () => {
    const s = arrive(give(begin(), { human: { book: 2, coins: 30 } }), 'Shipwright Sound');
    play(s, VISIT);
    expect(legal(s)).not.toContain(BUILD);
    play(s, BUILD + 1, END);
    expect(s.human.book).toBe(0);
  });

  it('T23: two neutral cubes, and the next one goes to space 2', () => {
    const s = begin();
    expect([...s.track.subarray(0, 3)]).toEqual([S.NEUTRAL, S.NEUTRAL, S.NOBODY]);
    rival(s, 2, 2);
    expect(s.track[2]).toBe(S.RIVAL);
    expect(game.newState(game.options.parse({}), new ScriptedChance(new Array(200).fill(0))).human.crew).toBe(3);
  });
});
