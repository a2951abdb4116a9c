/**
 * The effects of a move in words: two pictures of one seat compared. Dice, cards and battles are told so as far as a
 * game's picture has them, and nothing that is hidden from the seat can be.
 */
import type { Scene, SceneBoard, SceneCards, ScenePlace } from '../../env/scene.js';

/** More lines than these say less than the position itself. */
const MOST = 12;

/** @returns sentences without a full stop; empty where nothing was seen */
export function changes(before: Scene, after: Scene): string[] {
  const old = new Map(before.parts.map((part) => [`${part.kind} ${part.title}`, part]));
  const told = after.parts.flatMap((part) => {
    const was = old.get(`${part.kind} ${part.title}`);
    if (part.quiet) return [];
    if (part.kind === 'board') return was?.kind === 'board' ? onBoard(was, part) : [];
    return onCards(was?.kind === 'cards' ? was : { ...part, cards: [] }, part);
  });
  return told.length <= MOST ? told : [...told.slice(0, MOST - 1), `and ${told.length - MOST + 1} changes more`];
}

function onBoard(before: SceneBoard, after: SceneBoard): string[] {
  const old = new Map(before.places.map((place) => [place.name, place]));
  // Most of a board is as it was.
  const pairs = after.places.flatMap((place) => {
    const was = old.get(place.name);
    return was && signs(was) !== signs(place) ? [{ was, place }] : [];
  });
  const from = whereabouts(pairs.map(({ was }) => was));
  const to = whereabouts(pairs.map(({ place }) => place));
  const told: string[] = [];
  for (const [name, places] of to) {
    const was = from.get(name) ?? [];
    const left = was.filter((place) => !places.includes(place));
    const come = places.filter((place) => !was.includes(place));
    // Tokens of the same name cannot be followed one by one.
    for (const [i, place] of come.entries())
      told.push(left[i] === undefined ? `${place}: ${name} is there now` : `${name}: ${left[i]} to ${place}`);
    for (const place of left.slice(come.length)) told.push(`${place}: ${name} is gone`);
  }
  for (const [name, places] of from)
    if (!to.has(name)) for (const place of places) told.push(`${place}: ${name} is gone`);
  for (const { was, place } of pairs)
    if (is(was) !== is(place) && is(place) !== '') told.push(`${place.name} is ${is(place)} now`);
  return told;
}

/** What a place is and what stands there. */
const signs = (place: ScenePlace): string => [is(place), ...(place.tokens ?? []).map(({ name }) => name)].join('|');

const is = (place: ScenePlace): string => place.is ?? '';

const isNumber = (text: string | undefined): boolean => text !== undefined && /^-?\d+$/.test(text);

/** The places where tokens of each name stand, once for each of them. */
function whereabouts(places: readonly ScenePlace[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { name: place, tokens = [] } of places)
    for (const { name } of tokens) found.set(name, [...(found.get(name) ?? []), place]);
  return found;
}

function onCards(before: SceneCards, after: SceneCards): string[] {
  const old = new Map(before.cards.map((card) => [card.id ?? card.title, card]));
  return after.cards.flatMap((card) => {
    const was = old.get(card.id ?? card.title);
    const facts = card.facts ?? [];
    if (!was || was.title !== card.title) {
      const words = [...facts.map(([name, value]) => `${name} ${value}`), ...(card.text ?? [])];
      return [`${after.title}: ${[card.title, ...words].join(', ')}`];
    }
    const had = new Map(was.facts ?? []);
    const changed = facts.flatMap(([name, value]) => {
      const then = had.get(name);
      if (then === value) return [];
      return [isNumber(then) && isNumber(value) ? `${name} ${then} to ${value}` : `${name} ${value || 'none'}`];
    });
    const lines = (card.text ?? []).filter((line) => !was.text?.includes(line));
    const words = [...changed, ...lines];
    return words.length > 0 ? [`${card.title}: ${words.join(', ')}`] : [];
  });
}
