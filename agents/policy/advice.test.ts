import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Agent } from '../../env/agent.js';
import { createRng, SeededChance } from '../../env/chance.js';
import { observationSize, type State } from '../../env/game.js';
import { loadGame } from '../../env/load-game.js';
import { VectorEnv } from '../../env/vector-env.js';
import { LiveView } from '../../env/view.js';
import { initialWeights } from '../network/network.js';
import { policyValue } from './actor-critic.js';
import { ADVICE, advisedObserver, READING } from './advice.js';
import { advisorNamed } from './advisor.js';
import { actorCritic, loadPolicy, networkFor, policyFor, savePolicy } from './policy.js';
import { PolicyAgent } from './policy-agent.js';

const doomspire = await loadGame('doomspire');
const { game } = doomspire;
const advisor = advisorNamed('scripted:mixed', doomspire);
const observer = advisedObserver(game, advisor, ['board', 'choice']);
const size = observationSize(game);
const whole = observer.size;
const end = size + game.actions;

/** What a seat is shown. */
function shown(state: State, seat = state.actor, by = observer): Float32Array {
  const out = new Float32Array(by.size + 1).fill(7);
  by.write(state, seat, out, 0);
  expect(out[by.size]).toBe(7);
  return out.subarray(0, by.size);
}

describe('advice', () => {
  it('is the choice of the advisor behind the observation of the game, for the seat to act alone', () => {
    expect(observer.pieces.at(-2)).toMatchObject({ name: ADVICE, shape: [game.actions] });
    expect(observer.pieces.at(-1)).toMatchObject({ name: READING, shape: [whole - end] });
    const chance = new SeededChance('a', game.streams);
    const state = game.newState(game.options.parse({}), chance);
    const bot = advisor.create();
    bot.reset(1);
    const view = new LiveView(game);
    const own = new Float32Array(size);
    const read = new Float32Array(whole - end);
    const rng = createRng('play');
    for (let i = 0; i < 300; i++) {
      state.observe(state.actor, own, 0);
      const before = state.hash();
      const out = shown(state);
      expect(state.hash()).toBe(before);
      const choice = bot.act(view.show(state));
      expect(out.slice(0, size)).toEqual(own);
      expect(out.subarray(size, end).indexOf(1)).toBe(choice);
      expect(out.subarray(size, end).reduce((a, b) => a + b)).toBe(1);
      bot.reading!.write(view, read, 0);
      expect(out.subarray(end)).toEqual(read);
      expect(shown(state, (state.actor + 1) % 4).subarray(size)).toEqual(new Float32Array(whole - size));
      // Random play half the time: the bot alone sees little of the game.
      const mask = new Uint8Array(game.actions);
      const n = state.legal(mask);
      const legal = [...mask.keys()].filter((a) => mask[a] === 1);
      state.apply(rng.uniform() < 0.5 ? choice : legal[rng.int(n)]!, chance);
    }
  });

  it('does not depend on what is hidden', () => {
    const chance = new SeededChance('b', game.streams);
    const state = game.newState(game.options.parse({}), chance);
    const bot = advisor.create();
    const view = new LiveView(game);
    for (let i = 0; i < 100; i++) {
      const other = state.clone();
      other.resample(state.actor, createRng(i));
      expect(shown(other)).toEqual(shown(state));
      const parsed = game.parseView!(JSON.parse(JSON.stringify(state.view!(state.actor))));
      expect(shown(parsed)).toEqual(shown(state));
      state.apply(bot.act(view.show(state)), chance);
    }
  });

  it('follows a game into another number of seats, and forgets where it is told to', async () => {
    const { game: pig, bots } = await loadGame('docs/examples/pig.ts');
    const resets: unknown[] = [];
    const create = (): Agent => {
      const bot = bots.bold!.create();
      return Object.assign(Object.create(bot), { reset: (seed: unknown) => resets.push(seed) });
    };
    const bold = advisedObserver(pig, { spec: 'scripted:bold', create });
    const deal = (players: number) => pig.newState(pig.options.parse({ players }), new SeededChance(1, pig.streams));
    for (const players of [2, 2, 3]) shown(deal(players), undefined, bold);
    expect(resets.length).toBe(2);
    bold.reset!();
    expect(resets.length).toBe(3);
  });

  it('is what vector environments show when they are given its observer, and zeros where a game is over', async () => {
    const loaded = await loadGame('tic-tac-toe');
    const { game: tictactoe } = loaded;
    const simple = advisedObserver(tictactoe, advisorNamed('scripted:simple', loaded));
    const env = new VectorEnv({ game: tictactoe, observer: simple, games: 2, seed: 1 });
    expect(env.observationSize).toBe(observationSize(tictactoe) + tictactoe.actions);
    while (env.ended[0] === 0) {
      const seen = env.observation.subarray(0, simple.size);
      expect(seen).toEqual(shown(env.state(0), undefined, simple));
      // Agents are shown the game's own observation there too.
      expect(env.view(0).observation().length).toBe(observationSize(tictactoe));
      const advised = seen.subarray(-tictactoe.actions).indexOf(1);
      env.step([advised, advised]);
    }
    expect(env.observation.every((x) => x === 0)).toBe(true);
  });
});

describe('an advised policy', () => {
  const shape = networkFor(game, [16], 'relu', 4, observer);
  const policy = policyFor(game, shape, initialWeights(shape, createRng(1)), { advisor });

  it('judges positions and chooses by what it is shown', () => {
    const state = game.newState(game.options.parse({}), new SeededChance('c', game.streams));
    const all = actorCritic(game, policy);
    const view = new LiveView(game).show(state);
    const p = new Float32Array(game.actions);
    new PolicyAgent(all).probabilities(view, p);
    expect(all.observation).toEqual(shown(state));
    const features = new Float32Array(view.legal * observer.actions!.size);
    observer.actions!.write(state, view.mask, all.observation, 0, features, 0);
    expect(all.features!.subarray(0, features.length)).toEqual(features);
    const byView = all.values.slice();
    const mask = new Uint8Array(game.actions);
    state.legal(mask);
    const q = new Float32Array(game.actions);
    all.decide(state, mask).write(q);
    expect(q).toEqual(p);
    expect(all.values).toEqual(byView);
    const out = new Float64Array(4);
    policyValue(actorCritic(game, policy))(state, out);
    for (let k = 0; k < 4; k++) expect(out[(state.actor + k) % 4]).toBe(byView[k]);
  });

  it('is not played by what shows it something else', () => {
    expect(() => actorCritic(game, { ...policy, advisor: undefined })).toThrow(RangeError);
  });

  it('is stored with the name of its advisor, and finds it again', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'advice-')), 'policy.tgym');
    savePolicy(file, policy);
    const again = loadPolicy(file, doomspire);
    expect(again.advisor?.spec).toBe('scripted:mixed');
    expect(again.weights).toEqual(policy.weights);
    expect(again.shape.actions).toEqual(observer.actions!.pieces.map(({ name, size }) => ({ name, size })));
    savePolicy(file, { ...policy, advisor: { ...policy.advisor!, spec: 'scripted:mixt' } });
    expect(() => loadPolicy(file, doomspire)).toThrow(
      /advisor scripted:mixt: doomspire has no such scripted player, did you mean scripted:mixed/,
    );
    // Without its advisor the numbers do not fit the game, and it is not played.
    const { advisor: _, ...lone } = policy;
    savePolicy(file, lone);
    expect(() => loadPolicy(file, doomspire)).toThrow(/observation/);
  });
});
