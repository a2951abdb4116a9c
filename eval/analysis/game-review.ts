/**
 * A whole game that was played, judged move by move: what could be hoped for before each move, and which moves lost. Where
 * nothing is known exactly, play-outs go where they are needed: first a few of all positions, here and there first, then
 * more of those at which the move that was made may be a mistake. Work can stop after each decision. `analyze` and the
 * page's review are this.
 */
import { createRng } from '../../env/chance.js';
import type { Game, State } from '../../env/game.js';
import type { Analysts } from './analysts.js';
import { PlayOuts } from './play-outs.js';
import { PositionAnalysis } from './position.js';
import { type Behind, mistakesOf } from './race.js';
import { Trial } from './trial.js';

/** Positions of a game at which its chances are looked at first. */
const POINTS = 40;
/** Play-outs of each of their moves, for a curve at once. */
const ROUGH = 4;
/** What a move is compared with: so many that the thinker likes best. */
const RIVALS = 4;
/** Moves that the thinker likes less are no rivals, but for the best two. */
const UNLIKELY = 0.02;
/** Play-outs of a move and its rivals. All get the first number, the others only those that may be mistakes. */
const LEVELS = [8, 16, 32, 64, 128, 256];
/** Share of the work that the first of them takes, about. */
const FIRST_SHARE = 0.6;
/** A move is looked at no longer whose loss is as sure as this, after any correction. */
const SETTLED = 1e-7;

/** Where play-outs are judged: moves that lose so surely by them are tried to the end of the game. */
const SUSPECT = 0.05;

/** A game that was played. */
export interface PlayedGame {
  /** The positions: before each move, and the last one. */
  positions: readonly State[];
  /** By position, what the seats had earned. */
  gained: readonly (readonly number[])[];
  moves: readonly { seat: number; action: number }[];
}

/** What is known of one position. */
export interface Spot {
  at: number;
  found: PositionAnalysis;
  /** What the move that was made is compared with, it included; the position is worth what the best of them is. */
  rivals: number[];
}

/** A move with what is to be said of it. */
export interface JudgedMove {
  at: number;
  spot: Spot;
  /** How far it stays behind the best; null: it does not, or too little is known. */
  behind: Behind | null;
  mistake: boolean;
  /** Play-outs of it that `behind` rests on. */
  pairs: number;
  /** What it lost, fair on average; null: it was the only one. */
  regret: number | null;
}

export interface ReviewSettings {
  /** Of the random outcomes. Default: '0'. */
  seed?: string | undefined;
  /** Only the moves of this seat are judged. */
  seat?: number | undefined;
  /** Most play-outs of a position. */
  most?: number | undefined;
}

/** What is known of a move after so many play-outs of its position. */
interface Judgment extends Pick<JudgedMove, 'behind' | 'regret'> {
  playOuts: number;
}

/** What is to be played next. */
type Work = Generator<undefined, void>;

export class GameReview {
  private readonly known = new Map<number, Spot>();
  private readonly playOuts: PlayOuts;
  /** Positions in an order in which the first few are spread over the whole game. */
  private readonly order: number[];
  private readonly seed: string;
  private readonly judgments = new Map<number, Judgment>();
  /** Play-outs to the end of the game, where the others are cut. */
  private readonly whole: PlayOuts | null;
  /** Moves that are tried to the end, once all are known that are to be. */
  private trials: Map<number, Trial> | null = null;
  /** A play-out that is under way. */
  private job: Work | null = null;
  /** How far the passes over the game have got: the level, and the place in the order. */
  private pass = { level: 0, next: 0 };
  private done = false;

  constructor(
    private readonly game: Game,
    private readonly played: PlayedGame,
    private readonly analysts: Analysts,
    private readonly settings: ReviewSettings = {},
  ) {
    this.playOuts = new PlayOuts(game, analysts.agents, analysts.cut);
    this.whole = analysts.cut ? new PlayOuts(game, analysts.agents) : null;
    this.seed = settings.seed ?? '0';
    const { moves } = played;
    const wanted = moves.flatMap(({ seat }, at) => (seat === (settings.seat ?? seat) ? [at] : []));
    this.order = spread(wanted.length).map((i) => wanted[i]!);
  }

