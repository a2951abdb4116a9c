/** The page and the plots of `algorithms.ts`. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { writeAtomic } from '../../checkpoints/atomic.js';
import { strengthOverTime } from './page.js';
import { strengthPlot } from './plot.js';
import { resultSchema } from './result.js';
import { networks } from './training.js';

const comparedSchema = z.strictObject({
  ...resultSchema.pick({ command: true, game: true, title: true, minutes: true, points: true, blocks: true }).shape,
  ...resultSchema.pick({ players: true, against: true, machine: true, versions: true, load: true, curves: true }).shape,
});
/** The result of a game. */
export type Compared = z.output<typeof comparedSchema>;

/** What is compared: a page each, and the beginning of its files' names. */
const pages = {
  algorithms: [
    '# Algorithms beside each other, from the rules alone',
    'Strength after so many minutes of one core, from nothing: no bot, no shaping, no imitation. Each algorithm has the',
    'settings of its preset; MaskablePPO, which has no self-play, learns against random play.',
  ],
  networks: [
    '# Networks beside each other, from the rules alone',
    'Strength after so many minutes of one core, from nothing: no bot, no shaping, no imitation. Each algorithm has the',
    'settings of its preset, with dense layers alone, with `network.planes=all`, `network.entities=all` or',
    '`network.memory=all`.',
  ],
} as const;
export type PageName = keyof typeof pages;

/** Which page results belong to. */
export const pageOf = ({ curves }: Pick<Compared, 'curves'>): PageName =>
  curves.some(({ side }) => networks.some((one) => one === side)) ? 'networks' : 'algorithms';

/** Pages and plots of all results in a folder, `<page>-<game>.json`. */
export function writeAll(folder: string): void {
  for (const name of Object.keys(pages)) {
    const files = readdirSync(folder).filter((file) => file.startsWith(`${name}-`) && file.endsWith('.json'));
    const all = files.sort().map((file) => readFileSync(path.join(folder, file), 'utf8'));
    const results = all.map((text) => comparedSchema.parse(JSON.parse(text)));
    if (results.length > 0) write(folder, results);
  }
}

const picture = (one: Compared) => `${pageOf(one)}-${one.game}.svg`;

/** Page and plots of these results, which belong to one page. */
export function write(folder: string, all: readonly Compared[]): void {
  writeAtomic(path.join(folder, `${pageOf(all[0]!)}.md`), page(all));
  for (const one of all) writeAtomic(path.join(folder, picture(one)), strengthPlot(one));
}

/** The page. */
export function page(all: readonly Compared[]): string {
  const [title, ...about] = pages[pageOf(all[0]!)];
  const parts = [
    title,
    about.join('\n'),
    ...all.flatMap((one) => [
      `## ${one.title}`,
      `Command: \`${one.command}\``,
      `Each policy plays ${one.blocks * one.players} games against each kind of opponents, the same deals for all. ` +
        `${one.machine.cpu}, ${one.machine.cores} ${one.machine.cores === 1 ? 'core' : 'cores'}, ${one.machine.memoryGiB} GiB, load before a training at most ` +
        `${one.load.toFixed(2)}. ${Object.entries(one.versions)
          .map(([name, number]) => `${name} ${number}`)
          .join(', ')}.`,
      ...strengthOverTime(one, picture(one)),
    ]),
  ];
  return `${parts.join('\n\n')}\n`;
}
