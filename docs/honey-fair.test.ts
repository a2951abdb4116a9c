/** The guide's card game: what it promises of jars, hives, hidden hives and its end, over many games. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Agent } from '../env/agent.js';
import { createRng } from '../env/chance.js';
import { checkGame } from '../env/conformance/index.js';
import { observationSize } from '../env/game.js';
import { makerOf } from '../env/game-package.js';
import { hiddenFields, leaks, redrawn } from '../env/kit/public.js';
import { TurnEnv } from '../env/turn-env.js';
import { root } from '../test/paths.js';
import { bots, game } from './examples/honey-fair.js';

type Position = ReturnType<typeof game.newState>;
const module = path.join(root, 'docs/examples/honey-fair.ts');
const NONE = 255;
const HIVES = 80;
const size = observationSize(game);
const total = (cells: Iterable<number>) => [...cells].reduce((a, b) => a + b, 0);

const random = (): Agent => {
  const rng = createRng('random');
  return {
    name: 'random',
    reset() {},
    act({ mask, legal }) {
      let skip = rng.int(legal);
      return mask.findIndex((one) => one === 1 && skip-- === 0);
    },
  };
};

/** Every position of some games, random seats and the two bots at the table. */
function* positions(games: number, options: object = {}): Generator<{ s: Position; env: TurnEnv; game: number }> {
  for (let n = 0; n < games; n++) {
    const players = 2 + (n % 3);
    const env = new TurnEnv(game, { options: { ...options, players } });
    const agents = [random(), makerOf(bots.builder!)(), random(), makerOf(bots.greedy!)()].slice(n % 2);
    env.start({ seed: n });
    for (const agent of agents) agent.reset(n);
    for (;;) {
      yield { s: env.state as Position, env, game: n };
      if (env.over) break;
      env.play(agents[env.state.actor % agents.length]!.act(env.view()));
    }
  }
}

