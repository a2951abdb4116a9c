/**
 * What the one seat sees, as numbers for a learner: everything public, and what follows from it about the decks. Towns
 * are told by position, so a policy reads the map from the deal.
 */
import type { ObservationPiece } from '../../game.js';
import * as D from './data.js';
import { POSITIONS } from './geometry.js';
import { humanScore, rivalScore } from './rules/ending.js';
import { freeCubes } from './rules/goods.js';
import { openEvent } from './rules/turn.js';
import type { Position } from './state.js';
import * as S from './state.js';

const UNSEEN_CREW = ['administer', 'work', '2 administer', 'administer and work', '2 work'];

/** The pieces in order. */
export const observation: readonly ObservationPiece[] = [
  { name: 'towns', shape: [12, 12], about: 'Town (0-11) at each position, one-hot.' },
  { name: 'owners', shape: [12, 3], about: 'Owner of the town at each position: nobody, human, rival.' },
  { name: 'event markers', shape: [2, 12], about: 'Position of the marker of the open event of each pile.' },
  { name: 'ship', shape: [13], about: "Position of the human's ship, 12 the home port." },
  { name: 'home', shape: [4], about: 'Quadrant of the home port: NE, SE, SW, NW.' },
  { name: 'rival region', shape: [6], about: "Region of the rival's ship: N, NE, E, SE, S, SW." },
  {
    name: 'human',
    shape: [10],
    about:
      'Fish, wood, book, pirate, serpent, influence (tenths), coins, renown (fiftieths), tokens (tenths), free cubes (twentieths).',
  },
  { name: 'human buildings', shape: [35], about: '1 for each building of the human.' },
  {
    name: 'crew',
    shape: [8, 4],
    about: 'Each place aboard: taken, administer symbols / 2, work symbols / 2, exhausted.',
  },
  {
    name: 'rival',
    shape: [10],
    about: 'Fish, wood, book, pirate, serpent, influence (tenths), coins, renown (fiftieths), tokens, crew (tenths).',
  },
  { name: 'rival buildings', shape: [35], about: '1 for each building of the rival.' },
  { name: 'track', shape: [12, 4], about: 'Each space of the influence track: empty, human, rival, neutral.' },
  { name: 'treasure', shape: [1], about: 'Coins on the treasure map, tenths.' },
  { name: 'row', shape: [5, 36], about: 'Building in each slot of the row, one-hot; 35 empty.' },
  { name: 'open crew', shape: [3, 3], about: 'Each open crew card: there, administer symbols / 2, work symbols / 2.' },
  { name: 'open events', shape: [2, 16], about: 'Open event of each pile, one-hot; 15 none.' },
  { name: 'open reputation', shape: [2, 8], about: 'Resource that the open card of each pile calls for, one-hot.' },
  {
    name: 'known reputation',
    shape: [2, 8],
    about: 'Resources of cards whose place in the pile is known: 1 - depth / 4; 0 unknown.',
  },
  { name: 'open token', shape: [9], about: 'Benefit of the open renown token, one-hot; 8 none.' },
  { name: 'unseen tokens', shape: [8], about: 'Renown tokens below the open one by benefit, quarters.' },
  { name: 'unseen events', shape: [15], about: '1 for each event that has not been open yet.' },
  { name: 'unseen crew', shape: [5], about: `Crew cards in the deck, quarters: ${UNSEEN_CREW.join(', ')}.` },
  { name: 'decks', shape: [5], about: 'Buildings, crew, events of pile 0 and 1, tokens left, as shares of all.' },
  { name: 'supply', shape: [2], about: 'Pirates, serpents left, as shares of all.' },
  { name: 'scores', shape: [2], about: 'Renown of human and rival if the game ended now, hundredths.' },
  { name: 'round', shape: [3], about: 'Round / 40; 1: this is the last round; 1: the next round is the last.' },
  { name: 'turn', shape: [3], about: '1: the ship has moved; 1: the main action is done; 1: a token was bought.' },
  { name: 'prompt', shape: [16], about: 'Kind of the pending decision, one-hot.' },
  { name: 'target', shape: [13], about: 'Destination of the move under way.' },
  { name: 'slot', shape: [5], about: 'Slot of the building being bought.' },
  {
    name: 'pending',
    shape: [14],
    about:
      'Crew for speed, cost left, helpers or wood used, pirates and serpents committed, administer and work still needed, work on, goods to sell, to build, to hire, to brag, discount (tenths), event being done.',
  },
];

