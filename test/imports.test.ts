/**
 * How the sources hang together, types included: no import leads round to where it began, each floor imports from
 * itself and those below, and the rooms of a floor know only what they need.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { root } from './paths.js';

/** From the lowest up; what stands beside the house comes last. */
const floors = [
  'env',
  'checkpoints',
  'agents',
  'eval',
  'export',
  'training',
  'queue',
  'cli',
  'games',
  'bench',
  'docs',
  'test',
];

/** Files that stand in a floor for its tests alone. */
const forTests = /\.test\.ts$|^test\/|\/testing\/|^games\/[^/]+\/(test|examples)\//;

/** The contracts, which know nothing but each other. */
const contracts = ['agent', 'chance', 'game', 'observer', 'scene'].map((name) => `env/${name}.ts`);

/**
 * What the parts of a game may import beside its own folder. Its rules: the contracts, the kit, and what games share.
 */
const partsOfGames: readonly [part: RegExp, needs: readonly string[]][] = [
  [/^(games\/[^/]+\/)bots\//, ['env/', 'agents/bots/', 'agents/network/']],
  [/^(games\/[^/]+\/)presets\.ts$/, ['training/presets/', 'training/run/', 'games/poker-presets.ts']],
  [/^(games\/[^/]+\/)(index\.ts|exact\/)/, ['env/game-package.ts', 'env/judges.ts']],
  [
    /^(games\/[^/]+\/)/,
    [
      ...contracts,
      ...['overlay', 'returns', 'trace', 'user-error'].map((name) => `env/${name}.ts`),
      ...['env/kit/', 'games/poker.ts', 'games/poker-drawing.ts'],
    ],
  ],
];

/** What a room may import beside itself: whatever begins so. A room is a file or a folder. */
const rooms: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(contracts.map((file) => [file, contracts])),
  'env/kit/': [...contracts, ...['hash', 'json', 'returns', 'user-error'].map((name) => `env/${name}.ts`)],
  'env/boardgame-io/': ['chance', 'game', 'hash', 'json', 'options', 'returns', 'user-error'].map(
    (name) => `env/${name}.ts`,
  ),
  'agents/network/': ['env/chance.ts', 'env/package.ts', 'env/protobuf.ts', 'env/user-error.ts'],
  'agents/bots/': ['env/', 'agents/network/'],
  'agents/memory/': ['env/', 'agents/network/encoder.ts', 'agents/policy/pieces.ts'],
  'agents/search/': ['env/', 'agents/random.ts'],
  'agents/afterstates/': ['env/', 'agents/network/', 'agents/search/search-chance.ts'],
  'agents/policy/': [
    ...['env/', 'checkpoints/', 'agents/drawing-agent.ts', 'agents/random.ts'],
    ...['agents/network/', 'agents/bots/', 'agents/memory/', 'agents/search/', 'agents/afterstates/'],
  ],
  'agents/deferred/': [...['env/', 'agents/drawing-agent.ts', 'agents/network/', 'agents/policy/', 'agents/search/']],
  'agents/outside/': ['env/', 'agents/drawing-agent.ts', 'agents/network/', 'agents/memory/', 'agents/policy/'],
  'agents/solved/': ['env/', 'checkpoints/', 'agents/policy/trained.ts', 'agents/bots/rule-player.ts'],
  'agents/player-file/': [
    'env/',
    'checkpoints/atomic.ts',
    'agents/bots/',
    'agents/network/',
    'agents/policy/',
    'agents/search/',
  ],
  'eval/analysis/': ['env/', 'agents/', 'eval/exact/', 'eval/statistics.ts'],
  'eval/charts/': [],
  'eval/ladder/': ['env/', 'agents/', 'eval/'],
  'eval/game-report/': ['env/', 'agents/', 'eval/'],
  'games/poker.ts': ['env/kit/'],
  'games/poker-drawing.ts': ['env/scene.ts', 'games/poker.ts'],
  'games/poker-presets.ts': ['training/'],
  // A page knows what is said to its worker where things of a picture stand and how seats are called, and nothing of games.
  'export/web/page/': [
    ...['export/web/board-layout.ts', 'export/web/outlines.ts', 'export/web/protocol.ts', 'export/web/seat-words.ts'],
    'eval/game-report/heat.ts',
  ],
  'export/boardgame-io/': ['env/', 'agents/', 'export/'],
  'export/web/': [
    ...['env/', 'checkpoints/atomic.ts', 'agents/'],
    ...[
      'eval/analysis/',
      'eval/game-report/heat',
      'eval/game-report/measures.ts',
      'eval/outcome.ts',
      'eval/play-game.ts',
    ],
    ...['eval/statistics.ts', 'export/player/'],
  ],
  'export/site/': [
    ...['env/', 'agents/', 'eval/charts/markup.ts', 'export/web/index.ts', 'export/web/offline.ts'],
    ...['export/web/page-script.ts', 'export/web/site.ts'],
  ],
  // The demonstration: in a browser, which has nothing of Node.
  'training/demo/page/': ['training/demo/protocol.ts', 'export/web/page/board.tsx'],
  'training/demo/': [
    ...['env/', 'agents/', 'eval/play-game.ts', 'eval/statistics.ts', 'training/collect/afterstate-play.ts'],
    ...['training/algorithms/afterstate.ts', 'training/learn/', 'training/presets/afterstate.ts'],
  ],
  'training/collect/': ['env/', 'agents/', 'eval/match.ts', 'eval/outcome.ts', 'training/schedule.ts'],
  'training/algorithms/': ['env/', 'agents/', 'training/collect/', 'training/learn/', 'training/schedule.ts'],
  'training/learn/': [
    'env/chance.ts',
    'env/thread.ts',
    'env/user-error.ts',
    'agents/network/',
    'training/collect/batch.ts',
    'training/collect/changes.ts',
  ],
  'queue/': ['env/', 'checkpoints/', 'agents/', 'eval/', 'export/', 'training/collect/'],
  'training/presets/': [
    'env/game-package.ts',
    'env/user-error.ts',
    'training/run/config.ts',
    'training/run/merge-config.ts',
  ],
};

