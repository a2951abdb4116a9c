/** The types of one exported player: a declaration file beside it, with the views and actions of its game. */
import type { Game } from '../../env/game.js';
import { hostGuide, type JsonSchema, type KindGuide } from './host-guide.js';

/** `player.d.mts` of `player.mjs`. */
export const typesPath = (player: string): string => player.replace(/\.(m?)js$/, '.d.$1ts');

/** @returns the text of the declaration file */
export function playerTypes(game: Game): string {
  const guide = hostGuide(game);
  const kinds = guide?.kinds.map(kindType) ?? [];
  return `/** Types of a player of ${game.title} (${game.id}, rules version ${game.version}), made by tabletop-gym: docs/player.md. */

/** What one seat knows of a position, to be written by hand; what may be missing is worked out. */
export type View = ${guide ? typeOf(guide.view, '', 'view') : 'Record<string, unknown>'};

/** What an action is, for programs. */
export type Action = ${kinds.length > 0 ? kinds.map((kind) => `\n  | ${kind}`).join('') : '{ kind: string; args: Record<string, unknown> }'};

/** Name of a kind of decision. */
export type Prompt = ${game.prompts.map((prompt) => JSON.stringify(prompt)).join(' | ')};

${FIXED}`;
}

function kindType({ kind, args }: KindGuide): string {
  const inside = args.map(({ name, values, optional }) => {
    const there = values.filter((value) => value !== null);
    const types = new Set(there.map((value) => (Array.isArray(value) ? 'unknown[]' : JSON.stringify(value))));
    // A number that only a position gives.
    const type =
      there.length === 0 ? 'number | null' : types.size > MOST_NAMED ? widened(there) : [...types].join(' | ');
    return `${key(name)}${optional ? '?' : ''}: ${type}${there.length > 0 && there.length < values.length ? ' | null' : ''}`;
  });
  return `{ kind: ${JSON.stringify(kind)}; args: ${inside.length > 0 ? `{ ${inside.join('; ')} }` : 'Record<string, never>'} }`;
}

/** Longer unions tell nobody anything. */
const MOST_NAMED = 64;
const widened = (values: readonly unknown[]): string => [...new Set(values.map((value) => typeof value))].join(' | ');
const key = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));

function typeOf(schema: JsonSchema, indent: string, path: string): string {
  const { type } = schema;
  if (path === 'view.options') return 'Record<string, unknown>';
  if (schema.anyOf) return schema.anyOf.map((one) => typeOf(one, indent, path)).join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (type === 'array') {
    const of = (one: JsonSchema) => typeOf(one, indent, `${path}[]`);
    if (schema.prefixItems) return `[${schema.prefixItems.map(of).join(', ')}]`;
    return schema.items ? `Array<${of(schema.items)}>` : 'unknown[]';
  }
  if (type === 'object' && schema.properties) {
    const deeper = `${indent}  `;
    const lines = Object.entries(schema.properties).map(([name, one]) => {
      const optional = schema.required?.includes(name) ? '' : '?';
      const words = one.description ? `${deeper}/** ${one.description.replaceAll('*/', '')} */\n` : '';
      return `${words}${deeper}${key(name)}${optional}: ${typeOf(one, deeper, `${path}.${name}`)};\n`;
    });
    return `{\n${lines.join('')}${indent}}`;
  }
  if (type === 'object')
    return `Record<string, ${typeof schema.additionalProperties === 'object' ? typeOf(schema.additionalProperties, indent, path) : 'unknown'}>`;
  if (type === 'integer' || type === 'number') return 'number';
  return type === 'string' || type === 'boolean' || type === 'null' ? type : 'unknown';
}

