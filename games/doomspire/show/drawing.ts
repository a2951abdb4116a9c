/** The island as a picture: tiles and seas, what stands there, what the players have. In the words of names.ts. */
import type { Drawing, Drawn, SceneCard, ScenePlace, SceneToken, Tone } from '../../../env/scene.js';
import { type BlockName, doomspireActions, tileOf, zoneOf } from '../actions.js';
import * as D from '../data.js';
import { fight } from '../fight-text.js';
import * as N from '../names.js';
import { dragonMight } from '../rules/pieces.js';
import { blockader, starredTiles } from '../rules/territory.js';
import * as S from '../state.js';
import { ABSENT, NEUTRAL, type Position } from '../state.js';
import { resourceNames, STREAM, seatNames, zoneNames } from '../terms.js';
import { cardText, diceLeft } from '../words.js';
import { BUILDINGS, belongings } from './text.js';

const seatTones = ['red', 'blue', 'green', 'yellow'] as const;
const seats = seatNames.map((name, seat) => ({
  name: `${['Red', 'Blue', 'Green', 'Yellow'][seat]} ${name}`,
  tone: seatTones[seat]!,
}));
const resources: readonly SceneToken[] = [
  { name: 'food', shape: 'disc', tone: 'green', sign: 'F' },
  { name: 'wood', shape: 'disc', tone: 'brown', sign: 'W' },
  { name: 'ore', shape: 'disc', tone: 'grey', sign: 'O' },
  { name: 'gold', shape: 'disc', tone: 'yellow', sign: 'G' },
];

// Where things are: a sea above and one below, names of columns and rows beside the tiles.
const [SEA, TOP, LEFT] = [0.62, 1, 0.4];
const seaAt: readonly (readonly [number, number])[] = [
  [LEFT, 0],
  [LEFT + 4, 0],
  [LEFT + 4, TOP + 8.06],
  [LEFT, TOP + 8.06],
];
const labels = [...Array(8).keys()].flatMap((i) => [
  { at: [LEFT + i + 0.5, TOP - 0.18] as [number, number], text: 'abcdefgh'[i]! },
  { at: [LEFT - 0.2, TOP + i + 0.5] as [number, number], text: `${i + 1}` },
]);

const seaId = (zone: string): string => `sea ${zone}`;
const playerId = (name: string): string => `player ${name}`;

/** What stands in the upper part of a tile, and its ground. */
function land(s: Position, tile: number): { text: string[]; tone: Tone } {
  if (!s.explored[tile]) return { text: ['?'], tone: 'grey' };
  const kind = s.kind[tile]!;
  const name = D.tileKinds[kind]!;
  if (kind === D.KIND_HOME) return { text: ['home'], tone: seatTones[Math.max(0, s.owner[tile]! - 1)] ?? 'plain' };
  const tier = D.KIND_TIER[kind]!;
  if (tier > 0)
    return D.KIND_OASIS[kind] ? { text: [`oasis ${tier}`], tone: 'teal' } : { text: [`adv ${tier}`], tone: 'purple' };
  if (kind === D.KIND_DOOMSPIRE) return { text: ['Doom', 'spire'], tone: 'red' };
  const short = { mercenary: 'hire', wolfDen: 'wolf den', bearCave: 'bear cave', temple: 'temple', trader: 'trader' }[
    name
  ];
  if (short) return { text: [short], tone: /Den|Cave/.test(name) ? 'rock' : 'orange' };
  return { text: [], tone: 'grass' };
}

