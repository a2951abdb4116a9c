/** What another program can ask for: it opens games, then steps them. Each request is one frame, and so is each answer. */
import { z } from 'zod';
import { resolveGame } from '../../agents/resolve.js';
import { loadAgent } from '../../agents/spec/load.js';
import type { Agent } from '../../env/agent.js';
import { parseJson } from '../../env/json.js';
import { loadGames } from '../../env/load-game.js';
import { packageVersion } from '../../env/package.js';
import { UserError } from '../../env/user-error.js';
import { usersMistake } from '../../env/user-frame.js';
import { GameBatch } from './batch.js';
import { type Frame, JSON_FRAME, jsonFrame, numbersFrame } from './frames.js';

/** Raised when a program for the protocol before would not understand what it gets now. */
const SERVE_PROTOCOL = 1;

const seed = z.union([z.string().max(200), z.int()]).nullable();

const requestSchema = z.discriminatedUnion('method', [
  z.strictObject({ method: z.literal('games') }),
  z.strictObject({
    method: z.literal('open'),
    game: z.string(),
    options: z.record(z.string(), z.unknown()).default({}),
    games: z.int().min(1).max(100_000).default(1),
    /** Specs; one fills all other seats. Null: every seat is the caller's. */
    opponents: z.array(z.string()).max(16).nullable(),
    seat: z.int().min(0).nullable().default(null),
    autoReset: z.boolean().default(false),
    illegal: z.enum(['error', 'random']).default('error'),
  }),
  z.strictObject({ method: z.literal('reset'), seeds: z.array(seed) }),
  z.strictObject({ method: z.literal('observe'), game: z.int().min(0).default(0), seat: z.int().min(0) }),
  z.strictObject({ method: z.literal('describe'), game: z.int().min(0).default(0) }),
]);
type Request = z.infer<typeof requestSchema>;
type Open = Extract<Request, { method: 'open' }>;

/** One conversation. */
export class Session {
  private batch: GameBatch | null = null;
  private size = 0;

  /** Answers a request. What is wrong with it becomes the answer, in one line. */
  async answer(frame: Frame): Promise<Buffer> {
    try {
      if (frame.kind === JSON_FRAME) return await this.request(frame.body);
      const batch = this.opened();
      batch.step(actionsOf(frame.body));
      return batch.sent();
    } catch (error) {
      const bug = `this is a bug: ${error instanceof Error ? error.message.split('\n')[0] : error}`;
      return jsonFrame({ error: usersMistake(error) ?? bug });
    }
  }

  private async request(body: Buffer): Promise<Buffer> {
    const request = readRequest(body);
    switch (request.method) {
      case 'games':
        return jsonFrame({
          result: (await loadGames()).map(({ game: { id, title, summary } }) => ({ id, title, summary })),
        });
      case 'open':
        return jsonFrame({ result: await this.open(request) });
      case 'reset': {
        const batch = this.opened();
        batch.reset(request.seeds);
        return batch.sent();
      }
      case 'observe': {
        const batch = this.opened();
        if (request.seat >= batch.players) throw new UserError(`there is no seat ${request.seat}`);
        return numbersFrame(batch.observe(this.number(request.game), request.seat));
      }
      case 'describe':
        return jsonFrame({ result: this.opened().describe(this.number(request.game)) });
    }
  }

  private async open(request: Open): Promise<unknown> {
    const specs = request.opponents ?? [];
    const resolved = await resolveGame({ game: request.game, options: request.options, agents: specs });
    const { game, whole } = resolved;
    const seats = game.players(whole);
    // One fills all seats; where there is no other seat, nobody is needed.
    const named = specs.length === 1 ? new Array<string>(seats - 1).fill(specs[0]!) : specs;
    const makers = new Map<string, () => Agent>();
    for (const spec of new Set(named)) makers.set(spec, await loadAgent(spec, { ...resolved, options: whole }));
    this.batch = new GameBatch({
      ...{ game, options: whole, games: request.games, seat: request.seat },
      ...{ autoReset: request.autoReset, illegal: request.illegal },
      opponents: request.opponents && named.map((spec) => makers.get(spec)!),
    });
    this.size = request.games;
    return {
      protocol: SERVE_PROTOCOL,
      package: packageVersion(),
      game: game.id,
      version: game.version,
      title: game.title,
      options: whole,
      players: seats,
      timeLimit: game.timeLimit ?? false,
      actions: game.actions,
      observation: game.observation.map(({ name, shape, about }) => ({ name, shape, about })),
      observationSize: this.batch.observationSize,
      prompts: game.prompts,
      layout: this.batch.layout,
      blockSize: this.batch.blockSize,
    };
  }

  private opened(): GameBatch {
    if (!this.batch) throw new UserError('no game is open: open one first');
    return this.batch;
  }

  private number(game: number): number {
    if (game >= this.size) throw new UserError(`game is ${game}, there are ${this.size}`);
    return game;
  }
}

function readRequest(body: Buffer): Request {
  let json: unknown;
  try {
    json = parseJson(body.toString());
  } catch (error) {
    throw new UserError(`the request is not JSON: ${(error as Error).message.split('\n')[0]}`);
  }
  const parsed = requestSchema.safeParse(json);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0]!;
  throw new UserError(`the request is not understood: ${issue.path.join('.') || 'request'}: ${issue.message}`);
}

/** A copy, since what came may lie at any address. */
function actionsOf(body: Buffer): Int32Array {
  if (body.length % 4 !== 0) throw new UserError('actions are 32-bit numbers, and this is no whole number of them');
  return new Int32Array(Uint8Array.from(body).buffer);
}
