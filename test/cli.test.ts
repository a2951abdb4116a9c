/** The command line as a user meets it: the built program, run in this process. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inProcess } from './operator/in-process.js';
import { command, pig, root } from './operator/operate.js';

/** Games are played in this thread: another takes longer to start than so few games. */
const here = ['--workers', '0'];
/** For `bench train`: measured in a second. */
const tinyTraining = ['--updates', '2', '--workers', '0', '--set', 'games=8', '--set', 'decisionsPerUpdate=100'];
let folder: string;
/** What `train` printed of the small run in the folder `run`, which several tests use. */
let trained: Record<string, never>;

/** Runs `tabletop` in a scratch folder. */
const tabletop = (...args: string[]) => inProcess(folder, args);

/** Runs it, expects success, and parses what it printed. */
async function json(...args: string[]) {
  const { status, stdout, stderr } = await tabletop(...args, '--json');
  expect(status, stderr).toBe(0);
  return JSON.parse(stdout) as Record<string, never>;
}

const printed = new Map<string, ReturnType<typeof json>>();
/** What a command prints; those whose results several tests look at are run once. */
function once(...args: string[]) {
  const key = args.join(' ');
  const result = printed.get(key) ?? json(...args);
  printed.set(key, result);
  return result;
}

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'tabletop-cli-'));
  trained = await json(
    ...['train', pig, '--preset', 'ppo', '--run', 'run', '--decisions', '3000', '--workers', '0'],
    ...['--set', 'network.trunk=[16]', '--set', 'decisionsPerUpdate=1000', '--set', 'games=8'],
    ...['--set', 'evaluation.reportBlocks=2', '--set', 'evaluation.every=0'],
  );
  await json(
    ...['train', pig, '--preset', 'ppo', '--run', 'other', '--seed', '2', '--decisions', '1000', '--workers', '0'],
    ...['--set', 'network.trunk=[16]', '--set', 'decisionsPerUpdate=1000', '--set', 'games=8'],
    ...['--set', 'evaluation.reportBlocks=0', '--set', 'evaluation.every=0'],
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the help', () => {
  it('fits into 80 columns, and has each kind of agent on a line of its own', async () => {
    const { stdout } = await tabletop('evaluate', '--help');
    const agents = stdout.slice(stdout.indexOf('\nAgents (')).split('\n').slice(1);
    const specs = agents.filter((line) => /^ {2}\S/.test(line));
    expect(specs.map((line) => line.split('  ')[1])).toContain('search:<n>, search:<n>ms');
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
  });
});

