/** Games that are refused, each in one line that names what it is: without the package, which is not asked that far. */
import { expect, it } from 'vitest';
import { UserError } from '../user-error.js';
import { candidates, promptsOf } from './asked.js';
import type { BoardgameIoForm } from './form.js';
import type { BoardgameIoGame, Ctx } from './framework.js';
import { fromBoardgameIo } from './index.js';
import { checkedPlaces, checkedRewards, endingOf, placesOf } from './result.js';
import { oldSignature } from './signature.js';

interface G {
  n: number;
}
const theirs: BoardgameIoGame<G> = {
  setup: () => ({ n: 0 }),
  moves: { add: () => undefined },
  ai: { enumerate: () => [{ move: 'add' }] },
};
const form: BoardgameIoForm<G> = {
  boardgameio: { InitializeGame: () => undefined, CreateGameReducer: () => undefined },
  id: 'adding',
  seats: 2,
  actions: [{ move: 'add' }],
  observation: [],
  maxDecisions: 5,
};

it('takes a game as boardgame.io does', () => {
  const game = fromBoardgameIo(theirs, form);
  expect(game).toMatchObject({ id: 'adding', title: 'adding', version: '1', actions: 1, information: 'perfect' });
  expect(game.seats).toEqual({ min: 2, max: 2 });
  expect(game.options.parse({})).toEqual({ askForced: false });
  const more = fromBoardgameIo(
    { ...theirs, name: 'Adding', minPlayers: 2, maxPlayers: 4 },
    { ...form, seats: undefined! },
  );
  expect(more.title).toBe('Adding');
  expect(more.options.parse({ players: 4 })).toEqual({ players: 4, askForced: false });
  expect(more.options.safeParse({ players: 5 }).success).toBe(false);
});

it.each([
  ['the package is not handed over', {}, { boardgameio: {} }, /has no InitializeGame and CreateGameReducer/],
  ['a processed game', { processMove: () => undefined }, {}, /was processed by boardgame.io already/],
  ['plugins', { plugins: [{ name: 'chat' }] }, {}, /plugins are not supported/],
  ['no ai.enumerate', { ai: undefined }, {}, /has no ai.enumerate/],
  ['hidden facts that nobody fills in', { playerView: () => ({}) }, {}, /fillIn is missing/],
  ['fillIn without hidden facts', {}, { fillIn: () => ({ n: 0 }) }, /nothing is hidden/],
  ['no actions', {}, { actions: [] }, /actions is empty/],
  ['a move that is none', {}, { actions: [{ move: 'ad' }] }, /the move ad, which the game does not declare/],
  ['an event that is none', {}, { actions: [{ event: 'end' }] }, /the event end, which is no event of boardgame.io/],
  ['an action twice', {}, { actions: [{ move: 'add' }, { move: 'add', args: [] }] }, /actions has add twice/],
  [
    'an event that is turned off',
    { events: { endTurn: false } },
    { actions: [{ event: 'endTurn' }] },
    /the event endTurn, which the game has turned off/,
  ],
  ['one player without rewards', {}, { seats: { min: 1, max: 4 } }, /nobody to beat: give rewards/],
  ...(
    [
      [
        { moves: { add: (G: G, _ctx: object, n: number) => ({ n: G.n + n }) } },
        /moves.add takes \(G, _ctx\): since boardg/,
      ],
      [{ moves: { add: { move: (_G: G) => undefined } } }, /moves.add.move takes \(_G\)/],
      [{ setup: (ctx: object) => ({ n: Number(ctx) }) }, /setup takes \(ctx\)/],
      [{ endIf: (state: G, ctx: object) => state === ctx }, /endIf takes \(state, ctx\)/],
      [
        {
          phases: {
            a: {
              turn: {
                async onBegin(G: G) {
                  G.n++;
                },
              },
            },
          },
        },
        /phases.a.turn.onBegin takes \(G\)/,
      ],
      [{ ai: { enumerate: ({ G, n }: G & { G: G }) => [G, n] } }, /ai.enumerate takes \(\{ G \}\): it is called with/],
    ] as [object, RegExp][]
  ).map(([game, message]) => ['a signature of another version', game, {}, message] as [string, object, object, RegExp]),
  ['no bound', {}, { maxDecisions: 0 }, /maxDecisions is 0/],
  ['no seats', {}, { seats: undefined }, /seats is missing/],
])('refuses %s in one line', (_, game, said, message) => {
  const make = () => fromBoardgameIo({ ...theirs, ...game } as typeof theirs, { ...form, ...said } as typeof form);
  expect(make).toThrow(UserError);
  expect(make).toThrow(message);
  try {
    make();
  } catch (error) {
    expect((error as Error).message).toMatch(/^adding: [^\n]+$/);
  }
});

