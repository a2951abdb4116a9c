/**
 * PPO in one file: games side by side, rows, advantages, a loss of its own, gradient steps. Copy it to try an idea. It is made
 * of public parts alone; `tabletop train` adds opponents, threads, checkpoints and reports.
 *
 *     npx tsx docs/examples/ppo.ts cartpole        balances the pole; 500 is the longest that a game can be
 *     npx tsx docs/examples/ppo.ts kuhn 2          NashConv: 0 in an equilibrium, 0.917 for uniform play; the seed is 2
 */
import { pathToFileURL } from 'node:url';
import {
  createRng,
  type Game,
  gameObserver,
  type Rng,
  RUNNING,
  shuffle,
  TRUNCATED,
  TurnEnv,
  VectorEnv,
} from 'tabletop-gym';
import { ActorCritic, PolicyAgent } from 'tabletop-gym/agents';
import { exploitation, playMatch, tabulate, walkTree } from 'tabletop-gym/eval';
import { loadGame } from 'tabletop-gym/games';
import {
  actorCriticShape,
  type Batch,
  chooseEngine,
  createLearner,
  cut,
  ENDED,
  initialWeights,
  type LossFunction,
  lambdaReturns,
  MaskedDistribution,
  normaliseAdvantages,
  OPEN,
  WasmInference,
} from 'tabletop-gym/training';

/** What to learn with. */
export interface Settings {
  /** Budget: decisions to learn from. */
  decisions: number;
  /** Games side by side, and decisions of each in one rollout. */
  games: number;
  steps: number;
  /** Widths of the layers that actor and critic share. */
  trunk: number[];
  /** At first; it falls to 0 in a straight line. */
  learningRate: number;
  epochs: number;
  minibatch: number;
  /** Discount between two decisions of a seat, and the weight of long returns in advantages. */
  gamma: number;
  lambda: number;
  /** The ratio of new and old probability counts within 1 - clip .. 1 + clip. */
  clip: number;
  /** Weights of the entropy bonus and of the value loss. */
  entropy: number;
  valueWeight: number;
  /** Gradients longer than this are shortened to it. */
  gradientNorm: number;
}

const usual = { trunk: [64, 64], lambda: 0.95, clip: 0.2, gradientNorm: 0.5 };
const cartpole = {
  decisions: 100_000,
  games: 8,
  steps: 64,
  learningRate: 1e-3,
  epochs: 10,
  minibatch: 64,
  gamma: 0.99,
};
const kuhn = { decisions: 120_000, games: 64, steps: 16, learningRate: 3e-3, epochs: 4, minibatch: 256, gamma: 1 };
export const settings: Readonly<Record<string, Settings>> = {
  // Returns are about 100 here: the value loss would drown the policy's.
  cartpole: { ...usual, ...cartpole, entropy: 0, valueWeight: 0.001 },
  // Cards are hidden: with less entropy the last policy is easy to exploit.
  kuhn: { ...usual, ...kuhn, entropy: 0.2, valueWeight: 0.5 },
};

/** What is told after each update. */
export interface Progress {
  decisions: number;
  /** Mean of the games that ended in its rollout, over all seats; NaN where none did. */
  episodeReturn: number;
  policyLoss: number;
  valueLoss: number;
  entropy: number;
  approxKl: number;
}

/** Learns to play a game in all of its seats. Same seed, same weights. @returns the last policy, ready to play */
export async function ppo(game: Game, s: Settings, seed: string, onUpdate?: (at: Progress) => void) {
  const observer = gameObserver(game);
  const sizes = { inputs: observer.size, actions: game.actions, values: game.seats.max };
  const shape = actorCriticShape({ ...sizes, trunk: s.trunk, activation: 'tanh' });
  const learner = await createLearner(chooseEngine('auto'), shape, initialWeights(shape, createRng(`${seed}/weights`)));
  const policy = () => new ActorCritic(new WasmInference(shape, learner.weights()), observer);
  const rollout = new Rollout(game, s, seed);
  const rng = createRng(`${seed}/shuffle`);
  const loss = ppoLoss(s);
  try {
    for (let decisions = 0; decisions < s.decisions; ) {
      const { batch, episodeReturn } = rollout.play(policy());
      const learningRate = s.learningRate * (1 - decisions / s.decisions);
      const order = Int32Array.from({ length: batch.rows }, (_, row) => row);
      const total = { policyLoss: 0, valueLoss: 0, entropy: 0, approxKl: 0 };
      learner.take(batch);
      for (let epoch = 0; epoch < s.epochs; epoch++) {
        shuffle(order, rng);
        const parts = cut(order, s.minibatch);
        const { sums } = await learner.pass({ parts, loss, learningRate, gradientNorm: s.gradientNorm });
        for (const name of Object.keys(total) as (keyof typeof total)[])
          total[name] += sums[name]! / (s.epochs * batch.rows);
      }
      await learner.finish();
      decisions += s.games * s.steps;
      onUpdate?.({ decisions, episodeReturn, ...total });
    }
    return policy();
  } finally {
    learner.dispose();
  }
}

