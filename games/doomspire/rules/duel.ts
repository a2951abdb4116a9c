/** Battles of two dice a side (2D3 against 2D3), where a tie is rolled again. */

/**
 * Rolls that do not end in a tie, for each lead without dice (-4..4): sums of both sides, packed as own * 8 + other. A tie
 * that nobody breaks is rerolled until it is one of these, so drawing one of them at once is the same (decision 105).
 */
export const untied: readonly Uint8Array[] = Array.from({ length: 9 }, (_, i) => {
  const rolls: number[] = [];
  for (let roll = 0; roll < 81; roll++) {
    const own = 2 + (roll % 3) + (((roll / 3) | 0) % 3);
    const other = 2 + (((roll / 9) | 0) % 3) + ((roll / 27) | 0);
    if (own + i - 4 !== other) rolls.push(own * 8 + other);
  }
  return Uint8Array.from(rolls);
});

const chances = untied.map(
  (rolls, i) => rolls.filter((roll) => (roll >> 3) + i - 4 > (roll & 7)).length / rolls.length,
);
/** Chance of winning with this much more strength before the dice. */
export const winsDuel = (ahead: number): number => (ahead <= -5 ? 0 : ahead >= 5 ? 1 : chances[ahead + 4]!);
