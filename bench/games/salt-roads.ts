/**
 * Salt Roads, a trading game for three caravans. Twelve towns, joined by roads; four goods, salt among them, which is dug
 * in two towns. Every town has a price for each good: a caravan pays it, and gets one coin less; each load bought makes
 * the next dearer, each load sold makes it cheaper. After each turn prices go back towards what is usual; luck moves some each round.
 * A turn has five actions: travel a road (as often as the caravan is fast), buy, sell, dig, build a depot, buy a bigger
 * hold or faster camels, take a contract, deliver one, or end the turn. A depot earns a coin whenever somebody trades in
 * its town. Contracts lie open (three), or are drawn unseen; a seat has two of each kind at most.
 * Fodder costs three coins a turn (what one has, if less). Wealth is coins, and half a depot's price
 * for each depot. Whoever first has `goal` wealth ends the game at once.
 */
import { type Chance, type GamePackage, type Rng, shuffle, shuffleBy } from 'tabletop-gym';
import { actionsOf, askedFields, bot, gameOf, observationOf, positions, question, u8, u16 } from 'tabletop-gym/kit';
import { z } from 'zod';

const options = z.strictObject({
  goal: z.int().min(60).max(900).default(190).describe('Wealth that ends the game'),
  askForced: z.boolean().default(false).describe('Ask for decisions with one legal answer too'),
});
const [SEATS, TOWNS, GOODS, OFFERS, HAND, ACTS, NONE] = [3, 12, 4, 3, 2, 5, 255];
const LIMIT = 400; // no rule: after so many rounds a game that nobody plays for wealth is cut
const [FODDER, HIGHEST, DEPOT, FIRST_HOLD, MAX_HOLD, MAX_SPEED, COINS] = [3, 30, 20, 4, 8, 3, 30];
const [goods, amounts] = [
  ['salt', 'cloth', 'oil', 'amber'],
  ['one load', 'all loads'],
];
/** Name, usual prices of the goods, roads to later towns. */
const table: [name: string, usual: number[], roads: number[]][] = [
  ['Saltmere', [4, 14, 11, 17], [1, 2, 11]],
  ['Aldwick', [12, 6, 15, 13], [2, 3]],
  ['Brennan', [10, 12, 8, 18], [4]],
  ['Corvale', [16, 9, 6, 14], [4, 5]],
  ['Dunmoor', [13, 15, 12, 9], [6]],
  ['Eastgate', [17, 11, 14, 7], [6, 7]],
  ['Fenwick', [11, 7, 13, 12], [8]],
  ['Greypan', [4, 13, 17, 11], [8, 9]],
  ['Hollin', [14, 10, 7, 16], [10]],
  ['Ilmere', [12, 16, 10, 8], [10, 11]],
  ['Jarrow', [18, 8, 12, 13], [11]],
  ['Kestrel', [13, 12, 16, 10], []],
];
const [MINES, towns] = [[0, 7], table.map(([name]) => name)];
const usual = Uint8Array.from(table.flatMap(([, prices]) => prices));
const roads = towns.map((_, a) =>
  [...towns.keys()].filter((b) => table[a]![2].includes(b) || table[b]![2].includes(a)),
);
/** Roads between any two towns, at the least. */
const far = towns.map((_, from) => {
  const steps = new Uint8Array(TOWNS).fill(NONE).fill(0, from, from + 1);
  for (let n = 0; n < TOWNS; n++)
    for (const [town, near] of roads.entries())
      if (steps[town] === n) for (const i of near) steps[i] = Math.min(steps[i]!, n + 1);
  return steps;
});
/** Two contracts a town, for the two goods that are dearest there: what they pay is for all loads. */
const cards = towns.flatMap((_, town) => {
  const dear = [0, 1, 2, 3].sort((a, b) => usual[town * GOODS + b]! - usual[town * GOODS + a]!);
  return [0, 1].map((i) => {
    const [good, loads, pays] = [
      dear[i]!,
      2 + ((town + i) % 2),
      (2 + ((town + i) % 2)) * (usual[town * GOODS + dear[i]!]! + 4),
    ];
    return { good, loads, town, pays, name: `${loads} ${goods[good]} to ${towns[town]} for ${pays}` };
  });
});
const CARDS = cards.length;

