import { describe, expect, it } from 'vitest';
import { game as honey } from '../../docs/examples/honey-fair.js';
import recall, { game } from '../../docs/examples/recall.js';
import type { View } from '../../env/agent.js';
import { createRng, SeededChance } from '../../env/chance.js';
import { checkGame } from '../../env/conformance/check-game.js';
import { type Game, observationSize, type State } from '../../env/game.js';
import { gameObserver } from '../../env/observer.js';
import { TurnEnv } from '../../env/turn-env.js';
import { LiveView } from '../../env/view.js';
import { playMatch } from '../../eval/match.js';
import { game as leduc } from '../../games/leduc/game.js';
import type { MemoryShape } from '../network/encoder.js';
import { placed } from '../policy/pieces.js';
import { RandomAgent } from '../random.js';
import { historyOf, remembering } from './history.js';
import { memoryObserver, rememberable } from './memory-observer.js';
import { RememberingAgent } from './remembering-agent.js';

/** Remembers some pieces of a game. */
function memoryOf(of: Game, decisions: number, names?: readonly string[]): MemoryShape {
  const pieces = placed(of.observation).filter(({ name }) => !names || names.includes(name));
  const size = pieces.reduce((sum, { from, to }) => sum + to - from, 0);
  const from = observationSize(of);
  return {
    piece: { name: 'memory', from, to: from + decisions * size },
    ...{ decisions, units: 1 },
    of: pieces.map(({ name, from, to }) => ({ name, from, to })),
  };
}

function begin(of: Game, seed: string, options: unknown = {}): { state: State; chance: SeededChance } {
  const chance = new SeededChance(seed, of.streams);
  return { state: of.newState(of.options.parse(options), chance), chance };
}

const shape = memoryOf(game, 2, ['card']);
const observer = memoryObserver(gameObserver(game), shape);
const seen = (state: State, seat = 0): number[] => {
  const out = new Float32Array(observer.size);
  observer.write(state, seat, out, 0);
  return [...out.subarray(shape.piece.from)];
};

