/** The names behind numbers in views and arguments, for programs that write their own views. */
import * as D from './data.js';
import { pairName } from './names.js';
import * as T from './terms.js';

const bits = (names: readonly string[]) => names.map((name, bit) => `${1 << bit}: ${name}`);

export const codes = (): Readonly<Record<string, readonly string[]>> => ({
  'seat, zone': T.seatNames,
  'turn.unit': ['knight 1', 'knight 2', 'knight 3', 'boat 1', 'boat 2'],
  'turn.itemOperation': ['pick up', 'drop'].flatMap((what) =>
    [1, 2, 3].map((knight) => `${what} with knight ${knight}`),
  ),
  'turn.exchange': [
    ...Array.from(T.PAIR_FIRST, (_, pair) => pairName(pair)),
    ...T.resourceNames.map((name) => `one ${name} for one other`),
  ],
  'turn.given, turn.received (sum)': bits(T.resourceNames),
  'turn.used (sum)': bits(['blacksmith', 'fletcher', 'market']),
  'turn.outcome, fight.result': ['open', 'the attacker won', 'the attacker lost', 'who may flee got away'],
  'card.option': ['A, or yes', 'B, or no', 'C'],
  'card.gain (item)': Array.from(D.PIECE_KIND, (kind) => D.itemKinds[kind]!.id),
  'card.gain (follower)': D.followers.map(({ id }) => id),
  'fight.attackerUsed, fight.defenderUsed (sum)': bits(T.bonusNames),
  'fight.side': ['attacker', 'defender'],
  'fight.passed (sum)': bits(['attacker', 'defender']),
  'fight.godmothers (sum)': bits(T.seatNames),
  'items (order of a view)': Array.from(D.PIECE_KIND, (kind) => D.itemKinds[kind]!.id),
  'resources (order of lists)': T.resourceNames,
  'trader (order)': D.itemKinds.slice(0, D.TRADER_KINDS).map(({ id }) => id),
  'stack[].arguments of arrive, the third (sum)': bits([
    'has fought here',
    'a rival has fled from here',
    'has tried the sword',
    'was stopped here by a block',
  ]),
});
