import { describe, expect, it } from 'vitest';
import { Weighed } from '../../../agents/bots/testing/weighed.js';
import { createRng, SeededChance } from '../../../env/chance.js';
import { LiveView } from '../../../env/view.js';
import { DIE, MENU } from '../actions.js';
import { type DoomspireState, game } from '../game.js';
import { P, promptNames } from '../state.js';
import { stirred } from '../test/stir.js';
import { bots } from './index.js';
import { Planner, parts } from './planner.js';
import { plans } from './plans.js';
import { WIN } from './prospects.js';

const { actions } = game;
const names = Object.keys(plans);

/** Shows positions of games of bots, one seat of which often errs, and of stirred up games, where they all do. */
function visit(edition: 'rulebook' | 'airef', look: (s: DoomspireState) => void): void {
  for (let seed = 0; seed < 20; seed++) {
    const rng = createRng(`worths ${seed}`);
    const early = seed >= 5;
    const { s, chance } = early ? stirred({ edition, conceding: 'any' }, `worths ${seed}`) : fresh(edition, seed);
    const four = [0, 1, 2, 3].map((seat) => new Planner(plans[names[(seat + seed) % names.length]!]!.weights));
    for (let steps = 0; !s.over && (!early || steps < 200); steps++) {
      look(s);
      const errs = early ? rng.int(2) === 0 : s.actor === 0 && rng.int(3) === 0;
      const action = errs ? s.legalActions[rng.int(s.count)]! : four[s.actor]!.choose(s);
      s.apply(action === MENU + 3 ? four[s.actor]!.choose(s) : action, chance);
    }
  }
}
function fresh(edition: 'rulebook' | 'airef', seed: number) {
  const chance = new SeededChance(`worths ${seed}`, game.streams);
  return { s: game.newState(game.options.parse({ edition }), chance), chance };
}

describe.each(['rulebook', 'airef'] as const)('worths in edition %s', (edition) => {
  it('are largest for what is chosen, bounded, and only of legal actions', () => {
    const seen = new Set<number>();
    const weighed = new Weighed(actions, parts, WIN);
    const bots = names.map((name) => [new Planner(plans[name]!.weights), new Planner(plans[name]!.weights)] as const);
    let n = 0;
    visit(edition, (s) => {
      seen.add(s.prompt);
      const [chooses, weighs] = bots[n++ % bots.length]!;
      expect(weighed.ask(weighs, s, chooses), promptNames[s.prompt]).toEqual([]);
      expect(weighed.made.every((x) => Math.abs(x) <= WIN)).toBe(true);
    });
    expect(n).toBeGreaterThan(4000);
    // Nearly all of 39 and, without what that edition leaves out, 30.
    expect(seen.size).toBeGreaterThanOrEqual(edition === 'rulebook' ? 35 : 25);
  });

  it('are made of their parts', () => {
    const weighed = new Weighed(actions, parts, WIN);
    const { values: out } = weighed;
    const planner = new Planner(plans.mixed!.weights);
    const at = (name: (typeof parts)[number], a: number) => weighed.part(name, a);
    let destinations = 0;
    let dice = 0;
    visit(edition, (s) => {
      if (s.prompt !== P.DEST && s.prompt !== P.MENU) return;
      weighed.ask(planner, s);
      let left = NaN;
      for (const a of s.legalActions.subarray(0, s.count)) {
        if (Math.abs(out[a]!) > 200) continue;
        if (s.prompt === P.DEST) {
          expect(at('steps', a)).toBeLessThanOrEqual(1);
          destinations++;
          // Going closer; or acting, against the same loss for leaving wherever the knight goes.
          if (Math.abs(out[a]! - at('pull', a)) < 1e-3) continue;
          const loss = at('arriving', a) + at('next', a) - out[a]!;
          if (!Number.isNaN(left)) expect(loss).toBeCloseTo(left, 2);
          left = loss;
        } else if (at('movement', a) > -200 && a >= DIE && a < DIE + 3) {
          expect(out[a]).toBeCloseTo(at('movement', a) - at('harvest', a), 3);
          dice++;
        }
      }
    });
    expect(Math.min(destinations, dice)).toBeGreaterThan(300);
  });
});

it('a bot hands on the worths of its planner, the same whatever is hidden', () => {
  const bot = bots.mixed!.create();
  expect(bot.parts).toEqual(parts);
  const out = new Float64Array(actions);
  const made = new Float32Array(actions * parts.length);
  const direct = new Float64Array(actions).fill(-Infinity);
  const view = new LiveView(game);
  const planner = new Planner(plans.mixed!.weights);
  let n = 0;
  visit('rulebook', (s) => {
    if (n++ % 5 !== 0) return;
    direct.fill(-Infinity);
    planner.actionValues(s, direct);
    bot.actionValues!(view.show(s), out, made);
    expect(out).toEqual(direct);
  });
});
