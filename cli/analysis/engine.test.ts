/** The engine behind `tabletop analyze`: queries and answers, and what is refused. */
import { describe, expect, it } from 'vitest';
import { importPlayer } from '../../agents/player-file/file-player.js';
import { scriptedBots } from '../../env/game-package.js';
import { loadGame } from '../../env/load-game.js';
import { recordReplay } from '../../env/replay.js';
import { TurnEnv } from '../../env/turn-env.js';
import { type AnalystSpecs, loadAnalysts } from '../../eval/analysis/load-analysts.js';
import { Analysis } from '../../export/web/analysis.js';
import { Players } from '../../export/web/players.js';
import { Review } from '../../export/web/review.js';
import { Engine } from './engine.js';
import { linesOf } from './lines.js';
import { analyseReplay, movesTable } from './moves.js';

type Told = Record<string, unknown> & { id?: string; error?: string; actions?: { text: string; visits: number }[] };

/** Asks lines at once, and waits for all answers. */
async function answers(id: string, analysts: AnalystSpecs, lines: (object | string)[], playOuts = 64): Promise<Told[]> {
  const { game, bots } = await loadGame(id);
  const told: Told[] = [];
  const engine = new Engine({
    game,
    options: game.options.parse({}),
    analysts: (options, seats) => loadAnalysts(analysts, { game, bots, options }, seats),
    budget: { playOuts },
    answer: (line) => {
      expect(line).not.toContain('\n');
      told.push(JSON.parse(line) as Told);
    },
  });
  for (const line of lines) engine.ask(typeof line === 'string' ? line : JSON.stringify(line));
  await engine.finish();
  return told;
}

const four = (lines: (object | string)[], playOuts?: number) => answers('connect-four', quick, lines, playOuts);
/** Who always does the same would play every game alike. */
const quick = { rollout: 'random', thinker: 'scripted:tactical' };
const replay = { seed: '1', actions: [3, 3, 2] };

describe('queries', () => {
  it('answers a position of a replay: seats, actions with names, whose turn it is', async () => {
    const [told] = await four([{ id: 'a', replay }]);
    expect(told).toMatchObject({ id: 'a', turnNumber: 3, isDuringSearch: false, seat: 1, prompt: 'drop' });
    expect(told!.seats).toMatchObject([{ seat: 0, chance: { mean: expect.any(Number) } }, { seat: 1 }]);
    expect(told!.actions).toHaveLength(7);
    expect(told!.actions![0]).toMatchObject({
      ...{ kind: 'drop', args: { column: expect.any(Number) }, text: expect.stringContaining('column'), order: 0 },
      ...{ visits: expect.any(Number), chance: { low: expect.any(Number) }, earns: null, mistake: false },
    });
    expect(told!.playOuts).toBe(64);
  });

  it('answers each turn that is asked for, the end of a game too', async () => {
    const actions = [0, 1, 0, 1, 0, 1, 0];
    const told = await four([{ id: 'a', replay: { seed: '1', actions }, analyzeTurns: [0, 2, 7] }]);
    expect(told.map(({ turnNumber }) => turnNumber)).toEqual([0, 2, 7]);
    expect(told[2]).toMatchObject({ seat: -1, over: expect.any(String), actions: [] });
    expect(told[2]!.seats).toMatchObject([{ chance: { mean: 1, low: 1, high: 1 } }, { chance: { mean: 0 } }]);
  });

  it('takes a view for the position that it is of', async () => {
    const { game } = await loadGame('kuhn');
    const env = new TurnEnv(game, { options: {} });
    env.start({ seed: '3' });
    const actions = [1];
    env.play(actions[0]!);
    const view = env.state.view!(env.actor);
    const [a, b] = await answers('kuhn', { thinker: 'scripted:always-bet' }, [
      { id: 'a', view },
      { id: 'b', replay: { seed: '3', actions } },
    ]);
    expect(a!.error).toBeUndefined();
    expect(a!.actions!.map(({ text }) => text).sort()).toEqual(b!.actions!.map(({ text }) => text).sort());
    for (const key of ['seat', 'prompt', 'round']) expect(a![key]).toBe(b![key]);
  });

  it('answers higher priorities first, and several times where asked to', async () => {
    const told = await four([
      { id: 'first', replay, milliseconds: 300, reportDuringSearchEvery: 0.05 },
      { id: 'low', replay },
      { id: 'high', replay, priority: 1 },
    ]);
    const ends = told.filter(({ isDuringSearch }) => isDuringSearch === false).map(({ id }) => id);
    expect(ends).toEqual(['first', 'high', 'low']);
    expect(told.filter(({ isDuringSearch }) => isDuringSearch).map(({ id }) => id)).toContain('first');
  });

  it('terminates what waits and what is under way', async () => {
    const told = await four([
      { id: 'long', replay, playOuts: 10_000_000 },
      { id: 'wait', replay, analyzeTurns: [0, 1] },
      { id: 't1', action: 'terminate', terminateId: 'wait', turnNumbers: [1] },
      { id: 'v', action: 'query_version' },
      { id: 't2', action: 'terminate_all' },
    ]);
    expect(told).toMatchObject([
      { id: 'wait', turnNumber: 1, noResults: true },
      { id: 't1', action: 'terminate', terminateId: 'wait' },
      { id: 'v', version: expect.any(String), game: { id: 'connect-four' } },
      { id: 'wait', turnNumber: 0, noResults: true },
      { id: 't2', action: 'terminate_all' },
      { id: 'long', isDuringSearch: false },
    ]);
  });

  it('gives the same answer for the same seed, and says what an action loses', async () => {
    const asked = { replay: { seed: '1', actions: [0, 6, 0, 6, 0] }, playOuts: 2000, compare: [3] };
    const [a, b, c] = await four([
      { id: 'a', ...asked, seed: 'x' },
      { id: 'a', ...asked, seed: 'x' },
      { id: 'c', ...asked, seed: 'y' },
    ]);
    expect(a).toEqual(b);
    expect(a!.seats).not.toEqual(c!.seats);
    // Whoever does not stop three in a column loses to it, against random play half as often as not.
    expect(a!.actions![0]).toMatchObject({ text: expect.stringContaining('1'), loss: null, mistake: false });
    const other = (a!.actions as unknown as { action: number }[]).find(({ action }) => action === 3);
    expect(other).toMatchObject({ mistake: true });
  });
});

