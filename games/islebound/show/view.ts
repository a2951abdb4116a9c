/**
 * A position as its one seat knows it, as plain JSON, and back. Everything public is in it, the pending decision too.
 * Decks are told as the sorted list of what is in them. Reading a view checks every field and then the position as a
 * whole; hidden orders are filled in arbitrarily.
 */
import { z } from 'zod';
import { fail, jsonOf, object, part, viewOf } from '../../../env/kit/json.js';
import * as D from '../data.js';
import { violations } from '../invariants.js';
import { optionsSchema } from '../options.js';
import { asking } from '../rules/engine.js';
import { openEvent, openToken } from '../rules/judgements.js';
import type { Position } from '../state.js';
import * as S from '../state.js';
import { EMPTY, EVENT_PILE, fields, PILES, REPUTATION_PILE } from '../state.js';

const card = (n: number) =>
  z
    .int()
    .min(0)
    .max(n - 1);
const cards = (n: number) => z.array(card(n)).max(n);
const sorted = (list: Iterable<number>) => [...list].sort((a, b) => a - b);
const orNull = (value: number) => (value === EMPTY ? null : value);
const { one, some, entries, list, pile, rows } = jsonOf<Position>()(fields);

/** A number that the position has with 1 added, 0 for none. */
const lessOne = (name: 'target' | 'slot' | 'lastAttack' | 'pile') =>
  part(
    card(fields[name].max!).nullable(),
    (s: Position) => (s[name] === 0 ? null : s[name] - 1),
    (s, json) => void (s[name] = json === null ? 0 : json + 1),
  );

const purse = (side: 'human' | 'rival') =>
  entries(side, 'fish', 'wood', 'book', 'pirate', 'serpent', 'coins', 'renown', 'tokens');

/** The buildings of a side, and what is counted of them. */
const buildings = (side: number) =>
  part(
    cards(D.BUILDINGS),
    (s: Position) => [...s.building.keys()].filter((id) => s.building[id] === side),
    (s, json) => {
      const { buildingAbility, buildingAmount, buildingCost } = s.tables;
      const mine = s.of(side);
      for (const id of json) {
        if (s.building[id] !== S.NOBODY) fail('buildings', `${id} is twice in play`);
        s.building[id] = side;
        mine.buildings++;
        mine.costs += buildingCost[id]!;
        const ability = buildingAbility[id]!;
        if (side === S.HUMAN && ability !== 255) s.ability.cells[ability]! += buildingAmount[id]!;
      }
    },
  );

const aboard = rows((s) => s.human.crew, { member: 'crew', exhausted: 'exhausted' }, S.CREW_PLACES);

/** Cards of a pile that are known: the open one and those that went under it. */
const isKnown = (s: Position, p: number, depth: number) => depth === 0 || depth >= REPUTATION_PILE - s.under[p]!;

