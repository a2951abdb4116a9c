import { describe, expect, it } from 'vitest';
import { game } from '../docs/examples/pig.js';
import { createRng, RecordingChance, SeededChance } from './chance.js';
import type { Game } from './game.js';
import { formatReplay, parseReplay, playReplay, type Replay, recordReplay } from './replay.js';
import { TurnEnv } from './turn-env.js';
import { UserError } from './user-error.js';

function play(seed: number): { actions: number[]; outcomes: number[]; env: TurnEnv } {
  const env = new TurnEnv(game, { options: { players: 3 } });
  const chance = new RecordingChance(new SeededChance(seed, game.streams));
  const rng = createRng(seed);
  const actions = [];
  env.start({ chance });
  while (!env.over) {
    const legal = [...env.mask.keys()].filter((a) => env.mask[a]);
    const action = legal[rng.int(legal.length)]!;
    actions.push(action);
    env.play(action);
  }
  return { actions, outcomes: chance.outcomes, env };
}

const { actions, outcomes, env } = play(1);
const options = { players: 3 };
const replay = recordReplay(game, { options, seed: 1, actions, agents: ['a', 'b', 'c'] });

describe('replay', () => {
  it('tells the same game again, from text', () => {
    const again = parseReplay(formatReplay(replay));
    expect(again).toEqual(replay);
    const steps: number[] = [];
    const end = playReplay(game, again, {
      visit: ({ step, action, env: at }) => {
        steps.push(action);
        expect(at.decisions).toBe(step);
      },
    });
    expect(steps).toEqual([...actions, -1]);
    expect(end.state.hash()).toBe(env.state.hash());
    expect(again.result).toEqual({ places: [...env.places()], ending: 'target', truncated: false });
  });

  it('takes outcomes of chance in place of a seed', () => {
    const told = parseReplay(formatReplay(recordReplay(game, { options, outcomes, actions })));
    expect(told.seed).toBeUndefined();
    expect(playReplay(game, told).state.hash()).toBe(env.state.hash());
    expect(() => playReplay(game, { ...told, outcomes: outcomes.slice(0, 9) })).toThrow(/at step \d+: scripted chance/);
    expect(() => recordReplay(game, { options, actions })).toThrow(/seed of the game or the outcomes/);
  });

  it('may stop in the middle', () => {
    const half = recordReplay(game, { options, seed: 1, actions: actions.slice(0, 5) });
    expect(half.result).toBeUndefined();
    expect(playReplay(game, half).decisions).toBe(5);
  });

  it('is small', () => {
    expect(formatReplay(replay).length).toBeLessThan(600 + 5 * actions.length);
  });

  it('names the first step that differs when the rules changed', () => {
    let played = 0;
    const other = {
      ...game,
      newState(...args: Parameters<typeof game.newState>) {
        const state = game.newState(...args);
        const apply = state.apply.bind(state);
        state.apply = (action, chance) => {
          apply(action, chance);
          if (++played === 7) Object.assign(state, { round: state.round + 1 });
        };
        return state;
      },
    } as Game;
    expect(() => playReplay(other, replay)).toThrow('differs from the game first after step 7 of');
  });

  it('names an action that is not legal', () => {
    const wrong = { ...replay, actions: [0, ...actions.slice(1)] };
    expect(() => playReplay(game, wrong)).toThrow(/at step 1: action 0 is not legal in pig at prompt 'start'/);
  });

  it('refuses other games and versions, another seed and other options', () => {
    expect(() => playReplay(game, { ...replay, game: 'chess' })).toThrow('a replay of chess, not of pig');
    expect(() => playReplay(game, { ...replay, version: '0' })).toThrow(/version 0 of pig, here is 1/);
    expect(playReplay(game, { ...replay, version: '0' }, { anyVersion: true }).over).toBe(true);
    expect(() => playReplay(game, { ...replay, seed: '2' })).toThrow(/differs from the game/);
    expect(() => playReplay(game, { ...replay, options: { players: 4 } })).toThrow(
      /differs from the game at the start/,
    );
    expect(() => playReplay(game, { ...replay, hash: replay.hash + 1 })).toThrow(/differs from the game first after/);
  });

  it('refuses a result that is not that of its game', () => {
    const told = (result: Replay['result']) => () => playReplay(game, { ...replay, result });
    expect(told(replay.result)).not.toThrow();
    const { result } = replay;
    for (const wrong of [
      { places: [...result!.places].reverse() },
      { ending: 'draw' },
      { truncated: !result!.truncated },
    ])
      expect(told({ ...result!, ...wrong })).toThrow('this replay tells another result than its game has');
    const half = recordReplay(game, { options, seed: 1, actions: actions.slice(0, 5) });
    expect(() => playReplay(game, { ...half, result })).toThrow('another result');
  });

  it('refuses damaged and foreign files in one line', () => {
    const text = formatReplay(replay);
    const change = (part: Partial<Record<keyof Replay, unknown>>) => JSON.stringify({ ...replay, ...part });
    const wrong = [
      '',
      'null',
      '[]',
      '{}',
      text.slice(0, text.length >> 1),
      change({ format: 'other' }),
      change({ formatVersion: 2 }),
      change({ actions: [1.5] }),
      change({ actions: [-1] }),
      change({ actions: actions.slice(1) }),
      change({ checks: replay.checks.slice(4) }),
      change({ checks: '?' }),
      change({ seed: undefined }),
      change({ seed: '\u001b[31mred' }),
      change({ names: ['A\nplace 1: me'] }),
      change({ agents: ['\u001b]0;title\u0007', 'random'] }),
      change({ outcomes }),
      JSON.stringify({ ...replay, more: 1 }),
    ];
    for (const damaged of wrong) {
      let error: unknown;
      try {
        parseReplay(damaged, 'game.replay');
      } catch (e) {
        error = e;
      }
      expect(error, damaged.slice(0, 80)).toBeInstanceOf(UserError);
      expect((error as Error).message).toMatch(/^game\.replay is (not a|a damaged) replay: [^\n]+$/);
    }
    expect(() => parseReplay('{"__proto__":{}}')).toThrow(/\(it has the key __proto__\)$/);
    expect(() => parseReplay('{"a"')).toThrow(/\(no valid JSON\)$/);
  });

  it('never crashes on a flipped character', () => {
    const text = formatReplay(replay);
    const rng = createRng(9);
    for (let i = 0; i < 300; i++) {
      const at = rng.int(text.length);
      const flipped = text.slice(0, at) + String.fromCharCode(33 + rng.int(90)) + text.slice(at + 1);
      try {
        playReplay(game, parseReplay(flipped));
      } catch (error) {
        expect(error).toBeInstanceOf(UserError);
      }
    }
  });
});
