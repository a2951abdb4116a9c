/** What each prompt asks, and what the actions are called there whose block says less than the prompt does. */
import type { Words } from '../../env/kit/actions.js';
import { playerOf, tileOf, unitText, zoneOf } from './actions.js';
import { EVENT_CROWS, EVENT_PESTS, EVENT_RAID, EVENT_TRIAL } from './data.js';
import * as N from './names.js';
import { strengthBefore, total } from './rules/strength.js';
import { ABSENT, type Position, promptNames } from './state.js';
import { resourceNames, zoneNames } from './terms.js';

/** A prompt, for people. */
export interface Question {
  /** The question, without who is asked. */
  ask(s: Position): string;
  readonly words?: Words<Position>;
}

type Tile = { tile: number };
type Resource = { resource: number };
type Item = { item: number };

/** Words that say the same of every answer of a block, before what is chosen. */
const tiles = (verb: string) => ({ TILE: (s: Position, args: Tile) => `${verb} ${N.tileText(s, tileOf(s, args))}` });
const resources = (verb: string) => ({ RES: (_: Position, { resource }: Resource) => `${verb} ${N.oneOf(resource)}` });
const items = (verb: string) => ({ ITEM: (_: Position, { item }: Item) => `${verb} the ${N.itemName(item)}` });
const followers = (verb: string) => ({
  FOLLOWER: (_: Position, { follower }: { follower: number }) => `${verb} the ${N.followerName(follower)}`,
});
const pairs = (how: (pair: string) => string) => ({
  PAIR: (_: Position, { pair }: { pair: number }) => how(N.pairName(pair)),
});
const done = (words: string) => ({ DONE: () => words });
const yesNo = (yes: (s: Position) => string, no: (s: Position) => string) => ({
  YESNO: (s: Position, { answer }: { answer: number }) => (answer === 0 ? yes(s) : no(s)),
});
/** Knights of the actor; its boats are called as ever. */
const knights = (how: (knight: string) => string) => ({
  UNIT: (s: Position, args: { unit: number }) => (args.unit < 3 ? how(unitText(s, args)) : unitText(s, args)),
});
const effect = (s: Position, item: number): string => s.tables.items[item]!.effect;

/** The knight a prompt is about, and its tile. */
const knight = (s: Position): string => (s.focusKnight >= 0 ? `knight ${N.knightName(s.focusKnight)}` : 'a knight');
const here = (s: Position): string => (s.focusTile >= 0 ? ` at ${N.tileText(s, s.focusTile)}` : '');
const card = (s: Position) => s.tables.cards[s.card];
export const cardText = (s: Position): string => (card(s) ? `${card(s)!.name} (${card(s)!.effect})` : '');

/** The battle under way, as far as it has come. */
export function fight(s: Position): string {
  const kind = s.fightKind;
  if (kind === 0) return '';
  const foes = ['', `the ${N.monsterName(s.fightMonster)}`, `knight ${N.knightName(s.fightDefender)}`];
  const battle = `knight ${N.knightName(s.fightAttacker)} against ${foes[kind] ?? 'the dragon'}`;
  if (s.fightRolls > 0) return `${battle}, ${total(s, 0)} to ${total(s, 1)}`;
  if (kind === 3 && !s.tables.airef) return battle;
  const [own, their] = [strengthBefore(s, 0), strengthBefore(s, 1)];
  return `${battle}, ${kind === 2 ? `${own} to ${their} before two dice each` : `${own} + one die to ${their}`}`;
}

/** Unspent dice of a seat: `1 3 3`, `-` for none. */
export const diceLeft = (s: Position, p: number): string =>
  [1, 2, 3]
    .map((v) => `${v} `.repeat(s.dice[p * 3 + v - 1]!))
    .join('')
    .trim() || '-';

/** Where dice are chosen in the open: what the seats before have chosen. */
function chosenDice(s: Position): string {
  if (s.options.diceChoice === 'hidden' || !s.choosingDice) return '';
  const before = Array.from({ length: s.turnsBegun }, (_, i) => (s.firstPlayer + i) & 3);
  const words = before.filter((p) => p !== s.actor).map((p) => `${N.seatName(p)} ${s.extraDice[p]}`);
  return words.length > 0 ? `so far ${words.join(', ')}; ` : '';
}

/** The offer that is to be answered. */
function offer(s: Position): string {
  if (s.give < 0) return 'a trade';
  const mover = N.seatName(s.mover);
  const give = N.oneOf(s.give);
  return s.want >= 0 ? `${mover} offers ${give} for ${N.oneOf(s.want)}` : `${mover} makes a gift of ${give}`;
}

/** What was handed over for what is to be named. */
function exchanged(s: Position): string {
  const exchange = s.exchange;
  if (exchange >= 0) return exchange >= 10 ? N.oneOf(exchange - 10) : N.pairName(exchange);
  return s.rewardOwed > 0 ? 'the reward of the dragon' : 'that';
}

