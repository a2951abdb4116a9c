/** The facts of a player's provenance (provenance-schema.ts) as text. */
import { opponentsText } from '../search/opponents.js';
import type { PlayerPanel, PlayerTraining } from './provenance-schema.js';

const NOT_RECORDED = 'not recorded';

function counted(number: number | null, what: string): string {
  return number === null ? `${what} ${NOT_RECORDED}` : `${number.toLocaleString('en-US')} ${what}`;
}

/** `scripted:mixed, 58,000 games, 1,835,008 decisions`. */
export function imitationText({ imitation }: PlayerTraining): string {
  if (!imitation) return imitation === null ? 'none' : NOT_RECORDED;
  const { of, games, decisions } = imitation;
  return [...(of === null ? [] : [of]), counted(games, 'games'), counted(decisions, 'decisions')].join(', ');
}

/** `6,193,152 decisions (189 updates)`. */
export function ppoText({ ppo }: PlayerTraining): string {
  if (!ppo) return ppo === null ? 'none' : NOT_RECORDED;
  return `${counted(ppo.decisions, 'decisions')} (${counted(ppo.updates, 'updates')})`;
}

/** `scripted:mixed, 58,000 games, 1,835,008 decisions (120 updates)`. */
export function evolutionText({ evolution }: PlayerTraining): string {
  if (!evolution) return evolution === null ? 'none' : NOT_RECORDED;
  const { of, games, decisions, updates } = evolution;
  const what = [...(of === null ? [] : [of]), counted(games, 'games'), counted(decisions, 'decisions')];
  return `${what.join(', ')} (${counted(updates, 'updates')})`;
}

/** `25,600 games, 204,800 decisions (200 updates)`. */
function gamesText({ games, decisions, updates }: NonNullable<PlayerTraining['expertIteration']>): string {
  return `${counted(games, 'games')}, ${counted(decisions, 'decisions')} (${counted(updates, 'updates')})`;
}

/** `64 samples, 3 rounds, margin 0.01, judged to 0.5 by the game's evaluation`. */
export function searchText({ search }: PlayerTraining): string {
  if (!search) return 'none';
  const { samples, rounds, margin, evaluation = 0, opponents, capped = 'half' } = search;
  const judge = evaluation > 0 ? `, judged to ${evaluation} by the game's evaluation` : '';
  const rivals = opponents ? `, against ${opponentsText(opponents)}` : '';
  const cut = capped === 'loss' ? ', truncated games lost' : '';
  return `${samples} samples, ${rounds} round${rounds === 1 ? '' : 's'}, margin ${margin}${judge}${rivals}${cut}`;
}

/** A share with its interval: `86.5 % [83.0, 90.0]`. */
export function shareText({ mean, low, high }: { mean: number; low: number; high: number }): string {
  return `${(100 * mean).toFixed(1)} % [${(100 * low).toFixed(1)}, ${(100 * high).toFixed(1)}]`;
}

/** `812 [780, 845]`; of random play, the anchor of ratings, `0`. */
export function ratingText({ mean, low, high }: { mean: number; low: number; high: number }): string {
  return low === high ? mean.toFixed(0) : `${mean.toFixed(0)} [${low.toFixed(0)}, ${high.toFixed(0)}]`;
}

/** `71.2 % [69.0, 73.4] over 7 opponents, least 44.0 % [38.1, 50.0] against scripted:stranger; inside it: scripted:mixed`. */
export function panelRecordText({ rows, mean, worst }: PlayerPanel): string {
  const inside = rows.filter((row) => row.inside !== null).map(({ opponent }) => opponent);
  return (
    `${shareText(mean)} over ${rows.length} opponents, least ${shareText(worst.winRate)} against ${worst.opponent}` +
    (inside.length > 0 ? `; inside it: ${inside.join(', ')}` : '')
  );
}

/** All of it in one line; evolution, expert iteration and values of positions only where there was any. */
export function insideText(training: PlayerTraining): string {
  const { evolution, expertIteration, afterstate } = training;
  return [
    `scripted player inside: ${training.scriptedPlayerInside ?? 'none'}`,
    `imitation: ${imitationText(training)}`,
    `PPO: ${ppoText(training)}`,
    ...(evolution ? [`evolution: ${evolutionText(training)}`] : []),
    ...(expertIteration ? [`expert iteration: ${gamesText(expertIteration)}`] : []),
    ...(afterstate ? [`values of positions (afterstate): ${gamesText(afterstate)}`] : []),
    `search at play time: ${searchText(training)}`,
  ].join('; ');
}
