import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { scratch } from '../../test/scratch.js';
import { digestElsewhere } from './elsewhere.js';
import { Fault } from './fault.js';

const folder = scratch('elsewhere');

it('a process that ends before it answers is a fault that says how it ended', async () => {
  const module = path.join(folder, 'ends.mjs');
  writeFileSync(module, 'process.exit(3);');
  const fault = await digestElsewhere({ module, variants: [], games: 1, seed: '1' }).catch((error: unknown) => error);
  expect(fault).toBeInstanceOf(Fault);
  expect((fault as Fault).message).toBe('the other process ended (exit code 3) before it answered');
});
