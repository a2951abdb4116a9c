/** Positions of Crown of Ash made by hand, for tests of single rules. */
import { expect } from 'vitest';
import { type Chance, ScriptedChance, SeededChance } from '../../../env/chance.js';
import { observationSize } from '../../../env/game.js';
import * as D from '../data.js';
import { type CrownState, game } from '../game.js';
import type { CrownOptionsInput } from '../options.js';
import { asking } from '../rules/engine.js';
import { move, refillSlot } from '../rules/pieces.js';
import * as S from '../state.js';
import { IN_HAND, IN_SLOT, NONE, UNSEEN } from '../state.js';

/** Luck that nothing depends on; `first` are the outcomes drawn before it. */
export const luck = (...first: number[]): Chance => new ScriptedChance(first, new SeededChance('rest', game.streams));

/** A game whose set-up is answered (lowest ids), order 0, 1, 2, ...; seat 0 has the first turn. All decisions are asked. */
export function table(options: CrownOptionsInput = {}): CrownState {
  const s = game.newState(
    game.options.parse({ startChoice: false, askForced: true, ...options }),
    new SeededChance('fixture', game.streams),
  );
  for (let i = 0; i < s.players; i++) s.order[i] = i;
  return turnOf(s, 0);
}

/** Makes it the turn of a seat; whatever was pending is dropped. */
export function turnOf(s: CrownState, seat: number, chance: Chance = luck()): CrownState {
  while (s.taskCount > 0) s.finish();
  s.legalActions.fill(0);
  s.prompt = s.actor = s.site = s.flank = s.attacker = s.defender = s.cardA = s.cardD = s.last = s.slot = -1;
  s.count = 0;
  s.sent = 0;
  s.stage = S.STAGE.turn;
  s.turn = [...s.order].indexOf(seat);
  asking.advance(s, chance);
  return s;
}

/** Puts a fighter somewhere, wherever it was. */
export function put(s: CrownState, fighter: number, place: number): void {
  const from = s.loc[fighter]!;
  if (from === UNSEEN && fighter >= D.FIRST_RAISABLE) {
    const tier = s.tables.tier[fighter]! - 1;
    const deck = [...s.decks.subarray(tier * S.DECK, tier * S.DECK + s.deckSize[tier]!)].filter((f) => f !== fighter);
    s.decks.fill(0, tier * S.DECK, (tier + 1) * S.DECK);
    s.decks.set(deck, tier * S.DECK);
    s.deckSize[tier] = deck.length;
  }
  move(s, fighter, place);
  if (from >= IN_SLOT && from < IN_HAND) refillSlot(s, from - IN_SLOT);
}

/** Puts a fighter into a slot; the one that was there goes under its deck. */
export function offer(s: CrownState, slot: number, fighter: number): void {
  const was = s.slots[slot]!;
  if (was === fighter) return;
  const there = s.loc[fighter]!;
  if (there >= IN_SLOT && there < IN_HAND) {
    // On offer already: the two change places.
    s.slots[there - IN_SLOT] = was;
    s.loc[was] = there;
  } else {
    const tier = s.tables.tier[fighter]! - 1;
    const at = s.decks.subarray(tier * S.DECK, tier * S.DECK + s.deckSize[tier]!).indexOf(fighter);
    if (at < 0) throw new Error(`fighter ${fighter} is not in its deck`);
    s.decks[tier * S.DECK + at] = was;
    s.loc[was] = UNSEEN;
  }
  s.slots[slot] = fighter;
  s.loc[fighter] = IN_SLOT + slot;
}

/** Takes a tile out of the stack or the market. */
function takeTile(s: CrownState, tile: number): void {
  const place = s.market.indexOf(tile);
  const rest = [...s.stack.subarray(0, s.stackSize)].filter((t) => t !== tile);
  if (place >= 0) s.market[place] = rest.pop()!;
  s.stack.fill(0);
  s.stack.set(rest);
  s.stackSize = rest.length;
}

/** Gives a region to a seat, with a tile on top and some covered (nobody cares which). */
export function settle(s: CrownState, region: number, seat: number, tile: number, covered = 0): void {
  for (let r = 0; r < D.REGIONS; r++)
    if (s.tile[r] === tile && r !== region) {
      s.tile[r] = NONE;
      s.owner[r] = NONE;
      for (let f = 0; f < D.FIGHTERS; f++) if (s.loc[f] === S.AT + r) move(s, f, IN_HAND + Math.floor(f / 3));
    }
  for (let f = 0; f < D.FIGHTERS; f++) if (s.loc[f] === S.AT + region) move(s, f, IN_HAND + s.owner[region]!);
  takeTile(s, tile);
  s.owner[region] = seat;
  s.tile[region] = tile;
  s.covered[region] = covered;
}

/** Puts a tile into a place of the market. */
export function sell(s: CrownState, place: number, tile: number): void {
  if (s.market[place] === tile) return;
  takeTile(s, tile);
  if (s.market[place] !== NONE) s.stack[s.stackSize++] = s.market[place]!;
  s.market[place] = tile;
}

/** Empties a seat's hand (its fighters go to its graveyard) and gives it these. */
export function arm(s: CrownState, seat: number, ...fighters: number[]): void {
  for (let f = 0; f < D.FIGHTERS; f++) if (s.loc[f] === IN_HAND + seat) move(s, f, S.IN_GRAVE + seat);
  for (const f of fighters) put(s, f, IN_HAND + seat);
}

/** Puts these fighters, and no others, at a site. */
export function guard(s: CrownState, site: number, seat: number, ...fighters: number[]): void {
  for (let f = 0; f < D.FIGHTERS; f++) if (s.loc[f] === S.AT + site) move(s, f, IN_HAND + seat);
  for (const f of fighters) put(s, f, S.AT + site);
}

/** The legal actions, ascending. */
export function legal(s: CrownState): number[] {
  const mask = new Uint8Array(game.actions);
  s.legal(mask);
  return [...mask.keys()].filter((action) => mask[action] === 1);
}

/** Plays actions that must be legal. */
export function play(s: CrownState, actions: readonly number[], chance: Chance = luck()): void {
  for (const action of actions) {
    expect(legal(s), `at ${game.prompts[s.prompt]}`).toContain(action);
    s.apply(action, chance);
  }
}

export const prompt = (s: CrownState): string => (s.over ? 'over' : game.prompts[s.prompt]!);
export const goods = (s: CrownState, seat: number): number[] => [...s.resources.subarray(seat * 4, seat * 4 + 4)];
/** Fighters at a place. */
export const at = (s: CrownState, place: number): number[] =>
  Array.from({ length: D.FIGHTERS }, (_, f) => f).filter((f) => s.loc[f] === place);
/** Where a piece of the observation begins. */
export function begins(name: string): number {
  let at = 0;
  for (const piece of game.observation) {
    if (piece.name === name) return at;
    at += piece.shape.reduce((a, b) => a * b, 1);
  }
  throw new Error(`the observation has no piece ${name}`);
}
/** What a seat sees. */
export function seen(s: CrownState, seat: number): Float32Array {
  const out = new Float32Array(observationSize(game));
  s.observe(seat, out, 0);
  return out;
}
