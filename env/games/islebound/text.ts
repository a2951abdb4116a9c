/** What people read: the board, and a sentence for every action. */
import { COLUMNS, wrap } from '../wrap.js';
import * as X from './actions.js';
import * as D from './data.js';
import { PORT, POSITIONS, portNames, quadrantNames, REGION_OF, regionNames } from './geometry.js';
import { humanScore, leader, rivalScore } from './rules/ending.js';
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

/** Those that have another word for several; the tables name them now one way, now the other. */
const plurals = ['book', 'pirate', 'serpent', 'coin', 'cube', 'town', 'building', 'card', 'space', 'crew member'];

/** The word for so many of something. */
function wordFor(n: number, name: string): string {
  const one = name.replace(/s$/, '');
  return plurals.includes(one) ? (n === 1 ? one : `${one}s`) : name;
}

/** `1 coin`, `3 pirates`, `2 fish`. */
const count = (n: number, name: string): string => `${n} ${wordFor(n, name)}`;

/** Amounts in words: `4 fish, 1 wood`. */
const amounts = (list: ArrayLike<number>, from: number, n: number): string[] =>
  Array.from({ length: n }, (_, i) => list[from + i]!).flatMap((amount, i) =>
    amount > 0 ? [count(amount, D.gainNames[i]!)] : [],
  );

/** The action of a town in words. */
function townText(s: Position, town: number): string {
  const t = s.tables;
  const parts = amounts(t.townGain, town * D.GAINS, D.GAINS);
  if (t.townSell[town]) parts.push(`sell up to ${t.townSell[town]}`);
  if (t.townBuild[town]) parts.push(t.townDiscount[town] ? `build for ${t.townDiscount[town]} less` : 'build');
  if (t.townHire[town]) parts.push('hire');
  if (t.townBrag[town]) parts.push('brag');
  if (t.townBonus[town] !== 255) parts.push(`work: ${D.gainNames[t.townBonus[town]!]}`);
  return parts.join(', ');
}

/** The symbols of a crew member: `administer+work`. */
function memberText(s: Position, member: number): string {
  const t = s.tables;
  return [
    ...Array<string>(t.crewAdminister[member]!).fill('administer'),
    ...Array<string>(t.crewWork[member]!).fill('work'),
  ].join('+');
}

/** An event in words: its price and its reward. */
function eventText(s: Position, event: number): string {
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
  return count(n, benefit);
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
        ...(tollDue(s, arg) ? [`toll: ${count(s.tables.numbers.tollCoins, 'coin')} and an administer`] : []),
        ...(extra > 0 ? [`${extra} crew`] : []),
      ];
      return `sail to ${placeName(s, arg)}${price.length ? ` (${price.join(', ')})` : ''}`;
    }
    case 'VISIT':
      return `visit ${s.tables.townNames[s.townAt[at]!]} for ${count(visitPrice(s, at), 'coin')}`;
    case 'BEFRIEND':
      return `befriend ${s.tables.townNames[s.townAt[at]!]} (${count(friendPrice(s), 'cube')})`;
    case 'ATTACK':
      return `attack ${s.tables.townNames[s.townAt[at]!]} (${strengthText(s, at)})`;
    case 'EVENT':
      return `event ${openEvent(s, arg)}: ${eventText(s, openEvent(s, arg))}`;
    case 'HUNT':
      return `hunt for treasure: ${count(g[S.TREASURE]!, 'coin')}`;
    case 'REST':
      return 'rest: all crew ready';
    case 'HOME':
      return 'use the home port: all crew ready, maybe build';
    case 'EAT_FISH':
      return 'eat a fish to ready one of the crew';
    case 'BUY_TOKEN':
      return `buy the renown token (${tokenText(s, s.tokens[g[S.TOKENS_LEFT]! - 1]!)}) for ${count(s.tables.numbers.tokenCost, 'coin')}`;
    case 'END':
      return endText(s);
    case 'CREW':
      return `${g[S.PROMPT] === S.P_EAT ? 'ready' : 'exhaust'} crew ${arg + 1} (${memberText(s, s.crew[arg]!)})`;
    case 'HIRE':
      return `hire from place ${arg + 1} (${memberText(s, s.crewRow[arg]!)})`;
    case 'BUILD':
      return `build from place ${arg + 1} for ${count(buildPrice(s, arg), 'coin')}: ${buildingText(s, s.row[arg]!)}`;
    case 'USE_WOOD':
      return `use a wood: ${count(s.tables.numbers.woodDiscount, 'coin')} less`;
    case 'SELL_FISH':
      return `sell a fish for ${count(sellPrice(s), 'coin')}`;
    case 'SELL_WOOD':
      return `sell a wood for ${count(sellPrice(s), 'coin')}`;
    case 'BRAG':
      return `brag with pile ${arg + 1}: ${resourceAt(s, arg)}`;
    case 'COMMIT_PIRATE':
      return 'send a pirate';
    default:
      return 'send a serpent';
  }
}

/** What an attack must reach: the town's strength less what buildings add, of which some force must be sent in any case. */
function strengthText(s: Position, at: number): string {
  const bonus = s.ability[D.AB_ATTACK]!;
  const left = needed(s, at, S.RIVAL) - bonus;
  const from = bonus > 0 ? `, your buildings add ${bonus}` : '';
  return left < 1 ? `any force is enough${from}` : `strength ${left} needed${from}`;
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
      return `pay ${count(friendCost(s), 'cube')}`;
    case S.P_WOOD:
      return `pay ${count(g[S.COST]!, 'coin')}`;
    case S.P_COMMIT:
      return 'roll the dice';
    default:
      return 'that is all';
  }
}

