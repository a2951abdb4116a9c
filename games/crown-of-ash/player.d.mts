/** Types of a player of Crown of Ash (crown-of-ash, rules version 2), made by tabletop-gym: docs/player.md. */

/** What one seat knows of a position, to be written by hand; what may be missing is worked out. */
export type View = {
  game: "crown-of-ash";
  format: 2;
  seat: number;
  options: Record<string, unknown>;
  /** Round 1-4; stays 4 when over. */
  round: number;
  /** Lap 0-3 of the round: each seat has placed that many minions before its turn. */
  lap: number;
  /** Place in the turn order whose turn it is, 0..seats-1. */
  turn: number;
  /** What comes when no task is left: STAGE. */
  stage: "set-up" | "turn" | "raise" | "pay" | "next" | "order";
  /** Pending prompt (`promptNames`), -1 none. */
  prompt: "TURN_ACTION" | "WILD" | "RESURRECT" | "PLACE" | "ATTACK_SELECT" | "CARD_ATT" | "CARD_DEF" | "CASUALTY" | "RAISE" | "PAY" | "ORDER" | null;
  /** Seat that answers it, -1 none. */
  actor: number | null;
  players: Array<{
    /** Victory points. */
    vp: number;
    /** Gold. */
    gold: number;
    /** Bone, ash, sulphur, blood. */
    resources: Array<number>;
    /** Minions still to be placed this round. */
    minions: number;
    cardsInHand: number;
    cards: Array<number> | null;
    discard: Array<number>;
    /** Card on top of the discard. */
    topDiscard: number | null;
    /** The refresh space is used. */
    refreshed: boolean;
    fate: number | null;
  }>;
  /** Seat at each place of the turn order, none while not decided. */
  order: Array<number | null>;
  fighters: Array<"unseen" | "slot 1" | "slot 2" | "slot 3" | "slot 4" | "slot 5" | "slot 6" | "hand 0" | "hand 1" | "hand 2" | "hand 3" | "region 1" | "region 2" | "region 3" | "region 4" | "region 5" | "region 6" | "citadel" | "graveyard 0" | "graveyard 1" | "graveyard 2" | "graveyard 3" | "battle">;
  regions: Array<{
    /** Owner of each region. */
    owner: number | null;
    /** Top tile of each region. */
    tile: number | null;
    /** Tiles under it. */
    covered: number;
    /** Minions on the gather spaces of each region. */
    gather: number;
    /** Minions on its combat spaces. */
    combat: number;
  }>;
  citadel: {
    holder: number | "king";
    /** Minions on the left, right and front of the Citadel; the front counts too. */
    flanks: Array<number>;
  };
  /** Tile in each place of the market. */
  market: Array<number | null>;
  stack: {
    /** `stackSize` tiles, the top is the last. */
    tiles: Array<number>;
    /** The stack was made of tiles set aside, so its tiers are mixed. */
    mixed: boolean;
  };
  /** `asideSize` tiles. */
  aside: Array<number>;
  ai: {
    /** Square of the AI's fighter track. */
    cube: number;
    /** `actionsLeft` cards, the top is the last. */
    actionCards: Array<number>;
    /** How often the AI's action deck was shuffled. */
    shuffles: number;
    last: {
      /** The AI's last turn, for people: its card, -1 none. */
      card: number | null;
      /** The region it was for, -1 none. */
      region: number | null;
      /** What it did (DO_*), -1 none. */
      step: number | null;
      closest: number | "gold" | null;
      /** The fighter it raised. */
      raised: number | null;
    } | null;
  } | null;
  battle: {
    /** The battle: its site, -1 none. */
    site: number | null;
    /** Flank of the Citadel that is attacked, -1 none. */
    flank: number | null;
    attacker: number;
    defender: number | "king";
    /** Fighters sent into the battle so far. */
    sent: number;
    attackerLaid: boolean;
    defenderLaid: boolean;
    ownCard: number | null;
  } | null;
  chosen: number | null;
  payment: {
    /** Slot of the fighter being paid for, -1 none. */
    slot: number | null;
    /** What of it is still owed, by resource. */
    owed: Array<number>;
  } | null;
  ordering: {
    /** ORDER: the seat that decides, -1 none. */
    decider: number | null;
    /** ORDER: places it has filled. */
    placed: number;
  } | null;
  tasks: Array<{
    task: "none" | "wild" | "resurrect" | "place" | "start" | "select" | "attacker card" | "defender card" | "resolve" | "casualty" | "ai raise";
    seat: number;
    argument: number;
  }>;
  lastBattle: {
    /** Its site. */
    site: number | null;
    attacker: number;
    defender: number | "king";
    totals: [number, number];
    cards: [number, number | null];
  } | null;
  /** How the game ended: index into `endings`. */
  end: "" | "citadel" | "lands" | "tie-break" | "shared" | "ai";
  places: Array<number> | null;
};

/** What an action is, for programs. */
export type Action = 
  | { kind: "gather"; args: { region: 1 | 2 | 3 | 4 | 5 | 6 } }
  | { kind: "gold"; args: Record<string, never> }
  | { kind: "refresh"; args: Record<string, never> }
  | { kind: "build"; args: { tile: number | null; place: 0 | 1 | 2 | 3; region: 1 | 2 | 3 | 4 | 5 | 6 } }
  | { kind: "attack"; args: { region: 1 | 2 | 3 | 4 | 5 | 6 } }
  | { kind: "attack_citadel"; args: { flank: "left" | "right" | "front" } }
  | { kind: "wild"; args: { resource: "bone" | "ash" | "sulphur" | "blood" } }
  | { kind: "fighter"; args: { fighter: 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15 | 16 | 17 | 18 | 19 | 20 | 21 | 22 | 23 | 24 | 25 | 26 | 27 | 28 | 29 | 30 | 31 | 32 | 33 | 34 | 35 } }
  | { kind: "done"; args: Record<string, never> }
  | { kind: "withdraw"; args: Record<string, never> }
  | { kind: "card"; args: { card: 0 | 1 | 3 | 4 | "die" } }
  | { kind: "raise"; args: { slot: 0 | 1 | 2 | 3 | 4 | 5; fighter: number | null } }
  | { kind: "pay"; args: { resource: "bone" | "ash" | "sulphur" | "blood" } }
  | { kind: "pay_rest"; args: Record<string, never> }
  | { kind: "order"; args: { seat: 0 | 1 | 2 | 3; place: 0 } };

