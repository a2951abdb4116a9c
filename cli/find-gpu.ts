/** Whether there is a graphics card to learn on, found in a process of its own: drivers write what they like, and may crash. */
import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { findDevice, NoDevice } from '../agents/network/engines/device.js';
import { findOnnx } from '../agents/network/engines/onnx.js';

/** A line of `tabletop doctor`. */
export interface GpuLine {
  available: boolean;
  /** What it is, or why there is none. */
  reason: string;
}

/** How long a driver may take. */
const PATIENCE = 30_000;

/** Asks in another process. */
export function findGpu(): GpuLine {
  const file = fileURLToPath(import.meta.url);
  const loader = file.endsWith('.ts') ? ['--import', 'tsx'] : [];
  const { stdout, signal, error } = spawnSync(process.execPath, [...loader, file, ANSWER], {
    encoding: 'utf8',
    timeout: PATIENCE,
  });
  const line = stdout?.trim().split('\n').at(-1) ?? '';
  if (line.startsWith('{')) return JSON.parse(line) as GpuLine;
  return {
    available: false,
    reason: `its driver fails (${signal ?? (error as Error | undefined)?.message ?? 'it ended'})`,
  };
}

const ANSWER = '--find-gpu';

async function answer(): Promise<GpuLine> {
  const ort = findOnnx();
  if (typeof ort === 'string') return { available: false, reason: ort };
  try {
    await (await findDevice(ort)).dispose();
    return { available: true, reason: 'WebGPU, by ONNX Runtime: `train --device gpu` learns on it' };
  } catch (error) {
    return { available: false, reason: error instanceof NoDevice ? `none ${error.why}` : (error as Error).message };
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url) && process.argv[2] === ANSWER) {
  process.stdout.write(`${JSON.stringify(await answer())}\n`);
  process.exit();
}
