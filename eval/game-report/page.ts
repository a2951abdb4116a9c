/** A report as a page: what to look at first, then question by question, each with its chart and its numbers. */
import { barChart, lineChart, rowChart } from '../charts/chart.js';
import { type Markup, type MarkupContent, markup } from '../charts/markup.js';
import { type Cell, firstBox, grid, page, table } from '../charts/page.js';
import { numberText, percent, plural, rateText } from '../report.js';
import type { Estimate } from '../statistics.js';
import { enoughSeats } from './associations.js';
import type { OptionsComparison } from './compare.js';
import { sureBelow } from './first-looks.js';
import { type HeatMap, type HeatMeasure, heatMeasures } from './heat.js';
import { heatBoard } from './heat-board.js';
import { type Measure, ordinal } from './measures.js';
import type { Choice, FullReport, Level } from './result.js';
import { byReturns } from './skill.js';

/** Rows of a chart; the table below it has all. */
const mostRows = 14;
/** Rows of a table before the rest is folded away. */
const firstRows = 20;

/** A p-value. */
export const pText = (p: number): string => (p < 0.0001 ? '< 0.0001' : p.toFixed(4));
const sure = (corrected: number) => (corrected < sureBelow ? 'yes' : 'no');
const more = (estimate: Estimate) =>
  `${signed(estimate.mean)} [${(100 * estimate.low).toFixed(1)}, ${(100 * estimate.high).toFixed(1)}]`;
const signed = (share: number) => `${share > 0 ? '+' : ''}${(100 * share).toFixed(1)} %`;

/** A table whose later rows are folded away. */
function long(head: readonly string[], rows: readonly (readonly Cell[])[], numbers: readonly number[]): MarkupContent {
  if (rows.length <= firstRows + 5) return table(head, rows, numbers);
  return [
    table(head, rows.slice(0, firstRows), numbers),
    markup`<details><summary>${String(rows.length - firstRows)} more</summary>${table(head, rows.slice(firstRows), numbers)}</details>`,
  ];
}

/** The report as HTML in one file. @param command makes it again @param above a line below the heading, such as links */
export function reportPage(report: FullReport, command: string, above: Markup | null = null): string {
  const { levels, players, games, options, title, version } = report;
  const top = levels.at(-1)!;
  const said = Object.keys(options).length > 0 ? `options ${JSON.stringify(options)}` : "the game's own options";
  return page(
    `Report on ${title}`,
    markup`${above}<p>${report.game} ${version}, ${plural(players, 'player')}, ${said}. ${String(games)} games of each level of play, one agent in every seat: ${levels.map(({ agent }) => agent).join(', ')}. Seed ${report.seed}. Each game has a deal of its own; intervals are at 95 %, over deals.</p>
${firstBox(report.first)}
${players > 1 ? seatSection(levels, report.parity) : soloSection(levels)}
${skillSection(report)}
${lengthSection(levels)}
${report.decided ? decidedSection(report) : null}
${choiceSection(report.choices, top.agent)}
${report.heat ? heatSection(report.heat, top.agent) : null}
${associationSection(report)}
${effectSection(report)}
<h2>The same again</h2>
<pre tabindex="0">${command}</pre>`,
  );
}

function seatSection(levels: readonly Level[], parity: number): Markup {
  const reference = { y: parity, label: `equal: ${percent(parity)}` };
  const bars = (of: (level: Level) => { label: string; won: Estimate }[]) =>
    levels.map((level) => ({
      label: level.agent,
      bars: of(level).map(({ label, won: { mean: y, low, high } }) => ({ label, y, low, high })),
    }));
  const byOrder = (level: Level) =>
    level.byOrder.map(({ place, winShare }) => ({ label: ordinal(place), won: winShare }));
  const bySeat = (level: Level) => level.seats.map(({ seat, winShare }) => ({ label: String(seat), won: winShare }));
  return markup`<h2>Who wins</h2>
<p><small>Games won at the rules' own end. The turn order is the order of first turns.</small></p>
${grid([
  barChart(bars(byOrder), {
    title: 'Won, by place in the turn order',
    xLabel: 'in turn order',
    shares: true,
    reference,
  }),
  barChart(bars(bySeat), { title: 'Won, by seat', xLabel: 'seat', shares: true, reference }),
])}
${table(
  ['Players', 'Place in turn order', 'Won', 'Came first', 'Significant'],
  levels.flatMap((level) =>
    level.byOrder.map(({ place, winShare, firstShare }, i) => [
      level.agent,
      ordinal(place),
      rateText(winShare),
      rateText(firstShare),
      sure(level.placeTests[i]!.corrected),
    ]),
  ),
)}
<p><small>Came first: including games truncated by the cap. Significant: below 5 % after Holm's correction for the places of a level.</small></p>`;
}

