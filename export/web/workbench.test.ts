/** A trial in the page says what `report --compare` says. */
import { expect, it } from 'vitest';
import { loadGame } from '../../env/load-game.js';
import { parseReplay, playReplay } from '../../env/replay.js';
import { compareOptions } from '../../eval/game-report/compare.js';
import { Players } from './players.js';
import { compareTrials, TrialPlays } from './workbench.js';

const pig = 'docs/examples/pig.ts';
const { game, bots } = await loadGame(pig);
const makers = Object.fromEntries(
  Object.entries(bots ?? {}).map(([bot, made]) => [bot, { create: typeof made === 'function' ? made : made.create }]),
);
const players = new Players(game, makers);
const plays = (options: object, agent = 'random') =>
  new TrialPlays(game, (spec) => players.create(spec), { options, agent, seed: '7' });
const always = () => true;

it('compares two sets of options as the report does', async () => {
  const others = { target: 30 };
  const request = { game: pig, agent: 'random', games: 40, seed: '7', workers: 0 };
  const { measures } = await compareOptions({ ...request, others });
  const [first, second] = [{}, others].map((options) => plays(options).play({ from: 0, to: 40 }, always));
  const compared = compareTrials(first!, second!);
  expect(compared.map(({ examples: _, ...measure }) => measure)).toEqual(measures);
  expect(compared.some(({ corrected }) => corrected < 0.05)).toBe(true);
  for (const { share, examples } of compared) {
    if (!share) expect(examples).toEqual([expect.any(Number), expect.any(Number)]);
    for (const [set, outcomes] of [first!, second!].entries())
      if (examples[set] !== null) expect(outcomes[examples[set]!]).toBeDefined();
  }
});

it('plays on from any game, as long as there is time, and gives each game as a replay', () => {
  const whole = plays({}).play({ from: 0, to: 6 }, always);
  expect(plays({}).play({ from: 2, to: 4 }, always)).toEqual(whole.slice(2, 4));
  expect(plays({}).play({ from: 3, to: 6 }, () => false)).toEqual([whole[3]]);
  const replay = parseReplay(plays({}).replay(game, 3), 'a game');
  expect(replay.agents).toEqual(['random', 'random']);
  expect(replay.result!.places).toEqual(whole[3]!.places);
  expect(replay.actions).toHaveLength(whole[3]!.decisions);
  playReplay(game, replay);
});

it('refuses people, wrong options, and sets with different numbers of seats', () => {
  expect(() => plays({}, 'person')).toThrow('people cannot play all games of a trial: choose an agent');
  expect(() => plays({ target: 'many' })).toThrow(/target/);
  const [two, three] = [2, 3].map((players) => plays({ players }).play({ from: 0, to: 2 }, always));
  expect(() => compareTrials(two!, three!)).toThrow('one set has 2 seats, the other 3: they cannot be compared');
});

it('counts where on the board games happen', async () => {
  const { game, bots } = await loadGame('connect-four');
  const makers = Object.fromEntries(Object.keys(bots ?? {}).map((bot) => [bot, { create: () => null as never }]));
  const seating = new Players(game, makers);
  const trial = { options: {}, agent: 'random', seed: '7' };
  const { games, choices, places, board } = new TrialPlays(game, (spec) => seating.create(spec), trial).heat(game, {
    from: 0,
    to: 5,
  })!;
  expect(games).toBe(5);
  // Each choice is about one of the seven columns, each hole has at most one disc.
  const columns = Object.entries(places).filter(([name]) => /^column \d$/.test(name));
  expect(columns.reduce((sum, [, { choices }]) => sum + choices, 0)).toBe(choices);
  const holes = Object.entries(places).filter(([name]) => name.includes('row'));
  expect(holes.every(([, { ends }]) => ends <= games)).toBe(true);
  expect(holes.reduce((sum, [, { ends }]) => sum + ends, 0)).toBe(choices);
  expect(board!.places.some(({ tokens }) => tokens)).toBe(false);
});

it('counts nothing where the picture has no board', async () => {
  expect(plays({}).heat(game, { from: 0, to: 1 })).toBeNull();
});
