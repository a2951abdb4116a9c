/** The picture of a position: its boards, and under them or elsewhere its cards. */
import type { Scene } from '../protocol.js';
import { Board, type Picking } from './board.js';
import { Cards } from './cards.js';

interface Props {
  scene: Scene;
  picking: Picking;
}

/** @param changed names of places to mark as changed */
export function Boards({ scene, picking, changed }: Props & { changed?: readonly string[] | undefined }) {
  const boards = scene.parts.filter((part) => part.kind === 'board');
  return (
    <div class="picture">
      {boards.map((board) => (
        <Board key={board.title} board={board} picking={picking} changed={changed} headed={boards.length > 1} />
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
