import path from 'node:path';
import { Argument, type Command } from 'commander';
import { type Engine, engineReport } from '../../agents/network/engines/engines.js';
import { bringEngine, dropOtherSystems, onnxFolder } from '../bring-engine.js';
import { printResult } from './shared.js';

/** `tabletop setup`: brings an engine to train with, where npm left it out. */
export function addSetup(program: Command): void {
  program
    .command('setup')
    .description('install an engine that npm left out, from the npm registry; it is tried before it is kept')
    .addArgument(new Argument('[engine]', 'which one').choices(['onnx', 'tfjs']).default('onnx'))
    .option('--trim', "also delete ONNX Runtime's binaries for other systems (240 MB)")
    .option('--json', 'print one JSON object')
    .action(async (engine: Engine, flags: { trim?: boolean; json?: boolean }) => {
      const say = (line: string) => void process.stderr.write(`${line}\n`);
      const there = (await engineReport()).find(
        ({ name, backend, available }) => available && name === engine && backend !== 'tensorflow',
      );
      const brought = there ? undefined : await bringEngine(engine, say);
      const folder = flags.trim && engine === 'onnx' ? onnxFolder() : undefined;
      const freed = folder ? dropOtherSystems(folder) : 0;
      const result = {
        engine,
        reason: there?.reason ?? brought!.reason,
        brought: (brought?.folders ?? []).map(shortPath),
        bytes: brought?.bytes ?? 0,
        freed,
      };
      const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;
      printResult(flags.json, result, () =>
        [
          there
            ? `${engine} is there and runs: ${result.reason}`
            : `${engine} is set up and runs: ${result.reason}, ${megabytes(result.bytes)} in ${result.brought.join(' and ')}`,
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