/** Plays, and writes every decision into a row. Each seat of each game has a trajectory of its own. */
class Rollout {
  private readonly env: VectorEnv;
  private readonly rng: Rng;
  /** Numbers in a row of values: one a seat, the row's own seat first. */
  private readonly values: number;
  private readonly batch: Batch;
  /** Row of the same seat's next decision, or `ENDED`, or `OPEN`. */
  private readonly next: Int32Array;
  /** What each seat got from a decision until the row's own seat decided again, and what the critic expected. */
  private readonly reward: Float32Array;
  private readonly value: Float32Array;
  /** What the seats of each running game got so far, on average. */
  private readonly returns: Float64Array;

  constructor(
    private readonly game: Game,
    private readonly s: Settings,
    seed: string,
  ) {
    this.env = new VectorEnv({ game, games: s.games, seed: `${seed}/games` });
    this.rng = createRng(`${seed}/actions`);
    this.values = game.seats.max;
    const rows = s.games * s.steps;
    const floats = (width: number) => new Float32Array(rows * width);
    this.batch = {
      rows,
      observation: floats(this.env.observationSize),
      mask: new Uint8Array(rows * game.actions),
      action: new Int32Array(rows),
      logProb: floats(1),
      advantage: floats(1),
      targets: { value: floats(this.values) },
    };
    this.next = new Int32Array(rows);
    this.reward = floats(this.values);
    this.value = floats(this.values);
    this.returns = new Float64Array(s.games);
  }

  /** One rollout. The games go on in the next one. */
  play(policy: ActorCritic): { batch: Batch; episodeReturn: number } {
    const { env, s, batch, next, reward, value, values } = this;
    const { players } = env;
    // Row of the last decision of each seat of each game; -1: it has not decided in this rollout.
    const last = new Int32Array(s.games * players).fill(-1);
    const actions = new Int32Array(s.games);
    reward.fill(0);
    let [ended, total, row] = [0, 0, 0];
    for (let step = 0; step < s.steps; step++) {
      for (let i = 0; i < s.games; i++, row++) {
        const seat = i * players + env.actor[i]!;
        if (last[seat]! >= 0) next[last[seat]!] = row;
        last[seat] = row;
        next[row] = OPEN;
        const mask = env.mask.subarray(i * env.actions, (i + 1) * env.actions);
        const choice = policy.decide(env.state(i), mask);
        actions[i] = choice.sample(this.rng);
        batch.observation.set(policy.observation, row * env.observationSize);
        batch.mask.set(mask, row * env.actions);
        batch.action[row] = actions[i]!;
        batch.logProb[row] = choice.logProb(actions[i]!);
        value.set(policy.values, row * values);
      }
      env.step(actions);
      for (let i = 0; i < s.games; i++) {
        for (let seat = 0; seat < players; seat++) {
          this.returns[i]! += env.rewards[i * players + seat]! / players;
          const decision = last[i * players + seat]!;
          if (decision < 0) continue;
          for (let k = 0; k < players; k++)
            reward[decision * values + k]! += env.rewards[i * players + ((seat + k) % players)]!;
          if (env.ended[i] === RUNNING) continue;
          next[decision] = ENDED;
          last[i * players + seat] = -1;
          // A game that is only watched no longer would have gone on: the critic says what to expect of its last position.
          if (env.ended[i] !== TRUNCATED || !this.game.timeLimit) continue;
          policy.look(env.state(i), seat);
          for (let k = 0; k < values; k++) reward[decision * values + k]! += s.gamma * policy.values[k]!;
        }
        if (env.ended[i] === RUNNING) continue;
        ended++;
        total += this.returns[i]!;
        this.returns[i] = 0;
      }
      env.resetEnded();
    }
    lambdaReturns({ rows: row, values, next, reward, value }, s.gamma, s.lambda, batch.targets.value!, batch.advantage);
    return { batch: this.known(), episodeReturn: total / ended };
  }

