/** A comparison as Markdown. */

import { networkText } from '../../agents/network/network.js';
import type { TrainingSpeed } from '../../training/speed/measure.js';
import type { Compared, Measured } from './compared.js';
import type { LoopResult } from './loop.js';
import type { PeerVersions } from './peer.js';
import type { StepResult } from './step.js';

/** Everything of one run. */
export interface Comparison {
  command: string;
  machine: { cpu: string; cores: number; memoryGiB: number; node: string; loadBefore: number; loadAfter: number };
  versions: PeerVersions | null;
  loop: LoopResult | null;
  step: StepResult | null;
  /** Ours alone: as configured first, then one change at a time. */
  alone: (TrainingSpeed & { what: string })[];
}

const rate = (x: number) => Math.round(x).toLocaleString('en-US');
const milliseconds = (x: number) => x.toFixed(2);
const percent = (share: number) => `${(100 * share).toFixed(0)} %`;

/** The page. */
export function report({ command, machine, versions, loop, step, alone }: Comparison): string {
  const load = `load ${machine.loadBefore.toFixed(2)} before, ${machine.loadAfter.toFixed(2)} after`;
  const peers = versions
    ? `Python ${versions.python}, PyTorch ${versions.torch} on the CPU, stable-baselines3 ${versions.stableBaselines3}, sb3-contrib ${versions.sb3Contrib}, NumPy ${versions.numpy}.`
    : '';
  const parts = [
    '# Speed of training, beside PyTorch and sb3-contrib',
    `Command: \`${command}\``,
    `Machine: ${machine.cpu}, ${machine.cores} cores, ${machine.memoryGiB} GiB, Node ${machine.node}; ${load}. ${peers}`.trim(),
    'Medians; the sides take turns, each once a round. A ratio is the median of the rounds, with the worst and the best one;\nabove 1 we are faster.',
  ];
  if (loop) {
    const { game, version, preset, seed, inputs, actions, trunk, actionWidth, games, rows, minibatch, epochs } = loop;
    const board = actionWidth > 0 ? `, features of actions ${actionWidth}` : '';
    parts.push(
      '## The whole loop',
      [
        `Learned decisions a second of the whole PPO loop. Ours: \`${game}\` ${version}, ${inputs} inputs, ${actions} actions, preset`,
        `\`${preset}\`, seed ${seed}, hidden layers ${trunk.join('-')}${board}, the policy in all seats, ${loop.workers} workers,`,
        `${loop.learnerThreads} threads to learn; rules, observations and checkpoints included. Theirs: MaskablePPO, ${loop.theirThreads} threads, with an`,
        `environment that returns the same arrays again and again. Both: ${games} games side by side, ${rows} rows an update,`,
        `minibatches of ${minibatch}, ${epochs} epochs, none cut short; ${loop.rounds} rounds of ${loop.updatesARound} updates, the first of each left out.`,
      ].join('\n'),
      ...compared(loop, 'decisions/s', rate),
    );
  }
  if (step)
    parts.push(
      '## One gradient step',
      [
        `Milliseconds of forward, PPO loss, backward, clipping and Adam: ${step.network}, ${step.rows} rows, one thread each, from the`,
        `same weights on the same rows (seed \`${step.seed}\`; both report the same losses and lengths over the first steps, to ${step.difference.toExponential(0)}).`,
        `Ours includes gathering the rows in a new order, and what it does once an update of four steps; PyTorch's not. ${step.rounds} rounds of ${step.stepsARound} steps.`,
      ].join('\n'),
      ...compared(step, 'ms', milliseconds),
    );
  const first = alone[0];
  if (first) {
    const { setup, loop: own } = first;
    const { network } = setup;
    parts.push(
      '## Ours alone',
      [
        `As configured: network ${networkText(network)}; ${setup.engine}, ${setup.games} games,`,
        `${setup.decisionsPerUpdate} rows an update, ${setup.minibatch} a step, ${setup.epochs} epochs, ${setup.workers} workers, ${setup.learnerThreads} threads to learn, seed ${setup.seed}.`,
        `Other rows change one thing. Medians of ${own.updates.length}; the time of the loop divides into play, observe, infer, learn and the rest (gathering`,
        'rows, waiting for the slower player, checkpoints). The same as a picture: [train-speed.svg](train-speed.svg).',
      ].join('\n'),
      table([
        ['', 'loop/s', 'play only/s', 'step ms', 'rows a step', 'play', 'observe', 'infer', 'learn', 'rest'],
        ...alone.map(({ what, loop: one, rollout, learner }) => [
          what,
          rate(one.decisionsPerSecond),
          rate(rollout.decisionsPerSecond),
          milliseconds(learner.stepMilliseconds),
          String(Math.round(learner.rows)),
          ...Object.values(one.time).map(percent),
        ]),
      ]),
    );
  }
  return `${parts.join('\n\n')}\n`;
}

function compared({ ours, theirs, ratios }: Compared, unit: string, show: (x: number) => string): string[] {
  const row = ({ name, median, low, high, n }: Measured) => [name, show(median), show(low), show(high), String(n)];
  return [
    table([['', unit, 'lowest', 'highest', 'n'], ...[...ours, ...theirs].map(row)]),
    table([
      ['ours', 'theirs', 'ratio', 'worst round', 'best round'],
      ...ratios.map(({ ours: a, theirs: b, ratio, low, high }) => [
        a,
        b,
        ...[ratio, low, high].map((x) => x.toFixed(2)),
      ]),
    ]),
  ];
}

function table([head, ...rows]: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  return [line(head!), line(head!.map((_, i) => (i === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n');
}
