/** Every town, event, building and token does what its table says. */
import { describe, expect, it } from 'vitest';
import {
  ATTACK,
  BEFRIEND,
  BRAG,
  BUILD,
  BUY_TOKEN,
  COMMIT_PIRATE,
  CREW,
  EAT_FISH,
  END,
  EVENT,
  HIRE,
  HOME,
  HUNT,
  MOVE,
  REST,
  SELL_FISH,
  SELL_WOOD,
  USE_WOOD,
  VISIT,
} from '../actions.js';
import { BUILDINGS, GOODS } from '../data.js';
import * as S from '../state.js';
import {
  arrive,
  begin,
  built,
  type Counter,
  chance,
  cubes,
  give,
  legal,
  openEvent,
  openReputation,
  openToken,
  own,
  play,
  row,
} from '../test/fixture.js';
import { humanScore } from './ending.js';
import { endBonus } from './judgements.js';

type Position = ReturnType<typeof begin>;
const n = (s: Position, counter: Counter): number => s.human[counter];
const goods = (s: Position): number[] => [...s.human.cells.subarray(0, GOODS)];
const prompt = (s: Position): string => S.promptNames[s.prompt]!;
/** Row of buildings nobody owns, with the wanted one in the slot that needs no books. */
const rowWith = (id: number): number[] => [...[30, 31, 32, 33, 34, 29].filter((i) => i !== id).slice(0, 4), id];

describe('towns', () => {
  it.each<[string, number[]]>([
    ['Grotto', [4, 0, 0, 0, 0]],
    ['Timber Quay', [0, 3, 0, 0, 0]],
    ['Ratnest', [0, 0, 0, 3, 0]],
    ['Serpent Cove', [0, 0, 0, 1, 1]],
    ['Scribe Hall', [0, 0, 3, 0, 0]],
    ['Mason Isle', [0, 0, 1, 0, 0]],
    ['Wondermarket', [2, 1, 1, 1, 0]],
  ])('%s gives goods', (name, wanted) => {
    expect(goods(play(arrive(begin(), name), VISIT))).toEqual(wanted);
  });

  it('Grotto and Timber Quay: each work symbol adds one', () => {
    const s = play(arrive(begin(), 'Grotto'), VISIT);
    expect([prompt(s), legal(s)]).toEqual(['WORK', [END, CREW + 2]]);
    play(s, CREW + 2);
    expect(goods(s)).toEqual([5, 0, 0, 0, 0]);
    const t = arrive(begin(), 'Timber Quay');
    t.crew[2] = 9;
    t.crewDeck.fill(S.EMPTY);
    play(t, VISIT, CREW + 2);
    expect(goods(t)).toEqual([0, 5, 0, 0, 0]);
  });

  it('Envoy Court gives influence, into the left-most empty spaces', () => {
    const s = play(arrive(cubes(begin(), 'R.R'), 'Envoy Court'), VISIT);
    expect([...s.track.subarray(0, 8)]).toEqual([3, 3, 2, 1, 2, 1, 1, 0]);
  });

  it('Exchange buys up to six', () => {
    const s = arrive(give(begin(), { human: { fish: 4, wood: 4 } }), 'Exchange');
    play(s, VISIT, SELL_FISH, SELL_WOOD, SELL_FISH, SELL_FISH, SELL_WOOD, SELL_FISH);
    expect([prompt(s), s.human.coins, s.human.wood]).toEqual(['POST', 6 + 12, 2]);
    const t = arrive(give(begin(), { human: { fish: 1 } }), 'Exchange');
    play(t, VISIT, SELL_FISH, END);
    expect([prompt(t), t.toSell]).toEqual(['POST', 0]);
  });

  it('Shipwright Sound builds three coins cheaper, Mason Isle one', () => {
    const s = play(arrive(row(begin(), rowWith(9)), 'Shipwright Sound'), VISIT, BUILD + 4, END);
    expect([s.human.coins, s.human.costs, s.human.buildings]).toEqual([6 - 2, 5, 1]);
    const t = play(arrive(row(begin(), rowWith(9)), 'Mason Isle'), VISIT, BUILD + 4, END);
    expect(t.human.coins).toBe(6 - 4);
  });

  it('Crew Haven pays two and hires, up to eight aboard', () => {
    const s = play(arrive(begin(), 'Crew Haven'), VISIT);
    expect([s.human.coins, legal(s)]).toEqual([8, [END, HIRE, HIRE + 1, HIRE + 2]]);
    const card = s.crewRow[1];
    play(s, HIRE + 1);
    expect([s.crew[3], s.human.crew, s.crewLeft, prompt(s)]).toEqual([card, 4, 6, 'POST']);
    const full = arrive(begin(), 'Crew Haven');
    full.human.crew = 8;
    expect(legal(play(full, VISIT))).toEqual([END]);
  });

  it('Storyteller Bay gives renown and a brag; the card goes under its pile', () => {
    const s = openReputation(arrive(begin(), 'Storyteller Bay'), 'crew');
    const pile = [...s.reputation.subarray(0, 4)];
    play(s, VISIT, BRAG);
    expect([s.human.renown, s.rival.renown]).toEqual([2 + 6, 2]);
    expect([...s.reputation.subarray(0, 4)]).toEqual([...pile.slice(1), pile[0]]);
    expect(s.under[0]).toBe(1);
  });

  it.each([
    ['influence', () => cubes(begin(), 'HHH')],
    ['town', () => own(own(own(begin(), 0, S.HUMAN), 1, S.HUMAN), 2, S.HUMAN)],
    ['book', () => give(begin(), { human: { book: 3 } })],
    ['wood', () => give(begin(), { human: { wood: 3 } })],
    ['pirate', () => give(begin(), { human: { pirate: 3 } })],
    ['serpent', () => give(begin(), { human: { serpent: 3 } })],
    ['crew', () => begin()],
  ] as [string, () => Position][])('three of %s beat the two that the rival counts', (resource, make) => {
    const s = openReputation(arrive(make(), 'Storyteller Bay'), resource);
    play(s, VISIT, BRAG);
    expect([s.human.renown, s.rival.renown]).toEqual([8, 2]);
  });
});

