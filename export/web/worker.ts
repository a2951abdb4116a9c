/** The page's worker: rules, bots and trained player, and the one game that is played. Part of every page's worker script. */
import type { PlayerModule } from '../../agents/player-file/player-module.js';
import { SeededChance } from '../../env/chance.js';
import type { Game } from '../../env/game.js';
import type { GamePackage } from '../../env/game-package.js';
import { parseOptions } from '../../env/options.js';
import { UserError } from '../../env/user-error.js';
import { Analysis } from './analysis.js';
import { Hint } from './hint.js';
import { optionFieldsOf } from './option-fields.js';
import { PaceTest } from './pace.js';
import { type PageBot, type PageLevel, Players } from './players.js';
import type { About, Checked, Request, RequestName, Requests, TableView, Trial, WorkerAnswer } from './protocol.js';
import { Review, readReplay } from './review.js';
import { readSaved, seatsOf } from './saved.js';
import { SecondThoughts } from './second-thoughts.js';
import { GameTable } from './table.js';
import { compareTrials, TrialPlays } from './workbench.js';

/** What the script of a worker is made with. */
export interface WorkerSetting {
  options: Record<string, unknown>;
  seed: string | null;
  trained: string | null;
  /** Name of the bot that plays positions on in an analysis, where the game names one. */
  rollout: string | null;
  /** Levels of the game's ladder that the page can seat; and those that it cannot, in words. */
  levels: PageLevel[];
  unseated: string[];
  /** Spec of whom the form begins with as an opponent; null: the strongest. */
  opponent: string | null;
}

/** Where requests come from and answers go to: a worker's own scope. */
interface Port {
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
  postMessage(answer: WorkerAnswer): void;
}

type Handlers = {
  [K in RequestName]: (ask: Requests[K]['ask']) => Requests[K]['answer'] | Promise<Requests[K]['answer']>;
};

/**
 * @param pack what the game's package has beside its rules
 * @param load imports a trained player by the name of its file, where there is one
 */
export function serveGame(
  port: Port,
  game: Game,
  bots: Readonly<Record<string, PageBot>>,
  setting: WorkerSetting,
  pack: Pick<GamePackage, 'exactValues' | 'evaluate' | 'analysis'> = {},
  load?: (file?: string) => Promise<PlayerModule>,
): void {
  const { rollout, levels, opponent, trained } = setting;
  const players = new Players(game, bots, { ...pack, load, levelsOnly: trained === null, rollout, levels, opponent });
  const handlers = handlersOf(game, players, setting);
  // One after the other: a request that waits for the trained player must not be overtaken.
  let last: Promise<unknown> = Promise.resolve();
  port.addEventListener('message', ({ data }) => {
    const { id, name, ask } = data as Request;
    last = last.then(async () => {
      try {
        port.postMessage({ id, value: await (handlers[name] as (ask: unknown) => unknown)(ask) });
      } catch (error) {
        const bug = !(error instanceof UserError);
        port.postMessage({ id, error: error instanceof Error ? error.message : String(error), bug });
      }
    });
  });
}

