/** The kit on a game of nothing: two seats with a hand each, a deck, a counter that follows. */
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createRng } from '../chance.js';
import type { State } from '../game.js';
import { actionsOf, camelCase } from './actions.js';
import { f64, i16, i32, u8, u32 } from './fields.js';
import { idsOf } from './ids.js';
import { fail, jsonOf, optional, viewOf } from './json.js';
import { observationOf } from './pieces.js';
import { type PositionBlock, positions, smallPositions } from './position.js';
import { decisions, NOBODY } from './prompts.js';
import { hiddenFields, leaks, redrawn } from './secrets.js';

const schema = z.strictObject({ askForced: z.boolean().default(false), cards: z.int().min(1).max(4).default(4) });
const fields = {
  total: u32('A wide number.', { max: 70_000 }),
  actor: i16('Seat to act.', { max: 1, none: -1, start: 0 }),
  over: i16.flag('The end.'),
  phase: i16('What is done.', { names: ['deal', 'play'] }),
  left: i16('Cards in the deck.', { max: 4 }),
  hand: u8([2], 'A card each.', { max: 8, none: 255, sight: 'own' }),
  deck: u8([4], 'The deck.', { max: 8, none: 9, start: 0, sight: 'order', count: 'left' }),
  seed: u8('Nobody knows.', { max: 9, sight: 'never' }),
  seen: u8('Told, not hashed.', { max: 200, derived: true }),
};
class Cards extends positions({
  title: 'Cards',
  magic: 'CRD1',
  schema,
  tables: ({ cards }) => ({ double: 2 * cards }),
  fields,
}) {
  get players(): number {
    return 2;
  }
}
const make = (options = {}) => new Cards(schema.parse(options));