/** What is the same in all players: as agents/player-file/player-module.ts has it (test/player-types.test.ts). */
const FIXED = `/** A named strength, or a number from 0 (a beginner) to 1 (all it can). */
export type Difficulty = 'easy' | 'medium' | 'hard' | number;

/** How to choose. Everything may be left out: full strength, and the same view always gives the same action. */
export interface ActSettings {
  difficulty?: Difficulty;
  /** 1 to 10, in place of difficulty, topK and attention: a measured level, where the player has such (describe().levels). */
  level?: number;
  /** All randomness of this choice follows from it. */
  seed?: string | number;
  /** Where randomness comes from instead: numbers in [0, 1). */
  random?: () => number;
  /** Choose among this many most likely actions only, without looking ahead. */
  topK?: number;
  /** Of a player that looks ahead: for which share of its choices it does, 0 to 1. */
  attention?: number;
  /** Of a player that looks ahead: how long it may; 0: its likeliest action at once. */
  milliseconds?: number;
}

export type PlayerAction = Action & {
  /** The action id. */
  action: number;
  /** What it is, for people. */
  text: string;
};
export type LegalAction = PlayerAction & { /** Its probability. */ p: number };
export type PlayerAnswer = PlayerAction & {
  /** Every legal action, by action id. */
  probabilities: LegalAction[];
  /** Of a player that looked ahead. */
  simulations?: number;
};
export type TimedAnswer = PlayerAnswer & { /** False: the time was over first. */ inTime: boolean };

export type ViewCheck =
  | { valid: true; seat: number; actor: number; prompt: Prompt | ''; legal: number; over: boolean }
  | { valid: false; error: string };

export interface SelfTest {
  passed: boolean;
  vectors: number;
  maxError: number;
  problems: string[];
}

export interface SavedMatch {
  game: { id: string; version: string };
  seed: string;
  options: unknown;
  actions: number[];
}

/** A whole game, played by the bundled rules. */
export interface PlayerMatch {
  readonly seed: string;
  readonly options: unknown;
  readonly players: number;
  /** Seat to act; -1 when over. */
  readonly actor: number;
  readonly prompt: Prompt | '';
  readonly round: number;
  readonly over: boolean;
  readonly truncated: boolean;
  readonly ending: string;
  view(seat?: number): View;
  text(seat?: number): string;
  actions(): PlayerAction[];
  apply(action: number): void;
  act(settings?: ActSettings): PlayerAnswer;
  play(settings?: ActSettings): PlayerAnswer;
  places(): number[];
  save(): SavedMatch;
}

/** The player in a worker of its own. */
export interface PlayerWorker {
  act(view: View, settings?: Omit<ActSettings, 'random'>): Promise<TimedAnswer>;
  legal(view: View, settings?: Omit<ActSettings, 'random'>): Promise<LegalAction[]>;
  evaluate(view: View): Promise<number[]>;
  close(): void;
}

export interface GameFacts {
  id: string;
  version: string;
  title: string;
  summary: string;
  players: { min: number; max: number };
  actions: number;
  prompts: readonly Prompt[];
}

/** One measured strength: Elo points above random play, with the 95 % interval. */
export interface PlayerLevel {
  level: number;
  settings: { difficulty?: Difficulty; topK?: number; attention?: number };
  rating: { mean: number; low: number; high: number };
  games: number;
}

export interface PlayerDescription {
  game: GameFacts;
  options: unknown;
  /** Games that it was measured by. */
  strength: { against: string[]; games: number; winRate: { mean: number; low: number; high: number } }[];
  /** What is inside; null: not recorded. */
  inside: Record<string, unknown> | null;
  /** What level means; empty: not measured. */
  levels: PlayerLevel[];
  parameters: number;
  text: string[];
}

export const game: GameFacts;
/** Where the player comes from. */
export const meta: { options: unknown; provenance: Record<string, unknown>; [name: string]: unknown };
/** The choice of the seat to act. */
export function act(view: View, settings?: ActSettings): PlayerAnswer;
/** Its legal actions with the player's probabilities before it looks ahead. */
export function legal(view: View, settings?: ActSettings): LegalAction[];
/** The same seat's view after an action that needs no luck and shows nothing new; throws where it does. */
export function advance(view: View, action: number): View;
export function describe(): PlayerDescription;
export function openWorker(): Promise<PlayerWorker>;
/** Expected return of each seat: 1 is sure to be first, -1 sure to be last. */
export function evaluate(view: View): number[];
export function validate(view: unknown): ViewCheck;
/** What the network sees. */
export function encode(view: View): Float32Array;
export function viewOf(state: { readonly actor: number; view?(seat: number): unknown }, seat?: number): View;
export function newGame(seed: string | number, options?: unknown): PlayerMatch;
export function resumeGame(saved: SavedMatch): PlayerMatch;
export function selfTest(): SelfTest;
`;
