import { describe, expect, it } from 'vitest';
import { UserError } from '../../env/user-error.js';
import { SnapshotPool } from '../collect/opponents.js';
import { type Config, type ConfigInput, configSettings, mergeConfig, parseConfig } from './config.js';
import { ppoSettings, rolloutOrder, type Standing } from './plan.js';
import { Course, changeable, changed, type Moment, parseChange, segmentText, unchangeable } from './segments.js';

const config = (over: ConfigInput = {}): Config => parseConfig(mergeConfig({ decisions: 1000 }, over));
const at = (ppoDecisions: number, over: Partial<Moment> = {}): Moment => ({
  phase: 'ppo',
  update: 5,
  rollouts: 5,
  decisions: ppoDecisions,
  ppoDecisions,
  minutes: 0,
  ppoFromMinutes: 0,
  finished: false,
  best: false,
  spent: 0,
  command: 'tabletop train --resume run',
  ...over,
});
const ended = (over: Partial<Moment> = {}) => at(1000, { finished: true, ...over });

describe('what may change within a run', () => {
  it('is said of every setting, once', () => {
    const fixed = (path: string) =>
      Object.keys(unchangeable).filter((name) => path === name || path.startsWith(`${name}.`));
    for (const { path } of configSettings())
      expect([path, Number(path in changeable) + fixed(path).length]).toEqual([path, 1]);
    for (const name of Object.keys(changeable)) expect(configSettings().map(({ path }) => path)).toContain(name);
  });

  it.each([
    ['network.trunk=[8]', /network.trunk cannot change within a run: the weights have its shape; train --from/],
    ['seed=2', /all randomness/],
    ['options.players=3', /cannot change/],
    ['ppo.learningRate.to=1', /give all of ppo.learningRate at once/],
    ['ppo={"epochs":2}', /one setting a time: ppo.learningRate/],
    ['ppo.luck=1', /no setting `ppo.luck`; there are/],
    ['checkpointEvery', /key=value/],
  ])('%s is refused', (assignment, message) => {
    expect(() => parseChange(assignment)).toThrow(UserError);
    expect(() => parseChange(assignment)).toThrow(message);
  });

  it('is read as --set is', () => {
    expect(parseChange('evaluation.against=random,scripted:x')).toEqual([
      'evaluation.against',
      ['random', 'scripted:x'],
    ]);
    expect(parseChange('ppo.learningRate={"from":1e-3,"to":0}')).toEqual(['ppo.learningRate', { from: 1e-3, to: 0 }]);
  });
});

describe('schedules', () => {
  const rate = (course: Course, where: Standing) => ppoSettings(course, where).learningRate;
  const entropy = (course: Course, where: Standing) => ppoSettings(course, where).entropy;
  const line = { ppo: { learningRate: { from: 1, to: 0.5 }, entropy: { from: 1, to: 0 } } };

  it('hold their last value where a finished run is extended', () => {
    const course = changed(new Course(config(line)), { decisions: 2000 }, ended());
    expect([1000, 1500, 2000].map((n) => rate(course, at(n)))).toEqual([0.5, 0.5, 0.5]);
  });

  it('keep their pace where an unfinished run is extended, then hold', () => {
    const course = changed(new Course(config(line)), { decisions: 2000 }, at(500));
    expect([500, 750, 1000, 1500].map((n) => rate(course, at(n)))).toEqual([0.75, 0.625, 0.5, 0.5]);
  });

  it('keep their pace where a run is shortened', () => {
    const course = changed(new Course(config(line)), { decisions: 600 }, at(500));
    expect(rate(course, at(600))).toBeCloseTo(0.7);
  });

  it('given anew run over what is left of the budget; others stay as they were', () => {
    const again = { decisions: 2000, 'ppo.learningRate': { from: 1, to: 0 } };
    const course = changed(new Course(config(line)), again, ended());
    expect([1000, 1500, 2000].map((n) => rate(course, at(n)))).toEqual([1, 0.5, 0]);
    expect(entropy(course, at(1500))).toBe(0);
    // And keep that stretch when the run is extended once more.
    const more = changed(course, { decisions: 4000, 'ppo.entropy': 0.3, 'ppo.learningRate': 0.1 }, at(1500));
    expect(rate(more, at(1600))).toBe(0.1);
    const held = changed(
      changed(new Course(config(line)), { ...again, 'ppo.learningRate': { from: 1, to: 0.2 } }, ended()),
      { decisions: 4000 },
      at(1500),
    );
    expect([1500, 2000, 4000].map((n) => rate(held, at(n)))).toEqual([0.6, 0.2, 0.2].map((x) => expect.closeTo(x)));
  });

  it('of opponents have the stretch of their own setting', () => {
    const bots = [{ agent: 'random', share: { from: 0.4, to: 0 } }];
    const course = changed(
      new Course(config({ ...line, opponents: { snapshots: { from: 0.2, to: 0 } } })),
      { 'opponents.bots': bots },
      at(500),
    );
    const order = rolloutOrder(course, at(750), new SnapshotPool(1), 1);
    expect(order.mix.bots).toEqual([0.2]);
    expect(order.mix.snapshots).toBeCloseTo(0.05);
  });

  it('follow minutes where those are the budget', () => {
    const base = new Course(config({ ...line, decisions: 0, minutes: 10 }));
    const course = changed(base, { minutes: 20, 'ppo.entropy': { from: 1, to: 0 } }, ended({ minutes: 10, spent: 10 }));
    expect(entropy(course, at(1000, { minutes: 15 }))).toBeCloseTo(0.5);
    expect(rate(course, at(1000, { minutes: 15 }))).toBe(0.5);
  });
});

