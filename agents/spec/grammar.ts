/**
 * How the spec of an agent is written: `<kind>[:<what>][?<option>[=<value>]&...]`, such as `search:400?depth=40`. This file
 * takes specs apart and reads their options; which kinds there are stands in kinds.ts.
 */
import { nearest } from '../../env/spelling.js';
import { UserError } from '../../env/user-error.js';

/** One option of a kind: how its value is read. */
export interface Option<T = unknown> {
  /**
   * @param text after the equals sign; empty where there is none
   * @param where begins the message of an error: `agent <spec>: <option>`
   * @throws UserError when it is not such a value
   */
  read(text: string, where: string): T;
  /** Where it names something of this machine: why an agent with it cannot play on another one. */
  local?: string;
}

/** The options of a kind, by name. */
export type Options = Readonly<Record<string, Option>>;

/** The values of options; undefined where an option is not given. */
type OptionValues<O extends Options> = {
  readonly [Name in keyof O]?: (O[Name] extends Option<infer T> ? T : never) | undefined;
};

/** What the grammar needs to know of a kind. */
export interface Written<O extends Options = Options> {
  /** Its name, which a spec begins with. */
  kind: string;
  /** How its specs are written, for messages and lists. */
  spec: string;
  options: O;
}

/** A spec taken apart. */
export interface ParsedSpec<O extends Options = Options> {
  /** As typed. */
  spec: string;
  kind: string;
  /** How specs of its kind are written. */
  form: string;
  /** What follows the first colon; empty without one. */
  what: string;
  options: OptionValues<O>;
}

/** The name of a kind that a spec begins with. */
export const kindOf = (spec: string): string => /^[^?:]*/.exec(spec)![0];

/** What follows the kind's name in a spec, and its options as text. */
function takeApart(spec: string): { what: string; given: Map<string, string> } {
  const mark = spec.indexOf('?');
  const head = mark < 0 ? spec : spec.slice(0, mark);
  const colon = head.indexOf(':');
  const given = new Map<string, string>();
  for (const pair of mark < 0 ? [] : spec.slice(mark + 1).split(/[&?]/)) {
    const equals = pair.indexOf('=');
    given.set(equals < 0 ? pair : pair.slice(0, equals), equals < 0 ? '' : pair.slice(equals + 1));
  }
  return { what: colon < 0 ? '' : head.slice(colon + 1), given };
}

/**
 * Reads a spec of a known kind.
 * @throws UserError when it has an option that this kind does not have, or one with a wrong value
 */
export function readSpec<O extends Options>({ kind, spec: form, options }: Written<O>, spec: string): ParsedSpec<O> {
  const { what, given } = takeApart(spec);
  const known = Object.keys(options);
  for (const name of given.keys())
    if (!known.includes(name)) {
      const meant = nearest(name, known);
      throw new UserError(
        `agent ${spec}: unknown option '${name}'${meant ? `, did you mean ${meant}?` : ''}; ` +
          (known.length > 0 ? `${kind} has the options ${known.join(', ')}` : `${kind} has no options`),
      );
    }
  const values = known
    .filter((name) => given.has(name))
    .map((name) => [name, options[name]!.read(given.get(name)!, `agent ${spec}: ${name}`)]);
  return { spec, kind, form, what, options: Object.fromEntries(values) as OptionValues<O> };
}

/** The spec as one of a certain kind, whose options have their types; undefined where it is of another kind. */
export function ofKind<O extends Options>(parsed: ParsedSpec, { kind }: Written<O>): ParsedSpec<O> | undefined {
  return parsed.kind === kind ? (parsed as ParsedSpec<O>) : undefined;
}

/** What follows the colon. @param thing what it must be, for the error. @throws UserError when there is nothing */
export function needed({ spec, what, form }: ParsedSpec, thing: string): string {
  if (what === '') throw new UserError(`agent ${spec} needs ${thing}: ${form}`);
  return what;
}

/** @throws UserError when something follows the kind's name */
export function nothingAfter({ spec, what, kind, form }: ParsedSpec): void {
  if (what !== '') throw new UserError(`agent ${spec}: nothing may follow ${kind}; write ${form}`);
}

/** A number from `low` to `high`. */
export const numberOption = (low: number, high = Infinity): Option<number> => numeric(low, high, false);

/** A whole number from `low` to `high`. */
export const wholeOption = (low: number, high = Infinity): Option<number> => numeric(low, high, true);

function numeric(low: number, high: number, whole: boolean): Option<number> {
  const range = high === Infinity ? `>= ${low}` : `${low}..${high}`;
  return {
    read(text, where) {
      const value = Number(text);
      if (text === '' || !Number.isFinite(value) || value < low || value > high || (whole && !Number.isInteger(value)))
        throw new UserError(`${where} must be a ${whole ? 'whole ' : ''}number ${range}, not '${text}'`);
      return value;
    },
  };
}

/** An option that is given or not: `?argmax`. */
export const flagOption: Option<boolean> = {
  read(text, where) {
    if (text !== '')
      throw new UserError(`${where} takes no value, and '${text}' was given: write it alone, or leave it out`);
    return true;
  },
};

/** A text, which whoever uses it checks. */
export const textOption: Option<string> = { read: (text) => text };

/** A word that stands for a value, or what another option reads. */
export const wordOr = <W, T>(words: Readonly<Record<string, W>>, other: Option<T>): Option<W | T> => ({
  read: (text, where) => (Object.hasOwn(words, text) ? words[text]! : other.read(text, where)),
});

/** One of some words. */
export const oneOf = <W extends string>(words: readonly W[]): Option<W> => ({
  read(text, where) {
    const found = words.find((word) => word === text);
    if (found === undefined) throw new UserError(`${where} must be one of ${words.join(', ')}, not '${text}'`);
    return found;
  },
});
