/** The decks as far as anybody can count them, and what the trader has sold. */
import * as D from './data.js';
import { CARD_GROUP, countsOf, ODDS, writeOdds, writeShares } from './observe-cards.js';
import type { Starts } from './observe-row.js';
import { pileTop } from './rules/pieces.js';
import type { Position } from './state.js';

export const deckPieces = {
  'top cards': [
    [3, 3],
    'Theme of the top card of each deck, tiers 1-3: beast, cave, grove. Edition airef: share of the three decks of the tier.',
  ],
  'top card odds': [
    [3, ODDS],
    'For each deck, among its unseen cards of the theme on top: share of monsters, their mean might / 10, shares of events, treasures, encounters. Edition airef: among unseen cards of the tier of any theme on top.',
  ],
  'drawn cards': [[3, 4], 'Share of monsters, events, treasures, encounters of each tier no longer in the deck.'],
  sold: [[D.TRADER_KINDS], 'Share of each trader item that is not in stock any more.'],
} as const;

/** The order of the decks is never looked at but for the theme on top. */
export const writeDecks =
  ({ 'top cards': THEMES, 'top card odds': TOP, 'drawn cards': DRAWN, sold: SOLD }: Starts<typeof deckPieces>) =>
  (s: Position, out: Float32Array, offset: number): void => {
    const stock = s.tables.itemStock;
    for (let i = 0; i < D.TRADER_KINDS; i++)
      if (s.traderStock[i]! < stock[i]!) out[offset + SOLD + i] = 1 - s.traderStock[i]! / stock[i]!;

    // One pass over the decks counts what is still unseen: the four types side by side in the bytes of one number.
    const { deckCards, deckSize } = s;
    const known = countsOf(s);
    for (let tier = 0; tier < 3; tier++) {
      const n = deckSize[tier]!;
      const start = known.start[tier]!;
      const base = tier * D.DECK_SIZE;
      const odds = offset + TOP + tier * ODDS;
      let all = 0;
      if (s.tables.airef) {
        for (let i = base; i < base + n; i++) all += CARD_GROUP[deckCards[i]!]!;
        let tops = 0;
        for (let pile = 0; pile < D.PILES; pile++) {
          if (s.pileSize[tier * D.PILES + pile] === 0) continue;
          const theme = D.CARD_THEME[deckCards[pileTop(s, tier, pile)]!]!;
          tops |= 1 << theme;
          out[offset + THEMES + tier * 3 + theme]! += 1 / D.PILES;
        }
        writeOdds(s, base, base + n, tops, known.might, out, odds);
      } else if (n > 0) {
        const theme = D.CARD_THEME[deckCards[base + n - 1]!]!;
        let top = 0;
        let might = 0;
        for (let i = base; i < base + n; i++) {
          const card = deckCards[i]!;
          const one = CARD_GROUP[card]!;
          all += one;
          if (D.CARD_THEME[card] !== theme) continue;
          top += one;
          might += known.might[card]!;
        }
        out[offset + THEMES + tier * 3 + theme] = 1;
        writeShares(top, might, out, odds);
      }
      for (let i = 0; i < 4; i++) {
        const before = (start >>> (i * 8)) & 255;
        const left = (all >>> (i * 8)) & 255;
        if (before > left) out[offset + DRAWN + tier * 4 + i] = 1 - left / before;
      }
    }
  };
