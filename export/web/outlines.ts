/** Tokens as outlines within a square of 100 by 100, for the page and for pictures. */
import type { SceneToken, TokenShape } from '../../env/scene.js';

/** Outlines as paths, and where the middle of a sign is; lower for shapes that are thin above. */
export const outlines: Readonly<Record<TokenShape, { path: string; middle?: number; narrow?: boolean }>> = {
  disc: { path: 'M50 6A44 44 0 1 1 50 94A44 44 0 1 1 50 6Z' },
  square: { path: 'M18 10H82Q90 10 90 18V82Q90 90 82 90H18Q10 90 10 82V18Q10 10 18 10Z' },
  diamond: { path: 'M50 2L98 50L50 98L2 50Z', narrow: true },
  hexagon: { path: 'M27 8H73L97 50L73 92H27L3 50Z' },
  star: {
    path: 'M50 2L63 35L98 38L71 61L80 96L50 77L20 96L29 61L2 38L37 35Z',
    middle: 57,
    narrow: true,
  },
  shield: { path: 'M10 10Q32 14 50 4Q68 14 90 10V48Q90 80 50 97Q10 80 10 48Z', middle: 46 },
  flag: { path: 'M14 3H24V8H92L78 31L92 54H24V97H14Z', middle: 32, narrow: true },
  house: { path: 'M50 5L96 44H85V94H15V44H4Z', middle: 64 },
  tower: { path: 'M10 6H27V19H41V6H59V19H73V6H90V38H81V94H19V38H10Z', middle: 60, narrow: true },
  boat: { path: 'M46 4H54L84 56H96L80 92H20L4 56H46Z', middle: 75, narrow: true },
  pawn: {
    path: 'M50 3A21 21 0 0 1 65 39Q76 47 80 62L91 96H9L20 62Q24 47 35 39A21 21 0 0 1 50 3Z',
    middle: 74,
    narrow: true,
  },
  card: { path: 'M24 3H76Q84 3 84 11V89Q84 97 76 97H24Q16 97 16 89V11Q16 3 24 3Z' },
  crown: { path: 'M5 24L28 50L50 12L72 50L95 24L86 88H14Z', middle: 70, narrow: true },
  cross: { path: 'M25 8L50 33L75 8L92 25L67 50L92 75L75 92L50 67L25 92L8 75L33 50L8 25Z' },
  ring: {
    path: 'M50 5A45 45 0 1 1 50 95A45 45 0 1 1 50 5ZM50 27A23 23 0 1 0 50 73A23 23 0 1 0 50 27Z',
  },
  die: { path: 'M26 8H74Q92 8 92 26V74Q92 92 74 92H26Q8 92 8 74V26Q8 8 26 8Z' },
};

/** Sizes of signs by their number of letters. */
const letterSizes = [0, 54, 42, 32, 25];

/** How large the letters of a sign are. */
export function signHeight({ shape, sign = '' }: SceneToken): number {
  return letterSizes[[...sign].length]! * (outlines[shape].narrow ? 0.82 : 1);
}
