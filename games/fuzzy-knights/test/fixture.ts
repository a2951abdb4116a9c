/** Positions of Fuzzy Knights made by hand, and dice given by their faces. */
import { expect } from 'vitest';
import { createRng, ScriptedChance, SeededChance } from '../../../env/chance.js';
import { NOBODY } from '../../../env/kit/prompts.js';
import { END, TILE } from '../actions.js';
import { FuzzyState, game } from '../game.js';
import { violations } from '../invariants.js';
import type { FuzzyOptionsInput } from '../options.js';
import { asking } from '../rules/engine.js';
import { placeOf } from '../rules/order.js';
import * as S from '../state.js';

/** Kinds of items: type * 5 + level. */
export const item = (type: 0 | 1 | 2, level: 1 | 2 | 3 | 4 | 5): number => type * 5 + level - 1;

/** Tile of column x, row y, both from 0. */
export const at = (x: number, y: number): number => 10 * y + x;

/** Dice in the order they are rolled, by face from 1; a dP of 80 is the face 8. */
export const dice = (...faces: number[]): ScriptedChance => new ScriptedChance(faces.map((face) => face - 1));

/** An empty board on day 2, seat 0 is the anchor; forced decisions are asked. */
export function board(options: FuzzyOptionsInput = {}): FuzzyState {
  const s = new FuzzyState(game.options.parse({ players: 2, askForced: true, ...options }));
  s.day = 2;
  s.step = S.STEP.turns;
  s.derive();
  return s;
}

interface CityFacts {
  tier?: number;
  ramparts?: number;
  camp?: boolean;
  mercs?: number;
  armory?: number[];
}
export function city(s: FuzzyState, seat: number, tile: number, facts: CityFacts = {}): void {
  s.cityOwner[tile] = seat + 1;
  s.tier[tile] = facts.tier ?? 1;
  s.ramparts[tile] = facts.ramparts ?? 0;
  s.camp[tile] = facts.camp ? 1 : 0;
  s.cityMercs[tile] = facts.mercs ?? 0;
  for (const kind of facts.armory ?? []) s.armory[tile * 15 + kind]!++;
  s.derive();
}

interface HeroFacts {
  mercs?: number;
  purse?: number;
  items?: number[];
}
/** Hero 0 and 1 are of seat 0, 2 and 3 of seat 1 and so on. */
export function hero(s: FuzzyState, index: number, tile: number, facts: HeroFacts = {}): void {
  s.heroTile[index] = tile;
  s.mercs[index] = facts.mercs ?? 0;
  s.purse[index] = facts.purse ?? 0;
  for (const kind of facts.items ?? []) s.items[index * 15 + kind]!++;
  s.derive();
}

/** On to the next decision, with these faces of the dice. */
function goOn(s: FuzzyState, faces: number[]): void {
  s.derive();
  const chance = dice(...faces);
  s.prompt = s.actor = NOBODY;
  asking.advance(s, chance);
  expect(chance.used).toBe(faces.length);
  sound(s);
}

/** Goes on from a step of the day, with the first player in order. */
export function from(s: FuzzyState, step: number, ...faces: number[]): void {
  s.step = step;
  s.pos = 0;
  s.cursor = 0;
  goOn(s, faces);
}

/** A hero moves, with so many points; `undefined`: its activation begins. */
export function moving(s: FuzzyState, index: number, points?: number, ...faces: number[]): void {
  s.hand = index;
  s.pos = placeOf(s, index >> 1);
  s.garrisonLeft = 6;
  s.step = points === undefined ? S.STEP.activate : S.STEP.move;
  s.movement[index] = points ?? 0;
  goOn(s, faces);
}

export const legal = (s: FuzzyState): number[] => {
  const mask = new Uint8Array(game.actions);
  s.legal(mask);
  return [...mask.keys()].filter((action) => mask[action] === 1);
};
/** Tiles among the legal actions. */
export const tiles = (s: FuzzyState): number[] => legal(s).filter((action) => action < TILE + 100);

function sound(s: FuzzyState): void {
  expect(violations(s)).toEqual([]);
  expect(legal(s)).toEqual(game.enumerate!(s));
}

/** Plays a legal action; exactly these dice are rolled. */
export function play(s: FuzzyState, action: number, ...faces: number[]): void {
  expect(legal(s)).toContain(action);
  const chance = dice(...faces);
  s.apply(action, chance);
  expect(chance.used).toBe(faces.length);
  sound(s);
}

export const prompt = (s: FuzzyState): string => (s.over ? 'over' : game.prompts[s.prompt]!);

/** Answers END until another kind of decision is asked, at most so often. */
export function end(s: FuzzyState, times = 1): void {
  for (let i = 0; i < times; i++) play(s, END);
}

/** Every so many positions of some random games. */
export function positions(
  options: FuzzyOptionsInput,
  games: number,
  every: number,
  look: (s: FuzzyState) => void,
): void {
  const rng = createRng('positions');
  for (let i = 0; i < games; i++) {
    const chance = new SeededChance(`positions/${i}`, game.streams);
    const s = game.newState(game.options.parse(options), chance);
    for (let d = 0; !s.over; d++) {
      if (d % every === 0) look(s);
      s.apply(s.legalActions[rng.int(s.count)]!, chance);
    }
    look(s);
  }
}
