/** Blocks of games for evaluations, tournaments and simulations (eval/pool.ts). */
import { z } from 'zod';
import { loadGame } from '../../env/load-game.js';
import service, { type MatchService, playedSchema } from '../../eval/match-service.js';
import { type Block, blockSchema, type TableSettings, tableSettingsSchema } from '../../eval/table.js';
import { agentBundle, gameBundle, packAgents, packGame, translated, unpackAgents, unpackGame } from '../bundle.js';
import type { QueueService } from './service.js';

const setup = tableSettingsSchema.extend({ game: gameBundle, agents: z.array(agentBundle).max(1000) });

export const match: QueueService<TableSettings, z.infer<typeof setup>, MatchService> = {
  service,
  setup,
  methods: {
    play: {
      call: blockSchema,
      answer: playedSchema,
      fits(answer, call) {
        const { outcomes } = answer as z.infer<typeof playedSchema>;
        const { seatings } = call as Block;
        return (
          outcomes.length === seatings.length &&
          outcomes.every(({ places }, game) => places.length === seatings[game]!.length)
        );
      },
    },
  },
  async pack({ game: source, agents, ...rest }) {
    const context = { ...(await loadGame(source)), options: rest.options, otherOptions: rest.otherOptions };
    return { ...rest, game: await packGame(source), agents: await packAgents(agents, context) };
  },
  async unpack({ game, agents, ...rest }, sandbox) {
    const specs = unpackAgents(agents, sandbox);
    const typed = agents.map(({ spec }) => spec);
    return {
      setup: { ...rest, game: unpackGame(game, sandbox), agents: specs },
      translate: (message) => translated(message, specs, typed),
    };
  },
};
