/**
 * Eleven Peaks, a dice game for 2 to 4 players: climb on, or make camp before the dice end your turn. The facts are those
 * of Can't Stop (Sid Sackson, 1980), the words and the numbered decisions are ours.
 * The ways up the peaks 2, 3, ... 12 have 3, 5, 7, 9, 11, 13, 11, 9, 7, 5, 3 steps. On a turn roll four dice and make two
 * pairs of them: on the peak of each sum a climber goes a step up from its camp. There are three climbers; of a pairing all
 * that can be climbed must be. If none can be, the steps of this turn are lost and it ends. Otherwise roll on, or make camp:
 * keep the steps. A camp on the top takes the peak, where nobody climbs any more. The first with `peaks` peaks wins.
 * Decided: (1) who has climbed the last peak needed must camp; (2) the starter is drawn; (3) any number of camps may stand
 * on one step; (4) after `rounds` rounds the game is cut and ranked by peaks.
 */
import type { Drawing, GamePackage, ScenePlace, SceneToken } from 'tabletop-gym';
import { byWorth, planBots } from 'tabletop-gym/bots';
import { actionsOf, askedFields, gameOf, NOBODY, observationOf, positions, question, u8 } from 'tabletop-gym/kit';
import { z } from 'zod';

const options = z.strictObject({
  players: z.int().min(2).max(4).default(2).describe('Number of players'),
  peaks: z.int().min(1).max(5).default(3).describe('Peaks that win'),
  rounds: z.int().min(1).max(200).default(50).describe('Rounds after which the game is cut'),
  askForced: z.boolean().default(false).describe('Ask for decisions with one legal answer too'),
});

const tops = [3, 5, 7, 9, 11, 13, 11, 9, 7, 5, 3]; // index 0 is the peak of the sum 2
const PEAKS = tops.length;
const names = tops.map((_, peak) => `${peak + 2}`);
const [SEATS, CLIMBERS, PAIR, PUSH] = [4, 3, 0, 1];

const fields = {
  ...askedFields({ prompts: ['PAIR', 'PUSH'], seats: SEATS, actions: PEAKS + 2 }),
  round: u8('Round, from 1.', { min: 1, max: 200, start: 1 }),
  starter: u8('Seat that began.', { max: SEATS - 1 }),
  turn: u8('Seat whose turn it is.', { max: SEATS - 1 }),
  rolls: u8.flag('The dice are rolled next.', { start: 1 }),
  truncated: u8.flag('The game was cut.'),
  dice: u8([4], 'The last roll.', { max: 6 }),
  climbers: u8([PEAKS], 'Step of the climber on each peak, 0 none.', { max: 13 }),
  camps: u8([SEATS, PEAKS], 'Step of the camp of each seat on each peak, 0 none.', { max: 13 }),
};

class Position extends positions({ title: 'Eleven Peaks', magic: 'PEK1', schema: options, fields }) {
  get players(): number {
    return this.options.players;
  }
  camp(seat: number, peak: number): number {
    return this.camps[seat * PEAKS + peak]!;
  }
  /** Number of peaks that a seat has taken. */
  taken(seat: number): number {
    return tops.filter((top, peak) => this.camp(seat, peak) === top).length;
  }
  /** Number of climbers that are out. */
  out(): number {
    return this.climbers.reduce((sum, step) => sum + (step > 0 ? 1 : 0), 0);
  }
  canClimb(peak: number): boolean {
    if (this.climbers[peak] === tops[peak]) return false;
    for (let seat = 0; seat < SEATS; seat++) if (this.camp(seat, peak) === tops[peak]) return false;
    return this.climbers[peak]! > 0 || this.out() < CLIMBERS;
  }
  /** The other peak of a pairing: all four dice make both. */
  other(peak: number): number {
    return this.dice.reduce((sum, die) => sum + die, -4) - peak;
  }
  /** Climbs a pairing, this peak of it first. @returns names of the peaks that were climbed */
  climb(peak: number): string[] {
    const climbed = [peak, this.other(peak)].filter((one) => {
      const can = this.canClimb(one);
      if (can) this.climbers[one] = 1 + (this.climbers[one] || this.camp(this.turn, one));
      return can;
    });
    return climbed.map((one) => names[one]!);
  }
  endTurn(): void {
    this.climbers.fill(0);
    [this.rolls, this.turn] = [true, (this.turn + 1) % this.players];
    if (this.turn !== this.starter) return;
    if (this.round < this.options.rounds) this.round++;
    else this.over = this.truncated = true;
  }
  override fault(): string {
    if (this.starter >= this.players || (!this.over && this.turn !== this.actor)) return 'starter or turn is wrong';
    if (this.prompt === PAIR && this.dice.includes(0)) return 'a die is missing';
    const high = [...this.camps, ...this.climbers].some((step, i) => step > tops[i % PEAKS]!);
    return high || this.out() > CLIMBERS ? 'there are too many climbers or steps' : '';
  }
}

