import { describe, expect, it } from 'vitest';
import { createRng, SeededChance } from '../../../env/chance.js';
import { DoomspireState, game } from '../game.js';
import { sight } from '../observe.js';
import type { DoomspireOptionsInput } from '../options.js';
import { legalOf, playSampled } from '../test/sampled-positions.js';
import { type DoomspireView, doomspireView } from './view.js';

const read = (json: unknown) => doomspireView.read(json, (options) => new DoomspireState(options));
const view = (s: DoomspireState, seat: number) => s.view(seat) as DoomspireView;
const copy = (json: unknown) => JSON.parse(JSON.stringify(json)) as unknown;
const observed = (s: DoomspireState, seat: number) => {
  const out = new Float32Array(sight.size);
  s.observe(seat, out, 0);
  return out;
};

const variants: Record<string, DoomspireOptionsInput> = {
  'the rules as they are': {},
  'single squares, rewards of choice': { exploreUnit: 'square', impressReward: 'choice' },
  'edition airef': { edition: 'airef' },
  'edition airef, forced decisions asked': { edition: 'airef', askForced: true, encounters: true },
  'forced decisions asked, dice open': { askForced: true, diceChoice: 'open', blockadeStars: 'owner' },
  'other numbers': {
    components: { numbers: { startResources: [9, 9, 9, 9], fameThreshold: 3 }, cards: { 'market-day': { count: 4 } } },
  },
};

