/** What a game in the terminal looks like in lines: moves, what happened, the end. In the words of the page. */
import { endingOf } from '../../env/finished.js';
import type { TurnEnv } from '../../env/turn-env.js';
import type { LogLine, MoveGroup, TableView } from '../../export/web/protocol.js';
import { columnsOf, wrapped } from '../terminal.js';

/** The texts of games are made for so many columns. */
export const COLUMNS = 100;

/** A legal move with the number that chooses it. */
interface Numbered {
  number: number;
  action: number;
  text: string;
}

/** Moves in groups, numbered from 1 in the order in which they are shown. */
export interface NumberedGroup {
  title: string;
  moves: Numbered[];
}

export function numbered(groups: readonly MoveGroup[]): NumberedGroup[] {
  let number = 0;
  return groups.map(({ title, moves }) => ({
    title,
    moves: moves.map(({ action, text }) => ({ number: ++number, action, text })),
  }));
}

/** Those moves that have all these words, in their text or the title of their group. */
export function withWords(groups: readonly NumberedGroup[], text: string): NumberedGroup[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return groups
    .map(({ title, moves }) => ({
      title,
      moves: moves.filter((move) => words.every((word) => `${title} ${move.text}`.toLowerCase().includes(word))),
    }))
    .filter(({ moves }) => moves.length > 0);
}

/** The list to choose from; short moves stand beside each other where there are many. */
export function movesText(groups: readonly NumberedGroup[], columns = COLUMNS): string {
  return groups
    .map(({ title, moves }) => {
      const items = moves.map(({ number, text }) => `${String(number).padStart(4)}  ${text}`);
      const list = items.length > 8 ? columnsOf(items, columns) : items.flatMap((item) => wrapped(item, columns, 6));
      return [...(title ? [`${title}:`] : []), ...list].join('\n');
    })
    .join('\n');
}

/** One move that was made, and what was seen to come of it. */
export function moveText(shown: TableView, { seat, text, tells }: LogLine, columns = COLUMNS): string {
  const line = `${calledIn(shown, seat)}: ${text ?? 'chooses in secret'}`;
  return [...wrapped(line, columns, 4), ...tells.flatMap((tell) => wrapped(`    ${tell}`, columns, 6))].join('\n');
}

/** Who sits where: `You are NW. NE, SE and SW: scripted:mixed.` */
export function seatsText({ seats }: TableView, columns = COLUMNS): string {
  const by = new Map<string, string[]>();
  for (const { name, called } of seats) by.set(name, [...(by.get(name) ?? []), called]);
  const told = [...by].map(([name, called]) =>
    name === 'you' ? `You are ${and(called)}.` : `${and(called)}: ${name}.`,
  );
  return wrapped(told.join(' '), columns).join('\n');
}

/** The ranking of a finished game. */
export function endingText({ seats, over }: TableView): string {
  const ranked = over!.places.map((place, seat) => ({ place, seat })).sort((a, b) => a.place - b.place);
  return [
    `The game is over (${over!.ending}${over!.truncated ? '; cut off, ranked as it stood' : ''}):`,
    ...ranked.map(({ place, seat }) => `  place ${place + 1}: ${seats[seat]!.called} (${seats[seat]!.name})`),
  ].join('\n');
}

/** `The game is over (fame): place 1 seat 2, ...` */
export function rankingText(env: TurnEnv): string {
  const ranked = Array.from(env.places(), (place, seat) => ({ place, seat })).sort((a, b) => a.place - b.place);
  const seats = ranked.map(({ place, seat }) => `place ${place + 1} seat ${seat}`);
  return `The game is over (${endingOf(env.state)}): ${seats.join(', ')}`;
}

/** What of a position must be told where the whole was shown a moment ago: its new lines just before the question. */
export function newLines(before: string, now: string): string[] {
  const known = new Set(before.split('\n'));
  const lines = now.split('\n');
  let from = lines.length;
  while (from > 0 && !known.has(lines[from - 1]!)) from--;
  return lines.slice(from);
}

/** What a seat of this game is called. */
export const calledIn = ({ seats }: TableView, seat: number): string => seats[seat]!.called;

const and = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
