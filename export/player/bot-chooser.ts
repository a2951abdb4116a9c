/**
 * A scripted player with trained weights that chooses. It draws nothing at full strength. Below it draws by what it
 * makes of its actions, softmax(worth / T) with T = temperature * 2 * (1 - strength); where it does not say that, a
 * share (1 - strength)^2 of its choices is drawn evenly. Part of every exported file.
 */
import type { ScriptedPlayer, Tuned, Tuning } from '../../agents/bots/scripted-player.js';
import { MaskedDistribution } from '../../agents/network/masked.js';
import { hasActionValues, LEAST_TEMPERATURE, SoftmaxAgent } from '../../agents/noisy.js';
import type { LookaheadAgent } from '../../agents/search/lookahead.js';
import type { Game, State } from '../../env/game.js';
import type { Evaluate } from '../../env/judges.js';
import { defaultReturns, placeReturns } from '../../env/returns.js';
import { LiveView } from '../../env/view.js';
import type { Chooser } from './chooser.js';
import type { Opinion } from './self-test.js';

/** A strength of a half draws at the temperature itself. */
const SOFTNESS = 2;

export class BotChooser implements Chooser {
  private readonly bot: ScriptedPlayer;
  private readonly soft: SoftmaxAgent | undefined;
  private readonly view: LiveView;
  private readonly certain: MaskedDistribution;
  /** 0 at the bot's choice, far below it elsewhere. */
  private readonly logits: Float32Array;
  /** All that the bot declares, and where in it stands what the network reads. */
  private readonly declared: Float32Array;
  private readonly read: number[];

  /**
   * @param tuning of the bot
   * @param tuned its weights
   * @param spec of the bot, for errors
   * @param judged the game's evaluation of positions, where it has one
   * @throws RangeError when the weights are another bot's
   */
  constructor(
    private readonly game: Game,
    private readonly tuning: Tuning,
    tuned: Tuned,
    private readonly spec: string,
    private readonly judged: Evaluate | undefined,
    readonly ahead?: LookaheadAgent,
  ) {
    this.bot = tuning.create(tuned, 'player');
    this.soft = hasActionValues(this.bot) ? new SoftmaxAgent('player', this.bot, 1, game.actions) : undefined;
    this.view = new LiveView(game);
    this.certain = new MaskedDistribution(game.actions);
    this.logits = new Float32Array(game.actions);
    this.declared = new Float32Array(tuning.features.length);
    this.read = tuned.features.map((name) => tuning.features.indexOf(name));
  }

  decide(state: State, mask: Uint8Array, temperature = 1, strength = 1): MaskedDistribution {
    // It keeps a position to write the next into, and that may be of another game with other options.
    this.bot.reset(0);
    const softness = temperature * SOFTNESS * (1 - strength);
    this.view.show(state);
    if (this.soft && this.view.legal > 1 && softness >= LEAST_TEMPERATURE)
      return this.soft.distribution(this.view, softness);
    const choice = this.bot.act(this.view);
    this.logits.fill(-Infinity);
    this.logits[choice] = 0;
    const { probabilities, legal } = this.certain.set(this.logits, 0, mask, 0);
    const share = this.soft ? 0 : (1 - strength) ** 2;
    for (let k = 0; k < legal; k++) probabilities[k] = (1 - share) * probabilities[k]! + share / legal;
    return this.certain;
  }

  /**
   * Its choice alone would hide changes of its weights that do not change it: probabilities are those of strength 1/2.
   */
  judge(state: State, mask: Uint8Array): Opinion {
    const choice = this.decide(state, mask).argmax();
    const { legal, ids, probabilities } = this.decide(state, mask, 1, 1 - 1 / SOFTNESS);
    const own = this.judged ? this.evaluate(this.known(state)) : [];
    return {
      observation: this.encode(state, state.actor),
      legal: [...ids.subarray(0, legal)],
      probabilities: [...probabilities.subarray(0, legal)],
      values: own.map((_, i) => own[(state.actor + i) % own.length]!),
      choice,
    };
  }

  /** Values depend on the position alone, not on the viewer. */
  evaluate(state: State): number[] {
    if (!this.judged)
      throw new Error(
        `evaluate: this player is ${this.spec} with other weights, and its game has no evaluation of positions: it chooses, and judges nothing`,
      );
    const out = new Float64Array(state.players);
    if (state.over) {
      const places = new Uint8Array(state.players);
      state.places(places);
      placeReturns(places, state.truncated, defaultReturns, out);
    } else this.judged(state, out);
    return [...out];
  }

  encode(state: State, seat: number): Float32Array {
    const { declared, read, tuning } = this;
    declared.fill(0);
    tuning.write(state, seat, declared);
    return Float32Array.from(read, (i) => declared[i]!);
  }

  /** The position as its seat sees it, which is the input of a player. */
  private known(state: State): State {
    return this.game.parseView!(state.view!(state.actor));
  }
}
