/** Pictures of boards for pages without a script; runs where these pages are made. */
import { render } from 'preact-render-to-string';
import type { SceneBoard } from '../protocol.js';
import { Still } from './board.js';

export const still = (board: SceneBoard): string => render(<Still board={board} />);
