/** The pieces of an observation as files tell them: names and shapes, in their order. */
import { z } from 'zod';

/** One piece. */
export interface PieceShape {
  name: string;
  /** Sizes, outermost first. */
  shape: readonly number[];
}

/** Checks what a file says that an observation is made of. */
export const piecesSchema = z
  .array(
    z.strictObject({
      name: z.string().min(1).max(200),
      shape: z.array(z.int().min(1).max(1_000_000)).max(8),
    }),
  )
  .max(1000)
  .refine((pieces) => new Set(pieces.map(({ name }) => name)).size === pieces.length, 'a piece is named twice')
  .refine((pieces) => sizeOf(pieces) <= 1_000_000, 'an observation has at most 1000000 numbers');

/** A piece and its place: numbers from..to-1 of the observation. */
export interface PlacedPiece extends PieceShape {
  from: number;
  to: number;
}

/** Where pieces stand that lie one behind the other. */
export function placed(pieces: readonly PieceShape[]): PlacedPiece[] {
  let to = 0;
  return pieces.map(({ name, shape }) => {
    const from = to;
    to += shape.reduce((product, n) => product * n, 1);
    return { name, shape, from, to };
  });
}

/** How many numbers they are. */
export const sizeOf = (pieces: readonly PieceShape[]): number => placed(pieces).at(-1)?.to ?? 0;

/** Names and shapes alone. */
export const shapesOf = (pieces: readonly PieceShape[]): { name: string; shape: number[] }[] =>
  pieces.map(({ name, shape }) => ({ name, shape: [...shape] }));

/** `12 x 8 x 8`. */
const shapeText = (shape: readonly number[]): string => (shape.length === 0 ? '1' : shape.join(' x '));

/** The first thing in which the pieces of a policy differ from those there are, or undefined. */
export function piecesProblem(own: readonly PieceShape[], there: readonly PieceShape[]): string | undefined {
  for (let i = 0; i < Math.max(own.length, there.length); i++) {
    const [mine, theirs] = [own[i], there[i]];
    if (!mine) return `there is a piece ${theirs!.name} now, which it never saw`;
    if (!theirs) return `its piece ${mine.name} is not there any more`;
    if (mine.name !== theirs.name) return `piece ${i + 1} is ${theirs.name} now, it was ${mine.name}`;
    if (`${mine.shape}` !== `${theirs.shape}`)
      return `the piece ${mine.name} is ${shapeText(theirs.shape)} now, it was ${shapeText(mine.shape)}`;
  }
  return undefined;
}