function soloSection(levels: readonly Level[]): Markup {
  return markup`<h2>Who wins</h2>
${table(
  ['Player', 'Won', 'Mean return'],
  levels.map(({ agent, seats: [seat] }) => [agent, rateText(seat!.winShare), seat!.meanReturn.mean.toFixed(3)]),
)}`;
}

function skillSection(report: FullReport): Markup | null {
  const { skill, players } = report;
  if (skill.length === 0) return null;
  const { agent, equal } = skill[0]!;
  const returns = byReturns(report);
  const how =
    players > 1
      ? `${agent} in one seat, each seat in turn, among players of another level. ${returns ? 'Mean returns, since the game is scored by rewards; equal is the mean return of the other level among themselves.' : 'First places, truncated games included.'}`
      : `${agent} on the same deals as another level: how often its score was higher.`;
  return markup`<h2>Does skill matter</h2>
<p><small>${how}</small></p>
${
  returns
    ? null
    : grid([
        rowChart(
          skill.map((one) => ({
            label: `against ${one.against}`,
            ...one.result,
            sure: one.result.low > one.equal || one.result.high < one.equal,
          })),
          {
            title: `First places of ${agent}`,
            xLabel: 'share of first places',
            shares: true,
            reference: { y: equal, label: `equal: ${percent(equal)}` },
          },
        ),
      ])
}
${table(
  ['Against', 'Games', returns ? 'Mean return' : 'Came first', 'Equal'],
  skill.map((one) => [
    one.against,
    String(one.games),
    returns ? numberText(one.result) : rateText(one.result),
    returns ? one.equal.toFixed(3) : percent(one.equal),
  ]),
  [1],
)}`;
}

/** Share of the games that are over by a round. */
function overBy({ lengths, games }: Level): { x: number; y: number }[] {
  let over = 0;
  const points = lengths.map(({ to, games: here }) => {
    over += here;
    return { x: to, y: over / games };
  });
  return lengths.length > 0 ? [{ x: lengths[0]!.from - 1, y: 0 }, ...points] : [];
}

function lengthSection(levels: readonly Level[]): Markup {
  const curves = levels.map((level) => ({ label: level.agent, points: overBy(level) }));
  const endings = [...new Set(levels.flatMap(({ ways }) => ways.map(({ ending }) => ending)))];
  return markup`<h2>How long games take, and how they end</h2>
${grid([lineChart(curves, { title: 'Games that are over by a round', xLabel: 'rounds', shares: true })])}
${table(
  ['Players', 'Rounds', '10 % below', '10 % above', 'Decisions', 'Legal actions a decision', 'Truncated'],
  levels.map(({ agent, rounds, decisions, options, truncatedShare }) => [
    agent,
    rounds.mean.toFixed(1),
    String(Math.round(rounds.p10)),
    String(Math.round(rounds.p90)),
    decisions.mean.toFixed(0),
    options.toFixed(1),
    rateText(truncatedShare),
  ]),
  [1, 2, 3, 4, 5],
)}
${table(
  ['Ending', ...levels.map(({ agent }) => agent)],
  endings.map((ending) => [
    ending || 'no name',
    ...levels.map(({ ways }) => {
      const way = ways.find((one) => one.ending === ending);
      return way ? `${rateText(way.share)}, ${way.rounds.toFixed(1)} rounds` : 'never';
    }),
  ]),
)}`;
}

