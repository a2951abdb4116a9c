/** Checks of the conformance kit, each a call (env/conformance/check-module.ts). */
import { z } from 'zod';
import { watchChecks } from '../../env/conformance/check-module.js';
import type { ModuleCheck } from '../../env/conformance/check-task.js';
import { checkNames } from '../../env/conformance/names.js';
import { loadGame, loadGames } from '../../env/load-game.js';
import { gameParcel, packGame, toldAs, unpackGame } from '../parcel.js';
import type { Service } from './service.js';

const setup = z.strictObject({
  game: gameParcel,
  /** Where its module lies on the command's machine: messages name it. */
  module: z.string().max(4000),
  games: z.int().positive().optional(),
  states: z.int().positive().optional(),
  options: z.unknown().optional(),
  seed: z.union([z.string(), z.number()]).optional(),
  seconds: z.number().gt(0),
});

const counts = z.record(z.string(), z.number());
const result = z.strictObject({ name: z.string(), passed: z.boolean(), detail: z.string(), count: z.number() });

export const check: Service<z.infer<typeof setup>> = {
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
          }),
        }),
        away: z.boolean(),
      }),
    },
  },
  async pack({ module, ...rest }: Omit<ModuleCheck, 'signal'>) {
    return { ...rest, module, game: await packGame(await sourceOf(module)) };
  },
  async open({ game, module: there, ...rest }, customs) {
    const { game: rules, module } = await loadGame(unpackGame(game, customs));
    const told = (message: string) => toldAs(message, [module], [there]);
    const methods = {
      async check(call: unknown) {
        const { name } = call as { name: string };
        const report = await watchChecks(rules, { ...rest, module, only: [name] });
        return { ...report, checks: report.checks.map((one) => ({ ...one, detail: told(one.detail) })) };
      },
    };
    return { methods, told };
  },
};

/** A game of the package by its id, any other by its path. */
async function sourceOf(module: string): Promise<string> {
  return (await loadGames()).find((known) => known.module === module)?.source ?? module;
}