function tokens(s: Position, tile: number): SceneToken[] {
  const list: SceneToken[] = [];
  if (s.explored[tile]) {
    const kind = s.kind[tile]!;
    if (kind !== D.KIND_HOME)
      for (let r = 0; r < 4; r++) for (let n = 0; n < D.KIND_YIELD[kind * 4 + r]!; n++) list.push(resources[r]!);
    for (let n = 0; n < s.tokens[tile]!; n++) list.push({ name: 'adventure token', shape: 'ring', tone: 'purple' });
    const m = s.monster[tile]! - 1;
    if (m >= 0) {
      const might = s.tables.monsterMight[m]!;
      const name = `${s.dormant[tile] ? 'sleeping ' : ''}${N.monsterName(m)} ${might}`;
      list.push({ name, shape: 'diamond', tone: s.dormant[tile] ? 'grey' : 'red', sign: `${might}` });
    }
    if (s.sword[tile]) list.push({ name: 'sword in the stone', shape: 'star', tone: 'yellow' });
    for (let p = 0; p < D.PIECES; p++)
      if (s.itemPlace[p] === S.ON_TILE + tile)
        list.push({ name: N.itemName(s.itemKind[p]!), shape: 'star', tone: 'yellow', sign: 'i' });
    const owner = s.owner[tile]! - 1;
    if (owner >= 0 && kind !== D.KIND_HOME) {
      const blocked = blockader(s, tile) >= 0;
      const name = owner + 1 === NEUTRAL ? 'neutral flag' : `flag of ${N.seatName(owner)}`;
      list.push({
        name: `${name}${blocked ? ', blockaded' : ''}`,
        shape: 'flag',
        tone: seatTones[owner] ?? 'grey',
        sign: `${seatNames[owner] ?? '-'}${blocked ? '#' : ''}`,
      });
    }
  }
  for (let k = 0; k < 12; k++)
    if (s.knightTile[k] === tile) {
      const seat = Math.floor(k / 3);
      list.push({ name: `knight ${N.knightName(k)}`, shape: 'pawn', tone: seatTones[seat]!, sign: seatNames[seat]! });
    }
  return list;
}

function tiles(s: Position): ScenePlace[] {
  return Array.from({ length: 64 }, (_, tile) => ({
    id: N.tileName(tile),
    name: N.tileName(tile),
    is: `${s.explored[tile] && D.KIND_STARRED[s.kind[tile]!] ? 'starred, ' : ''}${N.landText(s, tile)}`,
    at: [LEFT + (tile & 7), TOP + (tile >> 3)],
    ...land(s, tile),
    tokens: tokens(s, tile),
    ...(tile === s.focusTile && !s.over && { marked: true }),
  }));
}

function seas(s: Position): ScenePlace[] {
  return zoneNames.map((name, zone) => ({
    id: seaId(name),
    name: `${name} sea`,
    at: [...seaAt[zone]!],
    size: [4, SEA],
    tone: 'sea',
    tokens: [...s.boatZone.keys()].flatMap((boat) => {
      if (s.boatZone[boat] !== zone) return [];
      const seat = boat >> 1;
      const war = (s.buildings[seat]! & S.WARSHIP) !== 0;
      const called = `${war ? 'warship' : 'boat'} ${N.seatName(seat)} ${(boat & 1) + 1}`;
      return [{ name: called, shape: 'boat', tone: seatTones[seat]!, sign: `${seatNames[seat]}${war ? '^' : ''}` }];
    }),
  }));
}

/** What a seat has become at the end. */
function title(s: Position, seat: number): string[] {
  if (!s.over || s.concededOrder[seat]! > 0) return [];
  if (seat === s.king) return ['King'];
  if (seat === s.hand) return ['Hand of the King'];
  return s.hand >= 0 && s.finalPlaces[seat] === 2 ? ['Master of Coin'] : [];
}

