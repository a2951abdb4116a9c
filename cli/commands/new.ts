import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import { fileError } from '../../checkpoints/atomic.js';
import { ownCommand, packageFolder, packageVersion } from '../../env/package.js';
import { UserError } from '../../env/user-error.js';
import { printResult } from './shared.js';

/** `tabletop new <name>`: a folder with a game that works, to be made into one's own. */
export function addNew(program: Command): void {
  program
    .command('new <name>')
    .description('write a folder with a small working game to start from')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nThe game is the dice race that docs/add-your-game.md explains piece by piece.\n' +
        'Example: tabletop new my-game && cd my-game && npm install && npx tabletop check ./my-game.ts',
    )
    .action((name: string, flags: { json?: boolean }) => {
      const folder = path.resolve(name);
      const id = idOf(path.basename(folder));
      if (existsSync(folder) && readdirSync(folder).length > 0)
        throw new UserError(`${name} is not empty; choose a new folder`);
      const files = skeleton(id);
      writeAll(folder, name, files);
      const command = ownCommand();
      // Others lend the game what it imports.
      const npm = command.startsWith('npx');
      const next = [
        `cd ${name}`,
        ...(npm ? ['npm install'] : []),
        `${command} check ./${id}.ts`,
        `${command} play ./${id}.ts`,
        `${command} train ./${id}.ts --preset quickstart`,
        ...(npm ? ['npm test'] : []),
      ];
      const result = { folder, game: id, files: Object.keys(files), next };
      printResult(flags.json, result, () =>
        [`wrote ${name}: ${result.files.join(', ')}`, '', 'next:', ...next.map((line) => `  ${line}`)].join('\n'),
      );
    });
}

/** Writes all files or, where that fails, leaves nothing behind. @param name of the folder, for messages */
function writeAll(folder: string, name: string, files: Readonly<Record<string, string>>): void {
  let made: string | undefined;
  try {
    made = mkdirSync(folder, { recursive: true });
    for (const [file, text] of Object.entries(files)) writeFileSync(path.join(folder, file), text);
  } catch (error) {
    for (const file of Object.keys(files)) rmSync(path.join(folder, file), { force: true });
    if (made !== undefined) rmSync(made, { recursive: true, force: true });
    throw fileError(error, `cannot write ${name}`);
  }
}

/** What a game can be called. @throws UserError when it cannot be called so */
function idOf(name: string): string {
  if (/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name) && name.length <= 40) return name;
  throw new UserError(
    `new: ${JSON.stringify(name)} is no name for a game; use at most 40 lower-case letters, digits and single hyphens, such as my-game`,
  );
}

/** Texts by file. @param id of the game */
function skeleton(id: string): Record<string, string> {
  const title = id
    .split('-')
    .map((word) => word[0]!.toUpperCase() + word.slice(1))
    .join(' ');
  const example = readFileSync(path.join(packageFolder(), 'docs', 'examples', 'pig.ts'), 'utf8');
  const game = example
    .replaceAll('Big Pig', title)
    .replace('a dice race: the first game of docs/add-your-game.md.', 'a dice race.')
    .replace("magic: 'PIG1'", `magic: '${magicOf(id)}'`)
    .replace("id: 'pig'", `id: '${id}'`);
  return {
    [`${id}.ts`]: game,
    [`${id}.test.ts`]: testOf(id),
    'package.json': `${JSON.stringify(packageOf(id), null, 2)}\n`,
    'tsconfig.json': `${JSON.stringify(typescript, null, 2)}\n`,
    'README.md': readmeOf(id, title),
    '.gitignore': 'node_modules/\nruns/\n',
  };
}

/** Four letters that begin every saved position, so that another game's is refused. */
const magicOf = (id: string): string => id.replaceAll('-', '').toUpperCase().slice(0, 3).padEnd(3, 'X') + 1;

/** Where this package was installed from, where that is a file or a folder: npm's list of a `node_modules` says so. */
function ownSource(): string | null {
  const modules = path.dirname(packageFolder());
  const list = path.join(modules, '.package-lock.json');
  if (path.basename(modules) !== 'node_modules' || !existsSync(list)) return null;
  let from: unknown;
  try {
    from = JSON.parse(readFileSync(list, 'utf8')).packages['node_modules/tabletop-gym'].resolved;
  } catch {
    // Without npm's list the version has to do.
  }
  return typeof from === 'string' && from.startsWith('file:')
    ? `file:${path.resolve(modules, '..', from.slice('file:'.length))}`
    : null;
}

const packageOf = (id: string) => ({
  name: id,
  private: true,
  type: 'module',
  scripts: { check: `tabletop check ./${id}.ts`, test: 'vitest run' },
  dependencies: { 'tabletop-gym': ownSource() ?? `^${packageVersion()}`, zod: '^4.0.0' },
  devDependencies: { typescript: '^5.9.0', vitest: '^4.0.0' },
});

const typescript = {
  compilerOptions: {
    ...{ target: 'es2022', module: 'nodenext', strict: true, noEmit: true, skipLibCheck: true },
  },
};

const testOf = (
  id: string,
) => `import { checkGame, createRng, type Game, SeededChance, type State } from 'tabletop-gym';
import { expect, it } from 'vitest';
import { game } from './${id}.js';

/** A new game. */
const begin = (options: unknown = {}): [State, SeededChance] => {
  const chance = new SeededChance('test', game.streams);
  return [game.newState(game.options.parse(options), chance), chance];
};

it('keeps every promise that a game makes', async () => {
  const { checks } = await checkGame(game as Game, { games: 20 });
  expect(checks.filter(({ passed }) => !passed)).toEqual([]);
}, 60_000);

it('begins with a question to whoever goes first', () => {
  const [state] = begin();
  const mask = new Uint8Array(game.actions);
  expect(state.legal(mask)).toBe(2);
  expect(state.text(state.actor)).toContain('0');
});

it('ends, whatever is played', () => {
  const [state, chance] = begin({ players: 3 });
  const rng = createRng('moves');
  const mask = new Uint8Array(game.actions);
  while (!state.over) {
    mask.fill(0);
    const legal = state.legal(mask);
    const actions = [...mask.keys()].filter((action) => mask[action] === 1);
    state.apply(actions[rng.int(legal)]!, chance);
  }
  const places = new Uint8Array(3);
  state.places(places);
  expect(Math.min(...places)).toBe(0);
});
`;

const readmeOf = (id: string, title: string) => `# ${title}

A game for tabletop-gym: rules, bots and observation are in \`${id}.ts\`.

\`\`\`sh
npm install
npx tabletop check ./${id}.ts                       # does it keep the contract?
npx tabletop play ./${id}.ts                        # play it
npx tabletop report ./${id}.ts                      # is it fair?
npx tabletop train ./${id}.ts --preset quickstart   # train a player
npm test
\`\`\`

The guide that goes through the file: \`node_modules/tabletop-gym/docs/add-your-game.md\`.
`;
