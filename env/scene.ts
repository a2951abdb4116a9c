/**
 * What stands where in a position, for a page that draws it: plain data, in words and a few shapes. A page knows nothing of
 * the game: what can be chosen is tied to what is drawn by ids (`Drawing.concerns`).
 */
import { z } from 'zod';

/** Colours by name: a page has a light and a dark one for each, and one to write on it. `plain` is that of the paper. */
export const tones = [
  'plain',
  'red',
  'blue',
  'green',
  'yellow',
  'purple',
  'orange',
  'teal',
  'brown',
  'grey',
  'sea',
  'grass',
  'sand',
  'rock',
] as const;
/** What tokens look like. Nothing may be told by colour alone: what differs has another shape, or another sign on it. */
const tokenShapes = [
  'disc',
  'square',
  'diamond',
  'hexagon',
  'star',
  'shield',
  'flag',
  'house',
  'tower',
  'boat',
  'pawn',
  'card',
  'crown',
  'cross',
  'ring',
  'die',
] as const;

const words = z.string().min(1).max(240);
const number = z.number().min(-1000).max(1000);
const point = z.tuple([number, number]);

const toneSchema = z.enum(tones);

const tokenSchema = z.strictObject({
  /** What it is, for people who do not see it; the log tells by it what has moved. */
  name: words,
  shape: z.enum(tokenShapes),
  tone: toneSchema,
  /** Letters or a number on it. */
  sign: z.string().max(4).optional(),
});

/** What both squares and cards have. */
const thing = {
  /** Unique in the scene. Actions are tied to it; what has none is never clicked. */
  id: z.string().min(1).max(60).optional(),
  tone: toneSchema.optional(),
  tokens: z.array(tokenSchema).max(40).optional(),
  /** Of what is going on now: the square a question is about, the cards of a battle. */
  marked: z.boolean().optional(),
};

const placeSchema = z.strictObject({
  ...thing,
  /** Where it is: `b3`, `column 4`. */
  name: words,
  /** What it is: `wolf den of NE`. Tokens are told beside it. */
  is: z.string().max(240).optional(),
  /** Its upper left corner, in the board's measure. */
  at: point,
  /** Default: 1 by 1. */
  size: point.optional(),
  /** Default: square. */
  shape: z.enum(['square', 'round']).optional(),
  /** A few letters a line, in its upper part. */
  text: z.array(z.string().max(24)).max(4).optional(),
});

/** The log need not tell what changes in this part: moves say it all, or it says little. */
const quiet = z.boolean().optional();

const boardSchema = z.strictObject({
  kind: z.literal('board'),
  title: words,
  /** Width and height; a square of a chessboard would be 1 by 1. */
  size: point,
  places: z.array(placeSchema).min(1).max(400),
  /** How large tokens are at most, in the same measure; default: as large as their place allows. */
  tokens: z.number().positive().max(10).optional(),
  /** Ways between places, from point to point. */
  ways: z
    .array(z.tuple([number, number, number, number]))
    .max(200)
    .optional(),
  /** Words beside the places, with their middle there. */
  labels: z
    .array(z.strictObject({ at: point, text: z.string().min(1).max(40) }))
    .max(100)
    .optional(),
  quiet,
});

const facts = z.array(z.tuple([words, z.string().max(60)])).max(40);

const cardSchema = z.strictObject({
  ...thing,
  title: words,
  /** Whose it is: a panel of this seat. */
  seat: z.int().min(0).max(15).optional(),
  /** What is counted: `['fame', '3']`. The first of a panel is what places are decided by. */
  facts: facts.optional(),
  /** What the first fact of a panel is the sum of, where that is worth telling at the end: `['books', '6']`. */
  sum: facts.optional(),
  /** What else there is to say, a line each. */
  text: z.array(words).max(12).optional(),
  /** Spent, used up or out of the game. */
  faded: z.boolean().optional(),
});

const cardsSchema = z.strictObject({
  kind: z.literal('cards'),
  title: words,
  cards: z.array(cardSchema).max(80),
  /**
   * What they are to who looks, so that a page can keep them in sight: `panels` what each seat has, all seats in their order
   * (and sides without a seat); `hand` what the seat holds that looks; `now` what the question is about.
   */
  role: z.enum(['panels', 'hand', 'now']).optional(),
  quiet,
});

export const sceneSchema = z.strictObject({
  /** Every seat: what it is called on the board, and its colour. */
  seats: z
    .array(z.strictObject({ name: z.string().min(1).max(40), tone: toneSchema }))
    .min(1)
    .max(16),
  /** From the top. Boards are drawn; cards are sheets beside each other: hands, rows, what each player has. */
  parts: z
    .array(z.discriminatedUnion('kind', [boardSchema, cardsSchema]))
    .min(1)
    .max(20),
});

const legendEntrySchema = z.strictObject({
  /** As the picture, the actions and the questions call it: a page finds it there by this name. */
  name: z.string().min(2).max(60),
  /** What it is or does, in a sentence or two. */
  text: z.string().min(1).max(400),
  /** What it looks like on the board. */
  token: tokenSchema.optional(),
  /** Other names of it: plurals, short forms. */
  also: z.array(z.string().min(2).max(60)).max(12).optional(),
});

export const legendSchema = z.array(
  z.strictObject({ title: words, entries: z.array(legendEntrySchema).min(1).max(120) }),
);

export type LegendEntry = z.infer<typeof legendEntrySchema>;
/** One part of a legend: signs, cards, buildings. */
export type LegendSection = z.infer<typeof legendSchema>[number];
export type Tone = (typeof tones)[number];
export type TokenShape = (typeof tokenShapes)[number];
/** A token on a place of a board: shape, tone, sign and name. With an `id` it can be clicked. */
export type SceneToken = z.infer<typeof tokenSchema>;
/**
 * A place of a board, in units of the board's `size`: where it lies, its shape, tone, letters and tokens. With an `id`
 * it can be clicked.
 */
export type ScenePlace = z.infer<typeof placeSchema>;
export type SceneBoard = z.infer<typeof boardSchema>;
export type SceneCard = z.infer<typeof cardSchema>;
export type SceneCards = z.infer<typeof cardsSchema>;
export type Scene = z.infer<typeof sceneSchema>;

/**
 * How a game draws its positions: a scene (boards, cards and tokens as data) for a seat, and the things in it that each
 * action is about.
 */
export interface Drawing<S> {
  /** The position as a seat sees it: nothing hidden from it may change anything here. */
  scene(state: S, seat: number): Scene;
  /** Ids of the things that a legal action concerns, in the scene of the seat to act; none where it concerns nothing there. */
  concerns(state: S, action: number): readonly string[];
  /**
   * A text of the game (an action, a question) as people read it beside the picture, where the game's own words are made for
   * programs too (optional): `bone 1 #0` is `bone 1 A` there. Different texts stay different.
   */
  words?(state: S, text: string): string;
  /**
   * What was drawn of one stream in a move, in words for the log: `NW rolls 3 and 1` (optional). Empty for streams whose
   * outcomes not everybody may know, such as the order of a deck: nothing checks that.
   */
  dice?(stream: number, drawn: readonly Drawn[]): string;
}

/** One outcome of luck: a number from 0 up to but without `of`. */
export interface Drawn {
  readonly outcome: number;
  readonly of: number;
}
