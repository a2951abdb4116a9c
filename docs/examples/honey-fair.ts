/**
 * Honey Fair, a card game for 2 to 4 beekeepers: jars of honey buy hives, and hives pay for better hives. It is of the
 * family of Splendor (Marc André, 2014); theme, words, hives and numbers are ours.
 * Four hives of each of three levels lie open, dealt from three shuffled decks. On a turn a seat takes a jar of each of
 * three honeys, or two of a honey that has three; or buys an open hive, or one that it has set aside; or sets a hive aside,
 * open or unseen from a deck, three at most, and takes a jar of royal jelly, which is any honey. A hive is from then on a
 * jar of its honey off every price. Once a seat has `points` points the round is completed, and most points win.
 * Decided: (1) with fewer honeys left a seat takes one of each; (2) jelly pays only what is missing; (3) a seat with more
 * than ten jars gives back down to ten; (4) one that can do nothing is passed over; (5) of equal points fewer hives win;
 * (6) after `rounds` rounds the game is cut.
 */
import { type Drawing, type GamePackage, type Rng, type SceneToken, shuffle, shuffleBy } from 'tabletop-gym';
import { byWorth, planBots } from 'tabletop-gym/bots';
import { actionsOf, askedFields, gameOf, observationOf, type Prompt, positions, question, u8 } from 'tabletop-gym/kit';
import { z } from 'zod';

const options = z.strictObject({
  players: z.int().min(2).max(4).default(2).describe('Number of players'),
  points: z.int().min(5).max(30).default(16).describe('Points that end the game'),
  rounds: z.int().min(1).max(100).default(60).describe('Rounds after which the game is cut'),
  askForced: z.boolean().default(false).describe('Ask for decisions with one legal answer too'),
});

/** The 12 OPEN hives, four a level, have the places 0 to 11; those that a seat has set ASIDE have the next three. */
const [SEATS, HONEYS, JARS, JELLY, LEVELS, OPEN, ASIDE] = [4, 5, 6, 5, 3, 12, 3];
const [TURN, RETURN, HAND, JELLIES, DOUBLE, NONE] = [0, 1, 10, 5, 25, 255];
const honeys = ['clover', 'heather', 'linden', 'sage', 'thyme'];
const jarNames = [...honeys, 'royal jelly'];
const list = (counts: ArrayLike<number>) =>
  jarNames.flatMap((name, jar) => (counts[jar] ? `${counts[jar]} ${name}` : [])).join(', ') || 'none';
const rowOf = (cells: Uint8Array, row: number, width: number) => cells.subarray(row * width, (row + 1) * width);
const sum = (cells: Uint8Array) => cells.reduce((a, b) => a + b, 0);
/** By level: points, and the price in a hive's own honey and the four after it. Each row is five hives, one a honey. */
const rows = [
  ['0 01110', '0 10201', '0 02011', '0 00310', '0 01022', '0 20030', '1 04001'],
  ['1 30220', '1 02104', '2 01402', '2 30041', '3 03303'],
  ['3 23320', '4 05204', '4 60103', '5 40062'],
];
const hiveOf = (level: number, row: string, honey: number) => {
  const [points, price] = [Number(row[0]), honeys.map((_, i) => Number(row[2 + ((i - honey + HONEYS) % HONEYS)]))];
  const facts = [(level + 1) / 3, points / 5, ...honeys.map((_, i) => +(i === honey)), ...price.map((n) => n / 5)];
  const title = honey < HONEYS ? `${honeys[honey]}, worth ${points}` : `unseen, level ${level + 1}`;
  const name = honey < HONEYS ? `${title}, for ${list(price)}` : title;
  return { level, honey, points, price, facts, title, name };
};
/** All hives; after them, as 80 + level, a hive of which only the level is known. */
const hives = rows.flatMap((level, i) => level.flatMap((row) => honeys.map((_, honey) => hiveOf(i, row, honey))));
const HIVES = hives.length;
hives.push(...rows.map((_, level) => hiveOf(level, '0 00000', HONEYS)));
const price = Uint8Array.from(hives.flatMap((hive) => hive.price));
/** The first hive of each level, and the first place of its deck. */
const first = rows.map((_, level) => hives.findIndex((hive) => hive.level === level));
/** What can be taken: the 25 sets of three honeys, two, or one; and, from DOUBLE on, two jars of one honey. */
const subsets = Array.from({ length: 32 }, (_, bits) => [0, 1, 2, 3, 4].filter((honey) => (bits >> honey) & 1));
const sets = [3, 2, 1].flatMap((size) => subsets.filter(({ length }) => length === size));
const setBits = sets.map((set) => set.reduce((bits, honey) => bits | (1 << honey), 0));
sets.push(...honeys.map((_, honey) => [honey, honey]));