describe('fields', () => {
  it('are names over one block of memory, in the order and types they are declared in', () => {
    const s = make();
    expect(s.bytes).toHaveLength(4 + 4 * 2 + 2 + 4 + 1 + 1);
    s.total = 70_000;
    s.over = true;
    s.hand[1] = 7;
    expect([...s.bytes.subarray(0, 4)]).toEqual([0x70, 0x11, 1, 0]);
    expect([s.total, s.over, s.actor, s.phase, ...s.hand]).toEqual([70_000, true, 0, 0, 255, 7]);
    expect(s.tables.double).toBe(8);
  });

  it('copy, clone and hash by memory; derived ones are not hashed', () => {
    const s = make();
    const copy = s.clone();
    s.hand[0] = 3;
    expect(copy.hand[0]).toBe(255);
    expect(copy.hash()).not.toBe(s.hash());
    copy.copyFrom(s);
    copy.seen = 9;
    expect(copy.hash()).toBe(s.hash());
    s.deck[0] = 1;
    expect(copy.deck[0]).toBe(0);
  });

  it('are the same of each object of a class, of its subclasses too', () => {
    class More extends Cards {
      extra = 1;
    }
    const [a, b] = [new More(schema.parse({})), new More(schema.parse({}))];
    a.total = 5;
    expect([b.total, a.extra, Object.keys(a).join() === Object.keys(b).join()]).toEqual([0, 1, true]);
  });

  it('save and load; what is out of range is refused in one line that changes nothing', () => {
    const s = make({ cards: 2 });
    s.hand.set([3, 8]);
    const other = make();
    other.load(s.save());
    expect([other.hash(), other.options.cards, other.tables.double]).toEqual([s.hash(), 2, 4]);
    const wrong: [(s: Cards) => void, string][] = [
      [(p) => void (p.hand[1] = 9), 'not a saved position of Cards: hand.1 is 9, wanted 0..8 or 255'],
      [(p) => void (p.actor = 2), 'not a saved position of Cards: actor is 2, wanted 0..1 or -1'],
      [(p) => void (p.total = 70_001), 'not a saved position of Cards: total is 70001, wanted 0..70000'],
      [(p) => void (p.phase = 2), 'not a saved position of Cards: phase is 2, wanted 0..1'],
    ];
    for (const [harm, words] of wrong) {
      const bad = s.clone();
      harm(bad);
      const before = other.hash();
      expect(() => other.load(bad.save())).toThrow(words);
      expect(other.hash()).toBe(before);
    }
    const bytes = s.save();
    bytes[bytes.length - 1]! ^= 1;
    expect(() => other.load(bytes)).toThrow('wrong checksum');
    expect(() => other.load(bytes.subarray(1))).toThrow('wrong header');
  });

  it('of small games hold the options too, and the game may say what is wrong', () => {
    class Small extends smallPositions({
      kind: 'small 1',
      fields: { speed: f64('Any.'), steps: i16('So far.', { max: 9 }) },
    }) {
      override fault(): string {
        return this.speed > this.steps ? 'too fast' : '';
      }
    }
    const s = new Small();
    s.steps = 2;
    s.speed = 1.5;
    const other = new Small();
    other.load(s.save());
    expect([other.speed, other.steps]).toEqual([1.5, 2]);
    s.speed = 3;
    expect(() => other.load(s.save())).toThrow('not a saved position of small 1: too fast');
    s.speed = Number.NaN;
    expect(() => other.load(s.save())).toThrow('speed is NaN');
  });

  const sides = ['coins', 'fish.fresh'] as const;
  class Sides extends smallPositions({
    kind: 'sides 1',
    fields: { mine: i16(sides, 'Mine.', { max: 9 }), yours: i16(sides, 'Yours.') },
  }) {
    readonly players = 1;
    readonly options = {};
  }

  it('that are lists may have names for their entries, by number too; equal names are one class', () => {
    const [s, other] = [new Sides(), new Sides()];
    s.mine.coins += 3;
    s.mine['fish.fresh'] = 4;
    s.yours.cells[1] = 5;
    other.load(s.save());
    expect([[...other.mine.cells], other.yours['fish.fresh']]).toEqual([[3, 4], 5]);
    expect([s.yours.constructor, other.mine.constructor]).toEqual([s.mine.constructor, s.mine.constructor]);
    s.mine.coins = 10;
    expect(s.outOfRange()).toBe('mine.coins is 10, wanted 0..9');
    const { mine } = { mine: i16(sides, 'Mine.', { max: 9 }) };
    const view = viewOf({ options: z.strictObject({}) }, jsonOf<Sides>()({ mine }).entries('mine', 'fish.fresh'));
    expect(view.write(other, 0)).toEqual({ seat: 0, options: {}, 'fish.fresh': 4 });
    expect([...view.read(view.write(other, 0), () => new Sides()).mine.cells]).toEqual([0, 4]);
  });

  it('may come in any order: each lies at a multiple of its width, with zeros before it', () => {
    class Mixed extends smallPositions({
      kind: 'mixed',
      fields: { a: u8('One byte.', { start: 7 }), b: i16([2], 'Two.', { min: -9 }), c: u8('One.'), d: f64('Eight.') },
    }) {}
    const s = new Mixed();
    s.b[1] = -3;
    s.d = 0.5;
    const copy = new Mixed();
    copy.load(s.save());
    expect([copy.a, [...copy.b], copy.c, copy.d]).toEqual([7, [0, -3], 0, 0.5]);
    expect([s.layout.places.map(({ byte }) => byte), s.outOfRange()]).toEqual([[0, 2, 6, 8], '']);
    s.bytes[1] = 1;
    expect(s.outOfRange()).toBe('byte 1, before b, is not 0');
    expect(() => copy.load(s.save())).toThrow('byte 1, before b, is not 0');
  });

  it('that come too late, or whose name is taken, are refused when they are declared', () => {
    const of = (declared: Parameters<typeof smallPositions>[0]['fields']) => () =>
      smallPositions({ kind: 'x', fields: declared });
    expect(of({ a: u8('x', { derived: true }), b: u8('y') })).toThrow('field b: derived fields come last');
    expect(of({ bytes: u8('x') })).toThrow('field bytes: the name is taken');
    expect(of({ hash: u8('x') })).toThrow('field hash: the name is taken');
    expect(of({ a: u8(['cells'], 'x') })).toThrow('entry cells: the name is taken');
  });
});

