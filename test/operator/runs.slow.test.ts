/** Runs: one writer at a time, damaged and deleted files, edited settings, full disks, moved projects. */
import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { afterAll, expect, it } from 'vitest';
import { pigSource } from '../paths.js';
import { disk, freeDisks } from '../queue/machine.js';
import { cases, command, main, operate, pig, read, readJson, tiny } from './operate.js';
import { kuhnRun, pigRun } from './prepared.js';

const newest = 'r/checkpoints/ckpt-000000000600.tgym';
const damage = (name: string) => (folder: string) => truncateSync(path.join(folder, name), 1000);
const remove =
  (...names: string[]) =>
  (folder: string) => {
    for (const name of names) rmSync(path.join(folder, name), { recursive: true });
  };
/** Bytes of a file of the prepared run of Kuhn poker. */
const prepared = async (name: string) => readFileSync(path.join(await kuhnRun(), name));
const asPrepared = (name: string) => async (folder: string) => {
  if (!readFileSync(path.join(folder, 'r', name)).equals(await prepared(name))) throw new Error(`${name} differs`);
};

/** A lock that another host made. */
const lock = JSON.stringify({
  pid: 1,
  started: '1',
  host: 'elsewhere',
  boot: '',
  space: '',
  since: '2026-01-02T03:04:05.678Z',
  token: 'x',
});

/** Edits `config.json` by hand. */
const edit = (change: (config: Record<string, unknown>) => void) => (folder: string) => {
  const config = readJson(folder, 'r/config.json');
  change(config);
  writeFileSync(path.join(folder, 'r/config.json'), JSON.stringify(config));
};

/** The program for bash, where `$!` is to be its process and not that of a shell around it. */
const program = `'${process.execPath}' '${main}'`;
const quoted = tiny.map((word) => `'${word}'`).join(' ');
/** Begins a run that takes a while in the background, and waits until it has learned something. */
const writer = `${program} train kuhn ${quoted} --decisions 100000000 --minutes 0.3 --run r >first 2>&1 &
for i in $(seq 600); do [ "$(wc -l 2>/dev/null <r/metrics.jsonl || echo 0)" -gt 3 ] && break; sleep 0.05; done`;
/** Ends it, as Ctrl-C does, and waits. */
const stop = 'kill -TERM $!; wait $!';

/** Every update stands in the metrics, one after the other. */
const gapless = (folder: string) => {
  const updates = read(folder, 'r/metrics.jsonl')
    .split('\n')
    .filter(Boolean)
    .map((line) => (JSON.parse(line) as { update: number }).update);
  expect(updates).toEqual(updates.map((_, i) => i + 1));
};