const fields = {
  coins: u16([SEATS], 'Coins of each seat.', { max: 2000 }),
  round: u16('Round, from 1.', { min: 1, max: LIMIT, start: 1 }),
  ...askedFields({ prompts: ['ACT'], seats: SEATS, actions: 41 }),
  truncated: u8.flag('The game was cut.'),
  starter: u8('Seat that began.', { max: SEATS - 1 }),
  turn: u8('Seat whose turn it is.', { max: SEATS - 1 }),
  acts: u8('Actions left in this turn.', { max: ACTS }),
  moves: u8('Roads that may still be travelled in this turn.', { max: MAX_SPEED }),
  town: u8([SEATS], 'Where each caravan is.', { max: TOWNS - 1 }),
  hold: u8([SEATS], 'Loads that each caravan can carry.', { min: FIRST_HOLD, max: MAX_HOLD, start: FIRST_HOLD }),
  speed: u8([SEATS], 'Roads that each caravan can travel in a turn.', { min: 1, max: MAX_SPEED, start: 1 }),
  cargo: u8([SEATS, GOODS], 'Loads of each good in each caravan.', { max: MAX_HOLD }),
  price: u8([TOWNS, GOODS], 'Price of each good in each town.', { min: 1, max: HIGHEST, start: 1 }),
  depot: u8([TOWNS], 'Who has a depot in each town.', { max: SEATS - 1, none: NONE }),
  offers: u8([OFFERS], 'Open contracts.', { max: CARDS - 1, none: NONE }),
  taken: u8([SEATS, HAND], 'Contracts that each seat took from the open ones.', { max: CARDS - 1, none: NONE }),
  secrets: u8([SEATS], 'How many contracts each seat holds unseen.', { max: HAND }),
  secret: u8([SEATS, HAND], 'What these are.', { max: CARDS - 1, none: NONE, sight: 'own' }),
  done: u8.flag([CARDS], 'Contracts delivered.'),
  left: u8('Contracts in the deck.', { max: CARDS }),
  deck: u8([CARDS], 'The deck, the top contract last.', { max: CARDS - 1, none: NONE, sight: 'never' }),
};

