/** CartPole in words and a small picture. */
import { MAX_X } from './rules.js';
import { LIMIT, STEP, THETA, THETA_DOT, X, X_DOT } from './state.js';

const HALF = 24;

const signed = (value: number, digits: number): string => `${value < 0 ? '-' : '+'}${Math.abs(value).toFixed(digits)}`;

export function trackText(cells: Float64Array): string {
  const theta = cells[THETA]!;
  const at = Math.min(2 * HALF, Math.max(0, Math.round(HALF + (HALF * cells[X]!) / MAX_X)));
  const track = `${'-'.repeat(at)}#${'-'.repeat(2 * HALF - at)}`;
  // The picture shows which way the pole leans from two degrees on.
  const lean = theta > 0.035 ? '/' : theta < -0.035 ? '\\' : '|';
  return [
    `Push ${cells[STEP]} of ${cells[LIMIT]}`,
    `   ${' '.repeat(at)}${lean}`,
    `  |${track}|`,
    `  cart ${signed(cells[X]!, 3)} m, ${signed(cells[X_DOT]!, 3)} m/s; ` +
      `pole ${signed((theta * 180) / Math.PI, 2)} degrees, ${signed((cells[THETA_DOT]! * 180) / Math.PI, 1)} degrees/s`,
  ].join('\n');
}
