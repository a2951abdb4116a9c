/** Levels of a ladder in a page: who plays each, as plain data that the page's script is made with. */

import { type Ladder, LEVELS, rungOf, rungText } from '../../agents/ladder.js';
import type { PlayerLadder } from '../../agents/player-file/player-module.js';
import { ratingText } from '../../agents/player-file/provenance.js';
import { playerSettings } from '../../agents/spec/exported.js';
import { ofKind } from '../../agents/spec/grammar.js';
import type { AgentContext } from '../../agents/spec/kind.js';
import { player } from '../../agents/spec/kinds/player.js';
import { random } from '../../agents/spec/kinds/random.js';
import { scripted } from '../../agents/spec/kinds/scripted.js';
import { search } from '../../agents/spec/kinds/search.js';
import { loadAgent, parseSpec } from '../../agents/spec/load.js';
import { UserError } from '../../env/user-error.js';
import type { LevelSeat, PageLevel } from './players.js';

/** Who plays a level, as far as a page can seat it; undefined where it cannot. */
function seatOf(agent: string, context: AgentContext, trained: boolean): LevelSeat | undefined {
  const parsed = parseSpec(agent, context);
  const { what, options } = parsed;
  if (ofKind(parsed, random)) return { kind: 'random' };
  const bot = ofKind(parsed, scripted);
  if (bot) return { kind: 'scripted', name: what, ...bot.options };
  const shipped = ofKind(parsed, player);
  if (shipped && what === '' && trained) return { kind: 'trained', settings: playerSettings(shipped) };
  // Where a search looks ahead, or cuts its rollouts, it needs more than the page has.
  const plain = Object.keys(options).length === 0 && context.search?.margin === undefined && !context.evaluate;
  if (ofKind(parsed, search) && plain && /^\d+$/.test(what)) return { kind: 'search', simulations: Number(what) };
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
    levels.push(pageLevel(rung.level, rungText(rung), seat));
  }
  return levels;
}

/** The levels that a player's file carries: all are played by it. */
export const playerLevels = ({ levels }: PlayerLadder): PageLevel[] =>
  levels.map(({ level, settings, rating }) =>
    pageLevel(level, `rating ${ratingText(rating)}, the trained player`, { kind: 'trained', settings }),
  );

const levelSpec = (level: number): string => `level:${level}`;

const pageLevel = (level: number, about: string, seat: LevelSeat): PageLevel => ({
  spec: levelSpec(level),
  name: `Level ${level} of ${LEVELS}`,
  about,
  seat,
});

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
  const spec = levelSpec(level);
  if (levels.some((one) => one.spec === spec)) return spec;
  const { rung } = rungOf(level, context, file);
  throw new UserError(
    `level ${level} of ${LEVELS} is ${rung.agent}, which this page cannot seat: play it in the terminal`,
  );
}