function decidedSection({ decided, levels, parity, players }: FullReport): Markup {
  const { rounds, games, playouts, from, turned, fromLast } = decided!;
  const agent = levels.at(-1)!.agent;
  const points = (of: 'favourite' | 'winner') =>
    rounds.map(({ round: x, [of]: { mean: y, low, high } }) => ({ x, y, low, high }));
  const when = from.map(
    ({ share, round }) => `${percent(share)}: ${round === null ? 'at no round looked at' : `from round ${round} on`}`,
  );
  return markup`<h2>When games are decided</h2>
<p><small>${String(games)} games of ${agent} were stopped at the beginning of some rounds. From there the same agents played ${String(playouts)} playouts with other random outcomes. The favourite is the seat that wins most of these playouts; the line shows how often it won the real game, which is none of them. No model is fitted. What no seat knows, such as the order of a deck, is drawn again in each; what seats hold stays. Where all playouts of a position are the same game, they say nothing of chances.</small></p>
${grid([
  lineChart(
    [
      { label: 'the favourite wins', points: points('favourite') },
      { label: 'chance of who wins', points: points('winner') },
    ],
    {
      title: 'Chances by round, of unfinished games',
      xLabel: 'round',
      shares: true,
      reference: players > 1 ? { y: parity, label: `equal: ${percent(parity)}` } : null,
    },
  ),
])}
<p>The favourite wins at least ${when.join('; ')}.</p>
<p>Comebacks: at the round nearest to the middle of its length, ${rateText(turned)} of the games are won by another seat than the favourite, and ${rateText(fromLast)} by the seat with the least chance.</p>
${table(
  ['Round', 'Unfinished games', 'The favourite wins', 'Chance of who wins', 'All playouts the same game'],
  rounds.map(({ round, games: there, favourite, winner, alike }) => [
    String(round),
    String(there),
    rateText(favourite),
    rateText(winner),
    `${alike} of ${there}`,
  ]),
  [0, 1],
)}`;
}

function choiceSection(choices: readonly Choice[], agent: string): Markup {
  return markup`<h2>What is chosen</h2>
<p><small>By ${agent}, all seats together. Prices are left out. Squares and numbers that would make many choices of one are written as …; a single card or square that at least ${String(enoughSeats)} seats chose also has a row of its own. Taken: how often it was chosen when available, in the first games of the report; several available choices of one name count as one.</small></p>
${long(
  ['Choice', 'A game', 'In games', 'Taken'],
  choices.map(({ name, perGame, games, taken }) => [
    name,
    perGame.toFixed(2),
    percent(games),
    taken === null ? 'not seen' : percent(taken),
  ]),
  [1, 2, 3],
)}`;
}

function heatSection(map: HeatMap, agent: string): Markup {
  const measures = Object.keys(heatMeasures) as HeatMeasure[];
  return markup`<h2>Where it happens</h2>
<p><small>${map.board.title}, with ${agent} in every seat: the first ${plural(map.games, 'game')} of the report. The darkest place of each map has its largest number.</small></p>
${grid(measures.map((measure) => heatBoard(map, measure)))}`;
}

function associationSection({ associations, until, levels, game }: FullReport): Markup {
  const agent = levels.at(-1)!.agent;
  const head = markup`<h2>What goes along with winning</h2>
<p><small><b>Associations, not effects</b>: a leading seat can afford more. <i>Landmarks</i> are recorded by the rules (cards, buildings, fights); <i>n+</i> is n times or more. Difference: how much more often seats that had something by the end of round ${String(until)} (the middle of the median game) won than seats without it, among ${agent}, after removing the effect of the turn order. Standard errors are over games. Full colour: below 5 % after Benjamini and Hochberg's correction for ${String(associations.length)} comparisons (a false discovery rate of 5 %).</small></p>`;
  if (associations.length === 0)
    return markup`${head}<p>Nothing in ${game} occurred in enough seats, and was absent in enough others, to compare them.</p>`;
  const shown = associations.slice(0, mostRows);
  return markup`${head}
${grid([
  rowChart(
    shown.map(({ name, difference, corrected }) => ({ label: name, ...difference, sure: corrected < sureBelow })),
    {
      title: 'Won with it, minus won without it',
      xLabel: 'difference of the share won',
      shares: true,
      reference: { y: 0, label: 'no association' },
    },
  ),
])}
${long(
  ['Thing', 'Kind', 'Seats that had it', 'Won with it', 'Without', 'Difference', 'p', 'corrected'],
  associations.map(({ name, kind, share, withIt, withoutIt, difference, p, corrected }) => [
    name,
    kind,
    percent(share),
    percent(withIt),
    percent(withoutIt),
    more(difference),
    pText(p),
    pText(corrected),
  ]),
  [2, 3, 4, 5, 6, 7],
)}`;
}

