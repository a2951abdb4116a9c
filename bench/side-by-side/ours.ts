/**
 * Our side: one training, by the `train` that `tabletop train` calls, from what is built. Keeps the checkpoint at each
 * moment, and writes a line of progress for each update. `training.ts` starts it.
 *
 *   npx tsx bench/side-by-side/ours.ts <order.json>
 */
import { appendFileSync, copyFileSync, readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { z } from 'zod';
import { UserError } from '../../env/user-error.js';
import { commandLine } from '../command-line.js';
import { pointAt } from './points.js';

/** What it is told. */
export const ourOrderSchema = z.strictObject({
  config: z.record(z.string(), z.unknown()),
  points: z.int().min(1),
  pinned: z.array(z.int()).optional(),
});

const [file] = commandLine(import.meta.url, {}, 1).positionals;
if (file === undefined) throw new UserError('which order? npx tsx bench/side-by-side/ours.ts <order.json>');
const folder = path.dirname(file);
const order = ourOrderSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
// As users run it. From the sources, tsx writes a name to every closure each time one is made, which costs training a
// tenth of its speed.
const training: typeof import('../../training/public.js') = await import(
  new URL('../../dist/training/public.js', import.meta.url).href
);
const config = training.parseConfig(order.config, file);
let kept = 0;
await training.train(config, {
  runDir: path.join(folder, 'run'),
  callbacks: {
    onUpdate: ({ decisions, metrics }) =>
      process.stdout.write(`${JSON.stringify({ seconds: metrics.seconds, decisions })}\n`),
    onCheckpoint: ({ file: checkpoint, decisions, metrics }) => {
      const { seconds } = metrics;
      if (typeof seconds !== 'number') return; // The beginning.
      const point = pointAt(seconds, config.minutes, order.points);
      if (point <= kept) return;
      kept = point;
      const name = `policy-${point}.tgym`;
      copyFileSync(checkpoint, path.join(folder, name));
      appendFileSync(
        path.join(folder, 'points.jsonl'),
        `${JSON.stringify({ point, seconds, decisions, file: name })}\n`,
      );
    },
  },
});
// ONNX Runtime's threads would keep the process.
process.exit();