class Position extends positions({ title: 'Salt Roads', magic: 'SLT1', schema: options, fields }) {
  get players(): number {
    return SEATS;
  }
  carried(seat: number): number {
    return this.cargo.subarray(seat * GOODS, (seat + 1) * GOODS).reduce((a, b) => a + b, 0);
  }
  wealth(seat: number): number {
    return this.depot.reduce((sum, owner) => sum + (owner === seat ? DEPOT / 2 : 0), this.coins[seat]!);
  }
  /** The contract in a place: 0 and 1 taken, 2 and 3 unseen by others. */
  held(seat: number, place: number): number {
    return (place < HAND ? this.taken : this.secret)[seat * HAND + (place % HAND)]!;
  }
  share(town: number): void {
    if (this.depot[town] !== NONE) this.coins[this.depot[town]!]!++;
  }
  /** Buys or sells one load, if that can be done. */
  swap(seat: number, good: number, sells: boolean): boolean {
    if (!(sells ? this.sells(seat, good) : this.buys(seat, good))) return false;
    const [at, sign] = [this.town[seat]! * GOODS + good, sells ? -1 : 1];
    this.coins[seat]! -= sells ? 1 - this.price[at]! : this.price[at]!;
    this.cargo[seat * GOODS + good]! += sign;
    return (this.price[at]! += sign) > 0;
  }
  buys(seat: number, good: number): boolean {
    const price = this.price[this.town[seat]! * GOODS + good]!;
    return price < HIGHEST && this.coins[seat]! >= price && this.carried(seat) < this.hold[seat]!;
  }
  sells(seat: number, good: number): boolean {
    return this.cargo[seat * GOODS + good]! > 0 && this.price[this.town[seat]! * GOODS + good]! > 1;
  }
  delivers(seat: number, place: number): boolean {
    const card = cards[this.held(seat, place)];
    return !!card && card.town === this.town[seat] && this.cargo[seat * GOODS + card.good]! >= card.loads;
  }
  deliver(seat: number, place: number): void {
    const [id, { good, loads, pays }] = [this.held(seat, place), cards[this.held(seat, place)]!];
    this.cargo[seat * GOODS + good]! -= loads;
    [this.coins[seat], this.done[id]] = [this.coins[seat]! + pays, 1];
    if (place < HAND) return void (this.taken[seat * HAND + place] = NONE);
    // The other unseen one moves up, so that those held stand first.
    if (place === HAND) this.secret[seat * HAND] = this.secret[seat * HAND + 1]!;
    this.secret[seat * HAND + 1] = NONE;
    this.secrets[seat]!--;
  }
  /** Takes the top contract off the deck, NONE of an empty one. */
  top(): number {
    if (this.left === 0) return NONE;
    const card = this.deck[--this.left]!;
    this.deck[this.left] = NONE;
    return card;
  }
  endTurn(chance: Chance): void {
    this.coins[this.turn]! -= Math.min(FODDER, this.coins[this.turn]!);
    this.turn = (this.turn + 1) % SEATS;
    for (let i = 0; i < TOWNS * GOODS; i++) this.price[i]! += Math.sign(usual[i]! - this.price[i]!);
    if (this.turn === this.starter) {
      if (this.round === LIMIT) this.over = this.truncated = true;
      else this.round++;
      for (let town = 0; town < TOWNS; town++) {
        const [at, change] = [town * GOODS + chance.draw(2, GOODS), chance.draw(2, 5) - 2];
        this.price[at] = Math.min(HIGHEST, Math.max(1, this.price[at]! + change));
      }
    }
    [this.acts, this.moves] = [ACTS, this.speed[this.turn]!];
  }
  override fault(): string {
    if (!this.over && (this.turn !== this.actor || this.acts === 0)) return 'turn or actions left are wrong';
    for (let seat = 0; seat < SEATS; seat++) {
      if (this.carried(seat) > this.hold[seat]!) return 'a hold is too full';
      const unseen = [0, 1].filter((i) => this.secret[seat * HAND + i] !== NONE);
      if (unseen.length !== this.secrets[seat] || unseen.some((place, i) => place !== i))
        return 'unseen contracts are wrong';
    }
    if (this.deck.some((card, i) => (card === NONE) !== i >= this.left)) return 'the deck is of another size';
    const lie = [...this.offers, ...this.taken, ...this.secret, ...this.deck].filter((card) => card !== NONE);
    const all = lie.concat([...this.done.keys()].filter((card) => this.done[card]));
    return all.length === CARDS && new Set(all).size === CARDS ? '' : 'a contract is missing or in two places';
  }
}
const holdCost = (s: Position, seat: number) => (s.hold[seat]! - FIRST_HOLD + 2) * 10;
const speedCost = (s: Position, seat: number) => s.speed[seat]! * 25;
const priceHere = (s: Position, good: number) => s.price[s.town[s.turn]! * GOODS + good]!;
const actions = actionsOf<Position>()((action) => ({
  END: action({}, () => 'end the turn'),
  MOVE: action({ town: towns }, (_, { town }) => `travel to ${towns[town]}`),
  BUY: action(
    { good: goods, amount: amounts },
    (s, a) => `buy ${amounts[a.amount]} of ${goods[a.good]} (from ${priceHere(s, a.good)})`,
  ),
  SELL: action(
    { good: goods, amount: amounts },
    (s, a) => `sell ${amounts[a.amount]} of ${goods[a.good]} (from ${priceHere(s, a.good) - 1})`,
  ),
  DIG: action({}, () => 'dig a load of salt'),
  DEPOT: action({}, (s) => `build a depot in ${towns[s.town[s.turn]!]} for ${DEPOT}`),
  HOLD: action({}, (s) => `buy room for two more loads for ${holdCost(s, s.turn)}`),
  SPEED: action({}, (s) => `buy faster camels for ${speedCost(s, s.turn)}`),
  TAKE: action({ offer: OFFERS }, (s, { offer }) => `take the contract: ${cards[s.offers[offer]!]?.name}`),
  DRAW: action({}, () => 'draw a contract unseen'),
  DELIVER: action({ place: 2 * HAND }, (s, { place }) => `deliver ${cards[s.held(s.turn, place)]?.name}`),
}));
const { END, MOVE, BUY, SELL, DIG, DEPOT: BUILD, HOLD, SPEED, TAKE, DRAW, DELIVER } = actions.first;

