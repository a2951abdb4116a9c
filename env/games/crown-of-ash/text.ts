/** What a person reads: names, actions, the board. */
import { wrap } from '../wrap.js';
import * as A from './actions.js';
import { DO_CLOSEST, FIGHTERS, resourceNames } from './data.js';
import { sentHidden } from './observe.js';
import { regionVp } from './rules/pieces.js';
import * as S from './state.js';
import { AT, COMMITTED, IN_GRAVE, IN_HAND, KING, NONE, type Position } from './state.js';

/** The lords of the four colours. */
export const lords = ['Visio', 'Nox', 'Mors', 'Fortis'] as const;
const tiers = ['-', 'I', 'II', 'III'];

/** A seat's name; the AI has none but that. */
export const seatName = (s: Position, seat: number): string =>
  seat === NONE || seat < 0 ? 'nobody' : seat === KING ? 'the King' : seat === s.ai ? 'AI' : lords[seat]!;

export const siteName = (s: Position, site: number): string =>
  site === S.CITADEL ? 'the Citadel' : s.tables.components.regions[site]!;

/** Kind, attack and id; ids tell fighters of equal kind and attack apart. */
export const fighterName = (s: Position, fighter: number): string =>
  `${resourceNames[s.tables.kind[fighter]!]} ${s.tables.attack[fighter]} #${fighter}`;

/** `2 bone, 1 ash, 1 wild`; `nothing`. */
function items(amounts: ArrayLike<number>, at: number, wild: number): string {
  const words = resourceNames.flatMap((name, k) => (amounts[at + k] ? [`${amounts[at + k]} ${name}`] : []));
  if (wild > 0) words.push(`${wild} wild`);
  return words.join(', ') || 'nothing';
}

/** What a tile gives: `2 bone, 1 wild`, `1 of each`. */
function gains(s: Position, tile: number): string {
  const { crypt, tileGain, tileWild } = s.tables;
  if (tile === crypt) return 'a fighter back';
  const list = tileGain.subarray(tile * 4, tile * 4 + 4);
  if (list[0]! > 0 && list.every((n) => n === list[0]) && tileWild[tile] === 0) return `${list[0]} of each`;
  return items(list, 0, tileWild[tile]!);
}
const taxes = (s: Position, tile: number): string => items(s.tables.tileTax, tile * 4, s.tables.tileTaxWild[tile]!);

const cardNames = (s: Position, mask: number): string =>
  [0, 1, 2, 3, 4]
    .filter((card) => (mask >> card) & 1)
    .map((card) => cardName(s, card))
    .join(' ') || 'none';
const cardName = (s: Position, card: number): string => String(s.tables.components.combatCards[card]!.value);

const fightersAt = (s: Position, place: number): string[] =>
  Array.from({ length: FIGHTERS }, (_, f) => f)
    .filter((f) => s.loc[f] === place)
    .map((f) => fighterName(s, f));

function done(s: Position): string {
  switch (s.prompt) {
    case S.P_PLACE:
      return s.last >= 0 ? 'place no more' : `leave ${siteName(s, s.tasks[2]!)} as it is`;
    case S.P_SELECT:
      return 'send no more';
    case S.P_RESURRECT:
      return 'bring nobody back';
    default:
      return 'raise nobody';
  }
}

function fighterAction(s: Position, fighter: number): string {
  const name = fighterName(s, fighter);
  switch (s.prompt) {
    case S.P_SELECT:
      return `send ${name}`;
    case S.P_RESURRECT:
      return `bring back ${name}`;
    case S.P_CASUALTY:
      return `give up ${name}`;
    default:
      return `place ${name} in ${siteName(s, s.tasks[2]!)}`;
  }
}

const nth = ['first', 'second', 'third', 'fourth'];

