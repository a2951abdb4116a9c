/**
 * Games written for boardgame.io before 0.50, whose moves and hooks took `(G, ctx, ...)`. Called with one object, they fail
 * anywhere or play on with `undefined`, so they are found by the names of their parameters. Minified ones are not.
 */
import type { BoardgameIoGame } from './framework.js';

/** The first parameter of a function's text if it is a plain name, and the second one. */
const parameters = /^(?:async\s+)?(?:function\b\s*)?\*?\s*(?:[\w$]*\s*\(\s*)?([\w$]+)(?=\s*[,)=])(?:\s*,\s*([\w$]+))?/;
/** A first parameter that takes `G` out of an object. */
const takesObject = /^(?:async\s+)?(?:function\b\s*)?\*?\s*[\w$]*\s*\(\s*\{[^}]*\bG\b/;

/** Why a game is not for boardgame.io 0.50; empty if nothing shows it. */
export function oldSignature<G extends object>(game: BoardgameIoGame<G>): string {
  const { ai, plugins: _, ...rest } = game;
  const found = oldFunction(rest, '');
  if (found)
    return `${found}: since boardgame.io 0.50 moves and hooks take ({ G, ctx, playerID, random, events }, ...)`;
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