/** The answers to all requests. Pure but for the clock of `step`. */
export function handlersOf(game: Game, players: Players, setting: WorkerSetting): Handlers {
  let table: GameTable | null = null;
  /** Turns are to be confirmed, in the next game too. */
  let confirms = false;
  /** The game that is walked through, and what is tried from a position of it. */
  let review: Review | null = null;
  let whatIf: GameTable | null = null;
  /** The hint for a position. */
  let hinted: { of: number; hint: Hint } | null = null;
  /** What the choices of a game have cost. */
  let thoughts: { of: GameTable; thoughts: SecondThoughts } | null = null;
  /** Whose pace is measured. */
  let timed: { key: string; test: PaceTest } | null = null;
  const played = (): GameTable => {
    const now = whatIf ?? table;
    if (!now) throw new UserError('no game has begun');
    return now;
  };
  /** What is known of the game that is walked through, by who plays on. */
  const analyses = new Map<string, Analysis>();
  const analysis = async (by: string): Promise<Analysis> => {
    const walking = walked();
    await players.prepareAnalysis();
    const known = analyses.get(by);
    if (known) return known;
    const made = new Analysis(game, walking, players.analystsFor(by, walking.positions[0]!.players, walking.options));
    analyses.set(by, made);
    return made;
  };
  /** Whether time is left of so many milliseconds. */
  const within = (budget: number) => {
    const end = performance.now() + budget;
    return () => performance.now() < end;
  };
  /** The trial that is played. */
  let trying: { key: string; plays: TrialPlays } | null = null;
  const plays = async (trial: Trial): Promise<TrialPlays> => {
    const key = JSON.stringify(trial);
    if (trying?.key !== key) {
      await players.prepare([trial.agent]);
      trying = { key, plays: new TrialPlays(game, (spec) => players.create(spec), trial) };
    }
    return trying.plays;
  };
  const walked = (): Review => {
    if (!review) throw new UserError('no game is walked through');
    return review;
  };
  /** As people want it. */
  const settled = (begun: GameTable): GameTable => {
    begun.confirms = confirms;
    begun.tellForced();
    return begun;
  };
  const shown = (table: GameTable): TableView => ({ ...table.show(), chains: table.chains() });
  /** @returns what is to be seen after a change */
  const after = (change: (table: GameTable) => void): TableView => {
    change(played());
    return shown(played());
  };
  return {
    about(): About {
      const { id, version, title, summary } = game;
      const fields = optionFieldsOf(game);
      const hides = game.information === 'imperfect';
      const { options, seed, trained, unseated } = setting;
      const offered = { offers: players.offers(), opponent: players.opponent, analysts: players.analysts() };
      return {
        id,
        version,
        title,
        summary,
        hides,
        earns: game.scoring === 'rewards',
        compares: game.streams.length > 0 && fields.length > 0,
        fields,
        ...offered,
        options,
        seed,
        trained,
        unseated,
      };
    },
    check(options): Checked {
      const parsed = game.options.safeParse(options);
      if (parsed.success) {
        const { drawing, streams } = game;
        // Any game with these options has the same names.
        const begun = drawing && game.newState(parsed.data, new SeededChance('names', streams));
        const called = begun ? drawing.scene(begun, 0).seats.map(({ name }) => name) : [];
        return { seats: game.players(parsed.data), called, components: game.components?.(parsed.data) ?? null };
      }
      const { path, message } = parsed.error.issues[0]!;
      const [field = '', ...inner] = path.map(String);
      return { field, message: inner.length > 0 ? `${inner.join('.')}: ${message}` : message };
    },
    async pace({ spec, options, budget }) {
      const key = JSON.stringify([spec, options]);
      if (timed?.key !== key) {
        const parsed = parseOptions(game, options);
        await players.prepare([spec]);
        const player = players.create(spec);
        if (!player) throw new UserError('only agents are timed');
        timed = { key, test: new PaceTest(game, parsed, players.fast(), player) };
      }
      return timed.test.work(within(budget));
    },
    async begin(beginning) {
      parseOptions(game, beginning.options);
      await players.prepare(beginning.seats);
      table = settled(GameTable.begin(game, players, beginning));
      whatIf = null;
      return shown(table);
    },
    legend: (options) => game.legend?.(parseOptions(game, options)) ?? [],
    async resume(text) {
      const saved = readSaved(game, text);
      await players.prepare(seatsOf(game, players, saved));
      table = settled(GameTable.resume(game, players, saved));
      whatIf = null;
      return shown(table);
    },
    choose: ({ action, moves }) =>
      after((table) => {
        // A second click on what has just been chosen is none for the next decision.
        if (table.moves === moves) table.choose(action);
      }),
    chain: ({ actions, moves }) =>
      after((table) => {
        if (table.moves === moves) table.follow(actions);
      }),
    step(budget) {
      const going = within(budget);
      return after((table) => {
        while (table.step() && going());
      });
    },
    async seat({ seat, spec }) {
      await players.prepare([spec]);
      return after((table) => table.seat(seat, spec));
    },
    take: () => after((table) => table.take()),
    watch: (seat) => after((table) => table.watch(seat)),
    undo: () => after((table) => table.undo()),
    redo: () => after((table) => table.redo()),
    confirms(on) {
      confirms = on;
      if (table) table.confirms = on;
      return table && shown(whatIf ?? table);
    },
    confirm: () => after((table) => table.confirm()),
    async hint(budget) {
      const { asking, options } = played();
      const of = asking.hash();
      if (hinted?.of !== of) {
        await players.prepareAnalysis();
        const [usual] = players.analysts();
        hinted = { of, hint: new Hint(game, asking, players.analystsFor(usual!.spec, asking.players, options)) };
      }
      return hinted.hint.look(within(budget));
    },
    async secondThought(budget) {
      const of = played();
      if (thoughts?.of !== of) {
        await players.prepareAnalysis();
        const [usual] = players.analysts();
        const analysts = players.analystsFor(usual!.spec, game.players(of.options), of.options);
        thoughts = { of, thoughts: new SecondThoughts(game, analysts) };
      }
      return thoughts.thoughts.look(of.regrettable, within(budget));
    },
    takeBack: (at) => after((table) => table.undoTo(at)),
    save: () => played().save(),
    review(text) {
      const replay = readReplay(game, text ?? played().save());
      review = new Review(game, replay, (spec) => players.name(spec));
      analyses.clear();
      whatIf = null;
      return review.look(text === null ? review.last : 0, null);
    },
    look({ at, viewer }) {
      whatIf = null;
      return walked().look(at, viewer);
    },
    async goOn(at) {
      const saved = walked().upTo(at);
      await players.prepare(seatsOf(game, players, saved));
      whatIf = GameTable.whatIf(game, players, saved);
      return shown(whatIf);
    },
    async analyse({ at, by, budget }) {
      if (!walked().positions[at]) throw new UserError(`there is no position after ${at} moves`);
      return (await analysis(by)).position(at, within(budget));
    },
    async survey({ by, budget }) {
      return (await analysis(by)).survey(within(budget));
    },
    puzzle: (at) => walked().puzzle(at),
    async guess({ at, action, by, budget }) {
      if (!walked().moves[at]) throw new UserError(`no move was made after ${at} moves`);
      return (await analysis(by)).guess(at, action, within(budget));
    },
    async trial({ from, to, budget, ...trial }) {
      return (await plays(trial)).play({ from, to }, within(budget));
    },
    async heat({ from, to, ...trial }) {
      return (await plays(trial)).heat(game, { from, to });
    },
    compare: ({ first, second }) => compareTrials(first, second),
    async trialGame({ game: number, ...trial }) {
      return (await plays(trial)).replay(game, number);
    },
    saveReview: () => walked().text,
  };
}
