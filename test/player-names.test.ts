/** What the declaration file of a shipped player declares is what its module has, as this project knows it. */
import { expect, it } from 'vitest';
import type * as own from '../agents/player-file/player-declarations.js';
import type { PlayerModule } from '../agents/player-file/player-module.js';
import type * as declared from '../games/islebound/player.mjs';

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
type SameNames<A, B> = Same<keyof A, keyof B>;
type Valid<T> = Extract<T, { valid: true }>;

/** `npx tsc --noEmit` refuses this where one of them has a name that the other lacks, or another type. */
const agreed: true[] = [
  true satisfies SameNames<typeof declared, PlayerModule>,
  // Views are those of the game.
  true satisfies Same<Omit<declared.ActSettings, 'before'>, Omit<own.ActSettings, 'before'>>,
  true satisfies SameNames<declared.ActSettings, own.ActSettings>,
  true satisfies Same<declared.SelfTest, own.SelfTest>,
  true satisfies Same<declared.SavedMatch, own.SavedMatch>,
  true satisfies SameNames<declared.PlayerMatch, own.PlayerMatch>,
  true satisfies SameNames<declared.PlayerAction, own.PlayerAction>,
  true satisfies SameNames<declared.LegalAction, own.LegalAction>,
  true satisfies SameNames<declared.PlayerAnswer, own.PlayerAnswer>,
  true satisfies SameNames<declared.TimedAnswer, own.TimedAnswer>,
  true satisfies SameNames<declared.PlayerWorker, own.PlayerWorker>,
  true satisfies SameNames<declared.PlayerDescription, own.PlayerDescription>,
  true satisfies SameNames<declared.GameFacts, PlayerModule['game']>,
  true satisfies SameNames<Valid<declared.ViewCheck>, Valid<own.ViewCheck>>,
];

it('declares what players have, and nothing else', async () => {
  const names: Record<keyof typeof declared, true> = {
    ...{ game: true, meta: true, act: true, legal: true, advance: true, describe: true, openWorker: true },
    ...{ evaluate: true, validate: true, encode: true, viewOf: true, newGame: true, resumeGame: true, selfTest: true },
  };
  const player = await import('../games/islebound/player.mjs');
  expect(Object.keys(player).sort()).toEqual(Object.keys(names).sort());
  expect(agreed).not.toContain(false);
});
