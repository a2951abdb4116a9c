/** Levels of a ladder in a page: who plays each, as plain data that the page's script is made with. */

import { type Ladder, LEVELS, rungOf } from '../../agents/ladder.js';
import type { PlayerLadder } from '../../agents/player-file/player-module.js';
import { ratingText } from '../../agents/player-file/provenance.js';
import { playerSettings } from '../../agents/spec/exported.js';
import { ofKind } from '../../agents/spec/grammar.js';
import type { AgentContext } from '../../agents/spec/kind.js';
import { player } from '../../agents/spec/kinds/player.js';
import { random } from '../../agents/spec/kinds/random.js';
import { scripted } from '../../agents/spec/kinds/scripted.js';
import { search, searchPlan } from '../../agents/spec/kinds/search.js';
import { loadAgent, parseSpec } from '../../agents/spec/load.js';
import { UserError } from '../../env/user-error.js';
import type { Estimate } from '../../eval/statistics.js';
import type { LevelSeat } from './level-seat.js';
import { personaName } from './personas.js';
import type { PageLevel } from './players.js';

/** Levels of a page, with what they need. */
export interface SeatedLevels {
  levels: PageLevel[];
  /** Files of trained players beside the page's own, by the name that they get in the folder. */
  files: Map<string, string>;
  /** Levels that no page can seat, each with its agent and why, in words. */
  unseated: string[];
}

/** Why a page cannot seat who is written there. */
class Unseated extends Error {}

/**
 * The levels of a ladder in a page.
 * @param own path of the page's trained player
 * @throws UserError when an agent of the ladder is not there
 */
export async function pageLevels(ladder: Ladder, context: AgentContext, own?: string): Promise<SeatedLevels> {
  const files = new Map<string, string>();
  /** What the file of a trained player is called in the folder. */
  const named = (file: string): string | undefined => {
    if (file === own) return undefined;
    const known = [...files].find(([, path]) => path === file)?.[0];
    const name = known ?? `player-${files.size + 2}.mjs`;
    files.set(name, file);
    return name;
  };
  const levels: PageLevel[] = [];
  const unseated: string[] = [];
  for (const rung of ladder.rungs) {
    try {
      const seat = await seatOf(rung.agent, context, named);
      // Says what is wrong with it while somebody is there to read it.
      await loadAgent(rung.agent, context);
      levels.push(pageLevel(rung.level, rung.rating, seat));
    } catch (error) {
      if (!(error instanceof Unseated)) throw error;
      unseated.push(`level ${rung.level} (${rung.agent}: ${error.message})`);
    }
  }
  return { levels, files, unseated };
}

/**
 * Who plays a level.
 * @param named what the file of a trained player is called in the folder; undefined: it is the page's own
 * @throws Unseated
 */
async function seatOf(
  agent: string,
  context: AgentContext,
  named: (file: string) => string | undefined,
): Promise<LevelSeat> {
  const parsed = parseSpec(agent, context);
  if (ofKind(parsed, random)) return { kind: 'random' };
  const bot = ofKind(parsed, scripted);
  if (bot) return { kind: 'scripted', name: bot.what, ...bot.options };
  const shipped = ofKind(parsed, player);
  if (shipped) {
    const file = await player.file!(shipped, context);
    return { kind: 'trained', settings: playerSettings(shipped), file: named(file!) };
  }
  const searching = ofKind(parsed, search);
  if (!searching) throw new Unseated('it plays by a run on this machine; export that as a player');
  if (searching.options.evaluation !== undefined) throw new Unseated('a run on this machine judges for it');
  return { kind: 'search', plan: searchPlan(searching, context) };
}

/** The levels that a player's file carries: all are played by it. */
export const playerLevels = ({ levels }: PlayerLadder): PageLevel[] =>
  levels.map(({ level, settings, rating }) => pageLevel(level, rating, { kind: 'trained', settings }));

const levelSpec = (level: number): string => `level:${level}`;

const pageLevel = (level: number, rating: Estimate, seat: LevelSeat): PageLevel => ({
  spec: levelSpec(level),
  name: `Level ${level} of ${LEVELS}: ${personaName(level)}`,
  about: `rating ${ratingText(rating)}`,
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
