/**
 * Positions for tests of Lords of Doomspire: a bare island on which a test puts just what it needs, then plays single
 * actions with given dice. After each action everything that must always hold is checked.
 */
import { expect } from 'vitest';
import { type Chance, ScriptedChance, SeededChance } from '../../../env/chance.js';
import * as A from '../actions.js';
import {
  cardNumber,
  cards,
  DECK_SIZE,
  ENCOUNTER_FIRST,
  followers,
  itemKinds,
  monsters,
  PIECE_CARD,
  PIECE_KIND,
  PIECES,
  PILES,
  TRADER_KINDS,
  tileKinds,
} from '../data.js';
import { DoomspireState, game } from '../game.js';
import { HOME_TILE } from '../geometry.js';
import { violations } from '../invariants.js';
import type { DoomspireOptionsInput } from '../options.js';
import { asking } from '../rules/engine.js';
import { addFollower, giveItem, layItem } from '../rules/items.js';
import { placeKnight, putMonster, setOwner } from '../rules/pieces.js';
import { setUp } from '../rules/setup.js';
import { revealHoard } from '../rules/spire.js';
import * as S from '../state.js';
import { OP, STREAM } from '../state.js';
import * as T from '../terms.js';
import { takeCard } from './stir.js';

/** Index of an id in one of the tables; a wrong id is a mistake in the test. */
function find(list: readonly { id: string }[], id: string): number {
  const i = list.findIndex((x) => x.id === id);
  if (i < 0) throw new Error(`no ${id} in the tables`);
  return i;
}
/** Index of a word in a list of names, as an action id of its block. */
function word(block: number, names: readonly string[], name: string): number {
  const i = names.indexOf(name);
  if (i < 0) throw new Error(`no action ${name}`);
  return block + i;
}

/** Row and column 0-7 from the north-west, as in the rulebook's examples. */
export const at = (row: number, column: number): number => row * 8 + column;
export const res = (name: string): number => word(A.RES, T.resourceNames, name);
export const build = (name: string): number => word(A.BUILD, T.buildNames, name);
export const act = (name: string): number => word(A.TILEACT, T.tileActNames, name);
export const bonus = (name: string): number => word(A.BONUS, T.bonusNames, name);
export const use = (name: string): number => word(A.USE, T.useNames, name);
export const menu = (name: string): number => word(A.MENU, T.menuNames, name);
export const item = (id: string): number => A.ITEM + find(itemKinds, id);
export const follower = (id: string): number => A.FOLLOWER + find(followers, id);
export const die = (value: number): number => A.DIE + value - 1;
export const unit = (knight: number): number => A.UNIT + knight;
export const boat = (i: number): number => A.UNIT + 3 + i;
export const bow = (knight: number): number => A.BOW + knight;
/** A pair by its letters: `ff`, `fw`, ... */
export const pair = (letters: string): number => A.PAIR + 'ff fw fo fg ww wo wg oo og gg'.split(' ').indexOf(letters);
export const pickUp = (knight: number): number => A.ITEMOP + knight;
export const drop = (knight: number): number => A.ITEMOP + 3 + knight;
export const FIGHT = A.FIGHT;
export const FLEE = A.FIGHT + 1;
export const YES = A.YES;
export const NO = A.NO;
export const DONE = A.DONE;

/** One position under test. Seats 0 NW, 1 NE, 2 SE, 3 SW; knights seat * 3 + 0..2; boats seat * 2 + 0..1. */
export class Scene {
  readonly s: DoomspireState;
  private started = false;

  /**
   * A bare island: every tile is open and offers nothing (empty caves), but for the four homes with one knight and one
   * boat each. Nobody owns anything but a home and the starting resources are gone.
   */
  constructor(options: DoomspireOptionsInput = {}) {
    const s = new DoomspireState(game.options.parse(options));
    this.s = s;
    setUp(s, new SeededChance('scene', game.streams));
    const cave = find(
      tileKinds.map((id) => ({ id })),
      'bearCave',
    );
    for (let t = 0; t < 64; t++) {
      if ([...HOME_TILE].includes(t)) continue;
      s.kind[t] = cave;
      s.explored[t] = 1;
      s.tokens[t] = 0;
      s.monster[t] = 0;
    }
    s.resources.fill(0);
    s.round = 2;
  }

