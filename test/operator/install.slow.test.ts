/** What is installed and what is not: engines that are missing, how they come, and that everything else does without. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { offline, typed, withBrokenOnnx, withoutEngines, withTfjsAlone } from './lean.js';
import { cases, pig, root, type Step, tiny } from './operate.js';
import { kuhnRun } from './prepared.js';

/** A step with the `tabletop` of another folder. */
const by = (program: () => string, words: readonly string[], rest: Step = {}): Step => ({
  ...rest,
  shell: `'${process.execPath}' "$PROGRAM" ${words.map((word) => `'${word}'`).join(' ')}`,
  env: {
    ...rest.env,
    // Made when the step is taken.
    get PROGRAM() {
      return program();
    },
  },
});
const train = ['train', 'kuhn', '--decisions', '400', ...tiny, '--run', 'run'];
const oneLine = /^tabletop: [^\n]+\n$/;
cases([
  {
    name: 'train without an engine says in one line what is missing and what installs it',
    ...by(withoutEngines, train, {
      exit: 2,
      err: [oneLine, /onnxruntime-node is not installed/, /`npx tabletop doctor --install` installs/],
    }),
    gone: ['run', 'runs'],
  },
  {
    name: 'start without an engine says so in one line, before anything is made',
    ...by(withoutEngines, ['start', '--game', 'kuhn'], {
      exit: 2,
      err: /^tabletop: .*`npx tabletop doctor --install` installs.*\n$/,
    }),
    gone: ['runs'],
  },
  {
    name: 'doctor without an engine lists all with reasons, names setup and ends with 1',
    steps: [
      by(withoutEngines, ['doctor'], {
        exit: 1,
        out: [
          /onnxruntime-node is not installed/,
          /tfjs-node is not installed/,
          /`npx tabletop doctor --install` installs onnx/,
        ],
      }),
      by(withoutEngines, ['doctor', '--json'], {
        exit: 1,
        out: /"engine": null/,
      }),
    ],
  },
  {
    name: 'everything but training does without engines',
    folders: { run: kuhnRun },
    steps: [
      by(withoutEngines, ['games'], { out: /doomspire/ }),
      by(withoutEngines, ['report', 'kuhn', '--agents', 'random', '--games', '20', '--workers', '1'], {
        out: /command: tabletop report/,
      }),
      by(
        withoutEngines,
        ['evaluate', 'policy:run', '--game', 'kuhn', '--against', 'random', '--blocks', '5', '--workers', '0'],
        {
          out: /command: tabletop evaluate/,
        },
      ),
      by(withoutEngines, ['play', 'kuhn'], { input: 'q\n', out: /pass/ }),
    ],
  },
  {
    name: 'a LayersModel is checked without TensorFlow.js',
    folders: { run: kuhnRun },
    ...by(withoutEngines, ['export', 'run', '--format', 'tfjs', '--out', 'model']),
    there: ['model/model.json', 'model/weights.bin'],
  },
  {
    name: 'an ONNX model that cannot be checked is not written, and the line says what installs the engine',
    folders: { run: kuhnRun },
    ...by(withoutEngines, ['export', 'run', '--format', 'onnx', '--out', 'model.onnx'], {
      exit: 2,
      err: [oneLine, /`npx tabletop doctor --install` installs/],
    }),
    gone: ['model.onnx'],
  },
  {
    name: 'a player is bundled and plays where no native bundler is installed',
    folders: { run: kuhnRun },
    steps: [
      by(withoutEngines, ['export', 'run', '--out', 'player.mjs']),
      { shell: `'${process.execPath}' player.mjs --self-test`, out: /passed/ },
    ],
  },
  {
    name: 'an engine that was asked for by name and is missing is refused, not replaced',
    steps: [
      by(withoutEngines, [...train, '--engine', 'onnx'], {
        exit: 2,
        err: [
          oneLine,
          /the onnx engine does not load: onnxruntime-node is not installed; `npx tabletop doctor --install` installs it/,
        ],
      }),
      by(withoutEngines, [...train, '--engine', 'tfjs'], {
        exit: 2,
        err: [
          oneLine,
          /the tfjs engine does not load: .*tfjs-node is not installed; `npm install @tensorflow\/tfjs-node` installs it/,
        ],
      }),
    ],
    gone: ['run'],
  },
  {
    name: 'an ONNX Runtime that does not load is told with its reason, in one line',
    steps: [
      by(withBrokenOnnx, train, { exit: 2, err: [oneLine, /installed but fails: invalid ELF header[;,]/] }),
      by(withBrokenOnnx, ['doctor'], { exit: 1, out: /onnx: .*installed but fails: invalid ELF header\n/ }),
    ],
  },
  {
    name: 'setup without a registry says so in one line and leaves everything as it was',
    ...by(withBrokenOnnx, ['doctor', '--install'], {
      env: offline(),
      exit: 2,
      err: /^fetching onnxruntime-node.*\ntabletop: npm could not fetch onnxruntime-node: [^\n]+\n$/,
      after: () => {
        const modules = path.resolve(withBrokenOnnx(), '../../../node_modules');
        expect(readdirSync(modules).filter((name) => name.startsWith('.'))).toEqual([]);
        expect(existsSync(path.join(modules, 'onnxruntime-node/index.js'))).toBe(true);
      },
    }),
  },
  {
    name: 'setup where the engine is there changes nothing, twice',
    steps: [
      { run: ['doctor', '--install', 'torch'], exit: 2, err: [oneLine, /'torch' is a word too many for 'doctor'/] },
      { run: ['doctor', '--install'], out: /^onnx is there and runs: ONNX Runtime \d/ },
      { run: ['doctor', '--install', '--json'], out: [/"brought": null/, /"freed": 0/] },
    ],
  },
  {
    name: 'an engine that does not exist is refused with those that do',
    run: [...train, '--engine', 'abacus'],
    exit: 2,
    err: /auto.*onnx.*tfjs/,
    gone: ['run'],
  },
  {
    name: 'a game in TypeScript that cannot be read is refused with file and line',
    files: { 'game.ts': 'export const one: number = 1;\nexport const = 3;\n' },
    run: ['report', './game.ts'],
    exit: 2,
    err: /cannot load \.\/game\.ts: .*game\.ts:2: /,
  },
  {
    name: 'a game in TypeScript with decorators is refused in one line with file and line, in what it imports too',
    files: {
      'rules.ts': 'const once = (_: unknown) => {};\nexport class Rules {\n  @once deal() {}\n}\n',
      'game.ts': "export { Rules } from './rules';\n",
    },
    run: ['report', './game.ts'],
    exit: 2,
    err: [oneLine, /cannot load \.\/game\.ts: .*rules\.ts:3: decorators are/],
  },
  {
    name: 'a game in TypeScript may be of several folders and take its tables from JSON',
    files: {
      'rules/index.ts': "export * from './title.js';\n",
      'rules/title.ts': "import words from './words.json';\nexport const title: string = words.join(' ');\n",
      'rules/words.json': '["Pig", "of", "JSON"]',
      'game.ts': `import { game as pig } from '${pig}';
        import { title } from './rules';
        export const game = { ...pig, title };\n`,
    },
    steps: [
      { run: ['games', './game.ts'], out: /Pig of JSON/ },
      {
        run: ['report', './game.ts', '--agents', 'random', '--games', '20', '--workers', '1'],
        out: /command: tabletop report/,
      },
    ],
  },
  {
    name: 'a game in TypeScript may import types without saying so, files by their built name, and use enums',
    files: {
      'kinds.ts': 'export enum Kind { A = 1, B }\nexport interface Thing { kind: Kind }\n',
      'game.ts': `import { Kind, Thing } from './kinds.js';
        import { game as pig } from '${pig}';
        const thing: Thing = { kind: Kind.B };
        export const game = { ...pig, title: \`Pig \${thing.kind}\` };\n`,
    },
    steps: [
      { run: ['games', './game.ts'], out: /Pig 2/ },
      {
        run: ['report', './game.ts', '--agents', 'random', '--games', '20', '--workers', '1'],
        out: /command: tabletop report/,
      },
    ],
  },
]);

