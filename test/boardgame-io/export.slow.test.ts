/** Our games and players in boardgame.io: folders as they are exported, and the real package. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { createRng, SeededChance } from '../../env/chance.js';
import type { Game, State } from '../../env/game.js';
import { loadGame } from '../../env/load-game.js';
import type { hostOf } from '../../export/boardgame-io/host-bot.js';
import type { SeenG, WholeG } from '../../export/boardgame-io/host-game.js';
import { exportToBoardgameIo } from '../../export/boardgame-io/index.js';
import { missing, part, project, root } from './host.js';

type Host = ReturnType<typeof hostOf>;
interface HostState {
  G: WholeG;
  ctx: { currentPlayer: string; gameover?: { places: number[]; winner?: string }; turn: number };
  _undo: unknown[];
}
interface Framework {
  InitializeGame(match: { game: object; numPlayers?: number; setupData?: unknown }): HostState;
  CreateGameReducer(match: {
    game: object;
  }): (state: HostState, action: unknown) => HostState & { transients?: object };
}
interface TheirClient {
  start(): void;
  stop(): void;
  moves: { act(action: number): void };
  events: Record<string, unknown>;
  log: { action: { payload: { playerID: string; args: unknown } } }[];
  undo(): void;
  updatePlayerID(playerID: string): void;
  subscribe(listener: () => void): () => void;
  getState(): { G: SeenG; ctx: HostState['ctx']; plugins: object } | null;
}
interface Rest {
  Client(match: object): TheirClient;
  Local(match: object): unknown;
  Step(client: TheirClient, bot: object): Promise<unknown>;
  Simulate(match: object): Promise<{ state: HostState }>;
}

const whole = mkdtempSync(path.join(tmpdir(), 'bgio-export-'));
afterAll(() => rmSync(whole, { recursive: true, force: true }));

const made = new Map<string, Promise<Host>>();
/** The folder of a game, imported. */
function hosted(game: string): Promise<Host> {
  const folder = path.join(whole, game);
  const host =
    made.get(game) ??
    exportToBoardgameIo({ game }, () => folder).then(
      () => import(pathToFileURL(path.join(folder, 'index.mjs')).href) as Promise<Host>,
    );
  made.set(game, host);
  return host;
}

const loadedFrom = (game: Game, G: WholeG): State => {
  const state = game.newState(game.options.parse({}), new SeededChance('x', game.streams));
  state.load(Buffer.from(G.secret.position, 'base64'));
  return state;
};

describe('a folder', () => {
  it('holds the game, its types, and the player that is shipped for it', async () => {
    await hosted('kuhn');
    expect(readdirSync(path.join(whole, 'kuhn')).sort()).toEqual(['game.mjs', 'index.d.mts', 'index.mjs']);
    const host = await hosted('doomspire');
    expect(existsSync(path.join(whole, 'doomspire/player.mjs'))).toBe(true);
    expect(host.players.map(({ spec }) => spec).slice(0, 3)).toEqual([
      'trained:hard',
      'trained:medium',
      'trained:easy',
    ]);
    expect(() => host.botOf('scripted:nobody')).toThrow(
      /^there is no player scripted:nobody: use one of trained:hard, /,
    );
  });

  it('is refused in one line where it cannot be made', async () => {
    await expect(exportToBoardgameIo({ game: 'kuhn' }, () => 'kuhn.mjs')).rejects.toThrow(
      /^kuhn.mjs: this format is a folder, name it like kuhn$/,
    );
  });
});

