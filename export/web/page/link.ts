/** A game in the address of the page: its saved text, packed. Nothing of it is trusted before the rules have played it again. */

const START = '#game=';
/** One that is to be walked through. Pages about games have such links (export/site/examples.ts). */
const WALK = '#walk=';
/** Longer addresses are cut off by too many programs that pass them on. */
const MOST_LETTERS = 30_000;
/** No saved game that fits the address unpacks to more. */
const MOST_BYTES = 4_000_000;

/** @returns the address of this page with the game in it; null where that would be too long */
export async function linkOf(text: string): Promise<string | null> {
  const packed = await through(new TextEncoder().encode(text), new CompressionStream('deflate-raw'), Number.MAX_VALUE);
  let letters = '';
  for (const byte of packed) letters += String.fromCharCode(byte);
  const fragment = btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
  return fragment.length > MOST_LETTERS ? null : `${location.href.replace(/#.*$/, '')}${START}${fragment}`;
}

/** Whether an address has a game in it. */
export const isLink = (hash: string): boolean => hash.startsWith(START) || isWalk(hash);
/** Whether it is to be walked through, not gone on with. */
export const isWalk = (hash: string): boolean => hash.startsWith(WALK);

/** @returns the saved text. @throws Error in one line when there is none that can be read */
export async function unpackLink(hash: string): Promise<string> {
  const damaged = () => new Error('the game in this link cannot be read: the link was cut off or changed');
  const fragment = hash.slice(hash.indexOf('=') + 1);
  if (fragment.length > MOST_LETTERS || !/^[A-Za-z0-9_-]+$/.test(fragment)) throw damaged();
  try {
    const letters = atob(fragment.replaceAll('-', '+').replaceAll('_', '/'));
    const packed = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    const bytes = await through(packed, new DecompressionStream('deflate-raw'), MOST_BYTES);
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw damaged();
  }
}

/** All that comes out. @throws Error when that is more than so many bytes, before it is all there */
async function through(
  bytes: Uint8Array<ArrayBuffer>,
  pair: CompressionStream | DecompressionStream,
  most: number,
): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = new Blob([bytes]).stream().pipeThrough(pair).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > most) {
      await reader.cancel();
      throw new Error('too much');
    }
    parts.push(value);
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