cases([
  {
    name: 'a run that trains cannot be resumed beside: one line says who writes it, and no line of metrics is lost',
    shell: `${writer}\nbefore=$(wc -l <r/metrics.jsonl)
tabletop train --resume r; code=$?
[ "$(wc -l <r/metrics.jsonl)" -ge $before ] || echo "metrics lost" >&2
${stop}; exit $code`,
    exit: 2,
    err: /^tabletop: r is being written by process \d+ on \S+ since \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC: wait[^\n]+\n$/,
    after: gapless,
    there: ['r/config.json'],
    gone: ['r/lock-1.json'],
  },
  {
    name: 'a run that trains cannot be begun again beside',
    shell: `${writer}\ntabletop train kuhn --run r --decisions 100; code=$?\n${stop}; exit $code`,
    exit: 2,
    err: /^tabletop: r already holds a run, and is being written by process \d+ on [^\n]+; choose another folder\n$/,
    after: gapless,
  },
  {
    name: 'whoever evaluates or exports a run that trains changes nothing in it',
    folders: { r: kuhnRun },
    files: { 'r/lock-1.json': lock, 'r/checkpoints/.ckpt-000000000800.tgym.7.tmp': 'half of it' },
    steps: [
      { run: ['evaluate', 'policy:r', '--game', 'kuhn', '--blocks', '2', '--workers', '0'], out: /policy:r/ },
      { run: ['export', 'r', '--format', 'msgpack', '--out', 'kuhn.msgpack'] },
    ],
    there: ['r/lock-1.json', 'r/checkpoints/.ckpt-000000000800.tgym.7.tmp', 'kuhn.msgpack'],
  },
  {
    name: 'a run that another host has locked is refused, and taken with --take-lock',
    folders: { r: kuhnRun },
    files: { 'r/lock-1.json': lock },
    steps: [
      {
        run: ['train', '--resume', 'r'],
        exit: 2,
        err: /process 1 on elsewhere since 2026-01-02 03:04:05 UTC: .+--take-lock\n$/,
      },
      { run: ['train', '--resume', 'r', '--take-lock'], out: /trained/ },
    ],
    gone: ['r/lock-1.json', 'r/lock-2.json'],
  },
  {
    name: 'a lock that cannot be read is refused too',
    folders: { r: kuhnRun },
    files: { 'r/lock-1.json': '{"pid"' },
    run: ['train', '--resume', 'r'],
    exit: 2,
    err: /lock-1\.json cannot be read.+--take-lock/,
  },
  {
    name: 'a run that was killed is taken over without a word',
    // What is left of its time is trained through.
    shell: `${writer.replace('--minutes 0.3', '--minutes 0.1')}\nkill -KILL $!; wait $! 2>/dev/null; ls r/lock-1.json; tabletop train --resume r 2>/dev/null`,
    out: /lock-1\.json[\s\S]+trained/,
    after: gapless,
    gone: ['r/lock-1.json', 'r/lock-2.json'],
  },
  {
    name: 'a run whose newest checkpoint is cut off goes on from the one before, says so, and ends the same',
    folders: { r: kuhnRun },
    before: damage(newest),
    run: ['train', '--resume', 'r'],
    out: /trained: 600 decisions/,
    err: /note: r\/checkpoints\/ckpt-000000000600\.tgym: is cut off: .+kept as r\/checkpoints\/ckpt-000000000600\.tgym\.damaged, and training continues from 400 decisions/,
    after: asPrepared('checkpoints/ckpt-000000000600.tgym'),
    there: [`${newest}.damaged`],
  },
  {
    name: 'a run none of whose checkpoints can be read is left as it is',
    folders: { r: kuhnRun },
    before: (folder) => {
      for (const name of readdirSync(path.join(folder, 'r/checkpoints'))) damage(`r/checkpoints/${name}`)(folder);
    },
    run: ['train', '--resume', 'r'],
    exit: 2,
    err: /none of the \d checkpoints of r can be read/,
    after: (folder) => expect(read(folder, 'r/metrics.jsonl').split('\n').length).toBe(4),
    there: [newest],
  },
  {
    name: 'a checkpoint to go on from is chosen by its decisions; what came after it is kept aside',
    folders: { r: kuhnRun },
    run: ['train', '--resume', 'r@200'],
    out: /trained: 600 decisions/,
    err: /note: training continues from 200 decisions; what came after \(checkpoints: 2, metrics, replays\) is kept in r\/set-aside\/1\n/,
    after: async (folder) => {
      await asPrepared('checkpoints/ckpt-000000000600.tgym')(folder);
      expect(read(folder, 'r/set-aside/1/metrics.jsonl')).toBe(String(await prepared('metrics.jsonl')));
    },
    there: ['r/set-aside/1/ckpt-000000000400.tgym', 'r/set-aside/1/ckpt-000000000600.tgym'],
  },
  {
    name: 'a checkpoint that is not there is refused with those there are',
    folders: { r: kuhnRun },
    steps: [
      {
        run: ['train', '--resume', 'r@300'],
        exit: 2,
        err: /no checkpoint after 300 decisions; there are 200, 400, 600\n/,
      },
      { run: ['train', '--resume', 'nowhere@300'], exit: 2, err: /no run at nowhere/ },
      {
        run: ['evaluate', 'policy:r@300', '--game', 'kuhn'],
        exit: 2,
        err: /no checkpoint after 300 decisions; there are 200, 400, 600\n/,
      },
    ],
  },
  {
    name: 'a policy whose checkpoint is damaged names an earlier one, which can be measured and exported',
    folders: { r: kuhnRun },
    steps: [
      {
        before: damage(newest),
        run: ['evaluate', 'policy:r', '--game', 'kuhn', '--blocks', '2', '--workers', '0'],
        exit: 2,
        err: /ckpt-000000000600\.tgym: is cut off: .+: r@400 can be read\n/,
      },
      { run: ['evaluate', 'policy:r@400', '--game', 'kuhn', '--blocks', '2', '--workers', '0'], out: /policy:r@400/ },
      { run: ['export', 'r@400'], out: /kuhn\.mjs/ },
    ],
    there: ['r/exports/kuhn.mjs'],
  },
  {
    name: 'a damaged best checkpoint names one that can be read, and is made again on resume',
    folders: { r: kuhnRun },
    steps: [
      {
        before: (folder) => writeFileSync(path.join(folder, 'r/checkpoints/best.tgym'), ''),
        run: ['evaluate', 'policy:r', '--game', 'kuhn'],
        exit: 2,
        err: /best\.tgym: is empty.+: r@600 can be read\n/,
      },
      { run: ['train', '--resume', 'r'], out: /trained/ },
      { run: ['evaluate', 'policy:r', '--game', 'kuhn', '--blocks', '2', '--workers', '0'] },
    ],
    there: ['r/checkpoints/best.tgym.damaged'],
  },
  {
    name: 'a run whose checkpoints were deleted is not begun again',
    folders: { r: kuhnRun },
    before: (folder) => {
      for (const name of readdirSync(path.join(folder, 'r/checkpoints'))) remove(`r/checkpoints/${name}`)(folder);
    },
    run: ['train', '--resume', 'r'],
    exit: 2,
    err: /r has been trained \(600 decisions in metrics\.jsonl\), but its checkpoints are gone/,
    after: async (folder) => expect(read(folder, 'r/metrics.jsonl')).toBe(String(await prepared('metrics.jsonl'))),
  },
  {
    name: 'a run that was killed before its first checkpoint is begun again',
    folders: { r: kuhnRun },
    before: remove('r/checkpoints', 'r/metrics.jsonl', 'r/summary.html'),
    run: ['train', '--resume', 'r'],
    out: /trained: 600 decisions/,
    after: asPrepared('checkpoints/ckpt-000000000600.tgym'),
  },
  ...(
    [
      [
        'a network',
        (config) => Object.assign(config.network as object, { trunk: [16, 16] }),
        /network\.trunk was \[8\], is \[16,16\]\. .+--set.+train --from r/,
      ],
      ['another game', (config) => (config.game = 'leduc'), /game was "kuhn", is "leduc"/],
      ['an option', (config) => (config.options = { players: 3 }), /options\.players was nothing, is 3/],
    ] satisfies [string, Parameters<typeof edit>[0], RegExp][]
  ).map(([what, change, err]) => ({
    name: `${what} edited in config.json is refused in one line`,
    folders: { r: kuhnRun },
    before: edit(change),
    run: ['train', '--resume', 'r'],
    exit: 2,
    err: [/^tabletop: r\/config\.json was edited since its checkpoint: /, err],
  })),
  {
    name: 'a budget edited in config.json of a finished run is refused, not ignored',
    folders: { r: kuhnRun },
    steps: [
      {
        before: edit((config) => {
          (config.phases as { decisions: number }[])[0]!.decisions = 5000;
        }),
        run: ['train', '--resume', 'r'],
        exit: 2,
        err: /ppo\.decisions was 600, is 5000/,
      },
      {
        before: edit((config) => {
          (config.phases as { decisions: number }[])[0]!.decisions = 600;
        }),
        run: ['train', '--resume', 'r'],
        out: /trained: 600 decisions/,
      },
    ],
  },
  {
    name: 'a limit of file size ends training in one line that names the command that goes on, which then does',
    steps: [
      {
        shell: `ulimit -f 24; tabletop train kuhn ${quoted} --decisions 10000 --run r`,
        exit: 2,
        err: /^tabletop: cannot write r\/\S+: .+ and continue with: tabletop train --resume r\n/m,
        after: gapless,
      },
      { run: ['train', '--resume', 'r'], out: /trained: 100\d\d decisions|trained: 10\.\dk decisions/, after: gapless },
    ],
    gone: ['r/lock-1.json'],
  },
  {
    name: 'the command that train prints to go on with, export, works for a game of one file',
    folders: { r: pigRun },
    steps: [
      {
        run: ['export', 'r', '--options', 'target=50'],
        exit: 2,
        err: /--options applies to bots: a policy is exported with/,
      },
      {
        run: ['export', 'r'],
        out: /wrote .+pig\.mjs/,
        after: (folder) => expect(read(folder, 'r/exports/pig.mjs')).not.toContain(path.dirname(pig)),
      },
    ],
  },
  {
    name: '--game goes with --resume, and must be the game of the run',
    folders: { r: kuhnRun },
    steps: [
      { run: ['train', '--game', 'kuhn'], exit: 2, err: /--game goes with --resume; a new run is tabletop train kuhn/ },
      { run: ['train', '--resume', 'r', '--game', 'leduc'], exit: 2, err: /leduc is the game leduc, and r plays kuhn/ },
      { run: ['train', '--resume', 'r', '--game', 'kuhn'], out: /trained/ },
    ],
  },
  {
    name: 'a signal at any early moment ends train with nothing made, or with a run that can be gone on with',
    shell: `for wait in 0.05 0.3 0.6 1 1.5 2.5; do
  ${program} train kuhn ${quoted} --decisions 3000000 --run r-$wait >/dev/null 2>&1 &
  sleep $wait; kill -TERM $!; wait $!; code=$?
  if [ $code != 143 ]; then echo "$wait: exit code $code"
  elif [ -e r-$wait/config.json ]; then
    ! ls r-$wait/lock-*.json >/dev/null 2>&1 || echo "$wait: a lock is left"
    ls r-$wait/checkpoints/ckpt* >/dev/null || echo "$wait: a run without a checkpoint"
  fi
done`,
    outNot: /./,
  },
]);

