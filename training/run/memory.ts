/**
 * Estimates the memory of a run before anything is allocated. What grows with settings is counted array by
 * array; what does not (the program, a thread) was measured. Positions of games, agents that play seats and what the
 * tensor engine holds for itself are not counted: they are small beside the rest where the rest is large.
 */
import os from 'node:os';
import process from 'node:process';
import { type EntitiesShape, encodedSize, hasEncoder } from '../../agents/network/encoder.js';
import { countWeights, featureSize, layers, type NetworkShape, POLICY, VALUE } from '../../agents/network/network.js';
import { UserError } from '../../env/user-error.js';
import { algorithmOf } from '../algorithms/index.js';
import { gamesEach, stepsFor } from '../collect/collector.js';
import { rowBytes, rowSizes } from '../collect/columns.js';
import { rowsNeeded } from '../collect/rollout.js';
import type { Config } from './config.js';

/** Memory that a run will take, part by part, in bytes. */
export interface MemoryEstimate {
  /** All parts together. */
  bytes: number;
  /** What this process may use: the machine's memory, or the limit of its container. */
  limit: number;
  /** The largest checkpoint. */
  checkpoint: number;
  /** On the graphics card, where the network learns there: the batch, weights and moments, a gradient step. */
  card?: number;
  parts: {
    /** Weights, gradients of each thread, Adam's moments. */
    learner: number;
    /**
     * The policy that acts, the one that is measured and the snapshots, with the networks of each thread that collects.
     */
    policies: number;
    /** Decisions of a rollout, in the collector's memory and as one batch. */
    rows: number;
    /** Whole games that are kept to learn from, also while they are saved, and the batch that is drawn from them. */
    games: number;
    /** One gradient step; 0 where it is on a graphics card. */
    minibatch: number;
    /** The last update's state, and a checkpoint of it being written. */
    saving: number;
    /** The program and its threads. */
    program: number;
  };
}

const MiB = 2 ** 20;
// Measured on Linux with Node 20 and ONNX Runtime: resident memory of a run of Kuhn poker, and what a thread adds.
const PROGRAM = 150 * MiB;
const THREAD = 45 * MiB;
// How many actions are legal is not known: more than in any of our games on average.
const LEGAL = 24;
// Nor how many decisions a game has.
const LENGTH = 300;

/** Node reads no file of more bytes at once. */
const LARGEST_CHECKPOINT = 2 * 1024 * MiB;

/** @param players seats of a game */
export function estimateMemory(config: Config, shape: NetworkShape, players: number): MemoryEstimate {
  const { workers, decisionsPerUpdate, learnerThreads, phases } = config;
  const weights = 4 * countWeights(shape);
  const { inputs, trunk } = shape;
  // A bot whose weights are trained has neither, nor rows.
  const widthOf = (head: string) => shape.heads.find(({ name }) => name === head)?.width ?? 0;
  const [actions, values] = config.agent ? [0, 0] : [widthOf(POLICY), widthOf(VALUE)];
  const threads = Math.max(1, workers);
  const slots = Math.max(...phases.map((phase) => algorithmOf(phase).snapshots(phase)));
  // One phase a time: the largest counts.
  const needs = phases.map((phase) => algorithmOf(phase).size(phase));
  const most = (part: keyof (typeof needs)[number]) => Math.max(...needs.map((need) => need[part]));
  const [networks, opponents] = [most('networks'), most('opponents')];

  const each = gamesEach(config);
  const capacity = config.agent ? 0 : threads * rowsNeeded(each, players, stepsFor(decisionsPerUpdate, each * threads));
  // Features of few actions, and of none that is not legal; and where they begin.
  const legal = 4 * (Math.min(actions, LEGAL) * featureSize(shape) + 1);
  const choices = phases.some((phase) => algorithmOf(phase).actionValuesOf?.(phase) != null);
  const sizes = rowSizes(shape, capacity, choices);
  const further = Object.values(sizes.further).reduce((sum, width) => sum + width, 0);
  const inPlay = rowBytes(sizes) + legal;
  const inBatch = rowBytes(sizes, ({ learned }) => learned) + legal;
  // The first layer keeps the columns it reads densely once more.
  const rows = capacity * (inPlay + inBatch + 4 * inputs);
  // Of a game: actions, and of decisions that were searched the improved policy and what each seat may expect.
  const searched = phases.map((phase) => algorithmOf(phase).games?.(phase) ?? { kept: 0, drawn: 0, learned: 0 });
  const kept = searched.map((of) => of.kept * LENGTH * 4 * (1 + of.learned * (1 + Math.min(actions, LEGAL) + players)));
  const drawnRows = searched.map((of) => of.drawn * LENGTH * of.learned);
  // Kept, and packed, in one body and in a file while a checkpoint is written.
  const games = Math.max(...kept.map((bytes, i) => 4 * bytes + drawnRows[i]! * (inBatch + 4 * actions)));
  const step = Math.min(most('minibatch'), Math.max(capacity, ...drawnRows));
  // Forward and back: each hidden layer and its gradient, logits as they come, split, and their gradients.
  const width =
    trunk.reduce((sum, units) => sum + 2 * units, 0) + inputs + 5 * actions + 2 * (values + further) + encoding(shape);

  const onCard = config.device === 'gpu';
  const held = (3 + opponents + networks) * weights;
  // Starting weights are drawn with 64 bits, layer by layer.
  const drawing = Math.max(...layers(shape).map((layer) => 12 * layer.inputs * layer.outputs));
  const parts = {
    learner: (3 + 2 * learnerThreads + 2 * networks) * weights,
    policies: (2 + slots + threads * (2 + opponents)) * weights,
    rows,
    games,
    minibatch: onCard ? 0 : 4 * step * width,
    // As it is, as packed tensors, as one body, as a file.
    saving: Math.max(4 * held, drawing),
    program: PROGRAM + THREAD * (workers + learnerThreads - 1),
  };
  const bytes = Object.values(parts).reduce((a, b) => a + b, 0);
  // Weights and moments before a step and after it, the gradient, and the network that judges. Masks are 32-bit numbers there.
  const card = 8 * weights + Math.max(capacity, ...drawnRows) * (inBatch + 7 * actions) + 4 * step * width;
  return {
    ...{ bytes, limit: memoryLimit(), checkpoint: held + Math.max(...kept) },
    ...(onCard && { card }),
    parts,
  };
}

