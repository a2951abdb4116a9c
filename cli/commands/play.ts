import { randomInt } from 'node:crypto';
import process from 'node:process';
import readline from 'node:readline/promises';
import type { Command } from 'commander';
import { LEVELS, rungOf, rungText } from '../../agents/ladder.js';
import { defaultOpponent } from '../../agents/panel.js';
import { checkWritable, writeAtomic } from '../../checkpoints/atomic.js';
import { readText } from '../../checkpoints/read-text.js';
import type { Agent } from '../../env/agent.js';
import { commandLine } from '../../env/command-line.js';
import type { GamePackage } from '../../env/game-package.js';
import { gameNamedIn, loadGame } from '../../env/load-game.js';
import { differentOptions, optionsText } from '../../env/options.js';
import { parseReplay } from '../../env/replay.js';
import { UserError } from '../../env/user-error.js';
import { makeSite } from '../../export/web/index.js';
import { PERSON } from '../../export/web/players.js';
import { readSaved, type Saved, seatsOf } from '../../export/web/saved.js';
import { contentPolicy } from '../../export/web/site.js';
import { GameTable } from '../../export/web/table.js';
import { interruptSignal } from '../interrupt.js';
import { print, write } from '../output.js';
import { openBrowser, serve } from '../page-server.js';
import { LoadedPlayers } from '../play/seating.js';
import { playOn } from '../play/session.js';
import { COLUMNS } from '../play/words.js';
import { ProgressLine, rewritesLines, Thinking } from '../terminal.js';
import { agentList, chooseGame, optionFields, readOptions, wholeNumber } from './shared.js';

interface PlayFlags {
  options?: string;
  against?: string;
  difficulty?: number;
  ladder?: string;
  seat: number;
  seed?: string;
  watch?: boolean;
  save?: string;
  continue?: string;
  web?: boolean;
  policy?: string;
  open: boolean;
}

/** `tabletop play <game>`: a person against agents, in the terminal. */
export function addPlay(program: Command): void {
  program
    .command('play [game]')
    .description('play in the terminal or a browser, or watch agents play')
    .option(
      '--against <agents>',
      'agents in the other seats: one for all, or a comma list; person: someone at this terminal (default: the strongest agent)',
    )
    .option('--difficulty <1..10>', 'instead of --against: a measured level (docs/ladder.md)', wholeNumber(1, LEVELS))
    .option('--ladder <file>', 'with --difficulty: a ladder of your own (default: the shipped one)')
    .option('--seat <n>', 'your seat, from 0', wholeNumber(0), 0)
    .option('--seed <seed>', 'seed of deal and agents (default: a new one, printed)')
    .option('--options <options>', 'game options: JSON, or key=value,...')
    .option('--watch', 'only watch: --against fills every seat; prints the position each round')
    .option('--save <file>', 'write the game to a file as a replay when it ends or you quit')
    .option('--continue <file>', 'continue a saved game, from the terminal or the page')
    .option('--web', 'play in a browser on this machine (docs/web.md)')
    .option(
      '--policy <policy>',
      'with --web: the trained player: run, checkpoint or player file (default: the shipped one)',
    )
    .option('--no-open', 'with --web: print the address and open no browser')
    .addHelpText(
      'after',
      '\nAnswer with the number of a move, or: help (list the answers), ? (show the position), /words (moves with these\n' +
        'words), h (a hint from the first opponent), undo, save <file>, q (quit).',
    )
    .action((name: string | undefined, flags: PlayFlags, command: Command) => {
      const given = (flag: keyof PlayFlags) => command.getOptionValueSource(flag) === 'cli';
      if (given('difficulty') && given('against'))
        throw new UserError('--difficulty and --against both choose your opponents: give one of them');
      if (given('ladder') && !given('difficulty'))
        throw new UserError('--ladder defines the levels of --difficulty: give --difficulty too');
      if (!flags.web) {
        const web = (['policy', 'open'] as const).find(given);
        if (web) throw new UserError(`--${web === 'open' ? 'no-open' : web} is for a browser: give --web too`);
        if (flags.continue !== undefined) return goOn(flags.continue, name, flags, given);
        return begin(needed(name), flags);
      }
      const chosen = (['against', 'seat', 'watch', 'save', 'continue'] as const).find(given);
      if (chosen) throw new UserError(`--${chosen} is chosen in the page: leave it out with --web`);
      return playInBrowser(needed(name), flags);
    });
}

