/**
 * The folder that plays a game in a browser: a page, its script, its style, and a worker's script with the rules and
 * bots of this game; beside them the file of the trained player as it was exported. Any file server may hold it.
 */
import { readFileSync } from 'node:fs';
import type { PlayerMeta } from '../../agents/player-file/player-module.js';
import { insideText } from '../../agents/player-file/provenance.js';
import type { GamePackage } from '../../env/game-package.js';
import type { LoadedGame } from '../../env/load-game.js';
import { bundleModule, ours, packageMembers } from '../player/bundle.js';
import { iconOf, manifestOf, offlineFiles, offlineWorker } from './offline.js';
import { pageScript, pageStyle } from './page-script.js';
import type { PageLevel } from './players.js';
import type { WorkerSetting } from './worker.js';

/** What a folder is made of. */
export interface SiteSource {
  loaded: LoadedGame;
  /** The trained player, if any: the path of its file (`export --format js`) and its self-description. */
  player?: { file: string; meta: PlayerMeta } | undefined;
  /** Options that the form begins with. */
  options?: Record<string, unknown> | undefined;
  /** The seed that it begins with; default: a new one each time. */
  seed?: string | undefined;
  /** Levels of the game's ladder (levels.ts), and the spec of whom the form begins with as an opponent. */
  levels?: PageLevel[] | undefined;
  opponent?: string | undefined;
  /** Files of trained players that levels need beside `player`, by their names in the folder. */
  levelFiles?: ReadonlyMap<string, string> | undefined;
  /** Levels that the page cannot seat, each with why. */
  unseated?: string[] | undefined;
  /** Makes a folder that opens without a network after the first visit, and can be installed. */
  offline?: boolean | undefined;
  /** Where the page's script and style lie, as `../`, if other pages use them too; they are not written then. */
  shared?: string | undefined;
}

/** Names of the files of a folder. */
const siteFiles = {
  page: 'index.html',
  script: 'page.js',
  style: 'page.css',
  worker: 'worker.js',
  player: 'player.mjs',
} as const;

/** What is the same for every game: the page's script and style, by name. */
export const sharedFiles = async (): Promise<Map<string, string>> =>
  new Map([
    [siteFiles.style, pageStyle()],
    [siteFiles.script, await pageScript()],
  ]);

/**
 * What the page may do, and no more: run the scripts of its folder, and WebAssembly that they compile (of players that judge
 * many positions). `--web` sends it with every file, since a worker
 * takes it from there; elsewhere the page states it itself.
 */
export const contentPolicy = [
  ...[
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "worker-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "manifest-src 'self'",
  ],
  ...["base-uri 'none'", "form-action 'none'"],
].join('; ');

/** The contents of every file, by name. @throws UserError when the game's module cannot be made a script for browsers */
export async function siteOf(source: SiteSource): Promise<Map<string, string>> {
  const { loaded, player, offline, shared } = source;
  const { game } = loaded;
  const files = new Map<string, string>([
    [siteFiles.page, pageOf(game, source)],
    ...(shared === undefined ? await sharedFiles() : []),
    [offlineFiles.icon, iconOf(game.title)],
    [siteFiles.worker, await workerScript(source)],
  ]);
  if (player) files.set(siteFiles.player, readFileSync(player.file, 'utf8'));
  for (const [name, path] of source.levelFiles ?? []) files.set(name, readFileSync(path, 'utf8'));
  if (offline) files.set(offlineFiles.manifest, manifestOf(game));
  // Who shares files knows what else is to be kept.
  if (offline && shared === undefined) files.set(offlineFiles.worker, await offlineWorker(files));
  return files;
}

async function workerScript(source: SiteSource): Promise<string> {
  const { loaded, player, options = {}, seed, levels = [], unseated = [], opponent = null, levelFiles } = source;
  const { module, search } = loaded;
  const { id, version, title } = loaded.game;
  const rollout = search?.rollout ?? null;
  const member = await packageMembers(module);
  const trained = player ? trainedText(player.meta) : null;
  const setting: WorkerSetting = { options, seed: seed ?? null, trained, rollout, levels, unseated, opponent };
  const players = player !== undefined || (levelFiles?.size ?? 0) > 0;
  const pack = (['exactValues', 'evaluate', 'analysis'] as const)
    .filter((name) => loaded[name])
    .map((name) => `${name}: ${member(name)}`);
  const entry = `
    import ${ours('../web/no-eval')};
    import * as rules from ${JSON.stringify(module)};
    import { scriptedBots } from ${ours('../../env/game-package')};
    import { serveGame } from ${ours('../web/worker')};
    const load = ${players ? `(file = '${siteFiles.player}') => import(new URL('./' + file, import.meta.url).href)` : 'undefined'};
    serveGame(self, ${member('game')}, scriptedBots({ bots: ${member('bots')} }), ${JSON.stringify(setting)}, { ${pack.join(', ')} }, load);
  `;
  const first =
    `/*! Plays ${title} (${id}, rules version ${version}), made by tabletop-gym (MIT).\n` +
    ' * Contains zod (MIT, (c) 2025 Colin McDonnell) and seedrandom (MIT, (c) 2019 David Bau). */';
  return bundleModule(entry, siteFiles.worker, module, first.replace(/\*\/(?!$)/g, ''));
}

/** What the trained player is, in one line. */
function trainedText({ provenance: { training }, lookahead }: PlayerMeta): string {
  const inside = training ? insideText(training) : 'a trained player';
  return lookahead ? `${inside}; at full strength it looks ahead` : inside;
}

const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (letter) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[letter]!);

/** Pages around that of a game in a site of several (export/site/). */
const around = (shared: string): string =>
  `<link rel="up" href="${shared}index.html" title="All games">\n` +
  '<link rel="up" href="about.html" title="Rules and example games">\n';

/** What the head of every page begins with. @param kept it has a manifest: it opens without a network and can be installed */
export const headOf = (title: string, summary: string, kept: boolean): string => `<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escaped(contentPolicy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${escaped(summary)}">
<title>${escaped(title)}</title>
<link rel="icon" href="${offlineFiles.icon}" type="image/svg+xml">
${kept ? `<link rel="manifest" href="${offlineFiles.manifest}">\n` : ''}`;

const pageOf = (
  { title, summary }: GamePackage['game'],
  { offline = false, shared }: Pick<SiteSource, 'offline' | 'shared'>,
) => `<!doctype html>
<html lang="en">
<head>
${headOf(title, summary, offline)}${shared === undefined ? '' : around(shared)}<link rel="stylesheet" href="${shared ?? ''}${siteFiles.style}">
<script type="module" src="${shared ?? ''}${siteFiles.script}"></script>
</head>
<body>
<div id="page"><main><h1>${escaped(title)}</h1><noscript><p>This page plays the game with a script: switch scripts on.</p></noscript></main></div>
</body>
</html>
`;