describe('the chain on a game of one file', () => {
  it('trains, evaluates, exports, and goes on with a run', async () => {
    expect(trained).toMatchObject({ finished: true, runDir: 'run' });
    expect(await json('train', '--resume', 'run')).toMatchObject({ finished: true, decisions: trained.decisions });
    const evaluated = await json(
      'evaluate',
      'policy:run',
      '--game',
      pig,
      '--against',
      'random',
      '--blocks',
      '4',
      ...here,
    );
    expect(Object.keys(evaluated)).toEqual(
      expect.arrayContaining(['games', 'winRate', 'firstRate', 'truncatedShare', 'bySeat', 'endings', 'command']),
    );
    expect(evaluated).toMatchObject({
      games: 8,
      winRate: { mean: expect.any(Number), low: expect.any(Number), high: expect.any(Number) },
    });
    const exported = await json('export', 'run', '--game', pig, '--out', 'pig.mjs');
    expect(exported).toMatchObject({ format: 'js' });
    expect(execFileSync(process.execPath, ['pig.mjs', '--self-test'], { cwd: folder, encoding: 'utf8' })).toMatch(
      /passed/,
    );
    expect(await json('evaluate', 'file:pig.mjs', '--game', pig, '--blocks', '2', ...here)).toMatchObject({ games: 4 });
    await json(
      ...['export', 'run', '--game', pig, '--out', 'ahead.mjs', '--lookahead', '4', '--rounds', '1', '--margin', '0'],
      ...['--capped', 'loss'],
    );
    const print = `import('./ahead.mjs').then(({ meta }) => console.log(JSON.stringify(meta.lookahead)))`;
    const lookahead = execFileSync(process.execPath, ['--eval', print], { cwd: folder, encoding: 'utf8' });
    expect(JSON.parse(lookahead)).toEqual({ samples: 4, rounds: 1, margin: 0, capped: 'loss' });
    expect(await json('evaluate', 'file:ahead.mjs', '--game', pig, '--blocks', '2', ...here)).toMatchObject({
      games: 4,
    });
  });

  it('evaluates a game of one seat alone, unless others are named', async () => {
    const alone = ['evaluate', 'scripted:mixed', '--game', 'islebound', '--blocks', '6', ...here];
    expect(await json(...alone)).toMatchObject({ players: 1, games: 6, against: [], parity: 1 });
    expect((await tabletop(...alone)).stdout).toMatch(/against nobody/);
    expect((await tabletop(...alone)).stdout).not.toMatch(/parity/);
    expect(await json(...alone, '--against', 'random')).toMatchObject({ games: 6, against: ['random'], parity: 0.5 });
  });

  it('writes a replay and tells the game again', async () => {
    const played = await tabletop('play', pig, '--watch', '--against', 'random', '--seed', '3', '--save', 'game.json');
    expect(played.stdout).toMatch(/The game is over/);
    expect(await json('replay', 'game.json', '--game', pig)).toMatchObject({ over: true, verified: true });
    truncateSync(path.join(folder, 'game.json'), 40);
    const damaged = await tabletop('replay', 'game.json', '--game', pig);
    expect(damaged.status).toBe(2);
    expect(damaged.stderr).toMatch(/^tabletop: game\.json.*damaged.*\n$/);
  });

  it('leaves the question to a game that asks in its own words', async () => {
    const { stdout } = await inProcess(folder, ['play', 'islebound'], 'q\n');
    expect(stdout).toContain('Where is your home port?');
    expect(stdout).not.toContain('what do you do?');
  });

  it('lets a person play, and leave', async () => {
    // In this deal the opponent does not win before the person's first turn.
    const deal = ['--against', 'random', '--seed', '3'];
    const { stdout, status } = await inProcess(folder, ['play', pig, ...deal], '?\n999\n1\nq\n');
    expect(stdout).toMatch(/one die or two\?/);
    expect(stdout).toMatch(/not one of/);
    expect(status).toBe(0);
  });

  it('finds an opponent for every game, and an adviser for who plays alone', async () => {
    for (const [game, name] of [
      ['tic-tac-toe', 'scripted:perfect'],
      ['islebound', 'player'],
    ] as const) {
      const played = await inProcess(folder, ['play', game], 'h\nq\n');
      expect(played.stdout).toContain(`${name} would: `);
      expect(played.status).toBe(0);
    }
  });
});

describe('a process of its own ends by itself', () => {
  it.each([
    ['after games in threads', ['evaluate', 'random', '--game', pig, '--blocks', '2', '--workers', '2']],
    ['after the bundler has run', ['export', 'run', '--game', pig, '--out', 'ended.mjs']],
  ])('%s', (_, run) => {
    expect(command(folder, { run }).status).toBe(0);
  });
});

