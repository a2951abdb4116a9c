/**
 * Connect Four solved exactly: who wins a position when both sides play best. Alpha-beta over win, draw and loss with a
 * table of positions, on bitboards (the layout of Tromp's solver: seven bits a column, the top one always empty, so that a
 * line of four is found by shifts). It shares no code with the rules of the game.
 *
 * 49 bits do not fit into one of JavaScript's 32-bit integers: columns 0 to 3 lie in `low`, 4 to 6 in `high`.
 */

export const COLUMNS = 7;
const ROWS = 6;
const SQUARES = COLUMNS * ROWS;
/** Bits a column takes. */
const HEIGHT = ROWS + 1;
const LOW_COLUMNS = 4;
const LOW_BITS = LOW_COLUMNS * HEIGHT;

/** The lowest square of each column, and all squares, of the first `columns` columns. */
const bottoms = (columns: number) =>
  Array.from({ length: columns }, (_, c) => 1 << (c * HEIGHT)).reduce((a, b) => a | b);
const BOTTOM_LOW = bottoms(LOW_COLUMNS);
const BOTTOM_HIGH = bottoms(COLUMNS - LOW_COLUMNS);
const BOARD_LOW = BOTTOM_LOW * ((1 << ROWS) - 1);
const BOARD_HIGH = BOTTOM_HIGH * ((1 << ROWS) - 1);
/** The squares of each column, the middle first: more lines go through it. */
const ORDER = [3, 2, 4, 1, 5, 0, 6];
const squaresOf = (column: number) => ((1 << ROWS) - 1) << ((column % LOW_COLUMNS) * HEIGHT);
const SQUARES_LOW = Int32Array.from(ORDER, (column) => (column < LOW_COLUMNS ? squaresOf(column) : 0));
const SQUARES_HIGH = Int32Array.from(ORDER, (column) => (column < LOW_COLUMNS ? 0 : squaresOf(column)));

/** What a position is worth to the side to move: 1 a win, 0 a draw, -1 a loss. */
export type Outcome = -1 | 0 | 1;

/** Discs of a game that is not over. */
export interface Discs {
  /** Of the side to move, then of both. */
  mineLow: number;
  mineHigh: number;
  allLow: number;
  allHigh: number;
  /** How many. */
  count: number;
}

/**
 * The position after some moves from the empty board.
 * @param columns 0 to 6 from the left
 * @throws RangeError when a column is full, or the game was over before the last move or by it
 */
export function discsAfter(columns: readonly number[]): Discs {
  const at: Discs = { mineLow: 0, mineHigh: 0, allLow: 0, allHigh: 0, count: 0 };
  for (const [i, column] of columns.entries()) {
    if (!canPlay(at, column)) throw new RangeError(`move ${i + 1}: column ${column} is full, or there is none`);
    if (winsAt(at, column)) throw new RangeError(`move ${i + 1}: column ${column} makes four in a row`);
    play(at, column);
  }
  return at;
}

/** A position that is not over. @param mine asked of squares that are taken: whether the disc is that of the side to move */
export function discsOf(
  taken: (column: number, row: number) => boolean,
  mine: (column: number, row: number) => boolean,
): Discs {
  const at: Discs = { mineLow: 0, mineHigh: 0, allLow: 0, allHigh: 0, count: 0 };
  for (let column = 0; column < COLUMNS; column++)
    for (let row = 0; row < ROWS && taken(column, row); row++) {
      const [low, high] = dropped(at, column);
      at.allLow |= low;
      at.allHigh |= high;
      at.count++;
      if (!mine(column, row)) continue;
      at.mineLow |= low;
      at.mineHigh |= high;
    }
  return at;
}

/** Whether a disc fits into the column. */
export function canPlay({ allLow, allHigh }: Discs, column: number): boolean {
  if (!(Number.isInteger(column) && column >= 0 && column < COLUMNS)) return false;
  const [all, at] = column < LOW_COLUMNS ? [allLow, column] : [allHigh, column - LOW_COLUMNS];
  return ((all >>> (at * HEIGHT + ROWS - 1)) & 1) === 0;
}

/** Whether a disc of the side to move makes four there. */
export function winsAt(at: Discs, column: number): boolean {
  fours(at.mineLow, at.mineHigh);
  const [low, high] = dropped(at, column);
  return ((low & foursLow) | (high & foursHigh)) !== 0;
}

/** Drops a disc of the side to move; then the other one moves. */
function play(at: Discs, column: number): void {
  const [low, high] = dropped(at, column);
  at.mineLow ^= at.allLow;
  at.mineHigh ^= at.allHigh;
  at.allLow |= low;
  at.allHigh |= high;
  at.count++;
}

/** The position after a disc of the side to move; then the other one moves. */
export function afterMove(at: Discs, column: number): Discs {
  const next = { ...at };
  play(next, column);
  return next;
}

