/** The thread behind eval/pool.ts: sets up a table, plays the blocks it is sent, answers with their outcomes. */
import { answerCalls } from '../env/thread.js';
import type { Effort } from './effort.js';
import type { Outcome } from './match.js';
import { type Block, openTable, type TableSettings } from './table.js';

/** What the thread can be asked. The notes that it sends are games played since the last note or answer. */
export interface MatchThread {
  /** Plays a block. `played`: as a note. */
  play(block: Block): { outcomes: Outcome[]; effort: Effort[]; played: number };
}

/** Milliseconds between two notes about games played inside a block. */
const noteEvery = 250;

answerCalls<TableSettings, MatchThread>(async (settings, note) => {
  const table = await openTable(settings);
  let noted = performance.now();
  return {
    play(block) {
      const outcomes: Outcome[] = [];
      let played = 0;
      for (let game = 0; game < block.seatings.length; game++) {
        outcomes.push(table.play(block, game));
        played++;
        if (performance.now() - noted > noteEvery) {
          note(played);
          played = 0;
          noted = performance.now();
        }
      }
      return { outcomes, effort: table.effort(), played };
    },
  };
});
