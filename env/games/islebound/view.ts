/**
 * A position as its one seat knows it, as plain JSON, and back. Everything public is in it, the pending decision too.
 * Decks are told as the sorted list of what is in them. Reading a view checks every field and then the position as a
 * whole; hidden orders are filled in arbitrarily.
 */
import { z } from 'zod';
import * as X from './actions.js';
import * as D from './data.js';
import { portNames, quadrantNames, regionNames } from './geometry.js';
import { violations } from './invariants.js';
import { type IsleboundOptions, optionsSchema } from './options.js';
import { listActions } from './rules/masks.js';
import { openEvent } from './rules/turn.js';
import type { Position } from './state.js';
import * as S from './state.js';

const stages = ['move', 'main', 'post'] as const;
const owners = ['nobody', 'human', 'rival'] as const;
const cubes = ['empty', 'human', 'rival', 'neutral'] as const;

/** The pending numbers by name. */
const pendingFields = {
  crewForSpeed: S.EXTRA,
  cost: S.COST,
  used: S.USED,
  pirates: S.PIRATES_IN,
  serpents: S.SERPENTS_IN,
  administer: S.NEED_ADMINISTER,
  work: S.NEED_WORK,
  sell: S.TO_SELL,
  build: S.TO_BUILD,
  hire: S.TO_HIRE,
  brag: S.TO_BRAG,
  discount: S.BUILD_DISCOUNT,
} as const;
type PendingField = keyof typeof pendingFields;
const pendingNames = Object.keys(pendingFields) as PendingField[];

const amount = z.int().min(0).max(30000);
const card = (n: number) =>
  z
    .int()
    .min(0)
    .max(n - 1);
const cards = (n: number) => z.array(card(n)).max(n);
const purse = {
  fish: amount,
  wood: amount,
  book: amount,
  pirate: amount,
  serpent: amount,
  coins: amount,
  renown: amount,
  tokens: card(D.TOKENS + 1),
};
type Purse = keyof typeof purse;
const purseFields: Record<Purse, number> = {
  fish: S.H_FISH,
  wood: S.H_WOOD,
  book: S.H_BOOK,
  pirate: S.H_PIRATE,
  serpent: S.H_SERPENT,
  coins: S.H_COINS,
  renown: S.H_RENOWN,
  tokens: S.H_TOKENS,
};
const small = z.int().min(0).max(999);

const viewSchema = z.strictObject({
  seat: z.literal(0),
  options: optionsSchema,
  round: z.int().min(1).max(200),
  lastRound: z.int().min(1).max(201).nullable(),
  cause: z.enum(S.endings),
  over: z.boolean(),
  truncated: z.boolean(),
  prompt: z.enum(S.promptNames).nullable(),
  stage: z.enum(stages),
  home: z.enum(quadrantNames).nullable(),
  ship: z.int().min(0).max(12).nullable(),
  rivalRegion: z.enum(regionNames),
  treasure: amount,
  tokenBought: z.boolean(),
  towns: z.array(z.strictObject({ town: card(D.TOWNS), owner: z.enum(owners) })).length(12),
  track: z.array(z.enum(cubes)).length(S.TRACK),
  human: z.strictObject({
    ...purse,
    buildings: cards(D.BUILDINGS),
    crew: z
      .array(z.strictObject({ member: card(D.CREW_CARDS + D.START_CREW), exhausted: z.boolean() }))
      .max(S.CREW_PLACES),
  }),
  rival: z.strictObject({ ...purse, buildings: cards(D.BUILDINGS), crew: amount }),
  row: z.array(card(D.BUILDINGS).nullable()).length(S.ROW),
  crewRow: z.array(card(D.CREW_CARDS).nullable()).length(S.CREW_ROW),
  unseenCrew: cards(D.CREW_CARDS),
  events: z
    .array(z.strictObject({ open: card(D.EVENTS).nullable(), left: z.int().min(0).max(S.EVENT_PILE) }))
    .length(2),
  unseenEvents: cards(D.EVENTS),
  reputation: z.array(z.array(card(D.REPUTATIONS).nullable()).length(S.REPUTATION_PILE)).length(2),
  openToken: card(D.TOKENS).nullable(),
  unseenTokens: cards(D.TOKENS),
  target: z.int().min(0).max(12).nullable(),
  slot: card(S.ROW).nullable(),
  lastAttack: amount.nullable(),
  pile: card(2).nullable(),
  workOn: z.enum(D.gainNames.slice(0, D.GOODS) as [string, ...string[]]).nullable(),
  pending: z.strictObject(
    Object.fromEntries(pendingNames.map((name) => [name, small])) as Record<PendingField, typeof small>,
  ),
});
type View = z.output<typeof viewSchema>;

