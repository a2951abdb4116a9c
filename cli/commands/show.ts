import { createAgent } from '../../agents/spec.js';
import { TurnEnv } from '../../env/turn-env.js';
import { UserError } from '../../env/user-error.js';
import { promptWords } from '../../env/words.js';
import type { ChosenGame } from './shared.js';

/**
 * Prints one game between agents: the board whenever a round begins, every decision in words.
 * @param print false once nobody reads any more: the game ends there
 */
export async function showGame(
  chosen: ChosenGame,
  specs: readonly string[],
  seed: string,
  print: (text: string) => Promise<boolean>,
): Promise<void> {
  const { game, options } = chosen;
  const env = new TurnEnv(game, { options });
  env.start({ seed });
  const seats = env.state.players;
  if (specs.length !== 1 && specs.length !== seats) throw new UserError(wrongCount('--agents', specs.length, seats));
  const agents = await Promise.all(
    Array.from({ length: seats }, (_, seat) => createAgent(specs.length === 1 ? specs[0]! : specs[seat]!, chosen)),
  );
  agents.forEach((agent, seat) => agent.reset(`${seed}/agent ${seat}`));
  let round = 0;
  while (!env.over) {
    const { state } = env;
    if (state.round !== round) {
      round = state.round;
      if (!(await print(`\n${state.text(0)}\n\n`))) return;
    }
    const seat = env.actor;
    const action = agents[seat]!.act(env.view());
    const told = `  seat ${seat} (${agents[seat]!.name}) ${promptWords(game.prompts[state.prompt]!)}: ${state.actionText(action)}\n`;
    if (!(await print(told))) return;
    env.play(action);
  }
  await print(`\n${env.state.text(0)}\n\n${ranking(env)}\n`);
}

/** What is wrong with a number of agents. @param wanted how many seats they are for */
export function wrongCount(flag: string, given: number, wanted: number): string {
  const fitting = wanted === 1 ? 'give 1' : `give 1 for all, or ${wanted}, separated by commas`;
  return `${flag} names ${given} agent${given === 1 ? '' : 's'}: ${fitting}`;
}

/** `The game is over (fame): 1st seat 2, ...` */
export function ranking(env: TurnEnv): string {
  const places = env.places();
  const seats = Array.from(places, (place, seat) => ({ place, seat })).sort(
    (a, b) => a.place - b.place || a.seat - b.seat,
  );
  return `The game is over (${env.state.ending()}): ${seats.map(({ place, seat }) => `place ${place + 1} seat ${seat}`).join(', ')}`;
}
