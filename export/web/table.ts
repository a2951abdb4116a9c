/**
 * A game between people and agents, as a page or a terminal shows it: who moves, what is seen, what happened, taking
 * back, saving. Knows nothing of either: every function answers at once, and what it shows is plain data (`TableView`).
 */
import type { Agent, View } from '../../env/agent.js';
import { createRng } from '../../env/chance.js';
import { type Game, observationSize, type State } from '../../env/game.js';
import { formatReplay, playReplay, replayOf } from '../../env/replay.js';
import { TurnEnv } from '../../env/turn-env.js';
import { UserError } from '../../env/user-error.js';
import { questionWords } from '../../env/words.js';
import { chainsOf } from './chains.js';
import { calledOf, endOf } from './ended.js';
import { ForcedMoves } from './forced.js';
import { CountedLuck } from './luck.js';
import { linesOf, type Made, type OwnChoice, regrettable } from './made.js';
import { actionWords, groupMoves, wordsOf } from './moves.js';
import { namedFieldsOf } from './named-fields.js';
import { PERSON } from './players.js';
import type { Chain, GameStart, LogLine, TableView } from './protocol.js';
import { Recap } from './recap.js';
import { type PlayerList, type Saved, seatsOf } from './saved.js';
import { reveals, secret } from './secrets.js';
import { anyStepBack, stepBack } from './taking-back.js';
import { Watchers } from './watchers.js';
import { closedOf } from './why-not.js';

/** Number of latest moves whose effects a page shows. */
const LATEST = 100;
/** Longest name that a seat can be given. */
const MOST_LETTERS = 40;

export class GameTable {
  private luck: CountedLuck;
  private readonly env: TurnEnv;
  private readonly seed: string;
  private readonly specs: string[] = [];
  private readonly agents: (Agent | null)[] = [];
  private made: Made[] = [];
  private hashes: number[] = [];
  /** By seat, where the game is scored by it. */
  private earned: number[] = [];
  /** What people call the seats. */
  private readonly names: readonly string[];
  private readonly watchers: Watchers;
  /** What was taken back, the latest last: the moves of each step. */
  private undone: number[][] = [];
  /** People are asked to confirm what ends their turn, as long as it can be taken back. */
  confirms = false;
  /** A turn waits to be confirmed: nobody else has seen it yet. */
  private held = false;
  private readonly recap = new Recap();
  /** Finds decisions that had one answer, where they are told. */
  private forced: ForcedMoves | null = null;
  private tellsForced = false;
  /** The person who holds the device; -1 nobody yet. */
  private holder = -1;
  /** The seat that is looked over the shoulder of while nobody but agents plays. */
  private watched = 0;

  private constructor(
    private readonly game: Game,
    private readonly players: PlayerList,
    { options, seed, seats, names = [] }: GameStart,
    /** A what-if game: nothing is hidden from who plays it, and everything can be taken back. */
    private readonly open = false,
  ) {
    this.seed = seed;
    this.names = seats.map((_, seat) => (names[seat] ?? '').trim().slice(0, MOST_LETTERS));
    this.watchers = new Watchers(game);
    this.env = new TurnEnv(game, { options });
    this.luck = this.restart();
    const { players: count } = this.env.state;
    if (seats.length !== count) throw new UserError(`${seats.length} players were named, the game has ${count} seats`);
    seats.forEach((spec, seat) => this.seat(seat, spec));
  }

  /** @throws UserError when the options or the players are wrong */
  static begin(game: Game, players: PlayerList, beginning: GameStart): GameTable {
    return new GameTable(game, players, beginning);
  }

  /**
   * Goes on from a saved game.
   * @param saved what `readSaved` made of it
   * @throws UserError in one line when it does not fit the rules
   */
  static resume(game: Game, players: PlayerList, saved: Saved): GameTable {
    playReplay(game, saved);
    const { options, seed, actions, names = [] } = saved;
    const table = new GameTable(game, players, { options, seed, seats: seatsOf(game, players, saved), names });
    for (const action of actions) table.play(action, false);
    return table;
  }

