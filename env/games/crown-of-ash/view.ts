/**
 * A position as one seat knows it, as plain JSON, and back. Everything public is in it, the pending decision and what
 * waits behind it included, so that the game can go on from it. Decks are told as numbers and as sorted lists of what is
 * left in them; what lies face down is told as it looks from outside.
 *
 * Reading a view checks every field and then the position as a whole; hidden facts are filled in arbitrarily.
 */
import { z } from 'zod';
import * as A from './actions.js';
import * as D from './data.js';
import { violations } from './invariants.js';
import { knownCards, sentHidden } from './observe.js';
import { type CrownOptions, optionsSchema } from './options.js';
import { listActions } from './rules/masks.js';
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
const stageNames = ['set-up', 'turn', 'raise', 'pay', 'next', 'order'] as const;
const taskNames = [
  'none',
  'wild',
  'resurrect',
  'place',
  'start',
  'select',
  'attacker card',
  'defender card',
  'resolve',
  'casualty',
  'ai raise',
] as const;

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
  stage: z.enum(stageNames),
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
  tasks: z.array(z.strictObject({ task: z.enum(taskNames), seat: seatSchema, argument: n(6) })).max(S.MAX_TASKS),
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
  const { g, seats } = s;
  const ai = g[S.AI]!;
  const attacker = g[S.ATTACKER]!;
  const hidden = attacker >= 0 && sentHidden(s, viewer);
  return {
    game: 'crown-of-ash',
    format: 2,
    seat: viewer,
    options: s.options,
    round: g[S.ROUND]!,
    lap: g[S.LAP]!,
    turn: g[S.TURN]!,
    stage: stageNames[g[S.STAGE]!]!,
    prompt: s.over ? null : S.promptNames[g[S.PROMPT]!]!,
    actor: orNull(g[S.ACTOR]!),
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
    citadel: { holder: holderJson(g[S.CITADEL_OWNER]!), flanks: [s.flanks[0]!, s.flanks[1]!, s.flanks[2]!] },
    market: Array.from(s.market, (tile) => orNull(tile, NONE)),
    stack: { tiles: sorted(s.stack, g[S.STACK]!), mixed: g[S.MIXED] === 1 },
    aside: sorted(s.aside, g[S.ASIDE]!),
    ai:
      ai < 0
        ? null
        : {
            cube: g[S.CUBE]!,
            actionCards: sorted(s.actionDeck, g[S.ACTION_DECK]!),
            shuffles: g[S.SHUFFLES]!,
            last: g[S.LAST_CARD]! < 0 ? null : lastOfAi(s),
          },
    battle:
      attacker < 0
        ? null
        : {
            site: g[S.SITE]!,
            flank: orNull(g[S.FLANK]!),
            attacker,
            defender: holderJson(g[S.DEFENDER]!),
            sent: g[S.SENT]!,
            attackerLaid: g[S.CARD_A]! >= 0,
            defenderLaid: g[S.CARD_D]! >= 0,
            ownCard:
              attacker === viewer ? orNull(g[S.CARD_A]!) : g[S.DEFENDER] === viewer ? orNull(g[S.CARD_D]!) : null,
          },
    chosen: hidden ? null : orNull(g[S.LAST]!),
    payment: g[S.SLOT]! < 0 ? null : { slot: g[S.SLOT]!, owed: four(g, S.OWED) },
    ordering: g[S.DECIDER]! < 0 ? null : { decider: g[S.DECIDER]!, placed: g[S.PICKED]! },
    tasks: Array.from({ length: g[S.TASKS]! }, (_, i) => ({
      task: taskNames[s.tasks[3 * i]!]!,
      seat: s.tasks[3 * i + 1]!,
      argument: s.tasks[3 * i + 2]!,
    })),
    lastBattle: s.told[S.T_ATTACKER] === NONE ? null : lastBattle(s),
    end: S.endings[g[S.ENDING]!]!,
    places: s.over ? [...s.finalPlaces.subarray(0, seats)] : null,
  };
}

function lastOfAi({ g, told }: Position): NonNullable<NonNullable<CrownView['ai']>['last']> {
  const closest = told[S.T_CLOSEST]!;
  return {
    card: g[S.LAST_CARD]!,
    region: g[S.LAST_REGION]!,
    step: g[S.LAST_STEP]!,
    closest: closest === S.GOLD_SPACE ? 'gold' : orNull(closest, NONE),
    raised: orNull(told[S.T_RAISED]!, NONE),
  };
}

