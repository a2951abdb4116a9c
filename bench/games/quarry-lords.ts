/**
 * Quarry Lords: four lords send workers over 20 places, quarry stone, cut wood, trade, build, and finish projects.
 * In a turn a seat has an action point more than it has workers. Each point: choose a worker (or end the turn), where it goes
 * (it may stay; one step, two from a road of anybody), and what it does there. After the round in which somebody has `target`
 * open points the secret goals are shown, two points each; most points win, then most goods.
 * Decided: (1) a seat holds at most ten of each good, the rest is lost; (2) any number of workers may stand in a place; (3) in
 * a fight each side rolls a die, the defender wins ties and adds two for its own tower there; the loser goes home, a
 * winning attacker takes the building and a coin; (4) nobody fights in the home of the foe; (5) a tower may replace a lesser own building; (6) after `rounds` rounds the game is cut.
 */
import { type Chance, type GamePackage, type Rng, shuffle, shuffleBy, Trace } from 'tabletop-gym';
import { actionsOf, askedFields, bot, gameOf, observationOf, positions, question, u8 } from 'tabletop-gym/kit';
import { z } from 'zod';

const options = z.strictObject({
  target: z.int().min(5).max(40).default(18).describe('Open points that end the game'),
  rounds: z.int().min(1).max(200).default(60).describe('Rounds after which the game is cut'),
  askForced: z.boolean().default(false).describe('Ask for decisions with one legal answer too'),
});

const [SEATS, PLACES, WIDTH, WORKERS, GOODS, ROW, GOAL, HOLD, NONE] = [4, 20, 5, 4, 3, 5, 2, 10, 255];
const [CHOOSE, MOVE, ACT] = [0, 1, 2];
const [goods, STONE, WOOD, COIN] = [['stone', 'wood', 'coins'], 0, 1, 2];
const terrains = { Q: 'quarry', F: 'forest', M: 'market', P: 'plain' };
const [map, homes] = ['QPFPQFPMPFFPMPFQPFPQ', [0, 4, 19, 15]];
const nameOf = (place: number) =>
  `${terrains[map[place] as keyof typeof terrains]} ${'abcd'[Math.floor(place / WIDTH)]}${1 + (place % WIDTH)}`;
const distance = (a: number, b: number) =>
  Math.abs((a % WIDTH) - (b % WIDTH)) + Math.abs(Math.floor(a / WIDTH) - Math.floor(b / WIDTH));
const [kinds, WORKSHOP, ROAD, TOWER] = [['workshop', 'road', 'tower'], 0, 1, 2];
/** Prices in stone, wood and coins; points; coins for a worker. */
const [costs, worths, HIRE] = [
  [
    [1, 2, 0],
    [1, 1, 0],
    [3, 1, 1],
  ],
  [1, 1, 3],
  3,
];
const projects = [
  ['well', 3, 1, 0, 2],
  ['mill', 1, 4, 0, 2],
  ['inn', 1, 2, 2, 2],
  ['forge', 3, 0, 2, 2],
  ['barn', 0, 4, 1, 2],
  ['wall', 5, 0, 0, 2],
  ['bridge', 3, 3, 1, 3],
  ['chapel', 4, 2, 2, 3],
  ['harbour', 2, 5, 1, 3],
  ['bath', 5, 1, 2, 3],
  ['stable', 1, 5, 2, 3],
  ['hall', 4, 4, 0, 3],
  ['oven', 2, 2, 1, 2],
  ['gate', 4, 1, 0, 2],
  ['pier', 1, 4, 1, 2],
  ['school', 3, 3, 2, 3],
  ['court', 4, 3, 1, 3],
  ['garden', 2, 4, 2, 3],
  ['library', 2, 3, 4, 4],
  ['bank', 3, 1, 6, 4],
  ['keep', 7, 2, 1, 4],
  ['theatre', 2, 6, 3, 4],
  ['palace', 5, 4, 4, 5],
  ['cathedral', 8, 4, 2, 5],
].map(([name, ...rest]) => ({ name: name as string, cost: rest.slice(0, 3) as number[], points: rest[3] as number }));
const CARDS = projects.length;

