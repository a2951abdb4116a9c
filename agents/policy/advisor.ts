/** Finds a policy's advisor (advice.ts) by its spec, and tries whether it is fit to be one. */
import { createRng, SeededChance } from '../../env/chance.js';
import type { Game } from '../../env/game.js';
import type { GamePackage } from '../../env/game-package.js';
import { UserError } from '../../env/user-error.js';
import { LiveView } from '../../env/view.js';
import type { ScriptedPlayer, Tuned } from '../bots/scripted-player.js';
import { tunedProblem } from '../bots/tuning.js';
import { randomAction } from '../random.js';
import type { Advisor } from './advice.js';
import { scriptedNamed, scriptedPlayers } from './scripted.js';

/**
 * @param tuned its weights, where they were trained
 * @throws UserError when it is no scripted player of the game, or these are not its weights
 */
export function advisorNamed(spec: string, pack: GamePackage, tuned?: Tuned): Advisor {
  const create = scriptedNamed(spec, pack.game, scriptedPlayers(pack), 'advisor', 'an advisor must be one');
  const { evaluate } = pack;
  if (!tuned) return { spec, create, evaluate };
  return { spec, create: withWeights(spec, create() as ScriptedPlayer, tuned), evaluate, tuned };
}

/** Makes the bot with trained weights. @throws UserError when they are not its */
function withWeights(spec: string, { tuning }: ScriptedPlayer, tuned: Tuned): () => ScriptedPlayer {
  const problem = tuning ? tunedProblem(tuned, tuning.parameters, tuning.features) : 'it declares no weights';
  if (problem) throw new UserError(`advisor ${spec} with trained weights: ${problem}; train it again`);
  return () => tuning!.create(tuned, spec);
}

/** Decisions on which an advisor is tried. */
const TRIED = 200;

/**
 * Has two instances of an advisor choose in the same positions: one that has seen all of them, and one that begins anew
 * each time with another seed; where they say what they make of every action, that too. Half of the actions are played, else the games go on by chance.
 * @param options checked
 * @throws UserError when they differ: a policy would learn from one advice and be played with another
 */
export function checkAdvisor(game: Game, options: unknown, { spec, create }: Advisor): void {
  const [agent, fresh] = [create(), create()];
  const view = new LiveView(game);
  const rng = createRng('advisor');
  const values = [new Float64Array(game.actions), new Float64Array(game.actions)] as const;
  agent.reset(0);
  for (let tried = 0, number = 0; tried < TRIED; number++) {
    const chance = new SeededChance(`advisor/${number}`, game.streams);
    const state = game.newState(options, chance);
    // A game without any decision counts too, or games of nothing else would never end this.
    for (tried++; !state.over && tried < TRIED; tried++) {
      view.show(state);
      fresh.reset(tried);
      const action = agent.act(view);
      if (fresh.act(view) !== action)
        throw new UserError(
          `advisor ${spec} does not always choose the same in the same position, it is random or has memory: ` +
            'name another scripted player, or none',
        );
      if (agent.actionValues) {
        agent.actionValues(view, values[0]);
        fresh.actionValues!(view, values[1]);
        if (values[0].some((worth, a) => view.mask[a] === 1 && !Object.is(worth, values[1][a])))
          throw new UserError(
            `advisor ${spec} does not always make the same of an action in the same position, it is random or has memory: ` +
              'name another scripted player, or none',
          );
      }
      state.apply(rng.uniform() < 0.5 ? action : randomAction(view.mask, view.legal, rng), chance);
    }
  }
}
