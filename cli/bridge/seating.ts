/** Who sits where: for each game anew, drawn from its seed. */
import type { Agent } from '../../env/agent.js';
import { createRng } from '../../env/chance.js';
import { UserError } from '../../env/user-error.js';

/** Who decides: the learner (null), an agent by its spec, or a player of the caller by its number, from 1. */
export type Player = string | number | null;

/** One way to fill the seats. */
export interface Table {
  /** By seat; or the others in turn order after the learner, whose seat is drawn; one alone fills all seats (see `tables`). */
  players: readonly Player[];
  /** How often, beside the other tables; 0: never. */
  weight: number;
}

/** Who plays one game. */
export interface Seating {
  /** Which of the tables it was drawn from. */
  table: number;
  /** The learner's first seat. */
  learner: number;
  /** By seat. */
  players: readonly Player[];
}

/** Makes agents, by their specs. */
export type Makers = ReadonlyMap<string, () => Agent>;

/**
 * Checks tables and brings them into one of two forms: a player for each seat, or for each seat but the learner's. A
 * player alone takes all seats but one, the learner all.
 * @throws UserError when one does not fit the seats, or has no learner
 */
export function tables(given: readonly Table[], seats: number, game: string): Table[] {
  return given.map(({ players, weight }) => {
    const [only] = players;
    const fill = (n: number) => ({ players: new Array<Player>(n).fill(only!), weight });
    if (players.length === 1 && only === null) return fill(seats);
    if (players.length === 1 && seats !== 2) return fill(seats - 1);
    if (players.length === seats && players.includes(null)) return { players, weight };
    if (players.length === seats - 1) return { players, weight };
    if (players.includes(null))
      throw new UserError(`${game} has ${seats} seats here, and ${players.length} were given`);
    const wanted = seats === 1 ? 'no opponents' : `1 opponent${seats > 2 ? ` or ${seats - 1}` : ''}`;
    throw new UserError(`${game} has ${seats} seats here: give ${wanted}, not ${players.length}`);
  });
}

/** Draws who plays the game with this seed. @param seat the learner's, where it is not drawn */
export function seatingOf(given: readonly Table[], seats: number, seed: string, seat: number | null): Seating {
  const table = given.length === 1 ? 0 : drawn(given, seed);
  const { players } = given[table]!;
  if (players.length === seats) return { table, learner: players.indexOf(null), players };
  const learner = seat ?? createRng(`${seed}/seat`).int(seats);
  const by = (own: number) => (own === learner ? null : players[nth(own, learner, seats)]!);
  return { table, learner, players: Array.from({ length: seats }, (_, own) => by(own)) };
}

function drawn(given: readonly Table[], seed: string): number {
  const whole = given.reduce((sum, { weight }) => sum + weight, 0);
  let left = createRng(`${seed}/opponents`).uniform() * whole;
  const found = given.findIndex(({ weight }) => (left -= weight) < 0);
  // By rounding nothing may be left of the last one.
  return found < 0 ? given.findLastIndex(({ weight }) => weight > 0) : found;
}

/** How many seats after the learner, from 0. */
const nth = (seat: number, learner: number, seats: number): number => (seat - learner - 1 + seats) % seats;

/** The seats of one place for games. Agents are kept from game to game: some are large. */
export class Seats {
  seating: Seating = { table: 0, learner: 0, players: [] };
  /** By seat; null where none of our agents decides. */
  agents: readonly (Agent | null)[] = [];
  /** Whether one of our agents plays. */
  anybody = false;
  private readonly made = new Map<string, Agent>();

  /** Seats the players of a game that begins. @param seed of the game */
  sit(seating: Seating, makers: Makers, seed: string): void {
    const { learner, players } = seating;
    this.seating = seating;
    this.agents = players.map((player, seat) => {
      if (typeof player !== 'string') return null;
      const place = nth(seat, learner, players.length);
      const agent = this.agent(`${place} ${player}`, player, makers);
      agent.reset(`${seed}/opponent ${place}`);
      return agent;
    });
    this.anybody = players.some((player) => typeof player === 'string');
  }

  /** Lets go of the agents that do not play at the moment. */
  forget(): void {
    this.made.clear();
  }

  private agent(key: string, spec: string, makers: Makers): Agent {
    let agent = this.made.get(key);
    if (!agent) {
      agent = makers.get(spec)!();
      this.made.set(key, agent);
    }
    return agent;
  }
}
