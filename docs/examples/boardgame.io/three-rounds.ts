/**
 * A small card game as boardgame.io has games, with hidden hands, a secret deck and choices that all make at once; below it as a
 * game of tabletop-gym.
 *
 * Rules. Of nine cards (1 to 9) each player is dealt three, the others stay face down. In each of three rounds everybody lays
 * down a card, unseen; then all are shown, and the highest takes a point. Whoever has most points wins.
 */
import { PlayerView } from 'boardgame.io/core';
import * as boardgameio from 'boardgame.io/internal';
import { fromBoardgameIo } from 'tabletop-gym/boardgame.io';

const CARDS = [1, 2, 3, 4, 5, 6, 7, 8, 9];
const ROUNDS = 3;

interface Own {
  hand: number[];
  /** The card laid down in this round. */
  laid: number | null;
}

interface Table {
  /** What PlayerView.STRIP_SECRETS shows nobody. */
  secret?: { rest: number[] };
  /** By player: what it shows to that player alone. */
  players: Record<string, Own>;
  /** Cards of past rounds, by player. */
  shown: Record<string, number>[];
  points: number[];
}

interface Context {
  G: Table;
  ctx: { numPlayers: number; activePlayers: Record<string, string> | null };
  playerID: string;
  random: { Shuffle<T>(items: T[]): T[] };
}

const threeRounds = {
  name: 'three-rounds',
  minPlayers: 2,
  maxPlayers: 3,
  setup({ ctx, random }: Context): Table {
    const deck = random.Shuffle(CARDS);
    const players: Record<string, Own> = {};
    for (let player = 0; player < ctx.numPlayers; player++)
      players[player] = { hand: deck.splice(0, ROUNDS).sort(), laid: null };
    return { secret: { rest: deck }, players, shown: [], points: Array(ctx.numPlayers).fill(0) };
  },
  playerView: PlayerView.STRIP_SECRETS,
  turn: {
    activePlayers: { all: 'lay', minMoves: 1, maxMoves: 1 },
    stages: {
      lay: {
        moves: {
          lay({ G, playerID }: Context, card: number) {
            const own = G.players[playerID]!;
            if (!own.hand.includes(card)) return 'INVALID_MOVE';
            own.hand = own.hand.filter((other) => other !== card);
            own.laid = card;
          },
        },
      },
    },
    endIf: ({ ctx }: Context) => ctx.activePlayers === null,
    onEnd({ G }: Context) {
      const laid = Object.entries(G.players).map(([player, { laid }]) => [player, laid] as const);
      // It runs once more as the game ends.
      if (laid.some(([, card]) => card === null)) return;
      const [winner] = laid.reduce((best, one) => (one[1]! > best[1]! ? one : best));
      G.points[Number(winner)]!++;
      G.shown.push(Object.fromEntries(laid) as Record<string, number>);
      for (const own of Object.values(G.players)) own.laid = null;
    },
  },
  endIf({ G }: Context) {
    if (G.shown.length < ROUNDS) return undefined;
    const most = Math.max(...G.points);
    return { winners: G.points.flatMap((points, player) => (points === most ? [String(player)] : [])) };
  },
  ai: {
    enumerate: ({ players }: Table, _: unknown, player: string) =>
      players[player]!.hand.map((card) => ({ move: 'lay', args: [card] })),
  },
};

const oneHot = (cards: readonly (number | null | undefined)[]) => CARDS.map((card) => (cards.includes(card) ? 1 : 0));

export const game = fromBoardgameIo(threeRounds, {
  boardgameio,
  id: 'bgio-three-rounds',
  title: 'Three rounds',
  actions: CARDS.map((card) => ({ move: 'lay', args: [card] })),
  maxDecisions: 3 * ROUNDS,
  observation: [
    {
      name: 'hand',
      shape: [9],
      about: 'Cards in my hand.',
      values: ({ G, playerID }) => oneHot(G.players[playerID]!.hand),
    },
    {
      name: 'laid',
      shape: [9],
      about: 'The card that I have laid down.',
      values: ({ G, playerID }) => oneHot([G.players[playerID]!.laid]),
    },
    {
      name: 'shown',
      shape: [3, 9],
      about: 'Cards of past rounds by player, me first.',
      values: ({ G, seats }) => [0, 1, 2].flatMap((i) => oneHot(G.shown.map((round) => round[seats[i] ?? '']))),
    },
    {
      name: 'points',
      shape: [3],
      about: 'Points by player, me first.',
      values: ({ G, seats }) => [0, 1, 2].map((i) => (G.points[Number(seats[i] ?? -1)] ?? 0) / ROUNDS),
    },
  ],
  // What a player cannot know: the others' cards, and which of them they have laid down. It reads what that player sees, no more.
  fillIn({ G, ctx, playerID, random }) {
    const { hand, laid } = G.players[playerID]!;
    const known = [...hand, laid, ...G.shown.flatMap((round) => Object.values(round))];
    const rest = random.Shuffle(CARDS.filter((card) => !known.includes(card)));
    const over = ctx.gameover !== undefined;
    for (let player = 0; player < ctx.numPlayers; player++) {
      if (String(player) === playerID) continue;
      const cards = rest.splice(0, ROUNDS - G.shown.length);
      const waits = !over && ctx.activePlayers !== null && !(player in ctx.activePlayers);
      G.players[player] = { laid: waits ? cards.pop()! : null, hand: cards.sort() };
    }
    return { ...G, secret: { rest } };
  },
  words: (choice) => `lay down ${choice.args?.[0]}`,
  text: ({ G, playerID }) =>
    [
      `your hand: ${G.players[playerID]!.hand.join(' ') || 'empty'}, laid down: ${G.players[playerID]!.laid ?? 'nothing'}`,
      `points: ${G.points.join(' ')}`,
      ...G.shown.map((round, i) => `round ${i + 1}: ${Object.values(round).join(' ')}`),
    ].join('\n'),
});
