/**
 * What is the same on both sides. It is written once, as settings of `tabletop train` (`<game>.json` beside this file), and
 * what MaskablePPO is told is made of it. Settings that MaskablePPO cannot follow are refused, so that nobody compares by
 * mistake what is not the same.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadGame } from '../../env/load-game.js';
import { parseOptions } from '../../env/options.js';
import { defaultReturns } from '../../env/returns.js';
import { UserError } from '../../env/user-error.js';
import { applySet, type Config, parseConfig } from '../../training/run/config.js';
import type { Schedule } from '../../training/schedule.js';

const here = path.dirname(fileURLToPath(import.meta.url));

/** An agent that has all seats but the learner's in so many of the games side by side. */
export interface Rivals {
  agent: string;
  games: number;
}

/** What MaskablePPO is told. Plain data; maskable.py reads it. */
export interface PeerOrder {
  game: string;
  options: Record<string, unknown>;
  rivals: Rivals[];
  trunk: number[];
  activation: 'relu' | 'tanh';
  rows: number;
  minibatch: number;
  epochs: number;
  learningRate: Schedule;
  entropy: Schedule;
  clip: number;
  targetKl: number;
  gamma: number;
  lambda: number;
  valueWeight: number;
  gradientNorm: number;
  minutes: number;
  seed: number;
  /** Threads of PyTorch. */
  threads: number;
}

/** The settings of PPO. */
type PpoPhase = Extract<Config['phases'][number], { algorithm: 'ppo' }>;

/** What a comparison may be told otherwise. */
export interface Asked {
  /** Of each training; 0: as the settings say. */
  minutes: number;
  /** Threads and processes of either side. */
  cores: number;
  /** Further settings, as `--set` has them. */
  set: readonly string[];
}

/**
 * The settings of a game, checked.
 * @throws UserError when there are none, or one of them cannot be the same on both sides
 */
export async function comparison(game: string, { minutes, cores, set }: Asked): Promise<Config> {
  const file = path.join(here, `${game}.json`);
  if (!/^[\w-]+$/.test(game) || !existsSync(file))
    throw new UserError(`--game ${game}: there are no settings bench/side-by-side/${game}.json`);
  let config = parseConfig(JSON.parse(readFileSync(file, 'utf8')), file);
  for (const assignment of set) config = applySet(config, assignment);
  config = applySet(applySet(config, `workers=${cores}`), `learnerThreads=${cores}`);
  if (minutes > 0) config = applySet(config, `minutes=${minutes}`);
  await check(config);
  return config;
}

/** The phase of PPO that is all of it. */
export function ppoOf({ phases }: Config): PpoPhase {
  const [phase, ...others] = phases;
  if (phase?.algorithm !== 'ppo' || others.length > 0)
    throw new UserError('phases: one of PPO alone, since both sides begin from nothing');
  return phase;
}

async function check(config: Config): Promise<void> {
  const phase = ppoOf(config);
  const { game } = await loadGame(config.game);
  const players = game.players(parseOptions(game, config.options));
  const constant = ({ from, to }: Schedule) => from === to;
  const never = (line: Schedule) => line.from === 0 && line.to === 0;
  const whole = (n: number) => Number.isInteger(Math.round(n * 1e6) / 1e6);
  const shares = phase.opponents.map(({ allSeats }) => allSeats.from);
  const wrong = Object.entries({
    game: game.timeLimit
      ? 'a limit of time is bootstrapped here and not there'
      : players < 2 && 'nobody to play against',
    advisor: config.advisor !== null && 'there it is not known',
    agent: config.agent !== null && 'a bot is no network',
    'network.actions': config.network.actions > 0 && 'MaskablePPO does not look at features of actions; set 0',
    'network.normalise': config.network.normalise.length > 0 && 'set []',
    normaliseReturns: config.normaliseReturns && 'set false',
    returns:
      (config.returns.winWeight !== defaultReturns.winWeight || config.returns.capped !== defaultReturns.capped) &&
      'the Python package pays by places, a game cut at a cap half',
    'evaluation.every': config.evaluation.every > 0 && 'measuring would take of the time to train; set 0',
    'evaluation.reportBlocks': config.evaluation.reportBlocks > 0 && 'measuring would take of the time to train; set 0',
    minutes: !(config.minutes > 0) && 'the budget is in minutes',
    'ppo.decisions': phase.decisions > 0 && 'the budget is in minutes; set 0',
    'ppo.minutes': phase.minutes > 0 && 'the budget is that of the run; set 0',
    'ppo.shaping': !never(phase.shaping) && 'set 0',
    'ppo.valueOnlyUpdates': phase.valueOnlyUpdates > 0 && 'set 0',
    'ppo.snapshots.share': !never(phase.snapshots.share) && 'MaskablePPO has no self-play; set 0',
    'ppo.opponents':
      (phase.opponents.some(({ share, allSeats }) => !never(share) || !constant(allSeats)) ||
        Math.abs(shares.reduce((sum, one) => sum + one, 0) - 1) > 1e-9 ||
        !shares.every((one) => whole(one * config.games))) &&
      'each needs share 0 and an allSeats that stays and makes whole games; together they have all games',
    decisionsPerUpdate:
      (config.decisionsPerUpdate % config.games !== 0 || config.decisionsPerUpdate % phase.minibatch !== 0) &&
      'games and minibatches must divide it',
  }).find(([, problem]) => problem);
  if (wrong) throw new UserError(`${wrong[0]}: not the same on both sides: ${wrong[1]}`);
}

/** What MaskablePPO is told, so that it does the same. @param threads of PyTorch */
export function peerOrder(config: Config, seed: number, threads: number): PeerOrder {
  const { learningRate, entropy, clip, targetKl, lambda, valueWeight, gradientNorm, opponents, minibatch, epochs } =
    ppoOf(config);
  const { game, options, network, decisionsPerUpdate: rows, gamma, minutes } = config;
  return {
    ...{ game, options, rows, minibatch, epochs, learningRate, entropy, clip, targetKl },
    ...{ gamma, lambda, valueWeight, gradientNorm, minutes, seed, threads },
    trunk: network.trunk,
    activation: network.activation,
    rivals: rivals(opponents, config),
  };
}

/** The games of each opponent, divided among processes: as many as there are cores, at least one for each opponent. */
function rivals(opponents: PpoPhase['opponents'], { games, workers }: Config): Rivals[] {
  const each = Math.max(1, Math.floor(workers / opponents.length));
  return opponents.flatMap(({ agent, allSeats }) => {
    const all = Math.round(allSeats.from * games);
    const parts = Math.min(each, all);
    return Array.from({ length: parts }, (_, i) => ({
      agent,
      games: Math.floor(((i + 1) * all) / parts) - Math.floor((i * all) / parts),
    }));
  });
}
