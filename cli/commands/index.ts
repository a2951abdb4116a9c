import type { Command } from 'commander';

/** Puts one command into the program. */
type Add = (program: Command) => void;

/**
 * Every command, in the order the help lists them, and how to load it. A command is loaded when it is run: all of them
 * together take as long to load as a short command takes to do its work.
 */
const commands: Readonly<Record<string, () => Promise<Add>>> = {
  start: async () => (await import('./start.js')).addStart,
  games: async () => (await import('./games.js')).addGames,
  new: async () => (await import('./new.js')).addNew,
  check: async () => (await import('./check.js')).addCheck,
  report: async () => (await import('./report.js')).addReport,
  play: async () => (await import('./play.js')).addPlay,
  replay: async () => (await import('./replay.js')).addReplay,
  analyze: async () => (await import('./analyze.js')).addAnalyze,
  train: async () => (await import('./train.js')).addTrain,
  ablate: async () => (await import('./ablate.js')).addAblate,
  runs: async () => (await import('./runs.js')).addRuns,
  evaluate: async () => (await import('./evaluate.js')).addEvaluate,
  tournament: async () => (await import('./evaluate.js')).addTournament,
  ladder: async () => (await import('./ladder.js')).addLadder,
  exploit: async () => (await import('./exploit.js')).addExploit,
  exact: async () => (await import('./exact.js')).addExact,
  export: async () => (await import('./export.js')).addExport,
  serve: async () => (await import('./serve.js')).addServe,
  bench: async () => (await import('./bench.js')).addBench,
  queue: async () => (await import('./queue.js')).addQueue,
  doctor: async () => (await import('./doctor.js')).addDoctor,
};

/**
 * Puts the command that is asked for into the program; all of them where none is named, or none of that name is there,
 * for the help's list and for the guess at what was meant.
 * @param name what stands first on the command line
 */
export async function addCommands(program: Command, name: string | undefined): Promise<void> {
  // Answered by the program itself.
  if (name === '--version' || name === '-V') return;
  const wanted = name !== undefined && Object.hasOwn(commands, name) ? [commands[name]!] : Object.values(commands);
  for (const load of wanted) (await load())(program);
}
