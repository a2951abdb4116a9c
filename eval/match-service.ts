/** The service behind eval/pool.ts: sets up a table, and plays the blocks that it is sent. */
import { z } from 'zod';
import type { Service } from '../env/fleet.js';
import { effortSchema } from './effort.js';
import { type Outcome, outcomeSchema } from './outcome.js';
import { type Block, openTable, type TableSettings } from './table.js';

/** The games of a block, and what they cost by agent of the table (where that is noted). */
export const playedSchema = z.strictObject({ outcomes: z.array(outcomeSchema), effort: z.array(effortSchema) });

/** What the service can be asked. Its notes are games played since the last note of the same call. */
export interface MatchService {
  play(block: Block): Promise<z.infer<typeof playedSchema>>;
}

const service: Service<TableSettings, MatchService> = {
  name: 'match',
  module: import.meta.url,
  async open(settings, host) {
    const table = await openTable(settings);
    return {
      async play(block) {
        const outcomes: Outcome[] = [];
        let told = 0;
        let noted = performance.now();
        for (let game = 0; game < block.seatings.length; game++) {
          outcomes.push(table.play(block, game));
          if (performance.now() - noted < host.interval) continue;
          const heard = host.note(outcomes.length - told);
          if (heard) await heard;
          told = outcomes.length;
          noted = performance.now();
        }
        return { outcomes, effort: table.effort() };
      },
    };
  },
};

export default service;
