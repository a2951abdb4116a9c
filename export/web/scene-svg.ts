/** A position as one picture: its scene as SVG of a fixed size, with everything in attributes, for programs that know no styles. */
import type { Game, State } from '../../env/game.js';
import type { Scene, SceneBoard, SceneCard, ScenePlace, SceneToken, Tone } from '../../env/scene.js';
import { edges, insideOf, UNIT } from './board-layout.js';
import { outlines, signHeight } from './outlines.js';
import { pageStyle } from './page-script.js';

/** Width and height of every picture; what is drawn fits into it, in the middle. */
const PICTURE = { width: 960, height: 720 } as const;

/** In the measure of what is drawn, which is then scaled. */
const BOARDS = 700;
const SHEETS = 250;
const GAP = 14;
const MARK = 22;
const LETTERS = 14;
const LINE = 18;
/** Of the smallest letters on a board, in its own measure. */
const LEAST = 16;

/**
 * The position as a seat sees it.
 * @returns an SVG document of `PICTURE`; games that draw nothing are shown in words
 */
export function pictureOf(game: Pick<Game, 'drawing'>, state: State, seat: number): string {
  const whole = game.drawing ? drawn(game.drawing.scene(state, seat)) : written(state.text(seat).split('\n'));
  const scale = scaleOf(whole);
  const x = (PICTURE.width - scale * whole.width) / 2;
  const y = (PICTURE.height - scale * whole.height) / 2;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${PICTURE.width}" height="${PICTURE.height}" font-family="sans-serif">` +
    `<rect width="${PICTURE.width}" height="${PICTURE.height}" fill="${color('ground')}"/>` +
    `<g transform="translate(${x} ${y}) scale(${scale})">${whole.content}</g></svg>`
  );
}

/** By which it fits into a picture. */
function scaleOf({ width, height }: Drawn): number {
  return Math.min(PICTURE.width / (width + 2 * GAP), PICTURE.height / (height + 2 * GAP));
}

interface Drawn {
  content: string;
  width: number;
  height: number;
}

/** Boards one above the other, and beside them columns of cards. */
function drawn({ parts }: Scene): Drawn {
  const boards = parts.filter((part) => part.kind === 'board').map((board) => ({ board, edges: edges(board) }));
  const wide = boards.map(({ edges: [left, top, right, bottom] }) => (BOARDS * (bottom - top)) / (right - left));
  const all = wide.reduce((sum, height) => sum + height, 0);
  const shrink = Math.min(1, BOARDS / all);
  // All of them are as wide as that, or narrower and in the middle.
  const across = boards.length > 0 ? BOARDS * shrink : 0;
  let content = '';
  let y = 0;
  for (const [i, { board, edges }] of boards.entries()) {
    const [left, top, right, bottom] = edges;
    const height = wide[i]! * shrink;
    const scale = height / (bottom - top);
    const x = (across - scale * (right - left)) / 2 - scale * left;
    content += `<g transform="translate(${x} ${y - scale * top}) scale(${scale})">${boardOf(board)}</g>`;
    y += height + GAP;
  }
  const least = Math.max(1, y - GAP);
  const candidates = [1, 1.2, 1.5, 2].map((times) => {
    const beside = sheetsOf(parts, across === 0 ? 0 : across + 2 * GAP, times * BOARDS);
    const width = Math.max(beside.width, across, 1);
    return { content: content + beside.content, width, height: Math.max(beside.height, least) };
  });
  return candidates.sort((a, b) => scaleOf(b) - scaleOf(a))[0]!;
}

