import { spawnSync } from 'node:child_process';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { advisedObserver } from '../../agents/policy/advice.js';
import { advisorNamed } from '../../agents/policy/advisor.js';
import { RandomAgent } from '../../agents/random.js';
import { Env } from '../../env/env.js';
import { loadGame } from '../../env/load-game.js';
import { TurnEnv } from '../../env/turn-env.js';
import {
  BYTES_FRAME,
  bytesFrame,
  type Frame,
  framesOf,
  HEADER,
  JSON_FRAME,
  jsonFrame,
  NUMBERS_FRAME,
  partsOf,
} from './frames.js';
import { Session } from './session.js';

const arrays = { float64: Float64Array, float32: Float32Array, int32: Int32Array, uint8: Uint8Array } as const;
type Layout = { name: string; type: keyof typeof arrays; shape: number[] }[];
type Opened = { layout: Layout; blockSize: number; observationSize: number; players: number };

/** A game that pays seats on the turns of others. */
const paying = fileURLToPath(new URL('../../test/cases/pay.ts', import.meta.url));

/** One seat is the learner's, the others are played by this agent. */
const against = (agent: string) => ({ opponents: [{ players: [agent] }], rewards: 'learner' });

/** A frame of ours, read as the other side does. */
function read(...parts: Buffer[]): Frame {
  const frame = Buffer.concat(parts);
  expect(frame.readUInt32LE(0)).toBe(frame.length - HEADER);
  return { kind: frame.readUInt32LE(4), body: frame.subarray(HEADER) };
}

/** The other side. */
class Client {
  private readonly session = new Session();
  opened!: Opened;

  async ask(request: unknown): Promise<Record<string, unknown>> {
    const { kind, body } = read(
      ...(await this.session.answer({ kind: JSON_FRAME, body: Buffer.from(JSON.stringify(request)) })),
    );
    expect(kind).toBe(JSON_FRAME);
    return JSON.parse(body.toString());
  }

  async open(request: Record<string, unknown>): Promise<Opened> {
    const { result, error } = await this.ask({ method: 'open', ...request });
    expect(error).toBeUndefined();
    return (this.opened = result as Opened);
  }

  async reset(...seeds: (string | number | null)[]) {
    const body = Buffer.from(JSON.stringify({ method: 'reset', seeds }));
    return this.numbers(await this.session.answer({ kind: JSON_FRAME, body }));
  }

  async step(...actions: number[]) {
    const body = Buffer.from(new Int32Array(actions).buffer);
    return this.numbers(await this.session.answer({ kind: NUMBERS_FRAME, body }));
  }

  /** @returns games in flight, and who plays them */
  async save() {
    const body = Buffer.from(JSON.stringify({ method: 'save' }));
    const answer = read(...(await this.session.answer({ kind: JSON_FRAME, body })));
    if (answer.kind === JSON_FRAME) throw new Error(JSON.parse(answer.body.toString()).error);
    const { json, bytes } = partsOf(answer.body);
    const { sizes, agents } = JSON.parse(json.toString()).result as { sizes: number[]; agents: string[] };
    let at = 0;
    return { agents, games: sizes.map((size) => bytes.subarray(at, (at += size))) };
  }

  async load(games: Buffer[]) {
    return this.numbers(await this.speaking({ method: 'load', sizes: games.map(({ length }) => length) }, games));
  }

  async expand(games: Buffer[], actions: number[], more: Record<string, unknown> = {}) {
    const sizes = games.map(({ length }) => length);
    const answer = read(...(await this.speaking({ method: 'expand', sizes, actions, ...more }, games)));
    if (answer.kind === JSON_FRAME) throw new Error(JSON.parse(answer.body.toString()).error);
    return answer.body;
  }

  private async speaking(request: unknown, bytes: Buffer[]): Promise<Buffer[]> {
    const frame = Buffer.concat(bytesFrame(request, bytes));
    return this.session.answer({ kind: BYTES_FRAME, body: frame.subarray(HEADER) });
  }

  private numbers(parts: Buffer[]): Record<string, number[]> {
    const { kind, body } = read(...parts);
    if (kind === JSON_FRAME) throw new Error(JSON.parse(body.toString()).error);
    const bytes = Uint8Array.from(body).buffer;
    const found: Record<string, number[]> = {};
    let at = 0;
    for (const { name, type, shape } of this.opened.layout) {
      const size = shape.reduce((product, n) => product * n, 1);
      const array = new arrays[type](bytes, at, size);
      found[name] = [...array];
      at += array.byteLength;
    }
    found.final = [...new Float32Array(bytes, this.opened.blockSize)];
    return found;
  }
}