/** Ids of our games: nothing outside their folder names one. */
const ids = JSON.parse(readFileSync(path.join(root, 'games/games.json'), 'utf8')) as string[];

/** Files in some folders, as paths from the root with forward slashes; what others have installed there is left out. */
function files(folders: readonly string[], ending: RegExp): string[] {
  return folders
    .flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
        path.join(folder, file),
      ),
    )
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !/node_modules|\.venv|python\/build/.test(file) && ending.test(file));
}

/** The files of ours that a file imports: for what they do, later, or for their types alone. */
function imports(file: string): string[] {
  const { importedFiles } = ts.preProcessFile(readFileSync(path.join(root, file), 'utf8'));
  const ours = importedFiles.map(({ fileName }) => fileName).filter((name) => name.startsWith('.'));
  return ours.map((name) => {
    const source = path.posix.join(path.posix.dirname(file), name.replace(/\.js$/, '.ts'));
    return existsSync(path.join(root, `${source}x`)) ? `${source}x` : source;
  });
}

/**
 * Sets of files each of which imports, over others, all the rest of its set (Tarjan's strongly connected components).
 */
function circles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const found: string[][] = [];
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const visit = (file: string): void => {
    index.set(file, index.size);
    low.set(file, index.get(file)!);
    stack.push(file);
    for (const next of graph.get(file) ?? []) {
      if (!index.has(next)) visit(next);
      if (stack.includes(next)) low.set(file, Math.min(low.get(file)!, low.get(next)!));
    }
    if (low.get(file) !== index.get(file)) return;
    const circle = stack.splice(stack.indexOf(file));
    if (circle.length > 1) found.push(circle.sort());
  };
  for (const file of graph.keys()) if (!index.has(file)) visit(file);
  return found;
}

const graph = new Map(files(floors, /\.tsx?$/).map((file) => [file, imports(file)]));

