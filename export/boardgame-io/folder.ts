/** The folder that a game and its players are exported to for boardgame.io: modules for Node, browsers and bundlers. */
import { readFileSync } from 'node:fs';
import { requireViews } from '../network/export-network.js';
import { bundleModule, ours, packageMembers } from '../player/bundle.js';
import type { SiteSource } from '../web/site.js';
import { folderTypes } from './folder-types.js';
import type { HostSettings } from './host-game.js';

/** Names of the files. */
const hostFiles = {
  entry: 'index.mjs',
  types: 'index.d.mts',
  game: 'game.mjs',
  player: 'player.mjs',
} as const;

/** The contents of every file, by name. @throws UserError when the game's module cannot be bundled, or has no view JSON */
export async function folderOf({ loaded, player, options = {}, seed }: SiteSource): Promise<Map<string, string>> {
  const { game, module } = loaded;
  requireViews(game, game.options.parse(options), 'web');
  const { id, version, title } = game;
  const member = await packageMembers(module);
  const defaults: HostSettings = { options, ...(seed !== undefined && { seed }) };
  const code = `
    import ${ours('../web/no-eval')};
    import * as rules from ${JSON.stringify(module)};
    import { scriptedBots } from ${ours('../../env/game-package')};
    import { hostOf as host } from ${ours('../boardgame-io/host-bot')};
    const bots = scriptedBots({ bots: ${member('bots')} });
    const game = ${member('game')};
    export const hostOf = (trained) => host(game, bots, ${JSON.stringify(defaults)}, trained);
  `;
  const first =
    `/*! ${title} (${id}, rules version ${version}) for boardgame.io, made by tabletop-gym (MIT).\n` +
    ' * Contains zod (MIT, (c) 2025 Colin McDonnell) and seedrandom (MIT, (c) 2019 David Bau). */';
  const files = new Map<string, string>([
    [hostFiles.entry, entryOf(title, player !== undefined)],
    [hostFiles.types, folderTypes(game)],
    [hostFiles.game, await bundleModule(code, hostFiles.game, module, first.replace(/\*\/(?!$)/g, ''))],
  ]);
  if (player) files.set(hostFiles.player, readFileSync(player.file, 'utf8'));
  return files;
}

/** What others import: small and not bundled, so that any bundler finds what it is made of. */
const entryOf = (
  title: string,
  trained: boolean,
): string => `// ${title.replace(/\s+/g, ' ')} for boardgame.io: docs/boardgame.io.md of tabletop-gym.
import { hostOf } from './${hostFiles.game}';
${trained ? `import * as trained from './${hostFiles.player}';\n` : ''}
export const { game, gameOf, botOf, players } = hostOf(${trained ? 'trained' : ''});
export default game;
`;
