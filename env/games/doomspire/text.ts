/** What people read: names, actions in words, and the board as text for a terminal. Reads positions, changes none. */
import * as A from './actions.js';
import {
  CARD_THEME,
  DECK_SIZE,
  ENCOUNTER_DOG,
  EVENT_BLESSING,
  EVENT_CROWS,
  EVENT_CURSE,
  EVENT_MARKET_DAY,
  EVENT_PESTS,
  EVENT_RAID,
  EVENT_TRIAL,
  followers,
  itemKinds,
  KIND_DOOMSPIRE,
  KIND_HOME,
  KIND_TIER,
  KIND_YIELD,
  monsters,
  PIECES,
  PILES,
  RING_STUCK,
  TREASURE_SHIELD,
  TREASURE_STAFF,
  TREASURE_STONE,
  themes,
  tileKinds,
} from './data.js';
import { TO_ABSOLUTE } from './geometry.js';
import { priceRow } from './rules/harvest.js';
import { dragonMight, pileTop, underSword } from './rules/pieces.js';
import { strengthBefore, total } from './rules/strength.js';
import { blockader, starredTiles } from './rules/territory.js';
import * as S from './state.js';
import { ABSENT, NEUTRAL, P, type Position, promptNames } from './state.js';

const seatName = (seat: number): string => A.seatNames[seat] ?? 'nobody';
/** Column letter from the west, row number from the north: a1 is the north-west corner, h8 the south-east one. */
export const tileName = (tile: number): string => `${'abcdefgh'[tile & 7]}${(tile >> 3) + 1}`;
/** Tile of a name, -1 when it is none. */
export function tileNumber(name: string): number {
  const match = /^([a-h])([1-8])$/.exec(name);
  return match ? (Number(match[2]) - 1) * 8 + 'abcdefgh'.indexOf(match[1]!) : -1;
}
/** `NE 2`: the second knight of the north-east player. */
export const knightName = (knight: number): string => `${seatName((knight / 3) | 0)} ${(knight % 3) + 1}`;

/** Amounts in words: `2 ore, 1 gold`; `nothing`. */
function amounts(list: ArrayLike<number>, from = 0): string {
  const words: string[] = [];
  for (let r = 0; r < 4; r++) if (list[from + r]! > 0) words.push(`${list[from + r]} ${A.resourceNames[r]}`);
  return words.length > 0 ? words.join(', ') : 'nothing';
}
const itemName = (kind: number): string => (itemKinds[kind]?.name ?? `item ${kind}`).replace(/^The /, '');
const followerName = (f: number): string => (followers[f]?.name ?? `follower ${f}`).toLowerCase();

/** What a tile is, in a few words, without its place. */
function kindWords(s: Position, tile: number): string {
  if (!s.explored[tile]) return 'unexplored';
  const kind = s.kind[tile]!;
  const name = tileKinds[kind]!;
  if (kind === KIND_HOME)
    return s.owner[tile]! >= 1 && s.owner[tile]! <= 4 ? `home of ${seatName(s.owner[tile]! - 1)}` : 'home';
  if (KIND_TIER[kind]) {
    const word = name.startsWith('oasis') ? 'oasis' : 'adventure';
    return `${word} ${KIND_TIER[kind]}${s.tokens[tile] ? ` with ${s.tokens[tile]} token${s.tokens[tile]! > 1 ? 's' : ''}` : ', no tokens'}`;
  }
  const yields = amounts(KIND_YIELD, kind * 4);
  if (yields !== 'nothing') return yields;
  const words: Record<string, string> = {
    mercenary: 'mercenary camp',
    doomspire: 'Doomspire',
    wolfDen: 'wolf den',
    bearCave: 'bear cave',
  };
  return words[name] ?? name;
}
/** `c4 (2 ore of NE, bear 5)`. */
function tileText(s: Position, tile: number): string {
  const words = [kindWords(s, tile)];
  const owner = s.owner[tile]!;
  if (s.explored[tile] && owner && s.kind[tile] !== KIND_HOME)
    words[0] += owner === NEUTRAL ? ', neutral' : ` of ${seatName(owner - 1)}`;
  if (s.explored[tile]) {
    const m = s.monster[tile]! - 1;
    if (m >= 0)
      words.push(`${s.dormant[tile] ? 'sleeping ' : ''}${monsters[m]!.name.toLowerCase()} ${s.tables.monsterMight[m]}`);
    if (s.sword[tile]) words.push('sword in the stone');
    for (let p = 0; p < PIECES; p++)
      if (s.itemPlace[p] === S.ON_TILE + tile) words.push(itemName(s.itemKind[p]!).toLowerCase());
  }
  for (let k = 0; k < 12; k++) if (s.knightTile[k] === tile) words.push(`knight ${knightName(k)}`);
  return `${tileName(tile)} (${words.join(', ')})`;
}

const cost = (table: ArrayLike<number>, row: number): string => amounts(table, row * 4);

