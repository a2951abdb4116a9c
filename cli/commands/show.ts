import { createAgent } from '../../agents/index.js';
import { TurnEnv } from '../../env/turn-env.js';
import { UserError } from '../../env/user-error.js';
import type { ChosenGame } from './shared.js';

/** Prints one game between agents: the board whenever a round begins, every decision in words. */
export async function showGame(
  { game, bots, options, otherOptions }: ChosenGame,
  specs: readonly string[],
  seed: string,
  out: { write(text: string): unknown },
): Promise<void> {
  const env = new TurnEnv(game, { options });
  env.start({ seed });
  const seats = env.state.players;
  if (specs.length !== 1 && specs.length !== seats)
    throw new UserError(`--agents names ${specs.length} agents: give 1, or ${seats}, separated by commas`);
  const agents = await Promise.all(
    Array.from({ length: seats }, (_, seat) =>
      createAgent(specs.length === 1 ? specs[0]! : specs[seat]!, { game, bots, options, otherOptions }),
    ),
  );
  agents.forEach((agent, seat) => agent.reset(`${seed}/agent ${seat}`));
  let round = 0;
  while (!env.over) {
    const { state } = env;
    if (state.round !== round) {
      round = state.round;
      out.write(`\n${state.text(0)}\n\n`);
    }
    const seat = env.actor;
    const action = agents[seat]!.act(env.view());
    out.write(`  seat ${seat} (${agents[seat]!.name}) ${game.prompts[state.prompt]}: ${state.actionText(action)}\n`);
    env.play(action);
  }
  out.write(`\n${env.state.text(0)}\n\n${ranking(env)}\n`);
}

/** `The game is over (fame): 1st seat 2, ...` */
export function ranking(env: TurnEnv): string {
  const places = env.places();
  const seats = Array.from(places, (place, seat) => ({ place, seat })).sort(
    (a, b) => a.place - b.place || a.seat - b.seat,
  );
  return `The game is over (${env.state.ending()}): ${seats.map(({ place, seat }) => `place ${place + 1} seat ${seat}`).join(', ')}`;
}
