/** What `train` is told: it is done, or refused in one line before anything begins. */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { expect } from 'vitest';
import { cases, main, pig, read, readJson, tiny, tinyBut } from './operate.js';
import { kuhn3Run, kuhnRun } from './prepared.js';

const constant = ['--set', 'ppo.learningRate=1e-3'];
const goingOn = (run: string) => ['train', '--resume', run, ...constant];
const longer = [...goingOn('r'), '--decisions', '1000'];
const asJson = (text: string) => JSON.parse(text) as Record<string, never>;
/** Of what a finished run says. */
const decisionsOf = (text: string) => asJson(text).decisions as number;

cases([
  {
    name: 'an advisor that draws its actions is refused before anything is written',
    run: ['train', 'kuhn', '--run', 'r', '--decisions', '400', ...tinyBut('advisor=scripted:nash')],
    exit: 2,
    err: /advisor scripted:nash does not always choose the same in the same position, it is random or has memory/,
    gone: ['r'],
  },
  {
    name: 'a search teaches a network, also after a pause, and what comes of it says so',
    steps: [
      {
        run: [
          ...[
            'train',
            'kuhn',
            '--algorithm',
            'expert-iteration',
            '--run',
            'r',
            '--decisions',
            '100',
            '--set',
            'workers=0',
          ],
          ...['--set', 'expert-iteration.shards=2', '--set', 'expert-iteration.games=8', '--set', 'network.trunk=[8]'],
          ...['--set', 'expert-iteration.simulations=8', '--set', 'expert-iteration.fastSimulations=4'],
          ...['--set', 'expert-iteration.opening=1'],
          ...['--set', 'evaluation.every=0', '--set', 'evaluation.reportBlocks=2'],
        ],
      },
      { run: ['train', '--resume', 'r', '--decisions', '200'] },
      { run: ['export', 'r', '--out', 'player.mjs'] },
      {
        shell: `node --input-type=module -e "console.log((await import('./player.mjs')).describe().inside)"`,
        out: /imitation: null,\n {2}ppo: null,[\s\S]*expertIteration: \{ games: \d+, decisions: 2\d\d, updates: \d+ \}/,
      },
      {
        run: ['train', 'kuhn', '--algorithm', 'expert-iteration', '--preset', 'quickstart'],
        exit: 2,
        err: /--algorithm expert-iteration: preset quickstart has another algorithm; leave --preset out/,
      },
    ],
  },
  {
    name: 'a game that brings its rules alone is learned by what positions are worth, which is said, up to its strength',
    files: {
      'dice.ts': readFileSync(pig, 'utf8')
        .replace('export const bots', 'const bots')
        .replace(/export default .*/, 'export default { game };'),
    },
    run: ['train', './dice.ts', '--decisions', '3000', '--run', 'r', '--set', 'evaluation.reportBlocks=20'],
    err: /^note: learning what positions are worth, from the rules alone \(afterstate\); for games of bluffing, .*--algorithm ppo\n[\s\S]*\nafterstate, [3-9]\d{3} decisions: \d+% v random\n/,
    out: /^trained: [\s\S]*\nnext: tabletop evaluate policy:r\n {6}tabletop export r\n$/,
  },
  {
    name: 'a finished run is extended',
    folders: { r: kuhnRun },
    run: [...longer, '--json'],
    after: (folder, { stdout }) => {
      expect(decisionsOf(stdout)).toBe(1000);
      expect(asJson(stdout).finished).toBe(true);
      expect(readdirSync(path.join(folder, 'r/checkpoints'))).toContain('ckpt-000000001000.tgym');
      expect(read(folder, 'r/summary.html')).toMatch(/Changes during the run[\s\S]*ppo\.decisions=1000/);
    },
    there: ['r/history.json'],
  },
  {
    name: 'an extension that would learn nothing is refused, with the command that learns',
    folders: { r: kuhnRun },
    run: ['train', '--resume', 'r', '--decisions', '1000'],
    exit: 2,
    err: /ppo\.learningRate is 0 .*tabletop train --resume r --decisions 1000 --set ppo\.learningRate=0\.0002/,
    gone: ['r/history.json'],
  },
  {
    name: 'what cannot change within a run is refused, and the way to change it named',
    folders: { r: kuhnRun },
    steps: [
      {
        run: ['train', '--resume', 'r', '--set', 'network.trunk=[9]'],
        exit: 2,
        err: /network\.trunk cannot change within a run: the weights have its shape; train --from/,
      },
      { run: ['train', '--resume', 'r', '--set', 'returns.winWeight=1'], exit: 2, err: /what values mean/ },
      { run: ['train', '--resume', 'r', '--set', 'ppo.entropyy=1'], exit: 2, err: /no setting `ppo\.entropyy`/ },
    ],
  },
  ...['--run x', '--preset standard', '--seed 2', '--seeds 1,2', '--options players=3', '--config c.json'].map(
    (flag) => ({
      name: `${flag} beside --resume is refused`,
      folders: { r: kuhnRun },
      files: { 'c.json': '{}' },
      run: ['train', '--resume', 'r', ...flag.split(' ')],
      exit: 2,
      err: new RegExp(`${flag.split(' ')[0]} is fixed at the beginning of a run`),
      gone: ['x'],
    }),
  ),
  {
    name: 'a finished run told how, but not how long, says so',
    folders: { r: kuhnRun },
    run: ['train', '--resume', 'r', '--set', 'ppo.entropy=0.1'],
    exit: 2,
    err: /finished: ppo has learned from 600 .*--decisions above 600/,
  },
  {
    name: 'the same words again go on with the same segment; fewer decisions than there were are refused',
    folders: { r: kuhnRun },
    steps: [
      { run: longer },
      {
        run: [...longer, '--json'],
        after: (folder, { stdout }) => {
          expect(decisionsOf(stdout)).toBe(1000);
          expect((readJson(folder, 'r/history.json') as { segments: unknown[] }).segments).toHaveLength(1);
        },
      },
      { run: ['train', '--resume', 'r', '--decisions', '700'], exit: 2, err: /learned from 1000 decisions/ },
      { run: ['train', '--resume', 'r'], out: /trained: 1000 decisions/ },
    ],
  },
  {
    name: 'a run extended twice from the same beginning ends in the same bytes, killed on the way or not',
    folders: { r: kuhnRun, s: kuhnRun },
    steps: [
      { run: [...goingOn('r'), '--decisions', '20000'] },
      {
        // The program itself, so that `$!` is its process.
        shell: `'${process.execPath}' '${main}' ${goingOn('s').join(' ')} --decisions 20000 2>/dev/null &
for i in $(seq 600); do [ -s s/history.json ] && [ "$(wc -l 2>/dev/null <s/metrics.jsonl)" -gt 20 ] && break; sleep 0.02; done
kill -KILL $!; wait $! 2>/dev/null; true`,
      },
      {
        run: [...goingOn('s'), '--decisions', '20000'],
        after: (folder) => {
          for (const name of ['checkpoints/ckpt-000000020000.tgym', 'history.json'])
            expect(readFileSync(path.join(folder, 's', name))).toEqual(readFileSync(path.join(folder, 'r', name)));
        },
      },
    ],
  },
  {
    name: 'a history that was damaged is refused',
    folders: { r: kuhnRun },
    files: { 'r/history.json': '{"segments": [{"decisions": 600}]}' },
    before: (folder) => expect(existsSync(path.join(folder, 'r/history.json'))).toBe(true),
    run: ['train', '--resume', 'r'],
    exit: 2,
    err: /history\.json: segments\.0\.\w+: .*restore it/,
  },
  {
    name: 'another config than the game is refused',
    files: { 'c.json': '{"game": "leduc"}' },
    run: ['train', 'kuhn', '--config', 'c.json', ...tiny, '--decisions', '200'],
    exit: 2,
    err: /c\.json is for leduc, not kuhn/,
    gone: ['runs'],
  },
  {
    name: '--set names no other game either',
    run: ['train', 'kuhn', '--set', 'game=leduc'],
    exit: 2,
    err: /--set game: .*train <game>/,
    gone: ['runs'],
  },
  {
    name: '--settings shows what a preset of a game sets',
    steps: [
      {
        run: ['train', '--settings', 'kuhn', '--preset', 'quickstart', '--set', 'ppo.epochs=3'],
        out: [
          /^game \("kuhn"\)/m,
          /^ppo\.decisions \(120000\)/m,
          /^network\.trunk \(\[64,64\]\)/m,
          /^ppo\.epochs \(3\)/m,
        ],
      },
      {
        run: ['train', '--settings', 'kuhn', '--json'],
        after: (_, { stdout }) => {
          const { game, settings } = JSON.parse(stdout) as {
            game: string;
            settings: { path: string; value: unknown }[];
          };
          expect(game).toBe('kuhn');
          expect(settings.find((one) => one.path === 'ppo.decisions')).toMatchObject({ value: 500_000 });
        },
      },
      { run: ['train', '--settings', '--preset', 'quickstart'], exit: 2, err: /no game given/ },
    ],
  },
  {
    name: 'networks that cannot fit into memory are refused, with an estimate',
    steps: [
      {
        run: ['train', 'kuhn', '--set', 'network.trunk=[100000,100000]'],
        exit: 2,
        err: /would take about [\d.]+ TiB of memory, and [\d.]+ [GT]iB are available .*lower network\.trunk/,
      },
      {
        run: ['train', 'doomspire', '--set', 'network.trunk=[1000000]'],
        exit: 2,
        err: /lower network\.trunk|network\.trunk/,
      },
    ],
    gone: ['runs'],
  },
  {
    name: 'rollouts, games and networks beyond all limits are refused',
    steps: [
      {
        run: ['train', 'kuhn', '--set', 'decisionsPerUpdate=1000000000'],
        exit: 2,
        err: /lower decisionsPerUpdate or games/,
      },
      { run: ['train', 'kuhn', '--set', 'games=1000000000'], exit: 2, err: /lower decisionsPerUpdate or games/ },
      { run: ['train', 'kuhn', '--set', 'network.trunk=[2000000]'], exit: 2, err: /network\.trunk/ },
    ],
    gone: ['runs'],
  },
  {
    name: 'thousands of workers are refused',
    steps: [
      {
        run: ['report', 'kuhn', '--agents', 'random', '--workers', '1000', '--games', '3'],
        exit: 2,
        err: /workers.*from 0 to 64/,
      },
      { run: ['evaluate', 'random', '--game', 'kuhn', '--workers', '65'], exit: 2, err: /from 0 to 64/ },
      { run: ['train', 'kuhn', '--workers', '65'], exit: 2, err: /from 0 to 64/ },
    ],
  },
  {
    name: 'a run without a name is refused',
    run: ['train', 'kuhn', '--decisions', '200', ...tiny, '--run', ''],
    exit: 2,
    err: /--run: the name is empty/,
    gone: ['config.json', 'checkpoints'],
  },
  ...[
    ['', /one is empty/],
    ['1,1', /1 is given twice/],
    ['../x,b', /\.\.\/x cannot name a folder/],
    ['1,,2', /one is empty/],
  ].map(([seeds, err]) => ({
    name: `--seeds '${seeds}' is refused before the first run`,
    run: ['train', 'kuhn', '--decisions', '200', ...tiny, '--run', 'r', '--seeds', seeds as string],
    exit: 2,
    err: err as RegExp,
    gone: ['r-1', 'r-', 'r-../x', 'r-b', 'runs'],
  })),
  {
    name: 'of several runs none begins where one cannot',
    files: { 'r-2/notes.txt': 'mine' },
    run: ['train', 'kuhn', '--decisions', '200', ...tiny, '--run', 'r', '--seeds', '1,2'],
    exit: 2,
    err: /r-2 is not empty \(notes\.txt\)/,
    gone: ['r-1'],
  },
  {
    name: 'several seeds make several runs',
    run: ['train', 'kuhn', '--decisions', '200', ...tiny, '--run', 'r', '--seeds', '1, b', '--json'],
    after: (_, { stdout }) => expect(asJson(stdout).runs).toMatchObject([{ runDir: 'r-1' }, { runDir: 'r-b' }]),
    there: ['r-1/config.json', 'r-b/config.json'],
  },
  {
    name: 'numbers that are none are refused',
    steps: [
      { run: ['train', 'kuhn', '--workers', ''], exit: 2, err: /workers/ },
      { run: ['report', 'kuhn', '--agents', 'random', '--games', '0x10'], exit: 2, err: /games/ },
      { run: ['train', 'kuhn', '--decisions', '1.5'], exit: 2, err: /decisions/ },
      { run: ['train', 'kuhn', '--minutes', '0x5'], exit: 2, err: /minutes/ },
    ],
    gone: ['runs'],
  },
  {
    name: 'numbers may be written with separators and exponents',
    run: ['report', 'kuhn', '--agents', 'random', '--games', '2e1', '--workers', '0', '--json'],
    out: /"games": 20/,
  },
  {
    name: 'what is given twice is refused',
    steps: [
      {
        run: ['report', 'kuhn', '--agents', 'random', '--options', 'players=3,players=2', '--games', '2'],
        exit: 2,
        err: /players is given twice/,
      },
      {
        run: ['report', 'kuhn', '--agents', 'random', '--options', '{"players":3,"players":2}', '--games', '2'],
        exit: 2,
        err: /players is given twice/,
      },
      {
        run: ['train', 'kuhn', '--set', 'ppo.epochs=2', '--set', 'ppo.epochs=3'],
        exit: 2,
        err: /ppo\.epochs is given twice/,
      },
      {
        run: ['train', 'kuhn', '--decisions', '5', '--set', 'ppo.decisions=6'],
        exit: 2,
        err: /ppo\.decisions is given twice/,
      },
    ],
    gone: ['runs'],
  },
  {
    name: 'opponents that leave no seat to learn are refused',
    steps: [
      {
        run: ['train', 'kuhn', '--decisions', '200', ...tiny, '--set', 'ppo.opponents=[{"agent":"random","share":1}]'],
        exit: 2,
        err: /ppo\.opponents: shares add up to 1.* none to learn/,
      },
      {
        run: [
          'train',
          'kuhn',
          '--set',
          'ppo.opponents=[{"agent":"random","share":{"from":0,"to":0.7,"until":0.5}}]',
          '--set',
          'ppo.snapshots.share=0.4',
        ],
        exit: 2,
        err: /shares add up to 1\.1/,
      },
      {
        run: [
          'train',
          'kuhn',
          '--set',
          'ppo.opponents=[{"agent":"random","allSeats":0.6},{"agent":"random","allSeats":0.6}]',
        ],
        exit: 2,
        err: /allSeats add up to 1\.2/,
      },
      { run: ['train', 'kuhn', '--set', 'games=2', '--workers', '4'], exit: 2, err: /games: 4 workers cannot share 2/ },
    ],
    gone: ['runs'],
  },
  {
    name: 'a dry run makes no files, and its config trains as the command would',
    steps: [
      {
        run: ['train', 'kuhn', '--decisions', '400', ...tiny, '--dry-run'],
        err: [/^time: about /m, /^memory: about \d+ MiB of /m],
        after: (folder, { stdout }) => {
          expect(readdirSync(folder)).toEqual([]);
          asJson(stdout);
        },
      },
      {
        shell: `tabletop train kuhn --decisions 400 ${tiny.map((word) => `'${word}'`).join(' ')} --dry-run >c.json 2>/dev/null`,
      },
      { run: ['train', '--config', 'c.json', '--run', 'a'] },
      {
        run: ['train', 'kuhn', '--decisions', '400', ...tiny, '--run', 'b'],
        after: (folder) => {
          expect(read(folder, 'a/config.json')).toBe(read(folder, 'b/config.json'));
          // A run records which engine it has found.
          expect(readJson(folder, 'c.json')).toEqual({ ...readJson(folder, 'b/config.json'), engine: 'auto' });
        },
      },
    ],
    gone: ['runs'],
  },
  {
    name: 'a dry run of a run that goes on says what would be in force, and leaves the run alone',
    folders: { r: kuhnRun },
    run: [...longer, '--dry-run', '--json'],
    after: (_, { stdout }) => {
      const { config, estimate } = JSON.parse(stdout);
      const rate = { from: 1e-3, to: 1e-3, until: 1 };
      expect(config.phases).toMatchObject([{ name: 'ppo', decisions: 1000, learningRate: rate }]);
      expect(Object.keys(estimate)).toEqual(['minutes', 'how', 'decisionsPerSecond', 'memory']);
    },
    gone: ['r/history.json'],
  },
  {
    name: 'a new run begins with the weights of another, and with its game, options and network',
    folders: { r: kuhn3Run },
    steps: [
      {
        run: ['train', '--from', 'r', '--run', 'deep/n', '--decisions', '400', '--json'],
        after: (folder, { stdout }) => {
          expect(asJson(stdout)).toMatchObject({ game: 'kuhn', options: { players: 3 }, decisions: 400 });
          const config = readJson(folder, 'deep/n/config.json') as { from: Record<string, unknown> };
          expect(config).toMatchObject({ network: { trunk: [8] }, games: 8 });
          expect(config.from.source).toMatch(/^\.\.\/\.\.\/r\/checkpoints\/ckpt-0+400\.tgym$/);
          expect(config.from).toMatchObject({ sha256: expect.stringMatching(/^[0-9a-f]{64}$/), decisions: 400 });
          expect(read(folder, 'deep/n/config.json')).not.toContain(folder);
        },
      },
      {
        run: [
          'train',
          'kuhn',
          '--from',
          'r/checkpoints/ckpt-000000000400.tgym',
          '--preset',
          'quickstart',
          '--settings',
        ],
        out: [
          /^preset \("quickstart"\)/m,
          /^ppo\.decisions \(120000\)/m,
          /^network\.trunk \(\[8\]\)/m,
          /^options \({"askForced":false,"players":3}\)/m,
        ],
      },
    ],
  },
  {
    name: 'an export says what its run was told on the way, and where its weights came from',
    folders: { r: kuhnRun },
    steps: [
      { run: ['train', '--from', 'r', '--run', 'n', '--decisions', '200', ...constant] },
      { run: ['train', '--resume', 'n', '--decisions', '400'] },
      { run: ['export', 'n', '--out', 'kuhn.mjs'] },
      {
        shell: `node -e 'import("./kuhn.mjs").then(({ meta }) => console.log(JSON.stringify(meta.provenance.config)))'`,
        out: [/"from":{"source":"[^"]*ckpt-000000000600.tgym","sha256":"[0-9a-f]{64}"/, /"set":{"ppo\.decisions":400}/],
      },
    ],
  },
  {
    name: 'weights that do not fit are refused',
    folders: { r: kuhnRun },
    steps: [
      { run: ['train', '--from', 'r', '--set', 'network.trunk=[9]'], exit: 2, err: /trunk \[8\], the config \[9\]/ },
      {
        run: ['train', '--from', 'r', '--set', 'network.memory=all'],
        exit: 2,
        err: /has memory none, the config \{"piece":"memory","decisions":8,"units":32,"of":\["card","position","players","said"\]\}; leave network/,
      },
      { run: ['train', 'leduc', '--from', 'r'], exit: 2, err: /plays kuhn, not leduc/ },
      { run: ['train', '--from', 'nowhere'], exit: 2, err: /nowhere/ },
      { run: ['train', '--resume', 'r', '--from', 'r'], exit: 2, err: /--from is fixed at the beginning/ },
      { run: ['train', '--from', 'r', '--set', 'from=x'], exit: 2, err: /--from chooses it/ },
    ],
    gone: ['runs'],
  },
  {
    name: 'a run begun with weights that were lost before its first checkpoint says so',
    folders: { r: kuhnRun },
    steps: [
      { run: ['train', '--from', 'r', '--run', 'n', '--decisions', '200'] },
      {
        before: (folder) => {
          for (const name of ['r', 'n/checkpoints', 'n/metrics.jsonl'])
            rmSync(path.join(folder, name), { recursive: true });
        },
        run: ['train', '--resume', 'n'],
        exit: 2,
      },
    ],
  },
  {
    name: 'an own game keeps its settings when its run is branched',
    steps: [
      { run: ['train', pig, '--decisions', '200', ...tiny, '--run', 'p'] },
      { run: ['train', '--from', 'p', '--decisions', '200', '--run', 'q', '--json'], out: /"finished": true/ },
    ],
  },
]);
