import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createRng, SeededChance } from '../../env/chance.js';
import { checkGame } from '../../env/conformance/index.js';
import { observationSize } from '../../env/game.js';
import { loadGame } from '../../env/games/index.js';
import { TurnEnv } from '../../env/turn-env.js';
import { LiveView } from '../../env/view.js';
import { initialWeights } from '../network/network.js';
import { ADVICE, advised, READING } from './advice.js';
import { advisorNamed } from './advisor.js';
import { loadPolicy, networkFor, PolicyAgent, policyFor, policyValue, savePolicy } from './policy.js';

const { game } = await loadGame('doomspire');
const advisor = advisorNamed('scripted:mixed', game);
const shown = advised(game, advisor);
const size = observationSize(game);
const whole = observationSize(shown);
const end = size + game.actions;

describe('an advised game', () => {
  it('keeps what is promised of a game', async () => {
    const { passed, checks } = await checkGame(shown, { games: 3 });
    expect(checks.filter((check) => !check.passed)).toEqual([]);
    expect(passed).toBe(true);
  });

  it('shows the choice of the advisor behind the observation of the game, to the seat to act alone', () => {
    expect(shown.observation.at(-2)).toMatchObject({ name: ADVICE, shape: [game.actions] });
    expect(shown.observation.at(-1)).toMatchObject({ name: READING, shape: [whole - end] });
    const [plain, with_] = [new SeededChance('a', game.streams), new SeededChance('a', game.streams)];
    const bare = game.newState(game.options.parse({}), plain);
    const state = shown.newState(game.options.parse({}), with_);
    const bot = advisor.create();
    bot.reset(1);
    const view = new LiveView(game);
    const own = new Float32Array(size);
    const out = new Float32Array(whole + 1).fill(7);
    const other = new Float32Array(whole);
    const read = new Float32Array(whole - end);
    const rng = createRng('play');
    for (let i = 0; i < 300; i++) {
      bare.observe(bare.actor, own, 0);
      state.observe(state.actor, out, 0);
      const choice = bot.act(view.show(bare));
      expect(out.slice(0, size)).toEqual(own);
      expect(out.subarray(size, end).indexOf(1)).toBe(choice);
      expect(out.subarray(size, end).reduce((a, b) => a + b)).toBe(1);
      bot.reading!.write(view, read, 0);
      expect(out.subarray(end, whole)).toEqual(read);
      expect(out[whole]).toBe(7);
      state.observe((state.actor + 1) % 4, other, 0);
      expect(other.subarray(size).every((x) => x === 0)).toBe(true);
      // Random play half the time: the bot alone sees little of the game.
      const mask = new Uint8Array(game.actions);
      const n = state.legal(mask);
      const legal = [...mask.keys()].filter((a) => mask[a] === 1);
      const action = rng.uniform() < 0.5 ? choice : legal[rng.int(n)]!;
      bare.apply(action, plain);
      state.apply(action, with_);
    }
  });

  it('shows it in copies and in positions read from a view too', () => {
    const chance = new SeededChance('b', game.streams);
    const state = shown.newState(game.options.parse({}), chance);
    const [a, b, c] = [0, 1, 2].map(() => new Float32Array(whole)) as [Float32Array, Float32Array, Float32Array];
    state.observe(state.actor, a, 0);
    state.clone().clone().observe(state.actor, b, 0);
    shown.parseView!(JSON.parse(JSON.stringify(state.view!(state.actor)))).observe(state.actor, c, 0);
    expect(a.subarray(size).includes(1)).toBe(true);
    expect(b).toEqual(a);
    expect(c).toEqual(a);
  });
});

describe('an advised policy', () => {
  const shape = networkFor(shown, [16], 'relu', 4);
  const policy = policyFor(game, shape, initialWeights(shape, createRng(1)), advisor);

  it('plays the same in the game and in the advised game', () => {
    const moves = [game, shown].map((one) => {
      const env = new TurnEnv(one);
      const agent = new PolicyAgent(policy);
      agent.reset(3);
      env.reset({ seed: 'same' });
      const actions: number[] = [];
      for (let i = 0; i < 60; i++) {
        actions.push(agent.act(env.view()));
        env.step(actions.at(-1)!);
      }
      return actions;
    });
    expect(moves[0]).toEqual(moves[1]);
    expect(new Set(moves[0]).size).toBeGreaterThan(5);
  });

  it('judges positions by what it is shown', () => {
    const chance = new SeededChance('c', game.streams);
    const bare = game.newState(game.options.parse({}), chance);
    const [a, b] = [new Float64Array(4), new Float64Array(4)];
    policyValue(policy)(bare, a);
    // A policy that takes the whole of the advised observation as its own says the same there.
    const advisedState = shown.newState(game.options.parse({}), new SeededChance('c', game.streams));
    policyValue(policyFor(shown, shape, policy.weights))(advisedState, b);
    expect(b).toEqual(a);
  });

  it('is stored with the name of its advisor, and finds it again', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'advice-')), 'policy.tgym');
    savePolicy(file, policy);
    const again = loadPolicy(file, game);
    expect(again.advisor?.spec).toBe('scripted:mixed');
    expect(again.weights).toEqual(policy.weights);
    savePolicy(file, { ...policy, advisor: { ...policy.advisor!, spec: 'scripted:mixt' } });
    expect(() => loadPolicy(file, game)).toThrow(
      /advisor scripted:mixt: doomspire has no such scripted player, did you mean scripted:mixed/,
    );
    // Without its advisor the numbers do not fit the game, and it is not played.
    const { advisor: _, ...lone } = policy;
    savePolicy(file, lone);
    expect(() => loadPolicy(file, game)).toThrow(/observation/);
  });
});
