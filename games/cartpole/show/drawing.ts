/** The cart on its track with its pole, as a picture: click the side to push to. */
import type { Drawing } from '../../../env/scene.js';
import { MAX_X, type Position } from '../position.js';

// The track is as long as the cart may be off its middle, and a cart more; the pole stands on the cart.
const [WIDTH, HEIGHT, TRACK, CART, POLE] = [8, 4, 2.5, 0.8, 2.2];

export const drawing: Drawing<Position> = {
  scene({ x, xDot, theta, thetaDot, step, limit }) {
    const middle = WIDTH / 2 + (Math.max(-1, Math.min(1, x / MAX_X)) * (WIDTH - CART)) / 2;
    const fixed = (value: number, digits: number) => value.toFixed(digits);
    const lean = (theta * 180) / Math.PI;
    return {
      seats: [{ name: 'Driver', tone: 'blue' }],
      parts: [
        {
          kind: 'board',
          title: 'Track',
          size: [WIDTH, HEIGHT],
          places: [
            ...(['left', 'right'] as const).map((side, i) => ({
              id: side,
              name: `push ${side}`,
              at: [(i * WIDTH) / 2, 3.2] as [number, number],
              size: [WIDTH / 2, 0.8] as [number, number],
              tone: 'sand' as const,
              text: [`push ${side}`],
            })),
            {
              name: 'cart',
              is: `${fixed(x, 2)} m from the middle, the pole leans ${fixed(lean, 1)} degrees`,
              at: [middle - CART / 2, TRACK],
              size: [CART, 0.5],
              tone: 'blue',
            },
          ],
          ways: [
            [0, TRACK + 0.5, WIDTH, TRACK + 0.5],
            [middle, TRACK, middle + POLE * Math.sin(theta), TRACK - POLE * Math.cos(theta)],
          ],
          quiet: true,
        },
        {
          kind: 'cards',
          role: 'panels',
          title: 'Player',
          cards: [
            {
              seat: 0,
              title: 'Driver',
              tone: 'blue',
              facts: [
                ['pushes', `${step} of ${limit}`],
                ['cart', `${fixed(x, 2)} m, ${fixed(xDot, 2)} m/s`],
                ['pole', `${fixed(lean, 1)} degrees, ${fixed((thetaDot * 180) / Math.PI, 0)} degrees/s`],
              ],
            },
          ],
          quiet: true,
        },
      ],
    };
  },
  concerns: (_, action) => [action === 0 ? 'left' : 'right'],
};
