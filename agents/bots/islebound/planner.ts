/**
 * Chooses for a bot, prompt by prompt. A turn is planned as a person would: what could I do in each town, what does it
 * cost to get there, and what is near for the next turn. Nothing hidden is read, so every sample gives the same choice.
 */
import * as A from '../../../env/games/islebound/actions.js';
import * as D from '../../../env/games/islebound/data.js';
import { DISTANCE, leg, PORT, POSITIONS } from '../../../env/games/islebound/geometry.js';
import { extraCrew, friendCost, sellPrice, tollDue } from '../../../env/games/islebound/rules/judgements.js';
import type { Position } from '../../../env/games/islebound/state.js';
import * as S from '../../../env/games/islebound/state.js';
import type { Weights } from './plans.js';
import { NEVER, Worth } from './worth.js';

type Choice = (planner: Planner, s: Position) => number;
/** At prompts that it has no opinion about. */
const first: Choice = (_, s) => s.legalActions[0]!;

/** A planner with one set of weights. Keeps nothing from one decision to the next. */
export class Planner {
  private readonly worth: Worth;
  /** Worth of the best deed at each position, and that deed. */
  private readonly deeds = new Float64Array(POSITIONS + 1);
  private deed = 0;

  constructor(private readonly w: Readonly<Weights>) {
    this.worth = new Worth(w);
  }

  /** The legal action it prefers. The position must not be over. */
  choose(s: Position): number {
    this.worth.read(s);
    return Planner.choices[s.prompt]!(this, s);
  }

  private static readonly byPrompt: Partial<Record<(typeof S.promptNames)[number], Choice>> = {
    HOME_PORT: (p, s) => p.homePort(s),
    MOVE: (p, s) => p.move(s),
    TOLL: (p, s) => p.member(s, -1),
    SPEED: (p, s) => p.member(s, -1),
    MAIN: (p, s) => p.main(s),
    POST: (p, s) => p.free(s),
    EAT: (p, s) => p.member(s, 1),
    WORK: (p, s) => p.work(s),
    ADMIN: (p, s) => p.administer(s),
    EVX: (p, s) => p.member(s, -1),
    SELL: (p, s) => p.sell(s),
    HIRE: (p, s) => p.hire(s),
    BUILD: (p, s) => p.build(s),
    WOOD: (p, s) => p.wood(s),
    BRAG: (p) => p.brag(),
    COMMIT: (p, s) => p.commit(s),
  };
  private static readonly choices = S.promptNames.map((name) => Planner.byPrompt[name] ?? first);

  /** The best main action at a position, whatever it costs to get there; notes it in `deed`. */
  private best(s: Position, at: number, coins: number): number {
    const { worth } = this;
    let best = 0;
    this.deed = A.END;
    const consider = (action: number, value: number): void => {
      if (value <= best) return;
      best = value;
      this.deed = action;
    };
    consider(A.REST, worth.rest() + s.ability['rest.coins']);
    if (s.treasure > 0) consider(A.HUNT, s.treasure * (1 - this.w.map) + this.w.hunt);
    if (at === PORT) {
      consider(A.HOME, worth.rest() + worth.bestBuild(0, coins));
      return best;
    }
    consider(A.VISIT, worth.visit(at, coins));
    consider(A.BEFRIEND, worth.befriend(at, coins));
    consider(A.ATTACK, worth.attack(at, coins));
    const town = s.townAt[at]!;
    consider(A.EVENT, worth.event(0, town));
    consider(A.EVENT + 1, worth.event(1, town));
    return best;
  }

  private homePort(s: Position): number {
    let choice = 0;
    let most = NEVER;
    for (let q = 0; q < 4; q++) {
      let sum = 0;
      for (let slot = 0; slot < 3; slot++) sum += Math.max(0, this.best(s, q * 3 + slot, s.human.coins));
      if (sum > most) {
        most = sum;
        choice = q;
      }
    }
    return A.HOME_PORT + choice;
  }

  private move(s: Position): number {
    const { worth, deeds } = this;
    const { coins } = s.human;
    for (let at = 0; at <= PORT; at++) deeds[at] = this.best(s, at, coins);
    const crewCost = [0, worth.cheapest(1), worth.cheapest(2)];
    return this.most(s, 0, A.END, -Infinity, (action) => {
      const to = action - A.MOVE;
      let value = deeds[to]!;
      const extra = extraCrew(s, to);
      if (extra > 0) value -= crewCost[extra] ?? 2;
      if (tollDue(s, to)) {
        value -= s.tables.numbers.tollCoins * (1 + this.w.spite) + this.w.administer;
        // A visit that takes the last coin is no longer possible after the toll.
        if (coins <= s.tables.numbers.tollCoins) value = Math.min(value, worth.rest());
      }
      let after = 0;
      let second = 0;
      for (let next = 0; next <= PORT; next++) {
        if (next === to) continue;
        const steps = DISTANCE[leg(s.home, to, next)]!;
        const reach = deeds[next]! - Math.max(0, steps - 2 - s.ability.speed) * this.w.far;
        if (reach > after) {
          second = after;
          after = reach;
        } else if (reach > second) second = reach;
      }
      return value + this.w.next * after * worth.fade + this.w.second * second * worth.fade;
    });
  }

