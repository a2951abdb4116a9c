/**
 * The observation of the one seat: everything public, and what follows from it about the decks. Towns are written by
 * position, so a policy reads the map from the deal. The pieces and their order are fixed in trained policies.
 */
import { observationOf } from '../../env/kit/pieces.js';
import * as D from './data.js';
import { PORT, POSITIONS, quadrantNames, REGIONS } from './geometry.js';
import { humanScore, rivalScore } from './rules/ending.js';
import { freeCubes, openEvent, openToken, resourceOf } from './rules/judgements.js';
import type { Position, Side } from './state.js';
import * as S from './state.js';

const UNSEEN_CREW = ['administer', 'work', '2 administer', 'administer and work', '2 work'];

/** Kind of a crew card by its symbols: index into UNSEEN_CREW. */
const crewKind = (administer: number, work: number): number =>
  administer + work === 1 ? (administer ? 0 : 1) : administer === 2 ? 2 : administer === 1 ? 3 : 4;

/** Goods, influence, coins, renown and tokens of a side. */
function counters(side: Side, out: Float32Array, at: number): void {
  for (let i = 0; i <= D.GAIN.influence; i++) out[at + i] = side.cells[i]! / 10;
  out[at + 6] = side.coins / 50;
  out[at + 7] = side.renown / 50;
  out[at + 8] = side.tokens / 10;
}

const one = (yes: boolean): number => (yes ? 1 : 0);

