/** Work that the worker does in slices, for as long as it is wanted; what else is asked comes in between. */
import { useEffect, useState } from 'preact/hooks';

/** Milliseconds of a slice: nothing else waits longer. */
export const SLICE = 100;

/**
 * @param on whether it is wanted
 * @param ask asks for the next slice
 * @param of what it is the work on: a report of something else is not shown
 * @returns the latest report; null before the first
 */
export function useSlices<Report extends { finished: boolean }>(
  on: boolean,
  ask: () => Promise<Report>,
  of: string,
  failed: (error: Error) => void,
): Report | null {
  const [known, setKnown] = useState<{ of: string; report: Report } | null>(null);
  useEffect(() => {
    if (!on) return;
    let wanted = true;
    const work = async () => {
      while (wanted) {
        const report = await ask();
        if (wanted) setKnown({ of, report });
        if (report.finished) return;
      }
    };
    work().catch((error) => wanted && failed(error));
    return () => {
      wanted = false;
    };
  }, [on, of]);
  return known?.of === of ? known.report : null;
}