const fields = {
  ...askedFields({ prompts: ['CHOOSE', 'MOVE', 'ACT'], seats: SEATS, actions: 45 }),
  round: u8('Round, from 1.', { min: 1, max: 200, start: 1 }),
  starter: u8('Seat that began.', { max: SEATS - 1 }),
  turn: u8('Seat whose turn it is.', { max: SEATS - 1 }),
  left: u8('Action points left in this turn, that in use included.', { max: WORKERS + 1 }),
  chosen: u8('Worker that was chosen.', { max: WORKERS - 1, none: NONE }),
  truncated: u8.flag('The game was cut.'),
  goods: u8([SEATS, GOODS], 'Stone, wood and coins of each seat.', { max: HOLD }),
  workers: u8([SEATS, WORKERS], 'Place of each worker.', { max: PLACES - 1, none: NONE }),
  building: u8([PLACES], 'Building in each place.', { max: 2, none: NONE }),
  owner: u8([PLACES], 'Whose it is.', { max: SEATS - 1, none: NONE }),
  fights: u8([SEATS], 'Fights won by each seat, up to nine.', { max: 9 }),
  row: u8([ROW], 'Open projects.', { max: CARDS - 1, none: NONE }),
  done: u8([CARDS], 'Seat that finished each project.', { max: SEATS - 1, none: NONE }),
  cards: u8('Projects in the deck.', { max: CARDS }),
  deck: u8([CARDS], 'The deck, the top project last.', { max: CARDS - 1, none: NONE, sight: 'never' }),
  secrets: u8([SEATS, GOAL], 'Secret goals of each seat.', { max: 11, none: NONE, sight: 'own' }),
};

const trace = new Trace();
const [WON, LOST, TAKEN, FULL, TARGET, CAP] = [
  'fight won',
  'fight lost',
  'building taken',
  'four workers',
  'target',
  'round cap',
].map((name) => trace.add(name));

class Position extends positions({ title: 'Quarry Lords', magic: 'QRY1', schema: options, fields }) {
  readonly players = SEATS;
  good(seat: number, good: number): number {
    return this.goods[seat * GOODS + good]!;
  }
  give(seat: number, good: number, amount: number): void {
    this.goods[seat * GOODS + good] = Math.min(HOLD, this.good(seat, good) + amount);
  }
  missing(seat: number, cost: readonly number[]): number {
    return cost.reduce((sum, n, good) => sum + Math.max(0, n - this.good(seat, good)), 0);
  }
  pay(seat: number, cost: readonly number[]): void {
    for (const [good, n] of cost.entries()) this.give(seat, good, -n);
  }
  workersOf(seat: number): number[] {
    return [...this.workers.subarray(seat * WORKERS, (seat + 1) * WORKERS)].filter((place) => place !== NONE);
  }
  built(seat: number, kind: number): number {
    return this.building.reduce((sum, one, place) => sum + +(one === kind && this.owner[place] === seat), 0);
  }
  free(seat: number, place: number, kind: number): boolean {
    return (
      this.building[place] === NONE || (kind === TOWER && this.owner[place] === seat && this.building[place] !== TOWER)
    );
  }
  finished(seat: number): number[] {
    return [...projects.keys()].filter((card) => this.done[card] === seat);
  }
  points(seat: number): number {
    const built = this.building.reduce((sum, kind, place) => sum + (this.owner[place] === seat ? worths[kind]! : 0), 0);
    return this.done.reduce((sum, by, card) => sum + (by === seat ? projects[card]!.points : 0), built);
  }
  here(): number {
    return this.workers[this.turn * WORKERS + this.chosen]!;
  }
  beginTurn(seat: number): void {
    [this.turn, this.left] = [seat, this.workersOf(seat).length + 1];
  }
  endTurn(): void {
    const next = (this.turn + 1) % SEATS;
    if (next === this.starter) {
      this.over = [0, 1, 2, 3].some((seat) => this.points(seat) >= this.options.target);
      this.truncated = !this.over && this.round === this.options.rounds;
      if (this.over || this.truncated) trace.reached(this.over ? TARGET! : CAP!);
      else this.round++;
      this.over ||= this.truncated;
    }
    if (!this.over) this.beginTurn(next);
  }
  override fault(): string {
    if (!this.over && (this.actor !== this.turn || this.left === 0)) return 'turn or action points are wrong';
    if ((this.prompt === MOVE || this.prompt === ACT) !== (this.chosen !== NONE))
      return 'a worker is chosen at the wrong time';
    if (this.chosen !== NONE && this.here() === NONE) return 'the chosen worker does not exist';
    if ([0, 1, 2, 3].some((seat) => this.workersOf(seat).length === 0)) return 'a seat has no worker';
    if (this.building.some((kind, place) => (kind === NONE) !== (this.owner[place] === NONE)))
      return 'a building has no owner';
    const cards = [...this.row, ...this.deck]
      .filter((card) => card !== NONE)
      .concat([...projects.keys()].filter((card) => this.done[card] !== NONE));
    if (cards.length !== CARDS || new Set(cards).size !== CARDS) return 'a project is missing or in two places';
    if (this.deck.some((card, i) => (card === NONE) !== i >= this.cards)) return 'the deck has another size';
    return new Set(this.secrets).size === SEATS * GOAL && !this.secrets.includes(NONE)
      ? ''
      : 'a goal is missing or dealt twice';
  }
}

