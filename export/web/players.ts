/** Who can sit at a seat, by spec: a person, or an agent that plays in the page. */

import { isScripted, scriptedSpec } from '../../agents/bots/scripted-spec.js';
import { noisyAgent } from '../../agents/noisy.js';
import type { FilePlayerSettings } from '../../agents/player-file/file-player.js';
import { FilePlayer } from '../../agents/player-file/file-player.js';
import type { PlayerModule } from '../../agents/player-file/player-module.js';
import { RandomAgent } from '../../agents/random.js';
import { SearchAgent } from '../../agents/search/search.js';
import { plannedSearch } from '../../agents/search/search-plan.js';
import type { Agent } from '../../env/agent.js';
import type { Game } from '../../env/game.js';
import type { GamePackage } from '../../env/game-package.js';
import type { Evaluate } from '../../env/judges.js';
import { differentOptions, optionsText } from '../../env/options.js';
import { UserError } from '../../env/user-error.js';
import { type Analysts, cutOf, isSure, opinionOf, SEARCHES } from '../../eval/analysis/analysts.js';
import { exactValuesOf } from '../../eval/analysis/exact-values.js';
import type { LevelSeat } from './level-seat.js';
import { personaText } from './personas.js';
import type { Offer } from './protocol.js';

export const PERSON = 'person';

/** Strengths of the trained player, the strongest first. */
const strengths = ['hard', 'medium', 'easy'] as const;

/** A bot as the page's script has it. */
export interface PageBot {
  create: () => Agent;
  plan?: string | undefined;
}

/** A level of a ladder, as the page's script has it: `level:7`; its rating and who plays it are what it is about. */
export interface PageLevel extends Offer {
  seat: LevelSeat;
}

/** A search that plays games to the end, and its number of simulations for a hint. */
const SEARCH = { spec: 'search', thinking: 2000 } as const;

/** Begins the spec of an agent whose play-outs are not cut where those of others are. */
const TO_THE_END = 'whole ';

/** `adapts:4` is level 4 in a game after which it may go up or down; others are who they are. */
const levelPlayed = (spec: string): string => spec.replace(/^adapts:/, 'level:');

/** The trained player without looking ahead: fast enough to play games on. */
const QUICK = 'trained';

/** What players need beside the rules. */
export interface PlayersSetting extends Pick<GamePackage, 'exactValues' | 'evaluate' | 'analysis'> {
  /** Loads a trained player, by the name of its file; undefined: the page's own. */
  load?: ((file?: string) => Promise<PlayerModule>) | undefined;
  /** There are files of players, but none is the page's own. */
  levelsOnly?: boolean | undefined;
  /** Name of the bot that plays games on where a position is analysed. Default: the strongest. */
  rollout?: string | null | undefined;
  /** Of the game's ladder. */
  levels?: readonly PageLevel[] | undefined;
  /** Spec of whom to offer first as an opponent. */
  opponent?: string | null | undefined;
}

/** The name of the page's own trained player among those that were loaded. */
const OWN = '';

/** All who can sit down at a game. */
export class Players {
  /** The modules of trained players, once they were loaded, by the names of their files. */
  private readonly modules = new Map<string, PlayerModule>();
  private readonly levels: readonly PageLevel[];

  /** @param bots by name, the strongest first */
  constructor(
    private readonly game: Game,
    private readonly bots: Readonly<Record<string, PageBot>>,
    private readonly setting: PlayersSetting = {},
  ) {
    this.levels = setting.levels ?? [];
  }

  /** The page's own trained player, once it was loaded. */
  private get trained(): PlayerModule | undefined {
    return this.modules.get(OWN);
  }

  /** The page has a trained player of its own. */
  private get hasTrained(): boolean {
    return this.setting.load !== undefined && !this.setting.levelsOnly;
  }

