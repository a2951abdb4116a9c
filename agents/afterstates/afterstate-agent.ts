/** An agent that plays by the values of the positions that its actions lead to. */
import type { Agent, View } from '../../env/agent.js';
import { createRng, type Rng, type Seed } from '../../env/chance.js';
import { OwnTurn, type OwnTurnSetup } from './own-turn.js';
import { Spread } from './spread.js';

/** How it is played. */
export interface AfterstatePlay {
  /** Its spec string. */
  name?: string;
  /** In units of how far values lie apart (`Spread`); 0: always the best action. Default: 0. */
  temperature?: number | undefined;
  /** Nothing is drawn or hidden in the game: its choice follows from the position, so it has probabilities. */
  sure?: boolean;
}

/** What it judges with; the number of players is that of the game it is shown. */
export type AfterstateSetup = Omit<OwnTurnSetup, 'game' | 'players'>;

/** Plays by the values of the positions that its actions lead to. */
export class AfterstateAgent implements Agent {
  readonly name: string;
  readonly probabilities?: NonNullable<Agent['probabilities']>;
  private readonly temperature: number;
  private rng: Rng = createRng(0);
  private turn: OwnTurn | null = null;
  private players = 0;
  private spread = new Spread();

  constructor(
    private readonly setup: AfterstateSetup,
    { name = 'afterstates', temperature = 0, sure = false }: AfterstatePlay = {},
  ) {
    this.name = name;
    this.temperature = temperature;
    if (sure && temperature === 0)
      this.probabilities = (view, out) => {
        out.fill(0);
        out[this.act(view)] = 1;
      };
  }

  reset(seed: Seed): void {
    this.rng = createRng(`${seed}/afterstates`);
    this.spread = new Spread();
    this.turn?.release();
    this.setup.observer.reset?.();
  }

  /** Positions judged since it was made. */
  get simulations(): number {
    return this.turn?.judged ?? 0;
  }

  act(view: View): number {
    if (view.legal === 1) return view.mask.indexOf(1);
    const turn = this.turnOf(view);
    const planned = turn.planned(view);
    if (planned >= 0) return planned;
    const chosen = turn.choose(view, this.rng, this.spread, this.temperature);
    // Going on with a plan, it would do otherwise than `probabilities` of the position alone.
    if (!this.probabilities) turn.follow(chosen);
    return turn.ids[chosen]!;
  }

  actionValues(view: View, out: Float64Array): void {
    const turn = this.turnOf(view);
    turn.judge(view, this.rng.int(0x1_0000_0000));
    out.fill(-Infinity);
    for (let i = 0; i < turn.legal; i++) out[turn.ids[i]!] = turn.values[i]!;
  }

  private turnOf({ game, players }: View): OwnTurn {
    if (!this.turn || this.players !== players) this.turn = new OwnTurn({ ...this.setup, game, players });
    this.players = players;
    return this.turn;
  }
}