const sorted = (cells: Uint8Array, at: number, n: number): number[] =>
  [...cells.subarray(at, at + n)].sort((a, b) => a - b);
const orNull = (n: number): number | null => (n === S.EMPTY ? null : n);
const fromOne = (n: number): number | null => (n === 0 ? null : n - 1);

/** The position as plain JSON. */
export function view(s: Position): View {
  const { g } = s;
  const purseOf = (side: number): Record<Purse, number> =>
    Object.fromEntries(Object.entries(purseFields).map(([name, i]) => [name, g[side + i - S.H]!])) as Record<
      Purse,
      number
    >;
  const owned = (owner: number): number[] => [...s.building.keys()].filter((id) => s.building[id] === owner);
  const tokens = g[S.TOKENS_LEFT]!;
  return {
    seat: 0,
    options: s.options,
    round: g[S.ROUND]!,
    lastRound: g[S.LAST_ROUND] || null,
    cause: S.endings[g[S.CAUSE]!]!,
    over: s.over,
    truncated: s.truncated,
    prompt: s.over ? null : S.promptNames[g[S.PROMPT]!]!,
    stage: stages[g[S.STAGE]!]!,
    home: g[S.HOME_QUADRANT]! < 0 ? null : quadrantNames[g[S.HOME_QUADRANT]!]!,
    ship: g[S.SHIP]! < 0 ? null : g[S.SHIP]!,
    rivalRegion: regionNames[g[S.REGION]!]!,
    treasure: g[S.TREASURE]!,
    tokenBought: g[S.TOKEN_BOUGHT] === 1,
    towns: [...s.townAt].map((town, at) => ({ town, owner: owners[s.owner[at]!]! })),
    track: [...s.track].map((cube) => cubes[cube]!),
    human: {
      ...purseOf(S.H),
      buildings: owned(S.HUMAN),
      crew: Array.from({ length: g[S.H_CREW]! }, (_, i) => ({ member: s.crew[i]!, exhausted: s.exhausted[i] === 1 })),
    },
    rival: { ...purseOf(S.A), buildings: owned(S.RIVAL), crew: g[S.A_CREW]! },
    row: [...s.row].map(orNull),
    crewRow: [...s.crewRow].map(orNull),
    unseenCrew: sorted(s.crewDeck, 0, g[S.CREW_DECK]!),
    events: [0, 1].map((pile) => ({ open: orNull(openEvent(s, pile)), left: g[S.EVENTS_LEFT + pile]! })),
    unseenEvents: [0, 1]
      .flatMap((pile) => sorted(s.events, pile * S.EVENT_PILE, Math.max(0, g[S.EVENTS_LEFT + pile]! - 1)))
      .sort((a, b) => a - b),
    reputation: [0, 1].map((pile) =>
      Array.from({ length: S.REPUTATION_PILE }, (_, depth) =>
        depth === 0 || depth >= S.REPUTATION_PILE - g[S.UNDER + pile]!
          ? s.reputation[pile * S.REPUTATION_PILE + depth]!
          : null,
      ),
    ),
    openToken: tokens === 0 ? null : s.tokens[tokens - 1]!,
    unseenTokens: sorted(s.tokens, 0, Math.max(0, tokens - 1)),
    target: fromOne(g[S.TARGET]!),
    slot: fromOne(g[S.SLOT]!),
    lastAttack: fromOne(g[S.LAST_ATTACK]!),
    pile: fromOne(g[S.PILE]!),
    workOn: g[S.WORKING] === 0 ? null : D.gainNames[g[S.WORKING]! - 1]!,
    pending: Object.fromEntries(pendingNames.map((name) => [name, g[pendingFields[name]]!])) as Record<
      PendingField,
      number
    >,
  };
}

