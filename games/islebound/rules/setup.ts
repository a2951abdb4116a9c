/** The set-up, in the order of the rules; ends with the choice of the home port (decision 42). */
import { type Chance, shuffleBy } from '../../../env/chance.js';
import * as D from '../data.js';
import { REGIONS } from '../geometry.js';
import type { Position } from '../state.js';
import * as S from '../state.js';
import { drawBuilding } from './building.js';
import { takeCrewCard } from './goods.js';

/** Writes 0..n-1 in a random order to the first `n` of `out`. @returns n */
function deal(out: Uint8Array, n: number, chance: Chance): number {
  for (let i = 0; i < n; i++) out[i] = i;
  shuffleBy(chance, S.STREAM.setup, out, 0, n);
  return n;
}

/** Fills a new position. */
export function setUp(s: Position, chance: Chance): void {
  const { tables } = s;
  const n = tables.numbers;
  const boards = new Uint8Array(4);
  deal(boards, 4, chance);
  for (let at = 0; at < D.TOWNS; at++) s.townAt[at] = tables.townOn[boards[Math.floor(at / 3)]! * 3 + (at % 3)]!;
  const events = new Uint8Array(D.EVENTS);
  deal(events, D.EVENTS, chance);
  for (let i = 0; i < D.EVENTS; i++) {
    const pile = i % S.PILES;
    s.events[pile * S.EVENT_PILE + s.eventsLeft[pile]!++] = events[i]!;
  }
  deal(s.reputation, D.REPUTATIONS, chance);
  s.crewLeft = deal(s.crewDeck, D.CREW_CARDS, chance);
  for (let i = 0; i < S.CREW_ROW; i++) takeCrewCard(s, i);
  s.buildingsLeft = deal(s.buildingDeck, D.BUILDINGS, chance);
  for (let i = 0; i < S.ROW; i++) drawBuilding(s, i);
  s.tokensLeft = deal(s.tokens, D.TOKENS, chance);
  for (let i = 0; i < n.neutralCubes; i++) s.track[i] = S.NEUTRAL;
  s.region = chance.draw(S.STREAM.setup, REGIONS);
  s.human.coins = n.humanCoins;
  s.rival.coins = n.aiCoins;
  for (let i = 0; i < D.START_CREW; i++) s.crew[i] = D.CREW_CARDS + i;
  s.human.crew = D.START_CREW;
  s.prompt = S.P.HOME_PORT;
}
