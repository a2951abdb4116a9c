import { existsSync } from 'node:fs';
import { UserError } from '../../env/user-error.js';

const speed = new URL('../../dist/training/speed/measure.js', import.meta.url);

/**
 * What is measured, as users run it: from `dist`. From the sources, tsx writes a name to every closure each time one is
 * made, which costs training a tenth of its speed.
 */
export async function built(): Promise<typeof import('../../training/speed/measure.js')> {
  if (!existsSync(speed)) throw new UserError('what is measured is not built yet: npm run build');
  return import(speed.href);
}
