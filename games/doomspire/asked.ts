/**
 * What must hold while somebody is asked: which procedure asks and at which step it is, at which step those below it wait,
 * and what must be known. All of it follows from the definitions of prompts and procedures (rules/definitions.ts). Steps are
 * inner numbers of the rules, and a wrong one would change the game without a word.
 */
import { fail } from '../../env/kit/json.js';
import { PILES } from './data.js';
import type { DoomspireProcedure, Frame, Need, ProcedureName, PromptName, Steps } from './rules/definitions.js';
import { procedures, prompts } from './rules/engine.js';
import { TURN } from './rules/stack.js';
import type { Position } from './state.js';
import * as S from './state.js';

/** By the letters of `DoomspireProcedure.arguments`. */
const ranges: Readonly<Record<string, readonly [min: number, max: number]>> = {
  k: [0, 11],
  t: [0, 63],
  T: [-1, 63],
  s: [0, 3],
  p: [0, PILES - 1],
  n: [0, 31],
};
/** What is wrong with an argument of a procedure; empty when nothing is. */
export function argumentFault(procedure: ProcedureName, index: number, value: number): string {
  const [min, max] = ranges[procedures[procedure].arguments?.[index] ?? ''] ?? [-1, 255];
  return value < min || value > max ? `must be ${min} to ${max}` : '';
}

const entries = Object.entries(procedures) as [ProcedureName, DoomspireProcedure][];
entries.sort(([a], [b]) => S.OP[a] - S.OP[b]);
/** The procedures that ask each prompt. */
const askers = new Map(S.promptNames.map((prompt) => [prompt, entries.filter(([, { asks }]) => asks[prompt])]));
const askersOf = (prompt: PromptName) => askers.get(prompt)!;
const pending = (s: Position): PromptName => S.promptNames[s.prompt]!;
/** Procedure of a frame; undefined where none is under way. */
const procedureAt = (s: Position, frame: number) => S.procedureNames[s.frames[frame * S.FRAME]!] as ProcedureName;
const either = (list: readonly (string | number)[]): string => list.join(' or ');

/** Whether the pending prompt can be asked here. @throws Error with the path of what is missing */
export function checkAsked(s: Position): void {
  const name = pending(s);
  const need = ([path, what, there]: Need) => {
    if (!there(s)) fail(path, `${what} at prompt ${name}`);
  };
  need(['prompt.actor', 'must be a seat', () => s.actor >= 0]);
  need(['stack', 'must not be empty', () => s.depth > 0]);
  const asking = askersOf(name);
  const [, asker] = asking.find(([procedure]) => procedure === procedureAt(s, s.depth - 1)) ?? [];
  const wanted = either(asking.map(([procedure]) => procedure));
  need([`stack.${s.depth - 1}.procedure`, `must be ${wanted}`, () => asker !== undefined]);
  for (const each of [...(asker?.needs ?? []), ...(prompts[name].needs ?? [])]) need(each);
}

/**
 * The steps at which a procedure on the stack can be while the pending prompt is asked, the likeliest first; undefined where
 * that is not known.
 */
export function stepsAt(s: Position, frame: number): readonly number[] | undefined {
  const procedure = procedures[procedureAt(s, frame)];
  if (frame < s.depth - 1) return procedure.waits?.(s, procedureAt(s, frame + 1), frame * S.FRAME);
  const asking = procedure.asks[pending(s)];
  return asking && listed(asking.at, s);
}
function listed(steps: Steps, s: Position): readonly number[] {
  const at = typeof steps === 'function' ? steps(s) : steps;
  return typeof at === 'number' ? [at] : at;
}

/** Whether each procedure is at a step at which it can be. @throws Error with the path of the first that is not */
export function checkSteps(s: Position): void {
  for (let frame = 0; frame < s.depth; frame++) {
    const wanted = stepsAt(s, frame)?.toSorted((a, b) => a - b);
    if (!wanted || wanted.includes(s.frames[frame * S.FRAME + 1]!)) continue;
    const range = wanted.length > 4 ? `${wanted[0]} to ${wanted.at(-1)}` : either(wanted);
    fail(`stack.${frame}.step`, `must be ${range || 'that of a walk past the tile asked about'} here`);
  }
}

/** The procedures under way while the pending prompt is asked. @throws Error where that cannot be known */
export function framesAt(s: Position): readonly Frame[] {
  if (s.prompt < 0) return [TURN];
  const asker = askersOf(pending(s)).find(([, { asks }]) => asks[pending(s)]!.when?.(s) ?? true);
  return asker ? asker[1].stack(s) : [TURN];
}

/** What must be known at each prompt, in words: `prompt.knight must be known`. */
export const neededAt: Readonly<Record<PromptName, readonly string[]>> = Object.fromEntries(
  S.promptNames.map((name) => {
    const asking = askersOf(name);
    const always = asking.length === 1 ? (asking[0]![1].needs ?? []) : [];
    return [name, [...always, ...(prompts[name].needs ?? [])].map(([path, what]) => `\`${path}\` ${what}`)];
  }),
) as never;
