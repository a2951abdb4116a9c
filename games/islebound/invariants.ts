/** What must hold in every position, whatever was played; used by tests, long runs and reading views, not by the rules. */
import { isleboundActions } from './actions.js';
import * as D from './data.js';
import { PORT } from './geometry.js';
import { asking } from './rules/engine.js';
import { freeCubes } from './rules/judgements.js';
import type { Position } from './state.js';
import * as S from './state.js';

/** Everything that is wrong with a position, in words; empty when all is well. */
export function violations(s: Position): string[] {
  const wrong: string[] = [];
  const { tables } = s;
  const n = tables.numbers;
  const sides = [
    ['human', S.HUMAN],
    ['rival', S.RIVAL],
  ] as const;
  const want = (ok: boolean, what: string): void => {
    if (!ok) wrong.push(what);
  };
  const count = (list: Uint8Array, value: number): number => list.reduce((sum, v) => sum + (v === value ? 1 : 0), 0);

  const out = s.outOfRange();
  want(out === '', out);
  want(s.round <= s.options.roundCap, `round ${s.round} of ${s.options.roundCap}`);
  want(
    s.lastRound === 0 || (s.lastRound >= s.round && s.lastRound <= s.round + 1),
    'the last round is not this or the next one',
  );
  want(s.over || !s.truncated, 'truncated, but not over');
  want((s.cause !== 0) === (s.lastRound !== 0 || s.truncated), 'the last round and its cause differ');
  want(s.truncated === (s.cause === S.END['round cap']), 'truncated and its cause differ');
  want(!s.over || s.truncated || s.lastRound === s.round, 'over before the last round');

  // Map.
  const boards = new Set<number>();
  for (let q = 0; q < 4; q++) {
    const board = [0, 1, 2, 3].find((b) =>
      [0, 1, 2].every((slot) => s.townAt[q * 3 + slot] === tables.townOn[b * 3 + slot]),
    );
    if (board !== undefined) boards.add(board);
  }
  want(boards.size === 4, 'the towns are not four whole boards');
  for (const [name, side] of sides) {
    want(count(s.owner, side) === s[name].towns, `towns of the ${name} miscounted`);
    want(count(s.track, side) === s[name].influence, `cubes of the ${name} miscounted`);
  }
  want(
    s.track.every((o, i) => (o === S.NEUTRAL) === i < n.neutralCubes),
    'neutral cubes moved',
  );
  for (const [name, side] of sides) want(freeCubes(s, side) >= 0, `the ${name} has too many cubes out`);
  want(s.human.pirate + s.rival.pirate <= n.pirates, 'too many pirates');
  want(s.human.serpent + s.rival.serpent <= n.serpents, 'too many serpents');

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
  deck(s.buildingDeck, 0, s.buildingsLeft, D.BUILDINGS, buildings, 'the building deck');
  for (const id of s.row)
    if (id !== S.EMPTY) {
      want(id < D.BUILDINGS && buildings[id]!++ === 0, `building ${id} of the row is twice in play`);
      want(s.building[id] === S.IN_ROW, `building ${id} is not noted as in the row`);
    }
  for (let slot = 1; slot < S.ROW; slot++)
    want(s.row[slot - 1] === S.EMPTY || s.row[slot] !== S.EMPTY, 'a gap in the row');
  want(s.buildingsLeft === 0 || s.row[0] !== S.EMPTY, 'the row was not refilled');
  const ability = new Int16Array(D.abilityNames.length);
  const costs = [0, 0, 0];
  const numbers = [0, 0, 0];
  s.building.forEach((where, id) => {
    const owned = where === S.HUMAN || where === S.RIVAL;
    want(owned || where === S.NOBODY || where === S.IN_ROW, `building ${id} is nowhere`);
    want(owned !== (buildings[id] === 1), `building ${id} is twice in play or lost`);
    if (!owned) return;
    costs[where]! += tables.buildingCost[id]!;
    numbers[where]!++;
    if (where === S.HUMAN && tables.buildingAbility[id] !== 255)
      ability[tables.buildingAbility[id]!]! += tables.buildingAmount[id]!;
  });
  for (const [name, side] of sides)
    want(numbers[side] === s[name].buildings && costs[side] === s[name].costs, `buildings of the ${name} miscounted`);
  want(
    ability.every((sum, i) => sum === s.ability.cells[i]),
    'abilities miscounted',
  );
  if (Math.max(...numbers) >= n.endBuildings) want(s.lastRound !== 0, 'enough buildings, but no last round');

  const members = new Uint8Array(D.CREW_CARDS + D.START_CREW);
  deck(s.crewDeck, 0, s.crewLeft, D.CREW_CARDS, members, 'the crew deck');
  want(s.human.crew >= D.START_CREW && s.human.crew <= n.maxCrew, `crew is ${s.human.crew}`);
  let aboard = 0;
  for (let i = 0; i < S.CREW_PLACES; i++) {
    const member = s.crew[i]!;
    if (i >= s.human.crew) want(member === S.EMPTY && s.exhausted[i] === 0, `crew place ${i + 1} is not empty`);
    else if (member >= members.length) want(false, `crew place ${i + 1} has no member`);
    else {
      want(members[member]!++ === 0, `crew member ${member} is twice in play`);
      if (member < D.CREW_CARDS) aboard++;
    }
  }
  let open = 0;
  for (const card of s.crewRow)
    if (card !== S.EMPTY) {
      want(card < D.CREW_CARDS && members[card]!++ === 0, `open crew card ${card} is twice in play`);
      open++;
    }
  want(open + aboard + s.crewLeft + s.rival.crew === D.CREW_CARDS, 'crew cards miscounted');
  want(open === S.CREW_ROW || s.crewLeft === 0, 'the crew row was not refilled');

  const events = new Uint8Array(D.EVENTS);
  for (let pile = 0; pile < 2; pile++)
    deck(s.events, pile * S.EVENT_PILE, s.eventsLeft[pile]!, S.EVENT_PILE, events, `event pile ${pile + 1}`);
  const reputations = new Uint8Array(D.REPUTATIONS);
  deck(s.reputation, 0, D.REPUTATIONS, D.REPUTATIONS, reputations, 'the reputation piles');
  const tokens = new Uint8Array(D.TOKENS);
  deck(s.tokens, 0, s.tokensLeft, D.TOKENS, tokens, 'the renown tokens');
  want(s.human.tokens + s.rival.tokens + s.tokensLeft === D.TOKENS, 'renown tokens miscounted');

  pending(s, want);
  return wrong;
}