describe.skipIf(!existsSync(path.join(root, 'node_modules/@tensorflow/tfjs-node')))('with TensorFlow.js', () => {
  cases([
    {
      name: 'on TensorFlow.js alone train says once that it is slower and what installs the other, and trains',
      steps: [
        by(withTfjsAlone, train, {
          err: /^training on TensorFlow\.js, which is slower: onnxruntime-node is not installed; `npx tabletop doctor --install` installs it$/m,
        }),
        by(withTfjsAlone, ['doctor'], { out: [/training uses tfjs/, /`npx tabletop doctor --install` installs onnx/] }),
      ],
      there: ['run/checkpoints'],
    },
    {
      name: 'ONNX Runtime that was asked for is refused, not replaced by TensorFlow.js',
      ...by(withTfjsAlone, [...train, '--engine', 'onnx'], {
        exit: 2,
        err: [oneLine, /the onnx engine does not load: onnxruntime-node is not installed/],
      }),
      gone: ['run'],
    },
    {
      name: 'TensorFlow.js that was asked for is no second choice, and nothing is said',
      ...by(withTfjsAlone, [...train, '--engine', 'tfjs'], { errNot: /setup/ }),
      there: ['run/checkpoints'],
    },
  ]);
});

it('npx tabletop prints no warning of npm in the clone', () => {
  const { stdout, stderr, status } = spawnSync('npx', ['tabletop', 'games'], {
    cwd: root,
    encoding: 'utf8',
    env: typed(),
  });
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
  expect(stdout).toMatch(/doomspire/);
});
