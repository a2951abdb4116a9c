/** Arrays that lie one behind the other in one piece of memory, which is sent as it is. */
import { HEADER, NUMBERS_FRAME, writeHeader } from './frames.js';

const kinds = { float64: Float64Array, float32: Float32Array, int32: Int32Array, uint8: Uint8Array } as const;
type Kind = keyof typeof kinds;

/** Where an array stands: after those named before it, without a gap. Sizes of numbers never rise, so all are aligned. */
interface ArrayPlace {
  name: string;
  type: Kind;
  shape: number[];
}

/** What arrays there are, in their order: type, then shape. */
type Arrays = Readonly<Record<string, readonly [type: Kind, ...shape: number[]]>>;

export interface Block<T extends Arrays> {
  readonly layout: ArrayPlace[];
  /** Bytes of all arrays, made up to a multiple of 8. */
  readonly size: number;
  /** Views of the memory, by name. */
  readonly arrays: { readonly [name in keyof T]: InstanceType<(typeof kinds)[T[name][0]]> };
  /** The arrays and what follows them as the parts of a frame; the first is the same memory each time. */
  frame(after: readonly Uint8Array[]): Buffer[];
}

/** Makes the memory, all zeros. */
export function block<const T extends Arrays>(wanted: T): Block<T> {
  const layout = Object.entries(wanted).map(([name, [type, ...shape]]) => ({ name, type, shape }));
  const bytes = layout.reduce((sum, { type, shape }) => sum + kinds[type].BYTES_PER_ELEMENT * length(shape), 0);
  const size = Math.ceil(bytes / 8) * 8;
  const memory = new ArrayBuffer(HEADER + size);
  let at = HEADER;
  const arrays = layout.map(({ name, type, shape }) => {
    const view = new kinds[type](memory, at, length(shape));
    at += view.byteLength;
    return [name, view];
  });
  const whole = Buffer.from(memory);
  return {
    layout,
    size,
    arrays: Object.fromEntries(arrays),
    frame(after) {
      const rest = Buffer.concat(after);
      writeHeader(whole, NUMBERS_FRAME, size + rest.length);
      return rest.length === 0 ? [whole] : [whole, rest];
    },
  };
}

function length(shape: readonly number[]): number {
  return shape.reduce((product, n) => product * n, 1);
}
