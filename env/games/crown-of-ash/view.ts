/**
 * A position as one seat knows it, as plain JSON, and back. Everything public is in it, the pending decision and what
 * waits behind it included, so that the game can go on from it. Decks are told as numbers and as sorted lists of what is
 * left in them; what lies face down is told as it looks from outside.
 *
 * Reading a view checks every field and then the position as a whole; hidden facts are filled in arbitrarily.
 */
import { z } from 'zod';
import * as D from './data.js';
import { violations } from './invariants.js';
import { type CrownOptions, optionsSchema } from './options.js';
import { listActions } from './rules/engine.js';
import { knownCards, sentHidden } from './rules/secrets.js';
import * as S from './state.js';
import { AT, COMMITTED, IN_GRAVE, IN_HAND, IN_SLOT, KING, NONE, type Position, UNSEEN } from './state.js';

const placeNames: string[] = Array.from({ length: S.LOCATIONS }, (_, at) => {
  if (at === UNSEEN) return 'unseen';
  if (at < IN_HAND) return `slot ${at}`;
  if (at < AT) return `hand ${at - IN_HAND}`;
  if (at < AT + S.CITADEL) return `region ${at - AT + 1}`;
  if (at === AT + S.CITADEL) return 'citadel';
  return at < COMMITTED ? `graveyard ${at - IN_GRAVE}` : 'battle';
});
const n = (max: number) => z.int().min(0).max(max);
const seatSchema = n(3);
const card = n(4);
const tileId = n(D.TILES - 1);
const amounts = z.tuple([n(9999), n(9999), n(9999), n(9999)]);
const holder = z.union([seatSchema, z.literal('king')]);

const playerSchema = z.strictObject({
  vp: n(20000),
  gold: n(9999),
  resources: amounts.describe('Bone, ash, sulphur, blood.'),
  minions: n(D.MINIONS),
  cardsInHand: n(5),
  cards: z.array(card).max(5).nullable().describe('Which they are, where this seat may know.'),
  discard: z
    .array(card)
    .max(4)
    .describe('Played since the hand came back. Everybody has seen it, so the rest is in the hand or laid face down.'),
  topDiscard: card.nullable(),
  refreshed: z.boolean(),
  fate: n(D.FATES - 1)
    .nullable()
    .describe('The own one; at the end all.'),
});
const regionSchema = z.strictObject({
  owner: seatSchema.nullable(),
  tile: tileId.nullable(),
  covered: n(D.TILES),
  gather: n(16),
  combat: n(16),
});
const battleSchema = z.strictObject({
  site: n(S.CITADEL),
  flank: n(2).nullable(),
  attacker: seatSchema,
  defender: holder,
  sent: n(D.CITADEL_FIGHTERS),
  attackerLaid: z.boolean(),
  defenderLaid: z.boolean(),
  ownCard: card.nullable(),
});

