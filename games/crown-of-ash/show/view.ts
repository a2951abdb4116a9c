/**
 * A position as one seat knows it, as plain JSON, and back. Everything public is in it, the pending decision and what
 * waits behind it included, so that the game can go on from it. Decks are told as numbers and as sorted lists of what is
 * left in them; what lies face down is told as it looks from outside.
 *
 * Reading a view checks every field and then the position as a whole; hidden facts are filled in arbitrarily.
 */
import { z } from 'zod';
import { fail, jsonOf, object, orNull, part, viewOf } from '../../../env/kit/json.js';
import * as D from '../data.js';
import { violations } from '../invariants.js';
import { cardsOf } from '../names.js';
import { optionsSchema } from '../options.js';
import { asking } from '../rules/engine.js';
import { knownCards, laidBy, sentHidden } from '../rules/secrets.js';
import * as S from '../state.js';
import { AT, COMMITTED, fields, IN_GRAVE, IN_HAND, IN_SLOT, KING, NONE, type Position, UNSEEN } from '../state.js';

const placeNames: string[] = Array.from({ length: S.LOCATIONS }, (_, at) => {
  if (at === UNSEEN) return 'unseen';
  if (at < IN_HAND) return `slot ${at}`;
  if (at < AT) return `hand ${at - IN_HAND}`;
  if (at < AT + S.CITADEL) return `region ${at - AT + 1}`;
  if (at === AT + S.CITADEL) return 'citadel';
  return at < COMMITTED ? `graveyard ${at - IN_GRAVE}` : 'battle';
});

const n = (max: number) => z.int().min(0).max(max);
const card = n(D.CARDS - 1);
const seats = (s: Position) => s.seats;
const nullOf = (value: number, none: number) => (value === none ? null : value);
const setOf = (cards: readonly number[]) => cards.reduce((set, c) => set | (1 << c), 0);
const { one, some, list, pile, rows } = jsonOf<Position>()(fields);

/** A seat, or the King. */
const holder = (field: 'holder' | 'defender' | 'toldDefender') =>
  part(
    z.union([n(3), z.literal('king')]),
    (s: Position) => (s[field] === KING ? ('king' as const) : s[field]),
    (s, json, path) => {
      s[field] = json === 'king' ? KING : json;
      if (json !== 'king' && json >= s.seats) fail(path, 'no such seat');
    },
  );
const attacker = (field: 'attacker' | 'toldAttacker') =>
  part(
    n(3),
    (s: Position) => s[field],
    (s, json, path) => {
      s[field] = json;
      if (json >= s.seats) fail(path, 'no such seat');
    },
  );

