/**
 * Who is asked next, and what. The framework may let several players act at once (`activePlayers`). Here one is asked after
 * the other: the one with the fewest moves in this stage first, those with as many in turn order from the current player on.
 * What others see of the answers meanwhile is for the game's `playerView` to say.
 */
import { UserError } from '../user-error.js';
import type { Ctx, Named } from './framework.js';

/** Neither a phase nor a stage. */
const TURN = 'turn';

const nameOf = (phase: string | null, stage: string | null | undefined): string =>
  stage ? (phase ? `${phase}: ${stage}` : stage) : (phase ?? TURN);

/** Names of the kinds of decision: phases, and the stages of each. */
export function promptsOf({ turn, phases = {} }: Named): string[] {
  const all = Object.entries(phases);
  // A game that is always in some phase.
  const always = all.some(([, { start }]) => start) && all.every(([, { next }]) => next !== undefined);
  const places: [string | null, typeof turn][] = all.map(([name, phase]) => [name, phase.turn ?? turn]);
  if (!always) places.unshift([null, turn]);
  return places.flatMap(([phase, { stages = {} } = {}]) => [
    nameOf(phase, null),
    ...Object.keys(stages).map((stage) => nameOf(phase, stage)),
  ]);
}

/** The kind of decision of a player. @throws UserError when the game is in a phase or stage that it does not declare */
export function promptOf(game: string, prompts: readonly string[], ctx: Ctx, playerID: string): number {
  const name = nameOf(ctx.phase, ctx.activePlayers?.[playerID]);
  const prompt = prompts.indexOf(name);
  if (prompt < 0) throw new UserError(`${game}: the game is at '${name}', but declares no such phase or stage`);
  return prompt;
}

/** Players who may act, the one to ask first before the others. */
export function candidates({ activePlayers, currentPlayer, playOrder, _activePlayersNumMoves: moves }: Ctx): string[] {
  if (!activePlayers) return [currentPlayer];
  const at = Math.max(0, playOrder.indexOf(currentPlayer));
  const order = [...playOrder.slice(at), ...playOrder.slice(0, at)];
  const active = Object.keys(activePlayers);
  const place = (id: string) => (order.includes(id) ? order.indexOf(id) : order.length + Number(id));
  return active.sort((a, b) => (moves?.[a] ?? 0) - (moves?.[b] ?? 0) || place(a) - place(b));
}
