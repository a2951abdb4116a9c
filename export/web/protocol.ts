/**
 * What a page and its worker say to each other: one request, one answer. Types alone, of plain data: the page has no
 * rules in it.
 */
import type { LegendSection, Scene } from '../../env/scene.js';
import type { Accuracy, Moment, Turn } from '../../eval/analysis/moments.js';
import type { HeatMap } from '../../eval/game-report/heat.js';
import type { Measure } from '../../eval/game-report/measures.js';
import type { Outcome } from '../../eval/outcome.js';
import type { Estimate } from '../../eval/statistics.js';

export type {
  LegendEntry,
  LegendSection,
  Scene,
  SceneBoard,
  SceneCard,
  SceneCards,
  ScenePlace,
  SceneToken,
  Tone,
} from '../../env/scene.js';
export type { Accuracy, Turn } from '../../eval/analysis/moments.js';
export type { Estimate } from '../../eval/statistics.js';

/** One choice for a seat. */
export interface Offer {
  spec: string;
  name: string;
  /** What it is after, where that is known. */
  about: string;
}

interface Told {
  name: string;
  /** For those who study the game rather than play it. */
  forDesigners: boolean;
  /** What it is, in a sentence. */
  about: string;
}

/** One option. Whatever a form cannot ask simply is JSON text. */
export type OptionField = Told &
  (
    | { kind: 'choice'; values: string[]; initial: string }
    | { kind: 'switch'; initial: boolean }
    | { kind: 'number'; whole: boolean; min: number | null; max: number | null; initial: number }
    | { kind: 'json'; initial: unknown }
  );

/** A game to begin. */
export interface GameStart {
  options: unknown;
  seed: string;
  /** Who plays, one spec a seat. */
  seats: readonly string[];
  /** What people want the seats to be called; empty: as the game calls them. */
  names?: readonly string[];
}

/** One legal move. */
export interface Move {
  action: number;
  text: string;
  /** Ids of the things in the picture that it concerns; absent without a picture. */
  things?: readonly string[];
}

/** Moves of one kind. */
export interface MoveGroup {
  /** What they concern; empty where nothing need be said. */
  title: string;
  moves: Move[];
  /** They give the game up: nobody should come to them by one click. */
  concedes?: true;
}

/** What cannot be chosen just now, though a player might expect it. */
export interface Closed {
  text: string;
  /** Ids of the things in the picture that it concerns. */
  things: readonly string[];
  why: string;
}

/**
 * What comes after a chain: `asked` the same seat is asked again, `unknown` luck decides or something hidden is seen, `others` another
 * seat decides, `over` the game ends.
 */
export type ChainEnd = 'asked' | 'unknown' | 'others' | 'over';

/** Decisions of one seat that can be made by one click, one after the other. */
export interface Chain {
  actions: readonly number[];
  /** Each decision in words. */
  texts: readonly string[];
  /** Ids of the things in the picture that any of them concerns. */
  things: readonly string[];
  /** What will have changed for the seat, as far as it is known before. */
  tells: readonly string[];
  ends: ChainEnd;
}

/** One line of what happened. `text` is null where the move is a secret. */
export interface LogLine {
  seat: number;
  text: string | null;
  /** What the viewer saw come of it: dice, moves of pieces, what was won and lost. */
  tells: readonly string[];
}

/** One field of a position in words: a value, or one for each seat. */
export interface NamedField {
  name: string;
  /** What it is, in a sentence; empty where the game does not say. */
  about: string;
  values: readonly string[];
}

/** A position as tables. */
export interface NamedFields {
  facts: readonly NamedField[];
  /** What each seat has. */
  seats: readonly NamedField[];
}

/** What seats did since a person's last turn, in one line. */
export interface Since {
  seats: number[];
  moves: number;
  tells: readonly string[];
}

