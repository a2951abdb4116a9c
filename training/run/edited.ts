/** Whether a run's `config.json` still has the settings that its checkpoint was trained with. */
import { commandLine } from '../../env/command-line.js';
import { UserError } from '../../env/user-error.js';
import { byName, type Config } from './config.js';
import { isObject } from './merge-phases.js';

/** One setting that differs. */
export interface Difference {
  /** `ppo.learningRate.from` */
  path: string;
  /** Undefined where there was, or is, none. */
  was: unknown;
  is: unknown;
}

/** All settings in which two configs differ. Arrays of equal length are compared item by item. */
export function differences(was: unknown, is: unknown, path = ''): Difference[] {
  if (Object.is(was, is)) return [];
  const items = Array.isArray(was) || Array.isArray(is);
  const comparable = items
    ? Array.isArray(was) && Array.isArray(is) && was.length === is.length
    : isObject(was) && isObject(is);
  if (!comparable) return [{ path, was, is }];
  const [before, after] = [was as Record<string, unknown>, is as Record<string, unknown>];
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return keys.flatMap((key) => differences(before[key], after[key], path ? `${path}.${key}` : key));
}

/**
 * @param was what the checkpoint was trained under
 * @param is config of `config.json`; both with the game's id for its path
 * @throws UserError naming what was edited
 */
export function refuseEdited(runDir: string, was: Config, is: Config): void {
  const named = (config: Config) => ({ ...byName(config), phases: config.phases.map(({ name }) => name) });
  const found = differences(named(was), named(is));
  if (found.length === 0) return;
  const show = (value: unknown) => {
    const text = value === undefined ? 'nothing' : JSON.stringify(value);
    return text.length > 60 ? `${text.slice(0, 57)}...` : text;
  };
  const first = found.slice(0, 3).map((one) => `${one.path} was ${show(one.was)}, is ${show(one.is)}`);
  if (found.length > 3) first.push(`and ${found.length - 3} more`);
  throw new UserError(
    `${runDir}/config.json was edited since its checkpoint: ${first.join('; ')}. Restore it; change settings with --resume and --set, ` +
      `anything else in a new run from its weights (${commandLine(['train', '--from', runDir])})`,
  );
}
