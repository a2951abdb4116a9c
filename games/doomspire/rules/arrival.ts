/** What happens where a knight comes to a stop: rival, exploring, monster, dragon, card, and what it may do there. */

import * as A from '../actions.js';
import * as D from '../data.js';
import { CENTRE_SLOTS, SLOT_OF, SLOT_TILES } from '../geometry.js';
import { itemName } from '../names.js';
import { lowest } from '../read.js';
import * as S from '../state.js';
import { AGAINST, type Chance, OP, P, type Position } from '../state.js';
import * as W from '../words.js';
import { startFight } from './battle.js';
import { startBeggar } from './beggar.js';
import { drawCard } from './cards.js';
import { addPairs } from './choices.js';
import { clearExchanges } from './clear.js';
import type { DoomspireProcedure, DoomspirePrompt, ProcedureName } from './definitions.js';
import { decision } from './landmarks.js';
import { NEED } from './needs.js';
import { ask, gainMight, lose, loseFame, putMonster, setOwner } from './pieces.js';
import { revealHoard } from './spire.js';
import { arrivalOf, TURN } from './stack.js';
import { conquer, exploreFame, revolt, strife } from './territory.js';
import { buyItem, givable, giveOne, handOver } from './trader.js';
import { tryStone } from './treasures.js';
import { ACT_CLAIM, ACT_CONQUER, ACT_MERCENARY, ACT_REVOLT, ACT_TEMPLE, canAct, drawsCard, hasActs } from './visit.js';

/** Turns over the piece a tile belongs to (or the one tile) and sets its guards. */
function reveal(s: Position, tile: number, chance: Chance): void {
  decision(19);
  s.reveals++;
  const slot = SLOT_OF[tile]!;
  if (slot >= CENTRE_SLOTS || s.options.exploreUnit === 'square') uncover(s, tile, chance);
  else for (let i = slot * 3; i < slot * 3 + 3; i++) uncover(s, SLOT_TILES[i]!, chance);
}
function uncover(s: Position, tile: number, chance: Chance): void {
  s.explored[tile] = 1;
  const kind = s.kind[tile]!;
  if (kind === D.KIND_DOOMSPIRE) revealHoard(s, chance);
  else if (kind === D.KIND_BEAR_CAVE || D.KIND_RESOURCE[kind]) putMonster(s, tile, D.BEAR, 0);
}

const STEP = {
  start: 0,
  rival: 1,
  'after rival': 2,
  explore: 3,
  'after monster': 4,
  card: 5,
  'after card': 6,
  acts: 7,
  end: 8,
};

/** Starts the arrival of a knight. @param acted 1 when it had acted before it came (by boat) */
export const startArrival = (s: Position, knight: number, tile: number, acted = 0): void =>
  s.push(OP.arrive, knight, tile, 0, acted);
/** The same where a rival has stopped it: the battle comes first. */
export function startBlocked(s: Position, knight: number, tile: number): void {
  s.push(OP.arrive, knight, tile, S.ARRIVED_BLOCKED, 0);
  s.frames[s.top() + 1] = STEP['after rival'];
}

