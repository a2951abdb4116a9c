/** What the player of the invalid-action test is shown: the number to name; which are valid only the mask says. */
import { z } from 'zod';
import { actionsOf } from '../../../env/kit/actions.js';
import { fail, jsonOf, part, viewOf } from '../../../env/kit/json.js';
import { observationOf } from '../../../env/kit/pieces.js';
import { wrap } from '../../../env/kit/wrap.js';
import { MAX_DIM, optionsSchema } from '../options.js';
import { fields, type Position } from '../position.js';

const sight = observationOf<Position>()((piece) => [
  piece(
    'target',
    [MAX_DIM],
    '1 at the number to name.',
    ({ target }, _seat, out, at) => {
      out[at + target] = 1;
    },
    [0, 1],
  ),
]);

const actions = actionsOf<Position>()((action) => ({
  NAME: action({ number: MAX_DIM }, (_, { number }) => `name ${number}`),
}));

const { some } = jsonOf<Position>()(fields);
const number = z
  .int()
  .min(0)
  .max(MAX_DIM - 1);
const view = viewOf(
  { game: 'invalid-actions', options: optionsSchema },
  {
    ...some('step', 'target'),
    /** Ascending. */
    valid: part(
      z.array(number).max(MAX_DIM),
      (s: Position) => s.numbers,
      (s, numbers) => {
        for (const i of numbers) s.valid[i] = 1;
      },
    ),
    ...some('right'),
  },
  (s: Position) => {
    const wrong = s.fault();
    if (wrong) fail('view', wrong);
  },
);

function text(s: Position): string {
  if (s.over) return `Over after ${s.step} decisions`;
  return wrap(`Decision ${s.step + 1} of ${s.length}: name ${s.target}; valid: ${s.numbers.join(' ')}`).join('\n');
}

export const showing = { sight, actions, view, text };
