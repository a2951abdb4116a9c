// The other end of a transport that is measured alone: for each question (numbers) it sends a block of numbers of a fixed
// length, read and written as `tabletop serve` does it; nothing is played. steps_per_second.py starts it.
//
//   node echo.mjs <bytes asked> <bytes of a block> [file of the shared memory]
//
// With a file the block goes there, and one byte through the pipe says that it is there.
import { openSync, writeSync } from 'node:fs';
import process from 'node:process';

const [asked, size] = process.argv.slice(2, 4).map(Number);
const shared = process.argv[4] === undefined ? null : openSync(process.argv[4], 'r+');
const block = Buffer.alloc(size, 1);
const said = Buffer.alloc(1);

let read = 0;
for await (const chunk of process.stdin) {
  for (read += chunk.length; read >= asked; read -= asked) {
    for (let at = 0; shared !== null && at < size; ) at += writeSync(shared, block, at, size - at, at);
    await new Promise((resolve) => process.stdout.write(shared === null ? block : said, resolve));
  }
}
