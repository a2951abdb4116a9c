/**
 * Actions in blocks: each block is a kind of action with its arguments' ranges, its words and its JSON. The ids follow from
 * the order; they are in every trained policy, so changing one is a new version of the game.
 */
import type { Game } from '../game.js';

/** What an argument may be: so many numbers from 0 on, or one of these names, told by its number. */
type Range = number | readonly string[];
const sizeOf = (range: Range): number => (typeof range === 'number' ? range : range.length);

/** One value for each argument of a block. */
type Arguments<Ranges> = { readonly [K in keyof Ranges]: number };

/** A kind of action. */
export interface ActionBlock<P, Ranges extends Record<string, Range> = Record<string, Range>> {
  /** How many values each argument has, the last one running fastest: `{ place: 4, region: 6 }` is 24 ids. */
  readonly args: Ranges;
  /** What it means in a position, for people. */
  text(position: P, args: Arguments<Ranges>): string;
  /** Its arguments for machines; without it their names, or the numbers themselves. */
  json?(position: P, args: Arguments<Ranges>): Record<string, unknown>;
}

/** Makes a block; tells the names of the arguments to `text` and `json`. */
type Define<P> = <const Ranges extends Record<string, Range>>(
  args: Ranges,
  text: (position: P, args: Arguments<Ranges>) => string,
  json?: (position: P, args: Arguments<Ranges>) => Record<string, unknown>,
) => ActionBlock<P, Ranges>;

/** Name, first id and number of ids of a block. */
interface Span {
  readonly name: string;
  readonly offset: number;
  readonly size: number;
}

/** The actions of a game. */
export interface Actions<P, Name extends string> {
  /** First id of each block. */
  readonly first: { readonly [K in Name]: number };
  /** Number of ids. */
  readonly count: number;
  readonly spans: readonly Span[];
  /** Its block and its arguments as numbers (`Game.actionFeatures`). */
  readonly features: NonNullable<Game['actionFeatures']>;
  /** Block of an action, and its arguments. */
  parse(action: number): { name: Name; args: Record<string, number> };
  /** What an id means in any position: its block and its arguments, `buy level 1 slot 0`. */
  nameOf(action: number): string;
  /** What an action means here; `words` go before the block's own. */
  text(position: P, action: number, words?: Words<P>): string;
  /** The same for machines; `kinds` go before the block's own. */
  json(position: P, action: number, kinds?: Kinds<P>): { kind: string; args: Record<string, unknown> };
}
/** What the actions of some blocks are called at one prompt. */
// biome-ignore lint/suspicious/noExplicitAny: the arguments are those of the block of that name
export type Words<P> = Readonly<Record<string, (position: P, args: any) => string>>;
/** Their kind in JSON there, where it is not the block's. */
// biome-ignore lint/suspicious/noExplicitAny: the arguments are those of the block of that name
export type Kinds<P> = Readonly<Record<string, string | ((position: P, args: any) => string)>>;

/** `eatFish` of `EAT_FISH`. */
export const camelCase = (block: string): string =>
  block.toLowerCase().replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());

/**
 * The actions of a game whose positions are `P`: `actionsOf<P>()((action) => ({ ROLL: action({ dice: 2 }, ...), ... }))`.
 * A second function makes a block's `kind` in JSON from its name; by default it is the name in lower case.
 */
export const actionsOf =
  <P>() =>
  // biome-ignore lint/suspicious/noExplicitAny: each block has arguments of its own
  <Blocks extends Record<string, ActionBlock<P, any>>>(
    define: (action: Define<P>) => Blocks,
    kindOf = (block: string): string => block.toLowerCase(),
  ): Actions<P, keyof Blocks & string> =>
    number<P, keyof Blocks & string>(
      define((args, text, json) => ({ args, text, ...(json && { json }) })),
      kindOf,
    );

/** Numbers the blocks one behind the other. */
function number<P, Name extends string>(
  blocks: Record<Name, ActionBlock<P>>,
  kindOf: (block: string) => string,
): Actions<P, Name> {
  const spans: (Span & { name: Name })[] = [];
  let count = 0;
  for (const name of Object.keys(blocks) as Name[]) {
    const size = Object.values(blocks[name].args).reduce<number>((product, range) => product * sizeOf(range), 1);
    spans.push({ name, offset: count, size });
    count += size;
  }
  const parse = (id: number) => {
    const span = spans.find(({ offset, size }) => id >= offset && id < offset + size);
    if (!span) throw new Error(`no action has the id ${id}`);
    const args: Record<string, number> = {};
    let rest = id - span.offset;
    for (const [name, range] of Object.entries(blocks[span.name].args).reverse()) {
      const size = sizeOf(range);
      args[name] = rest % size;
      rest = Math.floor(rest / size);
    }
    return { name: span.name, args };
  };
  const most = Math.max(...spans.map(({ name }) => Object.keys(blocks[name].args).length));
  const features: Actions<P, Name>['features'] = {
    pieces: [
      { name: 'kind', size: spans.length, about: `one of ${spans.map(({ name }) => name).join(', ')}` },
      ...(most > 0 ? [{ name: 'arguments', size: most, about: 'each as (number + 1) / numbers; 0: it has none' }] : []),
    ],
    write(_state, id, out, offset) {
      const { name, args } = parse(id);
      out[offset + spans.findIndex((span) => span.name === name)] = 1;
      for (const [i, [argument, range]] of Object.entries(blocks[name].args).entries())
        out[offset + spans.length + i] = (args[argument]! + 1) / sizeOf(range);
    },
  };
  return {
    features,
    first: Object.fromEntries(spans.map(({ name, offset }) => [name, offset])) as { [K in Name]: number },
    count,
    spans,
    parse,
    nameOf(id) {
      const { name, args } = parse(id);
      const words = Object.entries(named(args, blocks[name].args)).flat();
      return [name.toLowerCase().replaceAll('_', ' '), ...words].join(' ');
    },
    text(position, id, words) {
      const { name, args } = parse(id);
      return (words?.[name] ?? blocks[name].text)(position, args);
    },
    json(position, id, kinds) {
      const { name, args } = parse(id);
      const { json, args: ranges } = blocks[name];
      const kind = kinds?.[name] ?? kindOf(name);
      return {
        kind: typeof kind === 'string' ? kind : kind(position, args),
        args: json?.(position, args) ?? named(args, ranges),
      };
    },
  };
}

/** Arguments with their names, where they have any. */
function named(args: Arguments<Record<string, number>>, ranges: Record<string, Range>): Record<string, unknown> {
  const nameOf = (range: Range, value: number) => (typeof range === 'number' ? value : range[value]);
  return Object.fromEntries(Object.entries(args).map(([name, value]) => [name, nameOf(ranges[name]!, value)]));
}
