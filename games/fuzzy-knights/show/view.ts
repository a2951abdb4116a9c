/**
 * A position as plain JSON, and back. Nothing is hidden, so all seats get the same but for `seat`. What follows from
 * other fields (the step of the day, who is next, who can pass where) is not written; reading works it out, checks every
 * field and then the position as a whole.
 */
import { z } from 'zod';
import { fail, jsonOf, object, orNull, part, type ViewColumn, viewOf } from '../../../env/kit/json.js';
import { violations } from '../invariants.js';
import { optionsSchema } from '../options.js';
import { cityAtHand, inPlay } from '../rules/board.js';
import { asking, prompts } from '../rules/engine.js';
import { placeOf } from '../rules/order.js';
import {
  FOE,
  fields,
  MAX_SEATS,
  NEUTRAL_MINE,
  OWN_MINE,
  P,
  type Position,
  SQUADS,
  STEP,
  TILES,
  tileNames,
} from '../state.js';

const { one, some, list, row, rows } = jsonOf<Position>()(fields);
const seatNumber = z
  .int()
  .min(0)
  .max(MAX_SEATS - 1);
const tileName = z.enum(tileNames);
const players = (s: Position) => s.players;

const hero = row({
  tile: 'heroTile',
  mercenaries: 'mercs',
  purse: 'purse',
  movement: 'movement',
  entryCovers: 'covered',
  acted: 'done',
  items: 'items',
});

const city = row({
  owner: {
    schema: seatNumber,
    write: (s: Position, t) => s.cityOwner[t]! - 1,
    read: (s: Position, t, seat: number) => void (s.cityOwner[t] = seat + 1),
  },
  tier: 'tier',
  ramparts: 'ramparts',
  camp: 'camp',
  underSiege: 'besieged',
  foundedToday: 'founded',
  mercenaries: 'cityMercs',
  armory: 'armory',
});

/** Left out where there are none. */
const tokens = (name: 'item' | 'resource' | 'monster'): ViewColumn<Position, number | undefined> => ({
  schema: z.int().min(0).max(fields[name].max!).optional(),
  write: (s, t) => s[name][t] || undefined,
  read: (s, t, n) => void (s[name][t] = n ?? 0),
});

const tile = row({
  tile: { schema: tileName, write: (_s: Position, t) => tileNames[t]! },
  items: tokens('item'),
  resources: tokens('resource'),
  monsters: tokens('monster'),
  mine: {
    schema: z.union([seatNumber, z.literal('neutral')]).optional(),
    write(s: Position, t) {
      const mine = s.mine[t]!;
      return mine === 0 ? undefined : mine === NEUTRAL_MINE ? ('neutral' as const) : mine - OWN_MINE;
    },
    read(s: Position, t, mine: number | 'neutral' | undefined) {
      if (mine !== undefined) s.mine[t] = mine === 'neutral' ? NEUTRAL_MINE : OWN_MINE + mine;
    },
  },
  city: {
    schema: city.schema.optional(),
    write: (s: Position, t, viewer) => (s.cityOwner[t] === 0 ? undefined : city.write(s, t, viewer)),
    read(s: Position, t, json, path) {
      if (json) city.read!(s, t, json, path);
    },
  },
});

