/**
 * What a seat knows when it must decide, as a text to look policies up by: the seat, its legal actions and its observation.
 * It is an information state as far as observations hold all that a seat saw and did.
 */

/**
 * @param mask 1 for each legal action
 * @param observation what the seat sees; its bytes count, so that equal texts mean equal observations
 */
export function informationKey(seat: number, mask: Uint8Array, observation: Float32Array): string {
  const { buffer, byteOffset, length } = observation;
  return `${seat}/${textOf(mask)}/${textOf(new Uint16Array(buffer, byteOffset, 2 * length))}`;
}

/** In pieces, since a function takes so many arguments only. */
function textOf(units: Uint8Array | Uint16Array): string {
  let text = '';
  for (let at = 0; at < units.length; at += 8192)
    text += String.fromCharCode.apply(null, units.subarray(at, at + 8192) as unknown as number[]);
  return text;
}