  /** Everything that is looked at is known well enough. */
  get finished(): boolean {
    return this.done;
  }

  /** Share of the first look at all positions that is done, 0..1; deeper looks are not foreseen. */
  get progress(): number {
    const { order, pass, done } = this;
    if (done || order.length === 0) return 1;
    const share = pass.next / order.length;
    if (pass.level < 2) return pass.level * FIRST_SHARE * share;
    return FIRST_SHARE + ((1 - FIRST_SHARE) * (pass.level - 2 + share)) / (LEVELS.length - 1);
  }

  /** Plays on from all over the game. @param going asked after each decision */
  work(going: () => boolean): void {
    this.finishing(going, () => this.next());
  }

  /** Plays on from one position. @returns whether more would hardly show */
  position(at: number, going: () => boolean): boolean {
    const spot = this.spot(at);
    return this.finishing(going, () => {
      const { next } = spot.found;
      return next === undefined ? null : spot.found.play(this.playOuts, next);
    });
  }

  /** Plays some actions of a position on, until each has so many play-outs. @returns whether they have */
  compare(at: number, actions: readonly number[], count: number, going: () => boolean): boolean {
    const spot = this.spot(at);
    if (spot.found.exact) return true;
    return this.finishing(going, () => {
      const { action, n } = spot.found.race.next(actions);
      return n < count ? spot.found.play(this.playOuts, action) : null;
    });
  }

  /** What is known of positions, in the order of the game. */
  get spots(): Spot[] {
    return [...this.known.values()].sort((a, b) => a.at - b.at);
  }

  /** The moves that were compared with others. Which are mistakes depends on how many these are. */
  judged(): JudgedMove[] {
    const compared = this.spots.filter(
      ({ at, found, rivals }) =>
        at < this.played.moves.length &&
        found.race.actions.length > 1 &&
        (found.exact || this.fewest(found, rivals) >= LEVELS[0]!),
    );
    const known = compared.map((spot) => this.judgment(spot));
    // Those that are tried have luck of their own, so they alone must stand out among each other.
    const trials = compared.map(({ at, found }) =>
      this.whole && !found.exact ? (this.trials?.get(at) ?? null) : null,
    );
    const judges = compared.map(({ found }, i) => !this.whole || found.exact !== null || trials[i] !== null);
    const verdicts = known.map(({ behind }, i) => (trials[i] ? trials[i].behind : behind));
    const mistakes = mistakesAmong(verdicts, judges);
    return compared.map((spot, i) => {
      const { regret, behind } = known[i]!;
      const mistake = mistakes[i]!;
      const pairs = trials[i]?.pairs ?? spot.found.race.count(this.made(spot.at));
      return { at: spot.at, spot, behind: mistake ? verdicts[i]! : behind, regret, mistake, pairs };
    });
  }

  /** What is to be said of the move that was made; computed anew where it was played on since. */
  private judgment(spot: Spot): Judgment {
    const { at, found, rivals } = spot;
    const last = this.judgments.get(at);
    if (last && last.playOuts === found.playOuts) return last;
    const action = this.made(at);
    const next = { playOuts: found.playOuts, behind: found.behind(action), regret: found.regret(action, rivals) };
    this.judgments.set(at, next);
    return next;
  }

  spot(at: number): Spot {
    const known = this.known.get(at);
    if (known) return known;
    const { positions, gained, moves } = this.played;
    const own = moves[at] ? [moves[at].action] : [];
    const luck = createRng(`${this.seed}/${at}`).int(2 ** 31);
    const beginning = { state: positions[at]!, gained: gained[at]! };
    const found = new PositionAnalysis(this.game, beginning, this.analysts, luck, own);
    const { race, p } = found;
    // The thinker's best two are always among them: it may be sure of one, and wrong.
    const others = race.actions.filter((action) => !own.includes(action));
    const rivals = [...own, ...others.filter((action, i) => i < 2 || p[action]! > UNLIKELY).slice(0, RIVALS)];
    const spot = { at, found, rivals };
    this.known.set(at, spot);
    return spot;
  }