/** The two answers of a card that asks yes or no, or its options A, B, C. */
function optionWords(s: Position, option: number): string {
  const card = s.card;
  const words: Record<number, readonly string[]> = {
    [EVENT_MARKET_DAY]: ['call the market day', 'no market day'],
    [EVENT_TRIAL]: ['give 1 resource to a player: +1 fame', 'take 1 resource from a player: -1 fame'],
    [EVENT_BLESSING]: [
      'lonely players get a knight, the others 2 gold a knight',
      'lonely players get 1 might, the others 1 fame',
    ],
    [EVENT_CURSE]: ['pay 2 gold: every player loses 2 might', 'no curse'],
    [TREASURE_SHIELD]: ['take 1 ore', 'pay 2 ore for 1 might'],
    [TREASURE_STAFF]: ['lose 2 fame, take the staff', 'pay 2 food for 1 fame', 'leave the staff'],
    [TREASURE_STONE]: ['try to pull the sword', 'leave the sword'],
    [ENCOUNTER_DOG]: ['pay 2 food: the dog joins', 'be chased home by the dog'],
  };
  return words[card]?.[option] ?? `option ${'ABC'[option]}`;
}

/** Resource of choice: what naming it does depends on the prompt. */
function resourceWords(s: Position, r: number): string {
  const one = `1 ${A.resourceNames[r]}`;
  switch (s.prompt) {
    case P.LOSE:
      return `lose ${one}`;
    case P.HANDOVER:
      return `hand over ${one}`;
    case P.LOOT:
      return `take ${one}`;
    case P.TILEACT:
    case P.ONEFORONE:
      return `exchange ${one}`;
    case P.GET:
      return `get ${one}`;
    case P.OFFER:
      return s.give < 0 ? `offer ${one}` : `ask for ${one}`;
    case P.CARDRES:
      if (s.card === EVENT_CROWS) return `the crows take all ${A.resourceNames[r]}`;
      return s.cardOption === 0 ? `give ${one}` : `take ${one}`;
    default:
      return one;
  }
}

function itemWords(s: Position, kind: number): string {
  const name = itemName(kind).toLowerCase();
  switch (s.prompt) {
    case P.TILEACT:
      return `buy the ${name} for ${s.tables.itemCost[kind] ?? '?'} gold (${s.tables.items[kind]!.effect})`;
    case P.LOOT:
      return `take the ${name}`;
    case P.HANDOVER:
      return `hand over the ${name}`;
    case P.OVERFLOW:
      return `drop the ${name}`;
    case P.ITEMPICK:
      return `${s.itemOperation < 3 ? 'pick up' : 'drop'} the ${name} (${s.tables.items[kind]!.effect})`;
    default:
      return name;
  }
}

const opponent = (s: Position): string => {
  if (s.fightKind === 1) {
    const m = s.fightMonster;
    return `the ${monsters[m]?.name.toLowerCase() ?? 'monster'} (${s.tables.monsterMight[m] ?? '?'})`;
  }
  if (s.fightKind === 3) return `the dragon (${dragonMight(s)}${s.tables.airef ? '' : ' and two dice'})`;
  const focus = s.focusKnight;
  return `knight ${knightName(focus === s.fightAttacker ? s.fightDefender : s.fightAttacker)}`;
};

function tileAction(s: Position, tile: number): string {
  const where = tileText(s, tile);
  switch (s.prompt) {
    case P.DEST:
      return tile === s.focusTile ? `stay at ${where}` : `go to ${where}`;
    case P.BOWTARGET:
      return `shoot at ${where}`;
    case P.BOATDROP:
      return `land at ${where}`;
    case P.FLEETILE:
      return `flee to ${where}`;
    case P.CARDTILE:
      return s.card === EVENT_RAID ? `give up ${where}` : `take over ${where}`;
    case P.HARVEST:
      return `harvest ${where}`;
    default:
      return where;
  }
}

function yesNo(s: Position, yes: boolean): string {
  switch (s.prompt) {
    case P.BLOCK: {
      const walker = s.frames[Math.max(0, s.top()) + 2]!;
      return yes ? `block knight ${knightName(walker)} and attack it` : `let knight ${knightName(walker)} pass`;
    }
    case P.SUPPORT:
      return yes ? `support knight ${knightName(s.focusKnight)}` : 'stay out of it';
    case P.CARDOPT:
      return optionWords(s, yes ? 0 : 1);
    case P.MARKETDAY:
      return yes ? 'pay 1 gold, stay where you are' : 'no';
    case P.ANSWER:
      return yes ? 'accept the trade' : 'refuse the trade';
    default:
      return yes ? 'yes' : 'no';
  }
}

function done(s: Position): string {
  const words: Partial<Record<number, string>> = {
    [P.MENU]: 'end the turn (dice left are for the harvest)',
    [P.PASSENGER]: 'sail without a passenger',
    [P.SIDE]: 'stay out of it',
    [P.BONUS]: 'add nothing',
    [P.LOOT]: 'take nothing',
    [P.TILEACT]: 'nothing here',
    [P.CARDKNIGHT]: 'keep the beggar',
    [P.CARDTILE]: 'take no tile',
    [P.SEAREPLY]: 'give the boat up for 2 fame',
    [P.ONEFORONE]: 'exchange no more',
    [P.ROOM]: 'turn the newcomer away',
    [P.USE]: 'use nothing',
    [P.BUILD]: 'build nothing',
    [P.OFFER]: 'ask for nothing: a gift',
  };
  const airefWords: typeof words = {
    [P.BUILD]: 'build no more',
    [P.LOSE]: 'lose 1 fame',
    [P.HARVEST]: 'no more harvests (dice left may still build)',
  };
  return (s.tables.airef ? airefWords[s.prompt] : undefined) ?? words[s.prompt] ?? 'done';
}