/** Cards from `x` on, in as many columns of this height as they take. */
function sheetsOf(parts: Scene['parts'], x: number, height: number): Drawn {
  let content = '';
  let y = 0;
  let most = 0;
  let right = 0;
  let at = x;
  const room = (wanted: number) => {
    if (y > 0 && y + wanted > height) {
      at += SHEETS + GAP;
      y = 0;
    }
  };
  for (const part of parts) {
    if (part.kind === 'board' || part.cards.length === 0) continue;
    const cards = part.cards.map(sheetOf);
    room(LINE + cards[0]!.height);
    content += text(part.title, { x: at, y: y + LETTERS, size: LETTERS, fill: color('soft') });
    y += LINE + 2;
    for (const card of cards) {
      room(card.height);
      content += `<g transform="translate(${at} ${y})">${card.content}</g>`;
      y += card.height + 6;
      most = Math.max(most, y);
    }
    y += 6;
    right = at + SHEETS;
  }
  return { content, width: right, height: most };
}

function sheetOf({ title, tone = 'plain', tokens = [], facts = [], text: words = [], faded, marked }: SceneCard) {
  const across = SHEETS - 20;
  let y = 4;
  let inside = '';
  const say = (line: string, bold: boolean) => {
    for (const part of wrapped(line, across)) {
      y += LINE;
      inside += text(part, { x: 14, y: y - 4, size: LETTERS, fill: color('ink'), bold });
    }
  };
  say(title, true);
  const inRow = Math.floor(across / (MARK + 2));
  for (const [i, token] of tokens.entries()) {
    if (i % inRow === 0) y += MARK + 2;
    inside += tokenOf(token, { x: 14 + (i % inRow) * (MARK + 2), y: y - MARK, size: MARK });
  }
  if (facts.length > 0) say(facts.map((fact) => fact.join('\u00a0')).join('   '), false);
  for (const line of words) say(line, false);
  const height = y + 8;
  const frame = `stroke="${marked ? color('ink') : color('line')}" stroke-width="${marked ? 2.5 : 1}"`;
  return {
    height,
    content:
      `<g${faded ? ' opacity="0.5"' : ''}><rect width="${SHEETS}" height="${height}" rx="6" fill="${color('card')}" ${frame}/>` +
      `<rect width="6" height="${height}" rx="3" fill="${toned(tone).tone}"/>${inside}</g>`,
  };
}

function boardOf({ places, ways = [], labels = [], tokens = 1 }: SceneBoard): string {
  const lines = ways.map(
    ([x1, y1, x2, y2]) =>
      `<line x1="${x1 * UNIT}" y1="${y1 * UNIT}" x2="${x2 * UNIT}" y2="${y2 * UNIT}" stroke="${color('edge')}" stroke-width="4" stroke-dasharray="10 8"/>`,
  );
  const beside = labels.map(({ at: [x, y], text: words }) =>
    text(words, { x: x * UNIT, y: y * UNIT + 8, size: 24, fill: color('soft'), middle: true }),
  );
  return [...lines, ...beside, ...places.map((place) => placeOf(place, tokens * UNIT))].join('');
}

function placeOf(place: ScenePlace, most: number): string {
  const { tokens = [], marked, tone = 'plain' } = place;
  const { middle, lines, spots } = insideOf(place, most, LEAST);
  // Dashed lines end beside the letters.
  const around = `stroke="${toned(tone).soft}" stroke-width="6" stroke-linejoin="round" paint-order="stroke"`;
  return [
    frame(place, 2, `fill="${toned(tone).soft}"`),
    marked && frame(place, 6, `fill="none" stroke="${color('ink')}" stroke-width="3" stroke-dasharray="9 6"`),
    ...lines.map(({ words, letters, baseline }) =>
      text(words, { x: middle, y: baseline, size: letters, fill: color('ink'), middle: true }, around),
    ),
    ...tokens.map((token, i) => tokenOf(token, spots[i]!)),
    frame(place, 2, `fill="none" stroke="${color('line')}" stroke-width="2"`),
  ]
    .filter(Boolean)
    .join('');
}

