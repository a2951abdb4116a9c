/** Reports as CSV: one long table, a value a line, for spreadsheets. */
import type { Estimate } from '../statistics.js';
import type { OptionsComparison } from './compare.js';
import { ordinal } from './measures.js';
import type { FullReport } from './result.js';
import { byReturns } from './skill.js';

type Field = string | number | undefined;

const head = ['section', 'players', 'name', 'measure', 'value', 'low', 'high', 'n', 'p', 'corrected'];

/** As RFC 4180 has it. A text that a spreadsheet would take for a formula is kept from being one. */
function field(value: Field): string {
  if (value === undefined) return '';
  if (typeof value === 'number') return Number.isFinite(value) ? String(Number(value.toPrecision(10))) : '';
  return quoted(/^[=+\-@\t]/.test(value) ? `'${value}` : value);
}

/** A text as a cell. */
export const quoted = (text: string): string => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

const written = (rows: readonly (readonly Field[])[]) =>
  [head, ...rows].map((row) => `${head.map((_, i) => field(row[i])).join(',')}\r\n`).join('');

const bounds = ({ mean, low, high }: Estimate): Field[] => [mean, low, high];

/** A report. */
export function reportCsv(report: FullReport): string {
  const { levels, skill, decided, choices, associations, effects } = report;
  const unit = byReturns(report) ? 'mean return' : 'came first';
  const top = levels.at(-1)!.agent;
  const rows: Field[][] = levels.flatMap((level) => {
    const { agent, games } = level;
    return [
      ...level.byOrder.flatMap(({ place, winShare, firstShare }, i): Field[][] => [
        [
          'turn order',
          agent,
          ordinal(place),
          'won',
          ...bounds(winShare),
          games,
          undefined,
          level.placeTests[i]?.corrected,
        ],
        ['turn order', agent, ordinal(place), 'came first', ...bounds(firstShare), games],
      ]),
      ...level.seats.map(({ seat, winShare }): Field[] => [
        'seat',
        agent,
        String(seat),
        'won',
        ...bounds(winShare),
        games,
      ]),
      ...level.ways.flatMap(({ ending, share, rounds }): Field[][] => [
        ['ending', agent, ending, 'share', ...bounds(share), games],
        ['ending', agent, ending, 'rounds', rounds],
      ]),
      ['length', agent, 'rounds', 'mean, 10 % and 90 %', level.rounds.mean, level.rounds.p10, level.rounds.p90, games],
      [
        'length',
        agent,
        'decisions',
        'mean, 10 % and 90 %',
        level.decisions.mean,
        level.decisions.p10,
        level.decisions.p90,
        games,
      ],
      ['length', agent, 'truncated', 'share', ...bounds(level.truncatedShare), games],
    ];
  });
  for (const { agent, against, games, result } of skill)
    rows.push(['skill', agent, `against ${against}`, unit, ...bounds(result), games]);
  for (const { round, games, favourite, winner, alike } of decided?.rounds ?? [])
    rows.push(
      ['decided', top, `round ${round}`, 'favourite wins', ...bounds(favourite), games],
      ['decided', top, `round ${round}`, 'chance of who wins', ...bounds(winner), games],
      ['decided', top, `round ${round}`, 'all playouts the same game', alike / games, '', '', games],
    );
  if (decided)
    rows.push(
      ['comeback', top, 'half-time', 'not the favourite', ...bounds(decided.turned), decided.games],
      ['comeback', top, 'half-time', 'who had the least chance', ...bounds(decided.fromLast), decided.games],
    );
  for (const { name, perGame, games, taken } of choices)
    rows.push(
      ['choice', top, name, 'a game', perGame],
      ['choice', top, name, 'in games', games],
      ...(taken === null ? [] : [['choice', top, name, 'taken where open', taken]]),
    );
  for (const { name, difference, p, corrected, share } of associations)
    rows.push(
      ['association', top, name, 'won with it minus without', ...bounds(difference), undefined, p, corrected],
      ['association', top, name, 'seats that had it', share],
    );
  for (const { choice, mode, difference, deals, p, corrected } of effects)
    rows.push(['effect', top, choice, mode, ...bounds(difference), deals, p, corrected]);
  return written(rows);
}

/** A comparison. */
export function comparisonCsv({ agent, measures, games }: OptionsComparison): string {
  return written(
    measures.flatMap(({ name, first, second, difference, p, corrected }): Field[][] => [
      ['comparison', agent, name, 'first', ...bounds(first), games],
      ['comparison', agent, name, 'second', ...bounds(second), games],
      ['comparison', agent, name, 'second minus first', ...bounds(difference), games, p, corrected],
    ]),
  );
}
