/** The board as a person reads it. */
import { COLUMNS, wrap } from '../../../env/kit/wrap.js';
import { PORT, POSITIONS, portNames, quadrantNames, REGION_OF, regionNames } from '../geometry.js';
import { buildingText, count, eventText, memberText, resourceName, tokenText, townName, townText } from '../names.js';
import { humanScore, leader, rivalScore } from '../rules/ending.js';
import { asking } from '../rules/engine.js';
import { freeCubes, openEvent, openToken } from '../rules/judgements.js';
import type { Position } from '../state.js';
import { EMPTY, endings, HUMAN, RIVAL } from '../state.js';

const ownerWords = ['-', 'you', 'rival'];
const trackSigns = '.YRN';

/** The position with what is asked; lines of 100 columns at most. */
export function boardText(s: Position): string {
  const last = s.lastRound === 0 ? '' : `, the last one is ${s.lastRound}`;
  const home = s.home < 0 ? 'not chosen' : `${portNames[s.home]} (${quadrantNames[s.home]})`;
  const out = [
    `Round ${s.round} of at most ${s.options.roundCap}${last}. Home port ${home}. ` +
      `Rival in region ${regionNames[s.region]}. Treasure map ${s.treasure}.`,
    '',
    ...mapLines(s),
    '',
    ...sideLines(s),
    ...cardLines(s),
  ];
  if (s.lastAttack > 0) out.push(`Your last attack reached a strength of ${s.lastAttack - 1}.`);
  out.push(s.over ? overText(s) : asking.prompts[s.prompt]!.ask(s));
  return `${out.flatMap((line) => wrap(line)).join('\n')}\n`;
}

function mapLines(s: Position): string[] {
  const { tables } = s;
  const out = [' at  region  town              banner  owner  fee  action'];
  for (let at = 0; at < POSITIONS; at++) {
    const town = s.townAt[at]!;
    const cells = [
      String(at).padStart(3),
      regionNames[REGION_OF[at]!]!.padEnd(6),
      townName(s, at).padEnd(16),
      `${tables.townRed[town] ? 'red' : 'blue'} ${tables.townValue[town]}`.padEnd(6),
      ownerWords[s.owner[at]!]!.padEnd(5),
      String(tables.townFee[town]).padStart(3),
    ].join('  ');
    const marks = [
      ...(at === s.ship ? ['YOUR SHIP'] : []),
      ...(REGION_OF[at] === s.region ? ['rival near'] : []),
      ...(s.home === Math.floor(at / 3) && at % 3 === 1 ? ['next to home'] : []),
      ...[0, 1].map((pile) => openEvent(s, pile)).flatMap((e) => (tables.eventTown[e] === town ? [`event ${e}`] : [])),
    ];
    const line = `${cells}  ${townText(s, town)}`;
    const told = marks.length ? `  [${marks.join(', ')}]` : '';
    // Where there is no room behind the action, marks go below it.
    if (line.length + told.length <= COLUMNS) out.push(line + told);
    else out.push(line, `${' '.repeat(cells.length)}${told}`);
  }
  if (s.ship === PORT) out.push('Your ship is at the home port.');
  return out;
}

/** The columns of what both sides have, with their counters. */
export const columns = [
  ['fish', 'fish'],
  ['wood', 'wood'],
  ['book', 'book'],
  ['pirate', 'pirate'],
  ['serpent', 'serpent'],
  ['influence', 'influence'],
  ['coins', 'coins'],
  ['track', 'renown'],
  ['tokens', 'tokens'],
  ['towns', 'towns'],
  ['crew', 'crew'],
  ['buildings', 'buildings'],
] as const;

function sideLines(s: Position): string[] {
  const row = (name: string, side: 'human' | 'rival', score: number) => {
    const cells = columns.map(([title, counter]) => String(s[side][counter]).padStart(title.length));
    return `${name}   ${cells.join(' ')} ${String(score).padStart(6)}`;
  };
  const crew = Array.from(s.crew.subarray(0, s.human.crew), (member, i) => {
    const text = memberText(s, member);
    return `${i + 1} ${s.exhausted[i] ? `(${text})` : text}`;
  });
  const mine = [...s.building.keys()].filter((id) => s.building[id] === HUMAN).map((id) => buildingText(s, id));
  const track = [...s.track].map((cube) => trackSigns[cube]).join('');
  return [
    `        ${columns.map(([title]) => title).join(' ')}  score`,
    row('you  ', 'human', humanScore(s)),
    row('rival', 'rival', rivalScore(s)),
    `Crew (exhausted in brackets): ${crew.join(', ')}`,
    `Your buildings: ${mine.join('; ') || 'none'}`,
    `Influence track: ${track}  (Y you, R rival, N neutral); free cubes ${freeCubes(s, HUMAN)} and ${freeCubes(s, RIVAL)}`,
  ];
}

/** What lies open, and how much of each deck is left. */
function cardLines(s: Position): string[] {
  const { eventTown, numbers, townNames } = s.tables;
  const books = (slot: number) => count(numbers.bookTokens[slot]!, 'book').padEnd(9);
  const event = (id: number) =>
    id === EMPTY ? 'none left' : `${id} at ${townNames[eventTown[id]!]}: ${eventText(s, id)}`;
  const token = s.tokensLeft === 0 ? 'none left' : tokenText(s, openToken(s));
  const forHire = [...s.crewRow].map((id) => (id === EMPTY ? '-' : memberText(s, id)));
  return [
    `Building row, books needed (deck ${s.buildingsLeft}):`,
    ...Array.from(s.row, (id, i) => `  ${i + 1}  ${id === EMPTY ? '-' : books(i) + buildingText(s, id)}`),
    `Crew for hire: ${forHire.join(', ')}; deck ${s.crewLeft}`,
    ...Array.from(
      s.eventsLeft,
      (left, pile) => `Event pile ${pile + 1}: ${event(openEvent(s, pile))}; ${count(left, 'card')}`,
    ),
    `Reputation piles: ${resourceName(s, 0)}, ${resourceName(s, 1)}. Renown token: ${token}; ${s.tokensLeft} left.`,
  ];
}

function overText(s: Position): string {
  const ahead = leader(s);
  const result = ahead > 0 ? 'you win' : ahead < 0 ? 'the rival wins' : 'a draw';
  return `The game is over (${endings[s.cause]}): you ${humanScore(s)}, the rival ${rivalScore(s)}, ${result}.`;
}
