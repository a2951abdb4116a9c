/** Whole games out of tables: one with nothing hidden is docs/examples/pig.ts; here one of two seats with a card each. */
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createRng, SeededChance } from '../chance.js';
import { checkGame } from '../conformance/index.js';
import type { Game } from '../game.js';
import { LiveView } from '../view.js';
import { actionsOf } from './actions.js';
import { bot } from './bot.js';
import { u8 } from './fields.js';
import { type GameTables, gameOf } from './game.js';
import { observationOf } from './pieces.js';
import { positions } from './position.js';
import { askedFields, NOBODY, question } from './prompts.js';
import { hiddenFields, leaks } from './secrets.js';

const options = z.strictObject({ askForced: z.boolean().default(false).describe('Ask for all decisions.') });
const cardNames = ['knave', 'queen', 'king'];
const fields = {
  ...askedFields({ prompts: ['bet', 'call'], seats: 2, actions: 2 }),
  round: u8('Decisions so far, and 1.', { min: 1, max: 3, start: 1 }),
  stays: u8.flag([2], 'Who has said stay.'),
  cards: u8([2], 'A card each.', { names: cardNames, sight: 'own' }),
};
class Position extends positions({ title: 'High card', magic: 'HIC1', schema: options, fields }) {
  get players(): number {
    return 2;
  }
  override fault(): string {
    return this.cards[0] === this.cards[1] ? 'the cards are the same' : '';
  }
}
const actions = actionsOf<Position>()((action) => ({
  SAY: action(
    { word: ['fold', 'stay'] },
    (s, { word }) => `${word ? 'stay' : 'fold'} with ${cardNames[s.cards[s.actor]!]}`,
  ),
}));
const say = (s: Position, seat: number, word: number) => {
  s.stays[seat] = word;
  s.round++;
  s.over = word === 0 || seat === 1;
};
const stake = (s: Position, seat: number): number => {
  const shown = s.stays[0] === 1 && s.stays[1] === 1;
  const wins = shown ? s.cards[seat]! > s.cards[1 - seat]! : seat === (s.stays[0] ? 0 : 1);
  return (wins ? 1 : -1) * (shown ? 2 : 1);
};

const tables: GameTables<z.infer<typeof options>, Position> = {
  id: 'high-card',
  version: '1',
  title: 'High card',
  summary: 'Stay or fold with a card of three',
  seats: { min: 2, max: 2 },
  utility: 'zero-sum',
  streams: ['deal'],
  options,
  Position,
  actions,
  sight: observationOf<Position>()((piece) => [
    piece.values('card', [3], 'My card, one-hot.', (s, me) =>
      cardNames.map((_, card) => (s.cards[me] === card ? 1 : 0)),
    ),
    piece.seats('stays', [2], '1 for who stays.', (s, seat) => s.stays[seat]!),
    piece.values('prompt', [1], '1 for call.', (s) => (s.prompt === 1 ? 1 : 0)),
  ]),
  prompts: {
    bet: question({ ask: () => 'stay?', legal: () => [0, 1], answer: say }),
    // With the king there is nothing to think about.
    call: question({ ask: () => 'stay too?', legal: (s, seat) => (s.cards[seat] === 2 ? [1] : [0, 1]), answer: say }),
  },
  setUp(s, chance) {
    s.cards[0] = chance.draw(0, 3);
    s.cards[1] = (s.cards[0] + 1 + chance.draw(0, 2)) % 3;
  },
  step(s) {
    s.actor = s.prompt = s.round - 1;
  },
  text: (s, seat) => `You hold the ${cardNames[s.cards[seat]!]}`,
  maxDecisions: () => 2,
  score: stake,
  ending: (s) => (s.stays[0] && s.stays[1] ? 'cards' : 'fold'),
  rewards: (s, out) => [0, 1].forEach((seat) => void (out[seat] = s.over ? stake(s, seat) : 0)),
  redraw(s, seat, rng) {
    const others = [0, 1, 2].filter((card) => card !== s.cards[seat]);
    s.cards[1 - seat] = others[rng.int(2)]!;
  },
};
const game = gameOf(tables);
const deal = (seed: number, given = {}) => {
  const chance = new SeededChance(seed, game.streams);
  return { s: game.newState(options.parse(given), chance), chance };
};

