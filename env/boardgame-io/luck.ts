/** The framework's luck, drawn from `Chance`: its plugin `random` is replaced by one that keeps no generator in the state. */
import type { Chance } from '../chance.js';

/** What moves are handed as `random`. */
export interface RandomApi {
  /** Uniform in [0, 1). */
  Number(): number;
  /** A die of so many spots, from 1; with a count, a list of as many dice. */
  Die(spots?: number): number;
  Die(spots: number, count: number): number[];
  /** A copy in a random order. */
  Shuffle<T>(items: readonly T[]): T[];
  readonly [die: `D${number}`]: { (): number; (count: number): number[] };
}

/** What one number in [0, 1) is made of: as many outcomes as the generators tell apart. */
const FINE = 2 ** 32;

/** @param draw a uniform integer below `n` */
export function randomApi(draw: (n: number) => number): RandomApi {
  function roll(spots: number, count?: number): number | number[] {
    return count === undefined ? 1 + draw(spots) : Array.from({ length: count }, () => 1 + draw(spots));
  }
  const dice = [4, 6, 8, 10, 12, 20].map((spots) => [`D${spots}`, (count?: number) => roll(spots, count)] as const);
  return {
    ...Object.fromEntries(dice),
    Number: () => draw(FINE) / FINE,
    Die: (spots = 6, count?: number) => roll(spots, count),
    Shuffle<T>(items: readonly T[]): T[] {
      const shuffled = [...items];
      for (let i = shuffled.length - 1; i > 0; i--) {
        const j = draw(i + 1);
        [shuffled[i], shuffled[j]] = [shuffled[j]!, shuffled[i]!];
      }
      return shuffled;
    },
  } as RandomApi;
}

/** Names of the streams: the set-up, then what is drawn in actions of each player. */
export const streamsOf = (players: number): string[] => [
  'setup',
  ...Array.from({ length: players }, (_, seat) => `player ${seat}`),
];

/** Lends `Chance` to the framework while it computes one thing. */
export class HostLuck {
  private chance: Chance | undefined;

  /** Draws of what `run` does come from `chance`. */
  lend<T>(chance: Chance, run: () => T): T {
    this.chance = chance;
    try {
      return run();
    } finally {
      this.chance = undefined;
    }
  }

  /** Of the name of the framework's own, which it follows; that one's last step asks ours for what to keep: nothing. */
  readonly plugin = {
    name: 'random',
    setup: () => ({}),
    api: ({ playerID }: { playerID?: string }): RandomApi & { _private: object } => ({
      ...randomApi((n) => this.draw(playerID === undefined ? 0 : 1 + Number(playerID), n)),
      _private: { isUsed: () => false, getState: () => ({}) },
    }),
    playerView: () => undefined,
  };

  private draw(stream: number, n: number): number {
    if (!this.chance) throw new Error('random: luck is drawn in setup, moves and hooks only');
    return this.chance.draw(stream, n);
  }
}
