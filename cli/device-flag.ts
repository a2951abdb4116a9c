/** `--device`: where the networks of agents lie that play. */
import process from 'node:process';
import { Option } from 'commander';
import type { Device } from '../agents/network/engines/device.js';
import type { AgentContext } from '../agents/spec/kind.js';
import { UserError } from '../env/user-error.js';
import { choosePlayingDevice, type PlayingDevice, playingDevices } from '../eval/choose-device.js';

/** The flag of commands that play many games. */
export const deviceOption = () =>
  new Option(
    '--device <name>',
    'where networks of policies lie: cpu, gpu, or auto, the faster, measured (default: cpu)',
  ).choices(playingDevices);

/**
 * The device that the flags of a command mean, undefined for the processor. Tells what `auto` took.
 * @param agents specs
 * @param games that are played
 * @throws UserError where there is none, an agent cannot use it, or threads or other machines are asked for too
 */
export async function deviceOf(
  flags: { device?: PlayingDevice; workers?: number | undefined; queue?: string | undefined },
  agents: readonly string[],
  context: AgentContext,
  games: number,
): Promise<Device | undefined> {
  const { device: wanted = 'cpu' } = flags;
  if (wanted === 'cpu') return undefined;
  const other = (['workers', 'queue'] as const).find((flag) => flags[flag] !== undefined);
  if (other)
    throw new UserError(
      `--device ${wanted}: games are played side by side in one thread, which --${other} does not use: leave one of them out`,
    );
  const { device, why } = await choosePlayingDevice(wanted, agents, context, games);
  if (why) process.stderr.write(`device: ${why}\n`);
  return device;
}