/** The format of a view. Bump the number when a field changes its meaning. */
export const viewSchema = z.strictObject({
  game: z.literal('crown-of-ash'),
  format: z.literal(2),
  seat: seatSchema,
  options: optionsSchema,
  round: z.int().min(1).max(D.ROUNDS),
  lap: n(D.MINIONS - 1),
  turn: n(3),
  stage: z.enum(S.stageNames),
  prompt: z.enum(S.promptNames).nullable(),
  actor: seatSchema.nullable(),
  players: z.array(playerSchema).min(2).max(4),
  order: z.array(seatSchema.nullable()).min(2).max(4),
  fighters: z.array(z.enum(placeNames)).length(D.FIGHTERS),
  regions: z.array(regionSchema).length(D.REGIONS),
  citadel: z.strictObject({ holder, flanks: z.tuple([n(1), n(1), n(16)]) }),
  market: z.array(tileId.nullable()).length(D.MARKET),
  stack: z.strictObject({ tiles: z.array(tileId).max(S.STACK_TILES), mixed: z.boolean() }),
  aside: z.array(tileId).max(S.STACK_TILES),
  ai: z
    .strictObject({
      cube: n(11),
      actionCards: z.array(n(4)).max(5),
      shuffles: n(16),
      last: z
        .strictObject({
          card: n(4),
          region: n(5),
          step: n(4),
          closest: z.union([n(D.REGIONS - 1), z.literal('gold')]).nullable(),
          raised: n(D.FIGHTERS - 1).nullable(),
        })
        .nullable()
        .describe(
          'Its last turn: card, region, which of the five steps it did, where the closest resource was if it went there, what it has raised.',
        ),
    })
    .nullable(),
  battle: battleSchema.nullable(),
  chosen: n(D.FIGHTERS - 1)
    .nullable()
    .describe('Fighter chosen last; only higher numbers may follow.'),
  payment: z.strictObject({ slot: n(D.SLOTS - 1), owed: amounts }).nullable(),
  ordering: z.strictObject({ decider: seatSchema, placed: n(3) }).nullable(),
  tasks: z.array(z.strictObject({ task: z.enum(S.taskNames), seat: seatSchema, argument: n(6) })).max(S.MAX_TASKS),
  lastBattle: z
    .strictObject({
      site: n(S.CITADEL),
      attacker: seatSchema,
      defender: holder,
      totals: z.tuple([n(99), n(99)]),
      cards: z.tuple([card, card.nullable()]),
    })
    .nullable()
    .describe("The battle fought last; totals and cards of attacker and defender, null for the King's card."),
  end: z.enum(S.endings),
  places: z.array(n(3)).min(2).max(4).nullable(),
});
/** A position as one seat knows it. */
export type CrownView = z.output<typeof viewSchema>;

// --- writing --------------------------------------------------------------------------------------------------

const orNull = (value: number, none = -1) => (value === none ? null : value);
const listOf = (mask: number) => [0, 1, 2, 3, 4].filter((c) => (mask >> c) & 1);
const four = (list: ArrayLike<number>, at: number): [number, number, number, number] => [
  list[at]!,
  list[at + 1]!,
  list[at + 2]!,
  list[at + 3]!,
];
const sorted = (list: Uint8Array, size: number) => [...list.subarray(0, size)].sort((a, b) => a - b);
const holderJson = (seat: number) => (seat === KING ? ('king' as const) : seat);

/** The position as `viewer` knows it. Equal for positions that differ only in what this seat cannot know. */
export function view(s: Position, viewer: number): CrownView {
  const { seats } = s;
  const ai = s.ai;
  const attacker = s.attacker;
  const hidden = attacker >= 0 && sentHidden(s, viewer);
  return {
    game: 'crown-of-ash',
    format: 2,
    seat: viewer,
    options: s.options,
    round: s.round,
    lap: s.lap,
    turn: s.turn,
    stage: S.stageNames[s.stage]!,
    prompt: s.over ? null : S.promptNames[s.prompt]!,
    actor: orNull(s.actor),
    players: Array.from({ length: seats }, (_, seat) => {
      const own = seat === viewer;
      const cards = own ? s.cards[seat]! : s.options.memoryAid ? knownCards(s, seat) : -1;
      return {
        vp: s.vp[seat]!,
        gold: s.gold[seat]!,
        resources: four(s.resources, seat * 4),
        minions: s.minions[seat]!,
        cardsInHand: listOf(s.cards[seat]!).length,
        cards: cards < 0 ? null : listOf(cards),
        discard: listOf(s.discard[seat]!),
        topDiscard: orNull(s.top[seat]!, NONE),
        refreshed: s.refreshed[seat] === 1,
        fate: own || s.over ? orNull(s.fate[seat]!, NONE) : null,
      };
    }),
    order: Array.from(s.order.subarray(0, seats), (seat) => orNull(seat, NONE)),
    fighters: Array.from(s.loc, (at) => placeNames[hidden && at === COMMITTED ? IN_HAND + attacker : at]!),
    regions: Array.from({ length: D.REGIONS }, (_, r) => ({
      owner: orNull(s.owner[r]!, NONE),
      tile: orNull(s.tile[r]!, NONE),
      covered: s.covered[r]!,
      gather: s.gather[r]!,
      combat: s.combat[r]!,
    })),
    citadel: { holder: holderJson(s.holder), flanks: [s.flanks[0]!, s.flanks[1]!, s.flanks[2]!] },
    market: Array.from(s.market, (tile) => orNull(tile, NONE)),
    stack: { tiles: sorted(s.stack, s.stackSize), mixed: s.mixed },
    aside: sorted(s.aside, s.asideSize),
    ai:
      ai < 0
        ? null
        : {
            cube: s.cube,
            actionCards: sorted(s.actionDeck, s.actionsLeft),
            shuffles: s.shuffles,
            last: s.aiCard < 0 ? null : lastOfAi(s),
          },
    battle:
      attacker < 0
        ? null
        : {
            site: s.site,
            flank: orNull(s.flank),
            attacker,
            defender: holderJson(s.defender),
            sent: s.sent,
            attackerLaid: s.cardA >= 0,
            defenderLaid: s.cardD >= 0,
            ownCard: attacker === viewer ? orNull(s.cardA) : s.defender === viewer ? orNull(s.cardD) : null,
          },
    chosen: hidden ? null : orNull(s.last),
    payment: s.slot < 0 ? null : { slot: s.slot, owed: four(s.owed, 0) },
    ordering: s.decider < 0 ? null : { decider: s.decider, placed: s.picked },
    tasks: Array.from({ length: s.taskCount }, (_, i) => ({
      task: S.taskNames[s.tasks[3 * i]!]!,
      seat: s.tasks[3 * i + 1]!,
      argument: s.tasks[3 * i + 2]!,
    })),
    lastBattle: s.toldAttacker === NONE ? null : lastBattle(s),
    end: S.endings[s.end]!,
    places: s.over ? [...s.finalPlaces.subarray(0, seats)] : null,
  };
}

