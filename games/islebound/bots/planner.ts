/**
 * Chooses for a bot, prompt by prompt. A turn is planned as a person would: what could I do in each town, what does it
 * cost to get there, and what is near for the next turn. Nothing hidden is read, so every sample gives the same choice.
 */
import * as A from '../actions.js';
import * as D from '../data.js';
import { DISTANCE, leg, PORT, POSITIONS } from '../geometry.js';
import { extraCrew, friendCost, sellPrice, tollDue } from '../rules/judgements.js';
import type { Position } from '../state.js';
import * as S from '../state.js';
import type { Weights } from './plans.js';
import { Worth } from './worth.js';

/** One prompt as the planner sees it. */
interface Opinion {
  /** Called before the actions of a position are weighed. */
  prepare?: (planner: Planner, s: Position) => void;
  /** What a legal action is worth, in renown; notes what of it is `cost`, `next` and `chance`. */
  weigh: (planner: Planner, s: Position, action: number) => number;
  /** Where a rule decides; else the first action of most worth is taken. */
  choose?: (planner: Planner, s: Position) => number;
}

/** At prompts that it has no opinion about. */
const none: Opinion = { weigh: () => 0 };

/** A planner with one set of weights. Keeps nothing from one decision to the next. */
export class Planner {
  /** Renown gained now, what is given for it, what comes later; the chance that it works. */
  readonly parts = ['gain', 'cost', 'next', 'chance'] as const;
  /** No worth is lower or higher. */
  static readonly range = [-20, 100] as const;

  private readonly worth: Worth;
  /** Worth of the best deed at each position, that deed, and how likely it is to work. */
  private readonly deeds = new Float64Array(POSITIONS + 1);
  private readonly chances = new Float64Array(POSITIONS + 1);
  private deed = 0;
  /** Cost of exhausting a number of crew. */
  private readonly rowers = new Float64Array(3);
  /** What free actions gain, where a deed comes first. */
  private spare = 0;
  // Notes of `weigh`.
  private cost = 0;
  private next = 0;
  private chance = 1;

  constructor(private readonly w: Readonly<Weights>) {
    this.worth = new Worth(w);
  }

  /** The legal action it prefers. The position must not be over. */
  choose(s: Position): number {
    this.worth.read(s);
    const opinion = Planner.opinions[s.prompt]!;
    if (opinion.choose) return opinion.choose(this, s);
    opinion.prepare?.(this, s);
    let most = -Infinity;
    let choice = s.legalActions[0]!;
    for (let i = 0; i < s.count; i++) {
      const action = s.legalActions[i]!;
      const value = opinion.weigh(this, s, action);
      if (value > most) {
        most = value;
        choice = action;
      }
    }
    return choice;
  }

  /**
   * Value of each legal action, in renown.
   * @param out by action id; the largest is the choice's, or as large
   * @param parts `parts.length` numbers an action
   */
  actionValues(s: Position, out: Float64Array, parts?: Float32Array): void {
    const choice = this.choose(s);
    const [least, greatest] = Planner.range;
    const opinion = Planner.opinions[s.prompt]!;
    opinion.prepare?.(this, s);
    let most: number = least;
    for (let i = 0; i < s.count; i++) {
      const action = s.legalActions[i]!;
      this.cost = 0;
      this.next = 0;
      this.chance = 1;
      // What cannot be priced is worth nothing; see `aim`.
      const value = opinion.weigh(this, s, action);
      out[action] = value > least ? Math.min(greatest, value) : least;
      most = Math.max(most, out[action]!);
      if (!parts) continue;
      const at = action * this.parts.length;
      parts[at + 1] = Math.min(greatest, this.cost);
      parts[at + 2] = Math.min(greatest, this.next);
      parts[at] = Math.max(least, Math.min(greatest, out[action]! + parts[at + 1]! - parts[at + 2]!));
      parts[at + 3] = this.chance;
    }
    // A rule may choose what is worth less.
    out[choice] = most;
  }