export const sight = observationOf<Position>()((piece) => [
  piece.group(
    {
      towns: [[POSITIONS, D.TOWNS], 'Town (0-11) at each position, one-hot.', [0, 1]],
      owners: [[POSITIONS, 3], 'Owner of the town at each position: nobody, human, rival.', [0, 1]],
      'event markers': [[S.PILES, POSITIONS], 'Position of the marker of the open event of each pile.'],
      ship: [[PORT + 1], "Position of the human's ship, 12 the home port."],
      home: [[quadrantNames.length], 'Quadrant of the home port: NE, SE, SW, NW.'],
      'rival region': [[REGIONS], "Region of the rival's ship: N, NE, E, SE, S, SW."],
    },
    ({ owners, 'event markers': markers, ship, home, 'rival region': region }) =>
      (s, _seat, out, at) => {
        const { townAt, owner } = s;
        for (let i = 0; i < POSITIONS; i++) {
          out[at + i * D.TOWNS + townAt[i]!] = 1;
          out[at + owners + i * 3 + owner[i]!] = 1;
        }
        for (let pile = 0; pile < S.PILES; pile++) {
          const event = openEvent(s, pile);
          if (event !== S.EMPTY) out[at + markers + pile * POSITIONS + townAt.indexOf(s.tables.eventTown[event]!)] = 1;
        }
        if (s.ship >= 0) out[at + ship + s.ship] = 1;
        if (s.home >= 0) out[at + home + s.home] = 1;
        out[at + region + s.region] = 1;
      },
  ),
  piece.group(
    {
      human: [
        [10],
        'Fish, wood, book, pirate, serpent, influence (tenths), coins, renown (fiftieths), tokens (tenths), free cubes (twentieths).',
      ],
      'human buildings': [[D.BUILDINGS], '1 for each building of the human.', [0, 1]],
      crew: [[S.CREW_PLACES, 4], 'Each place aboard: taken, administer symbols / 2, work symbols / 2, exhausted.'],
      rival: [
        [10],
        'Fish, wood, book, pirate, serpent, influence (tenths), coins, renown (fiftieths), tokens, crew (tenths).',
      ],
      'rival buildings': [[D.BUILDINGS], '1 for each building of the rival.', [0, 1]],
      track: [[S.TRACK, 4], 'Each space of the influence track: empty, human, rival, neutral.', [0, 1]],
      treasure: [[1], 'Coins on the treasure map, tenths.'],
    },
    ({ 'human buildings': mine, crew, rival, 'rival buildings': others, track, treasure }) =>
      (s, _seat, out, at) => {
        const { building, human } = s;
        const { crewAdminister, crewWork } = s.tables;
        counters(human, out, at);
        out[at + 9] = freeCubes(s, S.HUMAN) / 20;
        counters(s.rival, out, at + rival);
        out[at + rival + 9] = s.rival.crew / 10;
        for (let id = 0; id < D.BUILDINGS; id++) {
          if (building[id] === S.HUMAN) out[at + mine + id] = 1;
          else if (building[id] === S.RIVAL) out[at + others + id] = 1;
        }
        const aboard = human.crew;
        for (let i = 0, to = at + crew; i < aboard; i++, to += 4) {
          const member = s.crew[i]!;
          out[to] = 1;
          out[to + 1] = crewAdminister[member]! / 2;
          out[to + 2] = crewWork[member]! / 2;
          out[to + 3] = s.exhausted[i]!;
        }
        for (let i = 0; i < S.TRACK; i++) out[at + track + i * 4 + s.track[i]!] = 1;
        out[at + treasure] = s.treasure / 10;
      },
  ),
  piece.group(
    {
      row: [[S.ROW, D.BUILDINGS + 1], 'Building in each slot of the row, one-hot; 35 empty.', [0, 1]],
      'open crew': [[S.CREW_ROW, 3], 'Each open crew card: there, administer symbols / 2, work symbols / 2.'],
      'open events': [[S.PILES, 16], 'Open event of each pile, one-hot; 15 none.', [0, 1]],
      'open reputation': [[S.PILES, 8], 'Resource that the open card of each pile calls for, one-hot.', [0, 1]],
      'known reputation': [
        [S.PILES, 8],
        'Resources of cards whose place in the pile is known: 1 - depth / 4; 0 unknown.',
      ],
      'open token': [[9], 'Benefit of the open renown token, one-hot; 8 none.', [0, 1]],
      'unseen tokens': [[8], 'Renown tokens below the open one by benefit, quarters.'],
      'unseen events': [[D.EVENTS], '1 for each event that has not been open yet.', [0, 1]],
      'unseen crew': [[UNSEEN_CREW.length], `Crew cards in the deck, quarters: ${UNSEEN_CREW.join(', ')}.`],
    },
    ({
      'open crew': crewRow,
      'open events': events,
      'open reputation': reputation,
      'known reputation': known,
      'open token': token,
      'unseen tokens': tokens,
      'unseen events': unseenEvents,
      'unseen crew': unseenCrew,
    }) =>
      (s, _seat, out, at) => {
        const { crewAdminister, crewWork, reputationResource, tokenBenefit } = s.tables;
        for (let i = 0; i < S.ROW; i++) out[at + i * 36 + (s.row[i] === S.EMPTY ? D.BUILDINGS : s.row[i]!)] = 1;
        for (let i = 0, to = at + crewRow; i < S.CREW_ROW; i++, to += 3) {
          const member = s.crewRow[i]!;
          if (member === S.EMPTY) continue;
          out[to] = 1;
          out[to + 1] = crewAdminister[member]! / 2;
          out[to + 2] = crewWork[member]! / 2;
        }
        for (let pile = 0; pile < S.PILES; pile++) {
          const event = openEvent(s, pile);
          out[at + events + pile * 16 + (event === S.EMPTY ? D.EVENTS : event)] = 1;
          for (let i = s.eventsLeft[pile]! - 2; i >= 0; i--)
            out[at + unseenEvents + s.events[pile * S.EVENT_PILE + i]!] = 1;
          out[at + reputation + pile * 8 + resourceOf(s, pile)] = 1;
          for (let depth = S.REPUTATION_PILE - s.under[pile]!; depth < S.REPUTATION_PILE; depth++) {
            const card = s.reputation[pile * S.REPUTATION_PILE + depth]!;
            out[at + known + pile * 8 + reputationResource[card]!] = 1 - depth / 4;
          }
        }
        const open = openToken(s);
        out[at + token + (open === S.EMPTY ? 8 : tokenBenefit[open]!)] = 1;
        for (let i = s.tokensLeft - 2; i >= 0; i--) out[at + tokens + tokenBenefit[s.tokens[i]!]!]! += 0.25;
        for (let i = s.crewLeft - 1; i >= 0; i--) {
          const member = s.crewDeck[i]!;
          out[at + unseenCrew + crewKind(crewAdminister[member]!, crewWork[member]!)]! += 0.25;
        }
      },
  ),
  piece.group(
    {
      decks: [[5], 'Buildings, crew, events of pile 0 and 1, tokens left, as shares of all.', [0, 1]],
      supply: [[2], 'Pirates, serpents left, as shares of all.', [0, 1]],
      scores: [[2], 'Renown of human and rival if the game ended now, hundredths.'],
      round: [[3], 'Round / 40; 1: this is the last round; 1: the next round is the last.'],
      turn: [[3], '1: the ship has moved; 1: the main action is done; 1: a token was bought.'],
      prompt: [[S.promptNames.length], 'Kind of the pending decision, one-hot.', [0, 1]],
      target: [[PORT + 1], 'Destination of the move under way.'],
      slot: [[S.ROW], 'Slot of the building being bought.'],
      pending: [
        [14],
        'Crew for speed, cost left, helpers or wood used, pirates and serpents committed, administer and work still needed, work on, goods to sell, to build, to hire, to brag, discount (tenths), event being done.',
      ],
    },
    ({ supply, scores, round, turn, prompt, target, slot, pending }) =>
      (s, _seat, out, at) => {
        const { human, rival } = s;
        const { pirates, serpents } = s.tables.numbers;
        out[at] = s.buildingsLeft / 35;
        out[at + 1] = s.crewLeft / 10;
        out[at + 2] = s.eventsLeft[0]! / 8;
        out[at + 3] = s.eventsLeft[1]! / 8;
        out[at + 4] = s.tokensLeft / 16;
        out[at + supply] = (pirates - human.pirate - rival.pirate) / Math.max(1, pirates);
        out[at + supply + 1] = (serpents - human.serpent - rival.serpent) / Math.max(1, serpents);
        out[at + scores] = humanScore(s) / 100;
        out[at + scores + 1] = rivalScore(s) / 100;
        out[at + round] = s.round / 40;
        out[at + round + 1] = one(s.lastRound === s.round);
        out[at + round + 2] = one(s.lastRound > s.round);
        out[at + turn] = one(s.stage !== S.STAGE.move);
        out[at + turn + 1] = one(s.stage === S.STAGE.post);
        out[at + turn + 2] = one(s.tokenBought);
        if (s.prompt >= 0) out[at + prompt + s.prompt] = 1;
        if (s.target > 0) out[at + target + s.target - 1] = 1;
        if (s.slot > 0) out[at + slot + s.slot - 1] = 1;
        const to = at + pending;
        out[to] = s.rowers / 2;
        out[to + 1] = s.cost / 10;
        out[to + 2] = s.used / 2;
        out[to + 3] = s.piratesIn / 5;
        out[to + 4] = s.serpentsIn / 5;
        out[to + 5] = s.needAdminister / 2;
        out[to + 6] = s.needWork / 2;
        out[to + 7] = one(s.working !== 0);
        out[to + 8] = s.toSell / 6;
        out[to + 9] = s.toBuild;
        out[to + 10] = s.toHire;
        out[to + 11] = s.toBrag;
        out[to + 12] = s.discount / 10;
        out[to + 13] = s.pile / 2;
      },
  ),
]);
