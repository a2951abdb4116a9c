/** A position of a check, shown: where a failed one is, what led to it, and what is chosen there. */
import type { Agent } from '../agent.js';
import type { Game } from '../game.js';
import { type Bot, makerOf } from '../game-package.js';
import type { Address } from './fault.js';
import { legalActions, promptName, Trial } from './trial.js';

/** Decisions before it that are shown too. */
const BEFORE = 10;

/** A position of a check. */
export interface ShownStep {
  game: string;
  options: unknown;
  seed: string;
  step: number;
  /** The decisions before it, in words: the last ones. */
  before: string[];
  /** The game ends after so many decisions, which are fewer; null: it goes on so far. */
  ended: number | null;
  /** Null where the game ended. `played`: what is chosen there, in words; null where nobody could. */
  position: {
    seat: number;
    prompt: string;
    text: string;
    legal: { action: number; text: string }[];
    played: string | null;
  } | null;
}

/**
 * Plays a game of a check again, as far as one of its decisions.
 * @param bots as the check had them
 * @throws Fault when the game cannot be played so far
 */
export function showStep(
  game: Game,
  bots: readonly (() => Agent)[] | Readonly<Record<string, Bot>>,
  { options, seed, step }: Address,
): ShownStep {
  const cut = seed.lastIndexOf('/');
  const makers = Object.values(bots as Readonly<Record<string, Bot>>).map(makerOf);
  const trial = new Trial(game, [options], 1, seed.slice(0, cut), 0, makers);
  const { position, moves } = trial.playTo(trial.indexOf(seed), step);
  const facts = { game: game.id, options, seed, step };
  if (!position) return { ...facts, before: moves.slice(-BEFORE), ended: moves.length, position: null };
  const { state, mask } = position;
  const legal = legalActions(mask).map((action) => ({ action, text: state.actionText(action) }));
  const { actor: seat } = state;
  return {
    ...facts,
    before: moves.slice(Math.max(0, step - BEFORE), step),
    ended: null,
    position: {
      seat,
      prompt: promptName(game, state.prompt),
      text: state.text(seat),
      legal,
      played: moves[step] ?? null,
    },
  };
}

/** For people, several lines. */
export function stepText({ game, options, seed, step, before, ended, position }: ShownStep): string {
  const lines = [`${game}, options ${JSON.stringify(options)}, seed ${seed}`, ...before.map((move) => `  ${move}`)];
  if (!position) return [...lines, `the game ends after ${ended} decisions`].join('\n');
  const { seat, prompt, text, legal, played } = position;
  return [
    ...lines,
    '',
    text,
    '',
    `step ${step}: seat ${seat} at prompt ${prompt}, ${legal.length} legal:`,
    ...legal.map((one) => `  ${one.action}  ${one.text}`),
    ...(played === null ? [] : [`played: ${played}`]),
  ].join('\n');
}
