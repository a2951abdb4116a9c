/** A small card game, and what `check` says of the mistakes that designers make in one. */
import { randomInt } from 'node:crypto';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { shuffle, shuffleBy } from '../../env/chance.js';
import { type CheckResult, checkGame } from '../../env/conformance/check-game.js';
import { showStep, stepText } from '../../env/conformance/show.js';
import type { Game } from '../../env/game.js';
import {
  actionsOf,
  askedFields,
  bot,
  f64,
  gameOf,
  observationOf,
  positions,
  question,
  u8,
} from '../../env/kit/public.js';

const options = z.strictObject({
  players: z.int().min(2).max(3).default(2).describe('Players'),
  rounds: z.int().min(1).max(9).default(4).describe('Rounds'),
  askForced: z.boolean().default(false).describe('Ask for all decisions'),
});
const [SEATS, CARDS, OPEN] = [3, 24, 3];

const fields = {
  clock: f64('What the clock said, for a mistake.'),
  ...askedFields({ prompts: ['take'], seats: SEATS, actions: OPEN + 3 }),
  up: u8('Seat whose turn it is.', { max: SEATS - 1 }),
  round: u8('Round, from 1.', { min: 1, max: 9, start: 1 }),
  left: u8('Cards in the deck.', { max: CARDS }),
  gem: u8.flag('A gem was added this turn.'),
  truncated: u8.flag('The rounds are over.'),
  deck: u8([CARDS], 'The deck, the next card last.', { max: CARDS, sight: 'never' }),
  blind: u8([SEATS, 2], 'Cards that only their owner sees.', { max: CARDS, sight: 'own' }),
  open: u8([OPEN], 'Cards to take.', { max: CARDS }),
  points: u8([SEATS], 'Points.'),
  gone: u8.flag([CARDS + 1], 'Cards that were taken.'),
};

class Position extends positions({ title: 'Cards', magic: 'CRDS', schema: options, fields }) {
  get players(): number {
    return this.options.players;
  }
  draw(): number {
    const card = this.deck[--this.left]!;
    this.deck[this.left] = 0;
    return card;
  }
}

const actions = actionsOf<Position>()((action) => ({
  TAKE: action({ slot: OPEN }, (s, { slot }) => `take ${s.open[slot]} of slot ${slot}`),
  ADD: action({}, () => 'add a gem'),
  BACK: action({}, () => 'put it back'),
  NEVER: action({}, () => 'never'),
}));
const { ADD, BACK } = actions.first;

/** Everything a seat cannot see, dealt anew. */
function redraw(s: Position, seat: number, rng: Parameters<typeof shuffle>[1]): void {
  const seen = new Set([...s.open, ...s.blind.subarray(2 * seat, 2 * seat + 2)]);
  const unseen = [...Array(CARDS).keys()].map((card) => card + 1).filter((card) => !seen.has(card) && !s.gone[card]);
  shuffle(unseen, rng);
  for (let i = 0; i < 2 * s.players; i++) if (i >> 1 !== seat) s.blind[i] = unseen.pop()!;
  for (let i = 0; i < s.left; i++) s.deck[i] = unseen.pop()!;
}

