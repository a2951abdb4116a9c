/**
 * Golden playthroughs: seeded games as a person would read them, in games/<id>/golden*.txt. Any change of rules, texts,
 * board or chance shows there as a readable difference. To write them anew: npx vitest run golden -u
 */
import { createRng, SeededChance } from '../env/chance.js';
import type { Game, State } from '../env/game.js';
import { TurnEnv } from '../env/turn-env.js';

/**
 * Plays at random, but ends a turn only on a second thought; writes down each decision, and the board as each round
 * begins.
 */
export function firstRounds<O, S extends State>(
  game: Game<O, S>,
  options: O,
  seed: string,
  rounds: number,
  names: readonly string[],
  end: number,
): string {
  const chance = new SeededChance(seed, game.streams);
  const rng = createRng(seed);
  const s = game.newState(options, chance);
  const mask = new Uint8Array(game.actions);
  const out = [`${game.title}, version ${game.version}, seed ${seed}`];
  let round = 0;
  let written = 0;
  let decisions = 0;
  while (!s.over) {
    const shown = s.round <= rounds;
    if (shown && s.round !== round) {
      round = s.round;
      out.push('', `=== Round ${round} ===`, '', s.text(s.actor).trimEnd(), '');
    }
    const n = s.legal(mask);
    const legal = [...mask.keys()].filter((a) => mask[a] === 1);
    let action = legal[rng.int(n)]!;
    if (action === end) action = legal[rng.int(n)]!;
    if (shown) {
      out.push(`${names[s.actor]} ${game.prompts[s.prompt]}: ${s.actionText(action)} (1 of ${n})`);
      written++;
    }
    s.apply(action, chance);
    decisions++;
  }
  const places = new Uint8Array(s.players);
  s.places(places);
  out.push(
    '',
    `... told ${written} of ${decisions} decisions`,
    `The game ended in round ${s.round}: ${s.ending()}. Places: ${[...places].map((p, i) => `${names[i]} ${p + 1}`).join(', ')}`,
    `Hash of the last position: ${s.hash()}`,
  );
  return `${out.join('\n')}\n`;
}

/** Uniform random play; the first `shown` decisions in full. */
function wholeGame(game: Game, options: object, seed: string, shown: number): string {
  const env = new TurnEnv(game, { options });
  const rng = createRng(seed);
  const out = [`--- ${game.title}, version ${game.version}, options ${JSON.stringify(options)}, seed ${seed}`];
  env.start({ chance: new SeededChance(seed, game.streams) });
  while (!env.over) {
    const { state } = env;
    const legal = [...env.mask.keys()].filter((action) => env.mask[action] === 1);
    const action = legal[rng.int(legal.length)]!;
    if (env.decisions < shown) {
      const texts = legal.map((a) => state.actionText(a)).join(', ');
      out.push('', state.text(state.actor));
      out.push(`seat ${state.actor}, ${game.prompts[state.prompt]}: ${texts} -> ${state.actionText(action)}`);
    }
    env.play(action);
    if (env.decisions <= shown && env.rewards.some((reward) => reward !== 0)) out.push(`rewards ${[...env.rewards]}`);
  }
  out.push('', env.state.text(0));
  out.push(
    `Over after ${env.decisions} decisions: ${env.state.ending()}${env.state.truncated ? ' (truncated)' : ''}. ` +
      `Places ${[...env.places()]}, rewards ${[...env.rewards]}, hash ${env.state.hash()}`,
  );
  return `${out.join('\n')}\n`;
}

/** Some games of a small game, one for each set of options. */
export function wholeGames(game: Game, options: readonly object[], shown: number): string {
  return options.map((one, i) => wholeGame(game, one, `golden ${i}`, shown)).join('\n');
}
