import { accessSync, constants } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Command } from 'commander';
import { type Engine, engineReport } from '../../agents/network/engines/engines.js';
import { actorCriticShape, networkText } from '../../agents/network/network.js';
import { ownCommand, packageVersion } from '../../env/package.js';
import { UserError } from '../../env/user-error.js';
import { alignTable } from '../../eval/report.js';
import { type DeviceSpeed, measureDevices } from '../../training/learn/choose-device.js';
import { bringOnnx, dropOtherSystems, onnxFolder } from '../bring-engine.js';
import { findGpu } from '../find-gpu.js';
import { formatCount } from '../terminal.js';
import { printResult } from './shared.js';

/** `tabletop doctor`: what works on this machine, and why the rest does not. */
export function addDoctor(program: Command): void {
  program
    .command('doctor')
    .description('show which engines load here, or install one')
    .option('--install', 'install ONNX Runtime, the engine to train with, if npm left it out')
    .option('--trim', 'with --install: also delete its binaries for other systems (240 MB)')
    .option('--bench', 'also measure a gradient step on the processor and on the graphics card (ten seconds)')
    .option('--json', 'print one JSON object')
    .action(async (flags: { install?: boolean; trim?: boolean; bench?: boolean; json?: boolean }) => {
      if (flags.install) return install(flags);
      if (flags.trim) throw new UserError('--trim deletes binaries that --install has no use for: give --install too');
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
        gpu: findGpu(),
        ...(flags.bench && { step: await stepTimes(used?.name) }),
      };
      printResult(flags.json, result, () =>
        [
          `tabletop-gym ${result.version}, node ${result.node}, ${result.platform}, ${result.cores} cores, ${result.memoryGiB} GiB`,
          '',
          alignTable([['engine', 'available'], ...engines.map((e) => [e.name, e.available ? 'yes' : 'no'])], [0, 1]),
          '',
          ...engines.map((e) => `${e.name}: ${e.reason}`),
          `graphics card: ${result.gpu.reason}`,
          ...(result.step ? stepLines(result.step) : []),
          used ? `training uses ${used.name}` : 'no engine loads: training is not possible here',
          used?.name === 'onnx' && used.native
            ? ''
            : `\`${ownCommand()} doctor --install\` installs onnx, the fastest, from the npm registry`,
          result.writable ? '' : 'this folder is not writable: give --run a place that is',
        ]
          .filter((line, i) => line || i < 4)
          .join('\n'),
      );
      if (!used) process.exitCode = 1;
    });
}

/** What is measured: a network for a large game, and steps of a usual size. */
const MINIBATCH = 2048;
const measured = actorCriticShape({ inputs: 1024, actions: 192, values: 4, trunk: [256, 256], activation: 'relu' });

async function stepTimes(engine: Engine | undefined): Promise<DeviceSpeed | undefined> {
  if (!engine) return undefined;
  return measureDevices({ engine, shape: measured, minibatch: MINIBATCH, threads: os.availableParallelism() });
}

function stepLines({ cpu, gpu }: DeviceSpeed): string[] {
  const time = (ms: number) => `${ms.toFixed(1)} ms, ${formatCount(Math.round((1000 * MINIBATCH) / ms))} rows a second`;
  return [
    `a step of ${MINIBATCH} rows of ${networkText(measured)}:`,
    `  processor, ${os.availableParallelism()} threads: ${time(cpu)}`,
    `  graphics card: ${typeof gpu === 'number' ? time(gpu) : 'none'}`,
  ];
}

function writable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Brings ONNX Runtime if npm left it out. */
async function install(flags: { trim?: boolean; json?: boolean }): Promise<void> {
  const say = (line: string) => void process.stderr.write(`${line}\n`);
  const there = (await engineReport()).find(({ name, available, native }) => available && native && name === 'onnx');
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
}

/** As one would type it here: relative where it lies below. */
function shortPath(folder: string): string {
  const relative = path.relative('.', folder);
  return relative.startsWith('..') ? folder : relative;
}
