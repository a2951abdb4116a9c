/** The contract's methods that follow from a game's tables: a state is its position, shown and played through them. */
import type { Chance } from '../chance.js';
import type { Actions } from './actions.js';
import type { ViewFormat } from './json.js';
import type { Observation } from './pieces.js';
import { type DecisionLoop, type PendingDecision, type Prompt, writeMask } from './prompts.js';

/** How a position is shown. */
export interface Showing<P> {
  readonly sight: Observation<P>;
  readonly actions: Actions<P, string>;
  // biome-ignore lint/suspicious/noExplicitAny: whatever its options are
  readonly view: Pick<ViewFormat<P, any>, 'write'>;
  /** The position as a seat sees it, for people: plain text of several lines. */
  text(position: P, seat: number): string;
}

/** Methods of `State` that show a position. */
export interface ShowMethods {
  observe(seat: number, out: Float32Array, offset: number): void;
  actionText(action: number): string;
  actionJson(action: number): { kind: string; args: Record<string, unknown> };
  text(seat: number): string;
  view(seat: number): unknown;
}
/** Methods of `State` that play it on. */
export interface PlayMethods {
  legal(mask: Uint8Array): number;
  apply(action: number, chance: Chance): void;
}

type Class<P, A extends unknown[]> = new (...args: A) => P;

/**
 * Adds observation, actions in words and as JSON, view and text to a class of positions: `class PigState extends
 * shown(Position, { sight, actions, view, text }) { ... }`.
 */
export function shown<P extends object, A extends unknown[]>(
  Position: Class<P, A>,
  { sight, actions, view, text }: Showing<P>,
  asked: (position: P) => Pick<Prompt<P>, 'words' | 'kinds'> | undefined = () => undefined,
): Class<P & ShowMethods, A> {
  class State extends (Position as unknown as Class<object, unknown[]>) implements ShowMethods {
    private get position(): P {
      return this as unknown as P;
    }
    observe(seat: number, out: Float32Array, offset: number): void {
      sight.observe(this.position, seat, out, offset);
    }
    actionText(action: number): string {
      return actions.text(this.position, action, asked(this.position)?.words);
    }
    actionJson(action: number): { kind: string; args: Record<string, unknown> } {
      return actions.json(this.position, action, asked(this.position)?.kinds);
    }
    text(seat: number): string {
      return text(this.position, seat);
    }
    view(seat: number): unknown {
      return view.write(this.position, seat);
    }
  }
  return State as unknown as Class<P & ShowMethods, A>;
}

/**
 * A class of positions that shows itself, as `shown` does, and is played through a table of prompts (`decisions`).
 * @param showing its observation, actions, JSON and text
 */
export function played<P extends PendingDecision, A extends unknown[]>(
  Position: Class<P, A>,
  showing: Showing<P>,
  { prompts, answer, advance }: DecisionLoop<P>,
): Class<P & ShowMethods & PlayMethods, A> {
  const State = shown(Position, showing, ({ prompt }) => prompts[prompt]);
  const methods: PlayMethods & ThisType<P> = {
    legal(mask) {
      return writeMask(this, mask);
    },
    apply(action, chance) {
      answer(this, action, chance);
      advance(this, chance);
    },
  };
  // Onto the same class: a class more would make each new position slower.
  for (const [name, value] of Object.entries(methods))
    Object.defineProperty(State.prototype, name, { value, writable: true, configurable: true });
  return State as unknown as Class<P & ShowMethods & PlayMethods, A>;
}