function effectSection({ effects, levels }: FullReport): Markup {
  const agent = levels.at(-1)!.agent;
  const head = markup`<h2>What choices do</h2>
<p><small><b>Effects</b>, for ${agent}: the same deals again, from every seat, in which one seat never makes the choice while it has another, or always makes it when it can. All other seats play as before. Full colour: below 5 % after Holm's correction for ${String(effects.length)} comparisons. To take a card or a building out of the game, compare with other component tables (<code>--compare</code>).</small></p>`;
  if (effects.length === 0) return markup`${head}<p>None were measured (<code>--effects</code>).</p>`;
  const name = ({ choice, mode }: (typeof effects)[number]) => `${mode}: ${choice}`;
  return markup`${head}
${grid([
  rowChart(
    effects.map((effect) => ({ label: name(effect), ...effect.difference, sure: effect.corrected < sureBelow })),
    {
      title: 'First places won or lost by it',
      xLabel: 'difference of first places',
      shares: true,
      reference: { y: 0, label: 'no effect' },
    },
  ),
])}
${table(
  ['Choice', 'Constraint', 'Deals', 'First places', 'p', 'corrected'],
  effects.map(({ choice, mode, deals, difference, p, corrected }) => [
    choice,
    mode === 'never' ? 'never make it' : 'always make it',
    String(deals),
    more(difference),
    pText(p),
    pText(corrected),
  ]),
  [2, 3, 4, 5],
)}`;
}

/** A comparison as HTML in one file. @param command makes it again */
export function comparisonPage(comparison: OptionsComparison, command: string): string {
  const { title, version, players, agent, games, measures, first, second, parity, seed, otherSeed } = comparison;
  const reference = { y: parity, label: `equal: ${percent(parity)}` };
  const name = (options: Record<string, unknown>) =>
    Object.keys(options).length > 0 ? JSON.stringify(options) : "the game's own options";
  const luck =
    seed === otherSeed ? `on the same ${games} deals (seed ${seed})` : `on deals of seeds ${seed} and ${otherSeed}`;
  const levels = [
    { label: 'first', level: first },
    { label: 'second', level: second },
  ];
  const over = levels.map(({ label, level }) => ({ label, points: overBy(level) }));
  const text = ({ share }: Measure, { mean, low, high }: Estimate) =>
    share ? rateText({ mean, low, high }) : `${mean.toFixed(2)} [${low.toFixed(2)}, ${high.toFixed(2)}]`;
  const difference = ({ share, difference: { mean, low, high } }: Measure) =>
    share
      ? more({ mean, low, high })
      : `${mean > 0 ? '+' : ''}${mean.toFixed(2)} [${low.toFixed(2)}, ${high.toFixed(2)}]`;
  const shares = measures.filter(({ share }) => share);
  return page(
    `${title}: two sets of options`,
    markup`<p>${comparison.game} ${version}, ${plural(players, 'player')}, ${agent} in every seat, ${luck}.</p>
<dl><dt>First</dt><dd><code>${name(comparison.options)}</code></dd><dt>Second</dt><dd>the same and <code>${name(comparison.others)}</code></dd></dl>
${firstBox(comparison.findings)}
<h2>Side by side</h2>
${grid([
  ...(players > 1
    ? [
        barChart(
          levels.map(({ label, level }) => ({
            label,
            bars: level.byOrder.map(({ place, winShare: { mean: y, low, high } }) => ({
              label: ordinal(place),
              y,
              low,
              high,
            })),
          })),
          { title: 'Won, by place in the turn order', xLabel: 'in turn order', shares: true, reference },
        ),
      ]
    : []),
  lineChart(over, { title: 'Games that are over by a round', xLabel: 'rounds', shares: true }),
])}
<h2>Measure by measure</h2>
<p><small>Differences are deal by deal (Student's paired test), second minus first. Corrected: after Holm for ${String(measures.length)} measures; below 5 % is called sure. If nothing were different, one comparison in twenty would call anything sure.</small></p>
${grid([
  rowChart(
    shares.map((measure) => ({ label: measure.name, ...measure.difference, sure: measure.corrected < sureBelow })),
    {
      title: 'Second minus first',
      xLabel: 'difference of the share',
      shares: true,
      reference: { y: 0, label: 'no difference' },
    },
  ),
])}
${table(
  ['Measure', 'First', 'Second', 'Difference', 'p', 'corrected', 'sure'],
  measures.map((measure) => [
    measure.name,
    text(measure, measure.first),
    text(measure, measure.second),
    difference(measure),
    pText(measure.p),
    pText(measure.corrected),
    sure(measure.corrected),
  ]),
  [1, 2, 3, 4, 5],
)}
<h2>The same again</h2>
<pre tabindex="0">${command}</pre>`,
  );
}
