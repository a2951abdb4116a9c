/** Every seat in its order and colour: what it is called, what it is ranked by, and what else it has. */
import type { SceneCard, SceneCards, TableView } from '../protocol.js';
import type { Picking } from './board.js';
import { Sheet } from './cards.js';
import { calledIn } from './names.js';
import { toneOf } from './seats.js';

/** What each seat has, as the game's picture tells it; of a game without one, its name alone. */
export function panelsOf(shown: TableView): SceneCard[] {
  const panels = shown.scene?.parts.find((part): part is SceneCards => part.kind === 'cards' && part.role === 'panels');
  return panels?.cards ?? shown.seats.map((_, seat) => ({ title: '', seat, tone: toneOf(shown, seat) }));
}

const bare = { facts: [], text: [], tokens: [] };

/** @param short only names and what they are ranked by */
export function Panels({ shown, picking, short }: { shown: TableView; picking: Picking; short: boolean }) {
  const { actor, viewer, seats, over } = shown;
  return (
    <ul class={`panels${short ? ' short' : ''}`} aria-label="Players">
      {panelsOf(shown).map((panel, i) => {
        const { seat, title, facts: [score, ...facts] = [] } = panel;
        const mine = seat === viewer && seats.length > 1;
        return (
          <li key={i} class={seat === viewer ? 'own' : undefined}>
            <Sheet
              card={{ ...panel, ...(short ? bare : { facts }), marked: seat === actor && !over }}
              picking={picking}
            >
              <b class="name">
                {seat === undefined ? title : calledIn(shown, seat)}
                {mine && <small> you</small>}
              </b>
              {score && (
                <span class="score">
                  <small>{score[0]}</small> <b>{score[1]}</b>
                </span>
              )}
            </Sheet>
          </li>
        );
      })}
    </ul>
  );
}
