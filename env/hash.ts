/** One fast, non-cryptographic hash for positions, replays and digests. Not for checkpoints: those use SHA-256. */

/** Final mixing of one 32-bit lane (the finaliser of MurmurHash3). */
function finish(h: number): number {
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** Of numbers, such as the moves of a game and what came of it: games that are the same have the same. */
export const hashNumbers = (numbers: Iterable<number>): number =>
  hashBytes(new Uint8Array(Float64Array.from(numbers).buffer));

/**
 * A number of 53 bits that depends on every byte, their order and their count.
 * @param seed another value gives an independent hash; feed the last result in to chain
 * @param n so many of the bytes count; all without it
 */
export function hashBytes(bytes: Uint8Array, seed = 0, n = bytes.length): number {
  let a = (0x9e3779b9 ^ seed ^ n) | 0;
  let b = (0x7f4a7c15 ^ Math.floor(seed / 0x100000000)) | 0;
  let i = 0;
  for (; i + 4 <= n; i += 4) {
    const word = bytes[i]! | (bytes[i + 1]! << 8) | (bytes[i + 2]! << 16) | (bytes[i + 3]! << 24);
    a = Math.imul(a ^ word, 0xcc9e2d51);
    a = (a << 15) | (a >>> 17);
    b = Math.imul(b + word, 0x1b873593);
    b = ((b << 13) | (b >>> 19)) ^ a;
  }
  for (; i < n; i++) {
    a = Math.imul(a ^ bytes[i]!, 0xcc9e2d51);
    b = Math.imul(b + bytes[i]!, 0x1b873593) ^ (a >>> 15);
  }
  const high = finish(a ^ Math.imul(b, 5)) & 0x1fffff;
  const low = finish(b ^ Math.imul(a, 3));
  return high * 0x100000000 + low;
}
