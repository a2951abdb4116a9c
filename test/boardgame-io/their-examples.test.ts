/**
 * The games of boardgame.io's own `examples/` folder (version 0.50), written anew: each passes the check once it has what
 * docs/boardgame.io.md asks for, and without it is refused in one line.
 */
import { describe, expect, it } from 'vitest';
import type { BoardgameIoForm, HostChoice } from '../../env/boardgame-io/form.js';
import type { BoardgameIo, BoardgameIoGame, Ctx } from '../../env/boardgame-io/framework.js';
import { fromBoardgameIo } from '../../env/boardgame-io/index.js';
import { SeededChance } from '../../env/chance.js';
import { checkGame } from '../../env/conformance/index.js';
import { TurnEnv } from '../../env/turn-env.js';
import { missing, part } from './host.js';

type G = Record<string, unknown>;
interface Context {
  G: G;
  ctx: Ctx;
  playerID: string;
  random: { Shuffle<T>(items: T[]): T[]; Die(spots: number): number; D6(): number };
  events: { setActivePlayers(arg: object): void };
}
type Enumerate = (G: G, ctx: Ctx, playerID: string) => HostChoice[];

const LINES = ['012', '345', '678', '036', '147', '258', '048', '246'].map((line) => [...line].map(Number));
const cellsOf = ({ cells }: G) => cells as (string | null)[];
const complete = (cells: (string | null)[]) =>
  LINES.some(([a, b, c]) => cells[a!] !== null && cells[a!] === cells[b!] && cells[a!] === cells[c!]);
const free: Enumerate = (G) =>
  [...cellsOf(G).keys()].filter((i) => cellsOf(G)[i] === null).map((i) => ({ move: 'clickCell', args: [i] }));
const always =
  (...choices: HostChoice[]): Enumerate =>
  () =>
    choices;

const squares = {
  name: 'cells',
  shape: [9],
  about: '1 for my marks, -1 for others.',
  values: ({ G, playerID }: { G: G; playerID: string }) =>
    cellsOf(G).map((cell) => (cell === null ? 0 : cell === playerID ? 1 : -1)),
};
/** Where nothing in the rules ends a turn, players do, as in their debug panel. */
const endTurn: HostChoice = { event: 'endTurn' };
const number = (name: string, of: (G: G) => number) => ({
  name,
  shape: [1],
  about: name,
  values: ({ G }: { G: G }) => [of(G)],
});

const click = ({ G, playerID }: Context, cell: number) => {
  const cells = [...cellsOf(G)];
  cells[cell] ??= playerID;
  return { ...G, cells };
};
const board = { setup: () => ({ cells: Array(9).fill(null) }), moves: { clickCell: click } };
const oneMove = { minMoves: 1, maxMoves: 1 };
const clicks: HostChoice[] = Array.from({ length: 9 }, (_, i) => ({ move: 'clickCell', args: [i] }));
const cells = { actions: clicks, observation: [squares], maxDecisions: 9 };

const draw = ({ G, playerID }: Context) => {
  G.deck = (G.deck as number) - 1;
  (G.hand as number[])[Number(playerID)]!++;
};
const play = ({ G, playerID }: Context) => {
  G.deck = (G.deck as number) + 1;
  (G.hand as number[])[Number(playerID)]!--;
};
const cards = {
  setup: ({ ctx }: Context) => ({ deck: 6, hand: Array(ctx.numPlayers).fill(0) }),
  moves: { DrawCard: draw, PlayCard: play },
  turn: oneMove,
};
const drawOrPlay: HostChoice[] = [{ move: 'DrawCard' }, { move: 'PlayCard' }];
const canDrawOrPlay: Enumerate = ({ deck, hand }, _, playerID) =>
  drawOrPlay.filter(({ move }: HostChoice & { move?: string }) =>
    move === 'DrawCard' ? (deck as number) > 0 : (hand as number[])[Number(playerID)]! > 0,
  );
const deck = number('deck', (G) => (G.deck as number) / 6);