function boatAsked(s: Position): string {
  const zone = s.cardBoat >= 0 ? s.boatZone[s.cardBoat]! : ABSENT;
  return `the boat${zone === ABSENT ? '' : ` in ${zoneNames[zone]}`}`;
}

const walker = (s: Position): string => N.knightName(s.frames[Math.max(0, s.top()) + 2]!);

/** By prompt. */
export const questions: Readonly<Record<(typeof promptNames)[number], Question>> = {
  ROLL: { ask: (s) => `${chosenDice(s)}how many extra dice (${s.tax} food each)?` },
  MENU: {
    ask: (s) => `your turn, dice left ${diceLeft(s, s.actor)}: spend one, do something else, or end the turn?`,
    words: done('end the turn (dice left are for the harvest)'),
  },
  UNIT: { ask: (s) => `a die of ${s.die}: for which unit?` },
  DEST: {
    ask: (s) => `${knight(s)}${here(s)}, die of ${s.die}: where to?`,
    words: {
      TILE: (s, args: Tile) =>
        `${tileOf(s, args) === s.focusTile ? 'stay at' : 'go to'} ${N.tileText(s, tileOf(s, args))}`,
    },
  },
  BOWTARGET: { ask: (s) => `${knight(s)}${here(s)}: shoot at what?`, words: tiles('shoot at') },
  BOATZONE: { ask: (s) => `boat ${s.unit - 2}, die of ${s.die}: to which zone?` },
  PASSENGER: {
    ask: (s) => `the boat sails to ${zoneNames[s.boatTarget]}: with whom?`,
    words: { ...knights((own) => `take along ${own}`), ...done('sail without a passenger') },
  },
  BOATDROP: { ask: (s) => `${knight(s)} on the boat: where does it land?`, words: tiles('land at') },
  BLOCK: {
    ask: (s) => `${knight(s)}${here(s)}: a rival wants to pass, block it?`,
    words: yesNo(
      (s) => `block knight ${walker(s)} and attack it`,
      (s) => `let knight ${walker(s)} pass`,
    ),
  },
  FIGHT: { ask: (s) => `${fight(s)}: fight or ${s.fightKind === 3 ? 'let it be' : 'flee'}?` },
  FLEETILE: {
    ask: (s) => {
      const beaten = s.depth > 0 && s.frames[s.top() + 4] === 1;
      return `${knight(s)} ${beaten ? 'was beaten' : 'flees'}: where to?`;
    },
    words: tiles('flee to'),
  },
  SUPPORT: {
    ask: (s) => `${fight(s)}${here(s)}: support it?`,
    words: yesNo(
      (s) => `support knight ${N.knightName(s.focusKnight)}`,
      () => 'stay out of it',
    ),
  },
  SIDE: { ask: (s) => `${fight(s)}${here(s)}: support one of them?`, words: done('stay out of it') },
  BONUS: { ask: (s) => `${fight(s)}: add something?`, words: done('add nothing') },
  SACRIFICE: { ask: (s) => `${fight(s)}: which follower is given up?`, words: followers('give up') },
  LOSE: {
    ask: (s) => `${knight(s)} was beaten or fled: ${s.tables.airef ? 'what' : 'which resource'} is lost?`,
    words: { ...resources('lose'), DONE: (s) => (s.tables.airef ? 'lose 1 fame' : 'done') },
  },
  HANDOVER: {
    ask: (s) => `${knight(s)} flees from another: what does it leave behind?`,
    words: { ...resources('hand over'), ...items('hand over') },
  },
  LOOT: {
    ask: (s) => `${knight(s)} is beaten: what is taken from it?`,
    words: { ...resources('take'), ...items('take'), ...done('take nothing') },
  },
  OVERFLOW: { ask: (s) => `${knight(s)} carries too much: what is dropped?`, words: items('drop') },
  TILEACT: {
    ask: (s) => `${knight(s)}${here(s)}: what does it do here?`,
    words: {
      ...resources('exchange'),
      ITEM: (s, { item }: Item) =>
        `buy the ${N.itemName(item)} for ${s.tables.itemCost[item] ?? '?'} gold (${effect(s, item)})`,
      ...done('nothing here'),
    },
  },
  GET: { ask: (s) => `what do you take for ${exchanged(s)}?`, words: resources('get') },
  STACK: { ask: () => 'the dragon is impressed: which stack do you take?' },
  CARDOPT: {
    ask: (s) => `${cardText(s)}: which of these?`,
    words: yesNo(
      (s) => N.optionText(s, 0),
      (s) => N.optionText(s, 1),
    ),
  },
  CARDPLAYER: {
    ask: (s) => (card(s) ? `${cardText(s)}: which player?` : 'a tie for a title: who gets it?'),
    words: {
      PLAYER: (s, args: { player: number }) => {
        const who = playerOf(s, args);
        if (s.card === EVENT_PESTS) return `${who} loses 1 food`;
        if (s.card === EVENT_TRIAL) return `${s.cardOption === 0 ? 'give to' : 'take from'} ${who}`;
        return `${who} becomes ${s.hand < 0 ? 'Hand of the King' : 'Master of Coin'}`;
      },
    },
  },
  CARDRES: {
    ask: (s) => `${cardText(s)}: which resource?`,
    words: {
      RES: (s, { resource }: Resource) =>
        s.card === EVENT_CROWS
          ? `the crows take all ${resourceNames[resource]}`
          : `${s.cardOption === 0 ? 'give' : 'take'} ${N.oneOf(resource)}`,
    },
  },
  CARDKNIGHT: {
    ask: (s) => (card(s) ? `${cardText(s)}: which knight?` : `${knight(s)} with the beggar meets others: pass him on?`),
    words: done('keep the beggar'),
  },
  CARDTILE: {
    ask: (s) => `${cardText(s)}: which tile?`,
    words: {
      TILE: (s, args: Tile) => `${s.card === EVENT_RAID ? 'give up' : 'take over'} ${N.tileText(s, tileOf(s, args))}`,
      ...done('take no tile'),
    },
  },
  CARDZONE: {
    ask: (s) => `${cardText(s)}: which sea?`,
    words: { ZONE: (s, args: { zone: number }) => `sea monsters in ${zoneOf(s, args)}` },
  },
  SEAREPLY: {
    ask: (s) => `sea monsters: what becomes of ${boatAsked(s)}?`,
    words: {
      ZONE: (s, args: { zone: number }) => `flee to ${zoneOf(s, args)} for 1 fame`,
      ...done('give the boat up for 2 fame'),
    },
  },
  MARKETDAY: {
    ask: () => 'market day: send a knight to the trader or pay 1 gold?',
    words: {
      ...knights((own) => `send ${own} to the trader`),
      ...yesNo(
        () => 'pay 1 gold, stay where you are',
        () => 'no',
      ),
    },
  },
  ONEFORONE: {
    ask: () => 'market day: exchange one for one?',
    words: { ...resources('exchange'), ...done('exchange no more') },
  },
  ROOM: {
    ask: (s) => `${card(s)?.name ?? 'a follower'} would join ${knight(s)}, who has no room: who leaves?`,
    words: { ...followers('make room: send away'), ...done('turn the newcomer away') },
  },
  HARVEST: {
    ask: (s) =>
      s.tables.airef && s.power === 0
        ? `dice left ${diceLeft(s, s.actor)}: harvest or build?`
        : `power for ${s.power} more: harvest which tile?`,
    words: {
      ...tiles('harvest'),
      DIE: (s, { face }: { face: number }) => `${s.tables.airef ? 'harvest with' : 'spend'} a die of ${face + 1}`,
      DONE: (s) => (s.tables.airef ? 'no more harvests (dice left may still build)' : 'done'),
    },
  },
  USE: {
    ask: () => 'harvested: use a building?',
    words: { ...pairs((pair) => `sell ${pair} for 1 gold`), ...done('use nothing') },
  },
  BUILD: {
    ask: () => 'the harvest ends: build something?',
    words: { DONE: (s) => (s.tables.airef ? 'build no more' : 'build nothing') },
  },
  ITEMPICK: {
    ask: (s) => `${knight(s)}${here(s)}: which item?`,
    words: {
      ITEM: (s, { item }: Item) =>
        `${s.itemOperation < 3 ? 'pick up' : 'drop'} the ${N.itemName(item)} (${effect(s, item)})`,
    },
  },
  DISMISS: { ask: () => 'which follower is dismissed?' },
  OFFER: {
    ask(s) {
      if (s.partner < 0) return 'trade with whom?';
      return s.give < 0 ? `offer what to ${N.seatName(s.partner)}?` : 'ask for what?';
    },
    words: {
      PLAYER: (s, args: { player: number }) => `offer a trade to ${playerOf(s, args)}`,
      RES: (s, { resource }: Resource) => `${s.give < 0 ? 'offer' : 'ask for'} ${N.oneOf(resource)}`,
      ...done('ask for nothing: a gift'),
    },
  },
  ANSWER: {
    ask: (s) => `${offer(s)}: accept?`,
    words: yesNo(
      () => 'accept the trade',
      () => 'refuse the trade',
    ),
  },
  DECK: { ask: (s) => `${knight(s)}${here(s)}: draw from which deck?` },
};

/** The pending one; undefined while nobody is asked. */
const questionOf = (s: Position): Question | undefined => questions[promptNames[s.prompt]!];

/** The pending decision in one sentence, who must take it first. */
export function promptText(s: Position): string {
  if (s.over) return 'The game is over.';
  const asked = questionOf(s);
  return asked ? `${N.seatName(s.actor)}: ${asked.ask(s)}` : 'Nothing is asked.';
}
