/** Choices that cost much are found, and no others; nothing hidden is used. */
import { describe, expect, it } from 'vitest';
import type { Agent } from '../../env/agent.js';
import { createRng, SeededChance } from '../../env/chance.js';
import type { State } from '../../env/game.js';
import { LiveView } from '../../env/view.js';
import { exactValuesOf } from '../../eval/analysis/exact-values.js';
import type { OwnChoice } from './made.js';
import { PERSON } from './players.js';
import { SecondThoughts } from './second-thoughts.js';
import { GameTable } from './table.js';
import { analysedGame } from './testing/analysed-game.js';

async function thinking(name: string, clock?: () => number) {
  const { game, pack, options, players, analysts } = await analysedGame(name);
  const thoughts = new SecondThoughts(game, analysts, clock);
  /** The position after such actions. */
  const reached = (actions: readonly number[]): State => {
    const chance = new SeededChance('1', game.streams);
    const state = game.newState(options, chance);
    for (const action of actions) state.apply(action, chance);
    return state;
  };
  return { game, pack, options, players, analysts, thoughts, reached };
}

const always = () => true;

describe('second thoughts', () => {
  it('are had of exactly the moves that lose, where that is known', async () => {
    const { game, pack, options, thoughts, reached } = await thinking('tic-tac-toe');
    const exact = exactValuesOf({ game, ...pack }, options);
    let lost = 0;
    // The first three moves of every game, the last of them judged.
    for (const played of [[], [0], [0, 1], [4, 1], [4, 0], [1, 8]]) {
      const position = reached(played);
      const { values } = exact(position)!;
      const best = Math.max(...values.values());
      for (const [action, value] of values) {
        const { regret, finished } = thoughts.look([{ at: played.length, position, action }], always);
        expect(finished).toBe(true);
        if (regret) lost++;
        expect(regret?.loss.mean ?? 0, `${played} ${action}`).toBeCloseTo(best - value);
        if (regret) expect(regret).toMatchObject({ at: played.length, seat: position.actor, action, exact: true });
      }
    }
    expect(lost).toBeGreaterThan(10);
  });

  it('are had by play-outs where nothing is exact: of a win that was missed, and not of the win', async () => {
    const { thoughts, reached } = await thinking('connect-four', () => 0);
    const position = reached([2, 2, 3, 3, 4, 5]);
    const look = (action: number) => thoughts.look([{ at: 6, position, action }], always).regret;
    expect(look(1)).toBeNull();
    expect(look(6)).toMatchObject({ at: 6, seat: 0 });
  });

  it('stop after their time, and say nothing then that is not sure', async () => {
    let now = 0;
    const { thoughts, reached } = await thinking('doomspire', () => (now += 3000));
    const position = reached([]);
    const mask = new Uint8Array(4000);
    const legal = position.legal(mask);
    expect(legal).toBeGreaterThan(1);
    const choice: OwnChoice = { at: 0, position, action: mask.indexOf(1) };
    let looks = 0;
    for (; !thoughts.look([choice], always).finished; looks++) expect(looks).toBeLessThan(10);
    expect(thoughts.look([choice], always)).toEqual({ regret: null, finished: true });
  });

  it('are the same whatever lies hidden', async () => {
    const { game, analysts, reached } = await thinking('doomspire');
    const chance = new SeededChance('hidden', game.streams);
    const state = reached([]);
    const view = new LiveView(game);
    const rng = createRng('moves');
    for (let made = 0; view.show(state).legal < 2 || made < 60; made++) {
      const legal = [...view.mask.keys()].filter((action) => view.mask[action] === 1);
      state.apply(legal[rng.int(legal.length)]!, chance);
    }
    const other = state.clone();
    for (let tries = 0; tries < 20 && other.hash() === state.hash(); tries++) other.resample(state.actor, rng);
    expect(other.hash()).not.toBe(state.hash());
    const action = view.mask.indexOf(1);
    const seen = [state, other].map((position) => {
      const positions: number[] = [];
      const mask = new Uint8Array(game.actions);
      const noting: Agent = {
        name: 'noting',
        reset() {},
        act: ({ mask }) => mask.indexOf(1),
        choose(state) {
          positions.push(state.hash());
          state.legal(mask);
          return mask.lastIndexOf(1);
        },
      };
      const agents = analysts.agents.map(() => noting);
      const thoughts = new SecondThoughts(game, { ...analysts, agents });
      let decisions = 2000;
      thoughts.look([{ at: 9, position, action }], () => --decisions > 0);
      return positions;
    });
    expect(seen[0]!.length).toBeGreaterThan(500);
    expect(seen[0]).toEqual(seen[1]);
  });

  it('are had of the choices of the latest turn that can be taken back', async () => {
    const { game, players, thoughts } = await thinking('tic-tac-toe');
    const table = GameTable.begin(game, players, { options: {}, seed: '1', seats: [PERSON, 'random'] });
    expect(table.regrettable).toEqual([]);
    table.choose(0);
    table.step();
    expect(table.regrettable).toMatchObject([{ at: 0, action: 0 }]);
    table.choose(table.show().groups[0]!.moves[0]!.action);
    expect(table.regrettable).toMatchObject([{ at: 2 }]);
    expect(thoughts.look(table.regrettable, always).finished).toBe(true);
    table.undoTo(0);
    expect(table.moves).toBe(0);
    expect(table.regrettable).toEqual([]);
  });

  it('are not had where others have moved since and something is hidden, nor of what was earned', async () => {
    const { game, players, thoughts, reached } = await thinking('leduc');
    const table = GameTable.begin(game, players, { options: {}, seed: '1', seats: [PERSON, 'random'] });
    table.choose(table.show().groups[0]!.moves[0]!.action);
    if (!table.show().over && !table.show().asked) table.step();
    expect(table.regrettable).toEqual([]);
    const choice = { at: 0, position: reached([]), action: 0 };
    expect(thoughts.look([choice], always)).toEqual({ regret: null, finished: true });
  });
});
