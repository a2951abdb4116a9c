/** Modules as bundlers and npm leave them: each loads what it imports. A module that exports no game is one line. */
import { cases, pig, type Step } from '../operator/operate.js';

const no: Step = { exit: 2, err: /exports no game: write export default \{ game \}/ };

cases([
  {
    name: 'TypeScript that imports .tsx without an ending, and .js of ES modules under "type": "commonjs"',
    files: {
      'package.json': '{ "type": "commonjs" }',
      'rules.tsx': 'export const n: number = 3;\r\n',
      'plain.js': `export { default } from ${JSON.stringify(pig)};\r\n`,
      'game.ts':
        "import { n } from './rules';\nimport pig from './plain.js';\nif (n !== 3) throw new Error();\nexport default pig;\n",
      'constant.ts': "import { n } from './rules';\nexport const game = n;\n",
      'constant.mts': "import pig from './plain.js';\nexport const game = pig.game.id;\n",
    },
    steps: [
      { run: ['evaluate', 'random', '--game', './game.ts', '--blocks', '1', '--workers', '0'] },
      { run: ['check', './constant.ts'], ...no },
      { run: ['check', './constant.mts'], ...no },
    ],
  },
  {
    name: 'a mistake in a module is one line that names it',
    files: {
      'syntax.ts': 'export const game = ;\n',
      'name.ts': "import { nothing } from './other.js';\nexport default { game: nothing };\n",
      'other.ts': 'export const something = 1;\n',
      'throws.mjs': "throw new Error('first line\\nsecond line');\n",
      'object.mjs': 'throw { code: 7 };\n',
      'package.ts': "import rules from 'no-such-package';\nexport default { game: rules };\n",
    },
    steps: (
      [
        ['syntax.ts', /syntax.ts:1: Expression expected/],
        ['name.ts', /name.ts: .* 'nothing'|name.ts: .*nothing/],
        ['throws.mjs', /throws.mjs: first line second line/],
        ['object.mjs', /object.mjs: it throws \{ code: 7 \}/],
        ['package.ts', /package.ts: .*no-such-package/],
      ] as const
    ).map(([file, err]) => ({ run: ['check', `./${file}`], exit: 2, err })),
  },
]);
