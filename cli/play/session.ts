/** A game in the terminal: shows what happens, asks the people, lets the agents move. */
import { writeAtomic } from '../../checkpoints/atomic.js';
import type { Agent } from '../../env/agent.js';
import { UserError } from '../../env/user-error.js';
import type { TableView } from '../../export/web/protocol.js';
import { withSeatNames } from '../../export/web/seat-words.js';
import type { GameTable } from '../../export/web/table.js';
import { type Thinking, wrapped } from '../terminal.js';
import {
  COLUMNS,
  calledIn,
  endingText,
  movesText,
  moveText,
  type NumberedGroup,
  newLines,
  numbered,
  seatsText,
  withWords,
} from './words.js';

/** Where a game is played. */
export interface Place {
  /** What people type, line by line; null where nobody plays. */
  answers: AsyncIterator<string> | null;
  /** @returns false when nobody reads any more */
  print(text: string): Promise<boolean>;
  /** Says who thinks. */
  thinking: Pick<Thinking, 'of'>;
  /** Whether what was printed can be wiped away before the device is passed on. */
  wipes: boolean;
  columns: number;
  /** The command that goes on with a game saved to a file. */
  goOn(file: string): string;
  /** Ends the game. */
  signal: AbortSignal;
}

/** Texts are compared without how they are broken into lines and begun. */
const inOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim().toLowerCase();

/** The position in words; seats that these count are called as the picture and the log call them. */
const inNames = ({ text, scene }: TableView): string => withSeatNames(text, (seat) => scene?.seats[seat]?.name);

/** Shorter positions are shown before every question. */
const SHORT = 15;

/**
 * Plays a game until it is over, somebody quits, or nobody reads any more.
 * @param adviser whom `h` asks
 * @param toTheEnd of a game that is only watched: also when nobody reads
 */
export async function playOn(table: GameTable, adviser: Agent, place: Place, toTheEnd = false): Promise<void> {
  await new Session(table, adviser, place, toTheEnd).play();
}

class Session {
  /** Moves of the log that were printed. */
  private told: number;
  /** The position that was shown last, for whom, and when; null: none yet. */
  private last: { text: string; viewer: number; round: number } | null = null;
  /** Somebody else has moved since. */
  private stale = true;
  private readonly columns: number;
  /** Null when the game was stopped. */
  private readonly aborted: Promise<null>;

  constructor(
    private readonly table: GameTable,
    private readonly adviser: Agent,
    private readonly place: Place,
    private readonly toTheEnd: boolean,
  ) {
    this.told = table.moves;
    this.columns = Math.min(COLUMNS, place.columns);
    this.aborted = aborted(place.signal);
  }

  async play(): Promise<void> {
    const { table, place } = this;
    let reading = await place.print(`${seatsText(table.show(), this.columns)}\n`);
    for (;;) {
      const shown = table.show();
      reading = (await this.tell(shown)) && reading;
      if (shown.over || place.signal.aborted || !(reading || this.toTheEnd)) break;
      if (shown.passing) {
        if (!(await this.pass(shown))) return;
      } else if (shown.asked) {
        if (!(await this.ask(shown))) return;
      } else {
        if (place.answers === null && shown.round !== this.last?.round) {
          this.last = shown;
          reading = (await place.print(`\n${inNames(shown)}\n\n`)) && reading;
        }
        const { called, name } = shown.seats[shown.actor]!;
        place.thinking.of(called === name ? name : `${called} (${name})`, () => table.step());
      }
    }
    const shown = table.show();
    if (shown.over) await place.print(`\n${inNames(shown)}\n\n${endingText(shown)}\n`);
  }

  /** Prints what has happened since it was told last. */
  private async tell(shown: TableView): Promise<boolean> {
    const lines = shown.log.slice(this.told);
    this.told = shown.log.length;
    if (lines.length === 0) return true;
    if (lines.some(({ seat }) => seat !== shown.viewer)) this.stale = true;
    return this.place.print(`${lines.map((line) => moveText(shown, line, this.columns)).join('\n')}\n`);
  }

  /** @returns false to quit */
  private async pass(shown: TableView): Promise<boolean> {
    const called = calledIn(shown, shown.actor);
    // What others have seen, and the scrollback with it, is not for who comes next.
    await this.place.print(
      `${this.place.wipes ? '\x1b[2J\x1b[3J\x1b[H' : '\n'}${called}, take the device and press Enter (q: quit)\n`,
    );
    const answer = await this.answer();
    if (answer === null || isQuit(answer)) return false;
    this.table.take();
    this.last = null;
    return true;
  }