function lastOfAi(s: Position): NonNullable<NonNullable<CrownView['ai']>['last']> {
  const closest = s.closest;
  return {
    card: s.aiCard,
    region: s.aiRegion,
    step: s.aiStep,
    closest: closest === S.GOLD_SPACE ? 'gold' : orNull(closest, NONE),
    raised: orNull(s.raised, NONE),
  };
}

function lastBattle(s: Position): NonNullable<CrownView['lastBattle']> {
  return {
    site: s.toldSite,
    attacker: s.toldAttacker,
    defender: holderJson(s.toldDefender),
    totals: [s.totalA, s.totalD],
    cards: [s.toldCardA, orNull(s.toldCardD, NONE)],
  };
}

// --- reading --------------------------------------------------------------------------------------------------

const fail = (path: string, what: string): never => {
  throw new Error(`${path}: ${what}`);
};
const orNone = (value: number | null) => value ?? NONE;
const orMinus = (value: number | null) => value ?? -1;
const maskOf = (cards: readonly number[]) => cards.reduce((mask, c) => mask | (1 << c), 0);
const holderOf = (value: number | 'king') => (value === 'king' ? KING : value);

/**
 * A position that looks like this view to its seat.
 * @param make an empty position with these options
 * @throws Error with the path of the first wrong field
 */