  private static readonly byPrompt: Partial<Record<(typeof S.promptNames)[number], Opinion>> = {
    HOME_PORT: { weigh: (p, s, action) => p.homePort(s, action - A.HOME_PORT) },
    MOVE: { prepare: (p, s) => p.lookAround(s), weigh: (p, s, action) => p.move(s, action - A.MOVE) },
    TOLL: { weigh: (p, s, action) => -p.exhaust(s, action) },
    SPEED: { weigh: (p, s, action) => -p.exhaust(s, action) },
    MAIN: {
      prepare: (p, s) => p.lookForFree(s),
      weigh: (p, s, action) => p.main(s, action),
      choose: (p, s) => p.chooseMain(s),
    },
    POST: { weigh: (p, s, action) => p.free(s, action), choose: (p, s) => p.chooseFree(s) },
    EAT: { weigh: (p, s, action) => p.worth.ready(s.crew[action - A.CREW]!) },
    WORK: { weigh: (p, s, action) => p.work(s, action) },
    ADMIN: { weigh: (p, s, action) => p.administer(s, action) },
    EVX: { weigh: (p, s, action) => -p.exhaust(s, action) },
    SELL: { weigh: (p, s, action) => p.sell(s, action) },
    HIRE: { weigh: (p, s, action) => (action === A.END ? 0 : p.w.hire + p.worth.ready(s.crewRow[action - A.HIRE]!)) },
    BUILD: { weigh: (p, s, action) => p.build(s, action) },
    WOOD: { weigh: (p, s, action) => p.wood(s, action) },
    BRAG: { weigh: (p, _, action) => (action === A.END ? 0 : p.worth.brag(action - A.BRAG)) },
    COMMIT: { weigh: (p, s, action) => p.commit(s, action), choose: (p, s) => p.chooseCards(s) },
  };
  private static readonly opinions = S.promptNames.map((name) => Planner.byPrompt[name] ?? none);