/** A game of one file that can lie anywhere. */
const wanderer = pigSource('built');
const own = ['--workers', '1', ...tiny.slice(2), '--decisions', '400'];

cases([
  {
    name: 'a project with a game of its own is moved: its run is resumed, measured, exported and played there, and names no place',
    files: { 'before/pig.ts': wanderer },
    steps: [
      { shell: `cd before && tabletop train ./pig.ts ${own.map((word) => `'${word}'`).join(' ')} --run runs/a` },
      {
        before: (folder) => renameSync(path.join(folder, 'before'), path.join(folder, 'after')),
        shell: 'cd after && tabletop train --resume runs/a@200 && tabletop export runs/a',
        out: /trained: 400 decisions[\s\S]+wrote .+pig\.mjs/,
        after: (folder) => {
          expect(readJson(folder, 'after/runs/a/config.json').game).toBe('../../pig.ts');
          for (const file of ['config.json', 'summary.html', 'exports/pig.mjs'])
            expect(read(folder, `after/runs/a/${file}`)).not.toContain(folder);
        },
      },
      {
        shell:
          'cd after && tabletop evaluate policy:runs/a --blocks 2 --workers 1 && node runs/a/exports/pig.mjs --self-test',
        out: [/policy:runs/, /passed/],
      },
      {
        shell: 'cd after && tabletop play ./pig.ts --against policy:runs/a --watch',
        out: /Seat 1 \(policy:runs\/a\)/,
      },
    ],
  },
  {
    name: 'a run whose module lies elsewhere now is resumed with --game, once',
    files: { 'pig.ts': wanderer, 'games/pig.ts': wanderer },
    steps: [
      { run: ['train', './pig.ts', ...own, '--run', 'runs/a'] },
      {
        before: remove('pig.ts'),
        run: ['train', '--resume', 'runs/a'],
        exit: 2,
        err: /the module of the game of runs\/a is not at \S+pig\.ts: name it with --game <module>\n/,
      },
      { run: ['train', '--resume', 'runs/a', '--game', 'games/pig.ts'], out: /trained/ },
      { run: ['train', '--resume', 'runs/a'], out: /trained/ },
    ],
  },
  {
    name: 'agents named by absolute paths lose their folders in an export',
    folders: { r: kuhnRun },
    before: edit((config) => {
      (config.evaluation as { against: string[] }).against = ['random', 'file:/home/somebody/secret/best.mjs?topk=3'];
    }),
    run: ['export', 'r', '--out', 'kuhn.mjs'],
    after: (folder) => {
      expect(read(folder, 'kuhn.mjs')).not.toContain('secret');
      expect(read(folder, 'kuhn.mjs')).toContain('file:best.mjs?topk=3');
    },
  },
]);

