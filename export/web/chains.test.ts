import { describe, expect, it } from 'vitest';
import { createRng, SeededChance } from '../../env/chance.js';
import type { Game, State } from '../../env/game.js';
import { loadGame } from '../../env/load-game.js';
import { chainsOf } from './chains.js';
import { changes } from './changes.js';
import { NotedLuck } from './luck.js';

/** Positions of random games, without giving up. */
async function positions(id: string, each: (game: Game, state: State, move: number) => void, moves = 48, every = 8) {
  const game = (await loadGame(id)).game as Game;
  const chance = new SeededChance('chains', game.streams);
  const state = game.newState(game.options.parse({}), chance);
  const rng = createRng(id);
  const mask = new Uint8Array(game.actions);
  for (let move = 0; move < moves && !state.over; move++) {
    if (move % every === 0) each(game, state, move);
    state.legal(mask);
    const legal = [...mask.keys()].filter((action) => mask[action] === 1 && !game.concedes?.(action));
    state.apply(legal[rng.int(legal.length)]!, chance);
  }
}

const games = ['doomspire', 'crown-of-ash', 'fuzzy-knights', 'islebound', 'connect-four', 'kuhn'];

describe('chains of decisions', () => {
  it.each(games)('of %s lead where they say, by the seat alone and without luck', async (id) => {
    let followed = 0;
    await positions(id, (game, state, move) => {
      const { actor } = state;
      const before = game.drawing!.scene(state, actor);
      const chains = chainsOf(game, state, `${move}`);
      expect(chains.length).toBeGreaterThan(0);
      const rng = createRng(`${id} ${move}`);
      for (let i = 0; i < 12; i++) {
        const chain = chains[rng.int(chains.length)]!;
        const luck = new NotedLuck(new SeededChance('other', game.streams));
        const there = state.clone();
        const mask = new Uint8Array(game.actions);
        for (const [at, action] of chain.actions.entries()) {
          expect(there.actor).toBe(actor);
          there.legal(mask);
          expect(mask[action], chain.texts.join()).toBe(1);
          expect(game.concedes?.(action) ?? false).toBe(false);
          expect(luck.draws).toBe(0);
          for (const thing of game.drawing!.concerns(there, action)) expect(chain.things).toContain(thing);
          there.apply(action, luck);
          if (at < chain.actions.length - 1) expect(there.over).toBe(false);
        }
        if (chain.ends === 'unknown') continue;
        expect(luck.draws, chain.texts.join()).toBe(0);
        if (chain.tells.length === 0) continue;
        followed++;
        expect(chain.ends === 'over').toBe(there.over);
        // What was hidden is shown then.
        if (there.over) continue;
        expect(chain.ends === 'others').toBe(!there.over && there.actor !== actor);
        const told = changes(before, game.drawing!.scene(there, actor));
        expect(told.slice(0, chain.tells.length), chain.texts.join()).toEqual(chain.tells);
      }
    });
    // Boards of Connect Four and Kuhn poker tell nothing that a move does not say.
    if (id !== 'connect-four' && id !== 'kuhn') expect(followed).toBeGreaterThan(8);
  });

  it.each(games)('of %s are the same whatever is hidden', async (id) => {
    await positions(id, (game, state, move) => {
      const other = state.clone();
      other.resample(state.actor, createRng(`${id} other ${move}`));
      expect(chainsOf(game, other, `${move}`), `move ${move}`).toEqual(chainsOf(game, state, `${move}`));
    });
  });

  it('reach a tile of Doomspire with each die that can take a knight there', async () => {
    const ways: number[] = [];
    await positions(
      'doomspire',
      (game, state) => {
        if (game.prompts[state.prompt] !== 'MENU') return;
        const chains = chainsOf(game, state, 'ways');
        const walks = chains.filter(({ texts }) => texts.length === 3 && /^knight/.test(texts[1]!));
        const byTile = new Map<string, Set<string>>();
        for (const { texts } of walks) {
          const dice = byTile.get(texts[2]!) ?? new Set();
          byTile.set(texts[2]!, dice.add(texts[0]!));
        }
        ways.push(...[...byTile.values()].map(({ size }) => size));
      },
      60,
      1,
    );
    expect(Math.max(...ways)).toBeGreaterThan(1);
  });

  it('are none where a game draws nothing', async () => {
    await positions('docs/examples/pig.ts', (game, state) => expect(chainsOf(game, state, '1')).toEqual([]), 5, 1);
  });
});
