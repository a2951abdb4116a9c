/** Whether an agent is still the one that it was: what its files hold. */
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { fileError } from '../../checkpoints/atomic.js';
import type { AgentContext } from './kind.js';
import { agentFiles } from './load.js';

/**
 * SHA-256 of the files that an agent plays by; undefined where there are none.
 * @throws UserError when a file cannot be read, or a spec is not understood
 */
export async function hashAgent(spec: string, context: AgentContext): Promise<string | undefined> {
  const names = await agentFiles(spec, context);
  const files = names.filter((name) => statSync(name, { throwIfNoEntry: false })?.isFile());
  if (files.length === 0) return undefined;
  const hash = createHash('sha256');
  for (const file of files) {
    try {
      hash.update(readFileSync(file));
    } catch (error) {
      throw fileError(error, `cannot read ${file} of agent ${spec}`);
    }
  }
  return hash.digest('hex');
}
