/**
 * What looking ahead gains, by how far it looks, how many simulations it has and the margin it keeps to: without playing
 * thousands of matches. In games of a search (`PLAYER`, below) against three of a bot, some decisions are taken apart: each
 * promising action is played on `--samples` times, judged after each of `--rounds` (Infinity: at the end), and 300 times more
 * to the end of the game, which says what it is really worth. Then the search is played over these simulations
 * (agents/search/halving.ts).
 *
 *   npx tsx bench/lookahead-gain.ts doomspire --games 20 --share 0.12 --seed 1
 *   npx tsx bench/lookahead-gain.ts doomspire --bot tuned --rounds 2 --samples 256 --simulations 32,64,128,256 --margins 0,0.01,0.02
 *
 * Printed: simulations taken for a decision that was taken apart, departures a game, the return they promise themselves, and
 * what they are worth when the bot plays on (with its standard error); the sum over a game of such gains is not what is won in
 * it, since they are not independent.
 */

import { FEWEST_SAMPLES, halve } from '../agents/search/halving.js';
import { LookaheadAgent } from '../agents/search/lookahead.js';
import { searchDefaults } from '../agents/search/search.js';
import { Simulation } from '../agents/search/simulation.js';
import type { Agent, View } from '../env/agent.js';
import { createRng, shuffle } from '../env/chance.js';
import { loadGame } from '../env/load-game.js';
import { TurnEnv } from '../env/turn-env.js';
import { UserError } from '../env/user-error.js';
import { LiveView } from '../env/view.js';
import { playMatch } from '../eval/match.js';
import { checkBots, commandLine, minutesLeft, numberFrom0, positiveNumber, wholeNumber } from './command-line.js';

/** Simulations of an action that say what it is worth. */
const TRUTH = 300;
/** Simulations to find out which actions are worth taking apart, how far, how many of these at most, and what they must promise. */
const PROMISE = { samples: 10, rounds: 2, actions: 6, lead: 0.015 };
const { returns } = searchDefaults;

const { values: flags, positionals } = commandLine(
  import.meta.url,
  {
    games: { type: 'string', default: '20' },
    share: { type: 'string', default: '0.12' },
    seed: { type: 'string', default: '1' },
    bot: { type: 'string', default: '' },
    rounds: { type: 'string', default: '1,2,3,4,Infinity' },
    samples: { type: 'string', default: '64' },
    simulations: { type: 'string', default: '50,100,400' },
    margins: { type: 'string', default: '0.01,0.02,0.05' },
  },
  1,
);
const [id = 'doomspire'] = positionals;
const games = wholeNumber('games', flags.games);
const share = positiveNumber('share', flags.share, 1);
const samples = wholeNumber('samples', flags.samples, FEWEST_SAMPLES);
const horizons = flags.rounds.split(',').map((text) => (text === 'Infinity' ? Infinity : wholeNumber('rounds', text)));
if (horizons.some((rounds, i) => i > 0 && rounds <= horizons[i - 1]!))
  throw new UserError('--rounds: each more than the last');
const budgets = flags.simulations.split(',').map((text) => wholeNumber('simulations', text, 2));
const margins = flags.margins.split(',').map((text) => numberFrom0('margins', text, 1));
const { game, bots, evaluate, search: usual } = await loadGame(id);
const rollout = usual?.rollout ?? Object.keys(bots)[0];
if (!rollout || !evaluate)
  throw new UserError(`${id} has no bot, or nothing that judges unfinished positions: try doomspire`);
const bot = flags.bot || rollout;
checkBots([bot], bots);

const create = bots[bot]!.create;
const usualBot = create();
const player = create();
const rng = createRng(flags.seed);
const env = new TurnEnv(game);
const players = game.players(env.options);
const table = new Simulation(game, players);
const shown = new LiveView(game, false);

/** Plays an action, and on. @returns what the seat may expect after each of so many rounds */
function outcomes(view: View, action: number, seed: number, n: number, rounds: readonly number[]): number[] {
  const { seat } = view;
  table.luck.start(seed, n);
  const state = table.begin(view);
  const { round } = state;
  const found: number[] = [];
  table.apply(state, action);
  while (!state.over && found.length < rounds.length) {
    const until = round + rounds[found.length]!;
    if (state.round > until || (state.round === until && state.actor === seat)) {
      evaluate!(state, table.returns);
      found.push(table.returns[seat]!);
      continue;
    }
    const legal = state.legal(table.mask);
    const next = legal === 1 ? table.mask.indexOf(1) : player.act(shown.show(state, table.mask, legal));
    table.apply(state, next);
  }
  if (state.over) {
    table.end(state, returns);
    while (found.length < rounds.length) found.push(table.returns[seat]!);
  }
  return found;
}

/** A decision taken apart: the usual action first. */
interface Study {
  legal: number;
  /** `[action][sample][horizon]`. */
  samples: number[][][];
  /** What each action gets when the game is played out. */
  truth: number[];
}

