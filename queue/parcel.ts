/**
 * Games and agents on their way: what a setup names by paths of this machine becomes files by content, and on the other side
 * paths of that machine. Code that came along is only ever written to a place from which it is executed where it is allowed.
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { z } from 'zod';
import { agentAt, agentNeeds, portableFile } from '../agents/portable.js';
import { type AgentContext, parseSpec } from '../agents/spec.js';
import { fileError } from '../checkpoints/atomic.js';
import { Unable } from '../env/fleet.js';
import { gameIds, loadGame } from '../env/load-game.js';
import { UserError } from '../env/user-error.js';
import { bundleGame } from '../export/player/game-module.js';
import { sha256 } from './codec.js';

/** A file that came along. */
const parcelSchema = z.strictObject({
  /** Its name, without folders. */
  name: z.string().regex(/^[\w.@-]{1,200}$/),
  bytes: z.instanceof(Uint8Array),
});
type Parcel = z.infer<typeof parcelSchema>;

/** A game: one of the package, or a module of code. */
export const gameParcel = z.union([
  z.strictObject({ id: z.string().max(64) }),
  z.strictObject({ module: parcelSchema }),
]);
export type GameParcel = z.infer<typeof gameParcel>;

/** An agent: its spec as it was typed, and the file that it plays by. */
export const agentParcel = z.strictObject({ spec: z.string().max(4000), file: parcelSchema.optional() });
export type AgentParcel = z.infer<typeof agentParcel>;

function parcel(file: string, name = basename(file)): Parcel {
  try {
    // Blobs have no names of their own; what stands in a name says nothing but to people.
    return { name: name.replace(/[^\w.@-]/g, '_').slice(-200), bytes: readFileSync(file) };
  } catch (error) {
    throw fileError(error, `cannot read ${file}`);
  }
}

/** @param source as `loadGame` takes it @throws UserError when its module cannot be made into one file */
export async function packGame(source: string): Promise<GameParcel> {
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
export async function packAgents(agents: readonly string[], context: AgentContext): Promise<AgentParcel[]> {
  const parcels: AgentParcel[] = [];
  for (const spec of agents) {
    const file = await portableFile(spec, context);
    parcels.push(file === undefined ? { spec } : { spec, file: parcel(file) });
  }
  return parcels;
}

/** What a worker lets in, and where it lets it lie. */
export interface Customs {
  /** SHA-256 of modules whose code may be executed. */
  allowed: ReadonlySet<string>;
  /** Writes bytes to a file of that name in a folder by their hash, once. @returns its path */
  store(sha256: string, name: string, bytes: Uint8Array): string;
}

function unpackFile({ name, bytes }: Parcel, customs: Customs): string {
  return customs.store(sha256(bytes), name, bytes);
}

function unpackCode({ name, bytes }: Parcel, customs: Customs): string {
  const hash = sha256(bytes);
  if (!customs.allowed.has(hash))
    throw new Unable(`does not run ${name} (sha256 ${hash}): start it with --allow-modules ${hash}`);
  return customs.store(hash, /\.[cm]?js$/.test(name) ? name : `${name}.mjs`, bytes);
}

/** @returns what `loadGame` takes @throws Unable when its code is not allowed */
export function unpackGame(game: GameParcel, customs: Customs): string {
  if ('module' in game) return unpackCode(game.module, customs);
  if (gameIds().includes(game.id)) return game.id;
  throw new UserError(`there is no game ${game.id} in this package`);
}

/**
 * @returns specs of the same agents by files of this machine
 * @throws Unable when an agent's code is not allowed
 * @throws UserError when an agent is none that may come from elsewhere
 */
export function unpackAgents(agents: readonly AgentParcel[], customs: Customs): string[] {
  return agents.map(({ spec, file }) => {
    const kind = /^[^?:]*/.exec(spec)![0];
    const parsed = knownSpec(spec, kind);
    const needs = agentNeeds(parsed);
    if (needs === 'nothing') return spec;
    if (!file) throw new UserError(`agent ${spec}: its file did not come along`);
    return agentAt(parsed, needs === 'code' ? unpackCode(file, customs) : unpackFile(file, customs));
  });
}

function knownSpec(spec: string, kind: string) {
  // Without a context unknown kinds cannot be told of by name.
  agentNeeds({ spec, kind, options: new Map() });
  return parseSpec(spec);
}

/** An error as it would be where the files are. @param from paths and specs here @param to those there */
export function toldAs(message: string, from: readonly string[], to: readonly string[]): string {
  return from.reduce((text, one, i) => (one === to[i] ? text : text.replaceAll(one, to[i]!)), message);
}