/** What an action means in this position. */
export function actionText(s: Position, action: number): string {
  const { tables } = s;
  if (action < A.GOLD) {
    const tile = s.tile[action]!;
    const owner = s.owner[action]!;
    if (tile === NONE) return `gather in ${siteName(s, action)}`;
    const tax = owner === s.actor ? 'amend' : `${seatName(s, owner)} gets ${taxes(s, tile)}`;
    return `gather ${gains(s, tile)} in ${siteName(s, action)} (${tax})`;
  }
  if (action === A.GOLD) return `take ${tables.numbers.goldSpace} gold`;
  if (action === A.REFRESH) return 'take back the combat cards';
  if (action < A.ATTACK) {
    const tile = s.market[Math.floor((action - A.BUILD) / 6)]!;
    const region = (action - A.BUILD) % 6;
    if (tile === NONE) return `build on ${siteName(s, region)} from place ${Math.floor((action - A.BUILD) / 6) + 1}`;
    const { name, cost } = tables.components.structures[tile]!;
    return `build ${name} on ${siteName(s, region)} for ${cost} gold`;
  }
  if (action < A.ATTACK_CITADEL)
    return `attack ${siteName(s, action - A.ATTACK)} (${seatName(s, s.owner[action - A.ATTACK]!)})`;
  if (action < A.FIGHTER) {
    const { name, modifier } = tables.components.flanks[action - A.ATTACK_CITADEL]!;
    return `attack the Citadel (${seatName(s, s.holder)}) from the ${name} (${signed(modifier)})`;
  }
  if (action < A.DONE) return fighterAction(s, action - A.FIGHTER);
  if (action === A.DONE) return done(s);
  if (action < A.WILD) return `play card ${cardName(s, action - A.CARD)}`;
  if (action < A.RAISE) return `take 1 ${resourceNames[action - A.WILD]}`;
  if (action < A.ORDER) {
    const fighter = s.slots[action - A.RAISE]!;
    if (fighter === NONE) return `raise from slot ${action - A.RAISE + 1}`;
    return `raise ${fighterName(s, fighter)} for ${price(s, fighter)}`;
  }
  if (action < A.WITHDRAW) return `${seatName(s, action - A.ORDER)} goes ${nth[s.picked]}`;
  if (action === A.WITHDRAW) return 'withdraw all fighters';
  if (action < A.PAY_REST) return `pay a gold for 1 ${resourceNames[action - A.PAY]}`;
  const owed = [0, 1, 2, 3].map((k) => s.owed[k]!);
  return `pay the rest: ${items(owed, 0, 0)}`;
}

const pad = (text: string, width: number) => `${text.padEnd(width - 1)} `;

const price = (s: Position, fighter: number): string => items(s.tables.cost, fighter * 4, 0);
const signed = (n: number): string => `${n < 0 ? '' : '+'}${n}`;

/** The board as `viewer` sees it, with what is asked; lines of 100 columns at most. */
export function boardText(s: Position, viewer: number): string {
  const { seats } = s;
  const order = [...s.order.subarray(0, seats)].filter((seat) => seat !== NONE).map((seat) => seatName(s, seat));
  const turn = s.stage === S.STAGE_SETUP ? 'set-up' : `lap ${s.lap + 1} of 4`;
  const out = [
    `Round ${s.round} of 4, ${turn}. Order: ${order.join(', ') || 'not drawn yet'}.`,
    '',
    ...regionLines(s),
    '',
    ...marketLines(s),
    '',
  ];
  for (let i = 0; i < seats; i++) out.push(...seatLines(s, (viewer + i) % seats, viewer));
  if (s.ai >= 0) out.push(aiLine(s));
  if (s.attacker >= 0) out.push(battleLine(s, viewer));
  else if (s.toldAttacker !== NONE) out.push(lastBattle(s));
  const waiting = waitingTasks(s);
  if (waiting.length > 0) out.push(`Then: ${waiting.join('; ')}.`);
  out.push(s.over ? `Over: ${over(s)}` : `${seatName(s, s.actor)}: ${question(s)}`);
  return `${out.flatMap((line) => wrap(line)).join('\n')}\n`;
}

function regionLines(s: Position): string[] {
  const { numbers, citadelVp, flanks, structures } = s.tables.components;
  const dashed = (space: readonly [number, number]) => space[0] + (s.seats > 2 ? space[1] : 0);
  const row = (number: string, ...cells: [string, string, string, string, string, string]) =>
    `${number} ${cells.map((text, i) => pad(text, [11, 8, 27, 21, 10, 0][i]!)).join('')}`.trimEnd();
  const out = [row(' ', 'region', 'owner', 'structure', 'gives', 'tax', 'gather combat')];
  for (let r = 0; r < 6; r++) {
    const tile = s.tile[r]!;
    const used = `${s.gather[r]}/${dashed(numbers.gatherSpaces)}    ${s.combat[r]}/${dashed(numbers.combatSpaces)}`;
    out.push(
      tile === NONE
        ? row(String(r + 1), siteName(s, r), '-', '', '', '', used)
        : row(
            String(r + 1),
            siteName(s, r),
            seatName(s, s.owner[r]!),
            `${structures[tile]!.name} (${regionVp(s, r)} VP)`,
            gains(s, tile),
            taxes(s, tile),
            used,
          ),
    );
    const guards = fightersAt(s, AT + r);
    if (guards.length > 0) out.push(`    guarded by ${guards.join(', ')}`);
  }
  const holder = s.holder;
  const guard = holder === KING ? `attack ${numbers.kingAttack}` : fightersAt(s, AT + S.CITADEL).join(', ') || 'empty';
  const free = flanks
    .filter((flank, i) => !flank.once || s.flanks[i] === 0)
    .map((f) => `${f.name} ${signed(f.modifier)}`);
  out.push(
    `Citadel: ${seatName(s, holder)} (${guard}), ${citadelVp[s.round - 1]} VP; flanks free: ${free.join(', ')}.`,
  );
  return out;
}