/** Everything that a page shows. */
export interface TableView {
  seed: string;
  options: unknown;
  /** Moves so far. */
  moves: number;
  round: number;
  /** Who sits where: spec and name of the player, and what the seat is called. */
  seats: { spec: string; name: string; called: string }[];
  /** What people want the seats to be called, empty where nothing. */
  names: readonly string[];
  /** Seat to act; -1 when the game is over. */
  actor: number;
  /** A person is to choose one of `groups`. */
  asked: boolean;
  /** The device must be handed to the person to act, who confirms; nothing is shown before. */
  passing: boolean;
  /**
   * Nothing is hidden from who looks on, and everything can be taken back: a game that was played, or a what-if game.
   */
  open: boolean;
  /** Whose eyes the position is seen with. */
  viewer: number;
  text: string;
  /** The position as a picture; null where the game draws none, and while the device is passed on. */
  scene: Scene | null;
  /** The position as tables, where the game draws none and tells a view of it. */
  fields?: NamedFields | null;
  question: string;
  groups: MoveGroup[];
  /** What can be done by one click on the picture, where a person is asked: see `chainsOf`. */
  chains?: readonly Chain[];
  /** What cannot be done just now, and why, where a person is asked. */
  closed?: readonly Closed[];
  log: LogLine[];
  /** What the others did since the viewer's last turn, in at most three lines. */
  since?: readonly Since[];
  /** Names of the places of boards that changed since then, or by the viewer's own last move. */
  changed?: readonly string[];
  canUndo: boolean;
  /** Something that was taken back can be made again. */
  canRedo?: boolean;
  /** The turn of a person waits to be confirmed; nobody else moves before. */
  confirm?: boolean;
  /** Worth knowing about who plays. */
  notes: string[];
  /** `rivalAhead`: whether a side without a seat came out before every seat; null where there is none. */
  over: { ending: string; truncated: boolean; places: number[]; rivalAhead: boolean | null } | null;
  /** By seat, what it has earned so far; null where the game is scored by places. */
  earned?: readonly number[] | null;
}

/** A position of a game that was played. */
export interface ReviewedPosition {
  /** Moves before it. */
  at: number;
  /** Moves of the whole game. */
  last: number;
  shown: TableView;
  /** The move that was made there; null at the end. */
  next: { seat: number; text: string } | null;
  /** Another game can begin there. */
  goesOn: boolean;
}

/** What is to be expected of a position. */
export interface Outlook {
  /** Moves before it. */
  at: number;
  /** Play-outs of the best move; 0 where the game is over, or the numbers are exact. */
  n: number;
  exact: boolean;
  /** All of these play-outs were the same game, so that they say nothing of chances. */
  alike: boolean;
  /** By seat, with the best move: the chance to win, ties shared. */
  chances: Estimate[];
  /** By seat, what it will have earned; null where the game is scored by places. */
  earned: Estimate[] | null;
}

/** What a move leads to. */
interface Prospect {
  text: string;
  /** How likely the thinker takes it. */
  p: number;
  /** Play-outs. */
  n: number;
  /** For the seat to act: the chance to win, or what it will have earned. */
  result: Estimate | null;
  /** It is still looked at; else it stayed behind too far. */
  running: boolean;
  /** It was made. */
  made: boolean;
}

/** A move that probably loses. */
export interface Mistake {
  /** Moves before it. */
  at: number;
  seat: number;
  round: number;
  text: string;
  /** What would have been better. */
  better: string;
  loss: Estimate;
  /** That is certain: the position is solved. */
  exact: boolean;
}

/** A move that somebody would rather have made, compared with the best. */
export interface Guess {
  text: string;
  /** It is the one that was made. */
  made: boolean;
  best: string;
  /** How far it stays behind; null: it does not. */
  loss: Estimate | null;
  /** It does so for sure. */
  worse: boolean;
  exact: boolean;
  finished: boolean;
}

/** What is known of a position so far. */
export interface PositionReport {
  /** Null: too few play-outs. */
  outlook: Outlook | null;
  /** The best first. */
  prospects: Prospect[];
  /** Moves that are not among these. */
  others: number;
  /** Whose probabilities they are. */
  thinker: string;
  /** Results are what is earned, not chances. */
  earns: boolean;
  /** What is to be said of the move that was made: how far it stays behind. */
  behind: { better: string; loss: Estimate; mistake: boolean } | null;
  /** Rounds after which play-outs are cut and judged; null: they go to the end of the game. */
  rounds: number | null;
  /** More would not change it. */
  finished: boolean;
}

