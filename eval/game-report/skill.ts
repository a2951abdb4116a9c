/** Whether skill matters: one seat of the strongest level among weaker players, the seats rotated. */

import type { Seed } from '../../env/chance.js';
import { joinVarieties } from '../different-games.js';
import { evaluate } from '../evaluate.js';
import type { PoolSettings } from '../pool.js';
import { numberText, percent, plural, rateText } from '../report.js';
import type { Seating } from '../seats.js';
import { mean } from '../statistics.js';
import type { GameReport, Level, Skill } from './result.js';

/** The games against a weaker level are this share of the games of a level. */
const share = 1 / 4;

/** What is played. */
interface SkillRequest extends PoolSettings {
  otherOptions?: boolean;
  /** Of each level; a share of them is played against each weaker one. */
  games: number;
  seed?: Seed;
  onPhase?: (phase: string) => void;
}

/** Whether results are mean returns. */
export const byReturns = ({ byRewards, players }: Pick<GameReport, 'byRewards' | 'players'>): boolean =>
  byRewards && players > 1;

/**
 * Plays the strongest level against each weaker one; against random play where there is no weaker one.
 * @param level games of an agent among themselves
 */
export async function measureSkill(
  seating: Seating,
  levels: readonly string[],
  request: SkillRequest,
  level: (agent: string) => Promise<Level>,
): Promise<Skill[]> {
  const agent = levels.at(-1)!;
  const weaker = (levels.length > 1 ? levels.slice(0, -1) : ['random']).filter((level) => level !== agent);
  const games = Math.ceil(request.games * share);
  const seed = `${request.seed ?? 1}/skill`;
  const results: Skill[] = [];
  for (const against of weaker) {
    request.onPhase?.(`${agent} plays against ${against}`);
    const { workers, fleet, signal, onProgress, otherOptions = false } = request;
    const found = await evaluate({
      ...{ game: seating.source, options: seating.options, otherOptions, agent, against: [against], games, seed },
      ...{ workers, fleet, signal, onProgress },
    });
    const returns = byReturns({ byRewards: seating.game.scoring === 'rewards', players: seating.seats });
    results.push({
      ...{ agent, against, games: found.games },
      ...joinVarieties([found]),
      result: returns ? found.meanReturn : found.firstRate,
      equal: returns ? mean((await level(against)).seats.map(({ meanReturn }) => meanReturn.mean)) : found.parity,
    });
  }
  return results;
}

/** Sentences on it. */
export function skillTexts(skill: readonly Skill[], report: Pick<GameReport, 'byRewards' | 'players'>): string[] {
  const does = report.players > 1 ? 'comes first in' : 'scores higher on the same deals in';
  const said = ({ against, result, equal }: Skill) =>
    byReturns(report)
      ? `${numberText(result)} against ${against} (equal would be ${equal.toFixed(3)})`
      : `${rateText(result)} of its games against ${against}`;
  const sentence = (finding: string, some: readonly Skill[]) => {
    if (some.length === 0) return [];
    const { agent, equal } = some[0]!;
    const all = some.map(said).join(' and ');
    const counts = [...new Set(some.map(({ games }) => games))];
    const each = some.length > 1 && counts.length === 1 ? ' each' : '';
    const after = `, ${counts.map((games) => plural(games, 'game')).join(' and ')}${each}`;
    return [
      byReturns(report)
        ? `${finding}: the mean return of ${agent} is ${all}${after}.`
        : `${finding}: ${agent} ${does} ${all}${after}; equal would be ${percent(equal)}.`,
    ];
  };
  return [
    ...sentence('Skill matters', skill.filter(stronger)),
    ...sentence(
      'No difference in skill shows',
      skill.filter((one) => !stronger(one) && !weaker(one)),
    ),
    ...sentence('The levels are not in the order of their strength', skill.filter(weaker)),
  ];
}

const stronger = ({ result, equal }: Skill) => result.low > equal;
const weaker = ({ result, equal }: Skill) => result.high < equal;