function needed(name: string | undefined): string {
  if (name === undefined)
    throw new UserError('name a game (tabletop games lists them), or a saved one with --continue');
  return name;
}

/** Serves the page until it is stopped. */
async function playInBrowser(name: string, flags: PlayFlags): Promise<void> {
  const { options, seed, policy, difficulty, ladder, open } = flags;
  const signal = interruptSignal();
  const making = rewritesLines(process.stderr) ? new ProgressLine() : null;
  making?.update('making the page ...');
  const { files } = await makeSite({
    game: name,
    policy,
    options: options === undefined ? undefined : readOptions(options),
    seed,
    difficulty,
    ladder,
  }).finally(() => making?.clear());
  if (signal.aborted) return;
  const served = await serve(files, contentPolicy);
  write(`${served.address}\nplay there; Ctrl-C here stops it\n`);
  if (open) openBrowser(served.address);
  await aborted(signal);
  await served.close();
}

/** A new game. */
async function begin(name: string, flags: PlayFlags): Promise<void> {
  const against = flags.against ?? levelOf(flags) ?? defaultOpponent(await loadGame(name));
  const specs = agentList(against);
  const agents = specs.filter((spec) => spec !== PERSON);
  const chosen = await chooseGame(name, flags.options, agents);
  const { game, options: plain, otherOptions } = chosen;
  // Against people every rule is on; in self-play some are narrowed (see the game's README).
  const options =
    'conceding' in optionFields(game) && !flags.options?.includes('conceding') && !flags.watch
      ? { ...(plain as object), conceding: 'any' }
      : plain;
  if (flags.save !== undefined) checkWritable(flags.save);
  const seed = flags.seed ?? String(randomInt(2 ** 31));
  const count = game.players(options);
  const people = flags.watch ? [] : [flags.seat];
  const seats = seated(specs, count, people);
  // Who plays alone may ask the one who would be the opponent.
  const adviser = seats.find((spec) => spec !== PERSON) ?? agents[0] ?? 'random';
  const players = new LoadedPlayers({ ...chosen, options, otherOptions: otherOptions || ['conceding'] }, adviser);
  await loading(async () => {
    for (const spec of [...seats, adviser]) await players.load(spec);
  });
  const table = GameTable.begin(game, players, { options, seed, seats });
  await tellLevel(chosen, options, flags);
  await print(`seed ${seed} (--seed ${seed} deals the same again)\n`);
  await played(table, players.create(adviser)!, flags, name === game.id ? [] : ['--game', name]);
}

/** Goes on with a saved game. */
async function goOn(
  file: string,
  name: string | undefined,
  flags: PlayFlags,
  given: (flag: keyof PlayFlags) => boolean,
): Promise<void> {
  const chosen = (['options', 'seed'] as const).find(given);
  if (chosen) throw new UserError(`--${chosen} is that of the saved game: leave it out with --continue`);
  const text = readText(file);
  const loaded = await loadGame(
    name ?? gameNamedIn(file, parseReplay(text, file).game, 'first: tabletop play <module> --continue <file>'),
  );
  const { game } = loaded;
  const saved = readSaved(game, text);
  const { options } = saved;
  if (flags.save !== undefined) checkWritable(flags.save);
  const against = flags.against ?? levelOf(flags) ?? defaultOpponent(loaded);
  const seatsOthers = given('against') || given('difficulty');
  const specs = agentList(against);
  const players = new LoadedPlayers(
    { ...loaded, options, otherOptions: true },
    specs.find((spec) => spec !== PERSON) ?? 'random',
  );
  const notes = await loading(async () => {
    for (const spec of [...specs, players.opponent]) await players.load(spec);
    return seatsOthers ? [] : players.loadSaved(saved);
  });
  for (const note of notes) process.stderr.write(`note: ${note}\n`);
  let seats = seatsOf(game, players, saved);
  const sat = seats.flatMap((spec, seat) => (spec === PERSON ? [seat] : []));
  const people = flags.watch ? [] : given('seat') || sat.length === 0 ? [flags.seat] : sat;
  if (seatsOthers) seats = seated(specs, seats.length, people);
  else seats = seats.map((spec, seat) => (people.includes(seat) ? PERSON : spec === PERSON ? players.opponent : spec));
  checkSeats(people, seats.length);
  const table = GameTable.resume(game, players, { ...saved, agents: seats } satisfies Saved);
  await tellLevel(loaded, options, flags);
  await print(`seed ${saved.seed}, ${saved.actions.length} moves so far\n`);
  const adviser = seats.find((spec) => spec !== PERSON) ?? players.opponent;
  await played(table, players.create(adviser)!, flags, name === undefined || name === game.id ? [] : ['--game', name]);
}