/**
 * A position from a view.
 * @throws Error with the path of the first wrong field, or with what is wrong with the whole
 */
export function parseView<P extends Position>(json: unknown, make: (options: IsleboundOptions) => P): P {
  const parsed = viewSchema.safeParse(json);
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!;
    throw new Error(`${issue.path.join('.') || 'view'}: ${issue.message}`);
  }
  const v = parsed.data;
  const s = make(v.options);
  const { g, tables } = s;
  g[S.ROUND] = v.round;
  g[S.LAST_ROUND] = v.lastRound ?? 0;
  g[S.CAUSE] = S.endings.indexOf(v.cause);
  g[S.OVER] = v.over ? 1 : 0;
  g[S.TRUNCATED] = v.truncated ? 1 : 0;
  g[S.PROMPT] = v.prompt === null ? -1 : S.promptNames.indexOf(v.prompt);
  g[S.STAGE] = stages.indexOf(v.stage);
  g[S.HOME_QUADRANT] = v.home === null ? -1 : quadrantNames.indexOf(v.home);
  g[S.SHIP] = v.ship ?? -1;
  g[S.REGION] = regionNames.indexOf(v.rivalRegion);
  g[S.TREASURE] = v.treasure;
  g[S.TOKEN_BOUGHT] = v.tokenBought ? 1 : 0;
  v.towns.forEach(({ town, owner }, at) => {
    s.townAt[at] = town;
    s.owner[at] = owners.indexOf(owner);
    if (owner !== 'nobody') g[owner === 'human' ? S.H_TOWNS : S.A_TOWNS]!++;
  });
  v.track.forEach((cube, i) => {
    s.track[i] = cubes.indexOf(cube);
    if (cube === 'human') g[S.H_INFLUENCE]!++;
    if (cube === 'rival') g[S.A_INFLUENCE]!++;
  });
  const own = (side: number, owner: number, ids: number[]): void => {
    for (const id of ids) {
      if (s.building[id] !== S.NOBODY) throw new Error(`buildings: ${id} is twice in play`);
      s.building[id] = owner;
      g[side + S.H_BUILDINGS - S.H]!++;
      g[side + S.H_COSTS - S.H]! += tables.buildingCost[id]!;
    }
  };
  for (const [name, i] of Object.entries(purseFields) as [Purse, number][]) {
    g[i] = v.human[name];
    g[i + S.A - S.H] = v.rival[name];
  }
  own(S.H, S.HUMAN, v.human.buildings);
  own(S.A, S.RIVAL, v.rival.buildings);
  for (const id of v.human.buildings)
    if (tables.buildingAbility[id] !== 255) s.ability[tables.buildingAbility[id]!]! += tables.buildingAmount[id]!;
  g[S.H_CREW] = v.human.crew.length;
  v.human.crew.forEach(({ member, exhausted }, i) => {
    s.crew[i] = member;
    s.exhausted[i] = exhausted ? 1 : 0;
  });
  g[S.A_CREW] = v.rival.crew;
  v.row.forEach((id, slot) => {
    if (id === null) return;
    if (s.building[id] !== S.NOBODY) throw new Error(`row: building ${id} is twice in play`);
    s.row[slot] = id;
    s.building[id] = S.IN_ROW;
  });
  const deal = (to: Uint8Array, at: number, list: number[]): number => {
    to.set(list, at);
    return list.length;
  };
  s.buildingDeck.fill(S.EMPTY);
  const deck = [...s.building.keys()].filter((id) => s.building[id] === S.NOBODY);
  g[S.BUILDING_DECK] = deal(s.buildingDeck, 0, deck);
  v.crewRow.forEach((id, i) => {
    s.crewRow[i] = id ?? S.EMPTY;
  });
  s.crewDeck.fill(S.EMPTY);
  g[S.CREW_DECK] = deal(s.crewDeck, 0, v.unseenCrew);
  s.events.fill(S.EMPTY);
  const unseen = [...v.unseenEvents];
  v.events.forEach(({ open, left }, pile) => {
    if ((open === null) !== (left === 0)) throw new Error(`events.${pile}: an open card, but ${left} left`);
    if (open === null) return;
    if (unseen.length < left - 1) throw new Error('unseenEvents: too few cards');
    deal(s.events, pile * S.EVENT_PILE, [...unseen.splice(0, left - 1), open]);
    g[S.EVENTS_LEFT + pile] = left;
  });
  if (unseen.length > 0) throw new Error('unseenEvents: too many cards');
  const seen = v.reputation.flat().filter((id) => id !== null);
  const hidden = Array.from({ length: D.REPUTATIONS }, (_, id) => id).filter((id) => !seen.includes(id));
  v.reputation.forEach((pile, p) => {
    const under = pile.findLastIndex((id, depth) => id === null || depth === 0);
    g[S.UNDER + p] = S.REPUTATION_PILE - 1 - under;
    pile.forEach((id, depth) => {
      if (depth === 0 && id === null) throw new Error(`reputation.${p}.0: the open card is missing`);
      if (depth > 0 && depth <= under && id !== null) throw new Error(`reputation.${p}.${depth}: cannot be known`);
      s.reputation[p * S.REPUTATION_PILE + depth] = id ?? hidden.pop() ?? S.EMPTY;
    });
  });
  s.tokens.fill(S.EMPTY);
  if (v.openToken === null && v.unseenTokens.length > 0) throw new Error('openToken: missing');
  const stack = v.openToken === null ? [] : [...v.unseenTokens, v.openToken];
  if (stack.length > D.TOKENS) throw new Error('unseenTokens: too many');
  g[S.TOKENS_LEFT] = deal(s.tokens, 0, stack);
  g[S.TARGET] = v.target === null ? 0 : v.target + 1;
  g[S.SLOT] = v.slot === null ? 0 : v.slot + 1;
  g[S.LAST_ATTACK] = v.lastAttack === null ? 0 : v.lastAttack + 1;
  g[S.PILE] = v.pile === null ? 0 : v.pile + 1;
  g[S.WORKING] = v.workOn === null ? 0 : (D.gainNames as readonly string[]).indexOf(v.workOn) + 1;
  for (const name of pendingNames) g[pendingFields[name]] = v.pending[name];
  // A first look without the list of actions, so that listing them never meets an impossible position.
  const wrong = violations(s).filter((what) => !what.endsWith('legal actions'));
  if (wrong.length > 0) throw new Error(`view: ${wrong[0]}`);
  listActions(s);
  if (!s.over && g[S.COUNT] === 0) throw new Error('view: no action is legal at this prompt');
  return s;
}

/** What an action means at the pending prompt, for machines. */
export function actionJson(s: Position, action: number): { kind: string; args: Record<string, unknown> } {
  const block = X.actionBlocks[X.blockOf[action]!]!;
  const at = action - block.offset;
  switch (block.name) {
    case 'HOME_PORT':
      return { kind: block.kind, args: { port: portNames[at], quadrant: quadrantNames[at] } };
    case 'MOVE':
      return { kind: block.kind, args: at === 12 ? { to: 'home' } : { to: at, town: s.townAt[at] } };
    case 'EVENT':
      return { kind: block.kind, args: { pile: at, event: openEvent(s, at) } };
    case 'CREW':
      return { kind: block.kind, args: { place: at, member: s.crew[at] } };
    case 'HIRE':
      return { kind: block.kind, args: { place: at, member: s.crewRow[at] } };
    case 'BUILD':
      return { kind: block.kind, args: { slot: at, building: s.row[at] } };
    case 'BRAG': {
      const id = s.reputation[at * S.REPUTATION_PILE]!;
      return { kind: block.kind, args: { pile: at, resource: D.resourceNames[s.tables.reputationResource[id]!] } };
    }
    default:
      return { kind: block.kind, args: {} };
  }
}
