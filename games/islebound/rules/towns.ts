/** Towns: what their action gives and asks, how they are befriended and attacked. */
import * as A from '../actions.js';
import * as D from '../data.js';
import { count } from '../names.js';
import { type Chance, HUMAN, P, type Position, RIVAL, STREAM } from '../state.js';
import { listReady } from './crew.js';
import type { IslePrompt } from './definitions.js';
import { gain, payInfluence, rivalBuysTokens, setOwner } from './goods.js';
import { friendCost, friendPrice, needed, sellPrice, spoils, visitPrice } from './judgements.js';
import { ATTACK_FAILED, decision, reached, TOWN_USED } from './landmarks.js';

/** Pays for the town here, and uses its action. */
export function visit(s: Position): void {
  const price = visitPrice(s, s.ship);
  s.human.coins -= price;
  if (s.owner[s.ship] === RIVAL) {
    decision(19);
    if (s.options.spoils === 'table') decision(23);
    s.rival.coins += price;
    rivalBuysTokens(s);
  } else s.treasure += price;
  townAction(s, s.townAt[s.ship]!);
}

/** The action of a town: gains at once, the rest is asked for. */
function townAction(s: Position, town: number): void {
  const { tables } = s;
  reached(TOWN_USED + town);
  for (let what = 0; what < D.GAINS; what++) {
    const n = tables.townGain[town * D.GAINS + what]!;
    if (n === 0) continue;
    const more = s.ability.cells[what]!;
    if (more !== 0) decision(33);
    gain(s, HUMAN, what, n + more);
  }
  s.working = tables.townBonus[town] === 255 ? 0 : tables.townBonus[town]! + 1;
  s.toSell = tables.townSell[town]!;
  s.toBuild = tables.townBuild[town]!;
  s.discount = tables.townDiscount[town]!;
  s.toHire = tables.townHire[town]!;
  s.toBrag = tables.townBrag[town]!;
}

/** The town here becomes the human's, who gains its spoils and uses its action once for free. */
function capture(s: Position): void {
  if (s.owner[s.ship] === RIVAL) decision(7);
  if (s.options.spoils === 'table') decision(23);
  setOwner(s, s.ship, HUMAN);
  s.human.coins += spoils(s, s.ship) + s.ability['capture.coins'];
  townAction(s, s.townAt[s.ship]!);
}

/** Begins to befriend the town here. */
export function befriend(s: Position): void {
  s.cost = friendPrice(s, s.ship);
}

const ADMIN: IslePrompt = {
  ask: (s) => `Who helps? ${count(friendCost(s), 'cube')} to pay.`,
  uses: ['END', 'CREW'],
  words: { END: (s) => `pay ${count(friendCost(s), 'cube')}` },
  legal(s, _seat, list) {
    const { crewAdminister, numbers } = s.tables;
    const cost = friendCost(s);
    let n = 0;
    if (cost <= s.human.influence) list[n++] = A.END;
    if (s.used >= numbers.maxAdminister || cost <= 1) return n;
    return listReady(s, list, n, crewAdminister);
  },
  answer(s, _seat, action) {
    if (action === A.END) {
      payInfluence(s, HUMAN, friendCost(s));
      s.cost = 0;
      s.used = 0;
      capture(s);
      return;
    }
    const { crewAdminister, numbers } = s.tables;
    const place = action - A.CREW;
    s.exhausted[place] = 1;
    s.used = Math.min(numbers.maxAdminister, s.used + crewAdminister[s.crew[place]!]!);
  },
};

const COMMIT: IslePrompt = {
  ask: (s) => `Who attacks? ${count(s.piratesIn, 'pirate')} and ${count(s.serpentsIn, 'serpent')} so far.`,
  uses: ['END', 'COMMIT_PIRATE', 'COMMIT_SERPENT'],
  words: { END: () => 'roll the dice' },
  legal(s, _seat, list) {
    const dice = s.piratesIn + s.serpentsIn;
    let n = 0;
    if (dice > 0) list[n++] = A.END;
    if (dice >= s.tables.numbers.maxDice) return n;
    if (s.human.pirate > s.piratesIn) list[n++] = A.COMMIT_PIRATE;
    if (s.human.serpent > s.serpentsIn) list[n++] = A.COMMIT_SERPENT;
    return n;
  },
  answer(s, _seat, action, chance) {
    if (action === A.END) {
      fight(s, chance);
      return;
    }
    if (action === A.COMMIT_PIRATE) s.piratesIn++;
    else s.serpentsIn++;
    s.prompt = P.COMMIT;
  },
};

/** Dice that an attack draws, however many are used. */
const DICE = 10;

/** Rolls a die for each card sent; the highest dice are the serpents'. */
function fight(s: Position, chance: Chance): void {
  const { pirateDie, serpentDie } = s.tables.numbers;
  const dice = s.piratesIn + s.serpentsIn;
  const faces = [0, 0, 0, 0, 0, 0];
  for (let i = 0; i < DICE; i++) {
    const face = chance.draw(STREAM.attack, 6);
    if (i < dice) faces[face]!++;
  }
  let strength = s.ability['attack.strength'];
  let left = s.serpentsIn;
  for (let face = 5; face >= 0; face--) {
    const bySerpents = Math.min(left, faces[face]!);
    left -= bySerpents;
    strength += bySerpents * serpentDie[face]! + (faces[face]! - bySerpents) * pirateDie[face]!;
  }
  s.human.pirate -= s.piratesIn;
  s.human.serpent -= s.serpentsIn;
  s.piratesIn = 0;
  s.serpentsIn = 0;
  s.lastAttack = strength + 1;
  if (strength >= needed(s, s.ship, RIVAL)) capture(s);
  else {
    decision(8);
    reached(ATTACK_FAILED);
  }
}

const WORK: IslePrompt = {
  ask: () => 'Who works here?',
  uses: ['END', 'CREW'],
  legal(s, _seat, list) {
    list[0] = A.END;
    return listReady(s, list, 1, s.tables.crewWork);
  },
  answer(s, _seat, action) {
    if (action === A.END) {
      s.working = 0;
      return;
    }
    const place = action - A.CREW;
    s.exhausted[place] = 1;
    gain(s, HUMAN, s.working - 1, s.tables.crewWork[s.crew[place]!]!);
  },
};

const SELL: IslePrompt = {
  ask: (s) => `What do you sell? ${s.toSell} to go.`,
  uses: ['END', 'SELL_FISH', 'SELL_WOOD'],
  legal(s, _seat, list) {
    let n = 0;
    list[n++] = A.END;
    if (s.human.fish > 0) list[n++] = A.SELL_FISH;
    if (s.human.wood > 0) list[n++] = A.SELL_WOOD;
    return n;
  },
  answer(s, _seat, action) {
    if (action === A.END) {
      s.toSell = 0;
      return;
    }
    if (action === A.SELL_FISH) s.human.fish--;
    else s.human.wood--;
    s.human.coins += sellPrice(s);
    s.toSell--;
  },
};

export const townPrompts = { ADMIN, COMMIT, WORK, SELL };