const parts = {
  ...some('day', 'anchor'),
  prompt: orNull(
    (s: Position) => !s.over,
    object({
      kind: one('prompt'),
      seat: one('actor'),
      hero: one('hand'),
      city: part(
        tileName.nullable(),
        (s: Position) => (s.prompt === P.BUILD ? tileNames[cityAtHand(s)]! : null),
        (s, json, path) => {
          if ((json !== null) !== (s.prompt === P.BUILD)) fail(path, 'wanted exactly where a city builds');
          if (json !== null) s.cursor = 2 + tileNames.indexOf(json);
        },
      ),
      builtToday: one('built'),
      token: one('token'),
      entering: one('arriving'),
      bribeLeft: one('bribeLeft'),
      garrisonLeft: one('garrisonLeft'),
    }),
  ),
  battle: orNull(
    (s: Position) => s.foe !== FOE.none,
    object({
      foe: one('foe'),
      size: one('foeSize'),
      rounds: one('rounds'),
      attackers: list('attack', SQUADS),
      defenders: list('defence', SQUADS),
    }),
  ),
  players: rows(players, {
    treasury: 'treasury',
    outSince: {
      schema: z.int().min(0).max(fields.outDay.max!).nullable(),
      write: (s: Position, seat) => (s.out[seat] === 1 ? s.outDay[seat]! : null),
      read(s: Position, seat, day: number | null) {
        s.out[seat] = day === null ? 0 : 1;
        s.outDay[seat] = day ?? 0;
      },
    },
    grace: 'grace',
    heroes: {
      schema: z.array(hero.schema.nullable()).length(2),
      write: (s: Position, seat, viewer) =>
        [2 * seat, 2 * seat + 1].map((h) => (inPlay(s, h) ? hero.write(s, h, viewer) : null)),
      read(s: Position, seat, heroes, path) {
        for (const [i, json] of heroes.entries()) if (json) hero.read!(s, 2 * seat + i, json, `${path}.${i}`);
      },
    },
  }),
  /** Those with something on them. */
  tiles: part(
    z.array(tile.schema).max(TILES),
    (s: Position, viewer) =>
      tileNames.map((_, t) => tile.write(s, t, viewer)).filter((json) => Object.keys(json).length > 1),
    (s, json, path) => {
      const told = new Set<number>();
      for (const [i, entry] of json.entries()) {
        const t = tileNames.indexOf(entry.tile);
        if (told.has(t)) fail(`${path}.${i}.tile`, `${entry.tile} is told of twice`);
        told.add(t);
        tile.read!(s, t, entry, `${path}.${i}`);
      }
    },
  ),
  end: orNull((s: Position) => s.over, object({ truncated: one('truncated'), places: list('finalPlaces', players) })),
};

/** Bump the format when a part changes its meaning. */
export const fuzzyView = viewOf(
  { game: 'fuzzy-knights', format: 1, options: optionsSchema },
  parts,
  (s: Position, v) => {
    if ((v.prompt === null) === (v.end === null)) fail('end', 'wanted exactly when prompt is null');
    if (s.anchor >= s.players) fail('anchor', `there are ${s.players} players`);
    s.over = v.end !== null;
    if (s.over && v.battle) fail('battle', 'the game is over');
    s.derive();
    if (!s.over) {
      const fault = askedAgain(s);
      if (fault) fail('prompt', fault);
      asking.list(s);
      if (s.count < (s.options.askForced ? 1 : 2)) fail('prompt', `${s.count} legal actions`);
    }
    const [wrong] = violations(s);
    if (wrong) fail('view', wrong);
  },
);

/** Works out what the pending decision follows from. @returns why it cannot be asked in this position; empty when it can */
function askedAgain(s: Position): string {
  const { actor: seat, hand } = s;
  const asked = prompts[s.prompt];
  if (asked === undefined || seat < 0) return 'kind and seat: wanted';
  if (seat >= s.players || hand >> 1 >= s.players) return `there are ${s.players} players`;
  const { step } = asked;
  s.step = step;
  s.pos = placeOf(s, hand < 0 ? seat : hand >> 1);
  if ((s.day === 0) !== (step === STEP.capitals)) return 'capitals are placed on day 0';
  if ((step === STEP.found || step >= STEP.activate) !== hand >= 0) return 'hero: wanted exactly where one is at hand';
  if (hand >= 0 && !inPlay(s, hand)) return 'the hero at hand is not in play';
  if (hand >= 0 && s.prompt !== P.SPLIT && hand >> 1 !== seat) return 'the hero at hand is of another seat';
  if ((step === STEP.battle) !== (s.foe !== FOE.none)) return 'battle: wanted exactly where one is fought';
  if ((step === STEP.tokens) !== (s.token !== 0)) return 'token: wanted exactly where one is placed';
  return asked.complete?.(s, seat) ?? '';
}