/** What an action means here; no two legal actions of one position share a text. Says something for illegal ones too. */
export function actionText(s: Position, action: number): string {
  const seat = Math.max(s.actor, 0);
  const block = A.actionBlocks[A.blockOf[action] ?? 255];
  if (!block) return `action ${action}`;
  const i = action - block.offset;
  const prompt = s.prompt;
  const at = (knight: number): string =>
    s.knightTile[knight] === ABSENT ? 'off the board' : `at ${tileName(s.knightTile[knight]!)}`;
  switch (block.offset) {
    case A.TILE:
      return tileAction(s, TO_ABSOLUTE[seat * 64 + i]!);
    case A.DIE:
      return prompt === P.HARVEST && s.tables.airef ? `harvest with a die of ${i + 1}` : `spend a die of ${i + 1}`;
    case A.UNIT: {
      if (i >= 3) {
        const zone = s.boatZone[seat * 2 + i - 3]!;
        return `boat ${i - 2}${zone === ABSENT ? '' : ` in ${A.zoneNames[zone]}`}`;
      }
      const knight = `knight ${i + 1} ${at(seat * 3 + i)}`;
      if (prompt === P.PASSENGER) return `take along ${knight}`;
      if (prompt === P.MARKETDAY) return `send ${knight} to the trader`;
      return knight;
    }
    case A.BOW:
      return `shoot with knight ${i + 1} ${at(seat * 3 + i)}`;
    case A.ZONE: {
      const zone = A.zoneNames[(i + seat) & 3];
      if (prompt === P.CARDZONE) return `sea monsters in ${zone}`;
      return prompt === P.SEAREPLY ? `flee to ${zone} for 1 fame` : `sail to ${zone}`;
    }
    case A.RES:
      return resourceWords(s, i);
    case A.PAIR: {
      const pair = `${A.resourceNames[A.PAIR_FIRST[i]!]} + ${A.resourceNames[A.PAIR_SECOND[i]!]}`;
      return prompt === P.USE ? `sell ${pair} for 1 gold` : `exchange ${pair} for one other`;
    }
    case A.ITEM:
      return itemWords(s, i);
    case A.PLAYER: {
      const who = seatName((seat + i) & 3);
      if (prompt === P.OFFER) return `offer a trade to ${who}`;
      if (s.card === EVENT_PESTS) return `${who} loses 1 food`;
      if (s.card === EVENT_TRIAL) return s.cardOption === 0 ? `give to ${who}` : `take from ${who}`;
      if (prompt === P.CARDPLAYER) return `${who} becomes ${s.hand < 0 ? 'Hand of the King' : 'Master of Coin'}`;
      return who;
    }
    case A.KNIGHT: {
      const knight = ((seat + ((i / 3) | 0)) & 3) * 3 + (i % 3);
      return `${s.card < 0 ? 'the beggar goes with' : 'change places with'} knight ${knightName(knight)} ${at(knight)}`;
    }
    case A.BUILD:
      return `${i === 0 ? 'recruit a' : 'build a'} ${A.buildNames[i]} for ${cost(s.tables.buildCost, priceRow(s, seat, i))}`;
    case A.TILEACT: {
      const { conquerMight, conquerFame, revoltFame, templeFame, mercenaryGold } = s.tables.numbers;
      const where = s.focusTile >= 0 ? tileText(s, s.focusTile) : 'this tile';
      return [
        `claim ${where}`,
        `conquer ${where} for ${conquerMight} might`,
        s.tables.airef
          ? `conquer ${where} for ${conquerFame} fame`
          : `start a revolt at ${where} for ${revoltFame} fame`,
        `pray: ${templeFame} fame for 1 might`,
        `hire: ${mercenaryGold} gold for 1 might`,
        'pull the sword in the stone',
      ][i]!;
    }
    case A.BONUS:
      return [
        'break the rusty sword: +2',
        'pay 1 fame for trollsbane: +2',
        'pay 3 wood for the robe: +2',
        'give up a follower for the black blade: +5',
        'pay 3 gold to the mercenary: +2',
        'pay 3 food to the brawler: +2',
      ][i]!;
    case A.USE:
      return `${A.useNames[i]}: ${cost(s.tables.useCost, i)} for 1 might`;
    case A.FIGHT:
      if (i === 0) return `fight ${opponent(s)}`;
      if (!s.tables.airef) return `flee from ${opponent(s)}`;
      return s.fightKind === 3 ? 'let the dragon be' : `flee home from ${opponent(s)} for 1 fame`;
    case A.YESNO:
      return yesNo(s, i === 0);
    case A.SIDE: {
      return i === 0
        ? `support the attacker, knight ${knightName(Math.max(0, s.fightAttacker))}`
        : `support the attacked, knight ${knightName(Math.max(0, s.fightDefender))}`;
    }
    case A.OPT:
      return optionWords(s, i);
    case A.STACK:
      return `take stack ${i + 1}: ${amounts(s.stackContents, i * 4)}`;
    case A.DICE:
      return i === 0 ? 'no extra die' : `${i} extra di${i > 1 ? 'c' : ''}e for ${i * s.tax} food`;
    case A.ITEMOP:
      return i < 3
        ? `pick something up with knight ${i + 1} ${at(seat * 3 + i)}`
        : `drop something of knight ${i - 2} ${at(seat * 3 + i - 3)}`;
    case A.FOLLOWER: {
      const verb = prompt === P.SACRIFICE ? 'give up' : prompt === P.ROOM ? 'make room: send away' : 'dismiss';
      return `${verb} the ${followerName(i)}`;
    }
    case A.MENU:
      return ['offer a trade', 'pay the beggar off for 1 gold', 'dismiss a follower', 'concede the game'][i]!;
    case A.DECK:
      return `draw from deck ${i + 1}${s.tables.airef ? ` (${pileText(s, s.focusTile, i)})` : ''}`;
    default:
      return done(s);
  }
}

