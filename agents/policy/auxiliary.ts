/**
 * Auxiliary heads: what a network learns to foresee beside policy and values. Nobody plays by them; what the trunk must see
 * for them serves the others (Jaderberg et al. 2017, UNREAL; Wu 2019, KataGo). Their targets are known once a game is over:
 *
 * - `winner`: which seat comes first, one output a seat in relative order (me, the next one, ...); those who tie share it.
 * - `places`: for each seat in relative order its final place, a head each (`place-0` mine, `place-1` of the next one, ...).
 * - whatever else the game declares (`Game.auxiliary`), by its name.
 */
import type { Game, State } from '../../env/game.js';
import { firstShares } from '../../env/returns.js';
import { UserError } from '../../env/user-error.js';
import { type Head, type Heads, headOf, type Outputs } from '../network/network.js';

const WINNER = 'winner';
const PLACES = 'places';
const PLACE = 'place-';

/**
 * The heads of these names.
 * @param names `winner`, `places` and names of `Game.auxiliary`
 * @throws UserError where the game has no such thing
 */
export function auxiliaryHeads(game: Game, names: readonly string[]): Head[] {
  const { auxiliary = [], seats } = game;
  return [...new Set(names)].flatMap((name): Head[] => {
    const own = auxiliary.find((target) => target.name === name);
    if (own) return [{ name, width: own.size, loss: own.loss }];
    const ranked = name === WINNER || name === PLACES;
    if (!ranked) {
      const known = [WINNER, PLACES, ...auxiliary.map((target) => target.name)];
      throw new UserError(`network.auxiliary: ${game.id} has no ${name} to foresee; it has ${known.join(', ')}`);
    }
    if (seats.max === 1)
      throw new UserError(`network.auxiliary: ${game.id} has one seat: ${name} would be constant; leave it out`);
    if (name === WINNER) return [{ name, width: seats.max, loss: 'cross-entropy' }];
    return Array.from({ length: seats.max }, (_, k) => ({
      name: `${PLACE}${k}`,
      width: seats.max,
      loss: 'cross-entropy',
    }));
  });
}

/** Writes the targets of a network's auxiliary heads. */
export class AuxiliaryTargets {
  private readonly parts: ((end: State, seat: number, out: Outputs, row: number) => void)[];

  /** @param heads all heads of the network; those that are not auxiliary are left alone */
  constructor(game: Game, heads: Heads) {
    const has = (name: string) => heads.heads.some((head) => head.name === name);
    this.parts = [];
    for (const { name, size, write } of game.auxiliary ?? [])
      if (has(name)) this.parts.push((end, seat, out, row) => write(end, seat, out[name]!, row * size));
    if (has(WINNER)) this.parts.push(winner(headOf(heads, WINNER).width));
    if (has(`${PLACE}0`)) this.parts.push(places(headOf(heads, `${PLACE}0`).width));
  }

  /** Whether there are any. */
  get some(): boolean {
    return this.parts.length > 0;
  }

  /**
   * Writes one row.
   * @param end a game that is over
   * @param seat whose decision the row is
   * @param out by head, [rows, width]
   */
  write(end: State, seat: number, out: Outputs, row: number): void {
    for (const part of this.parts) part(end, seat, out, row);
  }
}

/** @param width seats of the network; those that are absent never win */
function winner(width: number) {
  return (end: State, seat: number, out: Outputs, row: number): void => {
    const { players } = end;
    const shares = firstShares(placesOf(end));
    for (let k = 0; k < width; k++) out[WINNER]![row * width + k] = k < players ? shares[(seat + k) % players]! : 0;
  };
}

/** @param width seats of the network; of those that are absent nothing is learned */
function places(width: number) {
  return (end: State, seat: number, out: Outputs, row: number): void => {
    const { players } = end;
    const ranking = placesOf(end);
    for (let k = 0; k < width; k++) {
      const target = out[`${PLACE}${k}`]!.fill(k < players ? 0 : Number.NaN, row * width, (row + 1) * width);
      if (k < players) target[row * width + ranking[(seat + k) % players]!] = 1;
    }
  };
}

function placesOf(end: State): Uint8Array {
  const ranking = new Uint8Array(end.players);
  end.places(ranking);
  return ranking;
}
