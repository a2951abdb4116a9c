/**
 * Holds a game to the contract (as `tabletop check` does) under every number of players, and with every option set away
 * from its default, one at a time: the other choices, on and off, the least and the greatest number. Prints a table,
 * and exits with 1 where a check fails.
 *
 *   npx tsx bench/check-options.ts <game> [--games 20] [--seed 1]
 *
 * If an option alone is refused (one player of Crown of Ash without the AI), the first other option that makes it
 * legal is set too. check-options.json lists component tables, and sets of options worth a look together.
 */
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { checkGame } from '../env/conformance/index.js';
import type { Game } from '../env/game.js';
import { loadGame } from '../env/load-game.js';
import { commandLine, given, wholeNumber } from './command-line.js';

type Setting = Record<string, unknown>;

/**
 * Per game: what each option is varied from beside the defaults, and sets of options that the schema does not suggest.
 */
const config = JSON.parse(readFileSync(new URL('./check-options.json', import.meta.url), 'utf8')) as Record<
  string,
  { bases?: Setting[]; listed?: Setting[] }
>;

interface Field {
  type?: string;
  default?: unknown;
  enum?: unknown[];
  minimum?: number;
  maximum?: number;
}

/** The values of an option that are not its default and stand for the others. */
function away(name: string, { type, default: usual, enum: choices, minimum = 0, maximum = 0 }: Field): unknown[] {
  if (choices) return choices.filter((choice) => choice !== usual);
  if (type === 'boolean') return [!usual];
  if (type !== 'integer' && type !== 'number') return [];
  const values =
    name === 'players' ? Array.from({ length: maximum - minimum + 1 }, (_, i) => minimum + i) : [minimum, maximum];
  return values.filter((value) => value !== usual);
}

/** The sets of options to look at; each is legal. `never` are those that no second option makes legal. */
function settings(game: Game): { all: Setting[]; never: Setting[] } {
  const { properties = {} } = z.toJSONSchema(game.options, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, Field>;
  };
  const single = Object.entries(properties).flatMap(([name, field]) =>
    away(name, field).map((value): Setting => ({ [name]: value })),
  );
  const legal = (setting: Setting) => game.options.safeParse(setting).success;
  const all: Setting[] = [{}];
  const never: Setting[] = [];
  for (const base of [{}, ...(config[game.id]?.bases ?? [])]) {
    for (const one of single) {
      if (Object.keys(one)[0]! in base) continue;
      const setting = { ...base, ...one };
      const found = [setting, ...single.map((other) => ({ ...other, ...setting }))].find(legal);
      if (found && !all.some((known) => isDeepStrictEqual(known, found))) all.push(found);
      if (!found) never.push(setting);
    }
  }
  all.push(...(config[game.id]?.listed ?? []));
  return { all, never };
}

const text = (setting: Setting): string =>
  Object.entries(setting)
    .map(([name, value]) => `${name}=${typeof value === 'object' ? JSON.stringify(value) : value}`)
    .join(' ') || 'defaults';

const { values: flags, positionals } = commandLine(
  import.meta.url,
  { games: { type: 'string', default: '20' }, seed: { type: 'string', default: '1' } },
  1,
);
const id = given('a game', positionals[0]);
const games = wholeNumber('games', flags.games);
const { game, bots, module } = await loadGame(id);
const { all, never } = settings(game);
const faults: string[] = [];
process.stdout.write(
  '| options | checks passed | not applicable | decisions | prompts reached |\n|---|---:|---|---:|---:|\n',
);
for (const setting of all) {
  const options = game.options.parse(setting);
  const { checks, reached } = await checkGame(game, { games, seed: flags.seed, options, bots, module });
  const passed = checks.filter((check) => check.passed);
  for (const { name, detail } of checks.filter((check) => !check.passed))
    faults.push(`${text(setting)}: ${name}: ${detail}`);
  const cells = [
    text(setting),
    `${passed.length} of ${checks.length}`,
    passed.flatMap(({ name, count }) => (count === 0 ? [name] : [])).join(', '),
    Object.values(reached.prompts).reduce((sum, n) => sum + n, 0),
    `${game.prompts.length - reached.never.prompts.length} of ${game.prompts.length}`,
  ];
  process.stdout.write(`| ${cells.join(' | ')} |\n`);
}
const list = (head: string, lines: string[]) => (lines.length > 0 ? [`\n${head}\n\n- ${lines.join('\n- ')}\n`] : []);
process.stdout.write(
  [
    ...list('Refused by the schema, whatever else is set:', never.map(text)),
    ...(faults.length > 0 ? list('Faults:', faults) : [`\nAll ${all.length} sets of options passed.\n`]),
  ].join(''),
);
process.exitCode = faults.length > 0 ? 1 : 0;