describe('machine-readable results', () => {
  it('have the documented keys', async () => {
    expect(await json('report', pig, '--agents', 'random', '--games', '20', '--workers', '0')).toMatchObject({
      games: 20,
      levels: [
        {
          decisions: { mean: expect.any(Number), p10: expect.any(Number), p90: expect.any(Number) },
          rounds: { mean: expect.any(Number) },
          seats: [{ winShare: { mean: expect.any(Number) } }, {}],
          endings: expect.any(Object),
        },
      ],
    });
    const tournament = await json('tournament', pig, '--agents', 'random,search:5', '--blocks', '3', ...here);
    expect(Object.keys(tournament)).toEqual(expect.arrayContaining(['ratings', 'payoff']));
    expect(await once('check', pig, '--games', '16')).toMatchObject({
      passed: true,
      checks: expect.arrayContaining([expect.objectContaining({ passed: true })]),
    });
    expect(await once('doctor')).toMatchObject({
      engines: [
        { name: 'onnx', available: expect.any(Boolean), reason: expect.any(String) },
        { name: 'tfjs', available: expect.any(Boolean), reason: expect.any(String) },
      ],
    });
    expect(await once('bench', 'env', pig, '--decisions', '1000', '--runs', '1')).toMatchObject({
      rules: { decisionsPerSecond: expect.any(Number) },
      observed: { decisionsPerSecond: expect.any(Number) },
      copy: { nanoseconds: expect.any(Number) },
    });
    expect(await once('bench', 'train', pig, ...tinyTraining)).toMatchObject({
      loop: { decisionsPerSecond: expect.any(Number), updates: [{ decisions: 104 }] },
      rollout: { decisionsPerSecond: expect.any(Number) },
      learner: { stepMilliseconds: expect.any(Number) },
      setup: { workers: 0, updates: 2, seed: '1' },
      machine: { cores: expect.any(Number), load: expect.any(Number) },
    });
  });
});

