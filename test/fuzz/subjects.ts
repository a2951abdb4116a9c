/** The games that can be fuzzed, by id: games/<id>/test/fuzz.ts. Each is loaded when it is asked for, with its bots. */

import { fileURLToPath } from 'node:url';
import { gameIds } from '../../env/load-game.js';
import { UserError } from '../../env/user-error.js';
import type { Subject } from './subject.js';

export const fuzzIds: readonly string[] = gameIds();

/** @throws UserError when no game of that id can be fuzzed */
export async function fuzzSubject(id: string): Promise<Subject> {
  if (!fuzzIds.includes(id)) throw new UserError(`cannot fuzz ${id}: use one of ${fuzzIds.join(', ')}`);
  const file = fileURLToPath(new URL(`../../games/${id}/test/fuzz.ts`, import.meta.url));
  const { subject } = (await import(/* @vite-ignore */ file)) as { subject: Subject };
  return subject;
}