const moveOnly = { moves: { move: ({ G }: Context) => G, wait: ({ G }: Context) => G } };
const moves: HostChoice[] = [{ move: 'move' }, { move: 'wait' }, endTurn];
const discards = {
  moves: {
    play: ({ events }: Context) => events.setActivePlayers({ others: 'discard', minMoves: 1, maxMoves: 1 }),
    wait: ({ G }: Context) => G,
  },
  turn: { stages: { discard: { moves: { discard: () => undefined, keep: () => undefined } } } },
};
const discardOrPlay: Enumerate = (_, { activePlayers }) =>
  activePlayers ? [{ move: 'discard' }, { move: 'keep' }] : [{ move: 'play' }, { move: 'wait' }];

interface Example {
  name: string;
  game: object;
  /** What their game lacks: it is refused without it. */
  enumerate?: Enumerate;
  form: Partial<BoardgameIoForm<G>>;
  /** What the check finds in it all the same. */
  fails?: Record<string, RegExp>;
}

const dice: HostChoice[] = [{ move: 'shuffle' }, { move: 'rollDie', args: [4] }, { move: 'rollD6' }, endTurn];
const letters: HostChoice[] = [{ move: 'A' }, { move: 'B' }, endTurn];

/** `PlayerView.STRIP_SECRETS`, which keeps a player's own of `players`. */
const strip = ({ G, playerID }: Context) => ({ ...G, players: { [playerID]: (G.players as G)[playerID] } });

const examples: Example[] = [
  {
    name: 'react-web/tic-tac-toe, snippets/example-3',
    game: {
      ...board,
      turn: oneMove,
      endIf: ({ G, ctx }: Context) =>
        complete(cellsOf(G)) ? { winner: ctx.currentPlayer } : cellsOf(G).includes(null) ? undefined : { draw: true },
      ai: { enumerate: free },
    },
    form: cells,
  },
  {
    name: 'react-native, whose gameover is the bare id of the winner and which knows no draw',
    game: {
      ...board,
      turn: oneMove,
      endIf: ({ G, ctx }: Context) => (complete(cellsOf(G)) ? ctx.currentPlayer : undefined),
    },
    enumerate: free,
    form: { ...cells, places: ({ gameover }) => [0, 1].map((seat) => (gameover === String(1 - seat) ? 1 : 0)) },
  },
  {
    name: 'snippets/example-1, in which nobody wins',
    game: { ...board, turn: { minMoves: 1 } },
    enumerate: (G, ctx, id) => [...free(G, ctx, id), ...((ctx as { numMoves?: number }).numMoves ? [endTurn] : [])],
    form: { ...cells, actions: [...clicks, endTurn] },
  },
  {
    name: 'react-web/random',
    game: {
      setup: () => ({ deck: [0, 1, 2, 3, 4, 5, 6, 7] }),
      moves: {
        shuffle: ({ G, random }: Context) => ({ ...G, deck: random.Shuffle(G.deck as number[]) }),
        rollDie: ({ G, random }: Context, spots: number) => ({ ...G, dice: random.Die(spots) }),
        rollD6: ({ G, random }: Context) => ({ ...G, dice: random.D6() }),
      },
    },
    enumerate: always(...dice),
    form: {
      actions: dice,
      observation: [number('dice', ({ dice }) => ((dice as number) ?? 0) / 6)],
    },
  },
  {
    name: 'react-web/undo',
    game: {
      setup: () => ({ moves: [] }),
      moves: Object.fromEntries(
        ['A', 'B'].map((name) => [name, ({ G }: Context) => void (G.moves as string[]).push(name)]),
      ),
    },
    enumerate: always(...letters),
    form: {
      actions: letters,
      observation: [number('moves', (G) => (G.moves as string[]).length / 9)],
    },
  },
  {
    name: 'react-web/redacted-move',
    game: {
      setup: () => ({ other: {}, players: { 0: 'of player 0', 1: 'of player 1' } }),
      moves: { clickCell: { move: () => undefined, redact: true } },
      turn: { activePlayers: { all: null } },
      playerView: strip,
    },
    enumerate: (_, __, playerID) => clicks.slice(0, 2 + Number(playerID)),
    form: {
      actions: clicks.slice(0, 3),
      observation: [],
      fillIn: ({ G }) => ({ ...G, players: { 0: 'of player 0', 1: 'of player 1' } }),
    },
    // Its secrets are always the same ones.
    fails: { resample: /resample\(\) never changed anything/ },
  },
  {
    name: 'snippets/phases-1',
    game: cards,
    enumerate: canDrawOrPlay,
    form: { actions: drawOrPlay, observation: [deck] },
  },
  ...[
    ['snippets/stages-1, simulator/example-others-once', discards, discardOrPlay],
    ['simulator/example-all', { ...moveOnly, turn: { activePlayers: { all: null } } }, always(...moves)],
    [
      'simulator/example-all-once',
      { ...moveOnly, turn: { activePlayers: { all: null, ...oneMove } } },
      always(...moves),
    ],
    ['simulator/example-others', { ...moveOnly, turn: { activePlayers: { others: null } } }, always(...moves)],
  ].map(([name, game, enumerate]) => ({
    name: name as string,
    game: game as object,
    enumerate: enumerate as Enumerate,
    form: {
      actions:
        game === discards ? [...['play', 'wait', 'discard', 'keep'].map((move): HostChoice => ({ move }))] : moves,
      observation: [],
    },
  })),
];

