/**
 * Half-precision numbers (IEEE 754 binary16), by hand: JavaScript's own Float16Array is younger than the engines this
 * must run on. Half the size of a policy file; three significant digits, which is more than a policy needs.
 */

/** Largest finite half-precision number. */
export const MAX_FLOAT16 = 65504;

const asFloat = new Float32Array(1);
const asBits = new Uint32Array(asFloat.buffer);

/** The bits of the half-precision number nearest to `value`, ties to even. Too large becomes infinity. */
export function encodeFloat16(value: number): number {
  asFloat[0] = value;
  const bits = asBits[0]!;
  const sign = (bits >>> 16) & 0x8000;
  const exponent = (bits >>> 23) & 0xff;
  const fraction = bits & 0x7fffff;
  if (exponent === 0xff) return sign | 0x7c00 | (fraction ? 0x200 : 0);
  const e = exponent - 112; // 127 - 15, the difference of the two biases
  if (e >= 31) return sign | 0x7c00;
  // Below the normal range the leading one becomes part of the fraction, and the unit stays 2^-24.
  const shift = e <= 0 ? 14 - e : 13;
  if (shift > 24) return sign;
  const significand = e <= 0 ? fraction | 0x800000 : fraction;
  const half = 1 << (shift - 1);
  const rest = significand & ((1 << shift) - 1);
  const kept = (e <= 0 ? 0 : e << 10) + (significand >>> shift);
  // A carry out of the fraction runs into the exponent, which is exactly what rounding up means.
  return sign | (kept + (rest > half || (rest === half && kept & 1) ? 1 : 0));
}

/** The number that these 16 bits mean. */
export function decodeFloat16(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >>> 10) & 31;
  const fraction = bits & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY;
  return sign * (1024 + fraction) * 2 ** (exponent - 25);
}

/** Every number replaced by the nearest half-precision one; a new array. */
export function roundToFloat16(values: Float32Array): Float32Array {
  return values.map((value) => decodeFloat16(encodeFloat16(value)));
}
