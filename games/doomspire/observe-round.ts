/** The round: how far it is, whose turn it is, what the tax is. */
import { rowOf, type Starts } from './observe-row.js';
import { after } from './read.js';
import { strife } from './rules/territory.js';
import { PHASE, type Position } from './state.js';

const [ROUND, ROUND_SIZE] = rowOf({ round: 1, peace: 1, phase: 3, begun: 1 });
const [WHO] = rowOf({ first: 4, mover: 4, actor: 4 });
const [TAX, TAX_SIZE] = rowOf({ food: 1, doubles: 1, 'market day': 1 });

export const roundPieces = {
  round: [
    [ROUND_SIZE],
    'Round / 20 (at most 2); peace (1 in the rounds without strife); phase one-hot: roll, movement, harvest; seats that have begun their turn of it / 4.',
  ],
  seats: [[3, 4], 'One-hot relative seats: first-player token, whose turn it is, who must decide.'],
  tax: [[TAX_SIZE], 'Food for an extra die / 4; 1 when it doubles next round; 1 on market day.'],
} as const;

export const writeRound =
  ({ round: ROUNDS, seats: SEATS, tax: TAXES }: Starts<typeof roundPieces>) =>
  (s: Position, seat: number, out: Float32Array, offset: number): void => {
    const at = offset + ROUNDS;
    const { round, phase } = s;
    out[at + ROUND.round] = round < 40 ? round / 20 : 2;
    if (!strife(s)) out[at + ROUND.peace] = 1;
    if (phase < PHASE.titles) out[at + ROUND.phase + phase] = 1;
    out[at + ROUND.begun] = s.turnsBegun / 4;
    const who = offset + SEATS;
    out[who + WHO.first + after(seat, s.firstPlayer)] = 1;
    if (s.mover >= 0) out[who + WHO.mover + after(seat, s.mover)] = 1;
    if (s.actor >= 0) out[who + WHO.actor + after(seat, s.actor)] = 1;
    const taxes = offset + TAXES;
    out[taxes + TAX.food] = Math.min(s.tax / 4, 2);
    if (s.taxDoubles) out[taxes + TAX.doubles] = 1;
    if (s.marketDay) out[taxes + TAX['market day']] = 1;
  };