describe('what is refused, with the id of its query where there is one, and nothing ends', () => {
  const good = { id: 'good', replay };
  it.each([
    ['no JSON', '{"id":', /^no valid JSON/],
    ['no object', '[1]', /wanted a JSON object/],
    ['no id', { replay }, /^id: /],
    ['a long id', { id: 'x'.repeat(300), replay }, /^id: /],
    ['nothing to analyse', { id: 'q' }, /give replay or view/],
    ['two things', { id: 'q', replay, view: {} }, /give replay or view/],
    ['two budgets', { id: 'q', replay, playOuts: 100, milliseconds: 5 }, /one of the two/],
    ['no budget', { id: 'q', replay, playOuts: 0 }, /^playOuts: /],
    ['an endless budget', { id: 'q', replay, playOuts: 1e12 }, /^playOuts: /],
    ['an unknown field', { id: 'q', replay, playOut: 5 }, /playOut/],
    ['an unknown command', { id: 'q', action: 'explode' }, /^action: /],
    ['an illegal action', { id: 'q', replay: { seed: '1', actions: [99] } }, /action 99 is not legal/],
    ['no seed', { id: 'q', replay: { actions: [] } }, /seed/],
    ['unknown options', { id: 'q', replay: { seed: '1', options: { nope: 1 }, actions: [] } }, /nope/],
    ['too many actions', { id: 'q', replay: { seed: '1', actions: Array(99).fill(1) } }, /no game has more than/],
    ['a turn beyond the end', { id: 'q', replay, analyzeTurns: [4] }, /turn 4 of 3 moves/],
    ['another kind of file', { id: 'q', replay: { format: 'x' } }, /is not a replay/],
    ['a view that is none', { id: 'q', view: { seat: 0 } }, /./],
    ['turns of a view', { id: 'q', view: {}, analyzeTurns: [0] }, /one position/],
  ])('%s', async (_, line, message) => {
    const told = await four([line, good], 16);
    const [refused] = told.filter(({ error }) => error !== undefined);
    expect(refused!.error).toMatch(message);
    expect(refused!.error).not.toMatch(/\n|bug/);
    if (typeof line === 'object' && 'id' in line && line.id === 'q') expect(refused!.id).toBe('q');
    expect(told.filter(({ id }) => id === 'good')).toMatchObject([{ isDuringSearch: false }]);
    expect(told).toHaveLength(2);
  });

  it('a saved replay whose positions differ', async () => {
    const { game } = await loadGame('connect-four');
    const saved = recordReplay(game, replay);
    const [other, ok] = await four([
      { id: 'ok', replay: saved },
      { id: 'other', replay: { ...saved, actions: [3, 3, 4] } },
    ]);
    expect(ok!.actions).toHaveLength(7);
    expect(other).toMatchObject({ id: 'other', field: 'replay', error: expect.stringContaining('differs') });
  });

  it('a flood of positions', async () => {
    const turns = Array.from({ length: 10_000 }, () => 0);
    const told = await four([
      { id: 'a', replay, analyzeTurns: turns },
      { id: 'b', replay, analyzeTurns: [0, 1] },
      { id: 'c', action: 'terminate_all' },
    ]);
    expect(told[0]).toMatchObject({ id: 'b', error: expect.stringContaining('wait') });
  });
});

