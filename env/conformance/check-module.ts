/**
 * The conformance kit in a thread of its own, watched from this one: a game that never comes back (an endless `apply`,
 * `newState` or bot) ends with the check, the seed and the step at which it stayed away.
 */
import type { Fleet } from '../fleet.js';
import type { Game } from '../game.js';
import { type CheckReport, checkVariants } from './check-game.js';
import checkService, { type WatchedReport, watchChecks } from './check-service.js';
import { checkNames } from './names.js';
import type { ModuleCheck } from './watched-checks.js';

/**
 * Holds a game to the contract, as `checkGame`, with a limit of time.
 * @param game what that module exports
 * @param fleet checks on other machines
 * @throws UserError when the settings are wrong
 */
export async function checkModule(game: Game, request: ModuleCheck, fleet?: Fleet): Promise<CheckReport> {
  if (!fleet) return watchChecks(game, request).then(({ away: _, ...report }) => report);
  const { signal, onProgress, only, ...settings } = request;
  // Wrong options are told here.
  checkVariants(game, request.options);
  const names = checkNames.filter((name) => !only || only.includes(name));
  const reports = new Array<WatchedReport>(names.length);
  let answered = 0;
  const service = await fleet.open(checkService, settings);
  try {
    const calls = names.map((name) => ({ name }));
    await service.all('check', calls, {
      label: ({ name }) => `check ${name}, seed ${settings.seed ?? 1}`,
      deliver(index, report) {
        reports[index] = report;
        onProgress?.(++answered);
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
