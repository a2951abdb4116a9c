/**
 * The conformance kit in a thread of its own, watched from this one: a game that never comes back (an endless `apply`,
 * `newState` or bot) ends with the check, the seed and the step at which it stayed away.
 */
import type { Fleet } from '../fleet.js';
import type { Game } from '../game.js';
import { Thread } from '../thread.js';
import { type CheckResult, checkVariants, type GameReport } from './check-game.js';
import type { CheckTask, CheckThread, ModuleCheck, WatchedReport } from './check-task.js';
import { checkNames } from './names.js';
import { nothingReached } from './reached.js';
import { Whereabouts } from './whereabouts.js';

/** What other machines are asked, each check as a call of its own. */
export interface RemoteChecks {
  check(call: { name: string }): Promise<WatchedReport>;
}

/**
 * Holds a game to the contract, as `checkGame`, with a limit of time.
 * @param game what that module exports
 * @param fleet checks on other machines
 * @throws UserError when the settings are wrong
 */
export async function checkModule(game: Game, request: ModuleCheck, fleet?: Fleet): Promise<GameReport> {
  if (!fleet) return watchChecks(game, request).then(({ away: _, ...report }) => report);
  const { signal, ...settings } = request;
  // Wrong options are told here.
  checkVariants(game, request.options);
  const reports = new Array<WatchedReport>(checkNames.length);
  const service = await fleet.open<RemoteChecks & Record<string, never>>('check', settings);
  try {
    const calls = checkNames.map((name) => ({ name }));
    await service.all('check', calls as never[], {
      label: ({ name }: { name?: string }) => `check ${name}, seed ${settings.seed ?? 1}`,
      deliver(index, report: WatchedReport) {
        reports[index] = report;
      },
      signal,
    });
  } finally {
    await service.close();
  }
  // As in one thread: what stays away is the last that is told of.
  const away = reports.findIndex((report) => report.away);
  const told = away < 0 ? reports : reports.slice(0, away + 1);
  const checks = told.flatMap((report) => report.checks);
  const passed = checks.every((check) => check.passed);
  const { game: id, version, reached } = told.at(-1)!;
  return { game: id, version, passed, checks, reached };
}

/** The checks in a thread that is watched from this one. */
export async function watchChecks(game: Game, { signal, ...request }: ModuleCheck): Promise<WatchedReport> {
  const { seconds, seed = 1 } = request;
  const whereabouts = new Whereabouts();
  const task: CheckTask = { ...request, memory: whereabouts.memory };
  const done: CheckResult[] = [];
  const module = new URL('./check-worker.js', import.meta.url);
  const thread = new Thread<CheckThread>(module, task, (result: CheckResult) => done.push(result));
  let watch: NodeJS.Timeout | undefined;
  try {
    return await new Promise<WatchedReport>((resolve, reject) => {
      let beats = whereabouts.beats;
      let since = performance.now();
      watch = setInterval(() => {
        if (whereabouts.beats !== beats) {
          beats = whereabouts.beats;
          since = performance.now();
        } else if (performance.now() - since > seconds * 1000) resolve(stayedAway());
      }, 100);
      const stayedAway = (): WatchedReport => {
        const { check, game: number, step, doing } = whereabouts;
        const options = JSON.stringify(checkVariants(game, request.options).at(number % variants));
        const where = step < 0 ? '' : ` (options ${options}, seed ${seed}/${number}, step ${step})`;
        const detail = `${doing} did not come back for ${seconds} seconds: is there a loop without an end?${where}`;
        const checks = [...done, { name: checkNames[check]!, passed: false, detail, count: 0 }];
        const { id, version } = game;
        return { game: id, version, passed: false, checks, reached: nothingReached(game), away: true };
      };
      const variants = checkVariants(game, request.options).length;
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
      thread.call('check', undefined).then((report) => resolve({ ...report, away: false }), reject);
    });
  } finally {
    clearInterval(watch);
    await thread.stop();
  }
}
