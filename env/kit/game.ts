/** A whole game out of its tables: what the contract asks for besides follows from them. */
import { type Chance, createRng, type Rng } from '../chance.js';
import type { AuxiliaryTarget, Game, State } from '../game.js';
import { leadsByScore, placesByScore } from '../returns.js';
import type { Drawing } from '../scene.js';
import type { Actions } from './actions.js';
import { areGuarded } from './guarded.js';
import { guideOf } from './guide.js';
import { fail, jsonOf, type ViewFormat, viewOf } from './json.js';
import type { Observation } from './pieces.js';
import type { OptionedBlock } from './position.js';
import { decisions, type PendingDecision, type Prompt } from './prompts.js';
import { played } from './state.js';
import { redrawUnseen } from './unseen.js';

/** What a position must have to be a game's: `positions` and `askedFields` give it all but `players` and `round`. */
type Playable<Options> = OptionedBlock<Options, unknown> &
  PendingDecision & {
    /** Number of seats in this game. */
    readonly players: number;
    /** The game's own count of rounds, from 1. */
    readonly round: number;
    /** It ended at a cap that is not in the rules; without it, no game does. */
    readonly truncated?: boolean;
  };

/** What `Game` says of itself; the rest of it is made of the tables. */
type Facts<Options> = Pick<
  Game<Options>,
  'id' | 'version' | 'title' | 'summary' | 'seats' | 'streams' | 'options' | 'maxDecisions'
> &
  Partial<
    Pick<
      Game<Options>,
      | 'utility'
      | 'timeLimit'
      | 'board'
      | 'symmetries'
      | 'actionFeatures'
      | 'turnPrompt'
      | 'trace'
      | 'concedes'
      | 'legend'
      | 'components'
    >
  >;

/** A game as it is told to `gameOf`. */
export interface GameTables<Options, P extends Playable<Options>> extends Facts<Options> {
  readonly Position: new (options: Options) => P;
  readonly actions: Actions<P, string>;
  readonly sight: Observation<P>;
  /** By name, in the order of their numbers. */
  readonly prompts: Readonly<Record<string, Prompt<P>>>;
  /** Sets up a new game; who is asked first is for `step` to say. */
  setUp(position: P, chance: Chance): void;
  /** Does what comes next while nobody is asked; sets `prompt` and `actor` where somebody is to be asked. */
  step(position: P, chance: Chance): void;
  /** The position as a seat sees it, for people: plain text. The question that is asked is added. */
  text(position: P, seat: number): string;
  /** What ranks the seats at the end: more is better. */
  score(position: P, seat: number): number;
  /** How it ended, in one word or two. Asked at the end only. */
  ending(position: P): string;
  /** What the last answer gave each seat: the game is scored by rewards; without it, by places, which is zero-sum. */
  rewards?(position: P, out: Float64Array): void;
  /**
   * Draws anew all that a seat cannot know, uniformly among what agrees with what it has seen (`State.resample`), without
   * reading any of it: positions that are read from JSON are filled in by it too. Without it, nothing is hidden.
   */
  redraw?(position: P, seat: number, rng: Rng): void;
  /**
   * Draws anew only what no seat knows, such as a deck, while all seats keep what they hold (`State.resampleUnseen`).
   * Without it, this follows from `redraw` and from who sees which field, where hands and decks are lists of cards.
   */
  redrawUnseen?(position: P, rng: Rng): void;
  /** `State.rivalAhead`, where the rules play a side that has no seat. */
  rivalAhead?(position: P): boolean | null;
  /** JSON of its own; without it, all fields that a seat may see. */
  readonly view?: ViewFormat<P, Options>;
  /** `Game.enumerate`. */
  enumerate?(position: P): number[];
  /** `Game.auxiliary`. */
  readonly auxiliary?: readonly AuxiliaryTarget<P & State>[];
  /** `Game.drawing`. */
  readonly drawing?: Drawing<P>;
  /** `Game.whyNot`. */
  whyNot?(position: P, action: number): string | null;
}

/** What every position has from `positions`, and what `played` and `gameOf` put onto its class. */
const ofTheKit: readonly string[] = [
  ...(['layout', 'bytes', 'options', 'hash', 'outOfRange', 'clone', 'save', 'load'] as const),
  ...(['legal', 'apply', 'observe', 'actionText', 'actionJson', 'text', 'view'] as const),
  ...(['rewards', 'places', 'leads', 'ending', 'resample', 'resampleUnseen', 'rivalAhead'] as const),
] satisfies (keyof State | keyof OptionedBlock<object, unknown>)[];

/** Members of a game's own class, without those of the two classes of the kit that it extends. */
function membersOf(prototype: object): string[] {
  const chain: object[] = [];
  for (let at = prototype; at !== Object.prototype; at = Object.getPrototypeOf(at) as object) chain.push(at);
  return chain.slice(0, -2).flatMap((one) => Object.getOwnPropertyNames(one));
}
const taken = (name: string, by: string) =>
  `its class of positions has a member ${name} of its own, but ${by} has that name: call it otherwise`;
const hidesField = (name: string) => taken(name, 'a field (askedFields declares some)');

/** Methods of `State` that neither the fields nor the tables give. */
type Rest = Pick<State, 'rewards' | 'places' | 'leads' | 'ending' | 'resample' | 'resampleUnseen' | 'rivalAhead'> & {
  fault(): string;
};

/**
 * Builds a `Game` from its tables: class of positions, actions, observation, prompts and rules.
 * @throws Error when the tables do not fit together
 */