const parts = {
  ...some('round', 'lastRound', 'cause', 'over', 'truncated', 'prompt', 'stage', 'home', 'ship'),
  rivalRegion: one('region'),
  ...some('treasure', 'tokenBought'),
  towns: rows(D.TOWNS, { town: 'townAt', owner: 'owner' }),
  track: list('track'),
  human: object({
    ...purse('human'),
    buildings: buildings(S.HUMAN),
    crew: part(aboard.schema, aboard.write, (s, json, path) => {
      s.human.crew = json.length;
      aboard.read!(s, json, path);
    }),
  }),
  rival: object({ ...purse('rival'), buildings: buildings(S.RIVAL), ...entries('rival', 'crew') }),
  row: list('row'),
  crewRow: list('crewRow'),
  unseenCrew: pile('crewDeck'),
  events: rows(PILES, {
    open: { schema: card(D.EVENTS).nullable(), write: (s: Position, p) => orNull(openEvent(s, p)) },
    left: 'eventsLeft',
  }),
  unseenEvents: part(cards(D.EVENTS), (s: Position) =>
    sorted(
      [0, 1].flatMap((p) => [...s.events.subarray(p * EVENT_PILE).subarray(0, Math.max(0, s.eventsLeft[p]! - 1))]),
    ),
  ),
  reputation: part(
    z.array(z.array(card(D.REPUTATIONS).nullable()).length(REPUTATION_PILE)).length(PILES),
    (s: Position) =>
      Array.from({ length: PILES }, (_, p) =>
        Array.from(s.reputation.subarray(p * REPUTATION_PILE, (p + 1) * REPUTATION_PILE), (id, depth) =>
          isKnown(s, p, depth) ? id : null,
        ),
      ),
    (s, json) => {
      const seen = json.flat();
      const hidden = Array.from({ length: D.REPUTATIONS }, (_, id) => id).filter((id) => !seen.includes(id));
      for (const [p, cards] of json.entries()) {
        s.under[p] = REPUTATION_PILE - 1 - cards.findLastIndex((id, depth) => id === null || depth === 0);
        for (const [depth, id] of cards.entries()) {
          if (depth === 0 && id === null) fail(`reputation.${p}.0`, 'the open card is missing');
          if (id !== null && !isKnown(s, p, depth)) fail(`reputation.${p}.${depth}`, 'cannot be known');
          s.reputation[p * REPUTATION_PILE + depth] = id ?? hidden.pop() ?? EMPTY;
        }
      }
    },
  ),
  openToken: part(card(D.TOKENS).nullable(), (s: Position) => orNull(openToken(s))),
  unseenTokens: part(cards(D.TOKENS), (s: Position) => sorted(s.tokens.subarray(0, Math.max(0, s.tokensLeft - 1)))),
  target: lessOne('target'),
  slot: lessOne('slot'),
  lastAttack: lessOne('lastAttack'),
  pile: lessOne('pile'),
  workOn: part(
    z.enum(D.gainNames.slice(0, D.GOODS)).nullable(),
    (s: Position) => D.gainNames[s.working - 1] ?? null,
    (s, json) => void (s.working = json === null ? 0 : D.GAIN[json] + 1),
  ),
  pending: object({
    crewForSpeed: one('rowers'),
    ...some('cost', 'used'),
    pirates: one('piratesIn'),
    serpents: one('serpentsIn'),
    administer: one('needAdminister'),
    work: one('needWork'),
    sell: one('toSell'),
    build: one('toBuild'),
    hire: one('toHire'),
    brag: one('toBrag'),
    discount: one('discount'),
  }),
};

export const isleboundView = viewOf({ options: optionsSchema }, parts, (s: Position, v) => {
  for (const owner of s.owner) if (owner !== S.NOBODY) s.of(owner).towns++;
  for (const cube of s.track) if (cube === S.HUMAN || cube === S.RIVAL) s.of(cube).influence++;
  s.row.forEach((id) => {
    if (id === EMPTY) return;
    if (s.building[id] !== S.NOBODY) fail('row', `building ${id} is twice in play`);
    s.building[id] = S.IN_ROW;
  });
  const deck = [...s.building.keys()].filter((id) => s.building[id] === S.NOBODY);
  s.buildingDeck.set(deck);
  s.buildingsLeft = deck.length;
  const unseen = [...v.unseenEvents];
  v.events.forEach(({ open }, p) => {
    const left = s.eventsLeft[p]!;
    if ((open === null) !== (left === 0)) fail(`events.${p}`, `an open card, but ${left} left`);
    if (open === null) return;
    if (unseen.length < left - 1) fail('unseenEvents', 'too few cards');
    s.events.set([...unseen.splice(0, left - 1), open], p * EVENT_PILE);
  });
  if (unseen.length > 0) fail('unseenEvents', 'too many cards');
  if (v.openToken === null && v.unseenTokens.length > 0) fail('openToken', 'missing');
  const stack = v.openToken === null ? [] : [...v.unseenTokens, v.openToken];
  if (stack.length > D.TOKENS) fail('unseenTokens', 'too many');
  s.tokens.set(stack);
  s.tokensLeft = stack.length;
  // A first look without the list of actions, so that listing them never meets an impossible position.
  const wrong = violations(s).filter((what) => !what.endsWith('legal actions'));
  if (wrong.length > 0) fail('view', wrong[0]!);
  if (s.over) return;
  asking.list(s);
  if (s.count === 0) fail('view', 'no action is legal at this prompt');
});
