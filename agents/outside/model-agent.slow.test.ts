import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createRng } from '../../env/chance.js';
import { observationSize } from '../../env/game.js';
import { type LoadedGame, loadGame } from '../../env/load-game.js';
import { bytesFields } from '../../env/protobuf.js';
import { TurnEnv } from '../../env/turn-env.js';
import { UserError } from '../../env/user-error.js';
import { exportPolicy } from '../../export/player/index.js';
import { scratch } from '../../test/scratch.js';
import { findOnnx } from '../network/engines/onnx.js';
import { type DataType, OnnxGraph } from '../network/engines/onnx-graph.js';
import { initialWeights } from '../network/network.js';
import { type Advisor, advisedObserver } from '../policy/advice.js';
import { advisorNamed } from '../policy/advisor.js';
import { networkFor, policyFor, savePolicy } from '../policy/policy.js';
import type { NetworkReads } from '../policy/reads.js';
import { loadAgent } from '../spec/load.js';

const folder = scratch('onnx-agent');
const absent = typeof findOnnx() === 'string';
if (absent) console.warn(`skipped: ${findOnnx()}`);

const { game } = await loadGame('tic-tac-toe');
const pig = await loadGame('docs/examples/pig.ts');
const size = observationSize(game);
const bytes = (numbers: number[]) => new Uint8Array(Float32Array.from(numbers).buffer);

interface Shapes {
  observation?: (number | string)[];
  mask?: { type: DataType; dims: (number | string)[] };
  /** Outputs, by name: what each adds to the logits. */
  outputs?: Record<string, number>;
  actions?: number;
  /** More inputs. */
  more?: string[];
}

/** A model whose logits are 0, 1, 2, ... and, where it takes a mask, 100 more for what is legal. @returns its path */
function model(name: string, shapes: Shapes = {}): string {
  const { observation = ['rows', size], mask, outputs = { logits: 0 }, actions = game.actions, more = [] } = shapes;
  const graph = new OnnxGraph(name);
  const x = graph.input('observation', 'float32', observation);
  const flat = graph.op('Reshape', [x, graph.ints([-1, size])]);
  const zeros = graph.tensor('zeros', 'float32', [size, actions], bytes(new Array(size * actions).fill(0)));
  const ramp = graph.tensor('ramp', 'float32', [actions], bytes(Array.from({ length: actions }, (_, i) => i)));
  let logits = graph.op('Add', [graph.op('MatMul', [flat, zeros]), ramp]);
  if (mask) {
    const given = graph.input('mask', mask.type, mask.dims);
    const rows = graph.op('Reshape', [graph.op('Cast', [given], { to: 1 }), graph.ints([-1, actions])]);
    logits = graph.op('Add', [logits, graph.op('Mul', [rows, graph.float(100)])]);
  }
  for (const input of more) graph.input(input, 'float32', [1]);
  for (const [output, shift] of Object.entries(outputs)) {
    graph.op('Add', [logits, graph.float(shift)], {}, output);
    graph.output(output, 'float32', ['rows', actions]);
  }
  const file = path.join(folder, `${name}.onnx`);
  writeFileSync(file, graph.encode());
  return file;
}

/** A position in which the squares 0 and 8 are taken. */
function position(): TurnEnv {
  const env = new TurnEnv(game);
  env.start({ seed: 1 });
  env.play(0);
  env.play(8);
  return env;
}

async function refused(spec: string): Promise<string> {
  const error = await loadAgent(spec, { game }).catch((thrown) => thrown);
  expect(error).toBeInstanceOf(UserError);
  expect(error.message).not.toContain('\n');
  return error.message;
}

