/**
 * Games and agents bundled for other machines: what a setup names by paths of this machine becomes files by content,
 * and on the other side paths of that machine. A worker's sandbox decides which code that came along may be executed.
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { z } from 'zod';
import type { AgentContext } from '../agents/spec/kind.js';
import { agentAt, agentTravels, portableFile } from '../agents/spec/travel.js';
import { fileError } from '../checkpoints/atomic.js';
import { ServiceUnavailable } from '../env/fleet.js';
import { gameIds, loadGame } from '../env/load-game.js';
import { UserError } from '../env/user-error.js';
import { bundleGame } from '../export/player/game-module.js';
import { sha256 } from './codec.js';

/** A file that came along. */
const fileSchema = z.strictObject({
  /** Its name, without folders. */
  name: z.string().regex(/^[\w.@-]{1,200}$/),
  bytes: z.instanceof(Uint8Array),
});
type BundledFile = z.infer<typeof fileSchema>;

/** A game: one of the package, or a module of code. */
export const gameBundle = z.union([z.strictObject({ id: z.string().max(64) }), z.strictObject({ module: fileSchema })]);
export type GameBundle = z.infer<typeof gameBundle>;

/** An agent: its spec as it was typed, and the file that it plays by. */
export const agentBundle = z.strictObject({ spec: z.string().max(4000), file: fileSchema.optional() });
export type AgentBundle = z.infer<typeof agentBundle>;

function bundleFile(file: string, name = basename(file)): BundledFile {
  try {
    // Blobs have no names of their own; names are for people only.
    return { name: name.replace(/[^\w.@-]/g, '_').slice(-200), bytes: readFileSync(file) };
  } catch (error) {
    throw fileError(error, `cannot read ${file}`);
  }
}

/** @param source as `loadGame` takes it @throws UserError when its module cannot be made into one file */
export async function packGame(source: string): Promise<GameBundle> {
  if (gameIds().includes(source)) return { id: source };
  const { module } = await loadGame(source);
  const text = await bundleGame(module);
  return {
    module: {
      name: `${basename(module)
        .replace(/\.[^.]*$/, '')
        .replace(/[^\w-]/g, '_')}.mjs`,
      bytes: Buffer.from(text),
    },
  };
}

/** @throws UserError when an agent cannot play elsewhere */
export async function packAgents(agents: readonly string[], context: AgentContext): Promise<AgentBundle[]> {
  const bundles: AgentBundle[] = [];
  for (const spec of agents) {
    const file = await portableFile(spec, context);
    bundles.push(file === undefined ? { spec } : { spec, file: bundleFile(file) });
  }
  return bundles;
}

/** Which code a worker executes, and where it keeps files that came along. */
export interface Sandbox {
  /** SHA-256 of modules whose code may be executed. */
  allowed: ReadonlySet<string>;
  /** Writes bytes to a file of that name in a folder by their hash, once. @returns its path */
  store(sha256: string, name: string, bytes: Uint8Array): string;
}

function unpackFile({ name, bytes }: BundledFile, sandbox: Sandbox): string {
  return sandbox.store(sha256(bytes), name, bytes);
}

function unpackCode({ name, bytes }: BundledFile, sandbox: Sandbox): string {
  const hash = sha256(bytes);
  if (!sandbox.allowed.has(hash))
    throw new ServiceUnavailable(`does not run ${name} (sha256 ${hash}): start it with --allow-modules ${hash}`);
  return sandbox.store(hash, /\.[cm]?js$/.test(name) ? name : `${name}.mjs`, bytes);
}

/** @returns what `loadGame` takes @throws ServiceUnavailable when its code is not allowed */
export function unpackGame(game: GameBundle, sandbox: Sandbox): string {
  if ('module' in game) return unpackCode(game.module, sandbox);
  if (gameIds().includes(game.id)) return game.id;
  throw new UserError(`there is no game ${game.id} in this package`);
}

/**
 * @returns specs of the same agents by files of this machine
 * @throws ServiceUnavailable when an agent's code is not allowed
 * @throws UserError when an agent is none that may come from elsewhere
 */
export function unpackAgents(agents: readonly AgentBundle[], sandbox: Sandbox): string[] {
  return agents.map(({ spec, file }) => {
    const needs = agentTravels(spec);
    if (needs === 'nothing') return spec;
    if (!file) throw new UserError(`agent ${spec}: its file did not come along`);
    return agentAt(spec, needs === 'code' ? unpackCode(file, sandbox) : unpackFile(file, sandbox));
  });
}

/** A message as it would be where the files are. @param from paths and specs here @param to those there */
export function translated(message: string, from: readonly string[], to: readonly string[]): string {
  return from.reduce((text, one, i) => (one === to[i] ? text : text.replaceAll(one, to[i]!)), message);
}