describe('the JSON of fields', () => {
  const view = viewOf({ game: 'cards', options: schema }, jsonOf<Cards>()(fields).all('seen'));
  it('has what the seat may know, and is read back', () => {
    const s = make();
    Object.assign(s, { left: 3, phase: 1, seed: 5 });
    s.hand.set([3, 8]);
    s.deck.set([6, 2, 4]);
    const json = view.write(s, 1);
    expect(json).toEqual({
      game: 'cards',
      seat: 1,
      options: { askForced: false, cards: 4 },
      total: 0,
      actor: 0,
      over: false,
      phase: 'play',
      left: 3,
      hand: [null, [8]],
      deck: [2, 4, 6],
    });
    const read = view.read(JSON.parse(JSON.stringify(json)), make);
    expect(view.write(read, 1)).toEqual(json);
    expect(() => view.read({ ...json, phase: 'sleep' }, make)).toThrow('phase: ');
    expect(() => view.read({ ...json, total: 70_001 }, make)).toThrow('total: ');
    expect(() => view.read({ ...json, deck: [null] }, make)).toThrow('deck.0: ');
    expect(() => view.read({ ...json, seat: 2 }, make)).toThrow('seat: there are 2 players');
    expect(() => view.read({ ...json, more: 1 }, make)).toThrow('view: ');
  });

  it('leaves out what there is nothing to tell of, takes single entries of lists, and says which row is wrong', () => {
    const { one, rows } = jsonOf<Cards>()(fields);
    const parts = {
      low: one('deck', 1),
      left: optional((s: Cards) => s.left > 0, one('left')),
      hand: rows(2, {
        first: {
          schema: z.number().optional(),
          write: (s: Cards, row) => s.hand[row] || undefined,
          read(s: Cards, row, card: number | undefined, path) {
            if (card === 8) fail(path, 'is taken');
            s.hand[row] = card ?? 0;
          },
        },
      }),
    };
    const view = viewOf({ game: 'cards', options: schema }, parts);
    const s = make();
    s.deck.set([3, 4]);
    s.hand.set([0, 7]);
    const head = { game: 'cards', seat: 0, options: { askForced: false, cards: 4 } };
    expect(view.write(s, 0)).toEqual({ ...head, low: 4, hand: [{}, { first: 7 }] });
    expect(Object.keys(view.write(s, 0))).not.toContain('left');
    s.left = 2;
    const json = view.write(s, 0);
    expect(json).toEqual({ ...head, low: 4, left: 2, hand: [{}, { first: 7 }] });
    expect(view.write(view.read(json, make), 0)).toEqual(json);
    expect(() => view.read({ ...json, hand: [{}, { first: 8 }] }, make)).toThrow('hand.1.first: is taken');
  });
});

describe('rows of fields', () => {
  const table = {
    open: i32.flag('Whether it is open.'),
    tile: i32([2], 'Where.', { names: ['a1', 'b1'], none: -1 }),
    items: u8([2, 2, 3], 'Of two kinds, by level.', { max: 9 }),
  };
  class Rows extends smallPositions({ kind: 'rows 1', fields: table }) {}
  const { row, rows } = jsonOf<Rows>()(table);
  const columns = {
    tile: 'tile',
    items: 'items',
    full: {
      schema: z.literal(true).optional(),
      write: (s: Rows, at: number) => (s.items[6 * at] === 9 ? (true as const) : undefined),
    },
  } as const;

  it('are lists in lists as the shape says; what is undefined is left out', () => {
    const s = new Rows();
    s.open = true;
    s.tile[1] = 0;
    s.items.set([1, 2, 3, 4, 5, 6], 0);
    s.items[6] = 9;
    expect([s.open, ...s.bytes.subarray(0, 4)]).toEqual([true, 1, 0, 0, 0]);
    const all = rows(2, columns);
    const json = all.write(s, 0);
    expect(json).toStrictEqual([
      {
        tile: null,
        items: [
          [1, 2, 3],
          [4, 5, 6],
        ],
      },
      {
        tile: 'a1',
        items: [
          [9, 0, 0],
          [0, 0, 0],
        ],
        full: true,
      },
    ]);
    const back = new Rows();
    all.read!(back, all.schema.parse(json), '');
    back.open = true;
    expect(back.hash()).toBe(s.hash());
    expect(() => all.read!(back, [json[0]!], 'rows')).toThrow('rows: 2 wanted');
    expect(row(columns).schema.safeParse({ ...json[0], items: [[1, 2, 3]] }).success).toBe(false);
  });
});

