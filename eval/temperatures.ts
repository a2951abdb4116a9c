/**
 * How strong, and how soft, a scripted player is when it draws its actions from softmax(action values / T): for each
 * temperature the games it wins, the entropy of its decisions, and how many of them differ from its own choice. This
 * shows which T a network that is to learn from the bot should imitate: soft enough to explore, strong enough to start
 * from.
 */
import { isScripted } from '../agents/bots/scripted-spec.js';
import { hasActionValues, type SoftmaxAgent } from '../agents/noisy.js';
import { loadAgent } from '../agents/spec/load.js';
import type { Agent, View } from '../env/agent.js';
import type { Seed } from '../env/chance.js';
import { TurnEnv } from '../env/turn-env.js';
import { UserError } from '../env/user-error.js';
import type { Variety } from './different-games.js';
import { type EvaluateRequest, type EvaluateResult, evaluate } from './evaluate.js';
import { playMatch } from './match.js';
import { findSeats, type Repeat, repeatOf } from './seats.js';
import type { Estimate, IntervalMethod } from './statistics.js';

/** In this many games the decisions of a temperature are looked at. */
const WATCHED = 40;

/** A scripted player with action values, `scripted:<name>`, at several temperatures, each on the same deals. */
export interface TemperaturesRequest extends Omit<EvaluateRequest, 'against' | 'sprt' | 'state'> {
  /** 0 (the bot itself) or at least 0.001 each. */
  temperatures: readonly number[];
  /** As in an evaluation. Default: the bot itself; nobody in a game of one seat. */
  against?: readonly string[] | undefined;
}

/** One temperature. */
interface Softness extends Variety {
  temperature: number;
  winRate: Estimate;
  /** Of its decisions among several actions, in nats; the mean. */
  entropy: number;
  /** Share of these decisions that differ from the bot's own choice. */
  differs: number;
}

/** What was measured. */
export interface TemperaturesResult {
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

  constructor(private readonly soft: SoftmaxAgent) {
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
 * @throws UserError for an unknown game or agent, one that has no action values, a temperature that is none, a line-up
 *   that does not fit
 */
export async function evaluateTemperatures(request: TemperaturesRequest): Promise<TemperaturesResult> {
  const { agent, seed = 1, temperatures, onProgress } = request;
  if (!isScripted(agent) || agent.includes('?'))
    throw new UserError(`agent ${agent}: --temperatures is for scripted players; write scripted:<name>`);
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
  if (!hasActionValues((await loadAgent(agent, context))()))
    throw new UserError(`agent ${agent}: this player has no action values (Agent.actionValues)`);
  for (const temperature of temperatures) await loadAgent(softly(temperature), context);

  const rows: Softness[] = [];
  let last: EvaluateResult | undefined;
  for (const [i, temperature] of temperatures.entries()) {
    last = await evaluate({
      ...request,
      ...{ agent: softly(temperature), against },
      onProgress:
        onProgress &&
        (({ done, total, secondsLeft }) =>
          onProgress({
            done: i * total + done,
            total: temperatures.length * total,
            secondsLeft: i + 1 < temperatures.length ? Number.NaN : secondsLeft,
          })),
    });
    const { winRate, different, openings } = last;
    rows.push({
      ...{ temperature, winRate, ...(different && { different }), ...(openings && { openings }) },
      ...(await watch(temperature, last.games)),
    });
  }

  /** Plays some of the games once more, in this thread, and looks at the decisions. */
  async function watch(temperature: number, games: number): Promise<Pick<Softness, 'entropy' | 'differs'>> {
    if (temperature === 0) return { entropy: 0, differs: 0 };
    const env = new TurnEnv(context.game, { options: seating.whole });
    const watched = new Watched((await loadAgent(softly(temperature), context))() as SoftmaxAgent);
    const others: Agent[] = [];
    for (let i = 1; i < players; i++) others.push((await loadAgent(against[(i - 1) % against.length]!, context))());
    for (let game = 0; game < Math.min(WATCHED, games); game++) {
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
    blocks: last!.blocks,
    games: last!.games,
    seed: String(seed),
    interval: last!.interval,
    temperatures: rows,
    repeat: repeatOf(seating, request),
  };
}
