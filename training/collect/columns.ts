/**
 * What a row of a rollout holds: every column is declared here, once, with its type and its width. Everything that
 * carries rows follows from the declaration: their memory and its size (rows.ts), which of a decision's numbers wait
 * with it for the next rollout and are saved, the batch into which the rows of all threads are merged
 * (batch-memory.ts), and minibatches (training/learn/minibatches.ts). One more column is one more line here, and the
 * code that writes it and reads it.
 */
import { featureSize, furtherHeads, type NetworkShape, POLICY, VALUE } from '../../agents/network/network.js';

/** Sizes of a row. */
export interface RowSizes {
  /** Most rows the buffer holds. */
  capacity: number;
  /** Numbers in an observation. */
  observation: number;
  /** Action ids. */
  actions: number;
  /** Values a row: one a seat, in relative order. */
  values: number;
  /** Numbers in the features of an action; 0: there are none. */
  features?: number;
  /** Whether distributions over actions are to be imitated. */
  choices?: boolean;
  /** Widths of the heads beside policy and value: their targets are part of a row too. */
  further?: Readonly<Record<string, number>>;
}

/** Types of the numbers in a column. */
export const elements = { float: Float32Array, int: Int32Array, byte: Uint8Array } as const;
export type Element = keyof typeof elements;
/** An array of any of them. */
export type RowArray = Float32Array | Int32Array | Uint8Array;

/** An array of a type on shared memory. @param from byte at which it begins */
export function sharedArray(type: Element, memory: SharedArrayBuffer, from: number, length: number): RowArray {
  if (type === 'float') return new Float32Array(memory, from, length);
  return type === 'int' ? new Int32Array(memory, from, length) : new Uint8Array(memory, from, length);
}

/** A column that exists for every game. */
interface Column {
  readonly type: Element;
  /** Numbers a row. */
  readonly width: (sizes: RowSizes) => number;
  /** Written with the decision: it goes along while the decision waits for its successor, and is saved with it. */
  readonly waits: boolean;
  /** Part of the batch that is learned from, under the same name. */
  readonly learned: boolean;
}

const one = () => 1;
const seats = ({ values }: RowSizes) => values;

/**
 * The columns, but for the targets of heads (`columnsOf`) and the features of actions, whose number differs from row to
 * row.
 */
export const columns = {
  /** What the seat saw. */
  observation: { type: 'float', width: (sizes) => sizes.observation, waits: true, learned: true },
  /** 1 for legal. */
  mask: { type: 'byte', width: (sizes) => sizes.actions, waits: true, learned: true },
  /** What the network expected, relative seats. */
  value: { type: 'float', width: seats, waits: true, learned: false },
  /**
   * What every seat (relative) received until the row's seat decided again; shaping included, and the discounted value
   * of the last position where a limit of time cut the game.
   */
  reward: { type: 'float', width: seats, waits: true, learned: false },
  /** Shaping potential of every seat (relative), already weighted. */
  potential: { type: 'float', width: seats, waits: true, learned: false },
  /** The action to learn: the one taken, or the label of the imitated agent. */
  action: { type: 'int', width: one, waits: true, learned: true },
  /** Log-probability of the action under the policy that acted. */
  logProb: { type: 'float', width: one, waits: true, learned: true },
  /** Which agent slot decided: game * players + seat. */
  agentSlot: { type: 'int', width: one, waits: true, learned: false },
  /** Advantage of the row's own seat (`lambdaReturns`); in a batch normalised over its rows. */
  advantage: { type: 'float', width: one, waits: false, learned: true },
  /** Link to the same seat's next decision (gae.ts). */
  next: { type: 'int', width: one, waits: false, learned: false },
} as const satisfies Record<string, Column>;

type Columns = typeof columns;
type ArrayOf<E extends Element> = E extends 'float' ? Float32Array : E extends 'int' ? Int32Array : Uint8Array;
type NamesWith<K extends 'waits' | 'learned'> = {
  [N in keyof Columns]: Columns[N][K] extends true ? N : never;
}[keyof Columns];

/** The declared columns as arrays. Row r of a column with width w has the numbers r*w .. r*w+w-1. */
export type ColumnArrays = { -readonly [N in keyof Columns]: ArrayOf<Columns[N]['type']> };
/** Those that are part of a batch. */
export type LearnedColumns = Pick<ColumnArrays, NamesWith<'learned'>>;
/** Those that wait with a decision. */
export type WaitingColumns = Pick<ColumnArrays, NamesWith<'waits'>>;

/** A column of rows of certain sizes. */
export interface SizedColumn {
  readonly name: string;
  /** The head whose targets it holds; undefined: a declared column. */
  readonly head: string | undefined;
  readonly type: Element;
  readonly width: number;
  readonly waits: boolean;
  readonly learned: boolean;
}

/**
 * All columns of rows of these sizes, in a fixed order: the declared ones, then the targets of the network's heads.
 * Targets of the value head are lambda-returns, those of the policy head a distribution to imitate, others NaN where
 * unknown.
 */
export function columnsOf(sizes: RowSizes): SizedColumn[] {
  const { actions, values, choices, further = {} } = sizes;
  const target = (head: string, width: number, waits: boolean): SizedColumn => ({
    ...{ name: `target ${head}`, head, width, waits },
    ...{ type: 'float', learned: true },
  });
  return [
    ...Object.entries<Column>(columns).map(([name, column]) => ({
      ...{ ...column, name, head: undefined },
      width: column.width(sizes),
    })),
    target(VALUE, values, false),
    // The imitated agent is asked with the decision; all other targets are known when the rollout is over.
    ...(choices ? [target(POLICY, actions, true)] : []),
    ...Object.entries(further).map(([head, width]) => target(head, width, false)),
  ];
}

/** Bytes of a row in the columns for which `counts` holds; features of actions apart. */
export function rowBytes(sizes: RowSizes, counts = (_column: SizedColumn) => true): number {
  const bytes = ({ type, width }: SizedColumn) => elements[type].BYTES_PER_ELEMENT * width;
  return columnsOf(sizes)
    .filter(counts)
    .reduce((sum, column) => sum + bytes(column), 0);
}

/**
 * Sizes of the rows from which a network learns.
 * @param choices whether distributions over actions are to be imitated
 */
export function rowSizes(shape: NetworkShape, capacity: number, choices: boolean): Required<RowSizes> {
  const width = (head: string) => shape.heads.find(({ name }) => name === head)?.width ?? 0;
  return {
    capacity,
    observation: shape.inputs,
    actions: width(POLICY),
    values: width(VALUE),
    features: featureSize(shape),
    choices,
    further: Object.fromEntries(furtherHeads(shape).map((head) => [head.name, head.width])),
  };
}
