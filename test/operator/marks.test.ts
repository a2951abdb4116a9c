/** Text files as other programs write them: with a byte order mark, with the line ends of Windows. */
import { cases, pig, tiny } from './operate.js';

const mark = '\ufeff';

cases([
  {
    name: 'configurations and replays are read with a byte order mark and with CRLF',
    files: {
      'bom.json': `${mark}{"game": "kuhn",\r\n "phases": [{"algorithm": "ppo", "decisions": 400}]}\r\n`,
      'replay.json': `${mark}{"format":"tabletop-gym replay","formatVersion":1,"game":"kuhn","version":"1","options":{},\r\n"seed":"1","actions":[0]}`,
    },
    steps: [
      { run: ['train', '--config', 'bom.json', '--run', 'r', '--decisions', '400', ...tiny] },
      { shell: `printf '\\xef\\xbb\\xbf' | cat - r/config.json > c; mv c r/config.json; tabletop train --resume r` },
      // It is read: what is wrong is what it says.
      { run: ['replay', 'replay.json'], exit: 2, err: /replay.json is a damaged replay: checks/ },
    ],
  },
  {
    name: 'lines to analyze are too',
    steps: [
      {
        run: ['analyze', pig],
        input: `${mark}{"id":"a","replay":{"seed":"1","options":{},"actions":[]},"playOuts":16}\r\n{"id":"b","action":"query_version"}\r\n`,
        out: [/"id":"a".*"actions"/, /"id":"b"/],
      },
    ],
  },
]);
