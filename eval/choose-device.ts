/** Where the networks of agents lie that play each other: on the processor, or on a graphics card; and which is faster. */
import { availableParallelism } from 'node:os';
import { DeviceNetworks } from '../agents/deferred/device-networks.js';
import { forwardTimes } from '../agents/deferred/forward-times.js';
import { type Device, findDevice, PLAYING } from '../agents/network/engines/device.js';
import { loadOnnx } from '../agents/network/engines/onnx.js';
import type { AgentContext } from '../agents/spec/kind.js';
import { computesNetwork, loadDeferred } from '../agents/spec/load.js';
import { UserError } from '../env/user-error.js';
import { GAMES } from './side-by-side.js';

/** What may be asked for. */
export const playingDevices = ['cpu', 'gpu', 'auto'] as const;
export type PlayingDevice = (typeof playingDevices)[number];

/** Where networks lie. */
export interface ChosenDevice {
  /** Undefined: on the processor. */
  device: Device | undefined;
  /** Where `auto` was asked for: what was taken, and why, in one line. */
  why: string | undefined;
}

/**
 * Where the networks of these agents are to lie. `auto` is measured once, with these networks and as many positions a call as
 * these games have.
 * @param agents specs
 * @param games that are played
 * @param open the graphics card. Default: the one that is there
 * @throws UserError for `gpu` where there is none, or an agent cannot use it
 */
export async function choosePlayingDevice(
  wanted: PlayingDevice,
  agents: readonly string[],
  context: AgentContext,
  games: number,
  open = () => findDevice(loadOnnx(), PLAYING),
): Promise<ChosenDevice> {
  if (wanted === 'cpu') return { device: undefined, why: undefined };
  const computing = [...new Set(agents)].filter((spec) => computesNetwork(spec, context));
  try {
    if (computing.length === 0)
      throw new UserError('none of these agents has a network that can lie on a graphics card: use --device cpu');
    const device = await open();
    const networks = new DeviceNetworks(device);
    try {
      const makers = computing.map((spec) => loadDeferred(spec, context, networks)!);
      if (wanted === 'gpu') return { device, why: undefined };
      const batch = Math.max(...makers.map((make) => make().batch ?? 1));
      const rows = Math.min(GAMES, games) * batch;
      const threads = availableParallelism();
      let [cpu, gpu] = [0, 0];
      for (const policy of networks.policies) {
        const times = await forwardTimes(device, policy, rows);
        cpu += times.cpu / threads;
        gpu += times.gpu;
      }
      const faster = gpu < cpu;
      const ms = (time: number) => `${time.toPrecision(2)} ms`;
      const why = `${faster ? 'a graphics card' : 'the processor'}: ${ms(cpu)} a position on the processor with ${threads} threads, ${ms(gpu)} on the card with ${rows} a call`;
      return { device: faster ? device : undefined, why };
    } finally {
      networks.dispose();
    }
  } catch (error) {
    if (wanted === 'gpu' || !(error instanceof UserError)) throw error;
    return { device: undefined, why: `the processor: ${error.message.replace(/: use --device cpu$/, '')}` };
  }
}