it('finds circles, and every import', () => {
  const four = { a: ['b'], b: ['c', 'd'], c: ['a'], d: ['d'] };
  expect(circles(new Map(Object.entries(four)))).toEqual([['a', 'b', 'c']]);
  expect(graph.get('agents/policy/advice.ts')).toEqual(
    expect.arrayContaining(['env/view.ts', 'agents/bots/scripted-player.ts', 'env/judges.ts']),
  );
  const unknown = [...graph].flatMap(([file, others]) =>
    others.filter((other) => !graph.has(other) && !/\.(json|mjs)$/.test(other)).map((other) => `${file}: ${other}`),
  );
  expect(unknown).toEqual([]);
});

it('has no circle', () => {
  expect(circles(graph)).toEqual([]);
});

it('has no import from a lower floor to a higher one', () => {
  const floor = (file: string) => floors.indexOf(file.split('/', 1)[0]!);
  const above = (file: string, other: string) => floor(file) < floors.indexOf('games') && floor(other) > floor(file);
  const up = [...graph].flatMap(([file, others]) =>
    others.filter((other) => !forTests.test(file) && above(file, other)).map((other) => `${file} ${other}`),
  );
  expect(up).toEqual([]);
});

/** The room of a file and what it may import; undefined where it may import whatever lies on its floor or below. */
function allowedFor(file: string): readonly string[] | undefined {
  const room = Object.keys(rooms).find((start) => file.startsWith(start));
  if (room !== undefined) return [room, ...rooms[room]!];
  for (const [part, needs] of partsOfGames) {
    const game = part.exec(file)?.[1];
    if (game !== undefined) return [game, ...needs];
  }
  return undefined;
}

it('has no import of a public entry inside the package', () => {
  const wrong = [...graph].flatMap(([file, others]) => {
    if (forTests.test(file) || /^(bench|docs)\//.test(file)) return [];
    return others.filter((other) => /(^|\/)public\.ts$/.test(other)).map((other) => `${file} ${other}`);
  });
  expect(wrong).toEqual([]);
});

it('has no import of a game in env, and of the kit only in checks', () => {
  const wrong = [...graph].flatMap(([file, others]) => {
    if (forTests.test(file) || !/^env\/(?!kit\/)/.test(file)) return [];
    const apart = file.startsWith('env/conformance/') ? /^games\// : /^(games|env\/kit)\//;
    return others.filter((other) => apart.test(other)).map((other) => `${file} ${other}`);
  });
  expect(wrong).toEqual([]);
});

it('has no import from another room but those that a room needs', () => {
  const wrong = [...graph].flatMap(([file, others]) => {
    if (forTests.test(file)) return [];
    const starts = allowedFor(file);
    const allowed = (other: string) => starts === undefined || starts.some((start) => other.startsWith(start));
    return others.filter((other) => !allowed(other)).map((other) => `${file} ${other}`);
  });
  expect(wrong).toEqual([]);
});

it('names no game outside the folder of games', () => {
  const named = new RegExp(`['"\`/ ](${ids.join('|')})(?![\\w-])`);
  const comments = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$|"""[\s\S]*?"""|^\s*#.*$/gm;
  const scripts = files(['bench', 'python', 'scripts'], /\.(py|mjs)$/);
  const found = [...graph.keys(), ...scripts].flatMap((file) => {
    if (forTests.test(file) || /^(games|docs|python\/tests)\//.test(file)) return [];
    const code = readFileSync(path.join(root, file), 'utf8').replace(comments, '');
    return named.test(code) ? [`${file}: ${named.exec(code)![1]}`] : [];
  });
  expect(found).toEqual([]);
});

it('shares nothing between the folders of two games', () => {
  const folder = (file: string) => ids.find((id) => file.startsWith(`games/${id}/`));
  const across = [...graph].flatMap(([file, others]) =>
    others
      .filter((other) => folder(file) && folder(other) && folder(other) !== folder(file))
      .map((other) => `${file} ${other}`),
  );
  expect(across).toEqual([]);
});
