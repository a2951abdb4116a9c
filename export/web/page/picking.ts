/**
 * Choosing by clicking: each thing that is picked leaves what can be done with it, over several decisions too, and what is alone is
 * done.
 */
import { useMemo, useState } from 'preact/hooks';
import type { TableView } from '../protocol.js';
import type { Picking } from './board.js';
import {
  type Choice,
  type ChoiceGroup,
  chainGroups,
  concernsAll,
  harmless,
  movesAsked,
  nameOf,
  shortest,
  singleChains,
} from './choices.js';

/** From so many chains on, words find them sooner than clicks. */
const MANY = 12;

export interface Picked {
  picking: Picking;
  /** What is left to choose among. */
  groups: ChoiceGroup[];
  /** What was picked, in words; empty: nothing. */
  limit: string;
  clear: () => void;
  /** Takes back what was picked last. @returns false where nothing was */
  back: () => boolean;
  /** There are many chains of decisions to search. */
  further: boolean;
  /** Chains of decisions that have all of these words. */
  search: (words: readonly string[]) => ChoiceGroup[];
}

/** @param many is called when choices are left in the list */
export function usePicking(shown: TableView, choose: (choice: Choice) => void, many: () => void): Picked {
  const [chosen, setChosen] = useState<{ moves: number; picked: readonly string[] }>({ moves: -1, picked: [] });
  // What was picked for one decision is not for the next.
  const picked = chosen.moves === shown.moves ? chosen.picked : [];
  const set = (ids: readonly string[]) => setChosen({ moves: shown.moves, picked: ids });
  const chains = shown.chains ?? singleChains(shown.groups);
  const all = useMemo(() => new Set(chains.flatMap(({ things }) => things)), [shown]);
  const left = (ids: readonly string[]): ChoiceGroup[] => chainGroups(shortest(chains, concernsAll(ids)));
  const groups = useMemo(() => (picked.length > 0 ? left(picked) : movesAsked(shown.groups)), [shown, chosen]);
  const offered = useMemo(() => {
    if (picked.length === 0) return undefined;
    const next = new Set(chains.filter(concernsAll(picked)).flatMap(({ things }) => things));
    return { next, groups, choose };
  }, [shown, chosen]);
  const pick = (id: string) => {
    if (picked.includes(id)) return set(picked.filter((other) => other !== id));
    const both = [...picked, id];
    // What does not go with what was picked before is another beginning.
    const ids = left(both).length > 0 ? both : [id];
    const remaining = left(ids).flatMap(({ choices }) => choices);
    if (remaining.length === 1 && harmless(remaining[0]!)) return choose(remaining[0]!);
    set(ids);
    many();
  };
  return {
    picking: { open: all, picked, pick, offered },
    groups,
    limit: picked.map((id) => (shown.scene ? nameOf(shown.scene, id) : id)).join(' and '),
    clear: () => set([]),
    back: () => {
      if (picked.length === 0) return false;
      set(picked.slice(0, -1));
      return true;
    },
    further: chains.filter(({ actions }) => actions.length > 1).length > MANY,
    search: (words) => {
      const has = ({ texts }: { texts: readonly string[] }) =>
        words.every((word) => texts.some((text) => text.toLowerCase().includes(word)));
      return chainGroups(shortest(chains, has).filter(({ actions }) => actions.length > 1));
    },
  };
}