/** Unspent dice of a seat: `1 3 3`, `-` for none. */
const diceLeft = (s: Position, p: number): string =>
  [1, 2, 3]
    .map((v) => `${v} `.repeat(s.dice[p * 3 + v - 1]!))
    .join('')
    .trim() || '-';

/** Where dice are chosen in the open: what the seats before have chosen. */
function chosenDice(s: Position): string {
  if (s.options.diceChoice === 'hidden' || !s.choosingDice) return '';
  const before = Array.from({ length: s.turnsBegun }, (_, i) => (s.firstPlayer + i) & 3);
  const words = before.filter((p) => p !== s.actor).map((p) => `${seatName(p)} ${s.extraDice[p]}`);
  return words.length > 0 ? `so far ${words.join(', ')}; ` : '';
}

/** The pending decision in one sentence, who must take it first. */
export function promptText(s: Position): string {
  if (s.over) return 'The game is over.';
  if (s.prompt < 0) return 'Nothing is asked.';
  const who = seatName(s.actor);
  const knight = s.focusKnight >= 0 ? `knight ${knightName(s.focusKnight)}` : 'a knight';
  const tile = s.focusTile >= 0 ? ` at ${tileText(s, s.focusTile)}` : '';
  const die = s.die;
  const card = s.card >= 0 ? s.tables.cards[s.card]! : undefined;
  const cardText = card ? `${card.name} (${card.effect})` : '';
  const rolled = s.fightRolls > 0;
  const sum = (side: number): number => total(s, side);
  let fight = '';
  if (s.fightKind) {
    const attacker = s.fightAttacker;
    const other =
      s.fightKind === 2
        ? `knight ${knightName(s.fightDefender)}`
        : s.fightKind === 3
          ? 'the dragon'
          : `the ${monsters[s.fightMonster]!.name.toLowerCase()}`;
    fight = `knight ${knightName(attacker)} against ${other}`;
    if (rolled) fight += `, ${sum(0)} to ${sum(1)}`;
    else if (s.fightKind !== 3 || s.tables.airef) {
      const [own, their] = [strengthBefore(s, 0), strengthBefore(s, 1)];
      fight += s.fightKind === 2 ? `, ${own} to ${their} before two dice each` : `, ${own} + one die to ${their}`;
    }
  }
  const trade = (): string => {
    const mover = seatName(s.mover);
    const give = `1 ${A.resourceNames[s.give]}`;
    return s.want >= 0
      ? `${mover} offers ${give} for 1 ${A.resourceNames[s.want]}`
      : `${mover} makes a gift of ${give}`;
  };
  const exchanged = (): string => {
    if (s.rewardOwed > 0 && s.exchange < 0) return 'the reward of the dragon';
    const e = s.exchange;
    if (e >= 10) return `1 ${A.resourceNames[e - 10]}`;
    return e < 0 ? 'that' : `${A.resourceNames[A.PAIR_FIRST[e]!]} + ${A.resourceNames[A.PAIR_SECOND[e]!]}`;
  };
  const words: Record<(typeof promptNames)[number], string> = {
    ROLL: `${chosenDice(s)}how many extra dice (${s.tax} food each)?`,
    MENU: `your turn, dice left ${diceLeft(s, s.actor)}: spend one, do something else, or end the turn?`,
    UNIT: `a die of ${die}: for which unit?`,
    DEST: `${knight}${tile}, die of ${die}: where to?`,
    BOWTARGET: `${knight}${tile}: shoot at what?`,
    BOATZONE: `boat ${s.unit - 2}, die of ${die}: to which zone?`,
    PASSENGER: `the boat sails to ${A.zoneNames[s.boatTarget]}: with whom?`,
    BOATDROP: `${knight} on the boat: where does it land?`,
    BLOCK: `${knight}${tile}: a rival wants to pass, block it?`,
    FIGHT: `${fight}: fight or ${s.fightKind === 3 ? 'let it be' : 'flee'}?`,
    FLEETILE: `${knight} ${s.depth > 0 && s.frames[s.top() + 4] === 1 ? 'was beaten' : 'flees'}: where to?`,
    SUPPORT: `${fight}${tile}: support it?`,
    SIDE: `${fight}${tile}: support one of them?`,
    BONUS: `${fight}: add something?`,
    SACRIFICE: `${fight}: which follower is given up?`,
    LOSE: `${knight} was beaten or fled: ${s.tables.airef ? 'what' : 'which resource'} is lost?`,
    HANDOVER: `${knight} flees from another: what does it leave behind?`,
    LOOT: `${knight} is beaten: what is taken from it?`,
    OVERFLOW: `${knight} carries too much: what is dropped?`,
    TILEACT: `${knight}${tile}: what does it do here?`,
    GET: `what do you take for ${exchanged()}?`,
    STACK: 'the dragon is impressed: which stack do you take?',
    CARDOPT: `${cardText}: which of these?`,
    CARDPLAYER: card ? `${cardText}: which player?` : 'a tie for a title: who gets it?',
    CARDRES: `${cardText}: which resource?`,
    CARDKNIGHT: card ? `${cardText}: which knight?` : `${knight} with the beggar meets others: pass him on?`,
    CARDTILE: `${cardText}: which tile?`,
    CARDZONE: `${cardText}: which sea?`,
    SEAREPLY: `sea monsters: what becomes of the boat${
      s.cardBoat >= 0 && s.boatZone[s.cardBoat] !== ABSENT ? ` in ${A.zoneNames[s.boatZone[s.cardBoat]!]}` : ''
    }?`,
    MARKETDAY: 'market day: send a knight to the trader or pay 1 gold?',
    ONEFORONE: 'market day: exchange one for one?',
    ROOM: `${card?.name ?? 'a follower'} would join ${knight}, who has no room: who leaves?`,
    HARVEST:
      s.tables.airef && s.power === 0
        ? `dice left ${diceLeft(s, s.actor)}: harvest or build?`
        : `power for ${s.power} more: harvest which tile?`,
    USE: 'harvested: use a building?',
    BUILD: 'the harvest ends: build something?',
    ITEMPICK: `${knight}${tile}: which item?`,
    DISMISS: 'which follower is dismissed?',
    OFFER: s.partner < 0 ? 'trade with whom?' : s.give < 0 ? `offer what to ${seatName(s.partner)}?` : 'ask for what?',
    ANSWER: `${s.give >= 0 ? trade() : 'a trade'}: accept?`,
    DECK: `${knight}${tile}: draw from which deck?`,
  };
  return `${who}: ${words[promptNames[s.prompt]!]}`;
}