export function gameOf<Options extends object, P extends Playable<Options>>(
  tables: GameTables<Options, P>,
): Game<Options, P & State> {
  const { Position, actions, sight, prompts, setUp, step, text, score, ending, ...optional } = tables;
  const { rewards, redraw, redrawUnseen: ownUnseen, rivalAhead, view: own, ...facts } = optional;
  const { layout, fault } = Position.prototype as P;
  const fields = Object.fromEntries(layout.places.map(({ name, field }) => [name, field]));
  const names = Object.keys(prompts);
  const refuse = (why: string) => fail(facts.id, why);
  if (String(names) !== String(fields.prompt?.names))
    refuse(`its prompts are ${names}, those of the field ${fields.prompt?.names}`);
  const ids = fields.legalActions?.shape?.[0];
  if (ids !== actions.count) refuse(`askedFields({ actions: ${ids} }): the game has ${actions.count} actions`);
  const asked = fields.actor!.max! + 1;
  if (asked < facts.seats.max) refuse(`askedFields({ seats: ${asked} }): the game has up to ${facts.seats.max} seats`);
  const short = sight.bySeat.find(({ shape }) => shape[0]! < facts.seats.max);
  if (short) refuse(`piece.seats('${short.name}') has ${short.shape[0]} seats, the game up to ${facts.seats.max}`);
  const secret = layout.places.find(({ field: { sight: who } }) => who !== undefined && who !== 'depends');
  if (secret && !redraw) refuse(`the field ${secret.name} is hidden from somebody: redraw is missing`);

  for (const [name, { uses }] of Object.entries(prompts)) {
    const unknown = uses.find((block) => !actions.spans.some((span) => span.name === block));
    if (unknown !== undefined)
      refuse(
        `the prompt ${name} uses ${unknown}: its actions are ${actions.spans.map((span) => span.name).join(', ')}`,
      );
  }
  for (const name of membersOf(Position.prototype)) {
    if (Object.hasOwn(fields, name)) refuse(hidesField(name));
    if (ofTheKit.includes(name)) refuse(taken(name, 'what every position can do'));
  }

  const asking = decisions(Object.values(prompts), step);
  const list = (s: P): void => {
    s.legalActions.fill(0);
    s.count = 0;
    if (!s.over) asking.list(s);
  };
  const wrong = (s: P): string => {
    if (s.over !== s.prompt < 0 || s.over !== s.actor < 0) return 'somebody is asked exactly while the game goes on';
    if (s.actor >= s.players) return `actor is ${s.actor}, there are ${s.players} players`;
    return fault.call(s);
  };
  const complete = (s: P, { seat }: { seat: number }): void => {
    redraw?.(s, seat, createRng('view'));
    const why = wrong(s);
    if (why) fail('view', why);
    list(s);
    if (!s.over && s.count === 0) fail('view', 'nothing is legal');
  };
  const shown = (s: P, seat: number): string => {
    const asked = s.actor === seat ? Object.values(prompts)[s.prompt]!.ask(s) : `seat ${s.actor} is asked`;
    return `${text(s, seat)}\n${s.over ? 'the game is over' : asked}`;
  };
  const view: ViewFormat<P, Options> =
    own ?? viewOf({ game: facts.id, options: facts.options }, jsonOf<P>()(fields).all(), complete);

  const Played = played<P, [Options]>(Position, { sight, actions, view, text: shown }, asking);
  const methods: Rest & ThisType<P> = {
    rewards(out) {
      if (rewards) rewards(this, out);
      else out.fill(0);
    },
    places(out) {
      out.set(placesByScore(Array.from({ length: this.players }, (_, seat) => score(this, seat))));
    },
    leads(out) {
      out.set(leadsByScore(Array.from({ length: this.players }, (_, seat) => score(this, seat))));
    },
    ending() {
      return this.over ? ending(this) : '';
    },
    resample(seat, rng) {
      if (!redraw) return;
      redraw(this, seat, rng);
      if (this.actor !== seat) list(this);
    },
    resampleUnseen(rng) {
      if (ownUnseen) ownUnseen(this, rng);
      else if (redraw) redrawUnseen(this, (s) => redraw(s, Math.max(0, s.actor), rng), rng);
    },
    ...(rivalAhead && {
      rivalAhead() {
        return rivalAhead(this);
      },
    }),
    fault() {
      const why = wrong(this);
      if (why) return why;
      const again = this.clone();
      list(again);
      return this.over === (again.count === 0) && again.hash() === this.hash() ? '' : 'the legal actions are others';
    },
  };
  // Onto the same class, as `played` does it.
  for (const [name, value] of Object.entries(methods))
    Object.defineProperty(Played.prototype, name, { value, writable: true, configurable: true });
  if (!('truncated' in Played.prototype)) Object.defineProperty(Played.prototype, 'truncated', { value: false });

  let looked = false;
  const make = (options: Options) => {
    const made = new Played(options) as P & State;
    // Guards are properties too.
    if (looked || areGuarded()) return made;
    looked = true;
    // Single fields are accessors of the class: a property of the object itself hides one.
    const property = layout.places.find(({ name, field }) => !field.shape && Object.hasOwn(made, name));
    if (property) refuse(hidesField(property.name));
    return made;
  };
  return {
    utility: rewards ? 'general' : 'zero-sum',
    actionFeatures: actions.features,
    ...facts,
    information: redraw ? 'imperfect' : 'perfect',
    scoring: rewards ? 'rewards' : 'places',
    actions: actions.count,
    actionName: actions.nameOf,
    observation: sight.pieces,
    prompts: names,
    players: (options) => make(options).players,
    newState(options, chance) {
      const s = make(options);
      setUp(s, chance);
      asking.advance(s, chance);
      return s;
    },
    parseView: (json) => view.read(json, make),
    guide: guideOf<P>(view, actions, Object.values(prompts), () => make(facts.options.parse({}))),
  };
}