describe.skipIf(absent)('a model', () => {
  it.each<[string, Shapes]>([
    ['plain', {}],
    ['one-row', { observation: [1, size] }],
    ['flat', { observation: [size] }],
    ['planes', { observation: ['rows', 1, size] }],
    ['open', { observation: ['rows', 'numbers'] }],
    ['bools', { mask: { type: 'bool', dims: ['rows', game.actions] } }],
    ['floats', { mask: { type: 'float32', dims: [1, game.actions] } }],
    ['longs', { mask: { type: 'int64', dims: [game.actions] } }],
    ['named', { outputs: { values: -1, logits: 0 } }],
    ['policy', { outputs: { a: 7, policy: 0, b: 3 } }],
  ])('%s draws legal actions by its logits', async (name, shapes) => {
    const file = model(name, shapes);
    const env = position();
    const soft = (await loadAgent(`onnx:${file}?temperature=2`, { game }))();
    const given = new Float32Array(game.actions);
    soft.probabilities!(env.view(), given);
    const weights = Array.from(env.mask, (legal, action) => legal * Math.exp(action / 2));
    const sum = weights.reduce((a, b) => a + b, 0);
    weights.forEach((weight, action) => expect(given[action]).toBeCloseTo(weight / sum, 5));
    const draw = (seed: number) => {
      soft.reset(seed);
      return Array.from({ length: 20 }, () => soft.act(env.view()));
    };
    expect(draw(3)).toEqual(draw(3));
    expect(new Set(draw(3)).size).toBeGreaterThan(1);
  });

  it('takes the likeliest legal action, where that is asked for', async () => {
    const spec = `onnx:${model('likeliest')}?argmax`;
    const agent = (await loadAgent(spec, { game }))();
    agent.reset(1);
    expect(agent.name).toBe(spec);
    expect(agent.act(position().view())).toBe(7);
  });

  describe('that we exported', () => {
    interface AgreeSettings {
      opset?: number | undefined;
      advisor?: Advisor;
      features?: string[];
      reads?: NetworkReads;
    }

    /** Exports a policy with random weights, and compares both in a position. */
    async function agree(pack: LoadedGame, settings: AgreeSettings) {
      const { opset, advisor, features = [], reads } = settings;
      const observer = advisedObserver(pack.game, advisor, features);
      const shape = networkFor(pack.game, [8], 'relu', features.length > 0 ? 6 : 0, observer, reads);
      const weights = Object.fromEntries(
        Object.entries(initialWeights(shape, createRng(1))).map(([name, values]) => [
          name,
          values.map((value, i) => value + Math.sin(i) / 4),
        ]),
      );
      const checkpoint = path.join(folder, 'policy.tgym');
      savePolicy(checkpoint, policyFor(pack.game, shape, weights, { advisor }));
      const out = path.join(folder, `exported-${opset}.onnx`);
      await exportPolicy({ policy: checkpoint, game: pack.module, format: 'onnx', out, weights: 'float32', opset });
      const env = new TurnEnv(pack.game);
      env.start({ seed: 1 });
      for (let played = 0; played < 2; played++) env.play(env.mask.indexOf(1));
      const [ours, theirs] = [new Float32Array(pack.game.actions), new Float32Array(pack.game.actions)];
      (await loadAgent(`policy:${checkpoint}`, pack))().probabilities!(env.view(), ours);
      (await loadAgent(`onnx:${out}`, pack))().probabilities!(env.view(), theirs);
      ours.forEach((p, action) => expect(theirs[action]).toBeCloseTo(p, 5));
      expect(new Set(ours).size).toBeGreaterThan(2);
      return out;
    }

    it.each([undefined, 9, 10, 11, 12, 13, 15, 17])('plays as its policy does, in opset %s', async (opset) => {
      const file = await agree(await loadGame('tic-tac-toe'), { opset });
      const [declared] = bytesFields(readFileSync(file), 8);
      expect(declared!.at(-1)).toBe(opset ?? 15);
      const planes = { pieces: ['mine'], filters: 3, blocks: 1 };
      const reads = { planes, entities: { pieces: ['theirs'], layers: [4], attention: { heads: 2, blocks: 1 } } };
      await agree(await loadGame('tic-tac-toe'), { opset, reads });
      await agree(pig, { opset, advisor: advisorNamed('scripted:bold', pig), features: ['game', 'choice'] });
    });

    it('is refused for another game', async () => {
      const file = await agree(await loadGame('tic-tac-toe'), {});
      const { game } = await loadGame('kuhn');
      await expect(loadAgent(`onnx:${file}`, { game })).rejects.toThrow(
        /^agent onnx:.*: it plays tic-tac-toe, not kuhn$/,
      );
    });
  });

  it.each<[string, string, string]>([
    ['by names, whatever their order', 'action_mask', 'obs'],
    ['by one name', 'legal_actions', 'q'],
    ['by sizes', 'p', 'q'],
  ])('tells its inputs apart %s', async (name, mask, observation) => {
    const graph = new OnnxGraph('order');
    const given = graph.input(mask, 'float32', ['rows', game.actions]);
    const x = graph.input(observation, 'float32', ['rows', size]);
    const zeros = graph.tensor('zeros', 'float32', [size, game.actions], bytes(new Array(size * game.actions).fill(0)));
    const ramp = graph.tensor(
      'ramp',
      'float32',
      [game.actions],
      bytes(Array.from({ length: game.actions }, (_, i) => -i)),
    );
    const logits = graph.op('Add', [graph.op('MatMul', [x, zeros]), ramp]);
    graph.op('Add', [logits, graph.op('Mul', [given, graph.float(100)])], {}, 'logits');
    graph.output('logits', 'float32', ['rows', game.actions]);
    const file = path.join(folder, `order-${name.split(' ')[1]}.onnx`);
    writeFileSync(file, graph.encode());
    expect((await loadAgent(`onnx:${file}?argmax`, { game }))().act(position().view())).toBe(1);
  });

  it('that does not fit is refused before a game, in one line', async () => {
    const spec = (name: string, shapes?: Shapes) => `onnx:${model(name, shapes)}`;
    expect(await refused('onnx:')).toBe('agent onnx: needs the path of an ONNX model: onnx:<model.onnx>');
    expect(await refused('onnx:no/such.onnx')).toMatch(/there is no model file no\/such.onnx: check the path$/);
    expect(await refused(`${spec('both')}?argmax&temperature=1`)).toMatch(/exclude each other$/);
    const rubbish = path.join(folder, 'rubbish.onnx');
    writeFileSync(rubbish, 'not a model');
    expect(await refused(`onnx:${rubbish}`)).toMatch(/^agent onnx:.*rubbish.onnx: ./);
    expect(await refused(spec('narrow', { observation: ['rows', size - 1] }))).toMatch(
      new RegExp(
        `the observation \\(input observation\\) has the shape \\[rows, ${size - 1}\\], wanted ${size} numbers$`,
      ),
    );
    expect(await refused(spec('small', { mask: { type: 'bool', dims: ['rows', 3] } }))).toMatch(
      /the mask \(input mask\) has the shape \[rows, 3\], wanted 9 numbers$/,
    );
    expect(await refused(spec('half', { mask: { type: 'float16', dims: ['rows', 9] } }))).toMatch(
      /has the type float16/,
    );
    expect(await refused(spec('short', { actions: 4 }))).toMatch(
      /no output has 9 numbers, one for each action; it has logits float32 \[1, 4\]$/,
    );
    expect(await refused(spec('many', { more: ['a', 'b'] }))).toMatch(
      /it has 3 inputs \(observation, a, b\), wanted 1 to 2: the observation, the mask$/,
    );
  });

  it('that gives no numbers fails with one line', async () => {
    const agent = (await loadAgent(`onnx:${model('nan', { outputs: { logits: Number.NaN } })}`, { game }))();
    expect(() => agent.act(position().view())).toThrow(/a logit is not a finite number$/);
  });

  it('is measured like everybody else, with threads as without', () => {
    const main = path.join(fileURLToPath(new URL('../..', import.meta.url)), 'dist/cli/main.js');
    const run = (workers: string) => {
      const args = [
        'evaluate',
        `onnx:${model('run')}`,
        '--game',
        game.id,
        '--blocks',
        '5',
        '--workers',
        workers,
        '--json',
      ];
      const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], { encoding: 'utf8' });
      expect(status, stderr).toBe(0);
      return { ...JSON.parse(stdout), effort: 0 };
    };
    expect(run('2')).toEqual(run('0'));
  });
});
