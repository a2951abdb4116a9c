/** The set-up, in the order in which luck is drawn; the first fighters' places are asked afterwards. */
import { shuffleBy } from '../../../env/chance.js';
import * as D from '../data.js';
import * as S from '../state.js';
import { AT, type Chance, IN_HAND, KING, type Position } from '../state.js';
import { shuffleCombatDeck } from './combat.js';
import { move, refillMarket, refillSlot } from './pieces.js';

/** Tier of the AI's first fighter in the Citadel. */
const AI_TIER = { none: 0, easy: 1, medium: 2, hard: 3 };

/** Fills a new position up to the first fighters, which are queued. */
export function setUp(s: Position, chance: Chance): void {
  const { ai } = s.options;
  s.stage = S.STAGE['set-up'];
  if (ai !== 'none') s.ai = s.players;
  const { seats, players } = s;

  for (let tier = 0; tier < 3; tier++) {
    for (let i = 0; i < S.DECK; i++) s.decks[tier * S.DECK + i] = D.FIRST_RAISABLE + tier * S.DECK + i;
    shuffleBy(chance, S.STREAM['fighter decks'], s.decks, tier * S.DECK, S.DECK);
    s.deckSize[tier] = S.DECK;
  }
  for (let slot = 0; slot < D.SLOTS; slot++) refillSlot(s, slot);

  for (let seat = 0; seat < seats; seat++) {
    for (let i = 0; i < 3; i++) move(s, seat * 3 + i, IN_HAND + seat);
    s.cards[seat] = 31;
    s.minions[seat] = D.MINIONS;
    s.gold[seat] = seat < players ? s.tables.numbers.startGold : 0;
  }

  const fates = Uint8Array.from({ length: D.FATES }, (_, card) => card);
  shuffleBy(chance, S.STREAM['fate cards'], fates, 0, D.FATES);
  for (let seat = 0; seat < players; seat++) s.fate[seat] = fates[seat]!;

  const starts = Uint8Array.from({ length: D.STARTING_TILES }, (_, tile) => tile);
  shuffleBy(chance, S.STREAM['starting tiles'], starts, 0, D.STARTING_TILES);
  const each = seats === 2 ? 2 : 1;
  for (let i = 0; i < seats * each; i++) {
    const region = s.tables.startRegion[starts[i]!]!;
    s.owner[region] = Math.floor(i / each);
    s.tile[region] = starts[i]!;
  }
  for (let seat = 0; seat < seats; seat++)
    for (let region = 0; region < D.REGIONS; region++)
      if (s.owner[region] === seat) s.queue(S.TASK.start, seat, region);

  // Tier II at the bottom: drawn from the end of the list.
  for (let i = 0; i < 8; i++) s.stack[i] = 16 + i;
  for (let i = 0; i < 12; i++) s.stack[8 + i] = 4 + i;
  shuffleBy(chance, S.STREAM['tile stack'], s.stack, 0, 8);
  shuffleBy(chance, S.STREAM['tile stack'], s.stack, 8, 12);
  s.stackSize = S.STACK_TILES;
  for (let place = 0; place < D.MARKET; place++) refillMarket(s, place, chance);

  s.holder = KING;
  if (s.ai >= 0) {
    s.holder = s.ai;
    const deck = AI_TIER[ai] - 1;
    const at = deck * S.DECK + --s.deckSize[deck]!;
    move(s, s.decks[at]!, AT + S.CITADEL);
    s.decks[at] = 0;
    shuffleCombatDeck(s, chance);
  }
}

/** A random order for the first round, the AI last. */
export function drawOrder(s: Position, chance: Chance): void {
  const { players } = s;
  for (let i = 0; i < s.seats; i++) s.order[i] = i;
  shuffleBy(chance, S.STREAM['turn order'], s.order, 0, players);
}

/** Whether a fighter may be the first defender: a starting fighter of attack 1. */
export const mayStart = (s: Position, fighter: number): boolean =>
  fighter < D.FIRST_RAISABLE && s.tables.attack[fighter] === 1;

/** Places the first fighter without asking: the lowest id. */
export function startLowest(s: Position, seat: number, region: number): void {
  for (let f = 0; f < D.FIRST_RAISABLE; f++)
    if (s.loc[f] === IN_HAND + seat && mayStart(s, f)) {
      move(s, f, AT + region);
      return;
    }
}