it('takes the signatures of 0.50 under any name', () => {
  const named = {
    moves: {
      playG: ({ n }: G) => n,
      of: (context: object, ctx2: number) => [context, ctx2],
      none: () => undefined,
      G: (state: object) => state,
    },
    ai: { enumerate: (G: G, ctx: object) => [G, ctx] },
  };
  expect(oldSignature({ ...theirs, ...named } as unknown as typeof theirs)).toBe('');
});

it('names the kinds of decision after phases and stages', () => {
  expect(promptsOf({})).toEqual(['turn']);
  const stages = { lay: {}, show: {} };
  expect(promptsOf({ turn: { stages } })).toEqual(['turn', 'lay', 'show']);
  expect(promptsOf({ turn: { stages: { lay: {} } }, phases: { deal: { turn: { stages } }, play: {} } })).toEqual([
    ...['turn', 'lay', 'deal', 'deal: lay', 'deal: show', 'play', 'play: lay'],
  ]);
  expect(promptsOf({ phases: { deal: { start: true, next: 'play' }, play: { next: 'deal' } } })).toEqual([
    'deal',
    'play',
  ]);
});

it('asks the one with the fewest moves first, then in turn order from the current player on', () => {
  const ctx = { numPlayers: 3, playOrder: ['2', '0', '1'], currentPlayer: '0', activePlayers: null } as unknown as Ctx;
  expect(candidates(ctx)).toEqual(['0']);
  const activePlayers = { 0: 'lay', 1: null, 2: 'lay' };
  expect(candidates({ ...ctx, activePlayers })).toEqual(['0', '1', '2']);
  expect(candidates({ ...ctx, activePlayers, _activePlayersNumMoves: { 0: 2, 1: 1, 2: 0 } })).toEqual(['2', '1', '0']);
  expect(candidates({ ...ctx, activePlayers: { 2: 'lay' } })).toEqual(['2']);
});

it('reads places out of gameover, and refuses what it cannot read', () => {
  expect(placesOf('x', { winner: '1' }, 3)).toEqual([1, 0, 1]);
  expect(placesOf('x', { winner: 0 }, 2)).toEqual([0, 1]);
  expect(placesOf('x', { winners: ['0', '2'] }, 3)).toEqual([0, 2, 0]);
  expect(placesOf('x', { draw: true }, 2)).toEqual([0, 0]);
  for (const gameover of [true, 'red', { winner: 'red' }, { winner: '2' }, { draw: false }, { winners: [] }])
    expect(() => placesOf('x', gameover, 2)).toThrow(/^x: the game ended with .*: give places, or rewards /);
  const endings = [{ winner: '1' }, { draw: true }, { won: true }, { won: false }, true].map(endingOf);
  expect(endings).toEqual(['winner', 'draw', 'won', 'lost', 'end']);
  for (const rewards of [[0], [0, NaN], 'x'])
    expect(() => checkedRewards('x', rewards as number[], 2)).toThrow(/^x: rewards/);
  expect(checkedPlaces('x', [1, 0], 2)).toEqual([1, 0]);
  for (const places of [[0], [0, 2], [0, 0.5]]) expect(() => checkedPlaces('x', places, 2)).toThrow(/^x: places gave/);
});
