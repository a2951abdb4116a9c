/** What a seat of Leduc poker is shown: its card, the card on the table, and everything that was said. */
import { z } from 'zod';
import { actionsOf } from '../../../env/kit/actions.js';
import { fail, jsonOf, part, viewOf } from '../../../env/kit/json.js';
import { observationOf } from '../../../env/kit/pieces.js';
import { cardsPart, checkView, dealView, payoffsOf, wonPart, wonText } from '../../poker.js';
import { optionsSchema } from '../options.js';
import {
  CARDS_IN_DECK,
  FOLD,
  fields,
  MAX_SAID,
  MOST_CHIPS,
  type Position,
  RAISE,
  RANKS,
  ROUNDS,
  rankOf,
  SEATS,
  words,
} from '../position.js';

const sight = observationOf<Position>()((piece) => [
  piece.group(
    {
      card: [[RANKS], 'My card, 1 at its rank: jack, queen, king.', [0, 1]],
      table: [[RANKS], 'The card on the table, 1 at its rank; zeros in the first round.', [0, 1]],
      position: [[SEATS], 'Where I sit, 1 at my place in the order of play.', [0, 1]],
      paid: [[SEATS], 'Chips put in, me first, as a share of the 13 that one can put in.', [0, 1]],
      said: [
        [ROUNDS, MAX_SAID, words.length],
        'Each round, what was said in order: fold, call or check, raise. The first to act speaks first and third.',
        [0, 1],
      ],
    },
    (start) => (s, seat, out, at) => {
      const { table, paid } = s;
      out[at + rankOf(s.cards[seat]!)] = 1;
      if (table >= 0) out[at + start.table + rankOf(table)] = 1;
      out[at + start.position + seat] = 1;
      out[at + start.paid] = paid[seat]! / MOST_CHIPS;
      out[at + start.paid + 1] = paid[1 - seat]! / MOST_CHIPS;
      for (let i = 0; i < ROUNDS * MAX_SAID; i++) {
        const word = s.words[i]!;
        if (word >= 0) out[at + start.said + i * words.length + word] = 1;
      }
    },
  ),
]);

const actions = actionsOf<Position>()((action) => ({
  FOLD: action(
    {},
    () => 'fold',
    () => ({ chips: 0 }),
  ),
  CALL: action(
    {},
    (s) => (s.owed === 0 ? 'check' : `call ${s.owed}`),
    (s) => ({ chips: s.owed }),
  ),
  RAISE: action(
    {},
    (s) => `raise to ${Math.max(...s.paid) + s.raise}`,
    (s) => ({ chips: s.owed + s.raise }),
  ),
}));

/** The words of one round. */
const wordsOf = (s: Position, round: number) => s.words.subarray(round * MAX_SAID, round * MAX_SAID + s.said[round]!);

const { one } = jsonOf<Position>()(fields);
const view = viewOf(
  { game: 'leduc', options: optionsSchema },
  {
    /** By seat: twice the rank (jack 0, queen 1, king 2) plus the suit. */
    cards: cardsPart({ seats: SEATS, card: CARDS_IN_DECK - 1 }),
    table: part(one('table').schema as z.ZodType<number | null>, (s: Position) => (s.table < 0 ? null : s.table)),
    /** In each round, in order. */
    said: part(z.array(z.array(z.enum(words)).max(MAX_SAID)).length(ROUNDS), (s: Position) =>
      Array.from({ length: ROUNDS }, (_, round) => Array.from(wordsOf(s, round), (word) => words[word]!)),
    ),
    won: wonPart,
  },
  (s: Position, given) => {
    const { table } = given;
    dealView(s, given, CARDS_IN_DECK, table);
    for (const [round, list] of given.said.entries())
      for (const [at, name] of list.entries()) {
        const word = words.indexOf(name);
        if (s.street !== round || !s.allows(word)) fail(`said.${round}.${at}`, `${name} is not possible there`);
        // The card on the table is the one the view tells, whatever is drawn.
        s.say(word, { draw: () => 0 });
      }
    if (s.table >= 0 !== (table !== null)) fail('table', 'it does not fit what was said');
    s.table = table ?? -1;
    checkView(s, given);
  },
);

/** `K2` is the king of the second suit. */
export const cardName = (card: number): string => `${'JQK'[rankOf(card)]}${1 + (card & 1)}`;

/** What was said in a round, in order; a call with nothing to match is a check. */
export function saidIn(s: Position, round: number): string[] {
  let raised = false;
  return Array.from(wordsOf(s, round), (word) => {
    if (word === RAISE) raised = true;
    return word === FOLD ? 'folds' : word === RAISE ? 'raises' : raised ? 'calls' : 'checks';
  });
}

/** The words of one round as sentences. */
const told = (s: Position, round: number): string =>
  saidIn(s, round)
    .map((verb, at) => `seat ${at & 1} ${verb}`)
    .join(', ');

function text(s: Position, seat: number): string {
  const open = s.table >= 0 ? cardName(s.table) : 'not turned yet';
  const lines = [`Leduc poker, round ${s.street + 1}, pot ${s.paid[0]! + s.paid[1]!}, table: ${open}`];
  for (let i = 0; i < SEATS; i++) {
    const card = s.knows(seat, i) ? cardName(s.cards[i]!) : '?';
    const turn = i === s.actor ? ', to act' : '';
    lines.push(`  seat ${i}${i === seat ? ' (you)' : ''}: card ${card}, ${s.paid[i]} in${turn}`);
  }
  for (let round = 0; round < ROUNDS; round++)
    if (s.said[round]! > 0) lines.push(`  round ${round + 1}: ${told(s, round)}`);
  if (s.over) lines.push(wonText(payoffsOf(s), seat));
  return lines.join('\n');
}

export const showing = { sight, actions, view, text };