const actions = actionsOf<Position>()((action) => ({
  /** A pairing is told by one of its peaks: the lower one where both can be climbed. */
  CLIMB: action({ peak: names }, (s, { peak }) => `climb ${s.clone().climb(peak).join(' and ')}`),
  ROLL: action({}, () => 'roll on'),
  CAMP: action({}, () => 'make camp'),
}));
const { ROLL, CAMP } = actions.first;

const pair = question<Position>({
  ask: (s) => `which peaks with ${s.dice.join(' ')}?`,
  legal(s) {
    const sums = [1, 2, 3].map((die) => s.dice[0]! + s.dice[die]! - 2);
    const can = [...tops.keys()].filter((p) => s.canClimb(p) && (sums.includes(p) || sums.includes(s.other(p))));
    return can.filter((peak) => peak <= s.other(peak) || s.clone().climb(peak).length === 1);
  },
  answer: (s, _seat, peak) => void s.climb(peak),
});

const push = question<Position>({
  ask: () => 'roll on, or make camp?',
  legal(s, seat) {
    const wins = s.taken(seat) + tops.filter((top, peak) => s.climbers[peak] === top).length >= s.options.peaks;
    return wins ? [CAMP] : [ROLL, CAMP];
  },
  answer(s, seat, action) {
    s.rolls = action === ROLL;
    if (s.rolls) return;
    for (let peak = 0; peak < PEAKS; peak++) if (s.climbers[peak]) s.camps[seat * PEAKS + peak] = s.climbers[peak]!;
    if (s.taken(seat) >= s.options.peaks) s.over = true;
    else s.endTurn();
  },
});

const sight = observationOf<Position>()((piece) => [
  piece.seats('camps', [SEATS, PEAKS], 'Share of each way.', (s, seat, peak) => s.camp(seat, peak) / tops[peak]!),
  piece.seats('taken', [SEATS], 'Share of the peaks that win.', (s, seat) => s.taken(seat) / s.options.peaks),
  piece.seats('turn', [SEATS], '1 for the seat whose turn it is.', (s, seat) => +(seat === s.turn)),
  piece.values('climbers', [PEAKS], 'Share of each way climbed.', (s, _, peak) => s.climbers[peak]! / tops[peak]!),
  piece.values('open', [PEAKS], '1 where a climber can go on.', (s, _, peak) => +s.canClimb(peak)),
  piece('pairs', [PEAKS, PEAKS], '1 for each pairing: row of its id, column of the other.', (s, _, out, at) => {
    if (s.prompt !== PAIR) return;
    for (const peak of s.legalActions.subarray(0, s.count)) out[at + peak * PEAKS + s.other(peak)] = 1;
  }),
  piece.values('game', [2], 'Players/4; rounds left/50.', (s) => [s.players / 4, (s.options.rounds - s.round) / 50]),
]);

/** A row for each peak: its steps, with the camps of the seats (A to D) and the climber (*). */
function board(s: Position, seat: number): string {
  const rows = tops.map((top, peak) => {
    const here = [...'ABCD*'].map((_, one) => (one === SEATS ? s.climbers[peak]! : s.camp(one, peak)));
    const signs = (step: number) => [...'ABCD*'].filter((_, one) => here[one] === step).join('') || '.';
    return [names[peak]!, ...Array.from({ length: top }, (_, i) => signs(i + 1))]
      .map((cell) => `${cell}`.padEnd(3))
      .join('');
  });
  return [`Round ${s.round}, you are ${'ABCD'[seat]}, ${s.options.peaks} peaks win`, ...rows].join('\n');
}

