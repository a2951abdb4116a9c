/**
 * Whether one build plays a game as fast as another: the same work in both, in turns, each run a process of its own that
 * counts processor time, so that a busy machine matters little.
 *
 *     npx tsx bench/two-builds.ts crown-of-ash ../before . --pairs 10
 *
 * Both folders have their dist/. Prints for rules, rules with observations, and copies: the median of after/before in speed
 * and the 95 % interval of the mean of the ratios (in logarithms).
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { UserError } from '../env/user-error.js';
import { commandLine, wholeNumber } from './command-line.js';
import { pairedRatio } from './paired-ratio.js';

const { values, positionals } = commandLine(
  import.meta.url,
  { pairs: { type: 'string', default: '10' }, decisions: { type: 'string', default: '600000' } },
  3,
);
const pairs = wholeNumber('pairs', values.pairs, 2);
const decisions = wholeNumber('decisions', values.decisions, 1);
const [id, before, after] = positionals;
if (!id || !before || !after) throw new UserError('give a game, the folder before and the folder after');
for (const root of [before, after])
  if (!existsSync(resolve(root, `dist/env/games/${id}/game.js`)))
    throw new UserError(`${root} has no built game ${id}`);

/** Runs in the process of one build: microseconds of processor time for each kind of work. */
const work = (root: string) => `
const [root, id, n] = ${JSON.stringify([root, id, decisions])};
const { createRng, SeededChance } = await import(root + '/dist/env/chance.js');
const { observationSize } = await import(root + '/dist/env/game.js');
const { game } = await import(root + '/dist/env/games/' + id + '/game.js');
const options = game.options.parse({});
const mask = new Uint8Array(game.actions);
const out = new Float32Array(observationSize(game));
function play(n, seed, observe) {
  const chance = new SeededChance(seed, game.streams);
  const rng = createRng(seed);
  let s = game.newState(options, chance);
  for (let made = 0; made < n; ) {
    if (s.over) { s = game.newState(options, chance); continue; }
    const legal = s.legal(mask);
    if (observe) s.observe(s.actor, out, 0);
    if (legal > 1) made++;
    let skip = legal > 1 ? rng.int(legal) : 0;
    let action = 0;
    while (mask[action] === 0 || skip-- > 0) action++;
    s.apply(action, chance);
  }
}
function copies(n) {
  const from = game.newState(options, new SeededChance('copy', game.streams));
  const to = from.clone();
  for (let i = 0; i < n; i++) to.copyFrom(from);
}
function timed(f) {
  const start = process.cpuUsage();
  f();
  const { user, system } = process.cpuUsage(start);
  return user + system;
}
play(n / 4, 'warm', false);
play(n / 4, 'warm', true);
copies(n);
console.log(JSON.stringify({
  rules: timed(() => play(n, 'rules', false)),
  observed: timed(() => play(n, 'observed', true)),
  copy: timed(() => copies(5 * n)),
}));
`;

function run(root: string): Record<string, number> {
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--input-type=module', '-e', work(resolve(root))], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

const ratios: Record<string, number[]> = {};
const last: Record<string, number> = {};
for (let pair = 0; pair < pairs; pair++) {
  // Who goes first takes turns too.
  const first = pair % 2 === 0;
  const one = run(first ? before : after);
  const two = run(first ? after : before);
  const [was, is] = first ? [one, two] : [two, one];
  for (const kind of Object.keys(was)) {
    (ratios[kind] ??= []).push(was[kind]! / is[kind]!);
    last[kind] = is[kind]!;
  }
}
for (const [kind, list] of Object.entries(ratios)) {
  const { median, low, high } = pairedRatio(list);
  const text = (x: number) => x.toFixed(3);
  console.log(
    `${kind.padEnd(9)} median ${text(median)}, 95 % ${text(low)} to ${text(high)}` +
      ` (${(last[kind]! / 1000).toFixed(0)} ms in the last run)`,
  );
}