function takeApart(view: View): Study | null {
  const usual = usualBot.act(view);
  const others = Array.from(view.mask.keys()).filter((action) => view.mask[action] === 1 && action !== usual);
  const seeds = [0, 1, 2].map(() => rng.int(0x1_0000_0000));
  const mean = (action: number, seed: number, n: number, rounds: number) => {
    let sum = 0;
    for (let i = 0; i < n; i++) sum += outcomes(view, action, seed, i, [rounds])[0]!;
    return sum / n;
  };
  const promise = (action: number) => mean(action, seeds[0]!, PROMISE.samples, PROMISE.rounds);
  const own = promise(usual);
  const leads = others.map((action) => ({ action, lead: promise(action) - own }));
  const best = leads.sort((a, b) => b.lead - a.lead).slice(0, PROMISE.actions);
  if (best.length === 0 || best[0]!.lead < PROMISE.lead) return null;
  const actions = [usual, ...best.map(({ action }) => action)];
  return {
    legal: view.legal,
    samples: actions.map((action) =>
      Array.from({ length: samples }, (_, n) => outcomes(view, action, seeds[1]!, n, horizons)),
    ),
    truth: actions.map((action) => mean(action, seeds[2]!, TRUTH, Infinity)),
  };
}

const studies: Study[] = [];
/** Decisions of the player, and those of them that were looked at. */
let decisions = 0;
let seen = 0;

/** Whose decisions are taken apart. */
const PLAYER = { simulations: 50, rounds: 2, margin: 0.05 };

/** Plays, and takes some of its decisions apart. */
class Watcher implements Agent {
  readonly name = 'watcher';
  private readonly player = new LookaheadAgent('player', {
    ...PLAYER,
    usual: create(),
    rollout: create(),
    evaluate,
    returns,
  });

  reset(seed: string): void {
    this.player.reset(seed);
    usualBot.reset(seed);
    player.reset(0);
  }

  act(view: View): number {
    if (view.legal > 1) {
      decisions++;
      if (rng.uniform() < share) {
        seen++;
        const study = takeApart(view);
        if (study) studies.push(study);
      }
    }
    return this.player.act(view);
  }
}

const started = performance.now();
for (let i = 0; i < games; i++) {
  const line: Agent[] = Array.from({ length: players }, create);
  line[i % players] = new Watcher();
  playMatch(env, line, `${flags.seed}/${i}`);
  process.stderr.write(
    `\r${i + 1} of ${games} games, ${seen} decisions, ${minutesLeft(started, i + 1, games)} min left `,
  );
}
process.stderr.write('\n');

/** The lead that a search departed for, what that is worth, and the simulations that it took. */
type Found = [seen: number, worth: number, taken: number];

/** Plays the search over the simulations of a study. */
function search(study: Study, horizon: number, simulations: number, margin: number): Found {
  const order = Int32Array.from({ length: samples }, (_, i) => i);
  shuffle(order, rng);
  let taken = 0;
  // Actions that were not taken apart promise nothing; they cost their part until they drop out.
  const outcome = (action: number, n: number) => {
    taken++;
    const apart = action < study.samples.length;
    return study.samples[apart ? action : 0]![order[n % samples]!]![horizon]! - (apart ? 0 : 1);
  };
  const others = Array.from({ length: study.legal - 1 }, (_, i) => i + 1);
  const { action, lead } = halve(0, others, outcome, margin, { simulations });
  return [lead, action > 0 ? study.truth[action]! - study.truth[0]! : 0, taken];
}

if (studies.length === 0) throw new UserError(`none of ${seen} decisions promised anything: take more --games`);
const perGame = decisions / games / seen;
process.stdout.write(`${seen} decisions of ${decisions}, ${studies.length} taken apart\n\n`);
process.stdout.write(
  '| rounds | simulations | taken | margin | departures a game | promised | gained |\n|---|---:|---:|---:|---:|---:|---:|\n',
);
for (let horizon = 0; horizon < horizons.length; horizon++)
  for (const simulations of budgets)
    for (const margin of margins) {
      const found = studies.map((study) => {
        const again = Array.from({ length: 8 }, () => search(study, horizon, simulations, margin));
        const part = (pick: (x: Found) => number) => again.reduce((sum, x) => sum + pick(x), 0) / 8;
        const departed = part(([lead]) => (lead > 0 ? 1 : 0));
        return [departed, part(([lead]) => lead), part(([, worth]) => worth), part(([, , taken]) => taken)] as const;
      });
      const sum = (k: 0 | 1 | 2) => perGame * found.reduce((total, x) => total + x[k], 0);
      const middle = sum(2) / perGame / seen;
      const error = perGame * Math.sqrt(found.reduce((total, x) => total + x[2] ** 2, 0) - seen * middle ** 2);
      const cells = [
        horizons[horizon] === Infinity ? 'to the end' : horizons[horizon],
        simulations,
        (found.reduce((total, x) => total + x[3], 0) / found.length).toFixed(0),
        margin,
        sum(0).toFixed(1),
        sum(1).toFixed(2),
        `${sum(2).toFixed(2)} +- ${error.toFixed(2)}`,
      ];
      process.stdout.write(`| ${cells.join(' | ')} |\n`);
    }
