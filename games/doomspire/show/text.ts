/** The board as a person reads it. */
import * as D from '../data.js';
import { amounts, followerName, itemName, knightName, pileWords, seatName, siteNames, tileName } from '../names.js';
import { prompts } from '../rules/engine.js';
import { dragonMight } from '../rules/pieces.js';
import { blockader, starredTiles } from '../rules/territory.js';
import * as S from '../state.js';
import { ABSENT, NEUTRAL, type Position } from '../state.js';
import { resourceNames, zoneNames } from '../terms.js';
import { diceLeft } from '../words.js';

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
  const from = tier * D.DECK_SIZE;
  const top = n > 0 && !s.tables.airef ? `, top ${D.themes[D.CARD_THEME[s.deckCards[from + n - 1]!]!]}` : '';
  const decks = s.tables.airef ? [0, 1, 2].map((i) => pileWords(s, tier, i)).join(' | ') : `${n} cards${top}`;
  const discard = s.discardCards.subarray(from, from + s.discardSize[tier]!);
  const gone = discard.length > 0 ? ` Discarded: ${cardWords(s, discard)}.` : '';
  return `Tier ${tier + 1}: ${decks}. Unseen: ${cardWords(s, s.deckCards.subarray(from, from + n))}.${gone}`;
}

/** The pending decision in one sentence, beginning with the seat that must take it. */
export function promptText(s: Position): string {
  if (s.over) return 'The game is over.';
  return s.prompt < 0 ? 'Nothing is asked.' : `${seatName(s.actor)}: ${prompts[S.promptNames[s.prompt]!].ask(s)}`;
}

// --- the board ------------------------------------------------------------------------------------------------

const WIDTH = 10;
const cell = (words: string, width = WIDTH): string => words.slice(0, width).padEnd(width);

/** Site names that fit a square. */
const shortNames: Readonly<Record<string, string>> = { ...siteNames, mercenary: 'mercenary', doomspire: 'DOOMSPIRE' };
/** First line of a square: what the tile is. */
const kindShort = (s: Position, tile: number): string => (s.explored[tile] ? openShort(s, tile) : '   ?');
function openShort(s: Position, tile: number): string {
  const kind = s.kind[tile]!;
  const name = D.tileKinds[kind]!;
  if (kind === D.KIND_HOME) return 'home';
  if (D.KIND_TIER[kind]) {
    const n = s.tokens[tile]!;
    const words = `${name.startsWith('oasis') ? 'oasis' : 'adv'} ${D.KIND_TIER[kind]} ${n > 2 ? `o${n}` : 'o'.repeat(n)}`;
    return words.length > WIDTH ? words.replaceAll(' ', '') : words;
  }
  if (shortNames[name]) return shortNames[name];
  const parts: string[] = [];
  for (let r = 0; r < 4; r++) {
    const n = D.KIND_YIELD[kind * 4 + r]!;
    if (n > 0) parts.push(n > 1 ? `${n} ${resourceNames[r]}` : resourceNames[r]!);
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
  const words = D.monsters[m]?.name.toLowerCase().split(' ') ?? [];
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
  return `~ ${zoneNames[zone]} sea: ${boats.join(', ') || 'no boats'} ~`;
}

export const BUILDINGS = ['market', 'blacksmith', 'fletcher', 'chapel', 'monastery', 'warships'] as const;

/** An item, with what is known of this piece: who had the black blade last, whether the stuck ring comes off. */
function pieceName(s: Position, piece: number): string {
  const name = itemName(s.itemKind[piece]!);
  if (s.itemOwner[piece]) return `${name} (last held by ${seatName(s.itemOwner[piece]! - 1)})`;
  return s.itemKind[piece] === D.RING_STUCK && s.ringFreed ? `${name} (freed)` : name;
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
    .map(([m, tiles]) => `${D.monsters[m]!.name.toLowerCase()} ${monsterMight[m]} (${gives(m)}) at ${tiles.join(', ')}`)
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
export function belongings(s: Position, knight: number): string[] {
  const words: string[] = [];
  for (let p = 0; p < D.PIECES; p++) if (s.itemPlace[p] === knight + 1) words.push(pieceName(s, p));
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
  const phase = S.phaseNames[s.phase] ?? '';
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
    for (let p = 0; p < D.PIECES; p++)
      if (s.itemPlace[p] === S.ON_TILE + t) lying.push(`${pieceName(s, p)} at ${tileName(t)}`);
  }
  if (lying.length > 0) say(`Lying about: ${lying.join(', ')}.`);
  const hidden = hiddenWords(s);
  if (hidden !== '') say(`Face down: ${hidden}.`);
  for (let tier = 0; tier < 3; tier++) say(deckWords(s, tier));
  const stock = D.itemKinds
    .slice(0, s.traderStock.length)
    .flatMap((_k, i) => (s.traderStock[i] ? [`${s.traderStock[i]} ${itemName(i)} ${s.tables.itemCost[i]}`] : []));
  say(`Trader (gold each): ${stock.join(', ') || 'sold out'}.`);
  if (s.spireRevealed) {
    const at = [...Array(64).keys()].find((t) => s.explored[t] && s.kind[t] === D.KIND_DOOMSPIRE);
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
