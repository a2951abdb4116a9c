/** The picture of a position: its boards, and under them or elsewhere its cards. */
import type { Scene } from '../protocol.js';
import { Board, type Picking } from './board.js';
import { Cards } from './cards.js';
import type { Gliding } from './glide.js';

interface Props {
  scene: Scene;
  picking: Picking;
}

interface BoardsProps extends Props {
  /** Names of places to mark as changed. */
  changed?: readonly string[] | undefined;
  gliding?: Gliding | undefined;
}

export function Boards({ scene, picking, ...others }: BoardsProps) {
  const boards = scene.parts.filter((part) => part.kind === 'board');
  return (
    <div class="picture">
      {boards.map((board) => (
        <Board key={board.title} board={board} picking={picking} headed={boards.length > 1} {...others} />
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