describe('a served game', () => {
  it.each(['kuhn', 'tic-tac-toe', 'cartpole', paying])('%s is what Env plays', async (id) => {
    const { game } = await loadGame(id);
    const client = new Client();
    const { players } = await client.open({ game: id, ...against('random') });
    for (let seed = 1; seed <= 5; seed++) {
      let served = await client.reset(seed);
      const opponents = Array.from({ length: players - 1 }, () => new RandomAgent());
      const env = new Env(game, { opponents, seat: served.seat![0]! });
      let start = env.reset({ seed });
      for (let over = false; !over; ) {
        expect(served.observation).toEqual([...start.observation]);
        expect(served.action_mask).toEqual([...start.mask]);
        const action = start.mask.lastIndexOf(1);
        const step = env.step(action);
        served = await client.step(action);
        expect(served.reward).toEqual([step.reward]);
        expect(served.ended).toEqual([step.terminated ? 1 : step.truncated ? 2 : 0]);
        over = step.terminated || step.truncated;
        start = step;
        if (over) expect(served.place).toEqual(step.info.places);
      }
      const { result } = await client.ask({ method: 'describe' });
      expect(result).toMatchObject({ seed: String(seed), places: start.info.places, ending: start.info.ending });
    }
  });

  it('with every seat is what TurnEnv plays', async () => {
    const { game } = await loadGame('kuhn');
    const client = new Client();
    await client.open({ game: 'kuhn', options: { players: 3 } });
    const env = new TurnEnv(game, { options: { players: 3 } });
    let served = await client.reset('a');
    for (let turn = env.reset({ seed: 'a' }); turn.seat >= 0; ) {
      expect(served).toMatchObject({
        seat: [turn.seat],
        observation: [...turn.observation],
        action_mask: [...turn.mask],
      });
      const action = turn.mask.indexOf(1);
      turn = env.step(action);
      served = await client.step(action);
      expect(served.reward).toEqual([...turn.rewards]);
      if (turn.seat < 0) expect(served.place).toEqual(turn.info.places);
    }
  });

  it('tells every seat what it got, whoever sits there', async () => {
    const { game } = await loadGame(paying);
    const client = new Client();
    await client.open({ game: paying, opponents: [{ players: [1, null, 'random'] }], autoReset: true });
    for (let seed = 1; seed <= 5; seed++) {
      const env = new TurnEnv(game);
      const agent = new RandomAgent();
      env.start({ seed });
      agent.reset(`${seed}/opponent 0`);
      const own = new Float64Array(3);
      const got = new Float64Array(3);
      /** As the other side plays: seat 0 takes (its player is asked as `player` 1), the learner pays. */
      const action = (seat: number) => (seat === 0 ? 2 : 0);
      let served = await client.reset(seed);
      while (!env.over) {
        while (!env.over && env.actor === 2) {
          env.play(agent.act(env.view()));
          for (let seat = 0; seat < 3; seat++) own[seat]! += env.rewards[seat]!;
        }
        if (env.over) break;
        expect(served).toMatchObject({ seat: [env.actor], player: [env.actor === 0 ? 1 : 0], learner: [0, 1, 0] });
        const before = served;
        const asked = env.actor;
        env.play(action(asked));
        for (let seat = 0; seat < 3; seat++) own[seat]! += env.rewards[seat]!;
        served = await client.step(action(asked));
        // Where the learner is asked again, the step is complete.
        if (served.player![0] === 0 || served.ended![0] !== 0)
          for (let seat = 0; seat < 3; seat++) got[seat]! += served.reward![seat]!;
        expect(before.ended).toEqual([0]);
        if (served.ended![0] !== 0) break;
      }
      while (!env.over) {
        env.play(agent.act(env.view()));
        for (let seat = 0; seat < 3; seat++) own[seat]! += env.rewards[seat]!;
      }
      expect([...got]).toEqual([...own]);
      expect(served.ended).toEqual([1]);
      expect(served.place).toEqual([...env.places()]);
      expect(served.final).toHaveLength(3 * env.observationSize);
    }
  });

  it('draws who plays from the seed, and takes other players from the next game on', async () => {
    const client = new Client();
    const opponents = [
      { players: [null, 'random'], weight: 3 },
      { players: [null], weight: 1 },
      { players: ['random'], weight: 0 },
    ];
    await client.open({ game: 'kuhn', games: 100, opponents, autoReset: true });
    const seeds = Array.from({ length: 100 }, (_, i) => i);
    const first = await client.reset(...seeds);
    expect((await client.reset(...seeds)).table).toEqual(first.table);
    const alone = first.table!.filter((table) => table === 0).length;
    expect(alone).toBeGreaterThan(60);
    expect(alone).toBeLessThan(90);
    expect(first.table).not.toContain(2);
    first.table!.forEach((table, i) => expect(first.learner!.slice(2 * i, 2 * i + 2)).toEqual([1, table]));
    const seated = await client.ask({ method: 'seat', opponents: [{ players: [7, null] }], games: [0] });
    expect(seated).toEqual({ result: [7] });
    const second = await client.reset(...seeds);
    expect(second.learner!.slice(0, 2)).toEqual([0, 1]);
    expect(second.player!.map(Boolean)).toEqual(seeds.map((i) => i === 0));
    expect(second.table!.slice(1)).toEqual(first.table!.slice(1));
    const error = async (...players: unknown[]) =>
      (await client.ask({ method: 'seat', opponents: [{ players }] })).error as string;
    expect(await error('random', 'random')).toBe('kuhn has 2 seats here: give 1 opponent, not 2');
    expect(await error(null, null, null)).toBe('kuhn has 2 seats here, and 3 were given');
    expect(await error('x')).toMatch(/^unknown agent 'x'/);
  });

  it('begins the next where one ends, and sends what was seen last', async () => {
    const client = new Client();
    const { observationSize } = await client.open({ game: 'kuhn', games: 3, ...against('random'), autoReset: true });
    let served = await client.reset(1, 2, 3);
    let ends = 0;
    for (let step = 0; step < 20; step++) {
      const actions = [0, 1, 2].map((i) => served.action_mask!.slice(i * 2, i * 2 + 2).indexOf(1));
      served = await client.step(...actions);
      const over = served.ended!.filter((end) => end > 0).length;
      expect(served.final).toHaveLength(over * observationSize);
      ends += over;
      served.ended!.forEach((end, i) => expect(served.reward![i] === 0).toBe(end === 0));
    }
    expect(ends).toBeGreaterThan(10);
  });

  it.each(['kuhn', 'leduc', 'islebound'])('goes on from saved games of %s, with agents that draw', async (id) => {
    const open = { game: id, games: 4, autoReset: true, opponents: [{ players: ['random'] }] };
    const client = new Client();
    const other = new Client();
    await client.open(open);
    await other.open(open);
    await expect(client.save()).rejects.toThrow('there is no game to save: call reset() first');
    const further = async (one: Client, served: Record<string, number[]>, steps: number) => {
      const seen = [];
      for (let step = 0; step < steps; step++) {
        const actions = served.action_mask!.length / 4;
        const legal = [0, 1, 2, 3].map((i) => served.action_mask!.slice(i * actions, (i + 1) * actions).lastIndexOf(1));
        served = await one.step(...legal);
        // Endings are numbered as they come up.
        seen.push({ ...served, ending: null });
      }
      return seen;
    };
    await further(client, await client.reset(1, 2, 3, 4), 9);
    const { games, agents } = await client.save();
    expect(agents).toEqual(id === 'islebound' ? [] : ['random']);
    const first = await further(client, await client.load(games), 30);
    expect(await further(other, await other.load(games), 30)).toEqual(first);
    expect(await further(client, await client.load(games), 30)).toEqual(first);
    await expect(client.load(games.slice(1))).rejects.toThrow('the state has 3 games, and there are 4 here');
    const cut = games.map((game, i) => (i === 2 ? game.subarray(0, -3) : game));
    await expect(client.load(cut)).rejects.toThrow('this is not a state that was saved, or it is damaged');
  });

  it('begins games with up to so many random actions, which follow from the seed', async () => {
    const client = new Client();
    const open = { game: 'tic-tac-toe', games: 40, ...against('scripted:perfect'), autoReset: true };
    await client.open(open);
    const seeds = Array.from({ length: 40 }, (_, i) => i);
    const discs = (served: Record<string, number[]>) =>
      seeds.map((i) => 9 - served.action_mask!.slice(9 * i, 9 * i + 9).filter(Boolean).length);
    expect(Math.max(...discs(await client.reset(...seeds)))).toBe(1);
    await client.open({ ...open, openings: 4 });
    const first = await client.reset(...seeds);
    expect(await client.reset(...seeds)).toEqual(first);
    // Up to four, and one more of the opponent.
    expect(new Set(discs(first))).toEqual(new Set([0, 1, 2, 3, 4, 5]));
    // The opponent plays its part again, but not the random actions.
    const legal = seeds.map((i) => first.action_mask!.slice(9 * i, 9 * i + 9).indexOf(1));
    await client.step(...legal);
    const { games } = await client.save();
    const loaded = await client.load(games);
    const again = seeds.map((i) => loaded.action_mask!.slice(9 * i, 9 * i + 9).indexOf(1));
    const next = await client.step(...again);
    await client.load(games);
    expect(await client.step(...again)).toEqual(next);
  });

  it('tells what an advisor says and the features of actions, as policies read them', async () => {
    const pack = await loadGame('doomspire');
    const spec = Object.keys(pack.bots!).map((name) => `scripted:${name}`)[0]!;
    const observer = advisedObserver(pack.game, advisorNamed(spec, pack), ['game', 'worths']);
    const { size, actions } = observer;
    const env = new TurnEnv(pack.game, { observer });
    const client = new Client();
    await client.open({ game: 'doomspire', advisor: spec, actionFeatures: ['game', 'worths'] });
    env.start({ seed: 3 });
    let served = await client.reset(3);
    const seen = new Float32Array(size);
    const features = new Float32Array(pack.game.actions * actions!.size);
    for (let step = 0; step < 40; step++) {
      const action = env.mask.lastIndexOf(1);
      observer.write(env.state, env.actor, seen, 0);
      actions!.write(env.state, env.mask, seen, 0, features, 0);
      expect(served.observation).toEqual([...seen]);
      const told = served.action_features!;
      expect(told).toHaveLength(features.length);
      for (let a = 0, k = 0; a < env.mask.length; a++) {
        const own = told.slice(a * actions!.size, (a + 1) * actions!.size);
        const wanted = env.mask[a] === 1 ? features.subarray(k * actions!.size, ++k * actions!.size) : null;
        expect(own).toEqual(wanted ? [...wanted] : own.map(() => 0));
      }
      env.play(action);
      served = await client.step(action);
    }
  });

  it('says which features of actions there are', async () => {
    const error = async (request: object) => (await new Client().ask({ method: 'open', ...request })).error as string;
    expect(await error({ game: 'kuhn', actionFeatures: true })).toBe(
      'kuhn has no features of actions; an advisor brings some',
    );
    expect(await error({ game: 'doomspire', actionFeatures: ['wit'] })).toMatch(
      /^doomspire has no features of actions named wit; it has .*game/,
    );
    expect(await error({ game: 'kuhn', advisor: 'scripted:wit' })).toMatch(/wit/);
    expect(await error({ game: 'kuhn', advisor: 'random' })).toMatch(
      /^advisor random: kuhn has no such scripted player/,
    );
  });

  it('does not play agents that nobody has named here, and sees when they choose otherwise', async () => {
    const client = new Client();
    const other = new Client();
    await client.open({ game: 'tic-tac-toe', ...against('random'), seat: 1 });
    await client.reset(1);
    await client.step((await client.reset(1)).action_mask!.indexOf(1));
    const { games } = await client.save();
    await other.open({ game: 'tic-tac-toe', ...against('scripted:perfect'), seat: 1 });
    await expect(other.load(games)).rejects.toThrow('in the state plays random, which is not among the opponents here');
    await other.open({ game: 'tic-tac-toe', ...against('scripted:perfect'), seat: 1, agents: ['random'] });
    await other.load(games);
    const text = games[0]!.toString('latin1');
    expect(text).toContain('random');
    // Another seed: the same agent chooses otherwise.
    const changed = Buffer.from(text.replaceAll('\xa4seed\xa11', '\xa4seed\xa19'), 'latin1');
    await expect(other.load([changed])).rejects.toThrow(/does not choose again what it chose|damaged/);
  });

  it('plays saved games on for a search, by their own luck or by other', async () => {
    const client = new Client();
    await client.open({ game: 'leduc' });
    await client.reset(5);
    const { games } = await client.save();
    const both = await client.expand([games[0]!, games[0]!], [1, 2]);
    expect(both.equals(await client.expand([games[0]!, games[0]!], [1, 2]))).toBe(true);
    await client.load(games);
    const played = await client.step(1);
    // Rewards of two seats for each, then the observations.
    const size = client.opened.observationSize;
    const observation = new Float32Array(Uint8Array.from(both.subarray(32, 32 + 4 * size)).buffer);
    expect([...observation]).toEqual(played.observation);
    await expect(client.expand(games, [99])).rejects.toThrow(/^state 0: action 99 is not legal in leduc/);
    await expect(client.expand(games, [])).rejects.toThrow('1 states and 0 actions were given');
    await expect(client.expand([Buffer.from('x')], [1])).rejects.toThrow('not a state that was saved');
  });

  it('refuses in one line, and goes on', async () => {
    const client = new Client();
    const error = async (request: unknown) => (await client.ask(request)).error;
    expect(await error({ method: 'reset', seeds: [1] })).toBe('no game is open: open one first');
    expect(await error({ method: 'fly' })).toMatch(/^the request is not understood: method: /);
    expect(await error({ method: 'open', game: 'kuhn', games: 0 })).toMatch(/games/);
    expect(await error({ method: 'open', game: 'kuhn', ...against('x') })).toMatch(/^unknown agent 'x'/);
    expect(await error({ method: 'open', game: 'kuhn', seat: 5 })).toMatch(/^seat is 5/);
    await client.open({ game: 'tic-tac-toe', ...against('random'), seat: 0, games: 2 });
    await expect(client.step(0, 0)).rejects.toThrow('call reset() first');
    await client.reset(1, 2);
    await expect(client.step(0)).rejects.toThrow('there are 2 games, and 1 actions were given');
    await expect(client.step(0, 77)).rejects.toThrow(/^action 77 is not legal in game 1, tic-tac-toe/);
    expect((await client.step(0, 0)).ended).toEqual([0, 0]);
    expect(await error({ method: 'observe', seat: 2 })).toBe('there is no seat 2');
    expect(await error({ method: 'describe', game: 2 })).toBe('game is 2, there are 2');
    expect(await error({ method: 'draw', game: 2 })).toBe('game is 2, there are 2');
  });
});