function players(s: Position): SceneCard[] {
  return [0, 1, 2, 3].map((p) => {
    const built = BUILDINGS.filter((_, b) => (s.buildings[p]! >> b) & 1);
    const knights = [0, 1, 2].map((k) => p * 3 + k).filter((k) => s.knightTile[k] !== ABSENT);
    const carried = knights.flatMap((k) => {
      const words = belongings(s, k);
      return words.length > 0 ? [`knight ${N.knightName(k)}: ${words.join(', ')}`] : [];
    });
    const facts: [string, string][] = [
      ['fame', `${s.fame[p]}`],
      ['might', `${s.might[p]}`],
      ...resourceNames.map((name, r): [string, string] => [name, `${s.resources[p * 4 + r]}`]),
      ['tiles', `${s.flags[p]}`],
      ['stars', `${starredTiles(s, p)}`],
      ['dice', diceLeft(s, p)],
    ];
    return {
      id: playerId(seatNames[p]!),
      seat: p,
      title: seats[p]!.name,
      tone: seatTones[p]!,
      facts,
      text: [...title(s, p), ...(built.length > 0 ? [`built ${built.join(', ')}`] : []), ...carried],
      ...(s.actor === p && { marked: true }),
      ...(s.concededOrder[p]! > 0 && { faded: true }),
    };
  });
}

/** The card that is being resolved, the battle that is fought. */
function underWay(s: Position): SceneCard[] {
  const list: SceneCard[] = [];
  if (s.card >= 0) list.push({ id: 'card', title: cardText(s), tone: 'purple', marked: true });
  if (s.fightKind !== 0) list.push({ id: 'battle', title: fight(s), tone: 'red', marked: true });
  return list;
}

function supplies(s: Position): SceneCard[] {
  const { airef } = s.tables;
  const decks = [0, 1, 2].map((tier): SceneCard => {
    const size = s.deckSize[tier]!;
    const discarded = s.discardSize[tier]!;
    const last = s.discardCards[tier * D.DECK_SIZE + discarded - 1];
    const top = size > 0 && !airef ? D.themes[D.CARD_THEME[s.deckCards[tier * D.DECK_SIZE + size - 1]!]!]! : '';
    return {
      title: `Cards of tier ${tier + 1}`,
      tone: 'purple',
      facts: [
        ...(airef ? [] : [['cards', `${size}`] as [string, string]]),
        ...(top ? [['top', top] as [string, string]] : []),
        ...(discarded > 0 ? [['last discarded', s.tables.cards[last!]!.name.toLowerCase()] as [string, string]] : []),
      ],
      ...(airef && {
        text: [0, 1, 2].map((pile) => `deck ${pile + 1}: ${N.pileWords(s, tier, pile)}`),
      }),
    };
  });
  const stock = Array.from(s.traderStock, (left, i) => ({ left, i })).filter(({ left }) => left > 0);
  const trader: SceneCard = {
    id: 'trader',
    title: 'Trader',
    tone: 'orange',
    text: stock.map(({ left, i }) => `${left} ${N.itemName(i)} for ${s.tables.itemCost[i]} gold`),
  };
  return [...decks, trader];
}

function doomspire(s: Position): SceneCard[] {
  if (s.tables.airef) return [{ title: 'The dragon', tone: 'red', facts: [['might', `${dragonMight(s)}`]] }];
  return [0, 1, 2].map((i) => ({
    id: `stack ${i + 1}`,
    title: `Stack ${i + 1}`,
    tone: 'red',
    text: [s.stackTaken[i] ? 'taken' : N.amounts(s.stackContents, i * 4)],
    ...(s.stackTaken[i] && { faded: true }),
  }));
}

/** The three decks of the tier a card is drawn from, where one may choose. */
const decksAsked = (s: Position): SceneCard[] =>
  [0, 1, 2].map((pile) => {
    const tier = s.focusTile >= 0 ? D.KIND_TIER[s.kind[s.focusTile]!]! - 1 : -1;
    return {
      id: `deck ${pile + 1}`,
      title: `Deck ${pile + 1}`,
      tone: 'purple',
      ...(tier >= 0 && { text: [N.pileWords(s, tier, pile)] }),
    };
  });

const own = (s: Position): string => playerId(seatNames[Math.max(0, s.actor)]!);
/** Where a knight is; with its player when off the board. */
const knightPlace = (s: Position, knight: number): string =>
  s.knightTile[knight] === ABSENT ? playerId(seatNames[Math.floor(knight / 3)]!) : N.tileName(s.knightTile[knight]!);

