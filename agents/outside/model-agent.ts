/**
 * An ONNX model of somebody else's as an agent: our observation in, the action mask too where it takes one, logits over our
 * actions out. ONNX Runtime runs it in a thread, since it can only be asked asynchronously.
 */
import { statSync } from 'node:fs';
import type { Agent, View } from '../../env/agent.js';
import { type Game, observationSize } from '../../env/game.js';
import { UserError } from '../../env/user-error.js';
import { DrawingAgent, type DrawnPlay } from '../drawing-agent.js';
import { MaskedDistribution } from '../network/masked.js';
import { BlockingThread } from './blocking-thread.js';
import type { ModelReply, ModelSettings } from './model-thread.js';

/** Milliseconds for one position. Far more than any model needs that can be played with. */
const LONGEST = 60_000;

/** A loaded model. Its agents share it: they are asked one after the other. */
class Model {
  private constructor(
    private readonly spec: string,
    private readonly settings: ModelSettings,
    private readonly thread: BlockingThread<'run', ModelReply>,
  ) {}

  static async load(spec: string, file: string, game: Game): Promise<Model> {
    const inputs = observationSize(game);
    const { actions } = game;
    const settings: ModelSettings = {
      ...{ file, inputs, actions },
      observation: new SharedArrayBuffer(4 * inputs),
      mask: new SharedArrayBuffer(actions),
      logits: new SharedArrayBuffer(4 * actions),
    };
    const module = new URL('./model-thread.js', import.meta.url);
    const [thread, { fault }] = await BlockingThread.open<'run', ModelReply>(module, settings);
    if (fault !== undefined) throw new UserError(`agent ${spec}: ${told(fault)}`);
    return new Model(spec, settings, thread);
  }

  /** Valid until the next call. */
  logits(view: View): Float32Array {
    new Float32Array(this.settings.observation).set(view.observation());
    new Uint8Array(this.settings.mask).set(view.mask);
    const { fault } = this.thread.ask('run', LONGEST);
    if (fault !== undefined) throw new UserError(`agent ${this.spec}: ${told(fault)}`);
    return new Float32Array(this.settings.logits);
  }
}

/** What was thrown in the thread, in one line. */
function told(fault: string): string {
  return fault.split('\n')[0]!.slice(0, 300);
}

/** One seat, played by a model. */
class ModelAgent extends DrawingAgent {
  private readonly distribution: MaskedDistribution;

  /** @param name its spec */
  constructor(
    name: string,
    private readonly model: Model,
    game: Game,
    play: DrawnPlay,
  ) {
    super(name, play);
    this.distribution = new MaskedDistribution(game.actions);
  }

  protected look(view: View): MaskedDistribution {
    try {
      return this.distribution.set(this.model.logits(view), 0, view.mask, 0, this.play.temperature);
    } catch (error) {
      if (error instanceof RangeError) throw new UserError(`agent ${this.name}: ${error.message}`);
      throw error;
    }
  }
}

/**
 * Loads a model and looks at its shapes.
 * @returns what makes an agent for each seat
 * @throws UserError when there is no such file, ONNX Runtime is missing or refuses it, or its shapes are not the game's
 */
export async function loadModel(spec: string, file: string, game: Game, play: DrawnPlay): Promise<() => Agent> {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile())
    throw new UserError(`agent ${spec}: there is no model file ${file}: check the path`);
  const model = await Model.load(spec, file, game);
  return () => new ModelAgent(spec, model, game, play);
}
