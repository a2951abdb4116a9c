/** Trade between players: one offer a turn, in the mover's menu, from round 2 (decision 75). */
import * as A from '../actions.js';
import * as N from '../names.js';
import { totalResources } from '../read.js';
import { P, type Position } from '../state.js';
import * as W from '../words.js';
import { addOwned, chosenPlayer, yesNo } from './choices.js';
import { clearOffer } from './clear.js';
import type { DoomspirePrompt } from './definitions.js';
import { decision } from './landmarks.js';
import { NEED } from './needs.js';
import { ask, gain, lose } from './pieces.js';
import { strife } from './territory.js';

/** Whether the mover may open an offer. */
export const canOffer = (s: Position, seat: number): boolean =>
  !s.offered && s.options.trading && strife(s) && totalResources(s, seat) > 0;

export function startOffer(s: Position): void {
  decision(75);
  s.offered = true;
  ask(s, P.OFFER, s.mover, -1, -1);
}

/** Asked three times: for the partner, for what is given, for what is wanted. */
const OFFER: DoomspirePrompt = {
  ask(s) {
    if (s.partner < 0) return 'trade with whom?';
    return s.give < 0 ? `offer what to ${N.seatName(s.partner)}?` : 'ask for what?';
  },
  uses: ['PLAYER', 'RES', 'DONE'],
  words: {
    PLAYER: (s, args: W.PlayerChosen) => `offer a trade to ${A.playerOf(s, args)}`,
    RES: (s, { resource }: W.ResourceChosen) => `${s.give < 0 ? 'offer' : 'ask for'} ${N.oneOf(resource)}`,
    ...W.done('ask for nothing: a gift'),
  },
  needs: [NEED.ownTurn],
  legal(s, seat, list) {
    const { partner, give } = s;
    let n = 0;
    if (partner < 0) {
      for (let i = 1; i < 4; i++) if (s.concededOrder[(seat + i) & 3] === 0) list[n++] = A.PLAYER + i;
      return n;
    }
    if (give < 0) return addOwned(s, seat, list, 0);
    for (let r = 0; r < 4; r++) if (r !== give && s.resources[partner * 4 + r]! > 0) list[n++] = A.RES + r;
    list[n++] = A.DONE;
    return n;
  },
  answer(s, seat, action) {
    if (s.partner < 0) s.partner = chosenPlayer(seat, action);
    else if (s.give < 0) s.give = action - A.RES;
    else {
      // DONE: a gift.
      s.want = action === A.DONE ? -1 : action - A.RES;
      ask(s, P.ANSWER, s.partner, -1, -1);
      return;
    }
    ask(s, P.OFFER, seat, -1, -1);
  },
};

/** The offer that is to be answered. */
function offer(s: Position): string {
  if (s.give < 0) return 'a trade';
  const mover = N.seatName(s.mover);
  const give = N.oneOf(s.give);
  return s.want >= 0 ? `${mover} offers ${give} for ${N.oneOf(s.want)}` : `${mover} makes a gift of ${give}`;
}

const ANSWER: DoomspirePrompt = {
  ask: (s) => `${offer(s)}: accept?`,
  uses: ['YESNO'],
  words: W.yesNo(
    () => 'accept the trade',
    () => 'refuse the trade',
  ),
  needs: [
    ['round.mover', 'must be known', (s) => s.mover >= 0],
    ['turn.partner', 'must be the actor', (s) => s.partner === s.actor],
    ['turn.give', 'must be known', (s) => s.give >= 0],
  ],
  legal: (_s, _seat, list) => yesNo(list),
  answer(s, partner, action) {
    const { mover, give, want } = s;
    if (action === A.YES) {
      lose(s, mover, give, 1);
      gain(s, partner, give, 1);
      if (want >= 0) {
        lose(s, partner, want, 1);
        gain(s, mover, want, 1);
      }
    }
    clearOffer(s);
  },
};

export const tradingPrompts = { OFFER, ANSWER };
