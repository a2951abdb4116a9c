/** How fast agents move, and pieces on the board, for eyes that follow. */
export interface PlaySpeed {
  name: string;
  label: string;
  /** Milliseconds before a move. */
  wait: number;
  /** Milliseconds of moves in one go; 0: one move. */
  budget: number;
  /** Milliseconds in which a piece goes to another place; 0: it is there at once. */
  glide: number;
}

export const paces: readonly PlaySpeed[] = [
  { name: 'slow', label: 'slow', wait: 2000, budget: 0, glide: 900 },
  { name: 'steady', label: 'steady', wait: 600, budget: 0, glide: 400 },
  { name: 'quick', label: 'quick', wait: 120, budget: 0, glide: 110 },
  { name: 'at-once', label: 'at once', wait: 0, budget: 60, glide: 0 },
];

export const paceNamed = (name: string | null): PlaySpeed => paces.find((pace) => pace.name === name) ?? paces[1]!;
