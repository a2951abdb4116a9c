/** What people read: the board, and a sentence for every action. */
import * as X from './actions.js';
import * as D from './data.js';
import { PORT, POSITIONS, portNames, quadrantNames, REGION_OF, regionNames } from './geometry.js';
import { humanScore, rivalScore } from './rules/ending.js';
import { freeCubes, needed } from './rules/goods.js';
import {
  buildPrice,
  extraCrew,
  friendCost,
  friendPrice,
  openEvent,
  sellPrice,
  tollDue,
  visitPrice,
} from './rules/turn.js';
import type { Position } from './state.js';
import * as S from './state.js';

const ownerWords = ['-', 'you', 'rival'];
const trackSigns = '.YRN';

/** Amounts in words: `4 fish, 1 wood`. */
const amounts = (list: ArrayLike<number>, from: number, n: number): string[] =>
  Array.from({ length: n }, (_, i) => list[from + i]!).flatMap((amount, i) =>
    amount > 0 ? [`${amount} ${D.gainNames[i]}`] : [],
  );

/** The action of a town in words. */
export function townText(s: Position, town: number): string {
  const t = s.tables;
  const parts = amounts(t.townGain, town * D.GAINS, D.GAINS);
  if (t.townSell[town]) parts.push(`sell up to ${t.townSell[town]}`);
  if (t.townBuild[town]) parts.push(`build at -${t.townDiscount[town]}`);
  if (t.townHire[town]) parts.push('hire');
  if (t.townBrag[town]) parts.push('brag');
  if (t.townBonus[town] !== 255) parts.push(`work: ${D.gainNames[t.townBonus[town]!]}`);
  return parts.join(', ');
}

/** The symbols of a crew member: `administer+work`. */
export function memberText(s: Position, member: number): string {
  const t = s.tables;
  return [
    ...Array<string>(t.crewAdminister[member]!).fill('administer'),
    ...Array<string>(t.crewWork[member]!).fill('work'),
  ].join('+');
}

/** An event in words: its price and its reward. */
export function eventText(s: Position, event: number): string {
  const t = s.tables;
  const price = amounts(t.eventPay, event * D.GOODS, D.GOODS);
  if (t.eventAdminister[event]) price.push(`${t.eventAdminister[event]} administer`);
  if (t.eventWork[event]) price.push(`${t.eventWork[event]} work`);
  const reward = amounts(t.eventGain, event * D.GAINS, D.GAINS);
  if (t.eventBrag[event]) reward.push('brag');
  return `${price.join(', ') || 'nothing'} for ${reward.join(', ') || 'nothing'}`;
}

const tokenText = (s: Position, id: number): string => {
  const benefit = D.benefitNames[s.tables.tokenBenefit[id]!]!;
  const n = benefit === 'crew' ? 1 : s.tables.tokenGain[id * D.GAINS + D.gainNames.indexOf(benefit as never)]!;
  return `${n} ${benefit}`;
};

const placeName = (s: Position, at: number): string =>
  at === PORT ? 'the home port' : `${at} ${s.tables.townNames[s.townAt[at]!]}`;