/** Secret goals. */
const goals: readonly (readonly [string, (s: Position, seat: number) => boolean])[] = [
  ['two workshops', (s, seat) => s.built(seat, WORKSHOP) >= 2],
  ['three roads', (s, seat) => s.built(seat, ROAD) >= 3],
  ['two towers', (s, seat) => s.built(seat, TOWER) >= 2],
  ['four workers', (s, seat) => s.workersOf(seat).length === WORKERS],
  ['six coins', (s, seat) => s.good(seat, COIN) >= 6],
  ['five stone', (s, seat) => s.good(seat, STONE) >= 5],
  ['five wood', (s, seat) => s.good(seat, WOOD) >= 5],
  ['three projects', (s, seat) => s.finished(seat).length >= 3],
  ['a building at a market', (s, seat) => [...map].some((one, place) => one === 'M' && s.owner[place] === seat)],
  ['two fights won', (s, seat) => s.fights[seat]! >= 2],
  [
    'a worker in a foreign home',
    (s, seat) => s.workersOf(seat).some((place) => homes.includes(place) && homes[seat] !== place),
  ],
  ['one building of each kind', (s, seat) => [0, 1, 2].every((kind) => s.built(seat, kind) > 0)],
];
const secretsOf = (s: Position, seat: number) => [...s.secrets.subarray(seat * GOAL, (seat + 1) * GOAL)];
const total = (s: Position, seat: number) =>
  s.points(seat) + secretsOf(s, seat).reduce((sum, goal) => sum + (goals[goal]![1](s, seat) ? 2 : 0), 0);

