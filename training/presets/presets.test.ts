import { describe, expect, it } from 'vitest';
import { loadGames } from '../../env/load-game.js';
import { UserError } from '../../env/user-error.js';
import { algorithmOf } from '../algorithms/index.js';
import { agentsOf, type ConfigInput, contradiction, settingOf } from '../run/config.js';
import { presetConfig, presetsFor } from './index.js';

const loaded = Object.fromEntries((await loadGames()).map((pack) => [pack.game.id, pack]));
/** A game of ours, or one that brings nothing. */
const gameOf = (id: string, source = id) => ({ id, source, presets: loaded[id]?.presets });
const doomspire = gameOf('doomspire');
const ids = Object.keys(loaded);

describe('presets', () => {
  it.each([...ids, 'any-other-game'])('of %s are complete configurations of what its bots know', (id) => {
    const { bots = {}, potential } = loaded[id] ?? {};
    for (const name of presetsFor(gameOf(id))) {
      const config = presetConfig(gameOf(id, `${id}.ts`), name, { seed: 7 });
      expect(config).toMatchObject({ game: `${id}.ts`, preset: name, seed: 7 });
      const { advisor, evaluation, phases } = config;
      for (const agent of [...agentsOf(config), advisor, ...evaluation.against])
        if (agent?.startsWith('scripted:')) expect(Object.keys(bots)).toContain(agent.slice('scripted:'.length));
      if (phases.some((phase) => algorithmOf(phase).shaped(phase))) {
        expect(settingOf(config, 'ppo.shaping')).toMatchObject({ to: 0 });
        expect(potential).toBeTypeOf('function');
      }
    }
  });

  it.each([...ids, 'own'])('of %s can begin, also where no bot is taught', (id) => {
    const game = { ...gameOf(id), rivals: ['scripted:a'], tunable: ['scripted:a'] };
    for (const name of presetsFor(game)) expect(contradiction(presetConfig(game, name)), name).toBeNull();
    const { advisor } = presetConfig(game, 'standard');
    if (advisor) expect(contradiction(presetConfig(game, 'evolution', {}, advisor))).toBeNull();
  });

  it("train a bot of a game of one's own first, and a network on top of it", () => {
    const own = {
      id: 'own',
      source: 'own.ts',
      presets: undefined,
      rivals: ['scripted:b', 'scripted:a'],
      tunable: ['scripted:a'],
    };
    const config = presetConfig(own, 'standard');
    expect(config).toMatchObject({ advisor: 'scripted:a', bot: { minutes: 20 } });
    expect(config.phases.map(({ algorithm }) => algorithm)).toEqual(['imitation', 'ppo']);
    expect(config.evaluation.against).toEqual(own.rivals);
    // Its weights are trained as `train --algorithm evolution --agent` trains them.
    expect(config.bot).toEqual({ minutes: 20 });
    expect(config.minutes + 20).toBeLessThan(60);
    expect(agentsOf(config)).toContain('scripted:a');
    expect(presetConfig({ ...own, tunable: [] }, 'standard')).toMatchObject({ advisor: null, bot: null });
  });

  it.each(['doomspire', 'crown-of-ash', 'fuzzy-knights', 'islebound'])('train a bot of %s first, too', (id) => {
    const config = presetConfig(gameOf(id), 'standard');
    const { bot, minutes, advisor } = config;
    expect(config.phases.map(({ algorithm }) => algorithm)).toEqual(['imitation', 'ppo']);
    expect(minutes + Number(bot?.minutes)).toBeLessThan(60);
    const weights = presetConfig(gameOf(id), 'evolution', bot as ConfigInput, advisor!);
    expect(weights).toMatchObject({ agent: advisor, phases: [{ algorithm: 'evolution' }] });
    const rivals = settingOf(config, 'ppo.opponents') as { agent: string }[];
    expect(settingOf(weights, 'evolution.opponents')).toEqual(rivals);
    expect(rivals.some(({ agent }) => agent === advisor)).toBe(id !== 'islebound');
  });

  it('are refused by another name, and where a game has none of that name', () => {
    expect(() => presetConfig(doomspire, 'best')).toThrow(UserError);
    expect(() => presetConfig(gameOf('kuhn'), 'overnight')).toThrow(
      'kuhn has no preset overnight: use one of quickstart, standard, afterstate, ppo, evolution, expert-iteration',
    );
  });

  it("lay a game's own preset of a general name over that one, also when a bot is named", () => {
    const game = { ...gameOf('kuhn'), presets: { ...loaded.kuhn!.presets, evolution: { workers: 3 } } };
    expect(presetConfig(game, 'evolution')).toMatchObject({ workers: 3, phases: [{ algorithm: 'evolution' }] });
    expect(presetConfig(game, 'evolution', {}, 'scripted:any')).toMatchObject({ workers: 3, agent: 'scripted:any' });
  });

  it('lay what the user says over them', () => {
    const config = presetConfig(doomspire, 'standard', {
      phases: [{ algorithm: 'ppo', epochs: 9 }],
    });
    expect(config.phases).toHaveLength(1);
    expect(config.phases[0]).toMatchObject({ epochs: 9, minibatch: 4096 });
  });
});

it('has a preset for graphics cards, with a large network and many positions in a call', () => {
  const plain = presetConfig(gameOf('tic-tac-toe'), 'gpu');
  expect(plain).toMatchObject({ device: 'gpu', network: { trunk: [1024, 1024], planes: [] } });
  expect(plain.phases).toMatchObject([{ algorithm: 'expert-iteration', games: 256, minibatch: 2048 }]);
  const board = presetConfig({ ...gameOf('kuhn'), planes: ['a', 'b'] }, 'gpu');
  expect(board.network).toMatchObject({ trunk: [256], planes: ['a', 'b'], blocks: 10 });
  // What the game has of its own stays, but for what a card is for.
  const own = presetConfig(gameOf('connect-four'), 'gpu');
  expect(own.network).toMatchObject({ planes: ['all'], blocks: 10 });
  expect(own.phases).toMatchObject([{ considered: 7, opening: 24, games: 256 }]);
});