  round(n: number): this {
    this.s.round = n;
    return this;
  }
  /** Makes a tile something: a kind of tile (`food+food`, `adventure1`, `temple`), with its tokens, open or hidden. */
  tile(t: number | string, kind: string, { tokens = 0, hidden = false, owner = -1, monster = '' } = {}): this {
    const s = this.s;
    t = typeof t === 'string' ? T.tileNames.indexOf(t) : t;
    s.kind[t] = tileKinds.indexOf(kind);
    if (!tileKinds.includes(kind)) throw new Error(`no tile ${kind}`);
    s.tokens[t] = tokens;
    s.explored[t] = hidden ? 0 : 1;
    if (owner >= 0) setOwner(s, t, owner + 1);
    if (monster) putMonster(s, t, find(monsters, monster), 0);
    if (kind === 'doomspire' && !hidden) revealHoard(s, new SeededChance('hoard', game.streams));
    return this;
  }
  /** A monster on a tile that offers nothing else. */
  lair(t: number | string, monster: string): this {
    return this.tile(t, 'bearCave', { monster });
  }
  /** Puts a knight on a tile (from off the board too). */
  knight(knight: number, t: number): this {
    placeKnight(this.s, knight, t);
    return this;
  }
  boat(boat: number, zone: number): this {
    this.s.boatZone[boat] = zone;
    return this;
  }
  /** Food, wood, ore, gold of a seat. */
  have(seat: number, food: number, wood: number, ore: number, gold: number): this {
    this.s.resources.set([food, wood, ore, gold], seat * 4);
    return this;
  }
  tracks(seat: number, fame: number, might: number): this {
    this.s.fame[seat] = fame;
    this.s.might[seat] = might;
    return this;
  }
  buildings(seat: number, bits: number): this {
    this.s.buildings[seat] = bits;
    return this;
  }
  /** Takes a piece of this kind out of stock, deck or discard. */
  private piece(kind: string): number {
    const s = this.s;
    const wanted = find(itemKinds, kind);
    const form: Record<string, string> = { 'ring-stuck': 'ring-dragon', cloudslicer: 'half-sword' };
    const first = find(itemKinds, form[kind] ?? kind);
    for (let p = 0; p < PIECES; p++) {
      if (PIECE_KIND[p] !== first || s.itemPlace[p] !== S.UNUSED) continue;
      s.itemKind[p] = wanted;
      if (first < TRADER_KINDS) s.traderStock[first]!--;
      if (PIECE_CARD[p] !== 255) this.takeCard(PIECE_CARD[p]!);
      return p;
    }
    throw new Error(`no ${kind} left`);
  }
  /** Takes one copy of a card out of its deck. */
  private takeCard(card: number): void {
    const s = this.s;
    if (!takeCard(s, card)) throw new Error(`${cards[card]!.id} is not in its deck`);
  }
  item(knight: number, ...kinds: string[]): this {
    for (const kind of kinds) giveItem(this.s, this.piece(kind), knight);
    return this;
  }
  /** An item on the ground. */
  lying(t: number, kind: string): this {
    layItem(this.s, this.piece(kind), t);
    return this;
  }
  follower(knight: number, ...ids: string[]): this {
    for (const id of ids) {
      const f = find(followers, id);
      this.takeCard(ENCOUNTER_FIRST + f);
      addFollower(this.s, f, knight);
    }
    return this;
  }
  /** Puts these cards on top of their decks (the first of three), the first one to be drawn first. */
  top(...ids: string[]): this {
    for (const id of [...ids].reverse()) {
      const card = cardNumber(id);
      this.takeCard(card);
      const { s } = this;
      const tier = s.tables.cardTier[card]!;
      const from = tier * DECK_SIZE;
      const to = from + (s.tables.airef ? s.pileSize[tier * PILES]!++ : s.deckSize[tier]!);
      s.deckCards.copyWithin(to + 1, to, from + s.deckSize[tier]!++);
      s.deckCards[to] = card;
    }
    return this;
  }
  /** Begins the movement turn of a seat with these dice. */
  turn(seat: number, ...dice: number[]): this {
    const { s } = this;
    s.phase = 1;
    s.firstPlayer = seat;
    s.turnsBegun = 1;
    s.mover = seat;
    this.dice(seat, ...dice);
    s.push(OP.turn, 0, 0, 0, 0);
    return this.start();
  }
  dice(seat: number, ...dice: number[]): this {
    for (const value of dice) {
      this.s.dice[seat * 3 + value - 1]!++;
      this.s.rolled[seat * 3 + value - 1]!++;
    }
    return this;
  }
  /** Begins the roll phase of the next round, asked from the seat after `token` on. */
  roll(token: number, ...outcomes: number[]): this {
    this.s.round--;
    this.s.phase = 2;
    this.s.turnsBegun = 4;
    this.s.firstPlayer = token;
    return this.start(...outcomes);
  }
  /** Begins the harvest phase, first with `seat`. */
  harvest(seat: number): this {
    this.s.phase = 1;
    this.s.turnsBegun = 4;
    this.s.firstPlayer = seat;
    return this.start();
  }
  private start(...outcomes: number[]): this {
    this.started = true;
    asking.advance(this.s, new ScriptedChance(outcomes, nextRound));
    return this.check();
  }

  /** Plays an action, which must be legal, with these outcomes of dice (`d3`), all of which must be used. */
  play(action: number, ...outcomes: number[]): this {
    const chance = new ScriptedChance(outcomes, nextRound);
    this.playWith(action, chance);
    if (chance.used !== outcomes.length)
      throw new Error(`${outcomes.length - chance.used} of the given dice were not rolled`);
    return this;
  }
  /** Plays an action with any source of chance. */
  playWith(action: number, chance: Chance): this {
    if (!this.started) throw new Error('begin a turn first');
    if (!this.legal().includes(action))
      throw new Error(`action ${action} is not legal at ${this.prompt()}: ${this.words().join('; ')}`);
    this.s.apply(action, chance);
    return this.check();
  }
  /** Several actions without dice. */
  plays(...actions: number[]): this {
    for (const a of actions) this.play(a);
    return this;
  }
  private check(): this {
    expect(violations(this.s)).toEqual([]);
    return this;
  }

