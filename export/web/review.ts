/**
 * A game that was played, walked through: each of its positions, as any seat sees it, with all moves told. Nothing is
 * hidden from who looks back. Knows nothing of pages.
 */
import { finalPlaces } from '../../env/finished.js';
import type { Game, State } from '../../env/game.js';
import { formatReplay, parseReplay, playReplay, type Replay, recordReplay } from '../../env/replay.js';
import { firstShares, placesByScore } from '../../env/returns.js';
import type { Scene } from '../../env/scene.js';
import { UserError } from '../../env/user-error.js';
import { changes } from './changes.js';
import { calledOf, endOf } from './ended.js';
import { NotedLuck } from './luck.js';
import { actionWords, groupMoves, wordsOf } from './moves.js';
import type { LogLine, ReviewedPosition, TableView } from './protocol.js';
import type { Saved } from './saved.js';

/** A move of the game. */
export interface MadeMove {
  seat: number;
  action: number;
  text: string;
}

/** Number of moves before the position whose effects are described. */
const LATEST = 100;

export class Review {
  /** The positions: before each move, and the last one. */
  readonly positions: State[] = [];
  readonly moves: MadeMove[] = [];
  /** What the seats had earned at each position; only where a game is scored by rewards. */
  readonly gained: number[][] = [];
  /** The dice of each move, in words. */
  private readonly dice: string[][] = [];
  /** By seat that looks on, what it saw come of each move, as far as it was asked for. */
  private readonly tells = new Map<number, string[][]>();

  /** @throws UserError in one line when it does not fit the rules */
  constructor(
    private readonly game: Game,
    private readonly replay: Replay,
    /** Names of players by spec. */
    private readonly nameOf: (spec: string) => string,
    /** A replay of another version of the game is played too, as far as it fits. */
    anyVersion = false,
  ) {
    let noted = new NotedLuck({ draw: () => 0 });
    playReplay(game, replay, {
      anyVersion,
      luck: (chance) => (noted = new NotedLuck(chance)),
      visit: ({ env, action, step }) => {
        const { state } = env;
        this.positions.push(state.clone());
        const before = this.gained.at(-1);
        const rewarded = game.scoring === 'rewards' && step > 0;
        this.gained.push(Array.from(env.rewards, (reward, seat) => (rewarded ? reward + before![seat]! : 0)));
        if (step > 0) this.dice.push([...noted.latest].flatMap(([s, drawn]) => game.drawing?.dice?.(s, drawn) || []));
        noted.latest.clear();
        // A replay may be damaged: what is not legal is refused after this.
        if (action >= 0 && env.mask[action] === 1)
          this.moves.push({ seat: state.actor, action, text: actionWords(game, state, action) });
      },
    });
  }

  /** The game's options. */
  get options(): unknown {
    return this.replay.options;
  }

  /** Number of the last position. */
  get last(): number {
    return this.moves.length;
  }

  /**
   * The position after `at` moves.
   * @param viewer the seat it is seen as; null: as the seat to act sees it
   */
  look(at: number, viewer: number | null): ReviewedPosition {
    const state = this.positions[at];
    if (!state) throw new UserError(`there is no position after ${at} moves, the game has ${this.last}`);
    const next = this.moves[at] ?? null;
    const seat = viewer ?? (state.over ? (this.moves[at - 1]?.seat ?? 0) : state.actor);
    if (!(Number.isInteger(seat) && seat >= 0 && seat < state.players)) throw new UserError(`there is no seat ${seat}`);
    const shown = this.show(at, seat);
    return { at, last: this.last, shown, next: next && { seat: next.seat, text: next.text }, goesOn: this.goesOn(at) };
  }

  /** The position after `at` moves as who has the next one sees it, with its moves: what would they do? */
  puzzle(at: number): TableView {
    const { shown, next } = this.look(at, null);
    if (!next) throw new UserError('nobody is to move there');
    const state = this.positions[at]!;
    const mask = new Uint8Array(this.game.actions);
    state.legal(mask);
    return { ...shown, asked: true, groups: groupMoves(state, mask, this.game) };
  }

  /** How it ended, by seat: first places, and what was earned. Only where it is over. */
  get result(): { chances: number[]; earned: number[] } {
    const state = this.positions.at(-1)!;
    const earned = this.gained.at(-1)!;
    const places = new Uint8Array(state.players);
    finalPlaces(state, places);
    return { chances: firstShares(this.game.scoring === 'rewards' ? placesByScore(earned) : places), earned };
  }

  /** The game up to there, to continue it. @throws UserError when the continuation is unknown */
  upTo(at: number): Saved {
    const { seed, options, agents, names } = this.replay;
    if (seed === undefined || !this.goesOn(at)) throw new UserError('this game cannot be gone on with from here');
    const actions = this.moves.slice(0, at).map(({ action }) => action);
    const played = { options, seed, actions, ...(agents && { agents }), ...(names && { names }) };
    return { ...recordReplay(this.game, played), seed };
  }

  /** The whole game as a text. */
  get text(): string {
    return formatReplay(this.replay);
  }

  private goesOn(at: number): boolean {
    // Dice from outside end with the record.
    return this.replay.seed !== undefined && this.positions[at]?.over === false;
  }

  private show(at: number, viewer: number): TableView {
    const state = this.positions[at]!;
    const { replay, game } = this;
    const { seed = '', options, agents = [], names = [] } = replay;
    const { over, players } = state;
    const scene = this.scene(at, viewer);
    return {
      seed,
      options,
      moves: at,
      round: state.round,
      seats: Array.from({ length: players }, (_, seat) => ({
        spec: agents[seat] ?? '',
        name: agents[seat] === undefined ? '' : this.nameOf(agents[seat]),
        called: calledOf(names[seat] ?? '', scene?.seats[seat]?.name ?? `Seat ${seat}`),
      })),
      names,
      actor: over ? -1 : state.actor,
      asked: false,
      passing: false,
      open: true,
      viewer,
      text: wordsOf(game, state, state.text(viewer)).trimEnd(),
      scene,
      question: over ? '' : (game.prompts[state.prompt] ?? ''),
      groups: [],
      log: this.log(at, viewer),
      canUndo: false,
      notes: [],
      over: endOf(state),
    };
  }

  private scene(at: number, viewer: number): Scene | null {
    return this.game.drawing?.scene(this.positions[at]!, viewer) ?? null;
  }

  private log(at: number, viewer: number): LogLine[] {
    const told = this.tells.get(viewer) ?? [];
    this.tells.set(viewer, told);
    let before: Scene | null = null;
    return this.moves.slice(0, at).map(({ seat, text }, i) => {
      if (i < at - LATEST) return { seat, text, tells: [] };
      if (!told[i]) {
        before ??= this.scene(i, viewer);
        const after = this.scene(i + 1, viewer);
        told[i] = [...this.dice[i]!, ...(before && after ? changes(before, after) : [])];
        before = after;
      } else before = null;
      return { seat, text, tells: told[i]! };
    });
  }
}

/** @throws UserError in one line when the text is no replay, or another game's */
export function readReplay(game: Game, text: string): Replay {
  const replay = parseReplay(text, 'the file');
  if (replay.game !== game.id) throw new UserError(`the file belongs to ${replay.game}, this page plays ${game.id}`);
  return replay;
}
