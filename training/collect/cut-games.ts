/**
 * Games that a limit of time cut (`Game.timeLimit`): they would have gone on to earn. The network's value of the last
 * position, as each seat saw it, stands for what would have come (docs/ppo.md, detail 19).
 */
import type { BatchPolicy } from '../../agents/network/batch-policy.js';
import { VALUE } from '../../agents/network/network.js';
import { writeFinite } from '../../env/finite.js';
import type { VectorEnv } from '../../env/vector-env.js';
import type { Rows } from './rows.js';

/** The cut games of one rollout. */
export class CutGames {
  private seen: { row: number; observation: Float32Array }[] = [];

  constructor(
    private readonly env: VectorEnv,
    private readonly rows: Rows,
    private readonly policy: BatchPolicy,
  ) {}

  begin(): void {
    this.seen = [];
  }

  /** Notes what a seat sees last in game i. The next game takes the place of this one at once. @param row its last decision */
  note(i: number, seat: number, row: number): void {
    const observation = new Float32Array(this.rows.sizes.observation);
    writeFinite(this.env.observer, this.env.state(i), seat, observation, 0);
    this.seen.push({ row, observation });
  }

  /** Adds gamma * value of what was seen last to the last reward of each row. @returns milliseconds in the network */
  async bootstrap(gamma: number): Promise<number> {
    const { seen, env, rows } = this;
    const { observation: D, values: V } = rows.sizes;
    const most = Math.min(seen.length, env.size);
    const observations = new Float32Array(most * D);
    const values = new Float32Array(most * V);
    let milliseconds = 0;
    for (let from = 0; from < seen.length; from += env.size) {
      const part = seen.slice(from, from + env.size);
      for (const [j, { observation }] of part.entries()) observations.set(observation, j * D);
      const before = performance.now();
      await this.policy.run(part.length, observations, { [VALUE]: values });
      milliseconds += performance.now() - before;
      for (const [j, { row }] of part.entries())
        for (let k = 0; k < V; k++) rows.reward[row * V + k]! += gamma * values[j * V + k]!;
    }
    return milliseconds;
  }
}