/** What an action of each block concerns; the others concern the actor's own things. */
const concerned: Readonly<Partial<Record<BlockName, (s: Position, args: Record<string, number>) => string[]>>> = {
  TILE: (s, { tile }) => [N.tileName(tileOf(s, { tile: tile! }))],
  ZONE: (s, { zone }) => [seaId(zoneOf(s, { zone: zone! }))],
  UNIT(s, { unit }) {
    if (unit! < 3) return [knightPlace(s, s.actor * 3 + unit!)];
    const zone = s.boatZone[s.actor * 2 + unit! - 3]!;
    return zone === ABSENT ? [own(s)] : [seaId(zoneNames[zone]!)];
  },
  BOW: (s, { knight }) => [knightPlace(s, s.actor * 3 + knight!)],
  ITEMOP: (s, { knight }) => [knightPlace(s, s.actor * 3 + knight!)],
  KNIGHT: (s, { player, knight }) => [knightPlace(s, ((s.actor + player!) & 3) * 3 + knight!)],
  PLAYER: (s, { player }) => [playerId(seatNames[(s.actor + player!) & 3]!)],
  ITEM: (s) => (s.prompt === S.P.TILEACT ? ['trader'] : here(s)),
  TILEACT: (s) => here(s),
  FIGHT: (s) => [...inHand(s), ...here(s)],
  SIDE: (s) => inHand(s),
  BONUS: (s) => [...inHand(s), own(s)],
  YESNO: (s) => [...inHand(s), ...here(s)],
  OPT: (s) => inHand(s),
  STACK: (_, { stack }) => [`stack ${stack! + 1}`],
  DECK: (_, { deck }) => [`deck ${deck! + 1}`],
  DONE: () => [],
};
const here = (s: Position): string[] => (s.focusTile >= 0 ? [N.tileName(s.focusTile)] : [own(s)]);
const inHand = (s: Position): string[] => underWay(s).map(({ id }) => id!);

/** Dice that everybody sees: three sides each. What else is drawn on these streams are rerolls, told by the battle. */
function dice(stream: number, drawn: readonly Drawn[]): string {
  const faces = drawn.filter((die) => die.of === 3).map((die) => die.outcome + 1);
  if (faces.length === 0) return '';
  const rolls = `${faces.join(' and ')}`;
  for (const [seat, name] of seatNames.entries()) {
    if (stream === STREAM['combat 0'] + seat) return `${name} rolls ${rolls} in battle`;
    if (stream === STREAM['flee 0'] + seat) return `${name} rolls ${rolls} to flee`;
  }
  if (stream === STREAM.dragon) return `the dragon rolls ${rolls}`;
  return stream === STREAM.card ? `rolled for it: ${rolls}` : '';
}

export const drawing: Drawing<Position> = {
  scene(s) {
    const now = underWay(s);
    return {
      seats,
      parts: [
        {
          kind: 'board',
          title: 'Island',
          size: [LEFT + 8, TOP + 8.06 + SEA],
          places: [...seas(s), ...tiles(s)],
          tokens: 0.46,
          labels,
        },
        ...(now.length > 0 ? [{ kind: 'cards' as const, role: 'now' as const, title: 'Under way', cards: now }] : []),
        ...(s.prompt === S.P.DECK
          ? [{ kind: 'cards' as const, role: 'now' as const, title: 'Draw from', cards: decksAsked(s), quiet: true }]
          : []),
        { kind: 'cards', role: 'panels', title: 'Players', cards: players(s) },
        ...(s.spireRevealed ? [{ kind: 'cards' as const, title: 'Doomspire', cards: doomspire(s) }] : []),
        { kind: 'cards', title: 'Supplies', cards: supplies(s) },
      ],
    };
  },
  concerns(s, action) {
    const { name, args } = doomspireActions.parse(action);
    return concerned[name]?.(s, args) ?? [own(s)];
  },
  dice,
};
