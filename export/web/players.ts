/** Who can sit at a seat, by spec: a person, or an agent that plays in the page. */

import { isScripted, scriptedSpec } from '../../agents/bots/scripted-spec.js';
import { type Noise, noisyAgent } from '../../agents/noisy.js';
import type { FilePlayerSettings } from '../../agents/player-file/file-player.js';
import { FilePlayer } from '../../agents/player-file/file-player.js';
import type { PlayerModule } from '../../agents/player-file/player-module.js';
import { RandomAgent } from '../../agents/random.js';
import { SearchAgent } from '../../agents/search/search.js';
import type { Agent } from '../../env/agent.js';
import type { Game } from '../../env/game.js';
import type { GamePackage } from '../../env/game-package.js';
import { differentOptions, optionsText } from '../../env/options.js';
import { UserError } from '../../env/user-error.js';
import { type Analysts, isSure, opinionOf, SEARCHES } from '../../eval/analysis/analysts.js';
import { exactValuesOf } from '../../eval/analysis/exact-values.js';
import type { Offer } from './protocol.js';

export const PERSON = 'person';

/** Strengths of the trained player, the strongest first. */
const strengths = ['hard', 'medium', 'easy'] as const;

/** A bot as the page's script has it. */
export interface PageBot {
  create: () => Agent;
  plan?: string | undefined;
}

/** Who plays a level of a ladder (agents/ladder.ts), in a page. */
export type LevelSeat =
  | { kind: 'random' }
  | ({ kind: 'scripted'; name: string } & Noise)
  | { kind: 'trained'; settings: FilePlayerSettings }
  | { kind: 'search'; simulations: number };

/** A level of a ladder, as the page's script has it: `level:7`; its rating and who plays it are what it is about. */
export interface PageLevel extends Offer {
  seat: LevelSeat;
}

/** A search that plays games to the end, and its number of simulations for a hint. */
const SEARCH = { spec: 'search', thinking: 2000 } as const;

/** The trained player without looking ahead: fast enough to play games on. */
const QUICK = 'trained';

/** All who can sit down at a game. */
export class Players {
  /** The module of the trained player, once it was loaded. */
  private trained: PlayerModule | undefined;

  /**
   * @param bots by name, the strongest first
   * @param load loads the trained player, where there is one
   * @param rollout name of the bot that plays games on where a position is analysed. Default: the strongest
   * @param levels of the game's ladder
   * @param first spec of whom to offer first as an opponent
   * @param exactValues the game's solver, where it has one
   */
  constructor(
    private readonly game: Game,
    private readonly bots: Readonly<Record<string, PageBot>>,
    private readonly load?: () => Promise<PlayerModule>,
    private readonly rollout?: string | null,
    private readonly levels: readonly PageLevel[] = [],
    private readonly first?: string | null,
    private readonly exactValues?: GamePackage['exactValues'],
  ) {}

