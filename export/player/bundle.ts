/**
 * Makes one ES module without imports out of a game's module and ours, with esbuild: a player, the script of a page. Works
 * from our TypeScript sources and from the built package alike.
 */
import { isBuiltin } from 'node:module';
import { basename, dirname, extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'esbuild-wasm';
import { scriptedName } from '../../agents/bots/scripted-spec.js';
import type { GamePackage } from '../../env/game-package.js';
import { UserError } from '../../env/user-error.js';
import { bundler } from './bundler.js';
import { lending } from './lending.js';
import { LAST_LINE } from './own-file.js';
import type { PlayerData } from './player-runtime.js';

/** Where the rules come from. */
export interface GameSource {
  /** Absolute path of the module that exports the game's package. */
  path: string;
  /** Spec of the scripted player whose choice the policy is shown, or whose weights were trained. */
  inside?: string | undefined;
  /** Names of the bots that play the other seats when the player looks ahead. */
  opponents?: readonly string[] | undefined;
  /** The game has an evaluation of positions, for the scripted player inside. */
  evaluates?: boolean;
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
  const member = await packageMembers(source.path);
  const { inside, opponents = [] } = source;
  const maker = (name: string) => `makerOf(${member('bots')}[${JSON.stringify(name)}])`;
  const bot = inside === undefined ? undefined : scriptedName(inside);
  const insideCode =
    bot === undefined
      ? 'undefined'
      : `{ spec: ${JSON.stringify(inside)}, create: ${maker(bot)}${source.evaluates ? `, evaluate: ${member('evaluate')}` : ''} }`;
  // Code that judges positions in WebAssembly: others do without.
  const values = data.meta.afterstates !== undefined;
  const others = opponents.map((name) => `${JSON.stringify(name)}: ${maker(name)}`);
  const entry = `
    import * as rules from ${JSON.stringify(source.path)};
    import { makerOf } from ${ours('../../env/game-package')};
    import { createPlayer } from ${ours('./player-runtime')};
    import { runMain } from ${ours('./player-main')};
    import { serveWorker } from ${ours('./player-worker')};
    ${values ? `import { valuesChooser } from ${ours('./afterstate-chooser')};` : ''}
    const player = createPlayer(${member('game')}, ${JSON.stringify(data)}, ${insideCode}, { ${others.join(', ')} }, import.meta.url${values ? ', valuesChooser' : ''});
    export const { game, meta, act, legal, advance, describe, openWorker, evaluate, validate, encode, viewOf } = player;
    export const { newGame, resumeGame, selfTest } = player;
    if (!serveWorker(player)) runMain(player, import.meta.url);
  `;
  return `${await bundleModule(entry, 'player.js', source.path, banner(data))}${LAST_LINE}\n`;
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
    plugins: [onlyEnglish, withoutNode, lending],
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
 * The expressions, of `rules`, that find the members of a package: by the names that its module exports beside the default
 * where there are such, since a bundle carries all of what it names and no more.
 */
export async function packageMembers(path: string): Promise<(member: keyof GamePackage) => string> {
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
  const names = new Set(Object.values(metafile.outputs).flatMap((output) => output.exports));
  return (member) => (names.has(member) || !names.has('default') ? `rules.${member}` : `rules.default.${member}`);
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