  /** Everybody, the strongest first among agents; levels of the ladder last. */
  offers(): Offer[] {
    const trained = this.hasTrained
      ? strengths.map((strength) => ({
          spec: `trained:${strength}`,
          name: `Trained player, ${strength}`,
          about: strength === 'hard' ? '' : 'made weaker on purpose',
        }))
      : [];
    const bots = Object.entries(this.bots).map(([name, { plan = '' }]) => ({
      spec: scriptedSpec(name),
      name: `Bot: ${name}`,
      about: plan,
    }));
    return [
      { spec: PERSON, name: 'A person', about: '' },
      ...trained,
      ...bots,
      { spec: 'random', name: 'Random', about: 'any legal move' },
      ...this.levels.map(({ spec, name, about, seat }) => {
        const does = personaText(seat, (bot) => this.bots[bot]?.plan ?? '');
        return { spec, name, about: `${about}; ${does}` };
      }),
    ];
  }

  /** Whom a person plays against where nothing else was said. */
  get opponent(): string {
    return this.setting.opponent ?? this.offers()[1]!.spec;
  }

  /** Who can play positions on for an analysis, the one to begin with first. */
  analysts(): Offer[] {
    const { game } = this;
    const { rollout } = this.setting;
    const search = { spec: SEARCH.spec, name: 'Search', about: `${SEARCHES} simulations a move` };
    const quick = { spec: QUICK, name: 'Trained player, at once', about: '' };
    const bots = this.offers().filter(({ spec }) => isScripted(spec));
    const first = bots.filter(({ spec }) => rollout && spec === scriptedSpec(rollout));
    const others = bots.filter((bot) => !first.includes(bot));
    const random = { spec: 'random', name: 'Random', about: 'any legal move' };
    const all = [...(isSure(game) ? [search] : []), ...first, ...others, ...(this.hasTrained ? [quick] : []), random];
    const cut = cutOf(this.setting);
    if (!cut) return all;
    const judged = `${cut.rounds} rounds, then judged by the game's evaluation`;
    const [usual, ...rest] = all.map((one) => ({ ...one, about: judged }));
    const whole = { ...all[0]!, spec: `${TO_THE_END}${all[0]!.spec}`, name: `${all[0]!.name}, to the end` };
    return [usual!, { ...whole, about: 'games are played to their end, which takes longer' }, ...rest];
  }

  /** Those who play positions on; after `prepareAnalysis`. @throws UserError when there is nobody of that name */
  analystsFor(by: string, seats: number, options: unknown): Analysts {
    const offer = this.analysts().find((one) => one.spec === by);
    if (!offer) throw new UserError(`there is no agent ${by} for playouts`);
    const whole = by.startsWith(TO_THE_END);
    const spec = whole ? by.slice(TO_THE_END.length) : by;
    const create = (simulations: number = SEARCHES): Agent => {
      if (spec === SEARCH.spec) return new SearchAgent(spec, { simulations });
      if (spec === QUICK) return this.quick({ topK: 1 });
      return this.create(spec)!;
    };
    const agents = Array.from({ length: seats }, () => create());
    // Whoever wants to see games to their end chooses so.
    const cut = cutOf(this.setting, whole ? Infinity : undefined);
    // Somebody looks on, and nothing else is answered meanwhile.
    const exact = exactValuesOf({ game: this.game, exactValues: this.setting.exactValues }, options, { quick: true });
    if (this.trained) {
      // Who values positions is sure of one action; made weaker, it tells how near the others come.
      const thinker = this.quick(this.trained.meta.afterstates ? { difficulty: 'easy' } : {});
      return { agents, thinker: 'Trained player', opinion: opinionOf(thinker, spec), exact, cut };
    }
    return { agents, thinker: offer.name, opinion: opinionOf(create(SEARCH.thinking), spec), exact, cut };
  }

  /** Loads what an analysis needs. @throws UserError when the trained player does not fit */
  prepareAnalysis(): Promise<void> {
    return this.prepare([`${QUICK}:`]);
  }

  private quick(settings: FilePlayerSettings): FilePlayer {
    return new FilePlayer(this.trained!, this.game, 'the trained player', settings, QUICK);
  }

