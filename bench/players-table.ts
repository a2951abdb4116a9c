/**
 * The tables of the shipped players: what is inside each, and what it was measured by. Made of the records in
 * games/<id>/provenance/, which the files of the players carry; bench/shipped-players.ts writes them into the pages.
 */

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { evolutionText, imitationText, ppoText, searchText } from '../agents/player-file/provenance.js';
import {
  type PlayerMeasurement,
  type PlayerPanel,
  type PlayerTraining,
  type Provenance,
  statedProvenanceSchema,
} from '../agents/player-file/provenance-schema.js';
import { writeAtomic } from '../checkpoints/atomic.js';
import { millisecondsText, rateText } from '../eval/report.js';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** A shipped player: its name, and what is known of it. */
export interface ShippedRecord {
  /** Its file in games/, without the ending. */
  name: string;
  /** For people. */
  title: string;
  provenance: Provenance & { training: PlayerTraining; measured: PlayerMeasurement[] };
}

/** Configuration of bench/shipped-players.ts. */
export interface ShippedConfig {
  /** Titles of the shipped players, by file in games/ without the ending. */
  titles: Record<string, string>;
  /** What is measured, by the name of the row. */
  rows: Record<string, MeasuredRow>;
}

/** One row of the tables. */
export interface MeasuredRow {
  /** Name of the player's file, if it is one's. */
  player?: string;
  agent: string;
  game: string;
  against: string[];
  options?: Record<string, unknown>;
  /** Deals; each is played once from every seat. */
  blocks: number;
  /** Deals of each opponent of the panel, if it is measured by one. */
  panel?: number;
}

export const config = JSON.parse(
  readFileSync(new URL('./shipped-players.json', import.meta.url), 'utf8'),
) as ShippedConfig;
const { titles } = config;

/** File of a player's record. */
export function recordFile(name: string): string {
  const [game, player] = name.split('/');
  return path.join(root, 'games', game!, 'provenance', `${player}.json`);
}

/** The records of all shipped players. @throws ZodError when one is not as it should be */
export function shippedRecords(): ShippedRecord[] {
  return Object.keys(titles).map((name) => {
    const provenance = statedProvenanceSchema.parse(JSON.parse(readFileSync(recordFile(name), 'utf8')));
    return { name, title: titles[name] ?? name, provenance: provenance as ShippedRecord['provenance'] };
  });
}

/** Where the object literal that begins at `start` ends; braces in texts do not count. */
function endOfObject(text: string, start: number): number {
  let depth = 0;
  for (let i = start; i < text.length; i++) {
    const c = text[i]!;
    if (c === '"' || c === "'" || c === '`') for (i++; text[i] !== c; i++) if (text[i] === '\\') i++;
    if (c === '{') depth++;
    if (c === '}' && --depth === 0) return i + 1;
  }
  throw new Error('an object does not end');
}