const [seatNames, priceOf] = [
  [...'ABCD'],
  (cost: readonly number[]) => cost.flatMap((n, good) => (n ? `${n} ${goods[good]}` : [])).join(', '),
] as const;
const actions = actionsOf<Position>()((action) => ({
  WORKER: action(
    { worker: WORKERS },
    (s, { worker }) => `worker ${worker + 1} at ${nameOf(s.workers[s.turn * WORKERS + worker]!)}`,
  ),
  END: action({}, () => 'end the turn'),
  GO: action({ place: PLACES }, (s, { place }) =>
    place === s.here() ? `stay at ${nameOf(place)}` : `go to ${nameOf(place)}`,
  ),
  QUARRY: action({}, () => 'quarry stone'),
  CUT: action({}, () => 'cut wood'),
  SELL: action({ good: ['stone', 'wood'] }, (_, { good }) => `sell ${goods[good]} for 2 coins`),
  BUY: action({ good: ['stone', 'wood'] }, (_, { good }) => `buy 2 ${goods[good]} for a coin`),
  BUILD: action({ kind: kinds }, (_, { kind }) => `build a ${kinds[kind]} (${priceOf(costs[kind]!)})`),
  RECRUIT: action({}, () => `recruit a worker (${HIRE} coins)`),
  FIGHT: action({ foe: seatNames }, (_, { foe }) => `fight a worker of ${seatNames[foe]}`),
  FINISH: action(
    { slot: ROW },
    (s, { slot }) => `finish the ${projects[s.row[slot]!]!.name} (${priceOf(projects[s.row[slot]!]!.cost)})`,
  ),
  REST: action({}, () => 'do nothing'),
}));
const { END, GO, QUARRY, CUT, SELL, BUY, BUILD, RECRUIT, FIGHT, FINISH, REST } = actions.first;

const choose = question<Position>({
  ask: (s) => `which worker acts (${s.left} action points left)?`,
  legal: (s, seat) =>
    [...Array(WORKERS).keys()].filter((worker) => s.workers[seat * WORKERS + worker] !== NONE).concat(END),
  answer(s, seat, action) {
    if (action === END) return s.endTurn();
    [s.chosen, s.prompt, s.actor] = [action, MOVE, seat];
  },
});
const move = question<Position>({
  ask: (s) => `where does worker ${s.chosen + 1} go?`,
  legal(s) {
    const steps = s.building[s.here()] === ROAD ? 2 : 1;
    return [...Array(PLACES).keys()].filter((place) => distance(place, s.here()) <= steps).map((place) => GO + place);
  },
  answer(s, seat, action) {
    s.workers[seat * WORKERS + s.chosen] = action - GO;
    [s.prompt, s.actor] = [ACT, seat];
  },
});
const act = question<Position>({
  ask: (s) => `what does worker ${s.chosen + 1} do at ${nameOf(s.here())}?`,
  legal(s, seat) {
    const [place, legal] = [s.here(), [] as number[]];
    if (map[place] === 'Q') legal.push(QUARRY);
    if (map[place] === 'F') legal.push(CUT);
    for (const good of map[place] === 'M' ? [STONE, WOOD] : [])
      legal.push(...(s.good(seat, good) > 0 ? [SELL + good] : []), ...(s.good(seat, COIN) > 0 ? [BUY + good] : []));
    for (const [kind, cost] of costs.entries())
      if (s.free(seat, place, kind) && s.missing(seat, cost) === 0) legal.push(BUILD + kind);
    if (s.workersOf(seat).length < WORKERS && s.good(seat, COIN) >= HIRE) legal.push(RECRUIT);
    for (let foe = 0; foe < SEATS; foe++)
      if (foe !== seat && homes[foe] !== place && s.workersOf(foe).includes(place)) legal.push(FIGHT + foe);
    for (const [slot, card] of s.row.entries())
      if (card !== NONE && s.missing(seat, projects[card]!.cost) === 0) legal.push(FINISH + slot);
    return [...legal, REST];
  },
  answer(s, seat, action, chance) {
    const place = s.here();
    if (action === QUARRY || action === CUT) gather(s, seat, place, action === QUARRY ? STONE : WOOD);
    else if (action >= SELL && action < BUY) s.pay(seat, [+(action === SELL), +(action !== SELL), -2]);
    else if (action >= BUY && action < BUILD) s.pay(seat, [action === BUY ? -2 : 0, action === BUY ? 0 : -2, 1]);
    else if (action >= BUILD && action < RECRUIT) {
      s.pay(seat, costs[action - BUILD]!);
      [s.building[place], s.owner[place]] = [action - BUILD, seat];
    } else if (action === RECRUIT) {
      s.give(seat, COIN, -HIRE);
      s.workers[seat * WORKERS + s.workersOf(seat).length] = homes[seat]!;
      if (s.workersOf(seat).length === WORKERS) trace.reached(FULL!);
    } else if (action >= FIGHT && action < FINISH) fight(s, seat, action - FIGHT, place, chance);
    else if (action >= FINISH && action < REST) {
      const card = s.row[action - FINISH]!;
      s.pay(seat, projects[card]!.cost);
      [s.done[card], s.row[action - FINISH]] = [seat, NONE];
    }
    s.chosen = NONE;
    if (--s.left === 0) s.endTurn();
  },
});
/** Two, four with an own workshop here; the owner of a foreign workshop gets one too. */
function gather(s: Position, seat: number, place: number, good: number): void {
  const owner = s.building[place] === WORKSHOP ? s.owner[place]! : NONE;
  s.give(seat, good, owner === seat ? 4 : 2);
  if (owner !== seat && owner !== NONE) s.give(owner, good, 1);
}
function fight(s: Position, seat: number, foe: number, place: number, chance: Chance): void {
  const [mine, theirs] = [chance.draw(3 + seat, 6), chance.draw(3 + seat, 6)];
  const holds = s.owner[place] === foe;
  if (mine > theirs + (holds && s.building[place] === TOWER ? 2 : 0)) {
    trace.reached(WON!);
    s.fights[seat] = Math.min(9, s.fights[seat]! + 1);
    s.workers[foe * WORKERS + s.workersOf(foe).indexOf(place)] = homes[foe]!;
    if (holds) [s.owner[place]] = [seat, trace.reached(TAKEN!)];
    if (s.good(foe, COIN) > 0) [s.give(seat, COIN, 1), s.give(foe, COIN, -1)];
  } else [s.workers[seat * WORKERS + s.chosen]] = [homes[seat]!, trace.reached(LOST!)];
}

