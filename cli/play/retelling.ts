/** A saved game told again, decision by decision: the board of each round, what was rolled and what came of each answer. */
import type { Chance } from '../../env/chance.js';
import type { Game } from '../../env/game.js';
import type { Replay, ReplayMoment } from '../../env/replay.js';
import { promptWords } from '../../env/words.js';
import { ForcedMoves, onlyChoice } from '../../export/web/forced.js';
import { NotedLuck } from '../../export/web/luck.js';
import { Watchers } from '../../export/web/watchers.js';

/** Whose pictures are compared. */
const VIEWER = [0];

export class Retelling {
  private readonly watchers: Watchers;
  private readonly forced: ForcedMoves | null;
  private luck: NotedLuck | null = null;
  private before: ReturnType<Watchers['look']> | null = null;
  private action = -1;
  private round = 0;

  /** @param replay decisions with one answer are told of games that have a seed */
  constructor(
    private readonly game: Game,
    replay: Pick<Replay, 'options' | 'seed'>,
  ) {
    this.watchers = new Watchers(game);
    this.forced = replay.seed === undefined ? null : ForcedMoves.of(game, replay.options, String(replay.seed));
  }

  /** Notes what is drawn from here on. */
  noting(chance: Chance): Chance {
    return (this.luck = new NotedLuck(chance));
  }

  /** What there is to print at a moment of the replay. */
  at({ env, action, step }: ReplayMoment): string {
    const { state } = env;
    const lines = this.before ? this.cameOf(state, step) : [];
    if (action >= 0) {
      if (state.round !== this.round) lines.push('', state.text(0), '');
      this.round = state.round;
      lines.push(`  seat ${state.actor} ${promptWords(this.game.prompts[state.prompt]!)}: ${state.actionText(action)}`);
      this.before = this.watchers.look(state, VIEWER);
      this.luck?.latest.clear();
    }
    this.action = action;
    return lines.map((line) => `${line}\n`).join('');
  }

  /** What the decision before has led to. */
  private cameOf(state: ReplayMoment['env']['state'], step: number): string[] {
    const { tells } = this.watchers.told(this.before!, state, VIEWER, this.luck?.latest ?? new Map());
    const forced = this.forced?.play(this.action, [], step) ?? [];
    return [...forced.map(onlyChoice), ...(tells.get(VIEWER[0]!) ?? [])].map((line) => `      ${line}`);
  }
}
