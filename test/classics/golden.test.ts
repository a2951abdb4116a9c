/**
 * Golden playthroughs of the small games: some seeded games as a person would read them, with what was seen, what was
 * given, and how it ended. To write them anew: npx vitest run test/classics/golden.test.ts -u
 */
import { describe, expect, it } from 'vitest';
import { createRng, SeededChance } from '../../env/chance.js';
import type { Game } from '../../env/game.js';
import { TurnEnv } from '../../env/turn-env.js';
import { game as cartpole } from '../../games/cartpole/game.js';
import { game as connectFour } from '../../games/connect-four/game.js';
import { game as invalidActions } from '../../games/invalid-actions/game.js';
import { game as kuhn } from '../../games/kuhn/game.js';
import { game as leduc } from '../../games/leduc/game.js';
import { game as ticTacToe } from '../../games/tic-tac-toe/game.js';

/** Uniform random play; the first `told` decisions in full. */
function tell(game: Game, options: object, seed: string, told: number): string {
  const env = new TurnEnv(game, { options });
  const rng = createRng(seed);
  const out = [`--- ${game.title}, version ${game.version}, options ${JSON.stringify(options)}, seed ${seed}`];
  env.start({ chance: new SeededChance(seed, game.streams) });
  while (!env.over) {
    const { state } = env;
    const legal = [...env.mask.keys()].filter((action) => env.mask[action] === 1);
    const action = legal[rng.int(legal.length)]!;
    if (env.decisions < told) {
      const texts = legal.map((a) => state.actionText(a)).join(', ');
      out.push('', state.text(state.actor));
      out.push(`seat ${state.actor}, ${game.prompts[state.prompt]}: ${texts} -> ${state.actionText(action)}`);
    }
    env.play(action);
    if (env.decisions <= told && env.rewards.some((reward) => reward !== 0)) out.push(`rewards ${[...env.rewards]}`);
  }
  out.push('', env.state.text(0));
  out.push(
    `Over after ${env.decisions} decisions: ${env.state.ending()}${env.state.truncated ? ' (truncated)' : ''}. ` +
      `Places ${[...env.places()]}, rewards ${[...env.rewards]}, hash ${env.state.hash()}`,
  );
  return `${out.join('\n')}\n`;
}

/** Options of each playthrough, and how many decisions of it are told. */
const cases: [Game, object[], number][] = [
  [kuhn as Game, [{}, {}, {}, { players: 3 }, { players: 4 }], 10],
  [leduc as Game, [{}, {}, {}, {}], 10],
  [ticTacToe as Game, [{}, {}, { askForced: true }], 10],
  [connectFour as Game, [{}, {}], 50],
  [cartpole as Game, [{}, { limit: 10 }], 8],
  [invalidActions as Game, [{}, { dim: 5, invalid: 2, length: 8 }], 8],
];

describe('plays as before', () => {
  it.each(cases.map(([game, options, told]) => [game.id, game, options, told] as const))(
    '%s',
    async (id, game, options, told) => {
      const text = options.map((one, i) => tell(game, one, `golden ${i}`, told)).join('\n');
      await expect(text).toMatchFileSnapshot(`../../games/${id}/golden.txt`);
    },
  );
});
