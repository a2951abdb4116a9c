/** How seats are told apart in charts: by colour, and by the dashes of their lines. */
import type { TableView, Tone } from '../protocol.js';

/** Of games without a picture, which name no colours. */
export const tones: readonly Tone[] = ['blue', 'orange', 'green', 'purple', 'red', 'teal', 'brown', 'grey'];
const dashes = ['', '7 3', '2 3', '9 3 2 3', '12 3', '4 2'];

export const toneOf = ({ scene }: TableView, seat: number): Tone =>
  scene?.seats[seat]?.tone ?? tones[seat % tones.length]!;
export const dashOf = (seat: number): string => dashes[seat % dashes.length]!;
