/**
 * Big Pig, a dice race: the first game of docs/add-your-game.md.
 *
 * On your turn roll one die or two. A 1 loses the points of this turn and ends it; everything else is added to them, a
 * double of two dice twice. Then roll again, or hold: the turn's points become yours and the turn ends. Whoever holds with
 * `target` points or more wins; after `rounds` rounds the game is cut and ranked by points.
 */
import { type Chance, type GamePackage, Trace } from 'tabletop-gym';
import { actionsOf, askedFields, bot, gameOf, observationOf, positions, question, u8 } from 'tabletop-gym/kit';
import { z } from 'zod';

const options = z.strictObject({
  players: z.int().min(2).max(4).default(2).describe('Number of players'),
  target: z.int().min(10).max(100).default(50).describe('Points that win'),
  rounds: z.int().min(1).max(200).default(10).describe('Rounds after which the game is cut'),
  askForced: z.boolean().default(false).describe('Ask for decisions with one legal answer too'),
});

// What a position holds: from this follow its memory, copies, hash, saved form, range checks and JSON.
const fields = {
  ...askedFields({ prompts: ['start', 'push'], seats: 4, actions: 3 }),
  starter: u8('Seat that began.', { max: 3 }),
  up: u8('Seat whose turn it is.', { max: 3 }),
  round: u8('Round, from 1.', { min: 1, max: 200, start: 1 }),
  turn: u8('Points of this turn, not yet held.', { max: 124 }),
  truncated: u8.flag('The game was cut.'),
  scores: u8([4], 'Points held by each seat.', { max: 124 }),
};

// Rules worth knowing that a check has met them.
const trace = new Trace();
const [BUST, DOUBLE, TARGET, CAP] = ['bust', 'double', 'target', 'round cap'].map((name) => trace.add(name));

class Position extends positions({ title: 'Big Pig', magic: 'PIG1', schema: options, fields }) {
  get players(): number {
    return this.options.players;
  }
  endTurn(): void {
    this.turn = 0;
    this.up = (this.up + 1) % this.players;
    if (this.up !== this.starter) return;
    if (this.round < this.options.rounds) this.round++;
    else {
      trace.reached(CAP);
      this.over = this.truncated = true;
    }
  }
  /** What else a position read from a file or from JSON must be. */
  override fault(): string {
    return this.starter < this.players && this.up < this.players ? '' : `there are ${this.players} players`;
  }
}

// The numbers of actions and prompts are in every trained policy: changing one is a new version.
const actions = actionsOf<Position>()((action) => ({
  HOLD: action({}, (s) => `hold ${s.turn} points`),
  ROLL: action({ dice: ['one', 'two'] }, (_, { dice }) => (dice === 0 ? 'roll one die' : 'roll two dice')),
}));
const { HOLD, ROLL } = actions.first;
const [ROLL_ONE, ROLL_TWO] = [ROLL, ROLL + 1];

/** Both questions are answered in the same way. Their order is that of their numbers. */
function answer(s: Position, seat: number, action: number, chance: Chance): void {
  if (action === HOLD) {
    s.scores[seat]! += s.turn;
    if (s.scores[seat]! >= s.options.target) {
      trace.reached(TARGET);
      s.over = true;
    } else s.endTurn();
    return;
  }
  // Both dice are always drawn, so that this seat's chance stays the same when its choices differ.
  const [first, second] = [1 + chance.draw(1 + seat, 6), 1 + chance.draw(1 + seat, 6)];
  if (first === 1 || (action === ROLL_TWO && second === 1)) {
    trace.reached(BUST);
    s.endTurn();
  } else if (action === ROLL_ONE) s.turn += first;
  else {
    if (first === second) trace.reached(DOUBLE);
    s.turn += (first + second) * (first === second ? 2 : 1);
  }
}
const start = question<Position>({
  ask: () => 'one die or two?',
  legal: () => [ROLL_ONE, ROLL_TWO],
  answer,
});
const push = question<Position>({
  ask: () => 'hold, or roll on?',
  // Who has enough has nothing else to do.
  legal: (s, seat) => (s.scores[seat]! + s.turn >= s.options.target ? [HOLD] : [HOLD, ROLL_ONE, ROLL_TWO]),
  answer,
});

const sight = observationOf<Position>()((piece) => [
  piece.seats('scores', [4], 'Points held, in hundreds.', (s, seat) => s.scores[seat]! / 100),
  piece.seats('seats', [4], '1 for each seat that is in the game.', () => 1),
  piece.seats('actor', [4], '1 for the seat whose turn it is.', (s, seat) => (seat === s.actor ? 1 : 0)),
  piece.seats('starter', [4], '1 for the seat that began the game.', (s, seat) => (seat === s.starter ? 1 : 0)),
  piece.values('turn', [1], 'Points of this turn, not yet held, in hundreds.', (s) => s.turn / 100),
  piece.values('target', [1], 'Points that win, in hundreds.', (s) => s.options.target / 100),
  piece.values('rounds left', [1], 'Rounds after this one, in hundreds.', (s) => (s.options.rounds - s.round) / 100),
]);

function table(s: Position, me: number): string {
  const lines = [`Round ${s.round} of ${s.options.rounds}, ${s.options.target} points win`];
  for (let seat = 0; seat < s.players; seat++) {
    const turn = seat === s.actor ? `, ${s.turn} this turn` : '';
    lines.push(`  seat ${seat}${seat === me ? ' (you)' : ''}: ${s.scores[seat]}${turn}`);
  }
  return lines.join('\n');
}

export const game = gameOf({
  id: 'pig',
  version: '1',
  title: 'Big Pig',
  summary: 'Roll on or hold: a dice race to a number of points',
  seats: { min: 2, max: 4 },
  streams: ['setup', 'dice 0', 'dice 1', 'dice 2', 'dice 3'],
  options,
  trace,
  Position,
  actions,
  sight,
  prompts: { start, push },
  text: table,
  // A roll that does not end the turn adds at least 2 points; one more decision holds them.
  maxDecisions: ({ players, target, rounds }) => players * rounds * (Math.ceil(target / 2) + 1),
  setUp(s, chance) {
    s.starter = s.up = chance.draw(0, s.players);
  },
  step(s) {
    s.actor = s.up;
    s.prompt = s.turn === 0 ? 0 : 1;
  },
  score: (s, seat) => s.scores[seat]!,
  ending: (s) => (s.truncated ? 'round cap' : 'target'),
  enumerate(s) {
    if (s.over) return [];
    if (s.turn === 0) return [ROLL_ONE, ROLL_TWO];
    return s.scores[s.up]! + s.turn < s.options.target ? [HOLD, ROLL_ONE, ROLL_TWO] : [HOLD];
  },
});

/** Rolls until the turn has `points`, then holds. */
const holdAt = (name: string, points: number, roll: number) =>
  bot<Position>(name, (s, mask) => (mask[HOLD] && (s.turn >= points || !mask[roll]) ? HOLD : roll));

export const bots = {
  cautious: holdAt('cautious', 12, ROLL_ONE),
  bold: holdAt('bold', 20, ROLL_TWO),
};

export default { game, bots } satisfies GamePackage<Position>;