  /** Everybody, the strongest first among agents; levels of the ladder last. */
  offers(): Offer[] {
    const trained = this.load
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
      ...this.levels.map(({ spec, name, about }) => ({ spec, name, about })),
    ];
  }

  /** Whom a person plays against where nothing else was said. */
  get opponent(): string {
    return this.first ?? this.offers()[1]!.spec;
  }

  /** Who can play positions on for an analysis, the one to begin with first. */
  analysts(): Offer[] {
    const { game, rollout } = this;
    const search = { spec: SEARCH.spec, name: 'Search', about: `${SEARCHES} simulations a move` };
    const quick = { spec: QUICK, name: 'Trained player, at once', about: '' };
    const bots = this.offers().filter(({ spec }) => isScripted(spec));
    const first = bots.filter(({ spec }) => rollout && spec === scriptedSpec(rollout));
    const others = bots.filter((bot) => !first.includes(bot));
    const random = { spec: 'random', name: 'Random', about: 'any legal move' };
    return [...(isSure(game) ? [search] : []), ...first, ...others, ...(this.load ? [quick] : []), random];
  }

  /** Those who play positions on; after `prepareAnalysis`. @throws UserError when there is nobody of that name */
  analystsFor(spec: string, seats: number, options: unknown): Analysts {
    const offer = this.analysts().find((one) => one.spec === spec);
    if (!offer) throw new UserError(`there is no agent ${spec} for playouts`);
    const create = (simulations: number = SEARCHES): Agent => {
      if (spec === SEARCH.spec) return new SearchAgent(spec, { simulations });
      if (spec === QUICK) return this.quick({ topK: 1 });
      return this.create(spec)!;
    };
    const agents = Array.from({ length: seats }, () => create());
    const exact = exactValuesOf({ game: this.game, exactValues: this.exactValues }, options);
    if (this.trained) {
      // Who values positions is sure of one action; made weaker, it tells how near the others come.
      const thinker = this.quick(this.trained.meta.afterstates ? { difficulty: 'easy' } : {});
      return { agents, thinker: 'Trained player', opinion: opinionOf(thinker, spec), exact };
    }
    return { agents, thinker: offer.name, opinion: opinionOf(create(SEARCH.thinking), spec), exact };
  }

  /** Loads what an analysis needs. @throws UserError when the trained player does not fit */
  prepareAnalysis(): Promise<void> {
    return this.prepare([`${QUICK}:`]);
  }

  private quick(settings: FilePlayerSettings): FilePlayer {
    return new FilePlayer(this.trained!, this.game, 'the trained player', settings, QUICK);
  }

  known(spec: string): boolean {
    return this.offers().some((offer) => offer.spec === spec);
  }

  name(spec: string): string {
    return this.offers().find((offer) => offer.spec === spec)?.name ?? spec;
  }

  /** Loads what these specs need before `create` can make them. @throws UserError when the trained player does not fit */
  async prepare(specs: readonly string[]): Promise<void> {
    if (this.trained || !this.load || !specs.some((spec) => this.isTrained(spec))) return;
    const module = await this.load();
    const { id, version } = module.game;
    if (id !== this.game.id || version !== this.game.version)
      throw new UserError(
        `the trained player plays ${id} version ${version}, this page ${this.game.id} version ${this.game.version}`,
      );
    this.trained = module;
  }

  /** What is worth knowing about who plays with such options; after `prepare`. */
  notes(specs: readonly string[], options: unknown): string[] {
    if (!this.trained || !specs.some((spec) => this.isTrained(spec))) return [];
    const own = this.trained.meta.options;
    // Against people every rule may be on: what training narrowed is no other game.
    const different = differentOptions(own, options).filter((name) => name !== 'conceding');
    if (different.length === 0) return [];
    return [`The trained player learned another game (${optionsText(own, different)}) and may play worse in this one.`];
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

  /** The trained player at some strength; after `prepare`. */
  private softened(settings: FilePlayerSettings, spec: string): FilePlayer {
    if (!this.trained) throw new UserError('the trained player is not loaded yet');
    return new FilePlayer(this.trained, this.game, 'the trained player', settings, this.name(spec));
  }

  private levelSeat(spec: string): LevelSeat | undefined {
    return this.levels.find((level) => level.spec === spec)?.seat;
  }

  /** Whether the trained player plays for it. */
  private isTrained(spec: string): boolean {
    return spec.startsWith('trained:') || this.levelSeat(spec)?.kind === 'trained';
  }

  private playing(seat: LevelSeat, spec: string): Agent {
    switch (seat.kind) {
      case 'random':
        return new RandomAgent();
      case 'trained':
        return this.softened(seat.settings, spec);
      case 'search': {
        const name = this.rollout ?? Object.keys(this.bots)[0];
        const rollout = name === undefined ? undefined : this.bots[name]?.create;
        return new SearchAgent(this.name(spec), { simulations: seat.simulations, rollout });
      }
      case 'scripted':
        return noisyAgent(this.name(spec), this.bots[seat.name]!.create(), seat, this.game.actions);
    }
  }
}
