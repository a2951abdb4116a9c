/** Goes on with a run that is there. */
import process from 'node:process';
import { isDeepStrictEqual } from 'node:util';
import { RunDirectory, splitRunPath } from '../../checkpoints/index.js';
import { readSource } from './branch.js';
import { makeParts, recorded, stateOf } from './parts.js';
import { segmentText, writeSegments } from './segments.js';
import { standing, type ToldRun } from './standing.js';
import { Loop } from './train.js';
import type { TrainResult, TrainWatch, WriteRun } from './watch.js';

/**
 * Goes on with a run from its latest checkpoint that can be read, or from the one that `<run>@<decisions>` names. What
 * was written after the latest is cut away first; what came after an earlier one is set aside (`RunDirectory.setAside`).
 * A finished run that is told nothing new returns at once.
 * @param told `changes`: settings that hold from here on, a new segment of the run (segments.ts); `game`: id or path of the
 *   run's game, where its module lies elsewhere now, kept for the next time; and who watches
 * @throws UserError when there is no run, another process writes it, its files are damaged, its config was edited, or
 *   something cannot change
 */
export async function resume(
  runDir: string,
  { takeLock, game, changes = {}, ...watch }: TrainWatch & WriteRun & ToldRun = {},
): Promise<TrainResult> {
  const { path, decisions } = splitRunPath(runDir);
  const run = RunDirectory.write(path, takeLock);
  try {
    const { from, written, before, course } = await standing(run, decisions, { game, changes });
    const origin = course.base.from;
    const parts = await makeParts(course, watch.signal, origin && !from ? readSource(origin, path) : null);
    try {
      const state = from && stateOf(from.stored, from.file, parts);
      // Nothing was changed up to here.
      if (game !== undefined) run.writeConfig(recorded(course.base, parts, path));
      const note = watch.onNote ?? ((text: string) => process.emitWarning(text));
      for (const { file, message } of from?.damaged ?? [])
        note(
          `${message}; it is kept as ${run.putAway(file)}, and training continues from ${from!.decisions} decisions`,
        );
      const aside = decisions === null ? null : run.setAside(decisions);
      if (aside)
        note(
          `training continues from ${decisions} decisions; what came after (checkpoints: ${aside.checkpoints}, metrics, replays) is kept in ${aside.folder}`,
        );
      for (const [i, segment] of written.entries()) {
        const now = before.segments[i];
        if (!now) note(`what was changed later holds no more: ${segmentText(segment)}`);
        else if (now.decisions !== segment.decisions) note(`what was changed later holds ${segmentText(now)}`);
      }
      if (!isDeepStrictEqual(course.segments, written)) writeSegments(run, course.segments);
      run.cutBack(from?.decisions ?? -1);
      return await new Loop(course, watch, parts, run).run(state);
    } finally {
      await parts.close();
    }
  } finally {
    run.close();
  }
}
