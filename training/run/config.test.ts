import { describe, expect, it } from 'vitest';
import { UserError } from '../../env/user-error.js';
import {
  applySet,
  configSettings,
  contradiction,
  describeConfig,
  mergeConfig,
  parseConfig,
  scheduled,
} from './config.js';

describe('config', () => {
  it('has a default and one sentence for every setting', () => {
    parseConfig({});
    const settings = configSettings();
    expect(settings.length).toBeGreaterThan(40);
    for (const { path, default: value, about } of settings) {
      expect(value, path).toBeDefined();
      expect(about, path).toMatch(/^[A-Z`0-9].*\.$/);
    }
    expect(describeConfig()).toContain('ppo.learningRate (0.0005 -> 0): ');
  });

  it('round-trips through JSON', () => {
    const config = parseConfig({ ppo: { entropy: 0.01 }, opponents: { bots: [{ agent: 'random' }] } });
    expect(parseConfig(JSON.parse(JSON.stringify(config)))).toEqual(config);
    expect(config.ppo.entropy).toEqual({ from: 0.01, to: 0.01, until: 1 });
  });

  it('sets single fields and leaves the old config alone', () => {
    const config = parseConfig({});
    expect(applySet(config, 'ppo.learningRate=1e-4').ppo.learningRate).toEqual({ from: 1e-4, to: 1e-4, until: 1 });
    expect(applySet(config, 'ppo.learningRate.to=1e-5').ppo.learningRate).toEqual({ from: 5e-4, to: 1e-5, until: 1 });
    expect(applySet(config, 'network.trunk=[8]').network.trunk).toEqual([8]);
    expect(applySet(config, 'evaluation.against=random,scripted:x').evaluation.against).toEqual([
      'random',
      'scripted:x',
    ]);
    expect(applySet(config, 'options.roundCap=5').options).toEqual({ roundCap: 5 });
    expect(applySet(config, 'warmStart.agent=scripted:hold').warmStart.agent).toBe('scripted:hold');
    expect(config).toEqual(parseConfig({}));
  });

  it.each([
    ['ppo.learnRate=1', /no setting `ppo.learnRate`; there are learningRate/],
    ['nothing=1', /no setting `nothing`/],
    ['ppo.epochs=0', /ppo.epochs/],
    ['ppo.epochs=many', /ppo.epochs/],
    ['seed.x=1', /has no fields|no setting/],
    ['ppo.epochs', /key=value/],
  ])('refuses %s', (assignment, message) => {
    expect(() => applySet(parseConfig({}), assignment)).toThrow(UserError);
    expect(() => applySet(parseConfig({}), assignment)).toThrow(message);
  });

  it.each([
    ['overlap without a worker', { overlap: true, workers: 0 }, /^overlap: .*workers to 1/],
    ['fewer games than workers', { games: 2, workers: 4 }, /^games: 4 workers cannot share 2/],
    ['bots on all seats', { opponents: { bots: [{ agent: 'random', share: 1 }] } }, /^opponents: .*none to learn/],
    [
      'shares that meet half-way',
      {
        opponents: {
          bots: [{ agent: 'random', share: { from: 0, to: 0.6, until: 0.5 } }],
          snapshots: { from: 0.1, to: 0.5 },
        },
      },
      /1\.1 of all seats/,
    ],
    [
      'tables in all games and more',
      {
        opponents: {
          bots: [
            { agent: 'random', share: 0, tables: 1 },
            { agent: 'random', tables: 0.1 },
          ],
        },
      },
      /^opponents: tables/,
    ],
    [
      'a warm start without a learner',
      { warmStart: { opponents: [{ agent: 'random', share: 1 }] } },
      /^warmStart.opponents/,
    ],
    ['stirring where all is learned from', { warmStart: { agent: 'random', stir: 0.1 } }, /^warmStart.stir: .*keep/],
  ])('finds what would do nothing: %s', (_, config, message) => {
    expect(contradiction(parseConfig(config))).toMatch(message);
  });

  it('finds nothing wrong with settings that go together', () => {
    expect(contradiction(parseConfig({ overlap: true, workers: 1 }))).toBeNull();
    expect(contradiction(parseConfig({ warmStart: { agent: 'random', stir: 0.1, keep: 0.5 } }))).toBeNull();
    expect(contradiction(parseConfig({ warmStart: { stir: 0.1 } }))).toBeNull();
  });

  it('names an unknown key of a file', () => {
    expect(() => parseConfig({ ppo: { lr: 1 } }, 'my.json')).toThrow(/my\.json: there is no setting `ppo.lr`/);
  });

  it('merges fields, replaces lists', () => {
    const merged = mergeConfig(
      { ppo: { epochs: 2, clip: 0.1 }, network: { trunk: [1, 2] }, options: { a: 1 } },
      { ppo: { clip: 0.3 }, network: { trunk: [3] }, options: { b: 2 } },
    );
    expect(merged).toEqual({ ppo: { epochs: 2, clip: 0.3 }, network: { trunk: [3] }, options: { a: 1, b: 2 } });
  });

  it('moves schedules in a straight line and then stays', () => {
    const line = { from: 1, to: 0, until: 0.5 };
    expect([0, 0.25, 0.5, 1].map((p) => scheduled(line, p))).toEqual([1, 0.5, 0, 0]);
  });
});
