/** What an agent needs so that it can play on another machine: nothing, a file of data, or a file whose code is run. */
import { existsSync } from 'node:fs';
import { UserError } from '../env/user-error.js';
import { type AgentContext, agentFile, type ParsedSpec, parseSpec } from './spec.js';

/** What must come along. `code`: a file that is executed. Files that the package ships are there already. */
export type Needs = 'nothing' | 'data' | 'code';

const needs: Readonly<Record<string, Needs>> = {
  random: 'nothing',
  scripted: 'nothing',
  search: 'nothing',
  player: 'nothing',
  level: 'nothing',
  policy: 'data',
  'policy+search': 'data',
  'policy+lookahead': 'data',
  onnx: 'data',
  file: 'code',
};

/**
 * @param parsed of any kind, from anywhere: nothing is loaded
 * @throws UserError when it cannot play elsewhere
 */
export function agentNeeds({ spec, kind, options }: Pick<ParsedSpec, 'spec' | 'kind' | 'options'>): Needs {
  if (!Object.hasOwn(needs, kind))
    throw new UserError(`agent ${spec} is a program of this machine and cannot play on others: leave out --queue`);
  if (kind === 'level' && options.has('ladder'))
    throw new UserError(`agent ${spec}: a ladder from a file does not travel; name the agent of that level itself`);
  return needs[kind]!;
}

/**
 * The file that must come along with an agent; undefined where none must.
 * @throws UserError when it cannot play elsewhere, or its file is not there
 */
export async function portableFile(spec: string, context: AgentContext): Promise<string | undefined> {
  const parsed = parseSpec(spec, context);
  if (agentNeeds(parsed) === 'nothing') return undefined;
  const file = parsed.kind === 'onnx' ? parsed.what : await agentFile(spec, context);
  if (file === undefined || !existsSync(file))
    throw new UserError(`agent ${spec}: there is no file ${file ?? parsed.what}`);
  return file;
}

/** The same agent by a file that lies elsewhere. @param parsed of a kind that needs a file */
export function agentAt({ spec, kind, what }: Pick<ParsedSpec, 'spec' | 'kind' | 'what'>, file: string): string {
  const mark = spec.indexOf('?');
  const options = mark < 0 ? '' : spec.slice(mark);
  // What stands before the path: a number of simulations or samples.
  const amount = kind.startsWith('policy+') ? `${what.slice(0, what.indexOf(':'))}:` : '';
  return `${kind}:${amount}${file}${options}`;
}