type Tables = Parameters<typeof gameOf<z.infer<typeof options>, Position>>[0];
const tables: Tables = {
  id: 'cards',
  version: '1',
  title: 'Cards',
  summary: 'Take the dearest card',
  seats: { min: 2, max: SEATS },
  streams: ['deal'],
  options,
  Position,
  actions,
  sight: observationOf<Position>()((piece) => [
    piece.values('open', [OPEN], 'Cards to take, in 24ths.', (s, _, slot) => s.open[slot]! / CARDS),
    piece.values('blind', [2], 'My blind cards, in 24ths.', (s, me, i) => s.blind[2 * me + i]! / CARDS),
    piece.seats('points', [SEATS], 'Points, in hundreds.', (s, seat) => s.points[seat]! / 100),
    piece.values('gem', [1], '1 when a gem was added.', (s) => +s.gem),
    piece.seats('up', [SEATS], '1 for whose turn it is.', (s, seat) => +(s.up === seat)),
  ]),
  prompts: {
    take: question<Position>({
      ask: () => 'which card?',
      legal: (s) => [...(s.gem ? [] : [ADD]), ...[0, 1, 2].filter((slot) => s.open[slot])],
      answer(s, seat, action) {
        if (action === ADD) s.gem = true;
        else if (action === BACK) s.gem = false;
        else take(s, seat, action);
      },
    }),
  },
  text: (s, seat) =>
    `Round ${s.round}, you are seat ${seat}, blind ${s.blind.subarray(2 * seat, 2 * seat + 2)}, open ${s.open}`,
  maxDecisions: ({ players, rounds }) => 2 * players * rounds,
  setUp(s, chance) {
    s.left = CARDS;
    for (let i = 0; i < CARDS; i++) s.deck[i] = i + 1;
    shuffleBy(chance, 0, s.deck);
    for (let i = 0; i < 2 * s.players; i++) s.blind[i] = s.draw();
    for (let i = 0; i < OPEN; i++) s.open[i] = s.draw();
  },
  step(s) {
    [s.actor, s.prompt] = [s.up, 0];
  },
  score: (s, seat) => s.points[seat]! + s.blind[2 * seat]!,
  ending: () => 'rounds',
  redraw,
};
function take(s: Position, seat: number, slot: number): void {
  s.points[seat]! += s.open[slot]!;
  s.gone[s.open[slot]!] = 1;
  s.open[slot] = s.left > 0 ? s.draw() : 0;
  s.gem = false;
  s.up = (seat + 1) % s.players;
  if (s.up === 0 && s.round === s.options.rounds) s.over = s.truncated = true;
  else if (s.up === 0) s.round++;
}

const few = { games: 12, states: 300 };
const cards = (changes: Partial<Tables> = {}) => gameOf({ ...tables, ...changes }) as unknown as Game;
const answers = (answer: (s: Position, seat: number, action: number) => void, legal = tables.prompts.take!.legal) => ({
  prompts: { take: { ...tables.prompts.take!, legal, answer } },
});
async function failed(game: Game, settings: Parameters<typeof checkGame>[1] = {}): Promise<CheckResult[]> {
  return (await checkGame(game, { ...few, ...settings })).checks.filter(({ passed }) => !passed);
}
const details = async (...of: Parameters<typeof failed>) =>
  (await failed(...of)).map(({ name, detail }) => `${name}: ${detail}`).join('\n');

it('passes the game without a mistake', async () => {
  expect(await failed(cards())).toEqual([]);
});

it('names a hidden field that a redraw forgets', async () => {
  const forgets: Tables['redraw'] = (s, _, rng) => shuffle(s.deck, rng, 0, s.left);
  expect(await details(cards({ redraw: forgets }))).toMatch(
    /^resample: field blind is hidden from seat \d, and redraw\(\) never changes it \(\d+ positions\)/,
  );
});

it('names a card that a redraw puts in two places', async () => {
  const doubles: Tables['redraw'] = (s, seat, rng) => {
    redraw(s, seat, rng);
    // The blind cards are drawn from all cards, whatever lies open.
    for (let i = 0; i < 2 * s.players; i++) if (i >> 1 !== seat) s.blind[i] = 1 + rng.int(CARDS);
  };
  expect(await details(cards({ redraw: doubles }), { games: 24, states: 1500 })).toMatch(
    /^resample: after redraw\(\) one thing is in two places: .*blind/,
  );
});

it('names one hidden number of several that a redraw forgets', async () => {
  const forgets: Tables['redraw'] = (s, seat, rng) => {
    const kept = s.blind.slice();
    redraw(s, seat, rng);
    // The second blind card of each rival goes back to where it lay, in exchange.
    for (let other = 0; other < s.players; other++) {
      if (other === seat) continue;
      const at = 2 * other + 1;
      const all = [s.blind, s.deck];
      for (const list of all) {
        const i = list.indexOf(kept[at]!);
        if (i >= 0) list[i] = s.blind[at]!;
      }
      s.blind[at] = kept[at]!;
    }
  };
  expect(await details(cards({ redraw: forgets }))).toMatch(
    /^resample: field blind\[\d\]\[1\] is hidden from other seats, and redraw\(\) never changes it \(\d+ positions\)/,
  );
});

