import { expect, it } from 'vitest';
import { bots, game } from '../docs/examples/pig.js';
import { game as kuhn } from '../games/kuhn/game.js';
import { createRng, SeededChance } from './chance.js';
import { Env } from './env.js';
import { observationSize } from './game.js';
import { gameObserver, type Observer } from './observer.js';
import { TurnEnv } from './turn-env.js';
import { VectorEnv } from './vector-env.js';
import { LiveView } from './view.js';

/** The seat that looks, and the round; counts how often it was told to forget. */
function roundObserver(): Observer & { resets: number } {
  return {
    pieces: [{ name: 'round', shape: [2], about: 'The seat that looks, and the round.' }],
    size: 2,
    resets: 0,
    write: (state, seat, out, offset) => out.set([seat, state.round], offset),
    reset() {
      this.resets++;
    },
  };
}

it("is the game's own where none is given", () => {
  const own = gameObserver(game);
  expect(own).toMatchObject({ pieces: game.observation, size: observationSize(game) });
  const state = game.newState(game.options.parse({}), new SeededChance(1, game.streams));
  const [a, b] = [new Float32Array(own.size + 1), new Float32Array(own.size + 1)];
  own.write(state, 1, a, 1);
  state.observe(1, b, 1);
  expect(a).toEqual(b);
  expect(new TurnEnv(game).reset({ seed: 1 }).observation.length).toBe(own.size);
});

it('is what environments show, and agents there see the game as it is', () => {
  const turns = new TurnEnv(game, { observer: roundObserver() });
  const turn = turns.reset({ seed: 1 });
  expect([...turn.observation]).toEqual([turn.seat, 1]);
  expect(turns.view().observation().length).toBe(observationSize(game));

  const env = new Env(game, { opponents: [bots.bold!()], observer: roundObserver(), seat: 1 });
  expect([...env.reset({ seed: 1 }).observation]).toEqual([1, 1]);

  const vector = new VectorEnv({ game, observer: roundObserver(), games: 3, seed: 1 });
  expect(vector.observationSize).toBe(2);
  expect([...vector.observation]).toEqual([...vector.actor].flatMap((seat) => [seat, 1]));
  expect(vector.view(0).observation().length).toBe(observationSize(game));
});

it('is told to forget when the options of a game change', () => {
  const observer = roundObserver();
  const env = new TurnEnv(game, { observer });
  env.reset({ seed: 1 });
  expect(observer.resets).toBe(0);
  env.reset({ options: { players: 3 } });
  expect(observer.resets).toBe(1);
});

it('looks through a view', () => {
  const state = game.newState(game.options.parse({}), new SeededChance(1, game.streams));
  const out = new Float32Array(3);
  new LiveView(game).show(state).observe(roundObserver(), out, 1);
  expect([...out]).toEqual([0, state.actor, 1]);
});

it('a view of what an agent has made up redraws nothing', () => {
  const state = kuhn.newState(kuhn.options.parse({}), new SeededChance(1, kuhn.streams));
  const hashes = (redraws: boolean) => {
    const view = new LiveView(kuhn, redraws).show(state);
    return new Set(Array.from({ length: 20 }, (_, i) => view.sample(createRng(i)).hash()));
  };
  expect(hashes(true).size).toBe(2);
  expect([...hashes(false)]).toEqual([state.hash()]);
});
