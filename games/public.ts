/** Finds games by id or by the path of their module. Needs Node. */
export { gameIds, type LoadedGame, loadGame } from '../env/load-game.js';
