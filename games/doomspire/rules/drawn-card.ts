/** The procedure of a card in hand, whatever kind it is. */
import {
  DECK_MONSTERS,
  ENCOUNTER_DOG,
  ENCOUNTER_FIRST,
  EVENT_PESTS,
  EVENT_RAID,
  EVENT_TRIAL,
  TREASURE_SHIELD,
} from '../data.js';
import type { Chance, Position } from '../state.js';
import { CARD_STEP, meetMonster } from './cards.js';
import type { DoomspireProcedure } from './definitions.js';
import { runEncounter } from './encounters.js';
import { runEvent } from './events.js';
import { cardInHand } from './stack.js';
import { runTreasure } from './treasures.js';

function runCard(s: Position, chance: Chance): void {
  const { card } = s;
  if (card < DECK_MONSTERS) meetMonster(s, card);
  else if (card < TREASURE_SHIELD) runEvent(s, card, chance);
  else if (card < ENCOUNTER_FIRST) runTreasure(s, card, chance);
  else runEncounter(s, card);
}

const ONCE = CARD_STEP['asked once'];
const TWICE = CARD_STEP['asked twice'];
const THREE_TIMES = CARD_STEP['asked three times'];
/** Steps of a card that asks several players: from `first` on, of that many replies. */
const replies = (first: number, most: number): number[] => Array.from({ length: most }, (_, i) => first + i);

/** `card`, which came from deck a of its tier (edition airef). */
const card: DoomspireProcedure = {
  run: runCard,
  steps: CARD_STEP,
  arguments: 'p',
  asks: {
    CARDOPT: { at: ONCE },
    CARDPLAYER: { at: (s) => (s.card === EVENT_PESTS ? ONCE : TWICE), when: (s) => s.card >= 0 },
    CARDRES: { at: (s) => (s.card === EVENT_TRIAL ? THREE_TIMES : ONCE) },
    CARDKNIGHT: { at: ONCE, when: (s) => s.card >= 0 },
    // At most three tiles of each player.
    CARDTILE: { at: (s) => (s.card === EVENT_RAID ? replies(ONCE, 12) : ONCE) },
    CARDZONE: { at: ONCE },
    SEAREPLY: { at: replies(TWICE, 8) },
    MARKETDAY: { at: replies(TWICE, 4) },
    ROOM: { at: (s) => (s.card === ENCOUNTER_DOG ? TWICE : ONCE) },
  },
  waits: (_s, above) => (above === 'exchange window' ? replies(CARD_STEP.windows, 4) : [ONCE]),
  needs: [
    ['card.card', 'must be known', (s) => s.card >= 0],
    ['card.knight', 'must be known', (s) => s.cardKnight >= 0],
  ],
  stack: cardInHand,
};

export const drawnCardProcedures = { card };