/** What a building does, in words. */
function abilityText(s: Position, id: number): string {
  const t = s.tables;
  const n = t.buildingAmount[id]!;
  if (t.buildingNow[id] !== 255) {
    const now = D.nowNames[t.buildingNow[id]!]!;
    return `${now === 'crew' ? `hire ${n}` : now === 'brag' ? 'brag' : count(n, now)} at once`;
  }
  if (t.buildingEnd[id] !== 255) {
    const per = t.buildingPer[id]!;
    const what = D.endNames[t.buildingEnd[id]!]!.replace('crew', 'crew member');
    return `at the end ${n} renown for each ${per === 1 ? wordFor(1, what) : count(per, what)}`;
  }
  const ability = t.buildingAbility[id]!;
  if (ability < D.AB_SELL) return `${n} more ${wordFor(n, D.gainNames[ability]!)} in towns that give any`;
  switch (ability) {
    case D.AB_SELL:
      return `${count(n, 'coin')} more for a good sold`;
    case D.AB_REST_COINS:
      return `${count(n, 'coin')} for a rest`;
    case D.AB_FEE:
      return `fees ${change(n)}`;
    case D.AB_BUILD_COST:
      return `buildings cost ${change(n)}`;
    case D.AB_BEFRIEND_COST:
      return `befriending costs ${change(n)}`;
    case D.AB_ATTACK:
      return `attacks ${n} stronger`;
    case D.AB_CAPTURE_COINS:
      return `${count(n, 'coin')} more for a town taken`;
    case D.AB_EVENT_COINS:
      return `${count(n, 'coin')} more for an event`;
    case D.AB_BRAG:
      return `${n} more renown for a brag`;
    case D.AB_SPEED:
      return `sail ${count(n, 'space')} farther`;
    default:
      return 'no toll';
  }
}

const change = (n: number): string => (n < 0 ? `${-n} less` : `${n} more`);

/** A building in words: `#17, renown 6: sail 1 space farther`. */
export const buildingText = (s: Position, id: number): string =>
  `#${id}, renown ${s.tables.buildingCost[id]}: ${abilityText(s, id)}`;

/** The position for people; lines of 100 columns at most. */
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
    const line =
      `${String(at).padStart(3)}  ${(regionNames[REGION_OF[at]!] as string).padEnd(6)}  ${tables.townNames[town]!.padEnd(16)}  ` +
      `${banner.padEnd(6)}  ${ownerWords[s.owner[at]!]!.padEnd(5)}  ${String(tables.townFee[town]).padStart(3)}  ` +
      `${townText(s, town)}`;
    const told = marks.length ? `  [${marks.join(', ')}]` : '';
    // Where there is no room behind the action, marks go below it.
    if (line.length + told.length <= COLUMNS) out.push(line + told);
    else out.push(line, `${' '.repeat(line.length - townText(s, town).length - 2)}${told}`);
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
    `Building row, books needed (deck ${g[S.BUILDING_DECK]}):`,
    ...[...s.row].map((id, i) => {
      const books = count(tables.numbers.bookTokens[i]!, 'book');
      return `  ${i + 1}  ${id === S.EMPTY ? '-' : `${books.padEnd(9)}${buildingText(s, id)}`}`;
    }),
    `Crew for hire: ${[...s.crewRow].map((id) => (id === S.EMPTY ? '-' : memberText(s, id))).join(', ')}; deck ${g[S.CREW_DECK]}`,
  );
  for (let pile = 0; pile < 2; pile++) {
    const event = openEvent(s, pile);
    const told =
      event === S.EMPTY
        ? 'none left'
        : `${event} at ${tables.townNames[tables.eventTown[event]!]}: ${eventText(s, event)}`;
    out.push(`Event pile ${pile + 1}: ${told}; ${count(g[S.EVENTS_LEFT + pile]!, 'card')}`);
  }
  const top = g[S.TOKENS_LEFT] === 0 ? 'none left' : tokenText(s, s.tokens[g[S.TOKENS_LEFT]! - 1]!);
  out.push(
    `Reputation piles: ${resourceAt(s, 0)}, ${resourceAt(s, 1)}. Renown token: ${top}; ${g[S.TOKENS_LEFT]} left.`,
  );
  if (g[S.LAST_ATTACK]! > 0) out.push(`Your last attack reached a strength of ${g[S.LAST_ATTACK]! - 1}.`);
  out.push(s.over ? overText(s) : questionText(s));
  return `${out.flatMap((line) => wrap(line)).join('\n')}\n`;
}

function overText(s: Position): string {
  const ahead = leader(s);
  const result = ahead > 0 ? 'you win' : ahead < 0 ? 'the rival wins' : 'a draw';
  return `The game is over (${S.endings[s.g[S.CAUSE]!]}): you ${humanScore(s)}, the rival ${rivalScore(s)}, ${result}.`;
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
    [S.P_ADMIN]: `Who helps? ${count(friendCost(s), 'cube')} to pay.`,
    [S.P_EVX]: `Who does it? ${g[S.NEED_ADMINISTER]} administer, ${g[S.NEED_WORK]} work to go.`,
    [S.P_SELL]: `What do you sell? ${g[S.TO_SELL]} to go.`,
    [S.P_HIRE]: 'Whom do you hire?',
    [S.P_BUILD]: 'What do you build?',
    [S.P_WOOD]: `Wood for the building? ${count(g[S.COST]!, 'coin')} to pay.`,
    [S.P_BRAG]: 'What do you brag about?',
    [S.P_COMMIT]: `Who attacks? ${count(g[S.PIRATES_IN]!, 'pirate')} and ${count(g[S.SERPENTS_IN]!, 'serpent')} so far.`,
  };
  return questions[g[S.PROMPT]!]!;
}