  /** The best main action at a position, before the cost of sailing there; stores it in `deed`. */
  private best(s: Position, at: number, coins: number): number {
    const { worth } = this;
    let best = 0;
    this.deed = A.END;
    const consider = (action: number, value: number): void => {
      if (value <= best) return;
      best = value;
      this.deed = action;
    };
    consider(A.REST, this.rest(s));
    if (s.treasure > 0) consider(A.HUNT, this.hunt(s));
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

  /** The best deeds near a port, one a town. */
  private homePort(s: Position, quadrant: number): number {
    let sum = 0;
    for (let slot = 0; slot < 3; slot++) sum += Math.max(0, this.best(s, quadrant * 3 + slot, s.human.coins));
    return sum;
  }

  /** What could be done everywhere, before a move. */
  private lookAround(s: Position): void {
    const { worth, deeds, chances, rowers } = this;
    for (let at = 0; at <= PORT; at++) {
      deeds[at] = this.best(s, at, s.human.coins);
      chances[at] = this.deed === A.ATTACK ? worth.chance : 1;
    }
    rowers[1] = worth.cheapest(1);
    rowers[2] = worth.cheapest(2);
  }

  private move(s: Position, to: number): number {
    const { worth, deeds, w } = this;
    const { coins } = s.human;
    let value = deeds[to]!;
    const extra = extraCrew(s, to);
    if (extra > 0) value -= this.rowers[extra] ?? 2;
    if (tollDue(s, to)) {
      value -= s.tables.numbers.tollCoins * (1 + w.spite) + w.administer;
      // A visit that takes the last coin is no longer possible after the toll.
      if (coins <= s.tables.numbers.tollCoins) value = Math.min(value, worth.rest());
    }
    let after = 0;
    let second = 0;
    for (let next = 0; next <= PORT; next++) {
      if (next === to) continue;
      const steps = DISTANCE[leg(s.home, to, next)]!;
      const reach = deeds[next]! - Math.max(0, steps - 2 - s.ability.speed) * w.far;
      if (reach > after) {
        second = after;
        after = reach;
      } else if (reach > second) second = reach;
    }
    this.cost = deeds[to]! - value;
    this.chance = this.chances[to]!;
    this.next = w.next * after * worth.fade + w.second * second * worth.fade;
    return value + w.next * after * worth.fade + w.second * second * worth.fade;
  }

  private chooseMain(s: Position): number {
    this.best(s, s.ship, s.human.coins);
    const possible = this.deed !== A.END && s.legalActions.subarray(0, s.count).includes(this.deed);
    return possible ? this.deed : this.chooseFree(s);
  }

  private lookForFree(s: Position): void {
    this.spare = 0;
    for (let i = 0; i < s.count; i++) {
      const action = s.legalActions[i]!;
      if (action >= A.EAT_FISH) this.spare = Math.max(this.spare, this.free(s, action));
    }
  }

  /** A deed leaves the free actions for later. */
  private main(s: Position, action: number): number {
    const { worth } = this;
    if (action >= A.EAT_FISH) return this.free(s, action);
    const { coins } = s.human;
    const value = this.deedWorth(s, action, coins);
    if (action < A.HUNT) this.cost = worth.cost;
    if (action === A.ATTACK) this.chance = worth.chance;
    this.next = this.spare;
    return value + this.spare;
  }

  /** What one main action is worth where the ship is. */
  private deedWorth(s: Position, action: number, coins: number): number {
    const { worth } = this;
    switch (action) {
      case A.VISIT:
        return worth.visit(s.ship, coins);
      case A.BEFRIEND:
        return worth.befriend(s.ship, coins);
      case A.ATTACK:
        return worth.attack(s.ship, coins);
      case A.HUNT:
        return this.hunt(s);
      case A.REST:
        return this.rest(s);
      case A.HOME:
        return worth.rest() + worth.bestBuild(0, coins);
      default:
        return worth.event(action - A.EVENT, s.townAt[s.ship]!);
    }
  }

  private hunt = (s: Position): number => s.treasure * (1 - this.w.map) + this.w.hunt;
  private rest = (s: Position): number => this.worth.rest() + s.ability['rest.coins'];

  /** Coins kept when a renown token is bought. */
  private get reserve(): number {
    return this.worth.left > 0 ? this.w.reserve : 0;
  }

  /** A renown token where it can be spared, a fish for tired crew, or the end of the turn. */
  private chooseFree(s: Position): number {
    const keep = this.reserve;
    for (let i = 0; i < s.count; i++) {
      const action = s.legalActions[i]!;
      if (action === A.BUY_TOKEN && s.human.coins >= s.tables.numbers.tokenCost + keep) return action;
      if (action === A.EAT_FISH && s.human.fish > this.w.hunger && this.mostTired(s) > this.worth.of[D.GAIN.fish]!)
        return action;
    }
    return A.END;
  }

  /** The worth of that. A fish leaves the token for later. */
  private free(s: Position, action: number): number {
    if (action === A.END) return 0;
    const { tokenCost, tokenValue } = s.tables.numbers;
    const short = tokenCost + this.reserve - s.human.coins;
    const token = short > 0 ? -short : tokenValue + this.worth.token(s) - tokenCost;
    if (action === A.BUY_TOKEN) {
      this.cost = short > 0 ? short : tokenCost;
      return token;
    }
    const fish = this.worth.of[D.GAIN.fish]!;
    const after = s.legalActions.subarray(0, s.count).includes(A.BUY_TOKEN) ? Math.max(0, token) : 0;
    this.cost = fish;
    this.next = after;
    return (s.human.fish > this.w.hunger ? this.mostTired(s) : 0) - fish + after;
  }

  private mostTired(s: Position): number {
    let most = 0;
    for (let i = 0; i < s.human.crew; i++)
      if (s.exhausted[i] === 1) most = Math.max(most, this.worth.ready(s.crew[i]!));
    return most;
  }

  /** What exhausting a member costs. */
  private exhaust(s: Position, action: number): number {
    return (this.cost = this.worth.ready(s.crew[action - A.CREW]!));
  }

  private work(s: Position, action: number): number {
    if (action === A.END) return 0;
    const each = this.worth.of[s.working - 1]!;
    return s.tables.crewWork[s.crew[action - A.CREW]!]! * each - this.exhaust(s, action);
  }

  private administer(s: Position, action: number): number {
    if (action === A.END) return 0;
    const room = Math.min(friendCost(s) - 1, s.tables.numbers.maxAdminister - s.used);
    const member = s.crew[action - A.CREW]!;
    const saved = Math.min(room, s.tables.crewAdminister[member]!) * this.w.influence * this.worth.fade;
    return saved - this.exhaust(s, action);
  }

  private sell(s: Position, action: number): number {
    if (action === A.END) return 0;
    this.cost = this.worth.of[action === A.SELL_FISH ? D.GAIN.fish : D.GAIN.wood]!;
    return sellPrice(s) - this.cost;
  }

  private build(s: Position, action: number): number {
    if (action === A.END) return 0;
    const value = this.worth.build(action - A.BUILD, s.discount, s.human.coins);
    this.cost = this.worth.cost;
    return value;
  }

  private wood(s: Position, action: number): number {
    if (action === A.END) return 0;
    this.cost = this.worth.of[D.GAIN.wood]!;
    // The coins it saves.
    return Math.min(s.cost, s.tables.numbers.woodDiscount) - this.cost;
  }

  private chooseCards(s: Position): number {
    this.worth.attack(s.ship, s.human.coins);
    for (let i = 0; i < s.count; i++) {
      const action = s.legalActions[i]!;
      if (action === A.COMMIT_PIRATE && s.piratesIn < this.worth.pirates) return action;
      if (action === A.COMMIT_SERPENT && s.serpentsIn < this.worth.serpents) return action;
    }
    return s.legalActions[0]!;
  }

  /** What the attack is worth with the cards sent and none or at least one more. */
  private commit(s: Position, action: number): number {
    const { worth } = this;
    const { coins } = s.human;
    const pirates = s.piratesIn + Number(action === A.COMMIT_PIRATE);
    const serpents = s.serpentsIn + Number(action === A.COMMIT_SERPENT);
    const value = worth.attack(s.ship, coins, pirates, serpents, action === A.END);
    this.cost = worth.cost;
    this.chance = worth.chance;
    return value;
  }
}
