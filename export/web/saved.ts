/** Saved games that can be gone on with, and who sits at them. */
import type { Agent } from '../../env/agent.js';
import type { Game } from '../../env/game.js';
import { parseOptions } from '../../env/options.js';
import { parseReplay, type Replay } from '../../env/replay.js';
import { UserError } from '../../env/user-error.js';
import { PERSON } from './players.js';

/** Who can sit at a table, by spec: those of a page (players.ts), or those of a terminal. */
export interface PlayerList {
  /** @returns null for a person. @throws UserError when there is nobody of that name */
  create(spec: string): Agent | null;
  known(spec: string): boolean;
  /** What people read. */
  name(spec: string): string;
  /** What is worth knowing about who plays with such options. */
  notes(specs: readonly string[], options: unknown): string[];
  /** Whom a person plays against where nothing else was said. */
  readonly opponent: string;
}

/** A saved game that can be gone on with: a replay whose luck comes from a seed. */
export type Saved = Replay & { seed: string };

/** @throws UserError in one line when the text is no saved game, or another game's */
export function readSaved(game: Game, text: string): Saved {
  const replay = parseReplay(text, 'the saved game');
  const { seed } = replay;
  if (replay.game !== game.id) throw new UserError(`the saved game belongs to ${replay.game}, not to ${game.id}`);
  if (seed === undefined)
    throw new UserError('the saved game has dice from outside instead of a seed: its future dice are unknown');
  return { ...replay, seed };
}

/**
 * Who sat at the seats of a saved game. Those who are not known here give their seats to whom one plays against here;
 * where nobody was named, a person has the first.
 */
export function seatsOf(game: Game, players: PlayerList, { agents, options }: Saved): string[] {
  const count = game.players(parseOptions(game, options));
  return Array.from({ length: count }, (_, seat) => {
    const spec = agents?.[seat];
    if (spec !== undefined && players.known(spec)) return spec;
    return spec === undefined && seat === 0 ? PERSON : players.opponent;
  });
}