function marketLines(s: Position): string[] {
  const { tables } = s;
  const { slotTiers, structures } = tables.components;
  const stack = s.stackSize;
  const below = Math.min(8, stack);
  const lies = s.mixed ? 'made anew of tiles set aside' : `${stack - below} of tier I on ${below} of tier II`;
  const out = [`Structures (stack of ${stack}${stack > 0 ? `: ${lies}` : ''}):`];
  s.market.forEach((tile, i) => {
    const offered = structures[tile];
    const what = offered
      ? `${pad(offered.name, 19)}${offered.cost} gold  ${offered.vp} VP  ${gains(s, tile)}, tax ${taxes(s, tile)}`
      : '-';
    out.push(`  ${i + 1} ${what}`);
  });
  const aside = [...s.aside.subarray(0, s.asideSize)].sort((a, b) => a - b).map((tile) => structures[tile]!.name);
  if (aside.length > 0) out.push(`  set aside: ${aside.join(', ')}`);
  out.push(`Fighters (decks ${[...s.deckSize].join(', ')}):`);
  s.slots.forEach((f, i) => {
    const what =
      f === NONE
        ? `-  (${tiers[slotTiers[i]!]})`
        : `${pad(fighterName(s, f), 15)}${pad(tiers[tables.tier[f]!]!, 4)} ${price(s, f)}`;
    out.push(`  ${i + 1} ${what}`);
  });
  return out;
}

function seatLines(s: Position, seat: number, viewer: number): string[] {
  const { tables } = s;
  const attacker = s.attacker;
  const hides = attacker >= 0 && sentHidden(s, viewer);
  const you = seat === viewer ? ' (you)' : '';
  const mask = s.cards[seat]!;
  const size = [0, 1, 2, 3, 4].filter((card) => (mask >> card) & 1).length;
  const top = s.top[seat] === NONE ? 'no discard' : `${cardName(s, s.top[seat]!)} on the discard`;
  const ai = seat === s.ai;
  const shown =
    seat === viewer || (s.options.memoryAid && attacker < 0)
      ? `cards ${cardNames(s, mask)}`
      : `${size} ${size === 1 ? 'card' : 'cards'}`;
  const goods = ai ? '' : `, ${s.gold[seat]} gold, ${items(s.resources, seat * 4, 0)}`;
  const fate =
    !ai && (seat === viewer || s.over) ? `, fate ${tables.components.fate[s.fate[seat]!]!.join(' and ')}` : '';
  const hand = Array.from({ length: FIGHTERS }, (_, f) => f)
    .filter((f) => s.loc[f] === IN_HAND + seat || (hides && attacker === seat && s.loc[f] === COMMITTED))
    .map((f) => fighterName(s, f));
  return [
    `${seatName(s, seat)}${you}: ${s.vp[seat]} VP${goods}, ${s.minions[seat]} minions, ${shown} (${top})${fate}`,
    `  hand: ${hand.join(', ') || 'empty'}; graveyard: ${fightersAt(s, IN_GRAVE + seat).join(', ') || 'empty'}`,
  ];
}

/** The AI's deck, its track with the cube's square in brackets, and what it did last. */
function aiLine(s: Position): string {
  const { actionCards, fighterTrack } = s.tables.components;
  const left = [...s.actionDeck.subarray(0, s.actionsLeft)].sort().map((c) => actionCards[c]!.name);
  const track = fighterTrack.map((tier, i) => (i === s.cube ? `[${tiers[tier]}]` : tiers[tier]!));
  return `AI deck: ${left.join(', ') || 'to be shuffled'}; it raises next by its track ${track.join(' ')}.${lastOfAi(s)}`;
}

