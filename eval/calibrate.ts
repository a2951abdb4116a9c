/**
 * How strong, and how soft, a scripted player is when it draws its actions from softmax(worth / T): for each temperature
 * the games it wins, the entropy of its decisions, and how many of them differ from its own choice. Says what T a network
 * that is to learn from the bot should imitate: soft enough to explore, strong enough to start from.
 */
import { type SoftPlayer, weighs } from '../agents/bots/soft-player.js';
import { loadAgent } from '../agents/spec.js';
import type { Agent, View } from '../env/agent.js';
import type { Seed } from '../env/chance.js';
import { TurnEnv } from '../env/turn-env.js';
import { UserError } from '../env/user-error.js';
import { evaluate } from './evaluate.js';
import { playMatch } from './match.js';
import { Meter, type PoolSettings } from './pool.js';
import { findSeats, type Repeat, repeatOf } from './seats.js';
import type { Estimate, IntervalMethod } from './statistics.js';

/** What `calibrate` tries where nothing is said. 0: the bot itself. */
export const usualTemperatures: readonly number[] = [0, 0.03, 0.1, 0.3, 1, 3];

/** Games in which the decisions of a temperature are looked at, of those that are played. */
const WATCHED = 40;

export interface CalibrateRequest extends PoolSettings {
  /** Id of a game, or the path of a module that exports one. */
  game: string;
  options?: Record<string, unknown>;
  /** Trained opponents may be made to play options that are not their own. */
  otherOptions?: boolean;
  /** A scripted player that says what it makes of its actions: `scripted:<name>`. */
  agent: string;
  /** 0 or at least 0.001 each. */
  temperatures?: readonly number[];
  /**
   * Spec strings of the others: one fills all other seats, or one for each. Default: the bot itself; nobody in a game of
   * one seat.
   */
  against?: readonly string[];
  /** Least number of games a temperature; all temperatures play the same deals. */
  games: number;
  seed?: Seed;
}

/** One temperature. */
interface Softness {
  temperature: number;
  winRate: Estimate;
  /** Of its decisions among several actions, in nats; the mean. */
  entropy: number;
  /** Share of these decisions that differ from the bot's own choice. */
  differs: number;
}

export interface CalibrateResult {
  game: string;
  version: string;
  agent: string;
  against: string[];
  players: number;
  /** Share of games won if all were equally strong; 1 where nobody else plays. */
  parity: number;
  /** Of each temperature. */
  blocks: number;
  games: number;
  seed: string;
  interval: IntervalMethod;
  temperatures: Softness[];
  /** What asks for the same again, as far as it is about the game. */
  repeat: Repeat;
}

/** Plays softly, and adds up how softly. */
class Watched implements Agent {
  decisions = 0;
  entropy = 0;
  differs = 0;
  readonly name: string;

  constructor(private readonly soft: SoftPlayer) {
    this.name = soft.name;
  }

  reset(seed: Seed): void {
    this.soft.reset(seed);
  }

  act(view: View): number {
    if (view.legal > 1) {
      const own = this.soft.bot.act(view);
      const choice = this.soft.distribution(view);
      this.decisions++;
      this.entropy += choice.entropy();
      // What is drawn differs this often; counting the draws would only add noise.
      this.differs += 1 - Math.exp(choice.logProb(own));
    }
    return this.soft.act(view);
  }
}

/**
 * Plays the games and sums them up. Same request, same result, whatever the number of workers.
 * @throws UserError for an unknown game or agent, one that does not say what it makes of its actions, a temperature that
 *   is none, a line-up that does not fit
 */
export async function calibrate(request: CalibrateRequest): Promise<CalibrateResult> {
  const { agent, games, seed = 1, temperatures = usualTemperatures } = request;
  if (!agent.startsWith('scripted:') || agent.includes('?'))
    throw new UserError(`agent ${agent}: only the actions of a scripted player are weighed; write scripted:<name>`);
  if (!Number.isSafeInteger(games) || games < 1) throw new UserError(`games is ${games}, wanted a whole number >= 1`);
  if (temperatures.length === 0) throw new UserError('no temperatures are given; give at least one');
  const softly = (temperature: number) => (temperature === 0 ? agent : `${agent}?temperature=${temperature}`);
  const said = request.against ?? [];
  const seating = await findSeats(
    { ...request, agents: [agent, ...said] },
    said.length > 1 ? said.length + 1 : undefined,
  );
  const { seats: players } = seating;
  const against = said.length === 0 && players > 1 ? [agent] : said;
  const context = { ...seating, options: seating.whole, otherOptions: request.otherOptions };
  // Before any game: whether it can be done at all.
  if (!weighs((await loadAgent(agent, context))()))
    throw new UserError(`agent ${agent}: this player has no action values (Agent.worths)`);
  for (const temperature of temperatures) await loadAgent(softly(temperature), context);

  const blocks = Math.ceil(games / players);
  const perBlock = players === 1 ? 1 + against.length : players;
  const meter = new Meter(temperatures.length * blocks * perBlock, request.onProgress);
  const rows: Softness[] = [];
  let last: Awaited<ReturnType<typeof evaluate>> | undefined;
  for (const temperature of temperatures) {
    let done = 0;
    last = await evaluate({
      game: request.game,
      options: request.options,
      otherOptions: request.otherOptions,
      agent: softly(temperature),
      against,
      blocks,
      seed,
      workers: request.workers,
      signal: request.signal,
      onProgress: (progress) => {
        meter.add(progress.done - done);
        done = progress.done;
      },
    });
    rows.push({ temperature, winRate: last.winRate, ...(await watch(temperature)) });
  }

  /** Plays some of the games once more, in this thread, and looks at the decisions. */
  async function watch(temperature: number): Promise<Pick<Softness, 'entropy' | 'differs'>> {
    if (temperature === 0) return { entropy: 0, differs: 0 };
    const env = new TurnEnv(context.game, { options: request.options });
    const watched = new Watched((await loadAgent(softly(temperature), context))() as SoftPlayer);
    const others: Agent[] = [];
    for (let i = 1; i < players; i++) others.push((await loadAgent(against[(i - 1) % against.length]!, context))());
    for (let game = 0; game < Math.min(WATCHED, blocks * players); game++) {
      const seat = game % players;
      const agents = [...others.slice(0, seat), watched, ...others.slice(seat)];
      playMatch(env, agents, `${seed}/${Math.floor(game / players)}`);
    }
    const decisions = Math.max(1, watched.decisions);
    return { entropy: watched.entropy / decisions, differs: watched.differs / decisions };
  }

  return {
    game: last!.game,
    version: last!.version,
    agent,
    against: [...against],
    players,
    parity: last!.parity,
    blocks,
    games: last!.games,
    seed: String(seed),
    interval: last!.interval,
    temperatures: rows,
    repeat: repeatOf(seating, request.game),
  };
}
