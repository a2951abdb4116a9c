/** The seats: tracks, resources, buildings, dice, income, how far each is from the dragon. */
import type { Reading } from './observe-reading.js';
import { rowOf, type Starts } from './observe-row.js';
import { after, knightCount } from './read.js';
import { ABSENT, type Position, resourceNames } from './state.js';

/** Amounts that prices ask for, by resource. */
const thresholds = [
  [1, 2, 3],
  [1, 2, 3, 6, 8],
  [1, 2, 3],
  [1, 2, 3, 6, 9, 12],
];
const STEP_OF = Uint8Array.from(thresholds.flatMap((list, resource) => list.map(() => resource)));
const STEP_AT = Uint8Array.from(thresholds.flat());

const [MISSING, MISSING_SIZE] = rowOf({ fame: 1, gold: 1, stars: 1 });
const [SEAT, SEAT_SIZE] = rowOf({
  fame: 1,
  might: 1,
  resources: 4,
  all: 1,
  buildings: 6,
  knights: 1,
  flags: 1,
  stars: 1,
  dice: 3,
  extra: 1,
  impressions: 1,
  income: 4,
  impressive: 1,
  rings: 1,
  conceded: 1,
});

export const seatPieces = {
  'own purse': [
    [STEP_AT.length],
    `1 where this seat has at least: ${thresholds.map((list, r) => `${resourceNames[r]} ${list.join(', ')}`).join('; ')}.`,
  ],
  'own distance': [
    [MISSING_SIZE],
    'Fame, gold and starred tiles still missing to impress the dragon, as shares of what is asked.',
  ],
  'own boats': [[2, 4], 'Zone of each own boat, one-hot, zones counted clockwise from the own corner.'],
  players: [
    [4, SEAT_SIZE],
    'Of each seat, own first: fame / 20; might / 10; food, wood, ore, gold / 10 (each at most 2); all together / 40 (at most 2); the six buildings; knights / 3; flags / 10; starred tiles that count now / 4; unspent dice by face 1, 2, 3, in halves; extra dice chosen / 2 (once public); impressions / 3; income of food, wood, ore, gold from tiles that can be harvested / 6; could impress the dragon now; has both rings on one knight; has conceded.',
  ],
  'rival boats': [[3, 4], 'Boats of +1, +2, +3 in each zone, in halves.'],
} as const;

export const writeSeats =
  ({
    'own purse': PURSE,
    'own distance': NEED,
    'own boats': MY_BOATS,
    players: PLAYERS,
    'rival boats': RIVAL_BOATS,
  }: Starts<typeof seatPieces>) =>
  (s: Position, seen: Reading, seat: number, out: Float32Array, offset: number): void => {
    const numbers = s.tables.numbers;
    const choosing = s.choosingDice && s.options.diceChoice === 'hidden';
    for (let rel = 0; rel < 4; rel++) {
      const p = (seat + rel) & 3;
      const at = offset + PLAYERS + rel * SEAT_SIZE;
      const r = p * 4;
      const fame = s.fame[p]!;
      const gold = s.resources[r + 3]!;
      out[at + SEAT.fame] = fame < 40 ? fame / 20 : 2;
      out[at + SEAT.might] = s.might[p]! < 20 ? s.might[p]! / 10 : 2;
      let all = 0;
      for (let i = 0; i < 4; i++) {
        const n = s.resources[r + i]!;
        all += n;
        out[at + SEAT.resources + i] = n < 20 ? n / 10 : 2;
      }
      out[at + SEAT.all] = all < 80 ? all / 40 : 2;
      const buildings = s.buildings[p]!;
      if (buildings) for (let i = 0; i < 6; i++) out[at + SEAT.buildings + i] = (buildings >> i) & 1;
      out[at + SEAT.knights] = knightCount(s, p) / 3;
      out[at + SEAT.flags] = s.flags[p]! / 10;
      const starred = seen.stars[p]!;
      out[at + SEAT.stars] = starred / 4;
      for (let face = 0; face < 3; face++) out[at + SEAT.dice + face] = s.dice[p * 3 + face]! / 2;
      if (!choosing || rel === 0) out[at + SEAT.extra] = s.extraDice[p]! / 2;
      out[at + SEAT.impressions] = s.stacks[p]! / 3;
      for (let i = 0; i < 4; i++) out[at + SEAT.income + i] = Math.min(seen.income[r + i]! / 6, 2);
      const rings = seen.rings[p]!;
      if (
        fame >= numbers.fameThreshold ||
        gold >= numbers.goldThreshold ||
        starred >= numbers.starredThreshold ||
        rings !== 0
      )
        out[at + SEAT.impressive] = 1;
      out[at + SEAT.rings] = rings;
      if (s.concededOrder[p]) out[at + SEAT.conceded] = 1;
      for (let b = 0; b < 2; b++) {
        const zone = s.boatZone[p * 2 + b]!;
        if (zone === ABSENT) continue;
        if (rel === 0) out[offset + MY_BOATS + b * 4 + after(seat, zone)] = 1;
        else out[offset + RIVAL_BOATS + (rel - 1) * 4 + after(seat, zone)]! += 0.5;
      }
    }
    const own = seat * 4;
    for (let i = 0; i < STEP_AT.length; i++)
      if (s.resources[own + STEP_OF[i]!]! >= STEP_AT[i]!) out[offset + PURSE + i] = 1;
    const needFame = numbers.fameThreshold - s.fame[seat]!;
    const needGold = numbers.goldThreshold - s.resources[own + 3]!;
    const needStars = numbers.starredThreshold - seen.stars[seat]!;
    const need = offset + NEED;
    if (needFame > 0) out[need + MISSING.fame] = needFame / numbers.fameThreshold;
    if (needGold > 0) out[need + MISSING.gold] = needGold / numbers.goldThreshold;
    if (needStars > 0) out[need + MISSING.stars] = needStars / numbers.starredThreshold;
  };
