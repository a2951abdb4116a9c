/** What must hold in every position, whatever was played; used by tests, long runs and reading views, not by the rules. */
import { ACTIONS } from './actions.js';
import * as D from './data.js';
import { PORT, REGIONS } from './geometry.js';
import type { Position } from './state.js';
import * as S from './state.js';

/** Everything that is wrong with a position, in words; empty when all is well. */
export function violations(s: Position): string[] {
  const wrong: string[] = [];
  const { g, tables } = s;
  const n = tables.numbers;
  const want = (ok: boolean, what: string): void => {
    if (!ok) wrong.push(what);
  };
  const between = (index: number, min: number, max: number, what: string): void =>
    want(g[index]! >= min && g[index]! <= max, `${what} is ${g[index]}, wanted ${min}..${max}`);
  const count = (list: Uint8Array, value: number): number => list.reduce((sum, v) => sum + (v === value ? 1 : 0), 0);

  between(S.ROUND, 1, s.options.roundCap, 'round');
  want(
    g[S.LAST_ROUND] === 0 || (g[S.LAST_ROUND]! >= g[S.ROUND]! && g[S.LAST_ROUND]! <= g[S.ROUND]! + 1),
    'the last round is not this or the next one',
  );
  between(S.CAUSE, 0, S.endings.length - 1, 'cause of the end');
  between(S.OVER, 0, 1, 'over');
  between(S.TRUNCATED, 0, g[S.OVER]!, 'truncated');
  want((g[S.CAUSE] !== 0) === (g[S.LAST_ROUND] !== 0 || s.truncated), 'the last round and its cause differ');
  want(s.truncated === (g[S.CAUSE] === S.BY_CAP), 'truncated and its cause differ');
  want(!s.over || s.truncated || g[S.LAST_ROUND] === g[S.ROUND], 'over before the last round');
  between(S.REGION, 0, REGIONS - 1, 'region of the rival');
  between(S.TREASURE, 0, 30000, 'treasure');
  between(S.LAST_ATTACK, 0, 30001, 'last attack');
  between(S.TOKEN_BOUGHT, 0, 1, 'token bought');
  between(S.STAGE, S.STAGE_MOVE, S.STAGE_POST, 'stage');
  for (const [side, name] of [
    [S.H, 'human'],
    [S.A, 'rival'],
  ] as const)
    for (let i = 0; i <= 12; i++) between(side + i, 0, 30000, `counter ${i} of the ${name}`);

  // Map.
  const boards = new Set<number>();
  for (let q = 0; q < 4; q++) {
    const board = [0, 1, 2, 3].find((b) =>
      [0, 1, 2].every((slot) => s.townAt[q * 3 + slot] === tables.townOn[b * 3 + slot]),
    );
    if (board !== undefined) boards.add(board);
  }
  want(boards.size === 4, 'the towns are not four whole boards');
  want(
    s.owner.every((o) => o <= S.RIVAL),
    'owner of a town',
  );
  want(count(s.owner, S.HUMAN) === g[S.H_TOWNS], 'towns of the human miscounted');
  want(count(s.owner, S.RIVAL) === g[S.A_TOWNS], 'towns of the rival miscounted');
  want(
    s.track.every((o) => o <= S.NEUTRAL),
    'owner of a space of the track',
  );
  want(count(s.track, S.HUMAN) === g[S.H_INFLUENCE], 'cubes of the human miscounted');
  want(count(s.track, S.RIVAL) === g[S.A_INFLUENCE], 'cubes of the rival miscounted');
  want(
    s.track.every((o, i) => (o === S.NEUTRAL) === i < n.neutralCubes),
    'neutral cubes moved',
  );
  const out = (side: number) => g[side + D.INFLUENCE]! + g[side + 9]!;
  want(out(S.H) + n.humanFixedCubes <= n.cubes, 'the human has too many cubes out');
  want(out(S.A) + n.aiFixedCubes <= n.cubes, 'the rival has too many cubes out');
  want(g[S.H_PIRATE]! + g[S.A_PIRATE]! <= n.pirates, 'too many pirates');
  want(g[S.H_SERPENT]! + g[S.A_SERPENT]! <= n.serpents, 'too many serpents');

  // Cards: each in one place only, the rest of each array cleared.
  const deck = (cards: Uint8Array, at: number, size: number, room: number, seen: Uint8Array, what: string): void => {
    want(size >= 0 && size <= room, `${what} has ${size} cards`);
    for (let i = 0; i < room; i++) {
      const card = cards[at + i]!;
      if (i >= size) want(card === S.EMPTY, `${what} has a card beyond its end`);
      else if (card >= seen.length) want(false, `${what} has no card ${card}`);
      else want(seen[card]!++ === 0, `card ${card} of ${what} is twice in play`);
    }
  };
  const buildings = new Uint8Array(D.BUILDINGS);
  deck(s.buildingDeck, 0, g[S.BUILDING_DECK]!, D.BUILDINGS, buildings, 'the building deck');
  for (const id of s.row)
    if (id !== S.EMPTY) {
      want(id < D.BUILDINGS && buildings[id]!++ === 0, `building ${id} of the row is twice in play`);
      want(s.building[id] === S.IN_ROW, `building ${id} is not noted as in the row`);
    }
  for (let slot = 1; slot < S.ROW; slot++)
    want(s.row[slot - 1] === S.EMPTY || s.row[slot] !== S.EMPTY, 'a gap in the row');
  want(g[S.BUILDING_DECK] === 0 || s.row[0] !== S.EMPTY, 'the row was not refilled');
  const ability = new Int16Array(D.ABILITIES);
  const costs = [0, 0, 0];
  const numbers = [0, 0, 0];
  for (let id = 0; id < D.BUILDINGS; id++) {
    const where = s.building[id]!;
    want([S.NOBODY, S.HUMAN, S.RIVAL, S.IN_ROW].includes(where), `building ${id} is nowhere`);
    want((where === S.HUMAN || where === S.RIVAL) !== (buildings[id] === 1), `building ${id} is twice in play or lost`);
    if (where !== S.HUMAN && where !== S.RIVAL) continue;
    costs[where]! += tables.buildingCost[id]!;
    numbers[where]!++;
    if (where === S.HUMAN && tables.buildingAbility[id] !== 255)
      ability[tables.buildingAbility[id]!]! += tables.buildingAmount[id]!;
  }
  want(numbers[S.HUMAN] === g[S.H_BUILDINGS] && costs[S.HUMAN] === g[S.H_COSTS], 'buildings of the human miscounted');
  want(numbers[S.RIVAL] === g[S.A_BUILDINGS] && costs[S.RIVAL] === g[S.A_COSTS], 'buildings of the rival miscounted');
  want(
    ability.every((sum, i) => sum === s.ability[i]),
    'abilities miscounted',
  );
  if (Math.max(numbers[S.HUMAN]!, numbers[S.RIVAL]!) >= n.endBuildings)
    want(g[S.LAST_ROUND] !== 0, 'enough buildings, but no last round');

  const members = new Uint8Array(D.CREW_CARDS + D.START_CREW);
  deck(s.crewDeck, 0, g[S.CREW_DECK]!, D.CREW_CARDS, members, 'the crew deck');
  between(S.H_CREW, D.START_CREW, n.maxCrew, 'crew');
  let aboard = 0;
  for (let i = 0; i < S.CREW_PLACES; i++) {
    const member = s.crew[i]!;
    if (i >= g[S.H_CREW]!) want(member === S.EMPTY && s.exhausted[i] === 0, `crew place ${i + 1} is not empty`);
    else if (member >= members.length) want(false, `crew place ${i + 1} has no member`);
    else {
      want(members[member]!++ === 0, `crew member ${member} is twice in play`);
      want(s.exhausted[i]! <= 1, `crew place ${i + 1} is neither ready nor exhausted`);
      if (member < D.CREW_CARDS) aboard++;
    }
  }
  let open = 0;
  for (const card of s.crewRow)
    if (card !== S.EMPTY) {
      want(card < D.CREW_CARDS && members[card]!++ === 0, `open crew card ${card} is twice in play`);
      open++;
    }
  want(open + aboard + g[S.CREW_DECK]! + g[S.A_CREW]! === D.CREW_CARDS, 'crew cards miscounted');
  want(open === S.CREW_ROW || g[S.CREW_DECK] === 0, 'the crew row was not refilled');

  const events = new Uint8Array(D.EVENTS);
  for (let pile = 0; pile < 2; pile++)
    deck(s.events, pile * S.EVENT_PILE, g[S.EVENTS_LEFT + pile]!, S.EVENT_PILE, events, `event pile ${pile + 1}`);
  const reputations = new Uint8Array(D.REPUTATIONS);
  deck(s.reputation, 0, D.REPUTATIONS, D.REPUTATIONS, reputations, 'the reputation piles');
  for (let pile = 0; pile < 2; pile++) between(S.UNDER + pile, 0, S.REPUTATION_PILE - 1, `known reputation ${pile}`);
  const tokens = new Uint8Array(D.TOKENS);
  deck(s.tokens, 0, g[S.TOKENS_LEFT]!, D.TOKENS, tokens, 'the renown tokens');
  want(g[S.H_TOKENS]! + g[S.A_TOKENS]! + g[S.TOKENS_LEFT]! === D.TOKENS, 'renown tokens miscounted');

  pending(s, want);
  return wrong;
}