/** The square on which a disc in that column comes to lie. */
function dropped({ allLow, allHigh }: Discs, column: number): [low: number, high: number] {
  const squares = squaresOf(column);
  return column < LOW_COLUMNS
    ? [(allLow + BOTTOM_LOW) & BOARD_LOW & squares, 0]
    : [0, (allHigh + BOTTOM_HIGH) & BOARD_HIGH & squares];
}

// What `fours` found; in variables of the module, since it is called for every position.
let foursLow = 0;
let foursHigh = 0;

/** The squares on which one more disc makes four in a row, taken or not. */
function fours(low: number, high: number): void {
  // A column: three below.
  let resultLow = (low << 1) & (low << 2) & (low << 3);
  let resultHigh = (high << 1) & (high << 2) & (high << 3);
  // A row and the diagonals: a step to the right is so many bits. Columns to the right lie in higher bits.
  for (let step = HEIGHT - 1; step <= HEIGHT + 1; step++) {
    const two = 2 * step;
    const three = 3 * step;
    const left1Low = low << step;
    const left1High = (high << step) | (low >>> (LOW_BITS - step));
    const left2Low = low << two;
    const left2High = (high << two) | (low >>> (LOW_BITS - two));
    const left3Low = low << three;
    const left3High = (high << three) | (low >>> (LOW_BITS - three));
    const right1Low = (low >>> step) | (high << (LOW_BITS - step));
    const right1High = high >>> step;
    const right2Low = (low >>> two) | (high << (LOW_BITS - two));
    const right2High = high >>> two;
    const right3Low = (low >>> three) | (high << (LOW_BITS - three));
    const right3High = high >>> three;
    resultLow |= (left1Low & left2Low & (left3Low | right1Low)) | (right1Low & right2Low & (right3Low | left1Low));
    resultHigh |=
      (left1High & left2High & (left3High | right1High)) | (right1High & right2High & (right3High | left1High));
  }
  foursLow = resultLow & BOARD_LOW;
  foursHigh = resultHigh & BOARD_HIGH;
}