const wrap = (game: object, form: Partial<BoardgameIoForm<G>>) =>
  fromBoardgameIo(game as BoardgameIoGame<G>, {
    boardgameio: part('boardgame.io/internal') as unknown as BoardgameIo,
    ...{ id: 'example', seats: 2, maxDecisions: 8, actions: [], observation: [] },
    ...form,
  });

describe.skipIf(missing)("boardgame.io's own examples", () => {
  it.each(examples)('$name', async ({ game, enumerate, form, fails = {} }) => {
    const whole = enumerate ? { ...game, ai: { enumerate } } : game;
    if (enumerate) expect(() => wrap(game, form)).toThrow(/^example: the game has no ai.enumerate, which lists/);
    const { checks } = await checkGame(wrap(whole, form), { games: 3, states: 20 });
    expect(checks.filter(({ name, passed, detail }) => !passed && !fails[name]?.test(detail ?? ''))).toEqual([]);
    expect(checks.filter(({ name }) => fails[name]).map(({ passed }) => passed)).toEqual(
      Object.keys(fails).map(() => false),
    );
  });

  it('react-web/secret-state has nothing to play: that is what is said', () => {
    const game = { setup: () => ({ players: { 0: 'a', 1: 'b' } }), ai: { enumerate: always() } };
    expect(() => wrap(game, {})).toThrow(/^example: actions is empty/);
  });

  it('snippets/phases-2 plays its two phases, each of one move, and then says that nothing is left to do', () => {
    const phases = {
      draw: {
        moves: { DrawCard: draw },
        endIf: ({ G }: Context) => (G.deck as number) <= 0,
        next: 'play',
        start: true,
      },
      play: { moves: { PlayCard: play }, endIf: ({ G }: Context) => (G.deck as number) >= 6 },
    };
    const enumerate: Enumerate = (_, { phase }) =>
      phase === 'draw' ? [{ move: 'DrawCard' }] : phase === 'play' ? [{ move: 'PlayCard' }] : [];
    const game = { ...cards, moves: undefined, phases, ai: { enumerate } };
    const env = (maxDecisions: number) =>
      new TurnEnv(wrap(game, { actions: drawOrPlay, observation: [deck], maxDecisions }), {
        options: { askForced: true },
      });
    const whole = env(12);
    for (whole.reset({ seed: 1 }); !whole.over; ) whole.play(whole.mask.indexOf(1));
    expect(whole.decisions).toBe(12);
    const stalls = env(20);
    stalls.reset({ seed: 1 });
    expect(() => {
      while (!stalls.over) stalls.play(stalls.mask.indexOf(1));
    }).toThrow(/^example: the game is not over, but ai.enumerate lists nothing for any active player$/);
  });

  it('react-native says how a bare id of the winner is read', () => {
    const { game, form } = examples.find(({ name }) => name.startsWith('react-native'))!;
    const { places: _, ...rest } = form;
    const won = wrap({ ...game, ai: { enumerate: free } }, rest);
    const chance = new SeededChance(1, won.streams);
    const state = won.newState(won.options.parse({}), chance);
    for (const cell of [0, 3, 1, 4, 2]) state.apply(cell, chance);
    expect(() => state.places(new Uint8Array(2))).toThrow(/^example: the game ended with "0", .* give places, or/);
  });
});
