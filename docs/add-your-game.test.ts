import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Chance } from '../env/chance.js';
import { checkGame } from '../env/conformance/index.js';
import { checkNames } from '../env/conformance/names.js';
import { Env } from '../env/env.js';
import type { Game, State } from '../env/game.js';
import * as kit from '../env/kit/public.js';
import { TurnEnv } from '../env/turn-env.js';
import { root } from '../test/paths.js';
import * as peaks from './examples/eleven-peaks.js';
import { bots, game } from './examples/pig.js';
import { game as byHand } from './examples/pig-by-hand.js';

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const page = read('docs/add-your-game.md');
const blocks = (language: string) =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map((match) => match[1]!);
const loops = blocks('ts').filter((block) => /env\.reset\(/.test(block));

describe('the page', () => {
  it('shows snippets of the examples, and of tests', () => {
    const sources = [
      ...['pig', 'eleven-peaks', 'honey-fair'].map((name) => `docs/examples/${name}.ts`),
      'env/kit/game.test.ts',
    ].map(read);
    const others = blocks('ts').filter((block) => !loops.includes(block) && !block.includes('checkGame'));
    expect(others.length).toBeGreaterThan(8);
    for (const block of others) expect(sources.some((source) => source.includes(block))).toBe(true);
  });

  it('shows loops that run', () => {
    expect(loops).toHaveLength(2);
    for (const loop of loops) {
      const body = loop.replace(/^import .*$/gm, '');
      const told: unknown[] = [];
      new Function('game', 'bots', 'Env', 'TurnEnv', 'console', body)(game, bots, Env, TurnEnv, {
        log: (...values: unknown[]) => told.push(...values),
      });
      if (body.includes('console')) expect(told).toHaveLength(3);
    }
  });

  it('names every part of the kit, and no check that is none', () => {
    for (const name of Object.keys(kit)) expect(page, name).toContain(`\`${name}\``);
    const causes = page.slice(page.indexOf('## Failed checks and their causes'), page.indexOf('## In a loop'));
    const named = [...causes.matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, cell]) =>
      [...cell!.matchAll(/`([^`]+)`/g)].map(([, name]) => name!),
    );
    expect(named.length).toBeGreaterThan(10);
    for (const name of named) expect([...checkNames, 'apply did not come back']).toContain(name);
  });

  it('has no line of 120 characters or more, but rows of tables and addresses', () => {
    expect(page.split('\n').filter((line) => line.length >= 120)).toEqual([]);
  });
});

describe('the examples', () => {
  it.each([
    ['pig', game, bots, []],
    // Nobody needs fifty rounds.
    ['eleven-peaks', peaks.game, peaks.bots, ['truncated']],
  ] as [string, Game, typeof bots, string[]][])(
    '%s passes the check, and no prompt, action or landmark in it is never reached',
    async (name, of, by, ends) => {
      const module = path.join(root, `docs/examples/${name}.ts`);
      const report = await checkGame(of, { bots: by, games: 18, states: 150, module });
      expect(report.checks.filter((check) => !check.passed)).toEqual([]);
      expect(report.reached.never).toEqual({ prompts: [], actions: [], landmarks: [], ends });
    },
  );

  it('the dice game is at most 200 lines and its picture 40 more, made of public entries alone', () => {
    const source = read('docs/examples/eleven-peaks.ts');
    expect(source.trimEnd().split('\n').length).toBeLessThanOrEqual(240);
    const from = [...source.matchAll(/from '([^']+)'/g)].map((match) => match[1]);
    for (const entry of from) expect(entry).toMatch(/^(zod|tabletop-gym(\/kit|\/bots)?)$/);
  });

  it('Big Pig by hand and on the kit are the same game', () => {
    for (let seed = 0; seed < 40; seed++) {
      const options = { players: 2 + (seed % 3), askForced: seed % 2 === 1, rounds: 3 + (seed % 5) };
      const [one, two] = [new TurnEnv(game, { options }), new TurnEnv(byHand, { options })];
      one.start({ seed });
      two.start({ seed });
      for (let step = seed; !one.over; step++) {
        const legal = [...one.mask.keys()].filter((action) => one.mask[action]);
        expect([...two.mask]).toEqual([...one.mask]);
        expect(seen(two.state)).toEqual(seen(one.state));
        const action = legal[step % legal.length]!;
        expect(two.state.actionText(action)).toBe(one.state.actionText(action));
        one.play(action);
        two.play(action);
      }
      expect([two.over, two.state.ending(), two.state.truncated]).toEqual([
        true,
        one.state.ending(),
        one.state.truncated,
      ]);
    }
  });
});

/** Whose decision it is, and what every seat sees. */
function seen(s: State): unknown[] {
  const size = game.observation.reduce((sum, { shape }) => sum + shape[0]!, 0);
  const rows = Array.from({ length: s.players }, (_, seat) => {
    const out = new Float32Array(size);
    s.observe(seat, out, 0);
    return [...out];
  });
  return [s.actor, s.prompt, s.round, rows];
}

it('eleven peaks: dice, pairings, climbers and ends as its rules say', () => {
  const dice: number[] = [];
  const chance: Chance = { draw: () => dice.shift()! - 1 };
  const s = peaks.game.newState(peaks.game.options.parse({ peaks: 1 }), { draw: () => 0 });
  const legal = () => {
    const mask = new Uint8Array(peaks.game.actions);
    s.legal(mask);
    return [...mask.keys()].filter((action) => mask[action]).map((action) => s.actionText(action));
  };
  const play = (text: string, ...roll: number[]) => {
    dice.splice(0, dice.length, ...roll);
    const action = Array.from({ length: peaks.game.actions }, (_, i) => i).find((i) => s.actionText(i) === text)!;
    s.apply(action, chance);
  };
  // 1 1 1 1: twice a step on peak 2, which is forced.
  expect([[...s.climbers], legal()]).toEqual([
    [2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    ['roll on', 'make camp'],
  ]);
  play('roll on', 1, 2, 4, 6);
  expect(legal()).toEqual(['climb 3 and 10', 'climb 5 and 8', 'climb 6 and 7']);
  play('climb 6 and 7');
  // All three climbers are out: 4 and 9 cannot be climbed, so there is nothing to choose.
  play('roll on', 3, 1, 6, 3);
  expect([[...s.climbers.subarray(0, 6)], legal()]).toEqual([
    [2, 0, 0, 0, 2, 2],
    ['roll on', 'make camp'],
  ]);
  play('make camp', 5, 5, 5, 5);
  expect([s.turn, [...s.camps.subarray(0, 6)], [...s.climbers]]).toEqual([
    1,
    [2, 0, 0, 0, 2, 2],
    [0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0],
  ]);
  play('roll on', 1, 1, 1, 1);
  play('roll on', 6, 6, 6, 6);
  // No climber is left for 6, 7 and 8: the steps are lost. Then peak 2 has one step left, and who has it must camp: won.
  play('roll on', 3, 3, 4, 4, 1, 1, 1, 1);
  const places = new Uint8Array(2);
  s.places(places);
  expect([s.over, s.ending(), [...places], [...s.camps.subarray(11)]]).toEqual([
    true,
    'peaks',
    [0, 1],
    new Array(33).fill(0),
  ]);
});
