/** The picture of a position: its boards, and under them or elsewhere its cards. */
import type { Scene } from '../protocol.js';
import { Board, type Picking } from './board.js';
import { Cards } from './cards.js';

interface Props {
  scene: Scene;
  picking: Picking;
}

export function Boards({ scene, picking }: Props) {
  const boards = scene.parts.filter((part) => part.kind === 'board');
  return (
    <div class="picture">
      {boards.map((board) => (
        <Board key={board.title} board={board} picking={picking} headed={boards.length > 1} />
      ))}
    </div>
  );
}

export function AllCards({ scene, picking }: Props) {
  const parts = scene.parts.filter((part) => part.kind === 'cards');
  return (
    <div class="picture">
      {parts.map((part) => (
        <Cards key={part.title} part={part} picking={picking} />
      ))}
    </div>
  );
}