/** What an action means at the pending prompt. */
export function actionText(s: Position, action: number): string {
  const { g } = s;
  const at = g[S.SHIP]!;
  const arg = action - X.actionBlocks[X.blockOf[action]!]!.offset;
  switch (X.actionBlocks[X.blockOf[action]!]!.name) {
    case 'HOME_PORT':
      return `home port ${portNames[arg]} (${quadrantNames[arg]})`;
    case 'MOVE': {
      if (arg === at) return `stay at ${placeName(s, arg)}`;
      const extra = extraCrew(s, arg);
      const price = [
        ...(tollDue(s, arg) ? [`toll ${s.tables.numbers.tollCoins} coin and an administer`] : []),
        ...(extra > 0 ? [`${extra} crew`] : []),
      ];
      return `sail to ${placeName(s, arg)}${price.length ? ` (${price.join(', ')})` : ''}`;
    }
    case 'VISIT':
      return `visit ${s.tables.townNames[s.townAt[at]!]} for ${visitPrice(s, at)} coins`;
    case 'BEFRIEND':
      return `befriend ${s.tables.townNames[s.townAt[at]!]} (${friendPrice(s)} cubes)`;
    case 'ATTACK':
      return `attack ${s.tables.townNames[s.townAt[at]!]} (strength ${needed(s, at, S.RIVAL) - s.ability[D.AB_ATTACK]!})`;
    case 'EVENT':
      return `event ${openEvent(s, arg)}: ${eventText(s, openEvent(s, arg))}`;
    case 'HUNT':
      return `hunt for treasure: ${g[S.TREASURE]} coins`;
    case 'REST':
      return 'rest: all crew ready';
    case 'HOME':
      return 'use the home port: all crew ready, maybe build';
    case 'EAT_FISH':
      return 'eat a fish to ready one of the crew';
    case 'BUY_TOKEN':
      return `buy the renown token (${tokenText(s, s.tokens[g[S.TOKENS_LEFT]! - 1]!)}) for ${s.tables.numbers.tokenCost}`;
    case 'END':
      return endText(s);
    case 'CREW':
      return `${g[S.PROMPT] === S.P_EAT ? 'ready' : 'exhaust'} crew ${arg + 1} (${memberText(s, s.crew[arg]!)})`;
    case 'HIRE':
      return `hire from place ${arg + 1} (${memberText(s, s.crewRow[arg]!)})`;
    case 'BUILD':
      return `build slot ${arg + 1}: ${buildingText(s, s.row[arg]!)} for ${buildPrice(s, arg)}`;
    case 'USE_WOOD':
      return `use a wood: ${s.tables.numbers.woodDiscount} coins less`;
    case 'SELL_FISH':
      return `sell a fish for ${sellPrice(s)}`;
    case 'SELL_WOOD':
      return `sell a wood for ${sellPrice(s)}`;
    case 'BRAG':
      return `brag with pile ${arg + 1}: ${resourceAt(s, arg)}`;
    case 'COMMIT_PIRATE':
      return 'send a pirate';
    default:
      return 'send a serpent';
  }
}

const resourceAt = (s: Position, pile: number): string =>
  D.resourceNames[s.tables.reputationResource[s.reputation[pile * S.REPUTATION_PILE]!]!]!;

function endText(s: Position): string {
  const { g } = s;
  switch (g[S.PROMPT]) {
    case S.P_MAIN:
      return 'end the turn without a main action';
    case S.P_POST:
      return 'end the turn';
    case S.P_ADMIN:
      return `pay ${friendCost(s)} cubes`;
    case S.P_WOOD:
      return `pay ${g[S.COST]} coins`;
    case S.P_COMMIT:
      return 'roll the dice';
    default:
      return 'that is all';
  }
}

/** A building in words: `17 (speed 1, renown 6)`. */
export const buildingText = (s: Position, id: number): string =>
  `${id} (${s.tables.buildingText[id]}, renown ${s.tables.buildingCost[id]})`;

