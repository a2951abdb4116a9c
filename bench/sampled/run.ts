/**
 * External-sampling MCCFR on Leduc poker after some CPU seconds, beside OpenSpiel's in C++ where a Python has it:
 * `npx tsx bench/sampled/run.ts <game> [--players 2] [--python <python>] [--seed 1]`. The game is that of the package for
 * two, or bench/sampled/game.ts for three. The time for measuring the NashConv does not count.
 */
import { spawnSync } from 'node:child_process';
import { cpus } from 'node:os';
import process from 'node:process';
import { solvedAgent } from '../../agents/solved/solved-agent.js';
import { policyOf } from '../../agents/solved/solved-file.js';
import type { Game } from '../../env/game.js';
import { loadGame } from '../../env/load-game.js';
import { parseOptions } from '../../env/options.js';
import { exploitation, tabulate, uniformPolicy } from '../../eval/exact/best-response.js';
import { Sampler } from '../../eval/exact/sampled.js';
import { sampledFile } from '../../eval/exact/solution.js';
import { walkTree } from '../../eval/exact/tree.js';
import { commandLine } from '../command-line.js';

/** CPU seconds at which the policies are measured, by number of players. */
const looks: Record<number, number[]> = { 2: [2, 10, 30], 3: [10, 40] };

interface Look {
  players: number;
  seconds: number;
  iterations: number;
  nashConv: number;
}

const { values, positionals } = commandLine(
  import.meta.url,
  {
    players: { type: 'string', default: '2' },
    python: { type: 'string' },
    seed: { type: 'string', default: '1' },
  },
  1,
);

const cpuSeconds = () => (process.cpuUsage().user + process.cpuUsage().system) / 1e6;

/** @returns the NashConv of uniform play first */
function ours(game: Game, players: number, seed: string): Look[] {
  const options = parseOptions(game, players === 2 ? {} : { players });
  const sampler = new Sampler(game, options, seed);
  const policies: [number, ReturnType<typeof sampledFile>][] = [];
  let spent = 0;
  for (const seconds of looks[players]!) {
    const from = cpuSeconds() - spent;
    while ((spent = cpuSeconds() - from) < seconds) sampler.block();
    policies.push([seconds, sampledFile(game, options, sampler, seed)]);
  }
  const tree = walkTree(game, options);
  const uniform = { players, seconds: 0, iterations: 0, nashConv: exploitation(tree, uniformPolicy(tree)).nashConv };
  return [
    uniform,
    ...policies.map(([seconds, file]) => {
      const table = tabulate(tree, solvedAgent('sampled', policyOf(file, 'sampled')));
      const { nashConv } = exploitation(tree, table);
      return { players, seconds, iterations: file.method.iterations, nashConv };
    }),
  ];
}

/** The same by OpenSpiel; why not, where there is none. */
function theirs(players: number, seed: string): Look[] | string {
  if (values.python === undefined) return 'no --python was given';
  const script = new URL('./open_spiel.py', import.meta.url).pathname;
  const words = [script, String(players), seed, ...looks[players]!.map(String)];
  const { status, stdout, stderr } = spawnSync(values.python, words, { encoding: 'utf8' });
  if (status !== 0) return stderr.trim().split('\n').at(-1) ?? 'it failed';
  return JSON.parse(stdout) as Look[];
}

const { game } = await loadGame(positionals[0] ?? 'bench/sampled/game.ts');
console.log(`${cpus()[0]!.model.trim()}, one core, Node ${process.versions.node}, seed ${values.seed}\n`);
console.log('| players | CPU seconds | iterations | NashConv | OpenSpiel: iterations | NashConv |');
console.log('| --- | ---: | ---: | ---: | ---: | ---: |');
const players = Number(values.players);
const other = theirs(players, values.seed);
for (const [i, one] of ours(game as Game, players, values.seed).entries()) {
  const { iterations, nashConv } = typeof other === 'string' ? { iterations: null, nashConv: null } : other[i]!;
  const cells = [players, one.seconds, one.iterations.toLocaleString('en-US'), one.nashConv.toFixed(3)];
  console.log(`| ${[...cells, iterations?.toLocaleString('en-US') ?? '', nashConv?.toFixed(3) ?? ''].join(' | ')} |`);
}
if (typeof other === 'string') console.log(`\nOpenSpiel was not measured: ${other}`);
