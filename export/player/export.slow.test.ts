import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Tensor } from '@tensorflow/tfjs-core';
import { loadLayersModel } from '@tensorflow/tfjs-layers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { plainTfjs } from '../../agents/network/engines/testing/tensorflow.js';
import { Inference } from '../../agents/network/inference.js';
import {
  type ActorCriticSizes,
  actorCriticShape,
  type Head,
  INPUT_FACTOR,
  INPUT_MEAN,
  initialWeights,
  type NetworkShape,
  outputsFor,
  POLICY,
  VALUE,
  type Weights,
} from '../../agents/network/network.js';
import { NormalisedInput } from '../../agents/network/normalised-input.js';
import { filePlayer, loadPlayer } from '../../agents/player-file/file-player.js';
import type { PlayerMatch, PlayerMeta, PlayerModule } from '../../agents/player-file/player-module.js';
import { advisedObserver } from '../../agents/policy/advice.js';
import { advisorNamed } from '../../agents/policy/advisor.js';
import { actorCritic, networkFor, policyFor } from '../../agents/policy/policy.js';
import { lookaheadPolicy, PolicyAgent } from '../../agents/policy/policy-agent.js';
import type { OpponentWeights } from '../../agents/search/opponents.js';
import { opponentBots } from '../../agents/spec/bots.js';
import { game as pig } from '../../docs/examples/pig.js';
import { createRng, SeededChance } from '../../env/chance.js';
import { type Game, observationSize, type State } from '../../env/game.js';
import { loadGame } from '../../env/load-game.js';
import { LiveView } from '../../env/view.js';
import { launchBrowser, missing } from '../../test/web/chromium.js';
import { type ExportResult, exportNetwork } from '../network/export-network.js';
import { readLayersModel } from '../network/layers-reader.js';
import { unpackPolicy } from '../network/msgpack.js';
import { roundWeights } from '../network/network-data.js';
import { onnxModel } from '../network/onnx.js';
import { type LayersModelFiles, layersModel } from '../network/tfjs.js';
import { type Bundler, bundler } from './bundler.js';
import { featuresOfAll, type Recorded, recordGames } from './record.js';
import { ExportMismatch, verifyLayersModel, verifyOnnx, verifyPacked, verifyPlayer } from './verify.js';

const game = pig as unknown as Game;
const pigPath = resolve('docs/examples/pig.ts');
const sizes: ActorCriticSizes = {
  inputs: observationSize(game),
  actions: game.actions,
  values: 4,
  trunk: [32, 24],
  activation: 'tanh',
};
const shape = actorCriticShape(sizes);
/** Bigger heads than training starts with: an almost uniform policy would hide mistakes. */
function bigHeads(shape: NetworkShape): Weights {
  const initial = Object.entries(initialWeights(shape, createRng('export')));
  return Object.fromEntries(initial.map(([name, w]) => [name, /^policy|out$/.test(name) ? w.map((x) => 300 * x) : w]));
}
const weights = bigHeads(shape);
/** Heads that no export knows of: a number, a distribution read from the first layer, and a second choice. */
const furtherHeads: Head[] = [
  { name: 'left', width: 1, loss: 'squared-error' },
  { name: 'place', width: 4, loss: 'cross-entropy', input: 0 },
  { name: 'reply', width: game.actions, loss: 'cross-entropy', masked: true },
];
const folder = mkdtempSync(join(tmpdir(), 'export-'));
const file = join(folder, 'pig.mjs');
let exported: ExportResult;
let player: PlayerModule;

