/**
 * How long a player thinks, on the machine that it plays on: it is asked for decisions of a game that a fast player plays,
 * spread over all of it. Works one decision at a time. Knows nothing of pages.
 */
import type { Agent } from '../../env/agent.js';
import { createRng, SeededChance } from '../../env/chance.js';
import type { Game, State } from '../../env/game.js';
import { LiveView } from '../../env/view.js';
import type { Pace } from './protocol.js';

/** Positions of the game at which the player is asked. */
const ASKED = 40;
/** Milliseconds of thinking after which no more is asked, once there are a few decisions. */
const [LONG, FEW] = [1500, 8];

export class PaceTest {
  private readonly positions: State[];
  private readonly took: number[] = [];
  private readonly view: LiveView;

  /**
   * @param options checked
   * @param fast plays the game in which it is asked
   * @param clock in milliseconds
   */
  constructor(
    game: Game,
    options: unknown,
    fast: Agent,
    private readonly player: Agent,
    private readonly clock: () => number = () => performance.now(),
  ) {
    this.view = new LiveView(game);
    this.positions = spread(decisionsOf(game, options, fast), ASKED);
    player.reset('pace');
    // The first decision pays for all that is set up once.
    const [first] = this.positions;
    if (first) player.act(this.view.show(first));
  }

  /** Asks for decisions. @param going asked after each @returns what is known then */
  work(going: () => boolean): Pace {
    const { took, positions } = this;
    while (!this.finished) {
      const view = this.view.show(positions[took.length]!);
      const start = this.clock();
      this.player.act(view);
      took.push(this.clock() - start);
      if (!going()) break;
    }
    const sorted = [...took].sort((a, b) => a - b);
    const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
    return { n: took.length, median: at(0.5), slow: at(0.95), finished: this.finished };
  }

  private get finished(): boolean {
    const spent = this.took.reduce((sum, one) => sum + one, 0);
    return this.took.length >= this.positions.length || (this.took.length >= FEW && spent > LONG);
  }
}

/** The positions of a game at which somebody had a choice. */
function decisionsOf(game: Game, options: unknown, player: Agent): State[] {
  const chance = new SeededChance('pace', game.streams);
  const state = game.newState(options, chance);
  const view = new LiveView(game);
  const positions: State[] = [];
  player.reset('pace');
  for (let made = game.maxDecisions(options); made > 0 && !state.over; made--) {
    view.show(state);
    if (view.legal > 1) positions.push(state.clone());
    state.apply(view.legal === 1 ? view.mask.indexOf(1) : player.act(view), chance);
  }
  return positions;
}

/** Some of them in any order: where it is asked no longer, those that were are from all over the game. */
function spread(positions: readonly State[], most: number): State[] {
  const rng = createRng('pace');
  const left = [...positions];
  return Array.from({ length: Math.min(most, left.length) }, () => left.splice(rng.int(left.length), 1)[0]!);
}
