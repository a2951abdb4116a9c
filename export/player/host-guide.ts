/**
 * A game's views and actions as its definitions (`Game.guide`) describe them: fields with types and meanings, prompts
 * with their answers. `tabletop games <game> --reference` and the types of exported players are made from it.
 */
import { z } from 'zod';
import type { Game } from '../../env/game.js';

/** A piece of JSON Schema, as far as zod makes it of views. */
export interface JsonSchema {
  type?: string;
  description?: string;
  const?: string | number | boolean;
  enum?: (string | number)[];
  anyOf?: JsonSchema[];
  minimum?: number;
  maximum?: number;
  pattern?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: JsonSchema | boolean;
  items?: JsonSchema;
  prefixItems?: JsonSchema[];
  minItems?: number;
  maxItems?: number;
}

/** An argument of a kind of action: the values that it has in the definitions. */
export interface ArgumentGuide {
  name: string;
  values: unknown[];
  /** Some actions of this kind do without it. */
  optional: boolean;
}
/** A kind of action. */
export interface KindGuide {
  kind: string;
  args: ArgumentGuide[];
}
/** A prompt. */
interface PromptGuide {
  prompt: string;
  kinds: KindGuide[];
  needs: readonly string[];
}
export interface HostGuide {
  view: JsonSchema;
  prompts: PromptGuide[];
  /** All kinds, with the arguments of all prompts. */
  kinds: KindGuide[];
  codes: Readonly<Record<string, readonly string[]>>;
}

/** @returns null where the game has no guide */
export function hostGuide(game: Game): HostGuide | null {
  const { guide } = game;
  if (!guide) return null;
  const all = new Map<string, Arguments>();
  const prompts = guide.prompts.map(({ needs, actions }, i) => {
    const here = new Map<string, Arguments>();
    for (const { kind, args } of actions()) for (const kinds of [here, all]) add(kinds, kind, args);
    return { prompt: game.prompts[i]!, needs, kinds: told(here) };
  });
  const view = z.toJSONSchema(guide.view, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  return { view, prompts, kinds: told(all), codes: guide.codes() };
}

/** How many actions of a kind there are, and the values of its arguments, as JSON. */
interface Arguments {
  actions: number;
  values: Map<string, { times: number; values: Set<string> }>;
}

function add(kinds: Map<string, Arguments>, kind: string, args: Record<string, unknown>): void {
  const known = kinds.get(kind) ?? { actions: 0, values: new Map() };
  kinds.set(kind, known);
  known.actions++;
  for (const [name, value] of Object.entries(args)) {
    const one = known.values.get(name) ?? { times: 0, values: new Set<string>() };
    known.values.set(name, one);
    one.times++;
    // In some position a number is not there yet: what is named by it then is null, or left out.
    one.values.add(JSON.stringify(value ?? null));
  }
}

const told = (kinds: ReadonlyMap<string, Arguments>): KindGuide[] =>
  [...kinds].map(([kind, { actions, values }]) => ({
    kind,
    args: [...values].map(([name, one]) => ({
      name,
      values: [...one.values].map((json) => JSON.parse(json) as unknown),
      optional: one.times < actions,
    })),
  }));
