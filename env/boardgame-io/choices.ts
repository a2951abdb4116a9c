/** The list of actions: which id a move or an event has, and what the framework is told of it. */
import { UserError } from '../user-error.js';
import type { HostChoice } from './form.js';
import type { HostAction } from './framework.js';

export class Choices {
  private readonly ids = new Map<string, number>();

  /** @throws UserError when an action stands there twice */
  constructor(
    private readonly game: string,
    readonly list: readonly HostChoice[],
  ) {
    for (const [id, choice] of list.entries()) {
      const key = keyOf(choice);
      if (this.ids.has(key)) throw new UserError(`${game}: actions has ${sayChoice(choice)} twice`);
      this.ids.set(key, id);
    }
  }

  /** Ids of what `ai.enumerate` gave, ascending. @throws UserError when it gave what is not in the list */
  idsOf(enumerated: unknown): number[] {
    if (!Array.isArray(enumerated)) throw new UserError(`${this.game}: ai.enumerate gave no list`);
    const ids = new Set<number>();
    for (const item of enumerated) {
      const choice = plainChoice(item);
      const id = choice && this.ids.get(keyOf(choice));
      if (id === undefined)
        throw new UserError(
          `${this.game}: ai.enumerate gave ${choice ? sayChoice(choice) : JSON.stringify(item)}, which is not among actions`,
        );
      ids.add(id);
    }
    return [...ids].sort((a, b) => a - b);
  }

  /** What the framework is told. */
  action(id: number, playerID: string): HostAction {
    const choice = this.list[id]!;
    // A copy: a move may change its arguments.
    const args = structuredClone([...(choice.args ?? [])]);
    return 'move' in choice
      ? { type: 'MAKE_MOVE', payload: { type: choice.move, args, playerID } }
      : { type: 'GAME_EVENT', payload: { type: choice.event, args, playerID } };
  }
}

export const nameOf = (choice: HostChoice): string => ('move' in choice ? choice.move : choice.event);

/** `place 4`, `endTurn`. */
export const sayChoice = (choice: HostChoice): string =>
  [nameOf(choice), ...(choice.args ?? []).map((arg) => (typeof arg === 'string' ? arg : JSON.stringify(arg)))].join(
    ' ',
  );

const keyOf = (choice: HostChoice): string => JSON.stringify(['move' in choice, nameOf(choice), choice.args ?? []]);

/** `{ move, args }`, `{ event, args }`, or an action of the framework made of one. */
function plainChoice(item: unknown): HostChoice | undefined {
  if (typeof item !== 'object' || item === null) return undefined;
  const { move, event, args, type, payload } = item as Record<string, unknown>;
  const list = Array.isArray(args) ? args : args === undefined || args === null ? [] : [args];
  if (typeof move === 'string') return { move, args: list };
  if (typeof event === 'string') return { event, args: list };
  if (typeof payload !== 'object' || payload === null) return undefined;
  const inner = payload as Record<string, unknown>;
  return plainChoice({ [type === 'GAME_EVENT' ? 'event' : 'move']: inner.type, args: inner.args });
}
