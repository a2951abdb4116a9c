/**
 * Metrics of a training run as CSV: a sink for `train`, one row an update.
 *
 *     import { parseConfig, train } from 'tabletop-gym/training';
 *     import { csvSink } from './metrics-csv.js';
 *
 *     const config = parseConfig({ game: 'kuhn', phases: [{ algorithm: 'ppo', decisions: 20_000 }] });
 *     await train(config, { runDir: 'runs/kuhn', sinks: [csvSink('kuhn.csv')] });
 */
import { writeFileSync } from 'node:fs';
import type { MetricsSink } from 'tabletop-gym/training';

const columns = ['decisions', 'seconds', 'phase', 'sps', 'episode_return_mean', 'entropy', 'approx_kl', 'value_loss'];

/** @param file written anew: a run that goes on tells its earlier lines again */
export function csvSink(file: string): MetricsSink {
  writeFileSync(file, `${columns.join(',')}\n`);
  return {
    write(line) {
      if (line.kind !== 'update') return;
      // What a phase does not have is an empty cell.
      const row = columns.map((name) => line[name] ?? '');
      writeFileSync(file, `${row.join(',')}\n`, { flag: 'a' });
    },
  };
}
