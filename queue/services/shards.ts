/** Shards of a training run: candidates of evolution, self-play of expert iteration (training/collect/shard-service.ts). */
import { z } from 'zod';
import type { Weights } from '../../agents/network/network.js';
import { networkSchema } from '../../agents/network/schema.js';
import { loadGame } from '../../env/load-game.js';
import { cappedWorths } from '../../env/returns.js';
import { ADVISOR, type RunSpec } from '../../training/collect/run-spec.js';
import { openShards, type ShardServiceSetup } from '../../training/collect/shard-service.js';
import { agentParcel, gameParcel, packAgents, packGame, toldAs, unpackAgents, unpackGame } from '../parcel.js';
import type { Answering, Service } from './service.js';

const text = z.string().max(4000);
const count = z.int().nonnegative();
const number = z.number();

const floats = z.instanceof(Float32Array);
const integers = z.instanceof(Int32Array);

const returns = z.strictObject({ winWeight: number, capped: z.enum(cappedWorths) });

/** Weights in arrays of their own. */
const floatsOf = (weights: Weights) =>
  Object.fromEntries(Object.entries(weights).map(([name, tensor]) => [name, Float32Array.from(tensor)]));

/** Trained weights of a bot; whether they fit it is checked where they are used. */
const tuned = z.strictObject({
  features: z.array(text).max(10_000),
  parameters: z.array(z.strictObject({ name: text, base: number, unit: number })).max(100_000),
  shape: networkSchema,
  weights: z.record(text, floats),
});

const spec = z.strictObject({
  options: z.unknown(),
  players: z.int().min(1).max(100),
  advisor: text,
  advisorWeights: tuned.optional(),
  agent: text,
  features: z.array(text).max(10_000),
  actions: z.array(text).max(1000),
  engine: z.enum(['onnx', 'tfjs']),
  shape: networkSchema,
  returns,
  workers: count,
  games: count,
  choices: z.boolean(),
  decisionsPerUpdate: number,
  seed: text,
  snapshots: count,
});

const setup = z.strictObject({
  game: gameParcel,
  agents: z.array(agentParcel).max(1000),
  spec,
  arithmetic: z.string().max(64),
});

const weighted = { acting: floats, snapshots: z.array(floats).max(1000) };

const contest = z.strictObject({
  ...weighted,
  candidates: z.array(z.strictObject({ change: text, step: number, deals: text })).max(100_000),
  spread: z.instanceof(Float64Array),
  games: z.int().positive(),
  mix: z.strictObject({
    bots: z.array(z.strictObject({ agent: count, share: number, allSeats: number })).max(1000),
    snapshots: number,
    pool: z.array(z.strictObject({ id: count, weight: number })).max(10_000),
    teacher: number,
  }),
  slots: z.array(z.strictObject({ id: count, slot: count })).max(1000),
});

const contested = z.strictObject({
  scores: z.array(z.strictObject({ candidate: count, score: number, wins: number })),
  ...{ games: number, decisions: number, gameDecisions: number, truncated: number },
});

const selfPlay = z.strictObject({
  ...weighted,
  shards: z.array(text).min(1).max(1000),
  games: z.int().positive().max(100_000),
  ...{ simulations: z.int().positive(), fastSimulations: z.int().positive(), learned: number },
  ...{ considered: z.int().positive(), valueScale: number, opening: count },
});

const selfPlayed = z.strictObject({
  shards: z.array(
    z.strictObject({
      shard: count,
      games: z.array(
        z.strictObject({ seed: z.string(), actions: integers, searched: integers, policies: floats, values: floats }),
      ),
    }),
  ),
  ...{ decisions: number, simulations: number, judged: number, batches: number },
});

export const shards: Service<z.infer<typeof setup>> = {
  setup,
  methods: {
    contest: { call: contest, answer: contested },
    selfPlay: { call: selfPlay, answer: selfPlayed },
  },
  async pack({ spec: { game: source, agents, advisorWeights, ...rest }, arithmetic }: ShardServiceSetup) {
    const context = { ...(await loadGame(source)), options: rest.options };
    const packed = agents.map(async (agent) =>
      agent === ADVISOR ? { spec: ADVISOR } : (await packAgents([agent], context))[0]!,
    );
    return {
      game: await packGame(source),
      agents: await Promise.all(packed),
      spec: {
        ...rest,
        actions: [...rest.actions],
        ...(advisorWeights && {
          advisorWeights: {
            ...advisorWeights,
            features: [...advisorWeights.features],
            parameters: [...advisorWeights.parameters],
            weights: floatsOf(advisorWeights.weights),
          },
        }),
      },
      arithmetic,
    };
  },
  async open({ game, agents, spec: { advisorWeights, ...rest }, arithmetic }, customs) {
    const specs = agents.map((agent) => (agent.spec === ADVISOR ? ADVISOR : unpackAgents([agent], customs)[0]!));
    const run: RunSpec = { ...rest, game: unpackGame(game, customs), agents: specs, advisorWeights };
    const opened = await openShards({ spec: run, arithmetic });
    const typed = agents.map(({ spec }) => spec);
    return { methods: opened as unknown as Answering, told: (message) => toldAs(message, specs, typed) };
  },
};
