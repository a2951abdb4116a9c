/** The page and the plots of `algorithms.ts`. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { writeAtomic } from '../../checkpoints/atomic.js';
import { strengthOverTime } from './page.js';
import { strengthPlot } from './plot.js';
import { resultSchema } from './result.js';

const comparedSchema = z.strictObject({
  ...resultSchema.pick({ command: true, game: true, title: true, minutes: true, points: true, blocks: true }).shape,
  ...resultSchema.pick({ players: true, against: true, machine: true, versions: true, load: true, curves: true }).shape,
});
/** The result of a game. */
export type Compared = z.output<typeof comparedSchema>;

/** Page and plots of all results in a folder, `algorithms-<game>.json`. */
export function writeAll(folder: string): void {
  const files = readdirSync(folder).filter((file) => /^algorithms-.*\.json$/.test(file));
  const all = files.sort().map((file) => readFileSync(path.join(folder, file), 'utf8'));
  write(
    folder,
    all.map((text) => comparedSchema.parse(JSON.parse(text))),
  );
}

const picture = (game: string) => `algorithms-${game}.svg`;

/** Page and plots of these results. */
export function write(folder: string, all: readonly Compared[]): void {
  writeAtomic(path.join(folder, 'algorithms.md'), page(all));
  for (const one of all) writeAtomic(path.join(folder, picture(one.game)), strengthPlot(one));
}

/** The page. */
export function page(all: readonly Compared[]): string {
  const parts = [
    '# Algorithms beside each other, from the rules alone',
    [
      'Strength after so many minutes of one core, from nothing: no bot, no shaping, no imitation. Each algorithm has the',
      'settings of its preset; MaskablePPO, which has no self-play, learns against random play.',
    ].join('\n'),
    ...all.flatMap((one) => [
      `## ${one.title}`,
      `Command: \`${one.command}\``,
      `Each policy plays ${one.blocks * one.players} games against each kind of opponents, the same deals for all. ` +
        `${one.machine.cpu}, ${one.machine.cores} ${one.machine.cores === 1 ? 'core' : 'cores'}, ${one.machine.memoryGiB} GiB, load before a training at most ` +
        `${one.load.toFixed(2)}. ${Object.entries(one.versions)
          .map(([name, number]) => `${name} ${number}`)
          .join(', ')}.`,
      ...strengthOverTime(one, picture(one.game)),
    ]),
  ];
  return `${parts.join('\n\n')}\n`;
}
