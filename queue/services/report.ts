/** Games of a report (eval/game-report/report-service.ts). */
import type { z } from 'zod';
import { loadGame } from '../../env/load-game.js';
import service, {
  type ReportService,
  type ReportSetup,
  reportMethods,
  reportSetupSchema,
} from '../../eval/game-report/report-service.js';
import { agentBundle, gameBundle, packAgents, packGame, translated, unpackAgents, unpackGame } from '../bundle.js';
import type { QueueService } from './service.js';

const setup = reportSetupSchema.extend({ game: gameBundle, agent: agentBundle });

export const report: QueueService<ReportSetup, z.infer<typeof setup>, ReportService> = {
  service,
  setup,
  methods: reportMethods,
  async pack({ game: source, agent, ...rest }) {
    const context = { ...(await loadGame(source)), options: rest.options, otherOptions: rest.otherOptions };
    const [packed] = await packAgents([agent], context);
    return { ...rest, game: await packGame(source), agent: packed! };
  },
  async unpack({ game, agent, ...rest }, sandbox) {
    const [spec] = unpackAgents([agent], sandbox);
    return {
      setup: { ...rest, game: unpackGame(game, sandbox), agent: spec! },
      translate: (message) => translated(message, [spec!], [agent.spec]),
    };
  },
};
