/**
 * The bundler: esbuild as WebAssembly, which comes with the package, is the same on every system and has no installer;
 * or esbuild's native program where somebody installed the same version, which writes the same bytes ten times faster.
 */
import { createRequire } from 'node:module';
import type * as esbuild from 'esbuild-wasm';

export type Bundler = Pick<typeof esbuild, 'build' | 'version'>;

const require = createRequire(import.meta.url);

/** @param native whether the native program may be taken */
export async function bundler(native = true): Promise<Bundler> {
  const { version } = require('esbuild-wasm/package.json') as { version: string };
  if (native) {
    try {
      const found = require('esbuild') as Bundler;
      if (found.version === version) {
        // It is here, but does its program run on this system?
        await found.build({ stdin: { contents: '' }, write: false, logLevel: 'silent' });
        return found;
      }
    } catch {
      // Not installed, or made for another system.
    }
  }
  return require('esbuild-wasm') as Bundler;
}
