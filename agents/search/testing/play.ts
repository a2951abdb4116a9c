import { expect } from 'vitest';
import type { Agent, View } from '../../../env/agent.js';
import { SeededChance } from '../../../env/chance.js';
import type { Game } from '../../../env/game.js';
import { LiveView } from '../../../env/view.js';

/** Plays one game, in which looking changes nothing; `watch` sees each decision. @returns places by seat, and how many decisions */
export function play(
  game: Game,
  agents: Agent[],
  seed: string,
  watch?: (agent: Agent, action: number, view: View) => void,
) {
  const chance = new SeededChance(seed, game.streams);
  const state = game.newState(game.options.parse(agents.length > 2 ? { players: agents.length } : {}), chance);
  const view = new LiveView(game);
  agents.forEach((agent, i) => {
    agent.reset(`${seed}/${i}`);
  });
  let decisions = 0;
  while (!state.over) {
    const before = state.hash();
    const dice = JSON.stringify(chance.save());
    view.show(state);
    const mask = view.mask.slice();
    const agent = agents[state.actor]!;
    const action = agent.act(view);
    expect(state.hash()).toBe(before);
    expect(JSON.stringify(chance.save())).toBe(dice);
    expect(view.mask).toEqual(mask);
    expect(mask[action]).toBe(1);
    watch?.(agent, action, view);
    state.apply(action, chance);
    decisions++;
  }
  const places = new Uint8Array(agents.length);
  if (game.scoring === 'places') state.places(places);
  return { places: [...places], decisions };
}
