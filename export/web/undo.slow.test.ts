/**
 * Taking back never reveals anything: whatever a person may take back looks the same to that person in every world that is possible
 * before it, and no luck was drawn for it. Found by brute force, over whole games of every game.
 */
import { describe, expect, it } from 'vitest';
import { createRng, SeededChance } from '../../env/chance.js';
import { type Game, observationSize, type State } from '../../env/game.js';
import { loadGame } from '../../env/load-game.js';
import { CountedLuck, NotedLuck } from './luck.js';
import { PERSON, Players } from './players.js';
import { GameTable } from './table.js';

/** Games of each, and worlds in which each move that can be taken back is tried. */
const GAMES = Number(process.env.UNDO_GAMES ?? 2);
const WORLDS = Number(process.env.UNDO_WORLDS ?? 50);
const MOVES = 120;

const sees = (game: Game, state: State, seat: number): string => {
  const out = new Float32Array(observationSize(game));
  if (!state.over) state.observe(seat, out, 0);
  return JSON.stringify([state.over, state.actor, state.prompt, [...out], state.view?.(seat) ?? state.text(seat)]);
};

describe('what can be taken back', () => {
  it.each([
    ['doomspire', {}],
    ['doomspire', { edition: 'airef' }],
    ['crown-of-ash', {}],
    ['fuzzy-knights', {}],
    ['islebound', {}],
    ['kuhn', { players: 3 }],
    ['leduc', {}],
    ['docs/examples/pig.ts', {}],
    ['docs/examples/honey-fair.ts', {}],
  ] as const)(
    `of ${GAMES} games of %s %j told nothing`,
    async (id, options) => {
      const loaded = await loadGame(id);
      const game = loaded.game as Game;
      const players = new Players(game, loaded.bots);
      const parsed = game.options.parse(options);
      const count = game.players(parsed);
      const told: string[] = [];
      let back = 0;
      for (let played = 0; played < GAMES; played++) {
        const seed = `undo ${played}`;
        const rng = createRng(seed);
        const seats = Array.from({ length: count }, (_, seat) => (seat === played % count ? PERSON : 'random'));
        const table = GameTable.begin(game, players, { options: parsed, seed, seats });
        // The same game beside it, to look into.
        const luck = new CountedLuck(seed, game.streams);
        const state = game.newState(parsed, luck);
        const before = state.clone();
        for (let move = 0; move < MOVES && !state.over; move++) {
          const shown = table.show();
          const moves = shown.groups.flatMap((group) => (group.concedes ? [] : group.moves));
          if (shown.asked) table.choose(moves[rng.int(moves.length)]!.action);
          else table.step();
          const action = JSON.parse(table.save()).actions.at(-1) as number;
          before.copyFrom(state);
          const { actor } = state;
          const draws = luck.draws;
          state.apply(action, luck);
          if (!shown.asked || !table.show().canUndo) continue;
          back++;
          if (luck.draws > draws) told.push(`${seed}, move ${move}: luck was drawn`);
          if (game.information === 'perfect') continue;
          const seen = sees(game, state, actor);
          const world = before.clone();
          for (let i = 0; i < WORLDS; i++) {
            world.copyFrom(before);
            world.resample(actor, rng);
            world.apply(action, new NotedLuck(new SeededChance(`${i}`, game.streams)));
            if (sees(game, world, actor) === seen) continue;
            told.push(`${seed}, move ${move}: ${game.prompts[before.prompt]} ${before.actionText(action)}`);
            break;
          }
        }
      }
      console.log(
        `${id} ${JSON.stringify(options)}: ${back} moves that can be taken back, ${told.length} told something`,
      );
      expect(told).toEqual([]);
    },
    600_000,
  );
});
