/** The games that can be fuzzed, by id. Each is loaded when it is asked for: its bots are not small. */
import { UserError } from '../../env/user-error.js';
import type { Subject } from './subject.js';

const small = (id: string) => async () => {
  const { smallSubjects } = await import('../classics/fuzz.js');
  return smallSubjects.find(({ game }) => game.id === id)!;
};
const sources: Record<string, () => Promise<Subject>> = {
  doomspire: async () => (await import('../../games/doomspire/test/fuzz.js')).subject,
  'crown-of-ash': async () => (await import('../../games/crown-of-ash/test/fuzz.js')).subject,
  'fuzzy-knights': async () => (await import('../../games/fuzzy-knights/test/fuzz.js')).subject,
  islebound: async () => (await import('../../games/islebound/test/fuzz.js')).subject,
  kuhn: small('kuhn'),
  leduc: small('leduc'),
  'tic-tac-toe': small('tic-tac-toe'),
  'connect-four': small('connect-four'),
  cartpole: small('cartpole'),
  'invalid-actions': small('invalid-actions'),
};

export const fuzzIds: readonly string[] = Object.keys(sources);

/** @throws UserError when no game of that id can be fuzzed */
export async function fuzzSubject(id: string): Promise<Subject> {
  if (!Object.hasOwn(sources, id)) throw new UserError(`cannot fuzz ${id}: use one of ${fuzzIds.join(', ')}`);
  return sources[id]!();
}