const fields = {
  ...askedFields({ prompts: ['TURN', 'RETURN'], seats: SEATS, actions: 66 }),
  round: u8('Round, from 1.', { min: 1, max: 100, start: 1 }),
  starter: u8('Seat that began.', { max: SEATS - 1 }),
  turn: u8('Seat whose turn it is.', { max: SEATS - 1 }),
  truncated: u8.flag('The game was cut.'),
  points: u8([SEATS], 'Points of each seat.', { max: 40 }),
  supply: u8([JARS], 'Jars that can be taken: each honey, royal jelly.', { max: 6 }),
  jars: u8([SEATS, JARS], 'Jars of each seat.', { max: 6 }),
  bees: u8([SEATS, HONEYS], 'Hives of each honey that each seat has bought.', { max: 16 }),
  bought: u8.flag([HIVES], 'Which hives were bought.'),
  market: u8([OPEN], 'Open hives, level by level.', { max: HIVES - 1, none: NONE }),
  aside: u8([SEATS, ASIDE], 'Hives set aside, 80 + level for unseen ones.', { max: HIVES + LEVELS - 1, none: NONE }),
  unseen: u8([SEATS, ASIDE], 'What the unseen ones are.', { max: HIVES - 1, none: NONE, sight: 'own' }),
  left: u8([LEVELS], 'Hives in each deck.', { max: 35 }),
  deck: u8([HIVES], 'The decks, level by level, the top hive last.', { max: HIVES - 1, none: NONE, sight: 'never' }),
};
class Position extends positions({ title: 'Honey Fair', magic: 'HON1', schema: options, fields }) {
  get players(): number {
    return this.options.players;
  }
  /** The hive at a place, open or set aside by a seat, as a viewer knows it. */
  at(seat: number, place: number, viewer = seat): number {
    if (place < OPEN) return this.market[place]!;
    const i = seat * ASIDE + place - OPEN;
    return seat === viewer && this.aside[i]! >= HIVES ? this.unseen[i]! : this.aside[i]!;
  }
  /** Jars that a seat misses for a hive, its jelly counted. */
  missing(seat: number, hive: number): number {
    let missing = -this.jars[seat * JARS + JELLY]!;
    for (let honey = 0; honey < HONEYS; honey++) {
      const has = this.bees[seat * HONEYS + honey]! + this.jars[seat * JARS + honey]!;
      missing += Math.max(0, price[hive * HONEYS + honey]! - has);
    }
    return Math.max(0, missing);
  }
  give(seat: number, jar: number, amount: number): void {
    this.supply[jar]! -= amount;
    this.jars[seat * JARS + jar]! += amount;
  }
  buy(seat: number, place: number): void {
    const hive = this.at(seat, place);
    for (let honey = 0; honey < HONEYS; honey++) {
      const due = Math.max(0, price[hive * HONEYS + honey]! - this.bees[seat * HONEYS + honey]!);
      const paid = Math.min(due, this.jars[seat * JARS + honey]!);
      this.give(seat, honey, -paid);
      this.give(seat, JELLY, paid - due);
    }
    this.bought[hive] = 1;
    this.bees[seat * HONEYS + hives[hive]!.honey]!++;
    this.points[seat]! += hives[hive]!.points;
    const i = seat * ASIDE + place - OPEN;
    if (place < OPEN) this.market[place] = NONE;
    else this.aside[i] = this.unseen[i] = NONE;
  }
  play(seat: number, action: number): void {
    if (action < BUY) for (const honey of sets[action]!) this.give(seat, honey, 1);
    else if (action < KEEP) this.buy(seat, action - BUY);
    else if (action >= GIVE) this.give(seat, action - GIVE, -1);
    else {
      const free = this.aside.indexOf(NONE, seat * ASIDE);
      if (action < BLIND) [this.aside[free], this.market[action - KEEP]] = [this.market[action - KEEP]!, NONE];
      else [this.aside[free], this.unseen[free]] = [HIVES + action - BLIND, this.top(action - BLIND)];
      if (this.supply[JELLY]! > 0) this.give(seat, JELLY, 1);
    }
  }
  /** Takes the top hive off a deck, NONE of an empty one. */
  top(level: number): number {
    if (this.left[level] === 0) return NONE;
    const place = first[level]! + --this.left[level]!;
    const hive = this.deck[place]!;
    this.deck[place] = NONE;
    return hive;
  }
  endTurn(): void {
    this.turn = (this.turn + 1) % this.players;
    if (this.turn !== this.starter) return;
    if (Math.max(...this.points) >= this.options.points) this.over = true;
    else if (this.round < this.options.rounds) this.round++;
    else this.over = this.truncated = true;
  }
  override fault(): string {
    if (this.starter >= this.players || (!this.over && this.turn !== this.actor)) return 'starter or turn is wrong';
    const fits = (i: number) => sum(rowOf(this.jars, i, JARS)) > HAND === (i === this.actor && this.prompt === RETURN);
    if (![0, 1, 2, 3].every(fits)) return 'jars are given back exactly where a seat has too many';
    const all = (jar: number) => [0, 1, 2, 3].reduce((n, seat) => n + this.jars[seat * JARS + jar]!, this.supply[jar]!);
    if (jarNames.some((_, jar) => all(jar) !== (jar === JELLY ? JELLIES : this.players + 2))) return 'a jar is missing';
    const lie = [...this.market, ...this.aside, ...this.unseen, ...this.deck].filter((i) => i < HIVES);
    const places = lie.concat([...this.bought.keys()].filter((i) => this.bought[i]));
    if (places.length !== HIVES || new Set(places).size !== HIVES) return 'a hive is missing or in two places';
    const back = (hive: number) => (hive < HIVES ? undefined : hives[hive]?.level);
    const known = this.unseen.every((hive, i) => hives[hive]?.level === back(this.aside[i]!));
    return known ? '' : 'an unseen hive is of another level';
  }
}
const jarsOf = (set: number[]) => list(honeys.map((_, honey) => set.filter((i) => i === honey).length));
const actions = actionsOf<Position>()((action) => ({
  TAKE: action({ jars: sets.map(jarsOf) }, (_, { jars }) => `take ${jarsOf(sets[jars]!)}`),
  BUY: action({ place: OPEN + ASIDE }, (s, { place }) => `buy a hive (${hives[s.at(s.turn, place)]!.name})`),
  KEEP: action({ place: OPEN }, (s, { place }) => `set aside a hive (${hives[s.market[place]!]!.name})`),
  BLIND: action({ level: LEVELS }, (_, { level }) => `set aside a hive (${hives[HIVES + level]!.name})`),
  GIVE: action({ jar: jarNames }, (_, { jar }) => `give back ${jarNames[jar]}`),
}));
const { BUY, KEEP, BLIND, GIVE } = actions.first;
const turn: Prompt<Position> = {
  ask: () => 'take jars, buy a hive, or set one aside?',
  uses: [],
  legal(s, seat, out) {
    let [n, bits] = [0, 0];
    for (let honey = 0; honey < HONEYS; honey++) if (s.supply[honey]! > 0) bits |= 1 << honey;
    const size = Math.min(3, subsets[bits]!.length);
    for (let set = 0; set < DOUBLE; set++)
      if (sets[set]!.length === size && (setBits[set]! & ~bits) === 0) out[n++] = set;
    for (let honey = 0; honey < HONEYS; honey++) if (s.supply[honey]! >= 3) out[n++] = DOUBLE + honey;
    for (let place = 0; place < OPEN + ASIDE; place++) {
      const hive = s.at(seat, place);
      if (hive !== NONE && s.missing(seat, hive) === 0) out[n++] = BUY + place;
    }
    if (!rowOf(s.aside, seat, ASIDE).includes(NONE)) return n;
    for (let place = 0; place < OPEN; place++) if (s.market[place] !== NONE) out[n++] = KEEP + place;
    for (let level = 0; level < LEVELS; level++) if (s.left[level]! > 0) out[n++] = BLIND + level;
    return n;
  },
  answer(s, seat, action) {
    s.play(seat, action);
    if (sum(rowOf(s.jars, seat, JARS)) > HAND) [s.actor, s.prompt] = [seat, RETURN];
    else s.endTurn();
  },
};
const giveBack = question<Position>({
  ask: () => 'which jar is given back?',
  legal: (s, seat) => [0, 1, 2, 3, 4, 5].filter((jar) => s.jars[seat * JARS + jar]! > 0).map((jar) => GIVE + jar),
  answer: turn.answer,
});
/** Numbers that are told of a hive, and what they are. */
const [FACTS, facts] = [2 + 2 * HONEYS, Float32Array.from(hives.flatMap((hive) => hive.facts))];
const about = 'Open, then set aside (mine first): level / 3, points / 5, honey, price / 5, 1 / (1 + jars missing).';
const near = (s: Position, seat: number, hive: number) => (hive < HIVES ? 1 / (1 + s.missing(seat, hive)) : 0);
const sight = observationOf<Position>()((piece) => [
  piece('hives', [OPEN + SEATS * ASIDE, FACTS + 1], about, (s, me, out, at) => {
    for (let row = 0; row < OPEN + s.players * ASIDE; row++, at += FACTS + 1) {
      const seat = (me + Math.max(0, Math.floor((row - OPEN) / ASIDE))) % s.players;
      const hive = s.at(seat, row < OPEN ? row : OPEN + (row % ASIDE), me);
      if (hive !== NONE) for (let i = 0; i < FACTS; i++) out[at + i] = facts[hive * FACTS + i]!;
      out[at + FACTS] = near(s, seat, hive);
    }
  }),
  piece.seats('near', [SEATS, OPEN], '1 / (1 + jars missing).', (s, seat, place) => near(s, seat, s.market[place]!)),
  piece.seats('jars', [SEATS, JARS], 'Jars / 5.', (s, seat, jar) => s.jars[seat * JARS + jar]! / 5),
  piece.seats('bees', [SEATS, HONEYS], 'Hives / 5.', (s, seat, honey) => s.bees[seat * HONEYS + honey]! / 5),
  piece.seats('points', [SEATS], 'Share of the points that end it.', (s, seat) => s.points[seat]! / s.options.points),
  piece.seats('order', [SEATS], 'Place in a round / 4.', (s, i) => (1 + ((i - s.starter + s.players) % s.players)) / 4),
  piece.values('supply', [JARS], 'Jars left / 5.', (s, _, jar) => s.supply[jar]! / 5),
  piece.values('left', [LEVELS], 'Hives in each deck / 20.', (s, _, level) => s.left[level]! / 20),
  piece.values('rounds', [1], 'Rounds left / 50.', (s) => (s.options.rounds - s.round) / 50),
  piece.values('back', [1], '1 where jars are given back.', (s) => +(s.prompt === RETURN)),
]);
const kept = (s: Position, seat: number, viewer: number) => [12, 13, 14].map((place) => s.at(seat, place, viewer));
/** What lies open, and what each seat has. */
function table(s: Position, viewer: number): string {
  const names = (of: Iterable<number>) => [...of].flatMap((hive) => hives[hive]?.name ?? []);
  const deck = (i: number) => `Level ${i + 1}, ${s.left[i]} in the deck, open:`;
  const open = [2, 1, 0].map((i) => [deck(i), ...names(rowOf(s.market, i, 4))].join('\n  '));
  const seats = Array.from({ length: s.players }, (_, seat) => {
    const [jars, bees] = [list(rowOf(s.jars, seat, JARS)), list(rowOf(s.bees, seat, HONEYS))];
    const has = `${'ABCD'[seat]}: ${s.points[seat]} points; jars: ${jars}; hives: ${bees}; set aside:`;
    return [has, ...names(kept(s, seat, viewer))].join('\n  ');
  });
  const head = `Round ${s.round}, you are ${'ABCD'[viewer]}, ${s.options.points} points end the game`;
  return [head, ...open, `Jars left: ${list(s.supply)}`, ...seats].join('\n');
}

