/** A game's module and all that it imports as one file for Node: how a game of one's own reaches other machines. */
import { UserError } from '../../env/user-error.js';
import { bundler } from './bundler.js';
import { lending } from './lending.js';

/**
 * The same module makes the same bytes wherever it lies, since they hold no paths.
 * @param path absolute, of the module that exports the game
 * @returns text of an ES module with the same exports; only Node's own modules are imported
 * @throws UserError when it cannot be bundled
 */
export async function bundleGame(path: string): Promise<string> {
  const { build } = await bundler();
  const result = await build({
    entryPoints: [path],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    minify: true,
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'silent',
    plugins: [lending],
  }).catch((error: unknown) => {
    const problem = (error as { errors?: { text: string; location?: { file: string; line: number } }[] }).errors?.[0];
    if (!problem) throw error;
    const where = problem.location ? ` (${problem.location.file}:${problem.location.line})` : '';
    throw new UserError(`cannot bundle ${path}: ${problem.text}${where}`);
  });
  return result.outputFiles![0]!.text;
}
