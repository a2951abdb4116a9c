/**
 * Judges an unfinished position: what each seat may expect. A small network reads what lies open on the table. It
 * learned who became King in games of bots, the rulebook's from larger networks, that of edition airef from the games
 * themselves: what decides them differs (bench/results/evaluation.md, bench/runs.md).
 */
import { P, type Position } from '../state.js';
import rulebook from './evaluation.json' with { type: 'json' };
import airef from './evaluation-airef.json' with { type: 'json' };
import { evaluationInputs, INPUTS, SEAT_INPUTS, TABLE_INPUTS } from './evaluation-inputs.js';
import { KingNetwork, type KingWeights } from './king-network.js';
import { reading, STANDING, standingFeatures } from './standing.js';

const inputs = new Float32Array(INPUTS);
const networkOf = ({ weights }: { weights: KingWeights }) => new KingNetwork(SEAT_INPUTS, TABLE_INPUTS, weights);
const networks = { rulebook: networkOf(rulebook), airef: networkOf(airef) };

/** Chance of each seat to become King. */
export function kingChances(s: Position, out: Float64Array): void {
  evaluationInputs(s, inputs);
  if (s.prompt === P.STACK && s.stacksLeft === 1) {
    // The last stack is being taken.
    for (let seat = 0; seat < 4; seat++) out[seat] = seat === s.actor ? 1 : 0;
    return;
  }
  (s.tables.airef ? networks.airef : networks.rulebook).chances(inputs, out);
  let rest = 1;
  for (let seat = 0; seat < 4; seat++) {
    if (s.concededOrder[seat] === 0) continue;
    rest -= out[seat]!;
    out[seat] = 0;
  }
  if (rest < 1) for (let seat = 0; seat < 4; seat++) out[seat]! /= rest;
}

/** The expected return of each seat (-1..1): mostly the chance to be King, a little the titles behind it. */
export function evaluate(s: Position, out: Float64Array): void {
  kingChances(s, out);
  for (let seat = 0; seat < 4; seat++) {
    let ahead = 0;
    for (let p = 0; p < 4; p++)
      if (
        p !== seat &&
        (s.flags[p]! > s.flags[seat]! || (s.flags[p] === s.flags[seat] && reading.stars[p]! > reading.stars[seat]!))
      )
        ahead++;
    // Losers: the most tiles is Hand of the King (1/3), the rest shares Coin and Jester.
    const title = ahead === 0 ? 0.2 : ahead === 1 ? -0.2 : ahead === 2 ? -0.55 : -0.7;
    const king = out[seat]!;
    out[seat] = (0.8 * (4 * king - 1)) / 3 + 0.2 * (king + (1 - king) * title);
  }
}

/** Inputs of an advised policy for each seat: its standing, and its evaluation. */
export const readingFeatures = [...standingFeatures, 'chance to be King'] as const;
export const READING: number = readingFeatures.length;

const chances = new Float64Array(4);

/** Writes it: 4 * `READING` numbers, those of `seat` first. */
export function writeReading(s: Position, seat: number, out: Float32Array, offset: number): void {
  kingChances(s, chances);
  for (let k = 0; k < 4; k++) {
    const other = (seat + k) & 3;
    const at = other * SEAT_INPUTS;
    out.set(inputs.subarray(at, at + STANDING), offset + k * READING);
    out[offset + k * READING + STANDING] = chances[other]!;
  }
}
