/** The shipped players as programs with rules of their own meet them: actions in words, views played on, a worker, types. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actorCriticShape, initialWeights } from '../agents/network/network.js';
import type { PlayerModule } from '../agents/player-file/player-module.js';
import { createRng } from '../env/chance.js';
import { observationSize } from '../env/game.js';
import { loadGame } from '../env/load-game.js';
import { exportNetwork } from '../export/network/export-network.js';
import { typesPath } from '../export/player/player-types.js';

const players = fileURLToPath(new URL('../games', import.meta.url));
const folder = mkdtempSync(path.join(tmpdir(), 'hosts-'));
const classic = path.join(folder, 'connect-four.mjs');

beforeAll(async () => {
  const { game, module } = await loadGame('connect-four');
  const shape = actorCriticShape({
    inputs: observationSize(game),
    actions: game.actions,
    values: 2,
    trunk: [16],
    activation: 'tanh',
  });
  await exportNetwork(game, module, shape, initialWeights(shape, createRng('hosts')), { format: 'js', out: classic });
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Decisions of a game between two that are looked at, how many are, and how many actions of each are tried. */
const EVERY = 17;
const POSITIONS = 14;
const TRIED = 3;

const shipped = ['doomspire/player', 'doomspire/player-airef', 'crown-of-ash/player', 'fuzzy-knights/player'];
const files = [...shipped, 'islebound/player'].map((name) => path.join(players, `${name}.mjs`));

describe.each([...files, classic])('%s', (file) => {
  let player: PlayerModule;
  beforeAll(async () => {
    player = (await import(pathToFileURL(file).href)) as PlayerModule;
  });

  it('tells legal actions in words, and plays views on where no luck is drawn', () => {
    const match = player.newGame('hosts');
    const rng = createRng('hosts');
    const every = match.players === 2 && player.meta.network.trunk.length === 1 ? 3 : EVERY;
    let [went, luck, hidden] = [0, 0, 0];
    for (let decision = 0, seen = 0; !match.over && seen < POSITIONS; decision++) {
      const list = match.actions();
      if (decision % every === 0) {
        seen++;
        const view = JSON.parse(JSON.stringify(match.view())) as unknown;
        const legal = player.legal(view);
        expect(legal.map(({ p: _, ...action }) => action)).toEqual(list);
        expect(legal.reduce((sum, { p }) => sum + p, 0)).toBeCloseTo(1, 5);
        const answer = player.act(view, { milliseconds: 0 });
        expect(answer.probabilities.map(({ p: _, ...action }) => action)).toEqual(list);
        expect(legal.find(({ action }) => action === answer.action)!.p).toBeGreaterThan(0);
        for (let tries = 0; tries < TRIED; tries++) {
          const { action } = list[rng.int(list.length)]!;
          let on: unknown;
          try {
            on = player.advance(view, action);
          } catch (error) {
            const why = (error as Error).message;
            expect(why).toMatch(/^action \d+ \(.+\) (draws luck|shows what seat \d cannot know)/);
            expect(why).not.toContain('\n');
            if (why.includes('luck')) luck++;
            else hidden++;
            continue;
          }
          // What nobody draws is the same in every game.
          const there = player.resumeGame(match.save());
          there.apply(action);
          expect(on).toEqual(JSON.parse(JSON.stringify(there.view(match.actor))));
          went++;
        }
      }
      match.apply(list[rng.int(list.length)]!.action);
    }
    expect(went).toBeGreaterThan(3);
    const { game } = player;
    if (game.id === 'connect-four') expect(luck + hidden).toBe(0);
    else expect(luck + hidden).toBeGreaterThan(0);
    const view = player.newGame(1).view();
    const illegal = player.game.actions - 1;
    if (
      !player
        .newGame(1)
        .actions()
        .some(({ action }) => action === illegal)
    )
      expect(() => player.advance(view, illegal)).toThrow(/^action \d+ is not legal here \(.+\): see legal\(view\)$/);
  });

  it('says what it is', () => {
    const { game, options, strength, inside, text } = player.describe();
    expect(game.id).toBe(player.meta.game.id);
    expect(options).toEqual(player.meta.options);
    expect(inside).toEqual(player.meta.provenance.training);
    expect(text[0]).toContain(game.title);
    if (file !== classic) expect(strength[0]!.winRate.mean).toBeGreaterThan(0);
  });

  it('answers from a worker, in time', async () => {
    const match = player.newGame('worker');
    for (let i = 0; i < 10 && !match.over; i++) match.apply(match.actions()[0]!.action);
    const view = match.view();
    const worker = await player.openWorker();
    try {
      expect(await worker.legal(view)).toEqual(player.legal(view));
      // A bot with trained weights judges nothing where its game has no evaluation; it says so, in the worker too.
      const judgesNothing = player.meta.game.id === 'islebound';
      if (judgesNothing) {
        expect(() => player.evaluate(view)).toThrow(/no evaluation of positions/);
        await expect(worker.evaluate(view)).rejects.toThrow(/no evaluation of positions/);
      } else expect(await worker.evaluate(view)).toEqual(player.evaluate(view));
      const [likely, quick] = await Promise.all([
        worker.act(view, { milliseconds: 0 }),
        worker.act(view, { milliseconds: 1, seed: 1 }),
      ]);
      expect(likely.action).toBe(player.act(view, { milliseconds: 0 }).action);
      expect(player.legal(view).map(({ action }) => action)).toContain(quick.action);
      const slow = await worker.act(view, { seed: 2 });
      expect(slow).toEqual({ ...player.act(view, { seed: 2 }), inTime: true });
      await expect(worker.act({ seat: 99 })).rejects.toThrow(/^view/);
      await expect(worker.act(view, { random: Math.random } as object)).rejects.toThrow();
    } finally {
      worker.close();
    }
    await expect(worker.act(view)).rejects.toThrow('the worker was closed');
  });
});

