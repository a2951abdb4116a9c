/** The board and the order of play at the start, the capitals. Rulebook, Board Setup. */
import { TILE } from '../actions.js';
import { type Chance, NEUTRAL_MINE, P, type Position, SETUP, STEP, TILES, tileNames } from '../state.js';
import { ask, type FuzzyPrompt, type Step } from './definitions.js';
import { ANCHOR_TIE, reached } from './landmarks.js';
import { seatAt } from './order.js';
import { listFreeTiles } from './tokens.js';
import { newDay } from './turns.js';

/** Tokens on random distinct tiles, the anchor, the coins. The capitals are placed by the players. */
export function setUp(s: Position, chance: Chance): void {
  const n = s.players;
  const { tokensPerPlayer: tokens, startCoins, anchorDie } = s.tables.setup;
  const bag = Uint8Array.from({ length: TILES }, (_, t) => t);
  let placed = 0;
  const take = (): number => {
    const pick = placed + chance.draw(SETUP, TILES - placed);
    const t = bag[pick]!;
    bag[pick] = bag[placed]!;
    placed++;
    return t;
  };
  for (let i = 0; i < tokens.item * n; i++) s.item[take()] = 1;
  for (let i = 0; i < tokens.resource * n; i++) s.resource[take()] = 1;
  for (let i = 0; i < tokens.monster * n; i++) s.monster[take()] = 1;
  for (let i = 0; i < tokens.mine * n; i++) s.mine[take()] = NEUTRAL_MINE;
  s.anchor = drawAnchor(chance, n, anchorDie);
  s.treasury.fill(startCoins, 0, n);
  s.derive();
}

/** The highest roll; among those who tie one draw decides, which has the odds of rolling again (decision 38). */
function drawAnchor(chance: Chance, n: number, sides: number): number {
  let best = -1;
  let tied: number[] = [];
  for (let seat = 0; seat < n; seat++) {
    const roll = chance.draw(SETUP, sides);
    if (roll > best) {
      best = roll;
      tied = [];
    }
    if (roll === best) tied.push(seat);
  }
  if (tied.length > 1) reached(ANCHOR_TIE);
  return tied[tied.length > 1 ? chance.draw(SETUP, tied.length) : 0]!;
}

const capitals: Step = (s) => {
  if (s.pos < s.players) ask(s, P.PLACE_CITY, seatAt(s, s.pos));
  else newDay(s);
};

const PLACE_CITY: FuzzyPrompt = {
  step: STEP.capitals,
  ask: () => 'Where does the capital stand?',
  uses: ['TILE'],
  words: { TILE: (_, { tile }) => `place the capital on ${tileNames[tile]}` },
  kinds: { TILE: 'placeCity' },
  legal: (s, _seat, list) => listFreeTiles(s, list),
  answer(s, seat, action) {
    const { setup } = s.tables;
    const t = action - TILE;
    s.cityOwner[t] = seat + 1;
    s.tier[t] = setup.capitalTier;
    s.ramparts[t] = setup.capitalRamparts;
    s.camp[t] = setup.capitalCamp ? 1 : 0;
    s.cities[seat]!++;
    s.refresh(t);
    s.pos++;
  },
};

export const setupSteps = { capitals };
export const setupPrompts = { PLACE_CITY };
