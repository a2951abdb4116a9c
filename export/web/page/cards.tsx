/** Sheets beside each other: hands, rows of cards, what each player has. Those that moves concern are buttons. */
import type { SceneCard, SceneCards } from '../protocol.js';
import type { Picking } from './board.js';
import { TokenMark } from './token.js';

export function Cards({ part, picking }: { part: SceneCards; picking: Picking }) {
  return (
    <section class="sheets" aria-label={part.title}>
      <h3 class="of-sheets">{part.title}</h3>
      {part.cards.length === 0 && <p class="hint">None.</p>}
      <ul>
        {part.cards.map((card, i) => {
          const { id } = card;
          const picked = id !== undefined && picking.picked.includes(id);
          const look = `sheet tone-${card.tone ?? 'plain'}${card.faded ? ' faded' : ''}${card.marked ? ' marked' : ''}`;
          return (
            <li key={id ?? i}>
              {id !== undefined && picking.open.has(id) ? (
                <button
                  type="button"
                  class={`${look} can${picked ? ' picked' : ''}`}
                  data-id={id}
                  aria-pressed={picked}
                  onClick={() => picking.pick(id)}
                >
                  <Inside card={card} />
                </button>
              ) : (
                <div class={look}>
                  <Inside card={card} />
                </div>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Inside({ card: { title, tokens = [], facts = [], text = [] } }: { card: SceneCard }) {
  return (
    <>
      <span class="head">
        <b>{title}</b>
        {tokens.length > 0 && (
          <span class="marks">
            {tokens.map((token, i) => (
              <TokenMark key={i} token={token} />
            ))}
          </span>
        )}
      </span>
      {facts.length > 0 && (
        <span class="facts">
          {facts.map(([name, value]) => (
            <span key={name}>
              {name} <b>{value}</b>
            </span>
          ))}
        </span>
      )}
      {text.map((line, i) => (
        <span key={i} class="line">
          {line}
        </span>
      ))}
    </>
  );
}