describe('events', () => {
  const all = { human: { fish: 5, wood: 5, book: 5, pirate: 5, serpent: 5 } };
  // town, fish wood book pirate serpent paid, administer, work, influence, coins, renown, brag
  it.each([
    [0, 'Grotto', [0, 0, 0, 0, 0], 0, 1, 3, 1, 0, 0],
    [1, 'Timber Quay', [2, 0, 0, 0, 0], 0, 0, 4, 2, 0, 0],
    [2, 'Envoy Court', [0, 0, 0, 0, 0], 1, 0, 3, 1, 0, 0],
    [3, 'Ratnest', [0, 0, 0, 1, 0], 0, 0, 3, 3, 0, 0],
    [4, 'Exchange', [0, 2, 0, 0, 0], 0, 0, 4, 3, 0, 0],
    [5, 'Shipwright Sound', [0, 0, 0, 0, 0], 1, 1, 4, 2, 0, 0],
    [6, 'Serpent Cove', [1, 1, 0, 0, 0], 0, 0, 4, 3, 0, 0],
    [7, 'Scribe Hall', [0, 0, 1, 0, 0], 0, 0, 4, 2, 0, 0],
    [8, 'Mason Isle', [0, 0, 0, 0, 0], 2, 0, 5, 2, 0, 0],
    [9, 'Crew Haven', [0, 0, 0, 0, 0], 0, 1, 3, 0, 0, 1],
    [10, 'Storyteller Bay', [3, 0, 0, 0, 0], 0, 0, 5, 3, 0, 0],
    [11, 'Wondermarket', [0, 1, 0, 0, 0], 0, 1, 4, 3, 0, 0],
    [12, 'Grotto', [0, 0, 0, 2, 0], 0, 0, 4, 5, 0, 0],
    [13, 'Timber Quay', [0, 0, 0, 0, 0], 1, 0, 3, 0, 0, 1],
    [14, 'Envoy Court', [0, 0, 0, 0, 1], 0, 0, 4, 0, 5, 0],
  ])('event %i at %s', (id, town, paid, administer, work, influence, coins, renown, brag) => {
    const s = arrive(openEvent(give(begin(), all), id), town);
    const left = s.eventsLeft[0];
    play(s, EVENT);
    for (let i = 0; i < administer + work; i++) {
      expect(prompt(s)).toBe('EVX');
      play(s, legal(s)[0]!);
    }
    expect(goods(s)).toEqual(paid.map((p) => 5 - p));
    expect([...s.exhausted].filter((e) => e === 1)).toHaveLength(administer + work);
    expect([s.human.influence, s.human.coins, s.human.renown]).toEqual([influence, 7 + coins, renown]);
    expect(prompt(s)).toBe(brag ? 'BRAG' : 'POST');
    expect(s.eventsLeft[0]).toBe(left - 1);
  });

  it('one member gives all its symbols, and only useful ones are offered', () => {
    const s = arrive(openEvent(begin(), 5), 'Shipwright Sound');
    s.crew[1] = 3;
    give(s, {});
    play(s, EVENT);
    expect(legal(s)).toEqual([CREW, CREW + 1, CREW + 2]);
    play(s, CREW + 1);
    expect([prompt(s), s.human.influence]).toEqual(['POST', 4]);
  });

  it('is not offered without the crew or the goods, or elsewhere', () => {
    const tired = openEvent(begin(), 8);
    tired.exhausted[0] = 1;
    expect(legal(arrive(tired, 'Mason Isle'))).not.toContain(EVENT);
    expect(legal(arrive(openEvent(begin(), 10), 'Storyteller Bay'))).not.toContain(EVENT);
    expect(legal(arrive(openEvent(begin(), 0), 'Mason Isle'))).not.toContain(EVENT);
  });
});

