/**
 * Who plays the rivals of a search in its simulations: one kind of player, or a mixture that is drawn anew for each
 * simulation and each of their seats. A search that has its rivals played by one bot alone knows exactly how that bot
 * plays, and is worth less against all others (docs/training.md, "How to read strength").
 *
 * Exported players carry this file.
 */
import type { Agent } from '../../env/agent.js';
import { UserError } from '../../env/user-error.js';
import type { SearchChance } from './search-chance.js';

/** One kind of player in the simulated rival seats. */
export interface SimulatedOpponent {
  /** Makes one that draws nothing and remembers nothing; null: uniform among the legal actions. */
  create: (() => Agent) | null;
  /** How often it is drawn, against the others' weights; above 0. */
  weight: number;
}

/** Names of bots, or `random`, with their weights: simulated opponents as they are set and stored. */
export type OpponentWeights = Readonly<Record<string, number>>;

/** The name that stands for uniform play. */
export const UNIFORM = 'random';

/** What is wrong with them; null when nothing is. */
export function opponentsProblem(opponents: OpponentWeights): string | null {
  const entries = Object.entries(opponents);
  if (entries.length === 0) return 'opponents: at least one player wanted';
  const wrong = entries.find(([, weight]) => !(weight > 0 && Number.isFinite(weight)));
  return wrong ? `opponents: ${wrong[0]} has the weight ${wrong[1]}, a number above 0 wanted` : null;
}

/**
 * Reads `mixed`, `mixed+fame:2+random`: names, each with its weight where that is not 1. (Commas stand between agents.)
 * @param what begins the message of an error
 * @throws UserError when it is not understood, or a name is given twice
 */
export function splitOpponents(text: string, what: string): OpponentWeights {
  const weights: Record<string, number> = {};
  for (const part of text.split('+')) {
    const [, name, weight] = /^([^:,]+)(?::(\d+(?:\.\d+)?))?$/.exec(part) ?? [];
    if (name === undefined) throw new UserError(`${what} needs names with weights such as mixed+fame:2, not '${text}'`);
    if (Object.hasOwn(weights, name)) throw new UserError(`${what} names ${name} twice; name it once`);
    weights[name] = weight === undefined ? 1 : Number(weight);
  }
  return weights;
}

/** `mixed+fame:2`: as it is written in the spec of an agent. */
export function opponentsText(opponents: OpponentWeights): string {
  return Object.entries(opponents)
    .map(([name, weight]) => (weight === 1 ? name : `${name}:${weight}`))
    .join('+');
}

/**
 * Finds the players of a setting.
 * @param bots by name; a bot that is called `random` itself comes before uniform play
 * @throws RangeError when there is no such bot
 */
export function simulatedOpponents(
  opponents: OpponentWeights,
  bots: Readonly<Record<string, () => Agent>>,
): SimulatedOpponent[] {
  return Object.entries(opponents).map(([name, weight]) => {
    if (Object.hasOwn(bots, name)) return { create: bots[name]!, weight };
    if (name !== UNIFORM) throw new RangeError(`opponents: there is no bot ${name}`);
    return { create: null, weight };
  });
}

/** Seats the simulated rivals at a table. */
export class Rivals {
  private readonly agents: readonly (Agent | null)[];
  /** Weights summed up, as shares of all. */
  private readonly shares: readonly number[];
  /** Index of the agent, by seat. */
  private seated: Int32Array = new Int32Array(0);

  /** @throws RangeError when there are none, or one has no weight */
  constructor(kinds: readonly SimulatedOpponent[]) {
    const problem = opponentsProblem(Object.fromEntries(kinds.map(({ weight }, i) => [i, weight])));
    if (problem) throw new RangeError(problem);
    const total = kinds.reduce((sum, { weight }) => sum + weight, 0);
    let sum = 0;
    this.shares = kinds.map(({ weight }) => (sum += weight / total));
    this.agents = kinds.map(({ create }) => create?.() ?? null);
  }

  /** Before a new game. */
  reset(): void {
    for (const agent of this.agents) agent?.reset(0);
  }

  /**
   * Draws who sits where in the simulation that `chance` has just started: the same for simulations of the same number of a
   * decision, whichever action they try, so that actions are compared against the same rivals.
   */
  draw(chance: SearchChance, players: number): void {
    if (this.seated.length !== players) this.seated = new Int32Array(players);
    const { seated, shares } = this;
    if (shares.length === 1) return;
    for (let seat = 0; seat < players; seat++) {
      const drawn = chance.ofSeat(seat);
      let kind = 0;
      while (kind < shares.length - 1 && drawn >= shares[kind]!) kind++;
      seated[seat] = kind;
    }
  }

  /** Who sits there in the present simulation; null: uniform play. */
  at(seat: number): Agent | null {
    return this.agents[this.seated[seat]!]!;
  }
}
