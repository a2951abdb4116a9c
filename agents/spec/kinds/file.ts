import { trainedPlayer } from '../../player-file/file-player.js';
import { exportedParts, loadExported, strengthOptions } from '../exported.js';
import { needed, type ParsedSpec } from '../grammar.js';
import { playingKind } from '../kind.js';

const pathOf = (parsed: ParsedSpec): string => needed(parsed, 'the path of an exported player');

export const file = playingKind({
  kind: 'file',
  spec: 'file:<player.mjs>',
  about: 'an exported player',
  options: strengthOptions,
  travels: 'code',
  foreign: true,
  load: (parsed, context) => loadExported(parsed, context, pathOf(parsed)),
  parts: (parsed, context) => exportedParts(pathOf(parsed), context),
  file: pathOf,
  trained: trainedPlayer,
});
