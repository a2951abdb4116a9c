/** Levels of a ladder in a page: who plays each, as plain data that the page's script is made with. */

import { gamePlayers } from '../../agents/bots/index.js';
import { type Ladder, LEVELS, rungOf, rungText } from '../../agents/ladder.js';
import type { FilePlayerSettings } from '../../agents/player-file/file-player.js';
import type { PlayerLadder } from '../../agents/player-file/player-module.js';
import { ratingText } from '../../agents/player-file/provenance.js';
import { type AgentContext, loadAgent, parseSpec } from '../../agents/spec.js';
import { UserError } from '../../env/user-error.js';
import type { LevelSeat, PageLevel } from './players.js';

/** Who plays a level, as far as a page can seat it; undefined where it cannot. */
function seatOf(agent: string, context: AgentContext, trained: boolean): LevelSeat | undefined {
  const { kind, what, options } = parseSpec(agent, context);
  const number = (name: string) => (options.has(name) ? Number(options.get(name)) : undefined);
  if (kind === 'random') return { kind };
  if (kind === 'scripted')
    return { kind, name: what, temperature: number('temperature'), mistakes: number('mistakes') };
  if (kind === 'player' && what === '' && trained) {
    const said = options.get('difficulty');
    const difficulty = (/^[a-z]/.test(said ?? '') ? said : number('difficulty')) as FilePlayerSettings['difficulty'];
    return { kind: 'trained', settings: { difficulty, topK: number('topk') } };
  }
  // Where a search looks ahead, or cuts its rollouts, it needs more than the page has.
  const { margin, evaluate } = gamePlayers(context.game.id);
  if (kind === 'search' && options.size === 0 && /^\d+$/.test(what) && margin === undefined && !evaluate)
    return { kind, simulations: Number(what) };
  return undefined;
}

/**
 * The levels that a page can seat.
 * @param trained the page's trained player is the one shipped for the game
 * @throws UserError when an agent of the ladder is not there
 */
export async function pageLevels(ladder: Ladder, context: AgentContext, trained: boolean): Promise<PageLevel[]> {
  const levels: PageLevel[] = [];
  for (const rung of ladder.rungs) {
    const seat = seatOf(rung.agent, context, trained);
    if (!seat) continue;
    // Says what is wrong with it while somebody is there to read it.
    await loadAgent(rung.agent, context);
    const [spec, name] = [`level:${rung.level}`, `Level ${rung.level} of ${LEVELS}`];
    levels.push({ spec, name, about: rungText(rung), seat });
  }
  return levels;
}

/** The levels that a player's file carries: all are played by it. */
export const playerLevels = ({ levels }: PlayerLadder): PageLevel[] =>
  levels.map(({ level, settings, rating }) => ({
    ...{ spec: `level:${level}`, name: `Level ${level} of ${LEVELS}` },
    about: `rating ${ratingText(rating)}, the trained player`,
    seat: { kind: 'trained', settings },
  }));

/**
 * The level that a page begins with.
 * @throws UserError when the ladder has none that a page can seat
 */
export function levelOffered(
  level: number,
  levels: readonly PageLevel[],
  context: AgentContext,
  file?: string,
): string {
  const spec = `level:${level}`;
  if (levels.some((one) => one.spec === spec)) return spec;
  const { rung } = rungOf(level, context.game, context.options, file);
  throw new UserError(
    `level ${level} of ${LEVELS} is ${rung.agent}, which this page cannot seat: play it in the terminal`,
  );
}
