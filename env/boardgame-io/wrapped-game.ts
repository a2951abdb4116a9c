/** What all positions of a wrapped game share. */
import type { z } from 'zod';
import type { Chance } from '../chance.js';
import type { BoardgameIoForm } from './form.js';
import type { HostMatch, Rules } from './rules.js';

/** Options that every wrapped game has; the author's own stand beside them. */
export interface HostOptions extends Record<string, unknown> {
  players?: number;
  askForced: boolean;
}

/** What all positions of a game share. */
export interface WrappedGame<G extends object> {
  readonly rules: Rules<G>;
  readonly form: BoardgameIoForm<G>;
  readonly options: z.ZodType<HostOptions>;
  readonly seats: { readonly min: number; readonly max: number };
  /** Number of values of an observation. */
  readonly size: number;
  /** Names of the streams of chance. */
  readonly streams: readonly string[];
  players(options: HostOptions): number;
  /** A new match. */
  begin(options: HostOptions, chance: Chance): HostMatch<G>;
}