describe('view', () => {
  for (const [name, options] of Object.entries(variants))
    it(`comes back with the same mask and observation, and goes on: ${name}`, () => {
      let n = 0;
      playSampled(`view ${name}`, 2, 53, options, (s, rng) => {
        const seat = n++ % 4 === 0 || s.over ? rng.int(4) : s.actor;
        const written = view(s, seat);
        const back = read(copy(written));
        expect(JSON.stringify(view(back, seat))).toBe(JSON.stringify(written));
        expect(Buffer.from(observed(back, seat).buffer).equals(Buffer.from(observed(s, seat).buffer))).toBe(true);
        expect(legalOf(back)).toEqual(legalOf(s));
        const chance = new SeededChance(`on ${n}`, game.streams);
        for (let i = 0; i < 20 && !back.over; i++) {
          const legal = legalOf(back);
          back.apply(legal[rng.int(legal.length)]!, chance);
        }
      });
      expect(n).toBeGreaterThan(20);
    });

  it('hides the dice that others chose, and only those', () => {
    const s = game.newState(game.options.parse({}), new SeededChance(1, game.streams));
    s.choosingDice = true;
    s.extraDice.set([1, 2, 1, 0]);
    expect(view(s, 1).players.map((p) => p.extraDice)).toEqual([null, 2, null, null]);
    s.choosingDice = false;
    expect(view(s, 1).players.map((p) => p.extraDice)).toEqual([1, 2, 1, 0]);
  });

  it('names the field that is wrong in edition airef', () => {
    const airef = game.newState(game.options.parse({ edition: 'airef' }), new SeededChance(2, game.streams));
    const good = () => copy(view(airef, 0)) as ReturnType<typeof view>;
    const expectError = (change: (v: ReturnType<typeof view>) => void, message: RegExp) => {
      const v = good();
      change(v);
      expect(() => read(v)).toThrow(message);
    };
    expect(() => read(good())).not.toThrow();

    expectError((v) => (v.dragon!.die = 3), /dragon has no might/);
    expectError((v) => v.dragon!.eaten.push('NW 1'), /knight 0 came back/);
    expectError((v) => (v.decks[1]!.piles![2]!.sword = true), /^decks.1.piles.2.sword/);
    expectError((v) => v.decks[0]!.piles![1]!.cards++, /^decks.0.piles: have not as many/);
    expectError((v) => (v.decks[0]!.piles![0]!.sword = true), /^decks.0.piles.0.sword/);
    expectError((v) => (v.decks[2]!.piles![0]!.top = null), /^decks.2.piles.0.top/);
    expectError((v) => (v.decks[0]!.top = 'beast'), /^decks.0.top: must be null/);
    const rulebook = copy(
      view(game.newState(game.options.parse({}), new SeededChance(2, game.streams)), 0),
    ) as ReturnType<typeof view>;
    expect(() => read({ ...rulebook, dragon: { die: 0, eaten: [] } })).toThrow(/^dragon: not in this edition/);
  });

  it('names the field that is wrong', () => {
    const s = game.newState(game.options.parse({}), new SeededChance(2, game.streams));
    const good = () => copy(view(s, 0)) as Record<string, never> & ReturnType<typeof view>;
    const expectError = (change: (v: ReturnType<typeof good>) => void, message: RegExp) => {
      const v = good();
      change(v);
      expect(() => read(v)).toThrow(message);
    };
    expect(() => read(good())).not.toThrow();
    expect(() => read(null)).toThrow(/^view: /);
    expect(() => read({})).toThrow(/^game: /);
    expectError((v) => Object.assign(v, { extra: 1 }), /extra/);
    expectError((v) => (v.players[2]!.fame = 21), /^players\.2\.fame: more than 20/);
    expectError((v) => (v.players[0]!.resources.gold = -1), /^players\.0\.resources\.gold/);
    expectError((v) => (v.players[0]!.resources.gold = 1.5), /^players\.0\.resources\.gold/);
    expectError((v) => (v.players[1]!.knights[0]!.tile = 'i9'), /^players\.1\.knights\.0\.tile/);
    expectError((v) => (v.tiles[0]!.kind = 'swamp'), /^tiles\.0\.kind/);
    expectError((v) => (v.tiles[0]!.kind = 'gold'), /^tiles: the home pieces/);
    expectError((v) => (v.tiles[0]!.kind = null), /^tiles\.0/);
    expectError((v) => v.tiles.pop(), /^tiles/);
    expectError((v) => v.hidden.pop(), /^hidden/);
    expectError((v) => (v.decks[0]!.cards = 3), /^decks\.0\.cards/);
    expectError((v) => (v.decks[2]!.unseen = { wolf: 14 }), /^decks\.2\.unseen\.wolf/);
    expectError((v) => (v.items[0]!.place = 'nowhere'), /^items\.0\.place/);
    expectError((v) => (v.items[0]!.kind = 'cloudslicer'), /^items\.\d+\.kind: there are no more pieces of half-sword/);
    expectError((v) => (v.stack = []), /^stack: must not be empty/);
    expectError((v) => (v.prompt.actor = null), /^prompt\.actor/);
    expectError((v) => (v.prompt.name = 'DEST'), /^prompt\.knight/);
    expectError((v) => (v.round.number = 61), /^round\.number/);
    expectError((v) => (v.options.roundCap = 0), /^options\.roundCap/);
    expectError((v) => (v.trader[0] = 0), /trader/);
    expectError((v) => (v.end.over = true), /^places/);
  });

  it('refuses any step of a procedure that the rules cannot be at', () => {
    let frames = 0;
    const pairs = new Set<string>();
    for (const [edition, every] of [
      ['rulebook', 3],
      ['airef', 5],
    ] as const)
      playSampled('steps', 2, every, { edition, askForced: true, encounters: true }, (s) => {
        if (s.over) return;
        const written = view(s, s.actor);
        const pair = `${written.stack.map((frame) => frame.procedure).join()} ${written.prompt.name}`;
        if (pairs.has(pair)) return;
        pairs.add(pair);
        expect(() => read(copy(written))).not.toThrow();
        for (const i of written.stack.keys()) {
          frames++;
          for (const step of [written.stack[i]!.step + 40, 500]) {
            const v = copy(written) as ReturnType<typeof view>;
            v.stack[i]!.step = step;
            expect(() => read(v), pair).toThrow(new RegExp(`^stack.${i}.step: must be `));
          }
        }
      });
    expect(frames).toBeGreaterThan(60);
  });

  /** Paths at which two pieces of JSON differ. */
  const differences = (a: unknown, b: unknown, path = ''): string[] => {
    if (JSON.stringify(a) === JSON.stringify(b)) return [];
    if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return [path];
    const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
    return [...keys].flatMap((key) =>
      differences(a[key as never], b[key as never], path === '' ? key : `${path}.${key}`),
    );
  };

  it('works out what follows from the rest', () => {
    for (const edition of ['rulebook', 'airef'] as const) {
      let [positions, alike] = [0, 0];
      const odd = new Set<string>();
      playSampled(`left out ${edition}`, 2, 7, { edition }, (s) => {
        if (s.over) return;
        const whole = view(s, s.actor);
        const bare = copy(whole) as Record<string, never> & DoomspireView;
        const drop = (from: object, ...names: string[]) => {
          for (const name of names) delete from[name as never];
        };
        drop(bare, 'hidden', 'trader', 'choosingDice', 'end', 'places');
        if (bare.fight === null) drop(bare, 'fight');
        if (bare.prompt.name === 'BLOCK') for (const frame of bare.stack) drop(frame, 'step');
        else drop(bare, 'stack');
        drop(bare.hoard, 'found', 'impressions', 'stacksLeft');
        drop(bare.round, 'turnsBegun');
        drop(bare.card, 'replies');
        for (const deck of bare.decks) drop(deck, 'cards', 'unseen');
        bare.items = bare.items.filter(({ place }) => place !== 'unused').reverse();
        bare.followers = bare.followers.filter(({ place }) => place !== 'unused').reverse();
        const back = copy(view(read(bare), s.actor));
        // Pieces of one kind may have changed places; tokens that an event has laid are told by `hidden` alone.
        const found = differences(copy(whole), back).filter((path) => !/^(items|hidden)\./.test(path));
        positions++;
        if (found.length === 0) alike++;
        for (const path of found) odd.add(`${whole.prompt.name} ${path.split('.')[0]}`);
      });
      expect(positions).toBeGreaterThan(200);
      expect(alike / positions).toBeGreaterThan(0.95);
      for (const what of odd)
        expect(what).toMatch(
          /^(TILEACT|LOSE|OVERFLOW|CARDOPT|CARDPLAYER|CARDTILE|MARKETDAY|GET|ONEFORONE|FLEETILE) stack$/,
        );
    }
  });

  it('takes what is not in sight for the deck, and the theme of most for its top', () => {
    const s = game.newState(game.options.parse({}), new SeededChance(3, game.streams));
    const v = copy(view(s, 0)) as Record<string, never> & DoomspireView;
    const [deck] = v.decks;
    const told = deck!.unseen;
    delete (v as { decks?: unknown }).decks;
    expect(view(read(v), 0).decks[0]).toMatchObject({ unseen: told, cards: deck!.cards, discard: [] });
    const fewer = copy({ ...v, decks: [1, 2, 3].map((tier) => ({ tier, cards: 5 })) }) as DoomspireView;
    const { cards, discard } = view(read(fewer), 0).decks[0]!;
    expect([cards, discard.length]).toEqual([5, deck!.cards - 5]);
  });

  it('survives damage of any kind: an error, or a position with something legal', () => {
    const rng = createRng('damage');
    const odd = [
      null,
      -1,
      0,
      1,
      2,
      3,
      11,
      63,
      64,
      255,
      1e9,
      0.5,
      'x',
      'NE',
      'NE 2',
      'c4',
      true,
      [],
      {},
      'wolf',
      'FIGHT',
      'DEST',
      'card',
    ];
    let errors = 0;
    let tries = 0;
    playSampled('damaged', 1, 37, {}, (s) => {
      for (let i = 0; i < 8; i++) {
        const v = copy(view(s, Math.max(0, s.actor))) as Record<string, unknown>;
        let at = v;
        for (;;) {
          const keys = Object.keys(at);
          if (keys.length === 0) break;
          const key = keys[rng.int(keys.length)]!;
          const below = at[key];
          if (below !== null && typeof below === 'object' && Object.keys(below).length > 0 && rng.int(6) > 0)
            at = below as Record<string, unknown>;
          else {
            at[key] = odd[rng.int(odd.length)];
            break;
          }
        }
        tries++;
        try {
          const back = read(v);
          back.text(0);
          observed(back, 0);
          if (!back.over) expect(legalOf(back).length).toBeGreaterThan(0);
        } catch (error) {
          errors++;
          expect((error as Error).message).toMatch(/^[a-zA-Z0-9.\-+]+: ./);
        }
      }
    });
    expect(errors).toBeGreaterThan(tries / 2);
  });
});
