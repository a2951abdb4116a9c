/**
 * Targets of auxiliary heads: what became of a game, known when it is over. Each decision of a seat gets them from that seat's
 * last one; decisions whose game goes on beyond the rollout do without (NaN).
 */
import type { NetworkShape } from '../../agents/network/network.js';
import { AuxiliaryTargets } from '../../agents/policy/auxiliary.js';
import type { Game, State } from '../../env/game.js';
import type { Rows } from './rows.js';

/** The targets of auxiliary heads in the rows of a rollout. */
export class Foreseen {
  private readonly targets: AuxiliaryTargets;
  private readonly heads: [head: string, width: number][];

  constructor(
    game: Game,
    shape: NetworkShape,
    private readonly rows: Rows,
  ) {
    this.targets = new AuxiliaryTargets(game, shape);
    this.heads = Object.entries(rows.sizes.further ?? {});
  }

  begin(): void {
    for (const [head] of this.heads) this.rows.targets[head]!.fill(Number.NaN);
  }

  /** Writes how a game ended, as a seat sees it, to its last decision. */
  end(state: State, seat: number, row: number): void {
    this.targets.write(state, seat, this.rows.targets, row);
  }

  /** Hands what became of a game from each seat's last decision to those before it. @param used rows in use */
  handBack(used: number): void {
    if (!this.targets.some) return;
    const { rows } = this;
    for (let row = used - 1; row >= 0; row--) {
      const after = rows.next[row]!;
      if (after < 0) continue;
      for (const [head, width] of this.heads)
        rows.targets[head]!.copyWithin(row * width, after * width, (after + 1) * width);
    }
  }
}
