/** What another program can ask for: it opens games, then steps them. Each request is one frame, and so is each answer. */
import { z } from 'zod';
import { featureKinds } from '../../agents/policy/action-features.js';
import { advisedObserver } from '../../agents/policy/advice.js';
import { advisorNamed, checkAdvisor } from '../../agents/policy/advisor.js';
import { type ResolvedGame, resolveGame } from '../../agents/resolve.js';
import { loadAgent } from '../../agents/spec/load.js';
import type { Agent } from '../../env/agent.js';
import { issueText } from '../../env/checked.js';
import { parseJson } from '../../env/json.js';
import { loadGames } from '../../env/load-game.js';
import type { Observer } from '../../env/observer.js';
import { packageVersion } from '../../env/package.js';
import { UserError } from '../../env/user-error.js';
import { usersMistake } from '../../env/user-frame.js';
import { GameBatch } from './batch.js';
import { Expander } from './expander.js';
import { BYTES_FRAME, bytesFrame, type Frame, JSON_FRAME, jsonFrame, numbersFrame, partsOf } from './frames.js';

/** Raised when a program for the protocol before would not understand what it gets now. */
const SERVE_PROTOCOL = 2;

const seed = z.union([z.string().max(200), z.int()]).nullable();

const sizes = z.array(z.int().min(0));

const game = z.int().min(0).default(0);

/** Who may play; without any every seat is the learner's. */
const opponents = z
  .array(
    z.strictObject({
      /** Specs of agents, numbers of the caller's own players, null for the learner; see `Table`. */
      players: z.array(z.union([z.string(), z.int().min(1), z.null()])).max(16),
      weight: z.number().min(0).default(1),
    }),
  )
  .max(1000)
  .default([]);

const requestSchema = z.discriminatedUnion('method', [
  z.strictObject({ method: z.literal('games') }),
  z.strictObject({
    method: z.literal('open'),
    game: z.string(),
    options: z.record(z.string(), z.unknown()).default({}),
    games: z.int().min(1).max(100_000).default(1),
    opponents,
    /** Agents that play in games that are to be loaded, beside those. */
    agents: z.array(z.string()).default([]),
    rewards: z.enum(['learner', 'seats']).default('seats'),
    seat: z.int().min(0).nullable().default(null),
    /** A scripted player whose choice every seat sees when it is to act, as policies with an advisor do. */
    advisor: z.string().nullable().default(null),
    /** What is told of each action; true: all that there is. */
    actionFeatures: z.union([z.array(z.string()), z.boolean()]).default(false),
    openings: z.int().min(0).max(1000).default(0),
    autoReset: z.boolean().default(false),
    illegal: z.enum(['error', 'random']).default('error'),
  }),
  z.strictObject({
    method: z.literal('seat'),
    opponents,
    /** Numbers of games; null: all. */
    games: z.array(z.int().min(0)).nullable().default(null),
  }),
  z.strictObject({ method: z.literal('reset'), seeds: z.array(seed) }),
  /** Seat null: what all of them see, one behind the other. */
  z.strictObject({ method: z.literal('observe'), game, seat: z.int().min(0).nullable() }),
  z.strictObject({ method: z.literal('describe'), game }),
  /** A picture, as SVG. */
  z.strictObject({ method: z.literal('draw'), game }),
  /** What the ids of actions mean in any position. */
  z.strictObject({ method: z.literal('actions') }),
  z.strictObject({ method: z.literal('endings') }),
  z.strictObject({ method: z.literal('save') }),
  /** Bytes of the frame: saved games one behind the other, so many bytes each. */
  z.strictObject({ method: z.literal('load'), sizes }),
  z.strictObject({ method: z.literal('expand'), sizes, actions: z.array(z.int()), seed: seed.default(null) }),
]);
type Request = z.infer<typeof requestSchema>;
type Open = Extract<Request, { method: 'open' }>;

/** One conversation. */
export class Session {
  private batch: GameBatch | null = null;
  private expander: Expander | null = null;
  private resolved: ResolvedGame | null = null;
  private observer: Observer | null = null;
  private makers = new Map<string, () => Agent>();

  /** Answers a request with the parts of a frame. What is wrong with it becomes the answer, in one line. */
  async answer(frame: Frame): Promise<Buffer[]> {
    try {
      if (frame.kind === JSON_FRAME) return await this.request(frame.body);
      if (frame.kind === BYTES_FRAME) {
        const { json, bytes } = partsOf(frame.body);
        return await this.request(json, bytes);
      }
      const batch = this.opened();
      batch.step(actionsOf(frame.body));
      return batch.sent();
    } catch (error) {
      const bug = `this is a bug: ${error instanceof Error ? error.message.split('\n')[0] : error}`;
      return [jsonFrame({ error: usersMistake(error) ?? bug })];
    }
  }

