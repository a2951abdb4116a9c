/** A ladder as a table for people. */
import type { Ladder } from '../../agents/ladder.js';
import { ratingText } from '../../agents/player-file/provenance.js';
import { varietyText } from '../different-games.js';
import { alignTable, NOT_HOW_MUCH, rateText } from '../report.js';

/** Levels that follow each other: `3-5`, or `3`. */
const span = (from: number, to: number): string => (from === to ? String(from) : `${from}-${to}`);

/** What the table alone does not say. */
function notes({ rungs, bounded, games, different, openings }: Omit<Ladder, 'command'>, byRewards: boolean): string[] {
  const lines = varietyText({ different, openings }, games);
  if (byRewards) lines.push(NOT_HOW_MUCH);
  for (let i = 0; i < rungs.length; ) {
    let last = i;
    while (rungs[last + 1]?.agent === rungs[i]!.agent) last++;
    if (last > i)
      lines.push(
        `Levels ${span(i + 1, last + 1)} are one agent, ${rungs[i]!.agent}: no measured agent was nearer to their ratings.`,
      );
    i = last + 1;
  }
  for (const { level, beats } of rungs)
    if (beats && beats.low <= 0.5)
      lines.push(`Level ${level} is not clearly stronger than level ${level - 1}: more --blocks may separate them.`);
  if (!bounded)
    lines.push(
      'Some agents never lost to some others: the games alone do not bound their distance, and the ratings depend on the prior.',
    );
  return lines;
}

/** @param byRewards its game gives rewards, not places */
export function ladderText(ladder: Omit<Ladder, 'command'>, byRewards = false): string {
  const rows = [
    ['level', 'agent', 'rating [95 % interval]', 'before the level below', 'games'],
    ...ladder.rungs.map(({ level, agent, rating, beats, games }) => [
      String(level),
      agent,
      ratingText(rating),
      beats ? rateText(beats) : '-',
      String(games),
    ]),
  ];
  const agents = new Set(ladder.rungs.map(({ agent }) => agent));
  const left = ladder.candidates.filter(({ agent }) => !agents.has(agent));
  return [
    `Ladder: ${ladder.game} ${ladder.version}, ${ladder.players} player${ladder.players === 1 ? '' : 's'}, ${ladder.games} games; random play has the rating 0`,
    '',
    alignTable(rows, [1]),
    '',
    ...notes(ladder, byRewards),
    ...(left.length > 0
      ? [`On no level: ${left.map(({ agent, rating }) => `${agent} ${ratingText(rating)}`).join(', ')}.`]
      : []),
  ].join('\n');
}
