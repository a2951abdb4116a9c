/**
 * Legal actions found the slow way, straight from the rules and the component lists; shares no code with the masks.
 * For tests.
 */
import * as A from './actions.js';
import { resourceNames } from './data.js';
import type { Position } from './state.js';
import * as S from './state.js';

/** The legal actions, ascending; none when the game is over. */
export function enumerate(s: Position): number[] {
  if (s.over) return [];
  const me = s.actor;
  const { fighters, structures, numbers, slotTiers } = s.tables.components;
  const at = (place: number) => fighters.filter((f) => s.loc[f.id] === place).map((f) => f.id);
  const hand = at(S.IN_HAND + me);
  const have = (list: number[]) => list.map((id) => A.FIGHTER + id);
  const [task, , about] = s.tasks;
  const name = S.promptNames[s.prompt]!;
  const found: number[] = [];

  if (name === 'TURN_ACTION') {
    found.push(A.GOLD);
    const room = (spaces: readonly [number, number], used: number) => used < spaces[0] + (s.seats >= 3 ? spaces[1] : 0);
    const graveyard = at(S.IN_GRAVE + me).length;
    for (let region = 0; region < 6; region++) {
      const owner = s.owner[region] === S.NONE ? 'nobody' : s.owner[region] === me ? 'me' : 'other';
      const structure = structures[s.tile[region]!];
      if (structure && room(numbers.gatherSpaces, s.gather[region]!))
        if (!structure.resurrect || owner === 'me' || graveyard > 0) found.push(A.GATHER + region);
      if (owner === 'other' && hand.length > 0 && room(numbers.combatSpaces, s.combat[region]!))
        found.push(A.ATTACK + region);
      if (owner !== 'other')
        s.market.forEach((tile, place) => {
          const offered = structures[tile];
          if (offered && offered.cost <= s.gold[me]!) found.push(A.BUILD + 6 * place + region);
        });
    }
    if (s.holder !== me && hand.length > 0)
      s.tables.components.flanks.forEach(({ once }, flank) => {
        if (!once || s.flanks[flank] === 0) found.push(A.ATTACK_CITADEL + flank);
      });
    const used = [0, 1, 2, 3, 4].filter((card) => (s.discard[me]! & (1 << card)) !== 0);
    if (used.length > 0 && !s.refreshed[me]) found.push(A.REFRESH);
  }

  if (name === 'WILD') found.push(...resourceNames.map((_, k) => A.WILD + k));

  if (name === 'RESURRECT') found.push(A.DONE, ...have(at(S.IN_GRAVE + me)));

  if (name === 'PLACE') {
    if (task === S.TASK.start)
      found.push(...have(hand.filter((id) => fighters[id]!.tier === 0 && fighters[id]!.attack === 1)));
    else if (s.last >= 0) found.push(A.DONE, ...have(hand.filter((id) => id > s.last)));
    else {
      const standing = at(S.AT + about!);
      found.push(A.DONE, ...have([...hand, ...standing]));
      if (standing.length > 0) found.push(A.WITHDRAW);
    }
  }

  if (name === 'ATTACK_SELECT') {
    const sent = at(S.COMMITTED);
    found.push(...have(hand.filter((id) => sent.every((other) => other < id))));
    if (sent.length > 0) found.push(A.DONE);
  }

  if (name === 'CARD_ATT' || name === 'CARD_DEF')
    found.push(...[0, 1, 2, 3, 4].filter((card) => s.cards[me]! & (1 << card)).map((card) => A.CARD + card));

  if (name === 'CASUALTY') found.push(...have(at(S.AT + about!)));

  if (name === 'RAISE') {
    found.push(A.DONE);
    slotTiers.forEach((_, slot) => {
      const fighter = fighters.find((f) => s.loc[f.id] === S.IN_SLOT + slot);
      if (!fighter) return;
      const lacking = fighter.cost.map((n, k) => Math.max(0, n - s.resources[4 * me + k]!));
      if (lacking.reduce((a, b) => a + b) <= s.gold[me]!) found.push(A.RAISE + slot);
    });
  }

  if (name === 'PAY') {
    found.push(A.PAY_REST);
    for (const [k] of resourceNames.entries()) if (s.gold[me]! >= 1 && s.owed[k]! >= 1) found.push(A.PAY + k);
  }

  if (name === 'ORDER') {
    const given = [...s.order.subarray(0, s.players)];
    for (let seat = 0; seat < s.players; seat++) if (!given.includes(seat)) found.push(A.ORDER + seat);
  }
  return found.sort((a, b) => a - b);
}
