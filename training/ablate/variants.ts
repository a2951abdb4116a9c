/** What an ablation varies: settings with several values each, and the variants: all combinations, or one change at a time. */
import { UserError } from '../../env/user-error.js';
import { splitSet } from '../run/config.js';

/** One setting with its values, as typed. */
export interface Vary {
  setting: string;
  values: string[];
}

/** One value of each varied setting. */
export interface Combination {
  /** `ppo.lambda=0.9 ppo.entropy=0.01`; where one is changed at a time, that one alone. */
  name: string;
  set: Record<string, string>;
}

/** Most variants of one ablation: each is trained with each seed. */
const MOST = 100;

/**
 * Takes `<setting>=<a>|<b>|...` apart. `|` separates values, since values may hold commas.
 * @throws UserError when there are fewer than two values, or one twice
 */
export function parseVary(text: string): Vary {
  if (text.indexOf('=') < 1)
    throw new UserError(`--vary ${text}: write it as <setting>=<a>|<b>, such as ppo.lambda=0.9|0.95`);
  const { path: setting, text: list } = splitSet(text);
  const values = list.split('|').map((value) => value.trim());
  if (values.length < 2)
    throw new UserError(
      `--vary ${text}: one value varies nothing; separate several by |, such as ${setting}=${list}|...`,
    );
  const twice = values.find((value, i) => values.indexOf(value) < i);
  if (twice !== undefined) throw new UserError(`--vary ${text}: the value ${twice || '(empty)'} is there twice`);
  return { setting, values };
}

/**
 * All combinations, the last setting varying fastest; the first is what the others are compared with.
 * @throws UserError when nothing is varied, a setting twice, or too many ways
 */
export function combinations(varied: readonly Vary[]): Combination[] {
  check(
    varied,
    varied.reduce((product, { values }) => product * values.length, 1),
  );
  let all: Record<string, string>[] = [{}];
  for (const { setting, values } of varied)
    all = all.flatMap((set) => values.map((value) => ({ ...set, [setting]: value })));
  return all.map((set) => ({ name: nameOf(set), set }));
}

/**
 * The first value of each setting, and every other one alone beside the first values of the others.
 * @throws UserError as `combinations`
 */
export function oneAtATime(varied: readonly Vary[]): Combination[] {
  check(
    varied,
    varied.reduce((sum, { values }) => sum + values.length - 1, 1),
  );
  const base = Object.fromEntries(varied.map(({ setting, values }) => [setting, values[0]!]));
  const changes = varied.flatMap(({ setting, values }) => values.slice(1).map((value) => ({ [setting]: value })));
  return [
    { name: nameOf(base), set: base },
    ...changes.map((change) => ({ name: nameOf(change), set: { ...base, ...change } })),
  ];
}

const nameOf = (set: Record<string, string>): string =>
  Object.entries(set)
    .map(([setting, value]) => `${setting}=${value}`)
    .join(' ');

function check(varied: readonly Vary[], count: number): void {
  if (varied.length === 0) throw new UserError('nothing is varied: give --vary <setting>=<a>|<b>');
  const settings = varied.map(({ setting }) => setting);
  const twice = settings.find((setting, i) => settings.indexOf(setting) < i);
  if (twice !== undefined)
    throw new UserError(`--vary: ${twice} is varied twice; give all its values at once: ${twice}=<a>|<b>|<c>`);
  if (count > MOST) throw new UserError(`--vary: these are ${count} variants, ${MOST} are the most; vary less at once`);
}