/** The automatic interactions in their order, then the voluntary ones. */
function runArrive(s: Position, chance: Chance): void {
  const top = s.top();
  const f = s.frames;
  const knight = f[top + 2]!;
  const tile = f[top + 3]!;
  const seat = (knight / 3) | 0;
  if (f[top + 1] === STEP.start) {
    if (f[top + 5] === 1) {
      s.pop();
      return;
    }
    f[top + 1] = STEP.rival;
    if (D.KIND_SPECIAL[s.kind[tile]!] && startBeggar(s, knight, tile)) return;
  }
  if (f[top + 1] === STEP.rival) {
    const rivals = s.knightsOn[tile]! & ~(7 << (seat * 3));
    if (rivals !== 0 && s.tables.peaceful[s.kind[tile]!] === 0 && strife(s)) {
      s.acted[knight] = 1;
      f[top + 1] = STEP['after rival'];
      startFight(s, { attacker: knight, defender: lowest(rivals), tile });
      return;
    }
    f[top + 1] = STEP.explore;
  } else if (f[top + 1] === STEP['after rival']) {
    const blocked = f[top + 4]! & S.ARRIVED_BLOCKED;
    const outcome = s.outcome;
    s.outcome = 0;
    if (s.knightTile[knight] !== tile || (blocked ? outcome !== 2 : outcome === 2)) {
      s.pop();
      return;
    }
    if (blocked) decision(17);
    if (outcome === 3) decision(96);
    f[top + 4]! |= outcome === 3 ? S.ARRIVED_RIVAL_FLED : S.ARRIVED_FOUGHT;
    f[top + 1] = STEP.explore;
  }
  if (f[top + 1] === STEP.explore) {
    if (s.explored[tile] === 0) {
      s.acted[knight] = 1;
      exploreFame(s, seat);
      reveal(s, tile, chance);
    }
    if (s.kind[tile] === D.KIND_DOOMSPIRE) {
      // Edition airef: who only comes and lets the dragon be has not interacted (decision 81).
      if (!s.tables.airef) s.acted[knight] = 1;
      f[top + 1] = STEP.end;
      decision(95);
      s.push(OP.doomspire, knight, 0, 0, 0);
      return;
    }
    if (s.monster[tile] !== 0 && s.dormant[tile] !== knight + 1) {
      if (f[top + 4]! & S.ARRIVED_FOUGHT) decision(20);
      else {
        if (f[top + 4]! & S.ARRIVED_RIVAL_FLED) decision(100);
        s.acted[knight] = 1;
        f[top + 1] = STEP['after monster'];
        startFight(s, { attacker: knight, monster: s.monster[tile]! - 1, tile });
        return;
      }
    }
    f[top + 1] = STEP.card;
  } else if (f[top + 1] === STEP['after monster']) {
    const outcome = s.outcome;
    s.outcome = 0;
    if (outcome !== 1) {
      s.pop();
      return;
    }
    f[top + 4]! |= S.ARRIVED_FOUGHT;
    f[top + 1] = STEP.card;
  }
  if (f[top + 1] === STEP.card) {
    const bits = f[top + 4]!;
    f[top + 1] = STEP.acts;
    if (!(bits & S.ARRIVED_FOUGHT) && drawsCard(s, knight, tile)) {
      if (!(bits & S.ARRIVED_RIVAL_FLED) || s.options.cardAfterFlight) {
        s.acted[knight] = 1;
        f[top + 1] = STEP['after card'];
        s.tokens[tile]!--;
        drawCard(s, knight, tile, chance);
        return;
      }
    }
  }
  if (f[top + 1] === STEP['after card']) {
    if (s.lastCard === D.TREASURE_STONE) f[top + 4]! |= S.ARRIVED_SWORD_TRIED;
    s.lastCard = -1;
    s.outcome = 0;
    f[top + 1] = STEP.acts;
  }
  if (
    f[top + 1] === STEP.acts &&
    s.knightTile[knight] === tile &&
    hasActs(s, tile, seat, (f[top + 4]! & S.ARRIVED_SWORD_TRIED) !== 0)
  ) {
    ask(s, P.TILEACT, seat, knight, tile);
    return;
  }
  clearExchanges(s);
  s.pop();
}

/** The visit ends with this act. */
function act(s: Position, what: number, knight: number, tile: number, chance: Chance): void {
  const seat = (knight / 3) | 0;
  const top = s.top();
  if (s.frames[top + 4]! & (S.ARRIVED_FOUGHT | S.ARRIVED_RIVAL_FLED)) decision(94);
  s.acted[knight] = 1;
  decision(18);
  s.frames[top + 1] = STEP.end;
  switch (what) {
    case ACT_CLAIM:
      decision(25);
      setOwner(s, tile, seat + 1);
      break;
    case ACT_CONQUER:
      conquer(s, tile, seat);
      break;
    case ACT_REVOLT:
      revolt(s, tile, seat);
      break;
    case ACT_TEMPLE:
      decision(27);
      loseFame(s, seat, s.tables.numbers.templeFame);
      gainMight(s, seat, 1);
      break;
    case ACT_MERCENARY:
      decision(27);
      lose(s, seat, 3, s.tables.numbers.mercenaryGold);
      gainMight(s, seat, 1);
      break;
    default:
      tryStone(s, knight, tile, chance);
  }
}

