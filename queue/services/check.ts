/** Checks of the conformance kit, each a call (env/conformance/check-service.ts). */
import { z } from 'zod';
import service, {
  type CheckService,
  type CheckSetup,
  type WatchedReport,
} from '../../env/conformance/check-service.js';
import { checkNames } from '../../env/conformance/names.js';
import { loadGame, sourceOf } from '../../env/load-game.js';
import { gameBundle, packGame, translated, unpackGame } from '../bundle.js';
import type { QueueService } from './service.js';

const setup = z.strictObject({
  game: gameBundle,
  /** Where its module lies on the command's machine: messages name it. */
  module: z.string().max(4000),
  games: z.int().positive().optional(),
  states: z.int().positive().optional(),
  options: z.unknown().optional(),
  seed: z.union([z.string(), z.number()]).optional(),
  seconds: z.number().gt(0),
});

const counts = z.record(z.string(), z.number());
const result = z.strictObject({
  name: z.string(),
  passed: z.boolean(),
  detail: z.string(),
  count: z.number(),
  cause: z.string().optional(),
  address: z.strictObject({ options: z.unknown(), seed: z.string(), step: z.number() }).optional(),
});

export const check: QueueService<CheckSetup, z.infer<typeof setup>, CheckService> = {
  service,
  setup,
  methods: {
    check: {
      call: z.strictObject({ name: z.enum(checkNames) }),
      answer: z.strictObject({
        game: z.string(),
        version: z.string(),
        passed: z.boolean(),
        checks: z.array(result),
        reached: z.strictObject({
          prompts: counts,
          actions: z.array(z.number()),
          landmarks: counts,
          never: z.strictObject({
            prompts: z.array(z.string()),
            actions: z.array(z.number()),
            landmarks: z.array(z.string()),
            ends: z.array(z.string()),
          }),
        }),
        away: z.boolean(),
      }),
    },
  },
  async pack({ module, ...rest }) {
    return { ...rest, module, game: await packGame(sourceOf(module)) };
  },
  async unpack({ game, module: there, ...rest }, sandbox) {
    const { module } = await loadGame(unpackGame(game, sandbox));
    const translate = (message: string) => translated(message, [module], [there]);
    return {
      setup: { ...rest, module },
      translate,
      translateAnswer(answer) {
        const report = answer as WatchedReport;
        return { ...report, checks: report.checks.map((one) => ({ ...one, detail: translate(one.detail) })) };
      },
    };
  },
};