const sight = observationOf<Position>()((piece) => [
  piece.seats(
    'workers',
    [SEATS, PLACES],
    'Workers in each place / 2.',
    (s, seat, place) =>
      (+(s.workers[4 * seat] === place) +
        +(s.workers[4 * seat + 1] === place) +
        +(s.workers[4 * seat + 2] === place) +
        +(s.workers[4 * seat + 3] === place)) /
      2,
  ),
  piece.seats(
    'buildings',
    [SEATS, 3 * PLACES],
    '1 for each building: by kind, by place.',
    (s, seat, i) => +(s.owner[i % PLACES] === seat && s.building[i % PLACES] === Math.floor(i / PLACES)),
  ),
  piece.seats('goods', [SEATS, GOODS], 'Stone, wood, coins / 10.', (s, seat, good) => s.good(seat, good) / HOLD),
  piece.seats('points', [SEATS], 'Share of the points that end it.', (s, seat) => s.points(seat) / s.options.target),
  piece.seats('hired', [SEATS], 'Workers / 4.', (s, seat) => s.workersOf(seat).length / WORKERS),
  piece.seats('fights', [SEATS], 'Fights won / 9.', (s, seat) => s.fights[seat]! / 9),
  piece.seats('finished', [SEATS], 'Projects finished / 5.', (s, seat) => s.finished(seat).length / 5),
  piece.seats('near', [SEATS, ROW], '1 / (1 + goods missing) for each open project.', (s, seat, slot) =>
    s.row[slot] === NONE ? 0 : 1 / (1 + s.missing(seat, projects[s.row[slot]!]!.cost)),
  ),
  piece.seats(
    'turn',
    [SEATS, 2],
    '1 for the seat whose turn it is; 1 for the seat that began.',
    (s, seat, i) => +(seat === (i === 0 ? s.turn : s.starter)),
  ),
  piece.values('row', [ROW, GOODS + 1], 'Price / 8 and points / 5 of each open project.', (s, _, slot, i) => {
    const card = projects[s.row[slot]!];
    return card ? (i < GOODS ? card.cost[i]! / 8 : card.points / 5) : 0;
  }),
  piece('goals', [goals.length, 2], '1 for each secret goal of mine; 1 if it is reached.', (s, me, out, at) => {
    for (const goal of secretsOf(s, me)) [out[at + 2 * goal], out[at + 2 * goal + 1]] = [1, +goals[goal]![1](s, me)];
  }),
  piece.values(
    'chosen',
    [PLACES],
    '1 where the chosen worker is.',
    (s, _, place) => +(s.chosen !== NONE && s.here() === place),
  ),
  piece.values('prompt', [3], '1 for the question that is asked.', (s, _, prompt) => +(s.prompt === prompt)),
  piece.values('game', [3], 'Action points / 5; rounds left / 60; cards in the deck / 24.', (s, _, i) =>
    i === 0 ? s.left / 5 : i === 1 ? (s.options.rounds - s.round) / 60 : s.cards / CARDS,
  ),
]);