describe('a segment', () => {
  const still = { ppo: { learningRate: 1e-3 } };

  it('is not made by what is in force already, nor twice by the same words', () => {
    const course = new Course(config(still));
    expect(changed(course, { decisions: 1000, checkpointEvery: 10, 'ppo.learningRate': 1e-3 }, ended())).toBe(course);
    const changes = { decisions: 2000, 'ppo.entropy': { from: 1, to: 0 } };
    const longer = changed(course, changes, ended());
    expect(longer.segments).toHaveLength(1);
    expect(changed(longer, changes, at(1500))).toBe(longer);
    expect(segmentText(longer.segments[0]!)).toBe(
      'from 1000 decisions: decisions=2000 ppo.entropy={"from":1,"to":0,"until":1}',
    );
  });

  it.each([
    [
      'an end with a learning rate of 0',
      {},
      { decisions: 2000 },
      ended(),
      /is 0 since.*resume run --set ppo.learningRate=0.0001$/,
    ],
    ['a learning rate that will be 0', {}, { decisions: 2000 }, at(500), /will be 0/],
    [
      'a finished run told no more than how',
      still,
      { 'ppo.entropy': 0 },
      ended(),
      /finished: 1000 decisions.*--decisions above 1000/,
    ],
    ['fewer decisions than there were', still, { decisions: 400 }, at(500), /500 are learned from already/],
    ['fewer minutes than there were', still, { minutes: 2 }, at(500, { spent: 3 }), /3.0 are used/],
    ['a best checkpoint for good', still, { 'evaluation.every': 0 }, at(500, { best: true }), /evaluation.every/],
    ['no seat to learn', still, { 'opponents.snapshots': 1 }, at(500), /none to learn/],
    [
      'no seat to learn when schedules meet',
      { ...still, opponents: { snapshots: { from: 0, to: 0.6 } } },
      { 'opponents.bots': [{ agent: 'random', share: { from: 0.5, to: 0 } }] },
      at(500),
      /none to learn/,
    ],
    ['overlap without workers', { ...still, workers: 0 }, { overlap: true }, at(500), /overlap/],
    ['an impossible value', still, { 'ppo.epochs': 0 }, at(500), /ppo.epochs/],
    ['no end', still, { decisions: 0 }, at(500), /never end/],
  ] as [string, ConfigInput, Record<string, unknown>, Moment, RegExp][])(
    'is refused: %s',
    (_, base, changes, moment, message) => {
      const act = () => changed(new Course(config(base)), changes, moment);
      expect(act).toThrow(UserError);
      expect(act).toThrow(message);
    },
  );

  it('has other games only where those in flight cannot go on', () => {
    const course = new Course(config({ ...still, opponents: { bots: [{ agent: 'random', share: 0.1 }] } }));
    const began = (changes: Record<string, unknown>) => changed(course, changes, at(500)).gamesBegan;
    expect(began({ workers: 3 })).toBe(1);
    expect(began({ games: 64 })).toBe(1);
    expect(began({ 'opponents.bots': [] })).toBe(1);
    expect(began({ 'opponents.bots': [{ agent: 'random', share: 0.3 }], decisionsPerUpdate: 100, overlap: true })).toBe(
      0,
    );
  });
});
