/** A game of the visitor against the network as it is now. */
import { useEffect, useState } from 'preact/hooks';
import { Board } from '../../../export/web/page/board.js';
import type { Order, Shown } from '../protocol.js';

interface Props {
  shown: Shown | undefined;
  learning: boolean;
  send: (order: Order) => void;
}

export function Table({ shown, learning, send }: Props) {
  const [seat, setSeat] = useState(0);
  /** A move is under way. */
  const [asked, setAsked] = useState(false);
  useEffect(() => setAsked(false), [shown]);
  const show = (actions: readonly number[], as = seat) => {
    setAsked(true);
    send({ do: 'show', actions, seat: as });
  };
  const begin = (as: number) => {
    setSeat(as);
    show([], as);
  };
  const open = new Set(asked ? [] : Object.keys(shown?.choices ?? {}));
  return (
    <section class="card" aria-labelledby="against">
      <h2 id="against">Play against it</h2>
      <p class="hint">
        It plays by what it knows now, without searching{learning ? ', and goes on learning from its own games.' : '.'}
      </p>
      <div class="actions">
        <button type="button" onClick={() => begin(0)}>
          {shown ? 'New game, you begin' : 'You begin'}
        </button>
        <button type="button" onClick={() => begin(1)}>
          {shown ? 'New game, it begins' : 'It begins'}
        </button>
      </div>
      {shown && (
        <div class="versus">
          <p class="turn" role="status">
            {shown.result || 'Your move.'}
          </p>
          <Board
            board={shown.board}
            headed={false}
            picking={{ open, picked: [], pick: (id) => show([...shown.actions, shown.choices[id]!]) }}
          />
        </div>
      )}
    </section>
  );
}