/** The picture: rows of cards. Hives, decks and jars can be clicked. */
const tones = ['red', 'blue', 'green', 'orange'] as const;
const jarTones = ['grass', 'purple', 'yellow', 'teal', 'brown', 'orange'] as const;
const fact = (name: string, value: unknown): [string, string] => [name, `${value}`];
const sheet = <Card>(title: string, cards: Card[]) => ({ kind: 'cards' as const, title, cards });
const tokens = (counts: ArrayLike<number>) =>
  jarTones.flatMap((tone, jar): SceneToken | [] => {
    const [name, sign] = [`${counts[jar]} ${jarNames[jar]}`, `${counts[jar]}${jarNames[jar]![0]!.toUpperCase()}`];
    return counts[jar] ? { name, shape: 'disc', tone, sign } : [];
  });
/** Cards of hives; the row and their places in it are their ids. */
const cards = (row: string, of: ArrayLike<number>) =>
  Array.from(of).flatMap((i, place) => {
    const { honey, title, price } = hives[i] ?? hives[HIVES]!;
    return i === NONE ? [] : { id: `${row} ${place}`, title, tone: jarTones[honey]!, tokens: tokens(price) };
  });
const drawing: Drawing<Position> = {
  scene(s, viewer) {
    const seats = tones.slice(0, s.players).map((tone, seat) => ({ name: 'ABCD'[seat]!, tone }));
    const open = [2, 1, 0].map((i) => sheet(`Level ${i + 1}`, cards(`level ${i}`, rowOf(s.market, i, 4))));
    const deck = (i: number) => ({ id: `deck ${i}`, title: `level ${i + 1}`, facts: [fact('left', s.left[i])] });
    const jar = (id: string, i: number) => ({ id, title: id, tone: jarTones[i]!, facts: [fact('left', s.supply[i])] });
    const stocks = seats.map(({ name, tone }, seat) => {
      const facts = [fact('points', s.points[seat]), fact('hives', list(rowOf(s.bees, seat, HONEYS)))];
      return { seat, title: `stock of ${name}`, tone, facts, tokens: tokens(rowOf(s.jars, seat, JARS)) };
    });
    const aside = ({ name }: { name: string }, seat: number) =>
      sheet(`Set aside by ${name}`, cards(`aside ${name}`, kept(s, seat, viewer)));
    const jars = { ...sheet('Jars', jarNames.map(jar)), quiet: true };
    const panels = { ...sheet('Stocks', stocks), role: 'panels' as const };
    return { seats, parts: [...open, sheet('Decks', [2, 1, 0].map(deck)), jars, panels, ...seats.map(aside)] };
  },
  concerns(s, action) {
    if (action < BUY) return [...new Set(sets[action])].map((jar) => jarNames[jar]!);
    if (action >= BLIND) return [action < GIVE ? `deck ${action - BLIND}` : jarNames[action - GIVE]!];
    const place = action - (action < KEEP ? BUY : KEEP);
    return [place < OPEN ? `level ${place >> 2} ${place & 3}` : `aside ${'ABCD'[s.turn]} ${place - OPEN}`];
  },
};
/** Draws anew what a seat cannot know: the decks, and what others have set aside unseen. */
function redraw(s: Position, seat: number, rng: Rng): void {
  const known = new Uint8Array(256);
  known.set(s.bought);
  for (const cells of [s.market, s.aside, rowOf(s.unseen, seat, ASIDE)]) for (const hive of cells) known[hive] = 1;
  for (let level = 0; level < LEVELS; level++) {
    const rest: number[] = [];
    for (let i = first[level]!; hives[i]!.level === level; i++) if (!known[i]) rest.push(i);
    shuffle(rest, rng);
    for (let i = 0; i < SEATS * ASIDE; i++)
      if (s.aside[i] === HIVES + level && Math.floor(i / ASIDE) !== seat) s.unseen[i] = rest.pop() ?? NONE;
    for (let i = 0; i < s.left[level]!; i++) s.deck[first[level]! + i] = rest[i] ?? NONE;
  }
}
export const game = gameOf({
  id: 'honey-fair',
  version: '1',
  title: 'Honey Fair',
  summary: 'Jars of honey buy hives, and hives pay for better hives',
  seats: { min: 2, max: SEATS },
  streams: ['starter', 'deck 1', 'deck 2', 'deck 3'],
  options,
  Position,
  actions,
  sight,
  prompts: { TURN: turn, RETURN: giveBack },
  text: table,
  drawing,
  whyNot(s, action) {
    const hive = s.prompt === TURN && action >= BUY && action < KEEP ? s.at(s.turn, action - BUY) : NONE;
    return hive !== NONE && s.missing(s.turn, hive) > 0 ? `jars missing: ${s.missing(s.turn, hive)}` : null;
  },
  legend: () => [{ title: 'Jars', entries: [{ name: 'royal jelly', text: 'Pays for any honey.' }] }],
  redraw,
  redrawUnseen: (s, rng) => first.forEach((from, level) => shuffle(s.deck, rng, from, s.left[level])),
  // One for the turn, and up to three jars given back.
  maxDecisions: ({ players, rounds }) => players * rounds * 4,
  setUp(s, chance) {
    s.starter = s.turn = chance.draw(0, s.players);
    s.supply.fill(s.players + 2).fill(JELLIES, JELLY);
    s.deck.set([...s.deck.keys()]);
    for (const [level, from] of first.entries()) {
      s.left[level] = (first[level + 1] ?? HIVES) - from;
      shuffleBy(chance, 1 + level, s.deck, from, s.left[level]);
    }
  },
  step(s) {
    for (let i = 0; i < OPEN; i++) if (s.market[i] === NONE) s.market[i] = s.top(i >> 2);
    if (sum(s.supply) === s.supply[JELLY] && turn.legal(s, s.turn, s.legalActions) === 0) s.endTurn();
    else [s.actor, s.prompt] = [s.turn, TURN];
  },
  score: (s, seat) => s.points[seat]! * 100 - sum(rowOf(s.bees, seat, HONEYS)),
  ending: (s) => (s.truncated ? 'rounds' : 'points'),
});
/** What a bot makes of, in points: a hive at first, one that it could buy at once, each jar missing, all other hives. */
const builder = { hive: 1, hope: 0.55, patience: 0.75, others: 0.08 };
/** What the position after an action is worth. Hives count less and less. */
function worth(s: Position, action: number, w: typeof builder): number {
  const [seat, bees] = [s.turn, w.hive * (1 - Math.max(...s.points) / s.options.points)];
  trial.copyFrom(s);
  // Nobody knows the top hive of a deck: only the jelly counts.
  if (action >= BLIND && action < GIVE) trial.give(seat, JELLY, Math.min(1, s.supply[JELLY]!));
  else trial.play(seat, action);
  let [best, all] = [0, 0];
  for (let place = 0; place < OPEN + ASIDE; place++) {
    const hive = trial.at(seat, place);
    if (hive === NONE) continue;
    const hope = (hives[hive]!.points + bees) * w.hope * w.patience ** trial.missing(seat, hive);
    [best, all] = [Math.max(best, hope), all + hope];
  }
  return trial.points[seat]! + bees * sum(rowOf(trial.bees, seat, HONEYS)) + best + w.others * all;
}
const trial = new Position(options.parse({}));
export const bots = planBots({
  planner: byWorth(worth),
  plans: {
    builder: { plan: 'buys many hives first, points in time', weights: builder },
    greedy: { plan: 'goes for points at once', weights: { ...builder, hive: 0.2, hope: 0.4, others: 0.02 } },
  },
});
export default { game, bots } satisfies GamePackage<Position>;
