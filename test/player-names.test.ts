/** What the declaration file of an exported player declares is what the module has. */
import { expect, it } from 'vitest';
import type { PlayerModule } from '../agents/player-file/player-module.js';
import type * as declared from '../games/islebound/player.mjs';

it('declares what players have, and nothing else', async () => {
  const names: Record<keyof PlayerModule & keyof typeof declared, true> = {
    ...{ game: true, meta: true, act: true, legal: true, advance: true, describe: true, openWorker: true },
    ...{ evaluate: true, validate: true, encode: true, viewOf: true, newGame: true, resumeGame: true, selfTest: true },
  };
  const player = await import('../games/islebound/player.mjs');
  expect(Object.keys(player).sort()).toEqual(Object.keys(names).sort());
});
