/**
 * What this browser remembers of a game: games that were played or saved, the pace and settings. A browser may forbid it; nothing
 * depends on it, and nothing of it is trusted before the rules have played it again.
 */

/** A game that is kept. */
export interface Kept {
  id: string;
  /** What a person calls it; empty: it was kept without being asked. */
  name: string;
  text: string;
  /** When, in milliseconds. */
  at: number;
  moves: number;
}

/** Games without a name that are kept at most. */
const MOST_UNNAMED = 10;

const key = (game: string, what: string) => `tabletop-gym/${game}/${what}`;

function read(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** @returns false where it is forbidden or full: the game goes on, and can be saved to a file */
function write(name: string, value: string | null): boolean {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
    return true;
  } catch {
    return false;
  }
}

/** Names of all that is stored. */
function stored(): string[] {
  try {
    return Array.from({ length: localStorage.length }, (_, i) => localStorage.key(i) ?? '');
  } catch {
    return [];
  }
}

/** All games that are kept, the latest first. */
export function keptGames(game: string): Kept[] {
  const start = key(game, 'save/');
  return stored()
    .filter((name) => name.startsWith(start))
    .flatMap((name) => keptOf(name.slice(start.length), read(name)))
    .sort((a, b) => b.at - a.at);
}

function keptOf(id: string, saved: string | null): Kept[] {
  try {
    const { name, text, at, moves } = JSON.parse(saved ?? 'null') as Kept;
    const whole = typeof name === 'string' && typeof text === 'string';
    return whole && Number.isFinite(at) && Number.isFinite(moves) ? [{ id, name, text, at, moves }] : [];
  } catch {
    return [];
  }
}

/** Keeps a game, and forgets the oldest ones without a name. @returns false where the browser does not keep it */
export function keepGame(game: string, { id, ...kept }: Kept): boolean {
  const done = write(key(game, `save/${id}`), JSON.stringify(kept));
  const unnamed = keptGames(game).filter(({ name }) => name === '');
  for (const old of unnamed.slice(MOST_UNNAMED)) dropGame(game, old.id);
  return done;
}

export const dropGame = (game: string, id: string): void => void write(key(game, `save/${id}`), null);

/** A name nobody else has. Pages that come by http from another machine have no `crypto.randomUUID`. */
export const newId = (): string => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;

/** What belongs to this tab alone. */
function readTab(name: string): string | null {
  try {
    return sessionStorage.getItem(name);
  } catch {
    return null;
  }
}
function writeTab(name: string, value: string | null): void {
  try {
    if (value === null) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, value);
  } catch {
    // Forbidden: a reload begins with the form.
  }
}

/** The game that is played in this tab, to go on with after a reload. */
export const storedTab = (game: string): string | null => readTab(key(game, 'played'));
export const storeTab = (game: string, id: string | null): void => writeTab(key(game, 'played'), id);

/** Hands that are played one after the other. */
export interface Match {
  /** Seed of the hand that is played, or was played last. */
  seed: string;
  /** By seat of that hand, what its player has won in all hands that are over. */
  bank: number[];
  /** Hands that are over. */
  hands: number;
  /** The hand with this seed is one of them. */
  counted: boolean;
}

/** Hands whose matches are remembered: a reload may go back to one that was kept before. */
const MOST_HANDS = 5;

/** Matches of this tab as they stood in their latest hands, the latest first. */
function storedMatches(game: string): Match[] {
  try {
    return JSON.parse(readTab(key(game, 'matches')) ?? '[]') as Match[];
  } catch {
    return [];
  }
}
/** The match that a hand with this seed belongs to. */
export const storedMatch = (game: string, seed: string): Match | null =>
  storedMatches(game).find((match) => match.seed === seed) ?? null;
export const storeMatch = (game: string, match: Match): void => {
  const others = storedMatches(game).filter(({ seed }) => seed !== match.seed);
  writeTab(key(game, 'matches'), JSON.stringify([match, ...others].slice(0, MOST_HANDS)));
};

/** Whether to offer to take back what costs much. */
export const storedCoach = (): boolean => read(key('all', 'coach')) === 'yes';
export const storeCoach = (on: boolean): void => void write(key('all', 'coach'), on ? 'yes' : null);

export const storedPace = (): string | null => read(key('all', 'pace'));
export const storePace = (pace: string): void => void write(key('all', 'pace'), pace);

/** The level of the opponent that adapts, and the seed of the game after which it has. */
export interface Adapted {
  level: number;
  after: string;
}

export function storedAdapted(game: string): Adapted | null {
  try {
    const { level, after } = JSON.parse(read(key(game, 'adapted')) ?? 'null') as Adapted;
    return Number.isInteger(level) && typeof after === 'string' ? { level, after } : null;
  } catch {
    return null;
  }
}
export const storeAdapted = (game: string, adapted: Adapted): void =>
  void write(key(game, 'adapted'), JSON.stringify(adapted));

/** Whether turns are to be confirmed. */
export const storedConfirms = (): boolean => read(key('all', 'confirms')) === 'yes';
export const storeConfirms = (on: boolean): void => void write(key('all', 'confirms'), on ? 'yes' : null);
