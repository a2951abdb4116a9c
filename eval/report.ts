/** Results as text for people: aligned tables. Pure functions; nothing is printed here. */
import { shareText } from '../agents/player-file/provenance.js';
import { joinVarieties, varietyText } from './different-games.js';
import type { EffortReport } from './effort.js';
import type { EvaluateResult } from './evaluate.js';
import type { PanelResult } from './panel.js';
import type { Estimate, Spread, Sprt } from './statistics.js';
import type { TemperaturesResult } from './temperatures.js';
import type { TournamentResult } from './tournament.js';

/** Rows with their columns lined up: those named in `left` to the left, numbers to the right. */
export function alignTable(rows: readonly (readonly string[])[], left: readonly number[] = [0]): string {
  const widths: number[] = [];
  for (const row of rows) for (const [i, cell] of row.entries()) widths[i] = Math.max(widths[i] ?? 0, cell.length);
  return rows
    .map((row) =>
      row
        .map((cell, i) => (left.includes(i) ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** `0.4567` -> `45.7 %`. */
export function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

/** `45.7 % [40.1, 51.2]`: a rate and its 95 % interval. */
export const rateText = (rate: Estimate): string => shareText(rate);

/** `0.456 [0.401, 0.512]`: a number and its 95 % interval. */
export function numberText({ mean, low, high }: Estimate, digits = 3): string {
  return `${mean.toFixed(digits)} [${low.toFixed(digits)}, ${high.toFixed(digits)}]`;
}

/** `12.3 (10 % below 9, 10 % above 15)`. */
export function spreadText({ mean, p10, p90 }: Spread): string {
  const short = (value: number) => (Number.isInteger(value) ? String(value) : value.toFixed(1));
  return `${mean.toFixed(1)} (10 % below ${short(p10)}, 10 % above ${short(p90)})`;
}

function endingsText(endings: Record<string, number>): string {
  const total = Object.values(endings).reduce((a, b) => a + b, 0);
  return Object.entries(endings)
    .map(([ending, games]) => `${ending || 'unnamed'} ${percent(games / total)}`)
    .join(', ');
}

/** `1 game`, `2 games`. */
export function plural(n: number, what: string): string {
  return `${n} ${what}${n === 1 ? '' : 's'}`;
}

/** `0.011`, `5.5`, `120`: milliseconds with as many digits as say something. */
export function millisecondsText(milliseconds: number): string {
  return milliseconds >= 100 ? milliseconds.toFixed(0) : String(Number(milliseconds.toPrecision(2)));
}

/** What each agent spends on a decision, a line each. */
export function effortText(effort: readonly EffortReport[]): string {
  const ms = millisecondsText;
  return alignTable(
    effort.map(({ agent, decisions, simulations, milliseconds: time }) => [
      `${agent}:`,
      decisions === 0
        ? 'not noted in these games'
        : [
            ...(simulations === null ? [] : [`${simulations.toFixed(simulations < 10 ? 1 : 0)} simulations`]),
            ...(time
              ? [`${ms(time.mean)} ms per decision (median ${ms(time.median)}, 90 % below ${ms(time.p90)})`]
              : []),
            plural(decisions, 'decision'),
          ].join(', '),
    ]),
    [0, 1],
  );
}

/** A sequential test in one line. */
export function sprtText({ llr, lower, upper, verdict, blocks }: Sprt): string {
  return `${verdict} after ${plural(blocks, 'block')} (log-likelihood ratio ${llr.toFixed(2)}, bounds ${lower.toFixed(2)} and ${upper.toFixed(2)})`;
}

/** One agent against others. */
export function evaluateText(result: EvaluateResult): string {
  const opponents = result.against.join(', ') || 'nobody';
  const facts: [string, string][] = [
    // Alone in a game of one seat nobody is there to be equal to.
    [
      'won',
      [
        rateText(result.winRate),
        ...(result.parity < 1 ? [`parity ${percent(result.parity)}`] : []),
        ...(result.truncatedShare.mean > 0 ? ['truncated games are won by nobody'] : []),
      ].join('  '),
    ],
    ['came first', `${rateText(result.firstRate)}  truncated games included`],
    ['truncated', rateText(result.truncatedShare)],
    ['mean return', numberText(result.meanReturn)],
    ['rounds', spreadText(result.rounds)],
    ['decisions', spreadText(result.decisions)],
    ['endings', endingsText(result.endings)],
  ];
  if (result.sprt) facts.push(['stronger?', sprtText(result.sprt)]);
  const seats = [
    ['seat', 'games', 'won', 'came first', 'mean return'],
    ...result.bySeat.map((seat) => [
      String(seat.seat),
      String(seat.games),
      rateText(seat.winRate),
      rateText(seat.firstRate),
      seat.meanReturn.toFixed(3),
    ]),
  ];
  return [
    `${result.agent} against ${opponents}: ${result.game} ${result.version}, ${plural(result.players, 'player')}`,
    `${plural(result.games, 'game')} in ${plural(result.blocks, 'block')}, 95 % intervals (${result.interval})`,
    ...varietyText(result, result.games),
    '',
    alignTable(facts, [0, 1]),
    '',
    alignTable(seats),
    '',
    effortText(result.effort),
  ].join('\n');
}

/** Time and simulations a decision of one agent, as two cells; empty where they were not noted. */
function effortCells(effort: EffortReport | undefined): [string, string] {
  const { milliseconds, simulations = null } = effort ?? { milliseconds: null };
  return [
    milliseconds ? millisecondsText(milliseconds.mean) : '',
    simulations === null ? '' : simulations.toFixed(simulations < 10 ? 1 : 0),
  ];
}

/** One agent against each opponent of a panel. */
export function panelText(result: PanelResult): string {
  const row = (name: string, won: Estimate) => [name, rateText(won)];
  const rows = [
    ['against', 'won', 'games', 'truncated', 'ms', 'simulations', 'their ms', 'simulations', ''],
    ...result.rows.map(({ opponent, winRate, games, truncatedShare, effort, inside }) => [
      ...row(opponent, winRate),
      String(games),
      percent(truncatedShare.mean),
      ...effortCells(effort[0]),
      ...effortCells(effort.find(({ agent }) => agent === opponent)),
      inside === null ? '' : `inside (${inside}): flatters`,
    ]),
    [...row('mean of the panel', result.mean), String(result.games)],
    ...(result.outside && result.rows.some(({ inside }) => inside !== null)
      ? [row('mean of those not inside', result.outside)]
      : []),
    row(`worst: ${result.worst.opponent}`, result.worst.winRate),
  ];
  return [
    `${result.agent} against the panel of ${result.game} ${result.version}, ${plural(result.players, 'player')}` +
      (result.parity < 1 ? `, parity ${percent(result.parity)}` : ''),
    `${plural(result.blocks, 'deal')} for each, 95 % intervals over deals; ms and simulations a decision`,
    ...varietyText(result, result.games),
    '',
    alignTable(rows, [0, 8]),
    '',
    ...result.rows.filter(({ about }) => about !== '').map(({ opponent, about }) => `${opponent}: ${about}`),
  ].join('\n');
}

/** A scripted player by temperature. */
export function temperaturesText(result: TemperaturesResult): string {
  const { agent, against, games, blocks, players, parity } = result;
  const temperatures = result.temperatures.map((one) => ({ ...one, games }));
  const same = against.length === 1 && against[0] === agent;
  const rows = [
    ['temperature', 'won', 'entropy', 'differs'],
    ...result.temperatures.map(({ temperature, winRate, entropy, differs }) => [
      String(temperature),
      rateText(winRate),
      entropy.toFixed(3),
      percent(differs),
    ]),
  ];
  return [
    `${agent} by temperature, against ${same ? 'itself' : against.join(', ') || 'nobody'}: ` +
      `${result.game} ${result.version}, ${plural(players, 'player')}`,
    `${plural(games, 'game')} in ${plural(blocks, 'block')} each, 95 % intervals (${result.interval})` +
      (parity < 1 ? `, parity ${percent(parity)}` : ''),
    ...varietyText(joinVarieties(temperatures), games * temperatures.length),
    '',
    alignTable(rows, []),
    '',
    'entropy in nats a decision among several actions; differs: from the choice of the player itself',
  ].join('\n');
}

/** Of ratings in a game of rewards. */
export const NOT_HOW_MUCH =
  'Ratings count who earned more in each game, not how much more: what an agent earns is its mean return.';

/** Ratings, what each agent did, and who beats whom. */
export function tournamentText(result: TournamentResult): string {
  const order = result.ratings.map(({ agent }) => result.agents.indexOf(agent));
  const { byRewards } = result;
  const ratings = [
    ['', 'agent', 'rating', '95 % interval', 'won', 'came first', byRewards ? 'mean return' : 'mean place', 'games'],
    ...result.ratings.map((rating, i) => {
      const standing = result.standings[order[i]!]!;
      const anchored = rating.agent === result.anchor;
      return [
        String(i + 1),
        rating.agent,
        rating.mean.toFixed(0),
        anchored ? 'anchor' : `${rating.low.toFixed(0)} to ${rating.high.toFixed(0)}`,
        rateText(standing.winRate),
        rateText(standing.firstRate),
        byRewards ? standing.meanReturn.toFixed(3) : standing.meanPlace.toFixed(2),
        String(standing.games),
      ];
    }),
  ];
  const payoff = [
    ['', '', ...order.map((_, i) => String(i + 1))],
    ...order.map((row, i) => [
      String(i + 1),
      result.agents[row]!,
      ...order.map((column) => {
        const cell = result.payoff[row]![column];
        if (!cell) return '-';
        const [mean, low, high] = [cell.mean, cell.low, cell.high].map((share) => (100 * share).toFixed(0));
        return `${mean} [${low}, ${high}]`;
      }),
    ]),
  ];
  const notes: string[] = [];
  if (byRewards) notes.push(NOT_HOW_MUCH);
  if (!result.bounded)
    notes.push(
      'Some agents never lost to some others: the games alone do not bound their distance, and the ratings depend on the prior.',
    );
  for (const [a, b, c] of result.cycles) notes.push(`Cycle: ${a} beats ${b}, which beats ${c}, which beats ${a}.`);
  return [
    `Tournament: ${result.game} ${result.version}, ${plural(result.players, 'player')}, ${plural(result.games, 'game')} in ${plural(result.blocks, 'block')}`,
    ...varietyText(result, result.games),
    '',
    alignTable(ratings, [0, 1]),
    '',
    'How often the row was placed before the column, in %, with the 95 % interval:',
    alignTable(payoff, [0, 1]),
    '',
    ...notes,
    alignTable(
      [
        ['truncated', rateText(result.truncatedShare)],
        ['rounds', spreadText(result.rounds)],
        ['decisions', spreadText(result.decisions)],
        ['endings', endingsText(result.endings)],
      ],
      [0, 1],
    ),
    '',
    effortText(result.effort),
  ].join('\n');
}