function table(s: Position, me: number): string {
  const places = [...map].map((_, place) => {
    const built = s.building[place] === NONE ? '' : ` ${kinds[s.building[place]!]} of ${seatNames[s.owner[place]!]}`;
    const here = seatNames.flatMap((name, seat) =>
      s
        .workersOf(seat)
        .filter((at) => at === place)
        .map(() => name),
    );
    return `  ${nameOf(place).padEnd(10)} ${here.join('').padEnd(5)}${built}`.trimEnd();
  });
  const row = [...s.row].flatMap((card) =>
    projects[card]
      ? `  ${projects[card]!.name}: ${priceOf(projects[card]!.cost)}, ${projects[card]!.points} points`
      : [],
  );
  const seats = seatNames.map(
    (name, seat) =>
      `  ${name}: ${s.points(seat)} points; ${priceOf([0, 1, 2].map((good) => s.good(seat, good))) || 'no goods'}; ${s.fights[seat]} fights won`,
  );
  const mine = secretsOf(s, me)
    .map((goal) => goals[goal]![0])
    .join(', ');
  return [
    `Round ${s.round}, you are ${seatNames[me]}, ${s.options.target} points end the game`,
    ...places,
    'Projects:',
    ...row,
    'Seats:',
    ...seats,
    `Your goals: ${mine}`,
  ].join('\n');
}

/** Draws anew what a seat cannot know: the deck, and the goals of the others. */
function redraw(s: Position, seat: number, rng: Rng): void {
  const rest = [...projects.keys()].filter((card) => s.done[card] === NONE && !s.row.includes(card));
  shuffle(rest, rng);
  s.deck.fill(NONE).set(rest);
  const others = [...goals.keys()].filter((goal) => !secretsOf(s, seat).includes(goal));
  shuffle(others, rng);
  for (let i = 0; i < SEATS * GOAL; i++) if (Math.floor(i / GOAL) !== seat) s.secrets[i] = others.pop()!;
}

