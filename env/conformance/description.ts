/** What a game says of itself: constant facts that need no play. */
import { SeededChance } from '../chance.js';
import type { Game } from '../game.js';
import { type LegendSection, legendSchema } from '../scene.js';
import { hold } from './fault.js';
import type { Trial } from './trial.js';

function unique(what: string, names: readonly string[], least: number): void {
  hold(names.length >= least, () => `${what}: ${names.length} names, at least ${least} wanted`);
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  hold(twice === undefined, () => `${what}: '${twice}' stands there twice`);
  hold(!names.includes(''), () => `${what}: a name is empty`);
}

/** Ids, names, shapes and options are well formed. */
export function description({ game, variants }: Trial): number {
  hold(/^[a-z0-9-]+$/.test(game.id), () => `id '${game.id}': lower case, digits and dashes are wanted`);
  hold(game.version !== '', () => 'version is empty');
  hold(game.title !== '' && !/\n/.test(game.title), () => 'title is empty or has several lines');
  hold(game.summary !== '' && !/\n/.test(game.summary), () => 'summary is empty or has several lines');
  const { min, max } = game.seats;
  hold(min >= 1 && max >= min && Number.isInteger(min) && Number.isInteger(max), () => `seats ${min}..${max}`);
  hold(Number.isInteger(game.actions) && game.actions >= 1, () => `actions is ${game.actions}`);
  unique('prompts', game.prompts, 1);
  const { turnPrompt } = game;
  hold(
    turnPrompt === undefined || game.prompts.includes(turnPrompt),
    () => `turnPrompt '${turnPrompt}' is none of the prompts`,
  );
  unique('streams', game.streams, 0);
  unique(
    'observation',
    game.observation.map((piece) => piece.name),
    1,
  );
  for (const { name, shape, about, range } of game.observation) {
    hold(shape.every((n) => Number.isInteger(n) && n > 0) && shape.length > 0, () => `${name}: shape [${shape}]`);
    hold(about !== '', () => `${name} has no sentence about it`);
    hold(!range || (range.every(Number.isFinite) && range[0] < range[1]), () => `${name}: range [${range}]`);
  }
  hold(
    !game.timeLimit || game.scoring === 'rewards',
    () => 'timeLimit: a game scored by places has its result when it is cut; leave it out',
  );
  if (game.board) board(game, game.board);
  if (game.auxiliary) auxiliary(game.auxiliary);
  if (game.trace) unique('landmarks', game.trace.names, 0);
  options(game);
  for (const variant of variants) {
    const state = game.newState(variant as never, new SeededChance('description', game.streams));
    hold(state.players >= min && state.players <= max, () => `${state.players} seats, wanted ${min}..${max}`);
    const said = game.players(variant as never);
    hold(said === state.players, () => `players() says ${said} seats, a new game has ${state.players}`);
    legend(game.legend?.(variant as never) ?? []);
    if (game.components) components(game, variant as object);
    const wanted = (variant as { players?: number }).players;
    hold(wanted === undefined || state.players === wanted, () => `${wanted} players asked for, ${state.players} there`);
  }
  return 1;
}

/** What components there are can be given as the option that replaces them. */
function components(game: Game, variant: object): void {
  const { error } = game.options.safeParse({ ...variant, components: game.components!(variant as never) });
  const issue = error?.issues[0];
  hold(!issue, () => `components() is refused as the option 'components': ${issue!.path.join('.')}: ${issue!.message}`);
}

/** A legend is in its form, and nothing stands in it twice. */
function legend(sections: readonly LegendSection[]): void {
  const parsed = legendSchema.safeParse(sections);
  const issue = parsed.error?.issues[0];
  hold(parsed.success, () => `legend: ${issue!.path.join('.') || 'legend'}: ${issue!.message}`);
  const names = sections.flatMap(({ entries }) => entries.map(({ name }) => name.toLowerCase()));
  unique('legend', names, 0);
}

/** The planes are there and of one size, and each square has its action. */
function board({ observation, actions }: Game, { planes, action }: NonNullable<Game['board']>): void {
  unique('board planes', planes, 1);
  const sizes = planes.map((name) => {
    const piece = observation.find((piece) => piece.name === name);
    hold(piece !== undefined, () => `board: the observation has no piece '${name}'`);
    hold(piece!.shape.length >= 2, () => `board: ${name} has shape [${piece!.shape}], rows and columns are wanted`);
    return piece!.shape.slice(-2);
  });
  const [rows, columns] = sizes[0]!;
  for (const [i, size] of sizes.entries())
    hold(`${size}` === `${sizes[0]}`, () => `board: ${planes[i]} is ${size[0]} x ${size[1]}, not ${rows} x ${columns}`);
  const last = action + rows! * columns! - 1;
  hold(
    Number.isInteger(action) && action >= 0 && last < actions,
    () => `board: its actions ${action}..${last} are not all there`,
  );
}

/** Auxiliary targets can be heads of a network beside those that all games have. */
function auxiliary(targets: NonNullable<Game['auxiliary']>): void {
  unique(
    'auxiliary',
    targets.map(({ name }) => name),
    0,
  );
  for (const { name, size, about } of targets) {
    hold(/^[a-z0-9-]{1,32}$/.test(name), () => `auxiliary '${name}': lower case, digits and hyphens, at most 32`);
    hold(
      !/^(policy|value|winner|place.*)$/.test(name),
      () => `auxiliary '${name}': this name is taken, choose another`,
    );
    hold(Number.isInteger(size) && size > 0, () => `auxiliary ${name}: size ${size}`);
    hold(about !== '', () => `auxiliary ${name} has no sentence about it`);
  }
}

/** `{}` is valid and means all defaults; the fields the contract asks for are there. */
function options(game: Game): void {
  const parsed = game.options.safeParse({});
  hold(parsed.success, () => `options: {} is not valid: ${parsed.error!.issues[0]!.message}`);
  const defaults = parsed.data as Record<string, unknown>;
  hold(defaults.askForced === false, () => 'options: askForced (boolean, default false) is missing');
  hold(game.seats.min === game.seats.max || typeof defaults.players === 'number', () => 'options: no field players');
  const again = game.options.safeParse(JSON.parse(JSON.stringify(defaults)));
  hold(again.success, () => 'options: the defaults written as JSON are not valid options');
  const shape = (game.options as { shape?: Record<string, { description?: string }> }).shape ?? {};
  for (const [name, field] of Object.entries(shape))
    hold(Boolean(field.description), () => `options: ${name} has no description`);
}
