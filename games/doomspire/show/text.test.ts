import { describe, expect, it } from 'vitest';
import { SeededChance } from '../../../env/chance.js';
import { DICE } from '../actions.js';
import { cardNumber, itemKinds } from '../data.js';
import { type DoomspireState, game } from '../game.js';
import { tileName } from '../names.js';
import { promptNames } from '../state.js';
import { ACTIONS, tileNames } from '../terms.js';
import { at, Scene } from '../test/fixture.js';
import { playSampled } from '../test/sampled-positions.js';
import { promptText } from './text.js';

describe('texts', () => {
  it('has words for every action id in every prompt, legal or not', () => {
    playSampled('any', 1, 60, {}, (s) => {
      for (let a = 0; a < ACTIONS; a++) expect(s.actionText(a).length).toBeGreaterThan(0);
    });
  });

  /** One line as it would be without the ends of lines. */
  const flat = (s: DoomspireState, seat = 0): string => s.text(seat).replace(/\s+/g, ' ');

  it('shows what everybody knows of followers, the blade, tokens, monsters, cards and riches', () => {
    const t = new Scene()
      .tile('c4', 'adventure2', { tokens: 5 })
      .tile('d4', 'oasis1', { tokens: 12 })
      .tile('e2', 'bearCave', { monster: 'bear' })
      .tile('f2', 'wolfDen', { monster: 'wolf' })
      .tile('g2', 'wolfDen', { monster: 'wolf' })
      .follower(4, 'witch')
      .knight(4, at(3, 3))
      .item(4, 'black-blade', 'ring-stuck')
      .lying(at(5, 5), 'spear')
      .have(3, 0, 321, 7, 25)
      .top('bandit', 'curse-of-the-earth')
      .turn(0, 1, 2);
    const { s } = t;
    const blade = [...s.itemKind.keys()].find((p) => itemKinds[s.itemKind[p]!]!.id === 'black-blade')!;
    s.itemOwner[blade] = 3;
    s.ringFreed = true;
    s.dormant[at(1, 4)] = 1;
    expect(s.text(0)).toContain('|adv 2 o5  |');
    expect(s.text(0)).toContain('|oasis1o12 |');
    const text = flat(s, 2);
    expect(text).toContain('NE 2 at d4: stuck ring (freed), black blade (last held by SE), witch');
    expect(text).toContain('wolf 2 (1 fame, 2 food) at f2, g2; bear 5 (2 fame, 3 food) at e2 asleep for NW 1.');
    expect(text).toContain('Lying about: spear at f6.');
    expect(text).toMatch(/Unseen: wolf 2, boar 2, bandit 2, /);
    expect(text).toMatch(/SW 0 0 0 321 7 25 /);
    expect(text).toContain('SE you');
    s.discardCards.set([cardNumber('bandit'), cardNumber('wolf'), cardNumber('wolf')]);
    s.discardSize[0] = 3;
    expect(flat(s)).toContain('Discarded: wolf 2, bandit.');
  });

  it('shows what is face down, but not where', () => {
    const s = game.newState(game.options.parse({}), new SeededChance('picture', game.streams));
    expect(flat(s)).toMatch(
      /Face down: 2 food\*, 2 gold\*, 2 ore\*, 2 wood\*, DOOMSPIRE, 4 x adv 2 oo, 3 x adv 3 oo, /,
    );
  });

  it('stays within 100 columns and names everybody where all meet', () => {
    const t = new Scene().tile('e5', 'trader');
    for (let k = 0; k < 12; k++) t.knight(k, at(4, 4)).boat(k % 8, 0);
    for (let seat = 0; seat < 4; seat++) t.buildings(seat, 63).have(seat, 9999, 9999, 9999, 9999);
    t.turn(0, 1, 2, 3, 3);
    const text = t.s.text(0);
    for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(100);
    expect(text).toContain('@ 12 here');
    expect(flat(t.s)).toContain(
      'Knights at e5: NW 1, NW 2, NW 3, NE 1, NE 2, NE 3, SE 1, SE 2, SE 3, SW 1, SW 2, SW 3.',
    );
    expect(text).toContain('~ NW sea: 2 NW^, 2 NE^, 2 SE^, 2 SW^ ~');
  });

  it('has a key to every sign of the board', () => {
    const key = flat(new Scene().turn(0, 1).s).match(/Key: .* warships/)![0];
    for (const sign of ['?', 'adv', 'oasis', ' o ', 'o3', '*', 'NW flag', '#', '--', 'wolf 2', '!', '@NW12', '^'])
      expect(key).toContain(sign);
  });

  it('asks in words at every prompt, not by its name', () => {
    const asked = new Map<string, string>();
    for (const options of [{ askForced: true }, { edition: 'airef' as const, askForced: true }])
      playSampled('asked', 3, 1, options, (s) => {
        if (s.over) return;
        const words = promptText(s);
        expect(words).toMatch(/^(NW|NE|SE|SW): .+\?$/);
        const name = promptNames[s.prompt]!;
        if (asked.has(name)) return;
        asked.set(name, words);
        expect(flat(s).trim().endsWith(words)).toBe(true);
      });
    expect(asked.size).toBeGreaterThan(30);
    const open = new Scene({ diceChoice: 'open' }).knight(1, at(1, 1)).knight(4, at(2, 2));
    open
      .have(0, 9, 0, 0, 0)
      .have(1, 9, 0, 0, 0)
      .roll(3)
      .play(DICE + 1);
    expect(promptText(open.s)).toBe('NE: so far NW 1; how many extra dice (2 food each)?');
    for (const [name, words] of asked) expect(words).not.toContain(name);
    expect(asked.get('MENU')).toMatch(/your turn, dice left/);
  });

  it('names squares from the north-west', () => {
    expect([0, 7, 26, 63].map(tileName)).toEqual(['a1', 'h1', 'c4', 'h8']);
    expect(new Set(tileNames).size).toBe(64);
  });

  it('shows the start of a game', () => {
    const s = game.newState(game.options.parse({}), new SeededChance('picture', game.streams));
    const text = s.text(0);
    expect(text).toContain('Round 1 of at most 60, movement phase');
    expect(text).toContain('@NW1');
    expect(text).toContain('NW you');
    expect(text).toContain('Tier 1: 39 cards, top');
  });
});
