/** Folders that several cases begin with: each is made once a process, by the program under test, and copied from then on. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inProcess } from './in-process.js';
import { pig, tiny, tinyBut } from './operate.js';

const made = new Map<string, string>();

/** A run made by `tabletop train` with these words. @returns a function that gives its folder */
function trainedRun(...words: string[]): () => Promise<string> {
  const key = words.join(' ');
  return async () => {
    let folder = made.get(key);
    if (!folder) {
      folder = path.join(mkdtempSync(path.join(tmpdir(), 'tabletop-prepared-')), 'run');
      made.set(key, folder);
      const train = ['train', ...words, '--run', folder];
      const { status, stderr } = await inProcess(path.dirname(folder), train);
      if (status !== 0) throw new Error(`cannot prepare a run of ${key}: ${stderr}`);
    }
    return folder;
  };
}

/** Kuhn poker, two seats, three checkpoints (208, 416, 624 decisions). */
export const kuhnRun = trainedRun('kuhn', '--decisions', '600', ...tiny);
/** Kuhn poker with three seats. */
export const kuhn3Run = trainedRun('kuhn', '--options', 'players=3', '--decisions', '400', ...tiny);
/** The game of docs/add-your-game.md. */
export const pigRun = trainedRun(pig, '--decisions', '400', ...tiny);
/** Kuhn poker that is imitated first, beside an advisor, before two updates of PPO. */
export const imitatingRun = trainedRun(
  ...['kuhn', '--decisions', '400'],
  ...tinyBut(
    'phases=[{"algorithm":"imitation","agent":"scripted:nash","decisions":300},{"name":"ppo","algorithm":"ppo"}]',
    'advisor=scripted:always-bet',
  ),
);
