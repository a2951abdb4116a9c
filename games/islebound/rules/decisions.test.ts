/** The numbered decisions and the options that belong to them, one test each where code decides. */
import { describe, expect, it } from 'vitest';
import { ATTACK, BEFRIEND, BUILD, COMMIT_PIRATE, CREW, END, MOVE, REST, VISIT } from '../actions.js';
import { DISTANCE, ENTERED, leg, REGION_POSITIONS } from '../geometry.js';
import * as S from '../state.js';
import { arrive, begin, built, cubes, give, legal, own, play, rival, row } from '../test/fixture.js';
import { leader, reward } from './ending.js';

type Position = ReturnType<typeof begin>;
const prompt = (s: Position): string => S.promptNames[s.prompt]!;

describe('decisions', () => {
  it('4, 28: the rival acts after every human turn', () => {
    const s = play(arrive(begin(), 4), END);
    expect([s.round, prompt(s)]).toEqual([2, 'MOVE']);
  });

  it('5: each step above the speed exhausts one of the crew, four steps at most', () => {
    const s = give(begin(), { ship: 0, region: 4 });
    play(s, MOVE + 6);
    expect(prompt(s)).toBe('SPEED');
    play(s, CREW + 2, CREW);
    expect([s.ship, ...s.exhausted.subarray(0, 3)]).toEqual([6, 1, 0, 1]);
    expect(Math.max(...legal(give(begin(), { ship: 1 })))).toBeLessThanOrEqual(MOVE + 12);
    expect(legal(give(begin(), { ship: 1, region: 0 }))).not.toContain(MOVE + 7);
  });

  it('6: entering costs a coin, paid to the rival, and a ready administer crew', () => {
    const s = give(begin(), { ship: 1, region: 2 });
    play(s, MOVE + 3);
    expect([prompt(s), legal(s)]).toEqual(['TOLL', [CREW, CREW + 1]]);
    play(s, CREW + 1);
    expect([s.ship, s.human.coins, s.rival.coins, s.exhausted[1]]).toEqual([3, 6, 8, 1]);
    // Inside the region and out of it nothing is due; the option turns it off.
    expect(prompt(play(give(begin(), { ship: 3, region: 2 }), MOVE + 4))).toBe('MAIN');
    expect(prompt(play(give(begin(), { ship: 3, region: 2 }), MOVE + 2))).toBe('MAIN');
    expect(prompt(play(give(begin({ closeQuarters: false }), { ship: 1, region: 2 }), MOVE + 3))).toBe('MAIN');
  });

  it('6: the toll may bring the rival to a token', () => {
    const s = give(begin(), { ship: 1, region: 2, rival: { coins: 15 } });
    play(s, MOVE + 3);
    expect([s.rival.tokens, s.tokensLeft]).toEqual([1, 15]);
  });

  it('7: a town of the rival costs the human two more', () => {
    expect(legal(arrive(cubes(own(begin(), 'Grotto', S.RIVAL), 'HH'), 'Grotto'))).not.toContain(BEFRIEND);
    const s = arrive(cubes(own(begin(), 'Grotto', S.RIVAL), 'HHH'), 'Grotto');
    play(s, BEFRIEND, CREW, CREW + 1, END);
    expect([s.owner[0], s.rival.towns, s.human.towns, s.human.influence]).toEqual([S.HUMAN, 0, 1, 0]);
  });

  it('8: a failed attack costs its cards', () => {
    const s = arrive(give(begin(), { human: { pirate: 2 } }), 'Timber Quay');
    play(s, ATTACK, COMMIT_PIRATE);
    s.apply(END, { draw: () => 5 });
    expect([s.human.pirate, s.owner[1], prompt(s)]).toEqual([1, S.NOBODY, 'POST']);
    expect(s.text(0)).toContain('Your last attack reached a strength of 3');
    expect(play(s, END, MOVE + 0).text(0)).not.toContain('last attack');
  });

  it('10: cubes are paid from the left, and nothing slides', () => {
    const s = rival(cubes(begin(), 'RHRRR'), 0, 2);
    // Region N holds Grotto (3) and Wondermarket (red).
    expect([...s.track.subarray(2, 7)]).toEqual([0, 1, 0, 0, 2]);
  });

  it('11: at the round cap the game is cut and scored as it stands, for half', () => {
    const s = play(arrive(begin({ roundCap: 1 }), 4), END);
    expect([s.over, s.truncated, s.ending()]).toEqual([true, true, 'round cap']);
    give(s, { human: { coins: 57 }, rival: { coins: 7, costs: 0, renown: 0, tokens: 0 } });
    expect(reward(s)).toBeCloseTo(0.5 * (0.8 + 0.2), 10);
  });

  it('12: the rival buys at 14 where the option says so', () => {
    expect(rival(give(begin({ aiTokenThreshold: 14 }), { rival: { coins: 14 } }), 3, 6).rival.tokens).toBe(1);
    expect(rival(give(begin(), { rival: { coins: 15 } }), 3, 6).rival.tokens).toBe(0);
  });

  it('13: where it must afford, it takes nothing below the printed cost, but still its cube and its treasure', () => {
    const poor = row(begin({ aiMustAfford: true }), [30, 31, 32, 33, 34]);
    expect(rival(poor, 3, 5).rival.buildings).toBe(0);
    const four = row(built(begin({ aiMustAfford: true }), S.RIVAL, [0, 1, 2, 3]), [30, 31, 32, 33, 34]);
    rival(four, 3, 5);
    expect([four.rival.buildings, four.rival.influence]).toEqual([4, 1]);
    const hunt = rival(give(row(begin({ aiMustAfford: true }), [30, 31, 32, 33, 34]), { treasure: 2 }), 3, 6);
    expect([hunt.rival.buildings, hunt.rival.coins]).toEqual([0, 9]);
    const rich = row(give(begin({ aiMustAfford: true }), { rival: { coins: 9 } }), [30, 31, 32, 33, 34]);
    expect([rival(rich, 3, 5).rival.buildings, rich.rival.coins]).toEqual([2, 9]);
  });

  it('15: with fewer than six buildings left it places a cube', () => {
    const s = begin();
    s.buildingDeck.fill(S.EMPTY);
    give(s, { buildingsLeft: 0 });
    rival(s, 3, 5);
    expect([s.rival.buildings, s.rival.influence]).toEqual([0, 1]);
  });

  it('16: what it cannot afford is passed by, then the lowest printed value counts', () => {
    const s = begin();
    [s.townAt[1], s.townAt[7]] = [7, 1];
    // Region NE: Scribe Hall 4 (the human's: 6) and Envoy Court 4.
    own(s, 1, S.HUMAN);
    cubes(s, 'RRRRR');
    rival(s, 1, 2);
    expect([s.owner[1], s.owner[2]]).toEqual([S.HUMAN, S.RIVAL]);
    // With means for both the unowned one is taken.
    const t = begin();
    [t.townAt[1], t.townAt[7]] = [7, 1];
    own(t, 2, S.HUMAN);
    rival(cubes(t, 'RRRRRR'), 1, 2);
    expect([t.owner[1], t.owner[2]]).toEqual([S.RIVAL, S.HUMAN]);
  });

  it('17, 24: three cubes placed and room left is no full track', () => {
    const s = rival(cubes(begin(), 'HHHRRR....'), 0, 1);
    expect([s.rival.influence, s.rival.towns]).toEqual([6, 0]);
    const full = rival(cubes(begin(), 'HHHRRRR...'), 0, 1);
    // Region N: Grotto 3 for its seven cubes.
    expect([full.rival.influence, full.owner[0]]).toEqual([4, S.RIVAL]);
  });

  it('18, 22: staying is an option', () => {
    expect(legal(give(begin(), { ship: 4 }))).not.toContain(MOVE + 4);
    expect(prompt(play(give(begin({ mayStay: true }), { ship: 4 }), MOVE + 4))).toBe('MAIN');
  });

  it('23: spoils are the banner value, or the table', () => {
    for (const [spoils, coins] of [
      ['banner', 3],
      ['table', 6],
    ] as const) {
      const s = arrive(cubes(begin({ spoils }), 'HHH'), 'Grotto');
      expect(play(s, BEFRIEND, END).human.coins).toBe(7 + coins);
      expect(rival(cubes(begin({ spoils }), 'RRR'), 0, 2).rival.coins).toBe(7 + coins);
    }
  });

  it('25: books are spent, or only needed', () => {
    for (const [booksSpent, left] of [
      [true, 0],
      [false, 1],
    ] as const) {
      const s = arrive(give(begin({ booksSpent }), { human: { coins: 30, book: 1 } }), 12);
      play(s, 20, BUILD + 2, END);
      expect(s.human.book).toBe(left);
    }
  });

  it('26: alliances pay spoils, or none', () => {
    expect(rival(cubes(begin(), 'HHHRRRR...'), 0, 1).rival.coins).toBe(10);
    expect(rival(cubes(begin({ autoAllySpoils: false }), 'HHHRRRR...'), 0, 1).rival.coins).toBe(7);
  });

  it('29: without a free cube nobody takes a town by force', () => {
    const few = { components: { numbers: { cubes: 5 } } };
    const s = arrive(give(cubes(begin(few), 'HH'), { human: { pirate: 9 } }), 'Timber Quay');
    expect(legal(s)).not.toContain(ATTACK);
    const t = rival(give(cubes(begin(few), 'RRRR'), { rival: { pirate: 9 } }), 1, 4);
    expect([t.rival.towns, t.rival.pirate]).toEqual([0, 9]);
  });

  it('30: of two ways equally short the free one is sailed; no other way round is near enough to matter', () => {
    let both = 0;
    for (let home = 0; home < 4; home++)
      for (let from = 0; from <= 12; from++)
        for (let to = 0; to <= 12; to++)
          for (let region = 0; region < 6; region++) {
            const steps = DISTANCE[leg(home, from, to)]!;
            const tolled = (ENTERED[leg(home, from, to)]! >> region) & 1;
            if (steps === 4 && from < 12 && to < 12 && !tolled) both++;
            const inside = [0, 1].some((i) => REGION_POSITIONS[region * 2 + i] === to);
            if (inside && ![0, 1].some((i) => REGION_POSITIONS[region * 2 + i] === from) && steps > 0)
              expect(tolled).toBe(1);
          }
    expect(both).toBeGreaterThan(0);
    // From 0 to 6 both ways have four steps: neither region on the one side nor on the other costs.
    expect(ENTERED[leg(0, 0, 6)]! & 0b111110).toBe(1 << 3);
  });

  it('31: influence without room or cubes is lost', () => {
    const s = play(arrive(cubes(begin(), 'RRRRRRRRR.'), 'Envoy Court'), VISIT);
    expect(s.human.influence).toBe(1);
  });

  it('36: a captured town is used with its work bonus', () => {
    const s = arrive(cubes(begin(), 'HHH'), 'Grotto');
    play(s, BEFRIEND, END);
    expect([prompt(s), s.human.fish, s.treasure]).toEqual(['WORK', 4, 0]);
  });

  it('37: first is who is ahead of the rival; a draw is not', () => {
    const s = play(arrive(begin({ roundCap: 1 }), 4), END);
    const place = () => {
      const out = Uint8Array.of(9);
      s.places(out);
      return out[0];
    };
    give(s, { rival: { coins: 7, costs: 0, renown: 0, tokens: 0, fish: 0, wood: 0 } });
    expect([leader(s), place(), reward(s)]).toEqual([0, 1, 0]);
    give(s, { human: { coins: 8 } });
    expect([leader(s), place()]).toEqual([1, 0]);
    give(s, { human: { coins: 6 } });
    expect([leader(s), place()]).toEqual([-1, 1]);
  });

  it('39: the home port rests the crew, but is not a rest', () => {
    const s = play(arrive(built(begin(), S.HUMAN, [2]), 12), 20);
    expect(s.human.coins).toBe(7);
    const t = play(arrive(built(begin(), S.HUMAN, [2]), 12), REST);
    expect(t.human.coins).toBe(9);
  });

  it('supplies run out', () => {
    const s = rival(give(begin(), { human: { pirate: 9 }, rival: { pirate: 5 } }), 3, 3);
    expect(s.rival.pirate).toBe(6);
  });
});
