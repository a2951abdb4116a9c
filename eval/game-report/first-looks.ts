/** What to look at first in a report: sentences computed from it, the most telling first. */
import { percent, rateText } from '../report.js';
import type { Analysis, GameReport, Level } from './result.js';

/** A corrected p-value below this is called sure. */
export const sureBelow = 0.05;

/** @param analysis null where only the games were summed up. @returns at least one sentence */
export function firstLooks(report: Omit<GameReport, 'first'>, analysis: Analysis | null): string[] {
  const { levels, parity } = report;
  const { decided = null, associations = [], effects = [], choices = [] } = analysis ?? {};
  const top = levels.at(-1)!;
  const said: string[] = [];
  if (report.players > 1) said.push(turnOrderText(top, parity));
  for (const { agent, truncatedShare } of levels)
    if (truncatedShare.mean > 0.05)
      said.push(
        `${percent(truncatedShare.mean)} of the games of ${agent} do not end by the rules: they are truncated by the cap.`,
      );
  const begin = decided?.rounds[0];
  const fixed = begin !== undefined && begin.alike > begin.games / 2;
  const early = decided?.rounds.find(({ favourite }) => favourite.mean >= 0.9);
  if (fixed)
    said.push(
      `Playouts do not tell when games are decided: in ${begin.alike} of ${begin.games} positions of round ${begin.round} all of them were the same game, since ${top.agent} always chooses the same and nothing that is drawn or hidden changes it.`,
    );
  else if (decided && early && early.round <= top.rounds.mean / 2)
    said.push(
      `Games are decided early: from round ${early.round} on the favourite wins ${rateText(early.favourite)}, and games take ${top.rounds.mean.toFixed(1)} rounds.`,
    );
  else if (decided && report.players > 1)
    said.push(`${rateText(decided.turned)} of the games are not won by their favourite at half-time.`);
  const [effect] = effects
    .filter(({ corrected }) => corrected < sureBelow)
    .sort((a, b) => Math.abs(b.difference.mean) - Math.abs(a.difference.mean));
  if (effect)
    said.push(
      `The choice "${effect.choice}" matters most of those measured: a seat that ${effect.mode === 'never' ? 'never makes it' : 'always makes it'} wins ${points(effect.difference.mean)} of first places.`,
    );
  const [thing] = associations.filter(({ corrected }) => corrected < sureBelow);
  if (thing && !effect)
    said.push(
      `"${thing.name}" has the strongest association with ${thing.difference.mean > 0 ? 'winning' : 'losing'}: seats with it win ${percent(thing.withIt)}, without it ${percent(thing.withoutIt)}. This is association, not effect.`,
    );
  const never = choices.filter(({ perGame }) => perGame === 0);
  if (never.length > 0)
    said.push(
      `${never.length === 1 ? 'One choice is' : `${never.length} choices are`} available at times but never made by ${top.agent}: ${never
        .slice(0, 4)
        .map(({ name }) => `"${name}"`)
        .join(', ')}${never.length > 4 ? ` and ${never.length - 4} more` : ''}.`,
    );
  return said.length > 0 ? said : [`Nothing stands out in ${report.games} games.`];
}

/** Whether the place in the turn order decides. */
export function turnOrderText({ agent, games, placeTests, byOrder }: Level, parity: number): string {
  if (placeTests.every(({ corrected }) => corrected >= sureBelow))
    return `No place in the turn order is significantly better or worse than equal among ${agent} (${games} games).`;
  const by = [...byOrder].sort((a, b) => a.winShare.mean - b.winShare.mean);
  const [worst, best] = [by[0]!, by.at(-1)!];
  return `Turn order matters: among ${agent} the ${ordinal(best.place)} to move wins ${rateText(best.winShare)}, the ${ordinal(worst.place)} ${rateText(worst.winShare)}; equal would be ${percent(parity)}.`;
}

/** `13.2 points more`. */
const points = (difference: number) =>
  `${Math.abs(100 * difference).toFixed(1)} points ${difference > 0 ? 'more' : 'less'}`;

/** `1` -> `1st`. */
export const ordinal = (n: number): string => `${n}${['st', 'nd', 'rd'][n - 1] ?? 'th'}`;
