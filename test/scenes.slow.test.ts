/** Pictures of the games: whatever can be chosen can be clicked, but for what the list here says; nothing hidden shows. */
import { describe, expect, it } from 'vitest';
import { createRng, SeededChance } from '../env/chance.js';
import { checkGame } from '../env/conformance/index.js';
import type { State } from '../env/game.js';
import { type LoadedGame, loadGames } from '../env/load-game.js';
import { LiveView } from '../env/view.js';

/** Kinds of action that concern nothing in the picture: answers in words alone. */
const others: Readonly<Record<string, readonly string[]>> = {
  doomspire: ['done'],
  'crown-of-ash': ['done'],
  'fuzzy-knights': ['end'],
  islebound: ['end'],
  kuhn: ['pass', 'bet', 'fold', 'call'],
  leduc: ['call', 'raise', 'fold'],
};

const drawn = (await loadGames()).filter(({ game }) => game.drawing);

it('are there for every game that people play', () => {
  expect(drawn.map(({ game }) => game.id).sort()).toEqual([
    'cartpole',
    'connect-four',
    'crown-of-ash',
    'doomspire',
    'fuzzy-knights',
    'islebound',
    'kuhn',
    'leduc',
    'tic-tac-toe',
  ]);
});

/** Every decision of some games: of the strongest bot, with any move now and then. */
function* decisions(
  { game, bots }: LoadedGame,
  options: object,
  plays: number,
): Generator<{ state: State; actions: number[] }> {
  const bot = Object.values(bots)[0]?.create();
  for (let play = 0; play < plays; play++) {
    const chance = new SeededChance(`scene ${play}`, game.streams);
    const rng = createRng(`scene ${play}`);
    const state = game.newState(game.options.parse(options) as never, chance);
    const view = new LiveView(game);
    const mask = new Uint8Array(game.actions);
    bot?.reset(play);
    while (!state.over) {
      const legal = state.legal(mask);
      const actions = [...mask.keys()].filter((action) => mask[action] === 1);
      yield { state, actions };
      const random = !bot || rng.int(8) === 0;
      state.apply(random ? actions[rng.int(legal)]! : bot.act(view.show(state, mask.slice(), legal)), chance);
    }
  }
}

const variants: Readonly<Record<string, readonly object[]>> = {
  doomspire: [{}, { edition: 'airef' }],
  'fuzzy-knights': [{ maxDays: 20 }],
  'crown-of-ash': [{}, { players: 2, ai: 'hard' }],
};

describe.each(
  drawn.flatMap((pack) => (variants[pack.game.id] ?? [{}]).map((options) => [pack.game.id, options, pack] as const)),
)('%s %j', (id, options, pack) => {
  const { game, bots } = pack;
  it('ties every action to something in the picture, or it is a known other one', () => {
    const drawing = game.drawing!;
    const loose = new Set<string>();
    let seen = 0;
    for (const { state, actions } of decisions(pack, options, 5))
      for (const action of actions) {
        seen++;
        if (drawing.concerns(state, action).length === 0) loose.add(state.actionJson!(action).kind);
      }
    expect(seen).toBeGreaterThan(20);
    expect([...loose].filter((kind) => !others[id]?.includes(kind))).toEqual([]);
  });

  it('is well formed, and shows no seat what is hidden from it', async () => {
    const only = ['hidden state', 'scene'];
    const { checks } = await checkGame(game, { options, bots, games: 4, states: 60, only });
    expect(checks.map(({ name, passed, detail, count }) => [name, passed, count > 0, passed ? '' : detail])).toEqual([
      ['hidden state', true, true, ''],
      ['scene', true, true, ''],
    ]);
  });
});