  legal(): number[] {
    const mask = new Uint8Array(T.ACTIONS);
    this.s.legal(mask);
    return [...mask.keys()].filter((a) => mask[a] === 1);
  }
  can(action: number): boolean {
    return this.legal().includes(action);
  }
  /** The legal actions in words, for messages. */
  words(): string[] {
    return this.legal().map((a) => `${a} ${this.s.actionText(a)}`);
  }
  prompt(): string {
    return this.s.prompt < 0 ? 'over' : S.promptNames[this.s.prompt]!;
  }
  actor(): number {
    return this.s.actor;
  }
  /** Action id of an absolute tile for the seat to act. */
  to(t: number): number {
    for (let id = 0, turned = 0; id < 64; id++) {
      turned = id;
      for (let i = 0; i < this.s.actor; i++) turned = (turned & 7) * 8 + 7 - (turned >> 3);
      if (turned === t) return A.TILE + id;
    }
    throw new Error(`no tile ${t}`);
  }
  zone(z: number): number {
    return A.ZONE + ((z - this.s.actor + 4) & 3);
  }
  player(seat: number): number {
    return A.PLAYER + ((seat - this.s.actor + 4) & 3);
  }
  other(knight: number): number {
    return A.KNIGHT + ((knight - this.s.actor * 3 + 12) % 12);
  }
  /** Moves the mover's knight (0-2) to a tile with a die. */
  move(knight: number, value: number, t: number, ...outcomes: number[]): this {
    this.choose(die(value), 'UNIT', unit(knight));
    return this.choose(this.to(t), 'DEST', this.to(t), ...outcomes);
  }
  /** The turn of the first player with dice of 1 and 3: its first knight goes to a tile beside it with the 1. */
  enter(t: number, ...outcomes: number[]): this {
    return this.turn(0, 1, 3).move(0, 1, t, ...outcomes);
  }
  /** Spends a die on a knight (0-2) of the mover; where it goes is still to be said. */
  send(knight: number, value: number): this {
    return this.play(die(value)).play(unit(knight));
  }
  /** Plays an action of a prompt if it is asked; an only answer was given by the engine already. */
  private choose(first: number, prompt: string, second: number, ...outcomes: number[]): this {
    if (first !== second) this.play(first);
    if (this.prompt() === prompt) this.play(second, ...outcomes);
    else if (first === second) throw new Error(`no ${prompt}, but ${this.prompt()}`);
    return this;
  }

  food(seat: number): number {
    return this.s.resources[seat * 4]!;
  }
  wood(seat: number): number {
    return this.s.resources[seat * 4 + 1]!;
  }
  ore(seat: number): number {
    return this.s.resources[seat * 4 + 2]!;
  }
  gold(seat: number): number {
    return this.s.resources[seat * 4 + 3]!;
  }
  goods(seat: number): number[] {
    return [...this.s.resources.subarray(seat * 4, seat * 4 + 4)];
  }
  fame(seat: number): number {
    return this.s.fame[seat]!;
  }
  might(seat: number): number {
    return this.s.might[seat]!;
  }
  where(knight: number): number {
    return this.s.knightTile[knight]!;
  }
  /** Ids of the items a knight carries, in the order of their pieces. */
  items(knight: number): string[] {
    return [...this.s.itemPlace.keys()]
      .filter((p) => this.s.itemPlace[p] === knight + 1)
      .map((p) => itemKinds[this.s.itemKind[p]!]!.id);
  }
  ground(t: number): string[] {
    return [...this.s.itemPlace.keys()]
      .filter((p) => this.s.itemPlace[p] === S.ON_TILE + t)
      .map((p) => itemKinds[this.s.itemKind[p]!]!.id);
  }
  company(knight: number): string[] {
    return followers.filter((_, f) => this.s.followerPlace[f] === knight + 1).map((f) => f.id);
  }
  monster(t: number): string {
    return this.s.monster[t] ? monsters[this.s.monster[t]! - 1]!.id : '';
  }
  discarded(id: string): boolean {
    const tier = this.s.tables.cardTier[cardNumber(id)]!;
    return this.s.discardCards
      .subarray(tier * DECK_SIZE, tier * DECK_SIZE + this.s.discardSize[tier]!)
      .includes(cardNumber(id));
  }
}

/** Lets a test run on into the next round, in which all dice show 1; no other die is rolled unasked. */
const nextRound: Chance = {
  draw(stream) {
    if (stream >= STREAM['dice 0'] && stream < STREAM['dice 0'] + 4) return 0;
    throw new Error(`a die was rolled that the test did not give: stream ${S.streamNames[stream]}`);
  },
};

/** Outcome of a draw of 1-3 that shows this value. */
export const d3 = (value: number): number => value - 1;