const act = question<Position>({
  ask: (s) => `what next? ${s.acts} actions left`,
  legal(s, seat) {
    const [ids, town, coins] = [[END], s.town[seat]!, s.coins[seat]!];
    if (s.moves > 0) for (const next of roads[town]!) ids.push(MOVE + next);
    for (let good = 0; good < GOODS; good++) {
      const price = s.price[town * GOODS + good]!;
      if (s.buys(seat, good)) ids.push(BUY + 2 * good);
      const more = price + 1 < HIGHEST && coins >= 2 * price + 1 && s.carried(seat) + 1 < s.hold[seat]!;
      if (more) ids.push(BUY + 2 * good + 1);
      if (s.sells(seat, good)) ids.push(SELL + 2 * good);
      if (s.cargo[seat * GOODS + good]! > 1 && price > 2) ids.push(SELL + 2 * good + 1);
    }
    if (MINES.includes(town) && s.carried(seat) < s.hold[seat]!) ids.push(DIG);
    if (s.depot[town] === NONE && coins >= DEPOT) ids.push(BUILD);
    if (s.hold[seat]! + 2 <= MAX_HOLD && coins >= holdCost(s, seat)) ids.push(HOLD);
    if (s.speed[seat]! < MAX_SPEED && coins >= speedCost(s, seat)) ids.push(SPEED);
    if (s.held(seat, 0) === NONE || s.held(seat, 1) === NONE)
      for (let i = 0; i < OFFERS; i++) if (s.offers[i] !== NONE) ids.push(TAKE + i);
    if (s.secrets[seat]! < HAND && s.left > 0) ids.push(DRAW);
    for (let place = 0; place < 2 * HAND; place++) if (s.delivers(seat, place)) ids.push(DELIVER + place);
    return ids;
  },
  answer(s, seat, action, chance) {
    s.acts--;
    if (action === END) s.acts = 0;
    else if (action < BUY) [s.town[seat], s.moves] = [action - MOVE, s.moves - 1];
    else if (action < DIG) {
      const [good, all] = [((action - BUY) >> 1) % GOODS, (action - BUY) % 2 === 1];
      while (s.swap(seat, good, action >= SELL) && all);
      s.share(s.town[seat]!);
    } else if (action === DIG) s.cargo[seat * GOODS]!++;
    else if (action === BUILD) [s.coins[seat], s.depot[s.town[seat]!]] = [s.coins[seat]! - DEPOT, seat];
    else if (action === HOLD) [s.coins[seat], s.hold[seat]] = [s.coins[seat]! - holdCost(s, seat), s.hold[seat]! + 2];
    else if (action === SPEED) {
      s.coins[seat]! -= speedCost(s, seat);
      [s.speed[seat], s.moves] = [s.speed[seat]! + 1, s.moves + 1];
    } else if (action < DRAW) {
      s.taken[s.taken.indexOf(NONE, seat * HAND)] = s.offers[action - TAKE]!;
      s.offers[action - TAKE] = s.top();
    } else if (action === DRAW) s.secret[seat * HAND + s.secrets[seat]!++] = s.top();
    else s.deliver(seat, action - DELIVER);
    if ([0, 1, 2].some((i) => s.wealth(i) >= s.options.goal)) s.over = true;
    else if (s.acts === 0) s.endTurn(chance);
  },
});
/** A contract in numbers: where to, which good, loads, coins; then the share of its loads that a seat carries. */
const CARD = TOWNS + GOODS + 3;
const cardFacts = cards.map((card) => [
  ...towns.map((_, town) => +(town === card.town)),
  ...goods.map((_, good) => +(good === card.good)),
  card.loads / 4,
  card.pays / 100,
]);
const writeCard = (s: Position, me: number, id: number, i: number) =>
  id === NONE
    ? 0
    : i < CARD - 1
      ? cardFacts[id]![i]!
      : Math.min(1, s.cargo[me * GOODS + cards[id]!.good]! / cards[id]!.loads);
