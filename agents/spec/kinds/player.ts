import type { Pace } from '../../../env/game-package.js';
import { UserError } from '../../../env/user-error.js';
import { trainedPlayer } from '../../player-file/file-player.js';
import { shippedPlayer } from '../../player-file/shipped.js';
import { exportedParts, loadExported, strengthOptions } from '../exported.js';
import type { ParsedSpec } from '../grammar.js';
import { playingKind } from '../kind.js';

/** Which of the two shipped players a spec means. */
function paceOf({ spec, what }: ParsedSpec): Pace {
  if (what !== '' && what !== 'fast') throw new UserError(`agent ${spec}: write player, or player:fast`);
  return what === 'fast' ? 'fast' : 'strong';
}

export const player = playingKind({
  kind: 'player',
  spec: 'player, player:fast',
  about: 'the shipped player; fast: without search',
  options: strengthOptions,
  travels: 'nothing',
  load: async (parsed, context) => loadExported(parsed, context, await shippedPlayer(context, paceOf(parsed))),
  parts: async (parsed, context) => exportedParts(await shippedPlayer(context, paceOf(parsed)), context),
  // Any game may be meant where none is named.
  file: (parsed, context) => context && shippedPlayer(context, paceOf(parsed)),
  trained: trainedPlayer,
  follows: true,
});
