/**
 * Makes one ES module without imports out of a game's module and ours, with esbuild: a player, the script of a page. Works
 * from our TypeScript sources and from the built package alike.
 */
import { isBuiltin } from 'node:module';
import { basename, dirname, extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'esbuild-wasm';
import { gamePlayers, playersModule } from '../../agents/bots/index.js';
import { UserError } from '../../env/user-error.js';
import { bundler } from './bundler.js';
import type { PlayerData } from './player-runtime.js';

/** Where the rules come from. */
export interface GameSource {
  id: string;
  /** Absolute path of the module that exports the game as `game` or default (or under any name: it is found by its id). */
  path: string;
  /** Spec of the scripted player whose choice the policy is shown, or whose weights were trained. */
  inside?: string | undefined;
  /** Names of the bots that play the other seats when the player looks ahead. */
  opponents?: readonly string[] | undefined;
}

/** What the bundle carries from others, named as their licences ask. */
const banner = (data: PlayerData) => {
  const { game } = data.meta;
  return (
    `/*! A player of ${game.title} (${game.id}, rules version ${game.version}), exported by tabletop-gym (MIT).\n` +
    ' * Contains zod (MIT, (c) 2025 Colin McDonnell) and seedrandom (MIT, (c) 2019 David Bau). */'
  ).replace(/\*\/(?!$)/g, '');
};

/** @returns the text of the module */
export async function bundlePlayer(source: GameSource, data: PlayerData): Promise<string> {
  const bots = botsCode(source);
  const entry = `
    import * as rules from ${JSON.stringify(source.path)};
    ${bots.imports}
    import { createPlayer } from ${ours('./player-runtime')};
    import { runMain } from ${ours('./player-main')};
    import { serveWorker } from ${ours('./player-worker')};
    const player = createPlayer(${await exportedGame(source)}, ${JSON.stringify(data)}, ${bots.inside}, ${bots.opponents}, import.meta.url);
    export const { game, meta, act, legal, advance, describe, openWorker, evaluate, validate, encode, viewOf } = player;
    export const { newGame, resumeGame, selfTest } = player;
    if (!serveWorker(player)) runMain(player, import.meta.url);
  `;
  return bundleModule(entry, 'player.js', source.path, banner(data));
}

const here = fileURLToPath(import.meta.url);

/**
 * One of our modules as an import names it: sources or built files, whichever we are ourselves.
 * @param name from this folder, without an extension
 */
export const ours = (name: string): string =>
  JSON.stringify(fileURLToPath(new URL(`${name}${extname(here)}`, import.meta.url)));

/**
 * One module without imports for browsers, Node and others.
 * @param entry its code
 * @param name how errors call it
 * @param rules path of the game's module, for errors
 * @param first a comment for its first line
 * @throws UserError when it cannot be made, or needs what browsers do not have
 */
export async function bundleModule(entry: string, name: string, rules: string, first: string): Promise<string> {
  const { build } = await bundler();
  const result = await build({
    stdin: { contents: entry, resolveDir: dirname(here), sourcefile: name, loader: 'js' },
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    minify: true,
    charset: 'utf8',
    legalComments: 'none',
    banner: { js: first },
    logLevel: 'silent',
    plugins: [onlyEnglish, withoutNode],
  }).catch((error: unknown) => {
    const problem = (error as { errors?: { text: string; location?: { file: string; line: number } }[] }).errors?.[0];
    if (!problem) throw error;
    const where = problem.location ? ` (${problem.location.file}:${problem.location.line})` : '';
    throw new UserError(`cannot bundle ${rules}: ${problem.text}${where}`);
  });
  const output = Object.values(result.metafile.outputs)[0]!;
  const foreign = Object.entries(output.inputs).find(
    ([path, { bytesInOutput }]) => path.startsWith('no-node:') && bytesInOutput > 0,
  );
  if (foreign) {
    const name = foreign[0].slice('no-node:'.length);
    const importer = Object.entries(result.metafile.inputs).find(([, input]) =>
      input.imports.some((i) => i.path === foreign[0]),
    );
    throw new UserError(
      `cannot bundle ${rules}: ${importer?.[0] ?? 'it'} uses ${name}, which browsers do not have; ` +
        'keep it out of what the rules import',
    );
  }
  return result.outputFiles[0]!.text;
}

/**
 * Where the scripted player inside and the simulated opponents are found, as code: the bots of our games stand apart from their rules,
 * those of others come with them.
 */
function botsCode({ id, inside, opponents = [] }: GameSource): {
  imports: string;
  inside: string;
  opponents: string;
} {
  const { bots } = gamePlayers(id);
  const bot = inside?.slice('scripted:'.length);
  const ours = (name: string) => Object.hasOwn(bots, name);
  const create = (name: string) =>
    ours(name) ? `players.bots[${JSON.stringify(name)}].create` : `rules.bots[${JSON.stringify(name)}]`;
  const named = [...(bot === undefined ? [] : [bot]), ...opponents];
  const evaluate = bot !== undefined && ours(bot) ? ', evaluate: players.evaluate' : '';
  return {
    imports: named.some(ours) ? `import { players } from ${JSON.stringify(playersModule(id))};` : '',
    inside: bot === undefined ? 'undefined' : `{ spec: ${JSON.stringify(inside)}, create: ${create(bot)}${evaluate} }`,
    opponents: `{ ${opponents.map((name) => `${JSON.stringify(name)}: ${create(name)}`).join(', ')} }`,
  };
}

/** The expression, of `rules`, that finds the game among the module's exports, as narrow as possible: what it does not name is left out. */
export async function exportedGame({ id, path }: Pick<GameSource, 'id' | 'path'>): Promise<string> {
  const { build } = await bundler();
  const { metafile } = await build({
    entryPoints: [path],
    bundle: false,
    write: false,
    metafile: true,
    format: 'esm',
    outdir: '/',
    logLevel: 'silent',
  }).catch(() => {
    throw new UserError(`cannot read the game's module ${path}`);
  });
  const names = Object.values(metafile.outputs).flatMap((output) => output.exports);
  for (const name of ['game', 'default']) if (names.includes(name)) return `rules.${name}`;
  return `Object.values(rules).find((value) => value?.id === ${JSON.stringify(id)} && value.newState)`;
}

/** zod's messages in forty languages are most of its size; a player speaks English. */
const onlyEnglish: Plugin = {
  name: 'only-english',
  setup(build) {
    build.onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/][^\\/]*\.js$/ }, ({ path }) =>
      /^(en|index)\.js$/.test(basename(path)) ? undefined : { contents: 'export default () => ({});' },
    );
  },
};

/**
 * Node's own modules become empty: a module of ours that a game imports a small thing from may need them for something
 * else. What really uses one keeps it in the bundle, and is refused.
 */
const withoutNode: Plugin = {
  name: 'without-node',
  setup(build) {
    build.onResolve({ filter: /^[a-z]/ }, ({ path, importer }) => {
      if (!isBuiltin(path)) return undefined;
      // seedrandom asks for crypto inside a try, and does without.
      if (/[\\/]seedrandom[\\/]/.test(importer)) return { path, namespace: 'absent', sideEffects: false };
      return { path, namespace: 'no-node', sideEffects: false };
    });
    build.onLoad({ filter: /.*/, namespace: 'no-node' }, () => ({ contents: 'module.exports = {}', loader: 'js' }));
    build.onLoad({ filter: /.*/, namespace: 'absent' }, () => ({
      contents: 'module.exports = undefined',
      loader: 'js',
    }));
  },
};