  /** The rows whose targets are known. The others, at most one a seat and game, are given up. */
  private known(): Batch {
    const { batch, next } = this;
    const rows = [...next.keys()].filter((row) => next[row] !== OPEN);
    const pick = <T extends Float32Array | Int32Array | Uint8Array>(from: T): T => {
      const width = from.length / batch.rows;
      const to = from.slice(0, rows.length * width) as T;
      for (const [i, row] of rows.entries()) to.set(from.subarray(row * width, (row + 1) * width), i * width);
      return to;
    };
    const advantage = pick(batch.advantage);
    normaliseAdvantages(advantage, rows.length);
    const [observation, mask, action] = [pick(batch.observation), pick(batch.mask), pick(batch.action)];
    const targets = { value: pick(batch.targets.value!) };
    return { rows: rows.length, observation, mask, action, logProb: pick(batch.logProb), advantage, targets };
  }
}

/**
 * The loss, and its gradient by the network's outputs. With p the probabilities of the legal actions, a the action taken, A
 * its advantage, ratio = p[a] / (p[a] when it was taken) and H the entropy, it is the mean over rows of
 *   -min(ratio * A, clip(ratio) * A) - entropy * H + valueWeight * (mean over seats of (value - target)^2).
 */
function ppoLoss({ clip, entropy: bonus, valueWeight }: Settings): LossFunction {
  return (_shape, minibatch, outputs, scale, gradient) => {
    const { rows, mask, action, logProb, advantage, targets } = minibatch as Batch;
    const [logits, dLogits] = [outputs.policy!, gradient.policy!];
    const [value, dValue, target] = [outputs.value!, gradient.value!, targets.value!];
    const [actions, values] = [logits.length / rows, value.length / rows];
    const p = new MaskedDistribution(actions);
    const sums = { policyLoss: 0, valueLoss: 0, entropy: 0, approxKl: 0 };
    for (let row = 0; row < rows; row++) {
      p.set(logits, row * actions, mask, row * actions);
      const A = advantage[row]!;
      const logRatio = p.logProb(action[row]!) - logProb[row]!;
      const ratio = Math.exp(logRatio);
      const clipped = Math.min(Math.max(ratio, 1 - clip), 1 + clip);
      const entropy = p.entropy();
      sums.policyLoss -= Math.min(ratio * A, clipped * A);
      sums.entropy += entropy;
      sums.approxKl += ratio - 1 - logRatio;
      // Where the clipped term is the smaller one, the row moves nothing.
      const slope = ratio * A > clipped * A ? 0 : -A * ratio;
      for (let k = 0; k < p.legal; k++) {
        const [id, probability] = [p.ids[k]!, p.probabilities[k]!];
        const dPolicy = slope * ((id === action[row] ? 1 : 0) - probability);
        const dEntropy = bonus * probability * (p.logs[k]! + entropy);
        dLogits[row * actions + id] = scale * (dPolicy + dEntropy);
      }
      for (let k = row * values; k < (row + 1) * values; k++) {
        const error = value[k]! - target[k]!;
        sums.valueLoss += error ** 2 / values;
        dValue[k] = (scale * valueWeight * 2 * error) / values;
      }
    }
    return sums;
  };
}

/** Mean return of 100 games of the likeliest actions; of a game of several seats, a small one, the NashConv. */
export function judge(game: Game, policy: ActorCritic): number {
  if (game.seats.max === 1) {
    const env = new TurnEnv(game);
    const agent = new PolicyAgent(policy, { argmax: true });
    let total = 0;
    for (let i = 0; i < 100; i++) total += playMatch(env, [agent], `judge/${i}`).returns[0]!;
    return total / 100;
  }
  const tree = walkTree(game, game.options.parse({}));
  return exploitation(tree, tabulate(tree, new PolicyAgent(policy))).nashConv;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [id = 'cartpole', seed = '1'] = process.argv.slice(2);
  if (!settings[id])
    throw new Error(`there are no settings for ${id} here, only for ${Object.keys(settings).join(', ')}`);
  const { game } = await loadGame(id);
  const policy = await ppo(game, settings[id], seed, (at) => console.log(JSON.stringify(at)));
  console.log(game.seats.max === 1 ? 'mean return' : 'NashConv', judge(game, policy));
}