describe.skipIf(missing)('in boardgame.io', () => {
  const framework = () => part('boardgame.io/internal') as unknown as Framework;
  const rest = () =>
    Object.assign(
      {},
      ...['client', 'multiplayer', 'ai'].map((name) => part(`boardgame.io/${name}`)),
    ) as unknown as Rest;

  it.each([
    ['tic-tac-toe', 2, {}, Infinity],
    ['kuhn', 2, {}, Infinity],
    ['kuhn', 3, { players: 3 }, Infinity],
    ['doomspire', 4, {}, 150],
    ['fuzzy-knights', 3, { players: 3 }, 150],
  ] as const)('%s with %i players is the game that it is here, luck and all', async (id, numPlayers, options, most) => {
    const host = await hosted(id);
    const { game } = await loadGame(id);
    const { InitializeGame, CreateGameReducer } = framework();
    const theirs = host.gameOf({ seed: 7 });
    const reduce = CreateGameReducer({ game: theirs });
    const chance = new SeededChance(7, game.streams);
    const state = game.newState(game.options.parse({ ...theirOptions(id), ...options }), chance);
    const rng = createRng(id);
    const mask = new Uint8Array(game.actions);
    let match = InitializeGame({ game: theirs, numPlayers });
    const bytes = (G: WholeG) => Buffer.from(G.secret.position, 'base64');
    for (let decisions = 0; !state.over && decisions < most; decisions++) {
      expect(bytes(match.G).equals(state.save())).toBe(true);
      expect(match.ctx).toMatchObject({ currentPlayer: String(state.actor) });
      state.legal(mask);
      const legal = [...mask.keys()].filter((action) => mask[action] === 1);
      const listed = theirs.ai.enumerate(match.G, match.ctx, match.ctx.currentPlayer);
      expect(listed).toEqual(legal.map((action) => ({ move: 'act', args: [action] })));
      for (let seat = 0; seat < numPlayers; seat++) {
        const playerID = String(seat);
        const seen = theirs.playerView({ G: match.G, playerID });
        expect(seen.view).toEqual(state.view!(seat));
        expect(JSON.stringify(seen)).not.toContain('secret');
        // Clients apply it again, and list what may be done from what they were sent.
        expect(theirs.playerView({ G: seen, playerID })).toBe(seen);
        expect(theirs.ai.enumerate(seen, match.ctx, playerID)).toEqual(seat === state.actor ? listed : []);
      }
      const action = legal[rng.int(legal.length)]!;
      const playerID = String(state.actor);
      match = reduce(match, { type: 'MAKE_MOVE', payload: { type: 'act', args: [action], playerID } });
      state.apply(action, chance);
    }
    expect(bytes(match.G).equals(state.save())).toBe(true);
    if (!state.over) return;
    const places = new Uint8Array(numPlayers);
    state.places(places);
    expect(match.ctx.gameover).toMatchObject({ places: [...places], ending: state.ending() });
  });

  /** The options that a folder begins with: those of the shipped player where there is one. */
  const theirOptions = (id: string): object => (id === 'doomspire' ? { conceding: 'any' } : {});

  it('bots play whole games by Simulate, the better one better', async () => {
    const { game, botOf } = await hosted('tic-tac-toe');
    const { InitializeGame } = framework();
    const wins = { 0: 0, 1: 0 };
    for (let i = 0; i < 6; i++) {
      const strong = String(i % 2) as '0' | '1';
      const bots = { 0: new (botOf('random'))(), 1: new (botOf('random'))(), [strong]: new (botOf())() };
      const { state } = await rest().Simulate({ game, bots, state: InitializeGame({ game, numPlayers: 2 }) });
      expect(state.ctx.gameover).toBeDefined();
      if (state.ctx.gameover?.winner !== undefined) wins[state.ctx.gameover.winner === strong ? 0 : 1]++;
    }
    expect(wins[1]).toBe(0);
  });

  it('a bot makes a move by Step, and a person one by the client', async () => {
    const { gameOf, botOf } = await hosted('kuhn');
    const { Client, Step } = rest();
    const client = Client({ game: gameOf({ seed: 3 }), numPlayers: 2, debug: false });
    // Nobody in particular sees nothing that is hidden.
    expect(client.getState()!.G).toMatchObject({ seat: null, view: null, actions: [] });
    for (let decisions = 0; client.getState()!.ctx.gameover === undefined; decisions++) {
      client.updatePlayerID(client.getState()!.ctx.currentPlayer);
      const before = client.getState()!.G;
      expect(before.actions.length).toBeGreaterThan(1);
      if (decisions % 2) client.moves.act(before.actions[0]!.action);
      else await Step(client, new (botOf())());
      expect(client.getState()!.G).not.toEqual(before);
    }
    expect(client.getState()!.G.result!.rewards).toHaveLength(2);
  });

  it('Local plays bots, and tells a client nothing that its player does not see', async () => {
    const { gameOf, botOf } = await hosted('kuhn');
    const { Client, Local } = rest();
    const game = gameOf({ seed: 11 });
    const client = Client({
      ...{ game, numPlayers: 2, playerID: '0', debug: false },
      multiplayer: Local({ bots: { 1: botOf() } }),
    });
    client.start();
    try {
      await new Promise<void>((resolve, reject) => {
        const late = setTimeout(() => reject(new Error('the game does not end')), 60_000);
        let last = '';
        const look = () => {
          const state = client.getState();
          if (!state) return;
          const { cards } = state.G.view as { cards: (number | null)[] };
          expect(JSON.stringify(state.G)).not.toContain('secret');
          expect(JSON.stringify(state.plugins)).not.toContain('prngstate');
          expect(state.G.seat).toBe(0);
          expect(cards[0]).toEqual(expect.any(Number));
          if (!state.G.result) expect(cards[1]).toBeNull();
          if (state.ctx.gameover) {
            clearTimeout(late);
            resolve();
          } else if (state.G.actions.length > 0 && state.G.text !== last) {
            // It is told of a state more than once.
            last = state.G.text;
            setTimeout(() => client.moves.act(state.G.actions[0]!.action));
          }
        };
        client.subscribe(look);
        look();
      });
      const others = client.log.filter(({ action }) => action.payload.playerID === '1' && 'args' in action.payload);
      expect(others.length).toBeGreaterThan(0);
      for (const { action } of others) if (action.payload.args !== undefined) expect(action.payload.args).toBeNull();
    } finally {
      client.stop();
    }
  });

  it.each(['kuhn', 'doomspire'])("a bot's answer depends on nothing that is hidden: %s", async (id) => {
    const host = await hosted(id);
    const { game } = await loadGame(id);
    const { InitializeGame, CreateGameReducer } = framework();
    const specs = host.players.map(({ spec }) => spec).filter((spec) => spec !== 'trained:hard');
    const reduce = CreateGameReducer({ game: host.game });
    const rng = createRng('hidden');
    let [differed, asked] = [0, 0];
    for (let number = 0; number < (id === 'kuhn' ? 6 : 1); number++) {
      const theirs = host.gameOf({ seed: number });
      let match = InitializeGame({ game: theirs, numPlayers: game.players(game.options.parse({})) });
      for (let decisions = 0; match.ctx.gameover === undefined && decisions < 90; decisions++) {
        const playerID = match.ctx.currentPlayer;
        const state = loadedFrom(game, match.G);
        if (id === 'kuhn' || decisions % 9 === 0) {
          state.resample(Number(playerID), rng);
          const position = Buffer.from(state.save()).toString('base64');
          const luck = new SeededChance(`other ${decisions}`, game.streams).save();
          const other = { ...match, G: { ...match.G, secret: { ...match.G.secret, position, luck } } };
          if (position !== match.G.secret.position) differed++;
          for (const spec of specs) {
            asked++;
            const [one, two] = [new (host.botOf(spec))(), new (host.botOf(spec))()];
            const answer = await one.play(match, playerID);
            expect(await two.play(other, playerID), spec).toEqual(answer);
            // As a client of its own it has what it was sent.
            const sent = { ...match, G: theirs.playerView({ G: match.G, playerID }) };
            expect(await two.play(sent, playerID), spec).toEqual(answer);
          }
        }
        const { action } = await new (host.botOf(specs.at(-1) === 'random' ? specs.at(-2) : specs[0]))().play(
          match,
          playerID,
        );
        match = reduce(match, action);
        expect(match.G.actor).not.toBeUndefined();
      }
    }
    expect(differed).toBeGreaterThan(5);
    expect(asked).toBeGreaterThan(20);
  });

  it('refuses illegal moves, those of others, ended turns and undoing', async () => {
    const { game, gameOf } = await hosted('tic-tac-toe');
    const { InitializeGame, CreateGameReducer } = framework();
    const reduce = CreateGameReducer({ game });
    const start = InitializeGame({ game, numPlayers: 2 });
    const move = (type: string, args: unknown[], playerID: string, kind = 'MAKE_MOVE') => ({
      type: kind,
      payload: { type, args, playerID },
    });
    const wrong = [
      ...[[9], [-1], [0.5], ['0'], [], [null], [{}]].map((args) => move('act', args, '0')),
      move('act', [0], '1'),
      ...[
        ...[
          ['setPhase', 'x'],
          ['endGame', { winner: '0' }],
          ['endGame'],
          ['setStage', 'x'],
          ['setActivePlayers', { all: 'x' }],
        ],
        ...[
          ['endTurn', { next: '1' }],
          ['endTurn', { remove: true }],
          ['pass', { remove: true }],
        ],
      ].map(([event, ...args]) => move(String(event), args, '0', 'GAME_EVENT')),
    ];
    const { error } = console;
    console.error = () => {};
    try {
      for (const action of wrong) {
        const after = reduce(start, action);
        expect(after).toMatchObject({ G: start.G, ctx: start.ctx });
      }
      // These end a turn of the framework: the same player is asked the same.
      for (const event of ['endTurn', 'pass', 'endPhase']) {
        const { G, ctx } = reduce(start, move(event, [], '0', 'GAME_EVENT'));
        expect(G).toEqual(start.G);
        expect(ctx).toMatchObject({ currentPlayer: '0', playOrder: ['0', '1'], phase: null, activePlayers: null });
        expect(ctx.gameover).toBeUndefined();
      }
      const once = reduce(start, move('act', [4], '0'));
      expect(once.G).not.toEqual(start.G);
      for (const again of [move('act', [4], '1'), { type: 'UNDO', payload: { playerID: '0' } }])
        expect(reduce(once, again)).toMatchObject({ G: once.G, ctx: once.ctx });
    } finally {
      console.error = error;
    }
    expect(() => InitializeGame({ game, numPlayers: 3 })).toThrow('Tic-tac-toe is for 2 players: numPlayers is 3');
    expect(game.validateSetupData({ seed: 1 }, 2)).toBeUndefined();
    expect(game.validateSetupData({ speed: 1 }, 2)).toBe('setupData.speed: there are options and seed only');
    expect(game.validateSetupData({ options: { size: 4 } }, 2)).toMatch(/tic-tac-toe/);
    expect(game.validateSetupData({ seed: {} }, 2)).toBe('setupData.seed: a text or a number wanted');
    const seeded = [1, 1, 2].map(
      (seed) => InitializeGame({ game: gameOf({ seed }), numPlayers: 2 }).G.secret.luck.seed,
    );
    expect(seeded).toEqual(['1', '1', '2']);
  });

  it('draws its seed from the framework where none is said', async () => {
    const { game } = await hosted('kuhn');
    const { InitializeGame } = framework();
    const begin = (seed: string) => InitializeGame({ game: { ...game, seed }, numPlayers: 2 }).G.secret;
    expect(begin('a')).toEqual(begin('a'));
    expect(begin('a')).not.toEqual(begin('b'));
  });

  it('plays the example of the page, exported by the command', () => {
    const folder = project('bgio-example');
    const run = (...args: string[]) => spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
    try {
      const main = path.join(root, 'dist/cli/main.js');
      const exported = run(main, 'export', 'kuhn', '--format', 'boardgame.io');
      expect(exported.status, exported.stderr).toBe(0);
      expect(exported.stdout).toMatch(/^wrote .*kuhn-boardgame\.io \(\d\.\d\d MiB\)\nimport /);
      const played = run('kuhn.mjs');
      expect(played.stdout, played.stderr).toMatch(/card [JQK][\s\S]*0: pass, 1: bet[\s\S]*\nplaces: \d,\d\n$/);
      expect(played.stderr).toBe('');
      const wrong = run(main, 'export', 'kuhn', '--format', 'boardgame.io', '--lookahead', '8');
      expect([wrong.status, wrong.stderr]).toEqual([
        2,
        expect.stringMatching(/^tabletop: --lookahead applies to the player: .*\n$/),
      ]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('fits the types of the package', async () => {
    await hosted('kuhn');
    const folder = project('bgio-types');
    try {
      writeFileSync(
        path.join(folder, 'use.ts'),
        `import { Client } from 'boardgame.io/client';
         import { Local } from 'boardgame.io/multiplayer';
         import { Simulate } from 'boardgame.io/ai';
         import { InitializeGame } from 'boardgame.io/internal';
         import { botOf, game, gameOf } from ${JSON.stringify(path.join(whole, 'kuhn/index.mjs'))};
         const client = Client({ game: gameOf({ seed: 1 }), numPlayers: 2, playerID: '0', multiplayer: Local({ bots: { 1: botOf() as never } }) });
         client.start();
         const state = client.getState();
         if (state) client.moves.act!(state.G.actions[0]!.action);
         void Simulate({ game, bots: { 0: new (botOf())() as never }, state: InitializeGame({ game }), depth: 10 });`,
      );
      const compilerOptions = {
        ...{ strict: true, noEmit: true, module: 'esnext', moduleResolution: 'bundler', target: 'es2022' },
        ...{ skipLibCheck: true, preserveSymlinks: true, types: [] },
      };
      writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['use.ts'] }));
      const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
      expect(spawnSync(process.execPath, [tsc, '-p', '.'], { cwd: folder, encoding: 'utf8' }).stdout).toBe('');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
