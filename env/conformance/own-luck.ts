/** Traps in place of the ordinary sources of luck and time, for the game and for bots, while a check plays them. */
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import process from 'node:process';
import { gameFrame } from '../user-frame.js';
import { Fault } from './fault.js';

/** Luck or a time that comes from elsewhere than the chance or the generator that was passed in. */
export class OwnLuck extends Fault {}

const LUCK = "all randomness must be drawn from the chance passed in, a bot's from its rng";
const CLOCK = 'a game or bot must not depend on the clock';

function refuse(what: string, why: string): never {
  const frame = gameFrame(new Error());
  const at = frame === undefined ? '' : `, at ${frame}`;
  throw new OwnLuck(`${what} was called: ${why}${at}`, `${what}${at}`);
}

type Methods = Record<string, unknown>;

/** Functions by the objects that hold them. */
const sources: [holder: Methods, name: string, names: string[], why: string][] = [
  [Math as unknown as Methods, 'Math.', ['random'], LUCK],
  [performance as unknown as Methods, 'performance.', ['now'], CLOCK],
  [process as unknown as Methods, 'process.', ['hrtime', 'uptime'], CLOCK],
  [globalThis.crypto as unknown as Methods, 'crypto.', ['getRandomValues', 'randomUUID'], LUCK],
  [crypto as unknown as Methods, 'crypto.', ['randomBytes', 'randomInt', 'randomUUID', 'randomFillSync'], LUCK],
];

let set = false;

/** Runs `work` with the traps set. */
export function withoutOwnLuck<T>(work: () => T): T {
  if (set) return work();
  const Clock = globalThis.Date;
  const before: [Methods, string, PropertyDescriptor | undefined][] = [];
  const put = (holder: Methods, key: string, value: unknown) => {
    before.push([holder, key, Object.getOwnPropertyDescriptor(holder, key)]);
    Object.defineProperty(holder, key, { value, writable: true, configurable: true });
  };
  try {
    set = true;
    for (const [holder, name, keys, why] of sources)
      for (const key of keys) {
        const trap = () => refuse(`${name}${key}()`, why);
        put(holder, key, key === 'hrtime' ? Object.assign(trap, { bigint: trap }) : trap);
      }
    put(
      globalThis as unknown as Methods,
      'Date',
      class extends Clock {
        constructor(...given: []) {
          if (given.length === 0) refuse('new Date()', CLOCK);
          super(...given);
        }
        static override now = () => refuse('Date.now()', CLOCK);
      },
    );
    syncBuiltinESMExports();
    return work();
  } finally {
    // A name that was inherited is so again.
    for (const [holder, key, was] of before)
      if (was) Object.defineProperty(holder, key, was);
      else delete holder[key];
    syncBuiltinESMExports();
    set = false;
  }
}