  private async request(body: Buffer, bytes: Buffer = Buffer.alloc(0)): Promise<Buffer[]> {
    const request = readRequest(body);
    switch (request.method) {
      case 'games':
        return said((await loadGames()).map(({ game: { id, title, summary } }) => ({ id, title, summary })));
      case 'open':
        return said(await this.open(request));
      case 'reset': {
        const batch = this.opened();
        batch.reset(request.seeds);
        return batch.sent();
      }
      case 'seat': {
        const batch = this.opened();
        await this.load(request.opponents);
        batch.seat(request.opponents, this.makers, request.games ?? batch.all);
        // A long training names many players one after the other.
        const { named } = batch;
        for (const spec of this.makers.keys()) if (!named.has(spec)) this.makers.delete(spec);
        return said(batch.outside);
      }
      case 'observe':
        return [numbersFrame(this.opened().observe(request.game, request.seat))];
      case 'describe':
        return said(this.opened().describe(request.game));
      case 'draw':
        return said(this.opened().draw(request.game));
      case 'actions': {
        this.opened();
        const { actions, actionName = (id: number) => `action ${id}` } = this.resolved!.game;
        return said(Array.from({ length: actions }, (_, id) => actionName(id)));
      }
      case 'save': {
        const batch = this.opened();
        const games = batch.save();
        return bytesFrame({ result: { sizes: games.map(({ length }) => length), agents: batch.sitting } }, games);
      }
      case 'load': {
        const batch = this.opened();
        batch.load(cut(bytes, request.sizes));
        return batch.sent();
      }
      case 'expand': {
        this.opened();
        this.expander ??= new Expander(this.resolved!.game, this.resolved!.whole, this.observer!);
        return this.expander.expand(cut(bytes, request.sizes), request.actions, request.seed);
      }
      case 'endings':
        return said(this.opened().endings);
    }
  }

  private async open(request: Open): Promise<unknown> {
    const { opponents, games, seat, rewards, openings, autoReset, illegal } = request;
    const agents = [
      ...request.agents,
      ...opponents.flatMap(({ players }) => players.filter((player) => typeof player === 'string')),
    ];
    this.resolved = await resolveGame({ game: request.game, options: request.options, agents });
    this.makers = new Map();
    this.expander = null;
    await this.load([...opponents, { players: request.agents, weight: 1 }]);
    const { game, whole } = this.resolved;
    const observer = observerOf(this.resolved, request);
    this.observer = observer;
    this.batch = new GameBatch({
      ...{ game, options: whole, observer, games, seat, rewards, openings, autoReset, illegal, opponents },
      makers: this.makers,
    });
    return {
      protocol: SERVE_PROTOCOL,
      package: packageVersion(),
      game: game.id,
      version: game.version,
      title: game.title,
      options: whole,
      players: this.batch.players,
      timeLimit: game.timeLimit ?? false,
      actions: game.actions,
      observation: observer.pieces.map(({ name, shape, about, range }) => ({ name, shape, about, range })),
      planes: planesOf(game),
      actionFeatures: observer.actions?.pieces ?? [],
      observationSize: this.batch.observationSize,
      prompts: game.prompts,
      layout: this.batch.block.layout,
      blockSize: this.batch.block.size,
    };
  }

  /** Loads the agents that are named and not there yet. */
  private async load(opponents: Open['opponents']): Promise<void> {
    const { whole, ...resolved } = this.resolved!;
    for (const player of opponents.flatMap(({ players }) => players)) {
      if (typeof player !== 'string' || this.makers.has(player)) continue;
      const make = await loadAgent(player, { ...resolved, options: whole });
      // Some mistakes show only when one is made, and should not wait for a game.
      let first: Agent | null = make();
      this.makers.set(player, () => {
        const agent = first ?? make();
        first = null;
        return agent;
      });
    }
  }

  private opened(): GameBatch {
    if (!this.batch) throw new UserError('no game is open: open one first');
    return this.batch;
  }
}

/** What observations are written by. @throws UserError for a feature or an advisor that there is not */
function observerOf(pack: ResolvedGame, { advisor, actionFeatures }: Open): Observer {
  const { game, whole } = pack;
  const names = actionFeatures === true ? featureKinds : actionFeatures === false ? [] : actionFeatures;
  const found = advisor === null ? undefined : advisorNamed(advisor, pack);
  if (found) checkAdvisor(game, whole, found);
  const observer = advisedObserver(game, found, names);
  const there = observer.actions?.pieces.map(({ name }) => name) ?? [];
  const missing = actionFeatures === true ? undefined : names.find((name) => !there.includes(name));
  if (missing === undefined && (names.length === 0 || there.length > 0)) return observer;
  const all = advisedObserver(game, found, featureKinds).actions?.pieces.map(({ name }) => name) ?? [];
  throw new UserError(
    `${game.id} has no features of actions${missing === undefined ? '' : ` named ${missing}`}` +
      `${all.length > 0 ? `; it has ${all.join(', ')}` : ''}${advisor === null ? '; an advisor brings some' : ''}`,
  );
}

/** The pieces that are a board seen from above; a game that shows nothing else need not say so. */
function planesOf({ board, observation }: ResolvedGame['game']): readonly string[] {
  if (board) return board.planes;
  const [size] = observation.map(({ shape }) => `${shape}`);
  const alike = observation[0]?.shape.length === 2 && observation.every(({ shape }) => `${shape}` === size);
  return alike ? observation.map(({ name }) => name) : [];
}

/** Pieces of these sizes. @throws UserError when they are not the whole */
function cut(bytes: Buffer, sizes: readonly number[]): Buffer[] {
  let at = 0;
  const pieces = sizes.map((size) => bytes.subarray(at, (at += size)));
  if (at !== bytes.length) throw new UserError(`${at} bytes of states were told, and ${bytes.length} came`);
  return pieces;
}

const said = (result: unknown): Buffer[] => [jsonFrame({ result })];

function readRequest(body: Buffer): Request {
  let json: unknown;
  try {
    json = parseJson(body.toString());
  } catch (error) {
    throw new UserError(`the request is not JSON: ${(error as Error).message.split('\n')[0]}`);
  }
  const parsed = requestSchema.safeParse(json);
  if (parsed.success) return parsed.data;
  throw new UserError(`the request is not understood: ${issueText(parsed.error, 'request')}`);
}

/** A copy, since what came may lie at any address. */
function actionsOf(body: Buffer): Int32Array {
  if (body.length % 4 !== 0) throw new UserError('actions are 32-bit numbers, and this is no whole number of them');
  return new Int32Array(Uint8Array.from(body).buffer);
}
