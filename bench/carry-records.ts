/**
 * Writes the records in games/<id>/provenance/ into the files of the shipped players, and changes nothing else of them: what
 * was measured stays what it was, to the byte.
 *
 *   npx tsx bench/carry-records.ts
 */

import { commandLine } from './command-line.js';
import { carryRecords } from './players-table.js';

commandLine(import.meta.url, {});
carryRecords();
