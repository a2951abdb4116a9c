/** `tabletop migrate`: policies and players of an older version of a game say the same in the new one. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { planBots } from '../../agents/bots/plan-bot.js';
import { planShape } from '../../agents/bots/tuning.js';
import { headOf, type NetworkShape, type Weights, weightShapes } from '../../agents/network/network.js';
import { type StoredNetwork, storedTensors } from '../../agents/network/stored-network.js';
import type { PlayerModule } from '../../agents/player-file/player-module.js';
import { advisedObserver, policyObserver } from '../../agents/policy/advice.js';
import { advisorNamed } from '../../agents/policy/advisor.js';
import { migratePolicy } from '../../agents/policy/migrate.js';
import { plannedBy } from '../../agents/policy/planned.js';
import { loadPolicy, networkFor, packPolicy, policyFor, savePolicy } from '../../agents/policy/policy.js';
import { writeCheckpoint } from '../../checkpoints/format.js';
import { packTensor, type Tensor } from '../../checkpoints/tensor.js';
import { createRng } from '../../env/chance.js';
import type { Game } from '../../env/game.js';
import { gameObserver } from '../../env/observer.js';
import { exportNetwork } from '../../export/network/export-network.js';
import { migrate } from '../../export/player/index.js';
import { runProvenance } from '../../export/player/provenance.js';
import { loadGame } from '../../games/index.js';
import { second } from './claims.js';

const [module1, module2] = ['claims-1', 'claims-2'].map((name) =>
  fileURLToPath(new URL(`${name}.ts`, import.meta.url)),
) as [string, string];
const { game: first, bots } = await loadGame(module1);
const { game: now } = await loadGame(module2);

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'migrate-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const at = (name: string) => path.join(folder, name);

/** Numbers everywhere: nothing is equal by accident. */
function someWeights(shape: NetworkShape, seed = 'weights'): Weights {
  const rng = createRng(seed);
  return Object.fromEntries(
    weightShapes(shape).map(({ name, shape: dims }) => [
      name,
      Float32Array.from({ length: dims.reduce((a, b) => a * b, 1) }, () => rng.uniform() - 0.5),
    ]),
  );
}

const advisor = advisorNamed('scripted:greedy', first, bots);
const networks: [string, NetworkShape, typeof advisor | undefined][] = [
  ['a trunk', networkFor(first, [8, 6]), undefined],
  ['no trunk: heads read the observation', networkFor(first, []), undefined],
  ['a board', networkFor(first, [8], 'tanh', 5, advisedObserver(first, undefined, ['board'])), undefined],
  [
    'a normalised piece',
    networkFor(first, [8], 'relu', 0, gameObserver(first), { pieces: ['moves'], clip: 2 }),
    undefined,
  ],
  ['all normalised', networkFor(first, [8], 'relu', 0, gameObserver(first), { pieces: ['all'], clip: 1.5 }), undefined],
  ['an advisor', networkFor(first, [8], 'relu', 0, advisedObserver(first, advisor)), advisor],
  [
    'all features of actions',
    networkFor(first, [8], 'relu', 5, advisedObserver(first, advisor, ['board', 'game', 'choice'])),
    advisor,
  ],
];