describe('a game with a hidden card', () => {
  it('holds the contract', async () => {
    const report = await checkGame(game as unknown as Game, { games: 40, states: 400 });
    expect(report.checks.filter((check) => !check.passed)).toEqual([]);
    expect(report.checks.find(({ name }) => name === 'player JSON')!.count).toBeGreaterThan(0);
  });

  it('says of itself what follows from the tables', () => {
    expect(game).toMatchObject({ information: 'imperfect', scoring: 'rewards', utility: 'zero-sum', actions: 2 });
    expect(game.prompts).toEqual(['bet', 'call']);
    expect(game.observation.map(({ name, about }) => [name, about])).toEqual([
      ['card', 'My card, one-hot.'],
      ['stays', '1 for who stays. Me first, then in turn order.'],
      ['prompt', '1 for call.'],
    ]);
    const { s } = deal(1);
    expect(s.actionJson!(1)).toEqual({ kind: 'say', args: { word: 'stay' } });
    expect([s.truncated, s.ending(), s.text(0), s.text(1)]).toEqual([
      false,
      '',
      `You hold the ${cardNames[s.cards[0]!]}\nstay?`,
      `You hold the ${cardNames[s.cards[1]!]}\nseat 0 is asked`,
    ]);
  });

  it('shows no card of another; reading its JSON makes one up that fits', () => {
    const { s } = deal(3);
    expect(hiddenFields(s, 0)).toEqual(['cards']);
    expect(leaks(s, 0, createRng(1), { size: 6, actions: 2 })).toEqual([]);
    const json = s.view!(0) as { cards: unknown };
    expect(json.cards).toEqual([[cardNames[s.cards[0]!]], null]);
    const read = game.parseView!(json);
    expect(read.cards[0]).toBe(s.cards[0]);
    expect(read.cards[1]).not.toBe(read.cards[0]);
  });

  it('refuses positions in which nobody is asked, or whose legal actions are others', () => {
    const { s } = deal(3);
    const harm = (change: (bad: typeof s) => void) => {
      const bad = s.clone();
      change(bad);
      return () => s.clone().load(bad.save());
    };
    expect(harm((bad) => void Object.assign(bad, { prompt: NOBODY }))).toThrow(
      'somebody is asked exactly while the game goes on',
    );
    expect(harm((bad) => void (bad.count = 1))).toThrow('the legal actions are others');
    expect(harm((bad) => void (bad.cards[1] = bad.cards[0]!))).toThrow('the cards are the same');
    const json = s.view!(0) as object;
    expect(() => game.parseView!({ ...json, actor: null })).toThrow('view: somebody is asked exactly while');
  });
});

it('has a rival without a seat where the tables say so', () => {
  const chance = new SeededChance(1, tables.streams);
  const rival = gameOf({ ...tables, rivalAhead: (s) => s.round > 1 }).newState(options.parse({}), chance);
  expect(rival.rivalAhead!()).toBe(false);
  rival.apply(1, chance);
  expect(rival.rivalAhead!()).toBe(true);
  expect(deal(1).s.rivalAhead).toBeUndefined();
});

it('refuses tables that do not fit together', () => {
  const { redraw: _, ...open } = tables;
  expect(() => gameOf(open)).toThrow('high-card: the field cards is hidden from somebody: redraw is missing');
  const { call, bet } = tables.prompts;
  expect(() => gameOf({ ...tables, prompts: { ...tables.prompts, bet: { ...bet!, uses: ['RAISE'] } } })).toThrow(
    /^high-card: the prompt bet uses RAISE: its actions are [A-Z_, ]+$/,
  );
  expect(() => gameOf({ ...tables, prompts: { call: call!, bet: bet! } })).toThrow(
    'high-card: its prompts are call,bet, those of the field bet,call',
  );
});

it('refuses a class whose members hide a field, or what the kit gives it', () => {
  class Counting extends Position {
    // @ts-expect-error: askedFields has a field of this name; games run without a type check
    count(): number {
      return 1;
    }
  }
  expect(() => gameOf({ ...tables, Position: Counting as unknown as typeof Position })).toThrow(
    'high-card: its class of positions has a member count of its own, but a field (askedFields declares some) has that name',
  );
  class Loading extends Position {
    // @ts-expect-error: as above
    override load(seat: number): number {
      return this.cards[seat]!;
    }
    ending(): string {
      return '';
    }
  }
  expect(() => gameOf({ ...tables, Position: Loading as unknown as typeof Position })).toThrow(
    'a member load of its own, but what every position can do has that name: call it otherwise',
  );
  class Rounds extends Position {
    override round = 7;
  }
  // As a class field of ES2022 defines it.
  class Defined extends Position {
    constructor(options: { askForced: boolean }) {
      super(options);
      Object.defineProperty(this, 'round', { value: 7, writable: true });
    }
  }
  const chance = new SeededChance(1, tables.streams);
  for (const Class of [Rounds, Defined])
    expect(() => gameOf({ ...tables, Position: Class }).newState(options.parse({}), chance)).toThrow(
      'a member round of its own',
    );
});

it('refuses an observation piece with too many values', () => {
  const sight = observationOf<Position>()((piece) => [
    piece.seats('pair', [2, 2], 'Two of each seat.', (_, seat) => [seat, 7]),
    piece.values('bad', [2], 'Two.', (s) => (s.round === 1 ? [1, 2] : [1])),
  ]);
  const { s } = deal(1);
  const out = new Float32Array(sight.size);
  sight.observe(s, 1, out, 0);
  expect([...out]).toEqual([1, 7, 0, 7, 1, 2]);
  Object.assign(s, { round: 2 });
  expect(() => sight.observe(s, 1, out, 0)).toThrow('piece bad: 1 values, 2 wanted');
});

it('makes bots of a choice: each sees a position of its own, with what is hidden redrawn', () => {
  const seen: number[][] = [];
  const make = bot<Position>('stayer', (s, mask, rng) => {
    seen.push([...s.cards]);
    s.round = 3;
    return mask[1] ? 1 : rng.int(2);
  });
  const { s } = deal(3);
  const agent = make();
  agent.reset('a');
  const view = new LiveView(game as unknown as Game).show(s);
  for (let i = 0; i < 40; i++) expect(agent.act(view)).toBe(1);
  expect([agent.name, s.round]).toEqual(['stayer', 1]);
  expect(new Set(seen.map(([mine]) => mine))).toEqual(new Set([s.cards[0]]));
  expect(new Set(seen.map(([, other]) => other)).size).toBe(2);
});
