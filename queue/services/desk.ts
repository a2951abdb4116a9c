/** Games that are looked at for a report (eval/game-report/desk.ts). */
import { z } from 'zod';
import { loadGame } from '../../env/load-game.js';
import { type DeskSettings, openDesk } from '../../eval/game-report/desk.js';
import { agentParcel, gameParcel, packAgents, packGame, toldAs, unpackAgents, unpackGame } from '../parcel.js';
import { outcomeSchema, seatNumbers, watchedSchema } from './outcome.js';
import type { Answering, Service } from './service.js';

const setup = z.strictObject({
  game: gameParcel,
  options: z.record(z.string(), z.unknown()),
  otherOptions: z.boolean().optional(),
  agent: agentParcel,
});

const seed = z.string().max(1000);
const bond = z.strictObject({ choice: z.string().max(1000), plain: z.boolean(), mode: z.enum(['never', 'always']) });

export const desk: Service<z.infer<typeof setup>> = {
  setup,
  methods: {
    watch: { call: z.strictObject({ seed, offers: z.boolean() }), answer: watchedSchema },
    look: {
      call: z.strictObject({
        seed,
        rounds: z.array(z.number()).max(100_000),
        playouts: z.int().positive().max(1_000_000),
      }),
      answer: z.strictObject({
        outcome: outcomeSchema,
        looks: z.array(z.strictObject({ round: z.number(), wins: seatNumbers })),
      }),
    },
    bind: { call: z.strictObject({ seed, bond }), answer: seatNumbers },
  },
  async pack({ game: source, agent, ...rest }: DeskSettings) {
    const context = { ...(await loadGame(source)), options: rest.options, otherOptions: rest.otherOptions };
    const [packed] = await packAgents([agent], context);
    return { ...rest, game: await packGame(source), agent: packed! };
  },
  async open({ game, agent, ...rest }, customs) {
    const [spec] = unpackAgents([agent], customs);
    const opened = await openDesk({ ...rest, game: unpackGame(game, customs), agent: spec! });
    const { watch, look, bind } = opened;
    return {
      methods: { watch, look, bind } as unknown as Answering,
      told: (message) => toldAs(message, [spec!], [agent.spec]),
    };
  },
};
