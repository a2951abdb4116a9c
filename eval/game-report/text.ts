/** Reports as text for the terminal; the page has the rest. */
import { isDeepStrictEqual } from 'node:util';
import { alignTable, numberText, percent, plural, rateText, spreadText } from '../report.js';
import type { OptionsComparison } from './compare.js';
import { ordinal } from './measures.js';
import { pText } from './page.js';
import type { GameReport, Level } from './result.js';
import type { Worth } from './summary.js';

/** What to look at first, the levels side by side, and the games of the strongest. */
export function gameReportText({ game, version, players, games, levels, first }: GameReport): string {
  const strongest = levels.at(-1)!;
  const line = `${game} ${version}, ${plural(players, 'player')}: ${plural(games, 'game')}`;
  if (levels.length === 1)
    return [`${line}, ${strongest.agent} in every seat`, '', ...first, '', levelText(strongest)].join('\n');
  const rows = [
    ['', ...levels.map(({ agent }) => agent)],
    ...Array.from({ length: players }, (_, i) => [
      players === 1 ? 'won' : `won by the ${ordinal(i + 1)} in turn order`,
      ...levels.map(({ byOrder }) => rateText(byOrder[i]!.winShare)),
    ]),
    ['rounds', ...levels.map(({ rounds }) => rounds.mean.toFixed(1))],
    ...(players > 1
      ? [['decisions a seat', ...levels.map(({ decisions }) => (decisions.mean / players).toFixed(1))]]
      : [['decisions', ...levels.map(({ decisions }) => decisions.mean.toFixed(1))]]),
    ['truncated', ...levels.map(({ truncatedShare }) => percent(truncatedShare.mean))],
  ];
  return [
    `${line} of each level of play, one agent in every seat`,
    '',
    ...first,
    '',
    alignTable(rows),
    '',
    `${strongest.agent} in every seat:`,
    '',
    levelText(strongest),
  ].join('\n');
}

/** Widest bar of a histogram, in characters. */
const widestBar = 40;

/** The games of a level: length, seats, endings and kinds of decision. */
function levelText(result: Level): string {
  const worth = ({ winShare, firstShare, meanReturn }: Worth) => [
    rateText(winShare),
    rateText(firstShare),
    numberText(meanReturn),
  ];
  const columns = ['won', 'came first', 'mean return'];
  const seats = [['seat', ...columns], ...result.seats.map((seat) => [String(seat.seat), ...worth(seat)])];
  // Where seats have their turns by number it would be the same table.
  const inOrder = result.byOrder.every((place, i) => isDeepStrictEqual(worth(place), worth(result.seats[i]!)));
  const order = [['turn order', ...columns], ...result.byOrder.map((place) => [ordinal(place.place), ...worth(place)])];
  const ways = [
    ['ending', 'games', 'share', 'rounds', ...result.seats.map(({ seat }) => `seat ${seat} first`)],
    ...result.ways.map((way) => [
      `${way.ending || 'unnamed'}${way.truncated ? ' (truncated)' : ''}`,
      String(way.games),
      rateText(way.share),
      way.rounds.toFixed(1),
      ...way.firsts.map((count) => percent(count / way.games)),
    ]),
  ];
  const prompts = [
    ['decision', 'share', 'legal actions'],
    ...result.prompts.map((prompt) => [prompt.prompt, percent(prompt.share), prompt.options.toFixed(1)]),
  ];
  const most = Math.max(1, ...result.lengths.map(({ games }) => games));
  const lengths = result.lengths.map(({ from, to, games }) => [
    from === to ? String(from) : `${from}-${to}`,
    String(games),
    '#'.repeat(Math.ceil((widestBar * games) / most)),
  ]);
  return [
    alignTable(
      [
        ['decisions per game', spreadText(result.decisions)],
        ['rounds', spreadText(result.rounds)],
        ['legal actions per decision', result.options.toFixed(1)],
        ['truncated', rateText(result.truncatedShare)],
        ...(result.rivalAhead ? [['rival of the rules placed first', rateText(result.rivalAhead)]] : []),
      ],
      [0, 1],
    ),
    '',
    alignTable(seats),
    ...(inOrder ? [] : ['', alignTable(order)]),
    '',
    alignTable(ways),
    '',
    alignTable(prompts),
    '',
    'Games by number of rounds:',
    alignTable(lengths, [2]),
  ].join('\n');
}

/** The measures of a comparison. */
export function comparisonText({
  title,
  version,
  agent,
  games,
  measures,
  findings,
  seed,
  otherSeed,
}: OptionsComparison): string {
  const number = (share: boolean, mean: number) => (share ? percent(mean) : mean.toFixed(2));
  const rows = [
    ['', 'first', 'second', 'difference', 'p', 'corrected'],
    ...measures.map(({ name, share, first, second, difference: { mean, low, high }, p, corrected }) => [
      name,
      share ? rateText(first) : number(share, first.mean),
      share ? rateText(second) : number(share, second.mean),
      share ? rateText({ mean, low, high }) : `${mean.toFixed(2)} [${low.toFixed(2)}, ${high.toFixed(2)}]`,
      pText(p),
      pText(corrected),
    ]),
  ];
  return [
    `${title} ${version}: ${agent} in every seat, ${games} games of each set of options${seed === otherSeed ? ' on the same deals' : `, seeds ${seed} and ${otherSeed}`}`,
    '',
    ...findings,
    '',
    alignTable(rows),
    '',
    `paired by deal; corrected after Holm for ${measures.length} measures`,
  ].join('\n');
}
