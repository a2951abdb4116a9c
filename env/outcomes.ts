/** What the end of a game is worth to each seat, where positions are searched or their values learned. */
import { finalPlaces } from './finished.js';
import type { Game, State } from './game.js';
import { lastReturn, placeReturns, type ReturnRule } from './returns.js';

/**
 * How the ends of games are valued: by places or rewards, and by how far a seat is ahead (`State.leads`), which tells good
 * from bad play long before anybody wins. Plain data.
 */
export interface OutcomeRule extends ReturnRule {
  /**
   * Null: leads do not count. `weight`: their share, 0..1; a lead counts as (lead - mean) / deviation, so that the scale of
   * points does not matter and no lead is too large to count.
   */
  lead: { weight: number; mean: number; deviation: number } | null;
}

/** The same, where leads count only if that is said. */
export type EndRule = ReturnRule & Partial<OutcomeRule>;

/** Values the ends of one game's games. */
export class Outcomes {
  /** What a reward on the way is worth. */
  readonly reward: number;
  /** What the last place alone is worth, to a seat that is as far behind as a game's mean; 0 where rewards count. */
  readonly worst: number;
  private readonly rewarded: boolean;
  private readonly places: Uint8Array;
  private readonly leads: Float64Array;

  constructor(
    { scoring }: Pick<Game, 'scoring'>,
    players: number,
    private readonly rule: EndRule,
  ) {
    this.rewarded = scoring === 'rewards';
    const share = 1 - (rule.lead?.weight ?? 0);
    this.reward = this.rewarded ? share : 0;
    this.worst = this.rewarded ? 0 : share * lastReturn(players, rule);
    this.places = new Uint8Array(players);
    this.leads = new Float64Array(players);
  }

  /** What a finished game is worth, beside its rewards. @param out length players */
  write(state: State, out: Float64Array): void {
    const { rule, places, leads } = this;
    out.fill(0);
    if (!this.rewarded) {
      finalPlaces(state, places);
      placeReturns(places, state.truncated, rule, out);
    }
    const { lead } = rule;
    if (!lead || !state.leads) return;
    state.leads(leads);
    for (let seat = 0; seat < out.length; seat++)
      out[seat] = (1 - lead.weight) * out[seat]! + (lead.weight * (leads[seat]! - lead.mean)) / lead.deviation;
  }
}
