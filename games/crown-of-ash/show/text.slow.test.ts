/** What a person reads. */
import { describe, expect, it } from 'vitest';
import { createRng, SeededChance } from '../../../env/chance.js';
import * as A from '../actions.js';
import { type CrownState, game } from '../game.js';
import * as S from '../state.js';
import { NONE } from '../state.js';
import { arm, guard, legal, luck, play, prompt, settle, table, turnOf } from '../test/fixture.js';

describe('the text', () => {
  it('tells of the AI on which square of its track the cube lies', () => {
    const s = table({ players: 2, ai: 'easy' });
    expect(s.text(0)).toContain('it raises next by its track [I] I I II II III.');
    s.cube = 4;
    expect(s.text(0)).toContain('it raises next by its track I I I II [II] III.');
  });

  it('names the tiles set aside, and tells whether the stack was made anew', () => {
    const s = table({ players: 3 });
    expect(s.text(0)).toContain('Structures (stack of 16: 8 of tier I on 8 of tier II):');
    expect(s.text(0)).not.toContain('set aside');
    s.stackSize = 3;
    s.mixed = true;
    s.asideSize = 2;
    s.aside.set([4, 17]);
    expect(s.text(0)).toContain('Structures (stack of 3: made anew of tiles set aside):');
    expect(s.text(0)).toContain('set aside: Ossuary, Great Pyre');
  });

  it('tells the cards of the last battle: a fifth one lies on no discard', () => {
    const s = table({ players: 3 });
    settle(s, 2, 1, 4);
    guard(s, 2, 1, 21);
    arm(s, 0, 12, 31);
    s.cards[0] = 1 << 3;
    s.discard[0] = 0b10111;
    s.top[0] = 0;
    turnOf(s, 0);
    play(s, [A.ATTACK + 2, A.FIGHTER + 31, A.DONE, A.CARD + 3, A.CARD + 1]);
    expect([s.top[0], s.cards[0]]).toEqual([NONE, 31]);
    expect(s.text(2)).toMatch(/Last battle, for Desert: Visio \d+ \(card 4\) against Nox 5 \(card 1\)\./);
    expect(s.view(2)).toMatchObject({
      lastBattle: { site: 2, attacker: 0, defender: 1, cards: [3, 1] },
      players: [{ discard: [] }, { discard: [1] }, { discard: [] }],
    });
  });

  it('tells what a seat has played since its hand came back, the last card first', () => {
    const s = table({ players: 2 });
    expect(s.text(0)).toContain('5 cards (no discard)');
    s.cards[1] = 0b01000;
    s.discard[1] = 0b10111;
    s.top[1] = 1;
    expect(s.text(0)).toContain('1 card (1 on the discard, 0 3 die below)');
    s.cards[1] = 0b11101;
    s.discard[1] = 0b00010;
    expect(s.text(0)).toContain('4 cards (1 on the discard)');
  });

  it('tells that the King plays no card', () => {
    const s = table({ players: 2 });
    arm(s, 0, 12, 31);
    turnOf(s, 0);
    play(s, [A.ATTACK_CITADEL + 1, A.FIGHTER + 12, A.DONE, A.CARD + 1]);
    expect(s.text(1)).toMatch(/Last battle, for the Citadel: Visio \d+ \(card 1\) against the King 5\./);
    expect(s.view(1)).toMatchObject({ lastBattle: { defender: 'king', cards: [1, null] } });
  });

  it('tells what waits behind a wild resource or a fighter that comes back, and where', () => {
    const s = table({ players: 2 });
    const crypt = s.tables.crypt;
    settle(s, 3, 0, crypt);
    arm(s, 0, 12);
    guard(s, 3, 0);
    turnOf(s, 0);
    play(s, [A.GATHER + 3]);
    expect(prompt(s)).toBe('RESURRECT');
    expect(s.text(1)).toContain('Then: Visio places guards in Forest.');
    play(s, [A.DONE]);
    expect(prompt(s)).toBe('PLACE');
    expect(s.text(1)).not.toContain('Then:');
  });

  it('says that the AI raised only where it did', () => {
    const raise = (tier: number) => {
      const s = table({ players: 1, ai: 'easy', components: { fighterTrack: [tier] } });
      // Levy: the closest resource, whatever the region.
      s.actionDeck[0] = s.tables.components.actionCards.findIndex(({ name }) => name === 'Levy');
      s.actionsLeft = 1;
      if (tier === 3) {
        // No fighter of tier III is on offer.
        for (const slot of [4, 5]) {
          s.loc[s.slots[slot]!] = S.UNSEEN;
          s.slots[slot] = NONE;
        }
      }
      turnOf(s, 1, luck(0));
      return s;
    };
    const one = raise(1);
    const raised = one.raised;
    expect(one.tables.tier[raised]).toBe(1);
    expect(one.text(0)).toMatch(/it gathered in \w+, the closest and raised \w+ \d #\d+\./);
    expect(one.view(0)).toMatchObject({ ai: { last: { raised } } });
    const none = raise(3);
    expect(none.text(0)).toMatch(/it gathered in \w+, the closest and raised nobody\./);
    expect(none.view(0)).toMatchObject({ ai: { last: { step: 4, raised: null } } });
  });

  it('shows all fate cards when the game is over, and no others before', () => {
    const chance = new SeededChance('fates', game.streams);
    const rng = createRng('fates');
    const s = game.newState(game.options.parse({ players: 2, ai: 'easy' }), chance);
    const fates = (view: unknown) => (view as { players: { fate: number | null }[] }).players.map(({ fate }) => fate);
    expect(fates(s.view(0))).toEqual([s.fate[0], null, null]);
    expect(s.text(0).match(/ fate /g)).toHaveLength(1);
    let last: CrownState = s.clone();
    while (!s.over) {
      last = s.clone();
      s.apply(legal(s)[rng.int(legal(s).length)]!, chance);
    }
    expect(fates(last.view(1))).toEqual([null, s.fate[1], null]);
    expect(fates(s.view(1))).toEqual([s.fate[0], s.fate[1], null]);
    expect(s.text(1).match(/ fate /g)).toHaveLength(2);
    const read = game.parseView!(JSON.parse(JSON.stringify(s.view(1)))) as CrownState;
    expect(read.view(1)).toEqual(s.view(1));
    expect(read.view(0)).toEqual({ ...(s.view(0) as object), players: expect.anything() });
  });
});

describe('the hash', () => {
  it('is of the position alone, not of what was told', () => {
    const s = table({ players: 3 });
    const other = s.clone();
    Object.assign(other, { toldAttacker: 0, toldDefender: 1, toldSite: 2, closest: 5, raised: 12 });
    expect(other.hash()).toBe(s.hash());
    const copy = table({ players: 3 });
    copy.load(other.save());
    expect([copy.toldAttacker, copy.toldDefender, copy.toldSite]).toEqual([0, 1, 2]);
    expect([copy.toldCardA, copy.closest, copy.raised]).toEqual([NONE, 5, 12]);
  });
});
