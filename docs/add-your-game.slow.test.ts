/** The guide as a reader follows it: its commands run in a folder of one's own. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../test/paths.js';

const page = readFileSync(path.join(root, 'docs/add-your-game.md'), 'utf8');
const commands = [...page.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, block]) => block!.trim().split('\n'));

describe("in a folder of one's own", () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tabletop-guide-'));
  const main = path.join(root, 'dist/cli/main.js');
  const small = [
    ...[
      '--workers',
      '0',
      '--set',
      'learnerThreads=1',
      '--set',
      'network.trunk=[64]',
      '--set',
      'decisionsPerUpdate=2048',
    ],
    ...['--set', 'afterstate.learningRate=0.002', '--set', 'evaluation.every=0', '--set', 'evaluation.reportBlocks=0'],
  ];
  const run = (...words: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd: folder, encoding: 'utf8' });
    expect(status, `${words.join(' ')}\n${stdout}\n${stderr}`).toBe(0);
    return stdout;
  };
  const won = (words: string[]) => {
    const told = JSON.parse(run(main, 'evaluate', ...words, '--workers', '0', '--json')) as {
      winRate: { mean: number };
    };
    return told.winRate.mean;
  };
  beforeAll(() => {
    mkdirSync(path.join(folder, 'node_modules'));
    symlinkSync(root, path.join(folder, 'node_modules/tabletop-gym'));
    symlinkSync(path.join(root, 'node_modules/zod'), path.join(folder, 'node_modules/zod'));
    writeFileSync(path.join(folder, 'package.json'), '{ "private": true }');
    cpSync(path.join(root, 'docs/examples/eleven-peaks.ts'), path.join(folder, 'eleven-peaks.ts'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('the commands of the page run; training is cut short', () => {
    expect(commands.length).toBeGreaterThan(10);
    for (const line of commands) {
      if (/^mkdir|^npm install|tabletop doctor --install/.test(line)) continue;
      const words = line.split(' ');
      if (words[0] === 'npx') words.splice(0, 2, main);
      else if (words[0] === 'node') words.shift();
      else {
        expect(words[0]).toBe('cp');
        cpSync(path.join(folder, words[1]!), path.join(folder, 'pig.ts'));
        continue;
      }
      if (words[1] === 'train') words.push(...small, '--decisions', '4000');
      run(...words);
    }
  });

  it('the dice game is trained in seconds, beats random play clearly, and is exported as a file that plays', () => {
    run(
      main,
      'train',
      './eleven-peaks.ts',
      '--preset',
      'quickstart',
      ...small,
      '--decisions',
      '40000',
      '--run',
      'peaks',
    );
    expect(won(['policy:peaks', '--against', 'random', '--blocks', '100'])).toBeGreaterThan(0.8);
    run(main, 'export', 'peaks');
    const file = readdirSync(path.join(folder, 'peaks/exports')).find((name) => name.endsWith('.mjs'));
    const player = path.join('peaks/exports', file!);
    expect(run(player, '--self-test')).toMatch(/passed/);
    expect(won([`file:${player}`, '--against', 'random', '--blocks', '20'])).toBeGreaterThan(0.7);
    expect(run(main, 'play', './eleven-peaks.ts', '--against', `file:${player}`, '--watch', '--seed', '1')).toMatch(
      /make camp/,
    );
  });
});