describe('tokens', () => {
  it.each<[number, Counter, number]>([
    [0, 'fish', 2],
    [3, 'wood', 2],
    [6, 'book', 1],
    [8, 'pirate', 2],
    [10, 'influence', 2],
    [14, 'serpent', 1],
  ])('token %i', (id, counter, amount) => {
    const s = play(arrive(openToken(begin(), id), 'Grotto'), BUY_TOKEN);
    expect([n(s, counter), s.human.coins, s.human.tokens, prompt(s)]).toEqual([amount, 0, 1, 'MAIN']);
  });

  it('tokens of crew and coins; one a turn', () => {
    const s = play(arrive(give(openToken(begin(), 15), { human: { coins: 20 } }), 'Grotto'), BUY_TOKEN);
    expect([s.human.coins, legal(s).includes(BUY_TOKEN)]).toEqual([15, false]);
    const t = play(arrive(openToken(begin(), 12), 'Grotto'), BUY_TOKEN, HIRE);
    expect([t.human.crew, prompt(t)]).toEqual([4, 'MAIN']);
  });

  it('the last one brings the last round, unless an option says no', () => {
    for (const lastTokenEnds of [true, false]) {
      const s = begin({ lastTokenEnds });
      s.tokens.fill(S.EMPTY, 1);
      s.tokens[0] = 0;
      give(s, { tokensLeft: 1 });
      play(arrive(s, 'Grotto'), BUY_TOKEN);
      expect([s.lastRound, s.tokensLeft]).toEqual([lastTokenEnds ? 2 : 0, 0]);
    }
  });
});

