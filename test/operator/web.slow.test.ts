/** Pages from the command line: what is written, what is served, what is refused. They are played in test/web. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { cases, pig, read } from './operate.js';
import { kuhnRun, pigRun } from './prepared.js';

const offline = ['manifest.webmanifest', 'offline.js'];
const page = ['icon.svg', 'index.html', 'page.css', 'page.js', 'worker.js', ...offline];
const holds = (folder: string, name: string, files: readonly string[]) => {
  const found = readdirSync(path.join(folder, name)).sort().join(' ');
  if (found !== [...files].sort().join(' ')) throw new Error(`${name} holds ${found}`);
};
/** Starts the command, asks for what it serves, and stops it as Ctrl-C does. */
const served = (words: string, ask: string) => `
  "${process.execPath}" "$MAIN" ${words} --no-open > out 2> err & pid=$!
  for i in $(seq 100); do grep -q Ctrl-C out 2> /dev/null && break; sleep 0.2; done
  address=$(head -1 out)
  ${ask}
  kill -INT $pid; wait $pid; echo "stopped with $?"; cat err >&2`;
const main = { MAIN: path.resolve('dist/cli/main.js') };

cases([
  {
    name: 'a game, a run and a player file become folders',
    folders: { run: kuhnRun, own: pigRun },
    steps: [
      {
        run: ['export', 'tic-tac-toe', '--format', 'web', '--out', 'site'],
        out: /^wrote .*site \(0\.\d\d MiB\)$/m,
        after: (folder) => holds(folder, 'site', page),
      },
      { run: ['export', 'run', '--format', 'web', '--json'], out: /"path": ".*run\/exports\/kuhn-web"/ },
      { shell: 'ls run/exports/kuhn-web', out: /player\.mjs/ },
      { run: ['export', 'run', '--out', 'kuhn.mjs'] },
      {
        run: ['export', 'kuhn.mjs', '--format', 'web'],
        out: /kuhn-web/,
        after(folder) {
          holds(folder, 'kuhn-web', [...page, 'player.mjs']);
          if (read(folder, 'kuhn-web/player.mjs') !== read(folder, 'kuhn.mjs')) throw new Error('another player');
        },
      },
      {
        run: ['export', 'own', '--format', 'web', '--out', 'pig'],
        after(folder) {
          holds(folder, 'pig', [...page, 'player.mjs']);
          if (!/<title>Big Pig<\/title>/.test(read(folder, 'pig/index.html'))) throw new Error('another title');
        },
      },
    ],
  },
  {
    name: 'what cannot be a page is refused in one line, and nothing is written',
    files: { 'own.mjs': 'export const nothing = 1;', 'node.ts': nodeGame(), file: '' },
    steps: [
      { run: ['export', 'nothing', '--format', 'web'], exit: 2, err: /cannot read nothing/ },
      { run: ['export', 'own.mjs', '--format', 'web'], exit: 2, err: /exports no game/ },
      { run: ['export', 'kuhn', '--format', 'web', '--out', 'a.html'], exit: 2, err: /a page is a folder/ },
      { run: ['export', 'kuhn', '--format', 'web', '--out', 'file/a'], exit: 2, err: /is a file, not a folder/ },
      {
        run: ['export', 'kuhn', '--format', 'web', '--lookahead', '32'],
        exit: 2,
        err: /--lookahead applies to the player/,
      },
      {
        run: ['export', 'kuhn', '--format', 'web', '--options', 'players=3'],
        exit: 2,
        err: /--options applies to the player/,
      },
      { run: ['export', 'node.ts', '--format', 'web'], exit: 2, err: /uses node:fs, which browsers do not have/ },
      { run: ['play', 'kuhn', '--web', '--policy', 'none.mjs'], exit: 2, err: /there is no player file/ },
      { run: ['play', 'kuhn', '--web', '--watch'], exit: 2, err: /--watch is chosen in the page/ },
      { run: ['play', 'kuhn', '--web', '--options', 'players=9'], exit: 2, err: /option players of kuhn/ },
      { run: ['play', 'kuhn', '--policy', 'run'], exit: 2, err: /--policy is for a browser: give --web too/ },
    ],
    gone: ['kuhn-web', 'a.html', 'nothing-web'],
  },
  {
    name: 'a site of all games is asked for in one way, and what is wrong is told before anything is made',
    files: { file: '' },
    steps: [
      { run: ['export', '--all'], exit: 2, err: /^tabletop: --all makes a site: give --format web too$/m },
      { run: ['export', '--all', '--format', 'js'], exit: 2, err: /--all makes a site: give --format web too/ },
      { run: ['export', 'kuhn', '--all', '--format', 'web'], exit: 2, err: /--all exports every game: leave kuhn out/ },
      { run: ['export', 'kuhn', '--games', '9'], exit: 2, err: /--games is for the reports of --all: leave it out/ },
      { run: ['export'], exit: 2, err: /name what to export: .*or give --all --format web/ },
      { run: ['export', '--all', '--format', 'web', '--games', '1'], exit: 2, err: /wanted a whole number >= 2/ },
      {
        run: ['export', '--all', '--format', 'web', '--lookahead', '32'],
        exit: 2,
        err: /--lookahead applies to one game or player: leave it out with --all/,
      },
      { run: ['export', '--all', '--format', 'web', '--out', 'a.html'], exit: 2, err: /a page is a folder/ },
      { run: ['export', '--all', '--format', 'web', '--out', 'file/a'], exit: 2, err: /is a file, not a folder/ },
    ],
    gone: ['games-web', 'a.html'],
  },
  {
    name: 'play --web serves the page on the loopback address until Ctrl-C',
    shell: served(
      `play '${pig}' --web`,
      'curl -s -i "$address" | tr -d "\\r"; curl -s "$address"worker.js | head -c 60; echo',
    ),
    env: main,
    out: [
      /^HTTP\/1\.1 200 OK$/m,
      /^content-security-policy: default-src 'none'; script-src 'self' 'wasm-unsafe-eval'/m,
      /<title>Big Pig<\/title>/,
      /^\/\*! Plays Big Pig/m,
      /^stopped with 130$/m,
    ],
    err: /^stopping/m,
  },
]);

/** A game whose module needs what browsers do not have. */
function nodeGame(): string {
  return `import { readFileSync } from 'node:fs';
    export { bots } from ${JSON.stringify(pig)};
    import { game as pig } from ${JSON.stringify(pig)};
    export const game = { ...pig, title: readFileSync(import.meta.filename, 'utf8').slice(0, 6) };`;
}
