/**
 * A game in flight as bytes, for another process to keep: MessagePack of plain arrays, with what it belongs to in front.
 * What comes back may be anything, so all of it is checked.
 */
import { Packr } from 'msgpackr';
import { z } from 'zod';
import type { RngState } from '../../env/chance.js';
import { rngSchema } from '../../env/chance-schema.js';
import type { Game } from '../../env/game.js';
import { hashBytes } from '../../env/hash.js';
import { type TurnEnvState, turnEnvStateSchema } from '../../env/turn-env.js';
import { UserError } from '../../env/user-error.js';
import type { Player } from './seating.js';

/** Who plays a saved game, and what the learner has got: what the place holds beside the game. */
export interface SavedPlay {
  table: number;
  /** The learner's first seat. */
  learner: number;
  players: readonly Player[];
  /** The learner has not decided yet. */
  fresh: boolean;
  /** What it got before its first decision. */
  before: readonly number[];
  /** What draws in place of actions that are not legal; null: nothing was drawn. */
  luck: RngState | null;
  /** How many random actions it began with. */
  opened: number;
  /** All actions so far, for agents to remember the game by; empty where none of ours plays. */
  actions: readonly number[];
}

/** A game in flight. */
export interface SavedGame {
  game: TurnEnvState;
  /** Null: nobody plays; the position was made by a search. */
  play: SavedPlay | null;
}

/** Raised when what was saved before cannot be read any more. */
const FORMAT = 1;

const packr = new Packr({ useRecords: false, moreTypes: false });
const count = z.int().min(0);

const schema = z.tuple([
  z.literal(FORMAT),
  z.string(),
  z.string(),
  count,
  turnEnvStateSchema,
  z
    .strictObject({
      table: count,
      learner: count,
      players: z.array(z.union([z.string(), z.int().min(1), z.null()])),
      fresh: z.boolean(),
      before: z.array(z.number()),
      luck: rngSchema.nullable(),
      opened: count,
      actions: z.array(count),
    })
    .nullable(),
]);

/** Writes and reads games of one kind. */
export class SavedGames {
  /** What options mean is part of a position. */
  private readonly options: number;

  constructor(
    private readonly game: Pick<Game, 'id' | 'version'>,
    options: unknown,
  ) {
    this.options = hashBytes(Buffer.from(JSON.stringify(options)));
  }

  write({ game, play }: SavedGame): Buffer {
    return packr.pack([FORMAT, this.game.id, this.game.version, this.options, game, play]);
  }

  /** @throws UserError when it is no saved game, or one of another game, version or options */
  read(bytes: Uint8Array): SavedGame {
    let found: unknown;
    try {
      found = packr.unpack(bytes);
    } catch {
      throw damaged();
    }
    const { id, version } = this.game;
    if (Array.isArray(found) && typeof found[0] === 'number' && found[0] !== FORMAT)
      throw new UserError(`the state was saved by another version of tabletop-gym: save it again`);
    const parsed = schema.safeParse(found);
    if (!parsed.success) throw damaged();
    const [, ownId, ownVersion, options, game, play] = parsed.data;
    if (ownId !== id || ownVersion !== version)
      throw new UserError(`the state is of ${ownId} ${ownVersion}, this is ${id} ${version}`);
    if (options !== this.options) throw new UserError(`the state is of ${id} with other options`);
    return { game, play };
  }
}

/** The error for a state that cannot be what was saved. */
export const damaged = (): UserError => new UserError('this is not a state that was saved, or it is damaged');
