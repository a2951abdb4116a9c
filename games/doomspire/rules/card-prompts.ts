/** What cards ask: an option, a player, a resource, a knight, a tile, a sea. Titles and the beggar ask with two of them. */
import * as A from '../actions.js';
import * as D from '../data.js';
import * as N from '../names.js';
import { totalResources } from '../read.js';
import type { Position } from '../state.js';
import { resourceNames } from '../terms.js';
import * as W from '../words.js';
import { beggarTakers } from './beggar.js';
import { addKnights, addOwned, chosenPlayer, chosenTile, chosenZone, type List, tileAction, yesNo } from './choices.js';
import type { DoomspirePrompt } from './definitions.js';
import { convertible } from './encounters.js';
import { giveTitle, titleCandidates } from './ending.js';
import { canTake, raidable } from './events.js';
import { passBeggar } from './items.js';
import { decision } from './landmarks.js';
import { NEED } from './needs.js';
import { gain, gainFame, lose, loseFame, setOwner } from './pieces.js';
import { swap, swapTargets } from './treasures.js';

/** The options of a card; of the dog and the like yes and no. */
function options(s: Position, card: number, seat: number, list: List): number {
  let n = 0;
  switch (card) {
    case D.EVENT_MARKET_DAY:
    case D.EVENT_CURSE:
    case D.TREASURE_STONE:
      return yesNo(list);
    case D.ENCOUNTER_DOG:
      if (s.resources[seat * 4]! >= 2) list[n++] = A.YES;
      list[n++] = A.NO;
      return n;
    case D.EVENT_BLESSING:
      list[n++] = A.OPT;
      list[n++] = A.OPT + 1;
      return n;
    case D.EVENT_TRIAL:
      if (totalResources(s, seat) > 0) list[n++] = A.OPT;
      if (canTake(s, seat)) list[n++] = A.OPT + 1;
      return n;
    case D.TREASURE_SHIELD:
      list[n++] = A.OPT;
      if (s.resources[seat * 4 + 2]! >= 2) list[n++] = A.OPT + 1;
      return n;
    default:
      // The staff: take it, sell it, leave it.
      if (s.fame[seat]! >= 2) list[n++] = A.OPT;
      if (s.resources[seat * 4]! >= 2) list[n++] = A.OPT + 1;
      list[n++] = A.OPT + 2;
      return n;
  }
}

const CARDOPT: DoomspirePrompt = {
  ask: (s) => `${W.cardText(s)}: which of these?`,
  uses: ['OPT', 'YESNO'],
  words: W.yesNo(
    (s) => N.optionText(s, 0),
    (s) => N.optionText(s, 1),
  ),
  legal: (s, seat, list) => options(s, s.card, seat, list),
  answer(s, _seat, action) {
    s.cardOption = action - (action >= A.OPT ? A.OPT : A.YES);
  },
};

/** Whether a card may name a player. */
function nameable(s: Position, player: number, drawer: number): boolean {
  if (s.concededOrder[player] !== 0) return false;
  if (s.card === D.EVENT_PESTS) return true;
  return player !== drawer && !(s.cardOption === 1 && totalResources(s, player) === 0);
}
/** Of a card, or who gets a title. */
const CARDPLAYER: DoomspirePrompt = {
  ask: (s) => (W.card(s) ? `${W.cardText(s)}: which player?` : 'a tie for a title: who gets it?'),
  uses: ['PLAYER'],
  words: {
    PLAYER(s, args: W.PlayerChosen) {
      const who = A.playerOf(s, args);
      if (s.card === D.EVENT_PESTS) return `${who} loses 1 food`;
      if (s.card === D.EVENT_TRIAL) return `${s.cardOption === 0 ? 'give to' : 'take from'} ${who}`;
      return `${who} becomes ${s.hand < 0 ? 'Hand of the King' : 'Master of Coin'}`;
    },
  },
  legal(s, seat, list) {
    const candidates = s.card < 0 ? titleCandidates(s) : 0;
    let n = 0;
    for (let p = 0; p < 4; p++)
      if (s.card < 0 ? candidates & (1 << p) : nameable(s, p, seat)) list[n++] = A.PLAYER + ((p - seat) & 3);
    return n;
  },
  answer(s, seat, action) {
    const player = chosenPlayer(seat, action);
    if (s.card >= 0) s.cardPlayer = player;
    else giveTitle(s, player, s.frames[s.top() + 2]!);
  },
};