describe('buildings', () => {
  const buy = (id: number): Position =>
    play(arrive(row(give(begin(), { human: { coins: 20 } }), rowWith(id)), 'Shipwright Sound'), VISIT, BUILD + 4, END);
  const with_ = (...ids: number[]): Position => built(begin(), S.HUMAN, ids);

  it.each<[number, string, Counter, number]>([
    [0, 'Grotto', 'fish', 5],
    [1, 'Timber Quay', 'wood', 4],
    [4, 'Ratnest', 'pirate', 4],
    [5, 'Envoy Court', 'influence', 4],
    [7, 'Scribe Hall', 'book', 4],
  ])('building %i: %s gives one more', (id, town, counter, amount) => {
    expect(n(play(arrive(with_(id), town), VISIT), counter)).toBe(amount);
    // Not where the town gives none of it.
    expect(n(play(arrive(with_(id), 'Storyteller Bay'), VISIT), counter)).toBe(0);
  });

  it('2: resting pays two', () => expect(play(arrive(with_(2), 0), REST).human.coins).toBe(9));
  it.each<[number, Counter, number]>([
    [3, 'wood', 3],
    [8, 'pirate', 3],
    [11, 'influence', 4],
    [27, 'serpent', 2],
  ])('%i: something at once', (id, counter, amount) => expect(n(buy(id), counter)).toBe(amount));
  it('6: visits cost one less, never less than nothing', () => {
    expect(play(arrive(with_(6), 'Serpent Cove'), VISIT).human.coins).toBe(6);
    expect(play(arrive(with_(6), 'Grotto'), VISIT).treasure).toBe(0);
  });
  it('9, 29: goods sell for one more each', () => {
    const s = arrive(give(with_(9, 29), { human: { fish: 1 } }), 'Exchange');
    expect(play(s, VISIT, SELL_FISH).human.coins).toBe(10);
  });
  it('10: captures pay three more', () => {
    const s = arrive(cubes(with_(10), 'HHH'), 'Grotto');
    expect(play(s, BEFRIEND, END).human.coins).toBe(7 + 3 + 3);
  });
  it('12, 24: a brag, a hire', () => {
    expect(prompt(buy(12))).toBe('BRAG');
    expect(prompt(buy(24))).toBe('HIRE');
  });
  it('13, 14, 25, 26, 28, 31, 33: renown for what is left', () => {
    const left = { human: { fish: 5, wood: 4, book: 3, pirate: 2, serpent: 2, coins: 11 } };
    const s = cubes(give(with_(13, 14, 25, 26, 28, 31, 33), left), 'HHHH');
    expect([13, 14, 25, 26, 28, 31, 33].map((id) => endBonus(s, id))).toEqual([2, 2, 3, 2, 4, 6, 2]);
    expect(humanScore(s)).toBe(11 + s.human.costs + 21);
  });
  it('15, 30: befriending costs one cube less each, at least one', () => {
    const s = arrive(cubes(with_(15, 30), 'HHH'), 'Grotto');
    expect(play(s, BEFRIEND, END).human.influence).toBe(2);
  });
  it('16, 32: attacks are stronger', () => {
    const s = arrive(give(with_(16, 32), { human: { pirate: 1 } }), 'Timber Quay');
    play(s, ATTACK, COMMIT_PIRATE, END);
    expect([s.owner[1], s.human.pirate]).toEqual([S.HUMAN, 0]);
  });
  it('17: one step further without rowing', () => {
    const s = give(with_(17), { ship: 0, region: 4 });
    play(s, MOVE + 5);
    expect(prompt(s)).toBe('MAIN');
  });
  it('18: events pay three more', () => {
    const s = arrive(openEvent(give(with_(18), { human: { fish: 2 } }), 1), 'Timber Quay');
    expect(play(s, EVENT).human.coins).toBe(7 + 2 + 3);
  });
  it('19: buildings cost one less', () => {
    const s = arrive(row(with_(19), rowWith(9)), 'Mason Isle');
    expect(play(s, VISIT, BUILD + 4, END).human.coins).toBe(6 - 3);
  });
  it("20: no toll in the rival's region", () => {
    const s = give(with_(20), { ship: 1, region: 2 });
    play(s, MOVE + 3);
    expect([prompt(s), s.human.coins]).toEqual(['MAIN', 7]);
  });
  it('21, 22, 34: renown for towns, crew, buildings', () => {
    const s = own(with_(21, 22, 34), 4, S.HUMAN);
    expect([21, 22, 34].map((id) => endBonus(s, id))).toEqual([2, 3, 3]);
  });
  it('23: brags give two more', () => {
    const s = openReputation(arrive(with_(23), 'Storyteller Bay'), 'crew');
    expect(play(s, VISIT, BRAG).human.renown).toBe(2 + 6 + 2);
  });
  it('are all 35 covered by the tests above', () => {
    const told = [0, 1, 4, 5, 7, 2, 3, 8, 11, 27, 6, 9, 29, 10, 12, 24, 13, 14, 25, 26, 28, 31, 33, 15, 30, 16, 32];
    expect(new Set([...told, 17, 18, 19, 20, 21, 22, 34, 23]).size).toBe(BUILDINGS);
  });
});