/** What is known of one of the three decks that cards of a tile come from. */
function pileText(s: Position, tile: number, pile: number): string {
  const tier = (tile >= 0 ? KIND_TIER[s.kind[tile]!]! : 0) - 1;
  return tier < 0 ? 'unknown' : pileWords(s, tier, pile);
}
/** `cave, 9 cards`; `empty`. */
function pileWords(s: Position, tier: number, pile: number): string {
  const n = s.pileSize[tier * PILES + pile]!;
  if (n === 0) return 'empty';
  const under = underSword(s, tier, pile);
  const below = under < 0 ? '' : `, under it ${themes[CARD_THEME[s.deckCards[under]!]!]}`;
  const sword = s.swordPile === tier * PILES + pile + 1 ? `, the sword in a stone on top${below}` : '';
  return `${themes[CARD_THEME[s.deckCards[pileTop(s, tier, pile)]!]!]}, ${n} card${n > 1 ? 's' : ''}${sword}`;
}
/** Kinds of card and how many of each, none twice: `bear 2, curse`. */
function cardWords(s: Position, list: Uint8Array): string {
  const count = new Map<number, number>();
  for (const card of list) count.set(card, (count.get(card) ?? 0) + 1);
  const kinds = [...count].sort(([a], [b]) => a - b);
  return kinds.map(([c, n]) => `${s.tables.cards[c]!.name.toLowerCase()}${n > 1 ? ` ${n}` : ''}`).join(', ') || 'none';
}
/** The decks of a tier: how many cards, what is on top, which cards nobody has seen yet, which are on the discard. */
function deckWords(s: Position, tier: number): string {
  const n = s.deckSize[tier]!;
  const from = tier * DECK_SIZE;
  const top = n > 0 && !s.tables.airef ? `, top ${themes[CARD_THEME[s.deckCards[from + n - 1]!]!]}` : '';
  const decks = s.tables.airef ? [0, 1, 2].map((i) => pileWords(s, tier, i)).join(' | ') : `${n} cards${top}`;
  const discard = s.discardCards.subarray(from, from + s.discardSize[tier]!);
  const gone = discard.length > 0 ? ` Discarded: ${cardWords(s, discard)}.` : '';
  return `Tier ${tier + 1}: ${decks}. Unseen: ${cardWords(s, s.deckCards.subarray(from, from + n))}.${gone}`;
}