/** The pending prompt and what belongs to it. */
function pending(s: Position, want: (ok: boolean, what: string) => void): void {
  const prompt = s.prompt;
  want(s.over === prompt < 0, `prompt ${prompt}`);
  const chosen = s.home >= 0;
  want(chosen === (prompt !== S.P.HOME_PORT), 'home port and prompt differ');
  want(chosen === s.ship >= 0, `ship at ${s.ship}`);
  const zero = (what: string, ...values: number[]): void =>
    want(
      values.every((value) => value === 0),
      `${what} left over at ${S.promptNames[prompt] ?? 'the end'}`,
    );
  const moving = prompt === S.P.TOLL || prompt === S.P.SPEED;
  if (moving) want(s.target > 0, 'no destination');
  else zero('a destination', s.target, s.rowers);
  if (prompt === S.P.SPEED) want(s.rowers > 0, 'nobody to row');
  if (prompt === S.P.WOOD) want(s.slot > 0 && s.row[s.slot - 1] !== S.EMPTY, 'no building to pay for');
  else zero('a slot', s.slot);
  if (prompt !== S.P.WOOD && prompt !== S.P.ADMIN) zero('a cost', s.cost, s.used);
  if (prompt === S.P.EVX) {
    const pile = s.pile - 1;
    want(pile >= 0 && s.eventsLeft[pile]! > 0, 'no event');
    want(s.needAdminister + s.needWork > 0, 'nothing needed');
  } else zero('an event', s.pile, s.needAdminister, s.needWork);
  if (prompt === S.P.COMMIT) {
    want(s.piratesIn <= s.human.pirate && s.serpentsIn <= s.human.serpent, 'more cards sent than held');
    want(s.piratesIn + s.serpentsIn <= s.tables.numbers.maxDice, 'too many cards sent');
  } else zero('a fight', s.piratesIn, s.serpentsIn);
  if (prompt === S.P.ADMIN || prompt === S.P.COMMIT)
    want(s.ship < PORT && s.owner[s.ship] !== S.HUMAN, 'no town to capture');
  want((prompt === S.P.WORK) === (s.working !== 0), 'work and prompt differ');
  if (prompt === S.P.SELL) want(s.toSell > 0, 'nothing to sell');
  if (prompt === S.P.BUILD || prompt === S.P.WOOD) want(s.toBuild > 0, 'nothing to build');
  if (prompt === S.P.HIRE) want(s.toHire > 0, 'nobody to hire');
  if (prompt === S.P.BRAG) want(s.toBrag > 0, 'nothing to brag about');
  if (prompt === S.P.MOVE || prompt === S.P.MAIN || prompt === S.P.POST)
    zero('something', s.toSell, s.toBuild, s.toHire, s.toBrag, s.discount);
  if (prompt === S.P.MOVE || moving || !chosen) want(s.stage === S.STAGE.move, 'stage and prompt differ');
  else if (prompt === S.P.MAIN) want(s.stage === S.STAGE.main, 'stage and prompt differ');
  else if (prompt >= 0 && prompt !== S.P.EAT && prompt !== S.P.HIRE)
    want(s.stage === S.STAGE.post, 'stage and prompt differ');
  const list = s.legalActions.subarray(0, s.count);
  want(s.over === (list.length === 0), `${list.length} legal actions`);
  const uses = asking.prompts[prompt]?.uses ?? [];
  want(
    list.every((a) => a < isleboundActions.count && uses.includes(isleboundActions.parse(a).name)),
    `${S.promptNames[prompt]} does not use all it lists`,
  );
  want(
    list.every((a, i) => i === 0 || a > list[i - 1]!),
    'legal actions out of order',
  );
}
