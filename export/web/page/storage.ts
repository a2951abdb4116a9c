/** What this browser remembers of a game: the last saved text, and the pace. A browser may forbid it; nothing depends on it. */

/** A game that was left. */
export interface Left {
  text: string;
  /** When, in milliseconds. */
  at: number;
  moves: number;
}

const key = (game: string, what: string) => `tabletop-gym/${game}/${what}`;

function read(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

function write(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    // Forbidden or full: the game goes on, and can be saved to a file.
  }
}

export function leftGame(game: string): Left | null {
  try {
    const left: unknown = JSON.parse(read(key(game, 'left')) ?? 'null');
    const { text, at, moves } = left as Left;
    return typeof text === 'string' && typeof at === 'number' && typeof moves === 'number' ? { text, at, moves } : null;
  } catch {
    return null;
  }
}

export const leaveGame = (game: string, left: Left | null): void =>
  write(key(game, 'left'), left && JSON.stringify(left));

export const storedPace = (): string | null => read(key('all', 'pace'));
export const storePace = (pace: string): void => write(key('all', 'pace'), pace);
