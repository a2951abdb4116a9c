/** What to look at first in a report: sentences computed from it, the most telling first. */
import { percent, plural, rateText } from '../report.js';
import { type Estimate, mean } from '../statistics.js';
import type { Association } from './associations.js';
import { ordinal } from './measures.js';
import type { Analysis, Choice, GameReport, Level } from './result.js';
import { skillTexts } from './skill.js';
import type { Worth } from './summary.js';
import { nearlyAll } from './things.js';

/** A corrected p-value below this is called sure. */
export const sureBelow = 0.05;

/** @param analysis null where only the games were summed up. @returns at least one sentence */
export function firstLooks(report: Omit<GameReport, 'first'>, analysis: Analysis | null): string[] {
  const { levels, players } = report;
  const top = levels.at(-1)!;
  const said = [
    ...(analysis ? associationLook(analysis) : []),
    // Who plays for rewards does not play for first places, of which effects are.
    ...(analysis && !report.byRewards ? effectLook(analysis, top.agent) : []),
    ...skillTexts(report.skill, report),
    ...(players > 1 ? [turnOrderText(top)] : []),
    ...levels
      .filter(({ truncatedShare }) => truncatedShare.mean > 0.05)
      .map(
        ({ agent, truncatedShare }) =>
          `${percent(truncatedShare.mean)} of the games of ${agent} do not end by the rules: they are truncated by the cap.`,
      ),
    ...decidedLook(analysis?.decided ?? null, top, players),
    ...neverLook(analysis?.choices ?? [], top.agent),
  ];
  return said.length > 0 ? said : [`Nothing stands out in ${report.games} games.`];
}

/** The largest significant association: that whose difference is the largest at the near end of its interval. */
function associationLook({ associations, until }: Analysis): string[] {
  const near = ({ difference: { low, high } }: Association) => Math.max(low, -high);
  const [thing] = associations.filter(({ corrected }) => corrected < sureBelow).sort((a, b) => near(b) - near(a));
  if (!thing) return [];
  const { name, difference, withIt, withoutIt } = thing;
  return [
    `"${name}" has the strongest association with ${difference.mean > 0 ? 'winning' : 'losing'}: seats with it by the end of round ${until} win ${percent(withIt)} of the games, the others ${percent(withoutIt)}; without the effect of the turn order it is ${points(difference)}. This is association, not effect.`,
  ];
}

/**
 * The largest effect that is a finding. That it costs wins to be forced to a choice, or to go without one that nearly all
 * seats make, is none: it is so of every basic move.
 */
function effectLook({ effects, choices }: Analysis, agent: string): string[] {
  const basic = new Set(choices.filter(({ seats }) => seats > nearlyAll).map(({ name }) => name));
  const [effect] = effects
    .filter(({ corrected }) => corrected < sureBelow)
    .filter(({ choice, mode, difference }) => difference.mean > 0 || (mode === 'never' && !basic.has(choice)))
    .sort((a, b) => Math.abs(b.difference.mean) - Math.abs(a.difference.mean));
  if (!effect) return [];
  const { choice, mode, difference } = effect;
  const meaning =
    difference.mean < 0
      ? 'the choice is worth having'
      : mode === 'always'
        ? `the choice is stronger than ${agent} takes it for`
        : `${agent} would do better without the choice`;
  return [
    `A seat that ${mode} makes the choice "${choice}" comes first ${difference.mean > 0 ? 'more' : 'less'} often, by ${points(difference)}: ${meaning}.`,
  ];
}

function decidedLook(decided: Analysis['decided'], { agent, rounds }: Level, players: number): string[] {
  const begin = decided?.rounds[0];
  if (begin && begin.alike > begin.games / 2)
    return [
      `Playouts do not tell when games are decided: in ${begin.alike} of ${begin.games} positions of round ${begin.round} all of them were the same game, since ${agent} always chooses the same and nothing that is drawn or hidden changes it.`,
    ];
  const early = decided?.rounds.find(({ favourite }) => favourite.mean >= 0.9);
  if (decided && early && early.round <= rounds.mean / 2)
    return [
      `Games are decided early: from round ${early.round} on ${players > 1 ? 'the favourite wins' : 'the likelier of winning and losing comes true in'} ${rateText(early.favourite)}, and games take ${rounds.mean.toFixed(1)} rounds.`,
    ];
  return decided && players > 1
    ? [`In ${rateText(decided.turned)} of the games the favourite at half-time does not win.`]
    : [];
}

/** A choice that was open this often and never made is no matter of chance. */
const oftenOpen = 10;

function neverLook(choices: readonly Choice[], agent: string): string[] {
  const never = choices
    .filter(({ perGame, open }) => perGame === 0 && open >= oftenOpen)
    .sort((a, b) => b.open - a.open || (a.name < b.name ? -1 : 1));
  const [one] = never;
  if (!one) return [];
  const times = ({ name, open }: Choice) => `"${name}" (${open} times)`;
  if (never.length === 1) return [`${agent} never makes the choice ${times(one)}, though it was available.`];
  return [
    `${agent} never makes ${never.length} choices that are available; most often ${never.slice(0, 4).map(times).join(', ')}.`,
  ];
}

/** Whether the place in the turn order decides, or the seat, where that is something else. */
export function turnOrderText({ agent, games, openings, placeTests, seatTests, byOrder, seats }: Level): string {
  // What random moves began is part of what is found.
  const players = openings ? `${agent}, after ${plural(openings, 'random first move')},` : agent;
  const sure = (tests: readonly { corrected: number }[]) => tests.some(({ corrected }) => corrected < sureBelow);
  // Of games that are cut nobody has a share.
  const equal = `equal would be ${percent(mean(seats.map(({ winShare }) => winShare.mean)))}`;
  const both = (worths: readonly Worth[], name: (i: number) => string) => {
    const by = worths.map(({ winShare }, i) => ({ i, winShare })).sort((a, b) => a.winShare.mean - b.winShare.mean);
    const [worst, best] = [by[0]!, by.at(-1)!];
    return `${name(best.i)} wins ${rateText(best.winShare)}, ${name(worst.i)} ${rateText(worst.winShare)}; ${equal}.`;
  };
  const apart = seats.some(({ winShare }, i) => winShare.mean !== byOrder[i]!.winShare.mean);
  const said = [
    ...(sure(placeTests)
      ? [`Turn order matters: among ${players} ${both(byOrder, (i) => `the ${ordinal(i + 1)} to move`)}`]
      : []),
    ...(apart && sure(seatTests) ? [`The seat matters: among ${players} ${both(seats, (i) => `seat ${i}`)}`] : []),
  ];
  if (said.length > 0) return said.join(' ');
  return `No place in the turn order${apart ? ' and no seat' : ''} is significantly better or worse than equal among ${agent} (${plural(games, 'game')}).`;
}

/** `13.2 points [5.0, 21.4]`, whatever the sign. */
function points({ mean, low, high }: Estimate): string {
  const [less, most] = mean > 0 ? [low, high] : [-high, -low];
  return `${(100 * Math.abs(mean)).toFixed(1)} points [${(100 * less).toFixed(1)}, ${(100 * most).toFixed(1)}]`;
}
