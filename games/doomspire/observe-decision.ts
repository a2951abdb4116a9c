/** The pending decision: which it is, and the knights, tile, monster, card and battle that it is about. */
import * as D from './data.js';
import { TO_RELATIVE } from './geometry.js';
import { SPECIAL_OF } from './observe-board.js';
import { fightPieces, writeFight } from './observe-fight.js';
import { findsOn, guarded, type Reading } from './observe-reading.js';
import { rowOf, type Starts } from './observe-row.js';
import { turnPieces, walkAsked, writeTurn } from './observe-turn.js';
import { after, relativeKnight } from './read.js';
import { supporters } from './rules/strength.js';
import { ABSENT, AGAINST, type Position, promptNames } from './state.js';

/** Cards that can be pending while somebody decides. */
const PENDING = [
  D.EVENT_PESTS,
  D.EVENT_MARKET_DAY,
  D.EVENT_THUGS,
  D.EVENT_LANDSLIDE,
  D.EVENT_TRIAL,
  D.EVENT_BLESSING,
  D.EVENT_CURSE,
  D.EVENT_CROWS,
  D.EVENT_RAID,
  D.EVENT_SEA,
  D.TREASURE_SHIELD,
  D.TREASURE_RING,
  D.TREASURE_STONE,
  D.TREASURE_STAFF,
  D.TREASURE_BLADE,
  ...Array.from({ length: D.CARDS - D.ENCOUNTER_FIRST }, (_, i) => D.ENCOUNTER_FIRST + i),
];
const PENDING_AT = new Uint8Array(D.CARDS).fill(255);
PENDING.forEach((card, i) => {
  PENDING_AT[card] = i;
});

const [PLACE] = rowOf({ row: 8, column: 8 });
const [LAND, LAND_SIZE] = rowOf({
  yields: 4,
  own: 1,
  open: 1,
  guarded: 1,
  unclaimed: 1,
  tokens: 1,
  tier: 1,
  special: 3,
  support: 1,
  finds: 1,
});
const [MONSTER, MONSTER_SIZE] = rowOf({ present: 1, might: 1, fame: 1, loot: 4, beast: 1, troll: 1 });
const [CARD, CARD_SIZE] = rowOf({ option: 3, player: 4, roll: 1, replies: 1, zone: 4 });

export const decisionPieces = {
  prompt: [[promptNames.length], 'The pending decision, one-hot in the order of the prompts P1-P40.'],
  'knights in question': [
    [12],
    'Which knights it is about (the one asked about and its opponent): three own, then those of +1, +2, +3.',
  ],
  'tile in question': [[2, 8], 'Row and column of the tile it is about, one-hot.'],
  'that tile': [
    [LAND_SIZE],
    'Yields in halves (4); own; of another and open; of another and protected; unclaimed resource; tokens in halves; card tier / 3; temple; trader; mercenary camp; own supporting units / 3; worth of the items lying there.',
  ],
  'that monster': [
    [MONSTER_SIZE],
    'Of the monster being fought, else of that tile: present; might / 10; fame / 4; food, wood, ore, gold / 3; beast; troll.',
  ],
  ...turnPieces,
  card: [[PENDING.length], `The card being resolved, one-hot: ${PENDING.map((c) => D.cards[c]!.name).join(', ')}.`],
  'card so far': [
    [CARD_SIZE],
    'Option chosen A, B, C; player named (relative seat); dice rolled for it / 6; replies given / 4; zone of the boat asked about.',
  ],
  ...fightPieces,
} as const;

