import { describe, expect, it } from 'vitest';
import { UserError } from '../../env/user-error.js';
import { type Schedule, scheduled } from '../schedule.js';
import type { RunCounts } from './budget.js';
import { type Config, type ConfigInput, configSettings, everything, parseConfig, settingOf } from './config.js';
import { mergeConfig } from './merge-config.js';
import { Course, changeable, changed, fixed, momentOf, parseChange, segmentText, type ToldAt } from './segments.js';

const ppo = (over: object): ConfigInput => ({ phases: [{ algorithm: 'ppo', ...over }] });
const config = (over: ConfigInput = {}): Config => parseConfig(mergeConfig(ppo({ decisions: 1000 }), over));
const at = (decisions: number, over: Partial<ToldAt> = {}): ToldAt => ({
  phases: [{ decisions, games: 0, updates: 5, from: 0 }],
  minutes: 0,
  finished: false,
  best: false,
  spent: 0,
  command: 'tabletop train --resume run',
  ...over,
});
const ended = (over: Partial<ToldAt> = {}) => at(1000, { finished: true, ...over });

describe('what may change within a run', () => {
  it('is said of every setting, once', () => {
    const all = everything();
    const may = changeable(all);
    for (const { path } of configSettings(all))
      expect([path, Number(path in may) + Number(fixed(all, path) !== null)]).toEqual([path, 1]);
    for (const name of Object.keys(may)) expect(configSettings(all).map(({ path }) => path)).toContain(name);
  });

  it.each([
    ['network.trunk=[8]', /network.trunk cannot change within a run: the weights have its shape; train --from/],
    ['seed=2', /all randomness/],
    ['options.players=3', /cannot change/],
    ['ppo.learningRate.to=1', /give all of ppo.learningRate at once/],
    ['ppo={"epochs":2}', /one setting a time: ppo.decisions/],
    ['ppo.luck=1', /no setting `ppo.luck`; there are/],
    ['ppo.valueOnlyUpdates=1', /it is how ppo began/],
    ['imitation.epochs=1', /no setting `imitation.epochs`/],
    ['phases=[]', /they define the run/],
    ['checkpointEvery', /key=value/],
  ])('%s is refused', (assignment, message) => {
    expect(() => parseChange(config(), assignment)).toThrow(UserError);
    expect(() => parseChange(config(), assignment)).toThrow(message);
  });

  it('is read as --set is', () => {
    expect(parseChange(config(), 'evaluation.against=random,scripted:x')).toEqual([
      'evaluation.against',
      ['random', 'scripted:x'],
    ]);
    expect(parseChange(config(), 'ppo.learningRate={"from":1e-3,"to":0}')).toEqual([
      'ppo.learningRate',
      { from: 1e-3, to: 0 },
    ]);
  });
});

describe('schedules', () => {
  const value = (name: string) => (course: Course, where: RunCounts) =>
    scheduled(settingOf(course.config, `ppo.${name}`) as Schedule, momentOf(course, where).progress(name));
  const rate = value('learningRate');
  const entropy = value('entropy');
  const moving = { learningRate: { from: 1, to: 0.5 }, entropy: { from: 1, to: 0 } };
  const line = ppo(moving);

  it('hold their last value where a finished run is extended', () => {
    const course = changed(new Course(config(line)), { 'ppo.decisions': 2000 }, ended());
    expect([1000, 1500, 2000].map((n) => rate(course, at(n)))).toEqual([0.5, 0.5, 0.5]);
  });

  it('keep their pace where an unfinished run is extended, then hold', () => {
    const course = changed(new Course(config(line)), { 'ppo.decisions': 2000 }, at(500));
    expect([500, 750, 1000, 1500].map((n) => rate(course, at(n)))).toEqual([0.75, 0.625, 0.5, 0.5]);
  });

  it('keep their pace where a run is shortened', () => {
    const course = changed(new Course(config(line)), { 'ppo.decisions': 600 }, at(500));
    expect(rate(course, at(600))).toBeCloseTo(0.7);
  });

  it('given anew run over what is left of the budget; others stay as they were', () => {
    const again = { 'ppo.decisions': 2000, 'ppo.learningRate': { from: 1, to: 0 } };
    const course = changed(new Course(config(line)), again, ended());
    expect([1000, 1500, 2000].map((n) => rate(course, at(n)))).toEqual([1, 0.5, 0]);
    expect(entropy(course, at(1500))).toBe(0);
    // And keep that stretch when the run is extended once more.
    const more = changed(course, { 'ppo.decisions': 4000, 'ppo.entropy': 0.3, 'ppo.learningRate': 0.1 }, at(1500));
    expect(rate(more, at(1600))).toBe(0.1);
    const held = changed(
      changed(new Course(config(line)), { ...again, 'ppo.learningRate': { from: 1, to: 0.2 } }, ended()),
      { 'ppo.decisions': 4000 },
      at(1500),
    );
    expect([1500, 2000, 4000].map((n) => rate(held, at(n)))).toEqual([0.6, 0.2, 0.2].map((x) => expect.closeTo(x)));
  });

  it('of opponents have the stretch of their own setting', () => {
    const bots = [{ agent: 'random', share: { from: 0.4, to: 0 } }];
    const course = changed(
      new Course(config(ppo({ ...moving, snapshots: { share: { from: 0.2, to: 0 } } }))),
      { 'ppo.opponents': bots },
      at(500),
    );
    expect(momentOf(course, at(750)).progress('opponents')).toBe(0.5);
    expect(value('snapshots.share')(course, at(750))).toBeCloseTo(0.05);
  });

  it('follow minutes where those are the budget', () => {
    const base = new Course(config({ ...ppo({ ...moving, decisions: 0 }), minutes: 10 }));
    const course = changed(base, { minutes: 20, 'ppo.entropy': { from: 1, to: 0 } }, ended({ minutes: 10, spent: 10 }));
    expect(entropy(course, at(1000, { minutes: 15 }))).toBeCloseTo(0.5);
    expect(rate(course, at(1000, { minutes: 15 }))).toBe(0.5);
  });
});

