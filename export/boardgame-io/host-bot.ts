/**
 * Our players as bots of boardgame.io. It hands a bot the whole state; these look at what `playerView` shows of it and at
 * nothing else. Part of every exported folder.
 */
import type { PlayerModule } from '../../agents/player-file/player-module.js';
import type { Agent } from '../../env/agent.js';
import type { Game } from '../../env/game.js';
import { UserError } from '../../env/user-error.js';
import { LiveView } from '../../env/view.js';
import { type PageBot, PERSON, Players } from '../web/players.js';
import { type HostSettings, hostGame, moveOf, type SeenG, type WholeG } from './host-game.js';

/** A state of boardgame.io, as far as it is looked at. */
interface HostState {
  G: WholeG | SeenG;
  ctx: unknown;
}

/** A bot, as `Local`, `Step` and `Simulate` use it. */
export interface HostBot {
  /** The answer depends on what this player sees, and on nothing else. */
  play(state: HostState, playerID: string): Promise<{ action: ReturnType<typeof moveOf> }>;
}

/** What a folder exports. */
export function hostOf(
  game: Game,
  bots: Readonly<Record<string, PageBot>>,
  defaults: HostSettings,
  trained?: PlayerModule,
) {
  const theirs = hostGame(game, defaults);
  const all = new Players(game, bots, { load: trained && (async () => trained) });
  const offers = all.offers().filter(({ spec }) => spec !== PERSON);

  /**
   * A class for `Local({ bots: { 1: botOf('scripted:mixed') } })`; its objects are for `Step` and `Simulate`.
   * @param spec one of `players`; default: the first
   * @throws UserError when there is no such player
   */
  function botOf(spec: string = offers[0]!.spec): new () => HostBot {
    if (!offers.some((offer) => offer.spec === spec))
      throw new UserError(`there is no player ${spec}: use one of ${offers.map((offer) => offer.spec).join(', ')}`);
    return class PlayerBot {
      private agent: Agent | undefined;
      private readonly shown = new LiveView(game);

      async play({ G }: HostState, playerID: string) {
        const seen = theirs.playerView({ G, playerID });
        if (seen.actions.length === 0) throw new UserError(`player ${playerID} has nothing to decide now`);
        const position = game.parseView!(seen.view);
        await all.prepare([spec]);
        this.agent ??= all.create(spec)!;
        // Luck of its own follows from what it sees.
        this.agent.reset(JSON.stringify(seen.view));
        return { action: moveOf(this.agent.act(this.shown.show(position)), playerID) };
      }
    };
  }

  return {
    /** For `Client({ game })`, `Server({ games: [game] })`, `Simulate({ game })`. */
    game: theirs,
    /** The same with other options, or with a seed. */
    gameOf: (settings: HostSettings) =>
      hostGame(game, { ...defaults, ...settings, options: { ...defaults.options, ...settings.options } }),
    botOf,
    /** Who can play, the strongest first. */
    players: offers,
  };
}
