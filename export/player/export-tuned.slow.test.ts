import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ScriptedPlayer } from '../../agents/bots/scripted-player.js';
import { hasActionValues, SoftmaxAgent } from '../../agents/noisy.js';
import { filePlayer, loadPlayer } from '../../agents/player-file/file-player.js';
import type { PlayerModule } from '../../agents/player-file/player-module.js';
import { insideText } from '../../agents/player-file/provenance.js';
import { loadPolicy, policyPlayer } from '../../agents/policy/policy.js';
import { agentParts, createAgent } from '../../agents/spec/load.js';
import { ladderOf } from '../../agents/testing/ladder-of.js';
import { bots as peakBots, game as peaks } from '../../docs/examples/eleven-peaks.js';
import { SeededChance } from '../../env/chance.js';
import type { Game, State } from '../../env/game.js';
import { loadGame } from '../../env/load-game.js';
import { UserError } from '../../env/user-error.js';
import { LiveView } from '../../env/view.js';
import { scratch } from '../../test/scratch.js';
import { presetConfig } from '../../training/presets/index.js';
import { type ConfigInput, parseConfig } from '../../training/run/config.js';
import { mergeConfig } from '../../training/run/merge-config.js';
import { presetGame } from '../../training/run/preset-game.js';
import { train } from '../../training/run/train.js';
import type { ExportResult } from '../network/export-network.js';
import { decodeWeights, encodeWeights } from '../network/network-data.js';
import { BotChooser } from './bot-chooser.js';
import { exportPolicy } from './index.js';

const folder = scratch('export-tuned');
const inFolder = (name: string) => join(folder, name);

/** A run of one update that moves the weights far. @param game id, or path of its module */
async function evolve(run: string, game: string, agent: string, over: ConfigInput = {}): Promise<void> {
  const preset = presetConfig(presetGame(await loadGame(game)), 'evolution', {}, agent);
  const phases = [
    { algorithm: 'evolution' as const, decisions: 1, pairs: 2, gamesEach: 2, noise: 0.3, learningRate: 0.5 },
  ];
  const quiet = { minutes: 0, workers: 0, evaluation: { every: 0, reportBlocks: 0 }, checkpointEvery: 1000 };
  await train(parseConfig(mergeConfig(preset, { ...quiet, ...over, phases })), { runDir: inFolder(run) });
}

/** Every decision between several actions of a game that `agent` plays. */
function play(
  game: Game,
  options: unknown,
  agent: { act(view: LiveView): number },
  look: (state: State) => void,
): void {
  const view = new LiveView(game);
  const chance = new SeededChance('play', game.streams);
  const state = game.newState(options, chance);
  while (!state.over) {
    view.show(state);
    if (view.legal > 1) look(state);
    state.apply(agent.act(view), chance);
  }
}

const largest = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  Math.max(...Array.from(a, (x, i) => Math.abs(x - b[i]!)));

