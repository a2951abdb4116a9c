/**
 * What has happened since a person's last turn, and what of it shows in the picture: from the pictures that the person saw, so that
 * nothing else can be told.
 */
import type { Scene, ScenePlace } from '../../env/scene.js';
import { changes } from './changes.js';
import type { Since } from './protocol.js';

/** Lines of a summary; each seat has one, and those that are too many share the last. */
const LINES = 3;
/** Effects that are told of each seat. */
const EFFECTS = 3;
/** Turns whose pictures are kept for each seat: enough to take back what can be. */
const KEPT = 24;

/** A move that was made, as far as a summary needs it. */
interface Told {
  seat: number;
  text: string | null;
  /** What was rolled, in words. */
  dice: readonly string[];
}

/** A picture, and how many moves were made before it. */
interface Seen {
  at: number;
  scene: Scene;
}

/** The pictures that each seat saw when the turn went from one seat to another, and before its own latest move. */
export class Recap {
  private readonly turns = new Map<number, Seen[]>();
  private latest: { seat: number; from: Seen } | null = null;

  /**
   * @param before the picture before the move, for each seat that watches
   * @param turns whether the move is the first of a turn
   */
  note(at: number, seat: number, turns: boolean, before: ReadonlyMap<number, Scene>): void {
    for (const [viewer, scene] of before) {
      const seen = this.turns.get(viewer) ?? [];
      if (seen.length === 0) this.turns.set(viewer, seen);
      if (turns) seen.push({ at, scene });
      if (seen.length > KEPT) seen.shift();
      if (viewer === seat) this.latest = { seat, from: { at, scene } };
    }
  }

  /** Forgets what comes after so many moves. */
  cut(moves: number): void {
    for (const [viewer, seen] of this.turns)
      this.turns.set(
        viewer,
        seen.filter(({ at }) => at < moves),
      );
    this.latest = null;
  }

  /**
   * Names of the places that changed: since the seat's last turn where others moved since, else by its own last move.
   * @param now the picture as it is
   */
  changed(viewer: number, made: readonly Told[], now: Scene): string[] {
    const own = made.at(-1)?.seat === viewer;
    const from = own ? this.own(viewer) : this.turnsSince(viewer, made)[0];
    return from ? changedPlaces(from.scene, now) : [];
  }

  /** At most three lines of what the others did since the seat's last turn; empty in the middle of a turn. */
  since(viewer: number, made: readonly Told[], now: Scene | null): Since[] {
    if (made.length === 0 || made.at(-1)!.seat === viewer) return [];
    const runs = runsSince(viewer, made);
    const seen = new Map(this.turnsSince(viewer, made).map(({ at, scene }) => [at, scene]));
    const lines = new Map<number, Since>();
    for (const [i, { from, to }] of runs.entries()) {
      const { seat } = made[from]!;
      const line = lines.get(seat) ?? { seats: [seat], moves: 0, tells: [] };
      const moves = made.slice(from, to);
      const [before, after] = [seen.get(from), i === runs.length - 1 ? now : seen.get(to)];
      const dice = moves.flatMap((move) => move.dice);
      const effects = before && after ? ownFirst(changes(before, after), after.seats[seat]?.name ?? '') : [];
      // A picture that tells nothing of a move leaves its words.
      const words = effects.length > 0 ? effects : moves.flatMap(({ text }) => (text === null ? [] : [text]));
      lines.set(seat, { ...line, moves: line.moves + moves.length, tells: [...line.tells, ...dice, ...words] });
    }
    return short([...lines.values()]);
  }

  private own(viewer: number): Seen | undefined {
    return this.latest?.seat === viewer ? this.latest.from : undefined;
  }

  private turnsSince(viewer: number, made: readonly Told[]): Seen[] {
    const first = runsSince(viewer, made)[0]?.from ?? made.length;
    return (this.turns.get(viewer) ?? []).filter(({ at }) => at >= first);
  }
}

/** Runs of moves of one seat each since a seat's last one. */
function runsSince(viewer: number, made: readonly Told[]): { from: number; to: number }[] {
  const first = made.findLastIndex(({ seat }) => seat === viewer) + 1;
  const runs: { from: number; to: number }[] = [];
  for (let at = first; at < made.length; at++) {
    const run = runs.at(-1);
    if (run && made[run.from]!.seat === made[at]!.seat) run.to = at + 1;
    else runs.push({ from: at, to: at + 1 });
  }
  return runs;
}

/** What the seat itself has gained or lost comes first, what only others have last; its own name need not be said again. */
function ownFirst(effects: readonly string[], name: string): string[] {
  const own = effects.filter((text) => text.startsWith(`${name}: `));
  const others = effects.filter((text) => !own.includes(text));
  return [...own.map((text) => text.slice(name.length + 2)), ...others];
}

function short(lines: readonly Since[]): Since[] {
  const told = lines.length <= LINES ? lines : [...lines.slice(0, LINES - 1), together(lines.slice(LINES - 1))];
  return told.map((line) => {
    const more = line.tells.length - EFFECTS;
    return more > 0 ? { ...line, tells: [...line.tells.slice(0, EFFECTS), `${more} more`] } : line;
  });
}

const together = (lines: readonly Since[]): Since => ({
  seats: lines.flatMap(({ seats }) => seats),
  moves: lines.reduce((sum, { moves }) => sum + moves, 0),
  tells: lines.flatMap(({ tells }) => tells),
});

function changedPlaces(before: Scene, after: Scene): string[] {
  const signs = ({ is = '', tokens = [], text = [] }: ScenePlace) =>
    JSON.stringify([is, text, tokens.map(({ name }) => name)]);
  const places = (scene: Scene) => scene.parts.flatMap((part) => (part.kind === 'board' ? part.places : []));
  const old = new Map(places(before).map((place) => [place.name, signs(place)]));
  return places(after).flatMap((place) => (old.get(place.name) === signs(place) ? [] : [place.name]));
}
