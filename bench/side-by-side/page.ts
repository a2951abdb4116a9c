/** Comparisons as Markdown. */
import { FEW, middle, type Reached, reached, strengthOf } from './curves.js';
import type { Result } from './result.js';

/** Shares of games won whose time is told. */
export const levels = [0.25, 0.5, 0.75, 0.95];

const percent = (share: number) => (100 * share).toFixed(1);
const count = (n: number) => Math.round(n).toLocaleString('en-US');

/** The page. @param picture name of the file with the plot of a game */
export function page(results: readonly Result[], picture: (game: string) => string): string {
  const parts = [
    '# Our PPO beside MaskablePPO',
    [
      'Strength against minutes, from nothing: same games, rewards, opponents, hidden layers and cores, no imitation, no',
      'self-play. What is the same and what cannot be: [bench/side-by-side](../side-by-side/README.md#what-is-the-same-and-what-is-not).',
    ].join('\n'),
    ...results.flatMap((result) => [`## ${result.title}`, ...section(result, picture(result.game))]),
  ];
  return `${parts.join('\n\n')}\n`;
}

function section(result: Result, picture: string): string[] {
  const { command, version, players, rivals, network, games, rows, machine, versions, load, minutes, blocks } = result;
  const cores = `${result.cores} of ${machine.cores} cores each${result.together ? ', both sides of a seed at the same time' : ''}`;
  const many = players > 2 ? `${players - 1} of ` : '';
  const against = rivals.map(({ agent, share }) => `${many}\`${agent}\` in ${percent(share)} % of the games`);
  const seeds = Math.max(...result.curves.map((curve) => curve.seeds.length));
  const software = Object.entries(versions).map(([name, number]) => `${name} ${number}`);
  return [
    `Command: \`${command}\``,
    [
      `\`${result.game}\` ${version}; ${seeds} ${seeds === 1 ? 'seed' : 'seeds'}, ${minutes} minutes each; ${network}; ${games} games side by side, ${rows} rows an update;`,
      `trained against ${against.join(', ')}. Each policy plays ${blocks * players} games against each kind of`,
      `opponents, the same deals for all, actions drawn. ${machine.cpu}, ${cores}, ${machine.memoryGiB} GiB, load before a training at most ${load.toFixed(2)}.`,
      `${software.join(', ')}.`,
    ].join('\n'),
    ...strengthOverTime(result, picture),
  ];
}

/** Picture and tables of how strong the policies were at which moments. @param picture name of its file */
export function strengthOverTime(result: Pick<Result, 'curves' | 'against'>, picture: string): string[] {
  const { picture: shown, table: explained } = captions[strengthOf(result.curves)];
  const tables = (part: Pick<Result, 'curves'>, heading: Heading) => [
    explained,
    table(strength(part, heading)),
    ...times(part, heading),
  ];
  const sides = new Set(result.curves.map(({ side }) => side)).size;
  const apart = result.against.flatMap((agent) => [
    `**Against \`${agent}\`**`,
    ...tables({ curves: result.curves.filter(({ against }) => against === agent) }, ({ side }) => side),
  ]);
  return [
    `![${shown}](${picture})`,
    // Columns for every pair of a side and its opponents would be too many.
    ...(sides > 2 ? apart : tables(result, ({ side, against }) => `${side} against \`${against}\``)),
    'Each training at its end, with the 95 % interval over its games; in brackets the mean return, by places from -1 to 1.',
    table(ends(result)),
  ];
}

/** What is said above the column of a curve. */
type Heading = (curve: Result['curves'][number]) => string;

const captions = {
  won: {
    picture: 'Share of games won against minutes of training',
    table: 'Games won, in per cent: the middle seed, and the lowest and highest.',
  },
  returns: {
    picture: 'Mean return against minutes of training',
    table: `Nobody won ${100 * FEW} % of the games at any moment. Mean return, by places from -1 to 1 (0: as good as the others; half of it where a game was cut at a cap): the middle seed, and the lowest and highest.`,
  },
} as const;

function strength({ curves }: Pick<Result, 'curves'>, heading: Heading): string[][] {
  const shown = strengthOf(curves);
  const number = (x: number) => (shown === 'won' ? percent(x) : x.toFixed(2));
  const minutes = [...new Set(curves.flatMap(({ moments }) => moments.map((one) => one.minutes)))].sort(
    (a, b) => a - b,
  );
  const cell = (moment: Result['curves'][number]['moments'][number] | undefined) =>
    moment ? `${number(moment[shown].median)} [${number(moment[shown].lowest)}, ${number(moment[shown].highest)}]` : '';
  return [
    ['minutes', ...curves.map(heading)],
    ...minutes.map((minute) => [
      String(Number(minute.toFixed(2))),
      ...curves.map(({ moments }) => cell(moments.find((one) => one.minutes === minute))),
    ]),
  ];
}

function times({ curves }: Pick<Result, 'curves'>, heading: Heading): string[] {
  const cell = ({ minutes, seeds, of }: Reached) =>
    minutes === null
      ? `not reached${seeds > 0 ? ` (${seeds} of ${of} seeds did)` : ''}`
      : `${minutes.toFixed(1)}${seeds < of ? ` (${seeds} of ${of} seeds)` : ''}`;
  const rows = levels
    .map((level) => curves.map((curve) => reached(curve, level)))
    .filter((row) => row.some(({ seeds }) => seeds > 0));
  const wanted = levels.map((level) => `${100 * level} %`).join(', ');
  if (rows.length === 0) return [`No seed of either side won so much as the least of ${wanted} of the games.`];
  return [
    `Minutes until so many of the games were won, of the middle seed; of ${wanted} those that anybody reached.`,
    table([['won', ...curves.map(heading)], ...rows.map((row) => [`${100 * row[0]!.level} %`, ...row.map(cell)])]),
  ];
}

function ends({ curves, against }: Pick<Result, 'curves' | 'against'>): string[][] {
  const trainings = new Map<string, string[]>();
  const speeds = new Map<string, number[]>();
  for (const { side, seeds } of curves)
    for (const { seed, points } of seeds) {
      const end = points.at(-1);
      if (!end) continue;
      const perSecond = end.decisions / (60 * end.minutes);
      const key = `${side} ${seed}`;
      if (!trainings.has(key)) {
        trainings.set(key, [side, `${seed}`, (end.decisions / 1e6).toFixed(2), count(perSecond)]);
        speeds.set(side, [...(speeds.get(side) ?? []), perSecond]);
      }
      const won = `${percent(end.mean)} % [${percent(end.low)}, ${percent(end.high)}]`;
      trainings.get(key)!.push(`${won} (${end.meanReturn.toFixed(2)})`);
    }
  const middles = [...speeds].map(([side, all]) => [side, 'middle', '', count(middle(all)), ...against.map(() => '')]);
  return [
    ['', 'seed', 'million decisions', 'decisions/s', ...against.map((agent) => `won against \`${agent}\``)],
    ...trainings.values(),
    ...middles,
  ];
}

function table([head, ...rows]: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  return [line(head!), line(head!.map((_, i) => (i === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n');
}
