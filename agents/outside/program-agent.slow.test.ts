import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { describe, expect, it, vi } from 'vitest';
import { loadGame } from '../../env/load-game.js';
import { TurnEnv } from '../../env/turn-env.js';
import { UserError } from '../../env/user-error.js';
import { root } from '../../test/paths.js';
import { scratch } from '../../test/scratch.js';
import { RandomAgent } from '../random.js';
import { loadAgent } from '../spec/load.js';
import { words } from './program-agent.js';

const program = path.join(root, 'agents/outside/testing/program.mjs');
const main = path.join(root, 'dist/cli/main.js');
const folder = scratch('outside');

/** Plays a game between the program of a spec, in seat 0, and random play. */
async function playOne(spec: string, id = 'tic-tac-toe', seed = 1): Promise<number[]> {
  const { game } = await loadGame(id);
  const env = new TurnEnv(game);
  const agents = [(await loadAgent(spec, { game, options: env.options }))(), new RandomAgent(), new RandomAgent()];
  agents.push(new RandomAgent());
  env.start({ seed });
  agents.forEach((agent, seat) => agent.reset(`${seed}/${seat}`));
  const played: number[] = [];
  while (!env.over && played.length < 300) {
    const action = agents[env.actor]!.act(env.view());
    if (env.actor === 0) played.push(action);
    env.play(action);
  }
  return played;
}

const node = (...args: string[]) => `cmd:"${process.execPath}" ${program} ${args.join(' ')}`;

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // One that has ended and that nobody has asked after yet is dead too.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

/** The lines of a log, and the ids of the processes that wrote it. */
function logged(log: string) {
  const lines = readFileSync(log, 'utf8').trim().split('\n');
  const pids = lines.filter((line) => line.startsWith('start ')).map((line) => Number(line.slice(6)));
  return { pids, messages: lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line)) };
}

async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; tries < 200 && !holds(); tries++) await new Promise((resolve) => setTimeout(resolve, 50));
  expect(holds()).toBe(true);
}

describe('a program', () => {
  it.each(['tic-tac-toe', 'kuhn', 'doomspire'])('plays %s, by ids or by kinds', async (id) => {
    const played = await playOne(node('well'), id);
    expect(played.length).toBeGreaterThan(0);
    expect(await playOne(node('kind'), id)).toEqual(played);
  });

  it('in Python is reproducible', async () => {
    if (spawnSync('python3', ['--version']).error) return console.warn('skipped: there is no python3 here');
    const spec = `cmd:python3 ${path.join(root, 'docs/examples/outside.py')}`;
    expect(await playOne(spec, 'connect-four', 3)).toEqual(await playOne(spec, 'connect-four', 3));
  });

  it('is told what its seat knows and nothing of the deal', async () => {
    const log = path.join(folder, 'told');
    await playOne(node('well', '1', log), 'kuhn', 5);
    const [hello, begin, decide] = logged(log).messages;
    expect(hello).toMatchObject({ type: 'hello', protocol: 1, game: 'kuhn', seats: 2, options: { players: 2 } });
    expect(begin).toEqual({ type: 'game', seed: expect.any(Number) });
    const { game } = await loadGame('kuhn');
    const env = new TurnEnv(game);
    const { observation } = env.reset({ seed: 5 });
    expect(decide).toMatchObject({ type: 'decide', id: 1, seat: 0, prompt: game.prompts[env.state.prompt] });
    expect(decide.observation).toEqual([...observation]);
    expect(decide.text).toBe(env.state.text(0));
    expect(decide.actions.map(({ text }: { text: string }) => text)).toEqual(
      [...env.mask].flatMap((bit, action) => (bit ? [env.state.actionText(action)] : [])),
    );
  });

  it.each([
    ['illegal', 'chose action 1000000, which is not legal'],
    ['strange', 'chose no such kind {}, which is not legal'],
    ['rubbish', 'wrote no JSON: hello? [31m'],
    ['other', 'answered question 9 instead of 2'],
    ['twice', 'wrote more than one line for an answer (and more)'],
    ['long', 'wrote a line of more than 65536 characters'],
    ['crash', 'ended with code 1 (Error: lost my marbles)'],
    ['loop', 'did not answer within 300 ms'],
  ])('that does wrong once (%s) is started anew; the second time ends the game', async (does, fault) => {
    const log = path.join(folder, does);
    // Wrong at its second decision, which the program started anew is asked first.
    expect((await playOne(`${node(does, '2', log)}?ms=300`, 'kuhn')).length).toBeGreaterThan(0);
    const wrong = await playOne(`${node(does, '1', log)}?ms=300`, 'tic-tac-toe').catch((error) => error);
    expect(wrong).toBeInstanceOf(UserError);
    expect(wrong.message).toContain(`the program ${fault}`);
    expect(wrong.message).toMatch(/, for the second time in this game$/);
    expect(wrong.message).not.toMatch(/\p{Cc}/u);
    expect(logged(log).pids.length).toBeGreaterThanOrEqual(3);
    await until(() =>
      logged(log)
        .pids.slice(1)
        .every((pid) => !alive(pid)),
    );
  });

  it('goes on where it was started anew', async () => {
    const log = path.join(folder, 'anew');
    const warned = vi.spyOn(process, 'emitWarning').mockReturnValue();
    expect(await playOne(node('crash', '3', log))).toEqual(await playOne(node('well')));
    expect(warned.mock.calls.flat().join()).toMatch(/the program ended with code 1 .*: it was started anew/);
    warned.mockRestore();
    const { pids, messages } = logged(log);
    expect(pids.length).toBeGreaterThan(1);
    expect(new Set(messages.filter(({ type }) => type === 'game').map(({ seed }) => seed)).size).toBe(1);
  });

  it.each([
    ['cmd:', /^agent cmd: needs a program: cmd:<program and arguments>$/],
    ['cmd:no-such-program', /^agent cmd:no-such-program: the program was not found or cannot run/],
    ['cmd:"x', /a quote is not closed$/],
    ['cmd:false?ms=0', /ms must be a whole number/],
    ['cmd:false?speed=0', /unknown option 'speed'/],
    ['cmd:false', /^agent cmd:false: the program ended with code 1$/],
    [
      node('unready'),
      /the program gave an answer that is not understood \(it has more: want\): \{"type":"ready","want":\["view"\]\}$/,
    ],
  ])('that cannot play is refused before a game: %s', async (spec, message) => {
    const { game } = await loadGame('kuhn');
    const refused = await loadAgent(spec, { game }).catch((error) => error);
    expect(refused).toBeInstanceOf(UserError);
    expect(refused.message).toMatch(message);
    expect(refused.message).not.toContain('\n');
  });
});