describe('the card game', () => {
  it('passes the check, and no prompt or action in it is never reached', async () => {
    const report = await checkGame(game, { bots, games: 24, states: 60, module });
    expect(report.checks.filter((check) => !check.passed)).toEqual([]);
    expect(report.reached.never).toMatchObject({ prompts: [], actions: [] });
  });

  it('is at most 350 lines, made of public entries alone', () => {
    const source = readFileSync(module, 'utf8');
    expect(source.trimEnd().split('\n').length).toBeLessThanOrEqual(350);
    const from = [...source.matchAll(/from '([^']+)'/g)].map((match) => match[1]);
    for (const entry of from) expect(entry).toMatch(/^(zod|tabletop-gym(\/kit|\/bots)?)$/);
  });

  it('keeps every jar and every hive, each in one place', () => {
    for (const { s } of positions(12)) {
      for (let jar = 0; jar < 6; jar++) {
        const held = [0, 1, 2, 3].map((seat) => s.jars[seat * 6 + jar]!);
        expect(s.supply[jar]! + total(held)).toBe(jar === 5 ? 5 : s.players + 2);
      }
      const hives = [...s.market, ...s.aside, ...s.unseen, ...s.deck].filter((hive) => hive < HIVES);
      hives.push(...[...s.bought.keys()].filter((hive) => s.bought[hive] === 1));
      expect(hives.sort((a, b) => a - b)).toEqual(Array.from({ length: HIVES }, (_, hive) => hive));
      expect(total(s.bees)).toBe(total(s.bought));
      expect(s.fault()).toBe('');
    }
  });

  it('nobody holds more than ten jars once the turn is over, and the market is full while its decks are', () => {
    let returned = 0;
    for (const { s } of positions(12)) {
      if (s.over) continue;
      const held = [0, 1, 2, 3].map((seat) => total(s.jars.subarray(seat * 6, seat * 6 + 6)));
      if (s.prompt === 1) returned++;
      for (const [seat, jars] of held.entries()) expect(jars > 10).toBe(s.prompt === 1 && seat === s.actor);
      if (s.prompt === 0)
        for (const [i, hive] of s.market.entries()) if (s.left[i >> 2]! > 0) expect(hive).not.toBe(NONE);
    }
    expect(returned).toBeGreaterThan(20);
  });

  it('tells a seat nothing of decks and of what others have set aside unseen, and redraws just these', () => {
    const rng = createRng('hidden');
    const [before, after] = [new Float32Array(size), new Float32Array(size)];
    const [hidden, changed] = [new Set<string>(), new Set<string>()];
    let unseen = 0;
    for (const { s } of positions(6)) {
      if (rng.int(16) > 0) continue;
      for (let seat = 0; seat < s.players; seat++) {
        expect(leaks(s, seat, rng, { size, actions: game.actions })).toEqual([]);
        for (const name of hiddenFields(s, seat)) hidden.add(name);
        for (const name of redrawn(s, seat, rng)) changed.add(name);
        const other = s.clone();
        other.resample(seat, rng);
        expect(other.fault()).toBe('');
        s.observe(seat, before, 0);
        other.observe(seat, after, 0);
        expect(after).toEqual(before);
        const own = (p: Position) => [...p.unseen.subarray(seat * 3, seat * 3 + 3)];
        expect(own(other)).toEqual(own(s));
        unseen += own(s).filter((hive) => hive !== NONE).length;
      }
    }
    expect([...hidden].sort()).toEqual(['deck', 'unseen']);
    // What others may do follows from what they hold.
    for (const name of ['count', 'legalActions']) changed.delete(name);
    expect(changed).toEqual(hidden);
    expect(unseen).toBeGreaterThan(20);
  });

  it('a hive set aside unseen is, to others, any that they have not seen of its level', () => {
    const env = new TurnEnv(game, { options: { players: 2 } });
    env.start({ seed: 1 });
    const seat = env.state.actor;
    env.play(
      [...env.mask.keys()].find(
        (action) => env.mask[action] && env.state.actionText(action).includes('unseen, level 3'),
      )!,
    );
    const s = env.state as Position;
    const open = [...s.market.subarray(8)];
    const rng = createRng('level');
    const drawn = new Map<number, number>();
    for (let i = 0; i < 1600; i++) {
      const other = s.clone();
      other.resample(1 - seat, rng);
      const hive = other.unseen[seat * 3]!;
      drawn.set(hive, (drawn.get(hive) ?? 0) + 1);
    }
    expect([...drawn.keys()].sort()).toEqual(
      Array.from({ length: 20 }, (_, i) => 60 + i).filter((hive) => !open.includes(hive)),
    );
    for (const times of drawn.values()) expect(Math.abs(times - 100)).toBeLessThan(45);
  });

  it('ends with the round in which somebody has the points, or at the cap; most points win, then fewer hives', () => {
    const ends = new Set<string>();
    const check = (options: { points: number; rounds: number }) => {
      let [round, reached] = [1, false];
      for (const { s, game: n } of positions(9, options)) {
        if (s.over) {
          ends.add(s.ending());
          expect(s.ending()).toBe(Math.max(...s.points) >= options.points ? 'points' : 'rounds');
          expect(s.truncated).toBe(s.ending() === 'rounds');
          expect(s.turn).toBe(s.starter);
          const places = new Uint8Array(s.players);
          s.places(places);
          const score = (seat: number) => s.points[seat]! * 100 - total(s.bees.subarray(seat * 5, seat * 5 + 5));
          const best = Math.max(...[...places.keys()].map(score));
          for (const [seat, place] of places.entries()) expect([n, place === 0]).toEqual([n, score(seat) === best]);
          [round, reached] = [1, false];
          continue;
        }
        if (s.round > round) expect(reached).toBe(false);
        round = s.round;
        reached = s.turn !== s.starter && Math.max(...s.points) >= options.points;
      }
    };
    check({ points: 8, rounds: 60 });
    check({ points: 30, rounds: 6 });
    expect([...ends].sort()).toEqual(['points', 'rounds']);
  });

  it('a price is paid in honey less the hives of the buyer, and jelly pays what is missing', () => {
    const env = new TurnEnv(game, { options: { players: 2 } });
    env.start({ seed: 5 });
    const s = env.state as Position;
    const seat = s.actor;
    // The first hive of all: clover, for a jar each of heather, linden, sage.
    const [from, at] = s.market.includes(0) ? [s.market, s.market.indexOf(0)] : [s.deck, s.deck.indexOf(0)];
    [s.market[0], from[at]] = [0, s.market[0]!];
    s.bees[seat * 5 + 2] = 1;
    s.give(seat, 1, 1);
    expect(s.missing(seat, 0)).toBe(1);
    s.give(seat, 5, 2);
    expect(s.missing(seat, 0)).toBe(0);
    s.play(seat, 30);
    expect([...s.jars.subarray(seat * 6, seat * 6 + 6)]).toEqual([0, 0, 0, 0, 0, 1]);
    expect([...s.supply]).toEqual([4, 4, 4, 4, 4, 4]);
    expect([...s.bees.subarray(seat * 5, seat * 5 + 5)]).toEqual([1, 0, 1, 0, 0]);
    expect([s.bought[0], s.market[0], s.points[seat]]).toEqual([1, NONE, 0]);
  });
});