describe('a policy', () => {
  it.each(networks)('with %s says the same in the new version', async (name, shape, advised) => {
    const from = at(`${name}.tgym`);
    savePolicy(from, policyFor(first, shape, someWeights(shape), advised));
    const out = at(`${name}-2.tgym`);
    const result = await migrate({ policy: from, out, game: module2 });
    expect(result).toMatchObject({
      kind: 'policy',
      from: '1',
      to: '2',
      added: [
        { piece: 'moves', numbers: 1 },
        { piece: 'rich', numbers: 9 },
        { piece: 'purses', numbers: 2 },
      ],
      gone: [
        { piece: 'purses', numbers: 2 },
        { piece: 'spare', numbers: 2 },
      ],
    });
    expect(result.checked.positions).toBeGreaterThan(10);
    const policy = loadPolicy(out, now, bots);
    const fresh = networkFor(
      now,
      shape.trunk,
      shape.activation,
      headOf(shape, 'policy').actions ?? 0,
      policyObserver(now, shape, advised),
    );
    expect(policy.shape.heads).toEqual(fresh.heads);
    expect(policy.shape.actions).toEqual(fresh.actions);
    expect(policy.shape.inputs).toBe(fresh.inputs);
    expect(runProvenance(out)).toEqual({ migrated: [{ from: '1', to: '2' }] });
    await expect(migrate({ policy: out, out, game: module2 })).rejects.toThrow(
      /-2\.tgym: this policy is of claims version 2 already, there is nothing to migrate$/,
    );
  });

  it('normalises the pieces that were normalised, and new ones where all were', async () => {
    const pieces = (name: string) => loadPolicy(at(name), now).shape.normalise!.pieces.map((piece) => piece.name);
    expect(pieces('a normalised piece-2.tgym')).toEqual(['moves']);
    expect(pieces('all normalised-2.tgym')).toEqual(now.observation.map(({ name }) => name));
  });

  const shape = networkFor(first, [8]);
  const policy = policyFor(first, shape, someWeights(shape));
  const changed = (fields: Partial<Game>) => ({ ...now, ...fields }) as Game;
  const migrations = now.migrations!['1']!;
  it.each([
    ['another game', changed({ id: 'other' }), /plays claims, not other/],
    ['other actions', changed({ actions: 8 }), /knows 9 actions, claims has 8: it cannot be carried over/],
    ['other seats', changed({ seats: { min: 2, max: 3 } }), /knows 2 values, claims has 3: it cannot/],
    ['no declaration', second as unknown as Game, /piece moves is 2 now, moves was 1: .*\(migrations.1 of claims\)/],
  ])('is refused for %s', (_, game, message) => {
    expect(() => migratePolicy(policy, game, bots, 'p.tgym')).toThrow(message);
  });

  it('is refused where a plane of its board is taken apart', () => {
    const board = networkFor(first, [8], 'relu', 4, advisedObserver(first, undefined, ['board']));
    const numbers = [...Array(8).keys(), -1];
    const game = changed({ migrations: { 1: { ...migrations, mine: { numbers } } } });
    expect(() => migratePolicy(policyFor(first, board, someWeights(board)), game, bots, 'p.tgym')).toThrow(
      /^p\.tgym: the plane of its board at number 2 is not one that it looked at, nor a new one$/,
    );
  });

  it('is refused where its board, or a plane of it, is gone', () => {
    const board = networkFor(first, [8], 'relu', 4, advisedObserver(first, undefined, ['board']));
    const move = (fields: Partial<Game>) => () =>
      migratePolicy(policyFor(first, board, someWeights(board)), changed(fields), bots, 'p.tgym');
    expect(move({ board: { ...now.board!, planes: ['mine', 'rich', 'coins'] } })).toThrow(
      'p.tgym: it looks at 3 planes of a board, of which 2 are there now',
    );
    expect(move({ board: undefined as unknown as NonNullable<Game['board']> })).toThrow(
      'p.tgym: it looks at a board, which is not there any more',
    );
  });

  it('that was trained with a board head says the same with features of actions, in both versions', async () => {
    // The planes are the first three pieces of the observation.
    const board = { name: 'board' as const, squares: 9, planes: [0, 9, 18], output: 0, width: 5 };
    const plain = networkFor(first, [8]);
    const network: StoredNetwork = {
      ...plain,
      heads: plain.heads.map((head, i) => (i === 0 ? { ...head, board } : head)),
    };
    const rng = createRng('board');
    const held = storedTensors(network).map(({ name, shape: dims }): [string, Tensor] => {
      const size = dims.reduce((a, b) => a * b, 1);
      return [
        name,
        packTensor(
          Float32Array.from({ length: size }, () => rng.uniform() - 0.5),
          dims,
        ),
      ];
    });
    const stored = {
      ...packPolicy(policyFor(first, plain, someWeights(plain))),
      network,
      weights: Object.fromEntries(held),
    };
    const from = at('board-head.tgym');
    writeCheckpoint(from, { policy: stored });
    const policy = loadPolicy(from, first, bots);
    const features = networkFor(first, [8], 'relu', 5, advisedObserver(first, undefined, ['board']));
    expect(policy.shape).toEqual(features);
    // Saved again it is a file of today.
    savePolicy(at('again.tgym'), policy);
    expect(loadPolicy(at('again.tgym'), first, bots)).toEqual(policy);
    const result = await migrate({ policy: from, out: at('board-head-2.tgym'), game: module2 });
    expect(result.checked.positions).toBeGreaterThan(10);
    expect(loadPolicy(at('board-head-2.tgym'), now, bots).shape.actions).toEqual([{ name: 'board', size: 5 }]);
    const lacking = { ...stored, weights: Object.fromEntries(held.filter(([name]) => name !== 'board.out')) };
    writeCheckpoint(from, { policy: lacking });
    expect(() => loadPolicy(from, first, bots)).toThrow(/tensor board\.out is missing; the policy cannot be used/);
    writeCheckpoint(from, {
      policy: { ...lacking, weights: { ...stored.weights, 'policy.actions.out': held[0]![1] } },
    });
    expect(() => loadPolicy(from, first, bots)).toThrow(/tensor policy\.actions\.out does not belong to this network/);
  });

  it('is refused where a shifted number is split so that both halves count', () => {
    const input = networkFor(first, [8], 'relu', 0, gameObserver(first), { pieces: ['moves'], clip: 2 });
    const game = changed({ migrations: { 1: { ...migrations, moves: { numbers: [0, 0] } } } });
    expect(() => migratePolicy(policyFor(first, input, someWeights(input)), game, bots, 'p.tgym')).toThrow(
      /carried over it would not say the same: outputs differ by up to/,
    );
  });
});

