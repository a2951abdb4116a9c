/** Where a continued run stands: its checkpoint, its changes of settings so far, and the new ones. */

import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { findDevice } from '../../agents/network/engines/device.js';
import { chooseEngine } from '../../agents/network/engines/engines.js';
import { loadOnnx } from '../../agents/network/engines/onnx.js';
import { RunDirectory, splitRunPath } from '../../checkpoints/run.js';
import { commandLine } from '../../env/command-line.js';
import { loadGame } from '../../env/load-game.js';
import { UserError } from '../../env/user-error.js';
import { advisorIn, type NamedAdvisor } from './advisor.js';
import { type Config, configSchema } from './config.js';
import { refuseEdited } from './edited.js';
import { checkpointToResume } from './going-on.js';
import { refuseForeignCode } from './own-code.js';
import { advisorOf, prepare } from './prepare.js';
import { type Changes, Course, changed, readSegments, type Segment, segmentsAt } from './segments.js';
import { settledDevice } from './settled-device.js';
import type { TrainingState } from './state.js';

/** Changes for a run that continues. */
export interface ToldRun {
  /** Settings that hold from here on. */
  changes?: Changes;
  /** Id or path of its game, where its module lies elsewhere now. */
  game?: string | undefined;
  /** Is told which device `auto` took. */
  onNote?: ((text: string) => void) | undefined;
}

/** See `standing`. */
export interface Standing {
  /** The checkpoint to go on from; null: there is none yet. */
  from: ReturnType<typeof checkpointToResume>;
  /** Changes so far, as in its history. */
  written: Segment[];
  before: Course;
  course: Course;
  /** As far as it is trained. */
  advisor: NamedAdvisor;
}

/** Where a run stands, its changes so far (also as in its history), and the new ones. Nothing is written. */
export async function standing(
  run: RunDirectory,
  decisions: number | null,
  { game, changes = {}, onNote }: ToldRun,
): Promise<Standing> {
  const { path } = run;
  const from = checkpointToResume(run, decisions);
  const training = from?.stored.training;
  const config = { ...run.config(configSchema), game: game ?? run.game() };
  if (game === undefined && isAbsolute(config.game) && !existsSync(config.game))
    throw new UserError(`the module of the game of ${path} is not at ${config.game}: name it with --game <module>`);
  refuseForeignCode(path, config);
  const { source, game: rules } = await loadGame(config.game);
  config.game = source;
  const played = from?.stored.policy.game.id ?? rules.id;
  if (game !== undefined && played !== rules.id)
    throw new UserError(`${game} is the game ${rules.id}, and ${path} plays ${played}`);
  const where = { ...start, ...training };
  const written = readSegments(run);
  const before = new Course(config, segmentsAt(written, where, decisions !== null));
  if (training) refuseEdited(path, training.config, { ...before.configIn(training.segment), game: rules.id });

  const spent = where.lines > 0 ? Number(run.metricsAfter(where.lines).seconds ?? 0) / 60 : 0;
  const named = decisions === null ? path : `${path}@${decisions}`;
  const budget = `${config.phases.at(-1)!.name}.decisions`;
  const flags = Object.entries(changes).flatMap(([path, value]) => asFlag(path === budget ? 'decisions' : path, value));
  const command = commandLine(['tabletop', 'train', '--resume', named, ...flags]);
  // What is recorded is the engine that is found.
  const found = changes.engine === 'auto' ? { ...changes, engine: chooseEngine('auto') } : changes;
  const held = from ? advisorIn(from.stored.policy) : await advisorOf(config, path);
  const told = changes.device
    ? { ...found, device: await settledDevice({ ...config, device: changes.device as Config['device'] }, held, onNote) }
    : found;
  const course = changed(before, told, { ...where, best: where.best !== null, spent, command });
  refuseMissingEngine(named, course.config.engine, config.engine);
  await refuseMissingDevice(named, course.config);
  return { from, written, before, course, advisor: held };
}

/** @throws UserError when the engine that a run goes on with, its own or another, does not load here */
function refuseMissingEngine(run: string, engine: string, recorded: string): void {
  try {
    chooseEngine(engine);
  } catch (error) {
    const { message } = error as UserError;
    const whose = engine === recorded ? `${run} is computed with it` : `${run} is computed with ${recorded}`;
    throw new UserError(`${message}. ${whose}: --engine auto continues on what there is, with other rounding`);
  }
}

/** @throws UserError when a run learned on a graphics card, and there is none here */
async function refuseMissingDevice(run: string, { device }: Config): Promise<void> {
  if (device !== 'gpu') return;
  try {
    await (await findDevice(loadOnnx())).dispose();
  } catch (error) {
    const { message } = error as UserError;
    throw new UserError(`${message}. ${run} learned on one: --device cpu continues here, with other rounding`);
  }
}

/** A change as it is typed. */
function asFlag(name: string, value: unknown): string[] {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return name === 'decisions' || name === 'minutes' ? [`--${name}`, text] : ['--set', `${name}=${text}`];
}

/** The config with which a run would go on; nothing is written. @throws UserError as `resume` */
export async function resumedConfig(runDir: string, told: ToldRun = {}): Promise<Config> {
  const { path, decisions } = splitRunPath(runDir);
  const { course, advisor } = await standing(RunDirectory.open(path), decisions, told);
  await prepare(course.config, undefined, advisor);
  return course.config;
}

/** The state in which the present segment begins; the same one where it has begun already. */
export function begun(state: TrainingState, course: Course): TrainingState {
  const segment = course.segments.at(-1);
  if (!segment || state.segment === course.segments.length) return state;
  return {
    ...state,
    finished: false,
    ...(course.timed ? { minutes: Math.max(state.minutes, segment.minutes) } : {}),
    ...(course.gamesBegan > state.segment ? { collectors: [] } : {}),
    ...(course.judgesAlike(state.segment) ? {} : { measuredAt: -1 }),
  };
}

/** Where every run begins. */
export const start = {
  phases: [{ decisions: 0, games: 0, updates: 0, from: 0 }],
  segment: 0,
  finished: false,
  decisions: 0,
  games: 0,
  minutes: 0,
  lines: 0,
  measuredAt: -1,
  kept: [] as number[],
  best: null,
};