  known(spec: string): boolean {
    return this.offers().some((offer) => offer.spec === levelPlayed(spec));
  }

  name(spec: string): string {
    return this.offers().find((offer) => offer.spec === levelPlayed(spec))?.name ?? spec;
  }

  /** Loads what these specs need before `create` can make them. @throws UserError when a trained player does not fit */
  async prepare(specs: readonly string[]): Promise<void> {
    const { load } = this.setting;
    for (const file of new Set(specs.flatMap((spec) => this.fileOf(spec) ?? []))) {
      if (!load || this.modules.has(file)) continue;
      const module = await load(file === OWN ? undefined : file);
      const { id, version } = module.game;
      if (id !== this.game.id || version !== this.game.version)
        throw new UserError(
          `the trained player plays ${id} version ${version}, this page ${this.game.id} version ${this.game.version}`,
        );
      this.modules.set(file, module);
    }
  }

  /** What is worth knowing about who plays with such options; after `prepare`. */
  notes(specs: readonly string[], options: unknown): string[] {
    const own = specs.flatMap((spec) => this.modules.get(this.fileOf(spec) ?? '?')?.meta.options ?? []);
    // Against people every rule may be on: what training narrowed is no other game.
    const differing = (trained: (typeof own)[number]) =>
      differentOptions(trained, options).filter((name) => name !== 'conceding');
    const other = own.find((trained) => differing(trained).length > 0);
    if (!other) return [];
    return [
      `The trained player learned another game (${optionsText(other, differing(other))}) and may play worse in this one.`,
    ];
  }

  /** @returns null for a person. @throws UserError when there is nobody of that name */
  create(spec: string): Agent | null {
    if (spec === PERSON) return null;
    if (!this.known(spec)) throw new UserError(`there is no player ${spec} here`);
    if (spec === 'random') return new RandomAgent();
    const seat = this.levelSeat(spec);
    if (seat) return this.playing(seat, spec);
    const name = spec.slice(spec.indexOf(':') + 1);
    if (isScripted(spec)) return this.bots[name]!.create();
    return this.softened({ difficulty: name } as FilePlayerSettings, spec);
  }

  /** A trained player at some strength; after `prepare`. */
  private softened(settings: FilePlayerSettings, spec: string, file = OWN): FilePlayer {
    const module = this.modules.get(file);
    if (!module) throw new UserError('the trained player is not loaded yet');
    return new FilePlayer(module, this.game, 'the trained player', settings, this.name(spec));
  }

  /** Plays games on: the bot that is named for it, else the strongest, else random play. */
  fast(): Agent {
    const name = this.setting.rollout ?? Object.keys(this.bots)[0] ?? 'random';
    return this.bots[name]?.create() ?? new RandomAgent();
  }

  private levelSeat(spec: string): LevelSeat | undefined {
    return this.levels.find((level) => level.spec === levelPlayed(spec))?.seat;
  }

  /** The trained player that plays for it, by its file; undefined where none does. */
  private fileOf(spec: string): string | undefined {
    if (spec.startsWith(`${QUICK}:`)) return this.hasTrained ? OWN : undefined;
    const seat = this.levelSeat(spec);
    return seat?.kind === 'trained' ? (seat.file ?? OWN) : undefined;
  }

  private playing(seat: LevelSeat, spec: string): Agent {
    switch (seat.kind) {
      case 'random':
        return new RandomAgent();
      case 'trained':
        return this.softened(seat.settings, spec, seat.file);
      case 'search':
        return plannedSearch(this.name(spec), seat.plan, this.makers, this.setting.evaluate as Evaluate | undefined);
      case 'scripted':
        return noisyAgent(this.name(spec), this.bots[seat.name]!.create(), seat, this.game.actions);
    }
  }

  private get makers(): Record<string, () => Agent> {
    return Object.fromEntries(Object.entries(this.bots).map(([name, { create }]) => [name, create]));
  }
}
