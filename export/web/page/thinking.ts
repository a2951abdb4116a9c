/** How long agents think, measured on this device while the form is open. */
import { useEffect, useState } from 'preact/hooks';
import type { Pace } from '../protocol.js';
import type { Ask } from './connection.js';
import { PERSON } from './names.js';

/** Milliseconds of a slice: the form answers in between. */
const SLICE = 60;

/**
 * @param specs of who sits at the seats
 * @param options of the game; null: they are not right yet
 * @returns by spec what is known so far
 */
export function useThinking(ask: Ask, specs: readonly string[], options: unknown): ReadonlyMap<string, Pace> {
  const [known, setKnown] = useState<{ of: string; paces: ReadonlyMap<string, Pace> }>({ of: '', paces: new Map() });
  const of = JSON.stringify(options);
  const agents = [...new Set(specs)].filter((spec) => spec !== PERSON);
  useEffect(() => {
    if (options === null) return;
    let wanted = true;
    const paces = new Map(known.of === of ? known.paces : []);
    const work = async () => {
      for (const spec of agents)
        while (wanted && !paces.get(spec)?.finished) {
          paces.set(spec, await ask('pace', { spec, options, budget: SLICE }));
          if (wanted) setKnown({ of, paces: new Map(paces) });
        }
    };
    // What is wrong with a player is said when the game begins.
    work().catch(() => {});
    return () => {
      wanted = false;
    };
  }, [of, agents.join(' ')]);
  return known.of === of ? known.paces : new Map();
}

const amount = (milliseconds: number): string =>
  milliseconds < 1 ? 'under 1' : String(Number(milliseconds.toPrecision(2)));

/** `thinks 12 ms a move here, 95 % of moves at most 30 ms`. */
export const paceText = ({ median, slow }: Pace): string =>
  `thinks ${amount(median)} ms a move here, 95 % of moves at most ${amount(slow)} ms`;