it('names what redraws of what no seat knows forget, double or show', async () => {
  const told = (redrawUnseen: Tables['redrawUnseen']) => details(cards({ redrawUnseen }), { games: 24, states: 1500 });
  expect(await told((s, rng) => shuffle(s.deck, rng, 0, s.left))).toBe('');
  expect(await told(() => {})).toMatch(
    /^planner: play-outs can see ahead: set-up outcome \d+ of stream 'deal' \(field deck\) decides later random outcomes, no seat can see it, and redrawUnseen\(\) keeps it/,
  );
  // The upper half of the deck alone.
  expect(await told((s, rng) => shuffle(s.deck, rng, 8, Math.max(0, s.left - 8)))).toMatch(
    /^resample: field deck\[\d\] is hidden from every seat, and redrawUnseen\(\) never changes it/,
  );
  expect(
    await told((s, rng) => {
      for (let i = 0; i < s.left; i++) s.deck[i] = 1 + rng.int(CARDS);
    }),
  ).toMatch(/^resample: after redrawUnseen\(\) one thing is in two places: /);
  expect(await told((s, rng) => redraw(s, 0, rng))).toMatch(
    /^resample: redrawUnseen\(\) changes what seat 1 sees \(blind\[\d\]\): it redraws only what no seat knows/,
  );
});

it('names the actions that lead round within one turn', async () => {
  const legal: typeof tables.prompts.take.legal = (s, seat, list) => {
    const count = tables.prompts.take!.legal(s, seat, list);
    if (!s.gem) return count;
    list[count] = BACK;
    return count + 1;
  };
  const told = await details(
    cards({ ...answers(tables.prompts.take!.answer as never, legal), maxDecisions: () => 1000 }),
  );
  expect(told).toMatch(
    /^length: seat \d can go round for ever without an end: the position of step \d+ is back \(\d+: seat \d add a gem; \d+: seat \d put it back\)/,
  );
});

it('tells one exception once, with its line, and shows the position', async () => {
  const broken = cards(
    answers((s, seat, action) => {
      if (s.round === 3) (undefined as unknown as { gem: number }).gem++;
      tables.prompts.take!.answer(s, seat, action, undefined as never);
    }),
  );
  const results = await failed(broken);
  expect(results.length).toBeGreaterThan(10);
  expect(new Set(results.map(({ cause }) => cause)).size).toBe(1);
  const { detail, address } = results[0]!;
  expect(detail).toMatch(
    /legal action \d+ \(.*\) threw TypeError: .* at test\/conformance\/mistakes\.test\.ts:\d+:\d+ \(options.*prompt 'take'\)$/,
  );
  const shown = stepText(showStep(broken, [], address!));
  expect(shown).toContain(`step ${address!.step}: seat`);
  expect(shown).toMatch(/Round 3, you are seat \d/);
  expect(shown).toMatch(new RegExp(`played: ${address!.step}: seat \\d (add|take)`));
});

