/** A table of the poker games as a picture: everybody's card, what was said last, the chips. */
import type { Drawing, SceneToken, Tone } from '../env/scene.js';
import { payoffsOf, type Table } from './poker.js';

const seats: readonly { name: string; tone: Tone }[] = [
  { name: 'Blue', tone: 'blue' },
  { name: 'Orange', tone: 'orange' },
  { name: 'Green', tone: 'green' },
  { name: 'Purple', tone: 'purple' },
];

/** What the games tell of their tables. */
interface Telling<P> {
  cardName(s: P, card: number): string;
  /** The chips that a seat has put in. */
  paid(s: P, seat: number): number;
  /** What a seat has said so far, in order. */
  said(s: P, seat: number): string[];
  /** The card that all see, -1 before it is turned; without it the game has none. */
  table?(s: P): number;
}

/** How such a game is drawn. */
export function pokerDrawing<P extends Table>({ cardName, paid, said, table }: Telling<P>): Drawing<P> {
  const cardToken = (s: P, card: number, of: string): SceneToken =>
    card < 0
      ? { name: `card ${of}, face down`, shape: 'card', tone: 'grey' }
      : { name: `card ${of}: ${cardName(s, card)}`, shape: 'card', tone: 'plain', sign: cardName(s, card) };
  return {
    scene(s, viewer) {
      const all = Array.from({ length: s.players }, (_, seat) => seat);
      const won = s.over ? payoffsOf(s) : null;
      const pot = all.reduce((sum, seat) => sum + paid(s, seat), 0);
      const middle = table ? 1.4 : 0.5;
      const card = (seat: number): number => (s.knows(viewer, seat) ? s.cards[seat]! : -1);
      return {
        seats: seats.slice(0, s.players),
        parts: [
          {
            kind: 'board',
            title: 'Table',
            size: [Math.max(2, s.players), middle + 1.6],
            tokens: 1,
            places: [
              {
                name: 'the middle',
                is: `${pot} chips in the pot`,
                at: [0, 0],
                size: [Math.max(2, s.players), middle],
                tone: 'grass',
                text: [`pot ${pot}`],
                tokens: table ? [cardToken(s, table(s), 'on the table')] : [],
              },
              ...all.map((seat) => ({
                name: seats[seat]!.name,
                is: said(s, seat).join(', '),
                at: [seat, middle + 0.1] as [number, number],
                size: [1, 1.5] as [number, number],
                tone: seats[seat]!.tone,
                text: [seats[seat]!.name, ...said(s, seat).slice(-1)],
                tokens: [cardToken(s, card(seat), `of ${seats[seat]!.name}`)],
              })),
            ],
            quiet: true,
          },
          {
            kind: 'cards',
            role: 'panels',
            title: 'Players',
            cards: all.map((seat) => ({
              seat,
              title: seats[seat]!.name,
              tone: seats[seat]!.tone,
              facts: [
                won ? ['won', `${won[seat]! > 0 ? '+' : ''}${won[seat]}`] : ['in the pot', `${paid(s, seat)}`],
                ['card', card(seat) < 0 ? 'face down' : cardName(s, card(seat))],
              ],
            })),
          },
        ],
      };
    },
    concerns: () => [],
  };
}