  /**
   * Goes on from a position of another game, to see what would come of it: a person has the seat to act, with
   * everything open.
   */
  static whatIf(game: Game, players: PlayerList, saved: Saved): GameTable {
    const { options, seed, actions, names = [] } = saved;
    const table = new GameTable(game, players, { options, seed, seats: seatsOf(game, players, saved), names }, true);
    for (const action of actions) table.play(action, false);
    if (!table.env.over) table.seat(table.env.actor, PERSON);
    return table;
  }

  get options(): unknown {
    return this.env.options;
  }

  /** Moves so far. */
  get moves(): number {
    return this.made.length;
  }

  /** The person at the seat to act chooses. @throws UserError when nobody is asked, or that is not legal */
  choose(action: number): void {
    if (this.env.over || this.held || this.agents[this.env.actor] !== null) throw new UserError('it is not your turn');
    if (this.passing) throw new UserError(`hand the device to seat ${this.env.actor} first`);
    this.play(action, true);
    this.undone = [];
    this.hold();
  }

  /** From now on the log tells decisions that had one answer. */
  tellForced(): void {
    this.tellsForced = true;
    this.forced = ForcedMoves.of(this.game, this.env.options, this.seed);
    for (const { action } of this.made) this.forced?.play(action, null, 0);
    if (!this.forced?.at(this.env.state)) this.forced = null;
  }

  /** The turn that waits is over. */
  confirm(): void {
    this.held = false;
  }

  /**
   * The person at the seat to act makes a chain of decisions. It stops where luck, another seat or something hidden came in: what
   * follows then is another question.
   * @throws UserError when the first is not to be made
   */
  follow(actions: readonly number[]): void {
    const seat = this.env.actor;
    const begins = this.made.length;
    for (const [i, action] of actions.entries()) {
      if (i > 0 && (this.env.actor !== seat || this.made.at(-1)!.final || this.env.mask[action] !== 1)) return;
      this.choose(action);
      this.made.at(-1)!.begins = begins;
    }
  }

  /** What the seat to act can do by one click each; empty where no person is asked. */
  chains(): Chain[] {
    const { env } = this;
    if (env.over || this.held || this.passing || this.agents[env.actor] !== null) return [];
    return chainsOf(this.game, env.state, `${this.seed}/${this.moves}`);
  }

  /** What the seat to act is shown, for who gives advice. @throws UserError when the game is over */
  view(): View {
    if (this.env.over) throw new UserError('the game is over');
    return this.env.view();
  }

  /** The position of the person who is asked, for who gives a hint. @throws UserError when nobody is asked */
  get asking(): State {
    if (this.env.over || this.agents[this.env.actor] !== null || this.passing)
      throw new UserError('a hint is for the person whose turn it is');
    return this.env.state;
  }

  /** The choices of a person's latest turn, as long as they can be taken back. Empty in a what-if game. */
  get regrettable(): OwnChoice[] {
    return this.open || this.passing ? [] : regrettable(this.made, this.hides);
  }

  /** Takes back up to before a move. @throws UserError when that cannot be */
  undoTo(moves: number): void {
    while (this.moves > moves) this.undo();
  }

  /** The agent at the seat to act makes its move. @returns false where no agent is to act */
  step(): boolean {
    const agent = this.env.over || this.held ? null : this.agents[this.env.actor];
    if (!agent) return false;
    // Each choice has its own chance: a game continues the same way after an undo or a save.
    agent.reset(`${this.seed}/agent/${this.env.actor}/${this.made.length}`);
    this.play(this.env.choiceOf(agent), true);
    this.undone = [];
    return true;
  }

  /** Somebody else takes over a seat, in the middle of the game too. */
  seat(seat: number, spec: string): void {
    if (!Number.isInteger(seat) || seat < 0 || seat >= this.env.state.players)
      throw new UserError(`there is no seat ${seat}`);
    this.agents[seat] = this.players.create(spec);
    this.specs[seat] = spec;
    this.undone = [];
    this.held = false;
    if (this.holder === seat && spec !== PERSON) this.holder = -1;
  }

  /** The person of the seat to act has the device now. */
  take(): void {
    this.holder = this.env.actor;
  }

