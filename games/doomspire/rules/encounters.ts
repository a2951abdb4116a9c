/** The nine encounters: eight followers and the monk. */
import * as A from '../actions.js';
import { BEGGAR, ENCOUNTER_DOG, ENCOUNTER_FIRST, ENCOUNTER_MONK, KIND_HOME } from '../data.js';
import { bitCount } from '../read.js';
import { P, type Position } from '../state.js';
import * as W from '../words.js';
import { CARD_STEP, closeCard } from './cards.js';
import { addFollowers } from './choices.js';
import type { DoomspirePrompt } from './definitions.js';
import { addFollower, removeFollower } from './items.js';
import { decision } from './landmarks.js';
import { NEED } from './needs.js';
import { ask, discard, lose, sendHome } from './pieces.js';

/** Whether the monk may take this tile over: flagged by somebody else, and no home. */
export const convertible = (s: Position, tile: number, seat: number): boolean =>
  s.owner[tile] !== 0 && s.owner[tile] !== seat + 1 && s.kind[tile] !== KIND_HOME;

/** A drawn encounter. */
export function runEncounter(s: Position, card: number): void {
  const f = s.frames;
  const top = s.top();
  const step = f[top + 1]!++;
  const knight = s.cardKnight;
  const tile = s.cardTile;
  const seat = (knight / 3) | 0;
  decision(57);
  if (card === ENCOUNTER_MONK) {
    if (step === CARD_STEP.drawn && s.flags[seat]! < s.tables.numbers.flags)
      for (let t = 0; t < 64; t++)
        if (convertible(s, t, seat)) {
          ask(s, P.CARDTILE, seat, knight, tile);
          return;
        }
    closeCard(s, true);
    return;
  }
  if (step === CARD_STEP.drawn && card === ENCOUNTER_DOG) {
    ask(s, P.CARDOPT, seat, knight, tile);
    return;
  }
  if (card === ENCOUNTER_DOG && s.cardOption !== 0) {
    decision(62);
    closeCard(s, true);
    sendHome(s, knight);
    return;
  }
  if (card === ENCOUNTER_DOG && s.cardGain < 0) lose(s, seat, 0, 2);
  const follower = card - ENCOUNTER_FIRST;
  if (bitCount(s.followerBits[knight]!) < s.tables.numbers.followers) {
    closeCard(s, false);
    addFollower(s, follower, knight);
    return;
  }
  decision(50);
  s.cardGain = follower;
  ask(s, P.ROOM, seat, knight, tile);
}
/** Bits of followers that a knight may dismiss. */
export const dismissable = (bits: number): number => bits & ~(1 << BEGGAR);

/** The follower that goes for the new one; DONE refuses it. */
const ROOM: DoomspirePrompt = {
  ask: (s) => `${W.card(s)?.name ?? 'a follower'} would join ${W.knight(s)}, who has no room: who leaves?`,
  uses: ['FOLLOWER', 'DONE'],
  words: { ...W.followers('make room: send away'), ...W.done('turn the newcomer away') },
  needs: [NEED.knight],
  legal(s, _seat, list) {
    const n = addFollowers(dismissable(s.followerBits[s.focusKnight]!), list, 0);
    list[n] = A.DONE;
    return n + 1;
  },
  answer(s, _seat, action) {
    const knight = s.cardKnight;
    const joining = s.cardGain;
    const card = s.card;
    closeCard(s, false);
    if (action === A.DONE) {
      discard(s, card);
      return;
    }
    // The new one joins first, so that a mule for a mule keeps its load.
    addFollower(s, joining, knight);
    removeFollower(s, action - A.FOLLOWER);
  },
};

export const encounterPrompts = { ROOM };