describe('a bot of ours with trained weights', async () => {
  const knights = await loadGame('fuzzy-knights');
  const { game } = knights;
  const file = inFolder('knights.mjs');
  let exported: ExportResult;
  let player: PlayerModule;

  beforeAll(async () => {
    await evolve('knights', 'fuzzy-knights', 'scripted:marshal');
    exported = await exportPolicy({ policy: inFolder('knights'), format: 'js', out: file });
    player = await loadPlayer(file, game);
  }, 60_000);

  it('is one small file that says what it is', () => {
    const { plan } = loadPolicy(inFolder('knights'), knights);
    expect(exported).toMatchObject({ format: 'js', path: file, checked: { positions: 48 }, roundingError: 0 });
    expect(exported.bytes).toBeLessThan(500_000);
    expect(player.meta).toMatchObject({
      observation: [],
      plan: { bot: 'scripted:marshal', features: plan!.features, parameters: plan!.parameters },
      weights: 'float32',
    });
    const { evolution } = player.meta.provenance.training!;
    expect(evolution).toMatchObject({ of: 'scripted:marshal', games: 8, updates: 1 });
    expect(insideText(player.meta.provenance.training!)).toMatch(
      /^scripted player inside: scripted:marshal; imitation: none; PPO: none; evolution: scripted:marshal, 8 games, [\d,]+ decisions \(1 updates\); search at play time: none$/,
    );
    expect(player.selfTest()).toMatchObject({ passed: true, vectors: 48 });
  });

  it('chooses as the policy, and is an agent', async () => {
    const policy = loadPolicy(inFolder('knights'), knights);
    const exact = policyPlayer(game, policy);
    const agent = await filePlayer(file, game);
    agent.reset('seed');
    const view = new LiveView(game);
    let asked = 0;
    play(game, policy.options, exact, (state) => {
      if (asked++ % 5 > 0) return;
      expect(agent.act(view.show(state))).toBe(exact.act(view));
    });
    expect(asked).toBeGreaterThan(100);
    expect(await agentParts(`file:${file}`, knights)).toEqual([
      { agent: 'scripted:marshal', how: 'its weights were trained from this' },
    ]);
  });

  it('encodes its features, and judges by the evaluation of the game', () => {
    const match = player.newGame('judged');
    for (let i = 0; i < 200; i++) match.play();
    const seen = player.encode(match.view());
    expect(seen.length).toBe(player.meta.plan!.features.length);
    expect(seen.some((x) => x !== 0)).toBe(true);
    const values = player.evaluate(match.view());
    expect(values).toHaveLength(match.players);
    for (const value of values) expect(Math.abs(value)).toBeLessThanOrEqual(1);
    while (!match.over) match.play();
    const won = player.evaluate(match.view(0)).map((value) => value === Math.max(...player.evaluate(match.view(0))));
    expect(won).toEqual(match.places().map((place) => place === 0));
  });

  it('draws softly below full strength, by what it makes of its actions', () => {
    const policy = loadPolicy(inFolder('knights'), knights);
    const bot = policyPlayer(game, policy);
    if (!hasActionValues(bot)) throw new Error('the bot does not weigh');
    const wanted = { easy: 1, medium: 0.5, 0: 2 };
    const soft = new SoftmaxAgent('soft', bot, 1, game.actions);
    const view = new LiveView(game);
    const mistakes = { easy: 0, medium: 0, 0: 0 };
    let asked = 0;
    play(game, policy.options, policyPlayer(game, policy), (state) => {
      if (asked++ % 20 > 0) return;
      const shown = player.viewOf(state);
      const best = player.act(shown);
      const hard = best.probabilities.map(({ p }) => p);
      expect(hard.filter((p) => p !== 0)).toEqual([1]);
      for (const name of ['easy', 'medium', 0] as const) {
        const { probabilities } = player.act(shown, { difficulty: name });
        const { legal, probabilities: drawn } = soft.distribution(view.show(state), wanted[name]);
        expect(probabilities).toHaveLength(legal);
        expect(
          largest(
            probabilities.map(({ p }) => p),
            drawn,
          ),
        ).toBeLessThan(1e-9);
        mistakes[name] += 1 - probabilities.find(({ action }) => action === best.action)!.p;
      }
      const { probabilities } = player.act(shown, { difficulty: 'easy', topK: 1 });
      expect(probabilities.find(({ action }) => action === best.action)!.p).toBe(1);
    });
    expect(mistakes.medium).toBeGreaterThan(0);
    expect(mistakes.easy).toBeGreaterThan(mistakes.medium);
    expect(mistakes[0]).toBeGreaterThan(mistakes.easy);
  });

  it('fails its self-test with other weights or parameters', async () => {
    const text = readFileSync(file, 'utf8');
    const { shape, weights } = loadPolicy(inFolder('knights'), knights);
    const packed = Buffer.from(encodeWeights(shape, weights, 'float32')).toString('base64');
    expect(text.split(packed)).toHaveLength(2);
    const moved = decodeWeights(shape, Buffer.from(packed, 'base64'), 'float32');
    for (const tensor of Object.values(moved)) tensor.forEach((x, i) => (tensor[i] = x + 0.02));
    const { name, base } = player.meta.plan!.parameters[0]!;
    const others = {
      weights: text.replace(packed, Buffer.from(encodeWeights(shape, moved, 'float32')).toString('base64')),
      parameters: text.replace(new RegExp(`\\{name:"${name}",base:[^,]+,`), `{name:"${name}",base:${base + 1},`),
    };
    for (const [what, changed] of Object.entries(others)) {
      expect(changed).not.toBe(text);
      writeFileSync(inFolder(`${what}.mjs`), changed);
      const other = (await import(pathToFileURL(inFolder(`${what}.mjs`)).href)) as PlayerModule;
      expect(other.selfTest()).toMatchObject({ passed: false });
    }
  });

  it('looks ahead, judged by the evaluation of its game', async () => {
    const policy = inFolder('knights');
    const agent = await createAgent(`policy+lookahead:4:${policy}?rounds=1&opponents=captain`, knights);
    agent.reset('ahead');
    const view = new LiveView(game);
    let [asked, others] = [0, 0];
    const exact = policyPlayer(game, loadPolicy(policy, knights));
    play(game, loadPolicy(policy, knights).options, exact, (state) => {
      if (asked++ % 80 > 0) return;
      const action = agent.act(view.show(state));
      expect(view.mask[action]).toBe(1);
      if (action !== exact.act(view)) others++;
    });
    expect(agent.simulations).toBeGreaterThan(0);
    expect(others).toBeGreaterThan(0);
    await expect(createAgent(`policy+lookahead:4:${policy}?evaluation=0.5`, knights)).rejects.toThrow(
      /scripted:marshal with trained weights, judged by its game's evaluation alone; leave out evaluation/,
    );
    await expect(createAgent(`policy+search:4:${policy}`, knights)).rejects.toThrow(/judges no positions/);

    const out = inFolder('ahead.mjs');
    const lookahead = { samples: 4, rounds: 1, margin: 0.05, opponents: { captain: 1 } };
    const { training } = await exportPolicy({ policy, format: 'js', out, lookahead });
    expect(training).toMatchObject({ search: lookahead });
    const ahead = await loadPlayer(out, game);
    const match = ahead.newGame('ahead');
    for (let i = 0; i < 12; i++) match.play({ difficulty: 'medium' });
    expect(ahead.act(match.view()).simulations).toBeGreaterThan(0);
    expect(ahead.act(match.view(), { difficulty: 0.99 }).simulations).toBeUndefined();
  }, 60_000);

  it('is refused in one line where it cannot be done', async () => {
    const policy = inFolder('knights');
    for (const format of ['msgpack', 'tfjs', 'onnx'] as const) {
      const out = inFolder(`no.${format}`);
      await expect(exportPolicy({ policy, format, out })).rejects.toThrow(
        `this policy is scripted:marshal with trained weights, which is code that format ${format} cannot hold: use format js or weights`,
      );
      expect(existsSync(out)).toBe(false);
    }
    const refused: [object, RegExp][] = [
      [{ weights: 'float16' }, /always stored in 32 bits: leave out weights float16/],
      [{ temperature: 0 }, /temperature is 0, wanted a number above 0/],
      [{ out: inFolder('player.txt') }, /a player is a JavaScript module/],
      [{ lookahead: { samples: 8, rounds: 1, margin: 0, evaluation: 0.5 } }, /leave out evaluation/],
      [{ provenance: { training: { scriptedPlayerInside: null } } }, /is null, but "scripted:m/],
    ];
    for (const [settings, words] of refused) {
      const request = { policy, format: 'js' as const, out: inFolder('no.mjs'), ...settings };
      await expect(exportPolicy(request)).rejects.toThrow(UserError);
      await expect(exportPolicy(request)).rejects.toThrow(words);
    }
    expect(existsSync(inFolder('no.mjs'))).toBe(false);
  });

  it('has the levels that were measured', async () => {
    const strengths = ['?difficulty=0', '?difficulty=0.4', '?difficulty=easy', '?topk=1', ''];
    const ladder = ladderOf(
      game,
      strengths.map((how) => `file:old/knights.mjs${how}`),
      (i) => ({ mean: 100 * i, low: 100 * i - 9, high: 100 * i + 9 }),
    );
    const measured = inFolder('ladder.json');
    writeFileSync(measured, JSON.stringify(ladder));
    const out = inFolder('again.mjs');
    await exportPolicy({ policy: inFolder('knights'), format: 'js', out, ladder: measured });
    const again = await loadPlayer(out, game);
    const { ladder: levels, ...rest } = again.meta;
    expect(rest).toEqual(player.meta);
    expect(again.selfTest()).toMatchObject({ passed: true });
    expect(levels?.levels.slice(0, 5).map(({ settings }) => settings)).toEqual([
      { difficulty: 0 },
      { difficulty: 0.4 },
      { difficulty: 'easy' },
      { topK: 1 },
      {},
    ]);
    expect(again.describe().levels).toEqual(levels!.levels);
    expect(again.describe().text).toContain(
      'levels: 1 is rated 0 [-9, 9] above random play, 10 is rated 900 [891, 909]',
    );
    expect(player.describe().levels).toEqual([]);

    const match = again.newGame('levels');
    for (let i = 0; i < 60; i++) match.play({ level: 3 });
    const view = match.view();
    expect(again.legal(view, { level: 2 })).toEqual(again.legal(view, { difficulty: 0.4 }));
    expect(again.act(view, { level: 1, seed: 1 })).toEqual(again.act(view, { difficulty: 0, seed: 1 }));
    expect(again.act(view, { level: 10 })).toEqual(again.act(view));
    for (const level of [0, 11, 2.5, 'two'] as number[])
      expect(() => again.act(view, { level })).toThrow(`level: a whole number from 1 to 10 wanted, not ${level}`);
    expect(() => again.legal(view, { level: 2, topK: 1 })).toThrow('give one of them');
    expect(() => player.act(view, { level: 2 })).toThrow('were not measured; use difficulty');
  }, 180_000);

  it('takes no levels that are not its own', async () => {
    const out = inFolder('no.mjs');
    const policy = inFolder('knights');
    const rating = () => ({ mean: 0, low: 0, high: 0 });
    const refused: [agents: string[], options: object, words: RegExp][] = [
      [['file:a.mjs', 'scripted:marshal'], {}, /level 2 is scripted:marshal, which is not a strength of a player/],
      [['file:a.mjs?level=2'], {}, /level 1 is file:a\.mjs\?level=2/],
      [['file:a.mjs', 'file:b.mjs'], {}, /several players on it \(file:a\.mjs, file:b\.mjs\)/],
      [['player'], { maxDays: 30 }, /measured with other options than the player has \(maxDays\)/],
    ];
    for (const [agents, options, words] of refused) {
      const ladder = inFolder('wrong.json');
      writeFileSync(ladder, JSON.stringify({ ...ladderOf(game, agents, rating), options }));
      await expect(exportPolicy({ policy, format: 'js', out, ladder })).rejects.toThrow(words);
    }
    expect(existsSync(out)).toBe(false);
  });
});

describe('a bot as it is', () => {
  it('becomes a player that chooses as it does, also of other options and with the weights that it came with', async () => {
    const cases = [
      ['doomspire', 'scripted:tuned', { edition: 'airef' }],
      ['crown-of-ash', 'scripted:regent', {}],
    ] as const;
    for (const [id, bot, options] of cases) {
      const loaded = await loadGame(id);
      const { game } = loaded;
      const out = inFolder(`${id}-bot.mjs`);
      const { training } = await exportPolicy({ policy: bot, game: id, options, format: 'js', out });
      expect(insideText(training)).toContain(`scripted player inside: ${bot}; imitation: none; PPO: none;`);
      const player = await loadPlayer(out, game);
      expect(player.meta.options).toMatchObject(options);
      expect(player.selfTest()).toMatchObject({ passed: true });
      const agent = await createAgent(bot, loaded);
      agent.reset('seed');
      const view = new LiveView(game);
      let asked = 0;
      play(game, player.meta.options, agent, (state) => {
        if (asked++ % 25 === 0) expect(player.act(player.viewOf(state)).action).toBe(agent.act(view.show(state)));
      });
      expect(asked).toBeGreaterThan(50);
    }
  }, 60_000);

  it('is refused where it is none, or has no weights', async () => {
    const refused: [object, RegExp][] = [
      [{ policy: 'scripted:mixed' }, /^scripted:mixed: name the game/],
      [{ policy: 'scripted:mixt', game: 'doomspire' }, /no such scripted player, did you mean scripted:mixed\?/],
      [{ policy: 'scripted:nash', game: 'kuhn' }, /holds a bot by its weights, and this one declares none/],
      [{ policy: 'scripted:mixed', game: 'doomspire', options: { edition: 'third' } }, /edition/],
      [{ policy: 'scripted:mixed', game: 'doomspire', format: 'onnx' }, /use format js/],
    ];
    for (const [request, words] of refused) {
      const asked = { format: 'js' as const, policy: '', out: inFolder('none.mjs'), ...request };
      await expect(exportPolicy(asked)).rejects.toThrow(words);
    }
    expect(existsSync(inFolder('none.mjs'))).toBe(false);
  });
});

describe("a bot of a user's own game", () => {
  const game = peaks as unknown as Game;
  const context = { game, bots: peakBots };
  const file = inFolder('peaks.mjs');

  beforeAll(async () => {
    const over = { network: { trunk: [6] } };
    await evolve('peaks', resolve('docs/examples/eleven-peaks.ts'), 'scripted:rule-of-28', over);
  }, 60_000);

  it('plays from one file, and says that it judges nothing', async () => {
    const { checked } = await exportPolicy({ policy: inFolder('peaks'), format: 'js', out: file });
    expect(checked.positions).toBe(48);
    const player = await loadPlayer(file, game);
    const match = player.newGame('peaks');
    while (!match.over) match.play({ difficulty: match.actor === 0 ? 'hard' : 'easy' });
    expect(match.places()).toContain(0);
    expect(() => player.evaluate(player.newGame('peaks').view())).toThrow(
      'evaluate: this player is scripted:rule-of-28 with other weights, and its game has no evaluation of positions',
    );
  });

  it('cannot look ahead without an evaluation', async () => {
    const policy = inFolder('peaks');
    const words = /scripted:rule-of-28 with trained weights, and its game has no evaluation of positions/;
    await expect(createAgent(`policy+lookahead:4:${policy}`, context)).rejects.toThrow(words);
    const lookahead = { samples: 4, rounds: 1, margin: 0.05 };
    await expect(exportPolicy({ policy, format: 'js', out: inFolder('no.mjs'), lookahead })).rejects.toThrow(words);
    const over = { evaluation: { lookahead: 4 } };
    const run = evolve('never', resolve('docs/examples/eleven-peaks.ts'), 'scripted:careful', over);
    await expect(run).rejects.toThrow(/^evaluation\.lookahead: .*scripted:careful .* no evaluation .*; set it to 0$/);
    expect(existsSync(inFolder('never'))).toBe(false);
  });

  it('makes mistakes evenly where it does not say what it makes of its actions', () => {
    const { plan, shape, weights, options } = loadPolicy(inFolder('peaks'), context);
    const { tuning } = plan!;
    const silent = {
      ...tuning,
      create: (...how: Parameters<typeof tuning.create>): ScriptedPlayer => {
        const bot = tuning.create(...how);
        return { name: 'silent', reset: (seed) => bot.reset(seed), act: (view) => bot.act(view) };
      },
    };
    const chooser = new BotChooser(game, silent, { ...plan!, shape, weights }, 'scripted:silent', undefined);
    const mask = new Uint8Array(game.actions);
    let asked = 0;
    play(game, options, peakBots.careful!(), (state) => {
      asked++;
      const n = state.legal(mask);
      const choice = chooser.decide(state, mask).argmax();
      expect(chooser.judge(state, mask).choice).toBe(choice);
      const { probabilities, ids } = chooser.decide(state, mask, 1, 0.5);
      for (let k = 0; k < n; k++) expect(probabilities[k]).toBe((ids[k] === choice ? 0.75 : 0) + 0.25 / n);
    });
    expect(asked).toBeGreaterThan(10);
  });
});
