/** An offer to take a choice back that has cost much, worked out in the background. Off until somebody wants it. */
import { useState } from 'preact/hooks';
import type { Regret, TableView } from '../protocol.js';
import type { Ask } from './connection.js';
import { calledIn } from './names.js';
import { chanceText } from './numbers.js';
import { useSlices } from './slices.js';

/** Milliseconds of a slice: agents move in between. */
const SLICE = 40;

/** @param on whether such offers are wanted @returns null: there is nothing to offer */
export function useRegret(ask: Ask, on: boolean, shown: TableView, failed: (error: Error) => void) {
  /** Choices that are not to be taken back. */
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set());
  const able = on && shown.canUndo && !shown.open;
  const thought = useSlices(able, () => ask('secondThought', SLICE), `second thought ${shown.moves}`, failed);
  const regret = able ? (thought?.regret ?? null) : null;
  if (regret === null || kept.has(keyOf(regret))) return null;
  return { regret, keep: () => setKept(new Set([...kept, keyOf(regret)])) };
}

const keyOf = ({ at, action }: Regret): string => `${at} ${action}`;

export function RegretCard(props: {
  shown: TableView;
  regret: Regret;
  keep: () => void;
  takeBack: (at: number) => void;
}) {
  const { shown, regret, keep, takeBack } = props;
  return (
    <div class="hint-card" role="status">
      <p>
        <b>
          {calledIn(shown, regret.seat)}, take back "{regret.text}"?
        </b>{' '}
        Of 100 such games it wins {chanceText(regret.loss).replace(' %', '')} fewer.{' '}
        {regret.exact
          ? 'Exact: all play best.'
          : 'Judged by what you could see, in games played on by bots; 95 % interval.'}
      </p>
      <div class="actions">
        <button type="button" onClick={() => takeBack(regret.at)}>
          Take it back
        </button>
        <button type="button" class="quiet" onClick={keep}>
          Leave it
        </button>
      </div>
    </div>
  );
}
