/** Where the home port is, and the move of each turn: toll, rowers, arrival. */
import * as A from '../actions.js';
import { PORT, portNames } from '../geometry.js';
import { P, type Position, STAGE } from '../state.js';
import { listReady } from './crew.js';
import type { IslePrompt } from './definitions.js';
import { rivalBuysTokens } from './goods.js';
import { extraCrew, ready, readyCrew, shipSpeed, tollDue } from './judgements.js';
import { decision } from './landmarks.js';

const HOME_PORT: IslePrompt = {
  ask: () => 'Where is your home port?',
  uses: ['HOME_PORT'],
  legal(_s, _seat, list) {
    for (let q = 0; q < portNames.length; q++) list[q] = A.HOME_PORT + q;
    return portNames.length;
  },
  answer(s, _seat, action) {
    s.home = action - A.HOME_PORT;
    s.ship = PORT;
    s.stage = STAGE.move;
  },
};

/** Destinations that can be reached and paid for; only staying where there is none (decision 22). */
const MOVE: IslePrompt = {
  ask: () => 'Where do you sail?',
  uses: ['MOVE'],
  legal(s, _seat, list) {
    const { ship } = s;
    const free = readyCrew(s);
    const speed = shipSpeed(s);
    const { crewAdminister, numbers } = s.tables;
    const canToll = s.human.coins >= numbers.tollCoins && ready(s, crewAdminister) > 0;
    let n = 0;
    for (let to = 0; to <= PORT; to++) {
      if (to === ship && !s.options.mayStay) continue;
      const extra = extraCrew(s, to, speed);
      if (extra > free) continue;
      // Mostly the toll could be paid, so that nobody need ask whether it is due.
      if ((!canToll || extra === free) && tollDue(s, to)) continue;
      list[n++] = A.MOVE + to;
    }
    if (n === 0) list[n++] = A.MOVE + ship;
    return n;
  },
  answer(s, _seat, action) {
    const to = action - A.MOVE;
    s.lastAttack = 0;
    s.target = to + 1;
    s.rowers = extraCrew(s, to);
    if (s.rowers > 0) decision(5);
    if (to === s.ship) decision(22);
    if (!tollDue(s, to)) return;
    decision(6);
    const { tollCoins } = s.tables.numbers;
    s.human.coins -= tollCoins;
    s.rival.coins += tollCoins;
    rivalBuysTokens(s);
    s.prompt = P.TOLL;
  },
};

const TOLL: IslePrompt = {
  ask: () => 'Who pays the toll?',
  uses: ['CREW'],
  legal: (s, _seat, list) => listReady(s, list, 0, s.tables.crewAdminister),
  answer(s, _seat, action) {
    s.exhausted[action - A.CREW] = 1;
  },
};

const SPEED: IslePrompt = {
  ask: (s) => `Who rows? ${s.rowers} to go.`,
  uses: ['CREW'],
  legal: (s, _seat, list) => listReady(s, list, 0, null),
  answer(s, _seat, action) {
    s.exhausted[action - A.CREW] = 1;
    s.rowers--;
  },
};

/** The ship is where it was to go. */
export function arrive(s: Position): void {
  s.ship = s.target - 1;
  s.target = 0;
  s.stage = STAGE.main;
}

export const sailingPrompts = { HOME_PORT, MOVE, TOLL, SPEED };
