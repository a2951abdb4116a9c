/**
 * Answers queries (protocol.ts), one position after the other, the highest priority first. It computes in slices, and looks
 * up between them: for further queries, for `terminate`, for the time to report.
 */

import { createRng } from '../../env/chance.js';
import { endingOf } from '../../env/finished.js';
import type { Game, State } from '../../env/game.js';
import { parseOptions } from '../../env/options.js';
import { packageVersion } from '../../env/package.js';
import { parseReplay, type Replay, recordReplay } from '../../env/replay.js';
import { UserError } from '../../env/user-error.js';
import { usersMistake } from '../../env/user-frame.js';
import type { Analysts } from '../../eval/analysis/analysts.js';
import { PlayOuts, type PlayoutStart } from '../../eval/analysis/play-outs.js';
import { PositionAnalysis, sure } from '../../eval/analysis/position.js';
import { Review } from '../../export/web/review.js';
import { type Command, MOST_WAITING, parseLine, type Query, Refused, seatsTold, told } from './protocol.js';

/** What an engine answers with. */
export interface EngineSettings {
  game: Game;
  /** Who analyses games with such options. @throws UserError when who was named does not play them */
  analysts(options: unknown, seats: number): Promise<Analysts>;
  /** The options of positions that are given as a view. */
  options: unknown;
  /** Where a query gives no budget. */
  budget: { playOuts?: number | undefined; milliseconds?: number | undefined };
  /** Writes a line. */
  answer(line: string): void;
}

/** A position that waits, or is analysed. */
interface Waiting {
  query: Query;
  turn: number;
  options: unknown;
  beginning: PlayoutStart;
  /** How the game ended, where this is its end. */
  result: { chances: number[]; earned: number[] } | null;
  stopped: boolean;
}

/** Milliseconds between two looks. */
const SLICE = 30;

export class Engine {
  private waiting: Waiting[] = [];
  private current: Waiting | null = null;
  private working: Promise<void> = Promise.resolve();

  constructor(private readonly settings: EngineSettings) {}

  /** Takes a line; its answer comes when it is ready. */
  ask(line: string): void {
    if (line.trim() === '') return;
    try {
      const asked = parseLine(line);
      if ('action' in asked) this.command(asked);
      else this.enqueue(asked);
    } catch (error) {
      const { id, field } = error instanceof Refused ? error : {};
      this.refuse(error, id, field);
    }
  }

  /** Says that something cannot be answered, in one line. */
  refuse(error: unknown, id?: string, field?: string): void {
    const bug = `this is a bug: ${error instanceof Error ? error.message : String(error)}`;
    const said = (usersMistake(error) ?? bug).split('\n')[0];
    this.say({ ...(id !== undefined && { id }), ...(field && { field }), error: said });
  }

  /** Waits until everything is answered. */
  async finish(): Promise<void> {
    while (this.current || this.waiting.length > 0) await this.working;
  }

  /** Leaves unanswered what is not answered yet. */
  stop(): void {
    this.waiting = [];
    if (this.current) this.current.stopped = true;
  }

  private say(answer: object): void {
    this.settings.answer(JSON.stringify(answer));
  }

  private command(command: Command): void {
    if (command.action === 'query_version') {
      const { id, version } = this.settings.game;
      this.say({ ...command, version: packageVersion(), game: { id, version } });
      return;
    }
    const meant = ({ query, turn }: Waiting): boolean =>
      command.action === 'terminate_all' ||
      (query.id === command.terminateId && (command.turnNumbers?.includes(turn) ?? true));
    const dropped = this.waiting.filter(meant);
    this.waiting = this.waiting.filter((one) => !meant(one));
    for (const { query, turn } of dropped)
      this.say({ id: query.id, turnNumber: turn, isDuringSearch: false, noResults: true });
    // What is known so far is its answer.
    if (this.current && meant(this.current)) this.current.stopped = true;
    this.say(command);
  }

  private enqueue(query: Query): void {
    const turns = this.positions(query);
    if (this.waiting.length + turns.length > MOST_WAITING)
      throw new Refused(`more than ${MOST_WAITING} positions are waiting; try again later`, query.id);
    this.waiting.push(...turns);
    if (!this.current) this.working = this.work();
  }

