/** One place for games: a game in it, who plays, and what the learner has got since its last decision. */
import { randomAction } from '../../agents/random.js';
import { createRng, type Rng } from '../../env/chance.js';
import { endingOf } from '../../env/finished.js';
import { writeFinite } from '../../env/finite.js';
import type { Game } from '../../env/game.js';
import { illegalAction, isLegal } from '../../env/illegal-action.js';
import { EMPTY_GAMES } from '../../env/nobody-asked.js';
import type { Observer } from '../../env/observer.js';
import { TurnEnv, type TurnEnvState } from '../../env/turn-env.js';
import { UserError } from '../../env/user-error.js';
import { RUNNING, TERMINATED, TRUNCATED } from '../../env/vector-env.js';
import { damaged, type SavedGame, type SavedPlay } from './saved.js';
import { type Makers, Seats, seatingOf, type Table } from './seating.js';

/** How the games of a place are played. */
export interface SlotSettings {
  game: Game;
  options: unknown;
  /** Writes what is seen, and of legal actions their features where it has some. All places share it. */
  observer: Observer;
  /** The learner's seat where a table does not say it; null: drawn anew for each game, from its seed. */
  seat: number | null;
  /** Up to so many random legal actions begin each game: how many, and which, follows from its seed. */
  openings: number;
  /** Begin the next game in the step that ends one. */
  autoReset: boolean;
  /** Whose rewards count, and whose last observation: those of the learner's one seat, or of all. */
  rewards: 'learner' | 'seats';
}

export class Slot {
  readonly env: TurnEnv;
  readonly seats = new Seats();
  /** Who is asked: 0 the learner, else the number of a player of the caller. */
  asked = 0;
  /** Whether a game ended in this step, and how. */
  ended: number = RUNNING;
  ending = '';
  /** By seat, of the game that ended in this step. */
  readonly places: Uint8Array;
  /** What was seen of its end, by the learner or by each seat. */
  final: Float32Array | null = null;
  /** Another game has begun than the last time that somebody looked. */
  next = true;
  /** An action of this step was not legal, and another one was played. */
  replaced = false;

  /** Who may play in games to come. */
  opponents: readonly Table[];
  /** The learner has not decided yet in this game: what it gets waits for its first decision. */
  private fresh = true;
  private readonly before: Float64Array;
  /** Games in a row in which the learner was not asked. */
  private empty = 0;
  /** Random actions that began this game. */
  private opened = 0;
  /** So far, where agents play; they remember a game by it. */
  private actions: number[] = [];
  /** Draws in place of actions that are not legal; made when one comes. */
  private luck: Rng | null = null;

  /**
   * @param players seats of a game
   * @param reward where it adds what the step gives: a number for the learner, or one for each seat
   */
  constructor(
    private readonly settings: SlotSettings,
    private readonly players: number,
    private readonly reward: Float64Array,
    opponents: readonly Table[],
    private makers: Makers,
  ) {
    this.env = new TurnEnv(settings.game, { options: settings.options, observer: settings.observer });
    this.before = new Float64Array(reward.length);
    this.places = new Uint8Array(players);
    this.opponents = opponents;
  }

  /** The seat whose game this is: the learner's one, or the one to act; -1 when all are the learner's and it is over. */
  get shown(): number {
    return this.settings.rewards === 'learner' ? this.seats.seating.learner : this.env.actor;
  }

  /** Who plays from the next game on. */
  seat(opponents: readonly Table[], makers: Makers): void {
    this.opponents = opponents;
    this.makers = makers;
    this.seats.forget();
  }

  /** Begins a game and plays up to the first decision. @param seed null: the next of the series */
  reset(seed: string | number | null): void {
    this.clear();
    this.reward.fill(0);
    this.empty = 0;
    this.begin(seed);
    this.advance();
  }

  /** A step of the learner begins: what it got before its first decision comes with it. */
  open(): void {
    this.clear();
    this.fresh = false;
    this.empty = 0;
    this.reward.set(this.before);
    this.before.fill(0);
  }

  /** @throws UserError when the action is not legal, with the game's number where there are several */
  check(action: number, where: string): void {
    const { env } = this;
    if (env.over) throw new UserError(`${env.game.id}: the game is over, call reset() before the next step`);
    if (!isLegal(env.mask, action)) throw illegalAction(env.game, env.state, env.mask, action, env.decisions, where);
  }

  /** Plays an action, or a legal one in place of one that is not, and everything up to the next decision of the caller. */
  play(action: number): void {
    this.act(this.env.mask[action] === 1 ? action : this.replacement());
    this.advance();
  }

  /** Everything needed to go on later from here, exactly. */
  save(): SavedGame {
    const { fresh, before, luck, actions, opened } = this;
    const { seating } = this.seats;
    const play = { ...seating, fresh, before: [...before], luck: luck?.save() ?? null, actions: [...actions], opened };
    return { game: this.env.save(), play };
  }