function lastBattle({ g, told }: Position): NonNullable<CrownView['lastBattle']> {
  return {
    site: told[S.T_SITE]!,
    attacker: told[S.T_ATTACKER]!,
    defender: holderJson(told[S.T_DEFENDER]!),
    totals: [g[S.LAST_A]!, g[S.LAST_D]!],
    cards: [told[S.T_CARD_A]!, orNull(told[S.T_CARD_D]!, NONE)],
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
  const { g } = s;
  const { ai } = v.options;
  const { seats } = s;
  if (v.players.length !== seats) fail('players', `${seats} wanted, as the options say`);
  if (v.order.length !== seats) fail('order', `${seats} places wanted`);
  if (v.seat >= s.players) fail('seat', `there are ${s.players} players`);
  if ((v.ai === null) !== (ai === 'none')) fail('ai', 'must be there exactly where the options say so');
  if ((v.prompt === null) !== (v.end !== '')) fail('prompt', 'must be missing exactly at the end');
  if ((v.places === null) !== (v.end === '')) fail('places', 'must be there exactly at the end');

  g[S.ROUND] = v.round;
  g[S.LAP] = v.lap;
  g[S.TURN] = v.turn;
  g[S.STAGE] = stageNames.indexOf(v.stage);
  g[S.AI] = ai === 'none' ? -1 : seats - 1;
  if (v.ai) {
    g[S.CUBE] = v.ai.cube;
    g[S.ACTION_DECK] = v.ai.actionCards.length;
    s.actionDeck.set(v.ai.actionCards);
    g[S.SHUFFLES] = v.ai.shuffles;
    if (v.ai.last) {
      g[S.LAST_CARD] = v.ai.last.card;
      g[S.LAST_REGION] = v.ai.last.region;
      g[S.LAST_STEP] = v.ai.last.step;
      s.told[S.T_CLOSEST] = v.ai.last.closest === 'gold' ? S.GOLD_SPACE : orNone(v.ai.last.closest);
      s.told[S.T_RAISED] = orNone(v.ai.last.raised);
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
  g[S.CITADEL_OWNER] = holderOf(v.citadel.holder);
  s.flanks.set(v.citadel.flanks);
  s.market.set(v.market.map(orNone));
  // Whatever order: tier II lies at the bottom of the first stack.
  const tiles = [...v.stack.tiles].sort((a, b) => s.tables.tileTier[b]! - s.tables.tileTier[a]! || a - b);
  s.stack.set(tiles);
  g[S.STACK] = tiles.length;
  g[S.MIXED] = v.stack.mixed ? 1 : 0;
  s.aside.set(v.aside);
  g[S.ASIDE] = v.aside.length;

  readBattle(s, v);
  readFighters(s, v);
  v.players.forEach((player, seat) => {
    readPlayer(s, v, seat, player);
  });
  if (ai !== 'none') {
    const left = listOf(s.cards[seats - 1]!);
    s.combatDeck.set(left);
    g[S.COMBAT_DECK] = left.length;
  }
  readFates(s, v);

  if (v.payment) {
    g[S.SLOT] = v.payment.slot;
    if (v.payment.owed.some((owed, k) => owed > s.resources[4 * (v.actor ?? 0) + k]!)) fail('payment.owed', 'too much');
    for (let k = 0; k < 4; k++) g[S.OWED + k] = v.payment.owed[k]!;
    if (s.slots[v.payment.slot] === NONE) fail('payment.slot', 'is empty');
  }
  if (v.ordering) {
    g[S.DECIDER] = v.ordering.decider;
    g[S.PICKED] = v.ordering.placed;
  }
  v.tasks.forEach(({ task, seat, argument }, i) => {
    if (seat >= seats) fail(`tasks.${i}.seat`, `there are ${seats} seats`);
    if (task === 'none') fail(`tasks.${i}.task`, 'is none');
    if ((task === 'place' || task === 'start') && argument >= D.REGIONS) fail(`tasks.${i}.argument`, 'is no region');
    if (task === 'wild' && argument < 1) fail(`tasks.${i}.argument`, 'must be at least 1');
    s.queue(taskNames.indexOf(task), seat, argument);
  });
  if (v.lastBattle) readLastBattle(s, v.lastBattle);
  g[S.ENDING] = S.endings.indexOf(v.end);
  if (v.places) {
    if (v.places.length !== seats) fail('places', `${seats} wanted`);
    g[S.OVER] = 1;
    s.finalPlaces.set(v.places);
    if (v.actor !== null) fail('actor', 'nobody acts at the end');
  } else {
    if (v.actor === null || v.actor >= s.players) return fail('actor', 'a seat that decides is wanted');
    g[S.PROMPT] = S.promptNames.indexOf(v.prompt!);
    g[S.ACTOR] = v.actor;
    listActions(s);
  }
  const wrong = violations(s);
  if (wrong.length > 0) fail('view', wrong.join('; '));
  return s;
}

function readBattle(s: Position, v: CrownView): void {
  const { g } = s;
  g[S.LAST] = orMinus(v.chosen);
  if (!v.battle) return;
  const { attacker, defender, site, flank, sent } = v.battle;
  if (attacker >= s.seats) fail('battle.attacker', 'no such seat');
  if (holderOf(defender) !== KING && holderOf(defender) >= s.seats) fail('battle.defender', 'no such seat');
  if (attacker === defender) fail('battle.defender', 'is the attacker');
  g[S.SITE] = site;
  g[S.FLANK] = orMinus(flank);
  g[S.ATTACKER] = attacker;
  g[S.DEFENDER] = holderOf(defender);
  g[S.SENT] = sent;
}

function readLastBattle(s: Position, last: NonNullable<CrownView['lastBattle']>): void {
  const { attacker, defender } = last;
  if (attacker >= s.seats) fail('lastBattle.attacker', 'no such seat');
  if (defender !== 'king' && defender >= s.seats) fail('lastBattle.defender', 'no such seat');
  if ((defender === 'king') !== (last.cards[1] === null)) fail('lastBattle.cards.1', 'missing exactly for the King');
  [s.g[S.LAST_A], s.g[S.LAST_D]] = last.totals;
  s.told[S.T_SITE] = last.site;
  s.told[S.T_ATTACKER] = attacker;
  s.told[S.T_DEFENDER] = holderOf(defender);
  s.told[S.T_CARD_A] = last.cards[0];
  s.told[S.T_CARD_D] = orNone(last.cards[1]);
}

function readFighters(s: Position, v: CrownView): void {
  const { g } = s;
  const attacker = g[S.ATTACKER]!;
  const hidden = attacker >= 0 && sentHidden(s, v.seat);
  let toSend = hidden ? g[S.SENT]! : 0;
  const selecting = v.prompt === 'ATTACK_SELECT';
  v.fighters.forEach((name, f) => {
    let at = placeNames.indexOf(name);
    if (hidden && at === COMMITTED) fail(`fighters.${f}`, 'lies face down');
    if (toSend > 0 && at === IN_HAND + attacker) {
      at = COMMITTED;
      toSend--;
      if (selecting) g[S.LAST] = f;
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
  const { g } = s;
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
  const cell = attacks ? S.CARD_A : S.CARD_D;
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
    g[cell] = own ? ownCard : listOf(hand)[0]!;
    hand &= ~(1 << g[cell]!);
  }
  s.cards[seat] = hand;
  if (listOf(hand).length !== player.cardsInHand) fail(`${path}.cardsInHand`, 'is not what the discard leaves');
  // With the memory aid what is laid face down still counts as in the hand of another.
  const known = own || !laid ? hand : hand | (1 << g[cell]!);
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

/** What an action means here, for machines. */
export function actionJson(s: Position, action: number): { kind: string; args: Record<string, unknown> } {
  const block = A.actionBlocks.find(({ offset, size }) => action >= offset && action < offset + size)!;
  const i = action - block.offset;
  const kind = block.name.toLowerCase();
  switch (block.name) {
    case 'GATHER':
    case 'ATTACK':
      return { kind, args: { region: i + 1 } };
    case 'BUILD':
      return {
        kind,
        args: { tile: orNull(s.market[Math.floor(i / 6)]!, NONE), place: Math.floor(i / 6), region: (i % 6) + 1 },
      };
    case 'ATTACK_CITADEL':
      return { kind, args: { flank: s.tables.components.flanks[i]!.name } };
    case 'FIGHTER':
      return { kind, args: { fighter: i } };
    case 'CARD':
      return { kind, args: { card: s.tables.components.combatCards[i]!.value } };
    case 'WILD':
      return { kind, args: { resource: D.resourceNames[i] } };
    case 'RAISE':
      return { kind, args: { slot: i, fighter: orNull(s.slots[i]!, NONE) } };
    case 'ORDER':
      return { kind, args: { seat: i, place: s.g[S.PICKED]! } };
    case 'PAY':
      return i === 4 ? { kind: 'pay_rest', args: {} } : { kind, args: { resource: D.resourceNames[i] } };
    default:
      return { kind, args: {} };
  }
}
