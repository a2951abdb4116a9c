/** Games of boardgame.io as games of ours: the real package plays them. */
import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BoardgameIoForm } from '../../env/boardgame-io/form.js';
import type { BoardgameIo, BoardgameIoGame } from '../../env/boardgame-io/framework.js';
import { fromBoardgameIo } from '../../env/boardgame-io/index.js';
import { ScriptedChance, SeededChance } from '../../env/chance.js';
import { checkGame } from '../../env/conformance/index.js';
import { TurnEnv } from '../../env/turn-env.js';
import { main, root } from '../paths.js';
import { missing, part, project } from './host.js';

describe.skipIf(missing)('the examples', () => {
  let folder: string;
  beforeAll(() => {
    folder = project('bgio-rules');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const tabletop = (...args: string[]) =>
    spawnSync(process.execPath, [main, ...args], { cwd: folder, encoding: 'utf8' });

  it.each(['tic-tac-toe', 'three-rounds'])('%s passes the check, in TypeScript as it stands', (name) => {
    const { status, stdout, stderr } = tabletop('check', `./${name}.ts`, '--games', '6', '--json');
    expect(status, stderr + stdout).toBe(0);
    const { checks } = JSON.parse(stdout) as { checks: { name: string; passed: boolean; count: number }[] };
    for (const wanted of ['save and load', 'player JSON', 'same game elsewhere', 'chance given', 'copies'])
      expect(
        checks.find((check) => check.name === wanted),
        wanted,
      ).toMatchObject({ passed: true, count: expect.any(Number) });
    expect(checks.find((check) => check.name === 'hidden state')!.count).toBeGreaterThan(5);
  });

  it('can be trained, exported as a player without dependencies, and measured', () => {
    const small = [
      '--workers',
      '0',
      '--set',
      'network.trunk=[8]',
      '--set',
      'decisionsPerUpdate=300',
      '--set',
      'games=4',
    ];
    const none = ['--set', 'evaluation.reportBlocks=0', '--set', 'evaluation.every=0'];
    const run = [
      'train',
      './three-rounds.ts',
      '--preset',
      'quickstart',
      '--decisions',
      '300',
      '--run',
      'run',
      ...small,
      ...none,
    ];
    for (const args of [run, ['export', 'run', '--out', 'player.mjs']]) {
      const { status, stderr } = tabletop(...args);
      expect(status, stderr).toBe(0);
    }
    const test = spawnSync(process.execPath, ['player.mjs', '--self-test'], { cwd: folder, encoding: 'utf8' });
    expect(test.stdout).toMatch(/^self-test passed/);
    const played = tabletop(
      'evaluate',
      'file:player.mjs',
      '--game',
      './three-rounds.ts',
      '--blocks',
      '2',
      '--workers',
      '0',
      '--json',
    );
    expect(played.status, played.stderr).toBe(0);
    expect(JSON.parse(played.stdout)).toMatchObject({ games: 4 });
  });

  it('fit the types of both packages, as do games that are typed by boardgame.io', () => {
    writeFileSync(
      path.join(folder, 'typed.ts'),
      `import type { Game } from 'boardgame.io';
       import * as boardgameio from 'boardgame.io/internal';
       import { fromBoardgameIo } from 'tabletop-gym/boardgame.io';
       const theirs: Game<{ n: number }> = {
         setup: () => ({ n: 0 }),
         moves: { add: ({ G, random }, more: number) => { G.n += more * random.D6(); } },
         phases: { only: { start: true, turn: { stages: { late: { moves: {} } } } } },
         ai: { enumerate: () => [{ move: 'add', args: [1] }] },
       };
       export const game = fromBoardgameIo(theirs, {
         boardgameio, id: 'typed', seats: 2, actions: [{ move: 'add', args: [1] }], maxDecisions: 10,
         observation: [{ name: 'n', shape: [1], about: 'n', values: ({ G }) => [G.n / 60] }],
       });
       // @ts-expect-error: G has no m
       fromBoardgameIo(theirs, { boardgameio, id: 'typed', actions: [], maxDecisions: 1, observation: [{ name: 'm', shape: [1], about: 'm', values: ({ G }) => [G.m] }] });`,
    );
    const compilerOptions = {
      ...{ strict: true, noEmit: true, module: 'esnext', moduleResolution: 'bundler', target: 'es2022' },
      ...{ skipLibCheck: true, preserveSymlinks: true, types: [] },
    };
    writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
    const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
    const { stdout } = spawnSync(process.execPath, [tsc, '-p', '.'], { cwd: folder, encoding: 'utf8' });
    expect(stdout).toBe('');
  });
});

interface Dice {
  total: number[];
  asked: string[];
}
interface Context {
  G: Dice;
  ctx: { currentPlayer: string; numPlayers: number; turn: number };
  playerID: string;
  random: { D6(): number; Number(): number };
  events: Record<'endTurn' | 'endPhase' | 'setActivePlayers', (arg?: unknown) => void>;
}

/** Phases, stages, events, hooks and luck in one small game: bid, then roll; whoever rolls a one is asked to pay by the others. */
const dice: BoardgameIoGame<Dice> = {
  minPlayers: 2,
  maxPlayers: 3,
  setup: ({ ctx }: Context) => ({ total: Array(ctx.numPlayers).fill(0), asked: [] }),
  phases: {
    bid: {
      start: true,
      next: 'roll',
      moves: {
        bid({ G, playerID, events }: Context, n: number) {
          G.total[Number(playerID)]! += n;
          G.asked.push(`bid ${playerID}`);
          if (G.asked.length === G.total.length) events.endPhase();
          else events.endTurn();
        },
      },
    },
    roll: {
      next: 'bid',
      turn: {
        order: {
          first: () => 0,
          next: ({ ctx }: { ctx: { playOrderPos: number; numPlayers: number } }) =>
            (ctx.playOrderPos + 1) % ctx.numPlayers,
        },
        onBegin({ G, random }: Context) {
          G.total[0]! += Math.floor(random.Number());
        },
        stages: { pay: { moves: { pay: ({ G, playerID }: Context) => void G.asked.push(`pay ${playerID}`) } } },
      },
      moves: {
        roll({ G, playerID, random, events }: Context) {
          const spots = random.D6();
          G.total[Number(playerID)]! += spots;
          if (spots === 1) events.setActivePlayers({ others: 'pay', minMoves: 1, maxMoves: 1 });
        },
      },
    },
  },
  endIf: ({ G }: Context) =>
    Math.max(...G.total) > 12 ? { winner: String(G.total.indexOf(Math.max(...G.total))) } : undefined,
  ai: {
    enumerate(_: Dice, ctx: { phase: string; activePlayers: object | null }) {
      if (ctx.activePlayers) return [{ move: 'pay' }];
      if (ctx.phase === 'bid') return [1, 2].map((n) => ({ move: 'bid', args: [n] }));
      return [{ move: 'roll' }, { event: 'endTurn' }];
    },
  },
} as unknown as BoardgameIoGame<Dice>;

const form = (): BoardgameIoForm<Dice> => ({
  boardgameio: part('boardgame.io/internal') as unknown as BoardgameIo,
  id: 'dice',
  actions: [
    { move: 'bid', args: [1] },
    { move: 'bid', args: [2] },
    { move: 'roll' },
    { event: 'endTurn' },
    { move: 'pay' },
  ],
  observation: [
    {
      name: 'total',
      shape: [3],
      about: 'Totals, me first.',
      values: ({ G, seats }) => [0, 1, 2].map((i) => (G.total[Number(seats[i])] ?? 0) / 20),
    },
  ],
  maxDecisions: 40,
});

describe.skipIf(missing)('phases, stages, events and luck', () => {
  it('keep every promise', async () => {
    const report = await checkGame(fromBoardgameIo(dice, form()), { games: 6, states: 60 });
    expect(report.checks.filter(({ passed }) => !passed)).toEqual([]);
  });

  it('are played by the reducer of the package, with the luck that is handed in', () => {
    const game = fromBoardgameIo(dice, form());
    const chance = new ScriptedChance([0, 0, 0, 5]);
    const state = game.newState(game.options.parse({ players: 3 }), chance);
    const asked: [number, string][] = [];
    const play = (action: number) => {
      asked.push([state.actor, game.prompts[state.prompt]!]);
      state.apply(action, chance);
    };
    for (const bid of [0, 1, 0]) play(bid);
    expect(state.text(0)).toContain('player 0 is asked (roll): you');
    expect(chance.used).toBe(1); // the hook of the turn
    play(2); // a one
    // Forced: both others pay.
    expect((state.view(0) as { G: Dice }).G).toEqual({
      total: [2, 2, 1],
      asked: ['bid 0', 'bid 1', 'bid 2', 'pay 1', 'pay 2'],
    });
    play(3);
    expect([state.actor, chance.used]).toEqual([1, 3]);
    play(2); // a six
    expect((state.view(0) as { G: Dice }).G.total).toEqual([2, 8, 1]);
    expect(asked).toEqual([
      ...[0, 1, 2].map((seat) => [seat, 'bid']),
      ...[
        [0, 'roll'],
        [0, 'roll'],
        [1, 'roll'],
      ],
    ]);
  });

  it('are asked for one after the other where several may act', () => {
    const game = fromBoardgameIo(dice, form());
    const state = game.newState(game.options.parse({ players: 3, askForced: true }), new ScriptedChance([]));
    const chance = new ScriptedChance([0, 0], new SeededChance(1, game.streams));
    for (const action of [0, 0, 0, 2]) state.apply(action, chance);
    const seen: number[] = [];
    while (game.prompts[state.prompt] === 'roll: pay') {
      seen.push(state.actor);
      state.apply(4, chance);
    }
    expect(seen).toEqual([1, 2]);
  });

  it('end at the cap, all first', () => {
    const endless = { ...dice, endIf: undefined } as unknown as BoardgameIoGame<Dice>;
    const env = new TurnEnv(fromBoardgameIo(endless, { ...form(), maxDecisions: 7 }), { options: { askForced: true } });
    let turn = env.reset({ seed: 1 });
    while (turn.seat >= 0) turn = env.step(turn.mask.indexOf(1));
    expect(turn.info).toMatchObject({ places: [0, 0], ending: 'decision cap' });
    expect([env.state.truncated, env.decisions]).toEqual([true, 7]);
  });

  it('take options as setupData, and refuse what the game refuses', async () => {
    const { z } = await import('zod');
    let got: unknown;
    const theirs = {
      ...dice,
      setup(context: Context, setupData: { stake: number }) {
        got = setupData;
        return { total: Array(context.ctx.numPlayers).fill(setupData.stake), asked: [] };
      },
      validateSetupData: ({ stake }: { stake: number }) => (stake > 5 ? 'the stake is too high' : undefined),
    } as unknown as BoardgameIoGame<Dice>;
    const stake = z.int().min(0).default(1).describe('Points to begin with');
    const game = fromBoardgameIo(theirs, { ...form(), options: { stake } });
    const begin = (options: object) => game.newState(game.options.parse(options), new SeededChance(1, game.streams));
    expect((begin({ stake: 3 }).view(0) as { G: Dice }).G.total).toEqual([3, 3]);
    expect(got).toEqual({ stake: 3 });
    expect(() => begin({ stake: 6 })).toThrow('options of dice: the stake is too high');
  });

  it('tell in one line what the game does that it must not', () => {
    const begin = (changed: object, said: object = {}) => {
      const game = fromBoardgameIo({ ...dice, ...changed } as BoardgameIoGame<Dice>, { ...form(), ...said });
      const chance = new SeededChance(1, game.streams);
      const state = game.newState(game.options.parse({}), chance);
      state.apply(state.legal(new Uint8Array(game.actions)) > 0 ? 0 : 1, chance);
      return state;
    };
    const invalid = {
      phases: undefined,
      moves: { bid: () => 'INVALID_MOVE' },
      ai: { enumerate: () => [1, 2].map((n) => ({ move: 'bid', args: [n] })) },
    };
    expect(() => begin(invalid, { actions: form().actions.slice(0, 2) })).toThrow(
      /^dice: ai.enumerate lists bid \[1\] for player 0, but the game refuses it \(action\/invalid_move\)$/,
    );
    expect(() => begin({ ai: { enumerate: () => [] } })).toThrow(
      /^dice: the game is not over, but ai.enumerate lists nothing/,
    );
    expect(() => begin({ ai: { enumerate: () => [{ move: 'bid', args: [9] }] } })).toThrow(
      /^dice: ai.enumerate gave bid 9, which is not among actions$/,
    );
    expect(() => begin({ ai: { enumerate: () => 'bid' } })).toThrow(/^dice: ai.enumerate gave no list$/);
  });
});
