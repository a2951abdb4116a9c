/** How it ends: the King, the titles and who breaks their ties, conceding, the round cap. */

import { shuffleBy } from '../../../env/chance.js';
import { lowest, totalResources } from '../read.js';
import * as S from '../state.js';
import { type Chance, END, OP, P, type Position, STREAM } from '../state.js';
import { clearAll } from './clear.js';
import type { DoomspireProcedure } from './definitions.js';
import { loseBelongings } from './items.js';
import { decision, ENDED, reached } from './landmarks.js';
import { ask, removeKnight, setOwner } from './pieces.js';
import { claimedStars } from './territory.js';

/** The game is won: everything under way stops, the titles follow. */
export function crown(s: Position, seat: number): void {
  s.frames.fill(0);
  s.endBattle();
  s.depth = 0;
  clearAll(s);
  s.prompt = -1;
  s.actor = -1;
  s.mover = -1;
  s.phase = 3;
  s.king = seat;
  s.push(OP.titles, 0, 0, 0, 0);
}

/** Bits of the seats that share the best claim to the title in question (HAND undecided: Hand, else Coin). */
export function titleCandidates(s: Position): number {
  const hand = s.hand;
  let best = 0;
  let most = -1;
  for (let seat = 0; seat < 4; seat++) {
    if (seat === s.king || seat === hand || s.concededOrder[seat] !== 0) continue;
    const value =
      hand < 0
        ? s.flags[seat]! * 100 + claimedStars(s, seat)
        : s.resources[seat * 4 + 3]! * 300000 + totalResources(s, seat);
    if (value > most) {
      most = value;
      best = 0;
    }
    if (value === most) best |= 1 << seat;
  }
  return best;
}

/** Hand of the King, Master of Coin, then the places. */
function runTitles(s: Position, chance: Chance): void {
  const top = s.top();
  const f = s.frames;
  if (s.tables.airef) decision(86);
  const tied = s.tables.airef ? 0 : titleCandidates(s);
  if (tied === 0) {
    finish(s);
    return;
  }
  let seat = lowest(tied);
  if (tied & (tied - 1)) {
    decision(76);
    if (s.options.titleTies === 'king') {
      ask(s, P.CARDPLAYER, s.king, -1, -1);
      return;
    }
    let n = 0;
    for (let i = 0; i < 4; i++) if (tied & (1 << i)) n++;
    let pick = chance.draw(STREAM.ties, n);
    for (seat = 0; ; seat++) if (tied & (1 << seat) && pick-- === 0) break;
  }
  giveTitle(s, seat, f[top + 2]!);
}
/** A title goes to a seat. */
export function giveTitle(s: Position, seat: number, title: number): void {
  const top = s.top();
  if (title === 0) {
    s.hand = seat;
    s.frames[top + 2] = 1;
    return;
  }
  finish(s, seat);
}

/** Places: King, Hand, Coin, whoever is left (all alike in edition airef), then those who conceded, the earliest last. */
function finish(s: Position, coin = -1): void {
  const p = s.finalPlaces;
  let place = 0;
  p.fill(255);
  p[s.king] = place++;
  if (s.hand >= 0) p[s.hand] = place++;
  if (coin >= 0) p[coin] = place++;
  const equal = place;
  for (let seat = 0; seat < 4; seat++)
    if (p[seat] === 255 && s.concededOrder[seat] === 0) {
      p[seat] = s.tables.airef ? equal : place;
      place++;
    }
  for (let order = 4; order > 0; order--)
    for (let seat = 0; seat < 4; seat++) if (p[seat] === 255 && s.concededOrder[seat] === order) p[seat] = place++;
  end(s);
}
function end(s: Position): void {
  s.frames.fill(0);
  s.depth = 0;
  s.focusKnight = -1;
  s.focusTile = -1;
  s.phase = 3;
  s.over = true;
  reached(ENDED + s.end - 1);
}

/** The cap: ranked by impressions, flags, starred tiles with a flag, gold, all resources, and last by lot (decision 77). */
export function truncate(s: Position, chance: Chance): void {
  decision(77);
  const lots = [0, 1, 2, 3];
  shuffleBy(chance, STREAM.ties, lots);
  const rank = (seat: number): number[] => [
    s.concededOrder[seat] === 0 ? 9 : s.concededOrder[seat]!,
    s.stacks[seat]!,
    s.flags[seat]!,
    claimedStars(s, seat),
    s.resources[seat * 4 + 3]!,
    totalResources(s, seat),
    lots[seat]!,
  ];
  const ranks = [0, 1, 2, 3].map(rank);
  const order = [0, 1, 2, 3].sort((a, b) => {
    for (let i = 0; i < 7; i++) if (ranks[a]![i] !== ranks[b]![i]) return ranks[b]![i]! - ranks[a]![i]!;
    return 0;
  });
  order.forEach((seat, place) => {
    s.finalPlaces[seat] = place;
  });
  s.end = END['round cap'];
  s.truncated = true;
  end(s);
}

/** A player gives up (decision 74): its pieces leave, its tiles become neutral; a sole survivor is King. */
export function concede(s: Position, seat: number): void {
  decision(74);
  for (let k = seat * 3; k < seat * 3 + 3; k++)
    if (s.knightTile[k] !== S.ABSENT) {
      loseBelongings(s, k);
      removeKnight(s, k);
    }
  s.boatZone.fill(S.ABSENT, seat * 2, seat * 2 + 2);
  for (let t = 0; t < 64; t++) if (s.owner[t] === seat + 1) setOwner(s, t, S.NEUTRAL);
  s.dice.fill(0, seat * 3, seat * 3 + 3);
  s.conceded++;
  s.concededOrder[seat] = s.conceded;
  if (s.conceded === 3) {
    for (let i = 0; i < 4; i++)
      if (s.concededOrder[i] === 0) {
        s.end = END.conceded;
        crown(s, i);
      }
  }
}

/** After the King is known: a = 0 for the Hand of the King, 1 for the Master of Coin. */
const titles: DoomspireProcedure = {
  run: runTitles,
  steps: { award: 0 },
  arguments: 'n',
  asks: { CARDPLAYER: { at: 0, when: (s) => s.card < 0 } },
  stack: (s) => [['titles', s.hand < 0 ? 0 : 1]],
};

export const endingProcedures = { titles };