/** Name of a kind of decision. */
export type Prompt = "TURN_ACTION" | "WILD" | "RESURRECT" | "PLACE" | "ATTACK_SELECT" | "CARD_ATT" | "CARD_DEF" | "CASUALTY" | "RAISE" | "PAY" | "ORDER";

/** A named strength, or a number from 0 (a beginner) to 1 (all it can). */
export type Difficulty = 'easy' | 'medium' | 'hard' | number;

/** How to choose. Everything may be left out: full strength, and the same view always gives the same action. */
export interface ActSettings {
  difficulty?: Difficulty;
  /** 1 to 10, in place of difficulty, topK and attention: a measured level, where the player has such (describe().levels). */
  level?: number;
  /** All randomness of this choice follows from it. */
  seed?: string | number;
  /** Where randomness comes from instead: numbers in [0, 1). */
  random?: () => number;
  /** Choose among this many most likely actions only, without looking ahead. */
  topK?: number;
  /** Of a player that looks ahead: for which share of its choices it does, 0 to 1. */
  attention?: number;
  /** Of a player that looks ahead: how long it may; 0: its likeliest action at once. */
  milliseconds?: number;
}

export type PlayerAction = Action & {
  /** The action id. */
  action: number;
  /** What it is, for people. */
  text: string;
};
export type LegalAction = PlayerAction & { /** Its probability. */ p: number };
export type PlayerAnswer = PlayerAction & {
  /** Every legal action, by action id. */
  probabilities: LegalAction[];
  /** Of a player that looked ahead. */
  simulations?: number;
};
export type TimedAnswer = PlayerAnswer & { /** False: the time was over first. */ inTime: boolean };

export type ViewCheck =
  | { valid: true; seat: number; actor: number; prompt: Prompt | ''; legal: number; over: boolean }
  | { valid: false; error: string };

export interface SelfTest {
  passed: boolean;
  vectors: number;
  maxError: number;
  problems: string[];
}

export interface SavedMatch {
  game: { id: string; version: string };
  seed: string;
  options: unknown;
  actions: number[];
}

/** A whole game, played by the bundled rules. */
export interface PlayerMatch {
  readonly seed: string;
  readonly options: unknown;
  readonly players: number;
  /** Seat to act; -1 when over. */
  readonly actor: number;
  readonly prompt: Prompt | '';
  readonly round: number;
  readonly over: boolean;
  readonly truncated: boolean;
  readonly ending: string;
  view(seat?: number): View;
  text(seat?: number): string;
  actions(): PlayerAction[];
  apply(action: number): void;
  act(settings?: ActSettings): PlayerAnswer;
  play(settings?: ActSettings): PlayerAnswer;
  places(): number[];
  save(): SavedMatch;
}

/** The player in a worker of its own. */
export interface PlayerWorker {
  act(view: View, settings?: Omit<ActSettings, 'random'>): Promise<TimedAnswer>;
  legal(view: View, settings?: Omit<ActSettings, 'random'>): Promise<LegalAction[]>;
  evaluate(view: View): Promise<number[]>;
  close(): void;
}

export interface GameFacts {
  id: string;
  version: string;
  title: string;
  summary: string;
  players: { min: number; max: number };
  actions: number;
  prompts: readonly Prompt[];
}

/** One measured strength: Elo points above random play, with the 95 % interval. */
export interface PlayerLevel {
  level: number;
  settings: { difficulty?: Difficulty; topK?: number; attention?: number };
  rating: { mean: number; low: number; high: number };
  games: number;
}

export interface PlayerDescription {
  game: GameFacts;
  options: unknown;
  /** Games that it was measured by. */
  strength: { against: string[]; games: number; winRate: { mean: number; low: number; high: number } }[];
  /** What is inside; null: not recorded. */
  inside: Record<string, unknown> | null;
  /** What level means; empty: not measured. */
  levels: PlayerLevel[];
  parameters: number;
  text: string[];
}

export const game: GameFacts;
/** Where the player comes from. */
export const meta: { options: unknown; provenance: Record<string, unknown>; [name: string]: unknown };
/** The choice of the seat to act. */
export function act(view: View, settings?: ActSettings): PlayerAnswer;
/** Its legal actions with the player's probabilities before it looks ahead. */
export function legal(view: View, settings?: ActSettings): LegalAction[];
/** The same seat's view after an action that needs no luck and shows nothing new; throws where it does. */
export function advance(view: View, action: number): View;
export function describe(): PlayerDescription;
export function openWorker(): Promise<PlayerWorker>;
/** Expected return of each seat: 1 is sure to be first, -1 sure to be last. */
export function evaluate(view: View): number[];
export function validate(view: unknown): ViewCheck;
/** What the network sees. */
export function encode(view: View): Float32Array;
export function viewOf(state: { readonly actor: number; view?(seat: number): unknown }, seat?: number): View;
export function newGame(seed: string | number, options?: unknown): PlayerMatch;
export function resumeGame(saved: SavedMatch): PlayerMatch;
export function selfTest(): SelfTest;