describe('docs/cli.md', () => {
  const page = readFileSync(path.join(root, 'docs/cli.md'), 'utf8');

  it.each([
    ['games', ['games']],
    ['evaluate', ['evaluate', 'random', '--game', pig, '--blocks', '2', ...here]],
    ['evaluate --panel', ['evaluate', 'random', '--game', pig, '--panel', '--games', '4', ...here]],
    ['tournament', ['tournament', pig, '--agents', 'random,search:2', '--blocks', '2', ...here]],
    ['ladder', ['ladder', pig, '--agents', 'scripted:bold', '--blocks', '1', '--workers', '0']],
    ['runs rate', ['runs', 'rate', 'run', '--against', 'random', '--blocks', '2', ...here]],
    ['runs', ['runs', '.']],
    ['runs compare', ['runs', 'compare', 'run', 'other', '--against', 'random', '--blocks', '2', ...here]],
    ['report', ['report', pig, '--games', '3', ...here]],
    ['report --out', ['report', pig, '--games', '4', '--looks', '2', '--playouts', '2', '--out', 'r', ...here]],
    [
      'report --compare',
      ['report', pig, '--games', '4', '--compare', '{}', '--compare-seed', '2', '--out', 'c', ...here],
    ],
    [
      'evaluate --temperatures',
      ['evaluate', 'scripted:mixed', '--game', 'islebound', '--temperatures', '1', '--games', '2', ...here],
    ],
    ['train', ['train', '--resume', 'run']],
    ['export', ['export', 'run', '--game', pig, '--out', 'again.mjs']],
    [
      'ablate',
      [
        ...[
          'ablate',
          pig,
          '--algorithm',
          'ppo',
          '--vary',
          'ppo.lambda=0.9|1',
          '--seeds',
          '1',
          '--decisions',
          '300',
          '--blocks',
          '2',
        ],
        ...['--panel', '--workers', '0', '--set', 'decisionsPerUpdate=200', '--set', 'games=8'],
        ...['--set', 'evaluation.reportBlocks=0', '--set', 'evaluation.every=0', '--set', 'network.trunk=[8]'],
      ],
    ],
    ['exploit', ['exploit', 'scripted:always-bet', '--game', 'kuhn']],
    ['exploit --algorithm exact', ['exploit', 'random', '--game', 'connect-four', '--algorithm', 'exact']],
    ['exact', ['exact', 'kuhn', '--iterations', '10', '--save', 'kuhn.json']],
    ['check', ['check', pig, '--games', '16']],
    ['bench env', ['bench', 'env', pig, '--decisions', '1000', '--runs', '1']],
    ['bench train', ['bench', 'train', pig, ...tinyTraining]],
    ['doctor', ['doctor']],
  ])('names the keys of %s', async (command, args) => {
    const item = page.split(/\n(?=\S)/).find((text) => text.startsWith(`- \`${command}\`: `))!;
    const documented = item
      .slice(item.indexOf(':'))
      .split('.')[0]!
      .match(/`[^`]+`/g)!
      .map((k) => k.slice(1, -1));
    expect(Object.keys(await once(...args)).sort()).toEqual(documented.sort());
  });
});

describe('the list of commands', () => {
  it('fits a screen of 24 lines and 80 columns', async () => {
    const { stdout, status } = await tabletop('--help');
    const lines = stdout.trimEnd().split('\n');
    expect(status).toBe(0);
    expect(lines.length).toBeLessThanOrEqual(24);
    for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(80);
  });

  it('of a group is that of the group', async () => {
    const { stderr, status } = await tabletop('queue');
    expect(status).toBe(2);
    expect(stderr).toMatch(/^ {2}work .*\n(?:.|\n)*^ {2}status /m);
  });
});

describe('bad input gets one line and exit code 2', () => {
  it.each([
    ['an unknown command', ['dance']],
    ['an unknown flag', ['games', '--wings']],
    ['a missing game', ['train']],
    ['an unknown agent', ['evaluate', 'wizard', '--game', pig]],
    ['a panel and opponents', ['evaluate', 'random', '--game', pig, '--panel', '--against', 'random']],
    ['deals and games', ['evaluate', 'random', '--game', pig, '--blocks', '2', '--games', '4']],
    ['an unknown preset', ['train', pig, '--preset', 'huge']],
    ['a wrong option of the game', ['report', pig, '--options', 'players=9']],
    ['an ablation of one value', ['ablate', pig, '--algorithm', 'ppo', '--vary', 'ppo.lambda=1']],
    ['an ablation of what is no setting', ['ablate', pig, '--algorithm', 'ppo', '--vary', 'ppo.luck=1|2']],
    ['an ablation that goes on otherwise', ['ablate', '--resume', 'nowhere', '--seeds', '2']],
    ['an exact answer with a budget', ['exploit', 'random', '--game', 'kuhn', '--minutes', '1']],
    ['an unknown way to exploit', ['exploit', 'random', '--game', 'kuhn', '--algorithm', 'guess']],
    ['a game too large to solve', ['exact', 'doomspire']],
    ['time for solving without sampling', ['exact', 'kuhn', '--seconds', '1']],
    ['how good a sampled policy must be', ['exact', 'kuhn', '--sampled', '--nashconv', '1']],
    ['a policy that is not there', ['exact', 'kuhn', '--sampled', '--resume', 'nothing.json']],
    ['a solved game that is another', ['evaluate', 'solved:kuhn.json', '--game', 'leduc', ...here]],
    ['ratings of no run', ['runs', 'rate', 'nowhere']],
    ['runs in no folder', ['runs', 'nowhere']],
    ['a run compared with nothing', ['runs', 'compare', 'run']],
    ['a missing run', ['evaluate', 'policy:nowhere', '--game', pig, ...here]],
    ['a run that is not one', ['train', '--resume', 'nowhere']],
    ['levels of play to compare with', ['report', pig, '--agents', 'random,random', '--compare', '{}']],
    ['a report where a file is', ['report', pig, '--out', 'run/config.json']],
    ['an analysis without its page', ['report', pig, '--looks', '3']],
    ['an analysis of a comparison', ['report', pig, '--compare', '{}', '--out', 'c', '--effects', '2']],
    ['other options that are missing', ['report', pig, '--compare', 'nothing.json']],
    ['other deals for nothing', ['report', pig, '--compare-seed', '2']],
    ['a number that is none', ['report', pig, '--games', 'many']],
    ['a player that weighs nothing', ['evaluate', 'scripted:nash', '--game', 'kuhn', '--temperatures', '1']],
    ['a temperature below 0', ['evaluate', 'scripted:mixed', '--game', 'islebound', '--temperatures', '-1']],
    ['a missing replay', ['replay', 'nothing.json']],
    ['how to look ahead, but not that', ['export', 'run', '--game', pig, '--rounds', '1']],
    ['a worth of capped games without looking ahead', ['export', 'run', '--game', pig, '--capped', 'loss']],
    ['an unknown worth of capped games', ['export', 'run', '--game', pig, '--lookahead', '4', '--capped', 'most']],
    ['fewer rounds than none', ['export', 'run', '--game', pig, '--lookahead', '4', '--rounds', '-1']],
    ['a foreign checkpoint', ['export', path.join(root, 'package.json')]],
    ['a module without a game', ['check', path.join(root, 'env/hash.ts')]],
    ['the wrong number of agents', ['evaluate', 'random', '--game', pig, '--against', 'random,random,random,random']],
    [
      'temperatures and a panel',
      ['evaluate', 'scripted:mixed', '--game', 'islebound', '--temperatures', '1', '--panel'],
    ],
    ['how to install, but not that', ['doctor', '--trim']],
    ['too few updates to measure', ['bench', 'train', pig, '--updates', '1']],
    ['a game too large for an exact answer', ['exploit', 'random', '--game', 'doomspire', '--algorithm', 'exact']],
    [
      'options of solved positions',
      ['exploit', 'random', '--game', 'connect-four', '--algorithm', 'exact', '--options', 'askForced=true'],
    ],
    ['an agent that is a missing file', ['evaluate', 'file:none.mjs', '--game', pig, ...here]],
  ])('%s', async (_, args) => {
    const { status, stdout, stderr } = await tabletop(...args);
    expect(stderr).toMatch(/^tabletop: [^\n]{10,}\n$/);
    expect(stdout).toBe('');
    expect(status).toBe(2);
  });

  it.each([
    ['trian', /^tabletop: unknown command 'trian' \(did you mean train\? tabletop --help lists what there is\)\n$/],
    [
      'play connect-four search:20 --watch',
      /^tabletop: 'search:20' is a word too many for 'play': agents of other seats go to --against \(tabletop play --help lists/,
    ],
    ['doctor now', /^tabletop: 'now' is a word too many for 'doctor' \(tabletop doctor --help lists/],
    ['train --minuts 3', /unknown option '--minuts' \(did you mean --minutes\? tabletop train --help lists/],
    ['games --wings', /unknown option '--wings' \(tabletop games --help lists what there is\)/],
  ])('%s, with the name that was meant', async (line, message) => {
    expect((await tabletop(...line.split(' '))).stderr).toMatch(message);
  });

  it.each([
    ['opponents', 'mixed'],
    ['capped', 'loss'],
  ])("--%s, which says how a player looks ahead, for a bot's weights alone", async (flag, value) => {
    const { status, stderr } = await tabletop('export', 'run', '--format', 'weights', `--${flag}`, value);
    expect(stderr).toBe(`tabletop: --${flag} applies to players: leave it out with --format weights\n`);
    expect(status).toBe(2);
  });

  it('a damaged checkpoint', async () => {
    const file = path.join(folder, 'bad.tgym');
    const runs = path.join(folder, 'run/checkpoints');
    const good = readFileSync(path.join(runs, readdirSync(runs)[0]!));
    good[good.length - 10]! ^= 1;
    writeFileSync(file, good);
    const { status, stderr } = await tabletop('evaluate', 'policy:bad.tgym', '--game', pig);
    expect(stderr).toMatch(/^tabletop: .*bad\.tgym.*\n$/);
    expect(status).toBe(2);
  });
});
