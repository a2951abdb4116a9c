#!/usr/bin/env node
/** The `tabletop` binary. It takes signals and guards its output first, since loading the program takes a moment. */
import process from 'node:process';
import { takeSignals } from './interrupt.js';
import { guardOutput } from './output.js';

takeSignals();
guardOutput();
const { runProgram } = await import('./program.js');
process.exitCode = await runProgram(process.argv);