describe('tests of secrets', () => {
  /** Shows what it is told to, whoever asks. */
  const state = (show: (s: Cards) => number, redraw: (s: Cards) => void = () => {}) => {
    const s = Object.assign(make(), { text: () => '', view: () => null, legal: () => 0 });
    const full = Object.assign(s, {
      observe: (_seat: number, out: Float32Array) => void (out[0] = show(s)),
      resample: () => redraw(s),
      clone(): unknown {
        const copy = state(show, redraw);
        (copy as unknown as Cards).copyFrom(s as never);
        return copy;
      },
    });
    full.left = 3;
    full.hand.set([1, 2]);
    full.deck.set([3, 4, 5]);
    return full as unknown as State & PositionBlock;
  };
  const found = (show: (s: Cards) => number) => leaks(state(show), 0, createRng('leak'), { size: 1, actions: 1 });

  it('find what shows another hand, the order of a deck, a secret', () => {
    expect(found((s) => s.hand[0]! + s.deck[0]! + s.deck[1]! + s.deck[2]! + s.left)).toEqual([]);
    expect(found((s) => s.hand[1]!)).toEqual(['hand']);
    expect(found((s) => s.deck[0]! * 9 + s.deck[1]!)).toEqual(['deck']);
    expect(found((s) => s.seed)).toEqual(['seed']);
  });

  it('tell what is to be redrawn, and what was', () => {
    const s = state(
      () => 0,
      (p) => void p.hand.set([1, 8]),
    );
    expect(hiddenFields(s, 0)).toEqual(['hand', 'deck', 'seed']);
    expect(redrawn(s, 0, createRng(1))).toEqual(['hand']);
  });
});

