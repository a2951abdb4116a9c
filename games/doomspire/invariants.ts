/** What must hold in every position, whatever was played; used by tests and long runs, not by the rules. */
import {
  CARDS,
  cards,
  DECK_MONSTERS,
  DECK_SIZE,
  ENCOUNTER_FIRST,
  PIECE_CARD,
  PIECE_KIND,
  PIECES,
  PILES,
  TRADER_KINDS,
  TREASURE_STONE,
} from './data.js';
import { HOME_SEAT } from './geometry.js';
import { bitCount } from './read.js';
import { capacity } from './rules/items.js';
import { pileTop } from './rules/pieces.js';
import { ABSENT, FRAME, GONE, NEUTRAL, ON_TILE, P, type Position, TAKEN, UNUSED, USED_ACTIONS } from './state.js';

/** What follows from where things are: by player its flags, by knight what it has, by tile what stands and lies there. */
function recount(s: Position) {
  const flags = new Uint8Array(4);
  const carried = new Uint32Array(12);
  const filled = new Uint8Array(12);
  const company = new Uint8Array(12);
  const lying = new Uint8Array(64);
  const on = new Uint16Array(64);
  for (let t = 0; t < 64; t++) {
    const seat = s.owner[t]! - 1;
    if (seat >= 0 && seat < 4 && HOME_SEAT[t] !== seat) flags[seat]!++;
  }
  for (let p = 0; p < PIECES; p++) {
    const place = s.itemPlace[p]!;
    if (place >= 1 && place <= 12) {
      carried[place - 1]! |= 1 << p;
      filled[place - 1]! += s.tables.itemSlots[s.itemKind[p]!]!;
    } else if (place >= ON_TILE && place < ON_TILE + 64) lying[place - ON_TILE]!++;
  }
  for (let f = 0; f < 8; f++) {
    const place = s.followerPlace[f]!;
    if (place >= 1 && place <= 12) company[place - 1]! |= 1 << f;
  }
  for (let k = 0; k < 12; k++) if (s.knightTile[k]! < 64) on[s.knightTile[k]!]! |= 1 << k;
  return { flags, carried, filled, company, lying, on };
}

/** Sets the fields that are kept in step with where things are. */
export function keepInStep(s: Position): void {
  const { flags, carried, filled, company, lying, on } = recount(s);
  s.flags.set(flags);
  s.knightItems.set(carried);
  s.slotsFilled.set(filled);
  s.followerBits.set(company);
  s.tileItems.set(lying);
  s.knightsOn.set(on);
}

