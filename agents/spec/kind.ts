/** What a kind of agents is: everything about it lies in its own file in kinds/, and the table of all is kinds.ts. */
import type { Agent } from '../../env/agent.js';
import type { GamePackage } from '../../env/game-package.js';
import type { DeferredAgent } from '../deferred/deferred-agent.js';
import type { DeviceNetworks } from '../deferred/device-networks.js';
import type { Playing, Trained } from '../policy/trained.js';
import type { Options, ParsedSpec, Written } from './grammar.js';

/** What agents are made for: a game with all that comes with it. Without `options`: the game's own. */
export interface AgentContext extends GamePackage, Playing {}

/** What trained players of a context are to play: without options the game's own. Whoever loads one checks them. */
export const playingOf = ({ options = {}, otherOptions }: AgentContext): Playing => ({ options, otherOptions });

/** A player that is part of another one. */
export interface Part {
  /** Its spec. */
  agent: string;
  /** How, in a few words. */
  how: string;
}

/**
 * What must come along when an agent plays on another machine. `nothing`: whatever it needs is there already, with the
 * package or the game. `data`: its file. `code`: its file, which is executed. `never`: it cannot play elsewhere.
 */
export type Travels = 'nothing' | 'data' | 'code' | 'never';

/** What every kind declares. */
interface Common<O extends Options> extends Written<O> {
  /** What it is, in a few words: a line of help. */
  about: string;
  travels: Travels;
  /** Runs code or a model of others: no stored file (a ladder, a saved game) may name it, only people may. */
  foreign?: true;
}

/** A kind of agents that play. */
export interface PlayingKind<O extends Options = Options> extends Common<O> {
  /** Loads what the spec names, once, and returns what makes agents of it. */
  load(parsed: ParsedSpec<O>, context: AgentContext): (() => Agent) | Promise<() => Agent>;
  /**
   * The same with its network on a device. Left out: it computes none there, and plays as it is.
   * @throws UserError as `load`, and when its network cannot lie there
   */
  loadDeferred?(parsed: ParsedSpec<O>, context: AgentContext, networks: DeviceNetworks): () => DeferredAgent;
  /** What other players are part of it, and how. */
  parts(parsed: ParsedSpec<O>, context: AgentContext): Part[] | Promise<Part[]>;
  /** The file it plays by; undefined where it needs none. Left out: it never needs one. */
  file?(parsed: ParsedSpec, context: AgentContext | undefined): string | undefined | Promise<string | undefined>;
  /** Further files that decide how it plays, where they are files, such as the script of a program. */
  alsoReads?(parsed: ParsedSpec): string[];
  /** What follows the colon when its file lies elsewhere. Left out: the file alone. */
  whatAt?(parsed: ParsedSpec, file: string): string;
  /** What the player in such a file was trained for. Left out: nobody knows. */
  trained?(file: string): Trained | Promise<Trained>;
  /** Chosen for the options that are played: it follows the others, and does not decide which are played. */
  follows?: true;
}

/** A kind of specs that stand for other specs. */
export interface StandInKind<O extends Options = Options> extends Common<O> {
  /** The spec it stands for. @throws UserError when there is none */
  standsFor(parsed: ParsedSpec<O>, context: AgentContext): string;
}

export type AgentKind<O extends Options = Options> = PlayingKind<O> | StandInKind<O>;

/** Declares a kind of agents, with the types of its options. */
export const playingKind = <const O extends Options>(kind: PlayingKind<O>): PlayingKind<O> => kind;

/** Declares a kind of specs that stand for others. */
export const standInKind = <const O extends Options>(kind: StandInKind<O>): StandInKind<O> => kind;
