/** What tokens look like: shapes within a square of 100 by 100. */
import { outlines, signHeight } from '../outlines.js';
import type { SceneToken } from '../protocol.js';

interface Placed {
  token: SceneToken;
  /** Its upper left corner. */
  x: number;
  y: number;
  size: number;
  /** The smallest letters on it, in the same measure. */
  least?: number;
}

export function TokenShapeOf({ token, x, y, size, least = 0 }: Placed) {
  const { shape, tone, sign = '' } = token;
  const { path, middle = 50 } = outlines[shape];
  // Where a board is drawn so small that a token has no room, its letters have none either.
  const smallest = size > 0 ? Math.min(100, (100 * least) / size) : 0;
  const height = Math.max(signHeight(token), smallest);
  return (
    <g class={`token tone-${tone}`} transform={`translate(${x} ${y}) scale(${size / 100})`}>
      <path d={path} />
      {sign && (
        <text x="50" y={middle + height * 0.36} font-size={height} text-anchor="middle">
          {sign}
        </text>
      )}
    </g>
  );
}

/** A token in a line of text. */
export function TokenMark({ token }: { token: SceneToken }) {
  return (
    <svg class="mark" viewBox="0 0 100 100" role="img" aria-label={token.name}>
      <TokenShapeOf token={token} x={0} y={0} size={100} />
    </svg>
  );
}
