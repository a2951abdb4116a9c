/**
 * Chooses for a bot, prompt by prompt. A turn is planned as a person would: what could I do in each town, what does it
 * cost to get there, and what is near for the next turn. Nothing hidden is read, so every sample gives the same choice.
 */
import * as X from '../../../env/games/islebound/actions.js';
import * as D from '../../../env/games/islebound/data.js';
import { DISTANCE, leg, PORT, POSITIONS } from '../../../env/games/islebound/geometry.js';
import { extraCrew, friendCost, sellPrice, tollDue } from '../../../env/games/islebound/rules/judgements.js';
import type { Position } from '../../../env/games/islebound/state.js';
import * as S from '../../../env/games/islebound/state.js';
import type { Weights } from './plans.js';
import { NEVER, Worth } from './worth.js';

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
    switch (s.prompt) {
      case S.P.HOME_PORT:
        return this.homePort(s);
      case S.P.MOVE:
        return this.move(s);
      case S.P.TOLL:
      case S.P.SPEED:
      case S.P.EVX:
        return this.member(s, -1);
      case S.P.EAT:
        return this.member(s, 1);
      case S.P.MAIN:
        return this.main(s);
      case S.P.POST:
        return this.free(s);
      case S.P.WORK:
        return this.work(s);
      case S.P.ADMIN:
        return this.administer(s);
      case S.P.SELL:
        return this.sell(s);
      case S.P.HIRE:
        return this.hire(s);
      case S.P.BUILD:
        return this.build(s);
      case S.P.WOOD:
        return this.wood(s);
      case S.P.BRAG:
        return this.brag(s);
      default:
        return this.commit(s);
    }
  }

  /** The best main action at a position, whatever it costs to get there; notes it in `deed`. */
  private best(s: Position, at: number, coins: number): number {
    const { worth } = this;
    let best = 0;
    this.deed = X.END;
    const consider = (action: number, value: number): void => {
      if (value <= best) return;
      best = value;
      this.deed = action;
    };
    consider(X.REST, worth.rest() + s.ability['rest.coins']);
    if (s.treasure > 0) consider(X.HUNT, s.treasure * (1 - this.w.map) + 0.01);
    if (at === PORT) {
      consider(X.HOME, worth.rest() + worth.bestBuild(0, coins));
      return best;
    }
    consider(X.VISIT, worth.visit(at, coins));
    consider(X.BEFRIEND, worth.befriend(at, coins));
    consider(X.ATTACK, worth.attack(at, coins));
    const town = s.townAt[at]!;
    consider(X.EVENT, worth.event(0, town));
    consider(X.EVENT + 1, worth.event(1, town));
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
    return X.HOME_PORT + choice;
  }

  private move(s: Position): number {
    const { worth, deeds } = this;
    const home = s.home;
    const coins = s.human.coins;
    for (let at = 0; at <= PORT; at++) deeds[at] = this.best(s, at, coins);
    const crewCost = [0, worth.cheapest(1), worth.cheapest(2)];
    let choice = s.legalActions[0]!;
    let most = -Infinity;
    for (let i = 0; i < s.count; i++) {
      const action = s.legalActions[i]!;
      const to = action - X.MOVE;
      let value = deeds[to]!;
      const extra = extraCrew(s, to);
      if (extra > 0) value -= crewCost[extra] ?? 2;
      if (tollDue(s, to)) {
        value -= s.tables.numbers.tollCoins * (1 + this.w.spite) + this.w.administer;
        // A visit that takes the last coin is no longer possible after the toll.
        if (coins <= s.tables.numbers.tollCoins) value = Math.min(value, worth.rest());
      }
      let after = 0;
      for (let next = 0; next <= PORT; next++) {
        if (next === to) continue;
        const steps = DISTANCE[leg(home, to, next)]!;
        const reach = deeds[next]! - Math.max(0, steps - 2 - s.ability.speed) * 1.5;
        if (reach > after) after = reach;
      }
      value += this.w.next * after * worth.fade;
      if (value > most) {
        most = value;
        choice = action;
      }
    }
    return choice;
  }

  private main(s: Position): number {
    this.best(s, s.ship, s.human.coins);
    if (this.deed === X.END) return this.free(s);
    for (let i = 0; i < s.count; i++) if (s.legalActions[i] === this.deed) return this.deed;
    return this.free(s);
  }

  /** A renown token where it can be spared, a fish for tired crew, or the end of the turn. */
  private free(s: Position): number {
    const keep = this.worth.left > 0 ? this.w.reserve : 0;
    for (let i = 0; i < s.count; i++) {
      const action = s.legalActions[i]!;
      if (action === X.BUY_TOKEN && s.human.coins >= s.tables.numbers.tokenCost + keep) return action;
      if (action === X.EAT_FISH && s.human.fish > this.w.hunger && this.mostTired(s) > this.worth.of[D.GAIN.fish]!)
        return action;
    }
    return X.END;
  }

  private mostTired(s: Position): number {
    let most = 0;
    for (let i = 0; i < s.human.crew; i++)
      if (s.exhausted[i] === 1) most = Math.max(most, this.worth.ready(s.crew[i]!));
    return most;
  }

  /** The member of most (1) or least (-1) worth. */
  private member(s: Position, sign: number): number {
    let choice = s.legalActions[0]!;
    let most = -Infinity;
    for (let i = 0; i < s.count; i++) {
      const action = s.legalActions[i]!;
      const worth = sign * this.worth.ready(s.crew[action - X.CREW]!);
      if (worth > most) {
        most = worth;
        choice = action;
      }
    }
    return choice;
  }

  private work(s: Position): number {
    const good = s.working - 1;
    let choice = X.END;
    let most = 0;
    for (let i = 1; i < s.count; i++) {
      const action = s.legalActions[i]!;
      const member = s.crew[action - X.CREW]!;
      const gain = s.tables.crewWork[member]! * this.worth.of[good]! - this.worth.ready(member);
      if (gain > most) {
        most = gain;
        choice = action;
      }
    }
    return choice;
  }

  private administer(s: Position): number {
    const cost = friendCost(s);
    const mayPay = s.legalActions[0] === X.END;
    const room = Math.min(cost - 1, s.tables.numbers.maxAdminister - s.used);
    let choice = mayPay ? X.END : s.legalActions[0]!;
    let most = mayPay ? 0 : -Infinity;
    for (let i = mayPay ? 1 : 0; i < s.count; i++) {
      const action = s.legalActions[i]!;
      const member = s.crew[action - X.CREW]!;
      const saved = Math.min(room, s.tables.crewAdminister[member]!) * this.w.influence * this.worth.fade;
      const gain = saved - this.worth.ready(member);
      if (gain > most) {
        most = gain;
        choice = action;
      }
    }
    return choice;
  }

  private sell(s: Position): number {
    const price = sellPrice(s);
    const { of } = this.worth;
    let choice = X.END;
    let most = 0;
    for (const [action, good] of [
      [X.SELL_FISH, D.GAIN.fish],
      [X.SELL_WOOD, D.GAIN.wood],
    ] as const) {
      if (s.human.cells[good] === 0) continue;
      const gain = price - of[good]!;
      if (gain > most) {
        most = gain;
        choice = action;
      }
    }
    return choice;
  }

  private hire(s: Position): number {
    let choice = X.END;
    let most = 0;
    for (let i = 1; i < s.count; i++) {
      const action = s.legalActions[i]!;
      const worth = 0.01 + this.worth.ready(s.crewRow[action - X.HIRE]!);
      if (worth > most) {
        most = worth;
        choice = action;
      }
    }
    return choice;
  }

  private build(s: Position): number {
    let choice = X.END;
    let most = 0;
    for (let i = 1; i < s.count; i++) {
      const action = s.legalActions[i]!;
      const gain = this.worth.build(action - X.BUILD, s.discount, s.human.coins);
      if (gain > most) {
        most = gain;
        choice = action;
      }
    }
    return choice;
  }

  private wood(s: Position): number {
    if (s.legalActions[0] !== X.END) return X.USE_WOOD;
    if (s.count === 1) return X.END;
    return Math.min(s.cost, s.tables.numbers.woodDiscount) > this.worth.of[D.GAIN.wood]! ? X.USE_WOOD : X.END;
  }

  private brag(_s: Position): number {
    const first = this.worth.brag(0);
    const second = this.worth.brag(1);
    if (Math.max(first, second) <= 0) return X.END;
    return first >= second ? X.BRAG : X.BRAG + 1;
  }

  private commit(s: Position): number {
    this.worth.attack(s.ship, s.human.coins);
    for (let i = 0; i < s.count; i++) {
      const action = s.legalActions[i]!;
      if (action === X.COMMIT_PIRATE && s.piratesIn < this.worth.pirates) return action;
      if (action === X.COMMIT_SERPENT && s.serpentsIn < this.worth.serpents) return action;
    }
    return s.legalActions[0]!;
  }
}