function battleLine(s: Position, viewer: number): string {
  const attacker = s.attacker;
  const sent = sentHidden(s, viewer) ? `${s.sent} face down` : fightersAt(s, COMMITTED).join(', ') || 'nobody yet';
  const mine = attacker === viewer && s.cardA >= 0 ? `, your card ${cardName(s, s.cardA)}` : '';
  return `Battle for ${siteName(s, s.site)}: ${seatName(s, attacker)} against ${seatName(s, s.defender)}, sent: ${sent}${mine}.`;
}

/** The battle fought last, with the cards revealed: a fifth one is told here alone, as all five come back at once. */
function lastBattle(s: Position): string {
  const side = (seat: number, total: number, card: number) =>
    `${seatName(s, seat)} ${total}${card === NONE ? '' : ` (card ${cardName(s, card)})`}`;
  const attacker = side(s.toldAttacker, s.totalA, s.toldCardA);
  const defender = side(s.toldDefender, s.totalD, s.toldCardD);
  return `Last battle, for ${siteName(s, s.toldSite)}: ${attacker} against ${defender}.`;
}

/** What waits behind the decision that is asked: whose it is, and where. */
function waitingTasks(s: Position): string[] {
  const out: string[] = [];
  // The first task asks the pending decision itself.
  for (let i = 1; i < s.taskCount; i++) {
    const who = seatName(s, s.tasks[3 * i + 1]!);
    const argument = s.tasks[3 * i + 2]!;
    switch (s.tasks[3 * i]) {
      case S.TASK_WILD:
        out.push(`${who} chooses ${argument} ${argument === 1 ? 'resource' : 'resources'}`);
        break;
      case S.TASK_RESURRECT:
        out.push(`${who} may bring a fighter back`);
        break;
      case S.TASK_PLACE:
      case S.TASK_START:
        out.push(`${who} places guards in ${siteName(s, argument)}`);
        break;
      case S.TASK_CASUALTY:
        out.push(`${who} gives up a fighter in ${siteName(s, argument)}`);
        break;
      case S.TASK_AI_RAISE:
        out.push(`${who} raises`);
        break;
    }
  }
  return out;
}

/** What the AI did last; empty before its first turn. */
function lastOfAi(s: Position): string {
  if (s.aiCard < 0) return '';
  const { name } = s.tables.components.actionCards[s.aiCard]!;
  const region = siteName(s, s.aiRegion);
  const closest = s.closest;
  const went = closest === S.GOLD_SPACE ? 'took the gold space' : `gathered in ${siteName(s, closest)}, the closest`;
  const did = [
    `gathered in ${region}`,
    `attacked ${region}`,
    'attacked the Citadel',
    `built on ${region}`,
    closest === NONE ? 'went to the closest resource' : went,
  ][s.aiStep];
  return ` Its last card: ${name} for ${region}; it ${did}${s.aiStep === DO_CLOSEST ? raisedByAi(s) : ''}.`;
}

/** Whether its closest resource got the AI a fighter: it raises none where none of its tier is on offer. */
function raisedByAi(s: Position): string {
  for (let i = 0; i < s.taskCount; i++) if (s.tasks[3 * i] === S.TASK_AI_RAISE) return '';
  const fighter = s.raised;
  return fighter === NONE ? ' and raised nobody' : ` and raised ${fighterName(s, fighter)}`;
}

function over(s: Position): string {
  const winners = Array.from({ length: s.seats }, (_, seat) => seat).filter((seat) => s.finalPlaces[seat] === 0);
  return `${winners.map((seat) => seatName(s, seat)).join(' and ')} ${winners.length > 1 ? 'share' : 'wears'} the crown.`;
}

function question(s: Position): string {
  const about = siteName(s, Math.min(6, s.tasks[2]!));
  switch (s.prompt) {
    case S.P_TURN:
      return 'where does the minion go?';
    case S.P_WILD:
      return `which resource (${s.tasks[2]} to choose)?`;
    case S.P_RESURRECT:
      return 'which fighter comes back?';
    case S.P_PLACE:
      return `who defends ${about}?`;
    case S.P_SELECT:
      return 'which fighters attack?';
    case S.P_CARD_A:
      return 'which card attacks?';
    case S.P_CARD_D:
      return 'which card defends?';
    case S.P_CASUALTY:
      return `which fighter in ${about} is lost?`;
    case S.P_RAISE:
      return 'which fighter is raised?';
    case S.P_PAY:
      return `how is ${fighterName(s, s.slots[s.slot]!)} paid (${items(
        [0, 1, 2, 3].map((k) => s.owed[k]!),
        0,
        0,
      )} left, ${s.gold[s.actor]} gold)?`;
    default:
      return `who goes ${nth[s.picked]}?`;
  }
}
