/** Goes on with a run that is there. */
import process from 'node:process';
import { isDeepStrictEqual } from 'node:util';
import { botRun, RunDirectory, splitRunPath } from '../../checkpoints/run.js';
import { botConfig, botWatch } from './bot.js';
import { advisorOfBranch, readSource } from './branch.js';
import type { Config } from './config.js';
import { makeParts, recorded, stateOf } from './parts.js';
import { trainedAdvisor } from './prepare.js';
import { segmentText, writeSegments } from './segments.js';
import { standing, type ToldRun } from './standing.js';
import { Loop, train } from './train.js';
import type { TrainResult, TrainWatch, WriteRun } from './watch.js';

/**
 * Goes on with a run from its latest checkpoint that can be read, or from the one that `<run>@<decisions>` names. What
 * was written after the latest is cut away first; what came after an earlier one is set aside
 * (`RunDirectory.setAside`). A finished run without new settings returns at once.
 * @param told `changes`: settings that hold from here on, a new segment of the run (segments.ts); `game`: id or path of
 *   the run's game, where its module lies elsewhere now, kept for the next time; and who watches
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
    const { from, written, before, course, advisor } = await standing(run, decisions, {
      ...{ game, changes, onNote: watch.onNote },
    });
    const origin = course.base.from;
    const source = origin && !from ? readSource(origin, path) : null;
    let held = (source && advisorOfBranch(source, course.config)) ?? advisor;
    const bot = from ? null : await botConfig(course.config);
    if (bot) {
      const trained = await goOnWithBot(bot, path, watch);
      if (!trained.finished) return { ...trained, runDir: path };
      held = await trainedAdvisor(course.config, path);
    }
    const parts = await makeParts(course, watch, source, held);
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

/** The run of the advisor: from where it stands, or from its beginning. @param runDir of the policy's run */
async function goOnWithBot(config: Config, runDir: string, watch: TrainWatch): Promise<TrainResult> {
  const own = botRun(runDir);
  const how = botWatch(watch);
  return RunDirectory.exists(own) ? resume(own, { ...how, game: config.game }) : train(config, { runDir: own, ...how });
}
