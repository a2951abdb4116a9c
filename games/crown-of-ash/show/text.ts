/** The board as a person reads it. */
import { wrap } from '../../../env/kit/wrap.js';
import { DO_CLOSEST, FIGHTERS } from '../data.js';
import {
  cardName,
  cardsOf,
  fighterName,
  fightersAt,
  gains,
  items,
  price,
  seatName,
  signed,
  siteName,
  taxes,
  tiers,
} from '../names.js';
import { asking, tasks } from '../rules/engine.js';
import { regionVp, spaces } from '../rules/pieces.js';
import { sentHidden } from '../rules/secrets.js';
import {
  AT,
  CITADEL,
  COMMITTED,
  GOLD_SPACE,
  IN_GRAVE,
  IN_HAND,
  KING,
  NONE,
  type Position,
  STAGE,
  TASK,
  TIER_II,
} from '../state.js';

const pad = (text: string, width: number) => `${text.padEnd(width - 1)} `;

/** The board as `viewer` sees it, with what is asked; lines of 100 columns at most. */
export function boardText(s: Position, viewer: number): string {
  const { seats } = s;
  const order = [...s.order.subarray(0, seats)].filter((seat) => seat !== NONE).map((seat) => seatName(s, seat));
  const turn = s.stage === STAGE['set-up'] ? 'set-up' : `lap ${s.lap + 1} of 4`;
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
  out.push(s.over ? `Over: ${over(s)}` : `${seatName(s, s.actor)}: ${asking.prompts[s.prompt]!.ask(s)}`);
  return `${out.flatMap((line) => wrap(line)).join('\n')}\n`;
}

function regionLines(s: Position): string[] {
  const { numbers, citadelVp, flanks, structures } = s.tables.components;
  const row = (number: string, ...cells: [string, string, string, string, string, string]) =>
    `${number} ${cells.map((text, i) => pad(text, [11, 8, 27, 21, 10, 0][i]!)).join('')}`.trimEnd();
  const out = [row(' ', 'region', 'owner', 'structure', 'gives', 'tax', 'gather combat')];
  for (let r = 0; r < 6; r++) {
    const tile = s.tile[r]!;
    const used = `${s.gather[r]}/${spaces(s, 'gatherSpaces')}    ${s.combat[r]}/${spaces(s, 'combatSpaces')}`;
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
  const { holder } = s;
  const guard = holder === KING ? `attack ${numbers.kingAttack}` : fightersAt(s, AT + CITADEL).join(', ') || 'empty';
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
  const below = Math.min(TIER_II, stack);
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
  const hides = sentHidden(s, viewer) && s.attacker === seat;
  const you = seat === viewer ? ' (you)' : '';
  const cards = cardsOf(s.cards[seat]!);
  const played = discardText(s, seat);
  const ai = seat === s.ai;
  const shown =
    seat === viewer || (s.options.memoryAid && s.attacker < 0)
      ? `cards ${cards.map((card) => cardName(s, card)).join(' ') || 'none'}`
      : `${cards.length} ${cards.length === 1 ? 'card' : 'cards'}`;
  const goods = ai ? '' : `, ${s.gold[seat]} gold, ${items(s.resources, seat * 4)}`;
  const fate =
    !ai && (seat === viewer || s.over) ? `, fate ${tables.components.fate[s.fate[seat]!]!.join(' and ')}` : '';
  const hand = Array.from({ length: FIGHTERS }, (_, f) => f)
    .filter((f) => s.loc[f] === IN_HAND + seat || (hides && s.loc[f] === COMMITTED))
    .map((f) => fighterName(s, f));
  return [
    `${seatName(s, seat)}${you}: ${s.vp[seat]} VP${goods}, ${s.minions[seat]} minions, ${shown} (${played})${fate}`,
    `  hand: ${hand.join(', ') || 'empty'}; graveyard: ${fightersAt(s, IN_GRAVE + seat).join(', ') || 'empty'}`,
  ];
}

/** What a seat has played since its hand came back, the last card first: everybody has seen it. */
export function discardText(s: Position, seat: number): string {
  const top = s.top[seat]!;
  if (top === NONE) return 'no discard';
  const below = cardsOf(s.discard[seat]! & ~(1 << top)).map((card) => cardName(s, card));
  return `${cardName(s, top)} on the discard${below.length > 0 ? `, ${below.join(' ')} below` : ''}`;
}

/** The AI's deck, its track with the cube's square in brackets, and what it did last. */
export function aiLine(s: Position): string {
  const { actionCards, fighterTrack } = s.tables.components;
  const left = [...s.actionDeck.subarray(0, s.actionsLeft)].sort().map((c) => actionCards[c]!.name);
  const track = fighterTrack.map((tier, i) => (i === s.cube ? `[${tiers[tier]}]` : tiers[tier]!));
  return `AI deck: ${left.join(', ') || 'to be shuffled'}; it raises next by its track ${track.join(' ')}.${lastOfAi(s)}`;
}

function battleLine(s: Position, viewer: number): string {
  const { attacker } = s;
  const sent = sentHidden(s, viewer) ? `${s.sent} face down` : fightersAt(s, COMMITTED).join(', ') || 'nobody yet';
  const mine = attacker === viewer && s.cardA >= 0 ? `, your card ${cardName(s, s.cardA)}` : '';
  return `Battle for ${siteName(s, s.site)}: ${seatName(s, attacker)} against ${seatName(s, s.defender)}, sent: ${sent}${mine}.`;
}

/** The battle fought last, with the cards revealed: a fifth one is told here alone, as all five come back at once. */
export function lastBattle(s: Position): string {
  const side = (seat: number, total: number, card: number) =>
    `${seatName(s, seat)} ${total}${card === NONE ? '' : ` (card ${cardName(s, card)})`}`;
  const attacker = side(s.toldAttacker, s.totalA, s.toldCardA);
  const defender = side(s.toldDefender, s.totalD, s.toldCardD);
  return `Last battle, for ${siteName(s, s.toldSite)}: ${attacker} against ${defender}.`;
}

/** What waits behind the decision that is asked (the first task asks it): whose it is, and where. */
function waitingTasks(s: Position): string[] {
  const words = s
    .waiting()
    .slice(1)
    .map(({ task, seat, argument }) => tasks[task]!.waits?.(s, seatName(s, seat), argument));
  return words.filter((text) => text !== undefined);
}

/** What the AI did last; empty before its first turn. */
function lastOfAi(s: Position): string {
  if (s.aiCard < 0) return '';
  const { name } = s.tables.components.actionCards[s.aiCard]!;
  const region = siteName(s, s.aiRegion);
  const { closest } = s;
  const went = closest === GOLD_SPACE ? 'took the gold space' : `gathered in ${siteName(s, closest)}, the closest`;
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
  if (s.waiting().some(({ task }) => task === TASK['ai raise'])) return '';
  return s.raised === NONE ? ' and raised nobody' : ` and raised ${fighterName(s, s.raised)}`;
}

function over(s: Position): string {
  const winners = Array.from({ length: s.seats }, (_, seat) => seat).filter((seat) => s.finalPlaces[seat] === 0);
  return `${winners.map((seat) => seatName(s, seat)).join(' and ')} ${winners.length > 1 ? 'share' : 'wears'} the crown.`;
}
