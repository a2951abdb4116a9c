/** The set-up, in the order of the rules; ends with the choice of the home port (decision 42). */
import { type Chance, shuffleBy } from '../../../chance.js';
import * as D from '../data.js';
import { REGIONS } from '../geometry.js';
import type { Position } from '../state.js';
import * as S from '../state.js';

/** Writes 0..n-1 in a random order to the first `n` of `out`. */
function deal(out: Uint8Array, n: number, chance: Chance): Uint8Array {
  for (let i = 0; i < n; i++) out[i] = i;
  shuffleBy(chance, S.S_SETUP, out, 0, n);
  return out;
}

/** Fills a new position. */
export function setUp(s: Position, chance: Chance): void {
  const { g, tables } = s;
  const n = tables.numbers;
  const towns = deal(new Uint8Array(4), 4, chance);
  for (let q = 0; q < 4; q++)
    for (let slot = 0; slot < 3; slot++) s.townAt[q * 3 + slot] = tables.townOn[towns[q]! * 3 + slot]!;

  s.events.fill(S.EMPTY);
  const events = deal(new Uint8Array(D.EVENTS), D.EVENTS, chance);
  for (let i = 0; i < D.EVENTS; i++) {
    const pile = i & 1;
    s.events[pile * S.EVENT_PILE + g[S.EVENTS_LEFT + pile]!++] = events[i]!;
  }
  deal(s.reputation, D.REPUTATIONS, chance);
  deal(s.crewDeck, D.CREW_CARDS, chance);
  g[S.CREW_DECK] = D.CREW_CARDS;
  for (let i = 0; i < S.CREW_ROW; i++) {
    const top = --g[S.CREW_DECK]!;
    s.crewRow[i] = s.crewDeck[top]!;
    s.crewDeck[top] = S.EMPTY;
  }
  deal(s.buildingDeck, D.BUILDINGS, chance);
  g[S.BUILDING_DECK] = D.BUILDINGS;
  for (let i = 0; i < S.ROW; i++) {
    const top = --g[S.BUILDING_DECK]!;
    const id = s.buildingDeck[top]!;
    s.buildingDeck[top] = S.EMPTY;
    s.row[i] = id;
    s.building[id] = S.IN_ROW;
  }
  deal(s.tokens, D.TOKENS, chance);
  g[S.TOKENS_LEFT] = D.TOKENS;
  for (let i = 0; i < n.neutralCubes; i++) s.track[i] = S.NEUTRAL;
  g[S.REGION] = chance.draw(S.S_SETUP, REGIONS);
  g[S.H_COINS] = n.humanCoins;
  g[S.A_COINS] = n.aiCoins;
  for (let i = 0; i < D.START_CREW; i++) s.crew[i] = D.CREW_CARDS + i;
  g[S.H_CREW] = D.START_CREW;
  g[S.PROMPT] = S.P_HOME_PORT;
}