it('says who did it: the game, a bot', async () => {
  const throws = bot<Position>('clumsy', () => {
    throw new Error('no idea');
  });
  expect(await details(cards(), { bots: { clumsy: throws } })).toMatch(
    /^prompts: bot clumsy threw Error: no idea at test\/conformance\/mistakes\.test\.ts:\d+:\d+ \(/,
  );
  const first = (mask: Uint8Array) => mask.indexOf(1);
  const luck: [string, (s: Position, mask: Uint8Array) => number, RegExp][] = [
    ['lucky', (_, mask) => (Math.random() < 2 ? first(mask) : 0), /^prompts: bot lucky: Math\.random\(\) was called/],
    ['timed', (_, mask) => (Date.now() > 0 ? first(mask) : 0), /^prompts: bot timed: Date\.now\(\) was called/],
    [
      'dated',
      (_, mask) => (new Date().getFullYear() > 0 ? first(mask) : 0),
      /^prompts: bot dated: new Date\(\) was called/,
    ],
  ];
  for (const [name, choose, told] of luck)
    expect(await details(cards(), { bots: { b: bot(name, choose) } })).toMatch(told);
  expect(await details(cards(), { bots: { b: bot('vague', () => Number.NaN) } })).toMatch(
    /^prompts: bot vague chose action NaN, which is not legal/,
  );
  const digits = bot('digits', (_, mask) => String(first(mask)) as unknown as number);
  expect(await details(cards(), { bots: { b: digits } })).toMatch(
    /^prompts: bot digits chose action "\d+", which is not legal/,
  );
  const dated = answers((s, seat, action) => {
    s.clock = new Date().getFullYear();
    tables.prompts.take!.answer(s, seat, action, undefined as never);
  });
  expect(await details(cards(dated))).toMatch(/^prompts: .*new Date\(\) was called/);
});

it('names a field beside which a rule writes, and a number too large for it', async () => {
  const wrong = (write: (s: Position, seat: number) => void) =>
    cards(
      answers((s, seat, action) => {
        write(s, seat);
        tables.prompts.take!.answer(s, seat, action, undefined as never);
      }),
    );
  const beside = wrong((s, seat) => {
    s.points[seat + 30]!++;
  });
  expect(await details(beside)).toMatch(
    /^field writes: .*points\[3\d\] = NaN: the field has 3 numbers, from 0 at .*mistakes\.test/,
  );
  const large = wrong((s, seat) => {
    s.points[seat] = 256;
    s.points[seat] = 0;
  });
  expect(await details(large)).toMatch(/^field writes: .*points\[\d\] = 256: its type cannot hold that number/);
  const single = wrong((s) => {
    s.left += 256;
  });
  expect(await details(single)).toMatch(/^field writes: .*left = 27\d: its type cannot hold that number/);
  const filled = wrong((s) => {
    s.gone.fill(0, CARDS + 1, CARDS + 4);
  });
  expect(await details(filled)).toMatch(/^field writes: .*gone\.fill\(0, 25, 28\): the field has 25 numbers, from 0/);
  const copied = wrong((s, seat) => {
    s.points.set([300], seat);
    s.points[seat] = 0;
  });
  expect(await details(copied)).toMatch(/^field writes: .*points\.set\(\) of 300: its type cannot hold/);
  const begun = cards({
    setUp(s, chance) {
      tables.setUp(s, chance);
      s.points[SEATS] = 1;
    },
  });
  expect(await details(begun)).toMatch(
    /^field writes: .*points\[3\] = 1: the field has 3 numbers, from 0 at .*mistakes/,
  );
});

it('names luck and clocks of a game itself once, wherever they are', async () => {
  const looks = (value: () => number) =>
    cards({
      sight: observationOf<Position>()((piece) => [
        piece.values('open', [OPEN], 'Cards to take, in 24ths.', (s, _, slot) => s.open[slot]! / CARDS),
        piece.values('blind', [2], 'My blind cards, in 24ths.', (s, me, i) => s.blind[2 * me + i]! / CARDS),
        piece.seats('points', [SEATS], 'Points, in hundreds.', (s, seat) => s.points[seat]! / 100),
        piece.values('odd', [1], 'Something odd.', value),
      ]),
    });
  const once = async (game: Game, told: RegExp) => {
    const results = await failed(game);
    expect(new Set(results.map(({ cause }) => cause)).size).toBe(1);
    expect(results[0]!.detail).toMatch(told);
  };
  const { random } = Math;
  await once(looks(random), /^odd\[0\] is another each time it is asked for, in one and the same position/);
  await once(
    looks(() => Number.NaN),
    /^seat 0, odd\[0\] is NaN/,
  );
  await once(cards({ rewards: (_, out) => out.fill(Number.NaN) }), /^the reward of seat 0 is NaN/);
  await once(
    looks(() => Math.random()),
    /^Math\.random\(\) was called: all randomness must be drawn from the chance passed in/,
  );
  await once(
    looks(() => performance.now() / 1e9),
    /^performance\.now\(\) was called: .* clock, at .*mistakes\.test/,
  );
  const drawn = answers((s, seat, action) => {
    s.clock = randomInt(9);
    tables.prompts.take!.answer(s, seat, action, undefined as never);
  });
  await once(cards(drawn), /crypto\.randomInt\(\) was called: .*, at .*mistakes\.test/);
});

it('names a bot that keeps something in its module', async () => {
  let calls = 0;
  const counts = bot<Position>('counts', (_, mask) => {
    const legal = [...mask.keys()].filter((action) => mask[action]);
    return legal[calls++ % legal.length]!;
  });
  expect(await details(cards(), { bots: { counts } })).toMatch(
    /^same seed: bot counts chooses otherwise in the same position of the same game/,
  );
});

it('tells no seat of being left out by few and short games', async () => {
  // Whoever rolls a one in the set-up wins at once, mostly before the last seat had a turn.
  const short = cards({
    step(s) {
      [s.actor, s.prompt] = [s.up, 0];
      if (s.points.some((points) => points > 12)) s.over = true;
    },
    ending: () => 'points',
  });
  for (const seed of [1, 2, 3, 4]) expect(await failed(short, { games: 4, seed, only: ['seats'] })).toEqual([]);
  const left = cards({
    step(s) {
      if (s.up === s.players - 1) s.up = 0;
      [s.actor, s.prompt] = [s.up, 0];
      if (s.points[0]! > 30) s.over = true;
    },
    ending: () => 'points',
  });
  expect(await details(left, { games: 4, only: ['seats'] })).toMatch(/^seats: seat 1 of 2 never came to act/);
});

it('calls legal actions that read hidden cards what they are', async () => {
  const peeks: typeof tables.prompts.take.legal = (s, seat, list) => {
    const count = tables.prompts.take!.legal(s, seat, list);
    if (count < 2 || s.deck[s.left - 1]! < 12) return count;
    list[count - 1] = 0;
    return count - 1;
  };
  expect(await details(cards(answers(tables.prompts.take!.answer as never, peeks)))).toMatch(
    /^hidden state: seat \d sees hidden information: mask, legal\(\) reads what redraw\(\) draws/,
  );
});

it('lets a rule end the game while somebody was to be asked', async () => {
  const step: Tables['step'] = (s) => {
    [s.actor, s.prompt] = [s.up, 0];
    if (s.round === 3) s.over = true;
  };
  expect(await failed(cards({ step }))).toEqual([]);
});

it('lists what was never reached', async () => {
  const { reached } = await checkGame(cards({ maxDecisions: () => 100 }), few);
  expect(reached.never).toEqual({ prompts: [], actions: [4, 5], landmarks: [], ends: [] });
  const step: Tables['step'] = (s) => {
    if (s.round === 2) s.over = true;
    else [s.actor, s.prompt] = [s.up, 0];
  };
  expect((await checkGame(cards({ step, ending: () => 'deck' }), few)).reached.never.ends).toEqual(['truncated']);
  expect(cards().actionName!(2)).toBe('take slot 2');
});

it('refuses tables whose sizes do not fit together', () => {
  const sized = (asked: Partial<Parameters<typeof askedFields>[0]>) => {
    const all = { ...fields, ...askedFields({ prompts: ['take'], seats: SEATS, actions: OPEN + 3, ...asked }) };
    return class extends positions({ title: 'Cards', magic: 'CRDS', schema: options, fields: all }) {
      get players(): number {
        return this.options.players;
      }
    } as never;
  };
  expect(() => cards({ Position: sized({ actions: 7 }) })).toThrow(
    'askedFields({ actions: 7 }): the game has 6 actions',
  );
  expect(() => cards({ Position: sized({ seats: 2 }) })).toThrow(
    'askedFields({ seats: 2 }): the game has up to 3 seats',
  );
  const sight = observationOf<Position>()((piece) => [
    piece.seats('points', [2], 'Points.', (s, seat) => s.points[seat]!),
  ]);
  expect(() => cards({ sight })).toThrow("piece.seats('points') has 2 seats, the game up to 3");
  expect(() => positions({ title: 'Cards', magic: 'SPL', schema: options, fields })).toThrow(
    "Cards: magic is 'SPL', wanted four ASCII characters",
  );
});