const parts = {
  ...some('round', 'lap', 'turn', 'stage', 'prompt', 'actor'),
  players: rows(seats, {
    vp: 'vp',
    gold: 'gold',
    resources: 'resources',
    minions: 'minions',
    cardsInHand: { schema: n(5), write: (s: Position, seat) => cardsOf(s.cards[seat]!).length },
    /** Which they are, where this seat may know. */
    cards: {
      schema: z.array(card).max(5).nullable(),
      write: (s: Position, seat, viewer) =>
        seat === viewer ? cardsOf(s.cards[seat]!) : s.options.memoryAid ? cardsOf(knownCards(s, seat)) : null,
    },
    /** Played since the hand came back. Everybody has seen it, so the rest is in the hand or laid face down. */
    discard: {
      schema: z.array(card).max(4),
      write: (s: Position, seat) => cardsOf(s.discard[seat]!),
      read: (s: Position, seat, json: number[]) => void (s.discard[seat] = setOf(json)),
    },
    topDiscard: 'top',
    refreshed: 'refreshed',
    /** The own one; at the end all. */
    fate: {
      schema: n(D.FATES - 1).nullable(),
      write: (s: Position, seat, viewer) => (seat === viewer || s.over ? nullOf(s.fate[seat]!, NONE) : null),
    },
  }),
  order: list('order', seats),
  fighters: part(z.array(z.enum(placeNames)).length(D.FIGHTERS), (s: Position, viewer) => {
    const sent = sentHidden(s, viewer) ? IN_HAND + s.attacker : COMMITTED;
    return Array.from(s.loc, (at) => placeNames[at === COMMITTED ? sent : at]!);
  }),
  regions: rows(D.REGIONS, { owner: 'owner', tile: 'tile', covered: 'covered', gather: 'gather', combat: 'combat' }),
  citadel: object({ holder: holder('holder'), flanks: list('flanks') }),
  market: list('market'),
  stack: object({
    // Whatever order: tier II lies at the bottom of the first stack.
    tiles: pile('stack', (s, tiles) =>
      [...tiles].sort((a, b) => s.tables.tileTier[b]! - s.tables.tileTier[a]! || a - b),
    ),
    mixed: one('mixed'),
  }),
  aside: pile('aside'),
  ai: orNull(
    (s: Position) => s.ai >= 0,
    object({
      cube: one('cube'),
      actionCards: pile('actionDeck'),
      shuffles: one('shuffles'),
      /** Its last turn; where the closest resource was if it went there, what it has raised. */
      last: orNull(
        (s: Position) => s.aiCard >= 0,
        object({
          card: one('aiCard'),
          region: one('aiRegion'),
          step: one('aiStep'),
          closest: part(
            z.union([n(D.REGIONS - 1), z.literal('gold')]).nullable(),
            (s: Position) => (s.closest === S.GOLD_SPACE ? ('gold' as const) : nullOf(s.closest, NONE)),
            (s, json) => void (s.closest = json === 'gold' ? S.GOLD_SPACE : (json ?? NONE)),
          ),
          raised: one('raised'),
        }),
      ),
    }),
  ),
  battle: orNull(
    (s: Position) => s.attacker >= 0,
    object({
      site: one('site'),
      flank: one('flank'),
      attacker: attacker('attacker'),
      defender: holder('defender'),
      sent: one('sent'),
      attackerLaid: part(z.boolean(), (s: Position) => s.cardA >= 0),
      defenderLaid: part(z.boolean(), (s: Position) => s.cardD >= 0),
      ownCard: part(card.nullable(), (s: Position, viewer) => nullOf(laidBy(s, viewer), -1)),
    }),
  ),
  /** Fighter chosen last; only higher numbers may follow. */
  chosen: part(
    n(D.FIGHTERS - 1).nullable(),
    (s: Position, viewer) => (sentHidden(s, viewer) ? null : nullOf(s.last, -1)),
    (s, json) => void (s.last = json ?? -1),
  ),
  payment: orNull((s: Position) => s.slot >= 0, object({ slot: one('slot'), owed: list('owed') })),
  ordering: orNull((s: Position) => s.decider >= 0, object({ decider: one('decider'), placed: one('picked') })),
  tasks: part(
    z.array(z.strictObject({ task: z.enum(S.taskNames), seat: n(3), argument: n(6) })).max(S.MAX_TASKS),
    (s: Position) => s.waiting().map(({ task, seat, argument }) => ({ task: S.taskNames[task]!, seat, argument })),
    (s, json, path) => {
      for (const [i, { task, seat, argument }] of json.entries()) {
        if (seat >= s.seats) fail(`${path}.${i}.seat`, `there are ${s.seats} seats`);
        if (task === 'none') fail(`${path}.${i}.task`, 'is none');
        if ((task === 'place' || task === 'start') && argument >= D.REGIONS)
          fail(`${path}.${i}.argument`, 'is no region');
        if (task === 'wild' && argument < 1) fail(`${path}.${i}.argument`, 'must be at least 1');
        s.queue(S.TASK[task], seat, argument);
      }
    },
  ),
  /** The battle fought last; totals and cards of attacker and defender, null for the King's card. */
  lastBattle: orNull(
    (s: Position) => s.toldAttacker !== NONE,
    object({
      site: one('toldSite'),
      attacker: attacker('toldAttacker'),
      defender: holder('toldDefender'),
      totals: part(
        z.tuple([n(99), n(99)]),
        (s: Position) => [s.totalA, s.totalD] as [number, number],
        (s, [a, d]) => Object.assign(s, { totalA: a, totalD: d }),
      ),
      cards: part(
        z.tuple([card, card.nullable()]),
        (s: Position) => [s.toldCardA, nullOf(s.toldCardD, NONE)] as [number, number | null],
        (s, [a, d], path) => {
          if ((s.toldDefender === KING) !== (d === null)) fail(`${path}.1`, 'missing exactly for the King');
          Object.assign(s, { toldCardA: a, toldCardD: d ?? NONE });
        },
      ),
    }),
  ),
  end: one('end'),
  places: orNull((s: Position) => s.over, list('finalPlaces', seats)),
};

