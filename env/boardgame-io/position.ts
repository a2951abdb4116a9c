/** A position of a wrapped game (`State`): a match of the framework, shared by its copies since nothing in it changes. */
import { z } from 'zod';
import { type Chance, createRng, type Rng } from '../chance.js';
import type { State } from '../game.js';
import { hashBytes } from '../hash.js';
import { parseJson } from '../json.js';
import { canonicalJson } from '../options.js';
import { placesByScore } from '../returns.js';
import { UserError } from '../user-error.js';
import { nameOf, sayChoice } from './choices.js';
import { frozen } from './frozen.js';
import { checkedPlaces, checkedRewards, endingOf, placesOf } from './result.js';
import type { HostDecision, HostMatch } from './rules.js';
import { wrongField } from './view-form.js';
import type { HostOptions, WrappedGame } from './wrapped-game.js';

const NOBODY: HostDecision = { actor: -1, prompt: -1, legal: [] };
const CHECKSUM = 8;

const id = z.string().regex(/^\d+$/);
/** What is read of `ctx` here; the framework's own fields go with it. */
const ctxSchema = z.looseObject({
  numPlayers: z.int(),
  playOrder: z.array(id),
  playOrderPos: z.int(),
  currentPlayer: id,
  turn: z.int(),
  phase: z.string().nullable(),
  activePlayers: z.record(id, z.string().nullable()).nullable(),
});

export class HostPosition<G extends object> implements State {
  /** Who is asked, once somebody wanted to know. */
  private known: HostDecision | undefined;
  /** What the last `apply` gave each player; empty in games without rewards, and before the first one. */
  private gained: readonly number[] = [];

  /** @param decisions taken so far, forced ones included */
  constructor(
    private readonly frame: WrappedGame<G>,
    private options: HostOptions,
    private decisions: number,
    private match: HostMatch<G>,
  ) {}

  get players(): number {
    return this.match.ctx.numPlayers;
  }
  get over(): boolean {
    return this.match.ctx.gameover !== undefined || this.truncated;
  }
  get truncated(): boolean {
    return this.match.ctx.gameover === undefined && this.decisions >= this.frame.form.maxDecisions;
  }
  get actor(): number {
    return this.asked.actor;
  }
  get prompt(): number {
    return this.asked.prompt;
  }
  get round(): number {
    return Math.max(1, this.match.ctx.turn);
  }

  private get asked(): HostDecision {
    return (this.known ??= this.over ? NOBODY : this.frame.rules.asked(this.match));
  }

  legal(mask: Uint8Array): number {
    mask.fill(0);
    for (const action of this.asked.legal) mask[action] = 1;
    return this.asked.legal.length;
  }

  apply(action: number, chance: Chance): void {
    const before = this.earned();
    this.play(action, chance);
    this.answerForced(chance);
    if (before) this.gained = this.earned()!.map((total, seat) => total - before[seat]!);
  }

  /** What each player has earned so far, in games with rewards. */
  private earned(): readonly number[] | undefined {
    const { G, ctx } = this.match;
    const { id: game, rewards } = this.frame.form;
    return rewards && checkedRewards(game, rewards({ G, ctx, gameover: ctx.gameover }), this.players);
  }

  /** Takes the decisions that are none, unless they are asked for. */
  answerForced(chance: Chance): void {
    if (this.options.askForced) return;
    while (this.asked.legal.length === 1) this.play(this.asked.legal[0]!, chance);
  }

  private play(action: number, chance: Chance): void {
    this.match = this.frame.rules.play(this.match, this.asked.actor, action, chance);
    this.decisions++;
    this.known = undefined;
  }

  observe(seat: number, out: Float32Array, offset: number): void {
    const { frame, players } = this;
    const { rules, seats, form } = frame;
    const { actor, prompt } = this.asked;
    for (let i = 0; i < seats.max; i++)
      out[offset++] = i < players && actor >= 0 && (seat + i) % players === actor ? 1 : 0;
    for (let i = 0; i < rules.prompts.length; i++) out[offset++] = i === prompt ? 1 : 0;
    const order = Array.from({ length: players }, (_, i) => String((seat + i) % players));
    const seen = { ...rules.seen(this.match, seat), seats: order };
    for (const { name, shape, values } of form.observation) {
      const size = shape.reduce((product, n) => product * n, 1);
      const written = values(seen);
      if (written.length !== size)
        throw new UserError(`${form.id}: values of the piece ${name} gave ${written.length} numbers, wanted ${size}`);
      for (let i = 0; i < size; i++) out[offset++] = written[i]!;
    }
  }

  rewards(out: Float64Array): void {
    out.fill(0);
    out.set(this.gained);
  }

  places(out: Uint8Array): void {
    const { G, ctx } = this.match;
    const { places, id: game } = this.frame.form;
    const { gameover } = ctx;
    const earned = this.earned();
    if (places) out.set(checkedPlaces(game, places({ G, ctx, gameover }), this.players));
    else if (earned) out.set(placesByScore(earned));
    else if (this.truncated) out.fill(0);
    else out.set(placesOf(game, gameover, this.players));
  }

  ending(): string {
    if (this.truncated) return 'decision cap';
    return this.over ? endingOf(this.match.ctx.gameover) : '';
  }

  copyFrom(other: this): void {
    this.options = other.options;
    this.match = other.match;
    this.decisions = other.decisions;
    this.known = other.known;
    this.gained = other.gained;
  }

  clone(): this {
    const copy = new HostPosition(this.frame, this.options, this.decisions, this.match) as this;
    copy.known = this.known;
    copy.gained = this.gained;
    return copy;
  }

