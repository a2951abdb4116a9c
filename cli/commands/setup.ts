import path from 'node:path';
import type { Command } from 'commander';
import { engineReport } from '../../agents/network/engines/engines.js';
import { bringOnnx, dropOtherSystems, onnxFolder } from '../bring-engine.js';
import { printResult } from './shared.js';

/** `tabletop setup`: brings ONNX Runtime if npm left it out. */
export function addSetup(program: Command): void {
  program
    .command('setup')
    .description('install ONNX Runtime, the engine to train with, if npm left it out')
    .option('--trim', 'also delete its binaries for other systems (240 MB)')
    .option('--json', 'print one JSON object')
    .action(async (flags: { trim?: boolean; json?: boolean }) => {
      const say = (line: string) => void process.stderr.write(`${line}\n`);
      const there = (await engineReport()).find(({ name, available }) => available && name === 'onnx');
      const brought = there ? undefined : await bringOnnx(say);
      const folder = flags.trim ? onnxFolder() : undefined;
      const freed = folder ? dropOtherSystems(folder) : 0;
      const result = {
        reason: there?.reason ?? brought!.reason,
        brought: brought ? shortPath(brought.folder) : null,
        bytes: brought?.bytes ?? 0,
        freed,
      };
      const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;
      printResult(flags.json, result, () =>
        [
          there
            ? `onnx is there and runs: ${result.reason}`
            : `onnx is set up and runs: ${result.reason}, ${megabytes(result.bytes)} in ${result.brought}`,
          freed > 0 ? `deleted the binaries of other systems: ${megabytes(freed)}` : '',
        ]
          .filter(Boolean)
          .join('\n'),
      );
    });
}

/** As one would type it here: relative where it lies below. */
function shortPath(folder: string): string {
  const relative = path.relative('.', folder);
  return relative.startsWith('..') ? folder : relative;
}
