/** The rules of a wrapped game: the framework's own reducer, played on plain pairs of `G` and `ctx`. */
import type { Chance } from '../chance.js';
import { canonicalJson } from '../options.js';
import { UserError } from '../user-error.js';
import { candidates, promptOf, promptsOf } from './asked.js';
import { Choices } from './choices.js';
import { type BoardgameIoForm, checkForm, type Seen } from './form.js';
import type { BoardgameIoGame, Ctx, Framework, HostState, Named } from './framework.js';
import { frozen } from './frozen.js';
import { HostLuck, randomApi } from './luck.js';
import { watched } from './signature.js';

/** Where a match stands. Nothing in it is changed, so that copies may share it. */
export interface HostMatch<G> {
  readonly G: G;
  readonly ctx: Ctx;
}

/** Who is asked, and what. */
export interface HostDecision {
  /** -1: nobody, the game is over. */
  readonly actor: number;
  readonly prompt: number;
  /** Action ids, ascending. */
  readonly legal: readonly number[];
}

export class Rules<G extends object> {
  readonly choices: Choices;
  readonly prompts: string[];
  private readonly luck = new HostLuck();
  private readonly framework: Framework;
  /** The game as it was given, but for the luck and for undoing, which keeps old states. */
  private readonly game: object;
  private readonly reduce: ReturnType<Framework['CreateGameReducer']>;

  /** @throws UserError when the game is of a form that is not supported */
  constructor(
    private readonly theirs: BoardgameIoGame<G>,
    private readonly form: BoardgameIoForm<G>,
  ) {
    checkForm(theirs, form);
    this.choices = new Choices(form.id, form.actions);
    // Before the framework fills in what the game leaves out.
    this.prompts = promptsOf(theirs as Named);
    this.framework = form.boardgameio as Framework;
    // A seed is said, which nothing is drawn from: else the framework asks the clock for one.
    const refuse = (why: string): never => {
      throw new UserError(`${form.id}: ${why} (docs/boardgame.io.md)`);
    };
    this.game = { ...watched(theirs, refuse), plugins: [this.luck.plugin], disableUndo: true, seed: 'unused' };
    this.reduce = this.framework.CreateGameReducer({ game: this.game });
  }

  /** A new match. @throws UserError when the game does not take these options */
  begin(numPlayers: number, setupData: unknown, chance: Chance): HostMatch<G> {
    const wrong = this.theirs.validateSetupData?.(setupData as never, numPlayers);
    if (wrong !== undefined) throw new UserError(`options of ${this.form.id}: ${wrong}`);
    const { made, said } = hearing(() =>
      this.luck.lend(chance, () => this.framework.InitializeGame({ game: this.game, numPlayers, setupData })),
    );
    if (said !== undefined) throw new UserError(`${this.form.id}: boardgame.io says of the set-up: ${said}`);
    const { G, ctx } = made;
    return { G: frozen(G as G), ctx };
  }

  /** The match after an action. @throws UserError when the game refuses what its `ai.enumerate` listed */
  play({ G, ctx }: HostMatch<G>, seat: number, id: number, chance: Chance): HostMatch<G> {
    const action = this.choices.action(id, String(seat));
    // The framework counts moves of stages in the very object that it was given.
    const state = { G, ctx: structuredClone(ctx), plugins: {}, _undo: [], _redo: [], _stateID: 0 } as HostState;
    const { made: next, said } = hearing(() => this.luck.lend(chance, () => this.reduce(state, action)));
    const error = next.transients?.error;
    // It only logs that it refuses an event.
    const ignored =
      action.type === 'GAME_EVENT' && !error && canonicalJson([G, ctx]) === canonicalJson([next.G, next.ctx]);
    if (error || ignored) {
      const { type, args } = action.payload;
      const why = error
        ? [error.type, ...(typeof error.payload === 'string' ? [error.payload.split('\n', 1)[0]] : [])]
        : ['the event changes nothing'];
      throw new UserError(
        `${this.form.id}: ai.enumerate lists ${type} ${JSON.stringify(args)} for player ${seat}, but the game refuses it (${why.join(': ')})`,
      );
    }
    if (said !== undefined) {
      const { type, args } = action.payload;
      throw new UserError(
        `${this.form.id}: boardgame.io says of ${type} ${JSON.stringify(args)} of player ${seat}: ${said}`,
      );
    }
    return { G: frozen(next.G as G), ctx: next.ctx };
  }

  /** @throws UserError when nobody can do anything though the game is not over */
  asked({ G, ctx }: HostMatch<G>): HostDecision {
    for (const playerID of candidates(ctx)) {
      const legal = this.choices.idsOf(this.theirs.ai!.enumerate(G as never, ctx as never, playerID));
      if (legal.length > 0)
        return { actor: Number(playerID), prompt: promptOf(this.form.id, this.prompts, ctx, playerID), legal };
    }
    throw new UserError(`${this.form.id}: the game is not over, but ai.enumerate lists nothing for any active player`);
  }

  /** `G` as a player sees it. */
  seen({ G, ctx }: HostMatch<G>, seat: number): Seen<G> {
    const playerID = String(seat);
    const { playerView } = this.theirs as { playerView?: (context: Seen<G>) => G };
    return { G: playerView ? playerView({ G, ctx, playerID }) : G, ctx, playerID };
  }

  /** A whole `G` that a player may take what it sees for. @param draw a uniform integer below `n` */
  filledIn({ G, ...seen }: Seen<G>, draw: (n: number) => number): G {
    const { fillIn } = this.form;
    const own = structuredClone(G);
    return frozen(fillIn ? fillIn({ G: own, ...seen, random: randomApi(draw) }) : own);
  }
}

/**
 * What the framework writes to the console while it works: of some mistakes, such as an event of a move that names a phase
 * which is not there, it says no more, and plays on.
 * @returns what was made, and the first error that was said
 */
function hearing<T>(work: () => T): { made: T; said: string | undefined } {
  const { error } = console;
  let said: string | undefined;
  console.error = (...words: unknown[]) => {
    if (words[0] === 'ERROR:') said ??= String(words[1]).split('\n', 1)[0];
    else error(...words);
  };
  try {
    const made = work();
    return { made, said };
  } finally {
    console.error = error;
  }
}