  save(): Uint8Array {
    const { form } = this.frame;
    const { options, decisions, match, gained } = this;
    const text = canonicalJson({ game: form.id, version: form.version ?? '1', options, decisions, gained, ...match });
    const body = new TextEncoder().encode(text);
    const bytes = new Uint8Array(CHECKSUM + body.length);
    new DataView(bytes.buffer).setFloat64(0, hashBytes(body), true);
    bytes.set(body, CHECKSUM);
    return bytes;
  }

  load(bytes: Uint8Array): void {
    const { form, options } = this.frame;
    const refuse = (why: string) => new Error(`not a saved position of ${form.id}: ${why}`);
    const body = bytes.slice(CHECKSUM);
    if (body.length === 0) throw refuse('it is too short');
    const sum = new DataView(bytes.buffer, bytes.byteOffset).getFloat64(0, true);
    if (sum !== hashBytes(body)) throw refuse('its checksum is wrong');
    const saved = z.strictObject({
      game: z.literal(form.id),
      version: z.literal(form.version ?? '1'),
      options,
      decisions: z.int().min(0),
      gained: z.array(z.number()),
      G: z.record(z.string(), z.unknown()),
      ctx: ctxSchema,
    });
    const parsed = saved.safeParse(parseJson(new TextDecoder().decode(body)));
    if (!parsed.success) throw refuse(z.prettifyError(parsed.error).split('\n', 1)[0]!);
    this.become(parsed.data.options, parsed.data.decisions, {
      G: frozen(parsed.data.G as G),
      ctx: parsed.data.ctx as HostMatch<G>['ctx'],
    });
    this.gained = parsed.data.gained;
  }

  private become(options: HostOptions, decisions: number, match: HostMatch<G>): void {
    this.options = options;
    this.decisions = decisions;
    this.match = match;
    this.known = undefined;
  }

  hash(): number {
    const { options, decisions, match, gained } = this;
    return hashBytes(
      new TextEncoder().encode(
        canonicalJson([options, decisions, match.G, match.ctx, ...(gained.length > 0 ? [gained] : [])]),
      ),
    );
  }

  resample(seat: number, rng: Rng): void {
    const { rules, form } = this.frame;
    if (!form.fillIn) return;
    const G = rules.filledIn(rules.seen(this.match, seat), (n) => rng.int(n));
    this.become(this.options, this.decisions, { G, ctx: this.match.ctx });
  }

  actionText(action: number): string {
    const { rules, form } = this.frame;
    const choice = rules.choices.list[action]!;
    return form.words ? form.words(choice, rules.seen(this.match, this.actor)) : sayChoice(choice);
  }

  actionJson(action: number): { kind: string; args: Record<string, unknown> } {
    const choice = this.frame.rules.choices.list[action]!;
    return { kind: nameOf(choice), args: Object.fromEntries((choice.args ?? []).entries()) };
  }

  text(seat: number): string {
    const { rules, form } = this.frame;
    const seen = rules.seen(this.match, seat);
    const asked = this.over
      ? 'the game is over'
      : `player ${this.actor} is asked (${rules.prompts[this.prompt]})${this.actor === seat ? ': you' : ''}`;
    return `${form.text ? form.text(seen) : JSON.stringify(seen.G, null, 1)}\n${asked}`;
  }

  view(seat: number): unknown {
    const { options, decisions, match } = this;
    const { G, ctx } = this.frame.rules.seen(match, seat);
    return JSON.parse(JSON.stringify({ seat, options, decisions, G, ctx }));
  }
}

/** `Game.parseView`. What the seat cannot know is filled in by the author's `fillIn`. */
export function readView<G extends object>(frame: WrappedGame<G>, json: unknown): HostPosition<G> {
  const { rules, options, players: count } = frame;
  const schema = z.strictObject({
    seat: z.int().min(0),
    options,
    decisions: z.int().min(0),
    G: z.record(z.string(), z.unknown()),
    ctx: ctxSchema,
  });
  const parsed = schema.safeParse(json);
  if (!parsed.success) {
    const { path, message } = parsed.error.issues[0]!;
    throw new Error(`${path.join('.') || 'view'}: ${message}`);
  }
  const { seat, decisions } = parsed.data;
  const ctx = parsed.data.ctx as HostMatch<G>['ctx'];
  const players = count(parsed.data.options);
  const ids = [ctx.currentPlayer, ...ctx.playOrder, ...Object.keys(ctx.activePlayers ?? {})];
  if (ctx.numPlayers !== players) throw new Error(`ctx.numPlayers: ${players} wanted, as the options say`);
  if (ids.some((player) => Number(player) >= players)) throw new Error(`ctx: a player is none of ${players}`);
  if (seat >= players) throw new Error(`seat: 0 to ${players - 1} wanted`);
  const wrong = wrongField(frame, parsed.data.options, seat, parsed.data.G);
  if (wrong) throw new Error(wrong);
  try {
    const rng = createRng('view');
    const shown = { G: parsed.data.G as G, ctx, playerID: String(seat) };
    const G = rules.filledIn(shown, (n) => rng.int(n));
    const position = new HostPosition(frame, parsed.data.options, decisions, { G, ctx });
    // What the author's functions stumble over is no position of this game.
    const seen = new Float32Array(frame.size);
    position.observe(seat, seen, 0);
    if (!seen.every(Number.isFinite)) throw new Error('its observation is not finite');
    return position;
  } catch (error) {
    throw new Error(`G: not what a player of this game sees (${(error as Error).message.split('\n', 1)[0]})`);
  }
}