const sight = observationOf<Position>()((piece) => [
  piece.seats('wealth', [SEATS], 'Share of the goal.', (s, seat) => s.wealth(seat) / s.options.goal),
  piece.seats('coins', [SEATS], 'Coins / 100.', (s, seat) => s.coins[seat]! / 100),
  piece.seats('turn', [SEATS], '1 for the seat whose turn it is.', (s, seat) => +(seat === s.turn)),
  piece.seats('order', [SEATS], 'Place in the round / 3.', (s, seat) => (1 + ((seat - s.starter + 3) % 3)) / 3),
  piece.seats('town', [SEATS, TOWNS], '1 where the caravan is.', (s, seat, town) => +(s.town[seat] === town)),
  piece.seats('hold', [SEATS], 'Room / 8.', (s, seat) => s.hold[seat]! / MAX_HOLD),
  piece.seats('speed', [SEATS], 'Roads a turn / 3.', (s, seat) => s.speed[seat]! / MAX_SPEED),
  piece.seats('cargo', [SEATS, GOODS], 'Loads / 8.', (s, seat, good) => s.cargo[seat * GOODS + good]! / MAX_HOLD),
  piece.seats('depots', [SEATS, TOWNS], '1 where it has a depot.', (s, seat, town) => +(s.depot[town] === seat)),
  piece.seats('unseen', [SEATS], 'Unseen contracts / 2.', (s, seat) => s.secrets[seat]! / HAND),
  piece.values('price', [TOWNS, GOODS], 'Price / 20.', (s, _, town, good) => s.price[town * GOODS + good]! / 20),
  piece.values(
    'margin',
    [TOWNS, GOODS],
    'Gain of a load that I buy here and sell there / 10.',
    (s, me, town, good) => (s.price[town * GOODS + good]! - 1 - s.price[s.town[me]! * GOODS + good]!) / 10,
  ),
  piece.values('far', [TOWNS], 'Roads from me / 5.', (s, me, town) => far[s.town[me]!]![town]! / 5),
  piece.values('offers', [OFFERS, CARD], 'Town, good, loads / 4, coins / 100, my share.', (s, me, row, i) =>
    writeCard(s, me, s.offers[row]!, i),
  ),
  piece.values('mine', [2 * HAND, CARD], 'My contracts, the same.', (s, me, row, i) =>
    writeCard(s, me, s.held(me, row), i),
  ),
  piece.values('theirs', [2 * HAND, CARD], 'Those the others took, the next seat first.', (s, me, row, i) =>
    writeCard(s, me, s.taken[((me + 1 + (row >> 1)) % SEATS) * HAND + (row % HAND)]!, i),
  ),
  piece.values('left', [4], 'Actions / 5, roads / 3, contracts in the deck / 24, rounds / 400.', (s, _, i) =>
    i === 0 ? s.acts / ACTS : i === 1 ? s.moves / MAX_SPEED : i === 2 ? s.left / CARDS : 1 - s.round / LIMIT,
  ),
]);
function board(s: Position, me: number): string {
  const names = (ids: number[]) => ids.flatMap((id) => cards[id]?.name ?? []).join('; ') || 'none';
  const lines = [`Round ${s.round}, ${s.options.goal} wealth ends the game. Prices of ${goods.join(', ')}:`];
  towns.forEach((name, town) => {
    const row = [...s.price.subarray(town * GOODS, (town + 1) * GOODS)].map((n) => `${n}`.padStart(3)).join('');
    const owner = s.depot[town] === NONE ? '' : `, depot of ${'ABC'[s.depot[town]!]}`;
    lines.push(`  ${name.padEnd(9)}${row}  roads to ${roads[town]!.map((i) => towns[i]).join(', ')}${owner}`);
  });
  lines.push(`Open contracts: ${names([...s.offers])}; ${s.left} in the deck`);
  for (let seat = 0; seat < SEATS; seat++) {
    const cargo = goods.map((name, good) => `${s.cargo[seat * GOODS + good]} ${name}`).join(', ');
    const hand = names([0, 1, ...(seat === me ? [2, 3] : [])].map((place) => s.held(seat, place)));
    lines.push(
      `${'ABC'[seat]}${seat === me ? ' (you)' : ''}: wealth ${s.wealth(seat)}, ${s.coins[seat]} coins, in ${towns[s.town[seat]!]}, ` +
        `hold ${s.hold[seat]}, speed ${s.speed[seat]}; ${cargo}; contracts: ${hand}; ${s.secrets[seat]} unseen`,
    );
  }
  return lines.join('\n');
}
/** Deals anew what a seat cannot know: the deck, and what others drew unseen. */
function redraw(s: Position, seat: number, rng: Rng): void {
  const known = new Set([...s.offers, ...s.taken, ...s.secret.subarray(seat * HAND, (seat + 1) * HAND)]);
  const rest = [...cards.keys()].filter((id) => !known.has(id) && !s.done[id]);
  shuffle(rest, rng);
  for (let other = 0; other < SEATS; other++)
    if (other !== seat)
      for (let i = 0; i < HAND; i++) s.secret[other * HAND + i] = i < s.secrets[other]! ? rest.pop()! : NONE;
  for (let i = 0; i < CARDS; i++) s.deck[i] = i < s.left ? rest.pop()! : NONE;
}

