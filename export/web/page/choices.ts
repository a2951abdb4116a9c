/** What can be chosen now: the moves that are asked for, or the chains of decisions that concern what was picked. */
import type { Chain, ChainEnd, Move, MoveGroup, Scene } from '../protocol.js';

/** One button: a move, or a chain of them. */
export interface Choice {
  actions: readonly number[];
  /** What stands on the button. */
  text: string;
  /** All of it, where the rest stands above the button. */
  whole: string;
  /** What it costs and leads to. */
  tells: readonly string[];
  ends?: ChainEnd;
}

export interface ChoiceGroup {
  title: string;
  choices: Choice[];
}

/** What can be done with what was picked of a picture. */
export interface Offered {
  /** Ids of what goes with all that was picked. */
  next: ReadonlySet<string>;
  groups: ChoiceGroup[];
  choose: (choice: Choice) => void;
}

const single = ({ action, text }: Move): Choice => ({ actions: [action], text, whole: text, tells: [] });

/** Each move as a chain of one, where nobody looked for longer ones: in a puzzle one decision is asked for. */
export const singleChains = (groups: readonly MoveGroup[]): Chain[] =>
  groups
    .filter(({ concedes }) => !concedes)
    .flatMap(({ moves }) =>
      moves.map(({ action, text, things = [] }) => ({
        ...{ actions: [action], texts: [text], things, tells: [], ends: 'asked' as const },
      })),
    );

/** The moves that are asked for; what gives the game up has a place of its own. */
export const movesAsked = (groups: readonly MoveGroup[]): ChoiceGroup[] =>
  groups.filter(({ concedes }) => !concedes).map(({ title, moves }) => ({ title, choices: moves.map(single) }));

/**
 * The shortest chains that do what is wanted: of those that begin alike, the first.
 * @param wanted holds for a chain if it does for what it begins with
 */
export function shortest(chains: readonly Chain[], wanted: (chain: Chain) => boolean): Chain[] {
  const found: Chain[] = [];
  for (const chain of chains) {
    const before = found.at(-1);
    if (before && goesOn(before, chain)) continue;
    if (wanted(chain)) found.push(chain);
  }
  return found;
}

/** Whether a chain begins with all of another one. */
const goesOn = (start: Chain, chain: Chain): boolean => start.actions.every((action, i) => chain.actions[i] === action);

export const concernsAll =
  (picked: readonly string[]) =>
  ({ things }: { things: readonly string[] }): boolean =>
    picked.every((id) => things.includes(id));

/** Chains as buttons: those that differ in their last decision alone stand together. Fewer decisions come first. */
export function chainGroups(chains: readonly Chain[]): ChoiceGroup[] {
  const groups = new Map<string, Chain[]>();
  for (const chain of [...chains].sort((a, b) => a.actions.length - b.actions.length)) {
    const key = JSON.stringify(chain.actions.slice(0, -1));
    groups.set(key, [...(groups.get(key) ?? []), chain]);
  }
  const alone: Choice[] = [];
  const together: ChoiceGroup[] = [];
  for (const chains of groups.values()) {
    const before = chains[0]!.texts.slice(0, -1);
    // A single way needs no title of its own.
    if (chains.length === 1 || before.length === 0) alone.push(...chains.map((chain) => choiceOf(chain, 0)));
    else together.push({ title: sentence(before), choices: chains.map((chain) => choiceOf(chain, before.length)) });
  }
  return alone.length > 0 ? [{ title: '', choices: alone }, ...together] : together;
}

/** @param told decisions that stand above it */
function choiceOf({ actions, texts, tells, ends }: Chain, told: number): Choice {
  return { actions, text: texts.slice(told).join(', '), whole: texts.join(', '), tells, ends };
}

function sentence(texts: readonly string[]): string {
  const words = texts.join(', ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What is to be said of how a chain ends; empty: nothing. */
export function endText({ actions, ends }: Choice): string {
  if (ends === 'unknown') return 'what comes of it is not known before';
  if (ends === 'over') return 'ends the game';
  return ends === 'others' && actions.length > 1 ? 'then it is not your turn' : '';
}

/** Whether a click on a thing may make it without asking: what several decisions lead to must be possible to take back. */
export const harmless = ({ actions, ends }: Choice): boolean =>
  actions.length === 1 || ends === undefined || ends === 'asked';

/** What a thing of the picture is called. */
export function nameOf({ parts }: Scene, id: string): string {
  for (const part of parts)
    if (part.kind === 'board') {
      const place = part.places.find((place) => place.id === id);
      if (place) return place.name;
    } else {
      const card = part.cards.find((card) => card.id === id);
      if (card) return card.title;
    }
  return id;
}
