/** The human's turn: the main action, free actions, and its end. */
import * as A from '../actions.js';
import { PORT } from '../geometry.js';
import { type Chance, HUMAN, P, PILES, type Position, STAGE } from '../state.js';
import type { IslePrompt } from './definitions.js';
import { endRound } from './ending.js';
import { startEvent } from './events.js';
import { takeToken } from './goods.js';
import { mayAttack, mayBefriend, mayDoEvent, readyCrew, visitPrice } from './judgements.js';
import { rivalTurn } from './rival.js';
import { befriend, visit } from './towns.js';

const MAIN: IslePrompt = {
  ask: () => 'What do you do here?',
  uses: ['VISIT', 'BEFRIEND', 'ATTACK', 'EVENT', 'HUNT', 'REST', 'HOME', 'EAT_FISH', 'BUY_TOKEN', 'END'],
  words: { END: () => 'end the turn without a main action' },
  legal(s, _seat, list) {
    const at = s.ship;
    let n = 0;
    if (at !== PORT) {
      if (visitPrice(s, at) <= s.human.coins) list[n++] = A.VISIT;
      if (mayBefriend(s, at)) list[n++] = A.BEFRIEND;
      else if (mayAttack(s, at)) list[n++] = A.ATTACK;
      for (let pile = 0; pile < PILES; pile++) if (mayDoEvent(s, pile, s.townAt[at]!)) list[n++] = A.EVENT + pile;
    }
    if (s.treasure > 0) list[n++] = A.HUNT;
    list[n++] = A.REST;
    if (at === PORT) list[n++] = A.HOME;
    return listFree(s, list, n);
  },
  answer(s, _seat, action, chance) {
    if (action >= A.EAT_FISH) {
      playFree(s, action, chance);
      return;
    }
    s.stage = STAGE.post;
    if (action === A.VISIT) visit(s);
    else if (action === A.BEFRIEND) befriend(s);
    else if (action === A.ATTACK) s.prompt = P.COMMIT;
    else if (action === A.HUNT) {
      s.human.coins += s.treasure;
      s.treasure = 0;
    } else if (action === A.REST) {
      s.exhausted.fill(0);
      s.human.coins += s.ability['rest.coins'];
    } else if (action === A.HOME) {
      s.exhausted.fill(0);
      s.toBuild = 1;
      s.discount = 0;
    } else startEvent(s, action - A.EVENT);
  },
};

const POST: IslePrompt = {
  ask: () => 'Anything else?',
  uses: ['EAT_FISH', 'BUY_TOKEN', 'END'],
  words: { END: () => 'end the turn' },
  legal: (s, _seat, list) => listFree(s, list, 0),
  answer: (s, _seat, action, chance) => playFree(s, action, chance),
};

/** Lists free actions and END from place `n` on. @returns how many are listed now */
function listFree(s: Position, list: Uint8Array | Uint16Array, n: number): number {
  const { human } = s;
  if (human.fish > 0 && readyCrew(s) < human.crew) list[n++] = A.EAT_FISH;
  if (!s.tokenBought && s.tokensLeft > 0 && human.coins >= s.tables.numbers.tokenCost) list[n++] = A.BUY_TOKEN;
  list[n++] = A.END;
  return n;
}

function playFree(s: Position, action: number, chance: Chance): void {
  if (action === A.EAT_FISH) s.prompt = P.EAT;
  else if (action === A.BUY_TOKEN) {
    s.human.coins -= s.tables.numbers.tokenCost;
    s.tokenBought = true;
    s.toHire += s.tables.tokenCrew[takeToken(s, HUMAN)]!;
  } else {
    rivalTurn(s, chance);
    endRound(s);
  }
}

export const turnPrompts = { MAIN, POST };