/** What is known of a whole game so far. */
export interface ReviewReport {
  /** In the order of the game; some positions only. */
  outlooks: Outlook[];
  mistakes: Mistake[];
  /** All turns of the game. */
  turns: readonly Turn[];
  /** Turns that moved the chances most, the largest first. */
  moments: Moment[];
  /** By seat. */
  accuracy: Accuracy[];
  /** A smaller loss is none. */
  slight: number;
  earns: boolean;
  /** Rounds after which play-outs are cut and judged; null: they go to the end of the game. */
  rounds: number | null;
  /** Moves that were compared with others. */
  compared: number;
  playOuts: number;
  /** Share of what is done, 0..1. */
  done: number;
  finished: boolean;
}

/** What a person is advised to do, from what its seat can know. */
export interface HintReport {
  /** Null: too few play-outs. */
  best: {
    action: number;
    text: string;
    /** Ids of the things in the picture that it concerns. */
    things: readonly string[];
    /** The chance to win, or what will be earned from here on; null where nothing else is legal. */
    result: Estimate | null;
  } | null;
  /** The next best move, and how far the best one leads; a null lead: they are equal as far as is known. */
  next: { text: string; lead: Estimate | null } | null;
  /** Results are what is earned, not chances. */
  earns: boolean;
  exact: boolean;
  playOuts: number;
  /** Rounds after which play-outs are cut and judged; null: they go to the end of the game. */
  rounds: number | null;
  finished: boolean;
}

/** A choice of one's own that has cost much, and can be taken back. */
export interface Regret {
  /** Moves before it. */
  at: number;
  seat: number;
  action: number;
  text: string;
  /** What the chance to win has lost by it. */
  loss: Estimate;
  exact: boolean;
}

/** What is known so far of the choices of the latest turn. */
export interface SecondThought {
  /** The latest of those that have cost much; null: none is known. */
  regret: Regret | null;
  finished: boolean;
}

/** Games of one set of options: the same agent in every seat, with the same deals for each set. */
export interface Trial {
  options: unknown;
  agent: string;
  seed: string;
}

/** Some of its games, by their numbers: `to` is not among them. */
export interface TrialGames extends Trial {
  from: number;
  to: number;
}

/** How one of them went. */
export type TrialOutcome = Outcome;

/** One measure of two sets. */
export interface Compared extends Measure {
  /** Numbers of games to look at, of each set; null: there is none of that kind. */
  examples: readonly [number | null, number | null];
}

/** What a page is of. */
export interface About {
  id: string;
  version: string;
  title: string;
  summary: string;
  /** Seats may not know all that the others do. */
  hides: boolean;
  /** It is scored by what is earned, not by places. */
  earns: boolean;
  /** Games with two sets of options can be compared: there is something to change, and luck makes games differ. */
  compares: boolean;
  fields: OptionField[];
  offers: Offer[];
  /** Spec of whom to offer first as an opponent. */
  opponent: string;
  /** Who can play positions on for an analysis, the one to begin with first. */
  analysts: Offer[];
  /** Options to begin with, where they are not the game's own defaults. */
  options: Record<string, unknown>;
  seed: string | null;
  /** What the trained player is, in words; null without one. */
  trained: string | null;
  /** Levels of the game's ladder that cannot be seated here, each with why. */
  unseated: string[];
}

/** How long a player thinks, on this device. */
export interface Pace {
  /** Decisions that were measured. */
  n: number;
  /** Milliseconds a decision: half of them took no longer, and 95 % no longer than `slow`. */
  median: number;
  slow: number;
  finished: boolean;
}

/** What options lead to. */
/** `called`: what the game calls its seats; empty where it has no names for them. */
/** `components`: all that the option of this name may replace, as it is with these options; null where the game tells none. */
export type Checked =
  | { seats: number; called: string[]; components: object | null }
  | { field: string; message: string };

