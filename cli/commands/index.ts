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
  train: async () => (await import('./train.js')).addTrain,
  ablate: async () => (await import('./ablate.js')).addAblate,
  evaluate: async () => (await import('./evaluate.js')).addEvaluate,
  tournament: async () => (await import('./evaluate.js')).addTournament,
  ladder: async () => (await import('./ladder.js')).addLadder,
  rate: async () => (await import('./rate.js')).addRate,
  runs: async () => (await import('./runs.js')).addRuns,
  simulate: async () => (await import('./evaluate.js')).addSimulate,
  report: async () => (await import('./report.js')).addReport,
  calibrate: async () => (await import('./calibrate.js')).addCalibrate,
  exact: async () => (await import('./exact.js')).addExact,
  exploit: async () => (await import('./exploit.js')).addExploit,
  export: async () => (await import('./export.js')).addExport,
  play: async () => (await import('./play.js')).addPlay,
  replay: async () => (await import('./replay.js')).addReplay,
  analyze: async () => (await import('./analyze.js')).addAnalyze,
  worker: async () => (await import('./worker.js')).addWorker,
  queue: async () => (await import('./queue.js')).addQueue,
  serve: async () => (await import('./serve.js')).addServe,
  bench: async () => (await import('./bench.js')).addBench,
  check: async () => (await import('./check.js')).addCheck,
  doctor: async () => (await import('./doctor.js')).addDoctor,
  setup: async () => (await import('./setup.js')).addSetup,
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
