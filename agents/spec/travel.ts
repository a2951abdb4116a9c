/** Agents on other machines: the file that comes along, and the same agent by a file that lies elsewhere. */
import { existsSync } from 'node:fs';
import { UserError } from '../../env/user-error.js';
import { kindOf, readSpec } from './grammar.js';
import type { AgentContext, Travels } from './kind.js';
import { agentFile, agentKind, localReason } from './load.js';

/**
 * What must come along so that an agent can play on another machine. Nothing is loaded: the spec may come from anywhere.
 * @throws UserError when it cannot play elsewhere, or is not understood
 */
export function agentTravels(spec: string): Exclude<Travels, 'never'> {
  const kind = agentKind(spec);
  if (kind.travels === 'never')
    throw new UserError(`agent ${spec} is a program of this machine and cannot play on others: leave out --queue`);
  const reason = localReason(kind, readSpec(kind, spec));
  if (reason !== undefined) throw new UserError(`agent ${spec}: ${reason}`);
  return kind.travels;
}

/**
 * The file that must come along with an agent; undefined where none must.
 * @throws UserError when it cannot play elsewhere, or its file is not there
 */
export async function portableFile(spec: string, context: AgentContext): Promise<string | undefined> {
  // Suggestions for a spec that is not understood know the bots of the game.
  agentKind(spec, context);
  if (agentTravels(spec) === 'nothing') return undefined;
  const file = await agentFile(spec, context);
  if (file === undefined || !existsSync(file)) throw new UserError(`agent ${spec}: there is no file ${file ?? ''}`);
  return file;
}

/** The same agent by a file that lies elsewhere. @param spec of a kind that has a file */
export function agentAt(spec: string, file: string): string {
  const kind = agentKind(spec);
  const parsed = readSpec(kind, spec);
  const what = 'whatAt' in kind && kind.whatAt ? kind.whatAt(parsed, file) : file;
  const mark = spec.indexOf('?');
  return `${kindOf(spec)}:${what}${mark < 0 ? '' : spec.slice(mark)}`;
}
