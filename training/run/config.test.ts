import { describe, expect, it } from 'vitest';
import { UserError } from '../../env/user-error.js';
import { scheduled } from '../schedule.js';
import {
  applySet,
  applySets,
  type ConfigInput,
  configSettings,
  contradiction,
  describeConfig,
  parseConfig,
  settingOf,
} from './config.js';
import { mergeConfig } from './merge-config.js';

const ppo = (over: object): ConfigInput => ({ phases: [{ algorithm: 'ppo', ...over }] });
const imitation = (over: object): ConfigInput => ({ phases: [{ algorithm: 'imitation', agent: 'random', ...over }] });

describe('config', () => {
  it('has a default and one sentence for every setting', () => {
    parseConfig({});
    const settings = configSettings();
    expect(settings.length).toBeGreaterThan(40);
    for (const { path, value, about } of settings) {
      expect(value, path).toBeDefined();
      expect(about, path).toMatch(/^[A-Z`0-9].*\.$/);
    }
    expect(describeConfig()).toContain('ppo.learningRate (0.0005 -> 0): ');
  });

  it('takes several settings that are possible only together, in any order', () => {
    const config = parseConfig({});
    for (const sets of [
      ['ppo.decisions=1000', 'minutes=0'],
      ['minutes=0', 'ppo.decisions=1000'],
    ])
      expect(settingOf(applySets(config, { 'ppo.decisions': 0, minutes: 5 }, sets), 'ppo.decisions')).toBe(1000);
    expect(() => applySets(config, { 'ppo.decisions': 0, minutes: 5 }, ['games=8', 'minutes=0'])).toThrow(
      /--set minutes=0: .*would never end/,
    );
    const phases = 'phases=[{"algorithm":"imitation"}]';
    expect(applySets(config, {}, ['imitation.agent=scripted:hold', phases]).phases).toHaveLength(1);
  });

  it('round-trips through JSON', () => {
    const config = parseConfig(ppo({ entropy: 0.01, opponents: [{ agent: 'random' }] }));
    expect(parseConfig(JSON.parse(JSON.stringify(config)))).toEqual(config);
    expect(settingOf(config, 'ppo.entropy')).toEqual({ from: 0.01, to: 0.01, until: 1 });
  });

  it('sets single fields and leaves the old config alone', () => {
    const config = parseConfig({});
    const rate = (assignment: string) => settingOf(applySet(config, assignment), 'ppo.learningRate');
    expect(rate('ppo.learningRate=1e-4')).toEqual({ from: 1e-4, to: 1e-4, until: 1 });
    expect(rate('ppo.learningRate.to=1e-5')).toEqual({ from: 5e-4, to: 1e-5, until: 1 });
    expect(applySet(config, 'network.trunk=[8]').network.trunk).toEqual([8]);
    expect(applySet(config, 'bot.minutes=20').bot).toEqual({ minutes: 20 });
    expect(applySet(config, 'evaluation.against=random,scripted:x').evaluation.against).toEqual([
      'random',
      'scripted:x',
    ]);
    expect(applySet(config, 'options.roundCap=5').options).toEqual({ roundCap: 5 });
    const two = applySet(config, 'phases=[{"algorithm":"imitation"},{"algorithm":"ppo","name":"play"}]');
    expect(settingOf(applySet(two, 'imitation.agent=scripted:hold'), 'imitation.agent')).toBe('scripted:hold');
    expect(settingOf(applySet(two, 'play.epochs=2'), 'play.epochs')).toBe(2);
    expect(config).toEqual(parseConfig({}));
  });

  it.each([
    ['ppo.learnRate=1', /no setting `ppo.learnRate`; there are decisions, minutes, learningRate/],
    ['nothing=1', /no setting `nothing`/],
    ['ppo.epochs=0', /ppo.epochs/],
    ['ppo.epochs=many', /ppo.epochs/],
    ['seed.x=1', /has no fields|no setting/],
    ['ppo.epochs', /key=value/],
    ['imitation.agent=random', /no setting `imitation.agent`; there are .*ppo/],
    ['ppo.name=play', /phases=/],
    ['phases=[]', /phases/],
    ['phases=[{"algorithm":"luck"}]', /phases.0.algorithm: wanted one of imitation, ppo|luck.algorithm: wanted one of/],
    ['phases=[{"algorithm":"ppo"},{"algorithm":"ppo"}]', /two are called ppo/],
    ['phases=[{"algorithm":"ppo","name":"seed"}]', /seed is a setting/],
    ['phases=[{"algorithm":"ppo","epochs":0}]', /ppo.epochs/],
    ['phases=[{"algorithm":"ppo","decisions":0}]', /ppo: .*never end/],
  ])('refuses %s', (assignment, message) => {
    expect(() => applySet(parseConfig({}), assignment)).toThrow(UserError);
    expect(() => applySet(parseConfig({}), assignment)).toThrow(message);
  });

  it.each([
    ['fewer games than workers', { games: 2, workers: 4 }, /^games: 4 workers cannot share 2/],
    ['bots on all seats', ppo({ opponents: [{ agent: 'random', share: 1 }] }), /^ppo\.opponents: .*none to learn/],
    [
      'shares that meet half-way',
      ppo({
        opponents: [{ agent: 'random', share: { from: 0, to: 0.6, until: 0.5 } }],
        snapshots: { share: { from: 0.1, to: 0.5 } },
      }),
      /1\.1 of all seats/,
    ],
    [
      'all seats in all games and more',
      ppo({
        opponents: [
          { agent: 'random', share: 0, allSeats: 1 },
          { agent: 'random', allSeats: 0.1 },
        ],
      }),
      /^ppo\.opponents: allSeats/,
    ],
    [
      'imitation without a learner',
      imitation({ opponents: [{ agent: 'random', share: 1 }] }),
      /^imitation\.opponents: .*none to learn/,
    ],
    ['imitation of nobody', imitation({ agent: null }), /^imitation\.agent: /],
    [
      'foreseeing, where nobody learns it',
      { network: { auxiliary: ['winner'] }, phases: [{ algorithm: 'evolution' }] },
      /^network\.auxiliary: evolution/,
    ],
    [
      'things that a bot does not read',
      { agent: 'scripted:marshal', network: { entities: ['units'] }, phases: [{ algorithm: 'evolution' }] },
      /^network\.entities: scripted:marshal reads features of its own; leave it empty/,
    ],
    [
      'attention among no things',
      { network: { entityAttention: 1 } },
      /^network\.entityAttention: there are no things/,
    ],
    [
      'a discount that is another one',
      { gamma: 0.99, phases: [{ algorithm: 'afterstate' }] },
      /^gamma: afterstate does not discount by it \(afterstate\.discount is its own\); set gamma to 1$/,
    ],
    [
      'a discount of a search',
      { gamma: 0.99, phases: [{ algorithm: 'expert-iteration' }] },
      /^gamma: expert-iteration does not discount by it; set gamma to 1$/,
    ],
    [
      'heads that share nothing equally',
      { network: { entities: ['units'], entityUnits: [8, 6], entityAttention: 1 } },
      /^network\.entityHeads: 4 heads do not share 6 numbers/,
    ],
  ] as [string, ConfigInput, RegExp][])('finds what would do nothing: %s', (_, config, message) => {
    expect(contradiction(parseConfig(config))).toMatch(message);
  });

  it('takes several numbers of players out of the options, which keep the largest', () => {
    const phases = [{ algorithm: 'ppo' as const, decisions: 1 }];
    const of = (players: unknown, more = {}) => {
      const { options, players: several } = parseConfig({ phases, options: { players }, ...more });
      return [options.players, several];
    };
    expect(of([4, 2, 2])).toEqual([4, [2, 4]]);
    expect(of([3])).toEqual([3, []]);
    expect(of(3)).toEqual([3, []]);
    expect(of(undefined, { players: [4, 2] })).toEqual([4, [2, 4]]);
    expect(of(4, { players: [2, 4] })).toEqual([4, [2, 4]]);
    expect(() => of(2, { players: [2, 4] })).toThrow(/players are 2, 4, but options.players is 2: give one of the two/);
    expect(() => of([])).toThrow(/wanted numbers of players, such as 2,3/);
    expect(() => of(['two'])).toThrow(/wanted numbers of players, such as 2,3/);
  });

  it('finds nothing wrong with settings that go together', () => {
    expect(contradiction(parseConfig({}))).toBeNull();
    expect(contradiction(parseConfig(imitation({})))).toBeNull();
  });

  it('names an unknown key of a file', () => {
    expect(() => parseConfig(ppo({ lr: 1 }), 'my.json')).toThrow(/my\.json: there is no setting `ppo.lr`/);
  });

  it('merges fields, replaces lists', () => {
    const merged = mergeConfig(
      { evaluation: { blocks: 2, every: 1 }, network: { trunk: [1, 2] }, options: { a: 1 } },
      { evaluation: { every: 3 }, network: { trunk: [3] }, options: { b: 2 } },
    );
    expect(merged).toEqual({
      ...{ evaluation: { blocks: 2, every: 3 }, network: { trunk: [3] }, options: { a: 1, b: 2 } },
    });
  });

  it('lays phases over those of their names, and has those that are named last', () => {
    const base: ConfigInput = {
      phases: [
        { algorithm: 'imitation', agent: 'random', epochs: 3 },
        { algorithm: 'ppo', epochs: 2, clip: 0.1 },
      ],
    };
    const named = [{ name: 'ppo', clip: 0.3 }] as unknown as ConfigInput['phases'];
    expect(mergeConfig(base, { phases: named! })).toEqual({
      phases: [{ name: 'ppo', algorithm: 'ppo', epochs: 2, clip: 0.3 }],
    });
    const more = mergeConfig(base, {
      phases: [{ algorithm: 'imitation' }, { algorithm: 'ppo', name: 'late', clip: 0.3 }],
    });
    expect(more.phases).toEqual([base.phases![0], { algorithm: 'ppo', name: 'late', clip: 0.3 }]);
    expect(mergeConfig(base, {}).phases).toEqual(base.phases);
  });

  it('moves schedules in a straight line and then stays', () => {
    const line = { from: 1, to: 0, until: 0.5 };
    expect([0, 0.25, 0.5, 1].map((p) => scheduled(line, p))).toEqual([1, 0.5, 0, 0]);
  });
});
