/**
 * A whole game with the rules inside an exported player, for a front end that has none. Part of every exported file.
 */
import type {
  ActSettings,
  PlayerAction,
  PlayerAnswer,
  PlayerMatch,
  SavedMatch,
} from '../../agents/player-file/player-module.js';
import { type Seed, SeededChance } from '../../env/chance.js';
import type { Game, State } from '../../env/game.js';
import { checkedSettings, checkSeed } from './settings.js';

/** Chooses for the seat to act, from that seat's view. */
export type Choose = (state: State, settings: ActSettings) => PlayerAnswer;

/** One action of a position, described. */
export function describe(game: Game, state: State, action: number): PlayerAction {
  const { kind, args } = state.actionJson?.(action) ?? { kind: game.prompts[state.prompt] ?? '', args: {} };
  return { action, kind, args, text: state.actionText(action) };
}

export class Match implements PlayerMatch {
  readonly seed: string;
  readonly options: unknown;
  private readonly chance: SeededChance;
  private readonly state: State;
  private readonly history: number[] = [];
  private readonly mask: Uint8Array;

  constructor(
    private readonly game: Game,
    private readonly choose: Choose,
    seed: Seed,
    options: unknown,
  ) {
    checkSeed(seed);
    this.seed = String(seed);
    this.options = readOptions(game, options);
    this.chance = new SeededChance(this.seed, game.streams);
    this.state = game.newState(this.options, this.chance);
    this.mask = new Uint8Array(game.actions);
  }

  get players(): number {
    return this.state.players;
  }
  get actor(): number {
    return this.state.actor;
  }
  get prompt(): string {
    return this.game.prompts[this.state.prompt] ?? '';
  }
  get round(): number {
    return this.state.round;
  }
  get over(): boolean {
    return this.state.over;
  }
  get truncated(): boolean {
    return this.state.truncated;
  }
  get ending(): string {
    return this.state.ending();
  }

  view(seat = this.actor): unknown {
    return this.state.view!(this.seat(seat));
  }

  text(seat = this.actor): string {
    return this.state.text(this.seat(seat));
  }

  actions(): PlayerAction[] {
    if (this.over) return [];
    this.state.legal(this.mask);
    const list: PlayerAction[] = [];
    for (let a = 0; a < this.mask.length; a++) if (this.mask[a]) list.push(describe(this.game, this.state, a));
    return list;
  }

  apply(action: number): void {
    if (this.over) throw new Error('the game is over: nothing can be played any more');
    this.state.legal(this.mask);
    if (typeof action !== 'number' || this.mask[action] !== 1)
      throw new Error(`action ${String(action)} is not legal now (${this.prompt}, seat ${this.actor}): see actions()`);
    this.state.apply(action, this.chance);
    this.history.push(action);
  }

  act(settings: ActSettings = {}): PlayerAnswer {
    if (this.over) throw new Error('the game is over: there is nothing to choose');
    // By the decision, so that a game that was saved goes on as it would have.
    const seed = `${this.seed}/player/${this.history.length}`;
    const { seed: given = seed, ...rest } = checkedSettings(settings);
    return this.choose(this.state, rest.random ? rest : { ...rest, seed: given });
  }

  play(settings?: ActSettings): PlayerAnswer {
    const answer = this.act(settings);
    this.apply(answer.action);
    return answer;
  }

  places(): number[] {
    if (!this.over) throw new Error('the game is not over: places are known at its end');
    const places = new Uint8Array(this.players);
    this.state.places(places);
    return [...places];
  }

  save(): SavedMatch {
    const { id, version } = this.game;
    return { game: { id, version }, seed: this.seed, options: this.options, actions: [...this.history] };
  }

  private seat(seat: number): number {
    // After the end nobody acts; the table is then shown as seat 0 sees it.
    const wanted = seat === -1 && this.over ? 0 : seat;
    if (!Number.isInteger(wanted) || wanted < 0 || wanted >= this.players)
      throw new Error(`seat: 0 to ${this.players - 1} wanted, not ${String(seat)}`);
    return wanted;
  }
}

/** A saved game, played again up to where it was. @throws Error when it is another game's or does not fit the rules */
export function resume(game: Game, choose: Choose, saved: SavedMatch): Match {
  if (typeof saved !== 'object' || saved === null)
    throw new Error(`saved game: an object wanted, not ${saved === null ? 'null' : typeof saved}`);
  if (saved.game?.id !== game.id || saved.game.version !== game.version)
    throw new Error(
      `saved game: ${saved.game?.id ?? 'unknown'} version ${saved.game?.version ?? 'unknown'}, ` +
        `this player plays ${game.id} version ${game.version}`,
    );
  if (!Array.isArray(saved.actions)) throw new Error('saved game: actions: a list wanted');
  checkSeed(saved.seed, 'saved game: seed');
  const match = new Match(game, choose, saved.seed, saved.options);
  saved.actions.forEach((action, i) => {
    try {
      match.apply(action);
    } catch (error) {
      throw new Error(`saved game: actions.${i}: ${(error as Error).message}`);
    }
  });
  return match;
}

function readOptions(game: Game, options: unknown): unknown {
  const parsed = game.options.safeParse(options ?? {});
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0]!;
  throw new Error(`options${issue.path.map((key) => `.${String(key)}`).join('')}: ${issue.message}`);
}
