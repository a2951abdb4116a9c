/** Sheets beside each other: hands, rows of cards, what each player has. Those that moves concern are buttons. */
import type { ComponentChildren } from 'preact';
import type { SceneCard, SceneCards } from '../protocol.js';
import type { Picking } from './board.js';
import { tells } from './tips.js';
import { TokenMark } from './token.js';

/** @param headed its title stands above it */
export function Cards({ part, picking, headed = true }: { part: SceneCards; picking: Picking; headed?: boolean }) {
  return (
    <section class="sheets" aria-label={part.title}>
      {headed && (
        <p class="of-sheets" aria-hidden="true">
          {part.title}
        </p>
      )}
      {part.cards.length === 0 && <p class="hint">Nothing here.</p>}
      <ul>
        {part.cards.map((card, i) => (
          <li key={card.id ?? i}>
            <Sheet card={card} picking={picking}>
              <b>{card.title}</b>
            </Sheet>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** @param children its head, instead of the title of the card */
export function Sheet({ card, picking, children }: { card: SceneCard; picking: Picking; children: ComponentChildren }) {
  const { id, tokens = [], facts = [], text = [], tone = 'plain', faded, marked } = card;
  const picked = id !== undefined && picking.picked.includes(id);
  const hinted = id !== undefined && picking.hinted?.has(id);
  const look = `sheet tone-${tone}${faded ? ' faded' : ''}${marked ? ' marked' : ''}${hinted ? ' hinted' : ''}`;
  const inside = (
    <>
      <span class="head">
        {children}
        {tokens.length > 0 && (
          <span class="marks">
            {tokens.map((token, i) => (
              <TokenMark key={i} token={token} />
            ))}
          </span>
        )}
      </span>
      {facts.length > 0 && <Facts facts={facts} />}
      {text.map((line, i) => (
        <span key={i} class="line">
          {line}
        </span>
      ))}
    </>
  );
  const told = tells([card.title, ...tokens.map(({ name }) => name), ...text].join(', '), id);
  return id !== undefined && picking.open.has(id) ? (
    <button
      type="button"
      {...told}
      class={`${look} can${picked ? ' picked' : ''}`}
      data-id={id}
      aria-pressed={picked}
      onClick={() => picking.pick(id)}
    >
      {inside}
    </button>
  ) : (
    <div class={look} {...told}>
      {inside}
    </div>
  );
}

export const Facts = ({ facts }: { facts: NonNullable<SceneCard['facts']> }) => (
  <span class="facts">
    {facts.map(([name, value]) => (
      <span key={name}>
        {name} <b>{value}</b>
      </span>
    ))}
  </span>
);
