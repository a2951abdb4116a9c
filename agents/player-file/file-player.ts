/**
 * An exported player (docs/player.md) as an agent: it sees the view JSON and nothing else. Loading one runs the code
 * in its file, like any import.
 */

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkOrdinary } from '../../checkpoints/atomic.js';
import type { Agent, View } from '../../env/agent.js';
import { createRng, type Rng } from '../../env/chance.js';
import type { Game, State } from '../../env/game.js';
import { isLegal } from '../../env/illegal-action.js';
import { parseOptions } from '../../env/options.js';
import { UserError } from '../../env/user-error.js';
import { type Playing, refuseOtherOptions, type Trained, trainedOptions } from '../policy/trained.js';
import { type ActSettings, PLAYER_FORMAT, type PlayerAnswer, type PlayerModule } from './player-module.js';

/** How a file plays. */
export type FilePlayerSettings = Pick<ActSettings, 'difficulty' | 'topK' | 'attention' | 'level'>;

/**
 * Loads a player.
 * @param path of an ES module that an export with format `js` made
 * @param game the game it must be able to play, same version
 * @param name its spec string, default `file:<path>`
 * @param playing the options it is to play; default: those it was trained with
 * @throws UserError when there is no such file, it is no player, or it plays another game, version or other options
 */
export async function filePlayer(
  path: string,
  game: Game,
  settings: FilePlayerSettings = {},
  name = `file:${path}`,
  playing: Playing = {},
): Promise<Agent> {
  return new FilePlayer(await loadPlayer(path, game, playing), game, path, settings, name);
}

/** What an exported player was trained for. @throws UserError when there is no such file, or it is no player */
export async function trainedPlayer(path: string): Promise<Trained> {
  const { game, meta } = await importPlayer(path);
  return { game, options: meta.options, players: meta.players };
}

/** The module of a player, checked; see `filePlayer`. */
export async function loadPlayer(path: string, game: Game, playing: Playing = {}): Promise<PlayerModule> {
  const module = await importPlayer(path);
  const { game: plays, meta } = module;
  const own = trainedOptions(path, { game: plays, options: meta.options }, game);
  if (plays.version !== game.version || plays.actions !== game.actions)
    throw new UserError(
      `${path} plays ${game.id} version ${plays.version}, but the rules here are version ${game.version}: train it again`,
    );
  if (playing.options !== undefined)
    refuseOtherOptions(
      path,
      { options: own, players: meta.players },
      { ...playing, options: parseOptions(game, playing.options) },
    );
  return module;
}

/** The module of a player of whatever game and version. @throws UserError when there is no such file, or it is no player */
export async function importPlayer(path: string): Promise<PlayerModule> {
  const file = resolve(path);
  if (!existsSync(file)) throw new UserError(`there is no player file ${path}: check the path`);
  checkOrdinary(path);
  let module: Partial<PlayerModule>;
  try {
    module = (await import(pathToFileURL(file).href)) as Partial<PlayerModule>;
  } catch (error) {
    throw new UserError(`cannot load the player ${path}: ${firstLine(error)}`, { cause: error });
  }
  const { meta, game: plays } = module;
  if (meta?.format !== 'tabletop-player' || typeof module.act !== 'function' || !plays)
    throw new UserError(`${path} is no exported player: make one with tabletop export --format js`);
  if (meta.formatVersion !== PLAYER_FORMAT)
    throw new UserError(
      `${path} is a player of format ${meta.formatVersion}, wanted ${PLAYER_FORMAT}: export it again`,
    );
  return module as PlayerModule;
}

/** A loaded player at one seat. */
export class FilePlayer implements Agent {
  /** As far as the player says: one that looks ahead does. */
  simulations: number | undefined;
  private rng: Rng = createRng('file');
  private draw: Rng = createRng('file/draw');
  private copy: State | undefined;
  /** What it saw in its earlier decisions, where it remembers some. */
  private before: unknown[] = [];
  readonly remembers: boolean;
  /** So many of them; 0: it remembers nothing. */
  private readonly decisions: number;
  /** Of one that remembers they follow from earlier decisions too, and nothing but `act` knows those. */
  readonly probabilities?: (view: View, out: Float32Array) => void;

  constructor(
    private readonly module: PlayerModule,
    private readonly game: Game,
    private readonly path: string,
    private readonly settings: FilePlayerSettings,
    readonly name: string,
  ) {
    // Files are from elsewhere, and older ones say less.
    this.decisions = module.meta.network?.memory?.decisions ?? 0;
    this.remembers = this.decisions > 0;
    if (!this.remembers) this.probabilities = (view, out) => this.write(view, out);
  }

  reset(seed: string | number): void {
    this.before = [];
    this.rng = createRng(`${seed}/sample`);
    this.draw = createRng(`${seed}/draw`);
    // The next game may have other options, and a copy keeps its own.
    this.copy = undefined;
  }

  act(view: View): number {
    const { action, simulations } = this.ask(view, () => this.draw.uniform(), true);
    if (simulations !== undefined) this.simulations = (this.simulations ?? 0) + simulations;
    if (!isLegal(view.mask, action))
      throw new UserError(`${this.path} chose action ${String(action)}, which is not legal here (${view.prompt})`);
    return action;
  }

  private write(view: View, out: Float32Array): void {
    out.fill(0);
    // The draw of this answer is thrown away, so it must not move the generator that `act` draws from.
    for (const { action, p } of this.ask(view, () => 0).probabilities) out[action] = p;
  }

  /** The probabilities before it looks ahead: how likely it thinks of each action. @param out length `game.actions`, all written */
  leanings(view: View, out: Float32Array): void {
    out.fill(0);
    for (const { action, p } of this.asked(view, (json) => this.module.legal(json, this.settings))) out[action] = p;
  }

  /** @param keep whether it remembers this decision */
  private ask(view: View, random: () => number, keep = false): PlayerAnswer {
    return this.asked(view, (json) => {
      const { before } = this;
      const answer = this.module.act(json, { ...this.settings, random, ...(this.remembers && { before }) });
      if (keep && this.remembers) this.before = [...before, json].slice(-this.decisions);
      return answer;
    });
  }

  private asked<Answer>(view: View, answer: (json: unknown) => Answer): Answer {
    // Not the live state: what the seat cannot know is redrawn before the JSON is made, so nothing can leak through it.
    const state = (this.copy = view.sample(this.rng, this.copy));
    if (!state.view) throw new UserError(`${this.game.id} has no view JSON (State.view), which a player file needs`);
    try {
      return answer(state.view(view.seat));
    } catch (error) {
      throw new UserError(`${this.path} could not choose: ${firstLine(error)}`, { cause: error });
    }
  }
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0]!;
}