// --- the board ------------------------------------------------------------------------------------------------

const WIDTH = 10;
const cell = (words: string, width = WIDTH): string => words.slice(0, width).padEnd(width);

/** First line of a square: what the tile is. */
const kindShort = (s: Position, tile: number): string => (s.explored[tile] ? openShort(s, tile) : '   ?');
function openShort(s: Position, tile: number): string {
  const kind = s.kind[tile]!;
  const name = tileKinds[kind]!;
  if (kind === KIND_HOME) return 'home';
  if (KIND_TIER[kind]) {
    const n = s.tokens[tile]!;
    const words = `${name.startsWith('oasis') ? 'oasis' : 'adv'} ${KIND_TIER[kind]} ${n > 2 ? `o${n}` : 'o'.repeat(n)}`;
    return words.length > WIDTH ? words.replaceAll(' ', '') : words;
  }
  const words: Record<string, string> = {
    mercenary: 'mercenary',
    doomspire: 'DOOMSPIRE',
    wolfDen: 'wolf den',
    bearCave: 'bear cave',
  };
  if (words[name]) return words[name];
  const parts: string[] = [];
  for (let r = 0; r < 4; r++) {
    const n = KIND_YIELD[kind * 4 + r]!;
    if (n > 0) parts.push(n > 1 ? `${n} ${A.resourceNames[r]}` : A.resourceNames[r]!);
  }
  if (parts.length === 0) return name;
  return parts.length > 1 || parts[0]!.startsWith('2') ? `${parts.join('+')}*` : parts[0]!;
}

/** Whose flag, which monster, whether something lies there. */
function stateShort(s: Position, tile: number): string {
  if (!s.explored[tile]) return '';
  const owner = s.owner[tile]!;
  const flag = owner === 0 ? '' : owner === NEUTRAL ? '--' : seatName(owner - 1);
  const blocked = owner !== 0 && blockader(s, tile) >= 0 ? '#' : '';
  const m = s.monster[tile]! - 1;
  const found = s.sword[tile] || s.tileItems[tile] ? '!' : '';
  const words = monsters[m]?.name.toLowerCase().split(' ') ?? [];
  const might = m < 0 ? '' : ` ${s.tables.monsterMight[m]}`;
  const room = WIDTH - might.length - (flag ? flag.length + blocked.length + 1 : 0) - found.length;
  const beast = m < 0 ? '' : `${(words.find((w) => w.length <= room) ?? words[0]!).slice(0, room)}${might}`;
  return [flag + blocked, beast + found].filter((w) => w !== '').join(' ');
}

/** The knights there, `NW12` for the first and second of the north-west player; a number where many meet. */
function knightsShort(s: Position, tile: number): string {
  const groups: string[] = [];
  let n = 0;
  for (let seat = 0; seat < 4; seat++) {
    let numbers = '';
    for (let i = 0; i < 3; i++) if (s.knightTile[seat * 3 + i] === tile) numbers += `${i + 1}`;
    if (numbers) groups.push(`@${seatName(seat)}${numbers}`);
    n += numbers.length;
  }
  const spaced = groups.join(' ');
  if (spaced.length <= WIDTH) return spaced;
  const dense = groups.join('').replaceAll('@', '');
  return dense.length <= WIDTH ? dense : `@ ${n} here`;
}

/** The boats of an ocean zone, warships with a `^`: `NE sea: NW, 2 NE^`. */
function sea(s: Position, zone: number): string {
  const boats: string[] = [];
  for (let seat = 0; seat < 4; seat++) {
    const n = (s.boatZone[seat * 2] === zone ? 1 : 0) + (s.boatZone[seat * 2 + 1] === zone ? 1 : 0);
    if (n > 0) boats.push(`${n > 1 ? '2 ' : ''}${seatName(seat)}${s.buildings[seat]! & S.WARSHIP ? '^' : ''}`);
  }
  return `~ ${A.zoneNames[zone]} sea: ${boats.join(', ') || 'no boats'} ~`;
}

const BUILDINGS = ['market', 'blacksmith', 'fletcher', 'chapel', 'monastery', 'warships'] as const;

/** An item, with what is known of this piece: who had the black blade last, whether the stuck ring comes off. */
function pieceName(s: Position, piece: number): string {
  const name = itemName(s.itemKind[piece]!).toLowerCase();
  if (s.itemOwner[piece]) return `${name} (last held by ${seatName(s.itemOwner[piece]! - 1)})`;
  return s.itemKind[piece] === RING_STUCK && s.ringFreed ? `${name} (freed)` : name;
}

