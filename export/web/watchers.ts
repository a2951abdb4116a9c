/** What the seats that watch a game have seen of it in pictures, and what they are told by comparing these. */
import type { Game, State } from '../../env/game.js';
import type { Drawn, Scene } from '../../env/scene.js';
import { changes } from './changes.js';
import type { Made } from './made.js';

export class Watchers {
  /** The picture of the position as seats have seen it last. */
  private readonly scenes = new Map<number, Scene>();

  constructor(private readonly game: Pick<Game, 'drawing'>) {}

  /** The position is another one. */
  forget(): void {
    this.scenes.clear();
  }

  /** The position as its audience sees it. */
  look(state: State, seats: readonly number[]): ReadonlyMap<number, Scene> {
    const { drawing } = this.game;
    if (drawing)
      for (const seat of seats) if (!this.scenes.has(seat)) this.scenes.set(seat, drawing.scene(state, seat));
    return new Map(this.scenes);
  }

  /**
   * What has changed by a move, for each seat that saw it.
   * @param before what they saw before it
   * @param drawn the luck of the move, by stream
   */
  told(
    before: ReadonlyMap<number, Scene>,
    state: State,
    seats: readonly number[],
    drawn: ReadonlyMap<number, readonly Drawn[]>,
  ): Pick<Made, 'dice' | 'tells'> {
    this.forget();
    const after = this.look(state, seats);
    const { drawing } = this.game;
    const dice = [...drawn].flatMap(([stream, outcomes]) => drawing?.dice?.(stream, outcomes) || []);
    const tells = [...after].flatMap(([seat, scene]): [number, string[]][] => {
      const was = before.get(seat);
      return was ? [[seat, [...dice, ...changes(was, scene)]]] : [];
    });
    return { dice, tells: new Map(tells) };
  }
}
