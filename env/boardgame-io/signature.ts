/**
 * Games written for boardgame.io before 0.50, whose moves and hooks took `(G, ctx, ...)`. Called with one object, they fail
 * anywhere or play on with `undefined`. They are found by the names of their parameters before they are played, and others by
 * what they do with the first one.
 */
import type { BoardgameIoGame } from './framework.js';

/** The first parameter of a function's text if it is a plain name, and the second one. */
const parameters = /^(?:async\s+)?(?:function\b\s*)?\*?\s*(?:[\w$]*\s*\(\s*)?([\w$]+)(?=\s*[,)=])(?:\s*,\s*([\w$]+))?/;
/** A first parameter that takes `G` out of an object. */
const takesObject = /^(?:async\s+)?(?:function\b\s*)?\*?\s*[\w$]*\s*\(\s*\{[^}]*\bG\b/;

const TODAY = 'since boardgame.io 0.50 moves and hooks take ({ G, ctx, playerID, random, events }, ...)';

/** What the framework hands to moves and hooks. Not all of it everywhere. */
const handed = new Set(['G', 'ctx', 'playerID', 'random', 'events', 'log']);

/** What of a game is no function that is handed these things. */
const otherwise = new Set(['ai', 'plugins', 'validateSetupData']);

/**
 * The same game with moves and hooks whose first parameter refuses what it does not have: so a parameter that was meant to be
 * `G` is found whatever its name.
 * @param refuse throws
 */
export function watched<T extends object>(game: T, refuse: (why: string) => never): T {
  const inner = (value: unknown, path: string): unknown => {
    if (typeof value === 'function') {
      const call = value as (...args: unknown[]) => unknown;
      return (context: unknown, ...rest: unknown[]) => {
        const object = typeof context === 'object' && context !== null;
        return call(object ? watchedContext(context, path, refuse) : context, ...rest);
      };
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [key, inner(one, path === '' ? key : `${path}.${key}`)]),
    );
  };
  return Object.fromEntries(
    Object.entries(game).map(([key, value]) => [key, otherwise.has(key) ? value : inner(value, key)]),
  ) as T;
}

const watchedContext = (context: object, path: string, refuse: (why: string) => never) =>
  new Proxy(context, {
    get(target, key) {
      if (typeof key === 'string' && !(key in target) && !handed.has(key))
        refuse(`${path} reads '${key}' of its first parameter, which has no such thing: ${TODAY}`);
      return Reflect.get(target, key);
    },
    set(_, key) {
      return refuse(`${path} sets '${String(key)}' of its first parameter, which holds G and is not it: ${TODAY}`);
    },
  });

/** Why a game is not for boardgame.io 0.50; empty if nothing shows it. */
export function oldSignature<G extends object>(game: BoardgameIoGame<G>): string {
  const { ai, plugins: _, ...rest } = game;
  const found = oldFunction(rest, '');
  if (found) return `${found}: ${TODAY}`;
  if (takesObject.test(String(ai?.enumerate)))
    return 'ai.enumerate takes ({ G }): it is called with (G, ctx, playerID)';
  return '';
}

/** Where the first such function lies and what it takes. */
function oldFunction(value: unknown, path: string): string | undefined {
  if (typeof value === 'function') {
    const [, first = '', second = ''] = parameters.exec(String(value)) ?? [];
    const old = /^_?(G|ctx)$/.test(first) || /^_?ctx$/.test(second);
    return old ? `${path} takes (${second ? `${first}, ${second}` : first})` : undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    const found = oldFunction(inner, path ? `${path}.${key}` : key);
    if (found) return found;
  }
  return undefined;
}
