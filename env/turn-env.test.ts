import { describe, expect, it } from 'vitest';
import { game } from '../docs/examples/pig.js';
import { createRng, ScriptedChance, SeededChance } from './chance.js';
import { TurnEnv, type TurnEnvState } from './turn-env.js';
import { UserError } from './user-error.js';

describe('TurnEnv', () => {
  it('plays a game to its end: acting seat, rewards per seat, empty mask', () => {
    const env = new TurnEnv(game, { options: { players: 3 } });
    const rng = createRng(1);
    let turn = env.reset({ seed: 5 });
    const total = new Float64Array(3);
    let steps = 0;
    while (!turn.terminated && !turn.truncated) {
      expect(turn.seat).toBe(env.state.actor);
      expect(turn.observation[8]).toBe(1); // the actor is "me"
      expect(game.prompts).toContain(turn.info.prompt);
      const legal = [...turn.mask.keys()].filter((a) => turn.mask[a]);
      turn = env.step(legal[rng.int(legal.length)]!);
      for (let seat = 0; seat < 3; seat++) total[seat]! += turn.rewards[seat]!;
      expect(turn.info.decisions).toBe(++steps);
    }
    expect(turn.seat).toBe(-1);
    expect([...turn.mask]).toEqual([0, 0, 0]);
    expect(turn.info.ending).toBe('target');
    expect(turn.info.places!.filter((place) => place === 0)).toHaveLength(1);
    expect(total[turn.info.places!.indexOf(0)]).toBe(1);
    expect(total[0]! + total[1]! + total[2]!).toBe(0);
  });

  it('names action and prompt of an illegal action, and goes on unharmed', () => {
    const env = new TurnEnv(game);
    const { seat } = env.reset({ seed: 1 });
    const hash = env.state.hash();
    const wanted = `action 0 is not legal in pig at prompt 'start' (seat ${seat}, decision 0); legal: 1 (roll one die)`;
    expect(() => env.step(0)).toThrow(wanted);
    expect(() => env.step(99)).toThrow(UserError);
    expect(() => env.step(-1)).toThrow(UserError);
    expect(() => env.step(1.5)).toThrow(UserError);
    expect(env.state.hash()).toBe(hash);
    env.step(1);
  });

  it('refuses to go on beyond what the game calls its longest', () => {
    const env = new TurnEnv({ ...game, maxDecisions: () => 3 });
    env.reset({ seed: 1 });
    const play = () => env.play(env.mask.indexOf(1, 1));
    for (let i = 0; i < 3; i++) play();
    expect(play).toThrow('pig: a game goes on after 3 decisions, and maxDecisions() is 3: raise it, or give the rules');
    expect(env.decisions).toBe(3);
    env.reset();
    play();
  });

  it('refuses to step before a reset and after the end, and to rank a running game', () => {
    const env = new TurnEnv(game, { options: { rounds: 1 } });
    expect(() => env.step(1)).toThrow('call reset() first');
    env.reset();
    expect(() => env.places()).toThrow('before the game is over');
    while (!env.over) env.play(env.mask[0] ? 0 : 1);
    expect(() => env.step(1)).toThrow('the game is over, call reset() before the next step');
  });

  it('reports a cut game as truncated, not terminated, with half the rewards', () => {
    const env = new TurnEnv(game, { options: { rounds: 1 } });
    let turn = env.reset({ seed: 3 });
    while (turn.seat >= 0) turn = env.step(turn.mask[0] ? 0 : 1);
    expect(turn.terminated).toBe(false);
    expect(turn.truncated).toBe(true);
    expect(turn.info.ending).toBe('round cap');
    expect(Math.max(...turn.rewards)).toBeLessThanOrEqual(0.5);
    expect([...turn.mask]).toEqual([0, 0, 0]);
  });

  it('gives the same game for the same seed, and another one for the next reset', () => {
    const play = (env: TurnEnv) => {
      const hashes = [];
      for (let i = 0; i < 20 && !env.over; i++) {
        env.play(1);
        if (env.legal > 0 && env.mask[0]) env.play(0);
        hashes.push(env.state.hash());
      }
      return hashes;
    };
    const a = new TurnEnv(game);
    const b = new TurnEnv(game);
    a.start({ seed: 'x' });
    b.start({ seed: 'x' });
    const first = play(a);
    expect(play(b)).toEqual(first);
    a.start();
    b.start();
    const second = play(a);
    expect(second).not.toEqual(first);
    expect(play(b)).toEqual(second);
    expect(a.seed).toBe('x/1');
  });

  it('goes on from where another was saved, luck included, and in the same series', () => {
    const env = new TurnEnv(game, { options: { players: 3 } });
    const other = new TurnEnv(game, { options: { players: 3 } });
    const hashes = (one: TurnEnv) => {
      const found = [];
      for (let i = 0; i < 40; i++) {
        if (one.over) one.start();
        one.play(one.mask.lastIndexOf(1));
        found.push(one.state.hash(), ...one.rewards, one.decisions, one.seed);
      }
      return found;
    };
    expect(() => env.save()).toThrow('there is no game yet, call reset() first');
    env.start({ seed: 'x' });
    for (let i = 0; i < 5; i++) env.play(1);
    const saved = env.save();
    other.load(saved);
    expect(other.save()).toEqual(saved);
    const first = hashes(env);
    expect(hashes(other)).toEqual(first);
    env.load(saved);
    expect(hashes(env)).toEqual(first);
    other.load(saved);
    other.relyOn(new SeededChance('another', game.streams));
    expect(hashes(other)).not.toEqual(first);
    expect(() => new TurnEnv(game).load(saved)).toThrow(RangeError);
    expect(() => env.load({ ...saved, position: saved.position.slice(1) })).toThrow();
    for (const damage of [
      { decisions: -4 },
      { games: 1.5 },
      { rewards: [Number.NaN, 0] },
      { chance: null },
      { more: 1 },
    ])
      expect(() => env.load({ ...saved, ...damage } as TurnEnvState)).toThrow(
        /^this was not saved by an environment: /,
      );
    expect(() => env.load(null as unknown as TurnEnvState)).toThrow(
      'this was not saved by an environment: all of it: ',
    );
    env.start({ chance: new ScriptedChance([1, 1, 1, 1]) });
    expect(() => env.save()).toThrow('the luck of this game comes from outside');
  });

  it('takes luck from outside', () => {
    const env = new TurnEnv(game);
    env.reset({ chance: new ScriptedChance([1, 3, 2], new SeededChance(1, game.streams)) });
    expect(env.actor).toBe(1);
    env.play(2); // 4 and 3
    expect(env.state.actionText(0)).toBe('hold 7 points');
  });

  it('hands out arrays that later steps leave alone', () => {
    const env = new TurnEnv(game);
    const turn = env.reset({ seed: 2 });
    const kept = [[...turn.observation], [...turn.mask]];
    while (!env.over) env.step(env.mask[0] ? 0 : 2);
    expect([[...turn.observation], [...turn.mask]]).toEqual(kept);
  });

  it('names a wrong option', () => {
    expect(() => new TurnEnv(game, { options: { players: 5 } })).toThrow(/option players of pig/);
    const env = new TurnEnv(game);
    // @ts-expect-error
    expect(() => env.reset({ options: { plyers: 2 } })).toThrow(UserError);
    expect(env.reset({ options: { players: 4 } }).rewards).toHaveLength(4);
  });
});
