/** Saved games that are played on by one action each, for searches of the caller: nobody but the caller plays. */
import { type Seed, SeededChance } from '../../env/chance.js';
import { writeFinite } from '../../env/finite.js';
import type { Game } from '../../env/game.js';
import type { Observer } from '../../env/observer.js';
import { TurnEnv } from '../../env/turn-env.js';
import { UserError } from '../../env/user-error.js';
import { type Block, block } from './block.js';
import { damaged, SavedGames } from './saved.js';

const arraysOf = (games: number, seats: number, size: number, actions: number) =>
  ({
    /** What the action gave each seat. */
    reward: ['float64', games, seats],
    /** What the seat to act sees; zeros when the game is over. */
    observation: ['float32', games, size],
    /** The seat to act; -1 when the game is over. */
    seat: ['int32', games],
    /** Bytes of the game that it became; these follow. */
    size: ['int32', games],
    action_mask: ['uint8', games, actions],
  }) as const;

export class Expander {
  private readonly env: TurnEnv;
  private readonly saved: SavedGames;
  private block: Block<ReturnType<typeof arraysOf>> | null = null;
  private games = 0;

  /** @param observer writes what is seen */
  constructor(game: Game, options: unknown, observer: Observer) {
    this.env = new TurnEnv(game, { options, observer });
    this.saved = new SavedGames(game, this.env.options);
  }

  /**
   * @param seed where luck comes from, with the place in the list; null: from each game's own, as if it were played
   * @returns the parts of a frame, valid until the next call
   * @throws UserError when a game is not one that was saved, or an action is not legal
   */
  expand(games: readonly Uint8Array[], actions: readonly number[], seed: Seed | null): Buffer[] {
    if (games.length !== actions.length)
      throw new UserError(`${games.length} states and ${actions.length} actions were given`);
    const { env } = this;
    const { arrays, frame } = this.room(games.length);
    const became: Buffer[] = [];
    for (const [i, bytes] of games.entries()) {
      const saved = this.saved.read(bytes);
      try {
        env.restore(saved.game);
      } catch {
        throw damaged();
      }
      if (seed !== null) env.relyOn(new SeededChance(`${seed}/${i}`, env.game.streams));
      try {
        env.play(actions[i]!);
      } catch (error) {
        if (error instanceof UserError) throw new UserError(`state ${i}: ${error.message}`);
        throw error;
      }
      const { rewards, actor } = env;
      arrays.reward.set(rewards, i * rewards.length);
      arrays.seat[i] = actor;
      arrays.action_mask.set(env.mask, i * env.mask.length);
      const at = i * env.observationSize;
      if (env.over) arrays.observation.fill(0, at, at + env.observationSize);
      else writeFinite(env.observer, env.state, actor, arrays.observation, at);
      const next = this.saved.write({ game: env.save(), play: null });
      arrays.size[i] = next.length;
      became.push(next);
    }
    return frame(became);
  }

  private room(games: number): Block<ReturnType<typeof arraysOf>> {
    if (this.block && this.games === games) return this.block;
    const { game, options, observationSize } = this.env;
    this.games = games;
    return (this.block = block(arraysOf(games, game.players(options), observationSize, game.actions)));
  }
}
