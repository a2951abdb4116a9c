/**
 * Which folders of runs this user made, or said to trust. A run names a module of its game, and perhaps agents that are
 * programs: to go on with it is to run them. So that a folder from elsewhere runs nothing because it says so, the runs of
 * this user are known by an id in the folder that is also kept under the user's data directory.
 */
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { commandLine } from '../env/command-line.js';
import { UserError } from '../env/user-error.js';
import { attempt } from './atomic.js';

/** In the folder of a run. */
const ID_FILE = 'id';
const id = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Where the ids are kept; `TABLETOP_DATA` names another folder. */
function dataFolder(): string {
  const { env, platform } = process;
  const { TABLETOP_DATA, XDG_DATA_HOME, LOCALAPPDATA } = env;
  if (TABLETOP_DATA) return TABLETOP_DATA;
  if (platform === 'win32' && LOCALAPPDATA) return join(LOCALAPPDATA, 'tabletop-gym');
  if (platform === 'darwin') return join(homedir(), 'Library/Application Support/tabletop-gym');
  return join(XDG_DATA_HOME || join(homedir(), '.local/share'), 'tabletop-gym');
}

const markOf = (id: string): string => join(dataFolder(), 'runs', id);

/** Notes that this user makes a run in a folder. Where ids cannot be kept, the run is later treated as one from elsewhere. */
export function markOwn(folder: string): void {
  try {
    mark(folder);
  } catch {
    // No place for a user's data, as in some containers: nothing else depends on it.
  }
}

/** A new id each time: whoever made a folder may know the one that lies in it. */
function mark(folder: string): void {
  const known = randomUUID();
  mkdirSync(join(dataFolder(), 'runs'), { recursive: true });
  writeFileSync(markOf(known), '');
  writeFileSync(join(folder, ID_FILE), `${known}\n`);
}

/** Notes that this user trusts a run from elsewhere. @throws UserError where that cannot be written */
export function trust(folder: string): void {
  attempt(`cannot mark ${folder} as trusted`, () => mark(folder));
}

/** Whether this user made what is in a folder, or said to trust it. */
function isOwn(folder: string): boolean {
  const known = idOf(folder);
  return known !== undefined && existsSync(markOf(known));
}

/**
 * Refuses what a folder from elsewhere would run.
 * @param what it is: `the module ./pig.ts`
 * @param instead of trusting it, what else its user can do
 * @throws UserError that says how to continue
 */
export function refuseUnlessOwn(folder: string, what: string, instead = ''): void {
  if (isOwn(folder)) return;
  throw new UserError(
    `${folder} was not made by you on this machine, and would run ${what}: ${instead}if you trust all of it: ${commandLine(['tabletop', 'runs', 'trust', folder])}`,
  );
}

function idOf(folder: string): string | undefined {
  try {
    const text = readFileSync(join(folder, ID_FILE), 'utf8').trim();
    return id.test(text) ? text : undefined;
  } catch {
    return undefined;
  }
}
