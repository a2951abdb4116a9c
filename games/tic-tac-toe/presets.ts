/** Settings for training, measured by bench/acceptance.ts. */
import type { GamePresets } from '../../training/presets/game-presets.js';
import { oneThread } from '../../training/presets/small.js';
import type { ConfigInput, PhaseInput } from '../../training/run/config.js';

function ticTacToeRun(ppo: Partial<PhaseInput<'ppo'>>, evaluation: ConfigInput['evaluation']): ConfigInput {
  return {
    ...oneThread,
    games: 64,
    decisionsPerUpdate: 4096,
    network: { trunk: [128, 128] },
    evaluation: { against: ['random', 'scripted:perfect'], reportBlocks: 100, ...evaluation },
    phases: [
      {
        algorithm: 'ppo',
        learningRate: { from: 1e-3, to: 0 },
        minibatch: 512,
        targetKl: 0.05,
        snapshots: { share: 0.1 },
        ...ppo,
      },
    ],
  };
}
export const presets = {
  quickstart: ticTacToeRun(
    { decisions: 400_000, entropy: { from: 0.1, to: 0.01 }, opponents: [{ agent: 'random', share: 0.15 }] },
    { every: 10, blocks: 50 },
  ),
  // This policy must answer every move, odd ones included. So the entropy bonus keeps all moves possible to the end,
  // and random players, who let traps pass that a better player would spring, leave half-way. The last policy is kept:
  // no policy wins against `scripted:perfect`, so the best of several would be the one that beats random players most
  // often.
  standard: ticTacToeRun(
    {
      decisions: 2_500_000,
      entropy: { from: 0.15, to: 0.05 },
      opponents: [{ agent: 'random', share: { from: 0.15, to: 0, until: 0.5 } }],
    },
    { every: 0 },
  ),
} satisfies GamePresets;