  /** Looks over the shoulder of a seat, where no person plays. */
  watch(seat: number): void {
    if (this.people.length > 0) throw new UserError('only a game without people can be seen from any seat');
    if (Number.isInteger(seat) && seat >= 0 && seat < this.env.state.players) this.watched = seat;
  }

  /** Takes back up to the last decision of a person after which nothing came to light. @throws UserError when there is none */
  undo(): void {
    const to = this.stepBack();
    if (to < 0) throw new UserError('this cannot be taken back: dice, cards or another player came after it');
    const kept = this.made.slice(0, to);
    const back = this.made.slice(to).map(({ action }) => action);
    this.restart();
    this.held = false;
    this.undone.push(back);
    // The authors of these moves, and those who see them, stay the same.
    for (const { action } of kept) this.make(action);
    this.made = kept;
    if (this.tellsForced) this.tellForced();
    this.watchers.forget();
    this.recap.cut(to);
    if (this.agents[this.env.actor] === null) this.holder = this.env.actor;
  }

  /** Makes again what was taken back last: the answers to it too. @throws UserError when nothing was */
  redo(): void {
    const back = this.undone.pop();
    if (!back) throw new UserError('nothing was taken back');
    const begins = this.made.length;
    const seat = this.env.actor;
    for (const action of back) {
      this.play(action, true);
      if (this.made.at(-1)!.seat === seat) this.made.at(-1)!.begins = begins;
    }
    this.hold();
  }

  /** The game as a text to continue from, which is a replay (`tabletop replay` tells it too). */
  save(): string {
    const actions = this.made.map(({ action }) => action);
    const { seed, specs, names } = this;
    const played = { options: this.env.options, seed, actions, agents: specs, names };
    return formatReplay(replayOf(this.env, played, this.hashes));
  }

  show(): TableView {
    const { env, passing } = this;
    const { state, over } = env;
    const viewer = this.viewer();
    const asked = !over && !this.held && this.agents[env.actor] === null;
    const text = passing ? '' : wordsOf(this.game, state, state.text(viewer)).trimEnd();
    const drawn = this.game.drawing?.scene(state, viewer) ?? null;
    const log = this.logOf(passing ? null : viewer, asked || over ? 0 : this.moves - LATEST);
    const made = this.made.map(({ seat, dice }, i) => ({ seat, dice, text: log[i]!.text }));
    return {
      seed: this.seed,
      options: env.options,
      moves: this.moves,
      round: state.round,
      seats: this.specs.map((spec, seat) => ({
        spec,
        name: this.players.name(spec),
        called: calledOf(this.names[seat]!, drawn?.seats[seat]?.name ?? `Seat ${seat}`),
      })),
      names: this.names,
      actor: env.actor,
      asked,
      passing,
      open: this.open,
      viewer,
      text,
      scene: passing ? null : drawn,
      fields: passing || drawn ? null : namedFieldsOf(this.game, state, viewer),
      question: asked && !passing ? wordsOf(this.game, state, questionWords(this.game, state, text)) : '',
      groups: asked && !passing ? groupMoves(state, env.mask, this.game) : [],
      closed: asked && !passing ? closedOf(this.game, state, env.mask) : [],
      log,
      since: asked && !passing ? this.recap.since(viewer, made, drawn) : [],
      changed: drawn && !passing ? this.recap.changed(viewer, made, drawn) : [],
      canUndo: !passing && this.stepBack() >= 0,
      canRedo: !passing && this.undone.length > 0,
      confirm: this.held,
      notes: this.players.notes(this.specs, env.options),
      over: endOf(state),
      earned: this.game.scoring === 'rewards' ? [...this.earned] : null,
    };
  }

  /**
   * What happened, as one seat may be told it; nothing is secret any more once the game is over.
   * @param seat null: what everybody may know
   * @param from the number of the first move whose effects are told: while agents move, this is sent many times a second
   */
  logOf(seat: number | null, from = 0): LogLine[] {
    return linesOf(this.made, seat, this.env.over || this.open, from);
  }

  private get people(): number[] {
    return this.agents.flatMap((agent, seat) => (agent === null ? [seat] : []));
  }

  /** Somebody may not know all that the others do. */
  private get hides(): boolean {
    return this.game.information === 'imperfect' && !this.open;
  }

