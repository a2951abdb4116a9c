/**
 * Games side by side for a learner in another process. The learner has one seat or several of each game; agents of ours and
 * players of the caller have the others. What a step leads to is written into one block of memory, which is sent as it is.
 */
import { endingOf } from '../../env/finished.js';
import { parseOptions } from '../../env/options.js';
import { UserError } from '../../env/user-error.js';
import { RUNNING } from '../../env/vector-env.js';
import { pictureOf } from '../../export/web/scene-svg.js';
import { type Block, block } from './block.js';
import { SavedGames } from './saved.js';
import { type Makers, type Table, tables } from './seating.js';
import { Slot, type SlotSettings } from './slot.js';

/** How games are served. */
export interface BatchSettings extends SlotSettings {
  /** How many games. */
  games: number;
  /** Who may play, drawn for each game; empty: every seat is the learner's. */
  opponents: readonly Table[];
  /** Makes the agents that are named there. */
  makers: Makers;
  /** What becomes of an action that is not legal: refused, or a legal one is drawn in its place. */
  illegal: 'error' | 'random';
}

/** What stands in the block. @param rewards how many a game, where there are several */
const arraysOf = (games: number, rewards: number[], seats: number, size: number, actions: number, features: number) =>
  ({
    /** What the step gave. What came before the first decision of a game comes with that. */
    reward: ['float64', games, ...rewards],
    /** What `seat` sees. */
    observation: ['float32', games, size],
    /** Of each action; zeros for illegal ones. */
    action_features: ['float32', games, actions, features],
    /** The learner's one seat, or the one to act; -1 where all are the learner's and the game is over. */
    seat: ['int32', games],
    prompt: ['int32', games],
    /** Who is asked: 0 the learner, else the number of a player of the caller. */
    player: ['int32', games],
    /** Which of `opponents` play. */
    table: ['int32', games],
    /** Of a game that ended in this step: index into `endings`; else -1. */
    ending: ['int32', games],
    /** Whether a game ended in this step: `RUNNING`, `TERMINATED` or `TRUNCATED`. */
    ended: ['uint8', games],
    /** Of a game that ended in this step; else zeros. */
    place: ['uint8', games, seats],
    /** Which seats are the learner's. */
    learner: ['uint8', games, seats],
    action_mask: ['uint8', games, actions],
    replaced: ['uint8', games],
  }) as const;

export class GameBatch {
  readonly players: number;
  readonly observationSize: number;
  /** What the numbers of endings mean: those that came up. */
  readonly endings: string[] = [];
  /**
   * What is sent. After the arrays come last observations, of games that ended in this step, by ascending number: the
   * learner's, or those of all seats.
   */
  readonly block: Block<ReturnType<typeof arraysOf>>;

  /** Of legal actions by ascending id. */
  private readonly packed: Float32Array;
  private readonly slots: Slot[];
  private readonly saved: SavedGames;
  /** Some games wait for players of the caller. */
  private waiting = false;
  /** A step that fails half-way leaves positions that are nobody's turn to go on from. */
  private whole = false;

  /** @throws UserError when the seat or the number of opponents does not fit the game */
  constructor(private readonly settings: BatchSettings) {
    const { game, games, seat, rewards, makers, observer } = settings;
    const options = parseOptions(game, settings.options);
    const seats = game.players(options);
    const { size } = observer;
    const features = observer.actions?.size ?? 0;
    if (seat !== null && seat >= seats)
      throw new UserError(`seat is ${seat}: ${game.id} has the seats 0..${seats - 1} here`);
    this.players = seats;
    this.observationSize = size;
    const each = rewards === 'learner' ? [] : [seats];
    this.packed = new Float32Array(game.actions * features);
    this.block = block(arraysOf(games, each, seats, size, game.actions, features));
    const { reward } = this.block.arrays;
    const width = reward.length / games;
    this.saved = new SavedGames(game, options);
    const opponents = this.checked(settings.opponents);
    this.slots = Array.from({ length: games }, (_, i) => {
      const own = reward.subarray(i * width, (i + 1) * width);
      return new Slot({ ...settings, options }, seats, own, opponents, makers);
    });
  }

