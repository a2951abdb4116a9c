/**
 * An ONNX model as an agent: our observation in, the action mask and features of the actions too where it takes them,
 * logits over our actions out. One that this project has exported names its advisor and features itself. ONNX Runtime runs
 * it in a thread, since it can only be asked asynchronously.
 */
import { statSync } from 'node:fs';
import type { Agent, View } from '../../env/agent.js';
import type { Seed } from '../../env/chance.js';
import type { Game } from '../../env/game.js';
import type { GamePackage } from '../../env/game-package.js';
import type { Observer } from '../../env/observer.js';
import { UserError } from '../../env/user-error.js';
import { DrawingAgent, type DrawnPlay } from '../drawing-agent.js';
import { memoryObserver, rememberable } from '../memory/memory-observer.js';
import { RememberingAgent } from '../memory/remembering-agent.js';
import type { MemoryShape } from '../network/encoder.js';
import { MaskedDistribution } from '../network/masked.js';
import { advisedObserver } from '../policy/advice.js';
import { advisorNamed } from '../policy/advisor.js';
import { BlockingThread } from './blocking-thread.js';
import { modelMetadata } from './model-metadata.js';
import type { ModelReply, ModelSettings } from './model-thread.js';

/** Milliseconds for one position. Far more than any model needs that can be played with. */
const LONGEST = 60_000;

/** A loaded model. Its agents share it: they are asked one after the other. */
class Model {
  private readonly observation: Float32Array;
  /** Of legal actions by ascending id. */
  private readonly features: Float32Array | undefined;

  private constructor(
    private readonly spec: string,
    private readonly settings: ModelSettings,
    private readonly thread: BlockingThread<'run', ModelReply>,
    private readonly observer: Observer,
    /** What it remembers of earlier decisions. */
    readonly memory: MemoryShape | undefined,
  ) {
    const { inputs, actions, numbers } = settings;
    this.observation = new Float32Array(inputs);
    if (numbers > 0) this.features = new Float32Array(actions * numbers);
  }

  static async load(spec: string, file: string, pack: GamePackage): Promise<Model> {
    const { game } = pack;
    const metadata = modelMetadata(file, game.id);
    const advisor = metadata?.advisor === undefined ? undefined : advisorNamed(metadata.advisor, pack);
    const named = metadata?.network.actions?.map(({ name }) => name);
    const memory = metadata?.network.memory;
    const shown = advisedObserver(game, advisor, named);
    const observer = memory ? memoryObserver(shown, memory) : shown;
    if (memory && !rememberable(game, memory, observer.size))
      throw new UserError('it remembers pieces that the game does not show: export it again');
    const { actions } = game;
    const numbers = observer.actions?.size ?? 0;
    const settings: ModelSettings = {
      ...{ file, inputs: observer.size, actions, numbers },
      observation: new SharedArrayBuffer(4 * observer.size),
      mask: new SharedArrayBuffer(actions),
      features: new SharedArrayBuffer(4 * actions * numbers),
      logits: new SharedArrayBuffer(4 * actions),
    };
    const module = new URL('./model-thread.js', import.meta.url);
    const [thread, { fault }] = await BlockingThread.open<'run', ModelReply>(module, settings);
    if (fault !== undefined) throw new UserError(told(fault));
    return new Model(spec, settings, thread, observer, memory);
  }

  reset(): void {
    this.observer.reset?.();
  }

  /** Valid until the next call. */
  logits(view: View): Float32Array {
    const { observation, features, settings, observer } = this;
    view.observe(observer, observation, 0, features);
    new Float32Array(settings.observation).set(observation);
    if (features) this.spread(view.mask, features);
    new Uint8Array(this.settings.mask).set(view.mask);
    const { fault } = this.thread.ask('run', LONGEST);
    if (fault !== undefined) throw new UserError(`agent ${this.spec}: ${told(fault)}`);
    return new Float32Array(this.settings.logits);
  }

  /** Gives the features of each action their place; zeros are those of illegal ones. */
  private spread(mask: Uint8Array, packed: Float32Array): void {
    const { numbers: size, actions } = this.settings;
    const all = new Float32Array(this.settings.features).fill(0);
    let from = 0;
    for (let action = 0; action < actions; action++) {
      if (mask[action] === 0) continue;
      all.set(packed.subarray(from, from + size), action * size);
      from += size;
    }
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

  override reset(seed: Seed): void {
    super.reset(seed);
    this.model.reset();
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
export async function loadModel(spec: string, file: string, pack: GamePackage, play: DrawnPlay): Promise<() => Agent> {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile())
    throw new UserError(`agent ${spec}: there is no model file ${file}: check the path`);
  const model = await Model.load(spec, file, pack).catch((error: unknown) => {
    throw error instanceof UserError ? new UserError(`agent ${spec}: ${error.message}`) : error;
  });
  const { memory } = model;
  const agent = () => new ModelAgent(spec, model, pack.game, play);
  return memory ? () => new RememberingAgent(agent(), pack.game, memory) : agent;
}