describe('other actions', () => {
  it('hunting takes the whole map, anywhere', () => {
    const s = play(arrive(give(begin(), { treasure: 4 }), 12), HUNT);
    expect([s.human.coins, s.treasure]).toEqual([11, 0]);
    expect(legal(arrive(begin(), 3))).not.toContain(HUNT);
  });

  it('home: all ready, and one building at the printed price', () => {
    const s = arrive(row(begin(), rowWith(9)), 12);
    s.exhausted.fill(1, 0, 3);
    play(s, HOME);
    expect([...s.exhausted.subarray(0, 3)]).toEqual([0, 0, 0]);
    play(s, BUILD + 4, END);
    expect([s.human.coins, prompt(s)]).toEqual([2, 'POST']);
    expect(legal(arrive(begin(), 4))).not.toContain(HOME);
  });

  it('wood makes buildings cheaper, two at most, also when coins would not do', () => {
    const s = arrive(row(give(begin(), { human: { wood: 3, coins: 1 } }), rowWith(15)), 12);
    play(s, HOME, BUILD + 4);
    expect(legal(s)).toEqual([USE_WOOD]);
    play(s, USE_WOOD);
    expect(legal(s)).toEqual([USE_WOOD]);
    play(s, USE_WOOD);
    expect(legal(s)).toEqual([END]);
    play(s, END);
    expect([s.human.coins, s.human.wood]).toEqual([1, 1]);
  });

  it('a fish readies one member, before and after the main action', () => {
    const s = give(begin(), { human: { fish: 2 } });
    s.exhausted.fill(1, 0, 2);
    play(arrive(s, 12), EAT_FISH, CREW + 1);
    expect([s.exhausted[1], s.human.fish, prompt(s)]).toEqual([0, 1, 'MAIN']);
    s.treasure = 1;
    arrive(s, 12);
    play(s, HUNT, EAT_FISH, CREW);
    expect([s.human.fish, prompt(s)]).toEqual([0, 'POST']);
  });

  it('the highest dice go to the serpents', () => {
    const s = arrive(give(begin(), { human: { pirate: 1, serpent: 1 } }), 'Serpent Cove');
    play(s, ATTACK, COMMIT_PIRATE, 46);
    // Faces 6 and 4: the serpent strikes for 5, the pirate for 2.
    s.apply(END, { draw: () => dice.shift()! });
    expect([s.owner[6], s.human.serpent]).toEqual([S.HUMAN, 1]);
    const t = arrive(give(begin(), { human: { pirate: 1, serpent: 1 } }), 'Serpent Cove');
    play(t, ATTACK, COMMIT_PIRATE, 46);
    t.apply(END, { draw: () => other.shift()! });
    expect([t.owner[6], t.human.serpent, t.human.pirate]).toEqual([S.NOBODY, 0, 0]);
  });

  it('administer crew helps to befriend, for two cubes at most', () => {
    const s = arrive(cubes(begin(), 'H'), 'Grotto');
    play(s, BEFRIEND);
    expect(legal(s)).toEqual([CREW, CREW + 1]);
    play(s, CREW);
    expect(legal(s)).toEqual([CREW + 1]);
    play(s, CREW + 1);
    expect([legal(s), s.human.influence]).toEqual([[END], 1]);
    s.apply(END, chance);
    expect([s.owner[0], s.human.influence, s.human.fish]).toEqual([S.HUMAN, 0, 4]);
  });
});

const dice = [3, 5, ...new Array<number>(8).fill(0)];
const other = [3, 3, ...new Array<number>(8).fill(5)];