export const game = gameOf({
  id: 'quarry-lords',
  version: '1',
  title: 'Quarry Lords',
  summary: 'Workers quarry, cut, trade, build and fight for points',
  seats: { min: SEATS, max: SEATS },
  streams: ['starter', 'deck', 'goals', 'dice 0', 'dice 1', 'dice 2', 'dice 3'],
  options,
  trace,
  Position,
  actions,
  sight,
  prompts: { CHOOSE: choose, MOVE: move, ACT: act },
  turnPrompt: 'CHOOSE',
  text: table,
  redraw,
  // Five action points at most, three decisions each.
  maxDecisions: ({ rounds }) => SEATS * rounds * (WORKERS + 1) * 3,
  setUp(s, chance) {
    s.starter = chance.draw(0, SEATS);
    for (let seat = 0; seat < SEATS; seat++) s.workers.fill(homes[seat]!, seat * WORKERS, seat * WORKERS + 2);
    s.goods.fill(2);
    [s.cards] = [CARDS, s.deck.set([...projects.keys()])];
    shuffleBy(chance, 1, s.deck);
    const dealt = Uint8Array.from(goals.keys());
    shuffleBy(chance, 2, dealt);
    s.secrets.set(dealt.subarray(0, SEATS * GOAL));
    s.beginTurn(s.starter);
  },
  step(s) {
    for (let slot = 0; slot < ROW; slot++)
      if (s.row[slot] === NONE && s.cards > 0) [s.row[slot], s.deck[s.cards]] = [s.deck[--s.cards]!, NONE];
    [s.actor, s.prompt] = [s.turn, CHOOSE];
  },
  score: (s, seat) => total(s, seat) * 100 + s.goods.subarray(seat * GOODS, (seat + 1) * GOODS).reduce((a, b) => a + b),
  ending: (s) => (s.truncated ? 'rounds' : 'points'),
});

/** Finishes a project if it can, else builds or recruits, else gathers what the nearest project misses most. */
function plan(s: Position, mask: Uint8Array): number {
  const open = [...s.row].filter((card) => card !== NONE).map((card) => projects[card]!.cost);
  const cost = open.sort((a, b) => s.missing(s.turn, a) - s.missing(s.turn, b))[0] ?? costs[TOWER]!;
  const lacks = (good: number) => cost[good]! - s.good(s.turn, good);
  const need = [STONE, WOOD, COIN].sort((a, b) => lacks(b) - lacks(a))[0]!;
  const sells = s.good(s.turn, STONE) > s.good(s.turn, WOOD) ? STONE : WOOD;
  const wanted = need === COIN && s.good(s.turn, sells) > 0 ? 'M' : need === STONE ? 'Q' : 'F';
  const ready = s.missing(s.turn, cost) === 0;
  const useful = (at: number, kind: number) => kind !== WORKSHOP || 'QF'.includes(map[at]!);
  const buildsAt = (to: number) =>
    costs.some((price, kind) => s.missing(s.turn, price) === 0 && s.free(s.turn, to, kind) && useful(to, kind));
  const builds = !ready && [...map].some((_, place) => buildsAt(place));
  /** How far a place is from what is wanted; a workshop of one's own is worth the way. */
  const far = (from: number) =>
    Math.min(
      ...[...Array(PLACES).keys()]
        .filter((to) => (builds ? buildsAt(to) : map[to] === wanted))
        .map((to) => distance(from, to) - (!builds && s.owner[to] === s.turn && s.building[to] === WORKSHOP ? 1.5 : 0)),
    );
  const best = (ids: number[], value: (id: number) => number) => ids.sort((a, b) => value(a) - value(b))[0]!;
  const legal = [...mask.keys()].filter((id) => mask[id]);
  if (s.prompt === CHOOSE)
    return best(
      legal.filter((id) => id !== END),
      (id) => far(s.workers[s.turn * WORKERS + id]!),
    );
  if (s.prompt === MOVE) return ready ? GO + s.here() : best(legal, (id) => far(id - GO));
  const order = [
    FINISH + 4,
    FINISH + 3,
    FINISH + 2,
    FINISH + 1,
    FINISH,
    RECRUIT,
    BUILD + TOWER,
    BUILD + WORKSHOP,
    BUILD + ROAD,
    QUARRY,
    CUT,
  ];
  return (
    order.find((id) => mask[id] && (id !== BUILD + WORKSHOP || useful(s.here(), WORKSHOP))) ??
    (mask[SELL + sells] && need === COIN ? SELL + sells : REST)
  );
}
export const bots = { mason: bot<Position>('mason', plan) };

export default { game, bots } satisfies GamePackage<Position>;