  /**
   * Goes on from what was saved. Our agents play their part of the game again, since their memory is their own.
   * @throws UserError when it cannot have been saved here: this place has no game then
   */
  load({ game, play }: SavedGame): void {
    const { env } = this;
    this.clear();
    this.reward.fill(0);
    this.empty = 0;
    this.sitAgain(play, game.seed);
    this.fresh = play?.fresh ?? false;
    this.before.set(play?.before ?? this.before.fill(0));
    this.luck = null;
    if (play?.luck) {
      this.luck = createRng(0);
      this.luck.load(play.luck);
    }
    this.actions = [...(play?.actions ?? [])];
    this.opened = play?.opened ?? 0;
    try {
      if (this.seats.anybody) this.replay(game);
      env.restore(game);
    } catch (error) {
      throw error instanceof UserError ? error : damaged();
    }
    if (!play) this.reward.set(env.rewards);
    this.asked = 0;
    this.next = true;
    if (env.over && !this.settings.autoReset) this.end();
    else if (env.over || this.seats.seating.players[env.actor] !== null) throw damaged();
  }

  private sitAgain(play: SavedPlay | null, seed: string): void {
    const { players: seats, makers, opponents, settings } = this;
    const { table, learner, players } = play ?? seatingOf(opponents, seats, seed, settings.seat);
    const strange = players.find((player) => typeof player === 'string' && !makers.has(player));
    if (strange !== undefined)
      throw new UserError(`in the state plays ${strange}, which is not among the opponents here`);
    if (!play && players.some((player) => player !== null))
      throw new UserError("the state was made by a search and has no opponents: every seat must be the learner's here");
    if (play && (players.length !== seats || play.before.length !== this.before.length || players[learner] !== null))
      throw damaged();
    this.seats.sit({ table, learner, players }, makers, seed);
  }

  /** Plays the actions of a game again, from its beginning. */
  private replay({ seed, position }: TurnEnvState): void {
    const { env, seats } = this;
    env.start({ seed });
    for (const [i, action] of this.actions.entries()) {
      const agent = env.over || i < this.opened ? null : seats.agents[env.actor]!;
      if (agent && agent.act(env.view()) !== action)
        throw new UserError(`agent ${agent.name} does not choose again what it chose: its games cannot be copied`);
      env.play(action);
    }
    if (Buffer.compare(env.state.save(), position) !== 0) throw damaged();
  }

  /** What a seat sees, over or not. */
  observe(seat: number, out: Float32Array, offset: number): void {
    writeFinite(this.env.observer, this.env.state, seat, out, offset);
  }

  private clear(): void {
    if (this.ended !== RUNNING) this.places.fill(0);
    this.ended = RUNNING;
    this.ending = '';
    this.final = null;
    this.replaced = false;
  }

  private replacement(): number {
    const { mask, legal, seed } = this.env;
    this.replaced = true;
    this.luck ??= createRng(`${seed}/luck`);
    let skip = this.luck.int(legal);
    let drawn = mask.indexOf(1);
    while (skip-- > 0) drawn = mask.indexOf(1, drawn + 1);
    return drawn;
  }

  private begin(seed: string | number | null): void {
    const { env } = this;
    env.start(seed === null ? {} : { seed });
    this.luck = null;
    this.seats.sit(seatingOf(this.opponents, this.players, env.seed, this.settings.seat), this.makers, env.seed);
    this.next = true;
    this.fresh = true;
    this.before.fill(0);
    this.actions = [];
    this.playOpening();
  }

  /** Plays the random actions that begin a game. */
  private playOpening(): void {
    const { env, settings } = this;
    this.opened = 0;
    if (settings.openings === 0) return;
    const rng = createRng(`${env.seed}/opening`);
    const most = rng.int(settings.openings + 1);
    while (this.opened < most && !env.over) {
      this.act(randomAction(env.mask, env.legal, rng));
      this.opened++;
    }
  }

  /** Plays up to a decision of the learner or of a player of the caller, or to the end. */
  private advance(): void {
    const { env, seats } = this;
    for (;;) {
      if (env.over) {
        if (!this.fresh) {
          this.end();
          if (!this.settings.autoReset) break;
          // Nothing is to be learned from games in which the learner was not asked.
        } else if (++this.empty > EMPTY_GAMES)
          throw new UserError(`the learner never gets to decide in ${env.game.id}`);
        this.begin(null);
        continue;
      }
      const agent = seats.agents[env.actor]!;
      if (agent === null) {
        this.asked = (seats.seating.players[env.actor] as number | null) ?? 0;
        return;
      }
      this.act(env.choiceOf(agent));
    }
    this.asked = 0;
  }

  private act(action: number): void {
    this.env.play(action);
    if (this.seats.anybody) this.actions.push(action);
    this.pay();
  }

  /** Adds what the last action gave. */
  private pay(): void {
    const { env, seats } = this;
    if (env.game.scoring === 'places' && !env.over) return;
    const to = this.fresh ? this.before : this.reward;
    if (this.settings.rewards === 'learner') to[0]! += env.rewards[seats.seating.learner]!;
    else for (let seat = 0; seat < to.length; seat++) to[seat]! += env.rewards[seat]!;
  }

  private end(): void {
    const { env, settings } = this;
    this.ended = env.state.truncated ? TRUNCATED : TERMINATED;
    this.ending = endingOf(env.state);
    this.places.set(env.places());
    const size = env.observationSize;
    if (settings.rewards === 'seats') {
      this.final = new Float32Array(this.players * size);
      for (let seat = 0; seat < this.players; seat++) this.observe(seat, this.final, seat * size);
    } else if (settings.autoReset) {
      // Without a next game it is the observation.
      this.final = new Float32Array(size);
      this.observe(this.seats.seating.learner, this.final, 0);
    }
  }
}
