/** Choosing by clicking: each thing that is picked leaves the moves that concern it, and a move that is alone is played. */
import { useState } from 'preact/hooks';
import type { Move, MoveGroup, Scene, TableView } from '../protocol.js';
import type { Picking } from './board.js';

export interface Picked {
  picking: Picking;
  /** The moves that are left. */
  groups: MoveGroup[];
  /** What was picked, in words; empty: nothing. */
  limit: string;
  clear: () => void;
}

const concerns = ({ things = [] }: Move, picked: readonly string[]): boolean =>
  picked.every((id) => things.includes(id));

/** @param many is called when moves are left to choose among in the list */
export function usePicking(shown: TableView, choose: (action: number) => void, many: () => void): Picked {
  const [chosen, setChosen] = useState<{ moves: number; picked: readonly string[] }>({ moves: -1, picked: [] });
  // What was picked for one decision is not for the next.
  const picked = chosen.moves === shown.moves ? chosen.picked : [];
  const set = (ids: readonly string[]) => setChosen({ moves: shown.moves, picked: ids });
  // What gives the game up has a place of its own.
  const offered = shown.groups.filter(({ concedes }) => !concedes);
  const moves = offered.flatMap((group) => group.moves);
  const left = (ids: readonly string[]) => moves.filter((move) => concerns(move, ids));
  const pick = (id: string) => {
    if (picked.includes(id)) return set(picked.filter((other) => other !== id));
    const both = [...picked, id];
    // What does not go with what was picked before is another beginning.
    const next = left(both).length > 0 ? both : [id];
    const remaining = left(next);
    if (remaining.length === 1) return choose(remaining[0]!.action);
    set(next);
    many();
  };
  const groups = offered
    .map(({ title, moves }) => ({ title, moves: moves.filter((move) => concerns(move, picked)) }))
    .filter(({ moves }) => moves.length > 0);
  return {
    picking: { open: new Set(moves.flatMap(({ things = [] }) => things)), picked, pick },
    groups,
    limit: picked.map((id) => (shown.scene ? nameOf(shown.scene, id) : id)).join(' and '),
    clear: () => set([]),
  };
}

function nameOf({ parts }: Scene, id: string): string {
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