/** For the crows, or given or taken in the temple trial. */
const CARDRES: DoomspirePrompt = {
  ask: (s) => `${W.cardText(s)}: which resource?`,
  uses: ['RES'],
  words: {
    RES: (s, { resource }: W.ResourceChosen) =>
      s.card === D.EVENT_CROWS
        ? `the crows take all ${resourceNames[resource]}`
        : `${s.cardOption === 0 ? 'give' : 'take'} ${N.oneOf(resource)}`,
  },
  needs: [['card.player', 'must be known', (s) => s.card !== D.EVENT_TRIAL || s.cardOption === 0 || s.cardPlayer >= 0]],
  legal(s, seat, list) {
    if (s.card !== D.EVENT_CROWS) return addOwned(s, s.cardOption === 0 ? seat : s.cardPlayer, list, 0);
    for (let r = 0; r < 3; r++) list[r] = A.RES + r;
    return 3;
  },
  answer(s, seat, action) {
    const resource = action - A.RES;
    if (s.card === D.EVENT_CROWS) {
      for (let p = 0; p < 4; p++) s.resources[p * 4 + resource] = 0;
      return;
    }
    const give = s.cardOption === 0;
    lose(s, give ? seat : s.cardPlayer, resource, 1);
    gain(s, give ? s.cardPlayer : seat, resource, 1);
    if (give) gainFame(s, seat, 1);
    else loseFame(s, seat, 1);
  },
};

/** For the ring to swap with, or for the beggar to go along with. */
const CARDKNIGHT: DoomspirePrompt = {
  ask: (s) =>
    W.card(s) ? `${W.cardText(s)}: which knight?` : `${W.knight(s)} with the beggar meets others: pass him on?`,
  uses: ['KNIGHT', 'DONE'],
  words: W.done('keep the beggar'),
  needs: [NEED.knight],
  legal(s, seat, list) {
    if (s.card >= 0) return addKnights(seat, swapTargets(s, s.cardKnight), list, 0);
    const n = addKnights(seat, beggarTakers(s, s.focusKnight, s.focusTile), list, 0);
    list[n] = A.DONE;
    return n + 1;
  },
  answer(s, seat, action) {
    const knight = (action - A.KNIGHT + seat * 3) % 12;
    if (s.card >= 0) {
      swap(s, knight);
      return;
    }
    decision(111);
    if (action !== A.DONE) passBeggar(s, s.focusKnight, knight);
  },
};

/** The monk takes one over; a raid takes one of the actor's. */
const CARDTILE: DoomspirePrompt = {
  ask: (s) => `${W.cardText(s)}: which tile?`,
  uses: ['TILE', 'DONE'],
  words: {
    TILE: (s, args: W.TileChosen) =>
      `${s.card === D.EVENT_RAID ? 'give up' : 'take over'} ${N.tileText(s, A.tileOf(s, args))}`,
    ...W.done('take no tile'),
  },
  legal(s, seat, list) {
    const monk = s.card === D.ENCOUNTER_MONK;
    let n = 0;
    for (let t = 0; t < 64; t++)
      if (s.owner[t] !== 0 && (monk ? convertible(s, t, seat) : raidable(s, t, seat))) list[n++] = tileAction(seat, t);
    if (monk) list[n++] = A.DONE;
    return n;
  },
  answer(s, seat, action) {
    if (action !== A.DONE) setOwner(s, chosenTile(seat, action), s.card === D.ENCOUNTER_MONK ? seat + 1 : 0);
  },
};

/** Where the sea monsters are. */
const CARDZONE: DoomspirePrompt = {
  ask: (s) => `${W.cardText(s)}: which sea?`,
  uses: ['ZONE'],
  words: { ZONE: (s, args: W.ZoneChosen) => `sea monsters in ${A.zoneOf(s, args)}` },
  legal(_s, _seat, list) {
    for (let z = 0; z < 4; z++) list[z] = A.ZONE + z;
    return 4;
  },
  answer(s, seat, action) {
    s.cardOption = chosenZone(seat, action);
  },
};

export const cardPrompts = { CARDOPT, CARDPLAYER, CARDRES, CARDKNIGHT, CARDTILE, CARDZONE };