describe('a tuned bot', () => {
  const tunedBots = (weights: Record<string, number>, names: string[]) =>
    planBots({
      plans: { p: { plan: 'test', weights } },
      planner: () => ({ choose: () => 0 }),
      features: { names, write: () => {} },
    });
  const planOf = (made: ReturnType<typeof tunedBots>) => plannedBy('scripted:p', first, made);
  const before = tunedBots({ coins: 2, late: 1 }, ['round', 'lead']);
  const shape = planShape(2, 2, [3]);
  const policy = policyFor(first, shape, someWeights(shape), undefined, undefined, planOf(before));
  const move = (after: ReturnType<typeof tunedBots>) =>
    migratePolicy({ ...policy, plan: { ...policy.plan!, tuning: planOf(after).tuning } }, now, {}, 'p.tgym');

  it('keeps its weights by name; new ones are as the bot has them', () => {
    const made = move(tunedBots({ late: 5, rich: 4, coins: 7 }, ['lead', 'share', 'round']));
    expect(made.added).toEqual([{ piece: 'rich', numbers: 1 }]);
    expect(made.policy.plan!.parameters).toEqual([
      { name: 'late', base: 1, unit: 0.5 },
      { name: 'rich', base: 4, unit: 2 },
      { name: 'coins', base: 2, unit: 1 },
    ]);
    const [was, is] = [policy.weights['plan.bias']!, made.policy.weights['plan.bias']!];
    expect([...is]).toEqual([was[1], 0, was[0]]);
    expect(made.checked.maxError).toBe(0);
    const file = at('plan.tgym');
    savePolicy(file, made.policy);
    expect(() => loadPolicy(file, now, before)).toThrow(
      /with other weights, and it has a weight rich, which the bot has not/,
    );
  });

  it('is refused where a weight or a feature is gone', () => {
    expect(() => move(tunedBots({ coins: 2 }, ['round', 'lead']))).toThrow(
      'p.tgym: it changes the weight late, which scripted:p has no more; train it again',
    );
    expect(() => move(tunedBots({ coins: 2, late: 1 }, ['round']))).toThrow(
      'p.tgym: it depends on the feature lead, which scripted:p has no more; train it again',
    );
  });
});

