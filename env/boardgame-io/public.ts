/** Games written for boardgame.io as games of ours. See docs/boardgame.io.md. */
export type { BoardgameIoForm } from './form.js';
export { fromBoardgameIo } from './index.js';
