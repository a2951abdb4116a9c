/**
 * Presets of Lords of Doomspire. Nothing much is hidden in this game, so entropy is low; imitating the strongest
 * scripted bot first saves most of the time; some games are always played against random players alone, because a policy
 * that only meets strong ones forgets (or never learns) how to finish off the others.
 */

import type { State } from '../../env/game.js';
import { KIND_DOOMSPIRE } from '../../env/games/doomspire/data.js';
import { tileOf } from '../../env/games/doomspire/read.js';
import { starredTiles } from '../../env/games/doomspire/rules/territory.js';
import { type Position, SPIRE_REVEALED } from '../../env/games/doomspire/state.js';
import type { GamePresets } from './index.js';

/** The four squares in the middle, one of which is Doomspire. */
const MIDDLE = [27, 28, 35, 36];

/**
 * How far a seat is on its way: the best of the three ways to impress the dragon (fame, gold, starred tiles),
 * how near its nearest knight is to Doomspire once it can impress (three impressions are needed: who has the means only
 * has to go there again), treasure stacks taken, tiles held. About 0 to 1.5.
 */
export function potential(state: State, seat: number): number {
  const s = state as unknown as Position;
  const { fameThreshold, goldThreshold, starredThreshold } = s.tables.numbers;
  const at = seat * 4;
  // Everything else can be exchanged for gold, four for one at worst.
  const gold = s.resources[at + 3]! + (s.resources[at]! + s.resources[at + 1]! + s.resources[at + 2]!) / 4;
  const stars = starredTiles(s, seat);
  const way = Math.max(s.fame[seat]! / fameThreshold, gold / goldThreshold, stars / starredThreshold);
  const able = s.fame[seat]! >= fameThreshold || s.resources[at + 3]! >= goldThreshold || stars >= starredThreshold;
  const near = able ? 1 - spireDistance(s, seat) / 14 : 0;
  return 0.4 * Math.min(1, way) + 0.2 * near + 0.25 * s.stacks[seat]! + 0.02 * s.flags[seat]!;
}

/** Steps from the seat's nearest knight to Doomspire, or to the nearest square where it may be; 14 without a knight. */
function spireDistance(s: Position, seat: number): number {
  const revealed = s.g[SPIRE_REVEALED] === 1;
  let nearest = 14;
  for (const tile of MIDDLE) {
    if (revealed ? s.kind[tile] !== KIND_DOOMSPIRE : s.explored[tile] === 1) continue;
    for (let knight = seat * 3; knight < seat * 3 + 3; knight++) {
      const stands = tileOf(s, knight);
      if (stands < 0) continue;
      const steps = Math.abs((stands >> 3) - (tile >> 3)) + Math.abs((stands & 7) - (tile & 7));
      if (steps < nearest) nearest = steps;
    }
  }
  return nearest;
}

const ppo = {
  learningRate: { from: 4e-4, to: 5e-5 },
  entropy: 0.003,
  epochs: 3,
  minibatch: 2048,
  targetKl: 0.03,
  valueOnlyUpdates: 2,
};

export const doomspire: GamePresets = {
  potential,
  quickstart: {
    decisions: 0,
    minutes: 4,
    games: 64,
    decisionsPerUpdate: 16_384,
    network: { trunk: [128, 128] },
    ppo: { ...ppo, learningRate: { from: 5e-4, to: 1e-4 }, minibatch: 1024 },
    returns: { winWeight: 0.3, cappedFactor: 0.3 },
    shaping: { from: 0.6, to: 0 },
    opponents: {
      bots: [
        { agent: 'scripted:mixed', share: 0.1, tables: 0.05 },
        { agent: 'random', share: 0.05, tables: 0.3 },
      ],
      snapshots: 0.05,
    },
    warmStart: {
      agent: 'scripted:mixed',
      decisions: 3_000_000,
      minutes: 2,
      dagger: { from: 0, to: 0.5 },
      opponents: [{ agent: 'random', share: 0.05, tables: 0.3 }],
      epochs: 2,
      minibatch: 256,
    },
    evaluation: { against: ['random', 'scripted:mixed'], every: 25, blocks: 8, reportBlocks: 8 },
    checkpointEvery: 10,
  },
  standard: {
    decisions: 0,
    minutes: 15,
    games: 128,
    decisionsPerUpdate: 32_768,
    network: { trunk: [256, 256] },
    // The policy begins as strong as the bot; what its value head makes of that: bench/results/lookahead.md.
    advisor: 'scripted:mixed',
    ppo: { ...ppo, learningRate: { from: 1e-4, to: 3e-5 }, entropy: 0.001, epochs: 2 },
    // By places alone it learns to come second, and looking ahead compares chances to win.
    returns: { winWeight: 1, cappedFactor: 0.3 },
    opponents: {
      bots: [
        { agent: 'scripted:mixed', share: 0.15, tables: 0.3 },
        { agent: 'scripted:fame', share: 0.03 },
        { agent: 'random', share: 0.02, tables: 0.06 },
      ],
      snapshots: 0.05,
      snapshotEvery: 12,
    },
    // Values want games, not positions: tens of thousands of the bot, few decisions of each, some beside its path.
    warmStart: {
      agent: 'scripted:mixed',
      decisions: 0,
      minutes: 13.5,
      dagger: 0,
      keep: 0.05,
      // Games are noisy: what comes next says more of a position than who won in the end.
      lambda: 0.7,
      stir: 0.1,
      smoothing: 0.02,
      opponents: [{ agent: 'random', share: 0.05, tables: 0.15 }],
      learningRate: { from: 1e-3, to: 1e-4 },
      epochs: 2,
      minibatch: 512,
    },
    evaluation: {
      against: ['random', 'scripted:mixed'],
      temperature: 0,
      lookahead: 8,
      every: 16,
      blocks: 12,
      reportBlocks: 10,
    },
    checkpointEvery: 6,
  },
};
