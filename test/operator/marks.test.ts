/** Text files as other programs write them: with a byte order mark, with the line ends of Windows. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { cases, pig, read, tiny } from './operate.js';

const bom = '\ufeff';
/** Gives a file both. */
const mark = (name: string) => (folder: string) =>
  writeFileSync(path.join(folder, name), bom + read(folder, name).replaceAll('\n', '\r\n'));

cases([
  {
    name: 'configurations and replays are read with a byte order mark and with CRLF',
    files: {
      'bom.json': `${bom}{"game": "kuhn",\r\n "phases": [{"algorithm": "ppo", "decisions": 400}]}\r\n`,
      'replay.json': `${bom}{"format":"tabletop-gym replay","formatVersion":1,"game":"kuhn","version":"1","options":{},\r\n"seed":"1","actions":[0]}`,
    },
    steps: [
      { run: ['train', '--config', 'bom.json', '--run', 'r', '--decisions', '400', ...tiny] },
      { shell: `printf '\\xef\\xbb\\xbf' | cat - r/config.json > c; mv c r/config.json; tabletop train --resume r` },
      {
        before: mark('r/metrics.jsonl'),
        run: ['train', '--resume', 'r', '--decisions', '600', '--set', 'ppo.learningRate=0.001'],
        after: (folder) => expect(read(folder, 'r/metrics.jsonl').slice(0, 2)).toBe('\ufeff{'),
      },
      // It is read: what is wrong is what it says.
      { run: ['replay', 'replay.json'], exit: 2, err: /replay.json is a damaged replay: checks/ },
    ],
  },
  {
    name: 'so are modules, in TypeScript and not, and JSON that they import',
    files: {
      'bonus.json': `${bom}{"bonus": 3}\r\n`,
      'bonus.ts': `${bom}import file from './bonus.json';\r\nexport const more: number = file.bonus;\r\n`,
      'game.mjs': `${bom}export { more } from './bonus.ts';\r\nexport { default } from ${JSON.stringify(pig)};\r\n`,
    },
    run: ['evaluate', 'random', '--game', './game.mjs', '--blocks', '1', '--workers', '0'],
  },
  {
    name: 'lines to analyze are too',
    run: ['analyze', pig],
    input: `${bom}{"id":"a","replay":{"seed":"1","options":{},"actions":[]},"playOuts":16}\r\n{"id":"b","action":"query_version"}\r\n`,
    out: [/"id":"a".*"actions"/, /"id":"b"/],
  },
]);
