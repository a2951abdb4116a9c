/**
 * Plays blocks of games side by side in this thread, so that agents whose networks lie on a device ask it in one call for many
 * games. This thread alone has the device.
 */
import type { DeferredAgent } from '../agents/deferred/deferred-agent.js';
import { DeviceNetworks } from '../agents/deferred/device-networks.js';
import type { Device } from '../agents/network/engines/device.js';
import { loadAgent, loadDeferred } from '../agents/spec/load.js';
import type { Agent } from '../env/agent.js';
import { loadGame } from '../env/load-game.js';
import { TurnEnv } from '../env/turn-env.js';
import { addUntimed, type Effort, EffortMeter } from './effort.js';
import { playDeferredMatch } from './match.js';
import type { Outcome } from './outcome.js';
import { type Blocks, gamesOf, Seats, type TableSettings } from './table.js';

/** Games at a time. */
export const GAMES = 64;

/** What hears of the games. */
interface Hearing {
  /** A game is over. */
  onGame(): void;
  /** A block is, in any order. */
  deliver(index: number, outcomes: Outcome[], effort: Effort[]): void;
  signal: AbortSignal | undefined;
}

/** A block whose games are not all over. */
interface Open {
  outcomes: Outcome[];
  effort: Effort[];
  left: number;
}

/**
 * Plays them all.
 * @throws UserError as `playBlocks`, and when the device is lost
 */
export async function playSideBySide(
  settings: TableSettings,
  blocks: Blocks,
  device: Device,
  { onGame, deliver, signal }: Hearing,
): Promise<void> {
  const { detail, options, otherOptions } = settings;
  const loaded = await loadGame(settings.game);
  const networks = new DeviceNetworks(device);
  const environment = () => new TurnEnv(loaded.game, { options });
  const context = { ...loaded, options: environment().options, otherOptions };
  const makers: (() => Agent | DeferredAgent)[] = [];
  for (const spec of settings.agents)
    makers.push(loadDeferred(spec, context, networks) ?? (await loadAgent(spec, context)));

  const open = new Map<number, Open>();
  const jobs = gamesInOrder(blocks);
  const failed = new AbortController();
  const given = signal ? AbortSignal.any([signal, failed.signal]) : failed.signal;
  const table = async () => {
    const env = environment();
    const seats = new Seats(makers);
    const meters = settings.effort ? makers.map(() => new EffortMeter(false)) : undefined;
    for (let job = jobs.next(); !job.done; job = jobs.next()) {
      given.throwIfAborted();
      const [index, game] = job.value;
      const block = blocks.at(index)!;
      const seating = block.seatings[game]!;
      const { agents: _names, ...outcome } = await playDeferredMatch(
        env,
        seats.taken(seating),
        block.seed,
        { detail, meters: meters && seating.map((agent) => meters[agent]!), opening: block.opening },
        given,
      );
      const effort = meters?.map((meter) => meter.take()) ?? [];
      const known = open.get(index) ?? { outcomes: [], effort: [], left: block.seatings.length };
      open.set(index, known);
      known.outcomes[game] = outcome;
      known.effort = effort.map((one, agent) => (known.effort[agent] ? addUntimed(known.effort[agent], one) : one));
      onGame();
      if (--known.left > 0) continue;
      open.delete(index);
      deliver(index, known.outcomes, known.effort);
    }
  };
  const tables = Array.from({ length: Math.min(GAMES, gamesOf(blocks)) }, table);
  try {
    await Promise.all(tables);
  } catch (error) {
    // The others may still wait for the device.
    failed.abort(error);
    await Promise.allSettled(tables);
    throw error;
  } finally {
    networks.dispose();
  }
}

/** Block and game of every game. */
function* gamesInOrder(blocks: Blocks): Generator<[index: number, game: number]> {
  for (let index = 0; index < blocks.length; index++)
    for (let game = 0; game < blocks.at(index)!.seatings.length; game++) yield [index, game];
}