afterAll(freeDisks);

it('a full disk ends training in one line that names the command that goes on, which then does', (context) => {
  const folder = disk('300k');
  if (!folder) return context.skip();
  const full = command(folder, { run: ['train', 'kuhn', ...tiny, '--decisions', '60000', '--run', 'r'] });
  expect(full.status).toBe(2);
  expect(full.stderr).toMatch(
    /^tabletop: cannot write r\/\S+: the disk is full; free some space and continue with: tabletop train --resume r\n/m,
  );
  expect(read(folder, 'r/metrics.jsonl')).toMatch(/\n$/);
  gapless(folder);
  const again = command(folder, { run: ['train', '--resume', 'r'] });
  expect(again.status).toBe(2);
  expect(spawnSync('mount', ['-o', 'remount,size=30m', folder]).status).toBe(0);
  const { status, stdout } = command(folder, { run: ['train', '--resume', 'r'] });
  expect(stdout).toMatch(/trained/);
  expect(status).toBe(0);
  gapless(folder);
});

it('a run on a read-only disk is measured and exported', async (context) => {
  const folder = disk('10m');
  if (!folder) return context.skip();
  cpSync(await kuhnRun(), path.join(folder, 'r'), { recursive: true });
  expect(spawnSync('mount', ['-o', 'remount,ro', folder]).status).toBe(0);
  const r = path.join(folder, 'r');
  await operate({
    name: '',
    steps: [
      { run: ['evaluate', `policy:${r}`, '--game', 'kuhn', '--blocks', '2', '--workers', '0'], out: /policy:/ },
      { run: ['export', r, '--out', 'kuhn.mjs'], out: /wrote/ },
      { run: ['train', '--resume', r], exit: 2, err: /cannot lock the run .+read-only/ },
    ],
    there: ['kuhn.mjs'],
  });
});
