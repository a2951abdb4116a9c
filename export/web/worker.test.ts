/** What a page may ask of its worker, without a browser: the same handlers. */
import { expect, it } from 'vitest';
import { importPlayer } from '../../agents/player-file/file-player.js';
import { loadGame } from '../../env/load-game.js';
import { Players } from './players.js';
import type { Request, WorkerAnswer } from './protocol.js';
import { handlersOf, serveGame } from './worker.js';

const setting = { options: {}, seed: null, trained: null, rollout: null, levels: [], unseated: [], opponent: null };
const { game: doomspire, bots } = await loadGame('doomspire');
const { game: connectFour } = await loadGame('connect-four');

it('checks options: how many seats, or which one is wrong and why', () => {
  const { check } = handlersOf(doomspire, new Players(doomspire, {}), setting);
  expect(check({})).toMatchObject({
    seats: 4,
    called: ['Red NW', 'Blue NE', 'Green SE', 'Yellow SW'],
    components: { numbers: { flags: 10 } },
  });
  expect(check({ roundCap: 0 })).toMatchObject({ field: 'roundCap', message: expect.stringContaining('>=1') });
  expect(check({ edition: 'airef', titleTies: 'draw' })).toMatchObject({ field: 'titleTies' });
  expect(check({ components: { nothing: 1 } })).toMatchObject({ field: 'components' });
  expect(check('no options')).toMatchObject({ field: '' });
});

it('takes a move for the decision it was chosen for, and for no other', async () => {
  const { begin, choose } = handlersOf(connectFour, new Players(connectFour, {}), setting);
  await begin({ options: {}, seed: '1', seats: ['person', 'person'] });
  expect(await choose({ action: 3, moves: 0 })).toMatchObject({ moves: 1 });
  expect(await choose({ action: 3, moves: 0 })).toMatchObject({ moves: 1 });
});

it('plays with the trained player, which learned other options perhaps and says so', async () => {
  const load = () => importPlayer('games/doomspire/player.mjs');
  const players = new Players(doomspire, bots, { load });
  expect(
    players
      .offers()
      .map(({ spec }) => spec)
      .slice(0, 5),
  ).toEqual([...['person', 'trained:hard', 'trained:medium', 'trained:easy'], `scripted:${Object.keys(bots)[0]}`]);
  const handlers = handlersOf(doomspire, players, setting);
  const { begin, step, save, resume } = handlers;
  const seats = ['trained:easy', 'trained:medium', 'random', 'random'];
  await expect(begin({ options: { no: 1 }, seed: '1', seats })).rejects.toThrow(/no/);
  expect(await begin({ options: { conceding: 'any' }, seed: '1', seats })).toMatchObject({ notes: [] });
  const other = await begin({ options: { trackMax: 50 }, seed: '1', seats });
  expect(other.notes).toEqual([expect.stringMatching(/^The trained player learned another game \(trackMax=20\)/)]);
  const shown = await step(0);
  expect(shown.moves).toBe(1);
  expect((await resume(await save(null))).log).toEqual(shown.log);
  // It says in an analysis what it would do, whoever plays on.
  const { review, analyse } = handlers;
  expect(await review(null)).toMatchObject({ at: 1, last: 1, next: null });
  for (const by of ['random', 'trained']) {
    const { thinker, prospects } = await analyse({ at: 0, by, budget: 1 });
    expect(thinker).toBe('Trained player');
    expect(prospects.reduce((sum, { p }) => sum + p, 0)).toBeGreaterThan(0.5);
    expect(prospects.filter(({ made }) => made)).toHaveLength(1);
  }
  await expect(analyse({ at: 9, by: 'random', budget: 1 })).rejects.toThrow('there is no position after 9 moves');
  const { game: kuhn } = await loadGame('kuhn');
  await expect(new Players(kuhn, {}, { load }).prepare(['trained:hard'])).rejects.toThrow(/plays doomspire version/);
});

it('answers one request after the other, errors too, and tells mistakes from bugs', async () => {
  let listen: ((event: { data: unknown }) => void) | undefined;
  const answers: WorkerAnswer[] = [];
  const port = {
    addEventListener: (_: 'message', listener: typeof listen) => void (listen = listener),
    postMessage: (answer: WorkerAnswer) => void answers.push(answer),
  };
  serveGame(port, connectFour, {}, setting);
  const ask = (id: number, name: string, value: unknown) => listen!({ data: { id, name, ask: value } as Request });
  ask(1, 'save', null);
  ask(2, 'begin', { options: {}, seed: '1', seats: ['person', 'random'] });
  ask(3, 'choose', { action: 3, moves: 0 });
  ask(4, 'nothing', null);
  await expect.poll(() => answers.length).toBe(4);
  expect(answers).toMatchObject([
    { id: 1, error: 'no game has begun', bug: false },
    { id: 2, value: { moves: 0 } },
    { id: 3, value: { moves: 1 } },
    { id: 4, bug: true },
  ]);
});