  private made(at: number): number {
    return this.played.moves[at]!.action;
  }

  /** @returns whether nothing is left to do */
  private finishing(going: () => boolean, next: () => Work | null): boolean {
    do {
      if (!this.job) {
        this.job = next();
        if (!this.job) return true;
      }
      if (this.job.next().done) this.job = null;
    } while (going());
    return false;
  }

  /** Passes over the game: a rough curve, a first look at all, then longer ones at what is unclear. */
  private next(): Work | null {
    const { order, pass } = this;
    for (; pass.level <= LEVELS.length; pass.level++, pass.next = 0) {
      const [until, plays] =
        pass.level === 0 ? [Math.min(POINTS, order.length), ROUGH] : [order.length, LEVELS[pass.level - 1]!];
      for (; pass.next < until; pass.next++) {
        const spot = this.spot(order[pass.next]!);
        if (this.settled(spot, pass.level)) continue;
        const { action, n } = spot.found.race.next(spot.rivals);
        if (n < plays) return spot.found.play(this.playOuts, action);
      }
    }
    const trial = this.tried();
    this.done = trial === null;
    return trial;
  }

  /** Tries what seems to be a mistake by judged play-outs. */
  private tried(): Work | null {
    const { whole, trials } = this;
    if (!whole) return null;
    if (!trials) {
      const suspects = this.spots.flatMap((spot): [number, Trial][] => {
        if (spot.at >= this.played.moves.length || spot.found.exact) return [];
        const { behind } = this.judgment(spot);
        if (!behind || behind.p > SUSPECT) return [];
        const luck = createRng(`${this.seed}/${spot.at}/whole`).int(2 ** 31);
        return [[spot.at, new Trial(spot.found.beginning, this.made(spot.at), behind.leader, luck)]];
      });
      this.trials = new Map(suspects);
      return this.tried();
    }
    const sure = SUSPECT / Math.max(1, trials.size) / 10;
    for (const trial of trials.values()) {
      const action = trial.wanted(sure);
      if (action !== null) return trial.play(whole, action);
    }
    return null;
  }

  /** All play-outs, those of trials too. */
  get total(): number {
    const tried = [...(this.trials?.values() ?? [])].reduce((sum, { playOuts }) => sum + playOuts, 0);
    return tried + this.spots.reduce((sum, { found }) => sum + found.playOuts, 0);
  }

  /** More play-outs of this position would say nothing new of the move that was made. */
  private settled({ at, found, rivals }: Spot, level: number): boolean {
    const { exact, race, playOuts } = found;
    if (exact || playOuts >= (this.settings.most ?? Infinity)) return true;
    if (level < 2) return false;
    const made = this.made(at);
    if (rivals.length < 2 || this.fewest(found, rivals) < LEVELS[0]!) return rivals.length < 2;
    if (level === 2) return race.leads(made, rivals);
    const behind = race.behind(made);
    return !behind || behind.p > 0.2 || behind.p < SETTLED;
  }

  /** Play-outs of the moves that are compared, at least. */
  private fewest({ race }: PositionAnalysis, rivals: readonly number[]): number {
    return race.next(rivals).n;
  }
}

/** Which moves are mistakes, of those that were tested. */
function mistakesAmong(behind: readonly (Behind | null)[], tested: readonly boolean[]): boolean[] {
  const marked = mistakesOf(behind.filter((_, i) => tested[i]));
  let next = 0;
  return tested.map((one) => one && marked[next++]!);
}

/** Numbers below `count` in an order in which the first few are spread over all of them. */
function spread(count: number): number[] {
  const order: number[] = [];
  const seen = new Set<number>();
  for (let step = 2 ** Math.ceil(Math.log2(Math.max(1, count))); step >= 1; step /= 2)
    for (let i = 0; i < count; i += step)
      if (!seen.has(i)) {
        seen.add(i);
        order.push(i);
      }
  return order;
}
