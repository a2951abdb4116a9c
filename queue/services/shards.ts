/** Shards of a training run: candidates of evolution, self-play of expert iteration (training/collect/shard-service.ts). */
import { z } from 'zod';
import { loadGame } from '../../env/load-game.js';
import { ADVISOR, runSpecSchema } from '../../training/collect/run-spec.js';
import service, {
  type ShardService,
  type ShardServiceSetup,
  shardMethods,
} from '../../training/collect/shard-service.js';
import { agentBundle, gameBundle, packAgents, packGame, translated, unpackAgents, unpackGame } from '../bundle.js';
import type { QueueService } from './service.js';

const setup = z.strictObject({
  game: gameBundle,
  agents: z.array(agentBundle).max(1000),
  spec: runSpecSchema.omit({ game: true, agents: true }),
  arithmetic: z.string().max(64),
});

export const shards: QueueService<ShardServiceSetup, z.infer<typeof setup>, ShardService> = {
  service,
  setup,
  methods: shardMethods,
  async pack({ spec: { game: source, agents, ...spec }, arithmetic }) {
    const context = { ...(await loadGame(source)), options: spec.options };
    const packed = agents.map(async (agent) =>
      agent === ADVISOR ? { spec: ADVISOR } : (await packAgents([agent], context))[0]!,
    );
    return { game: await packGame(source), agents: await Promise.all(packed), spec, arithmetic };
  },
  async unpack({ game, agents, spec, arithmetic }, sandbox) {
    const specs = agents.map((agent) => (agent.spec === ADVISOR ? ADVISOR : unpackAgents([agent], sandbox)[0]!));
    const typed = agents.map(({ spec }) => spec);
    return {
      setup: { spec: { ...spec, game: unpackGame(game, sandbox), agents: specs }, arithmetic },
      translate: (message) => translated(message, specs, typed),
    };
  },
};