/** What a page asks: the name of each request with its question and its answer. */
export interface Requests {
  about: { ask: null; answer: About };
  /** Whether these are options of the game, and for how many. */
  check: { ask: unknown; answer: Checked };
  begin: { ask: GameStart; answer: TableView };
  /** What signs, cards and buildings are in a game with such options. */
  legend: { ask: unknown; answer: readonly LegendSection[] };
  /** How long a player thinks in a game with such options, measured for so many milliseconds. */
  pace: { ask: { spec: string; options: unknown; budget: number }; answer: Pace };
  /** Goes on from the text of a saved game. */
  resume: { ask: string; answer: TableView };
  /** A person's move, chosen after so many moves: what comes too late changes nothing. */
  choose: { ask: { action: number; moves: number }; answer: TableView };
  /** The same with a chain of decisions, as far as nothing but the person's own choice comes in between. */
  chain: { ask: { actions: readonly number[]; moves: number }; answer: TableView };
  /** Agents move for so many milliseconds, one move at least, until a person is to act. */
  step: { ask: number; answer: TableView };
  seat: { ask: { seat: number; spec: string }; answer: TableView };
  take: { ask: null; answer: TableView };
  watch: { ask: number; answer: TableView };
  undo: { ask: null; answer: TableView };
  redo: { ask: null; answer: TableView };
  /** Whether turns are to be confirmed. Null: no game is played. */
  confirms: { ask: boolean; answer: TableView | null };
  /** A turn that waits is confirmed. */
  confirm: { ask: null; answer: TableView };
  /** Advice for the person who is asked, worked on for so many milliseconds. */
  hint: { ask: number; answer: HintReport };
  /** Whether a choice of the person's latest turn has cost much, worked on for so many milliseconds. */
  secondThought: { ask: number; answer: SecondThought };
  /** Takes back up to before a move. */
  takeBack: { ask: number; answer: TableView };
  save: { ask: null; answer: string };
  /** Walks through the text of a replay from its beginning; null: through the game that is played, from where it is. */
  review: { ask: string | null; answer: ReviewedPosition };
  /**
   * Another position of the game that is walked through. `viewer` null: as the seat to act sees it. Ends a what-if
   * game.
   */
  look: { ask: { at: number; viewer: number | null }; answer: ReviewedPosition };
  /** Begins a what-if game after so many moves of it. */
  goOn: { ask: number; answer: TableView };
  /** Plays on the position after so many moves of it, for so many milliseconds. `by`: who plays on. */
  analyse: { ask: { at: number; by: string; budget: number }; answer: PositionReport };
  /** The same for the whole game. */
  survey: { ask: { by: string; budget: number }; answer: ReviewReport };
  /** A mistake as a puzzle: the position as who made it saw it, with its moves. */
  puzzle: { ask: number; answer: TableView };
  /** What is to be said of a move there. */
  guess: { ask: { at: number; action: number; by: string; budget: number }; answer: Guess };
  /** Plays games of a trial for so many milliseconds, one at least. */
  trial: { ask: TrialGames & { budget: number }; answer: TrialOutcome[] };
  /** Where some games of a trial happen; null: the picture of the game has no board. */
  heat: { ask: TrialGames; answer: HeatMap | null };
  /** Compares the games of two sets, deal by deal. */
  compare: { ask: { first: readonly TrialOutcome[]; second: readonly TrialOutcome[] }; answer: Compared[] };
  /** One game of a trial as the text of a replay. */
  trialGame: { ask: Trial & { game: number }; answer: string };
  /** The game that is walked through, as a text. */
  saveReview: { ask: null; answer: string };
}

export type RequestName = keyof Requests;

export type Request = { [K in RequestName]: { id: number; name: K; ask: Requests[K]['ask'] } }[RequestName];

/** `error` is a line for people; `bug` that it is none of their doing. */
export type WorkerAnswer = { id: number; value: unknown } | { id: number; error: string; bug: boolean };
