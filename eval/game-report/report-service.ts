/** The service behind a report (report-games.ts): games of one agent in every seat, watched, played on, or bound. */
import { z } from 'zod';
import { loadAgent } from '../../agents/spec/load.js';
import type { Agent } from '../../env/agent.js';
import type { Service } from '../../env/fleet.js';
import { loadGame } from '../../env/load-game.js';
import { TurnEnv } from '../../env/turn-env.js';
import { playMatch } from '../match.js';
import { seatNumbers } from '../outcome.js';
import { BoundAgent, bondSchema } from './bound.js';
import { lookAtGame, lookedSchema } from './playouts.js';
import { sidesOf } from './sides.js';
import { watchedSchema, watchGame } from './watch.js';

/** What the games are played with. Plain data. */
export const reportSetupSchema = z.strictObject({
  /** Id of a game, or the path of a module that exports one. */
  game: z.string(),
  options: z.record(z.string(), z.unknown()),
  /** Trained players may be made to play other options than their own. */
  otherOptions: z.boolean().optional(),
  /** Spec of the agent that sits in every seat. */
  agent: z.string(),
});

/** What the games are played with: see `reportSetupSchema`. */
export type ReportSetup = z.infer<typeof reportSetupSchema>;

/** Its seed, and its random first moves. */
const deal = { seed: z.string().max(1000), opening: z.int().nonnegative().max(1000) };

/** Calls and answers by method. Each game follows from its deal alone. */
export const reportMethods = {
  /** Plays a game and notes what was done in it; see `WatchSettings`. */
  watch: { call: z.strictObject({ ...deal, offers: z.boolean(), heat: z.boolean() }), answer: watchedSchema },
  /** Plays a game, and from the beginning of each of some rounds so many games more. */
  look: {
    call: z.strictObject({
      ...deal,
      rounds: z.array(z.number()).max(100_000).readonly(),
      playouts: z.int().positive().max(1_000_000),
    }),
    answer: lookedSchema,
  },
  /** Plays a game once for each seat, with that seat bound. Gives the seat's share of the first place in each. */
  bind: { call: z.strictObject({ ...deal, bond: bondSchema }), answer: seatNumbers },
};

type MethodName = keyof typeof reportMethods;

/** What the service can be asked: see `reportMethods`. */
export type ReportService = {
  [Name in MethodName]: (
    task: z.infer<(typeof reportMethods)[Name]['call']>,
  ) => z.infer<(typeof reportMethods)[Name]['answer']>;
};

/** @throws UserError for an unknown game, a wrong option or an unknown agent */
export async function openReport(setup: ReportSetup): Promise<ReportService> {
  const loaded = await loadGame(setup.game);
  const { game } = loaded;
  const env = new TurnEnv(game, { options: setup.options });
  const context = { ...loaded, options: env.options, otherOptions: setup.otherOptions };
  const make = await loadAgent(setup.agent, context);
  const players = game.players(env.options);
  const line = () => Array.from({ length: players }, make);
  const agents = line();
  let others: Agent[] | undefined;
  return {
    watch: ({ seed, ...noted }) => watchGame(env, agents, seed, noted),
    look({ seed, rounds, playouts, opening }) {
      others ??= line();
      return lookAtGame(env, agents, others, seed, rounds, playouts, opening);
    },
    bind: ({ seed, bond, opening }) =>
      agents.map((agent, seat) => {
        const seated = agents.with(seat, new BoundAgent(agent, bond, game.actions));
        return sidesOf(playMatch(env, seated, seed, { opening }).places)[seat]!;
      }),
  };
}

const service: Service<ReportSetup, ReportService> = { name: 'report', module: import.meta.url, open: openReport };

export default service;
