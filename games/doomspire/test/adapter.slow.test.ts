/** The example adapter plays whole games in a simulator with other words, as the player would play in this project. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { SeededChance } from '../../../env/chance.js';
import { playTurn } from '../examples/doomspire-adapter.js';
import { Simulator } from '../examples/doomspire-simulator.js';
import { game } from '../game.js';
import * as rulebook from '../player.mjs';
import * as airef from '../player-airef.mjs';

it('has at most 150 lines', () => {
  const text = readFileSync(fileURLToPath(new URL('../examples/doomspire-adapter.ts', import.meta.url)), 'utf8');
  expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(150);
});

it.each([
  ['rulebook', rulebook],
  ['airef', airef],
] as const)(
  'plays as the player does: edition %s',
  (edition, player) => {
    // The likeliest action, which depends on nothing but what the seat sees: games stay short enough to play two each.
    const settings = { topK: 1 };
    const simulator = new Simulator('adapter', { edition });
    let read = 0;
    while (!simulator.over) read += playTurn(player as typeof rulebook, simulator, settings);

    const chance = new SeededChance('adapter', game.streams);
    const state = game.newState(game.options.parse({ edition }), chance);
    const played: number[] = [];
    while (!state.over) {
      const { action } = player.act(state.view(state.actor) as never, settings);
      played.push(action);
      state.apply(action, chance);
    }
    expect(simulator.played).toEqual(played);
    // One reading of the table is a move: far fewer than prompts.
    expect(read).toBeLessThan(0.6 * played.length);
  },
  600_000,
);