it('the guide shows the example as it is', () => {
  const guide = readFileSync(path.join(root, 'docs/agents-from-outside.md'), 'utf8');
  expect(guide).toContain(readFileSync(path.join(root, 'docs/examples/outside.py'), 'utf8'));
});

it('takes a command apart as a shell would, quotes and spaces', () => {
  expect(words(`python3  'my bot.py' --name="a b" ""`, 'x')).toEqual(['python3', 'my bot.py', '--name=a b', '']);
});

describe('in commands', () => {
  const evaluate = (...words: string[]) => ['evaluate', '--game', 'kuhn', '--blocks', ...words, '--json'];

  it('gives the same result with threads as without', () => {
    const run = (workers: string) =>
      spawnSync(process.execPath, [main, ...evaluate('6', '--workers', workers), node('well')], { encoding: 'utf8' });
    const [none, two] = [run('0'), run('2')];
    expect(none.status, none.stderr).toBe(0);
    expect(two.status, two.stderr).toBe(0);
    expect(JSON.parse(none.stdout)).toMatchObject({ games: 12 });
    expect({ ...JSON.parse(two.stdout), effort: 0 }).toEqual({ ...JSON.parse(none.stdout), effort: 0 });
  });

  it('plays a tournament, and against a person', () => {
    const args = ['tournament', 'kuhn', '--agents', `random,${node('well')}`, '--blocks', '3', '--json'];
    const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], { encoding: 'utf8' });
    expect(status, stderr).toBe(0);
    expect(JSON.parse(stdout).agents).toContain(node('well'));
    const play = spawnSync(process.execPath, [main, 'play', 'kuhn', '--against', node('well'), '--seed', '1'], {
      encoding: 'utf8',
      input: '1\n1\n1\n',
    });
    expect(play.stdout).toContain('The game is over');
  });

  it('ends with one line when it fails again', () => {
    const args = [...evaluate('6', '--workers', '1'), node('illegal', '1')];
    const { status, stderr } = spawnSync(process.execPath, [main, ...args], { encoding: 'utf8', cwd: folder });
    expect(status).toBe(2);
    expect(stderr.trim().split('\n').at(-1)).toMatch(
      /^tabletop: agent cmd:.* failed in kuhn \(seat 0, decision 0, seed .*\): the program chose action 1000000, which is not legal, for the second time in this game$/,
    );
  });

  it.each(['SIGINT', 'SIGTERM', 'SIGKILL'] as const)('leaves no program behind after %s', async (signal) => {
    const log = path.join(folder, `end-${signal}`);
    // Deaf: it never looks at its input again.
    const args = [...evaluate('6', '--workers', '1'), `${node('loop', '1', log)}?ms=60000`];
    const run = spawn(process.execPath, [main, ...args], { stdio: 'ignore', cwd: folder });
    await until(() => {
      try {
        return logged(log).messages.some(({ type }) => type === 'decide');
      } catch {
        return false;
      }
    });
    run.kill(signal);
    await until(() => run.exitCode !== null || run.signalCode !== null);
    const { pids } = logged(log);
    await until(() => pids.every((pid) => !alive(pid)));
  });

  it.each([
    ['at its end', 'well', undefined],
    ['when its time is up', 'loop', undefined],
    ['after SIGTERM', 'loop', 'SIGTERM'],
    ['after SIGKILL', 'loop', 'SIGKILL'],
  ] as const)('leaves nothing behind that a program has started, %s', async (_, does, signal) => {
    const own = mkdtempSync(path.join(folder, 'family-'));
    const log = path.join(own, 'log');
    writeFileSync(
      path.join(own, 'bot.sh'),
      `sleep 1000 &\necho $! >>pids\n(sleep 1000; true) &\necho $! >>pids\n'${process.execPath}' '${program}' ${does} 1 log\n`,
    );
    const spec = `cmd:sh bot.sh?ms=${signal || does === 'well' ? 60_000 : 300}`;
    const run = spawn(process.execPath, [main, ...evaluate('6', '--workers', '1'), spec], {
      stdio: 'ignore',
      cwd: own,
    });
    if (signal) {
      await until(() => existsSync(log) && logged(log).messages.some(({ type }) => type === 'decide'));
      run.kill(signal);
    }
    await until(() => run.exitCode !== null || run.signalCode !== null);
    if (!signal) expect(run.exitCode).toBe(does === 'well' ? 0 : 2);
    const pids = readFileSync(path.join(own, 'pids'), 'utf8').trim().split('\n').map(Number);
    expect(pids.length).toBeGreaterThanOrEqual(2);
    await until(() => pids.every((pid) => !alive(pid)));
  });
});
