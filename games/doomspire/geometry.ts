/** The board as tables: neighbours, distances, coast, slots of the trios, turned frames. No game state. */
import board from './data/board.json' with { type: 'json' };

/** No tile, no neighbour, no zone, no seat. */
export const NONE = 255;

/** Tile of [row, column]; row 0 is north, column 0 west. */
const tileAt = (row: number, column: number): number => row * 8 + column;

/** Four neighbours of each tile in the order N, E, S, W; `NONE` beyond the edge. */
export const NEIGHBOURS = new Uint8Array(64 * 4).fill(NONE);
/** Steps between two tiles on an empty board: `[from * 64 + to]`. */
export const DISTANCE = new Uint8Array(64 * 64);
/** Sets of tiles as bits, low word for tiles 0-31, high word for 32-63: the four neighbours of a tile, the eight around it. */
export const NEIGHBOUR_LOW = new Int32Array(64);
export const NEIGHBOUR_HIGH = new Int32Array(64);
export const AROUND_LOW = new Int32Array(64);
export const AROUND_HIGH = new Int32Array(64);
/** The coastal tiles of each zone as bits. */
export const COAST_LOW = new Int32Array(4);
export const COAST_HIGH = new Int32Array(4);
/** Region of each tile: 1 plains, 2 hills, 3 mountains. */
export const REGION = new Uint8Array(64);
/** Ocean zone that touches the tile (0 NW, 1 NE, 2 SE, 3 SW); `NONE` inland. */
export const COAST_ZONE = new Uint8Array(64).fill(NONE);
/** The seven coastal tiles of each zone: `[zone * 7 + i]`. */
export const COAST = new Uint8Array(4 * 7);
/** Steps between two ocean zones: `[from * 4 + to]`. */
export const ZONE_DISTANCE = new Uint8Array(16);
/** Home tile of each seat, and the seat whose home a tile is (`NONE`). */
export const HOME_TILE = Uint8Array.from(board.homes, ([r, c]) => tileAt(r!, c!));
export const HOME_SEAT = new Uint8Array(64).fill(NONE);
/** The four central tiles. */
export const CENTRE = Uint8Array.from(board.centre, ([r, c]) => tileAt(r!, c!));
/** Turned frames: seat's own id of an absolute tile, and back: `[seat * 64 + tile]`. */
export const TO_RELATIVE = new Uint8Array(4 * 64);
export const TO_ABSOLUTE = new Uint8Array(4 * 64);
/** Three tiles (corner, right, below) of each trio slot: 4 homes, 12 plains, 4 hills: `[slot * 3 + i]`. */
export const SLOT_TILES = new Uint8Array(20 * 3);
/** Slot of each tile; the four centre tiles have 20-23. */
export const SLOT_OF = new Uint8Array(64).fill(NONE);

export const HOME_SLOTS = 0;
export const TIER1_SLOTS = 4;
export const TIER2_SLOTS = 16;
export const CENTRE_SLOTS = 20;

const steps = [
  [-1, 0],
  [0, 1],
  [1, 0],
  [0, -1],
] as const;

/** Puts a tile into set `i` of some sets of tiles. */
function mark(low: Int32Array, high: Int32Array, i: number, tile: number): void {
  if (tile < 32) low[i]! |= 1 << tile;
  else high[i]! |= 1 << (tile - 32);
}

for (let t = 0; t < 64; t++) {
  const r = t >> 3;
  const c = t & 7;
  const edge = Math.min(r, c, 7 - r, 7 - c);
  REGION[t] = edge < 2 ? 1 : edge === 2 ? 2 : 3;
  steps.forEach(([dr, dc], i) => {
    const nr = r + dr;
    const nc = c + dc;
    if (nr < 0 || nr > 7 || nc < 0 || nc > 7) return;
    const n = tileAt(nr, nc);
    NEIGHBOURS[t * 4 + i] = n;
    mark(NEIGHBOUR_LOW, NEIGHBOUR_HIGH, t, n);
  });
  for (let dr = -1; dr <= 1; dr++)
    for (let dc = -1; dc <= 1; dc++) {
      const nr = r + dr;
      const nc = c + dc;
      if ((dr === 0 && dc === 0) || nr < 0 || nr > 7 || nc < 0 || nc > 7) continue;
      mark(AROUND_LOW, AROUND_HIGH, t, tileAt(nr, nc));
    }
  for (let u = 0; u < 64; u++) DISTANCE[t * 64 + u] = Math.abs(r - (u >> 3)) + Math.abs(c - (u & 7));
  // A quarter turn clockwise takes the north-west corner to the north-east one: seat s sees s turns undone.
  let turned = t;
  for (let seat = 0; seat < 4; seat++) {
    TO_ABSOLUTE[seat * 64 + t] = turned;
    TO_RELATIVE[seat * 64 + turned] = t;
    turned = tileAt(turned & 7, 7 - (turned >> 3));
  }
}
HOME_TILE.forEach((tile, seat) => {
  HOME_SEAT[tile] = seat;
});
board.coast.forEach((tiles, zone) => {
  tiles.forEach(([r, c], i) => {
    COAST[zone * 7 + i] = tileAt(r!, c!);
    COAST_ZONE[tileAt(r!, c!)] = zone;
    mark(COAST_LOW, COAST_HIGH, zone, tileAt(r!, c!));
  });
});
for (let a = 0; a < 4; a++)
  for (let b = 0; b < 4; b++) {
    const d = Math.abs(a - b);
    ZONE_DISTANCE[a * 4 + b] = Math.min(d, 4 - d);
  }
[...board.slots.home, ...board.slots.tier1, ...board.slots.tier2].forEach((slot, i) => {
  const [r, c] = slot.at as [number, number];
  const { right, below } = board.offsets[slot.rot]!;
  const tiles = [tileAt(r, c), tileAt(r + right[0]!, c + right[1]!), tileAt(r + below[0]!, c + below[1]!)];
  tiles.forEach((t, j) => {
    SLOT_TILES[i * 3 + j] = t;
    SLOT_OF[t] = i;
  });
});
CENTRE.forEach((t, i) => {
  SLOT_OF[t] = CENTRE_SLOTS + i;
});
if (SLOT_OF.includes(NONE)) throw new Error('board.json: the slots do not cover the board');
