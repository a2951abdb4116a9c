/** Scores become places, and places returns, here and nowhere else. */

/** Places by score, the highest first; those who tie share the better place. */
export function placesByScore(scores: ArrayLike<number>): number[] {
  return Array.from(scores, (own) => {
    let better = 0;
    for (let i = 0; i < scores.length; i++) if (scores[i]! > own) better++;
    return better;
  });
}

/** How a ranking is turned into numbers. */
export interface ReturnRule {
  /** 0: by all places; 1: only the first place counts; between: a blend. */
  winWeight: number;
  /** What a game cut at our own cap is worth, as a factor of a finished one (0..1). */
  cappedFactor: number;
}

/** By places alone; games cut at a cap count half, so that finishing pays. */
export const defaultReturns: ReturnRule = { winWeight: 0, cappedFactor: 0.5 };

/**
 * Zero-sum returns in [-1, 1]: (seats beaten - seats beaten by) / (players - 1), blended with
 * (players * [shares first] / winners - 1) / (players - 1).
 * @param places final places, 0 first, ties share the better one; length players
 * @param out written; length players
 */
export function placeReturns(places: Uint8Array, truncated: boolean, rule: ReturnRule, out: Float64Array): void {
  const n = places.length;
  const scale = truncated ? rule.cappedFactor : 1;
  let winners = 0;
  for (let i = 0; i < n; i++) if (places[i] === 0) winners++;
  for (let i = 0; i < n; i++) {
    let beaten = 0;
    for (let j = 0; j < n; j++) beaten += Math.sign(places[j]! - places[i]!);
    const byPlaces = n > 1 ? beaten / (n - 1) : 0;
    const byWin = n > 1 ? ((places[i] === 0 ? n / winners : 0) - 1) / (n - 1) : 0;
    out[i] = scale * ((1 - rule.winWeight) * byPlaces + rule.winWeight * byWin);
  }
}
