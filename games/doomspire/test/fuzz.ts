/** Lords of Doomspire as a subject of the fuzz: mixed players, all switches, and what only ever grows. */

import { type Player, type Subject, uniform } from '../../../test/fuzz/subject.js';
import { DONE, doomspireActions, MENU } from '../actions.js';
import { Planner } from '../bots/planner.js';
import { plans } from '../bots/plans.js';
import { KIND_HOME, PIECES } from '../data.js';
import { type DoomspireState, game } from '../game.js';
import { HOME_SEAT } from '../geometry.js';
import { violations } from '../invariants.js';
import type { DoomspireOptionsInput } from '../options.js';
import * as S from '../state.js';
import { P } from '../state.js';

/** Two games of four are played by the rulebook as it stands, one in edition airef; the others go through the switches. */
export const variants: readonly (readonly [string, DoomspireOptionsInput])[] = [
  ['open dice, single tiles, drawn titles', { diceChoice: 'open', exploreUnit: 'square', titleTies: 'draw' }],
  ['choice of reward, owner stars', { impressReward: 'choice', blockadeStars: 'owner' }],
  ['conceding at any time', { conceding: 'any' }],
  ['card after flight, Doomspire passable', { cardAfterFlight: true, doomspireStops: false, trackMax: 15 }],
  ['no encounters, no trading, no conceding', { encounters: false, trading: false, conceding: 'off' }],
  ['everything asked', { askForced: true }],
  ['airef, everything asked', { edition: 'airef', askForced: true, exploreUnit: 'square' }],
  ['airef with encounters and conceding', { edition: 'airef', encounters: true, conceding: 'any', diceChoice: 'open' }],
  [
    'airef, Doomspire passable',
    { edition: 'airef', doomspireStops: false, trading: false, blockadeStars: 'blockader' },
  ],
];

const random = uniform<DoomspireState>((s) => s.count);
/** Random, but does not end turns early and takes what is rarely offered, so that it meets more of the rules. */
const restless: Player<DoomspireState> = {
  name: 'restless',
  choose(s, rng) {
    const n = s.count;
    if (rng.int(2))
      for (let i = 0; i < n; i++) {
        const block = doomspireActions.parse(s.legalActions[i]!).name;
        if (block === 'BOW' || block === 'BONUS' || block === 'BUILD' || block === 'TILEACT') return s.legalActions[i]!;
      }
    const action = random.choose(s, rng);
    return action === DONE || action === MENU + 2 || action === MENU + 3 ? random.choose(s, rng) : action;
  },
};
const planners = Object.entries(plans).map(([name, { weights }]): Player<DoomspireState> => {
  const planner = new Planner(weights);
  return { name, choose: (s) => planner.choose(s) };
});

/** What only ever grows, for comparison with the step before. */
class Progress {
  private readonly gone = new Uint8Array(PIECES);
  private reveals = 0;
  private impressions = 0;
  private round = 0;
  private conceded = 0;
  private explored = 0;

  /** Things that a single position does not show: what has left stays away, what was done stays done. */
  check(s: DoomspireState): string[] {
    for (let p = 0; p < PIECES; p++) {
      if (this.gone[p] && s.itemPlace[p] !== S.GONE) return [`piece ${p} came back into the game`];
      this.gone[p] = s.itemPlace[p] === S.GONE ? 1 : 0;
    }
    let explored = 0;
    for (let t = 0; t < 64; t++) {
      explored += s.explored[t]!;
      if (s.tokens[t]! > 200) return [`tokens below zero on tile ${t}`];
      const home = HOME_SEAT[t]!;
      if ((s.kind[t] === KIND_HOME) !== home < 4) return [`home moved to tile ${t}`];
      if (home < 4 && s.concededOrder[home] === 0) {
        if (s.owner[t] !== home + 1) return [`seat ${home} lost its home`];
        if (s.knightsOn[t]! & ~(7 << (home * 3))) return [`a stranger in the home of seat ${home}`];
      }
    }
    if (explored < this.explored) return ['a tile was hidden again'];
    if (s.reveals < this.reveals || s.reveals > 16) return ['reveals miscounted'];
    if (s.impressions < this.impressions || s.impressions > 3) return ['impressions miscounted'];
    if (s.stacks[0]! + s.stacks[1]! + s.stacks[2]! + s.stacks[3]! !== s.impressions) return ['stacks of players'];
    if (s.round < this.round || s.round > this.round + 1) return ['rounds skipped'];
    if (s.conceded < this.conceded) return ['somebody came back'];
    const depth = s.depth;
    // Between turns nothing lies on the stack; each kind of turn starts with one procedure.
    const outer = s.prompt === P.MENU || s.prompt === P.ROLL || (s.prompt >= P.HARVEST && s.prompt <= P.BUILD);
    if (outer && depth !== 1) return [`${depth} procedures at ${game.prompts[s.prompt]}`];
    for (let i = 0; i < 8; i++) if (s.boatZone[i]! > 3 && s.boatZone[i] !== S.ABSENT) return [`boat ${i} is nowhere`];
    this.explored = explored;
    this.reveals = s.reveals;
    this.impressions = s.impressions;
    this.round = s.round;
    this.conceded = s.conceded;
    return [];
  }
}

export const subject: Subject<DoomspireState> = {
  game,
  about: `Each seat is played by a scripted bot, by uniform random choice, or by random choice that avoids ending turns.
Three games of four have default options, two of them by the rulebook and one in edition airef.`,
  // The last one is never legal.
  blocks: doomspireActions.spans.slice(0, -1),
  deepEvery: 64,
  cut: 'round cap',
  draw(_seed, number, rng) {
    const plain: readonly [string, DoomspireOptionsInput] =
      number % 4 === 2 ? ['airef', { edition: 'airef' }] : ['rulebook', {}];
    const [variant, options] = number % 4 === 3 ? variants[(number >> 2) % variants.length]! : plain;
    // Few games are all random (they never end early), some are all scripted.
    const strength = 1 + rng.int(4);
    const players = Array.from({ length: 4 }, () => {
      const scripted = rng.int(4) < strength;
      const planner = planners[rng.int(planners.length)]!;
      const idle = rng.int(2) === 0;
      return scripted ? planner : idle ? random : restless;
    });
    return { variant, options, players };
  },
  violations,
  watch: () => new Progress(),
  atEnd(s, places) {
    const wrong: string[] = [];
    const wanted = s.tables.airef && !s.truncated ? /^0,1(,1,1|,1,3|,2,3)$/ : /^0,1,2,3$/;
    if (!wanted.test([...places].sort().join())) wrong.push(`places ${places}`);
    if (s.depth !== 0) wrong.push('procedures after the end');
    return wrong;
  },
  directed(name) {
    if (/decision (79|8\d|90)$|DECK/.test(name)) return 'tested in rules/airef.test.ts';
    if (/SACRIFICE|BONUS|FOLLOWER|decision 101$/.test(name)) return 'tested in rules/items.test.ts';
    if (/^card|decision (59|60)$/.test(name)) return 'tested in rules/cards.test.ts';
    if (/^(item|follower|build)/.test(name)) return 'tested in rules/items.test.ts';
    if (/^(ending|decision)|ITEM/.test(name)) return 'tested in rules/decisions.test.ts';
    return 'not tested on purpose';
  },
};