const SIZE = observation.reduce((sum, piece) => sum + piece.shape.reduce((product, n) => product * n, 1), 0);

/** Kind of a crew card by its symbols: index into UNSEEN_CREW. */
const crewKind = (administer: number, work: number): number =>
  administer + work === 1 ? (administer ? 0 : 1) : administer === 2 ? 2 : administer === 1 ? 3 : 4;

/** Writes all pieces. @param out at least `at` + the size of all pieces */
export function observe(s: Position, out: Float32Array, at: number): void {
  const { g, tables } = s;
  out.fill(0, at, at + SIZE);
  for (let i = 0; i < POSITIONS; i++) out[at + i * 12 + s.townAt[i]!] = 1;
  at += 144;
  for (let i = 0; i < POSITIONS; i++) out[at + i * 3 + s.owner[i]!] = 1;
  at += 36;
  for (let pile = 0; pile < 2; pile++) {
    const event = openEvent(s, pile);
    if (event !== S.EMPTY) out[at + pile * 12 + s.townAt.indexOf(tables.eventTown[event]!)] = 1;
  }
  at += 24;
  if (g[S.SHIP]! >= 0) out[at + g[S.SHIP]!] = 1;
  at += 13;
  if (g[S.HOME_QUADRANT]! >= 0) out[at + g[S.HOME_QUADRANT]!] = 1;
  at += 4;
  out[at + g[S.REGION]!] = 1;
  at += 6;
  counters(s, out, at, S.H);
  out[at + 9] = freeCubes(s, S.H) / 20;
  at += 10;
  owned(s, out, at, S.HUMAN);
  at += 35;
  for (let i = 0; i < g[S.H_CREW]!; i++) {
    const member = s.crew[i]!;
    out[at + i * 4] = 1;
    out[at + i * 4 + 1] = tables.crewAdminister[member]! / 2;
    out[at + i * 4 + 2] = tables.crewWork[member]! / 2;
    out[at + i * 4 + 3] = s.exhausted[i]!;
  }
  at += 32;
  counters(s, out, at, S.A);
  out[at + 9] = g[S.A_CREW]! / 10;
  at += 10;
  owned(s, out, at, S.RIVAL);
  at += 35;
  for (let i = 0; i < S.TRACK; i++) out[at + i * 4 + s.track[i]!] = 1;
  at += 48;
  out[at++] = g[S.TREASURE]! / 10;
  for (let i = 0; i < S.ROW; i++) out[at + i * 36 + (s.row[i] === S.EMPTY ? 35 : s.row[i]!)] = 1;
  at += 180;
  for (let i = 0; i < S.CREW_ROW; i++) {
    const member = s.crewRow[i]!;
    if (member === S.EMPTY) continue;
    out[at + i * 3] = 1;
    out[at + i * 3 + 1] = tables.crewAdminister[member]! / 2;
    out[at + i * 3 + 2] = tables.crewWork[member]! / 2;
  }
  at += 9;
  for (let pile = 0; pile < 2; pile++) {
    const event = openEvent(s, pile);
    out[at + pile * 16 + (event === S.EMPTY ? 15 : event)] = 1;
  }
  at += 32;
  for (let pile = 0; pile < 2; pile++) {
    const first = pile * S.REPUTATION_PILE;
    out[at + pile * 8 + tables.reputationResource[s.reputation[first]!]!] = 1;
    for (let depth = S.REPUTATION_PILE - g[S.UNDER + pile]!; depth < S.REPUTATION_PILE; depth++)
      out[at + 16 + pile * 8 + tables.reputationResource[s.reputation[first + depth]!]!] = 1 - depth / 4;
  }
  at += 32;
  const tokens = g[S.TOKENS_LEFT]!;
  out[at + (tokens === 0 ? 8 : tables.tokenBenefit[s.tokens[tokens - 1]!]!)] = 1;
  at += 9;
  for (let i = 0; i < tokens - 1; i++) out[at + tables.tokenBenefit[s.tokens[i]!]!]! += 0.25;
  at += 8;
  for (let pile = 0; pile < 2; pile++)
    for (let i = 0; i < g[S.EVENTS_LEFT + pile]! - 1; i++) out[at + s.events[pile * S.EVENT_PILE + i]!] = 1;
  at += 15;
  for (let i = 0; i < g[S.CREW_DECK]!; i++) {
    const member = s.crewDeck[i]!;
    out[at + crewKind(tables.crewAdminister[member]!, tables.crewWork[member]!)]! += 0.25;
  }
  at += 5;
  out[at] = g[S.BUILDING_DECK]! / 35;
  out[at + 1] = g[S.CREW_DECK]! / 10;
  out[at + 2] = g[S.EVENTS_LEFT]! / 8;
  out[at + 3] = g[S.EVENTS_LEFT + 1]! / 8;
  out[at + 4] = tokens / 16;
  at += 5;
  const n = tables.numbers;
  out[at] = (n.pirates - g[S.H_PIRATE]! - g[S.A_PIRATE]!) / Math.max(1, n.pirates);
  out[at + 1] = (n.serpents - g[S.H_SERPENT]! - g[S.A_SERPENT]!) / Math.max(1, n.serpents);
  at += 2;
  out[at] = humanScore(s) / 100;
  out[at + 1] = rivalScore(s) / 100;
  at += 2;
  out[at] = g[S.ROUND]! / 40;
  out[at + 1] = g[S.LAST_ROUND] === g[S.ROUND] ? 1 : 0;
  out[at + 2] = g[S.LAST_ROUND]! > g[S.ROUND]! ? 1 : 0;
  at += 3;
  out[at] = g[S.STAGE] === S.STAGE_MOVE ? 0 : 1;
  out[at + 1] = g[S.STAGE] === S.STAGE_POST ? 1 : 0;
  out[at + 2] = g[S.TOKEN_BOUGHT]!;
  at += 3;
  if (g[S.PROMPT]! >= 0) out[at + g[S.PROMPT]!] = 1;
  at += 16;
  if (g[S.TARGET]! > 0) out[at + g[S.TARGET]! - 1] = 1;
  at += 13;
  if (g[S.SLOT]! > 0) out[at + g[S.SLOT]! - 1] = 1;
  at += 5;
  out[at] = g[S.EXTRA]! / 2;
  out[at + 1] = g[S.COST]! / 10;
  out[at + 2] = g[S.USED]! / 2;
  out[at + 3] = g[S.PIRATES_IN]! / 5;
  out[at + 4] = g[S.SERPENTS_IN]! / 5;
  out[at + 5] = g[S.NEED_ADMINISTER]! / 2;
  out[at + 6] = g[S.NEED_WORK]! / 2;
  out[at + 7] = g[S.WORKING] === 0 ? 0 : 1;
  out[at + 8] = g[S.TO_SELL]! / 6;
  out[at + 9] = g[S.TO_BUILD]!;
  out[at + 10] = g[S.TO_HIRE]!;
  out[at + 11] = g[S.TO_BRAG]!;
  out[at + 12] = g[S.BUILD_DISCOUNT]! / 10;
  out[at + 13] = g[S.PILE]! / 2;
}

/** Goods, influence, coins, renown and tokens of a side. */
function counters(s: Position, out: Float32Array, at: number, side: number): void {
  const { g } = s;
  for (let i = 0; i <= D.INFLUENCE; i++) out[at + i] = g[side + i]! / 10;
  out[at + 6] = g[side + D.COINS]! / 50;
  out[at + 7] = g[side + D.RENOWN]! / 50;
  out[at + 8] = g[side + S.H_TOKENS - S.H]! / 10;
}

function owned(s: Position, out: Float32Array, at: number, owner: number): void {
  for (let id = 0; id < D.BUILDINGS; id++) if (s.building[id] === owner) out[at + id] = 1;
}
