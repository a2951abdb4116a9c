/** What the player of CartPole is shown: Gymnasium's four numbers, and the time. */
import { actionsOf } from '../../../env/kit/actions.js';
import { fail, jsonOf, object, viewOf } from '../../../env/kit/json.js';
import { observationOf } from '../../../env/kit/pieces.js';
import { optionsSchema } from '../options.js';
import { fields, MAX_X, type Position } from '../position.js';

const sight = observationOf<Position>()((piece) => [
  piece.group(
    {
      'cart and pole': [
        [4],
        "Gymnasium's observation: cart position (m), its speed (m/s), pole angle (rad), its speed (rad/s).",
      ],
      time: [[1], 'Pushes so far, as a share of the limit.', [0, 1]],
    },
    ({ time }) =>
      (s, _seat, out, at) => {
        out[at] = s.x;
        out[at + 1] = s.xDot;
        out[at + 2] = s.theta;
        out[at + 3] = s.thetaDot;
        out[at + time] = s.step / s.limit;
      },
  ),
]);

const directions = ['left', 'right'] as const;
const actions = actionsOf<Position>()((action) => ({
  PUSH: action({ direction: directions }, (_, { direction }) => `push ${directions[direction]}`),
}));

const { one } = jsonOf<Position>()(fields);
const view = viewOf(
  { game: 'cartpole', options: optionsSchema },
  {
    step: one('step'),
    /** Metres and metres a second. */
    cart: object({ position: one('x'), speed: one('xDot') }),
    /** Radians and radians a second. */
    pole: object({ angle: one('theta'), speed: one('thetaDot') }),
    ending: one('end'),
  },
  (s: Position) => {
    const wrong = s.fault();
    if (wrong) fail('view', wrong);
  },
);

/** Columns of the picture on each side of the middle. */
const HALF = 24;
const signed = (value: number, digits: number): string => `${value < 0 ? '-' : '+'}${Math.abs(value).toFixed(digits)}`;
const degrees = (radians: number, digits: number): string => signed((radians * 180) / Math.PI, digits);

function text({ x, xDot, theta, thetaDot, step, limit }: Position): string {
  const at = Math.min(2 * HALF, Math.max(0, Math.round(HALF + (HALF * x) / MAX_X)));
  const track = `${'-'.repeat(at)}#${'-'.repeat(2 * HALF - at)}`;
  // The picture shows which way the pole leans from two degrees on.
  const lean = theta > 0.035 ? '/' : theta < -0.035 ? '\\' : '|';
  return [
    `Push ${step} of ${limit}`,
    `   ${' '.repeat(at)}${lean}`,
    `  |${track}|`,
    `  cart ${signed(x, 3)} m, ${signed(xDot, 3)} m/s; ` +
      `pole ${degrees(theta, 2)} degrees, ${degrees(thetaDot, 1)} degrees/s`,
  ].join('\n');
}

export const showing = { sight, actions, view, text };
