/** A position of a check, shown: where a failed one is, what led to it, and what is chosen there. */
import type { Agent } from '../agent.js';
import type { Game } from '../game.js';
import { type Bot, makerOf } from '../game-package.js';
import { type Address, legalActions, promptName, Trial } from './trial.js';

/** Decisions before it that are shown too. */
const BEFORE = 10;

/**
 * Plays a game of a check again, as far as one of its decisions.
 * @param bots as the check had them
 * @returns several lines
 * @throws Fault when the game cannot be played so far
 */
export function showStep(
  game: Game,
  bots: readonly (() => Agent)[] | Readonly<Record<string, Bot>>,
  { options, seed, step }: Address,
): string {
  const cut = seed.lastIndexOf('/');
  const makers = Object.values(bots as Readonly<Record<string, Bot>>).map(makerOf);
  const trial = new Trial(game, [options], 1, seed.slice(0, cut), 0, makers);
  const { position, moves } = trial.playTo(trial.indexOf(seed), step);
  const lines = [`${game.id}, options ${JSON.stringify(options)}, seed ${seed}`];
  if (!position) return [...lines, ...moves.slice(-BEFORE), `the game ends after ${moves.length} decisions`].join('\n');
  const { state, mask, legal } = position;
  return [
    ...lines,
    ...moves.slice(Math.max(0, step - BEFORE), step).map((move) => `  ${move}`),
    '',
    state.text(state.actor),
    '',
    `step ${step}: seat ${state.actor} at prompt ${promptName(game, state.prompt)}, ${legal} legal:`,
    ...legalActions(mask).map((action) => `  ${action}  ${state.actionText(action)}`),
    ...moves.slice(step).map((move) => `played: ${move}`),
  ].join('\n');
}