/** Numbers a row of what is read before the trunk: what each step gives, its sums, and their gradients. */
function encoding(shape: NetworkShape): number {
  const { planes, entities, memory } = shape;
  const board = planes ? 6 * planes.height * planes.width * planes.filters * (1 + 2 * planes.blocks) : 0;
  const things = (entities?.pieces ?? []).map(
    ({ places }) =>
      places * (6 * entities!.layers.reduce((sum, units) => sum + units, 0) + attending(entities!, places)),
  );
  const steps = memory ? 20 * memory.decisions * memory.units : 0;
  return (
    things.reduce((sum, numbers) => sum + numbers, board + steps) + (hasEncoder(shape) ? 2 * encodedSize(shape) : 0)
  );
}

/** Numbers a thing of what attention makes: of each head the shares of all places, with what comes before and back. */
function attending({ layers, attention }: EntitiesShape, places: number): number {
  if (!attention) return 0;
  return attention.blocks * (24 * layers.at(-1)! + 10 * attention.heads * places);
}

/** Memory that this process may use. */
function memoryLimit(): number {
  const constrained = process.constrainedMemory();
  // Without a limit it is 0, or a number beyond all machines.
  return constrained > 0 ? Math.min(constrained, os.totalmem()) : os.totalmem();
}

/** What to lower first where a part is too large. */
const remedies: Readonly<Record<keyof MemoryEstimate['parts'], string>> = {
  learner: 'network.trunk',
  policies: 'network.trunk, snapshots.poolSize or workers',
  rows: 'decisionsPerUpdate or games',
  games: 'window, reuse, shards or games of expert iteration',
  minibatch: 'the minibatch of the largest phase, network.filters, network.blocks or network.entityAttention',
  saving: 'network.trunk or snapshots.poolSize',
  program: 'workers',
};

/** @throws UserError when a run cannot fit, or its checkpoints could not be read again */
export function checkMemory(config: Config, shape: NetworkShape, players: number): void {
  const estimate = estimateMemory(config, shape, players);
  const { bytes, limit, checkpoint, parts } = estimate;
  const [largest] = Object.entries(parts).sort(([, a], [, b]) => b - a)[0] as [keyof typeof parts, number];
  if (bytes > limit)
    throw new UserError(
      `this run would take about ${memorySize(bytes)} of memory, and ${memorySize(limit)} are available (${memoryText(estimate)}); lower ${remedies[largest]}`,
    );
  if (checkpoint > LARGEST_CHECKPOINT)
    throw new UserError(
      `a checkpoint of this run would have ${memorySize(checkpoint)}, and at most ${memorySize(LARGEST_CHECKPOINT)} can be read; lower ${remedies[parts.games > parts.saving ? 'games' : 'saving']}`,
    );
}

/** The parts as words, the largest first. */
export function memoryText({ parts }: MemoryEstimate): string {
  const sorted = Object.entries(parts).sort(([, a], [, b]) => b - a);
  return sorted
    .filter(([, bytes]) => bytes > 0)
    .map(([name, bytes]) => `${name} ${memorySize(bytes)}`)
    .join(', ');
}

/** `3.4 GiB`, `120 MiB`, `2.95 TiB`. */
export function memorySize(bytes: number): string {
  if (bytes >= 1024 * 1024 * MiB) return `${(bytes / (1024 * 1024 * MiB)).toPrecision(3)} TiB`;
  return bytes >= 1024 * MiB
    ? `${(bytes / (1024 * MiB)).toFixed(1)} GiB`
    : `${Math.max(1, Math.round(bytes / MiB))} MiB`;
}
