/**
 * Loads TensorFlow.js on its native library (`@tensorflow/tfjs-node`, an optional peer), without its start-up banners.
 * Worker threads load their own.
 */
import { createRequire } from 'node:module';
import util from 'node:util';
import type * as tfjs from '@tensorflow/tfjs-core';
import { UserError } from '../../../env/user-error.js';

export type Tf = typeof tfjs;

// Read by the native library when it is loaded, also from a worker thread, whose own environment it does not see.
process.env.TF_CPP_MIN_LOG_LEVEL ??= '2';

const require = createRequire(import.meta.url);
let loaded: Tf | string | undefined;

/** TensorFlow.js, or the reason in one line why it cannot be loaded. */
export function findTfjs(): Tf | string {
  return (loaded ??= load());
}

/**
 * TensorFlow.js on its native library, `@tensorflow/tfjs-node`.
 * @throws UserError when it does not load
 */
export function loadTfjs(): Tf {
  const found = findTfjs();
  if (typeof found === 'string') throw new UserError(`the tfjs engine does not load: ${found}`);
  return found;
}

function load(): Tf | string {
  try {
    require.resolve('@tensorflow/tfjs-node');
  } catch {
    return '@tensorflow/tfjs-node is not installed; `npm install @tensorflow/tfjs-node` installs it';
  }
  // tfjs-node 4.22 calls two functions that Node 23 removed (tensorflow/tfjs #8425, merged but never released).
  const old = util as unknown as Record<string, (x: unknown) => boolean>;
  old.isNullOrUndefined ??= (x) => x === null || x === undefined;
  old.isArray ??= Array.isArray;
  try {
    // It makes its backend the one in use.
    return require('@tensorflow/tfjs-node') as Tf;
  } catch (error) {
    return `@tensorflow/tfjs-node is installed but fails: ${String((error as Error).message).split('\n', 1)[0]}`;
  }
}