/** The monsters that lie open, with might, what beating one gives and where they are: `wolf 2 (1 food) at b3, g2`. */
function monsterWords(s: Position): string {
  const where = new Map<number, string[]>();
  for (let t = 0; t < 64; t++) {
    if (!s.explored[t] || !s.monster[t]) continue;
    const m = s.monster[t]! - 1;
    if (!where.has(m)) where.set(m, []);
    where.get(m)!.push(`${tileName(t)}${s.dormant[t] ? ` asleep for ${knightName(s.dormant[t]! - 1)}` : ''}`);
  }
  const { monsterMight, monsterFame, monsterLoot } = s.tables;
  const gives = (m: number): string => {
    const loot = amounts(monsterLoot, m * 4);
    if (!monsterFame[m]) return loot;
    return `${monsterFame[m]} fame${loot === 'nothing' ? '' : `, ${loot}`}`;
  };
  return [...where]
    .sort(([a], [b]) => monsterMight[a]! - monsterMight[b]! || a - b)
    .map(([m, tiles]) => `${monsters[m]!.name.toLowerCase()} ${monsterMight[m]} (${gives(m)}) at ${tiles.join(', ')}`)
    .join('; ');
}

/** What is still face down, in no order: `2 ore*`, `adv 2 oo`. */
function hiddenWords(s: Position): string {
  const count = new Map<string, number>();
  for (let t = 0; t < 64; t++) {
    if (s.explored[t]) continue;
    const words = openShort(s, t).trim();
    count.set(words, (count.get(words) ?? 0) + 1);
  }
  const kinds = [...count].sort(([a], [b]) => (a < b ? -1 : 1));
  return kinds.map(([words, n]) => (n > 1 ? `${n} x ${words}` : words)).join(', ');
}

/** What a knight carries and who follows it; empty when nothing. */
function belongings(s: Position, knight: number): string[] {
  const words: string[] = [];
  for (let p = 0; p < PIECES; p++) if (s.itemPlace[p] === knight + 1) words.push(pieceName(s, p));
  for (let f = 0; f < 8; f++) if ((s.followerBits[knight]! >> f) & 1) words.push(followerName(f));
  return words;
}

/** Breaks a sentence into lines of at most 100 columns; all but the first are indented. */
function wrap(words: string): string[] {
  const lines: string[] = [];
  let line = '';
  for (const w of words.split(' ')) {
    if (line !== '' && line.length + 1 + w.length > 100) {
      lines.push(line);
      line = `  ${w}`;
    } else line = line === '' ? w : `${line} ${w}`;
  }
  return [...lines, line];
}

/** A player's line of the table; `you` marks the seat whose view it is. */
function playerLine(s: Position, p: number, viewer: number): string {
  const number = (n: number, width: number): string => String(n).padStart(width);
  const knights = [0, 1, 2].filter((k) => s.knightTile[p * 3 + k] !== ABSENT).length;
  const boats = [0, 1].filter((b) => s.boatZone[p * 2 + b] !== ABSENT).length;
  const columns = [
    `${seatName(p)}${p === viewer ? ' you' : ''}`.padEnd(7),
    number(s.fame[p]!, 4),
    number(s.might[p]!, 5),
    '',
    ...[0, 1, 2, 3].map((r) => number(s.resources[p * 4 + r]!, 4)),
    '',
    number(s.flags[p]!, 5),
    number(starredTiles(s, p), 5),
    '',
    number(knights, 7),
    number(boats, 5),
    '',
    (s.concededOrder[p] ? 'conceded' : diceLeft(s, p)).padStart(9),
    '',
    number(s.stacks[p]!, 9),
  ];
  return columns.join(' ').trimEnd();
}

/**
 * The position for a terminal of 100 columns: the board from the north, then players, knights, decks, hoard, trader and
 * what is asked. The board is not turned, so that all seats speak of the same squares.
 * @param seat whose view it is: marked as `you`; nothing this seat cannot know is shown
 */
