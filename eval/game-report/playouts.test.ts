/** A deck that is dealt and one whose cards are drawn when they are turned up are the same game to a report. */
import { expect, it } from 'vitest';
import { rateText } from '../report.js';
import { fullReport } from './report.js';

const deck = new URL('../../games/leduc/test/deck.ts', import.meta.url).pathname;
const request = { game: deck, agents: ['scripted:steady'], games: 300, looks: 300, playouts: 30, effects: 0 };
const report = (kind: string) => fullReport({ ...request, options: { deck: kind }, workers: 0 });

it('tells the same of a dealt deck and of cards drawn when they are turned', async () => {
  const [dealt, drawn] = await Promise.all(['dealt', 'drawn'].map(report));
  const rates = ({ decided }: typeof dealt) => [
    ...decided!.rounds.flatMap(({ favourite, winner }) => [favourite, winner]),
    decided!.turned,
    decided!.fromLast,
  ];
  for (const [i, one] of rates(dealt!).entries()) {
    const other = rates(drawn!)[i]!;
    expect([rateText(one), rateText(other), one.low <= other.high && other.low <= one.high]).toContain(true);
  }
  const [first] = dealt!.decided!.rounds;
  // The card on the table still decides: who wins is not known from the hands.
  expect(first!.favourite.mean).toBeLessThan(0.9);
  expect(first!.alike).toBeLessThan(60);
});

it('says where all playouts of a position are the same game', async () => {
  const { first, decided } = await fullReport({
    ...{ game: 'connect-four', agents: ['scripted:tactical'], games: 2, looks: 2, playouts: 3, effects: 0 },
    workers: 0,
  });
  expect(decided!.rounds[0]).toMatchObject({ games: 2, alike: 2 });
  expect(first.join(' ')).toContain('all of them were the same game');
});
