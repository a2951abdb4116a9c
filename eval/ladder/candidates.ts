/** Whom a ladder of a game is measured with where nobody is named: graded opponents of every kind that the game has. */
import { scriptedSpec } from '../../agents/bots/scripted-spec.js';
import { hasActionValues } from '../../agents/noisy.js';
import { shippedFiles } from '../../agents/player-file/shipped.js';
import type { AgentContext } from '../../agents/spec/kind.js';
import { loadAgent } from '../../agents/spec/load.js';

/** Difficulties of a player file below its full strength, where it plays by its policy alone. */
const DIFFICULTIES = [0, 0.25, 0.5, 0.7, 0.85];

/** The same where a player alone has all ten levels. */
const FINE_DIFFICULTIES = [0, 0.15, 0.3, 0.45, 0.6, 0.7, 0.8, 0.9, 0.96];

/** Shares of its choices for which a player alone looks ahead, where it does at full strength. */
const ATTENTION = [0.1, 0.25, 0.5, 0.75];

/** Temperatures at which a scripted player is played softly; their unit is that of its action values. */
const TEMPERATURES = [30, 10, 3, 1, 0.3, 0.1];

/** Shares of decisions that are random, where no scripted player can be played softly. */
const MISTAKES = [0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1];

/** Simulations of searches, of games without a shipped player: they are small enough. */
const SIMULATIONS = [1, 4, 16, 64, 256];

/** The anchor of every ladder: its rating is 0. */
export const ANCHOR = 'random';

/**
 * Specs of a player file at several difficulties, weak to strong.
 * @param spec `player`, or `file:<player.mjs>`
 * @param alone nobody else stands between them
 * @param ahead it looks ahead at full strength
 */
export const graded = (spec: string, alone = false, ahead = false): string[] => [
  ...(alone ? FINE_DIFFICULTIES : DIFFICULTIES).map((difficulty) => `${spec}?difficulty=${difficulty}`),
  // What full strength is without looking ahead, and the same for every player file.
  `${spec}?topk=1`,
  ...(alone && ahead ? ATTENTION.map((share) => `${spec}?attention=${share}`) : []),
  spec,
];

/**
 * Random play, all scripted bots, the strongest of those with action values at several
 * temperatures (where none does, the strongest with mistakes), and the shipped player at several difficulties or else small searches.
 */
export async function usualCandidates(context: AgentContext): Promise<string[]> {
  return [
    ANCHOR,
    ...scriptedPlayers(context).reverse(),
    ...(await noisyBots(context)),
    ...(shippedFiles(context).length > 0 ? graded('player') : SIMULATIONS.map((n) => `search:${n}`)),
  ];
}

/** The strongest first. */
const scriptedPlayers = ({ bots = {} }: AgentContext): string[] => Object.keys(bots).map(scriptedSpec);

/**
 * The strongest scripted player with action values at several temperatures; where none does, the
 * strongest with mistakes; nobody where a game has none.
 */
export async function noisyBots(context: AgentContext): Promise<string[]> {
  const scripted = scriptedPlayers(context);
  for (const spec of scripted)
    if (hasActionValues((await loadAgent(spec, context))()))
      return TEMPERATURES.map((temperature) => `${spec}?temperature=${temperature}`);
  const [strongest] = scripted;
  return strongest === undefined ? [] : MISTAKES.map((share) => `${strongest}?mistakes=${share}`);
}