/** The pending prompt and what belongs to it. */
function pending(s: Position, want: (ok: boolean, what: string) => void): void {
  const { g } = s;
  const prompt = g[S.PROMPT]!;
  want(s.over ? prompt === -1 : prompt >= 0 && prompt < S.promptNames.length, `prompt ${prompt}`);
  const chosen = g[S.HOME_QUADRANT]! >= 0;
  want(chosen === (prompt !== S.P_HOME_PORT), 'home port and prompt differ');
  want(g[S.HOME_QUADRANT]! >= -1 && g[S.HOME_QUADRANT]! < 4, 'home port');
  want(chosen ? g[S.SHIP]! >= 0 && g[S.SHIP]! <= PORT : g[S.SHIP] === -1, `ship at ${g[S.SHIP]}`);
  for (let i = S.PENDING_FIRST; i <= S.PENDING_LAST; i++) want(g[i]! >= 0 && g[i]! < 1000, `pending number ${i}`);
  const zero = (what: string, ...indices: number[]): void =>
    want(
      indices.every((i) => g[i] === 0),
      `${what} left over at ${S.promptNames[prompt] ?? 'the end'}`,
    );
  const moving = prompt === S.P_TOLL || prompt === S.P_SPEED;
  if (moving) want(g[S.TARGET]! >= 1 && g[S.TARGET]! <= PORT + 1, 'no destination');
  else zero('a destination', S.TARGET, S.EXTRA);
  if (prompt === S.P_SPEED) want(g[S.EXTRA]! > 0, 'nobody to row');
  if (prompt === S.P_WOOD)
    want(g[S.SLOT]! >= 1 && g[S.SLOT]! <= S.ROW && s.row[g[S.SLOT]! - 1] !== S.EMPTY, 'no building to pay for');
  else zero('a slot', S.SLOT);
  if (prompt !== S.P_WOOD && prompt !== S.P_ADMIN) zero('a cost', S.COST, S.USED);
  if (prompt === S.P_EVX) {
    const pile = g[S.PILE]! - 1;
    want((pile === 0 || pile === 1) && g[S.EVENTS_LEFT + pile]! > 0, 'no event');
    want(g[S.NEED_ADMINISTER]! + g[S.NEED_WORK]! > 0, 'nothing needed');
  } else zero('an event', S.PILE, S.NEED_ADMINISTER, S.NEED_WORK);
  if (prompt === S.P_COMMIT) {
    want(g[S.PIRATES_IN]! <= g[S.H_PIRATE]! && g[S.SERPENTS_IN]! <= g[S.H_SERPENT]!, 'more cards sent than held');
    want(g[S.PIRATES_IN]! + g[S.SERPENTS_IN]! <= s.tables.numbers.maxDice, 'too many cards sent');
  } else zero('a fight', S.PIRATES_IN, S.SERPENTS_IN);
  if (prompt === S.P_ADMIN || prompt === S.P_COMMIT)
    want(g[S.SHIP]! < PORT && s.owner[g[S.SHIP]!] !== S.HUMAN, 'no town to capture');
  want(g[S.WORKING]! <= D.GOODS, 'work adds to no good');
  want((prompt === S.P_WORK) === (g[S.WORKING] !== 0), 'work and prompt differ');
  if (prompt === S.P_SELL) want(g[S.TO_SELL]! > 0, 'nothing to sell');
  if (prompt === S.P_BUILD || prompt === S.P_WOOD) want(g[S.TO_BUILD]! > 0, 'nothing to build');
  if (prompt === S.P_HIRE) want(g[S.TO_HIRE]! > 0, 'nobody to hire');
  if (prompt === S.P_BRAG) want(g[S.TO_BRAG]! > 0, 'nothing to brag about');
  if (prompt === S.P_MOVE || prompt === S.P_MAIN || prompt === S.P_POST)
    zero('something', S.TO_SELL, S.TO_BUILD, S.TO_HIRE, S.TO_BRAG, S.BUILD_DISCOUNT);
  if (prompt === S.P_MOVE || moving || !chosen) want(g[S.STAGE] === S.STAGE_MOVE, 'stage and prompt differ');
  else if (prompt === S.P_MAIN) want(g[S.STAGE] === S.STAGE_MAIN, 'stage and prompt differ');
  else if (prompt >= 0 && prompt !== S.P_EAT && prompt !== S.P_HIRE)
    want(g[S.STAGE] === S.STAGE_POST, 'stage and prompt differ');
  const actions = g[S.COUNT]!;
  want(s.over ? actions === 0 : actions > 0 && actions <= ACTIONS, `${actions} legal actions`);
  for (let i = 1; i < Math.min(actions, ACTIONS); i++)
    want(s.legalActions[i]! > s.legalActions[i - 1]!, 'legal actions out of order');
}
