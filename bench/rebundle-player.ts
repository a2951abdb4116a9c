/**
 * Remakes an exported player around its own weights: with the rules, views and bots as they are now, and all that it says of
 * itself (settings, options, provenance) as it was.
 *
 *   npx tsx bench/rebundle-player.ts players/doomspire.mjs
 *
 * The new file takes the place of the old one, or stands under --out, once it has passed its self-test. Then old and new
 * answer the same positions, of games that the player's advisor plays (or random play), and differences are printed: rules
 * that changed may be the reason, and an old player may refuse a view that tells more than it knows. --positions 0: none.
 */
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { actorCriticShape, countWeights, type NetworkShape } from '../agents/network/network.js';
import { loadPlayer } from '../agents/player-file/file-player.js';
import type { PlayerMeta, PlayerModule } from '../agents/player-file/player-module.js';
import { advisorNamed } from '../agents/policy/advisor.js';
import { RandomAgent } from '../agents/random.js';
import { opponentBots } from '../agents/spec.js';
import { SeededChance } from '../env/chance.js';
import type { Game } from '../env/game.js';
import { loadGame } from '../env/games/index.js';
import { UserError } from '../env/user-error.js';
import { LiveView } from '../env/view.js';
import { exportNetwork } from '../eval/export/export-network.js';
import { decodeWeights, encodeWeights } from '../eval/export/network-data.js';
import { commandLine, wholeNumber } from './command-line.js';

/** One decision in so many is compared, so that the positions are of all parts of many games. */
const EVERY = 23;

const { values: flags, positionals } = commandLine(
  import.meta.url,
  { out: { type: 'string' }, positions: { type: 'string', default: '500' } },
  1,
);
const [file] = positionals;
if (file === undefined) throw new UserError('name the player to remake, for example players/doomspire.mjs');
const wanted = wholeNumber('positions', flags.positions, 0);
await remake(file, flags.out ?? file);

async function remake(from: string, out: string): Promise<void> {
  if (!existsSync(from)) throw new UserError(`there is no player file ${from}: check the path`);
  const id = (await import(pathToFileURL(resolve(from)).href))?.meta?.game?.id;
  if (typeof id !== 'string') throw new UserError(`${from} is no exported player: make one with tabletop export`);
  const { game, module } = await loadGame(id);
  const old = await loadPlayer(from, game);
  const { meta } = old;
  const shape = shapeOf(meta);
  const packed = weightsIn(
    readFileSync(from, 'utf8'),
    from,
    countWeights(shape) * (meta.weights === 'float16' ? 2 : 4),
  );
  const weights = decodeWeights(shape, packed, meta.weights);
  if (!packed.equals(encodeWeights(shape, weights, meta.weights)))
    throw new Error(`${from}: its weights do not come back as they were`);
  const result = await exportNetwork(
    game,
    module,
    shape,
    weights,
    {
      format: 'js',
      out,
      weights: meta.weights,
      temperature: meta.temperature,
      lookahead: meta.lookahead,
      options: meta.options,
      provenance: meta.provenance,
    },
    meta.advisor === undefined ? undefined : advisorNamed(meta.advisor, game),
    meta.lookahead?.opponents && opponentBots(meta.lookahead.opponents, from, { game }),
  );
  console.log(`wrote ${out} (${result.bytes} bytes), self-test passed on ${result.checked.positions} positions`);
  if (wanted === 0) return;
  // The old module stays what it was in this process; under its own name it would be found again.
  const made = (await import(`${pathToFileURL(result.path).href}?remade`)) as PlayerModule;
  compare(game, old, made);
}

/** The network as it is told now, also of files that tell it without its heads. */
function shapeOf({ network }: PlayerMeta): NetworkShape {
  if ('heads' in network) return network;
  const { board, activation, ...sizes } = network;
  return actorCriticShape({
    ...sizes,
    activation: activation as NetworkShape['activation'],
    board: board && { squares: board.squares, planes: board.planes, output: board.action, width: board.width },
  });
}

/** The network's bytes: the one text in the file that holds as many as its weights take. */
function weightsIn(text: string, from: string, bytes: number): Buffer {
  const blocks = (text.match(/[A-Za-z0-9+/]{16,}={0,2}/g) ?? []).map((block) => Buffer.from(block, 'base64'));
  const fitting = blocks.filter((block) => block.length === bytes);
  if (fitting.length !== 1)
    throw new UserError(`${from}: found ${fitting.length} blocks of ${bytes} bytes of weights, wanted 1`);
  return fitting[0]!;
}

/** Has both players answer the same positions. */
function compare(game: Game, old: PlayerModule, made: PlayerModule): void {
  const { advisor, options } = made.meta;
  const agent = advisor === undefined ? new RandomAgent() : advisorNamed(advisor, game).create();
  const view = new LiveView(game);
  const differing: string[] = [];
  let refused = 0;
  let positions = 0;
  let decisions = 0;
  for (let number = 0; positions < wanted; number++) {
    const chance = new SeededChance(`remade/${number}`, game.streams);
    const state = game.newState(game.options.parse(options), chance);
    agent.reset(number);
    while (!state.over && positions < wanted) {
      const action = agent.act(view.show(state));
      if (decisions++ % EVERY === 0) {
        positions++;
        const json: unknown = JSON.parse(JSON.stringify(state.view!(state.actor)));
        const settings = { seed: decisions };
        const mine = made.act(json, settings);
        try {
          const theirs = old.act(json, settings);
          if (theirs.action !== mine.action)
            differing.push(`game ${number}, round ${state.round}: ${theirs.text}; now ${mine.text}`);
        } catch {
          refused++;
        }
      }
      state.apply(action, chance);
    }
  }
  console.log(`${positions - refused - differing.length} of ${positions} positions answered as before`);
  if (refused > 0) console.log(`${refused} refused by the player as it was`);
  for (const line of differing) console.log(`differs in ${line}`);
}