export const game = gameOf({
  id: 'salt-roads',
  version: '1',
  title: 'Salt Roads',
  summary: 'Three caravans trade salt and cloth between twelve towns, up to a stated wealth',
  seats: { min: SEATS, max: SEATS },
  streams: ['setup', 'contracts', 'prices'],
  options,
  Position,
  actions,
  sight,
  prompts: { ACT: act },
  text: board,
  redraw,
  maxDecisions: () => LIMIT * SEATS * ACTS,
  setUp(s, chance) {
    s.starter = s.turn = chance.draw(0, SEATS);
    s.price.set(usual);
    for (let i = 0; i < SEATS; i++) s.coins[(s.starter + i) % SEATS] = COINS + 8 * i;
    s.town.set([2, 5, 8]);
    shuffleBy(chance, 0, s.town);
    for (const list of [s.depot, s.taken, s.secret]) list.fill(NONE);
    [s.left] = [CARDS, s.deck.set([...cards.keys()])];
    shuffleBy(chance, 1, s.deck);
    for (let i = 0; i < OFFERS; i++) s.offers[i] = s.top();
    for (let seat = 0; seat < SEATS; seat++) s.secret[seat * HAND + s.secrets[seat]!++] = s.top();
    [s.acts, s.moves] = [ACTS, 1];
  },
  step: (s) => void ([s.actor, s.prompt] = [s.turn, 0]),
  score: (s, seat) => s.wealth(seat),
  ending: (s) => (s.truncated ? 'cut' : 'goal'),
});
const ROAD = 5; // what the bot gives to spare a road
/** Carries goods where they gain most a road; delivers contracts; buys what it can easily pay. */
const trader = bot<Position>('trader', (s, mask) => {
  const [seat, here, room] = [s.turn, s.town[s.turn]!, s.hold[s.turn]! - s.carried(s.turn)];
  for (let place = 0; place < 2 * HAND; place++) if (mask[DELIVER + place]) return DELIVER + place;
  if (mask[HOLD] && s.coins[seat]! >= 2 * holdCost(s, seat)) return HOLD;
  if (mask[SPEED] && s.coins[seat]! >= 2 * speedCost(s, seat)) return SPEED;
  if (mask[BUILD] && s.coins[seat]! >= 5 * DEPOT && s.wealth(seat) < s.options.goal * 0.7) return BUILD;
  /** What n loads bring in a town: a contract's pay, or a price that falls. */
  const brings = (town: number, good: number, n: number) => {
    const due = [0, 1, 2, 3]
      .map((place) => cards[s.held(seat, place)])
      .find((c) => c?.town === town && c.good === good && c.loads <= n);
    const rest = n - (due?.loads ?? 0);
    return (due?.pays ?? 0) + rest * (s.price[town * GOODS + good]! - 1) - (rest * (rest - 1)) / 2;
  };
  let [best, choice] = [0, mask[DRAW] && s.secrets[seat] === 0 ? DRAW : END];
  const consider = (value: number, action: number) => value > best && ([best, choice] = [value, action]);
  const towards = (to: number) => MOVE + roads[here]!.reduce((a, b) => (far[b]![to]! < far[a]![to]! ? b : a));
  for (let good = 0; good < GOODS; good++) {
    const has = s.cargo[seat * GOODS + good]!;
    for (let to = 0; to < TOWNS && has > 0; to++) {
      const value = brings(to, good, has) - ROAD * far[here]![to]!;
      consider(100 + value, to === here ? SELL + 2 * good + (mask[SELL + 2 * good + 1] ? 1 : 0) : towards(to));
    }
    for (let from = 0; from < TOWNS && room > 0; from++) {
      const price = s.price[from * GOODS + good]!;
      const n = Math.min(room, Math.floor(s.coins[seat]! / (price + 1)));
      for (let to = 0; to < TOWNS && n > 0; to++) {
        const value =
          brings(to, good, n) - n * price - (n * (n - 1)) / 2 - ROAD * (far[here]![from]! + far[from]![to]!);
        consider(
          value + (from === here && value > 4 ? 1000 : 0),
          from === here ? BUY + 2 * good + (mask[BUY + 2 * good + 1] ? 1 : 0) : towards(from),
        );
      }
    }
  }
  for (let i = 0; i < OFFERS; i++)
    if (mask[TAKE + i] && cards[s.offers[i]!]!.pays > 40 && s.held(seat, 0) === NONE) return TAKE + i;
  return mask[choice] ? choice : END;
});
export const bots = { trader };
export default { game, bots } satisfies GamePackage<Position>;