export function parseView<P extends Position>(json: unknown, make: (options: CrownOptions) => P): P {
  const parsed = viewSchema.safeParse(json);
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!;
    return fail(issue.path.join('.') || 'view', issue.message);
  }
  const v = parsed.data;
  const s = make(v.options);
  const { ai } = v.options;
  const { seats } = s;
  if (v.players.length !== seats) fail('players', `${seats} wanted, as the options say`);
  if (v.order.length !== seats) fail('order', `${seats} places wanted`);
  if (v.seat >= s.players) fail('seat', `there are ${s.players} players`);
  if ((v.ai === null) !== (ai === 'none')) fail('ai', 'must be there exactly where the options say so');
  if ((v.prompt === null) !== (v.end !== '')) fail('prompt', 'must be missing exactly at the end');
  if ((v.places === null) !== (v.end === '')) fail('places', 'must be there exactly at the end');

  s.round = v.round;
  s.lap = v.lap;
  s.turn = v.turn;
  s.stage = S.stageNames.indexOf(v.stage);
  s.ai = ai === 'none' ? -1 : seats - 1;
  if (v.ai) {
    s.cube = v.ai.cube;
    s.actionsLeft = v.ai.actionCards.length;
    s.actionDeck.set(v.ai.actionCards);
    s.shuffles = v.ai.shuffles;
    if (v.ai.last) {
      s.aiCard = v.ai.last.card;
      s.aiRegion = v.ai.last.region;
      s.aiStep = v.ai.last.step;
      s.closest = v.ai.last.closest === 'gold' ? S.GOLD_SPACE : orNone(v.ai.last.closest);
      s.raised = orNone(v.ai.last.raised);
    }
  }
  s.order.set(v.order.map(orNone));
  v.regions.forEach((region, r) => {
    s.owner[r] = orNone(region.owner);
    s.tile[r] = orNone(region.tile);
    s.covered[r] = region.covered;
    s.gather[r] = region.gather;
    s.combat[r] = region.combat;
  });
  s.holder = holderOf(v.citadel.holder);
  s.flanks.set(v.citadel.flanks);
  s.market.set(v.market.map(orNone));
  // Whatever order: tier II lies at the bottom of the first stack.
  const tiles = [...v.stack.tiles].sort((a, b) => s.tables.tileTier[b]! - s.tables.tileTier[a]! || a - b);
  s.stack.set(tiles);
  s.stackSize = tiles.length;
  s.mixed = v.stack.mixed;
  s.aside.set(v.aside);
  s.asideSize = v.aside.length;

  readBattle(s, v);
  readFighters(s, v);
  v.players.forEach((player, seat) => {
    readPlayer(s, v, seat, player);
  });
  if (ai !== 'none') {
    const left = listOf(s.cards[seats - 1]!);
    s.combatDeck.set(left);
    s.combatLeft = left.length;
  }
  readFates(s, v);

  if (v.payment) {
    s.slot = v.payment.slot;
    if (v.payment.owed.some((owed, k) => owed > s.resources[4 * (v.actor ?? 0) + k]!)) fail('payment.owed', 'too much');
    for (let k = 0; k < 4; k++) s.owed[k] = v.payment.owed[k]!;
    if (s.slots[v.payment.slot] === NONE) fail('payment.slot', 'is empty');
  }
  if (v.ordering) {
    s.decider = v.ordering.decider;
    s.picked = v.ordering.placed;
  }
  v.tasks.forEach(({ task, seat, argument }, i) => {
    if (seat >= seats) fail(`tasks.${i}.seat`, `there are ${seats} seats`);
    if (task === 'none') fail(`tasks.${i}.task`, 'is none');
    if ((task === 'place' || task === 'start') && argument >= D.REGIONS) fail(`tasks.${i}.argument`, 'is no region');
    if (task === 'wild' && argument < 1) fail(`tasks.${i}.argument`, 'must be at least 1');
    s.queue(S.taskNames.indexOf(task), seat, argument);
  });
  if (v.lastBattle) readLastBattle(s, v.lastBattle);
  s.end = S.endings.indexOf(v.end);
  if (v.places) {
    if (v.places.length !== seats) fail('places', `${seats} wanted`);
    s.over = true;
    s.finalPlaces.set(v.places);
    if (v.actor !== null) fail('actor', 'nobody acts at the end');
  } else {
    if (v.actor === null || v.actor >= s.players) return fail('actor', 'a seat that decides is wanted');
    s.prompt = S.promptNames.indexOf(v.prompt!);
    s.actor = v.actor;
    listActions(s);
  }
  const wrong = violations(s);
  if (wrong.length > 0) fail('view', wrong.join('; '));
  return s;
}

function readBattle(s: Position, v: CrownView): void {
  s.last = orMinus(v.chosen);
  if (!v.battle) return;
  const { attacker, defender, site, flank, sent } = v.battle;
  if (attacker >= s.seats) fail('battle.attacker', 'no such seat');
  if (holderOf(defender) !== KING && holderOf(defender) >= s.seats) fail('battle.defender', 'no such seat');
  if (attacker === defender) fail('battle.defender', 'is the attacker');
  s.site = site;
  s.flank = orMinus(flank);
  s.attacker = attacker;
  s.defender = holderOf(defender);
  s.sent = sent;
}

