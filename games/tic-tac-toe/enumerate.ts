/** The legal actions of tic-tac-toe once more, from the picture of the board. For tests; shares no code with the rules. */

/** A dot stands for any square. */
const three = /^(XXX......|...XXX...|......XXX|X..X..X..|.X..X..X.|..X..X..X|X...X...X|..X.X.X..)$/;

export function enumerate({ board }: { board: Int16Array }): number[] {
  const won = [1, 2].some((sign) => three.test([...board].map((cell) => (cell === sign ? 'X' : '-')).join('')));
  return won ? [] : [...board.keys()].filter((i) => board[i] === 0);
}