describe('a player', () => {
  const file = () => at('player.mjs');
  const observer = advisedObserver(first, advisor, ['board', 'choice']);
  const shape = networkFor(first, [8], 'relu', 5, observer, { pieces: ['moves'], clip: 2 });
  const settings = {
    format: 'js' as const,
    temperature: 0.5,
    lookahead: { samples: 8, rounds: 1, margin: 0.03 },
    provenance: { note: 'drawn at random' },
  };
  beforeAll(async () => {
    await exportNetwork(first, module1, shape, someWeights(shape), { ...settings, out: file() }, advisor);
  });

  it('is made anew for the new version, and says the same; what is stated of it stays', async () => {
    const out = at('player-2.mjs');
    const result = await migrate({ policy: file(), out, game: module2 });
    if (result.kind !== 'player') throw new Error('no player');
    expect(result).toMatchObject({ from: '1', to: '2' });
    expect(result.checked.positions).toBeGreaterThan(5);
    // What a dead number added to the bias is rounded to 16 bits.
    expect(result.checked.maxError).toBeLessThan(1e-3);
    expect(result.checked.lost).toBe(0);
    const made = (await import(pathToFileURL(out).href)) as PlayerModule;
    const was = (await import(pathToFileURL(file()).href)) as PlayerModule;
    const { network, observation, parameters, provenance, game, ...meta } = made.meta;
    const { network: n, observation: o, parameters: p, provenance: stated, game: g, ...same } = was.meta;
    expect(meta).toEqual(same);
    expect(game.version).toBe('2');
    expect(provenance).toEqual({ ...stated, migrated: [{ from: '1', to: '2' }] });
    expect(observation.map(({ name }) => name)).toEqual([...now.observation.map(({ name }) => name), 'advice']);
    expect(made.selfTest().passed).toBe(true);
  });

  it('is made anew for its own version, byte for byte', async () => {
    const out = at('again.mjs');
    const result = await migrate({ policy: file(), out, game: module1 });
    expect(result).toMatchObject({ from: '1', to: '1', added: [], gone: [], checked: { maxError: 0 } });
    expect(readFileSync(out, 'utf8')).toBe(readFileSync(file(), 'utf8'));
  });

  it('is refused where what it sees is not what was declared, and nothing is written', async () => {
    const wrong = at('wrong.ts');
    writeFileSync(
      wrong,
      `import { game as right, bots } from ${JSON.stringify(module2)};
       const { 1: first } = right.migrations;
       export const game = { ...right, migrations: { 1: { ...first, coins: { from: 'mine' }, mine: { from: 'coins' } } } };
       export { bots };`,
    );
    const out = at('wrong.mjs');
    await expect(migrate({ policy: file(), out, game: wrong })).rejects.toThrow(
      /player\.mjs: the new player would see something else on \d+ of \d+ positions; its observation differs in mine, coins$/,
    );
    expect(() => readFileSync(out)).toThrow();
  });

  it('is refused in one line when it is none, or damaged', async () => {
    const none = at('none.mjs');
    writeFileSync(none, 'export const meta = {};\n');
    await expect(migrate({ policy: none, out: at('x.mjs') })).rejects.toThrow(
      `${none} is no exported player: make one with tabletop export --format js`,
    );
    await expect(migrate({ policy: at('absent.mjs'), out: at('x.mjs') })).rejects.toThrow('there is no player file');
    const text = readFileSync(file(), 'utf8');
    const odd = at('odd.mjs');
    writeFileSync(odd, text.replace('observation:[{name:"mine"', 'observation:[{name:"mine",odd:1'));
    await expect(migrate({ policy: odd, out: at('x.mjs'), game: module2 })).rejects.toThrow(
      /odd\.mjs: meta\.observation\.0/,
    );
    const short = at('short.mjs');
    writeFileSync(
      short,
      text.replace('observation:[{name:"mine",shape:[3,3]}', 'observation:[{name:"mine",shape:[3,2]}'),
    );
    await expect(migrate({ policy: short, out: at('x.mjs'), game: module2 })).rejects.toThrow(
      /short\.mjs: the pieces of its observation are not what its network reads/,
    );
  });
});

it('is a command', () => {
  const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
  const run = (...args: string[]) => {
    const made = spawnSync(process.execPath, [main, 'migrate', ...args], { encoding: 'utf8' });
    return { status: made.status, out: made.stdout, err: made.stderr };
  };
  const from = at('a trunk.tgym');
  const out = at('command.tgym');
  const made = run(from, '--out', out, '--game', module2);
  expect(made.err).toBe('');
  expect(made.out).toMatch(
    /^wrote .*command\.tgym, from version 1 to 2\nnew, without influence until it is trained: moves \(1\), rich \(9\), purses \(2\)\ngone, and lost what was learned from it: purses \(2\), spare \(2\)\nequal outputs on \d+ views of recorded positions: largest difference .*\n$/,
  );
  const again = run(out, '--out', out, '--game', module2);
  expect(again).toMatchObject({ status: 2, out: '' });
  expect(again.err).toMatch(/^[^\n]* already, there is nothing to migrate\n$/);
  expect(run(from, '--out', out).err).toMatch(/^[^\n]*a game of a module of its own: name its path with --game\n$/);
});