describe('actions, pieces, prompts, names', () => {
  const table = actionsOf<Cards>()((action) => ({
    PASS: action({}, () => 'pass'),
    PLAY: action(
      { card: 3, on: 2 },
      (_, { card, on }) => `play ${card} on ${on}`,
      (s, { card }) => ({ card, left: s.left }),
    ),
    DRAW: action({}, () => 'draw'),
  }));

  it('numbers the blocks, and finds block and arguments of an id again', () => {
    expect([table.first, table.count]).toEqual([{ PASS: 0, PLAY: 1, DRAW: 7 }, 8]);
    expect(table.parse(4)).toEqual({ name: 'PLAY', args: { card: 1, on: 1 } });
    const s = make();
    expect([0, 6, 7].map((id) => table.text(s, id))).toEqual(['pass', 'play 2 on 1', 'draw']);
    expect(table.text(s, 6, { PLAY: (_, { card }) => `show ${card}` })).toBe('show 2');
    expect([table.json(s, 3), table.json(s, 7)]).toEqual([
      { kind: 'play', args: { card: 1, left: 0 } },
      { kind: 'draw', args: {} },
    ]);
    expect(() => table.parse(8)).toThrow('no action has the id 8');
  });

  it('calls kinds in JSON what the game calls them, or the prompt', () => {
    const camel = actionsOf<Cards>()(
      (action) => ({ PLAY_VERY_LOW: action({}, () => 'low'), PLAY_HIGH: action({ card: 2 }, () => 'high') }),
      camelCase,
    );
    const s = make();
    expect([0, 1].map((id) => camel.json(s, id).kind)).toEqual(['playVeryLow', 'playHigh']);
    const kinds = { PLAY_VERY_LOW: 'duck', PLAY_HIGH: (_: Cards, { card }: { card: number }) => `top${card}` };
    expect([0, 2].map((id) => camel.json(s, id, kinds).kind)).toEqual(['duck', 'top1']);
  });

  it('places the pieces one behind the other, and tells a pass where its pieces lie', () => {
    const sight = observationOf<Cards>()((piece) => [
      piece('left', [1], 'Cards left.', (s, _seat, out, at) => void (out[at] = s.left)),
      piece.group({ mine: [[2], 'Mine.'], all: [[2, 2], 'All.'] }, ({ mine, all }) => (_s, seat, out, at) => {
        out[at + mine + 1] = 10 + seat;
        out[at + all + 3] = 20;
      }),
    ]);
    expect(sight.pieces.map(({ name, shape }) => [name, shape])).toEqual([
      ['left', [1]],
      ['mine', [2]],
      ['all', [2, 2]],
    ]);
    const out = new Float32Array(9).fill(7);
    sight.observe(Object.assign(make(), { left: 4 }), 1, out, 1);
    expect([...out]).toEqual([7, 4, 0, 11, 0, 0, 0, 20, 7]);
  });

  it('asks through the table, and answers what is forced', () => {
    const asked = {
      prompt: NOBODY,
      actor: NOBODY,
      count: 0,
      legalActions: new Uint8Array(4),
      over: false,
      options: { askForced: false },
      told: [] as string[],
    };
    type Asked = typeof asked;
    const prompt = (name: string, choices: number) => ({
      ask: () => name,
      uses: ['ANY'],
      legal: (_: Asked, _seat: number, list: Uint8Array | Uint16Array) =>
        list.fill(1, 0, choices).subarray(0, choices).length,
      answer: (s: Asked, seat: number) => void s.told.push(`${name} ${seat}`),
    });
    const { advance, answer } = decisions<Asked>([prompt('forced', 1), prompt('free', 2)], (s) => {
      if (s.told.length > 2) s.over = true;
      else Object.assign(s, { prompt: s.told.length % 2, actor: s.told.length });
    });
    advance(asked, undefined as never);
    expect([asked.prompt, asked.actor, asked.told]).toEqual([1, 1, ['forced 0']]);
    answer(asked, 0, undefined as never);
    advance(asked, undefined as never);
    expect([asked.over, asked.prompt, asked.told]).toEqual([true, -1, ['forced 0', 'free 1', 'forced 2']]);
  });

  it('lets an answer ask the next question, and leaves lists that nobody hashes', () => {
    const asked = Object.assign(make(), { prompt: NOBODY, count: 0, legalActions: new Uint8Array(4) });
    const prompt = (next: number) => ({
      ask: () => '',
      uses: ['ANY'],
      legal: (_: typeof asked, _seat: number, list: Uint8Array | Uint16Array) => list.fill(7, 0, 2) && 2,
      answer: (s: typeof asked) => void Object.assign(s, { prompt: next, actor: 1 }),
    });
    const step = (s: typeof asked) => void Object.assign(s, { prompt: 0, actor: 0 });
    for (const clear of [true, false]) {
      const { advance, answer } = decisions([prompt(1), prompt(NOBODY)], step, { clear });
      advance(asked, undefined as never);
      answer(asked, 7, undefined as never);
      expect([asked.prompt, asked.count, [...asked.legalActions.subarray(0, 2)]]).toEqual([
        1,
        0,
        clear ? [0, 0] : [7, 7],
      ]);
      advance(asked, undefined as never);
      expect([asked.prompt, asked.actor, asked.count]).toEqual([1, 1, 2]);
      answer(asked, 7, undefined as never);
    }
  });

  it('gives names their numbers', () => {
    expect({ ...idsOf(['a', 'b c']) }).toEqual({ a: 0, 'b c': 1 });
  });
});