beforeAll(async () => {
  exported = await exportNetwork(game, pigPath, shape, weights, {
    format: 'js',
    out: file,
    options: { players: 3 },
    provenance: { command: 'npm test', decisions: 0 },
  });
  player = await loadPlayer(file, game);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The files say in TensorFlow.js, whose user loads them there, what our own reader takes from them. */
async function expectTensorFlow(files: LayersModelFiles, positions: readonly Recorded[]): Promise<void> {
  const tf = plainTfjs();
  const json = JSON.parse(JSON.stringify(files.model));
  const model = await loadLayersModel({
    load: async () => ({
      modelTopology: json.modelTopology,
      weightSpecs: json.weightsManifest[0].weights,
      // A copy of its own: the memory behind a small Buffer is shared, and its `slice` copies nothing.
      weightData: new Uint8Array(files.weights).buffer,
    }),
  });
  const ours = readLayersModel(files);
  for (const position of positions) {
    const { observation, mask, features } = position;
    const x = tf.tensor2d(observation, [1, observation.length]);
    const size = features ? features.length / mask.reduce((sum, one) => sum + one, 0) : 0;
    const all = features && featuresOfAll([position], size);
    const outputs = model.predict(all ? [x, tf.tensor3d(all, [1, mask.length, size])] : x) as Tensor[];
    const here = all ? ours(observation, all) : ours(observation);
    for (const [i, output] of outputs.entries()) {
      const there = await output.data();
      expect(here[i]!.length).toBe(there.length);
      for (const [j, x] of there.entries()) expect(Math.abs(x - here[i]![j]!)).toBeLessThan(1e-3);
    }
  }
}

/** What is exported for TensorFlow.js, and for ONNX Runtime. */
interface Exported {
  files: LayersModelFiles;
  onnx: Uint8Array;
}

/** Exports a network in every format, each of which agrees with recorded positions. @param rest settings, and the advisor */
async function everyFormat(
  name: string,
  of: Game,
  module: string,
  shape: NetworkShape,
  weights: Weights,
  ...[settings, advisor]: [settings?: { weights: 'float32' }, advisor?: ReturnType<typeof advisorNamed>]
): Promise<Exported> {
  const out = (format: string) => join(folder, `${name}-${format}${format === 'js' ? '.mjs' : ''}`);
  for (const format of ['js', 'msgpack', 'tfjs', 'onnx'] as const) {
    const how = { format, out: out(format), ...settings };
    const result = await exportNetwork(of, module, shape, weights, how, advisor);
    expect(result.checked.positions).toBeGreaterThan(10);
    expect(result.checked.maxError).toBeLessThan(1e-3);
  }
  const read = (file: string) => readFileSync(join(out('tfjs'), file));
  const files = { model: JSON.parse(read('model.json').toString()), weights: new Uint8Array(read('weights.bin')) };
  return { files, onnx: readFileSync(out('onnx')) };
}

/** What was exported is checked against positions of another network, and does not pass. */
async function expectMismatch({ files, onnx }: Exported, shape: NetworkShape, others: Recorded[], what: string) {
  expect(() => verifyLayersModel(files, shape, others), what).toThrow(ExportMismatch);
  await expect(verifyOnnx(onnx, shape, others, 1), what).rejects.toThrow(ExportMismatch);
}

/** Walks games by random moves and shows every position. */
function walk(games: number, look: (state: State) => void): void {
  const mask = new Uint8Array(game.actions);
  for (let g = 0; g < games; g++) {
    const rng = createRng(`walk ${g}`);
    const chance = new SeededChance(g, game.streams);
    const state = game.newState(game.options.parse({ players: 2 + (g % 3) }), chance);
    while (!state.over) {
      look(state);
      const n = state.legal(mask);
      const legal = [...mask.keys()].filter((a) => mask[a]);
      expect(legal.length).toBe(n);
      state.apply(legal[rng.int(n)]!, chance);
    }
    look(state);
  }
}

const json = (value: unknown) => JSON.parse(JSON.stringify(value));

test('the bundler that comes with the package writes the bytes of the native one', async () => {
  const [wasm, native] = await Promise.all([bundler(false), bundler()]);
  expect(wasm).not.toBe(native);
  const bundled = async ({ build }: Bundler) =>
    (await build({ entryPoints: [pigPath], bundle: true, minify: true, format: 'esm', platform: 'node', write: false }))
      .outputFiles[0]!.text;
  expect(await bundled(wasm)).toBe(await bundled(native));
});

describe('the exported file', () => {
  test('is one small module without imports, and nothing else is left in the folder', () => {
    const text = readFileSync(file, 'utf8');
    expect(text).not.toMatch(/\bfrom\s*["']|\bimport\s*["'(]|\brequire\(|["']node:/);
    expect(text).not.toContain(process.cwd());
    expect(exported.files.map(({ bytes }) => bytes)).toEqual(
      ['pig.mjs', 'pig.d.mts'].map((name) => readFileSync(join(folder, name)).length),
    );
    expect(exported.bytes).toBeLessThan(400_000);
    expect(readdirSync(folder).sort()).toEqual(['pig.d.mts', 'pig.mjs']);
    expect(exported.checked.positions).toBeGreaterThan(20);
    expect(exported.checked.maxError).toBeLessThan(1e-6);
    expect(exported.roundingError).toBeGreaterThan(0);
    expect(exported.roundingError).toBeLessThan(0.01);
  });

  test('run by Node it tests itself and says what it is', () => {
    const lines = execFileSync(process.execPath, [file, '--self-test'], { encoding: 'utf8' });
    expect(lines).toMatch(/^self-test passed: \d+ vectors, largest error \d/);
    expect(execFileSync(process.execPath, [file], { encoding: 'utf8' })).toMatch(
      /^A player of Big Pig \(rules version 1\)/,
    );
  });

  test('imported by a program that has a flag of the same name, it does nothing', () => {
    const program = join(folder, 'program.mjs');
    writeFileSync(program, `import { game } from './pig.mjs'; console.log(game.id);`);
    expect(execFileSync(process.execPath, [program, '--self-test'], { encoding: 'utf8' })).toBe('pig\n');
    rmSync(program);
  });

  test.each(['cjs', 'esm'] as const)('in a bundle of format %s it is a part of the program', async (format) => {
    const { build } = await bundler();
    const program = `import { newGame, openWorker } from './pig.mjs';
      console.log(newGame(1).act().text);
      openWorker().catch(({ message }) => console.log(message));`;
    const stdin = { contents: program, resolveDir: folder, sourcefile: 'program.js' };
    const made = await build({ stdin, bundle: true, write: false, format, platform: 'node', logLevel: 'silent' });
    const bundle = join(folder, `bundle.${format === 'cjs' ? 'cjs' : 'mjs'}`);
    writeFileSync(bundle, made.outputFiles[0]!.text);
    const { status, stdout, stderr } = spawnSync(process.execPath, [bundle, '--self-test'], { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(
      /^roll \w+ (die|dice)\nopenWorker: .* part of a bundle: keep the exported file beside the bundle .*\n$/,
    );
    rmSync(bundle);
  });

  test('with one weight changed the self-test fails with exit code 1', async () => {
    const text = readFileSync(file, 'utf8');
    const at = text.indexOf('weights:"') + 'weights:"'.length + 4000;
    const broken = join(folder, 'broken.mjs');
    writeFileSync(broken, `${text.slice(0, at)}PPPP${text.slice(at + 4)}`);
    const { status, stdout } = spawnSync(process.execPath, [broken, '--self-test'], { encoding: 'utf8' });
    expect(status).toBe(1);
    expect(stdout).toMatch(/^self-test failed: .*\n {2}a probability or value differs by/);
    await expect(verifyPlayer(broken)).rejects.toThrow(ExportMismatch);
    rmSync(broken);
  });

  test('says where it comes from', () => {
    expect(player.meta).toMatchObject({
      game: { id: 'pig', version: '1', title: 'Big Pig' },
      network: shape,
      weights: 'float16',
      temperature: 1,
      provenance: { command: 'npm test', decisions: 0 },
    });
    expect(player.game).toMatchObject({ id: 'pig', actions: 3, players: { min: 2, max: 4 } });
  });
});

describe('act', () => {
  test('encoding a view equals observe, bit for bit, and probabilities and values are the network`s', () => {
    const network = new Inference(shape, roundWeights(weights, 'float16'));
    const observation = new Float32Array(shape.inputs);
    const outputs = outputsFor(shape, 1);
    const [logits, values] = [outputs[POLICY]!, outputs[VALUE]!];
    const mask = new Uint8Array(game.actions);
    let compared = 0;
    walk(30, (state) => {
      for (let seat = 0; seat < state.players; seat++) {
        state.observe(seat, observation, 0);
        const view = json(player.viewOf(state, seat));
        expect(new Uint8Array(player.encode(view).buffer)).toEqual(new Uint8Array(observation.buffer));
        network.run(observation, 0, outputs);
        const judged = player.evaluate(view);
        for (let i = 0; i < state.players; i++) expect(judged[(seat + i) % state.players]).toBe(values[i]);
      }
      if (state.over) return;
      const answer = player.act(json(state.view!(state.actor)));
      state.observe(state.actor, observation, 0);
      network.run(observation, 0, outputs);
      state.legal(mask);
      const legal = [...mask.keys()].filter((a) => mask[a]);
      const total = legal.reduce((sum, a) => sum + Math.exp(logits[a]!), 0);
      expect(answer.probabilities.map((choice) => choice.action)).toEqual(legal);
      for (const { action, text, p } of answer.probabilities) {
        expect(p).toBeCloseTo(Math.exp(logits[action]!) / total, 6);
        expect(text).toBe(state.actionText(action));
      }
      expect(answer).toMatchObject({ text: state.actionText(answer.action), ...state.actionJson!(answer.action) });
      compared++;
    });
    expect(compared).toBeGreaterThan(300);
  });

  test('draws with the probabilities it states; the same seed or view gives the same answer', () => {
    const view = position([12, 7], 9);
    const seen = [0, 0, 0];
    for (let i = 0; i < 4000; i++) seen[player.act(view, { seed: i }).action]!++;
    for (const { action, p } of player.act(view).probabilities) expect(seen[action]! / 4000).toBeCloseTo(p, 1);
    expect(player.act(view, { seed: 5 })).toEqual(player.act(view, { seed: '5' }));
    expect(player.act(view)).toEqual(player.act(json(view)));
    expect(player.act(view, { random: () => 0 }).action).toBe(0);
    expect(player.act(view, { random: () => 0.999999 }).action).toBe(2);
  });

  test('difficulty and topK', () => {
    const view = position([12, 7], 9);
    const p = (settings: object) => player.act(view, settings).probabilities.map((choice) => choice.p);
    const full = p({});
    expect(p({ difficulty: 'hard' })).toEqual(full);
    expect(p({ difficulty: 1 })).toEqual(full);
    expect(p({ difficulty: 0.5 })).toEqual(p({ difficulty: 'easy' }));
    for (const difficulty of ['easy', 'medium', 0, 0.3] as const)
      expect(p({ difficulty }).reduce((a, b) => a + b)).toBeCloseTo(1, 12);
    expect(Math.max(...p({ difficulty: 'easy' }))).toBeLessThan(Math.max(...p({ difficulty: 'medium' })));
    expect(Math.max(...p({ difficulty: 'medium' }))).toBeLessThan(Math.max(...full));
    const best = full.indexOf(Math.max(...full));
    expect(p({ topK: 1 })).toEqual(full.map((_, a) => (a === best ? 1 : 0)));
    expect(player.act(view, { topK: 1, seed: 'any' }).action).toBe(best);
    expect(() => player.act(view, { difficulty: 2 })).toThrow('difficulty: easy, medium, hard or a number from 0 to 1');
    expect(() => player.act(view, { difficulty: 'brutal' as 'easy' })).toThrow('not brutal');
    expect(() => player.act(view, { topK: 0 })).toThrow('topK: a whole number from 1 wanted, not 0');
    expect(() => player.act(view, { attention: 0.5 })).toThrow('attention: this player does not look ahead');
  });

  test('a view that is wrong is refused with the path of what is wrong', () => {
    const good = position([12, 7], 9);
    expect(player.validate(good)).toEqual({ valid: true, seat: 0, actor: 0, prompt: 'push', legal: 3, over: false });
    const wrong: [unknown, RegExp][] = [
      [null, /^view: an object wanted, not null$/],
      ['{}', /^view: an object wanted, not string$/],
      [[], /^view: an object wanted, not a list$/],
      [{}, /^view\.game: /],
      [{ ...good, turn: 'many' }, /^view\.turn: /],
      [{ ...good, turn: Number.NaN }, /^view\.turn: NaN is not a JSON number$/],
      [{ ...good, turn: undefined }, /^view\.turn: undefined is not JSON$/],
      [{ ...good, scores: [1, -2, 0, 0] }, /^view\.scores\.1: .*>=0/],
      [{ ...good, scores: Int16Array.of(1, 2) }, /^view\.scores: a typed array is not JSON/],
      [{ ...good, options: { ...good.options, players: 9 } }, /^view\.options\.players: /],
      [{ ...good, cheat: 1 }, /^view: .*cheat/],
      [{ ...good, seat: 2 }, /^view\.seat: there are 2 players$/],
    ];
    for (const [view, message] of wrong) {
      const check = player.validate(view);
      expect(check.valid, JSON.stringify(view)).toBe(false);
      expect(check.valid || check.error).toMatch(message);
      expect(() => player.act(view)).toThrow(message);
    }
    expect(() => player.act({ ...good, seat: 1 })).toThrow('view.seat: this is what seat 1 sees, but seat 0 is to act');
    expect(() => player.act({ ...good, over: true, prompt: null, actor: null, turn: 0 })).toThrow('the game is over');
  });
});

function position(points: number[], turn: number) {
  const options = { players: points.length, target: 50, rounds: 10, askForced: false };
  const scores = [0, 1, 2, 3].map((seat) => points[seat] ?? 0);
  const asked = { prompt: 'push', actor: 0, over: false };
  return { game: 'pig', seat: 0, options, ...asked, starter: 0, up: 0, round: 3, turn, truncated: false, scores };
}

describe('a whole game with the bundled rules', () => {
  const play = (match: PlayerMatch) => {
    while (!match.over) match.play();
    return match;
  };

  test('plays to the end; the same seed gives the same game; another seed another', () => {
    const match = play(player.newGame(7, { players: 3 }));
    expect(match.players).toBe(3);
    expect(match.actor).toBe(-1);
    expect(match.actions()).toEqual([]);
    expect(match.places().slice().sort()[0]).toBe(0);
    expect(match.ending).not.toBe('');
    expect(match.text()).toContain('seat 0 (you)');
    expect(player.validate(match.view())).toMatchObject({ valid: true, over: true, legal: 0 });
    expect(play(player.newGame('7', { players: 3 })).save()).toEqual(match.save());
    expect(play(player.newGame(8, { players: 3 })).save()).not.toEqual(match.save());
  });

  test('is the game of the engine: same seed and actions, same position', () => {
    expect(player.newGame('same').players).toBe(3); // what it was exported for
    const match = play(player.newGame('same', {}));
    const chance = new SeededChance('same', game.streams);
    const state = game.newState(game.options.parse({}), chance);
    for (const action of match.save().actions) state.apply(action, chance);
    expect(match.view(0)).toEqual(state.view!(0));
  });

  test('a person`s move is checked, and a saved game goes on where it was', () => {
    const match = player.newGame(1, { players: 2 });
    expect(match.actions().map((action) => action.text)).toEqual(['roll one die', 'roll two dice']);
    expect(() => match.apply(0)).toThrow(/^action 0 is not legal now \(start, seat \d\): see actions\(\)$/);
    match.apply(1);
    const later = player.resumeGame(json(match.save()));
    expect(later.view()).toEqual(match.view());
    expect(play(later).save()).toEqual(play(match).save());
    expect(() => player.newGame(1).places()).toThrow('the game is not over');
    expect(() => player.newGame(1).apply('0' as never)).toThrow('action 0 is not legal now');
    expect(() => player.newGame({} as never)).toThrow('seed: text or a number wanted, not object');
    expect(() => player.resumeGame(null as never)).toThrow('saved game: an object wanted, not null');
    expect(() => player.resumeGame({ ...match.save(), seed: null as never })).toThrow('saved game: seed: text');
    expect(() => player.resumeGame({ ...match.save(), actions: [0] })).toThrow('saved game: actions.0: action 0');
    expect(() => player.resumeGame({ ...match.save(), game: { id: 'chess', version: '1' } })).toThrow(
      'chess version 1',
    );
    expect(() => player.newGame(1, { players: 9 })).toThrow(/^options\.players: /);
  });
});

describe('as an agent', () => {
  test('plays legal games, alike for the same seed, and states its probabilities', async () => {
    const agent = await filePlayer(file, game);
    expect(agent.name).toBe(`file:${file}`);
    const run = (seed: string) => {
      const view = new LiveView(game);
      const chance = new SeededChance('agent', game.streams);
      const state = game.newState(game.options.parse({ players: 2 }), chance);
      const actions: number[] = [];
      agent.reset(seed);
      const p = new Float32Array(game.actions);
      while (!state.over) {
        view.show(state);
        agent.probabilities!(view, p);
        expect(p.reduce((a, b) => a + b)).toBeCloseTo(1, 5);
        const action = agent.act(view);
        expect(p[action]).toBeGreaterThan(0);
        actions.push(action);
        state.apply(action, chance);
      }
      return actions;
    };
    expect(run('a')).toEqual(run('a'));
    expect(run('a')).not.toEqual(run('b'));
  });

  test('refuses what is no player of this game', async () => {
    const other = join(folder, 'other.mjs');
    writeFileSync(other, 'export const act = 1;');
    await expect(filePlayer(join(folder, 'none.mjs'), game)).rejects.toThrow(/^there is no player file /);
    await expect(filePlayer(other, game)).rejects.toThrow(/is no exported player: make one with/);
    await expect(filePlayer(file, { ...game, version: '2' })).rejects.toThrow(
      /plays pig version 1, but the rules here/,
    );
    await expect(filePlayer(file, { ...game, id: 'chess' })).rejects.toThrow(/plays pig, not chess: name another/);
    rmSync(other);
  });
});

describe('other formats', () => {
  test('msgpack holds the weights and examples that agree with them', async () => {
    for (const stored of ['float16', 'float32'] as const) {
      const out = join(folder, `pig-${stored}.msgpack`);
      const result = await exportNetwork(game, pigPath, shape, weights, { format: 'msgpack', out, weights: stored });
      expect(result.checked.maxError).toBe(0);
      const { policy, weights: read } = unpackPolicy(readFileSync(out));
      expect(read).toEqual(roundWeights(weights, stored));
      expect(policy.tensors.map((tensor) => tensor.name)).toContain('trunk.1.kernel');
      expect(policy.examples).toHaveLength(8);
      expect(policy.observation.map((piece) => piece.name)).toEqual(game.observation.map((piece) => piece.name));
      expect(result.roundingError === 0).toBe(stored === 'float32');
    }
    const bytes = readFileSync(join(folder, 'pig-float32.msgpack'));
    const { positions } = recordGames(game, game.options.parse({ players: 2 }), shape, weights);
    bytes[bytes.indexOf('bytes') + 12]! ^= 0x40;
    expect(() => verifyPacked(bytes, positions)).toThrow(ExportMismatch);
  });

  // With the choice alone all other actions have no features.
  test.each([[['game', 'choice']], [['choice']]])('features of actions are exported too: %s', async (pieces) => {
    const loaded = await loadGame('docs/examples/pig.ts');
    const { module } = loaded;
    const advisor = advisorNamed('scripted:bold', loaded);
    const observer = advisedObserver(game, advisor, pieces);
    const usual = networkFor(game, [8], 'relu', 6, observer);
    const second: Head = { name: 'second', width: game.actions, loss: 'cross-entropy', masked: true, actions: 3 };
    const shape = { ...usual, heads: [...usual.heads, second] };
    const weights = bigHeads(shape);
    const made = await everyFormat('featured', game, module, shape, weights, { weights: 'float32' }, advisor);
    const options = game.options.parse({});
    const { positions } = recordGames(game, options, shape, weights, observer);
    await expectTensorFlow(made.files, positions);
    const packed = unpackPolicy(readFileSync(join(folder, 'featured-msgpack'))).policy;
    expect(packed.features!.map(({ name }) => name)).toEqual(pieces);
    expect(packed.examples[0]!.features!.length).toBeGreaterThan(0);
    // They are looked at: with other weights of the head the checks fail.
    for (const out of ['policy.actions.out', 'second.actions.out']) {
      const other = { ...weights, [out]: weights[out]!.map((x) => x + 1) };
      await expectMismatch(made, shape, recordGames(game, options, shape, other, observer).positions, out);
    }
    // A network is not exported for what shows it something else.
    await expect(
      exportNetwork(game, module, shape, weights, { format: 'onnx', out: join(folder, 'none') }),
    ).rejects.toThrow('train one for these rules');
  });

  test('further heads are exported too, though no export names them', async () => {
    const shape = actorCriticShape(sizes, furtherHeads);
    const weights = bigHeads(shape);
    const made = await everyFormat('heads', game, pigPath, shape, weights, { weights: 'float32' });
    const options = game.options.parse({ players: 2 });
    await expectTensorFlow(made.files, recordGames(game, options, shape, weights).positions);
    // Each of them is looked at: with other weights of one head the check fails.
    for (const { name } of furtherHeads) {
      const other = { ...weights, [`${name}.bias`]: weights[`${name}.bias`]!.map((x) => x + 1) };
      await expectMismatch(made, shape, recordGames(game, options, shape, other).positions, name);
    }
  });

  test('an input that is normalised is exported too', async () => {
    // Numbers that 16 bits cannot hold, and of which 32 bits leave little: in what the input is shifted by they stay whole.
    const path = resolve('training/testing/unscaled-cartpole.ts');
    const { game } = await loadGame(path);
    const [mean, factor] = [Float32Array.of(5012, 2e-5, -2001, 3e-3, 0), Float32Array.of(1 / 400, 1e3, 0.02, 2e3, 1)];
    const shape = networkFor(game, [8], 'tanh', 0, undefined, {
      normalise: { pieces: ['cart and pole'], clip: 1.5 },
    });
    const weights = { ...bigHeads(shape), [INPUT_MEAN]: mean, [INPUT_FACTOR]: factor };
    const made = await everyFormat('normalised', game, path, shape, weights);
    const options = game.options.parse({});
    const rounded = roundWeights(weights, 'float16');
    expect([rounded[INPUT_MEAN], rounded[INPUT_FACTOR]]).toEqual([mean, factor]);
    const { positions } = recordGames(game, options, shape, rounded);
    // It matters in these positions: some numbers are cut off.
    const read = NormalisedInput.of(shape)!;
    expect(positions.some(({ observation }) => read.read(rounded, 1, observation).includes(1.5))).toBe(true);
    const player = await loadPlayer(join(folder, 'normalised-js.mjs'), game);
    expect(player.selfTest()).toMatchObject({ passed: true });
    expect(player.meta.network).toEqual(shape);
    await expectTensorFlow(made.files, positions);
    // Each part of it is looked at: with another one the check fails.
    for (const [name, tensor] of [
      [INPUT_MEAN, mean],
      [INPUT_FACTOR, factor],
    ] as const) {
      const other = { ...rounded, [name]: tensor.map((x) => 1.5 * x) };
      await expectMismatch(made, shape, recordGames(game, options, shape, other).positions, name);
    }
    const wider = { ...shape, normalise: { ...shape.normalise!, clip: 3 } };
    await expectMismatch(made, shape, recordGames(game, options, wider, rounded).positions, 'clip');
  });

  test.each([undefined, { heads: 2, blocks: 2 }])(
    'a board and things that are read apart are exported too: %j',
    async (attention) => {
      const path = resolve('docs/examples/honey-fair.ts');
      const { game } = await loadGame(path);
      const shape = networkFor(game, [8], 'relu', 0, undefined, {
        planes: { pieces: ['jars'], filters: 4, blocks: 1 },
        entities: { pieces: ['hives', 'near'], layers: [6, 4], ...(attention && { attention }) },
      });
      const rng = createRng('encoder');
      const begun = bigHeads(shape);
      const weights = Object.fromEntries(
        Object.entries(begun).map(([name, tensor]) => [name, tensor.map((x) => x + 0.4 * (rng.uniform() - 0.5))]),
      );
      const as = attention ? 'attended' : 'encoded';
      const made = await everyFormat(as, game, path, shape, weights);
      const options = game.options.parse({});
      const rounded = roundWeights(weights, 'float16');
      const { positions } = recordGames(game, options, shape, rounded);
      const player = await loadPlayer(join(folder, `${as}-js.mjs`), game);
      expect(player.selfTest()).toMatchObject({ passed: true });
      expect(player.meta.network).toEqual(shape);
      await expectTensorFlow(made.files, positions);
      // Each part of it is looked at: with another one the check fails.
      const parts = attention
        ? ['query', 'key', 'value', 'output'].map((part, i) => `entities.${i % 2}.attention.${i >> 1}.${part}`)
        : ['planes.0.kernel', 'planes.2.bias', 'entities.0.1.kernel', 'entities.1.0.bias'];
      for (const name of parts) {
        const other = { ...rounded, [name]: rounded[name]!.map((x) => x + 0.5) };
        await expectMismatch(made, shape, recordGames(game, options, shape, other).positions, name);
      }
    },
  );

  test('tfjs is loaded from disk by TensorFlow.js and predicts the same', async () => {
    for (const stored of ['float16', 'float32'] as const) {
      const out = join(folder, `pig-tfjs-${stored}`);
      const result = await exportNetwork(game, pigPath, shape, weights, { format: 'tfjs', out, weights: stored });
      expect(readdirSync(out).sort()).toEqual(['model.json', 'weights.bin']);
      expect(result.checked.maxError).toBeLessThan(1e-3);
      const model = JSON.parse(readFileSync(join(out, 'model.json'), 'utf8'));
      const files = { model, weights: new Uint8Array(readFileSync(join(out, 'weights.bin'))) };
      const options = game.options.parse({ players: 2 });
      const { positions } = recordGames(game, options, shape, roundWeights(weights, stored));
      await expectTensorFlow(files, positions);
      expect(verifyLayersModel(files, shape, positions).maxError).toBeLessThan(1e-3);
      const wrong = layersModel(model.userDefinedMetadata, initialWeights(shape, createRng('other')));
      expect(() => verifyLayersModel(wrong, shape, positions)).toThrow(ExportMismatch);
      const short = { ...files, weights: files.weights.subarray(1) };
      expect(() => verifyLayersModel(short, shape, positions)).toThrow(RangeError);
    }
  });

  test('onnx is read by ONNX Runtime, masks, temperature and provenance included', async () => {
    const options = game.options.parse({ players: 2 });
    for (const stored of ['float16', 'float32'] as const) {
      const out = join(folder, `pig-${stored}.onnx`);
      const settings = { format: 'onnx', out, weights: stored, temperature: 0.5, provenance: { seed: 'Ä' } } as const;
      const result = await exportNetwork(game, pigPath, shape, weights, settings);
      expect(result.checked.maxError).toBeLessThan(1e-3);
      expect(result.checked.positions).toBeGreaterThan(10);
      const bytes = readFileSync(out);
      expect(result.bytes).toBe(bytes.length);
      expect(bytes.includes('{"seed":"Ä","training":{"scriptedPlayerInside":null,"search":null}}')).toBe(true);
      expect(bytes.includes('{"id":"pig","version":"1","title":"Big Pig"}')).toBe(true);
      for (const { name } of game.observation) expect(bytes.includes(`{"name":"${name}"`)).toBe(true);

      const { positions } = recordGames(game, options, shape, roundWeights(weights, stored));
      expect((await verifyOnnx(bytes, shape, positions, 0.5)).positions).toBe(positions.length);
      // The check looks at probabilities, illegal actions and weights.
      await expect(verifyOnnx(bytes, shape, positions, 1)).rejects.toThrow(ExportMismatch);
      const blind = positions.map((position) => ({ ...position, mask: position.mask.map(() => 1) }));
      const network = new Inference(shape, roundWeights(weights, stored));
      for (const { observation, outputs } of blind) network.run(observation, 0, outputs);
      expect((await verifyOnnx(bytes, shape, blind, 0.5)).positions).toBe(positions.length);
      const meta = { network: shape, weights: stored, temperature: 0.5 } as unknown as PlayerMeta;
      const wrong = onnxModel(game, meta, initialWeights(shape, createRng('other')));
      await expect(verifyOnnx(wrong, shape, positions, 0.5)).rejects.toThrow(ExportMismatch);
    }
    const [half, full] = ['float16', 'float32'].map((stored) => readFileSync(join(folder, `pig-${stored}.onnx`)));
    expect(half!.length).toBeLessThan(0.7 * full!.length);
  });

  test.each([
    ['of our own', 'tic-tac-toe'],
    ['with bots of its own', 'docs/examples/pig.ts'],
  ])('a policy with an advisor: a game %s', async (_, name) => {
    const loaded = await loadGame(name);
    const { game, module } = loaded;
    const advisor = advisorNamed(name === 'tic-tac-toe' ? 'scripted:simple' : 'scripted:bold', loaded);
    const observer = advisedObserver(game, advisor);
    const shape = networkFor(game, [8], 'relu', 0, observer);
    // A module is imported once under each name.
    const out = join(folder, `${game.id}-advised.mjs`);
    // The recorded positions hold the advice, so the self-test finds a file whose advisor thinks otherwise.
    const result = await exportNetwork(game, module, shape, bigHeads(shape), { format: 'js', out }, advisor);
    expect(result.checked.positions).toBeGreaterThan(10);
    const player = await loadPlayer(out, game);
    expect(player.meta.advisor).toBe(advisor.spec);
    const chance = new SeededChance('advised', game.streams);
    const state = game.newState(game.options.parse({}), chance);
    const observation = new Float32Array(observer.size);
    observer.write(state, state.actor, observation, 0);
    expect(player.encode(json(state.view!(state.actor)))).toEqual(observation);
    expect(observation.subarray(-game.actions).includes(1)).toBe(true);
    await exportNetwork(
      game,
      module,
      shape,
      bigHeads(shape),
      { format: 'msgpack', out: join(folder, 'a.msgpack') },
      advisor,
    );
    expect(unpackPolicy(readFileSync(join(folder, 'a.msgpack'))).policy.observation.at(-1)!.name).toBe('advice');
  });

  test.each<[string, { opponents?: OpponentWeights }]>([
    ['as its advisor plays on', {}],
    ['against a bot of its own', { opponents: { perfect: 1 } }],
  ])('a player that looks ahead, %s', async (_, rivals) => {
    const loaded = await loadGame('tic-tac-toe');
    const { game, module } = loaded;
    const advisor = advisorNamed('scripted:simple', loaded);
    const observer = advisedObserver(game, advisor);
    const shape = networkFor(game, [8], 'relu', 0, observer);
    const weights = bigHeads(shape);
    const out = join(folder, rivals.opponents ? 'against.mjs' : 'ahead.mjs');
    const lookahead = { samples: 4, rounds: 2, margin: 0, ...rivals };
    const named = rivals.opponents && opponentBots(rivals.opponents, 'here', loaded);
    const settings = { format: 'js', out, lookahead, weights: 'float32' } as const;
    await exportNetwork(game, module, shape, weights, settings, advisor, named);
    const player = await loadPlayer(out, game);
    expect(player.meta.lookahead).toEqual(lookahead);
    expect(player.selfTest().passed).toBe(true);
    // The same choices as the agent of that name makes; tic-tac-toe has no luck, so seeds do not matter.
    const policy = policyFor(game, shape, roundWeights(weights, 'float32'), { advisor });
    const make = () => actorCritic(game, policy);
    const agent = lookaheadPolicy(make, advisor, { ...lookahead, name: 'ahead' }, named);
    const plain = new PolicyAgent(make(), { argmax: true });
    let departures = 0;
    for (let i = 0; i < 12; i++) {
      const match = player.newGame(i);
      const chance = new SeededChance(i, game.streams);
      const state = game.newState(game.options.parse({}), chance);
      const view = new LiveView(game);
      const rng = createRng(`deal ${i}`);
      agent.reset(i);
      plain.reset(i);
      while (!state.over) {
        view.show(state);
        const expected = agent.act(view);
        if (expected !== plain.act(view)) departures++;
        const { action, probabilities } = match.act();
        expect(action).toBe(expected);
        expect(probabilities.find((one) => one.action === action)?.p).toBe(1);
        expect(player.act(match.view()).action).toBe(expected);
        // Below full strength and with topK it plays by its policy alone.
        expect(match.act({ topK: 1 }).action).toBe(plain.act(view));
        // Or where its attention wanders.
        expect(() => match.act({ attention: 1.5 })).toThrow('attention: a share from 0 to 1 wanted, not 1.5');
        expect(() => match.act({ attention: 0.5, topK: 1 })).toThrow('give one of them');
        expect(match.act({ attention: 0 })).toEqual(match.act({ topK: 1 }));
        expect(player.act(match.view(), { attention: 0.3, random: () => 0.29 }).simulations).toBeGreaterThan(0);
        expect(player.act(match.view(), { attention: 0.3, random: () => 0.3 }).simulations).toBeUndefined();
        const legal = [...view.mask.keys()].filter((a) => view.mask[a] === 1);
        const next = rng.uniform() < 0.5 ? action : legal[rng.int(legal.length)]!;
        match.apply(next);
        state.apply(next, chance);
      }
    }
    expect(departures).toBeGreaterThan(3);
  });

  test("a player that its advisor's evaluation helps to judge", async () => {
    const loaded = await loadGame('doomspire');
    const { game, module } = loaded;
    const advisor = advisorNamed('scripted:mixed', loaded);
    const shape = networkFor(game, [8], 'relu', 0, advisedObserver(game, advisor));
    const weights = bigHeads(shape);
    const out = join(folder, 'judged.mjs');
    const lookahead = { samples: 8, rounds: 0, margin: 0 };
    const both = { ...lookahead, evaluation: 1 };
    await exportNetwork(
      game,
      module,
      shape,
      weights,
      { format: 'js', out, lookahead: both, weights: 'float32' },
      advisor,
    );
    const player = await loadPlayer(out, game);
    expect(player.meta.lookahead).toEqual(both);
    const policy = policyFor(game, shape, roundWeights(weights, 'float32'), { advisor });
    const make = () => actorCritic(game, policy);
    const agents = [both, lookahead].map((how) => lookaheadPolicy(make, advisor, { ...how, name: 'ahead' }));
    const bot = advisor.create();
    const state = game.newState(game.options.parse({}), new SeededChance(1, game.streams));
    const chance = new SeededChance(1, game.streams);
    const view = new LiveView(game);
    let choices = 0;
    const same = [0, 0];
    while (choices < 60) {
      view.show(state);
      if (view.legal > 1 && ++choices) {
        const { action } = player.act(state.view!(state.actor), { seed: choices });
        agents.forEach((agent, i) => {
          agent.reset(choices);
          if (agent.act(view) === action) same[i]!++;
        });
      }
      state.apply(bot.act(view), chance);
    }
    // What is hidden is drawn anew from a view, so that the luck is not quite the same.
    expect(same[0]).toBeGreaterThan(48);
    expect(same[1]).toBeLessThan(42);
  });

  test('mistakes are one clear line', async () => {
    const run = (settings: object, g = game, path = pigPath) =>
      exportNetwork(g, path, shape, weights, { format: 'js', out: file, ...settings });
    await expect(run({ format: 'pdf' })).rejects.toThrow(
      'unknown export format pdf: use one of js, msgpack, tfjs, onnx',
    );
    await expect(run({ out: join(folder, 'pig.txt') })).rejects.toThrow('name it like player.mjs');
    const ahead = { samples: 16, rounds: 2, margin: 0.1 };
    await expect(run({ format: 'onnx', out: join(folder, 'a.onnx'), lookahead: ahead })).rejects.toThrow(
      'use format js',
    );
    await expect(run({ lookahead: { ...ahead, samples: 3 } })).rejects.toThrow('at least 4 samples');
    await expect(run({ lookahead: { ...ahead, rounds: 0.5 } })).rejects.toThrow('rounds 0.5: a whole number');
    await expect(run({ lookahead: { ...ahead, margin: -1 } })).rejects.toThrow('margin -1: at least 0');
    await expect(run({ lookahead: { ...ahead, evaluation: 2 } })).rejects.toThrow('evaluation 2: a share from 0 to 1');
    await expect(run({ lookahead: { ...ahead, evaluation: 0.5 } })).rejects.toThrow(
      'evaluation 0.5: without an advisor this policy has no evaluation of positions',
    );
    await expect(run({ temperature: 0 })).rejects.toThrow('temperature is 0, wanted a number above 0');
    await expect(run({ options: { players: 9 } })).rejects.toThrow('option players of pig');
    await expect(run({}, { ...game, actions: 4 })).rejects.toThrow('pig version 1 has 19 and 4');
    const { parseView: _, ...blind } = game;
    await expect(run({}, blind)).rejects.toThrow('pig has no Game.parseView, which a player file needs');
    const nodeish = join(folder, 'nodeish.ts');
    writeFileSync(
      nodeish,
      `import { readFileSync } from 'node:fs';
       export { game } from ${JSON.stringify(pigPath)};
       export const rules = readFileSync('rules.txt');`,
    );
    await expect(run({}, game, nodeish)).rejects.toThrow(/nodeish\.ts uses node:fs, which browsers do not have/);
    expect(readdirSync(folder).filter((name) => name.includes('.tmp'))).toEqual([]);
  });
});

describe.skipIf(missing)('in a browser', () => {
  test('imported from a server, and pasted into a page that was opened as a file', async () => {
    const browser = await launchBrowser();
    const script = `
      const match = player.newGame(11, { players: 3 });
      while (!match.over) match.play();
      const worker = await player.openWorker().catch(() => undefined);
      const asked = ${JSON.stringify(position([12, 7], 9))};
      const timed = await worker?.act(asked, { seed: 3, difficulty: 'easy', milliseconds: 10000 });
      worker?.close();
      window.result = { timed, test: player.selfTest(), saved: match.save(), places: match.places(),
        answer: player.act(asked, { seed: 3, difficulty: 'easy' }) };`;
    const server = createServer((request, response) => {
      const module = request.url === '/pig.mjs';
      response.setHeader('content-type', module ? 'text/javascript' : 'text/html');
      response.end(
        module
          ? readFileSync(file)
          : `<!doctype html><script type="module">import * as player from './pig.mjs';${script}</script>`,
      );
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const pasted = join(folder, 'page.html');
    writeFileSync(
      pasted,
      `<!doctype html><meta charset="utf-8"><script type="text/plain" id="player">${readFileSync(file, 'utf8')}</script>
      <script type="module">
        const text = document.getElementById('player').textContent;
        const player = await import(URL.createObjectURL(new Blob([text], { type: 'text/javascript' })));
        ${script}
      </script>`,
    );
    try {
      const match = player.newGame(11, { players: 3 });
      while (!match.over) match.play();
      const { port } = server.address() as AddressInfo;
      for (const address of [`http://127.0.0.1:${port}/`, pathToFileURL(pasted).href]) {
        const page = await browser.newPage();
        const problems: string[] = [];
        page.on('pageerror', (error) => problems.push(error.message));
        page.on('console', (message) => {
          if (message.type() === 'error' && !message.text().includes('404')) problems.push(message.text());
        });
        await page.goto(address);
        await page.waitForFunction('window.result', undefined, { timeout: 10_000 }).catch(() => {});
        const result = (await page.evaluate('window.result')) as Record<string, unknown>;
        expect(problems, address).toEqual([]);
        expect(result.test, address).toMatchObject({ passed: true, vectors: exported.checked.positions });
        expect(result.saved).toEqual(match.save());
        expect(result.places).toEqual(match.places());
        // Browsers start no worker for a page that was opened as a file.
        const server = address.startsWith('http');
        expect(result.timed).toEqual(server ? { ...(result.answer as object), inTime: true } : undefined);
        expect(result.answer).toMatchObject({
          action: player.act(position([12, 7], 9), { seed: 3, difficulty: 'easy' }).action,
        });
        await page.close();
      }
    } finally {
      await browser.close();
      await new Promise((done) => server.close(done));
    }
  });
});
