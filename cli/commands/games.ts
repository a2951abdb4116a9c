import path from 'node:path';
import type { Command } from 'commander';
import { findLadder, rungText } from '../../agents/ladder.js';
import { loadPlayer } from '../../agents/player-file/file-player.js';
import { insideText, panelRecordText } from '../../agents/player-file/provenance.js';
import type { PlayerPanel, PlayerTraining } from '../../agents/player-file/provenance-schema.js';
import { shippedFiles } from '../../agents/player-file/shipped.js';
import type { Game } from '../../env/game.js';
import { type GamePackage, scriptedBots } from '../../env/game-package.js';
import { loadGames } from '../../env/load-game.js';
import { UserError } from '../../env/user-error.js';
import { alignTable } from '../../eval/report.js';
import { gameReference } from '../../export/player/reference.js';
import { write } from '../output.js';
import { chooseGame, optionFields, printResult } from './shared.js';

/** `tabletop games [game]`: what there is to play, or the facts and options of one game. */
export function addGames(program: Command): void {
  program
    .command('games [game]')
    .description("list the games, or one game's options, bots and levels")
    .option('--reference', "print a game's observation, prompts, actions and view fields as Markdown")
    .option('--json', 'print one JSON object')
    .action(async (name: string | undefined, flags: { reference?: boolean; json?: boolean }) => {
      if (flags.reference) return printReference(name);
      if (name !== undefined) return showGame(name, flags.json);
      const list = (await loadGames()).map(({ game, bots }) => ({ ...facts(game), scripted: Object.keys(bots) }));
      printResult(flags.json, { games: list }, () =>
        [
          alignTable(
            [['game', 'title', 'players'], ...list.map((g) => [g.id, g.title, playersText(g.players)])],
            [0, 1],
          ),
          '',
          ...list.map((g) => `${g.id}: ${g.summary}`),
          '',
          'tabletop games <game> shows its options and scripted players; a path to a module works wherever a game does.',
        ].join('\n'),
      );
    });
}

async function printReference(name: string | undefined): Promise<void> {
  if (name === undefined) throw new UserError('--reference needs a game (tabletop games lists them)');
  const { game } = await chooseGame(name);
  write(gameReference(game));
}

function facts({ id, title, summary, version, seats, information }: Game) {
  return { id, title, summary, version, players: seats, information };
}

function playersText(players: { min: number; max: number }): string {
  return players.min === players.max ? String(players.min) : `${players.min}-${players.max}`;
}

/** A player that is shipped. */
interface ShippedPlayer {
  /** What commands call it. */
  agent: string;
  training: PlayerTraining | null;
  /** What it made of a panel of opponents; null: not recorded. */
  panel: PlayerPanel | null;
}

/** The players shipped for a game, and what is inside each. */
async function shippedPlayers(pack: GamePackage): Promise<ShippedPlayer[]> {
  const usual = {
    [shippedFiles(pack, 'fast')[0] ?? '']: 'player:fast',
    [shippedFiles(pack, 'strong')[0] ?? '']: 'player',
  };
  return Promise.all(
    shippedFiles(pack).map(async (file): Promise<ShippedPlayer> => {
      const { meta } = await loadPlayer(file, pack.game);
      const agent = usual[file] ?? `file:${path.relative('.', file)}`;
      const { training = null, panel = null } = meta.provenance;
      return { agent, training, panel };
    }),
  );
}

async function showGame(name: string, json?: boolean): Promise<void> {
  const chosen = await chooseGame(name);
  const { game } = chosen;
  const plans = Object.fromEntries(Object.entries(scriptedBots(chosen)).map(([bot, { plan }]) => [bot, plan]));
  const options = optionFields(game);
  const result = {
    ...facts(game),
    actions: game.actions,
    observation: game.observation,
    auxiliary: (game.auxiliary ?? []).map(({ name, size, loss, about }) => ({ name, size, loss, about })),
    prompts: game.prompts,
    scripted: plans,
    shipped: await shippedPlayers(chosen),
    ladder: findLadder(chosen)?.rungs ?? null,
    options,
  };
  printResult(json, result, () =>
    [
      `${game.title} (${game.id} ${game.version}), ${playersText(game.seats)} players`,
      game.summary,
      '',
      'Options (--options key=value,...):',
      alignTable(
        Object.entries(options).map(([key, field]) => [
          `  ${key}`,
          JSON.stringify(field.default),
          field.enum ? `one of ${field.enum.join(', ')}` : '',
          field.description ?? '',
        ]),
        [0, 1, 2, 3],
      ),
      '',
      'Scripted players:',
      ...Object.entries(plans).map(([bot, plan]) => `  scripted:${bot}${plan ? `  ${plan}` : ''}`),
      ...(result.auxiliary.length > 0 ? ['', 'What networks can learn to foresee (network.auxiliary):'] : []),
      ...result.auxiliary.map(({ name, about }) => `  ${name}  ${about}`),
      ...(result.shipped.length > 0 ? ['', 'Shipped players:'] : []),
      ...result.shipped.flatMap(({ agent, training, panel }) => [
        `  ${agent}  ${training ? insideText(training) : 'what is inside is not recorded'}`,
        ...(panel ? [`    won against a panel: ${panelRecordText(panel)}`] : []),
      ]),
      ...(result.ladder ? ['', 'Ladder (play --difficulty <level>):'] : []),
      ...(result.ladder ?? []).map((rung) => `  ${String(rung.level).padStart(2)}  ${rungText(rung)}`),
    ].join('\n'),
  );
}
