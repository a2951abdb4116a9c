import type { Command } from 'commander';
import { addAblate } from './ablate.js';
import { addBench } from './bench.js';
import { addCalibrate } from './calibrate.js';
import { addCheck } from './check.js';
import { addDoctor } from './doctor.js';
import { addEvaluate, addSimulate, addTournament } from './evaluate.js';
import { addExact } from './exact.js';
import { addExploit } from './exploit.js';
import { addExport } from './export.js';
import { addGames } from './games.js';
import { addMigrate } from './migrate.js';
import { addNew } from './new.js';
import { addPlay } from './play.js';
import { addRate } from './rate.js';
import { addReplay } from './replay.js';
import { addReport } from './report.js';
import { addRuns } from './runs.js';
import { addServe } from './serve.js';
import { addSetup } from './setup.js';
import { addStart } from './start.js';
import { addTrain } from './train.js';

/** All commands, in the order the help lists them. */
export function addCommands(program: Command): void {
  addStart(program);
  addGames(program);
  addNew(program);
  addTrain(program);
  addAblate(program);
  addEvaluate(program);
  addTournament(program);
  addRate(program);
  addRuns(program);
  addSimulate(program);
  addReport(program);
  addCalibrate(program);
  addExact(program);
  addExploit(program);
  addExport(program);
  addMigrate(program);
  addPlay(program);
  addReplay(program);
  addServe(program);
  addBench(program);
  addCheck(program);
  addDoctor(program);
  addSetup(program);
}
