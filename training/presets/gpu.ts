/**
 * Settings for a graphics card, for any game: expert iteration, most of whose time goes into judging positions, with a network
 * that is slow on a processor. Many games are searched side by side, so that a call has many positions.
 */
import type { ConfigInput } from '../run/config.js';
import { mergeConfig } from '../run/merge-config.js';

/**
 * @param base expert iteration as the game has it
 * @param planes of the game's board, which ten residual blocks read; empty where it declares none
 */
export const onCard = (base: ConfigInput, planes: readonly string[]): ConfigInput =>
  mergeConfig(base, {
    device: 'gpu',
    network: planes.length > 0 ? tenBlocks(planes) : { trunk: [1024, 1024] },
    // A run measures on the processor, where such a network would take longer than the training: `evaluate --device gpu` does not.
    evaluation: { every: 0, reportBlocks: 0 },
    phases: [
      {
        algorithm: 'expert-iteration',
        shards: 4,
        games: 256,
        window: { from: 1, to: 8 },
        reuse: 2,
        minibatch: 2048,
        learningRate: { from: 5e-4, to: 5e-5 },
      },
    ],
  });

/** A residual tower. @param planes names of pieces, or `all` */
export const tenBlocks = (planes: readonly string[]) => ({
  trunk: [256],
  planes: [...planes],
  filters: 64,
  blocks: 10,
});