export function boardText(s: Position, seat: number): string {
  const lines: string[] = [];
  const say = (words: string): void => {
    lines.push(...wrap(words));
  };
  const phase = ['roll', 'movement', 'harvest', 'titles'][s.phase] ?? '';
  const cap = s.options.roundCap;
  const head = [
    `Round ${s.round} of at most ${cap}, ${s.over ? 'over' : `${phase} phase`}, first player ${seatName(s.firstPlayer)}`,
  ];
  if (s.mover >= 0) head.push(`, turn of ${seatName(s.mover)}`);
  head.push(`. An extra die costs ${s.tax} food${s.taxDoubles ? ', twice that next round' : ''}.`);
  if (s.marketDay) head.push(' Market day.');
  say(head.join(''));
  const across = (left: string, right: string): string => `   ${left}${right.padStart(89 - left.length)}`;
  const rule = `   +${`${'-'.repeat(WIDTH)}+`.repeat(8)}`;
  lines.push(across(sea(s, 0), sea(s, 1)));
  lines.push(`   ${[...'abcdefgh'].map((c) => `${' '.repeat(WIDTH / 2)}${c}`.padEnd(WIDTH + 1)).join('')}`);
  lines.push(rule);
  for (let row = 0; row < 8; row++) {
    const cells = [...Array(8).keys()].map((column) => row * 8 + column);
    const squares = (words: string[]): string => words.map((w) => `${cell(w)}|`).join('');
    lines.push(` ${row + 1} |${squares(cells.map((t) => kindShort(s, t)))} ${row + 1}`);
    // As few lines as the fullest square needs: most of the board is empty most of the time.
    const states = cells.map((t) => stateShort(s, t));
    const knights = cells.map((t) => knightsShort(s, t));
    const both = states.map((state, i) => [state, knights[i]!].filter((w) => w !== '').join(' '));
    for (const words of both.every((w) => w.length <= WIDTH) ? [both] : [states, knights])
      if (words.some((w) => w !== '')) lines.push(`   |${squares(words)}`);
  }
  lines.push(rule);
  lines.push(across(sea(s, 3), sea(s, 2)));
  lines.push('Key: ? face down; adv/oasis: tier of its cards, o each token (o3: three); * starred; NW flag,');
  lines.push('  # blockaded, -- neutral; wolf 2: monster and might; ! item; @NW12 knights; ^ warships');
  lines.push('');
  lines.push('player  fame might  food wood  ore gold  tiles stars  knights boats  dice left  impressed');
  for (let i = 0; i < 4; i++) lines.push(playerLine(s, (seat + i) & 3, seat));
  const out = [0, 1, 2, 3].filter((p) => s.concededOrder[p]).sort((a, b) => s.concededOrder[a]! - s.concededOrder[b]!);
  if (out.length > 1) say(`Conceded, the first of them comes last: ${out.map(seatName).join(', ')}.`);
  const built = [0, 1, 2, 3].flatMap((p) => {
    const words = BUILDINGS.filter((_, b) => (s.buildings[p]! >> b) & 1);
    return words.length > 0 ? [`${seatName(p)} ${words.join(', ')}`] : [];
  });
  if (built.length > 0) say(`Built: ${built.join('; ')}.`);
  const carried = [...Array(12).keys()].flatMap((k) => {
    const words = s.knightTile[k] === ABSENT ? [] : belongings(s, k);
    return words.length > 0 ? [`${knightName(k)} at ${tileName(s.knightTile[k]!)}: ${words.join(', ')}`] : [];
  });
  if (carried.length > 0) say(`Items and followers: ${carried.join('; ')}.`);
  for (let t = 0; t < 64; t++) {
    const there = [...Array(12).keys()].filter((k) => s.knightTile[k] === t);
    if (there.length > 3) say(`Knights at ${tileName(t)}: ${there.map(knightName).join(', ')}.`);
  }
  const idle = [...Array(12).keys()].filter((k) => s.knightTile[k] !== ABSENT && (s.acted[k] || s.halted[k]));
  const idleName = (k: number): string => `${knightName(k)}${s.halted[k] ? ' (picked something up: stays there)' : ''}`;
  if (idle.length > 0) say(`No more dice this round for ${idle.map(idleName).join(', ')}.`);
  const beasts = monsterWords(s);
  if (beasts !== '') say(`Monsters: ${beasts}.`);
  const lying: string[] = [];
  for (let t = 0; t < 64; t++) {
    if (s.sword[t]) lying.push(`sword in the stone at ${tileName(t)}`);
    for (let p = 0; p < PIECES; p++)
      if (s.itemPlace[p] === S.ON_TILE + t) lying.push(`${pieceName(s, p)} at ${tileName(t)}`);
  }
  if (lying.length > 0) say(`Lying about: ${lying.join(', ')}.`);
  const hidden = hiddenWords(s);
  if (hidden !== '') say(`Face down: ${hidden}.`);
  for (let tier = 0; tier < 3; tier++) say(deckWords(s, tier));
  const stock = itemKinds
    .slice(0, s.traderStock.length)
    .flatMap((_k, i) =>
      s.traderStock[i] ? [`${s.traderStock[i]} ${itemName(i).toLowerCase()} ${s.tables.itemCost[i]}`] : [],
    );
  say(`Trader (gold each): ${stock.join(', ') || 'sold out'}.`);
  if (s.spireRevealed) {
    const at = [...Array(64).keys()].find((t) => s.explored[t] && s.kind[t] === KIND_DOOMSPIRE);
    const where = at === undefined ? '' : ` at ${tileName(at)}`;
    if (s.tables.airef) say(`Doomspire${where}: the dragon has a might of ${dragonMight(s)}.`);
    else {
      const stacks = [0, 1, 2].map((i) => (s.stackTaken[i] ? 'taken' : amounts(s.stackContents, i * 4)));
      say(
        `Doomspire${where}: impressed ${s.impressions} of ${s.tables.numbers.impressions} times. Stacks: ${stacks.map((w, i) => `${i + 1} ${w}`).join('; ')}.`,
      );
    }
    const eaten = [...Array(12).keys()].filter((k) => s.eaten[k] === 1);
    if (eaten.length > 0) say(`Eaten by the dragon: ${eaten.map(knightName).join(', ')}.`);
  } else lines.push('Doomspire is not found yet.');
  if (s.over) {
    const order = [0, 1, 2, 3].sort((a, b) => s.finalPlaces[a]! - s.finalPlaces[b]!);
    say(
      `The game is over (${S.endings[s.end]}): ${order.map((p) => `${s.finalPlaces[p]! + 1}. ${seatName(p)}`).join(', ')}.`,
    );
  } else say(promptText(s));
  return `${lines.join('\n')}\n`;
}
