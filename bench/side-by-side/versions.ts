/** Versions of everything that takes part; whether it is there at all. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import process from 'node:process';
import { z } from 'zod';
import { findOnnx } from '../../agents/network/engines/onnx.js';
import { packageVersion } from '../../env/package.js';
import { UserError } from '../../env/user-error.js';
import { environmentPython } from './environment.js';
import { built } from './training.js';

/** What the other side needs, by the names of PyPI. */
const needed = ['torch', 'stable-baselines3', 'sb3-contrib', 'gymnasium', 'pettingzoo', 'onnx', 'numpy'];

/** Asks for versions without loading anything. */
const script = `
import json, platform, sys
from importlib.metadata import version
print(json.dumps({"Python": platform.python_version(), **{name: version(name) for name in sys.argv[1:]}}))
`;

/** Versions by name. @param peer whether MaskablePPO takes part @throws UserError that says what is missing and what to do */
export function versions(peer = true): Record<string, string> {
  if (!existsSync(built)) throw new UserError('what trains and measures is not built yet: npm run build');
  const ours = { 'tabletop-gym': packageVersion(), Node: process.version.slice(1) };
  if (!peer) return ours;
  const onnx = findOnnx();
  if (typeof onnx === 'string') throw new UserError(`models in ONNX cannot be played: ${onnx}`);
  if (!existsSync(environmentPython))
    throw new UserError('there is no Python environment: npx tsx bench/side-by-side/setup.ts');
  const { status, stdout, stderr } = spawnSync(environmentPython, ['-c', script, ...needed], { encoding: 'utf8' });
  if (status !== 0)
    throw new UserError(
      `the Python environment lacks something (${stderr?.trim().split('\n').at(-1)}): npx tsx bench/side-by-side/setup.ts`,
    );
  const python = z.record(z.string(), z.string()).parse(JSON.parse(stdout));
  return { ...ours, ...python };
}
