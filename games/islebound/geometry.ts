/**
 * The map: twelve sea spaces in a ring, a short cut inside each quadrant, and the human's home port outside. All
 * distances are tables made once. Quadrant q = position div 3, slot = position mod 3.
 */

/** Sea spaces; position 12 is the home port. */
export const POSITIONS = 12;
export const PORT = 12;
/** Regions the rival sails through, clockwise from the north. */
export const REGIONS = 6;

export const quadrantNames = ['NE', 'SE', 'SW', 'NW'] as const;
export const portNames = ['Borsham', 'Crimsika', 'Krazk', 'Marhaven'] as const;
export const regionNames = ['N', 'NE', 'E', 'SE', 'S', 'SW'] as const;

/** The two positions of each region: `[region * 2 + i]`. */
export const REGION_POSITIONS = Uint8Array.of(11, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
/** Region of each position; 255 for the home port, which is in none. */
export const REGION_OF = new Uint8Array(POSITIONS + 1).fill(255);
for (let i = 0; i < 12; i++) REGION_OF[REGION_POSITIONS[i]!] = i >> 1;

/** Position that the port of a quadrant adjoins. */
const portAdjoins = (quadrant: number): number => 3 * quadrant + 1;

function neighbours(position: number, home: number): number[] {
  if (position === PORT) return [portAdjoins(home)];
  const list = [(position + 1) % POSITIONS, (position + POSITIONS - 1) % POSITIONS];
  const slot = position % 3;
  if (slot === 0) list.push(position + 2);
  if (slot === 2) list.push(position - 2);
  if (position === portAdjoins(home)) list.push(PORT);
  return list;
}

/** Steps from everywhere to everywhere. @param barred a move into this region from outside it is forbidden; -1 none */
function distances(home: number, from: number, barred: number): number[] {
  const far = new Array<number>(POSITIONS + 1).fill(99);
  far[from] = 0;
  const queue = [from];
  for (const at of queue)
    for (const next of neighbours(at, home)) {
      if (far[next] !== 99) continue;
      if (REGION_OF[next] === barred && REGION_OF[at] !== barred) continue;
      far[next] = far[at]! + 1;
      queue.push(next);
    }
  return far;
}

const SIZE = POSITIONS + 1;
/** Steps between two positions: `[(home * 13 + from) * 13 + to]`. */
export const DISTANCE = new Uint8Array(4 * SIZE * SIZE);
/** Bits of the regions that every shortest way enters from outside: same index as `DISTANCE`. */
export const ENTERED = new Uint8Array(4 * SIZE * SIZE);
for (let home = 0; home < 4; home++)
  for (let from = 0; from < SIZE; from++) {
    const far = distances(home, from, -1);
    for (let to = 0; to < SIZE; to++) DISTANCE[(home * SIZE + from) * SIZE + to] = far[to]!;
    for (let region = 0; region < REGIONS; region++) {
      const round = distances(home, from, region);
      for (let to = 0; to < SIZE; to++)
        if (round[to]! > far[to]!) ENTERED[(home * SIZE + from) * SIZE + to]! |= 1 << region;
    }
  }

/** Index into `DISTANCE` and `ENTERED`. */
export const leg = (home: number, from: number, to: number): number => (home * SIZE + from) * SIZE + to;