  /** Asks until a move is made. @returns false to quit */
  private async ask(shown: TableView): Promise<boolean> {
    const groups = numbered(shown.groups);
    const moves = groups.flatMap((group) => group.moves);
    await this.place.print(`\n${this.position(shown)}\n${movesText(groups, this.columns)}\n`);
    for (;;) {
      const answer = await this.answer();
      if (answer === null || isQuit(answer)) return false;
      const move = /^\d+$/.test(answer) ? moves[Number(answer) - 1] : undefined;
      if (move) {
        this.table.choose(move.action);
        return true;
      }
      if (await this.command(answer, shown, groups)) return true;
    }
  }

  /** The position: all of it, or what is new where it was shown a moment ago. */
  private position(shown: TableView): string {
    const { viewer, round, scene, question } = shown;
    const text = inNames(shown);
    const { last } = this;
    const brief =
      last !== null &&
      !this.stale &&
      scene !== null &&
      last.viewer === viewer &&
      last.round === round &&
      text.split('\n').length > SHORT;
    const lines = brief ? newLines(last.text, text) : text.split('\n');
    this.last = { text, viewer, round };
    this.stale = false;
    if (!inOneLine(text).endsWith(inOneLine(question))) lines.push(...wrapped(question, this.columns));
    return lines.join('\n');
  }

  /** Anything but a move. @returns whether the position is another one now */
  private async command(answer: string, shown: TableView, groups: readonly NumberedGroup[]): Promise<boolean> {
    const { table, place, columns } = this;
    const word = answer.toLowerCase();
    const count = groups.reduce((sum, { moves }) => sum + moves.length, 0);
    if (word === '?') await place.print(`${inNames(shown)}\n${movesText(groups, columns)}\n`);
    else if (word === 'help') await place.print(`${answersText(count)}\n`);
    else if (word === 'h') {
      const { adviser } = this;
      const advice = place.thinking.of(adviser.name, () => adviser.act(table.view()));
      const move = groups.flatMap(({ moves }) => moves).find(({ action }) => action === advice);
      await place.print(`${wrapped(`${adviser.name} would: ${move?.number}  ${move?.text}`, columns, 4).join('\n')}\n`);
    } else if (word === 'undo' || word === 'u') {
      if (!shown.canUndo) {
        await place.print('this cannot be taken back: dice, cards or another player came after it\n');
        return false;
      }
      table.undo();
      await place.print(`taken back: ${shown.log.length - table.moves} of ${shown.log.length} moves\n`);
      this.told = table.moves;
      this.stale = true;
      return true;
    } else if (/^save(\s|$)/i.test(answer)) await this.save(answer.slice('save'.length).trim());
    else if (answer.startsWith('/')) {
      const found = withWords(groups, answer.slice(1));
      await place.print(`${found.length > 0 ? movesText(found, columns) : 'no move has these words'}\n`);
    } else await place.print(`not one of 1..${count}; help lists what you can answer\n`);
    return false;
  }

  private async save(file: string): Promise<void> {
    const { table, place } = this;
    if (file === '') {
      await place.print('save where? save <file>\n');
      return;
    }
    try {
      writeAtomic(file, table.save());
      await place.print(`saved to ${file}; ${place.goOn(file)} goes on with it\n`);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      await place.print(`${error.message}\n`);
    }
  }

  /** The next line; null at the end, or when the game was stopped. */
  private async answer(): Promise<string | null> {
    const { answers, print } = this.place;
    await print('> ');
    const answer = await Promise.race([answers!.next(), this.aborted]);
    return answer === null || answer.done ? null : answer.value.trim();
  }
}

const isQuit = (answer: string): boolean => /^q(uit)?$/i.test(answer);

/** All that can be answered. @param moves how many there are */
const answersText = (moves: number): string =>
  [
    `${`  1..${moves}`.padEnd(14)}choose that move`,
    '  /words      list only the moves with these words',
    '  ?           show the position and all moves again',
    '  h           what the first opponent would do here (in a game of one seat, the agent of --against)',
    '  undo        take your last move back; not where dice, cards or hidden things have come to light',
    '  save <file> save the game; tabletop play --continue <file> continues it, and so does the page',
    '  q           quit',
  ].join('\n');

function aborted(signal: AbortSignal): Promise<null> {
  if (signal.aborted) return Promise.resolve(null);
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(null), { once: true }));
}
