/** What a seat of Kuhn poker is shown: its card, where it sits, and everything that was said. */
import { actionsOf } from '../../../env/kit/actions.js';
import { fail, jsonOf, viewOf } from '../../../env/kit/json.js';
import { observationOf } from '../../../env/kit/pieces.js';
import { cardsPart, checkView, dealView, payoffsOf, wonPart, wonText } from '../../poker.js';
import { MAX_SEATS, MIN_SEATS, optionsSchema } from '../options.js';
import { BET, fields, type Position, words } from '../position.js';

const ranks = ['9', '10', 'J', 'Q', 'K'];

const sight = observationOf<Position>()((piece) => [
  piece.group(
    {
      card: [[ranks.length], 'My card, 1 at its rank counted from the lowest.', [0, 1]],
      position: [[MAX_SEATS], 'Where I sit, 1 at my place in the order of play.', [0, 1]],
      players: [[MAX_SEATS - MIN_SEATS + 1], '1 at the number of players, from two on.', [0, 1]],
      said: [
        [MAX_SEATS, 4],
        'What each seat has said, me first then in turn order: passed, bet, folded, called.',
        [0, 1],
      ],
    },
    ({ position, players: seats, said: spoken }) =>
      ({ players, bettor, said, words, cards }, seat, out, at) => {
        out[at + cards[seat]!] = 1;
        out[at + position + seat] = 1;
        out[at + seats + players - MIN_SEATS] = 1;
        for (let i = 0; i < said; i++) {
          const from = (i - seat + players) % players;
          const answers = bettor >= 0 && i > bettor ? 2 : 0;
          out[at + spoken + 4 * from + answers + words[i]!] = 1;
        }
      },
  ),
]);

const actions = actionsOf<Position>()((action) => {
  const json = (chips: number) => (s: Position) => ({ chips, answer: s.bettor >= 0 });
  return {
    PASS: action({}, (s) => (s.bettor < 0 ? 'pass' : 'fold'), json(0)),
    BET: action({}, (s) => (s.bettor < 0 ? 'bet' : 'call'), json(1)),
  };
});

const { list } = jsonOf<Position>()(fields);
const view = viewOf(
  { game: 'kuhn', options: optionsSchema },
  {
    /** By seat, 0 the lowest. */
    cards: cardsPart({ seats: MAX_SEATS, card: MAX_SEATS }),
    /** In order: `pass` also means fold, `bet` also means call. */
    said: { ...list('words', (s) => s.said), read: () => {} },
    won: wonPart,
  },
  (s: Position, given) => {
    dealView(s, given, s.players + 1);
    for (const [at, word] of given.said.entries()) {
      if (s.over) fail(`said.${at}`, 'the game is over before that');
      s.say(words.indexOf(word as 'bet'));
    }
    checkView(s, given);
  },
);

/** What one of the words said meant. */
function meaning({ words, bettor }: Position, at: number): string {
  const bet = words[at] === BET;
  if (bettor < 0 || at <= bettor) return bet ? 'bets' : 'passes';
  return bet ? 'calls' : 'folds';
}

/** The cards, the lowest first: the highest is a king, whatever the number of players. */
export const deckOf = ({ players }: Position): string[] => ranks.slice(MAX_SEATS - players);

/** What a seat has said, in order. */
export function saidBy(s: Position, seat: number): string[] {
  const told: string[] = [];
  for (let at = seat; at < s.said; at += s.players) told.push(meaning(s, at));
  return told;
}

function text(s: Position, seat: number): string {
  const { players } = s;
  const deck = deckOf(s);
  let pot = 0;
  const seats = Array.from({ length: players }, (_, i) => {
    pot += s.hasBet(i) ? 2 : 1;
    const told = saidBy(s, i);
    if (i === s.actor) told.push('to act');
    const card = s.knows(seat, i) ? deck[s.cards[i]!] : '?';
    return `  seat ${i}${i === seat ? ' (you)' : ''}: card ${card}  ${told.join(', ')}`.trimEnd();
  });
  const end = s.over ? [wonText(payoffsOf(s), seat)] : [];
  return [`Kuhn poker, cards ${deck.join(' ')}, pot ${pot}`, ...seats, ...end].join('\n');
}

export const showing = { sight, actions, view, text };
