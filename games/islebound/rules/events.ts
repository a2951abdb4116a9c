/** Events of the towns, and brags with the reputation cards. */
import * as A from '../actions.js';
import * as D from '../data.js';
import { EMPTY, EVENT_PILE, HUMAN, type Position, REPUTATION_PILE } from '../state.js';
import type { IslePrompt } from './definitions.js';
import { gainRow } from './goods.js';
import { bragCost, bragGain, openEvent, resourceOf } from './judgements.js';
import { BRAGGED, decision, EVENT_DONE, reached } from './landmarks.js';

/** Pays the goods of an event; its symbols are asked for. */
export function startEvent(s: Position, pile: number): void {
  const { human, tables } = s;
  const event = openEvent(s, pile);
  for (let good = 0; good < D.GOODS; good++) human.cells[good]! -= tables.eventPay[event * D.GOODS + good]!;
  s.pile = pile + 1;
  s.needAdminister = tables.eventAdminister[event]!;
  s.needWork = tables.eventWork[event]!;
}

/** The reward of the event being done, and the next card of its pile. */
export function finishEvent(s: Position): void {
  const { tables } = s;
  const pile = s.pile - 1;
  const event = openEvent(s, pile);
  reached(EVENT_DONE + event);
  s.events[pile * EVENT_PILE + --s.eventsLeft[pile]!] = EMPTY;
  s.pile = 0;
  gainRow(s, HUMAN, tables.eventGain, event);
  s.human.coins += s.ability['event.coins'];
  s.toBrag += tables.eventBrag[event]!;
}

/** Each member gives all its symbols; only useful ones are asked. */
const EVX: IslePrompt = {
  ask: (s) => `Who does it? ${s.needAdminister} administer, ${s.needWork} work to go.`,
  uses: ['CREW'],
  legal(s, _seat, list) {
    const { crewAdminister, crewWork } = s.tables;
    const { needAdminister, needWork } = s;
    let n = 0;
    for (let i = 0; i < s.human.crew; i++) {
      const member = s.crew[i]!;
      const useful = (needAdminister > 0 && crewAdminister[member]! > 0) || (needWork > 0 && crewWork[member]! > 0);
      if (s.exhausted[i] === 0 && useful) list[n++] = A.CREW + i;
    }
    return n;
  },
  answer(s, _seat, action) {
    const { crewAdminister, crewWork } = s.tables;
    const place = action - A.CREW;
    const member = s.crew[place]!;
    s.exhausted[place] = 1;
    s.needAdminister = Math.max(0, s.needAdminister - crewAdminister[member]!);
    s.needWork = Math.max(0, s.needWork - crewWork[member]!);
  },
};

/** Compares what the open card of a pile calls for; then the card goes under its pile. */
const BRAG: IslePrompt = {
  ask: () => 'What do you brag about?',
  uses: ['END', 'BRAG'],
  legal(_s, _seat, list) {
    list[0] = A.END;
    list[1] = A.BRAG;
    list[2] = A.BRAG + 1;
    return 3;
  },
  answer(s, _seat, action) {
    if (action === A.END) {
      s.toBrag = 0;
      return;
    }
    const pile = action - A.BRAG;
    reached(BRAGGED + resourceOf(s, pile));
    const renown = bragGain(s, pile);
    if (renown > 0 && s.ability['brag.renown'] !== 0) decision(32);
    s.human.renown += renown;
    s.rival.renown += bragCost(s, pile);
    s.toBrag--;
    const cards = s.reputation;
    const first = pile * REPUTATION_PILE;
    const last = first + REPUTATION_PILE - 1;
    const card = cards[first]!;
    for (let i = first; i < last; i++) cards[i] = cards[i + 1]!;
    cards[last] = card;
    if (s.under[pile]! < REPUTATION_PILE - 1) s.under[pile]!++;
  },
};

export const eventPrompts = { EVX, BRAG };