describe('a segment', () => {
  const still = ppo({ learningRate: 1e-3 });

  it('is not made by what is in force already, nor twice by the same words', () => {
    const course = new Course(config(still));
    expect(changed(course, { 'ppo.decisions': 1000, checkpointEvery: 10, 'ppo.learningRate': 1e-3 }, ended())).toBe(
      course,
    );
    const changes = { 'ppo.decisions': 2000, 'ppo.entropy': { from: 1, to: 0 } };
    const longer = changed(course, changes, ended());
    expect(longer.segments).toHaveLength(1);
    expect(changed(longer, changes, at(1500))).toBe(longer);
    expect(segmentText(longer.segments[0]!)).toBe(
      'from 1000 decisions: ppo.decisions=2000 ppo.entropy={"from":1,"to":0,"until":1}',
    );
  });

  it.each([
    [
      'an end with a learning rate of 0',
      {},
      { 'ppo.decisions': 2000 },
      ended(),
      /is 0 since.*resume run --set ppo.learningRate=0.0001$/,
    ],
    ['a learning rate that will be 0', {}, { 'ppo.decisions': 2000 }, at(500), /will be 0/],
    [
      'a finished run told no more than how',
      still,
      { 'ppo.entropy': 0 },
      ended(),
      /finished: ppo has learned from 1000 decisions.*--decisions above 1000/,
    ],
    ['fewer decisions than there were', still, { 'ppo.decisions': 400 }, at(500), /500 are learned from already/],
    ['fewer minutes than there were', still, { minutes: 2 }, at(500, { spent: 3 }), /3.0 are used/],
    ['a best checkpoint for good', still, { 'evaluation.every': 0 }, at(500, { best: true }), /evaluation.every/],
    ['no seat to learn', still, { 'ppo.snapshots.share': 1 }, at(500), /none to learn/],
    [
      'no seat to learn when schedules meet',
      ppo({ learningRate: 1e-3, snapshots: { share: { from: 0, to: 0.6 } } }),
      { 'ppo.opponents': [{ agent: 'random', share: { from: 0.5, to: 0 } }] },
      at(500),
      /none to learn/,
    ],
    ['an impossible value', still, { 'ppo.epochs': 0 }, at(500), /ppo.epochs/],
    ['no end', still, { 'ppo.decisions': 0 }, at(500), /never end/],
  ] as [string, ConfigInput, Record<string, unknown>, ToldAt, RegExp][])(
    'is refused: %s',
    (_, base, changes, moment, message) => {
      const act = () => changed(new Course(config(base)), changes, moment);
      expect(act).toThrow(UserError);
      expect(act).toThrow(message);
    },
  );

  it('has other games only where those in flight cannot go on', () => {
    const course = new Course(config(ppo({ learningRate: 1e-3, opponents: [{ agent: 'random', share: 0.1 }] })));
    const began = (changes: Record<string, unknown>) => changed(course, changes, at(500)).gamesBegan;
    expect(began({ workers: 3 })).toBe(1);
    expect(began({ games: 64 })).toBe(1);
    expect(began({ 'ppo.opponents': [] })).toBe(1);
    expect(began({ 'ppo.opponents': [{ agent: 'random', share: 0.3 }], decisionsPerUpdate: 100 })).toBe(0);
  });
});