/** The agent that `--difficulty` means. */
function levelOf({ difficulty, ladder }: PlayFlags): string | undefined {
  if (difficulty === undefined) return undefined;
  if (ladder?.includes(',')) throw new UserError(`--ladder ${ladder}: a path with a comma cannot be used here`);
  return `level:${difficulty}${ladder === undefined ? '' : `?ladder=${ladder}`}`;
}

/** Says what a difficulty means, and where that was measured with other options. */
async function tellLevel(pack: GamePackage, options: unknown, { difficulty, ladder: file }: PlayFlags): Promise<void> {
  if (difficulty === undefined) return;
  const { rung, ladder } = rungOf(difficulty, pack, file);
  await print(`difficulty ${difficulty} of ${LEVELS}: ${rungText(rung)}\n`);
  // Against people every rule is on: that is no other game.
  const different = differentOptions(ladder.options, options).filter((name) => name !== 'conceding');
  if (different.length > 0)
    process.stderr.write(`note: the rating was measured with ${optionsText(ladder.options, different)}\n`);
}

/** Plays, and writes the file of `--save`. @param told what `tabletop replay` needs to be told too */
async function played(table: GameTable, adviser: Agent, flags: PlayFlags, told: readonly string[]): Promise<void> {
  table.tellForced();
  const lines = flags.watch ? null : readline.createInterface({ input: process.stdin, terminal: false });
  const { stdout } = process;
  const goOn = (file: string) => commandLine(['tabletop', 'play', ...told.slice(1), '--continue', file]);
  const place = {
    answers: lines?.[Symbol.asyncIterator]() ?? null,
    print,
    thinking: new Thinking(),
    wipes: rewritesLines(stdout),
    columns: stdout.columns ?? COLUMNS,
    goOn,
    signal: interruptSignal(),
  };
  // Nobody looks on any more; the record that --save asks for is played to its end all the same.
  await playOn(table, adviser, place, Boolean(flags.watch) && flags.save !== undefined);
  lines?.close();
  if (flags.save === undefined) return;
  writeAtomic(flags.save, table.save());
  write(
    `replay written to ${flags.save}; ${commandLine(['tabletop', 'replay', flags.save, ...told])} shows it` +
      `${table.show().over ? '' : `, ${goOn(flags.save)} continues it`}\n`,
  );
}

/** Who sits where. @param specs one for all seats that no person has, or one for each */
function seated(specs: readonly string[], count: number, people: readonly number[]): string[] {
  checkSeats(people, count);
  const wanted = count - people.length;
  if (specs.length !== 1 && specs.length !== wanted) {
    const fitting = wanted <= 1 ? 'give 1' : `give 1 for all, or ${wanted}, separated by commas`;
    throw new UserError(`--against names ${specs.length} agent${specs.length === 1 ? '' : 's'}: ${fitting}`);
  }
  let next = 0;
  return Array.from({ length: count }, (_, seat) =>
    people.includes(seat) ? PERSON : specs.length === 1 ? specs[0]! : specs[next++]!,
  );
}

function checkSeats(people: readonly number[], count: number): void {
  const wrong = people.find((seat) => seat >= count);
  if (wrong !== undefined) throw new UserError(`--seat ${wrong}: seats are 0..${count - 1}`);
}

/** Says on a terminal that players are loaded, which may take a while. */
async function loading<T>(load: () => Promise<T>): Promise<T> {
  const line = rewritesLines(process.stderr) ? new ProgressLine() : null;
  line?.update('loading the players ...');
  return load().finally(() => line?.clear());
}

function aborted(signal: AbortSignal): Promise<null> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(null), { once: true }));
}