/** The picture: a place for each step of each way, to be clicked where a climber would go; the dice are a card. */
const tones = ['red', 'blue', 'green', 'orange'] as const;
const stepName = (peak: number, step: number) => `peak ${names[peak]}, step ${step}`;
const drawing: Drawing<Position> = {
  scene(s) {
    const places = tops.flatMap((top, peak) =>
      Array.from({ length: top }, (_, i): ScenePlace => {
        const tokens: SceneToken[] = tones.flatMap((tone, seat) =>
          s.camp(seat, peak) === i + 1
            ? { name: `camp of ${'ABCD'[seat]}`, shape: 'house', tone, sign: 'ABCD'[seat]! }
            : [],
        );
        if (s.climbers[peak] === i + 1) tokens.push({ name: 'climber', shape: 'pawn', tone: 'yellow' });
        const name = stepName(peak, i + 1);
        return { id: name, name, at: [peak, 12 - i], tone: i + 1 === top ? 'rock' : 'plain', tokens };
      }),
    );
    return {
      seats: tones.map((tone, seat) => ({ name: 'ABCD'[seat]!, tone })),
      parts: [
        { kind: 'board', title: 'Peaks', size: [PEAKS, 13], places },
        {
          kind: 'cards',
          title: 'Dice',
          cards: [{ id: 'dice', title: 'Last roll', facts: [['dice', s.dice.join(' ')]] }],
        },
      ],
    };
  },
  concerns(s, action) {
    if (action >= PEAKS) return ['dice'];
    const after = s.clone();
    return after.climb(action).map((name) => stepName(names.indexOf(name), after.climbers[names.indexOf(name)]!));
  },
};

export const game = gameOf({
  id: 'eleven-peaks',
  version: '1',
  title: 'Eleven Peaks',
  summary: 'Roll on or make camp: a race up eleven peaks',
  seats: { min: 2, max: SEATS },
  streams: ['starter', 'dice 0', 'dice 1', 'dice 2', 'dice 3'],
  options,
  Position,
  actions,
  sight,
  prompts: { PAIR: pair, PUSH: push },
  text: board,
  drawing,
  // Every roll climbs a step at least, three climbers have 13 + 11 + 11 of them; there are two decisions a roll.
  maxDecisions: ({ players, rounds }) => players * rounds * 2 * 35,
  setUp: (s, chance) => void (s.starter = s.turn = chance.draw(0, s.players)),
  step(s, chance) {
    [s.actor, s.prompt] = [s.turn, s.rolls ? PAIR : PUSH];
    if (!s.rolls) return;
    s.rolls = false;
    for (let i = 0; i < s.dice.length; i++) s.dice[i] = 1 + chance.draw(1 + s.turn, 6);
    if (pair.legal(s, s.turn, s.legalActions) > 0) return;
    s.actor = s.prompt = NOBODY;
    s.endTurn();
  },
  score: (s, seat) => s.taken(seat),
  ending: (s) => (s.truncated ? 'rounds' : 'peaks'),
});

/** What a bot goes by: the terms of Michael Keller's rule of 28, and how much is enough to camp, by climbers out. */
const keller = { even: -2, odd: 2, side: 4, climber: 6, camp: [28, 28, 28] };

/** What the steps of this turn are worth by that rule: steps on rare sums count more. */
function progress(s: Position, w: typeof keller): number {
  const out = [...tops.keys()].filter((peak) => s.climbers[peak]! > 0);
  const worth = out.map((peak) => ((15 - tops[peak]!) / 2) * (1 + s.climbers[peak]! - s.camp(s.turn, peak)));
  const odd = out.filter((peak) => peak % 2 === 1).length;
  const side = out.every((peak) => peak < 6) || out.every((peak) => peak > 4) ? w.side : 0;
  return worth.reduce((a, b) => a + b, 0) + (out.length < CLIMBERS ? 0 : [w.even, 0, 0, w.odd][odd]! + side);
}

/** Takes the pairing that is worth most, a new climber less; rolls on until it is time to camp. */
function worth(s: Position, action: number, w: typeof keller): number {
  if (s.prompt === PUSH) return action === CAMP ? progress(s, w) : w.camp[s.out() - 1]! - 0.5;
  const after = s.clone();
  return after.climb(action) && progress(after, w) - w.climber * after.out();
}

export const bots = planBots({
  planner: byWorth(worth),
  plans: {
    'rule-of-28': { plan: 'camps when the steps of the turn are worth 28', weights: keller },
    careful: { plan: 'camps when all climbers are out', weights: { ...keller, camp: [99, 99, 0] } },
  },
  features: { names: ['taken'], write: (s: Position, seat, out) => void (out[0] = s.taken(seat) / s.options.peaks) },
});

export default { game, bots } satisfies GamePackage<Position>;
