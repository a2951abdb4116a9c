/** Tic-tac-toe, solved: the positions in which it matters what is played. */
import type { Agent } from '../../env/agent.js';
import { SeededChance } from '../../env/chance.js';
import type { State } from '../../env/game.js';
import { loadGame } from '../../env/load-game.js';
import { LiveView } from '../../env/view.js';

export const { game } = await loadGame('tic-tac-toe');
const chance = new SeededChance('', game.streams);
const values = new Map<number, number>();

/** Positions in which not every action keeps what they are worth. */
export const decisive: State[] = [];

/** What a position is worth to seat 0: 1, 0 or -1. */
function solve(state: State): number {
  const known = values.get(state.hash());
  if (known !== undefined) return known;
  const outcomes = state.over ? [] : next(state).map(([, after]) => solve(after));
  let value = 0;
  if (state.over) {
    const places = new Uint8Array(2);
    state.places(places);
    value = places[1]! - places[0]!;
  } else value = state.actor === 0 ? Math.max(...outcomes) : Math.min(...outcomes);
  values.set(state.hash(), value);
  if (outcomes.some((outcome) => outcome !== value)) decisive.push(state);
  return value;
}

function next(state: State): [action: number, after: State][] {
  const mask = new Uint8Array(game.actions);
  state.legal(mask);
  return [...mask.keys()].flatMap((action) => {
    if (mask[action] === 0) return [];
    const after = state.clone();
    after.apply(action, chance);
    return [[action, after]];
  });
}

/** What the first position is worth. */
export const worth = solve(game.newState(game.options.parse({}), chance));

/** Share of the decisive positions in which an agent keeps what they are worth. */
export function kept(agent: Agent): number {
  const view = new LiveView(game);
  agent.reset(0);
  const right = decisive.filter((state) => {
    const action = agent.act(view.show(state));
    const [, after] = next(state).find(([played]) => played === action)!;
    return values.get(after.hash()) === values.get(state.hash());
  });
  return right.length / decisive.length;
}
