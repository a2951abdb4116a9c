/** What must hold in every position, whatever was played; used by tests and long runs, not by the rules. */
import { USED_ACTIONS } from './actions.js';
import {
  CARD_TIER,
  CARDS,
  cards,
  DECK_MONSTERS,
  DECK_SIZE,
  ENCOUNTER_FIRST,
  ITEM_SLOTS,
  PIECE_CARD,
  PIECE_KIND,
  PIECES,
  TRADER_KINDS,
  TREASURE_STONE,
} from './data.js';
import { HOME_SEAT } from './geometry.js';
import { capacity } from './rules/items.js';
import {
  ABSENT,
  CARD,
  COUNT,
  DEPTH,
  DIE,
  EXCHANGE,
  FRAME,
  GIVEN,
  LAST_CARD,
  NEUTRAL,
  ON_TILE,
  OUTCOME,
  P_MENU,
  P_STACK,
  PARTNER,
  type Position,
  STACKS_LEFT,
  UNUSED,
} from './state.js';

/** Everything that is wrong with a position, in words; empty when all is well. */
export function violations(s: Position): string[] {
  const wrong: string[] = [];
  const need = (ok: boolean, what: string) => {
    if (!ok) wrong.push(what);
  };
  const max = s.options.trackMax;
  for (let seat = 0; seat < 4; seat++) {
    for (let r = 0; r < 4; r++) need(s.resources[seat * 4 + r]! < 60000, `resource ${r} of seat ${seat} below zero`);
    need(s.fame[seat]! <= max && s.might[seat]! <= max, `track of seat ${seat} beyond its end`);
    let flags = 0;
    for (let t = 0; t < 64; t++) if (s.owner[t] === seat + 1 && HOME_SEAT[t] !== seat) flags++;
    need(flags === s.flags[seat], `flags of seat ${seat} miscounted`);
    need(flags <= s.tables.numbers.flags, `seat ${seat} has too many flags`);
    let dice = 0;
    for (let v = 0; v < 3; v++) {
      dice += s.rolled[seat * 3 + v]!;
      need(s.dice[seat * 3 + v]! <= s.rolled[seat * 3 + v]!, `seat ${seat} has dice it did not roll`);
    }
    need(dice <= s.tables.numbers.maxDice, `seat ${seat} rolled too many dice`);
  }
  const on = new Uint16Array(64);
  for (let k = 0; k < 12; k++) {
    const t = s.knightTile[k]!;
    need(t === ABSENT || t < 64, `knight ${k} is nowhere`);
    if (t < 64) on[t]! |= 1 << k;
    else need(s.knightItems[k] === 0 && s.followerBits[k] === 0, `absent knight ${k} carries something`);
    let slots = 0;
    for (let p = 0; p < PIECES; p++)
      if (s.itemPlace[p] === k + 1) {
        slots += ITEM_SLOTS[s.itemKind[p]!]!;
        need((s.knightItems[k]! & (1 << p)) !== 0, `piece ${p} missing from knight ${k}`);
      } else need((s.knightItems[k]! & (1 << p)) === 0, `piece ${p} in two places`);
    need(slots === s.slotsFilled[k], `slots of knight ${k} miscounted`);
    if (s.prompt === P_MENU) need(slots <= capacity(s, k), `knight ${k} carries too much`);
    let followers = 0;
    for (let f = 0; f < 8; f++) {
      const here = s.followerPlace[f] === k + 1;
      need(here === ((s.followerBits[k]! >> f) & 1) > 0, `follower ${f} miscounted at knight ${k}`);
      if (here) followers++;
    }
    need(followers <= s.tables.numbers.followers, `knight ${k} has too many followers`);
  }
  const lying = new Uint8Array(64);
  for (let p = 0; p < PIECES; p++) {
    const place = s.itemPlace[p]!;
    if (place >= ON_TILE && place < ON_TILE + 64) lying[place - ON_TILE]!++;
  }
  for (let t = 0; t < 64; t++) {
    need(on[t] === s.knightsOn[t], `knights on tile ${t} miscounted`);
    need(lying[t] === s.tileItems[t], `items on tile ${t} miscounted`);
    need(s.owner[t]! <= NEUTRAL, `owner of tile ${t}`);
    need(s.owner[t] === 0 || s.explored[t] === 1, `hidden tile ${t} is owned`);
    need(on[t] === 0 || s.explored[t] === 1 || s.g[DEPTH]! > 0, `knight on hidden tile ${t}`);
    const sleeper = s.dormant[t]! - 1;
    need(sleeper < 0 || (s.knightTile[sleeper] === t && s.monster[t] !== 0), `dormant monster on tile ${t}`);
    need(s.monster[t] === 0 || s.explored[t] === 1, `monster on hidden tile ${t}`);
  }
  for (let k = 0; k < TRADER_KINDS; k++) {
    let bought = 0;
    for (let p = 0; p < PIECES; p++) if (PIECE_KIND[p] === k && s.itemPlace[p] !== UNUSED) bought++;
    need(bought + s.traderStock[k]! === s.tables.itemStock[k], `trader's stock of kind ${k}`);
  }
  const seen = new Uint8Array(CARDS);
  for (let tier = 0; tier < 3; tier++) {
    for (let i = 0; i < s.deckSize[tier]!; i++) seen[s.deckCards[tier * DECK_SIZE + i]!]!++;
    for (let i = 0; i < s.discardSize[tier]!; i++) {
      const card = s.discardCards[tier * DECK_SIZE + i]!;
      seen[card]!++;
      need(CARD_TIER[card] === tier, `${cards[card]!.id} in the wrong discard`);
    }
  }
  for (let t = 0; t < 64; t++) {
    if (s.monsterCard[t] === 1 && s.monster[t]! - 1 < DECK_MONSTERS) seen[s.monster[t]! - 1]!++;
    if (s.sword[t] === 1) seen[TREASURE_STONE]!++;
  }
  for (let p = 0; p < PIECES; p++) if (PIECE_CARD[p] !== 255 && s.itemPlace[p] !== UNUSED) seen[PIECE_CARD[p]!]!++;
  for (let f = 0; f < 8; f++) if (s.followerPlace[f] !== UNUSED) seen[ENCOUNTER_FIRST + f]!++;
  if (s.g[CARD]! >= 0) seen[s.g[CARD]!]!++;
  for (let c = 0; c < CARDS; c++)
    need(seen[c] === s.tables.cardCount[c], `${cards[c]!.id}: ${seen[c]} of ${s.tables.cardCount[c]}`);
  let left = 0;
  for (let i = 0; i < 3; i++) if (s.stackTaken[i] === 0) left++;
  if (s.options.impressReward === 'stack' && s.prompt !== P_STACK && !s.over)
    need(left === s.g[STACKS_LEFT], 'stacks left miscounted');
  if (s.over) need(s.g[DEPTH] === 0 && s.g[COUNT] === 0, 'something pending after the end');
  else {
    const listed = new Set(s.legalActions.subarray(0, s.g[COUNT]));
    need(listed.size === s.g[COUNT] && listed.size > 0, 'legal actions empty or repeated');
    for (const a of listed) need(a < USED_ACTIONS, `action ${a} does not exist`);
  }
  if (s.prompt === P_MENU) {
    need(s.g[DEPTH] === 1, 'stack not empty in the turn menu');
    for (let i = FRAME; i < s.frames.length; i++) need(s.frames[i] === 0, 'old frame not cleared');
    for (const v of s.fight) need(v === 0, 'old battle not cleared');
    for (const i of [OUTCOME, DIE, GIVEN]) need(s.g[i] === 0, `global ${i} not cleared`);
    for (const i of [CARD, PARTNER, EXCHANGE, LAST_CARD]) need(s.g[i] === -1, `global ${i} not cleared`);
  }
  return wrong;
}