  /** The numbers of all games. */
  get all(): number[] {
    return [...this.slots.keys()];
  }

  /**
   * Who plays from the next game of these places on.
   * @param makers makes the agents of all that play or will
   * @throws UserError when a table does not fit the game, or there is no such place
   */
  seat(opponents: readonly Table[], makers: Makers, places: readonly number[]): void {
    const checked = this.checked(opponents);
    for (const i of places) this.slot(i);
    for (const i of places) this.slot(i).seat(checked, makers);
  }

  /** The specs of agents that may play in games to come. */
  get named(): Set<string> {
    const players = this.slots.flatMap(({ opponents }) => opponents.flatMap((table) => table.players));
    return new Set(players.filter((player) => typeof player === 'string'));
  }

  /** The specs of agents that play at the moment. */
  get sitting(): string[] {
    const players = this.slots.flatMap(({ seats }) => seats.seating.players);
    return [...new Set(players.filter((player) => typeof player === 'string'))];
  }

  /** The numbers of the caller's players that play, or may in games to come. */
  get outside(): number[] {
    const players = this.slots.flatMap(({ opponents, seats }) => [
      ...seats.seating.players,
      ...opponents.flatMap((table) => table.players),
    ]);
    return [...new Set(players.filter((player) => typeof player === 'number'))];
  }

  /** Begins a game in every place. @param seeds of each; null: the next of the series that follows from its last seed */
  reset(seeds: readonly (string | number | null)[]): void {
    const { slots } = this;
    if (seeds.length !== slots.length)
      throw new UserError(`there are ${slots.length} games, and ${seeds.length} seeds were given`);
    this.whole = false;
    this.waiting = false;
    for (const [i, slot] of slots.entries()) {
      slot.reset(seeds[i]!);
      this.write(i);
    }
    this.whole = true;
  }

  /**
   * Plays one action of the learner in every game. Where players of the caller are asked then, the next call has their
   * actions, and any number for the other games; what it leads to belongs to the same step.
   * @throws UserError when one is not legal (then nothing was played), or an opponent fails (then only `reset` goes on)
   */
  step(actions: ArrayLike<number>): void {
    const { slots } = this;
    const goesOn = this.waiting;
    if (!this.whole) throw new UserError('there is no game to continue: call reset() first');
    if (actions.length !== slots.length)
      throw new UserError(`there are ${slots.length} games, and ${actions.length} actions were given`);
    if (this.settings.illegal === 'error')
      for (let i = 0; i < slots.length; i++)
        if (!goesOn || slots[i]!.asked > 0) slots[i]!.check(actions[i]!, slots.length > 1 ? `game ${i}, ` : '');
    this.whole = false;
    this.waiting = false;
    for (let i = 0; i < slots.length; i++) {
      const slot = slots[i]!;
      if (goesOn && slot.asked === 0) continue;
      if (!goesOn) slot.open();
      slot.play(actions[i]!);
      this.write(i);
    }
    this.whole = true;
  }

  /** Every game in flight. @throws UserError in the middle of a step, and before the first game */
  save(): Buffer[] {
    if (!this.whole || this.waiting) throw new UserError('there is no game to save: call reset() first');
    return this.slots.map((slot) => this.saved.write(slot.save()));
  }

  /**
   * Goes on from games that were saved, in as many places.
   * @throws UserError when they cannot have been saved here; then only `reset` or `load` goes on
   */
  load(games: readonly Uint8Array[]): void {
    const { slots } = this;
    if (games.length !== slots.length)
      throw new UserError(`the state has ${games.length} games, and there are ${slots.length} here`);
    const read = games.map((game) => this.saved.read(game));
    this.whole = false;
    this.waiting = false;
    for (const [i, slot] of slots.entries()) {
      slot.load(read[i]!);
      this.write(i);
    }
    this.whole = true;
  }

  /** What the last `reset` or `step` led to, as the parts of a frame. Valid until the next. */
  sent(): Buffer[] {
    const finals: Uint8Array[] = [];
    for (const { final } of this.slots) if (final) finals.push(new Uint8Array(final.buffer));
    return this.block.frame(finals);
  }

