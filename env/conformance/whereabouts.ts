/**
 * Where a check is, written into memory that another thread reads: of a check that never comes back, it is all that can
 * still be told.
 */

const CHECK = 0;
const GAME = 1;
const STEP = 2;
const DOING = 3;
const BEATS = 4;

/** What of the game is running. */
const doings = ['newState', 'a bot', 'apply', 'the check'] as const;
export type Doing = (typeof doings)[number];

/** The step of a check in shared memory. One thread writes, another one reads. */
export class Whereabouts {
  constructor(readonly memory = new SharedArrayBuffer(4 * (BEATS + 1))) {
    this.cells = new Int32Array(memory);
  }

  private readonly cells: Int32Array;

  /** A check begins. @param check its number in the order of `checkNames` */
  begin(check: number): void {
    this.cells[CHECK] = check;
    this.cells[STEP] = -1;
    this.beat();
  }

  /** Something of a game begins. @param step decisions so far */
  at(game: number, step: number, doing: Doing): void {
    this.cells[GAME] = game;
    this.cells[STEP] = step;
    this.cells[DOING] = doings.indexOf(doing);
    this.beat();
  }

  /** It goes on. */
  beat(): void {
    Atomics.add(this.cells, BEATS, 1);
  }

  /** Changes as long as it goes on. */
  get beats(): number {
    return Atomics.load(this.cells, BEATS);
  }

  get check(): number {
    return this.cells[CHECK]!;
  }
  get game(): number {
    return this.cells[GAME]!;
  }
  /** -1: before the first game of the check. */
  get step(): number {
    return this.cells[STEP]!;
  }
  get doing(): Doing {
    return doings[this.cells[DOING]!]!;
  }
}