function frame({ at, size = [1, 1], shape }: ScenePlace, inset: number, look: string): string {
  const [x, y, width, height] = [at[0] * UNIT, at[1] * UNIT, size[0] * UNIT, size[1] * UNIT];
  return shape === 'round'
    ? `<ellipse cx="${x + width / 2}" cy="${y + height / 2}" rx="${width / 2 - inset}" ry="${height / 2 - inset}" ${look}/>`
    : `<rect x="${x + inset}" y="${y + inset}" width="${width - 2 * inset}" height="${height - 2 * inset}" rx="${Math.max(2, 10 - inset)}" ${look}/>`;
}

function tokenOf(token: SceneToken, { x, y, size }: { x: number; y: number; size: number }): string {
  const { shape, tone, sign } = token;
  const { path, middle = 50 } = outlines[shape];
  const { tone: fill, on } = toned(tone);
  const height = signHeight(token);
  const letters = { x: 50, y: middle + height * 0.36, size: height, middle: true, bold: true };
  // What is written is wider than some tokens: a line around the letters keeps them legible.
  const around = `stroke="${fill}" stroke-width="8" stroke-linejoin="round" paint-order="stroke"`;
  return (
    `<g transform="translate(${x} ${y}) scale(${size / 100})">` +
    `<path d="${path}" fill="${fill}" fill-rule="evenodd" stroke="${color('card')}" stroke-width="4"/>` +
    `${sign ? text(sign, { ...letters, fill: on }, around) : ''}</g>`
  );
}

/** Lines of words in columns of one width, whatever the letters. */
function written(lines: readonly string[]): Drawn {
  const width = 9;
  const content = lines.map((line, i) => {
    const places = [...line].map((_, column) => column * width).join(' ');
    return `<text x="${places}" y="${(i + 1) * LINE}" font-size="${LETTERS}" fill="${color('ink')}">${safe(line)}</text>`;
  });
  const longest = Math.max(1, ...lines.map((line) => [...line].length));
  return { content: content.join(''), width: longest * width, height: (lines.length + 1) * LINE };
}

/** Lines that are most likely no wider. */
function wrapped(line: string, width: number): string[] {
  const most = Math.floor(width / (0.56 * LETTERS));
  const lines: string[] = [];
  let now = '';
  for (const word of line.split(' ')) {
    const longer = now === '' ? word : `${now} ${word}`;
    if (longer.length > most && now !== '') {
      lines.push(now.trimEnd());
      now = word;
    } else now = longer;
  }
  return [...lines, now];
}

interface Letters {
  x: number;
  y: number;
  size: number;
  fill: string;
  bold?: boolean;
  middle?: boolean;
}

function text(words: string, { x, y, size, fill, bold, middle }: Letters, more = ''): string {
  const look = `${bold ? ' font-weight="700"' : ''}${middle ? ' text-anchor="middle"' : ''} ${more}`;
  return `<text x="${x}" y="${y}" font-size="${size}" fill="${fill}"${look}>${safe(words)}</text>`;
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const safe = (words: string): string => words.replace(/[&<>]/g, (letter) => escapes[letter]!);

/** Colours of the page in its light dress: the first that its style names. */
function declared(pattern: string): string[] {
  const found = pageStyle().match(new RegExp(pattern));
  if (!found) throw new Error(`the style of the page has no ${pattern}`);
  return found.slice(1);
}

const colors = new Map<string, string>();
function color(name: string): string {
  if (!colors.has(name)) colors.set(name, declared(`--${name}: (#[0-9a-f]+)`)[0]!);
  return colors.get(name)!;
}

interface Toned {
  soft: string;
  tone: string;
  on: string;
}
const toneColors = new Map<Tone, Toned>();
function toned(name: Tone): Toned {
  if (!toneColors.has(name)) {
    const inside = String.raw`[^}]*--soft-tone: (#\w+);[^}]*--tone: (#\w+);[^}]*--on-tone: (#\w+)`;
    const [soft, tone, on] = declared(String.raw`\.tone-${name} \{${inside}`);
    toneColors.set(name, { soft: soft!, tone: tone!, on: on! });
  }
  return toneColors.get(name)!;
}
