/** Chips won and lost, in words. */

/**
 * `The game is over: seat 0 (you) wins 2 chips, seat 1 loses 2.`
 * @param won by seat: what it has at the end more than at the start
 */
export function wonText(won: readonly number[], you: number): string {
  const told = won.map((chips, seat) => {
    const who = `seat ${seat}${seat === you ? ' (you)' : ''}`;
    if (chips === 0) return `${who} wins nothing`;
    const n = Math.abs(chips);
    return `${who} ${chips > 0 ? 'wins' : 'loses'} ${n} ${n === 1 ? 'chip' : 'chips'}`;
  });
  return `The game is over: ${told.join(', ')}.`;
}
