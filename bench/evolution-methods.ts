/**
 * Which method of evolution (`evolution.method`) makes a bot's weights better with equally many games? Each trains the same
 * bot against three of it, from the same seeds, with the default settings but for the size of an update; then all are
 * measured against three of the bot on the same fresh deals. Time does not count.
 *
 *     npx tsx bench/evolution-methods.ts fuzzy-knights --agent scripted:marshal --features none --games 5120
 *
 * `--features` is none, all, or names with commas between. `won` is of the averaged weights, which are what a run saves.
 */
import { flattenWeights, viewWeights } from '../agents/network/network.js';
import { firstPosition, plannedStart } from '../agents/policy/planned.js';
import { createRng } from '../env/chance.js';
import { UserError } from '../env/user-error.js';
import { alignTable } from '../eval/report.js';
import type { Moment } from '../training/algorithms/algorithm.js';
import type { EvolutionPhase } from '../training/algorithms/evolution.js';
import { beginMethod } from '../training/algorithms/evolution-methods.js';
import { unitsOf } from '../training/collect/changes.js';
import { shares } from '../training/collect/opponents.js';
import { applySet, Collector, parseConfig, presetConfig } from '../training/index.js';
import { measured } from '../training/run/metrics.js';
import { prepare } from '../training/run/prepare.js';
import { commandLine, wholeNumber } from './command-line.js';

const METHODS = ['adam', 'cma'] as const;

const { values: flags, positionals } = commandLine(
  import.meta.url,
  {
    agent: { type: 'string', default: 'scripted:marshal' },
    features: { type: 'string', default: 'none' },
    games: { type: 'string', default: '5120' },
    pairs: { type: 'string', default: '16' },
    each: { type: 'string', default: '8' },
    seeds: { type: 'string', default: '2' },
    deals: { type: 'string', default: '250' },
    workers: { type: 'string', default: '0' },
  },
  1,
);
const [id = 'fuzzy-knights'] = positionals;
const { agent } = flags;
const games = wholeNumber('games', flags.games);
const pairs = wholeNumber('pairs', flags.pairs);
const each = wholeNumber('each', flags.each);
const seeds = wholeNumber('seeds', flags.seeds);
const deals = wholeNumber('deals', flags.deals);
const workers = wholeNumber('workers', flags.workers, 0);
const updates = Math.floor(games / (2 * pairs * each));
if (updates === 0) throw new UserError(`--games ${games}: one update has ${2 * pairs * each}; give at least these`);
const features = flags.features === 'none' ? [] : flags.features.split(',');

/** One run. @returns its line of the table */
async function oneRun(method: (typeof METHODS)[number], seed: number): Promise<string[]> {
  let config = parseConfig({ ...presetConfig({ id, source: id }, 'evolution', {}, agent), features, seed, workers });
  for (const set of [`method=${method}`, `pairs=${pairs}`, `gamesEach=${each}`])
    config = applySet(config, `evolution.${set}`);
  const { game, spec, plan } = await prepare(config, `${seed}`);
  const { shape } = spec;
  const settings = config.phases[0] as EvolutionPhase;
  const start = flattenWeights(shape, plannedStart(plan!, shape, createRng(seed), firstPosition(game, spec.options)));
  const strategy = beginMethod(settings, start, unitsOf(shape));
  const collector = await Collector.create(spec);
  let [played, won] = [0, 0];
  for (let update = 0; update < updates; update++) {
    const at: Moment = { update, updates: update, progress: () => update / updates };
    const name = `${seed}/step ${update}`;
    const { candidates, spread, noise } = strategy.ask(name, at);
    const mix = { bots: shares(settings.opponents, 0, 0), snapshots: 0, pool: [], teacher: 0 };
    const order = { candidates, spread, games: each, mix, slots: [] };
    const contest = await collector.contest(strategy.centre, order);
    strategy.tell(name, noise, contest.scores, at);
    played += contest.games;
    won = contest.wins / contest.games;
  }
  const share = (x: number) => `${(100 * x).toFixed(1)} %`;
  const job = { against: agent, seed: 'evolution methods', temperature: 0, lookahead: 0, rounds: 1, blocks: deals };
  const measure = async (weights: Float32Array) => {
    const { winRate, games } = measured(await collector.measure(viewWeights(shape, weights), job));
    return { rate: `${share(winRate.mean)} [${share(winRate.low)}, ${share(winRate.high)}]`, games };
  };
  const average = await measure(strategy.average);
  const centre = await measure(strategy.centre);
  await collector.close();
  const counts = [strategy.centre.length, played, average.games].map(String);
  const [weights, trained, fresh] = counts as [string, string, string];
  return [method, `${seed}`, weights, trained, share(won), fresh, average.rate, centre.rate];
}

const table = [['method', 'seed', 'weights', 'games', 'last update', 'fresh games', 'won', 'without averaging']];
for (let seed = 1; seed <= seeds; seed++)
  for (const method of METHODS) {
    const line = await oneRun(method, seed);
    process.stderr.write(`${line.join('  ')}\n`);
    table.push(line);
  }
const against = `${id}, ${agent}, features ${flags.features}, ${updates} updates of ${pairs} pairs, ${each} games each`;
process.stdout.write(`${against}\n${alignTable(table)}\n`);