describe('a position that remembers', () => {
  it('shows the latest decisions of a seat, oldest first, zeros before the first', () => {
    const { state, chance } = begin(remembering(game, shape), 'cards');
    const cards: number[][] = [];
    const card = () => {
      const now = new Float32Array(observationSize(game));
      state.observe(0, now, 0);
      return [...now.subarray(0, 4)];
    };
    const none = [0, 0, 0, 0];
    for (let i = 0; i < 4; i++) {
      expect(seen(state)).toEqual([...(cards.at(-2) ?? none), ...(cards.at(-1) ?? none)]);
      cards.push(card());
      expect(cards.at(-1)).toContain(1);
      state.apply(0, chance);
    }
    expect(seen(state)).toEqual([...cards[2]!, ...cards[3]!]);
    expect(observer.pieces.at(-1)).toMatchObject({ name: 'memory', shape: [2, 4] });
  });

  it('takes it along into copies, saved positions and hashes, and shares nothing', () => {
    const { state, chance } = begin(remembering(game, shape), 'copies');
    state.apply(0, chance);
    const [copy, other] = [state.clone(), begin(remembering(game, shape), 'others').state];
    other.copyFrom(state);
    const loaded = begin(remembering(game, shape), 'loaded').state;
    loaded.load(state.save());
    for (const one of [copy, other, loaded]) {
      expect(seen(one)).toEqual(seen(state));
      expect(one.hash()).toBe(state.hash());
    }
    const before = seen(state);
    copy.apply(1, chance);
    expect(seen(state)).toEqual(before);
    expect(seen(copy)).not.toEqual(before);
    // The same position, reached with nothing to remember, is another one.
    const plain = begin(game, 'plain').state;
    plain.copyFrom(state);
    other.copyFrom(plain);
    expect(seen(other)).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
    expect(other.hash()).not.toBe(state.hash());
  });

  it('forgets what the others saw where hidden things are drawn anew', () => {
    const all = memoryOf(honey, 3);
    const { state, chance } = begin(remembering(honey, all), 'fair', { players: 2 });
    const mask = new Uint8Array(honey.actions);
    for (let i = 0; i < 12 && !state.over; i++) {
      state.legal(mask);
      state.apply(mask.indexOf(1), chance);
    }
    const read = (of: State, seat: number) => {
      const out = new Float32Array(all.piece.to - all.piece.from);
      historyOf(of)!.write(seat, out, 0);
      return out;
    };
    const drawn = state.clone();
    drawn.resample(0, createRng('drawn'));
    expect(read(state, 1).some((x) => x !== 0)).toBe(true);
    expect(read(drawn, 1).every((x) => x === 0)).toBe(true);
    expect(read(drawn, 0)).toEqual(read(state, 0));
  });

  it.each<[string, Game, number]>([
    ['recall', game, 2],
    ['leduc', leduc, 3],
  ])('passes every check of %s', async (_, of, decisions) => {
    const report = await checkGame(remembering(of, memoryOf(of, decisions)), { games: 6 });
    expect(report.checks.filter(({ passed }) => !passed)).toEqual([]);
  });

  it('is refused as bytes where it is damaged, changing nothing', () => {
    const { state, chance } = begin(remembering(game, shape), 'bytes');
    state.apply(0, chance);
    const [bytes, before] = [state.save(), state.hash()];
    const other = begin(remembering(game, shape), 'other').state;
    const turned = bytes.slice();
    turned[bytes.length - 10]! ^= 1;
    for (const bad of [bytes.subarray(0, 3), bytes.subarray(0, bytes.length - 1), new Uint8Array(64).fill(255), turned])
      expect(() => state.load(bad)).toThrow('this is no saved position that remembers');
    expect(state.hash()).toBe(before);
    other.load(bytes);
    expect(other.hash()).toBe(before);
  });
});

describe('an agent that remembers', () => {
  /** Writes down what a network would be shown. */
  class Witness extends RandomAgent {
    readonly shown: number[][] = [];
    override act(view: View): number {
      const out = new Float32Array(observer.size);
      view.observe(observer, out, 0);
      this.shown.push([...out]);
      // A copy for a search has the same history, and goes on from it.
      const copy = view.sample(createRng('copy'));
      const again = new Float32Array(observer.size);
      observer.write(copy, view.seat, again, 0);
      expect([...again]).toEqual([...out]);
      return super.act(view);
    }
  }

  it('is shown what positions that remember show', () => {
    const [alone, there] = [new Witness(), new Witness()];
    playMatch(new TurnEnv(game), [new RememberingAgent(alone, game, shape)], 'same');
    playMatch(new TurnEnv(remembering(game, shape)), [there], 'same');
    expect(alone.shown).toHaveLength(5);
    expect(alone.shown).toEqual(there.shown);
    // A new game begins with nothing.
    const agent = new RememberingAgent(alone, game, shape);
    playMatch(new TurnEnv(game), [agent], 'first');
    playMatch(new TurnEnv(game), [agent], 'second');
    expect(alone.shown[10]!.slice(shape.piece.from)).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
  });

  it('needs a history', () => {
    const { state } = begin(game, 'none');
    expect(() => observer.write(state, 0, new Float32Array(observer.size), 0)).toThrow('the position has no history');
    expect(() => new Witness().act(new LiveView(game).show(state))).toThrow('the position has no history');
  });
});

it('remembers pieces that the game shows, in their places', () => {
  expect(rememberable(game, shape, shape.piece.to)).toBe(true);
  expect(rememberable(game, shape, shape.piece.to + 1)).toBe(false);
  expect(rememberable(game, { ...shape, of: [{ name: 'card', from: 1, to: 5 }] }, shape.piece.to)).toBe(false);
  expect(recall.bots.perfect().name).toBe('perfect');
});