describe('frames', () => {
  async function all(...chunks: Buffer[]) {
    const frames: Frame[] = [];
    for await (const frame of framesOf(
      (async function* () {
        yield* chunks;
      })(),
    ))
      frames.push(frame);
    return frames.map(({ kind, body }) => [kind, body.toString()]);
  }

  it('come whole, however they are cut', async () => {
    const bytes = Buffer.concat([jsonFrame({ a: 1 }), jsonFrame([]), jsonFrame('x')]);
    const expected = [
      [0, '{"a":1}'],
      [0, '[]'],
      [0, '"x"'],
    ];
    expect(await all(bytes)).toEqual(expected);
    expect(await all(...Array.from(bytes, (byte) => Buffer.from([byte])))).toEqual(expected);
    await expect(all(Buffer.from('hello, is anybody there?'))).rejects.toThrow(/is not a frame/);
  });

  it('are all that the command takes', () => {
    const main = path.join(fileURLToPath(new URL('../..', import.meta.url)), 'dist/cli/main.js');
    const serve = (input: Buffer | string) => spawnSync(process.execPath, [main, 'serve'], { input });
    const { status, stderr } = serve('{"method":"games"}\n');
    expect(status).toBe(2);
    expect(stderr.toString()).toMatch(/^tabletop: what came on standard input is not a frame: [^\n]*\n$/);
    const asked = serve(jsonFrame({ method: 'games' }));
    expect(asked.status).toBe(0);
    expect(JSON.parse(read(asked.stdout).body.toString()).result[0]).toMatchObject({ id: 'doomspire' });
  });
});