  /** The positions that a query asks about. @throws Refused */
  private positions(query: Query): Waiting[] {
    const { game } = this.settings;
    const field = query.view ? 'view' : 'replay';
    try {
      if (query.view) {
        if (!game.parseView) throw new UserError(`${game.id} reads no views (Game.parseView); give a replay`);
        const state = game.parseView(query.view);
        const { seat } = query.view;
        if (state.over || seat !== state.actor)
          throw new UserError('view: it must be that of the seat to act (seat and actor differ, or the game is over)');
        const beginning = { state, gained: nothing(state) };
        return [{ query, turn: 0, options: this.settings.options, beginning, result: null, stopped: false }];
      }
      const replay = replayFrom(game, query.replay!);
      const wanted = query.analyzeTurns ?? [replay.actions.length];
      const beyond = wanted.find((turn) => turn > replay.actions.length);
      if (beyond !== undefined)
        throw new Refused(`turn ${beyond} of ${replay.actions.length} moves`, query.id, 'analyzeTurns');
      const review = new Review(game, replay, String);
      const options = parseOptions(game, replay.options);
      return wanted.map((turn): Waiting => {
        const state = review.positions[turn]!;
        const beginning = { state, gained: review.gained[turn]! };
        return { query, turn, options, beginning, result: state.over ? review.result : null, stopped: false };
      });
    } catch (error) {
      if (error instanceof Refused) throw error;
      // Games refuse views with errors of their own; nothing in a query may end the command.
      throw new Refused((error instanceof Error ? error.message : String(error)).split('\n')[0]!, query.id, field);
    }
  }

  private async work(): Promise<void> {
    for (;;) {
      const next = this.waiting.reduce<Waiting | undefined>(
        (best, one) => (best && (best.query.priority ?? 0) >= (one.query.priority ?? 0) ? best : one),
        undefined,
      );
      this.current = next ?? null;
      if (!next) return;
      this.waiting.splice(this.waiting.indexOf(next), 1);
      try {
        await this.analyse(next);
      } catch (error) {
        this.refuse(error, next.query.id);
      }
    }
  }

  private async analyse(position: Waiting): Promise<void> {
    const { query, turn, options, beginning, result } = position;
    const { state } = beginning;
    const { game, budget } = this.settings;
    const earns = game.scoring === 'rewards';
    const head = (isDuringSearch: boolean) => ({ id: query.id, turnNumber: turn, isDuringSearch });
    const about = { round: state.round, prompt: game.prompts[state.prompt] ?? '' };
    if (result) {
      const seats = seatsTold(state.players, result.chances.map(sure), earns ? result.earned.map(sure) : null);
      this.say({
        ...head(false),
        ...about,
        seat: -1,
        over: endingOf(state),
        exact: true,
        playOuts: 0,
        seats,
        actions: [],
      });
      return;
    }
    const analysts = await this.settings.analysts(options, state.players);
    const { playOuts = Infinity, milliseconds = Infinity } = query.playOuts || query.milliseconds ? query : budget;
    const seed = createRng(`${query.seed ?? '0'}/analysis`).int(2 ** 31);
    const start = performance.now();
    const found = new PositionAnalysis(game, beginning, analysts, seed, query.compare);
    const work = found.work(new PlayOuts(game, analysts.agents, analysts.cut), playOuts);
    const every = (query.reportDuringSearchEvery ?? Infinity) * 1000;
    const say = (during: boolean) => this.say({ ...head(during), ...about, ...told(found, earns) });
    let looked = start;
    let reported = start;
    while (!work.next().done && !position.stopped) {
      const now = performance.now();
      if (now - start >= milliseconds) break;
      if (now - looked < SLICE) continue;
      if (now - reported >= every) {
        say(true);
        reported = now;
      }
      await new Promise((resolve) => setImmediate(resolve));
      looked = performance.now();
    }
    say(false);
  }
}

/** Nobody has earned anything yet, as far as is known. */
const nothing = (state: State): number[] => Array.from({ length: state.players }, () => 0);

/** The game of a query as a replay whose every step is checked. @throws UserError */
function replayFrom(game: Game, given: NonNullable<Query['replay']>): Replay {
  if ('format' in given) return parseReplay(JSON.stringify(given));
  const { seed, outcomes, options = {}, actions } = given as Exclude<typeof given, { format: string }>;
  const most = game.maxDecisions(parseOptions(game, options));
  if (actions.length > most) throw new UserError(`${actions.length} actions; no game has more than ${most} decisions`);
  return recordReplay(game, { options, seed, outcomes, actions });
}