function bits(x: number): number {
  let n = x - ((x >>> 1) & 0x5555_5555);
  n = (n & 0x3333_3333) + ((n >>> 2) & 0x3333_3333);
  return Math.imul((n + (n >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}

/** More positions had to be looked at than was allowed. */
class TooMany extends Error {}

/** Solves positions; what it learned of one helps with the next. */
export class ConnectFourSolver {
  /** Positions looked at since it was made. */
  nodes = 0;
  /** The number of them at which it gives up. */
  private last = Infinity;
  private readonly keyLow: Int32Array;
  private readonly keyHigh: Int32Array;
  /** What is known of the position of that key: 1 + its least value, times 4, plus 1 + its largest one. */
  private readonly known: Int8Array;
  private readonly shift: number;
  /** Moves to try, seven for each number of discs: their square, and how many fours they make possible. */
  private readonly orderLow = new Int32Array(COLUMNS * (SQUARES + 1));
  private readonly orderHigh = new Int32Array(COLUMNS * (SQUARES + 1));
  private readonly orderMade = new Int32Array(COLUMNS * (SQUARES + 1));

  /** @param size positions it remembers: 2 to this power, 9 bytes each */
  constructor(size = 22) {
    this.keyLow = new Int32Array(1 << size);
    this.keyHigh = new Int32Array(1 << size).fill(-1);
    this.known = new Int8Array(1 << size);
    this.shift = 32 - size;
  }

  /** What the side to move gets out of it when both play best. */
  solve(at: Discs): Outcome {
    return this.within(at, -1, 1) as Outcome;
  }

  /** What a position is worth where that lies between alpha and beta, else a bound of it. */
  private within({ mineLow, mineHigh, allLow, allHigh, count }: Discs, alpha: number, beta: number): number {
    fours(mineLow, mineHigh);
    const wins = ((allLow + BOTTOM_LOW) & foursLow) | ((allHigh + BOTTOM_HIGH) & foursHigh);
    return wins === 0 ? this.search(mineLow, mineHigh, allLow, allHigh, count, alpha, beta) : 1;
  }

  /** Whether a move brings the side to move at least that much: sooner known than how much. @param column not full */
  brings(at: Discs, column: number, least: Outcome): boolean {
    if (least === -1 || winsAt(at, column)) return true;
    const most = 0 - least;
    return this.within(afterMove(at, column), most, most + 1) <= most;
  }

  /**
   * What each move leads to, if no more positions than `most` need be looked at. Nothing that was learned before counts, so
   * that the answer is always the same.
   * @returns null where it takes more
   */
  movesWithin(at: Discs, most: number): (Outcome | null)[] | null {
    // No position has this key.
    this.keyHigh.fill(-1);
    this.last = this.nodes + most;
    try {
      return this.moves(at);
    } catch (error) {
      if (error instanceof TooMany) return null;
      throw error;
    } finally {
      this.last = Infinity;
    }
  }

  /** What each move leads to for the side to move; null where the column is full. */
  moves(at: Discs): (Outcome | null)[] {
    return Array.from({ length: COLUMNS }, (_, column) => {
      if (!canPlay(at, column)) return null;
      if (winsAt(at, column)) return 1;
      return (0 - this.solve(afterMove(at, column))) as Outcome;
    });
  }

  /**
   * Negamax. Hot: integers alone, no objects.
   * @returns the value where it lies between alpha and beta, else a bound of it; the side to move has no four at once
   */
  private search(
    mineLow: number,
    mineHigh: number,
    allLow: number,
    allHigh: number,
    count: number,
    alpha: number,
    beta: number,
  ): number {
    if (++this.nodes > this.last) throw new TooMany();
    if (count === SQUARES) return 0;
    // Where the other side would make four, it must be stopped, and no square below may be filled.
    fours(mineLow ^ allLow, mineHigh ^ allHigh);
    const dangerLow = foursLow & ~allLow;
    const dangerHigh = foursHigh & ~allHigh;
    let movesLow = (allLow + BOTTOM_LOW) & BOARD_LOW;
    let movesHigh = (allHigh + BOTTOM_HIGH) & BOARD_HIGH;
    const mustLow = movesLow & dangerLow;
    const mustHigh = movesHigh & dangerHigh;
    if ((mustLow | mustHigh) !== 0) {
      if (bits(mustLow) + bits(mustHigh) > 1) return -1;
      movesLow = mustLow;
      movesHigh = mustHigh;
    }
    movesLow &= ~(dangerLow >>> 1);
    movesHigh &= ~(dangerHigh >>> 1);
    if ((movesLow | movesHigh) === 0) return -1;
    // Neither side makes four with one of the last two discs.
    if (count >= SQUARES - 2) return 0;

    const keyLow = mineLow + allLow;
    const keyHigh = mineHigh + allHigh;
    const slot = (Math.imul(keyLow, 0x9e37_79b1) ^ Math.imul(keyHigh, 0x85eb_ca6b)) >>> this.shift;
    let least = -1;
    let most = 1;
    if (this.keyLow[slot] === keyLow && this.keyHigh[slot] === keyHigh) {
      least = (this.known[slot]! >> 2) - 1;
      most = (this.known[slot]! & 3) - 1;
      if (least >= beta || least === most) return least;
      if (most <= alpha) return most;
    }

    let best = -1;
    const begin = Math.max(alpha, least);
    let from = begin;
    const end = Math.min(beta, most);
    const first = count * COLUMNS;
    const moves = this.order(first, mineLow, mineHigh, allLow, allHigh, movesLow, movesHigh);
    for (let i = first; i < first + moves && best < end; i++) {
      const low = this.orderLow[i]!;
      const high = this.orderHigh[i]!;
      // The other side moves next, so that its discs are those that are not mine. `0 -`: a draw is never -0.
      const value =
        0 - this.search(mineLow ^ allLow, mineHigh ^ allHigh, allLow | low, allHigh | high, count + 1, -end, -from);
      if (value > best) best = value;
      if (value > from) from = value;
    }
    // At the edges of the window the best found is a bound only.
    if (best > begin) least = best;
    if (best < end) most = best;
    this.keyLow[slot] = keyLow;
    this.keyHigh[slot] = keyHigh;
    this.known[slot] = ((least + 1) << 2) | (most + 1);
    return best;
  }

  /**
   * Writes the moves from `first` on: what makes most squares for a four comes first, of equals the middle.
   * @returns how many there are
   */
  private order(
    first: number,
    mineLow: number,
    mineHigh: number,
    allLow: number,
    allHigh: number,
    movesLow: number,
    movesHigh: number,
  ): number {
    const { orderLow, orderHigh, orderMade } = this;
    let end = first;
    for (let i = 0; i < COLUMNS; i++) {
      const low = movesLow & SQUARES_LOW[i]!;
      const high = movesHigh & SQUARES_HIGH[i]!;
      if ((low | high) === 0) continue;
      fours(mineLow | low, mineHigh | high);
      const made = bits(foursLow & ~allLow) + bits(foursHigh & ~allHigh);
      let at = end++;
      for (; at > first && orderMade[at - 1]! < made; at--) {
        orderLow[at] = orderLow[at - 1]!;
        orderHigh[at] = orderHigh[at - 1]!;
        orderMade[at] = orderMade[at - 1]!;
      }
      orderLow[at] = low;
      orderHigh[at] = high;
      orderMade[at] = made;
    }
    return end - first;
  }
}
