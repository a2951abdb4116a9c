/** Blocks of games for evaluations, tournaments and simulations (eval/pool.ts). */
import { z } from 'zod';
import { loadGame } from '../../env/load-game.js';
import { effortSchema } from '../../eval/effort.js';
import { type Block, openTable, type TableSettings } from '../../eval/table.js';
import { agentParcel, gameParcel, packAgents, packGame, toldAs, unpackAgents, unpackGame } from '../parcel.js';
import { outcomeSchema } from './outcome.js';
import type { Service } from './service.js';

const setup = z.strictObject({
  game: gameParcel,
  options: z.record(z.string(), z.unknown()).optional(),
  otherOptions: z.boolean().optional(),
  agents: z.array(agentParcel).max(1000),
  detail: z.boolean().optional(),
  effort: z.boolean().optional(),
});

const block = z.strictObject({
  seed: z.string().max(1000),
  seatings: z.array(z.array(z.int().nonnegative()).max(100)).max(10_000),
});

export const match: Service<z.infer<typeof setup>> = {
  setup,
  methods: {
    play: {
      call: block,
      answer: z.strictObject({ outcomes: z.array(outcomeSchema), effort: z.array(effortSchema), played: z.int() }),
    },
  },
  async pack({ game: source, agents, ...rest }: TableSettings) {
    const context = { ...(await loadGame(source)), options: rest.options, otherOptions: rest.otherOptions };
    return { ...rest, game: await packGame(source), agents: await packAgents(agents, context) };
  },
  async open({ game, agents, ...rest }, customs) {
    const specs = unpackAgents(agents, customs);
    const table = await openTable({ ...rest, game: unpackGame(game, customs), agents: specs });
    const play = (call: unknown) => {
      const block = call as Block;
      const outcomes = block.seatings.map((_, index) => table.play(block, index));
      return { outcomes, effort: table.effort(), played: 0 };
    };
    const typed = agents.map(({ spec }) => spec);
    return { methods: { play }, told: (message) => toldAs(message, specs, typed) };
  },
};