/** Everything that is wrong with a position, in words; empty when all is well. */
export function violations(s: Position): string[] {
  const wrong: string[] = [];
  const max = s.options.trackMax;
  const { flags, carried, filled, lying, company, on } = recount(s);
  for (let seat = 0; seat < 4; seat++) {
    for (let r = 0; r < 4; r++)
      if (s.resources[seat * 4 + r]! >= 60000) wrong.push(`resource ${r} of seat ${seat} below zero`);
    if (s.fame[seat]! > max || s.might[seat]! > max) wrong.push(`track of seat ${seat} beyond its end`);
    if (flags[seat] !== s.flags[seat]) wrong.push(`flags of seat ${seat} miscounted`);
    if (flags[seat]! > s.tables.numbers.flags) wrong.push(`seat ${seat} has too many flags`);
    let dice = 0;
    for (let v = 0; v < 3; v++) {
      dice += s.rolled[seat * 3 + v]!;
      if (s.dice[seat * 3 + v]! > s.rolled[seat * 3 + v]!) wrong.push(`seat ${seat} has dice it did not roll`);
    }
    if (dice > s.tables.numbers.maxDice) wrong.push(`seat ${seat} rolled too many dice`);
  }
  for (const [p, place] of s.itemPlace.entries())
    if (place > 12 && place !== GONE && (place < ON_TILE || place >= ON_TILE + 64)) wrong.push(`piece ${p} is nowhere`);
  for (const [f, place] of s.followerPlace.entries())
    if (place > 12 && place !== GONE) wrong.push(`follower ${f} is nowhere`);
  for (let k = 0; k < 12; k++) {
    const t = s.knightTile[k]!;
    if (t >= 64 && t !== ABSENT) wrong.push(`knight ${k} is nowhere`);
    if (t === ABSENT && (s.knightItems[k] !== 0 || s.followerBits[k] !== 0))
      wrong.push(`absent knight ${k} carries something`);
    if (carried[k] !== s.knightItems[k]) wrong.push(`pieces of knight ${k} miscounted`);
    if (filled[k] !== s.slotsFilled[k]) wrong.push(`slots of knight ${k} miscounted`);
    if (s.prompt === P.MENU && filled[k]! > capacity(s, k)) wrong.push(`knight ${k} carries too much`);
    if (company[k] !== s.followerBits[k]) wrong.push(`followers of knight ${k} miscounted`);
    if (company[k] !== 0 && bitCount(company[k]!) > s.tables.numbers.followers)
      wrong.push(`knight ${k} has too many followers`);
  }
  for (let t = 0; t < 64; t++) {
    if (on[t] !== s.knightsOn[t]) wrong.push(`knights on tile ${t} miscounted`);
    if (lying[t] !== s.tileItems[t]) wrong.push(`items on tile ${t} miscounted`);
    if (s.owner[t]! > NEUTRAL) wrong.push(`owner of tile ${t}`);
    if (!(s.owner[t] === 0 || s.explored[t] === 1)) wrong.push(`hidden tile ${t} is owned`);
    if (!(on[t] === 0 || s.explored[t] === 1 || s.depth > 0)) wrong.push(`knight on hidden tile ${t}`);
    const sleeper = s.dormant[t]! - 1;
    if (!(sleeper < 0 || (s.knightTile[sleeper] === t && s.monster[t] !== 0)))
      wrong.push(`dormant monster on tile ${t}`);
    if (!(s.monster[t] === 0 || s.explored[t] === 1)) wrong.push(`monster on hidden tile ${t}`);
  }
  for (let k = 0; k < TRADER_KINDS; k++) {
    let bought = 0;
    for (let p = 0; p < PIECES; p++) if (PIECE_KIND[p] === k && s.itemPlace[p] !== UNUSED) bought++;
    if (bought + s.traderStock[k]! !== s.tables.itemStock[k]) wrong.push(`trader's stock of kind ${k}`);
  }
  const seen = new Uint8Array(CARDS);
  for (let tier = 0; tier < 3; tier++) {
    for (let i = 0; i < s.deckSize[tier]!; i++) seen[s.deckCards[tier * DECK_SIZE + i]!]!++;
    for (let i = 0; i < s.discardSize[tier]!; i++) {
      const card = s.discardCards[tier * DECK_SIZE + i]!;
      seen[card]!++;
      if (s.tables.cardTier[card] !== tier) wrong.push(`${cards[card]!.id} in the wrong discard`);
    }
  }
  for (let t = 0; t < 64; t++) {
    if (s.monsterCard[t] === 1 && s.monster[t]! - 1 < DECK_MONSTERS) seen[s.monster[t]! - 1]!++;
    if (s.sword[t] === 1) seen[TREASURE_STONE]!++;
  }
  for (let p = 0; p < PIECES; p++) if (PIECE_CARD[p] !== 255 && s.itemPlace[p] !== UNUSED) seen[PIECE_CARD[p]!]!++;
  for (let f = 0; f < 8; f++) if (s.followerPlace[f] !== UNUSED) seen[ENCOUNTER_FIRST + f]!++;
  if (s.card >= 0) seen[s.card]!++;
  for (let c = 0; c < CARDS; c++)
    if (seen[c] !== s.tables.cardCount[c]) wrong.push(`${cards[c]!.id}: ${seen[c]} of ${s.tables.cardCount[c]}`);
  if (s.tables.airef) airefViolations(s, wrong);
  else if (s.dragonDie !== 0 || s.swordPile !== 0 || s.eaten.includes(1) || s.pileSize.some((n) => n > 0))
    wrong.push('something of the other edition');
  let left = 0;
  for (let i = 0; i < 3; i++) if (s.stackTaken[i] === 0) left++;
  if (s.options.impressReward === 'stack' && s.prompt !== P.STACK && !s.over)
    if (left !== s.stacksLeft) wrong.push('stacks left miscounted');
  if (s.over) {
    if (s.depth !== 0 || s.count !== 0) wrong.push('something pending after the end');
  } else {
    const count = s.count;
    if (count === 0) wrong.push('no legal action');
    const listed = new Uint8Array(USED_ACTIONS);
    for (let i = 0; i < count; i++) {
      const a = s.legalActions[i]!;
      if (a >= USED_ACTIONS) wrong.push(`action ${a} does not exist`);
      else if (listed[a]++ > 0) wrong.push(`action ${a} listed twice`);
    }
  }
  if (s.prompt === P.MENU) {
    if (s.depth !== 1) wrong.push('stack not empty in the turn menu');
    for (let i = FRAME; i < s.frames.length; i++) if (s.frames[i] !== 0) wrong.push('old frame not cleared');
    if (s.battle.some((byte) => byte !== 0)) wrong.push('old battle not cleared');
    for (const field of ['outcome', 'die', 'given'] as const) if (s[field] !== 0) wrong.push(`${field} not cleared`);
    for (const field of ['card', 'partner', 'exchange', 'lastCard'] as const)
      if (s[field] !== -1) wrong.push(`${field} not cleared`);
  }
  return wrong;
}

/** What only edition airef has. */
function airefViolations(s: Position, wrong: string[]): void {
  for (let tier = 0; tier < 3; tier++) {
    let cards = 0;
    for (let i = 0; i < PILES; i++) cards += s.pileSize[tier * PILES + i]!;
    if (cards !== s.deckSize[tier]) wrong.push(`the three decks of tier ${tier + 1} miscounted`);
  }
  for (let k = 0; k < 12; k++) if (s.eaten[k] === 1 && s.knightTile[k] !== ABSENT) wrong.push(`knight ${k} came back`);
  const die = s.dragonDie;
  if (die > 3 || die > 0 !== s.spireRevealed) wrong.push('the dragon has no might');
  const pile = s.swordPile - 1;
  if (pile >= 0) {
    const there = pile < 9 && s.pileSize[pile]! > 0;
    if (!there || s.deckCards[pileTop(s, (pile / PILES) | 0, pile % PILES)] !== TREASURE_STONE)
      wrong.push('the sword in a stone is not on its deck');
  }
  const harvesting = s.prompt === P.HARVEST && s.power > 0;
  if (!harvesting && s.harvestBy.some((by) => by > TAKEN)) wrong.push('a tile is still taken');
}
