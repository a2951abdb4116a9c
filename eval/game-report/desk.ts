/** The desk at which games are looked at for a report: a loaded game and the players, in one thread. */
import { loadAgent } from '../../agents/spec.js';
import type { Agent } from '../../env/agent.js';
import { loadGame } from '../../env/load-game.js';
import { TurnEnv } from '../../env/turn-env.js';
import { playMatch } from '../match.js';
import { type Bond, BoundAgent } from './bound.js';
import { type Looked, lookAtGame, sidesOf } from './playouts.js';
import { type Watched, watchGame } from './watch.js';

/** What a thread needs to know to set up the same desk. Plain data. */
export interface DeskSettings {
  /** Id of a game, or the path of a module that exports one. */
  game: string;
  options: Record<string, unknown>;
  /** Trained players may be made to play other options than their own. */
  otherOptions?: boolean | undefined;
  /** Spec of who sits in every seat. */
  agent: string;
}

/** What can be asked of it. Each game follows from its seed alone. */
export interface Desk {
  /** Plays a game and notes what was done in it. @param offers and what was open, which takes longer */
  watch(task: { seed: string; offers: boolean }): Watched;
  /** Plays a game, and on from the beginning of some of its rounds. */
  look(task: { seed: string; rounds: readonly number[]; playouts: number }): Looked;
  /** Plays a game once for each seat, in which that seat is bound. @returns what the seat made of the first place in each */
  bind(task: { seed: string; bond: Bond }): number[];
}

/** @throws UserError for an unknown game, a wrong option or an unknown agent */
export async function openDesk(settings: DeskSettings): Promise<Desk> {
  const { game, bots } = await loadGame(settings.game);
  const env = new TurnEnv(game, { options: settings.options });
  const context = { game, bots, options: env.options, otherOptions: settings.otherOptions };
  const make = await loadAgent(settings.agent, context);
  const players = game.players(env.options);
  const table = () => Array.from({ length: players }, make);
  const agents = table();
  let others: Agent[] | undefined;
  return {
    watch: ({ seed, offers }) => watchGame(env, agents, seed, offers),
    look({ seed, rounds, playouts }) {
      others ??= table();
      return lookAtGame(env, agents, others, seed, rounds, playouts);
    },
    bind: ({ seed, bond }) =>
      agents.map((agent, seat) => {
        const seated = agents.with(seat, new BoundAgent(agent, bond, game.actions));
        return sidesOf(playMatch(env, seated, seed).places)[seat]!;
      }),
  };
}