it('reads lines however they arrive, and drops what is too long', async () => {
  const read = async (...chunks: (string | Buffer)[]) => {
    const lines: (string | null)[] = [];
    const stream = (async function* () {
      yield* chunks;
    })();
    for await (const line of linesOf(stream, 5)) lines.push(line);
    return lines;
  };
  expect(await read('ab', 'c\nd\n', '\nend')).toEqual(['abc', 'd', '', 'end']);
  expect(await read('123456', '789\nok\n123456')).toEqual([null, 'ok', null]);
  const e = Buffer.from('é\n');
  expect(await read(e.subarray(0, 1), e.subarray(1))).toEqual(['é']);
});

describe('a game move by move', () => {
  it('marks what throws a game away, in a table within 100 columns', async () => {
    const { game, bots } = await loadGame('tic-tac-toe');
    const saved = recordReplay(game, { seed: '1', actions: [0, 4, 8, 2, 6, 7, 3] });
    const analysts = await loadAnalysts({ rollout: 'scripted:perfect' }, { game, bots }, 2);
    const analysed = await analyseReplay(game, saved, analysts, { playOuts: 400 });
    expect(analysed.moves.map(({ mistake }) => mistake)).toEqual([false, false, false, true, false, false, false]);
    expect(analysed.moves[3]).toMatchObject({
      move: 4,
      seat: 1,
      loss: { mean: 0.5, low: 0.5, high: 0.5 },
      exact: true,
    });
    const table = movesTable(analysed, 100);
    expect(table).toMatch(/^ {4}4 {2}O .* exact +50 .*\?\? \w+; better: \w+$/m);
    expect(table).toContain('O: 1 mistake in 3 moves that were judged, 2 of them good');
    for (const line of table.split('\n')) expect(line.length).toBeLessThanOrEqual(100);
    const own = await analyseReplay(game, saved, analysts, { playOuts: 64, seat: 0 });
    expect(own.moves.map(({ move }) => move)).toEqual([1, 3, 5, 7]);
  });

  it('says what the page says of the same game', async () => {
    const pack = await loadGame('doomspire');
    const { game, bots, search, evaluate, analysis } = pack;
    const env = new TurnEnv(game);
    env.start({ seed: '1' });
    const actions: number[] = [];
    for (let i = 0; i < 6; i++) {
      actions.push(env.mask.indexOf(1));
      env.play(actions.at(-1)!);
    }
    const saved = recordReplay(game, { options: {}, seed: '1', actions });
    const told = await analyseReplay(game, saved, await loadAnalysts({}, pack, 4), {});
    const load = () => importPlayer('games/doomspire/player.mjs');
    const players = new Players(game, scriptedBots({ bots }), { load, rollout: search?.rollout, evaluate, analysis });
    await players.prepareAnalysis();
    const review = new Review(game, saved, String);
    const page = new Analysis(game, review, players.analystsFor(players.analysts()[0]!.spec, 4, review.options));
    const { outlooks, mistakes, compared, accuracy } = page.survey(() => true);
    expect(outlooks.map(({ chances }) => chances)).toEqual(told.moves.map(({ chances }) => chances));
    expect(mistakes.map(({ at }) => at + 1)).toEqual(told.moves.flatMap((one) => (one.mistake ? [one.move] : [])));
    expect([compared, accuracy]).toEqual([told.judged, told.accuracy]);
  });

  it('gives points where nothing says who wins', async () => {
    const { game, bots } = await loadGame('invalid-actions');
    const env = new TurnEnv(game, { options: {} });
    env.start({ seed: '1' });
    const actions: number[] = [];
    for (let i = 0; i < 3; i++) {
      actions.push(env.mask.indexOf(1));
      env.play(actions.at(-1)!);
    }
    const analysts = await loadAnalysts({ rollout: 'random', thinker: 'random' }, { game, bots }, 1);
    const table = movesTable(
      await analyseReplay(game, recordReplay(game, { seed: '1', actions }), analysts, { playOuts: 16 }),
      100,
    );
    expect(table).toContain('Expected earnings of each seat');
  });
});
