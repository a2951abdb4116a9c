/**
 * The log of each seat against what the seat knows, both ways, over whole games: nothing hidden is told, nothing public is
 * hidden. What a seat knows is found by brute force: every world that it holds possible, every move there, all that it sees.
 */
import { describe, expect, it } from 'vitest';
import { type Chance, createRng, type Rng } from '../../env/chance.js';
import { type Game, observationSize, type State } from '../../env/game.js';
import { botMakers } from '../../env/game-package.js';
import { loadGame } from '../../env/load-game.js';
import { CountedLuck } from './luck.js';
import { PERSON, Players } from './players.js';
import { GameTable } from './table.js';

/** Games of each; the published number of games is larger (SECRET_GAMES=1000). */
const GAMES = Number(process.env.SECRET_GAMES ?? 3);
/** Lines of each game that are looked at by brute force: of decisions that may be kept from others, and of others. */
const [LOOKED_AT, OTHERS] = [10, 3];
/** Worlds that a seat is asked to imagine. */
const WORLDS = 40;
/** No game is played on after so many moves. */
const MOVES = 100;

/** By the rules: which decisions are kept from others, as long as they are. */
const kept: Readonly<Record<string, readonly string[]>> = {
  'crown-of-ash': ['ATTACK_SELECT', 'CARD_ATT', 'CARD_DEF'],
  doomspire: ['ROLL'],
};

/** Whether a seat is shown the same of two positions: observation, view and text. */
function looksAlike(game: Game, a: State, b: State, seat: number): boolean {
  if (a.over !== b.over || a.actor !== b.actor || a.prompt !== b.prompt) return false;
  const [one, other] = [a, b].map((state) => {
    const out = new Float32Array(observationSize(game));
    state.observe(seat, out, 0);
    return out;
  });
  return (
    one!.every((value, i) => value === other![i]) &&
    JSON.stringify(a.view?.(seat)) === JSON.stringify(b.view?.(seat)) &&
    a.text(seat) === b.text(seat)
  );
}

/** Where a move may have led and where others may have, as far as a seat can tell: positions by hash. */
function possible(game: Game, before: State, made: number, after: State, seat: number, luck: () => Chance, rng: Rng) {
  const mask = new Uint8Array(game.actions);
  const led = { there: new Set<number>(), elsewhere: new Set<number>() };
  const world = before.clone();
  const next = before.clone();
  for (let i = 0; i < WORLDS; i++) {
    if (i > 0) world.resample(seat, rng);
    world.legal(mask);
    for (const [id, bit] of mask.entries()) {
      if (bit !== 1) continue;
      next.copyFrom(world);
      next.apply(id, luck());
      if (looksAlike(game, next, after, seat)) led[id === made ? 'there' : 'elsewhere'].add(next.hash());
    }
  }
  return led;
}

describe('what a seat is told', () => {
  it.each([
    ['doomspire', {}],
    ['doomspire', { edition: 'airef' }],
    ['crown-of-ash', {}],
    ['crown-of-ash', { players: 2, ai: 'medium' }],
    ['kuhn', { players: 3 }],
    ['leduc', {}],
    ['fuzzy-knights', {}],
    ['islebound', {}],
    ['connect-four', {}],
    ['tic-tac-toe', {}],
    ['cartpole', {}],
    ['invalid-actions', {}],
  ] as const)(
    `of ${GAMES} games of %s %j is what it knows`,
    async (id, options) => {
      const loaded = await loadGame(id);
      const game = loaded.game as Game;
      const players = new Players(game, loaded.bots);
      const parsed = game.options.parse(options);
      const makeBot = Object.values(botMakers(loaded)).at(0);
      const seats = Array.from({ length: game.players(parsed) }, () => PERSON);
      const wrong = { told: [] as string[], hidden: [] as string[] };
      const at = new Set<string>();
      let lines = 0;
      for (let played = 0; played < GAMES; played++) {
        const seed = `secrets ${played}`;
        const rng = createRng(seed);
        const table = GameTable.begin(game, players, { options: parsed, seed, seats });
        // The same game beside it, to look into.
        const luck = new CountedLuck(seed, game.streams);
        const state = game.newState(parsed, luck);
        const before = state.clone();
        const mask = new Uint8Array(game.actions);
        const agents = seats.map(() => makeBot?.());
        for (const [seat, agent] of agents.entries()) agent?.reset(`${seed}/${seat}`);
        const looks = { kept: LOOKED_AT, others: OTHERS };
        for (let move = 0; move < MOVES && !state.over; move++) {
          state.legal(mask);
          const legal = [...mask.keys()].filter((action) => mask[action] === 1);
          // Bots come to other positions than chance does.
          const action =
            makeBot && rng.int(3) > 0 ? agents[state.actor]!.act(table.view()) : legal[rng.int(legal.length)]!;
          const [prompt, actor] = [game.prompts[state.prompt]!, state.actor];
          before.copyFrom(state);
          // Luck as it was before the move.
          const copies = luck.copies();
          state.apply(action, luck);
          table.take();
          table.choose(action);
          if (state.over) break;
          for (let seat = 0; seat < state.players; seat++) {
            if (seat === actor) continue;
            lines++;
            const { text } = table.logOf(seat).at(-1)!;
            if (text === null) at.add(prompt);
            const secretByRules = kept[id]?.includes(prompt) ?? false;
            if (text === null && !secretByRules) wrong.hidden.push(`${seed}, move ${move}, seat ${seat}: ${prompt}`);
            // What is told may be told too much; some lines of each game, and rather those that could be secrets.
            if (game.information === 'perfect' || text === null) continue;
            const kind = secretByRules ? 'kept' : 'others';
            if (looks[kind] === 0 || (kind === 'others' && rng.int(20) > 0)) continue;
            looks[kind]--;
            const { there, elsewhere } = possible(game, before, action, state, seat, copies, rng);
            // Another move may be what was made, and leads where this one cannot have.
            const unsure = [...elsewhere].some((hash) => !there.has(hash));
            if (unsure) wrong.told.push(`${seed}, move ${move}, seat ${seat}: ${text}`);
          }
        }
      }
      console.log(
        `${id} ${JSON.stringify(options)}: ${lines} lines of ${GAMES} games, secrets at ${[...at].join(', ')}`,
      );
      expect(wrong).toEqual({ told: [], hidden: [] });
      expect(lines > 0).toBe(seats.length > 1);
    },
    3_600_000,
  );
});