  private get passing(): boolean {
    const { actor } = this.env;
    if (!this.hides || this.env.over || this.held || this.agents[actor] !== null) return false;
    return this.people.length > 1 && this.holder !== actor;
  }

  private viewer(): number {
    const { people } = this;
    if (people.length === 0) return this.watched;
    const { actor } = this.env;
    if (people.length === 1) return people[0]!;
    if (this.held) return this.made.at(-1)!.seat;
    if (people.includes(actor)) return actor;
    return people.includes(this.holder) ? this.holder : people[0]!;
  }

  private restart(): CountedLuck {
    this.luck = new CountedLuck(this.seed, this.game.streams);
    this.env.start({ chance: this.luck });
    this.hashes = [this.env.state.hash()];
    this.made = [];
    this.earned = Array.from({ length: this.env.state.players }, () => 0);
    this.watchers.forget();
    return this.luck;
  }

  private make(action: number): void {
    const { env } = this;
    env.play(action);
    this.hashes.push(env.state.hash());
    env.rewards.forEach((reward, seat) => void (this.earned[seat]! += reward));
  }

  /** @param fresh false: the move was made before, and nobody takes it back */
  private play(action: number, fresh: boolean): void {
    const { env } = this;
    const { state } = env;
    const seat = env.actor;
    const byPerson = this.agents[seat] === null;
    const { luck } = this;
    const { draws } = luck;
    // Only where somebody may not see all are copies needed.
    const others = this.hides ? this.people.filter((person) => person !== seat) : [];
    const watchful = this.hides && (others.length > 0 || (byPerson && fresh));
    const before = watchful ? state.clone() : null;
    const chosen = byPerson && fresh && legalIn(env.mask) > 1;
    const position = chosen ? (before ?? state.clone()) : null;
    const mask = others.length > 0 ? env.mask.slice() : env.mask;
    const copies = watchful ? luck.copies() : null;
    const told = { seat, action, text: env.mask[action] === 1 ? actionWords(this.game, state, action) : '' };
    const pictures = this.watchers.look(state, this.audience);
    if (byPerson && fresh) this.holder = seat;
    luck.latest.clear();
    this.make(action);
    // Whoever made the move may not know what another seat had to answer.
    const forced = this.forced?.play(action, this.hides ? this.people : [], this.made.length) ?? [];
    // Where the games part, nothing of it can be trusted.
    if (!this.forced?.at(env.state)) this.forced = null;
    const rng = createRng(`${this.seed}/shown/${this.made.length}`);
    const size = observationSize(this.game);
    const hides = (person: number): boolean =>
      secret({ before: before!, mask, action, after: env.state, seat: person, size, luck: copies!, rng });
    this.made.push({
      ...told,
      begins: this.made.length,
      forced: this.forced ? forced : [],
      byPerson,
      position,
      hiddenFrom: before ? others.filter(hides) : [],
      final:
        luck.draws > draws ||
        (this.hides && !fresh) ||
        (byPerson && before !== null && reveals(before, action, env.state, copies!, rng)),
      ...this.watchers.told(pictures, state, this.audience, luck.latest),
    });
    this.recap.note(this.made.length - 1, seat, this.made.at(-2)?.seat !== seat, pictures);
  }

  /** Whose pictures are compared for the log: the people, or without people the watched seat. */
  private get audience(): number[] {
    const { people } = this;
    return people.length > 0 ? people : [this.watched];
  }

  /** Lets a turn wait for its confirmation, where that is wanted and the turn can still be taken back. */
  private hold(): void {
    const { seat, byPerson, final } = this.made.at(-1)!;
    this.held = this.confirms && !this.open && byPerson && !final && !this.env.over && this.env.actor !== seat;
  }

  /** The number of moves to keep, -1 where nothing can be taken back. */
  private stepBack(): number {
    const { made, hides, holder } = this;
    const person = (seat: number): boolean => this.agents[seat] === null;
    return this.open ? anyStepBack(made, person) : stepBack(made, person, hides, holder);
  }
}

/** Number of legal actions. */
const legalIn = (mask: Uint8Array): number => mask.reduce((sum, one) => sum + one, 0);