/** The position for people. */
export function boardText(s: Position): string {
  const { g, tables } = s;
  const out: string[] = [];
  const last = g[S.LAST_ROUND] === 0 ? '' : `, the last one is ${g[S.LAST_ROUND]}`;
  const home =
    g[S.HOME_QUADRANT]! < 0
      ? 'not chosen'
      : `${portNames[g[S.HOME_QUADRANT]!]} (${quadrantNames[g[S.HOME_QUADRANT]!]})`;
  out.push(
    `Round ${g[S.ROUND]} of at most ${s.options.roundCap}${last}. Home port ${home}. ` +
      `Rival in region ${regionNames[g[S.REGION]!]}. Treasure map ${g[S.TREASURE]}.`,
    '',
    ' at  region  town              banner  owner  fee  action',
  );
  for (let at = 0; at < POSITIONS; at++) {
    const town = s.townAt[at]!;
    const banner = `${tables.townRed[town] ? 'red' : 'blue'} ${tables.townValue[town]}`;
    const marks = [
      ...(at === g[S.SHIP] ? ['YOUR SHIP'] : []),
      ...(REGION_OF[at] === g[S.REGION] ? ['rival near'] : []),
      ...(g[S.HOME_QUADRANT] === Math.floor(at / 3) && at % 3 === 1 ? ['next to home'] : []),
      ...[0, 1].flatMap((pile) => {
        const event = openEvent(s, pile);
        return event !== S.EMPTY && tables.eventTown[event] === town ? [`event ${event}`] : [];
      }),
    ];
    out.push(
      `${String(at).padStart(3)}  ${(regionNames[REGION_OF[at]!] as string).padEnd(6)}  ${tables.townNames[town]!.padEnd(16)}  ` +
        `${banner.padEnd(6)}  ${ownerWords[s.owner[at]!]!.padEnd(5)}  ${String(tables.townFee[town]).padStart(3)}  ` +
        `${townText(s, town)}${marks.length ? `  [${marks.join(', ')}]` : ''}`,
    );
  }
  if (g[S.SHIP] === PORT) out.push('Your ship is at the home port.');
  out.push('', '        fish wood book pirate serpent influence coins track tokens towns crew buildings  score');
  for (const side of [S.H, S.A]) {
    const n = (i: number, width: number) => String(g[side + i]).padStart(width);
    const score = side === S.H ? humanScore(s) : rivalScore(s);
    out.push(
      `${side === S.H ? 'you  ' : 'rival'}   ${n(0, 4)} ${n(1, 4)} ${n(2, 4)} ${n(3, 6)} ${n(4, 7)} ${n(5, 9)} ${n(6, 5)} ` +
        `${n(7, 5)} ${n(8, 6)} ${n(9, 5)} ${n(12, 4)} ${n(10, 9)} ${String(score).padStart(6)}`,
    );
  }
  const crew = Array.from({ length: g[S.H_CREW]! }, (_, i) => {
    const text = memberText(s, s.crew[i]!);
    return `${i + 1} ${s.exhausted[i] ? `(${text})` : text}`;
  });
  const mine = [...s.building.keys()].filter((id) => s.building[id] === S.HUMAN).map((id) => buildingText(s, id));
  out.push(
    `Crew (exhausted in brackets): ${crew.join(', ')}`,
    `Your buildings: ${mine.join('; ') || 'none'}`,
    `Influence track: ${[...s.track].map((c) => trackSigns[c]).join('')}  (Y you, R rival, N neutral); free cubes ${freeCubes(s, S.H)} and ${freeCubes(s, S.A)}`,
    `Building row, books needed: ${[...s.row].map((id, i) => `${tables.numbers.bookTokens[i]}: ${id === S.EMPTY ? '-' : buildingText(s, id)}`).join('; ')}; deck ${g[S.BUILDING_DECK]}`,
    `Crew for hire: ${[...s.crewRow].map((id) => (id === S.EMPTY ? '-' : memberText(s, id))).join(', ')}; deck ${g[S.CREW_DECK]}`,
  );
  for (let pile = 0; pile < 2; pile++) {
    const event = openEvent(s, pile);
    const told =
      event === S.EMPTY
        ? 'none left'
        : `${event} at ${tables.townNames[tables.eventTown[event]!]}: ${eventText(s, event)}`;
    out.push(`Event pile ${pile + 1}: ${told}; ${g[S.EVENTS_LEFT + pile]} cards`);
  }
  const top = g[S.TOKENS_LEFT] === 0 ? 'none left' : tokenText(s, s.tokens[g[S.TOKENS_LEFT]! - 1]!);
  out.push(
    `Reputation piles: ${resourceAt(s, 0)}, ${resourceAt(s, 1)}. Renown token: ${top}; ${g[S.TOKENS_LEFT]} left.`,
  );
  if (g[S.LAST_ATTACK]! > 0) out.push(`Your last attack reached a strength of ${g[S.LAST_ATTACK]! - 1}.`);
  out.push(s.over ? `The game is over: ${S.endings[g[S.CAUSE]!]}.` : questionText(s));
  return `${out.join('\n')}\n`;
}

function questionText(s: Position): string {
  const { g } = s;
  const questions: Record<number, string> = {
    [S.P_HOME_PORT]: 'Where is your home port?',
    [S.P_MOVE]: 'Where do you sail?',
    [S.P_TOLL]: 'Who pays the toll?',
    [S.P_SPEED]: `Who rows? ${g[S.EXTRA]} to go.`,
    [S.P_MAIN]: 'What do you do here?',
    [S.P_POST]: 'Anything else?',
    [S.P_EAT]: 'Who eats the fish?',
    [S.P_WORK]: 'Who works here?',
    [S.P_ADMIN]: `Who helps? ${friendCost(s)} cubes to pay.`,
    [S.P_EVX]: `Who does it? ${g[S.NEED_ADMINISTER]} administer, ${g[S.NEED_WORK]} work to go.`,
    [S.P_SELL]: `What do you sell? ${g[S.TO_SELL]} to go.`,
    [S.P_HIRE]: 'Whom do you hire?',
    [S.P_BUILD]: 'What do you build?',
    [S.P_WOOD]: `Wood for the building? ${g[S.COST]} coins to pay.`,
    [S.P_BRAG]: 'What do you brag about?',
    [S.P_COMMIT]: `Who attacks? ${g[S.PIRATES_IN]} pirates and ${g[S.SERPENTS_IN]} serpents so far.`,
  };
  return questions[g[S.PROMPT]!]!;
}