it('has types beside each player that say what its views and actions are', () => {
  const uses: Record<string, [right: string, wrong: string]> = {
    doomspire: [`{ kind: 'tile', args: { tile: 'c4' } }`, `{ kind: 'tile', args: { tile: 'z9' } }`],
    'doomspire-airef': [`{ kind: 'deck', args: { deck: 2 } }`, `{ kind: 'deck', args: { deck: 'one' } }`],
    'crown-of-ash': [`{ kind: 'wild', args: { resource: 'ash' } }`, `{ kind: 'wild', args: { resource: 'tin' } }`],
    'fuzzy-knights': [`{ kind: 'end', args: {} }`, `{ kind: 'stop', args: {} }`],
    islebound: [`{ kind: 'rest', args: {} }`, `{ kind: 'rest', args: { crew: 1 } }`],
    'connect-four': [`{ kind: 'drop', args: { column: 7 } }`, `{ kind: 'drop', args: { column: 8 } }`],
  };
  const sources = new Map<string, string>();
  for (const file of [...files, classic]) {
    const name = path.basename(file, '.mjs');
    const edition = name.replace(/^player-?/, '');
    const id = file === classic ? name : path.basename(path.dirname(file));
    const [right, wrong] = uses[edition === '' || file === classic ? id : `${id}-${edition}`]!;
    sources.set(
      path.join(path.dirname(file), `${name}.use.mts`),
      `import { act, advance, legal, newGame, openWorker, type Action, type View } from './${name}.mjs';
      const view: View = newGame(1).view();
      const answer = act(view, { difficulty: 'easy' });
      export const next: View = advance(view, legal(view)[0]!.action);
      export const word: string = answer.text + answer.kind;
      export const right: Action = ${right};
      // @ts-expect-error: no such action
      export const wrong: Action = ${wrong};
      // @ts-expect-error: no such setting
      act(view, { difficult: 1 });
      export const later = openWorker().then((worker) => worker.act(view, { milliseconds: 5 }).then(({ inTime }) => inTime));`,
    );
    expect(ts.sys.fileExists(typesPath(file))).toBe(true);
  }
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    types: [],
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2022.d.ts'],
  };
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists, getSourceFile } = host;
  host.readFile = (name) => sources.get(name) ?? readFile(name);
  host.fileExists = (name) => sources.has(name) || fileExists(name);
  host.getSourceFile = (name, language, ...rest) => {
    const text = sources.get(name);
    return text === undefined ? getSourceFile(name, language, ...rest) : ts.createSourceFile(name, text, language);
  };
  const program = ts.createProgram([...sources.keys()], options, host);
  const problems = ts.getPreEmitDiagnostics(program).map(({ file, messageText, start }) => {
    const line = file && start !== undefined ? file.getLineAndCharacterOfPosition(start).line + 1 : 0;
    return `${file ? path.basename(file.fileName) : ''}:${line} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
  });
  expect(problems).toEqual([]);
});
