/** What things are called, for people and their programs. Reads positions, changes none. */
import * as D from './data.js';
import { dragonMight, pileTop, underSword } from './rules/pieces.js';
import * as S from './state.js';
import { ABSENT, NEUTRAL, type Position } from './state.js';
import { knightNames, PAIR_FIRST, PAIR_SECOND, resourceNames, seatNames, tileNames } from './terms.js';

export const seatName = (seat: number): string => seatNames[seat] ?? 'nobody';
export const tileName = (tile: number): string => tileNames[tile] ?? 'nowhere';
export const knightName = (knight: number): string => knightNames[knight] ?? 'nobody';

/** Amounts in words: `2 ore, 1 gold`; `nothing`. */
export function amounts(list: ArrayLike<number>, from = 0): string {
  const words = resourceNames.flatMap((name, r) => (list[from + r]! > 0 ? [`${list[from + r]} ${name}`] : []));
  return words.join(', ') || 'nothing';
}
/** `1 ore`. */
export const oneOf = (resource: number): string => `1 ${resourceNames[resource]}`;
/** `ore + gold`. */
export const pairName = (pair: number): string =>
  `${resourceNames[PAIR_FIRST[pair]!]} + ${resourceNames[PAIR_SECOND[pair]!]}`;
/** A row of a table of prices. */
export const cost = (prices: ArrayLike<number>, row: number): string => amounts(prices, row * 4);

export const itemName = (kind: number): string =>
  (D.itemKinds[kind]?.name ?? `item ${kind}`).replace(/^The /, '').toLowerCase();
export const followerName = (f: number): string => (D.followers[f]?.name ?? `follower ${f}`).toLowerCase();
export const monsterName = (m: number): string => D.monsters[m]?.name.toLowerCase() ?? 'monster';
/** `at c4`. */
export const whereabouts = (s: Position, knight: number): string =>
  s.knightTile[knight] === ABSENT ? 'off the board' : `at ${tileName(s.knightTile[knight]!)}`;

/** Tiles whose kind is not their name. */
export const siteNames: Readonly<Record<string, string>> = {
  mercenary: 'mercenary camp',
  doomspire: 'Doomspire',
  wolfDen: 'wolf den',
  bearCave: 'bear cave',
};

/** What a tile is, in a few words, without its place. */
function kindWords(s: Position, tile: number): string {
  if (!s.explored[tile]) return 'unexplored';
  const kind = s.kind[tile]!;
  const name = D.tileKinds[kind]!;
  if (kind === D.KIND_HOME)
    return s.owner[tile]! >= 1 && s.owner[tile]! <= 4 ? `home of ${seatName(s.owner[tile]! - 1)}` : 'home';
  if (D.KIND_TIER[kind]) {
    const word = name.startsWith('oasis') ? 'oasis' : 'adventure';
    const tokens = s.tokens[tile] ? ` with ${s.tokens[tile]} token${s.tokens[tile]! > 1 ? 's' : ''}` : ', no tokens';
    return `${word} ${D.KIND_TIER[kind]}${tokens}`;
  }
  const yields = amounts(D.KIND_YIELD, kind * 4);
  return yields !== 'nothing' ? yields : (siteNames[name] ?? name);
}
/** What a tile is and whose: `2 ore of NE`. */
export function landText(s: Position, tile: number): string {
  const kind = kindWords(s, tile);
  const owner = s.owner[tile]!;
  if (!s.explored[tile] || !owner || s.kind[tile] === D.KIND_HOME) return kind;
  return `${kind}${owner === NEUTRAL ? ', neutral' : ` of ${seatName(owner - 1)}`}`;
}
/** `c4 (2 ore of NE, bear 5)`. */
export function tileText(s: Position, tile: number): string {
  const words = [landText(s, tile)];
  if (s.explored[tile]) {
    const m = s.monster[tile]! - 1;
    if (m >= 0) words.push(`${s.dormant[tile] ? 'sleeping ' : ''}${monsterName(m)} ${s.tables.monsterMight[m]}`);
    if (s.sword[tile]) words.push('sword in the stone');
    for (let p = 0; p < D.PIECES; p++) if (s.itemPlace[p] === S.ON_TILE + tile) words.push(itemName(s.itemKind[p]!));
  }
  for (let k = 0; k < 12; k++) if (s.knightTile[k] === tile) words.push(`knight ${knightName(k)}`);
  return `${tileName(tile)} (${words.join(', ')})`;
}

/** What a card offers: yes and no, or A, B, C. */
const options: Readonly<Record<number, readonly string[]>> = {
  [D.EVENT_MARKET_DAY]: ['call the market day', 'no market day'],
  [D.EVENT_TRIAL]: ['give 1 resource to a player: +1 fame', 'take 1 resource from a player: -1 fame'],
  [D.EVENT_BLESSING]: [
    'lonely players get a knight, the others 2 gold a knight',
    'lonely players get 1 might, the others 1 fame',
  ],
  [D.EVENT_CURSE]: ['pay 2 gold: every player loses 2 might', 'no curse'],
  [D.TREASURE_SHIELD]: ['take 1 ore', 'pay 2 ore for 1 might'],
  [D.TREASURE_STAFF]: ['lose 2 fame, take the staff', 'pay 2 food for 1 fame', 'leave the staff'],
  [D.TREASURE_STONE]: ['try to pull the sword', 'leave the sword'],
  [D.ENCOUNTER_DOG]: ['pay 2 food: the dog joins', 'be chased home by the dog'],
};
export const optionText = (s: Position, option: number): string =>
  options[s.card]?.[option] ?? `option ${'ABC'[option]}`;

/** Whom the knight that is asked fights. */
export function opponent(s: Position): string {
  if (s.fightKind === 1) {
    const m = s.fightMonster;
    return `the ${monsterName(m)} (${s.tables.monsterMight[m] ?? '?'})`;
  }
  if (s.fightKind === 3) return `the dragon (${dragonMight(s)}${s.tables.airef ? '' : ' and two dice'})`;
  const focus = s.focusKnight;
  return `knight ${knightName(focus === s.fightAttacker ? s.fightDefender : s.fightAttacker)}`;
}

const themeOf = (s: Position, at: number): string => D.themes[D.CARD_THEME[s.deckCards[at]!]!]!;
/** What is known of one of the three decks of a tier: `cave, 9 cards`; `empty`. */
export function pileWords(s: Position, tier: number, pile: number): string {
  const n = s.pileSize[tier * D.PILES + pile]!;
  if (n === 0) return 'empty';
  const under = underSword(s, tier, pile);
  const below = under < 0 ? '' : `, under it ${themeOf(s, under)}`;
  const sword = s.swordPile === tier * D.PILES + pile + 1 ? `, the sword in a stone on top${below}` : '';
  return `${themeOf(s, pileTop(s, tier, pile))}, ${n} card${n > 1 ? 's' : ''}${sword}`;
}
