/** What is said of strength is true: what agents spend is shown beside what they win, and players say what is inside. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { PlayerModule } from '../../agents/player-file/player-module.js';
import { recordFile, shippedRecords, tablePages } from '../../bench/players-table.js';
import { gameIds } from '../../env/load-game.js';
import { trueProvenance } from '../../export/player/provenance.js';
import { shippedPlayers } from '../paths.js';
import { inProcess } from './in-process.js';
import { cases, pig, read, readJson, root } from './operate.js';
import { imitatingRun, kuhnRun, pigRun } from './prepared.js';

const versus = ['--game', pig, '--against', 'random', '--seed', '4'];
const search = ['evaluate', 'search:20?margin=none', ...versus, '--blocks', '2'];
const here = ['--workers', '0'];
/** Keeps what a command printed in a file. */
const kept = (name: string) => (folder: string, printed: { stdout: string }) =>
  writeFileSync(path.join(folder, name), printed.stdout);
/** What a player file prints of itself. */
const asks = (file: string) => ({ shell: `node ${file}` });

/** The effort that a command printed as JSON. */
function effortOf(stdout: string) {
  const { effort } = JSON.parse(stdout) as {
    effort: { agent: string; decisions: number; simulations: number | null; milliseconds: unknown }[];
  };
  return effort;
}

describe('what a decision costs', () => {
  cases([
    {
      name: 'an evaluation says how many simulations a search really used, and how long agents took',
      run: [...search, ...here],
      out: [
        /^search:20\?margin=none: +20 simulations, [\d.]+ ms per decision \(median [\d.]+, 90 % below [\d.]+\), \d+ decisions$/m,
        /^random: +[\d.]+ ms per decision \(.*\), \d+ decisions$/m,
      ],
    },
    {
      name: 'a tournament says it of every agent',
      run: ['tournament', pig, '--agents', 'random,scripted:bold,search:8?margin=none', '--blocks', '1', ...here],
      out: [/^random: +[\d.]+ ms/m, /^scripted:bold: +[\d.]+ ms/m, /^search:8\?margin=none: +8\.0 simulations, /m],
    },
    {
      name: 'a search that stops trying what will not do says what it used, not what it was given',
      run: [
        'evaluate',
        'search:100',
        '--game',
        'crown-of-ash',
        '--options',
        'players=2',
        '--blocks',
        '1',
        '--json',
        ...here,
      ],
      after: (_, { stdout }) => {
        const used = effortOf(stdout)[0]!.simulations!;
        expect(used).toBeGreaterThan(4);
        expect(used).toBeLessThan(100);
      },
    },
    {
      name: 'but for its times the result is the same for one thread and for two',
      steps: [
        { run: [...search, '--workers', '1', '--json'], after: kept('one.json') },
        { run: [...search, '--workers', '2', '--json'], after: kept('two.json') },
        {
          before: (folder) => {
            const untimed = (name: string) => {
              const { effort, ...rest } = readJson(folder, name) as { effort: Record<string, unknown>[] };
              return { ...rest, effort: effort.map(({ milliseconds: _, ...one }) => one) };
            };
            expect(untimed('two.json')).toEqual(untimed('one.json'));
          },
        },
      ],
    },
    {
      name: 'a state file keeps it: a finished evaluation that is asked again says the same, times too',
      steps: [
        { run: [...search, ...here, '--state', 'games.json'], after: kept('first.txt') },
        { run: [...search, ...here, '--state', 'games.json'], after: kept('again.txt') },
        { before: (folder) => expect(read(folder, 'again.txt')).toBe(read(folder, 'first.txt')) },
      ],
    },
    {
      name: 'of games that an earlier version saved it says that nothing was noted',
      steps: [
        { run: [...search, ...here, '--state', 'games.json'] },
        {
          before: (folder) => {
            const { effort: _, ...old } = readJson(folder, 'games.json');
            writeFileSync(path.join(folder, 'games.json'), JSON.stringify(old));
          },
          run: [...search, ...here, '--state', 'games.json'],
          out: /^search:20\?margin=none: +not noted in these games$/m,
        },
      ],
    },
    {
      name: 'an exported player that looks ahead says what it spends, also when another program asks it',
      folders: { run: pigRun },
      steps: [
        {
          run: ['export', 'run', '--game', pig, '--out', 'p.mjs', '--lookahead', '4', '--rounds', '1'],
          out: /search at play time: 4 samples, 1 round, margin 0\.05/,
        },
        {
          run: ['evaluate', 'file:p.mjs', ...versus, '--blocks', '1', ...here],
          out: /^file:p\.mjs: +[\d.]+ simulations, /m,
        },
        {
          shell: `node -e "import('./p.mjs').then(({ newGame }) => console.log(newGame('a').play().simulations))"`,
          out: /^\d+\n$/,
        },
      ],
    },
  ]);
});

