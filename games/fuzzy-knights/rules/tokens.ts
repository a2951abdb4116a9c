/** New tokens: who rolls high enough places one. Rulebook, Daybreak; decisions 37, 42. */
import type { ActionList } from '../../../env/kit/prompts.js';
import { END, TILE } from '../actions.js';
import { TOKEN, tokenNames } from '../data.js';
import { FOR, P, type Position, STEP, seatNames, streamOf, TILES, tileNames } from '../state.js';
import { unoccupied } from './board.js';
import { ask, type FuzzyPrompt, type Step } from './definitions.js';
import { tenth } from './dice.js';
import * as L from './landmarks.js';
import { reached } from './landmarks.js';
import { begin, nextSeat } from './order.js';

/** Lists the tiles with nothing on them. @returns how many */
export function listFreeTiles(s: Position, list: ActionList): number {
  let n = 0;
  for (let t = 0; t < TILES; t++) if (unoccupied(s, t)) list[n++] = TILE + t;
  return n;
}

/** The next seat whose roll places a token. */
const tokens: Step = (s, chance) => {
  const { tokenType, setup } = s.tables;
  for (let seat = nextSeat(s); seat >= 0; s.pos++, seat = nextSeat(s)) {
    const stream = streamOf(FOR.tokens, seat);
    if (tenth(chance, stream) * 10 < setup.tokenRollMin) continue;
    const type = tokenType[chance.draw(stream, tokenType.length)]!;
    let free = 0;
    while (free < TILES && !unoccupied(s, free)) free++;
    if (free === TILES) continue;
    s.token = type;
    ask(s, P.PLACE_TOKEN, seat);
    return;
  }
  begin(s, STEP.turns);
};

const PLACE_TOKEN: FuzzyPrompt = {
  step: STEP.tokens,
  ask: (s) => `${seatNames[s.actor]} places a ${tokenNames[s.token]} token: where?`,
  uses: ['TILE', 'END'],
  words: {
    TILE: (s, { tile }) => `place the ${tokenNames[s.token]} token on ${tileNames[tile]}`,
    END: () => 'place no token',
  },
  kinds: { TILE: 'placeToken' },
  legal(s, _seat, list) {
    let n = listFreeTiles(s, list);
    if (s.options.tokenMayDecline) list[n++] = END;
    return n;
  },
  answer(s, _seat, action) {
    if (action === END) reached(L.TOKEN_DECLINED);
    else {
      reached(L.TOKEN_PLACED);
      const t = action - TILE;
      if (s.token === TOKEN.resource) s.resource[t]!++;
      else if (s.token === TOKEN.item) s.item[t]!++;
      else s.monster[t]!++;
      s.refresh(t);
    }
    s.token = TOKEN.none;
    s.pos++;
  },
};

export const tokenSteps = { tokens };
export const tokenPrompts = { PLACE_TOKEN };