  private main(s: Position): number {
    this.best(s, s.ship, s.human.coins);
    const possible = this.deed !== A.END && s.legalActions.subarray(0, s.count).includes(this.deed);
    return possible ? this.deed : this.free(s);
  }

  /** A renown token where it can be spared, a fish for tired crew, or the end of the turn. */
  private free(s: Position): number {
    const keep = this.worth.left > 0 ? this.w.reserve : 0;
    for (let i = 0; i < s.count; i++) {
      const action = s.legalActions[i]!;
      if (action === A.BUY_TOKEN && s.human.coins >= s.tables.numbers.tokenCost + keep) return action;
      if (action === A.EAT_FISH && s.human.fish > this.w.hunger && this.mostTired(s) > this.worth.of[D.GAIN.fish]!)
        return action;
    }
    return A.END;
  }

  private mostTired(s: Position): number {
    let most = 0;
    for (let i = 0; i < s.human.crew; i++)
      if (s.exhausted[i] === 1) most = Math.max(most, this.worth.ready(s.crew[i]!));
    return most;
  }

  /**
   * The listed action of most worth, the first of several.
   * @param from index of the first action looked at
   * @param least what it must be worth more than; else `choice` is taken
   */
  private most(s: Position, from: number, choice: number, least: number, worth: (action: number) => number): number {
    for (let i = from; i < s.count; i++) {
      const action = s.legalActions[i]!;
      const value = worth(action);
      if (value > least) {
        least = value;
        choice = action;
      }
    }
    return choice;
  }

  /** The member of most (1) or least (-1) worth. */
  private member(s: Position, sign: number): number {
    return this.most(s, 0, A.END, -Infinity, (action) => sign * this.worth.ready(s.crew[action - A.CREW]!));
  }

  private work(s: Position): number {
    const each = this.worth.of[s.working - 1]!;
    return this.most(s, 1, A.END, 0, (action) => {
      const member = s.crew[action - A.CREW]!;
      return s.tables.crewWork[member]! * each - this.worth.ready(member);
    });
  }

  private administer(s: Position): number {
    const mayPay = s.legalActions[0] === A.END;
    const room = Math.min(friendCost(s) - 1, s.tables.numbers.maxAdminister - s.used);
    return this.most(s, mayPay ? 1 : 0, A.END, mayPay ? 0 : -Infinity, (action) => {
      const member = s.crew[action - A.CREW]!;
      const saved = Math.min(room, s.tables.crewAdminister[member]!) * this.w.influence * this.worth.fade;
      return saved - this.worth.ready(member);
    });
  }

  private sell(s: Position): number {
    const price = sellPrice(s);
    const { fish, wood } = D.GAIN;
    return this.most(s, 1, A.END, 0, (action) => price - this.worth.of[action === A.SELL_FISH ? fish : wood]!);
  }

  private hire(s: Position): number {
    return this.most(s, 1, A.END, 0, (action) => this.w.hire + this.worth.ready(s.crewRow[action - A.HIRE]!));
  }

  private build(s: Position): number {
    const { coins } = s.human;
    return this.most(s, 1, A.END, 0, (action) => this.worth.build(action - A.BUILD, s.discount, coins));
  }

  private wood(s: Position): number {
    if (s.legalActions[0] !== A.END) return A.USE_WOOD;
    if (s.count === 1) return A.END;
    return Math.min(s.cost, s.tables.numbers.woodDiscount) > this.worth.of[D.GAIN.wood]! ? A.USE_WOOD : A.END;
  }

  private brag(): number {
    const first = this.worth.brag(0);
    const second = this.worth.brag(1);
    if (Math.max(first, second) <= 0) return A.END;
    return first >= second ? A.BRAG : A.BRAG + 1;
  }

  private commit(s: Position): number {
    this.worth.attack(s.ship, s.human.coins);
    for (let i = 0; i < s.count; i++) {
      const action = s.legalActions[i]!;
      if (action === A.COMMIT_PIRATE && s.piratesIn < this.worth.pirates) return action;
      if (action === A.COMMIT_SERPENT && s.serpentsIn < this.worth.serpents) return action;
    }
    return s.legalActions[0]!;
  }
}
