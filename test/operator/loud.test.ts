/** A game that prints: its words go to standard error, and standard output is the command's alone. */
import process from 'node:process';
import { expect } from 'vitest';
import { cases, pig, type Step, tiny } from './operate.js';

const loud = `
import pig from ${JSON.stringify(pig)};
const say = (words) => { console.log(words); process.stdout.write(words + ' again\\n'); };
say('loaded');
const game = { ...pig.game, newState: (...args) => { say('begun'); return pig.game.newState(...args); } };
export default { ...pig, game };
`;

/** A command that prints one JSON object, or lines of JSON, and the game's words beside it. */
const json = (...run: string[]): Step => ({
  run,
  err: /begun again/,
  after: (_, { stdout }) => {
    const read = (text: string) => expect(() => JSON.parse(text), text).not.toThrow();
    if (run.includes('--json')) read(stdout);
    else for (const line of stdout.trimEnd().split('\n')) read(line);
  },
});

const few = ['--workers', '0', '--json'];

cases([
  {
    name: 'leaves standard output to the command, wherever the game is played',
    files: { 'loud.ts': loud },
    steps: [
      json('report', './loud.ts', '--agents', 'random', '--games', '2', ...few),
      {
        ...json('report', './loud.ts', '--agents', 'random', '--games', '4', '--workers', '2', '--json'),
        started: true,
        err: [/^begun$/m, /^begun again$/m],
      },
      json('evaluate', 'random', '--game', './loud.ts', '--blocks', '1', ...few),
      json('check', './loud.ts', '--games', '2', '--json'),
      json('report', './loud.ts', '--games', '4', '--looks', '2', '--playouts', '2', '--out', 'page', ...few),
      {
        ...json('analyze', './loud.ts'),
        input: '{"id":"a","replay":{"seed":"1","options":{},"actions":[]},"playOuts":16}\n',
      },
    ],
  },
  {
    name: 'can be exported, and the file says how its self-test went and nothing else',
    files: { 'loud.ts': loud },
    steps: [
      { run: ['train', './loud.ts', '--run', 'r', '--decisions', '300', ...tiny] },
      json('export', 'r', '--game', './loud.ts', '--out', 'player.mjs', '--json'),
      {
        shell: `'${process.execPath}' player.mjs --self-test --json | tail -n +3`,
        out: /^\{"passed":true.*\}\n$/,
        err: /^begun$/m,
      },
    ],
  },
  {
    name: 'leaves the frames of a program that steps the game alone',
    files: { 'loud.ts': loud },
    shell: `node -e '
          const body = Buffer.from(JSON.stringify({ method: "open", game: "./loud.ts", opponents: [] }));
          const head = Buffer.alloc(8);
          head.writeUInt32LE(body.length);
          process.stdout.write(Buffer.concat([head, body]));
        ' | tabletop serve | tail -c +9`,
    out: /^\{"result":\{.*"game":"pig"/,
    err: /loaded again/,
  },
]);