  /**
   * What a seat sees of a game, over or not. @param seat null: what all of them see, one behind the other
   * @throws UserError when there is no such game or seat
   */
  observe(i: number, seat: number | null): Float32Array {
    const { players, observationSize: size } = this;
    if (seat !== null && seat >= players) throw new UserError(`there is no seat ${seat}`);
    const seats = seat === null ? [...Array(players).keys()] : [seat];
    const out = new Float32Array(seats.length * size);
    for (const [at, one] of seats.entries()) this.slot(i).observe(one, out, at * size);
    return out;
  }

  /** Facts of a game for people, as the seat to act sees it. @throws UserError when there is no such game */
  describe(i: number): Record<string, unknown> {
    const { env, shown } = this.slot(i);
    const { state, seed, decisions } = env;
    const seat = Math.max(0, shown);
    const end = env.over && { places: [...env.places()], ending: endingOf(state) };
    const actions = [...env.mask.keys()].filter((id) => env.mask[id] === 1).map((id) => [id, state.actionText(id)]);
    return { seed, seat, round: state.round, decisions, text: state.text(seat), actions, ...end };
  }

  /** A picture of a game as the seat to act sees it, as SVG. @throws UserError when there is no such game */
  draw(i: number): string {
    const { env, shown } = this.slot(i);
    return pictureOf(env.game, env.state, Math.max(0, shown));
  }

  private slot(i: number): Slot {
    const found = this.slots[i];
    if (!found) throw new UserError(`game is ${i}, there are ${this.slots.length}`);
    return found;
  }

  private checked(opponents: readonly Table[]): Table[] {
    const given = opponents.length > 0 ? opponents : [{ players: [null], weight: 1 }];
    return tables(given, this.players, this.settings.game.id);
  }

  /** Writes what is to be decided in game `i`, and what the step has brought so far. */
  private write(i: number): void {
    const slot = this.slots[i]!;
    const { env, asked, shown } = slot;
    const { arrays } = this.block;
    const { players } = this;
    if (asked > 0) this.waiting = true;
    arrays.seat[i] = shown;
    arrays.prompt[i] = env.over ? -1 : env.state.prompt;
    arrays.player[i] = asked;
    arrays.replaced[i] = slot.replaced ? 1 : 0;
    if (slot.next) {
      slot.next = false;
      arrays.table[i] = slot.seats.seating.table;
      const sitting = slot.seats.seating.players;
      for (let seat = 0; seat < players; seat++) arrays.learner[i * players + seat] = sitting[seat] === null ? 1 : 0;
    }
    if (slot.ended !== RUNNING || arrays.ended[i] !== RUNNING) {
      arrays.ended[i] = slot.ended;
      arrays.place.set(slot.places, i * players);
    }
    arrays.ending[i] = slot.ended === RUNNING ? -1 : this.number(slot.ending);
    arrays.action_mask.set(env.mask, i * env.mask.length);
    slot.observe(Math.max(0, shown), arrays.observation, i * this.observationSize);
    this.tellActions(i);
  }

  /** Writes the features of the actions of game `i`, each in its place. */
  private tellActions(i: number): void {
    const { observer } = this.settings;
    if (!observer.actions) return;
    const { size } = observer.actions;
    const { env } = this.slots[i]!;
    const { observation, action_features: out } = this.block.arrays;
    const all = out.subarray(i * env.mask.length * size, (i + 1) * env.mask.length * size).fill(0);
    if (env.over) return;
    observer.actions.write(env.state, env.mask, observation, i * this.observationSize, this.packed, 0);
    for (let action = 0, from = 0; action < env.mask.length; action++) {
      if (env.mask[action] === 0) continue;
      all.set(this.packed.subarray(from, from + size), action * size);
      from += size;
    }
  }

  private number(ending: string): number {
    const known = this.endings.indexOf(ending);
    return known < 0 ? this.endings.push(ending) - 1 : known;
  }
}