/** The numbers of one tile, of one monster. @param at where they begin in `out` */
function writeTile(s: Position, seen: Reading, seat: number, tile: number, out: Float32Array, at: number): void {
  const kind = s.kind[tile]!;
  for (let i = 0; i < 4; i++) out[at + LAND.yields + i] = D.KIND_YIELD[kind * 4 + i]! / 2;
  const owner = s.owner[tile]! - 1;
  if (owner === seat) out[at + LAND.own] = 1;
  else if (owner >= 0) out[at + (guarded(seen.guards, owner, tile) ? LAND.guarded : LAND.open)] = 1;
  else if (D.KIND_RESOURCE[kind]) out[at + LAND.unclaimed] = 1;
  out[at + LAND.tokens] = s.tokens[tile]! / 2;
  out[at + LAND.tier] = D.KIND_TIER[kind]! / 3;
  const special = SPECIAL_OF[kind]!;
  if (special < 3) out[at + LAND.special + special] = 1;
  out[at + LAND.support] = supporters(s, seat, tile, 31) / 3;
  out[at + LAND.finds] = findsOn(s, tile);
}
function writeMonster(s: Position, monster: number, out: Float32Array, at: number): void {
  const { monsterLoot, monsterMight, monsterFame } = s.tables;
  out[at + MONSTER.present] = 1;
  out[at + MONSTER.might] = monsterMight[monster]! / 10;
  out[at + MONSTER.fame] = monsterFame[monster]! / 4;
  for (let i = 0; i < 4; i++) out[at + MONSTER.loot + i] = monsterLoot[monster * 4 + i]! / 3;
  out[at + MONSTER.beast] = D.MONSTER_BEAST[monster]!;
  out[at + MONSTER.troll] = D.MONSTER_TROLL[monster]!;
}
function writeCard(s: Position, seat: number, out: Float32Array, at: number): void {
  // The sea monsters keep their zone where others keep an option; the boat asked about tells it.
  if (s.cardOption >= 0 && s.card !== D.EVENT_SEA) out[at + CARD.option + s.cardOption] = 1;
  if (s.cardPlayer >= 0) out[at + CARD.player + after(seat, s.cardPlayer)] = 1;
  out[at + CARD.roll] = s.cardRoll / 6;
  out[at + CARD.replies] = s.cardReplies / 4;
  const boat = s.cardBoat;
  if (boat >= 0 && s.boatZone[boat] !== ABSENT) out[at + CARD.zone + after(seat, s.boatZone[boat]!)] = 1;
}
/** The knight asked about, the one that walks past, those that fight. */
function writeWhose(s: Position, seat: number, out: Float32Array, at: number): void {
  if (s.focusKnight >= 0) out[at + relativeKnight(s.focusKnight, seat)] = 1;
  const walk = walkAsked(s);
  if (walk >= 0) out[at + relativeKnight(s.frames[walk + 2]!, seat)] = 1;
  if (s.fightKind === AGAINST.none) return;
  out[at + relativeKnight(s.fightAttacker, seat)] = 1;
  if (s.fightKind === AGAINST.knights && s.fightDefender >= 0) out[at + relativeKnight(s.fightDefender, seat)] = 1;
}

export const writeDecision = (starts: Starts<typeof decisionPieces>) => {
  const turn = writeTurn(starts);
  const {
    prompt: PROMPT,
    'knights in question': KNIGHTS,
    'tile in question': TILE,
    'that tile': TILE_ROW,
    'that monster': MONSTER_ROW,
    card: CARDS,
    'card so far': CARD_ROW,
    fight: FIGHT_ROW,
  } = starts;
  return (s: Position, seen: Reading, seat: number, out: Float32Array, offset: number): void => {
    out[offset + PROMPT + s.prompt] = 1;
    writeWhose(s, seat, out, offset + KNIGHTS);
    const tile = s.focusTile;
    let monster = -1;
    if (tile >= 0) {
      const r = TO_RELATIVE[seat * 64 + tile]!;
      out[offset + TILE + PLACE.row + (r >> 3)] = 1;
      out[offset + TILE + PLACE.column + (r & 7)] = 1;
      if (s.explored[tile]) {
        writeTile(s, seen, seat, tile, out, offset + TILE_ROW);
        monster = s.monster[tile]! - 1;
      }
    }
    turn(s, seat, out, offset);
    const { card } = s;
    if (card >= 0) {
      if (PENDING_AT[card] !== 255) out[offset + CARDS + PENDING_AT[card]!] = 1;
      writeCard(s, seat, out, offset + CARD_ROW);
    }
    if (s.fightKind !== AGAINST.none) {
      writeFight(s, seat, out, offset + FIGHT_ROW);
      if (s.fightKind === AGAINST.monster) monster = s.fightMonster;
    }
    if (monster >= 0) writeMonster(s, monster, out, offset + MONSTER_ROW);
  };
};
