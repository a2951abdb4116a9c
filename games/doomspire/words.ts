/** What prompts and their answers are called: phrases that several of them use. Reads positions, changes none. */
import { tileOf, unitText } from './actions.js';
import * as N from './names.js';
import type { Position } from './state.js';

export type TileChosen = { tile: number };
export type ResourceChosen = { resource: number };
export type ItemChosen = { item: number };
export type PlayerChosen = { player: number };
export type ZoneChosen = { zone: number };

/** A verb before what is chosen, for all answers of a block. */
export const tiles = (verb: string) => ({
  TILE: (s: Position, args: TileChosen) => `${verb} ${N.tileText(s, tileOf(s, args))}`,
});
export const resources = (verb: string) => ({
  RES: (_: Position, { resource }: ResourceChosen) => `${verb} ${N.oneOf(resource)}`,
});
export const items = (verb: string) => ({
  ITEM: (_: Position, { item }: ItemChosen) => `${verb} the ${N.itemName(item)}`,
});
export const followers = (verb: string) => ({
  FOLLOWER: (_: Position, { follower }: { follower: number }) => `${verb} the ${N.followerName(follower)}`,
});
export const pairs = (how: (pair: string) => string) => ({
  PAIR: (_: Position, { pair }: { pair: number }) => how(N.pairName(pair)),
});
export const done = (words: string) => ({ DONE: () => words });
export const yesNo = (yes: (s: Position) => string, no: (s: Position) => string) => ({
  YESNO: (s: Position, { answer }: { answer: number }) => (answer === 0 ? yes(s) : no(s)),
});
/** For the actor's knights; its boats keep their usual words. */
export const knights = (how: (knight: string) => string) => ({
  UNIT: (s: Position, args: { unit: number }) => (args.unit < 3 ? how(unitText(s, args)) : unitText(s, args)),
});
/** What an item does. */
export const effect = (s: Position, item: number): string => s.tables.items[item]!.effect;

/** The knight a prompt is about, and its tile. */
export const knight = (s: Position): string =>
  s.focusKnight >= 0 ? `knight ${N.knightName(s.focusKnight)}` : 'a knight';
export const here = (s: Position): string => (s.focusTile >= 0 ? ` at ${N.tileText(s, s.focusTile)}` : '');

/** The card in hand; undefined without one. */
export const card = (s: Position) => s.tables.cards[s.card];
export const cardText = (s: Position): string => (card(s) ? `${card(s)!.name} (${card(s)!.effect})` : '');

/** Unspent dice of a seat: `1 3 3`, `-` for none. */
export const diceLeft = (s: Position, p: number): string =>
  [1, 2, 3]
    .map((v) => `${v} `.repeat(s.dice[p * 3 + v - 1]!))
    .join('')
    .trim() || '-';
