/** What a seat of tic-tac-toe is shown: the board. */
import { actionsOf } from '../../../env/kit/actions.js';
import { fail, jsonOf, viewOf } from '../../../env/kit/json.js';
import { observationOf } from '../../../env/kit/pieces.js';
import { optionsSchema } from '../options.js';
import { fields, type Position, SQUARES, signs } from '../position.js';

export const squareNames = Array.from({ length: SQUARES }, (_, i) => `${'abc'[i % 3]}${3 - Math.floor(i / 3)}`);

const actions = actionsOf<Position>()((action) => ({
  MARK: action({ square: squareNames }, (_, { square }) => squareNames[square]!),
}));

const sight = observationOf<Position>()((piece) => [
  piece.group(
    {
      mine: [[3, 3], '1 on the squares I have marked, row by row from the top left.', [0, 1]],
      theirs: [[3, 3], '1 on the squares the other has marked.', [0, 1]],
    },
    ({ theirs }) =>
      ({ board }, seat, out, at) => {
        for (let i = 0; i < SQUARES; i++) {
          const owner = board[i]! - 1;
          if (owner >= 0) out[at + (owner === seat ? 0 : theirs) + i] = 1;
        }
      },
  ),
]);

const view = viewOf(
  { game: 'tic-tac-toe', options: optionsSchema },
  { board: jsonOf<Position>()(fields).list('board') },
  (s: Position) => {
    s.settle();
    const wrong = s.fault();
    if (wrong) fail('board', wrong);
  },
);

function text(s: Position, seat: number): string {
  const rows = [0, 1, 2].map((row) => `  ${3 - row}  ${[0, 1, 2].map((i) => signs[s.board[3 * row + i]!]).join(' ')}`);
  const turn = s.over ? 'the game is over' : `${'XO'[s.actor]} to move`;
  return [`You are ${'XO'[seat]}, ${turn}`, ...rows, '     a b c'].join('\n');
}

export const showing = { sight, actions, view, text };
