/** The picture of a position: its boards and cards, one under the other. */
import type { Scene } from '../protocol.js';
import { Board, type Picking } from './board.js';
import { Cards } from './cards.js';

export function Picture({ scene, picking }: { scene: Scene; picking: Picking }) {
  return (
    <div class="picture">
      {scene.parts.map((part) =>
        part.kind === 'board' ? (
          <Board key={part.title} board={part} picking={picking} />
        ) : (
          <Cards key={part.title} part={part} picking={picking} />
        ),
      )}
    </div>
  );
}
