/** Metrics of a run that trained for weeks: more than a text of JavaScript holds. */

import { constants } from 'node:buffer';
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { scratch } from '../test/scratch.js';
import { RunDirectory } from './run.js';

it('reads metrics that are longer than any text may be', () => {
  const run = RunDirectory.create(join(scratch('lines'), 'run'), {});
  const file = join(run.path, 'metrics.jsonl');
  writeFileSync(file, '');
  let bytes = 0;
  let lines = 0;
  while (bytes <= constants.MAX_STRING_LENGTH) {
    const padding = 'x'.repeat(8 << 20);
    const line = `${JSON.stringify({ decisions: lines++, kind: 'update', padding })}\n`;
    appendFileSync(file, line);
    bytes += line.length;
  }
  expect(run.lastMetrics()).toMatchObject({ decisions: lines - 1 });
  expect(run.metricsAfter(3)).toMatchObject({ decisions: 2 });
  run.close();
});
