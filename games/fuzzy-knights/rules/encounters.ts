/** Monster tokens, caches, items and mines. Rulebook, Player Turns; decisions 12, 13, 26, 27. */
import { BRIBE_ONE, END } from '../actions.js';
import { ITEM_KINDS, OUTCOME } from '../data.js';
import {
  type Chance,
  FOE,
  FOR,
  heroNames,
  NEUTRAL_MINE,
  P,
  type Position,
  STEP,
  streamOf,
  tileNames,
} from '../state.js';
import { startBattle, takeMine } from './battle.js';
import { highestTier, tileAtHand } from './board.js';
import { ask, type FuzzyPrompt, type Step } from './definitions.js';
import { rollTable, tenth } from './dice.js';
import * as L from './landmarks.js';
import { reached } from './landmarks.js';

/** The hero at hand meets one monster token of its tile. */
export function meetMonsters(s: Position, chance: Chance): void {
  const { tables } = s;
  const stream = streamOf(FOR.encounter, s.hand >> 1);
  const outcome = tables.outcome[tenth(chance, stream)]!;
  const size = rollTable(chance, stream, tables.monsterDice, outcome * 3);
  reached(L.MET + outcome);
  if (outcome === OUTCOME.DEFECT) {
    s.mercs[s.hand]! += size;
    monstersGone(s);
  } else if (outcome === OUTCOME.BRIBE) {
    s.bribeLeft = size;
    s.step = STEP.bribe;
  } else if (size === 0) monstersGone(s);
  else startBattle(s, FOE.monsters, size);
}

function monstersGone(s: Position): void {
  const t = tileAtHand(s);
  s.monster[t]!--;
  s.refresh(t);
  s.step = s.arriving ? STEP.arrive : STEP.move;
}

const bribe: Step = (s) => ask(s, P.BRIBE, s.hand >> 1);

/** One more monster joins, or the rest leave. */
const BRIBE: FuzzyPrompt = {
  step: STEP.bribe,
  ask: (s) =>
    `${s.bribeLeft} monsters may be bribed by hero ${heroNames[s.hand]}${s.arriving ? `, entering ${tileNames[tileAtHand(s)]}` : ''}: one more?`,
  uses: ['END', 'BRIBE_ONE'],
  words: { END: () => 'send the rest away' },
  legal(s, _seat, list) {
    list[0] = END;
    if (s.bribeLeft === 0 || s.purse[s.hand]! < s.tables.encounters.bribeCost) return 1;
    list[1] = BRIBE_ONE;
    return 2;
  },
  answer(s, _seat, action) {
    if (action === BRIBE_ONE) {
      s.purse[s.hand]! -= s.tables.encounters.bribeCost;
      s.mercs[s.hand]!++;
      s.bribeLeft--;
      return;
    }
    s.bribeLeft = 0;
    monstersGone(s);
  },
  complete: (s) => (s.monster[tileAtHand(s)]! > 0 ? '' : 'no monster token on the tile'),
};

export function openCache(s: Position, chance: Chance): void {
  const { encounters } = s.tables;
  const stream = streamOf(FOR.find, s.hand >> 1);
  const large = tenth(chance, stream) * 10 >= encounters.largeCacheFrom;
  reached(L.CACHE_FOUND + (large ? 1 : 0));
  s.purse[s.hand]! += rollTable(chance, stream, large ? encounters.largeCache : encounters.smallCache);
  s.resource[tileAtHand(s)]!--;
}

export function pickItem(s: Position, chance: Chance): void {
  const stream = streamOf(FOR.find, s.hand >> 1);
  const type = s.tables.itemType[tenth(chance, stream)]!;
  let level = 0;
  while (level < 4 && tenth(chance, stream) >= s.tables.rarityFrom) level++;
  reached(L.ITEM_FOUND + type * 5 + level);
  s.items[s.hand * ITEM_KINDS + type * 5 + level]!++;
  s.item[tileAtHand(s)]!--;
}

/** The mine is taken, or its guardians are fought first. */
export function capture(s: Position, chance: Chance): void {
  const { tables } = s;
  const stream = streamOf(FOR.encounter, s.hand >> 1);
  const met = tenth(chance, stream) * 10 >= tables.encounters.guardiansFrom;
  const size = met ? rollTable(chance, stream, tables.guardianDice, highestTier(s) * 3) : 0;
  if (size === 0) takeMine(s, s.hand);
  else startBattle(s, s.mine[tileAtHand(s)] === NEUTRAL_MINE ? FOE.guardians : FOE['guardians of a rival'], size);
}

export const encounterSteps = { bribe };
export const encounterPrompts = { BRIBE };
