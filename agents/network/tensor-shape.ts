/** One tensor of a network. */
export interface TensorShape {
  name: string;
  shape: number[];
  /** What it is updated with (`Section` in network.ts); undefined: no gradient moves it. */
  section?: string | undefined;
}