describe('what is inside a player', () => {
  cases([
    {
      name: 'an export says whom it imitated, how much PPO it had and who is inside, and so does the file',
      folders: { run: imitatingRun },
      steps: [
        {
          run: ['export', 'run', '--out', 'p.mjs'],
          out: /^scripted player inside: scripted:always-bet; imitation: scripted:nash, \d+ games, \d+ decisions; PPO: \d+ decisions \(2 updates\); search at play time: none$/m,
        },
        { ...asks('p.mjs'), out: /^scripted player inside: scripted:always-bet; imitation: .* \(2 updates\)/m },
        {
          run: ['export', 'run', '--out', 'again.mjs', '--json'],
          after: (folder, { stdout }) => {
            const { training } = JSON.parse(stdout) as {
              training: { imitation: { decisions: number }; ppo: { decisions: number } };
            };
            const last = readdirSync(path.join(folder, 'run/checkpoints')).sort().at(-1)!;
            expect(training.imitation.decisions + training.ppo.decisions).toBe(Number(/\d+/.exec(last)![0]));
          },
        },
      ],
    },
    {
      name: 'the checkpoint at the end of imitation has had no PPO, and its export says so',
      folders: { run: imitatingRun },
      shell: 'tabletop export "$(ls -d run/checkpoints/* | head -1)" --out early.mjs',
      out: /imitation: scripted:nash, .*; PPO: none; /,
    },
    {
      name: 'a player that learned by PPO alone says so',
      folders: { run: kuhnRun },
      run: ['export', 'run', '--out', 'p.mjs'],
      out: /^scripted player inside: none; imitation: none; PPO: \d+ decisions \(\d+ updates\); search at play time: none$/m,
    },
    {
      name: 'a checkpoint that was taken out of its run says what was learned all the same',
      folders: { run: imitatingRun },
      steps: [
        { shell: 'cp "$(ls -d run/checkpoints/* | tail -1)" alone.tgym; rm -r run' },
        {
          run: ['export', 'alone.tgym', '--out', 'p.mjs'],
          out: /imitation: scripted:nash, \d+ games, \d+ decisions; PPO: \d+ decisions/,
        },
      ],
    },
    {
      name: 'what is stated of a player stands beside what its run recorded',
      folders: { run: kuhnRun },
      files: { 'stated.json': '{ "note": "made on a Tuesday", "seeds": [1] }' },
      steps: [
        { run: ['export', 'run', '--out', 'p.mjs', '--provenance', 'stated.json'] },
        {
          shell: `node -e "import('./p.mjs').then(({ meta: { provenance: p } }) => console.log(p.note, p.seed, p.training.ppo.updates))"`,
          out: /^made on a Tuesday 1 \d+\n$/,
        },
      ],
    },
    {
      name: 'a statement that the file belies is refused, and nothing is written',
      folders: { run: kuhnRun },
      files: { 'stated.json': '{ "training": { "scriptedPlayerInside": "scripted:nash" } }' },
      run: ['export', 'run', '--out', 'p.mjs', '--provenance', 'stated.json'],
      exit: 2,
      err: /training\.scriptedPlayerInside is "scripted:nash", but null in this export/,
      gone: ['p.mjs'],
    },
    {
      name: 'a statement in another form than the documented one is refused in one line',
      folders: { run: kuhnRun },
      files: { 'stated.json': '{ "training": { "ppo": "plenty" } }' },
      run: ['export', 'run', '--out', 'p.mjs', '--provenance', 'stated.json'],
      exit: 2,
      err: /provenance: training\.ppo: /,
      gone: ['p.mjs'],
    },
    {
      name: 'the list of games says what is inside the shipped players: no PPO in those of Doomspire',
      steps: [
        {
          run: ['games', 'doomspire'],
          out: [
            /^ {2}player {2}scripted player inside: scripted:tuned; imitation: none; PPO: none; evolution: scripted:mixed, .*; search at play time: 32 samples/m,
            /^ {2}file:.*player-airef\.mjs {2}scripted player inside: .*PPO: none; /m,
          ],
        },
        { run: ['games', 'kuhn'], outNot: /Shipped players/ },
      ],
    },
    {
      name: 'a game says what networks can learn to foresee',
      run: ['games', 'connect-four'],
      out: /^What networks can learn to foresee .*:\n {2}discs {2}Whose disc/m,
    },
  ]);
});

