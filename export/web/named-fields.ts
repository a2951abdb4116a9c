/** A position as tables of its named fields, for games that draw nothing: what a seat may know of it (`State.view`). */
import { z } from 'zod';
import type { Game, State } from '../../env/game.js';
import type { NamedField, NamedFields } from './protocol.js';

/** What the page shows elsewhere. */
const elsewhere = new Set(['game', 'seat', 'options', 'prompt', 'actor', 'over', 'truncated']);
/** Longer lists are cut. */
const MOST_VALUES = 40;

interface Schema {
  description?: string;
  properties?: Record<string, Schema>;
}

/**
 * @returns null where the game tells no view of its positions. A list that is described as being of each seat (`Points held by each
 *   seat.`) is a row of the players' table; any other list is one value after the other.
 */
export function namedFieldsOf(game: Pick<Game, 'guide'>, state: State, seat: number): NamedFields | null {
  const view = state.view?.(seat);
  if (!isRecord(view)) return null;
  const { properties = {} } = game.guide
    ? (z.toJSONSchema(game.guide.view, { io: 'input', unrepresentable: 'any' }) as Schema)
    : {};
  const facts: NamedField[] = [];
  const seats: NamedField[] = [];
  for (const [key, value] of Object.entries(view)) {
    if (elsewhere.has(key) || value === undefined) continue;
    const about = properties[key]?.description ?? '';
    if (isRecord(value))
      for (const [inner, part] of Object.entries(value))
        facts.push({ name: `${wordsOf(key)} ${wordsOf(inner).toLowerCase()}`, about, values: [valueText(part)] });
    else if (Array.isArray(value) && value.length >= state.players && ofEachSeat(about))
      seats.push({ name: wordsOf(key), about, values: value.slice(0, state.players).map(valueText) });
    else
      facts.push({
        name: wordsOf(key),
        about,
        values: [isSeat(value, about, state) ? `seat ${value}` : valueText(value)],
      });
  }
  return { facts, seats };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const ofEachSeat = (about: string): boolean => /\b(by|each|every|per) (seat|player)\b/i.test(about);

/** Whether a number is that of a seat, as its description says: it is called by its name then. */
const isSeat = (value: unknown, about: string, { players }: State): boolean =>
  /^(the )?seat\b/i.test(about) && Number.isInteger(value) && (value as number) >= 0 && (value as number) < players;

/** `xDot` -> `X dot`. */
function wordsOf(name: string): string {
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[_-]/g, ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function valueText(value: unknown): string {
  if (value === null) return 'not known';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return Number.isInteger(value) ? `${value}` : `${Number(value.toPrecision(4))}`;
  if (Array.isArray(value)) {
    if (value.length === 0) return 'none';
    const told = value.slice(0, MOST_VALUES).map(valueText).join(', ');
    return value.length > MOST_VALUES ? `${told} and ${value.length - MOST_VALUES} more` : told;
  }
  if (isRecord(value))
    return Object.entries(value)
      .map(([key, part]) => `${wordsOf(key).toLowerCase()} ${valueText(part)}`)
      .join(', ');
  return String(value);
}
