// The other end of a transport that is measured alone: for each question (numbers) it sends a block of numbers of a fixed
// length, as `tabletop serve` does with what it played; here nothing is played. steps_per_second.py starts it.
//
//   node echo.mjs <bytes asked> <bytes of a block> [file of the shared memory]
//
// With a file the block goes there, and one byte through the pipe says that it is there.
import { openSync, readSync, writeSync } from 'node:fs';
import process from 'node:process';

const [asked, size] = process.argv.slice(2, 4).map(Number);
const shared = process.argv[4] === undefined ? null : openSync(process.argv[4], 'r+');
const question = Buffer.alloc(asked);
const block = Buffer.alloc(size, 1);
const said = Buffer.alloc(1);

/** Whole, or false where nobody asks any more. */
function read(into) {
  for (let at = 0; at < into.length; ) {
    const count = readSync(0, into, at, into.length - at, null);
    if (count === 0) return false;
    at += count;
  }
  return true;
}

function write(from, file, position) {
  for (let at = 0; at < from.length; )
    at += writeSync(file, from, at, from.length - at, position === null ? null : position + at);
}

while (read(question)) {
  if (shared !== null) write(block, shared, 0);
  write(shared === null ? block : said, 1, null);
}
