import { accessSync, constants } from 'node:fs';
import os from 'node:os';
import type { Command } from 'commander';
import { engineReport } from '../../agents/network/engines/engines.js';
import { packageVersion } from '../../env/package.js';
import { table } from '../terminal.js';
import { printResult } from './shared.js';

/** `tabletop doctor`: what works on this machine, and why the rest does not. */
export function addDoctor(program: Command): void {
  program
    .command('doctor')
    .description('show which tensor engines load on this machine, and why others do not')
    .option('--json', 'print one JSON object')
    .action(async (flags: { json?: boolean }) => {
      const engines = await engineReport();
      const used = engines.find((e) => e.available);
      const result = {
        version: packageVersion(),
        node: process.version,
        platform: `${process.platform} ${process.arch}`,
        cores: os.cpus().length,
        memoryGiB: Math.round(os.totalmem() / 2 ** 30),
        writable: writable('.'),
        engine: used?.name ?? null,
        engines,
      };
      printResult(flags.json, result, () =>
        [
          `tabletop-gym ${result.version}, node ${result.node}, ${result.platform}, ${result.cores} cores, ${result.memoryGiB} GiB`,
          '',
          table([['engine', 'available'], ...engines.map((e) => [e.name, e.available ? 'yes' : 'no'])]),
          '',
          ...engines.map((e) => `${e.name}: ${e.reason}`),
          used ? `training uses ${used.name}` : 'no engine loads: training is not possible here',
          used?.name === 'onnx' ? '' : '`npx tabletop setup` installs onnx, the fastest, from the npm registry',
          result.writable ? '' : 'this folder is not writable: give --run a place that is',
        ]
          .filter((line, i) => line || i < 4)
          .join('\n'),
      );
      if (!used) process.exitCode = 1;
    });
}

function writable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
