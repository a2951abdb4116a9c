/**
 * Games written for boardgame.io as games of ours (docs/boardgame.io.md): its own reducer plays them, with luck drawn from
 * `Chance`. The package is handed in by the game's module.
 */
import { z } from 'zod';
import type { Game } from '../game.js';
import { sayChoice } from './choices.js';
import { type BoardgameIoForm, seatsOf } from './form.js';
import type { BoardgameIoGame } from './framework.js';
import { streamsOf } from './luck.js';
import { HostPosition, readView } from './position.js';
import { Rules } from './rules.js';
import type { HostOptions, WrappedGame } from './wrapped-game.js';

/**
 * Makes a game of one that was written for boardgame.io: its own reducer plays it, with the random outcomes of
 * `Chance`.
 * @param theirs the game, as it was written
 * @param form what our games have beside it: actions, observation, seats
 * @throws UserError when the game is of a form that is not supported
 */
export function fromBoardgameIo<G extends object>(
  theirs: BoardgameIoGame<G>,
  form: BoardgameIoForm<G>,
): Game<HostOptions, HostPosition<G>> {
  const rules = new Rules(theirs, form);
  const seats = seatsOf(theirs, form);
  const { min, max } = seats;
  const own = form.options ?? {};
  const options = z.strictObject({
    ...(min < max && { players: z.int().min(min).max(max).default(min).describe('Number of players') }),
    ...own,
    askForced: z.boolean().default(false).describe('Ask for decisions with one legal answer too'),
  }) as unknown as z.ZodType<HostOptions>;
  const observation = [
    { name: 'actor', shape: [max], about: '1 for the player who is asked, me first then in turn order.' },
    { name: 'prompt', shape: [rules.prompts.length], about: 'Kind of the pending decision, one-hot.' },
    ...form.observation.map(({ name, shape, about }) => ({ name, shape, about })),
  ];
  const size = observation.reduce((sum, { shape }) => sum + shape.reduce((product, n) => product * n, 1), 0);
  const players = (of: HostOptions) => of.players ?? min;
  const streams = streamsOf(max);
  const begin: WrappedGame<G>['begin'] = (given, chance) => {
    const { players: _, askForced: __, ...setupData } = given;
    return rules.begin(players(given), form.options ? setupData : undefined, chance);
  };
  const frame: WrappedGame<G> = { rules, form, options, seats, size, players, streams, begin };
  const title = form.title ?? theirs.name ?? form.id;
  return {
    id: form.id,
    version: form.version ?? '1',
    title,
    summary: form.summary ?? `${title}, a game written for boardgame.io`,
    seats,
    information: form.fillIn ? 'imperfect' : 'perfect',
    utility: form.rewards ? 'general' : 'zero-sum',
    scoring: form.rewards ? 'rewards' : 'places',
    actions: form.actions.length,
    actionName: (action) => sayChoice(form.actions[action]!),
    observation,
    prompts: rules.prompts,
    streams,
    options,
    players,
    maxDecisions: () => form.maxDecisions,
    newState(given, chance) {
      const position = new HostPosition(frame, given, 0, begin(given, chance));
      position.answerForced(chance);
      return position;
    },
    parseView: (json) => readView(frame, json),
  };
}