describe('the shipped players', () => {
  const files = shippedPlayers();
  const name = (file: string) => file.replace(/^games\/|\.mjs$/g, '');

  it.each(files)('%s carries its record, and that is true of it', async (file) => {
    const { meta } = (await import(path.join(root, file))) as PlayerModule;
    const { plan, advisor = plan?.bot } = meta;
    expect(existsSync(recordFile(name(file)))).toBe(true);
    expect(meta.provenance).toEqual(JSON.parse(readFileSync(recordFile(name(file)), 'utf8')));
    expect(trueProvenance({ ...meta.provenance }, advisor, meta.lookahead)).toEqual(meta.provenance);
  });

  it('are all in the tables of README.md and docs/training.md, which say what the records say', () => {
    const records = shippedRecords();
    expect(records.map((record) => record.name).sort()).toEqual(files.map(name).sort());
    for (const { page, is, wanted } of tablePages(records)) expect(is, page).toBe(wanted);
  });

  it('of Doomspire had no PPO, and their page says so', () => {
    for (const { provenance, name: player } of shippedRecords())
      if (player.startsWith('doomspire/')) expect(provenance.training.ppo).toBeNull();
    expect(readFileSync(path.join(root, 'docs/training.md'), 'utf8')).toMatch(/Doomspire's players had no PPO/);
  });
});

describe('pages', () => {
  it('name only flags that their commands have', async () => {
    const pages = ['README.md', ...readdirSync(path.join(root, 'docs')).map((file) => `docs/${file}`)];
    const games = gameIds().flatMap((id) =>
      readdirSync(path.join(root, 'games', id)).map((file) => `games/${id}/${file}`),
    );
    const helps = new Map<string, string>();
    const wrong: string[] = [];
    for (const page of [...pages, ...games].filter((file) => file.endsWith('.md')))
      for (const [line, verb] of readFileSync(path.join(root, page), 'utf8').matchAll(
        /\btabletop ((?:bench|queue|runs) \w+|[a-z]+)\b[^`\n]*?--[^`\n]*/g,
      )) {
        if (!helps.has(verb!)) helps.set(verb!, (await inProcess(root, [...verb!.split(' '), '--help'])).stdout);
        for (const [flag] of line.replace(/#.*| {2}.*/, '').matchAll(/--[a-z][a-z0-9-]*/g))
          if (!helps.get(verb!)!.includes(flag)) wrong.push(`${page}: ${verb} ${flag}`);
      }
    expect(wrong).toEqual([]);
    expect(helps.size).toBeGreaterThan(6);
  }, 60_000);
});