/** Writes the records into the files of the players; nothing else of these changes. */
export function carryRecords(): void {
  for (const { name, provenance } of shippedRecords()) {
    const file = path.join(root, 'games', `${name}.mjs`);
    const text = readFileSync(file, 'utf8');
    const begins = [...text.matchAll(/\bprovenance:\{/g)].map((found) => found.index + 'provenance:'.length);
    // Tables of components have a provenance too, but theirs are texts.
    if (begins.length !== 1) throw new Error(`${file} has ${begins.length} records, wanted 1`);
    const [start] = begins as [number];
    writeAtomic(file, text.slice(0, start) + JSON.stringify(provenance) + text.slice(endOfObject(text, start)));
  }
}

/** Whom it played. */
function opponents({ against, parity }: PlayerMeasurement): string {
  if (against.length === 0) return 'the rival of the rules';
  const others = Math.round(1 / parity) - 1;
  const names = against.map((spec) => `\`${spec}\``);
  return names.length === 1 && others > 1 ? `${others} ${names[0]}` : names.join(', ');
}

function sameTable(a: PlayerMeasurement, b: PlayerMeasurement): boolean {
  return JSON.stringify([a.against, a.options]) === JSON.stringify([b.against, b.options]);
}

/**
 * A record with what was measured anew, each where the earlier games against the same opponents stand. Fresh games
 * replace earlier ones that were timed too; where these were more, their result stays and only their times go.
 * @param fresh with times
 */
export function remeasured(
  measured: readonly PlayerMeasurement[],
  fresh: readonly PlayerMeasurement[],
): PlayerMeasurement[] {
  const all = [...measured, ...fresh];
  const first = all.filter((one, i) => all.findIndex((other) => sameTable(one, other)) === i);
  return first.flatMap((table) => {
    const anew = fresh.filter((one) => sameTable(one, table));
    const most = Math.max(0, ...anew.map(({ games }) => games));
    const kept = measured
      .filter((one) => sameTable(one, table) && (one.effort === null || one.games > most))
      .map((one) => (anew.length > 0 ? { ...one, effort: null } : one));
    return [...kept, ...anew];
  });
}

/** `120 (median 16), 98 simulations`: of one agent, in the games that were timed. */
function spentText(effort: NonNullable<PlayerMeasurement['effort']>[number] | undefined): string {
  if (!effort?.milliseconds) return 'not recorded';
  const { milliseconds: ms, simulations } = effort;
  const time = `${millisecondsText(ms.mean)} (median ${millisecondsText(ms.median)})`;
  return simulations === null ? time : `${time}, ${simulations.toFixed(0)} simulations`;
}

/** Its own time a decision, and that of its opponents. */
function times({ effort }: PlayerMeasurement): [own: string, others: string] {
  const [own, ...others] = effort ?? [];
  const list = others.map((other) => (others.length > 1 ? `\`${other.agent}\` ` : '') + spentText(other));
  return [spentText(own), list.length > 0 ? list.join('; ') : effort ? '' : 'not recorded'];
}

const shortHeader = ['game', 'opponents', 'won', 'equal strength'];

/** A table in Markdown. */
function markdown(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

/** What a player is made of: its scripted player, its training, its search. */
function insideCells(training: PlayerTraining): string[] {
  const { scriptedPlayerInside: bot, imitation, evolution, ppo } = training;
  const ways = [
    imitation && `imitation: ${imitationText(training)}`,
    evolution && `evolution: ${evolutionText(training)}`,
    ppo && `PPO: ${ppoText(training)}`,
  ];
  return [bot === null ? 'none' : `\`${bot}\``, ways.filter(Boolean).join('; '), searchText(training)];
}

/**
 * Of measurements against the same opponents: that of the most games, of equals the latest, and the one that was timed.
 */
function mostAndTimed(measured: readonly PlayerMeasurement[]) {
  const most = measured.reduce((best, one) => (one.games >= best.games ? one : best));
  return { most, timed: measured.find((one) => one.effort !== null) };
}

const wonText = ({ winRate, games }: PlayerMeasurement) => `${rateText(winRate)} of ${games.toLocaleString('en-US')}`;

/** Measurements against the same opponents as cells: the most games, and the games that were timed with their times. */
function resultCells(measured: readonly PlayerMeasurement[]): string[] {
  const { most, timed } = mostAndTimed(measured);
  const inTimed = !timed ? 'none' : timed === most ? 'the same' : wonText(timed);
  return [opponents(most), wonText(most), inTimed, ...times(timed ?? most)];
}

/** A player's result against a panel as cells: the mean over the opponents, and the opponent it wins least against. */
function panelCells(panel: PlayerPanel | undefined): string[] {
  if (!panel) return ['not recorded', 'not recorded'];
  return [rateText(panel.mean), `${rateText(panel.worst.winRate)} against \`${panel.worst.opponent}\``];
}

/** Three tables: what is inside each player, its games with the cost of a decision, and its games against a panel. */
export function playersTable(records: readonly ShippedRecord[]): string {
  const inside = records.map(({ title, provenance }) => [title, ...insideCells(provenance.training)]);
  const results = records.flatMap(({ title, provenance: { measured } }) =>
    measured
      .filter((one, i) => measured.findIndex((other) => sameTable(one, other)) === i)
      .map((one) => [title, ...resultCells(measured.filter((other) => sameTable(one, other)))]),
  );
  const panels = records.map(({ title, provenance }) => [title, ...panelCells(provenance.panel)]);
  return [
    markdown(['player', 'scripted player inside', 'training', 'search at play time'], inside),
    markdown(['player', 'against', 'won', 'won when timed', 'its ms a decision', "opponents' ms"], results),
    markdown(['player', 'mean of the panel', 'worst of the panel'], panels),
  ].join('\n\n');
}

/**
 * One row for each game: its strongest player against the first opponents of its record, and what equal strength would
 * win.
 */
export function shortTable(records: readonly ShippedRecord[]): string {
  const rows: string[][] = [];
  for (const { name, title, provenance } of records) {
    if (name.endsWith('-fast')) continue;
    const [first] = provenance.measured;
    if (!first) throw new Error(`${recordFile(name)} holds no measurement`);
    const { most } = mostAndTimed(provenance.measured.filter((one) => sameTable(one, first)));
    const won = `${rateText(most.winRate)} of ${most.games.toLocaleString('en-US')} games`;
    rows.push([title, opponents(most), won, most.against.length > 0 ? `${Math.round(100 * most.parity)} %` : 'none']);
  }
  return markdown(shortHeader, rows);
}

/** Where tables stand: between two comments of this name. */
const pages = [
  { page: 'README.md', table: shortTable },
  { page: 'docs/training.md', table: playersTable },
] as const;

function marks(text: string, page: string): [begin: number, end: number] {
  const [open, close] = ['<!-- players: npx tsx bench/shipped-players.ts -->\n', '\n<!-- /players -->'];
  const begin = text.indexOf(open);
  const end = text.indexOf(close);
  if (begin < 0 || end < begin) throw new Error(`${page} has no place for the table of players`);
  return [begin + open.length, end];
}

/** The pages with their tables: as they are, and as the records say. */
export function tablePages(records: readonly ShippedRecord[]): { page: string; is: string; wanted: string }[] {
  return pages.map(({ page, table }) => {
    const is = readFileSync(path.join(root, page), 'utf8');
    const [begin, end] = marks(is, page);
    return { page, is, wanted: is.slice(0, begin) + table(records) + is.slice(end) };
  });
}