/** Bump the format when a part changes its meaning. */
export const crownView = viewOf(
  { game: 'crown-of-ash', format: 2, options: optionsSchema },
  parts,
  (s: Position, v) => {
    s.over = s.end > 0;
    s.ai = s.options.ai === 'none' ? -1 : s.seats - 1;
    if ((v.ai === null) !== s.ai < 0) fail('ai', 'must be there exactly where the options say so');
    if (s.prompt < 0 !== s.over) fail('prompt', 'must be missing exactly at the end');
    if ((v.places === null) === s.over) fail('places', 'must be there exactly at the end');
    if (s.over && s.actor >= 0) fail('actor', 'nobody acts at the end');
    if (!s.over && (s.actor < 0 || s.actor >= s.players)) fail('actor', 'a seat that decides is wanted');
    if (s.attacker >= 0 && s.attacker === s.defender) fail('battle.defender', 'is the attacker');
    placeFighters(s, v.fighters, v.seat);
    v.players.forEach((player, seat) => {
      giveCards(s, seat, player, v.seat, v.battle);
    });
    if (s.ai >= 0) {
      const left = cardsOf(s.cards[s.ai]!);
      s.combatDeck.set(left);
      s.combatLeft = left.length;
    }
    giveFates(s, v.players, v.seat);
    if (v.payment) {
      if (s.owed.some((owed, k) => owed > s.resources[4 * Math.max(0, s.actor) + k]!)) fail('payment.owed', 'too much');
      if (s.slots[s.slot] === NONE) fail('payment.slot', 'is empty');
    }
    if (!s.over) asking.list(s);
    const wrong = violations(s);
    if (wrong.length > 0) fail('view', wrong.join('; '));
  },
);

function placeFighters(s: Position, names: readonly string[], viewer: number): void {
  const hidden = sentHidden(s, viewer);
  let toSend = hidden ? s.sent : 0;
  names.forEach((name, f) => {
    let at = placeNames.indexOf(name);
    if (hidden && at === COMMITTED) fail(`fighters.${f}`, 'lies face down');
    if (toSend > 0 && at === IN_HAND + s.attacker) {
      at = COMMITTED;
      toSend--;
      if (s.prompt === S.P.ATTACK_SELECT) s.last = f;
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

interface PlayerJson {
  cardsInHand: number;
  cards: number[] | null;
  discard: number[];
  fate: number | null;
}
type BattleJson = { attackerLaid: boolean; defenderLaid: boolean; ownCard: number | null } | null;

/** What was not played is in the hand, or laid face down. */
function giveCards(s: Position, seat: number, player: PlayerJson, viewer: number, battle: BattleJson): void {
  const path = `players.${seat}`;
  const attacks = s.attacker === seat;
  const laid = (attacks ? battle?.attackerLaid : s.defender === seat && battle?.defenderLaid) ?? false;
  const own = seat === viewer;
  if ((player.cards !== null) !== (own || s.options.memoryAid)) fail(`${path}.cards`, 'must be there where known');
  if (cardsOf(s.discard[seat]!).length !== player.discard.length) fail(`${path}.discard`, 'holds a card twice');
  const left = 31 & ~s.discard[seat]!;
  const ownCard = own ? (battle?.ownCard ?? -1) : -1;
  if (own && laid !== ownCard >= 0) fail('battle.ownCard', 'must be there exactly when a card is laid');
  const down = laid ? (own ? ownCard : cardsOf(left)[0]!) : -1;
  if (laid) Object.assign(s, attacks ? { cardA: down } : { cardD: down });
  s.cards[seat] = laid ? left & ~(1 << down) : left;
  if (cardsOf(s.cards[seat]!).length !== player.cardsInHand)
    fail(`${path}.cardsInHand`, 'is not what the discard leaves');
  // With the memory aid what is laid face down still counts as in the hand of another.
  const known = own ? s.cards[seat]! : left;
  if (player.cards && setOf(player.cards) !== known) fail(`${path}.cards`, 'is not what the discard leaves');
}

function giveFates(s: Position, players: readonly PlayerJson[], viewer: number): void {
  const own = players[viewer]!.fate;
  let next = 0;
  players.forEach(({ fate }, seat) => {
    const shown = (seat === viewer || s.over) && seat < s.players;
    if (shown !== (fate !== null))
      fail(`players.${seat}.fate`, "must be there for the viewer's seat, at the end for all");
    if (fate !== null) s.fate[seat] = fate;
    else if (seat < s.players) {
      if (next === own) next++;
      s.fate[seat] = next++;
    }
  });
}
