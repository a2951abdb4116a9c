/** A program for tests: plays the first legal action, and does what its first argument says at decision number `at`. */
import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const [, , does = 'well', at = '1', log] = process.argv;
const say = (message) => process.stdout.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`);
if (log) appendFileSync(log, `start ${process.pid}\n`);
let decisions = 0;
for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  if (log) appendFileSync(log, `${line}\n`);
  if (message.type === 'hello') {
    say(
      does === 'unready'
        ? { type: 'ready', want: ['view'] }
        : { type: 'ready', wants: ['view', 'text', 'observation'] },
    );
    continue;
  }
  if (message.type === 'game') continue;
  const { id, actions } = message;
  const fault = ++decisions === Number(at) || does === 'kind';
  if (!fault || does === 'well') say({ id, action: actions[0].id });
  else if (does === 'kind') say({ id, kind: actions[0].kind, args: actions[0].args });
  else if (does === 'illegal') say({ id, action: 1_000_000 });
  else if (does === 'strange') say({ id, kind: 'no such kind', args: {} });
  else if (does === 'rubbish') say('hello?\u001b[31m');
  else if (does === 'other') say({ id: id + 7, action: actions[0].id });
  else if (does === 'twice') say(`${JSON.stringify({ id, action: actions[0].id })}\nand more`);
  else if (does === 'long') say('x'.repeat(100_000));
  else if (does === 'crash') throw new Error('lost my marbles');
  else if (does === 'loop') for (;;);
}
