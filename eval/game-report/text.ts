/** Reports as a few lines for the terminal; the page has the rest. */
import { alignTable, percent, rateText } from '../report.js';
import type { OptionsComparison } from './compare.js';
import { ordinal } from './first-looks.js';
import { pText } from './page.js';
import type { GameReport } from './result.js';

/** What to look at first, and who wins. */
export function gameReportText({ title, version, players, games, levels, first }: GameReport): string {
  const rows = [
    ['', ...levels.map(({ agent }) => agent)],
    ...Array.from({ length: players }, (_, i) => [
      players === 1 ? 'won' : `won by the ${ordinal(i + 1)} in turn order`,
      ...levels.map(({ byOrder }) => rateText(byOrder[i]!.winShare)),
    ]),
    ['rounds', ...levels.map(({ rounds }) => rounds.mean.toFixed(1))],
    ['truncated', ...levels.map(({ truncatedShare }) => percent(truncatedShare.mean))],
  ];
  return [
    `${title} ${version}, ${players} player${players === 1 ? '' : 's'}: ${games} games of each level of play`,
    '',
    ...first,
    '',
    alignTable(rows),
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