describe('what is told of a game', () => {
  it('names pieces with their ranges, planes and actions', async () => {
    const client = new Client();
    const opened = (await client.open({ game: 'connect-four' })) as Opened & Record<string, unknown>;
    expect(opened.planes).toEqual(['mine', 'theirs', 'my fours', 'their fours']);
    expect(opened.observation).toMatchObject([{ name: 'mine', shape: [6, 7], range: [0, 1] }, {}, {}, {}]);
    const { result } = await client.ask({ method: 'actions' });
    expect(result).toEqual(Array.from({ length: 7 }, (_, column) => `drop column ${column}`));
    await client.reset(1);
    const legal = (await client.ask({ method: 'describe' })).result as { actions: unknown };
    expect(legal.actions).toEqual(Array.from({ length: 7 }, (_, column) => [column, `column ${column + 1}`]));
    const picture = await client.ask({ method: 'draw' });
    expect(picture.result).toMatch(/^<svg .*<\/svg>$/);
    const doomspire = (await client.open({ game: 'doomspire' })) as Opened & { planes: string[] };
    expect(doomspire.planes[0]).toBe('yields');
    const kuhn = (await client.open({ game: 'kuhn' })) as Opened & { planes: string[] };
    expect(kuhn.planes).toEqual([]);
  });
});