/** Asked again after a trade. */
const TILEACT: DoomspirePrompt = {
  ask: (s) => `${W.knight(s)}${W.here(s)}: what does it do here?`,
  uses: ['RES', 'PAIR', 'ITEM', 'TILEACT', 'DONE'],
  words: {
    ...W.resources('exchange'),
    ITEM: (s, { item }: W.ItemChosen) =>
      `buy the ${itemName(item)} for ${s.tables.itemCost[item] ?? '?'} gold (${W.effect(s, item)})`,
    ...W.done('nothing here'),
  },
  needs: [NEED.ownKnight, NEED.tile],
  legal(s, seat, list) {
    const tile = s.focusTile;
    const tried = s.frames[s.top() + 4]! & S.ARRIVED_SWORD_TRIED;
    let n = 0;
    for (let what = 0; what < 5; what++) if (canAct(s, tile, seat, what)) list[n++] = A.TILEACT + what;
    if (s.sword[tile] === 1 && !tried) list[n++] = A.TILEACT + 5;
    if (s.kind[tile] === D.KIND_TRADER) {
      if (s.marketDay) {
        for (let r = 0; r < 4; r++) if (givable(s, seat, r)) list[n++] = A.RES + r;
      } else n = addPairs(s, seat, 3, s.tables.airef, list, n);
      for (let k = 0; k < D.TRADER_KINDS; k++)
        if (s.traderStock[k]! > 0 && s.tables.itemCost[k]! <= s.resources[seat * 4 + 3]!) list[n++] = A.ITEM + k;
    }
    list[n++] = A.DONE;
    return n;
  },
  answer(s, seat, action, chance) {
    const { focusKnight: knight, focusTile: tile } = s;
    if (action === A.DONE) s.frames[s.top() + 1] = STEP.end;
    else if (action >= A.TILEACT) act(s, action - A.TILEACT, knight, tile, chance);
    else if (action >= A.ITEM) buyItem(s, action - A.ITEM, knight);
    else if (action >= A.PAIR) handOver(s, action - A.PAIR, knight, tile);
    else {
      s.acted[knight] = 1;
      giveOne(s, action - A.RES, seat, knight, tile);
    }
  },
};

/** While what its card started goes on, it waits after the card. */
function waits(s: Position, above: ProcedureName, at: number): readonly number[] | undefined {
  const drawn = s.lastCard >= 0;
  const fought = drawn ? [STEP['after card']] : [STEP['after rival'], STEP['after monster']];
  switch (above) {
    case 'beggar':
      return [STEP.rival];
    case 'card':
      return [STEP['after card']];
    case 'doomspire':
      return [STEP.end];
    case 'fight':
      // The ghost of a blade that was taken in a duel comes after that duel.
      if (s.fightKind === AGAINST.knights || s.fightBlade) return [STEP['after rival']];
      return drawn ? fought : [STEP['after monster']];
    case 'lose':
      return fought;
    case 'retreat':
      return rivalsAt(s, s.frames[at + 3]!) ? fought : fought.toReversed();
    case 'overflow':
      return drawn ? fought : [STEP.acts, ...fought, STEP.end];
    default:
      return undefined;
  }
}
const rivalsAt = (s: Position, tile: number): boolean => (s.knightsOn[tile & 63]! & ~(7 << (s.mover * 3))) !== 0;

/** Knight a has come to tile b; c are bits of ARRIVED_*; d = 1 when it had acted before (carried by boat). */
const arrive: DoomspireProcedure = {
  run: runArrive,
  steps: STEP,
  arguments: 'ktnn',
  asks: {
    TILEACT: { at: STEP.acts },
    GET: { at: STEP.acts, when: (s) => s.card < 0 && s.rewardOwed === 0 },
    DECK: { at: STEP['after card'] },
  },
  waits,
  stack: (s) => [TURN, arrivalOf(s.focusKnight, s.focusTile)],
};

export const arrivalPrompts = { TILEACT };
export const arrivalProcedures = { arrive };