function readLastBattle(s: Position, last: NonNullable<CrownView['lastBattle']>): void {
  const { attacker, defender } = last;
  if (attacker >= s.seats) fail('lastBattle.attacker', 'no such seat');
  if (defender !== 'king' && defender >= s.seats) fail('lastBattle.defender', 'no such seat');
  if ((defender === 'king') !== (last.cards[1] === null)) fail('lastBattle.cards.1', 'missing exactly for the King');
  [s.totalA, s.totalD] = last.totals;
  s.toldSite = last.site;
  s.toldAttacker = attacker;
  s.toldDefender = holderOf(defender);
  s.toldCardA = last.cards[0];
  s.toldCardD = orNone(last.cards[1]);
}

function readFighters(s: Position, v: CrownView): void {
  const attacker = s.attacker;
  const hidden = attacker >= 0 && sentHidden(s, v.seat);
  let toSend = hidden ? s.sent : 0;
  const selecting = v.prompt === 'ATTACK_SELECT';
  v.fighters.forEach((name, f) => {
    let at = placeNames.indexOf(name);
    if (hidden && at === COMMITTED) fail(`fighters.${f}`, 'lies face down');
    if (toSend > 0 && at === IN_HAND + attacker) {
      at = COMMITTED;
      toSend--;
      if (selecting) s.last = f;
    }
    s.loc[f] = at;
    if (at >= IN_SLOT && at < IN_HAND) s.slots[at - IN_SLOT] = f;
    else if (at >= IN_HAND && at < AT) s.handSize[at - IN_HAND]!++;
    else if (at >= IN_GRAVE && at < COMMITTED) s.graveSize[at - IN_GRAVE]!++;
    else if (at === UNSEEN && f >= D.FIRST_RAISABLE) {
      const tier = s.tables.tier[f]! - 1;
      s.decks[tier * S.DECK + s.deckSize[tier]!++] = f;
    }
  });
}

function readPlayer(s: Position, v: CrownView, seat: number, player: CrownView['players'][number]): void {
  const path = `players.${seat}`;
  s.vp[seat] = player.vp;
  s.gold[seat] = player.gold;
  s.resources.set(player.resources, seat * 4);
  s.minions[seat] = player.minions;
  s.refreshed[seat] = player.refreshed ? 1 : 0;
  s.top[seat] = orNone(player.topDiscard);
  const battle = v.battle;
  const attacks = battle?.attacker === seat;
  const laid = battle ? (attacks ? battle.attackerLaid : battle.defender === seat && battle.defenderLaid) : false;
  const cell = attacks ? 'cardA' : 'cardD';
  const own = seat === v.seat;
  const shown = (own || v.end !== '') && seat < s.players;
  if (shown !== (player.fate !== null)) fail(`${path}.fate`, "must be there for the viewer's seat, at the end for all");
  if ((player.cards !== null) !== (own || v.options.memoryAid)) fail(`${path}.cards`, 'must be there where known');
  const discarded = maskOf(player.discard);
  if (listOf(discarded).length !== player.discard.length) fail(`${path}.discard`, 'holds a card twice');
  s.discard[seat] = discarded;
  // What was not played is in the hand, or laid face down.
  let hand = 31 & ~discarded;
  const ownCard = own ? (battle?.ownCard ?? -1) : -1;
  if (own && laid !== ownCard >= 0) fail('battle.ownCard', 'must be there exactly when a card is laid');
  if (laid) {
    s[cell] = own ? ownCard : listOf(hand)[0]!;
    hand &= ~(1 << s[cell]);
  }
  s.cards[seat] = hand;
  if (listOf(hand).length !== player.cardsInHand) fail(`${path}.cardsInHand`, 'is not what the discard leaves');
  // With the memory aid what is laid face down still counts as in the hand of another.
  const known = own || !laid ? hand : hand | (1 << s[cell]);
  if (player.cards && maskOf(player.cards) !== known) fail(`${path}.cards`, 'is not what the discard leaves');
}

function readFates(s: Position, v: CrownView): void {
  const own = v.players[v.seat]!.fate;
  let next = 0;
  for (let seat = 0; seat < s.players; seat++) {
    const { fate } = v.players[seat]!;
    if (fate !== null) s.fate[seat] = fate;
    else {
      if (next === own) next++;
      s.fate[seat] = next++;
    }
  }
}
