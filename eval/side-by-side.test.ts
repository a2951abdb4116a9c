/** Games whose networks lie on a device, here the processor: the same games as one after the other. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Device, DeviceLost } from '../agents/network/engines/device.js';
import { findOnnx, type Ort } from '../agents/network/engines/onnx.js';
import { someWeights } from '../agents/network/engines/testing/networks.js';
import { networkFor, policyFor, savePolicy } from '../agents/policy/policy.js';
import { valueNetworkFor } from '../agents/policy/value-shape.js';
import { loadGame } from '../env/load-game.js';
import { scratch } from '../test/scratch.js';
import { choosePlayingDevice } from './choose-device.js';
import { evaluate } from './evaluate.js';
import { untimed } from './testing/untimed.js';

const folder = scratch('side-by-side');
const loaded = await loadGame('connect-four');
const { game } = loaded;
const file = join(folder, 'policy.tgym');
const shape = networkFor(game, [16]);
savePolicy(file, policyFor(game, shape, someWeights(shape)));
const values = join(folder, 'values.tgym');
const valueShape = valueNetworkFor(game, [8]);
savePolicy(
  values,
  policyFor(game, valueShape, someWeights(valueShape), {
    afterstates: { samples: 1, beam: 0, outcomes: { winWeight: 0.5, capped: 'half', lead: null } },
  }),
);
const ort = findOnnx();

describe.skipIf(typeof ort === 'string')('games side by side', () => {
  const device = () => new Device(ort as Ort, 'cpu');
  const asked = { game: 'connect-four', against: ['scripted:tactical'], blocks: 3, seed: 'x', workers: 0 };

  it.each([
    `policy:${file}`,
    `policy:${file}?argmax`,
    `policy+search:30:${file}?batch=4`,
    `policy+search:30:${file}?considered=4`,
    `policy+lookahead:4:${file}?rounds=1`,
    `policy+lookahead:4:${file}?opponents=random`,
  ])('are those that are played one after the other: %s', async (agent) => {
    const apart = await evaluate({ ...asked, agent });
    let games = 0;
    const together = await evaluate({ ...asked, agent, device: device(), onProgress: () => games++ });
    const { repeat, ...result } = untimed(together);
    expect(repeat.device).toBe('gpu');
    expect(games).toBeGreaterThan(0);
    expect({ ...result, repeat: apart.repeat }).toEqual(untimed(apart));
  });

  it('ask about many positions in a call', async () => {
    const calls: number[] = [];
    const counting = device();
    const open = counting.open.bind(counting);
    counting.open = async (model, outputs) => {
      const session = await open(model, outputs);
      const run = session.run.bind(session);
      session.run = ((feeds: { observation?: { dims: number[] } }) => {
        if (feeds.observation) calls.push(feeds.observation.dims[0]!);
        return run(feeds as never);
      }) as typeof session.run;
      return session;
    };
    await evaluate({ ...asked, agent: `policy:${file}`, blocks: 20, openings: 0, device: counting });
    expect(Math.max(...calls)).toBeGreaterThan(10);
  });

  it('end in one line when the device is lost, and what was played is kept', async () => {
    const lost = device();
    let left = 4;
    const run = lost.run.bind(lost);
    lost.run = (session, feeds) => (left-- > 0 ? run(session, feeds) : Promise.reject(new DeviceLost('it is gone')));
    const state = join(folder, 'games.json');
    const request = { ...asked, agent: `policy:${file}?argmax`, blocks: 60, openings: 3, state };
    await expect(evaluate({ ...request, device: lost })).rejects.toThrow(/^it is gone$/);
    await evaluate(request);
  });

  it('are told what can lie there, and what was taken', async () => {
    const choose = (wanted: 'gpu' | 'auto', agents: string[]) =>
      choosePlayingDevice(wanted, agents, loaded, 10, async () => device());
    await expect(choose('gpu', ['random', 'scripted:tactical'])).rejects.toThrow(
      'none of these agents has a network that can lie on a graphics card: use --device cpu',
    );
    await expect(choose('gpu', [`policy:${values}`])).rejects.toThrow(/values the positions .*: use --device cpu$/);
    expect((await choose('gpu', [`policy:${file}`, 'random'])).device).toBeInstanceOf(Device);
    expect((await choose('auto', ['random'])).why).toBe(
      'the processor: none of these agents has a network that can lie on a graphics card',
    );
    const { why } = await choose('auto', [`policy+search:30:${file}?batch=4`]);
    expect(why).toMatch(/^(the processor|a graphics card): \S+ ms a position .* with 40 a call$/);
  });
});
